"""What the README says of the sources, sentence by sentence."""

from __future__ import annotations

import inspect
from itertools import count, islice

import pytest
from commands import jsonl

from hanoi_fsm import (
    Configuration,
    HanoiError,
    PegMatrix,
    automata,
    configuration,
    distance,
    path,
    run,
    solve,
)
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.pegs import Task


def test_any_to_any_moves_the_largest_differing_disk_once_and_takes_7_moves_instead_of_5() -> None:
    start, goal = Configuration("100"), Configuration("011")
    long_way = list(path(start, goal, by="any-to-any"))
    assert [move.disk for move in long_way].count(3) == 1
    assert (len(long_way), len(list(path(start, goal))), distance(start, goal)) == (7, 5, 5)
    here = start
    for move in long_way:
        here = here.after(move)
    assert here == goal


@pytest.mark.parametrize("disks", range(1, 8))
def test_the_hbits_printouts_with_target_first_lift_a_disk_from_an_empty_peg(disks: int) -> None:
    step = 1
    source, target = (step & (step - 1)) % 3, ((step | (step - 1)) + 1) % 3
    pegs = PegMatrix(disks, peg=source)
    with pytest.raises(HanoiError, match=f"peg {target}"):
        pegs.move(target, source)
    assert pegs.move(source, target).disk == 1


def ring_on_fingers(index: int, disks: int) -> int:
    """The ring that an operation moves, by binary descent as it was published."""
    ring = disks
    while ring > 0:
        middle = (1 << (ring - 1)) - 1
        if index == middle:
            return ring
        if index > middle:
            index -= middle + 1
        ring -= 1
    return ring


@pytest.mark.parametrize("disks", range(1, 8))
def test_fingers_shows_a_phantom_ring_at_the_last_index_and_ours_the_finished_tower(
    disks: int,
) -> None:
    last = (1 << disks) - 1
    rings = [ring_on_fingers(index, disks) for index in range(last)]
    assert rings == [move.disk for move in solve(disks, by="formula")]
    assert ring_on_fingers(last, disks) == 0
    assert configuration(last, disks) == Configuration.tower(disks, peg=2)


def find_disk(step: int, patience: int) -> int | None:
    """`find-disk` as in the Scheme derivation; None where it has not ended after some rounds."""
    for disk in islice(count(1), patience):
        if step % 2:
            return disk
        step //= 2
    return None


def test_find_disk_never_ends_at_step_0_and_ours_refuses_it() -> None:
    assert [find_disk(step, 10) for step in range(1, 8)] == [1, 2, 1, 3, 1, 2, 1]
    assert find_disk(0, patience=100_000) is None
    with pytest.raises(HanoiError, match="step 0"):
        solve(3, by="formula", start=0)


def test_the_figures_of_the_comparison_are_those_that_the_readme_draws_from() -> None:
    for row in jsonl("compare", "8", "two-storey", "two-state", "three-state", "monk"):
        assert row["events"] == row["moves"] + 1, row["name"]
    cells = {
        row["name"]: row["cells"] for row in jsonl("compare", "12", "action-tree", "call-stack")
    }
    assert cells == {"action-tree": 5, "call-stack": 47}


@pytest.mark.parametrize("name", ["two-storey", "two-state", "three-state", "monk"])
def test_no_step_number_is_used_where_none_is_needed(name: str) -> None:
    """The memory is made of pegs and task alone, and no number in it grows with the steps."""
    solver = automata.SOLVERS[name]
    assert list(inspect.signature(solver.memory).parameters) == ["configuration", "task"]
    memory = solver.memory(Configuration("0" * 6), Task(6))
    assert isinstance(memory, PegMemory)
    for _ in run(solver.automaton, memory):
        assert all(register in (0, 1, 2) for register in memory.registers())


def test_monk_takes_up_from_the_pegs_alone_on_the_optimal_path_or_off_it() -> None:
    monk = automata.SOLVERS["monk"]
    for digits in ("0121", "1111", "2010", "0000", "2222"):
        start = Configuration(digits)
        here = start
        records = run(monk.automaton, monk.memory(start, Task(4)))
        moves = [record.output for record in records if record.output is not None]
        for move in moves:
            here = here.after(move)
        assert here == Configuration.tower(4, peg=2)
        assert len(moves) == distance(start, here)
