"""Pegs, disks, steps and tasks are checked where they are given, in any form that people type."""

import copy
import os
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import Any

import oracle
import pytest

from hanoi_fsm import Configuration, PegMatrix, distance, next_move, step_of
from hanoi_fsm.fsm.errors import HanoiError, shortened
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import (
    BadConfiguration,
    BadDisks,
    BadPeg,
    BadStep,
    IllegalMove,
    NotOnPath,
)
from hanoi_fsm.hanoi.pegs import PAIRS, PEGS, Task, check_disks, check_peg, third, whole
from hanoi_fsm.hanoi.pegs.rules import ASSUMED_MEMORY, BYTES_PER_DISK, disks_in_memory
from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph


class Number:
    """A whole number of another type, as numpy has them."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def number(value: int) -> int:
    return Number(value)  # type: ignore[return-value]  # as numpy integers are


@pytest.mark.parametrize(("source", "target"), oracle.TASKS)
def test_a_task_knows_its_pegs_its_ends_and_its_steps(source: int, target: int) -> None:
    task = Task(3, source, target)
    assert {source, task.spare, target} == {source, third(source, target), target} == {*PEGS}
    assert (str(task.start), str(task.goal)) == (str(source) * 3, str(target) * 3)
    assert (task.last_step, str(task)) == (7, f"3 disks from {source} to {target}")
    assert Task(100_000, source, target).last_step == 2**100_000 - 1
    for pegs in ((source, source), (source, 3), (3, target)):
        with pytest.raises(BadPeg):
            Task(3, *pegs)


def test_a_task_is_an_immutable_value() -> None:
    assert sorted(PAIRS) == sorted(oracle.TASKS)
    task = Task(1, *PAIRS[0])
    assert str(task) == "1 disk from 0 to 2"
    assert {task, Task(1)} == {Task(1, source=0, target=2)} != {Task(1, 0, 1)}
    with pytest.raises(FrozenInstanceError):
        task.disks = 2
    with pytest.raises(FrozenInstanceError):
        del task.source
    assert task == copy.deepcopy(task) == pickle.loads(pickle.dumps(task)) != (1, 0, 2)
    assert (repr(task), hash(task)) == ("Task(disks=1, source=0, target=2)", hash(Task(1)))


WRONG = [-1, True, 1.0, "1", None, 10**100]
"""What is neither a number of disks, nor a peg, nor a step of a small tower."""


@pytest.mark.parametrize("wrong", WRONG, ids=shortened)
def test_anything_else_is_refused_and_named(wrong: Any) -> None:
    calls: list[tuple[Callable[[], object], type[Exception]]] = [
        (lambda: check_disks(wrong), BadDisks),
        (lambda: Configuration.tower(wrong, 0), BadDisks),
        (lambda: PegMatrix(2, wrong), BadPeg),
        (lambda: next_move("01", target=wrong), BadPeg),
        (lambda: formulas.distance_to_tower("01", target=wrong), BadPeg),
        (lambda: step_of("01", target=wrong), BadPeg),
        (lambda: Task(wrong), BadDisks),
        (lambda: Task(3, wrong, 2), BadPeg),
        (lambda: Task(3, 0, wrong), BadPeg),
        (lambda: check_peg(wrong), BadPeg),
        (lambda: formulas.move(wrong, Task(3)), BadStep),
    ]
    for call, error in calls:
        with pytest.raises(error) as caught:
            call()
        assert shortened(wrong) in str(caught.value)


def test_an_error_of_the_puzzle_is_a_value_error_and_the_package_s_own() -> None:
    for error in (BadConfiguration, BadDisks, BadPeg, BadStep, IllegalMove, NotOnPath):
        assert {HanoiError, ValueError} <= set(error.__mro__)


def test_a_whole_number_of_any_type_becomes_an_int() -> None:
    task = Task(number(3), number(2), number(1))
    assert task == Task(3, 2, 1)
    assert {type(part) for part in (task.disks, task.source, task.target)} == {int}
    assert (whole(number(7)), whole(-7), whole(True), whole(2.0)) == (7, -7, None, None)
    assert list(formulas.moves(number(5), number(8), task)) == list(formulas.moves(5, 8, task))
    assert formulas.configuration(number(5), task) == formulas.configuration(5, task)
    assert Configuration([number(0), number(2)]) == Configuration.of("02")
    assert Configuration("02").peg(number(1)) == 2
    assert PegMatrix(number(2), number(1)).configuration() == Configuration("11")
    assert next_move("02", target=number(0)) == next_move("02", target=0)


@pytest.mark.parametrize(
    "ask",
    [
        lambda given: (step_of(given), formulas.distance_to_tower(given), next_move(given)),
        lambda given: (distance(given, "2222"), distance("2222", given)),
        lambda given: formulas.path_lengths(given, "2222"),
        lambda given: formulas.shortest_paths("2222", given),
        lambda given: HanoiGraph(given, "2222"),
        lambda given: PegMatrix.standing(given).cells,
    ],
)
def test_every_function_takes_a_string_or_pegs_and_refuses_anything_else(
    ask: Callable[[object], object],
) -> None:
    assert ask("0021") == ask(Configuration("0021")) == ask([0, 0, 2, 1]) == ask((0, 0, 2, 1))
    for wrong in (None, 3, b"0021", [0, 0, 2.0, 1], [0, 0, True, 1], [["0"]], "0031", len):
        with pytest.raises(BadConfiguration):
            ask(wrong)


def test_the_largest_tower_is_the_one_that_the_error_names() -> None:
    check_disks(disks_in_memory())
    with pytest.raises(BadDisks, match=rf"\b{disks_in_memory()}\b"):
        check_disks(disks_in_memory() + 1)


def test_unknown_memory_is_assumed_to_be_4_gigabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", lambda name: -1 if name == "SC_PHYS_PAGES" else 4096)
    assert disks_in_memory() == ASSUMED_MEMORY // 2 // BYTES_PER_DISK
    monkeypatch.delattr(os, "sysconf")
    assert Task(1000).last_step == 2**1000 - 1
