"""The signals that end a command: nothing is printed, and nothing is left half done.

Until a command runs there is nothing to clean up, and an exception could be raised in any import:
Ctrl-C ends the process there and then. While it runs, a signal raises `Ended` in the main thread,
so that every `finally` is passed on the way out.
"""

import os
import signal
import sys
from contextlib import contextmanager

from hanoi_fsm.cli import INTERRUPTED

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing is slow to import, and this is what is imported first
    from collections.abc import Callable, Iterator
    from typing import Any

AGAIN = 0.01  # seconds until an exception that was lost is raised again
NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK")
ENDING = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
"""What ends a command and can be caught; Windows has SIGBREAK and not all of the others."""


class Ended(KeyboardInterrupt):
    """A signal ends the command; it is caught wherever Ctrl-C is let through."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__()


def leave_at_once() -> None:
    """From now on Ctrl-C ends the process quietly; the other signals do so by themselves."""
    for number in ENDING:
        handle(number, _leave if number == signal.SIGINT else signal.SIG_DFL)


@contextmanager
def raised() -> "Iterator[None]":
    """The first of the signals raises `Ended`; those after it do not disturb the cleaning up."""
    before = sys.unraisablehook
    first: list[int] = []

    def stop(number: int, frame: object) -> None:
        if not first:
            first.append(number)
            raise Ended(number)

    def lost(unraisable: "sys.UnraisableHookArgs") -> None:
        """Where Python drops an exception, as in `__del__`, the signal is sent again."""
        if isinstance(unraisable.exc_value, Ended):
            from threading import Timer

            Timer(AGAIN, _send, (first.pop(),)).start()
        else:
            before(unraisable)

    sys.unraisablehook = lost
    try:
        for number in ENDING:
            handle(number, stop)
        yield
    except BaseException as error:
        if first and not isinstance(error, Ended):  # Python, or a library, made another one of it
            raise Ended(first[0]) from error
        raise
    finally:
        leave_at_once()
        sys.unraisablehook = before


def end_by(number: int) -> None:
    """End this process by a signal, as whoever started it expects; 130 means Ctrl-C."""
    if number == signal.SIGINT or sys.platform == "win32":
        os._exit(INTERRUPTED)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def handle(number: int, handler: "Callable[[int, Any], Any] | signal.Handlers") -> None:
    """Set a handler, but for what was ignored when the process started, as `nohup` does."""
    if signal.getsignal(number) is not signal.SIG_IGN:
        signal.signal(number, handler)


def _send(number: int) -> None:
    if hasattr(signal, "pthread_kill"):  # this wakes the main thread, wherever it waits
        from threading import main_thread

        signal.pthread_kill(main_thread().ident or 0, number)
    else:
        signal.raise_signal(number)


def _leave(*of_the_signal: object) -> None:
    os._exit(INTERRUPTED)
