"""What the README says of the sources, sentence by sentence."""

import inspect

import pytest

from hanoi_fsm import Configuration, PegMatrix, automata, configuration, run, solve
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.pegs import Task


def test_the_hbits_printouts_with_target_first_lift_a_disk_from_an_empty_peg() -> None:
    step = 1
    source, target = (step & (step - 1)) % 3, ((step | (step - 1)) + 1) % 3
    with pytest.raises(IllegalMove, match=f"peg {target} is empty"):
        PegMatrix(3, peg=source).move(target, source)


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


@pytest.mark.parametrize("name", ["two-storey", "two-state", "three-state", "monk"])
def test_no_step_number_is_used_where_none_is_needed(name: str) -> None:
    """The memory is made of pegs and task alone, and no number in it grows with the steps."""
    solver = automata.SOLVERS[name]
    assert list(inspect.signature(solver.memory).parameters) == ["configuration", "task"]
    memory = solver.memory(Configuration("0" * 6), Task(6))
    assert isinstance(memory, PegMemory)
    for _ in run(solver.automaton, memory):
        assert all(register in (0, 1, 2) for register in memory.registers())
