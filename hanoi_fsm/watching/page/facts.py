"""What a page says of a machine besides its runs: its table, what the names mean, its verdict."""

from __future__ import annotations

from typing import Any

from hanoi_fsm.fsm.diagrams.drawing import PARTIAL
from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.fsm.finding import Finding, Outcome, Proof, Report
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition, is_output, output_of
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.judge import check
from hanoi_fsm.hanoi.machines import Tape
from hanoi_fsm.hanoi.proofs import ours
from hanoi_fsm.watching.page.data import Data

MOST_CHECKED, MOST_COMPARED = 4, 3
"""The disks, or the longest words, with which a machine is checked before a page shows it, and with
which one of this package is compared with what is right, if it is not proved."""


def report_of(machine: Machine) -> Report:
    """What the check says; of a machine of this package, which tests check, only the best of it.

    Where the check itself cannot go on, its error is the finding.
    """
    if ours(machine) is machine:
        proof = machine.prove()
        proved = Outcome(str(proof).removeprefix(f"{proof.name}: "), by=proof)
        return Report(machine.shown, (proved if proof.holds else machine.conform(MOST_COMPARED),))
    try:
        return check(machine, MOST_CHECKED)
    except HanoiError as error:
        return Report(machine.shown, (Outcome("", (Finding("error", str(error)),)),))


def _verdict(report: Report) -> str:
    """What is known of a machine, or its fault, in words."""
    first, said = report.outcomes[0], str(report).removeprefix(f"{report.name}: ")
    if isinstance(first.by, Proof):
        return f"P{first.checked.removeprefix('p')}"
    return f"Checked: {said}" if report.holds else said.removeprefix("FAILED: ")


def facts_of(machine: Machine, report: Report) -> Data:
    """The states, transitions and guards of a machine, and what the check says of it."""
    automaton, memory = machine.automaton, machine.vocabulary
    return {
        "kind": machine.kind.name,
        "title": machine.summary,
        "events": list(machine.alphabet),
        **table_of(machine),
        "guards": dict.fromkeys(automaton.guards, "") | memory.guards(),
        "actions": memory.actions(),
        "caption": [automaton.title, *[PARTIAL] * machine.kind.shows_partial],
        "compares": dict(memory.COMPARES) if issubclass(memory, PegMemory) else {},
        "tape": "tape" if issubclass(memory, Tape) else "",
        "holds": report.holds,
        "verdict": _verdict(report),
    }


def table_of(machine: Machine) -> Data:
    """The states of a machine with their meanings, and its transitions."""
    automaton = machine.automaton
    return {
        "initial": automaton.initial,
        "states": [
            {
                "name": state,
                "final": state in automaton.final,
                "meaning": machine.meanings.get(state, ""),
            }
            for state in automaton.states
        ],
        "transitions": list(map(_row, automaton.transitions)),
    }


def _row(one: Transition) -> list[Any]:
    """A transition as the page reads it: what is missing at the end is not there."""
    guards = [str(guard) for guard in one.guards]
    row: list[Any] = [one.source, one.target, one.event]
    if one.action and is_output(one.action):
        return [*row, guards, one.action, output_of(one.action)]
    if one.action:
        return [*row, guards, one.action]
    return [*row, guards] if guards else row
