"""The alarm clock of the textbooks on automata programming.

The buttons H and M set the clock or, in state `setting`, the alarm; A goes on to the next state; a
`tick` comes every minute. The output is the display. A day is 4 hours of 5 minutes here.
"""

from collections.abc import Sequence

from hanoi_fsm import Automaton, Machine, Memory, action, guard

TABLE = """
    off     -> off     : H            / next_hour
    off     -> off     : M            / next_minute
    off     -> off     : tick         / tick_minute
    off     -> setting : A            / show_alarm
    setting -> setting : H            / next_alarm_hour
    setting -> setting : M            / next_alarm_minute
    setting -> setting : tick         / tick_unseen
    setting -> on      : A            / silence
    on      -> on      : H            / next_hour
    on      -> on      : M            / next_minute
    on      -> on      : tick [!due]  / tick_minute
    on      -> on      : tick [due]   / ring
    on      -> off     : A            / silence
"""
automaton = Automaton.from_table("alarm-clock", initial="off", final=(), table=TABLE)


class Clock(Memory):
    """The time, the time of the alarm, and whether the bell rings."""

    HOURS, MINUTES = 4, 5
    hour, minute, alarm_hour, alarm_minute, bell = 0, 0, 0, 0, False

    @guard
    def due(self) -> bool:
        """the alarm is set to the next minute"""
        hour, minute = self._after_a_minute()
        return hour == self.alarm_hour and minute == self.alarm_minute

    @action
    def next_hour(self) -> None:
        """set the clock to the next hour"""
        self._show((self.hour + 1) % self.HOURS, self.minute, self.bell)

    @action
    def next_minute(self) -> None:
        """set the clock to the next minute of the same hour"""
        self._show(self.hour, (self.minute + 1) % self.MINUTES, self.bell)

    @action
    def tick_minute(self) -> None:
        """a minute passes, and the bell is silent"""
        hour, minute = self._after_a_minute()
        self._show(hour, minute, bell=False)

    @action
    def ring(self) -> None:
        """a minute passes, and the bell rings"""
        hour, minute = self._after_a_minute()
        self._show(hour, minute, bell=True)

    @action
    def silence(self) -> None:
        """the bell is silent, and the time is shown"""
        self._show(self.hour, self.minute, bell=False)

    @action
    def next_alarm_hour(self) -> None:
        """set the alarm to the next hour"""
        self.alarm_hour = (self.alarm_hour + 1) % self.HOURS
        self.show_alarm()

    @action
    def next_alarm_minute(self) -> None:
        """set the alarm to the next minute of the same hour"""
        self.alarm_minute = (self.alarm_minute + 1) % self.MINUTES
        self.show_alarm()

    @action
    def tick_unseen(self) -> None:
        """a minute passes while the alarm is shown"""
        self.hour, self.minute = self._after_a_minute()
        self.show_alarm()

    @action
    def show_alarm(self) -> None:
        """show the time of the alarm"""
        self.output = f"alarm {self.alarm_hour:02}:{self.alarm_minute:02}"

    def _after_a_minute(self) -> tuple[int, int]:
        minute = self.minute + 1
        return (self.hour + minute // self.MINUTES) % self.HOURS, minute % self.MINUTES

    def _show(self, hour: int, minute: int, bell: bool) -> None:
        self.hour, self.minute, self.bell = hour, minute, bell
        self.output = f"{hour:02}:{minute:02}" + (" bell" if bell else "")


def specification(events: Sequence[str], hours: int = 4, minutes: int = 5) -> list[str]:
    """The display after each event, found by counting the presses of A and the minutes."""
    times, presses, bell, shown = [0, 0], 0, False, []  # times of the clock and of the alarm
    for event in events:
        if event == "A":
            presses, bell = presses + 1, False
        elif event == "tick":
            times[0] = (times[0] + 1) % (hours * minutes)
            bell = presses % 3 == 2 and times[0] == times[1]
        alarm = presses % 3 == 1
        hour, minute = divmod(times[alarm], minutes)
        if event == "H":
            hour = (hour + 1) % hours
        if event == "M":  # which never changes the hour
            minute = (minute + 1) % minutes
        times[alarm] = hour * minutes + minute
        shown.append("alarm " * alarm + f"{hour:02}:{minute:02}" + " bell" * bell)
    return shown


clock = Machine(automaton, Clock, specification=specification)
