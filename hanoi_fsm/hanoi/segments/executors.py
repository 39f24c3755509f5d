"""Many segments on an executor: a bounded number is under way, and none is lost with a process.

Any `concurrent.futures.Executor` will do, such as that of a Dask `Client` or of MPI. What a future
raises is not about the machine, as every fault of that is in a result: the future is lost, because
a process was killed or the network failed, and its segment is submitted again.
"""

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import suppress
from typing import Any

from hanoi_fsm.fsm.errors import HanoiError, cut
from hanoi_fsm.fsm.exception_origin import one_line
from hanoi_fsm.hanoi.segments.cutting import Cut
from hanoi_fsm.hanoi.segments.running import Result, check_segment
from hanoi_fsm.hanoi.segments.sending import Sent, received

MOST_LOSSES = 5
"""So often may a segment be lost."""

LOOK_SECONDS = 0.5
"""Between two chances for a Ctrl-C, where waiting for a future cannot be interrupted."""

Submit = Callable[[int], "Future[Result]"]


class SegmentLost(HanoiError):
    """A segment whose future was lost again and again."""


def work(machine: Sent, cut: Cut, number: int) -> Result:
    """Check a segment in whichever process this is; top-level, with small arguments, to be sent."""
    return check_segment(received(machine), cut, number)


def submitting(executor: Executor, machine: Sent, cut: Cut) -> Submit:
    """How segments get to an executor."""
    return lambda number: executor.submit(work, machine, cut, number)


def results(
    submit: Submit, numbers: Iterator[int], ahead: int, look: Callable[[], object] = bool
) -> Generator[Result]:
    """The results as they come, each number's once, with `ahead` of them under way.

    Meanwhile `look` is called now and then.

    After a result that does not hold only lower numbers follow: so the lowest such one is there.
    What is under way at the end is cancelled. Raises `SegmentLost`.
    """
    under_way = _UnderWay(submit)
    worst: int | None = None
    try:
        while True:
            while len(under_way.futures) < ahead:
                number = under_way.next_again() or (next(numbers, None) if worst is None else None)
                if number is None:
                    break
                if worst is None or number < worst:
                    under_way.begin(number)
            if not under_way.futures and not under_way.again:
                return
            look()
            for result in under_way.finished():
                if not result.holds and (worst is None or result.number < worst):
                    worst = result.number
                    under_way.cancel(above=worst)
                if worst is None or result.number <= worst:
                    yield result
    finally:
        under_way.cancel()


class _UnderWay:
    """The futures of the numbers that were submitted, and the numbers to be submitted again."""

    def __init__(self, submit: Submit) -> None:
        self.submit = submit
        self.futures: dict[Future[Result], int] = {}
        self.again: deque[int] = deque()
        self.losses: Counter[int] = Counter()

    def begin(self, number: int) -> None:
        try:
            self.futures[self.submit(number)] = number
        except Exception as error:  # an executor that is broken or was shut down
            self._lost(number, error)

    def next_again(self) -> int | None:
        return self.again.popleft() if self.again else None

    def finished(self) -> Iterator[Result]:
        """Wait until some are done; those that are lost are submitted again later."""
        if not self.futures:
            return
        done, _ = wait(self.futures, timeout=LOOK_SECONDS, return_when=FIRST_COMPLETED)
        for future in done:
            number = self.futures.pop(future, None)
            if number is None:  # cancelled meanwhile
                continue
            result = self._result(future, number)
            if result is not None:
                yield result

    def _result(self, future: "Future[Any]", number: int) -> Result | None:
        try:
            error = future.exception(timeout=0)
        except CancelledError as cancelled:
            error = cancelled
        if error is not None:
            self._lost(number, error)
            return None
        result = future.result(timeout=0)
        if isinstance(result, Result) and result.number == number:
            return result
        self._lost(number, TypeError("its executor returned something else"))
        return None

    def _lost(self, number: int, error: BaseException) -> None:
        self.losses[number] += 1
        if self.losses[number] >= MOST_LOSSES:
            why = cut(one_line(error).rstrip(".:"), 150)
            raise SegmentLost(
                f"segment {number} was lost {MOST_LOSSES} times ({why}): does it end its process?"
            ) from error
        self.again.append(number)

    def cancel(self, above: int = 0) -> None:
        """Let go of the numbers above one."""
        for future, number in list(self.futures.items()):
            if number > above:
                del self.futures[future]
                with suppress(Exception):  # of whichever executor
                    future.cancel()
