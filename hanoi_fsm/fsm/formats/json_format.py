"""JSON (RFC 8259): by our own published schema, and the markup of the library `transitions`.

The schema beside this file (JSON Schema, draft 2020-12) says what the DOT of a state diagram says;
`read_json` reads it back.
"""

from json import dumps
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.validation import lines_of

FORMAT = "hanoi-fsm automaton 1"
COLUMNS = 160
WILDCARDS = ("*", "=")  # to the library, all states and the same state


def json(machine: Machine) -> str:
    """The automaton as JSON text of the schema, one line per transition that fits.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> print(json(Machine(lamp)))
    {
      "format": "hanoi-fsm automaton 1",
      "name": "lamp",
      "memory": "lamp",
      "initial": "off",
      "final": [],
      "states": ["off"],
      "transitions": [
        {"source": "off", "target": "off", "event": "press"}
      ]
    }
    """
    document = json_document(machine.automaton)
    if machine.kind.shows_partial:
        document["partial"] = True
    if meanings := lines_of(machine.automaton.states, machine.meanings):
        document["meanings"] = meanings
    return json_text(document)


def json_document(automaton: Automaton) -> dict[str, Any]:
    """The automaton as an object of the schema, without meanings."""
    return {
        "format": FORMAT,
        "name": automaton.name,
        "memory": automaton.memory,
        "initial": automaton.initial,
        "final": [state for state in automaton.states if state in automaton.final],
        "states": list(automaton.states),
        "transitions": [transition_object(one) for one in automaton.transitions],
    }


def transition_object(transition: Transition) -> dict[str, Any]:
    """A transition as an object of the schema."""
    parts = {
        "source": transition.source,
        "target": transition.target,
        "event": transition.event,
        "guards": list(map(str, transition.guards)),
        "action": transition.action,
    }
    return {key: value for key, value in parts.items() if value}


def transitions(machine: Machine) -> str:
    """The JSON text of the markup for `transitions.extensions.markup.MarkupMachine` (0.9).

        machine = MarkupMachine(markup=json.loads(text))
        machine.add_model(memory)

    Guards and actions are names of the model's methods, and the model is the memory. Raises
    `ExportError` for a state whose name is a wildcard of the library.
    """
    automaton = machine.automaton
    for state in automaton.states:
        if state in WILDCARDS:
            raise ExportError(
                f"{automaton.name} cannot be exported to transitions: "
                f"there the state name {state!r} is a wildcard; rename the state"
            )
    markup = {
        "name": automaton.name,
        "initial": automaton.initial,
        "auto_transitions": False,
        "states": [
            {"name": state, "final": state in automaton.final} for state in automaton.states
        ],
        "transitions": [library_transition(one) for one in automaton.transitions],
        "models": [],
    }
    return json_text(markup)


def library_transition(transition: Transition) -> dict[str, Any]:
    """A transition as the library `transitions` takes it, without empty parts."""
    parts = {
        "trigger": transition.event,
        "source": transition.source,
        "dest": transition.target,
        "conditions": [guard.name for guard in transition.guards if not guard.negated],
        "unless": [guard.name for guard in transition.guards if guard.negated],
        "before": transition.action,
    }
    return {key: value for key, value in parts.items() if value}


def json_text(value: Any, indent: str = "") -> str:
    """Any value as JSON text in ASCII.

    What has objects in it, or does not fit into a line, has one line per item.

    >>> print(json_text({"seen": {"0": [1]}, "texts": ["a" * 90, "b" * 90]}))
    {
      "seen": {"0": [1]},
      "texts": [
        "aaa...",
        "bbb..."
      ]
    }
    """
    text = dumps(value)
    is_flat = "{" not in text[1:] and len(indent) + len(text) <= COLUMNS
    if is_flat or not isinstance(value, dict | list):
        return text
    inner = f"{indent}  "
    if isinstance(value, dict):
        lines = [f"{inner}{dumps(key)}: {json_text(item, inner)}" for key, item in value.items()]
    else:
        lines = [f"{inner}{json_text(item, inner)}" for item in value]
    return "\n".join([text[0], ",\n".join(lines), f"{indent}{text[-1]}"])
