"""What a forked process is bound to: the life of its parent, and a limit on its memory.

It may run a user's code, so what is needed later is bound before that runs.
"""

import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from os import _exit, getpid, getppid, kill
from pathlib import Path
from time import sleep
from typing import NamedTuple, Self, cast

CLEANUP_SECONDS = 3.0
"""For cleaning up after a signal that can be caught, before the process is killed."""
LOOK_SECONDS = 0.5
"""Between two looks at whether the parent is still there."""


class Parent(NamedTuple):
    """The process that forks, and whether its main thread does."""

    pid: int
    in_main_thread: bool

    @classmethod
    def here(cls) -> Self:
        """The calling process; to be asked before the fork."""
        _process_control()  # is looked up once, and not in each child
        return cls(getpid(), threading.current_thread() is threading.main_thread())


def end_with(parent: Parent, number: int = signal.SIGKILL) -> None:
    """Send this process a signal when its parent has ended, and kill it if it stays.

    Linux itself kills it, but does so at the end of the *thread* that forked. So for any other
    thread than the main one, for a signal that can be caught, and elsewhere, a thread here looks.
    """
    by_system = number == signal.SIGKILL and parent.in_main_thread and _killed_by_system()
    if not by_system:
        threading.Thread(target=_watch, args=(parent.pid, number), daemon=True).start()
    elif getppid() != parent.pid:  # it ended before the system was asked
        _exit(0)


def _killed_by_system() -> bool:
    set_parent_death_signal = 1
    control = _process_control()
    return control is not None and control(set_parent_death_signal, signal.SIGKILL, 0, 0, 0) == 0


@cache
def _process_control() -> Callable[..., int] | None:
    """The function `prctl` of Linux; None elsewhere."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        import ctypes

        return cast("Callable[..., int]", ctypes.CDLL(None).prctl)
    except (ImportError, OSError, AttributeError):
        return None


def _watch(parent: int, number: int) -> None:
    while getppid() == parent:
        sleep(LOOK_SECONDS)
    if number != signal.SIGKILL:
        signal.pthread_kill(threading.main_thread().ident or 0, number)  # wakes it if it waits
        sleep(CLEANUP_SECONDS)
    kill(getpid(), signal.SIGKILL)


def limit_memory(more: int | None) -> Callable[[], None]:
    """Allow `more` bytes than are in use; returns what lifts the limit, to report on it.

    It holds for the private memory of this process, on Linux only. None is for no limit.
    """
    import resource

    limits = resource.getrlimit(resource.RLIMIT_DATA)
    lift = partial(resource.setrlimit, resource.RLIMIT_DATA, limits)
    if more is None:
        return lift
    with suppress(OSError, ValueError):  # a system that does not say or does not allow it
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[5])
        known = [limit for limit in limits if limit != resource.RLIM_INFINITY]
        least = min([pages * resource.getpagesize() + more, *known])
        resource.setrlimit(resource.RLIMIT_DATA, (least, limits[1]))
    return lift
