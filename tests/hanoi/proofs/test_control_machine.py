"""The control machine against real runs: which state and which registers, after each step."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from commands import assert_refused, lines, run
from sampling import one_in

from hanoi_fsm import Automaton, automata, find
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import PAIRS, Task
from hanoi_fsm.hanoi.proofs.control_machine import ControlMachine, control_machine
from hanoi_fsm.hanoi.proofs.proved_runs import NotProved

pytestmark = pytest.mark.one_in(3)

STATES = {"two-storey": 24, "two-state": 12, "three-state": 6, "monk": 1}


def solver(name: object) -> Solver:
    machine = find(name)
    assert isinstance(machine, Solver)
    return machine


def controls(machine: Solver, task: Task) -> Iterator[tuple[str, dict[str, Any]]]:
    """The state and the registers of a real run, at first and right after each move."""
    state, memory = machine.set_up(task)

    def now(state: str) -> tuple[str, dict[str, Any]]:
        data = memory._data()
        del data["pegs"]
        return state, {name: repr(value) for name, value in data.items()}

    yield now(state)
    for number in machine.taken(task.disks, state, memory):
        if memory.output is not None:
            yield now(machine.automaton.transitions[number].target)


def agrees(found: ControlMachine, machine: Solver, task: Task) -> bool:
    real = list(controls(machine, task))
    assert len(real) == 1 << task.disks
    return all(
        (control.state, dict(control.registers)) == one
        for one, control in ((one, found.after(k, task.disks)) for k, one in enumerate(real))
    )


@pytest.mark.parametrize(("name", "states"), STATES.items())
def test_it_has_as_many_states_as_are_told_apart(name: str, states: int) -> None:
    found = control_machine(solver(name))
    assert (len(found.automaton.states), len(found.automaton.transitions)) == (states, 2 * states)
    assert len({*found.controls.values()}) == states  # no two of them are the same


@pytest.mark.parametrize("name", STATES)
def test_a_real_run_is_in_the_state_that_it_says(name: str) -> None:
    machine = solver(name)
    found = control_machine(machine)
    assert all(agrees(found, machine, Task(disks)) for disks in range(6))


@pytest.mark.sweep
@pytest.mark.parametrize("ends", PAIRS)
@pytest.mark.parametrize("name", STATES)
def test_a_long_real_run_is_in_the_state_that_it_says(name: str, ends: tuple[int, int]) -> None:
    machine = solver(name)
    found = control_machine(machine, *ends)
    assert all(agrees(found, machine, Task(disks, *ends)) for disks in range(11))


IDLE = (
    "pray -> think : step [!built]\nthink -> pray : step / move_next\npray -> done : step [built]"
)
TWINS = """
    pray -> again : step [!built] / move_next
    again -> pray : step [!built] / move_next
    pray -> done  : step [built]
    again -> done : step [built]
"""


@pytest.mark.parametrize(("table", "states"), [(IDLE, 1), (TWINS, 2)])
def test_a_diagram_of_one_s_own_has_one_too(table: str, states: int) -> None:
    monk = automata.SOLVERS["monk"]
    own = replace(
        monk,
        automaton=Automaton.from_table(
            "mine", initial="pray", final="done", table=table, memory="monk"
        ),
    )
    found = control_machine(own)
    assert len(found.automaton.states) == states
    assert all(agrees(found, own, Task(disks)) for disks in range(1, 6))


@pytest.mark.sweep
@pytest.mark.parametrize("name", STATES)
def test_every_proved_mutant_is_in_the_state_that_its_own_says(name: str) -> None:
    machine = solver(name)
    survivors = 0
    for edit in mutations(machine.automaton, machine.vocabulary):
        own = machine.with_automaton(edit.changes.on(machine.automaton))
        if own.faults():
            continue
        try:
            found = control_machine(own)
        except NotProved:
            continue
        survivors += 1
        assert all(agrees(found, own, Task(disks)) for disks in range(1, 9)), edit.text
    assert survivors > 0 or name == "monk"


def test_states_whose_names_would_be_the_same_are_numbered() -> None:
    long = Automaton.from_table(
        "mine",
        initial="a" * 99,
        final="done",
        table=TWINS.replace("again", "a" * 98).replace("pray", "a" * 99),
        memory="monk",
    )
    found = control_machine(automata.SOLVERS["monk"].with_automaton(long))
    short, other = found.automaton.states
    assert (len(short), other) == (60, f"{short} (2)")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("call-stack", "not provable this way"),
        ("action-tree", "not provable this way"),
        ("crown -> crown", r"is not right, with \d disks, step \d+"),
    ],
)
def test_what_is_not_proved_has_none(wrong: str, said: str) -> None:
    machine = solver("two-storey")
    if wrong in automata.SOLVERS:
        machine = solver(wrong)
    else:
        loop = next(one for one in machine.automaton.transitions if one.source == "crown")
        changed = tuple(
            replace(one, target="crown") if one is loop else one
            for one in machine.automaton.transitions
        )
        machine = machine.with_automaton(replace(machine.automaton, transitions=changed))
    with pytest.raises(NotProved, match=said):
        control_machine(machine)


@pytest.mark.parametrize("name", one_in(4, STATES))
@pytest.mark.sweep
def test_the_diagram_has_no_overlaps_and_a_colour_for_each_state_of_the_solver(name: str) -> None:
    found = control_machine(solver(name))
    diagram = found.diagram
    placement = diagram.placement(short=True)
    assert placement is not None
    assert placement.clashes == 0
    of_solver = {control.state for control in found.controls.values()}
    assert len({*diagram.fills.values()}) == len(of_solver)


def test_its_dot_is_read_back_and_run(tmp_path: Path) -> None:
    [path] = lines("draw", "three-state", "--as", "control", "--format", "dot", "--out", tmp_path)
    found = control_machine(solver("three-state"))
    machine = find(Path(path))
    assert machine.automaton == found.automaton
    read = [record.next_state for record in machine.run(*"0110")]
    assert str(found.controls[read[-1]]) == str(found.after(0b0110, 4))


def test_prove_draws_what_is_proved(tmp_path: Path) -> None:
    [verdict, path] = lines("prove", "monk", "--draw", "--out", tmp_path)
    assert "proved" in verdict
    assert Path(path) == tmp_path / "monk-control.svg"
    assert ">pray</text>" in Path(path).read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("prove rank-reader --draw", "rank-reader is a reader"),
        ("prove monk --out x", "--out does nothing without --draw"),
        ("draw rank-reader --as control", "only solvers"),
        ("draw call-stack --as control", "not provable this way"),
        ("draw monk --as control --counts 3", "the control machine of 'monk'"),
    ],
)
def test_a_control_machine_that_there_is_not_is_refused(
    arguments: str, said: str, tmp_path: Path
) -> None:
    assert_refused(run(*arguments.split(), cwd=tmp_path), said)
    assert list(tmp_path.iterdir()) == []


def test_the_numbers_in_a_state_are_explained() -> None:
    found = control_machine(solver("three-state"))
    assert found.registers == ["far", "near"]
    assert "far, near" in found.diagram.notes[0]
    assert found.machine.meanings["third 2 1"] == "third far=2 near=1"


def test_two_storey_makes_its_four_kinds_of_steps_in_turn() -> None:
    found = control_machine(solver("two-storey"))
    turn = ["dismantle", "base", "crown", "foundation"]
    states = [found.after(k, 7).state for k in range(128)]
    assert all(
        turn.index(after) == (turn.index(before) + 1) % 4 for before, after in pairwise(states)
    )
