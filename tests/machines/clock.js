// The alarm clock's memory for an interpreter of SCXML; times are minutes since midnight.
const MINUTES = 5;
const DAY = 4 * MINUTES;
let time = 0;
let alarm = 0;
let bell = false;

function digits(number) {
  return String(number).padStart(2, "0");
}
function text(minutes) {
  return `${digits(Math.floor(minutes / MINUTES))}:${digits(minutes % MINUTES)}`;
}
function anHourLater(from) {
  return (from + MINUTES) % DAY;
}
function aMinuteLater(from) {
  return from % MINUTES === MINUTES - 1 ? from + 1 - MINUTES : from + 1;
}
function show() {
  output = text(time) + (bell ? " bell" : "");
}
function showAlarm() {
  output = `alarm ${text(alarm)}`;
}
function tick(rings) {
  time = (time + 1) % DAY;
  bell = rings;
}

memory = {
  due: () => {
    return (time + 1) % DAY === alarm;
  },
  next_hour: () => {
    time = anHourLater(time);
    show();
  },
  next_minute: () => {
    time = aMinuteLater(time);
    show();
  },
  tick_minute: () => {
    tick(false);
    show();
  },
  ring: () => {
    tick(true);
    show();
  },
  silence: () => {
    bell = false;
    show();
  },
  next_alarm_hour: () => {
    alarm = anHourLater(alarm);
    showAlarm();
  },
  next_alarm_minute: () => {
    alarm = aMinuteLater(alarm);
    showAlarm();
  },
  tick_unseen: () => {
    tick(false);
    showAlarm();
  },
  show_alarm: showAlarm,
};
