"""The markup of `transitions.extensions.markup.MarkupMachine`, as JSON text (transitions 0.9).

    machine = MarkupMachine(markup=json.loads(text))
    machine.add_model(memory)

Guards and actions are names of the model's methods, and the model is the memory.
"""

from __future__ import annotations

from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import library_transition
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.formats import ExportContext

WILDCARDS = ("*", "=")
"""As names of states the library reads these as all states and as the same state."""


def export(automaton: Automaton, context: ExportContext) -> str:
    """The JSON text of `markup`."""
    from hanoi_fsm.fsm.formats.json_format import json_lines

    return json_lines(markup(automaton))


def markup(automaton: Automaton) -> dict[str, Any]:
    """The dictionary for `MarkupMachine(markup=...)`, without a model.

    Raises `ExportError` for a state whose name is a wildcard of the library.

    >>> from hanoi_fsm.hanoi.automata import get
    >>> markup(get("monk").automaton)["transitions"][1]
    {'trigger': 'step', 'source': 'pray', 'dest': 'done', 'conditions': ['built']}
    """
    for state in automaton.states:
        if state in WILDCARDS:
            raise ExportError(
                f"{automaton.name} cannot be exported to transitions: "
                f"there the state name {state!r} is a wildcard; rename the state"
            )
    return {
        "name": automaton.name,
        "initial": automaton.initial,
        "auto_transitions": False,
        "states": [
            {"name": state, "final": True} if state in automaton.final else {"name": state}
            for state in automaton.states
        ],
        "transitions": [library_transition(one) for one in automaton.transitions],
        "models": [],
    }
