"""JSON (RFC 8259): by our own published schema, and the markup of the library `transitions`.

The schema beside this file (JSON Schema, draft 2020-12) says what the DOT of a state diagram says;
`read_json` reads it back.
"""

from collections.abc import Iterable, Mapping
from json import dumps
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.formats import ExportContext
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.validation import lines_of

FORMAT = "hanoi-fsm automaton 1"
COLUMNS = 108
WILDCARDS = ("*", "=")  # to the library, all states and the same state


def json(automaton: Automaton, context: ExportContext) -> str:
    """The automaton as JSON text of the schema, one line per transition.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> print(json(lamp, ExportContext()))
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
    document = json_document(automaton)
    if meanings := lines_of(automaton.states, context.meanings):
        document["meanings"] = meanings
    return json_lines(document)


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


def transitions(automaton: Automaton, context: ExportContext) -> str:
    """The JSON text of the markup for `transitions.extensions.markup.MarkupMachine` (0.9).

        machine = MarkupMachine(markup=json.loads(text))
        machine.add_model(memory)

    Guards and actions are names of the model's methods, and the model is the memory. Raises
    `ExportError` for a state whose name is a wildcard of the library.
    """
    for state in automaton.states:
        if state in WILDCARDS:
            why = f"there the state name {state!r} is a wildcard; rename the state"
            raise ExportError(f"{automaton.name} cannot be exported to transitions: {why}")
    states: list[dict[str, Any]] = [{"name": state} for state in automaton.states]
    for one in states:
        if one["name"] in automaton.final:
            one["final"] = True
    markup = {
        "name": automaton.name,
        "initial": automaton.initial,
        "auto_transitions": False,
        "states": states,
        "transitions": [library_transition(one) for one in automaton.transitions],
        "models": [],
    }
    return json_lines(markup)


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


def json_lines(document: Mapping[str, Any]) -> str:
    """The document as JSON text in ASCII; an object or a list of objects has one line per item."""
    lines = []
    for key, value in document.items():
        text = dumps(value)
        if isinstance(value, dict):
            inner = [f"{dumps(name)}: {dumps(item)}" for name, item in value.items()]
            text = _block("{}", inner, "  ")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            text = _block("[]", [dumps(item) for item in value], "  ")
        lines.append(f"{dumps(key)}: {text}")
    return _block("{}", lines)


def _block(brackets: str, lines: Iterable[str], indent: str = "") -> str:
    """An object or a list with one line per item."""
    items = ",\n".join(f"{indent}  {line}" for line in lines)
    return f"{brackets[0]}\n{items}\n{indent}{brackets[1]}"


def json_text(value: Any, indent: str = "") -> str:
    """Any value as JSON text in ASCII; what does not fit into a line has one line per item.

    >>> print(json_text({"seen": [[0, 1], [2]], "texts": ["a" * 60, "b" * 60]}))
    {
      "seen": [[0, 1], [2]],
      "texts": [
        "aaa...",
        "bbb..."
      ]
    }
    """
    text = dumps(value)
    if len(indent) + len(text) <= COLUMNS or not isinstance(value, dict | list):
        return text
    inner = f"{indent}  "
    if isinstance(value, list):
        return _block("[]", [json_text(item, inner) for item in value], indent)
    lines = [f"{dumps(key)}: {json_text(item, inner)}" for key, item in value.items()]
    return _block("{}", lines, indent)
