"""The closed formulas: three families that know any step, judged by recursion and by search."""

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

Pair = tuple[int, int]

each_family = pytest.mark.parametrize("by", FAMILIES.values(), ids=FAMILIES)
each_task = pytest.mark.parametrize("task", oracle.TASKS)


def move(step: int, disks: int, task: Pair = (0, 2), by: Family = legalov) -> Move:
    return formulas.move(step, Task(disks, *task), by=by)


def moves(
    start: int, stop: int, disks: int, task: Pair = (0, 2), by: Family = legalov
) -> Iterator[Move]:
    return formulas.moves(start, stop, Task(disks, *task), by=by)


def configuration(step: int, disks: int, task: Pair = (0, 2)) -> Configuration:
    return formulas.configuration(step, Task(disks, *task))


@pytest.mark.parametrize("disks", range(11))
@each_task
@each_family
@pytest.mark.one_in(2)
def test_every_family_gives_the_moves_of_the_recursion(by: Family, task: Pair, disks: int) -> None:
    expected = list(oracle.textbook(disks, *task))
    assert list(moves(1, 2**disks, disks, task, by)) == expected
    assert [move(step, disks, task, by) for step in range(1, 2**disks)] == expected


@pytest.mark.parametrize("disks", range(11))
@each_task
@pytest.mark.one_in(3)
def test_the_configuration_after_a_step_is_where_the_moves_lead(task: Pair, disks: int) -> None:
    known = [str(configuration(step, disks, task)) for step in range(2**disks)]
    assert known == oracle.solution(disks, *task)


@pytest.mark.parametrize("most", [*[9, 64, 65, 1_000, 10_000] * 4, HUGE])
def test_in_random_windows_the_families_agree_and_the_moves_are_as_known(most: int) -> None:
    """Legal moves, on pairs of pegs that recur every three steps, of the disks of the Gray code."""
    random = chance()
    disks, task = random.randint(most // 2, most), random.choice(oracle.TASKS)
    start = random.randint(1, 2**disks - 1)
    stop = min(start + 50, 2**disks)
    first, *others = (list(moves(start, stop, disks, task, by)) for by in FAMILIES.values())
    assert len(first) == stop - start
    assert others == [first] * 2
    pegs = PegMatrix.standing(configuration(start - 1, disks, task))
    assert [pegs.move(source, target) for _, source, target in first] == first
    assert pegs.configuration() == configuration(stop - 1, disks, task)
    pairs = [frozenset((source, target)) for _, source, target in first]
    assert len(set(pairs[:3])) == min(3, len(pairs))
    assert pairs[3:] == pairs[:-3]
    for step, (disk, _, _) in enumerate(first, start):
        flipped = (step ^ step >> 1) ^ (step - 1 ^ (step - 1) >> 1)
        assert flipped == 1 << disk - 1


@each_task
@each_family
def test_the_middle_step_moves_the_largest_disk_straight_over(by: Family, task: Pair) -> None:
    for disks in (1, 2, 64, 999, HUGE):
        assert move(1 << disks - 1, disks, task, by) == (disks, *task)


@pytest.mark.parametrize("step", [8, -1, True, 2.0, "2", None, 10**4_000], ids=shortened)
def test_a_step_outside_the_solution_has_no_move_and_no_configuration(step: int) -> None:
    for call in (move, configuration):
        with pytest.raises(BadStep, match=re.escape(shortened(step))) as caught:
            call(step, 3)
        assert re.search(r"\b7\b", str(caught.value)), "the last step is named"
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("step", "disks", "last"),
    [(0, 3, "7"), (0, 0, "0"), (1, 0, "0"), (2**1_000, 1_000, "2**1000 - 1")],
)
def test_there_is_a_move_from_the_first_step_to_the_last(step: int, disks: int, last: str) -> None:
    with pytest.raises(BadStep, match=re.escape(last)):
        move(step, disks)


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
