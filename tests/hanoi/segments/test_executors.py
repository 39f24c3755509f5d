"""Segments on executors: whatever becomes of a future, each segment is reported exactly once."""

from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from multiprocessing import get_context
from random import Random
from threading import Lock
from typing import Any

import pytest
from segment_subjects import LATE, crashing, late, leaving, redrawn

from hanoi_fsm import check_segments
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.hanoi.segments.executors import MOST_LOSSES, SegmentLost
from hanoi_fsm.hanoi.segments.segmented_check import SegmentedCheck

pytestmark = pytest.mark.usefixtures("no_hang")


class Clumsy(Executor):
    """It runs tasks in threads, but loses some: `lost` says how, by the number of the task."""

    def __init__(self, lost: Callable[[int], object]) -> None:
        self.lost, self.submitted = lost, 0
        self.threads, self.lock = ThreadPoolExecutor(2), Lock()
        self.open = self.most_open = 0

    def submit(self, task: Any, /, *values: Any, **named: Any) -> "Future[Any]":
        self.submitted += 1
        how = self.lost(self.submitted)
        if how == "refused":
            raise RuntimeError("cannot schedule new futures")
        future: Future[Any] = Future()
        if how == "cancelled":
            future.cancel()
            future.set_running_or_notify_cancel()
        elif how == "wrong":
            future.set_result("something else")
        elif isinstance(how, BaseException):
            future.set_exception(how)
        else:
            with self.lock:
                self.open += 1
                self.most_open = max(self.most_open, self.open)
            future = self.threads.submit(task, *values, **named)
            future.add_done_callback(self._done)
        return future

    def _done(self, future: "Future[Any]") -> None:
        with self.lock:
            self.open -= 1


@pytest.fixture
def clumsy() -> Iterator[Callable[[Callable[[int], object]], Clumsy]]:
    made: list[Clumsy] = []

    def make(lost: Callable[[int], object]) -> Clumsy:
        made.append(Clumsy(lost))
        return made[-1]

    yield make
    for one in made:
        one.threads.shutdown()


Make = Callable[[Callable[[int], object]], Clumsy]
LOSSES = ["cancelled", "refused", "wrong", BrokenExecutor("gone"), CancelledError(), OSError("net")]


@pytest.mark.parametrize("how", LOSSES, ids=str)
def test_a_lost_future_is_submitted_again(how: object, clumsy: Make) -> None:
    executor = clumsy(lambda number: how if number in (1, 2, 5, 21) else None)
    with SegmentedCheck("two-storey", 7, segments=20) as check:
        numbers = [result.number for result in check.results(executor=executor)]
        assert (sorted(numbers), check.done) == (list(range(1, 21)), 20)
        assert check.report().holds
    assert executor.submitted == 24


@pytest.mark.parametrize("how", LOSSES, ids=str)
def test_a_segment_that_is_lost_repeatedly_is_an_error(how: object, clumsy: Make) -> None:
    executor = clumsy(lambda number: how)
    with pytest.raises(SegmentLost, match=f"segment 1 was lost {MOST_LOSSES} times"):
        check_segments("two-storey", 5, segments=1, executor=executor)
    assert executor.submitted == MOST_LOSSES


def test_each_segment_is_reported_once_by_an_executor_that_loses_some_at_random(
    clumsy: Make,
) -> None:
    random = Random(6)
    print("seed 6")
    executor = clumsy(lambda number: random.choice([*[None] * 9, "cancelled", "refused"]))
    with SegmentedCheck("monk", 8, segments=60) as check:
        numbers = [result.number for result in check.results(executor=executor, jobs=3)]
    assert sorted(numbers) == list(range(1, 61))


def test_a_bounded_number_is_pending_and_numbers_are_taken_as_needed(clumsy: Make) -> None:
    executor = clumsy(lambda number: None)
    with SegmentedCheck("two-storey", 40, segments=10**9) as check:
        results = check.results(executor=executor, jobs=3)
        for _ in range(10):
            next(results)
        results.close()
    assert executor.submitted <= 10 + 3
    assert executor.most_open <= 3


def test_the_executor_of_the_caller_is_left_open() -> None:
    with ThreadPoolExecutor(2) as executor:
        assert check_segments("two-storey", 8, segments=9, executor=executor).holds
        assert executor.submit(int, "7").result() == 7


def test_of_several_wrong_segments_the_first_is_reported_though_it_comes_last(
    clumsy: Make,
) -> None:
    wrong = redrawn(("/ move_back", "/ move_ahead"))
    executor = clumsy(lambda number: "cancelled" if number <= 4 else None)
    report = check_segments(wrong, 8, segments=30, executor=executor)
    assert [finding.step for finding in report.findings] == [4]


def test_threads_check_a_machine_that_cannot_be_pickled() -> None:
    with ThreadPoolExecutor(1) as executor:
        report = check_segments(late, 11, segments=5, executor=executor)
    assert [finding.step for finding in report.findings] == [LATE]


def test_what_is_not_an_executor_is_refused() -> None:
    with pytest.raises(BadInput, match="invalid executor 'dask'"):
        check_segments("monk", 5, executor="dask")  # type: ignore[arg-type]  # what is refused


@pytest.mark.sweep
def test_a_machine_that_the_executor_cannot_send_is_an_error_of_one_line() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        with pytest.raises(SegmentLost, match=r"(?i)can't pickle") as caught:
            check_segments(late, 5, executor=executor)
        assert len(str(caught.value)) <= 300
        assert check_segments("two-storey", 9, segments=3, executor=executor).holds


@pytest.mark.parametrize("threads", [False, True])
def test_a_machine_that_would_end_its_process_is_an_error(threads: bool) -> None:
    with ThreadPoolExecutor(1) as executor, pytest.raises(BadInput, match="raised SystemExit: 3"):
        check_segments(leaving, 5, segments=3, executor=executor if threads else None)


@pytest.mark.sweep
def test_a_machine_that_ends_its_process_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hanoi_fsm.hanoi.segments.segmented_check.cores", lambda: 2)
    with pytest.raises(SegmentLost, match=r"lost 5 times \(BrokenProcessPool"):
        check_segments(crashing, 15, segments=9)


@pytest.mark.sweep
@pytest.mark.parametrize("disks", [12, 13])
def test_a_machine_that_cannot_be_sent_runs_in_forked_processes(
    disks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanoi_fsm.hanoi.segments.segmented_check.WORTH_A_PROCESS", 0)
    monkeypatch.setattr("hanoi_fsm.hanoi.segments.segmented_check.cores", lambda: 3)
    report = check_segments(late, disks, segments=7, jobs=3)
    assert [finding.step for finding in report.findings] == [LATE]
