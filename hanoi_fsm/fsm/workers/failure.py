"""Why a worker gave no answer, and the limits that it works under."""

import signal
import threading
from dataclasses import dataclass
from enum import StrEnum

from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.exception_origin import bracketed, shown

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
        if self.seconds is not None and not 0 < self.seconds <= threading.TIMEOUT_MAX:
            expected = "expected a positive number of seconds, or None"
            raise BadInput(f"invalid time limit {shortened(self.seconds)}: {expected}")

    @property
    def time(self) -> str:
        return "1 second" if self.seconds == 1 else f"{self.seconds or 0:g} seconds"

    @property
    def beat(self) -> float:
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
        "SIGKILL": "was killed (SIGKILL), perhaps for want of memory",
    }
    return Failure(How.SIGNAL, what.get(name, f"was ended by {name}"))
