"""Many pieces of work on several processes: the answers come in the order of the pieces."""

import os
from collections.abc import Generator, Iterable, Iterator
from typing import Any

from hanoi_fsm.fsm.workers.child import Work
from hanoi_fsm.fsm.workers.failure import Limits
from hanoi_fsm.fsm.workers.inline import Inline
from hanoi_fsm.fsm.workers.pipes import can_fork
from hanoi_fsm.fsm.workers.reply import Done
from hanoi_fsm.fsm.workers.worker import Worker, messages

AHEAD = 32
"""So many answers per process may wait for an earlier one that is slow."""


_NO_MORE = object()


def cores() -> int:
    """The number of processor cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1


def answers(
    work: Work, requests: Iterable[Any], *, count: int | None = None, limits: Limits | None = None
) -> Generator[Any]:
    """The answer to each of the requests, or a `Failure`, in their order.

    `count` processes (by default one per core) do the work, each on one request at a time; one that
    fails otherwise than by an exception is replaced. The requests are taken as they are needed.
    Close the iterator to end the processes; they end too where it is dropped.

    >>> list(answers(lambda request: request * 2, range(3), count=2))
    [0, 2, 4]
    """
    if not can_fork():
        inline = Inline(work, limits)
        yield from map(inline.answer, requests)
        return
    pool = _Pool(work, count or cores(), limits or Limits())
    try:
        yield from pool.run(iter(requests))
    finally:
        pool.close()


class _Pool:
    def __init__(self, work: Work, count: int, limits: Limits) -> None:
        self.work, self.count, self.limits = work, count, limits
        self.idle: list[Worker] = []
        self.busy: dict[Worker, int] = {}
        self.done: dict[int, Any] = {}

    def run(self, requests: Iterator[Any]) -> Iterator[Any]:
        taken = given = 0
        ended = False
        while True:
            while not ended and len(self.busy) < self.count and taken - given < AHEAD * self.count:
                request = next(requests, _NO_MORE)
                if request is _NO_MORE:
                    ended = True
                else:
                    self._begin(request, taken)
                    taken += 1
            if given in self.done:
                yield self.done.pop(given)
                given += 1
            elif self.busy:
                self._collect()
            else:
                return

    def _begin(self, request: Any, number: int) -> None:
        worker = self.idle.pop() if self.idle else Worker(self.work, self.limits)
        self.busy[worker] = number
        worker.send(request)

    def _collect(self) -> None:
        for worker, message in messages([*self.busy]):
            if isinstance(message, Done):
                self.done[self.busy.pop(worker)] = message.value
                if worker.alive:
                    self.idle.append(worker)

    def close(self) -> None:
        """End all processes, the busy ones first: they are killed."""
        for worker in (*self.busy, *self.idle):
            worker.close()
