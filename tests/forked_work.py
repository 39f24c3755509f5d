"""Work for worker processes as tests need it, and what comes of it."""

import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import Any

from hanoi_fsm.fsm.workers import Inline, Limits, Worker, start

SHORT = Limits(0.5, 256 << 20)
"""For what never ends or eats memory; all else has the usual time, however busy the machine."""


def asked(work: Callable[[Any], Any], request: object, limits: Limits) -> tuple[list[int], Any]:
    """The numbers and the answer of one request to a new worker."""
    numbers: list[int] = []
    answer: list[Any] = []

    def reply(worker: Worker | Inline) -> Generator[Sequence[int], None, None]:
        answer.append((yield from worker.ask(request)))

    with start(work, limits) as worker:
        for some in reply(worker):
            numbers.extend(some)
    return numbers, answer[0]


def busy(request: object) -> None:
    while True:
        with suppress(BaseException):
            time.time()


def raising(error: BaseException) -> Callable[[object], None]:
    def work(request: object) -> None:
        raise error

    return work


def gone(pid: int) -> bool:
    """Whether a process ends within five seconds."""
    for _ in range(500):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False
