"""The closed formulas: three families that know any step, judged by recursion and by search."""

from __future__ import annotations

import tracemalloc
from collections import deque
from itertools import islice, pairwise
from random import Random

import pytest
from chance import chance
from oracle import TASKS, distances, replay, textbook

from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadDisks, BadPeg, BadStep
from hanoi_fsm.hanoi.formulas import FAMILIES, Family
from hanoi_fsm.hanoi.pegs import Configuration, Move, PegMatrix

HUGE = 100_000
"""Disks of a tower whose steps have 30,103 decimal digits."""

each_family = pytest.mark.parametrize("by", FAMILIES.values(), ids=FAMILIES)
each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task[0]}-to-{task[1]}")


def all_moves(
    disks: int, source: int = 0, target: int = 2, by: Family = formulas.legalov
) -> list[Move]:
    """The whole solution."""
    return list(formulas.moves(1, formulas.last_step(disks) + 1, disks, source, target, by))


def some_task(random: Random) -> tuple[int, int]:
    return random.choice(TASKS)


def some_window(random: Random, disks: int, length: int) -> tuple[int, int]:
    """The first step of a window, and the step after its last."""
    start = random.randint(1, formulas.last_step(disks))
    return start, min(start + length, formulas.last_step(disks) + 1)


# Against the oracle


@pytest.mark.parametrize("disks", range(11))
@each_task
@each_family
def test_every_family_gives_the_moves_of_the_recursion(
    by: Family, task: tuple[int, int], disks: int
) -> None:
    assert all_moves(disks, *task, by) == list(textbook(disks, *task))


@each_task
@each_family
def test_one_step_is_the_same_move_alone_as_in_the_sequence(
    by: Family, task: tuple[int, int]
) -> None:
    alone = [formulas.move(step, 7, *task, by) for step in range(1, 2**7)]
    assert alone == list(textbook(7, *task))


@pytest.mark.parametrize("disks", range(11))
@each_task
def test_the_configuration_after_a_step_is_where_the_moves_lead(
    task: tuple[int, int], disks: int
) -> None:
    source, target = task
    replayed = list(replay(str(source) * disks, textbook(disks, source, target)))
    known = [str(formulas.configuration(step, disks, *task)) for step in range(2**disks)]
    assert known == replayed
    assert known[-1] == str(target) * disks


@pytest.mark.parametrize("disks", range(8))
@each_task
def test_every_step_brings_the_tower_one_move_nearer_so_that_no_solution_is_shorter(
    task: tuple[int, int], disks: int
) -> None:
    source, target = task
    left = distances(str(target) * disks)
    for step in range(2**disks):
        here = str(formulas.configuration(step, disks, source, target))
        assert left[here] == formulas.last_step(disks) - step


# Towers of any height


@pytest.mark.parametrize("most", [64, 65, 1_000, 10_000])
def test_the_families_agree_at_random_steps_and_break_no_rule(most: int) -> None:
    random = chance()
    for _ in range(4):
        disks, task = random.randint(1, most), some_task(random)
        agree_and_break_no_rule(disks, task, some_window(random, disks, 60))


def test_the_families_agree_for_a_hundred_thousand_disks() -> None:
    random = chance()
    agree_and_break_no_rule(HUGE, some_task(random), some_window(random, HUGE, 40))


def agree_and_break_no_rule(disks: int, task: tuple[int, int], window: tuple[int, int]) -> None:
    """What the three say of a window is the same, legal, and leads to the right configuration."""
    start, stop = window
    first, *others = (list(formulas.moves(*window, disks, *task, by)) for by in FAMILIES.values())
    assert len(first) == stop - start
    for other in others:
        assert other == first
    pegs = PegMatrix.standing(formulas.configuration(start - 1, disks, *task))
    for move in first:
        assert pegs.move(move.source, move.target) == move
    assert pegs.configuration() == formulas.configuration(stop - 1, disks, *task)


@each_family
def test_step_ten_to_the_three_hundredth_of_a_thousand_disks(by: Family) -> None:
    step, disks = 10**300, 1_000
    before, after = (formulas.configuration(i, disks) for i in (step - 1, step))
    move = formulas.move(step, disks, by=by)
    assert move == Move(disk=301, source=0, target=1), "10**300 has 300 trailing zero bits"
    assert before.after(move) == after


@each_task
@each_family
def test_the_middle_step_moves_the_largest_disk_straight_over(
    by: Family, task: tuple[int, int]
) -> None:
    for disks in (1, 2, 64, 999, HUGE):
        assert formulas.move(1 << disks - 1, disks, *task, by) == (disks, *task)


@each_task
def test_the_first_configuration_is_the_start_and_the_last_one_the_goal(
    task: tuple[int, int],
) -> None:
    source, target = task
    for disks in (0, 1, 2, 63, 64, 1_001):
        start = formulas.configuration(0, disks, source, target)
        assert start == Configuration.tower(disks, source)
        goal = formulas.configuration(formulas.last_step(disks), disks, source, target)
        assert goal == Configuration.tower(disks, target)


# What is refused


NO_STEPS = [
    (8, "^there is no step 8: 3 disks take 7 steps, give a number from {first} on$"),
    (-1, "^there is no step -1: 3 disks take 7 steps, give a number from {first} on$"),
    (True, "there is no step True"),
    (2.0, r"there is no step 2\.0"),
    ("2", "there is no step '2'"),
    (None, "there is no step None"),
    (10**4_000, "there is no step a number of 13288 bits: 3 disks take 7 steps"),
    (-(10**4_000), "there is no step a number of 13288 bits"),
]


@pytest.mark.parametrize(
    ("step", "told"), [*NO_STEPS, (0, "no step 0: .* from 1 on")], ids=range(len(NO_STEPS) + 1)
)
@each_family
def test_there_is_a_move_only_in_the_steps_of_the_solution(
    by: Family, step: int, told: str
) -> None:
    with pytest.raises(BadStep, match=told.format(first=1)):
        formulas.move(step, 3, by=by)


@pytest.mark.parametrize(("step", "told"), NO_STEPS, ids=range(len(NO_STEPS)))
def test_there_is_a_configuration_only_after_0_to_the_last_step(step: int, told: str) -> None:
    with pytest.raises(BadStep, match=told.format(first=0)):
        formulas.configuration(step, 3)


def test_the_last_step_of_a_high_tower_is_told_as_a_power() -> None:
    told = r"^there is no step a number of 1001 bits: the last is 2\*\*1000 - 1, give"
    with pytest.raises(BadStep, match=told):
        formulas.move(2**1_000, 1_000)
    assert formulas.move(2**1_000 - 1, 1_000).disk == 1


def test_no_disks_take_no_steps() -> None:
    assert formulas.last_step(0) == 0
    assert str(formulas.configuration(0, 0)) == ""
    assert all_moves(0) == []
    with pytest.raises(BadStep, match="there is no step 1: 0 disks take 0 steps"):
        formulas.move(1, 0)


@pytest.mark.parametrize(
    ("disks", "source", "target", "fault"),
    [
        (-1, 0, 2, BadDisks),
        (True, 0, 2, BadDisks),
        (2.0, 0, 2, BadDisks),
        (3, 0, 0, BadPeg),
        (3, 0, 3, BadPeg),
        (3, -1, 2, BadPeg),
    ],
)
def test_what_is_no_task_has_no_steps(
    disks: int, source: int, target: int, fault: type[Exception]
) -> None:
    with pytest.raises(fault):
        formulas.move(1, disks, source, target)
    with pytest.raises(fault):
        formulas.moves(1, 1, disks, source, target)
    with pytest.raises(fault):
        formulas.configuration(0, disks, source, target)


@pytest.mark.parametrize(
    ("start", "stop"), [(0, 4), (9, 9), (True, 4), (1.0, 4), (1, 9), (1, 0), (1, 4.0), (1, 10**99)]
)
def test_a_window_is_checked_at_the_call_and_not_at_its_first_move(start: int, stop: int) -> None:
    with pytest.raises(BadStep):
        formulas.moves(start, stop, 3)


@pytest.mark.parametrize(
    ("start", "stop", "disks_moved"),
    [(1, 8, [1, 2, 1, 3, 1, 2, 1]), (4, 6, [3, 1]), (7, 8, [1]), (8, 8, []), (5, 2, [])],
)
def test_a_window_counts_as_range_does(start: int, stop: int, disks_moved: list[int]) -> None:
    assert [move.disk for move in formulas.moves(start, stop, 3)] == disks_moved


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("hbit", "^there is no formula 'hbit': did you mean 'hbits'"),
        ("xyz", "^there is no formula 'xyz': take one of "),
        ("z" * 500, "^there is no formula 'z+...z+': take one of "),
    ],
)
def test_an_unknown_family_is_told_with_the_known_ones(name: str, told: str) -> None:
    with pytest.raises(UnknownName, match=told) as caught:
        formulas.family(name)
    for known in FAMILIES:
        assert known in str(caught.value)
    assert len(str(caught.value)) < 200


def test_every_family_is_found_by_its_name_and_has_a_source() -> None:
    assert [formulas.family(name) for name in FAMILIES] == list(FAMILIES.values())
    assert formulas.SOURCES.keys() == FAMILIES.keys()


# One move at a time


def test_a_window_of_a_huge_tower_begins_at_once() -> None:
    moves = formulas.moves(1, formulas.last_step(HUGE) + 1, HUGE)
    assert [move.disk for move in islice(moves, 8)] == [1, 2, 1, 3, 1, 2, 1, 4]


@each_family
def test_moves_are_forgotten_as_soon_as_they_are_taken(by: Family) -> None:
    moves = formulas.moves(1, formulas.last_step(64) + 1, 64, by=by)
    tracemalloc.start()
    try:
        deque(islice(moves, 5_000), maxlen=0)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 5_000 * 8, "5,000 moves kept anywhere would need more than their references"


# What is known of the sequence


def ruler(disks: int) -> list[int]:
    """The ticks of a ruler: 1, 2, 1, 3, 1, 2, 1, ..."""
    return [*ruler(disks - 1), disks, *ruler(disks - 1)] if disks else []


@each_family
def test_the_disks_are_the_ticks_of_a_ruler(by: Family) -> None:
    assert [move.disk for move in all_moves(10, by=by)] == ruler(10)


@each_family
def test_no_part_of_the_sequence_is_said_twice_in_a_row(by: Family) -> None:
    letters = [(move.source, move.target) for move in all_moves(9, by=by)]
    for length in range(1, len(letters) // 2 + 1):
        for start in range(len(letters) - 2 * length + 1):
            middle = start + length
            assert letters[start:middle] != letters[middle : middle + length]


@each_family
def test_a_step_flips_the_bit_of_its_disk_in_the_gray_code(by: Family) -> None:
    random = chance()
    for disks in (1, 10, 64, 1_000, 20_000):
        for step in {1, formulas.last_step(disks), random.randint(1, formulas.last_step(disks))}:
            flipped = (step ^ step >> 1) ^ (step - 1 ^ (step - 1) >> 1)
            assert flipped == 1 << formulas.move(step, disks, by=by).disk - 1


@each_task
@each_family
def test_the_pairs_of_pegs_come_round_every_three_steps(by: Family, task: tuple[int, int]) -> None:
    random = chance()
    for disks in (2, 9, 1_000):
        start, stop = (1, 2**disks) if disks < 10 else some_window(random, disks, 50)
        window = formulas.moves(start, stop, disks, *task, by)
        pairs = [frozenset((move.source, move.target)) for move in window]
        assert len(set(pairs[:3])) == len(pairs[:3])
        assert pairs[3:] == pairs[:-3]


@each_family
def test_every_disk_goes_round_the_pegs_in_one_direction(by: Family) -> None:
    for disks in range(1, 10):
        strides: dict[int, set[int]] = {}
        for disk, source, target in all_moves(disks, by=by):
            strides.setdefault(disk, set()).add((target - source) % 3)
        largest = (2 - 0) % 3
        assert strides[disks] == {largest}
        for disk in range(1, disks):
            assert strides[disk] == {3 - stride for stride in strides[disk + 1]}


@each_family
def test_a_disk_moves_half_as_often_as_the_next_smaller_one(by: Family) -> None:
    moved = [move.disk for move in all_moves(9, by=by)]
    assert [moved.count(disk) for disk in range(1, 10)] == [256, 128, 64, 32, 16, 8, 4, 2, 1]
    for before, after in pairwise(moved):
        assert 1 in (before, after), "of two steps in a row one moves disk 1"


@pytest.mark.parametrize("power", range(1, 9))
@each_family
def test_the_part_behind_a_power_of_two_is_the_part_before_it_with_the_pegs_turned(
    by: Family, power: int
) -> None:
    disks = 9  # odd, so that the numbering of hBits ends on peg 2
    moves = all_moves(disks, by=by)
    turn = 2**power % 3
    turned = [Move(m.disk, (m.source + turn) % 3, (m.target + turn) % 3) for m in moves]
    assert moves[2**power : 2 ** (power + 1) - 1] == turned[: 2**power - 1]
