"""JSON (RFC 8259): by our own published schema, and the markup of the library `transitions`.

The schema beside this file (JSON Schema, draft 2020-12) says what the DOT of a state diagram says.

JSON from anybody is read strictly: an automaton or another value of a schema, or refused. The
library `jsonschema` checks it, with the format `printable`. The keywords are tried in their order
in the schema, so that the first error is the one to show; keys of any name are `patternProperties`,
which are tried in their order in the text. Nothing in a text is ever run or imported.
"""

from collections import Counter
from functools import cache
from json import JSONDecodeError, dumps, loads
from math import inf
from pathlib import Path
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.drawing import Drawing
from hanoi_fsm.fsm.errors import (
    BadInput,
    ExportError,
    JsonError,
    UnknownName,
    counted,
    cut,
    printable,
    with_article,
)
from hanoi_fsm.fsm.formats import schema
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.fsm.validation import check_lines, lines_of

FORMAT = "hanoi-fsm automaton 1"
COLUMNS = 160
WILDCARDS = ("*", "=")  # to the library, all states and the same state
MOST_BYTES = 2 << 20

_UNITS = {"Items": "item", "Length": "character", "Properties": "key"}


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
    if machine.shows_partial:
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


def read_json(text: str | bytes | Path) -> Drawing:
    """Read an automaton back from JSON of the published schema, or a file of it by its path.

    Raises `JsonError` for anything else, and `OSError` for a file; `validate` may still refuse the
    automaton.

    >>> from hanoi_fsm.fsm.formats import export
    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> read_json(export(lamp, "json")).automaton == lamp
    True
    """
    text = JsonError.decoded(text, MOST_BYTES, "an automaton as `export --to json` does")
    try:
        value = loads(text, object_pairs_hook=_without_twins, parse_int=_number)
        _check(value)
    except JSONDecodeError as error:
        raise JsonError(f"this is not JSON: {error.msg}", error.lineno, error.colno) from None
    except RecursionError:
        raise JsonError("this is not plain JSON: it is nested too deep") from None
    automaton = Automaton(
        name=value["name"],
        states=tuple(value["states"]),
        initial=value["initial"],
        final=frozenset(value["final"]),
        transitions=tuple(map(_transition, value["transitions"])),
        memory=value["memory"],
    )
    meanings = value.get("meanings", {})
    try:
        check_lines("meanings", meanings, automaton.states)
    except BadInput as error:
        raise JsonError(str(error)) from None
    return Drawing(automaton, {}, meanings=meanings, partial=value.get("partial", False))


def _transition(parts: dict[str, Any]) -> Transition:
    names = parts.get("guards", [])
    guards = tuple(Guard(name.removeprefix("!"), name.startswith("!")) for name in names)
    label = Label(parts["event"], guards, parts.get("action"))
    return Transition(parts["source"], parts["target"], label)


def _number(digits: str) -> float:
    """A whole number; one so long that it takes long to read, and is wrong anyway, is rounded."""
    return int(digits) if len(digits) <= 18 else float(digits)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if twins := _twins([key for key, _ in pairs]):
        raise JsonError(f"an object: {twins}")
    return dict(pairs)


def _twins(values: list[Any]) -> str:
    twice = [value for value, times in Counter(values).items() if times > 1]
    return f"{_shown(twice[0])} is given twice: keep one" if twice else ""


def _check(value: Any) -> None:
    """Raise `JsonError` at the first place where a value is not of the schema."""
    error = next(_validator().iter_errors(value), None)
    if error is not None:
        at = ""
        for part in error.absolute_path:
            at += f"[{part}]" if isinstance(part, int) else f".{cut(printable(part), 40)}"
        raise JsonError(f"{at.removeprefix('.') or 'the document'}: {_why(error)}")


@cache
def _validator() -> Any:
    """The validator of the library for the schema."""
    from jsonschema import Draft202012Validator, FormatChecker

    formats = FormatChecker(())
    formats.checks("printable")(lambda one: not isinstance(one, str) or one.isprintable())
    return Draft202012Validator(loads(schema()), format_checker=formats)


def _why(error: Any) -> str:
    """What was found and what was expected instead, in a line."""
    value, schema, given = error.instance, error.schema, error.validator_value
    found = f"found {_shown(value)}, expected "
    match error.validator:
        case "type":
            kinds = [given] if isinstance(given, str) else given
            return found + " or ".join(map(with_article, kinds))
        case "enum":
            return found + " or ".join(map(_shown, given[:3]))
        case "pattern" | "format":
            return f"{found}{schema['description']}"
        case "additionalProperties":
            key = next(key for key in value if key not in schema["properties"])
            return str(UnknownName.among("key", cut(key, 40), list(schema["properties"])))
        case "required":
            key = next(key for key in given if key not in value)
            return f"the key {key!r} is missing: add it"
        case "uniqueItems":
            return _twins(value)
    what, size = error.validator[3:], value
    if not isinstance(value, int):
        size = len(value)
        found = counted(size, _UNITS[what]) + ", expected "
    return f"{found}{schema.get(f'min{what}', 0)} .. {schema.get(f'max{what}', inf)}"


def _shown(value: Any) -> str:
    return cut(dumps(value), 60)
