"""The pool of this computer: processes on its cores that end with this one, whatever happens.

A pool of `concurrent.futures` is broken when one of its processes is killed; then a new one takes
its place. The processes are forked where that is possible, so that they inherit a machine that
cannot be pickled. They ignore Ctrl-C, which is for this process: it kills them.
"""

import os
import signal
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.time_limit import CALL_LIMIT
from hanoi_fsm.fsm.workers import can_fork
from hanoi_fsm.fsm.workers.failure import GIB
from hanoi_fsm.fsm.workers.limits import Parent, end_with, limit_memory
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.segments.cutting import Cut
from hanoi_fsm.hanoi.segments.running import Result, check_segment
from hanoi_fsm.hanoi.segments.sending import Published, Sent, received

if TYPE_CHECKING:
    from ctypes import Array, c_longlong

MOST_PROCESSES = 61
"""What Windows allows."""

_machine: Solver | None = None
"""In a process of the pool: the machine that it inherited."""

COUNTS = 4096
_counts: "Array[c_longlong] | list[int]" = [0] * COUNTS
"""By process id modulo `COUNTS`: the moves made in the segment so far, for a progress bar."""


class LocalPool:
    """Processes that check segments of a machine; close it to end them."""

    def __init__(self, machine: Sent, cut: Cut, processes: int) -> None:
        self.machine, self.cut = machine, cut
        self.processes = min(processes, MOST_PROCESSES)
        self.pool: ProcessPoolExecutor | None = None
        self.counts: Sequence[int] = ()

    def submit(self, number: int) -> "Future[Result]":
        """Submit a segment, to a new pool where the last one is broken."""
        try:
            return self._submit(number)
        except BrokenExecutor:
            self.close()
            return self._submit(number)

    def _submit(self, number: int) -> "Future[Result]":
        if self.pool is None:
            self.pool = self._new_pool()
        with _forking():
            published = self.machine if isinstance(self.machine, Published) else None
            return self.pool.submit(_work, published, self.cut, number)

    def _new_pool(self) -> ProcessPoolExecutor:
        context = get_context("fork") if can_fork() else None
        inherited = None if isinstance(self.machine, Published) else self.machine
        counts = self.counts = (context or get_context()).RawArray("q", COUNTS)
        given = (Parent.here(), inherited, counts)
        return ProcessPoolExecutor(self.processes, context, initializer=_initialize, initargs=given)

    def under_way(self) -> int:
        """About how many moves were made in segments that are not finished."""
        return sum(self.counts)

    def close(self) -> None:
        """Kill the processes: their results are no longer wanted."""
        pool, self.pool = self.pool, None
        if pool is None:
            return
        # It has a method for this only since Python 3.14.
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
        pool.shutdown(wait=True, cancel_futures=True)


def _work(published: Published | None, cut: Cut, number: int) -> Result:
    """Check a segment of a published machine, or of the one that this process has inherited."""
    try:
        if published is not None:
            return check_segment(received(published), cut, number, _count)
        assert _machine is not None  # the initializer has set it
        with CALL_LIMIT.ticking():
            return check_segment(_machine, cut, number, _count)
    finally:
        _count(0)


def _count(moves: int) -> None:
    """Publish how far the segment is; two processes in one place only falsify the progress bar."""
    _counts[os.getpid() % COUNTS] = moves


def _initialize(parent: Parent, machine: Solver | None, counts: "Array[c_longlong]") -> None:
    """What a process does first; signals are blocked until then where it was forked."""
    global _machine, _counts  # an initializer has nowhere else to leave them
    _machine, _counts = machine, counts
    for name in ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
    if hasattr(signal, "SIGHUP"):  # elsewhere its processes end when their pipe does
        end_with(parent)
    if machine is not None and can_fork():
        limit_memory(GIB)


@contextmanager
def _forking() -> Iterator[None]:
    """A process may be forked here: signals are blocked until the new one has its handlers."""
    if not can_fork():
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        with warnings.catch_warnings():
            # Since Python 3.12; but the new process takes no lock that another thread may hold.
            warnings.filterwarnings("ignore", ".* is multi-threaded", DeprecationWarning)
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
