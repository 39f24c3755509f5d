"""The automata are as their sources describe them."""

import inspect

import pytest

from hanoi_fsm import SOLVERS, Configuration, Task, run
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.comparing import measure


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
