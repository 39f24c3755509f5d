"""Pipes between processes, and waiting for them."""

import os
import select
from collections.abc import Sequence
from math import ceil


def can_fork() -> bool:
    """Whether this platform can fork processes and poll pipes."""
    return hasattr(os, "fork") and hasattr(os, "setsid") and hasattr(select, "poll")


def poll(reading: Sequence[int], seconds: float, writing: Sequence[int] = ()) -> set[int]:
    """The files that are ready, or closed at their other end, within the time."""
    poller = select.poll()
    for file in reading:
        poller.register(file, select.POLLIN)
    for file in writing:
        poller.register(file, select.POLLOUT)
    return {file for file, _ in poller.poll(ceil(1000 * seconds))}


def pipe() -> tuple[int, int]:
    """A pipe apart from the three standard files, which may be closed here."""
    from fcntl import F_DUPFD_CLOEXEC, fcntl  # not on Windows

    ends = os.pipe()
    if min(ends) > 2:
        return ends
    moved = fcntl(ends[0], F_DUPFD_CLOEXEC, 3), fcntl(ends[1], F_DUPFD_CLOEXEC, 3)
    for end in ends:
        os.close(end)
    return moved
