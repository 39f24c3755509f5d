"""Why a worker gave no answer, and the limits that it works under."""

import signal
from dataclasses import dataclass
from enum import StrEnum

from hanoi_fsm.fsm.exception_origin import bracketed, shown
from hanoi_fsm.fsm.time_limit import check_seconds, in_seconds

GIB = 1 << 30


class How(StrEnum):
    """The ways in which a piece of work can fail."""

    RAISED = "raised"
    TIME = "time limit"
    MEMORY = "memory limit"
    EXIT = "exit"
    SIGNAL = "signal"
    GARBAGE = "garbage"


@dataclass(frozen=True)
class Failure:
    """Why there is no answer: how it failed, and in words what happened.

    `file` and `line` say where the work was, as far as that is known.

    >>> print(Failure(How.RAISED, "IndexError", "mine.py", 7))
    IndexError (line 7 of mine.py)
    """

    how: How
    text: str
    file: str = ""
    line: int = 0

    @property
    def place(self) -> str:
        """The line and the file in words, or "" where they are not known."""
        return f"line {self.line} of {shown(self.file)}" if self.file else ""

    def __str__(self) -> str:
        return f"{self.text}{bracketed(self.place)}"


@dataclass(frozen=True)
class Limits:
    """The most `seconds` for an answer or the next number, and the most bytes of `memory`.

    The memory is on top of what the process has at its start; it is limited on Linux only. None is
    for no limit. Raises `BadInput` unless the seconds are positive and finite.
    """

    seconds: float | None = 10.0
    memory: int | None = GIB

    def __post_init__(self) -> None:
        check_seconds(self.seconds)

    @property
    def time(self) -> str:
        """The limit on the time in words, such as "10 seconds"."""
        return in_seconds(self.seconds)

    @property
    def flush_seconds(self) -> float:
        """Seconds after which numbers are sent on, although there are few."""
        return min(0.05, (self.seconds or 1) / 4)


def of_exit(code: int) -> Failure:
    """The failure of a process that left by itself with this exit code."""
    return Failure(How.EXIT, f"ended its process with exit code {code}")


def of_signal(number: int) -> Failure:
    """The failure of a process that a signal ended.

    >>> print(of_signal(11))
    died of a segmentation fault (SIGSEGV)
    """
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = f"signal {number}"
    what = {
        "SIGSEGV": "died of a segmentation fault (SIGSEGV)",
        "SIGABRT": "was aborted (SIGABRT)",
        "SIGKILL": "was killed (SIGKILL), possibly because memory ran out",
    }
    return Failure(How.SIGNAL, what.get(name, f"was ended by {name}"))
