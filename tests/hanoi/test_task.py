"""A task is checked where it is made; numbers and configurations are taken as people type them."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pytest

from hanoi_fsm import Configuration, PegMatrix, Task, distance, next_move, step_of
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadConfiguration, BadDisks, BadPeg, BadStep
from hanoi_fsm.hanoi.pegs import PAIRS
from hanoi_fsm.hanoi.pegs.rules import ASSUMED_MEMORY, BYTES_PER_DISK, disks_in_memory
from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph


class Number:
    """A whole number of another type, as numpy has them."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def number(value: int) -> int:
    return Number(value)  # type: ignore[return-value]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_task_knows_its_ends(source: int, target: int) -> None:
    task = Task(3, source, target)
    assert {task.source, task.spare, task.target} == {0, 1, 2}
    assert task.last_step == 7
    assert (str(task.start), str(task.goal)) == (str(source) * 3, str(target) * 3)
    assert str(task) == f"3 disks from {source} to {target}"


def test_a_task_is_an_immutable_value() -> None:
    task = Task(1)
    assert str(task) == "1 disk from 0 to 2"
    assert {task: "found"}[Task(1, source=0, target=2)] == "found"
    assert task != Task(1, 0, 1)
    with pytest.raises(FrozenInstanceError):
        task.disks = 2  # type: ignore[misc]
    assert not hasattr(task, "__dict__")


WRONG = [True, 2.0, "1", None, -1]


@pytest.mark.parametrize("wrong", [*WRONG, 10**30])
def test_only_a_number_of_disks_that_fits_into_memory_makes_a_task(wrong: int) -> None:
    with pytest.raises(BadDisks):
        Task(wrong)


@pytest.mark.parametrize("wrong", [*WRONG, 3])
def test_a_task_is_between_two_different_pegs(wrong: int) -> None:
    for pegs in ((wrong, 2), (0, wrong), (1, 1)):
        with pytest.raises(BadPeg):
            Task(3, *pegs)


def test_a_whole_number_of_any_type_becomes_an_int() -> None:
    task = Task(number(3), number(2), number(1))
    assert task == Task(3, 2, 1)
    assert {type(part) for part in (task.disks, task.source, task.target)} == {int}
    assert formulas.move(number(5), task) == formulas.move(5, task)
    assert list(formulas.moves(number(5), number(8), task)) == list(formulas.moves(5, 8, task))
    assert formulas.configuration(number(5), task) == formulas.configuration(5, task)
    assert Configuration([number(0), number(2)]) == Configuration.of("02")
    assert Configuration("02").peg(number(1)) == 2
    assert PegMatrix(number(2), number(1)).configuration() == Configuration("11")
    assert next_move("02", target=number(0)) == next_move("02", target=0)


@pytest.mark.parametrize("wrong", [*WRONG, 8])
def test_a_step_is_a_whole_number_of_the_task(wrong: int) -> None:
    with pytest.raises(BadStep):
        formulas.move(wrong, Task(3))


SAME = ["0021", Configuration("0021"), [0, 0, 2, 1], (0, 0, 2, 1), iter([0, 0, 2, 1])]


@pytest.mark.parametrize("given", SAME, ids=lambda given: type(given).__name__)
def test_a_configuration_is_given_as_a_string_or_as_pegs(given: str) -> None:
    assert Configuration.of(given) == Configuration("0021")


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
def test_every_function_takes_a_string_and_refuses_what_is_none(
    ask: Callable[[object], object],
) -> None:
    assert ask("0021") == ask(Configuration("0021")) == ask([0, 0, 2, 1])
    for wrong in (None, 3, b"0021", [0, 0, 2.0, 1], [0, 0, True, 1], [["0"]], "0031", len):
        with pytest.raises(BadConfiguration):
            ask(wrong)


def test_unknown_memory_is_assumed_to_be_4_gigabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", lambda name: -1 if name == "SC_PHYS_PAGES" else 4096)
    assert disks_in_memory() == ASSUMED_MEMORY // 2 // BYTES_PER_DISK
    monkeypatch.delattr(os, "sysconf")
    assert Task(1000).last_step == 2**1000 - 1
