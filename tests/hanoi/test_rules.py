"""The rules of the puzzle as checks: pegs, disks and tasks, and the errors for everything else."""

from __future__ import annotations

from collections.abc import Callable

import oracle
import pytest

from hanoi_fsm.fsm.errors import HanoiError, shortened
from hanoi_fsm.hanoi.errors import (
    BadConfiguration,
    BadDisks,
    BadPeg,
    BadStep,
    IllegalMove,
    NotOnPath,
)
from hanoi_fsm.hanoi.pegs import PAIRS, PEGS, Move, Task, check_disks, check_peg, whole
from hanoi_fsm.hanoi.pegs import third as third_peg
from hanoi_fsm.hanoi.pegs.rules import disks_in_memory


@pytest.mark.parametrize(("a", "b"), oracle.TASKS)
def test_the_third_peg_is_the_one_that_is_not_named(a: int, b: int) -> None:
    assert {a, b, third_peg(a, b)} == {0, 1, 2}


def test_there_are_six_tasks() -> None:
    assert sorted(PAIRS) == sorted(oracle.TASKS)
    assert PAIRS[0] == (0, 2), "the usual one first"


@pytest.mark.parametrize(
    ("value", "number"),
    [(0, 0), (-7, -7), (10**40, 10**40), (True, None), (2.0, None), ("2", None)],
)
def test_only_an_int_is_whole(value: object, number: int | None) -> None:
    assert whole(value) == number


def test_pegs_are_0_1_and_2() -> None:
    assert list(PEGS) == [0, 1, 2]
    for peg in PEGS:
        check_peg(peg)


@pytest.mark.parametrize(
    ("check", "given", "error"),
    [
        *((check_peg, [peg], BadPeg) for peg in (3, -1, True, 1.0, "1", None, 10**100)),
        *((check_disks, [n], BadDisks) for n in (-1, True, 2.0, "3", None, 10**12, 10**100)),
        *((Task, [3, *task], BadPeg) for task in ((3, 1), (1, -2), (1, 1))),
        (Task, [-3, 0, 2], BadDisks),
    ],
)
def test_anything_else_is_refused_and_named(
    check: Callable[..., None], given: list[int], error: type[Exception]
) -> None:
    with pytest.raises(error) as caught:
        check(*given)
    assert any(shortened(value) in str(caught.value) for value in given)


def test_the_largest_tower_is_the_one_that_the_error_names() -> None:
    check_disks(disks_in_memory())
    with pytest.raises(BadDisks, match=rf"\b{disks_in_memory()}\b"):
        check_disks(disks_in_memory() + 1)


@pytest.mark.parametrize("task", oracle.TASKS)
@pytest.mark.parametrize("disks", [0, 3, 100_000])
def test_a_task_goes_from_any_peg_to_any_other(disks: int, task: tuple[int, int]) -> None:
    Task(disks, *task)


@pytest.mark.parametrize(
    "error", [BadConfiguration, BadDisks, BadPeg, BadStep, IllegalMove, NotOnPath]
)
def test_every_error_is_a_value_error_and_the_package_s_own(error: type[Exception]) -> None:
    assert issubclass(error, HanoiError)
    assert issubclass(error, ValueError)


def test_a_move_is_a_triple_that_reads_as_a_sentence() -> None:
    move = Move(disk=4, source=1, target=0)
    assert str(move) == "disk 4: 1 -> 0"
    assert move == (4, 1, 0)
