"""The markup of `transitions.extensions.markup.MarkupMachine`, as JSON text (transitions 0.9).

    machine = MarkupMachine(markup=json.loads(text))
    machine.add_model(memory)

Guards and actions are names of the model's methods, and the model is the memory.
"""

from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import library_transition
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.formats import ExportContext
from hanoi_fsm.fsm.formats.json_format import json_lines

WILDCARDS = ("*", "=")  # to the library, all states and the same state


def export(automaton: Automaton, context: ExportContext) -> str:
    """The JSON text of `markup`."""
    return json_lines(markup(automaton))


def markup(automaton: Automaton) -> dict[str, Any]:
    """The dictionary for `MarkupMachine(markup=...)`, without a model.

    Raises `ExportError` for a state whose name is a wildcard of the library.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press [dark]")
    >>> markup(lamp)["transitions"]
    [{'trigger': 'press', 'source': 'off', 'dest': 'off', 'conditions': ['dark']}]
    """
    for state in automaton.states:
        if state in WILDCARDS:
            why = f"there the state name {state!r} is a wildcard; rename the state"
            raise ExportError(f"{automaton.name} cannot be exported to transitions: {why}")
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
