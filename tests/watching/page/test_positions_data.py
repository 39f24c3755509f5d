"""What the page looks up of a position is what a search by the rules alone finds."""

import json
from functools import cache
from typing import Any

import oracle
import pytest

from hanoi_fsm import automata
from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import NotOnPath
from hanoi_fsm.watching.page.positions import positions_data

each_number = pytest.mark.parametrize(
    "disks", [0, 1, 2, 3, *(pytest.param(more, marks=pytest.mark.sweep) for more in (4, 5, 6))]
)
each_task = pytest.mark.parametrize(("source", "target"), oracle.TASKS)
each_goal = pytest.mark.parametrize("goal", [0, 1, 2])


@cache
def page_data(disks: int) -> dict[str, Any]:
    """The data as the page reads it."""
    read: dict[str, Any] = json.loads(json.dumps(positions_data(disks)))
    return read


def tower(disks: int) -> dict[str, Any]:
    found: dict[str, Any] = page_data(disks)["towers"][disks]
    return found


def moves(disks: int, goal: int) -> list[str]:
    """The best move in each position, as the page reads it."""
    return [page_data(disks)["states"][int(digit)] for digit in tower(disks)["moves"][goal]]


@each_number
@each_goal
def test_the_distances_are_those_of_breadth_first_search(disks: int, goal: int) -> None:
    found = oracle.distances(str(goal) * disks)
    assert tower(disks)["distances"][goal] == [found[word] for word in oracle.words(disks)]


@each_number
@each_goal
def test_each_best_move_is_legal_and_the_only_one_that_comes_nearer(disks: int, goal: int) -> None:
    left = oracle.distances(str(goal) * disks)
    for word, move in zip(oracle.words(disks), moves(disks, goal), strict=True):
        nearer = [
            f"{source}{target}"
            for (_, source, target), there in oracle.neighbours(word)
            if left[there] < left[word]
        ]
        assert [move] == (nearer or ["none"]), word


@each_number
@each_goal
def test_next_move_reader_says_the_best_move_with_pegs_exchanged(disks: int, goal: int) -> None:
    exchanged = str.maketrans(f"2{goal}", f"{goal}2")
    reader = automata.get("next-move-reader").automaton
    for word, move in zip(oracle.words(disks), moves(disks, goal), strict=True):
        assert reader.after(word.translate(exchanged)).translate(exchanged) == move


@each_number
@each_task
@pytest.mark.one_in(4)
def test_the_disk_that_shows_it_is_the_largest_one_off_every_optimal_configuration(
    disks: int, source: int, target: int
) -> None:
    path = oracle.solution(disks, source, target)
    for word, digit in zip(
        oracle.words(disks), tower(disks)["off"][3 - source - target], strict=True
    ):
        agreed = max(
            kept for kept in range(disks + 1) if any(one.startswith(word[:kept]) for one in path)
        )
        assert int(digit, 36) == disks - agreed, word


@each_number
@each_task
@pytest.mark.one_in(4)
def test_path_reader_and_the_formula_stop_at_that_disk(
    disks: int, source: int, target: int
) -> None:
    for word, digit in zip(
        oracle.words(disks), tower(disks)["off"][3 - source - target], strict=True
    ):
        read = 0
        try:
            for _ in automata.READERS["path-reader"].read(word, source=source, target=target):
                read += 1
        except MachineStopped:
            assert int(digit, 36) == disks - read
        else:
            assert digit == "0"
        try:
            formulas.step_of(word, source=source, target=target)
        except NotOnPath as error:
            assert int(digit, 36) == error.disk
        else:
            assert digit == "0"


def test_every_state_of_the_reader_has_its_meaning() -> None:
    data = positions_data(0)
    assert (
        list(data["meanings"])
        == data["states"]
        == list(automata.get("next-move-reader").automaton.states)
    )


@pytest.mark.parametrize(("largest", "bytes_at_most"), [(5, 60_000), (8, 1_000_000)])
def test_it_is_small_enough_for_the_page(largest: int, bytes_at_most: int) -> None:
    assert len(json.dumps(positions_data(largest))) < bytes_at_most
