"""What is known of the sequence of moves, and so of every family that gives it."""

from __future__ import annotations

import oracle
import pytest
from chance import chance

from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.formulas import FAMILIES, Family
from hanoi_fsm.hanoi.pegs import Move, Task

Pair = tuple[int, int]

each_family = pytest.mark.parametrize("by", FAMILIES.values(), ids=FAMILIES)


def window(start: int, stop: int, disks: int, task: Pair, by: Family) -> list[Move]:
    return list(formulas.moves(start, stop, Task(disks, *task), by=by))


def all_moves(disks: int, by: Family, task: Pair = (0, 2)) -> list[Move]:
    return window(1, 2**disks, disks, task, by)


def ruler(disks: int) -> list[int]:
    """The ticks of a ruler: 1, 2, 1, 3, 1, 2, 1, ..."""
    return [*ruler(disks - 1), disks, *ruler(disks - 1)] if disks else []


@each_family
def test_the_disks_are_the_ticks_of_a_ruler(by: Family) -> None:
    assert [move.disk for move in all_moves(10, by)] == ruler(10)


@each_family
def test_the_sequence_is_square_free(by: Family) -> None:
    letters = [(move.source, move.target) for move in all_moves(9, by)]
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
            [move] = window(step, step + 1, disks, (0, 2), by)
            assert flipped == 1 << move.disk - 1


@pytest.mark.parametrize("task", oracle.TASKS)
@each_family
def test_the_pairs_of_pegs_recur_every_three_steps(by: Family, task: Pair) -> None:
    random = chance()
    for disks in (2, 9, 1_000):
        start = 1 if disks < 10 else random.randint(1, 2**disks - 50)
        stop = min(start + 512, 2**disks)
        pairs = [{source, target} for _, source, target in window(start, stop, disks, task, by)]
        assert len(set(map(frozenset, pairs[:3]))) == 3
        assert pairs[3:] == pairs[:-3]


@pytest.mark.parametrize("task", oracle.TASKS)
@each_family
def test_every_disk_goes_round_the_pegs_in_one_direction(by: Family, task: Pair) -> None:
    source, target = task
    for disks in range(1, 10):
        strides: dict[int, set[int]] = {}
        for disk, a, b in all_moves(disks, by, task):
            strides.setdefault(disk, set()).add((b - a) % 3)
        assert strides[disks] == {(target - source) % 3}
        for disk in range(1, disks):
            assert strides[disk] == {3 - stride for stride in strides[disk + 1]}


@pytest.mark.parametrize("power", range(1, 9))
@each_family
def test_the_part_behind_a_power_of_two_is_the_part_before_it_with_the_pegs_turned(
    by: Family, power: int
) -> None:
    moves = all_moves(9, by)  # an odd number, so that the numbering of hBits ends on peg 2
    turn = 2**power % 3
    turned = [(disk, (a + turn) % 3, (b + turn) % 3) for disk, a, b in moves]
    assert moves[2**power : 2 ** (power + 1) - 1] == turned[: 2**power - 1]
