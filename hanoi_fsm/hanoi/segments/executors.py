"""Many segments on an executor: a bounded number is pending, and none is lost with a process.

Any `concurrent.futures.Executor` will do, such as that of a Dask `Client` or of MPI. The faults of
a machine are in the results: a future that raises was lost, because a process was killed or the
network failed, and its segment is submitted again.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import suppress
from math import inf
from typing import Any

from hanoi_fsm.fsm.errors import HanoiError, cut, one_line
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


def results(submit: Submit, numbers: Iterator[int], most_pending: int) -> Generator[Result]:
    """The results as they arrive, one per number, with at most `most_pending` futures at a time.

    Once a result does not hold, only results of lower numbers follow, so that the last one that
    does not hold is the first in the run. The futures that are pending at the end are cancelled.
    Raises `SegmentLost`.
    """
    pending: dict[Future[Result], int] = {}
    lost: list[int] = []
    losses: Counter[int] = Counter()
    wanted = inf
    try:
        while True:
            while len(pending) < most_pending:
                number = lost.pop(0) if lost else next(numbers, None)
                if number is None or number >= wanted:
                    break
                pending[_begun(submit, number)] = number
            if not pending:
                return
            done, _ = wait(pending, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                number = pending.pop(future)
                result = _result(future, number)
                if isinstance(result, Result):
                    if number < wanted:
                        yield result
                    if not result.holds:
                        wanted = min(wanted, number)
                    continue
                losses[number] += 1
                if losses[number] >= MOST_LOSSES:
                    raise _lost(number, result) from result
                lost.append(number)
            _cancel(pending, wanted)
    finally:
        _cancel(pending, 0)


def _begun(submit: Submit, number: int) -> "Future[Result]":
    """The future of a segment; it has failed where an executor is broken or was shut down."""
    try:
        return submit(number)
    except Exception as error:
        failed: Future[Result] = Future()
        failed.set_exception(error)
        return failed


def _result(future: "Future[Any]", number: int) -> Result | BaseException:
    """The result of a future that is done, or why it was lost."""
    try:
        result = future.result(timeout=0)
    except (Exception, CancelledError) as error:
        return error
    if isinstance(result, Result) and result.number == number:
        return result
    return TypeError("its executor returned something else")


def _lost(number: int, error: BaseException) -> SegmentLost:
    why = cut(one_line(error).rstrip(".:"), 150)
    return SegmentLost(
        f"segment {number} was lost {MOST_LOSSES} times ({why}): see whether the machine can be "
        "pickled, or ends its process"
    )


def _cancel(pending: "dict[Future[Result], int]", above: float) -> None:
    """Cancel the futures of all numbers above this one."""
    for future, number in [*pending.items()]:
        if number > above:
            del pending[future]
            with suppress(Exception):  # an executor may raise anything
                future.cancel()
