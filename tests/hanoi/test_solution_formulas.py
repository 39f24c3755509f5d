"""The closed formulas: three families that know any step, judged by recursion and by search."""

from __future__ import annotations

import re
import tracemalloc
from collections import deque
from collections.abc import Iterator
from itertools import islice

import oracle
import pytest
from chance import chance

from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadStep
from hanoi_fsm.hanoi.formulas import FAMILIES, Family, legalov
from hanoi_fsm.hanoi.pegs import Configuration, Move, PegMatrix, Task

HUGE = 100_000
"""Disks of a tower whose steps have 30,103 decimal digits."""

Pair = tuple[int, int]

each_family = pytest.mark.parametrize("by", FAMILIES.values(), ids=FAMILIES)
each_task = pytest.mark.parametrize("task", oracle.TASKS)


# The calls


def move(step: int, disks: int, task: Pair = (0, 2), by: Family = legalov) -> Move:
    return formulas.move(step, Task(disks, *task), by=by)


def moves(
    start: int, stop: int, disks: int, task: Pair = (0, 2), by: Family = legalov
) -> Iterator[Move]:
    return formulas.moves(start, stop, Task(disks, *task), by=by)


def configuration(step: int, disks: int, task: Pair = (0, 2)) -> Configuration:
    return formulas.configuration(step, Task(disks, *task))


# Against the oracle


@pytest.mark.parametrize("disks", range(11))
@each_task
@each_family
def test_every_family_gives_the_moves_of_the_recursion(by: Family, task: Pair, disks: int) -> None:
    expected = list(oracle.textbook(disks, *task))
    assert list(moves(1, 2**disks, disks, task, by)) == expected
    assert [move(step, disks, task, by) for step in range(1, 2**disks)] == expected


@pytest.mark.parametrize("disks", range(11))
@each_task
def test_the_configuration_after_a_step_is_where_the_moves_lead(task: Pair, disks: int) -> None:
    known = [str(configuration(step, disks, task)) for step in range(2**disks)]
    assert known == oracle.solution(disks, *task)
    assert known[-1] == str(task[1]) * disks


@pytest.mark.parametrize("disks", range(8))
@each_task
def test_every_step_leads_one_move_nearer_so_that_no_solution_is_shorter(
    task: Pair, disks: int
) -> None:
    left = oracle.distances(str(task[1]) * disks)
    for step in range(2**disks):
        assert left[str(configuration(step, disks, task))] == Task(disks).last_step - step


# Towers of any height


@pytest.mark.parametrize(
    ("most", "times", "length"),
    [(64, 4, 60), (65, 4, 60), (1_000, 4, 60), (10_000, 4, 60), (HUGE, 1, 40)],
)
def test_in_random_windows_the_families_agree_and_break_no_rule(
    most: int, times: int, length: int
) -> None:
    random = chance()
    for _ in range(times):
        disks, task = random.randint(most // 2, most), random.choice(oracle.TASKS)
        start = random.randint(1, 2**disks - 1)
        stop = min(start + length, 2**disks)
        first, *others = (list(moves(start, stop, disks, task, by)) for by in FAMILIES.values())
        assert len(first) == stop - start
        assert others == [first] * 2
        pegs = PegMatrix.standing(configuration(start - 1, disks, task))
        assert [pegs.move(source, target) for _, source, target in first] == first
        assert pegs.configuration() == configuration(stop - 1, disks, task)


@each_task
@each_family
def test_the_middle_step_moves_the_largest_disk_straight_over(by: Family, task: Pair) -> None:
    for disks in (1, 2, 64, 999, HUGE):
        assert move(1 << disks - 1, disks, task, by) == (disks, *task)


def test_step_0_is_only_before_the_first_move_and_no_disks_take_no_steps() -> None:
    assert Task(0).last_step == 0
    assert list(moves(1, 1, 0)) == []
    for step, disks in [(0, 3), (0, 0), (1, 0)]:
        with pytest.raises(BadStep):
            move(step, disks)


# What is refused


@pytest.mark.parametrize("step", [8, -1, True, 2.0, "2", None, 10**4_000], ids=shortened)
def test_a_step_outside_the_solution_has_no_move_and_no_configuration(step: int) -> None:
    for call in (move, configuration):
        with pytest.raises(BadStep, match=re.escape(shortened(step))) as caught:
            call(step, 3)
        assert re.search(r"\b7\b", str(caught.value)), "the last step is named"
        assert "\n" not in str(caught.value)


def test_the_last_step_of_a_high_tower_is_named_as_a_power() -> None:
    with pytest.raises(BadStep, match=r"2\*\*1000 - 1"):
        move(2**1_000, 1_000)
    assert move(2**1_000 - 1, 1_000).disk == 1


@pytest.mark.parametrize(
    ("start", "stop"), [(0, 4), (9, 9), (True, 4), (1.0, 4), (1, 9), (1, 0), (1, 4.0), (1, 10**99)]
)
def test_a_window_is_checked_at_the_call_and_not_at_its_first_move(start: int, stop: int) -> None:
    with pytest.raises(BadStep):
        moves(start, stop, 3)


@pytest.mark.parametrize(
    ("start", "stop", "disks_moved"),
    [(1, 8, [1, 2, 1, 3, 1, 2, 1]), (4, 6, [3, 1]), (7, 8, [1]), (8, 8, []), (5, 2, [])],
)
def test_a_window_counts_as_range_does(start: int, stop: int, disks_moved: list[int]) -> None:
    assert [move.disk for move in moves(start, stop, 3)] == disks_moved


# One move at a time


def test_a_window_of_a_huge_tower_begins_at_once() -> None:
    window = moves(1, Task(HUGE).last_step + 1, HUGE)
    assert [move.disk for move in islice(window, 8)] == [1, 2, 1, 3, 1, 2, 1, 4]


@each_family
def test_moves_are_forgotten_as_soon_as_they_are_taken(by: Family) -> None:
    tracemalloc.start()
    try:
        deque(islice(moves(1, 2**64, 64, by=by), 5_000), maxlen=0)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 5_000 * 8, "5,000 moves kept anywhere would need more than their references"


# What is known of the sequence of moves


def all_moves(disks: int, task: Pair = (0, 2), by: Family = legalov) -> list[Move]:
    return list(moves(1, 2**disks, disks, task, by))


@each_family
def test_the_sequence_is_square_free(by: Family) -> None:
    letters = [(move.source, move.target) for move in all_moves(9, by=by)]
    for length in range(1, len(letters) // 2 + 1):
        for start in range(len(letters) - 2 * length + 1):
            middle = start + length
            assert letters[start:middle] != letters[middle : middle + length]


@each_family
def test_a_step_flips_the_bit_of_its_disk_in_the_gray_code(by: Family) -> None:
    random = chance()
    for disks in (1, 10, 64, 1_000, 20_000):
        for step in {1, 2**disks - 1, random.randint(1, 2**disks - 1)}:
            flipped = (step ^ step >> 1) ^ (step - 1 ^ (step - 1) >> 1)
            [move] = moves(step, step + 1, disks, by=by)
            assert flipped == 1 << move.disk - 1


@pytest.mark.parametrize("task", oracle.TASKS)
@each_family
def test_the_pairs_of_pegs_recur_every_three_steps(by: Family, task: Pair) -> None:
    random = chance()
    for disks in (2, 9, 1_000):
        start = 1 if disks < 10 else random.randint(1, 2**disks - 50)
        stop = min(start + 512, 2**disks)
        pairs = [{source, target} for _, source, target in moves(start, stop, disks, task, by)]
        assert len(set(map(frozenset, pairs[:3]))) == 3
        assert pairs[3:] == pairs[:-3]


@pytest.mark.parametrize("task", oracle.TASKS)
@each_family
def test_every_disk_goes_round_the_pegs_in_one_direction(by: Family, task: Pair) -> None:
    source, target = task
    for disks in range(1, 10):
        strides: dict[int, set[int]] = {}
        for disk, a, b in all_moves(disks, task, by):
            strides.setdefault(disk, set()).add((b - a) % 3)
        assert strides[disks] == {(target - source) % 3}
        for disk in range(1, disks):
            assert strides[disk] == {3 - stride for stride in strides[disk + 1]}
