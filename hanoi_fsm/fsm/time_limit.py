"""A time limit for a user's code.

A timer ticks while the code runs; when the ticks reach the limit, the signal handler raises in the
running line, and again at every later tick: a bare `except:` may have caught the first exception.
"""

import signal
import threading
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.exception_origin import bracketed, place

TICKS = 20  # the number of ticks that make up the limit
SHORTEST = 0.001  # seconds: a timer set to less might not run at all


def check_seconds(seconds: float | None) -> float | None:
    """The seconds as they are; `BadInput` unless they are positive and finite, or None."""
    if seconds is not None and not 0 < seconds <= threading.TIMEOUT_MAX:
        expected = "expected a positive number of seconds, or None"
        raise BadInput(f"invalid time limit {shortened(seconds)}: {expected}")
    return seconds


def in_seconds(seconds: float | None) -> str:
    """A time in words.

    >>> in_seconds(1), in_seconds(0.5), in_seconds(None)
    ('1 second', '0.5 seconds', 'no limit')
    """
    if seconds is None:
        return "no limit"
    return "1 second" if seconds == 1 else f"{seconds:g} seconds"


class OutOfTime(BaseException):
    """Raised in code that takes too long; its `except Exception` does not catch it."""


class TimeLimit:
    """At most `seconds` for each `with` block, while `ticking()`; None for no limit.

    Only the main thread can be interrupted: elsewhere there is no limit, nor for code that never
    returns from C. Raises `BadInput` for seconds that are not a positive number.

    >>> limit = TimeLimit(0.1)
    >>> with limit.ticking(), limit:
    ...     while True:
    ...         pass
    Traceback (most recent call last):
        ...
    hanoi_fsm.fsm.time_limit.OutOfTime
    """

    def __init__(self, seconds: float | None) -> None:
        self.seconds = check_seconds(seconds)
        self.ticks, self.watching = 0, False
        self.is_ticking = False

    def __str__(self) -> str:
        return in_seconds(self.seconds)

    def __enter__(self) -> None:
        self.ticks, self.watching = 0, True

    def __exit__(self, *raised: object) -> None:
        self.watching = False

    def _tick(self, *of_the_signal: object) -> None:
        self.ticks += 1
        if self.watching and self.ticks >= TICKS:
            raise OutOfTime

    @contextmanager
    def ticking(self) -> Iterator[None]:
        """Run the timer, then restore what was set before."""
        if self.seconds is None or threading.current_thread() is not threading.main_thread():
            yield
            return
        ticks = _interval_timer if hasattr(signal, "setitimer") else _ticking_thread
        with ticks(max(self.seconds / TICKS, SHORTEST), self._tick):
            self.is_ticking = True
            try:
                yield
            finally:
                self.is_ticking = False


def too_long(error: OutOfTime) -> str:
    """What a call did that `CALL_LIMIT` has stopped, and where."""
    return f"still runs after {CALL_LIMIT}{bracketed(place(error))}"


CALL_LIMIT = TimeLimit(10.0)
"""For each call of a guard, an action or a specification, while a command runs a user's file."""


@contextmanager
def _interval_timer(tick: float, call: Callable[..., None]) -> Iterator[None]:
    """Call every `tick` seconds; the alarm that was set before gets what it had left."""
    left, again = signal.setitimer(signal.ITIMER_REAL, 0)
    since = monotonic()
    handler = signal.signal(signal.SIGALRM, call)
    signal.setitimer(signal.ITIMER_REAL, tick, tick)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (monotonic() - since), SHORTEST), again)


@contextmanager
def _ticking_thread(tick: float, call: Callable[..., None]) -> Iterator[None]:
    """The same where there are no interval timers, as on Windows: a thread simulates the signal."""
    number = getattr(signal, "SIGBREAK", signal.SIGTERM)
    handler = signal.signal(number, call)
    stopped = threading.Event()

    def run() -> None:
        while not stopped.wait(tick):
            interrupt_main(number)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()
        signal.signal(number, signal.SIG_DFL if handler is None else handler)
