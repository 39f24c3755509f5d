"""What a page says of a machine besides its runs: its table, what the names mean, its verdict."""

from __future__ import annotations

from typing import Any

from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.fsm.finding import Finding, Outcome, Report
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.checking import check
from hanoi_fsm.watching.frames import plain_finding

Plain = dict[str, Any]

MOST_CHECKED = 4
"""The disks, or the longest words, with which a machine is checked before a page shows it."""


def report_of(machine: Machine) -> Report:
    """What the check says; where the check itself cannot go on, its error is the finding."""
    try:
        return check(machine, MOST_CHECKED)
    except HanoiError as error:
        return Report(machine.shown, (Outcome("", (Finding("error", str(error)),)),))


def facts_of(machine: Machine, report: Report) -> Plain:
    """The machine as data: states, transitions, vocabulary, and what the check says of it."""
    automaton, vocabulary = machine.automaton, machine.vocabulary
    guards, actions = vocabulary.guards(), vocabulary.actions()
    return {
        "name": machine.shown,
        "kind": machine.kind,
        "title": machine.summary,
        "idea": machine.idea,
        "autonomous": machine.autonomous,
        "events": list(machine.alphabet),
        "initial": automaton.initial,
        "states": [
            {
                "name": state,
                "final": state in automaton.final,
                "meaning": machine.meanings.get(state, ""),
            }
            for state in automaton.states
        ],
        "transitions": list(map(_transition, automaton.transitions)),
        "guards": {name: guards.get(name, "") for name in automaton.guards},
        "actions": {name: actions.get(name, "") for name in automaton.actions},
        "holds": report.holds,
        "verdict": str(report).removeprefix(f"{report.name}: ").removeprefix("FAILED: "),
        "finding": None if report.finding is None else plain_finding(report.finding),
    }


def _transition(one: Transition) -> Plain:
    return {
        "text": str(one),
        "label": str(one.label),
        "source": one.source,
        "target": one.target,
        "event": one.event,
        "guards": [[guard.name, guard.answer] for guard in one.guards],
        "action": one.action,
    }
