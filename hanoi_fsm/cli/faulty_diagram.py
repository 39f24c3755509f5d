"""The diagram of a machine with what is wrong in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition

MOST_FINDINGS = 5
"""The most findings that are written."""


def faulty_diagram(machine: Machine, findings: Sequence[Finding]) -> Diagram:
    """The diagram with what is wrong in red and written below, and the path to it numbered."""
    automaton, diagram = machine.automaton, Diagram.of(machine)
    states = diagram.states()
    faulty: set[Any] = {one.about for one in findings} & {*states, *automaton.transitions}
    faulty |= {*states} - {*automaton.states}
    path: tuple[Transition, ...] = ()
    first = next((one for one in findings if one.path or one.state in states), None)
    if first and not faulty:
        path = tuple(record.transition for record in first.path or ())
        faulty = {path[-1] if path else first.state}
    notes = list(map(str, findings[:MOST_FINDINGS]))
    if path:
        notes += ["the numbers say in which order the edges were taken"]
    return replace(diagram, faulty=faulty, order=path, notes=notes)
