"""Somebody's code may keep us waiting for so long; alarms that were set before are put back."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.time_limit import OutOfPatience, Patience
from hanoi_fsm.hanoi.checking import Kind, judge


@pytest.fixture
def rung() -> Iterator[list[int]]:
    """The alarms that came to the handler that was there before."""
    came: list[int] = []

    def ring(number: int, frame: FrameType | None) -> None:
        came.append(number)

    before = signal.signal(signal.SIGALRM, ring)
    yield came
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    patience = Patience(seconds)
    with patience.ticking(), patience:
        yield


def test_what_takes_too_long_is_interrupted_soon() -> None:
    since = time.monotonic()
    with pytest.raises(OutOfPatience), limited(0.1):
        time.sleep(30)
    assert 0.1 <= time.monotonic() - since < 5


def test_each_block_has_the_whole_time() -> None:
    patience = Patience(0.8)
    with patience.ticking():
        for _ in range(5):
            with patience:
                time.sleep(0.2)


def test_what_happens_between_the_blocks_takes_any_time() -> None:
    patience = Patience(0.05)
    with patience.ticking():
        with patience:
            pass
        time.sleep(0.2)


@pytest.mark.parametrize("fails", [False, True])
def test_handler_and_timer_are_put_back(rung: list[int], fails: bool) -> None:
    handler = signal.getsignal(signal.SIGALRM)
    signal.setitimer(signal.ITIMER_REAL, 1000, 7)
    verdict = judge(lambda disks: time.sleep(0.3) if fails else [], [0], patience=0.1)
    assert (verdict is not None) == fails
    assert signal.getsignal(signal.SIGALRM) is handler
    left, again = signal.getitimer(signal.ITIMER_REAL)
    assert 900 < left <= (999.91 if fails else 1000)
    assert again == pytest.approx(7)
    assert rung == []


def test_an_alarm_that_fell_due_meanwhile_rings_afterwards(rung: list[int]) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    with limited(10):
        time.sleep(0.1)
        assert rung == []
    time.sleep(0.1)
    assert rung == [signal.SIGALRM]


def test_no_timer_runs_on_where_none_ran(rung: list[int]) -> None:
    with limited(0.05):
        pass
    time.sleep(0.1)
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert rung == []


def test_in_another_thread_there_is_no_limit() -> None:
    kinds = []

    def asked() -> None:
        verdict = judge(lambda disks: time.sleep(0.2), [0], patience=0.01)
        kinds.append(verdict and verdict.kind)

    thread = threading.Thread(target=asked)
    thread.start()
    thread.join()
    assert kinds == [Kind.NO_MOVES]


def test_none_waits_for_ever() -> None:
    verdict = judge(lambda disks: time.sleep(0.05), [0], patience=None)
    assert verdict is not None
    assert verdict.kind is Kind.NO_MOVES


@pytest.mark.parametrize("seconds", [0, -1, math.inf, math.nan])
def test_other_limits_are_refused(seconds: float) -> None:
    with pytest.raises(BadInput, match="give a positive number of seconds, or None"):
        judge(list, patience=seconds)
