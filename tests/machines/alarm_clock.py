"""The alarm clock of the textbooks on automata programming.

The buttons H and M set hours and minutes, of the clock or, in state `setting`, of the alarm; A goes
on to the next state; every minute there is a `tick`. The output is the display. A day of 4
hours of 5 minutes is explored completely; a subclass may have `HOURS, MINUTES = 24, 60`.
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
    HOURS, MINUTES = 4, 5
    hour, minute, alarm_hour, alarm_minute, bell = 0, 0, 0, 0, False

    @guard
    def due(self) -> bool:
        "the alarm is set to the next minute"
        return self._after_a_minute() == (self.alarm_hour, self.alarm_minute)

    @action
    def next_hour(self) -> None:
        "set the clock to the next hour"
        self._show((self.hour + 1) % self.HOURS, self.minute, self.bell)

    @action
    def next_minute(self) -> None:
        "set the clock to the next minute of the same hour"
        self._show(self.hour, (self.minute + 1) % self.MINUTES, self.bell)

    @action
    def tick_minute(self) -> None:
        "a minute passes, and the bell is silent"
        self._show(*self._after_a_minute(), bell=False)

    @action
    def ring(self) -> None:
        "a minute passes, and the bell rings"
        self._show(*self._after_a_minute(), bell=True)

    @action
    def silence(self) -> None:
        "the bell is silent, and the time is shown"
        self._show(self.hour, self.minute, bell=False)

    @action
    def next_alarm_hour(self) -> None:
        "set the alarm to the next hour"
        self.alarm_hour = (self.alarm_hour + 1) % self.HOURS
        self.show_alarm()

    @action
    def next_alarm_minute(self) -> None:
        "set the alarm to the next minute of the same hour"
        self.alarm_minute = (self.alarm_minute + 1) % self.MINUTES
        self.show_alarm()

    @action
    def tick_unseen(self) -> None:
        "a minute passes while the alarm is shown"
        self.hour, self.minute = self._after_a_minute()
        self.show_alarm()

    @action
    def show_alarm(self) -> None:
        "show the time of the alarm"
        self.output = f"alarm {self.alarm_hour:02}:{self.alarm_minute:02}"

    def _after_a_minute(self) -> tuple[int, int]:
        carry, minute = divmod(self.minute + 1, self.MINUTES)
        return (self.hour + carry) % self.HOURS, minute

    def _show(self, hour: int, minute: int, bell: bool) -> None:
        self.hour, self.minute, self.bell = hour, minute, bell
        self.output = f"{hour:02}:{minute:02}" + " bell" * bell


def counted(events: Sequence[str], hours: int, minutes: int) -> list[str]:
    """The time and that of the alarm after the events, by counting presses and ticks."""
    setting = [events[:n].count("A") % 3 == 1 for n in range(len(events))]
    clock = [e for e, alarm in zip(events, setting, strict=True) if e == "tick" or not alarm]
    alarm = [e for e, alarm in zip(events, setting, strict=True) if alarm]
    passed = [clock[: n + 1].count("M") + clock[: n + 1].count("tick") for n in range(len(clock))]
    full = [e == "tick" and n % minutes == 0 for e, n in zip(clock, passed, strict=True)]
    times = (clock.count("H") + sum(full), sum(passed[-1:])), (alarm.count("H"), alarm.count("M"))
    return [f"{hour % hours:02}:{minute % minutes:02}" for hour, minute in times]


def display(events: Sequence[str], hours: int, minutes: int) -> str:
    time, alarm = counted(events, hours, minutes)
    last = max((n for n, event in enumerate(events, 1) if event == "tick"), default=0)
    on = events[:last].count("A") % 3 == 2 and "A" not in events[last:]
    rings = on and len(set(counted(events[:last], hours, minutes))) == 1
    return f"alarm {alarm}" if events.count("A") % 3 == 1 else time + " bell" * rings


def specification(events: Sequence[str], hours: int = 4, minutes: int = 5) -> list[str]:
    """What is displayed after each event: no state, no memory, only counts."""
    return [display(events[: n + 1], hours, minutes) for n in range(len(events))]


clock = Machine(automaton, Clock, specification=specification)
