"""Somebody's code may keep us waiting for so long; alarms that were set before are put back."""

import math
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.time_limit import OutOfTime, TimeLimit


@pytest.fixture
def rung() -> Iterator[list[object]]:
    """The alarms that went to the handler that was there before."""
    rings: list[object] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rings.append(number))
    yield rings
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@contextmanager
def limited(seconds: float | None) -> Iterator[None]:
    limit = TimeLimit(seconds)
    with limit.ticking(), limit:
        yield


@pytest.mark.sweep
def test_each_block_has_the_whole_time_and_what_is_between_takes_any() -> None:
    limit = TimeLimit(0.25)
    with limit.ticking():
        for _ in range(3):
            with limit:
                time.sleep(0.1)
        time.sleep(0.3)


@pytest.mark.parametrize("fails", [False, True])
def test_handler_and_timer_are_put_back(rung: list[object], fails: bool) -> None:
    handler, since = signal.getsignal(signal.SIGALRM), time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, 1000, 7)
    try:
        with limited(0.1):
            time.sleep(30 if fails else 0)
    except OutOfTime:
        assert fails
    left, again = signal.getitimer(signal.ITIMER_REAL)
    assert 900 < left <= (999.91 if fails else 1000)
    assert time.monotonic() - since < 5
    assert (signal.getsignal(signal.SIGALRM), rung) == (handler, [])
    assert again == pytest.approx(7)


def test_an_alarm_that_fell_due_meanwhile_rings_afterwards(rung: list[object]) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    for earlier in range(2):  # where none ran, none runs on
        with limited(0.5):
            time.sleep(0.1)
            assert len(rung) == earlier
        time.sleep(0.1)
        assert rung == [signal.SIGALRM]
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_there_is_no_limit_in_another_thread_nor_with_none() -> None:
    ends: list[float | None] = []

    def wait(seconds: float | None) -> None:
        with limited(seconds):
            time.sleep(0.1)
        ends.append(seconds)

    thread = threading.Thread(target=wait, args=[0.01])
    thread.start()
    thread.join()
    wait(None)
    assert ends == [0.01, None]


@pytest.mark.parametrize("seconds", [0, -1, math.inf, math.nan])
def test_other_limits_are_refused(seconds: float) -> None:
    with pytest.raises(BadInput, match=f"{seconds}"):
        TimeLimit(seconds)
