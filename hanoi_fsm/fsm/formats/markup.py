"""The markup of `transitions.extensions.markup.MarkupMachine`, as JSON text (transitions 0.9).

    machine = MarkupMachine(markup=json.loads(text))
    machine.add_model(memory)

Guards and actions are names of the model's methods, and the model is the memory.
"""

from __future__ import annotations

from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.formats.json_lines import json_lines
from hanoi_fsm.fsm.notation import Transition

WILDCARDS = ("*", "=")
"""As a state's name these mean all states, and the same state, to the library."""


def to_markup(automaton: Automaton) -> str:
    """The JSON text of `markup`."""
    return json_lines(markup(automaton))


def markup(automaton: Automaton) -> dict[str, Any]:
    """The dictionary that `MarkupMachine(markup=...)` takes; it has no model yet.

    Raises `ExportError` for a state whose name is a wildcard of the library.

    >>> from hanoi_fsm.hanoi.automata import get
    >>> markup(get("monk").automaton)["transitions"][1]
    {'trigger': 'step', 'source': 'pray', 'dest': 'done', 'conditions': ['built']}
    """
    for state in automaton.states:
        if state in WILDCARDS:
            raise ExportError(
                f"{automaton.name} cannot be a markup of transitions: there the name {state!r} "
                "stands for other states; call the state otherwise"
            )
    return {
        "name": automaton.name,
        "initial": automaton.initial,
        "auto_transitions": False,
        "states": [_state(automaton, state) for state in automaton.states],
        "transitions": [_transition(row) for row in automaton.transitions],
        "models": [],
    }


def _state(automaton: Automaton, state: str) -> dict[str, Any]:
    return {"name": state, "final": True} if state in automaton.final else {"name": state}


def _transition(row: Transition) -> dict[str, Any]:
    parts = {
        "trigger": row.event,
        "source": row.source,
        "dest": row.target,
        "conditions": [guard.name for guard in row.guards if not guard.negated],
        "unless": [guard.name for guard in row.guards if guard.negated],
        "before": row.action,
    }
    return {key: value for key, value in parts.items() if value}
