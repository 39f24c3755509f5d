"""Worker processes that judge many versions of a machine, each within a limit of time and memory.

They are forked, so that a machine of a user's own, which could not be sent, is there already. They
are fed one item at a time and end with their parent, however it ends. A version that takes too
long or ends its process costs only itself.
"""

import multiprocessing
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

CPU_SECONDS, SECONDS, BYTES = 30, 300, 2 << 30  # the limits for each item
AHEAD = 8  # items per worker that are judged before the result of an earlier one is there
TIME_LIMIT, DIED = "time limit", "ends the process"
WATCH_EVERY = 0.3  # seconds between two looks at whether the parent is still there


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def judged(
    judge: Callable[[Item], Result],
    items: Iterable[Item],
    workers: int | None,
    lost: Callable[[str], Result],
) -> Iterator[Result]:
    """The result of `judge` for each item, in order; items are taken only when they are needed.

    There are as many workers as cores, or fewer if asked for. For an item whose worker is lost the
    result is that of `lost` with the reason. Without `fork` all is done in this process.
    """
    if "fork" not in multiprocessing.get_all_start_methods():
        yield from map(judge, items)
        return
    pool = _Pool(judge, min(workers or cores(), cores()), lost)
    try:
        yield from pool.results(items)
    finally:
        pool.end()


class _Worker(Generic[Item, Result]):
    """A process with a pipe, and the number of the item that it judges, if any."""

    def __init__(self, judge: Callable[[Item], Result], others: list[Connection]) -> None:
        context = multiprocessing.get_context("fork")
        self.pipe, theirs = context.Pipe()
        arguments = (judge, theirs, [*others, self.pipe], os.getpid())
        self.process = context.Process(target=_work, args=arguments, daemon=True)
        with warnings.catch_warnings():
            # Since Python 3.12. A worker waits for no lock that another thread may hold.
            warnings.filterwarnings("ignore", ".* is multi-threaded", DeprecationWarning)
            self.process.start()
        theirs.close()
        self.number: int | None = None
        self.until = 0.0

    def give(self, number: int, item: Item) -> None:
        self.number, self.until = number, time.monotonic() + SECONDS
        self.pipe.send(item)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()

    @property
    def reason(self) -> str:
        """Why it is lost."""
        self.process.join()
        return TIME_LIMIT if self.process.exitcode == -signal.SIGXCPU else DIED


class _Pool(Generic[Item, Result]):
    """The workers, and the results that have to wait for an earlier one."""

    def __init__(
        self, judge: Callable[[Item], Result], count: int, lost: Callable[[str], Result]
    ) -> None:
        self.judge, self.lost = judge, lost
        self.workers: list[_Worker[Item, Result]] = []
        self.ready: dict[int, Result] = {}
        self.count = count

    def results(self, items: Iterable[Item]) -> Iterator[Result]:
        waiting = enumerate(items)
        given = yielded = 0
        more = True
        while more or yielded < given:
            while more and given - yielded < AHEAD * self.count and (one := self._idle()):
                number, item = next(waiting, (None, None))
                if number is None:
                    more = False
                else:
                    one.give(number, item)  # type: ignore[arg-type]  # an item with its number
                    given += 1
            if yielded < given and yielded not in self.ready:
                self._collect()
            while yielded in self.ready:
                yield self.ready.pop(yielded)
                yielded += 1

    def _idle(self) -> _Worker[Item, Result] | None:
        found = next((one for one in self.workers if one.number is None), None)
        if found is None and len(self.workers) < self.count:
            found = _Worker(self.judge, [one.pipe for one in self.workers])
            self.workers.append(found)
        return found

    def _collect(self) -> None:
        """Wait until a worker has a result, is lost, or has taken too long."""
        busy = {one.pipe: one for one in self.workers if one.number is not None}
        left = min(one.until for one in busy.values()) - time.monotonic()
        for pipe in wait(list(busy), max(left, 0)):
            one = busy[pipe]  # type: ignore[index]  # what was waited for
            assert one.number is not None  # it is busy
            try:
                failed, result = one.pipe.recv()
            except (EOFError, OSError):
                self._replace(one, one.reason)
                continue
            if failed:
                raise result
            self.ready[one.number], one.number = result, None
        for one in list(busy.values()):
            if one.number is not None and one.until <= time.monotonic():
                self._replace(one, TIME_LIMIT)

    def _replace(self, one: _Worker[Item, Result], reason: str) -> None:
        assert one.number is not None  # it is busy
        self.ready[one.number] = self.lost(reason)
        self.workers.remove(one)
        one.end()

    def end(self) -> None:
        while self.workers:
            self.workers.pop().end()


def _work(
    judge: Callable[[Any], Any], pipe: Connection, others: list[Connection], parent: int
) -> None:
    """Judge what comes through the pipe until it is closed."""
    for other in others:
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    while True:
        try:
            item = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)
        _limit()
        try:
            answer = False, judge(item)
        except Exception as error:
            answer = True, error
        pipe.send(answer)


def _limit() -> None:
    """Limit the processor time of the next item, and all memory."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        until = int(time.process_time()) + CPU_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_EVERY)
    os._exit(1)
