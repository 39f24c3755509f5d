"""Workers judge items in order, lazily; what is lost costs only itself, and nobody is left over."""

import os
import signal
import time
from collections.abc import Iterator
from itertools import count, islice

import pytest
from sampling import one_in

from hanoi_fsm.fsm.checking import judging
from hanoi_fsm.fsm.checking.judging import judged
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.workers import Failure, Limits
from hanoi_fsm.fsm.workers.pool import AHEAD

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")


def odd(number: int) -> str:
    """A judge that some items are too much for."""
    if number == 3:
        os._exit(0)
    while number == 5:
        pass
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 9:
        time.sleep(60)
    return str(number)


@pytest.mark.parametrize("workers", one_in(3, [2, 1, 1000]))
@pytest.mark.sweep
def test_what_hangs_or_dies_has_its_own_verdict_and_the_others_go_on(
    workers: int, monkeypatch: pytest.MonkeyPatch, no_hang: None
) -> None:
    monkeypatch.setattr(judging, "LIMITS", Limits(seconds=1.0))
    lost = {3: "exit code 0", 5: "1 second", 7: "SIGKILL", 9: "1 second"}
    found = list(judged(odd, range(12), int, workers))
    assert [number for number, _ in found] == list(range(12))
    for number, verdict in found:
        assert isinstance(verdict, Failure) == (number in lost)
        assert lost.get(number, str(number)) in str(verdict)


def test_items_are_taken_only_when_they_are_needed(no_hang: None) -> None:
    taken: list[int] = []

    def endless() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    results = judged(lambda square: -square, endless(), lambda number: number**2, 2)
    assert list(islice(results, 4)) == [(0, 0), (1, -1), (2, -4), (3, -9)]
    assert len(taken) <= 4 + 2 * (AHEAD + 1)
    results.close()


def test_what_a_judge_raises_is_raised(no_hang: None) -> None:
    with pytest.raises(BadInput, match="ZeroDivisionError"):
        list(judged(lambda number: 1 // number, [1, 0], int, 2))
