// The alarm clock's memory for an interpreter of SCXML; times are minutes since midnight.
var MINUTES = 5, DAY = 4 * MINUTES, time = 0, alarm = 0, bell = false;

function digits(number) { return (number < 10 ? "0" : "") + number; }
function text(time) { return digits(Math.floor(time / MINUTES)) + ":" + digits(time % MINUTES); }
function anHourLater(time) { return (time + MINUTES) % DAY; }
function aMinuteLater(time) { return time % MINUTES === MINUTES - 1 ? time + 1 - MINUTES : time + 1; }
function show() { output = text(time) + (bell ? " bell" : ""); }
function showAlarm() { output = "alarm " + text(alarm); }
function tick(rings) { time = (time + 1) % DAY; bell = rings; }

memory = {
  due: function () { return (time + 1) % DAY === alarm; },
  next_hour: function () { time = anHourLater(time); show(); },
  next_minute: function () { time = aMinuteLater(time); show(); },
  tick_minute: function () { tick(false); show(); },
  ring: function () { tick(true); show(); },
  silence: function () { bell = false; show(); },
  next_alarm_hour: function () { alarm = anHourLater(alarm); showAlarm(); },
  next_alarm_minute: function () { alarm = aMinuteLater(alarm); showAlarm(); },
  tick_unseen: function () { tick(false); showAlarm(); },
  show_alarm: showAlarm,
};
