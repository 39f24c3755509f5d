"""Many segments on an executor: a bounded number is pending, and none is lost with a process.

Any `concurrent.futures.Executor` will do, such as that of a Dask `Client` or of MPI. The faults of
a machine are in the results: a future that raises was lost, because a process was killed or the
network failed, and its segment is submitted again.
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
"""A segment that is lost this often is an error."""

POLL_SECONDS = 0.5
"""The longest wait without a chance for Ctrl-C, where waiting for a future blocks signals."""

Submit = Callable[[int], "Future[Result]"]


class SegmentLost(HanoiError):
    """A segment was lost repeatedly: whatever runs it ends its process."""


def check_sent(machine: Sent, cut: Cut, number: int) -> Result:
    """Check a segment of a machine that was sent; top-level, so that it can be pickled."""
    return check_segment(received(machine), cut, number)


def submitter(executor: Executor, machine: Sent, cut: Cut) -> Submit:
    """The function that submits a segment to an executor."""
    return lambda number: executor.submit(check_sent, machine, cut, number)


def results(
    submit: Submit,
    numbers: Iterator[int],
    most_pending: int,
    each_round: Callable[[], object] = lambda: None,
) -> Generator[Result]:
    """The results as they arrive, one per number, with at most `most_pending` futures at a time.

    Once a result does not hold, only results of lower numbers follow, so that the last one that
    does not hold is the first in the run. `each_round` is called before each wait. The futures that
    are pending at the end are cancelled. Raises `SegmentLost`.
    """
    pending = _Pending(submit)
    worst: int | None = None
    try:
        while True:
            while len(pending.futures) < most_pending:
                number = pending.next_lost() or (next(numbers, None) if worst is None else None)
                if number is None:
                    break
                if worst is None or number < worst:
                    pending.begin(number)
            if not pending.futures and not pending.lost:
                return
            each_round()
            for result in pending.finished():
                if not result.holds and (worst is None or result.number < worst):
                    worst = result.number
                    pending.cancel(above=worst)
                if worst is None or result.number <= worst:
                    yield result
    finally:
        pending.cancel()


class _Pending:
    """The futures of the numbers that were submitted, and the `lost` numbers to submit again."""

    def __init__(self, submit: Submit) -> None:
        self.submit = submit
        self.futures: dict[Future[Result], int] = {}
        self.lost: deque[int] = deque()
        self.losses: Counter[int] = Counter()

    def begin(self, number: int) -> None:
        try:
            self.futures[self.submit(number)] = number
        except Exception as error:  # an executor that is broken or was shut down
            self._note_lost(number, error)

    def next_lost(self) -> int | None:
        return self.lost.popleft() if self.lost else None

    def finished(self) -> Iterator[Result]:
        """Wait until some are done, and yield their results; the others are noted as lost."""
        if not self.futures:
            return
        done, _ = wait(self.futures, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
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
            self._note_lost(number, error)
            return None
        result = future.result(timeout=0)
        if isinstance(result, Result) and result.number == number:
            return result
        self._note_lost(number, TypeError("its executor returned something else"))
        return None

    def _note_lost(self, number: int, error: BaseException) -> None:
        self.losses[number] += 1
        if self.losses[number] >= MOST_LOSSES:
            why = cut(one_line(error).rstrip(".:"), 150)
            raise SegmentLost(
                f"segment {number} was lost {MOST_LOSSES} times ({why}): see whether the machine "
                "can be pickled, or ends its process"
            ) from error
        self.lost.append(number)

    def cancel(self, above: int = 0) -> None:
        """Cancel the futures of all numbers above this one."""
        for future, number in list(self.futures.items()):
            if number > above:
                del self.futures[future]
                with suppress(Exception):  # an executor may raise anything
                    future.cancel()
