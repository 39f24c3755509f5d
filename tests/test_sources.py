"""The README's statements about the sources, sentence by sentence."""

import inspect

import pytest

from hanoi_fsm import SOLVERS, Configuration, PegMatrix, Task, configuration, run, solve
from hanoi_fsm.errors import BadStep, IllegalMove
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.comparing import measure


def test_the_hbits_printouts_with_target_first_lift_a_disk_from_an_empty_peg() -> None:
    step = 1
    source, target = (step & (step - 1)) % 3, ((step | (step - 1)) + 1) % 3
    with pytest.raises(IllegalMove, match=f"peg {target} is empty"):
        PegMatrix(f"{source}" * 3).move(target, source)


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


def test_fingers_shows_a_phantom_ring_at_the_last_index_and_ours_the_finished_tower() -> None:
    for disks in range(1, 8):
        last = (1 << disks) - 1
        rings = [ring_on_fingers(index, disks) for index in range(last)]
        assert rings == [move.disk for move in solve(disks, by="formula")]
        assert ring_on_fingers(last, disks) == 0
        assert configuration(last, disks) == Configuration.tower(disks, peg=2)


def find_disk(step: int, most: int) -> int | None:
    """The disk of a step by the arithmetic of the Scheme program, which tries without a bound."""
    return next((disk for disk in range(1, most + 1) if step % 2**disk == 2 ** (disk - 1)), None)


def test_the_scheme_search_finds_the_disk_of_every_step_and_none_for_step_0() -> None:
    for disks in range(1, 9):
        moved = [find_disk(step, most=disks) for step in range(1, 2**disks)]
        assert moved == [move.disk for move in solve(disks, by="formula")]
        assert find_disk(0, most=1000) is None, "it would never end"
        with pytest.raises(BadStep):
            list(solve(disks, by="itinerary", start=0))


def test_the_fibonacci_recurrence_of_the_scheme_text_needs_a_plus() -> None:
    right, wrong = [0, 1], [0, 1]
    for _ in range(9):
        right.append(right[-1] + right[-2])
        wrong.append(wrong[-1] - wrong[-2])
    golden = (1 + 5**0.5) / 2
    assert right == [round(golden**n / 5**0.5) for n in range(11)]
    assert min(wrong) < 0


def test_the_automata_of_shalyto_are_listed_as_reconstructed() -> None:
    ideas = {machine.name: machine.idea for machine in SOLVERS.values()}
    assert {name for name, idea in ideas.items() if "(reconstructed)" in idea} == {
        *("call-stack", "action-tree", "two-state", "three-state")
    }
    assert all("Shalyto" in idea for idea in ideas.values() if "(reconstructed)" in idea)


@pytest.mark.parametrize("name", ["two-storey", "two-state", "three-state", "monk"])
def test_no_step_number_is_used_where_none_is_needed(name: str) -> None:
    """The memory is made of pegs and task alone, and no number in it grows with the steps."""
    solver = SOLVERS[name]
    assert list(inspect.signature(solver.memory).parameters) == ["configuration", "task"]
    memory = solver.memory(Configuration("0" * 6), Task(6))
    assert isinstance(memory, PegMemory)
    for _ in run(solver.automaton, memory):
        assert all(register in (0, 1, 2) for register in memory.registers().values())


@pytest.mark.parametrize("disks", range(2, 9))
def test_legalovs_loop_begins_with_the_foundation_and_asks_once_per_round(disks: int) -> None:
    start, loop = ["first_dismantle", "first_base", "crown"], ["foundation", "dismantle", "base"]
    rounds = 2 ** (disks - 2) - 1
    states = [record.state for record in SOLVERS["optimized"].run(disks)]
    assert states == [*start, *(rounds * [*loop, "crown"]), "foundation"]
    optimized, two_storey = measure(
        [SOLVERS["optimized"], SOLVERS["two-storey"]], [disks], repeat=0
    )
    assert optimized.asked == 2 + 2 * rounds + 1  # in the end only whether the tower is built
    assert two_storey.asked == 2**disks - 1
