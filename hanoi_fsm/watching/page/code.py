"""The generated code of a machine for the page: its lines, and which of them each moment is in."""

from __future__ import annotations

from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.fsm.errors import DefinitionError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.validation import validate
from hanoi_fsm.watching.page.data import Data

MOST_LINES = 400
"""Of a longer program nobody would read a part in a panel."""


def code_data(machine: Machine) -> Data:
    """The lines of the program that `hanoi-fsm code` prints, and what each of them is for."""
    automaton = machine.automaton
    try:
        validate(automaton)
    except DefinitionError as error:
        why = f"There is no code for {machine.shown}, as its definition is faulty: {error}"
        return {"why": why}
    lines = python.lines(automaton)
    if len(lines) > MOST_LINES:
        why = f"{len(lines)} lines are too many to be read here; hanoi-fsm code prints them all."
        return {"why": why}
    arms: dict[str, tuple[int, int]] = {}
    taken: list[list[int]] = [[] for _ in automaton.transitions]
    tests: list[list[int]] = [[] for _ in automaton.transitions]
    for at, line in enumerate(lines):
        if line.state is not None:
            arms[line.state] = arms.get(line.state, (at,))[0], at
        if line.taken is not None:
            taken[line.taken].append(at)
        for number in line.tested:
            tests[number].append(at)
    return {
        "lines": [line.text for line in lines],
        "arms": arms,
        "branches": [(branch[0], branch[-1]) for branch in taken],
        "tests": tests,
    }
