"""JSON (RFC 8259): by our own published schema, and the markup of the library `transitions`.

The schema beside this file (JSON Schema, draft 2020-12) covers what the DOT of a diagram does.

JSON is read strictly, as it may come from anybody: it is refused at the first place that violates
the schema. Only the JSON Schema keywords that this schema uses are supported. Nothing in a text is
ever run or imported.
"""

import re
from functools import cache
from json import JSONDecodeError, dumps, loads
from pathlib import Path
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.chart import Tree
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
from hanoi_fsm.fsm.files import MOST_BYTES, read_text
from hanoi_fsm.fsm.formats import schema
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import ENTRY, EXIT, Guard, Row
from hanoi_fsm.fsm.validation import lines_of

Json = Any  # a value of JSON

FORMAT = "hanoi-fsm automaton 2"
COLUMNS = 160
SHOWN, MOST_DIGITS = 60, 1000
WILDCARDS = ("*", "=")  # for the library: all states, and the same state

_KINDS = {"object": dict, "array": list, "string": str, "boolean": bool}


def json(machine: Machine) -> str:
    """The automaton as JSON text that follows the schema, one line per row that fits.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> print(json(Machine(lamp)))
    {
      "format": "hanoi-fsm automaton 2",
      "name": "lamp",
      "memory": "lamp",
      "initial": "off",
      "final": [],
      "states": ["off"],
      "transitions": [
        {"source": "off", "target": "off", "events": ["press"]}
      ]
    }
    """
    automaton = machine.automaton.chart
    document: dict[str, Json] = {
        "format": FORMAT,
        "name": automaton.name,
        "memory": automaton.memory,
        "initial": automaton.initial,
        "final": [state for state in automaton.states if state in automaton.final],
        "states": automaton.states,
        "transitions": [
            _filled(
                source=row.source,
                target=row.target,
                events=row.events,
                guards=["!" * guard.negated + guard.name for guard in row.guards],
                actions=row.actions,
            )
            for row in automaton.rows
        ],
    }
    document |= _filled(
        ordered=automaton.ordered,
        entry=dict(automaton.entry),
        exit=dict(automaton.exit),
        acceptor=automaton.acceptor,
        parent=dict(automaton.tree.parent),
        initials=dict(automaton.tree.initial),
        parallel=[state for state in automaton.states if state in automaton.tree.parallel],
        partial=machine.shows_partial,
        together=machine.together,
        claims=automaton.claims,
        meanings=lines_of(automaton.states, machine.meanings),
    )
    return _text(document)


def _filled(**parts: Json) -> dict[str, Json]:
    """The parts of a transition or a document that are not empty."""
    return {key: value for key, value in parts.items() if value}


def transitions(machine: Machine) -> str:
    """The JSON text of the markup for `transitions.extensions.markup.MarkupMachine` (0.9).

        machine = MarkupMachine(markup=json.loads(text))
        machine.add_model(memory)

    Guards and actions are names of the model's methods, and the model is the memory. A machine
    from the library is restored as it was, nested states for its `HierarchicalMarkupMachine`;
    anonymous functions, such as `condition_1`, become methods to define. Raises `ExportError` for
    a state whose name is a wildcard there.
    """
    if machine.markup:
        return _text({**machine.markup})
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
        "transitions": [
            _filled(
                trigger=transition.event,
                source=transition.source,
                dest=transition.target,
                conditions=[guard.name for guard in transition.guards if not guard.negated],
                unless=[guard.name for guard in transition.guards if guard.negated],
                before=transition.actions,
            )
            for transition in automaton.transitions
        ],
        "models": [],
    }
    return _text(markup)


def _text(value: Json, indent: str = "") -> str:
    """Any value as JSON text in ASCII.

    A value that contains objects, or does not fit on a line, has one line per item.

    >>> print(_text({"seen": {"0": [1]}, "texts": ["a" * 90, "b" * 90]}))
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
    if is_flat or not isinstance(value, dict | list | tuple):
        return text
    inner = f"{indent}  "
    if isinstance(value, dict):
        lines = [f"{inner}{dumps(key)}: {_text(item, inner)}" for key, item in value.items()]
    else:
        lines = [f"{inner}{_text(item, inner)}" for item in value]
    return "\n".join([text[0], ",\n".join(lines), f"{indent}{text[-1]}"])


def read_json(text: str | bytes | Path) -> Drawing:
    """Read an automaton back from JSON of the published schema, or from such a file by its path.

    Raises `JsonError` for anything else, and `OSError` for an unreadable file; `validate` may
    still refuse the automaton.

    >>> from hanoi_fsm.fsm.formats import export
    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> read_json(export(lamp, "json")).automaton == lamp
    True
    """
    text = read_text(text, MOST_BYTES, "an automaton, as an export to json has it", JsonError)
    try:
        value = loads(text, parse_int=_number)
        _check(value, _schema())
    except JSONDecodeError as error:
        raise JsonError(f"this is not JSON: {error.msg}", error.lineno, error.colno) from None
    except RecursionError:
        raise JsonError("this is not plain JSON: it is nested too deep") from None
    automaton = Automaton(
        name=value["name"],
        states=tuple(value["states"]),
        initial=value["initial"],
        final=frozenset(value["final"]),
        rows=tuple(map(_row, value["transitions"])),
        memory=value["memory"],
        ordered=value.get("ordered", False),
        acceptor=value.get("acceptor", False),
        tree=Tree(
            value.get("parent", {}),
            value.get("initials", {}),
            frozenset(value.get("parallel", ())),
        ),
        entry=_actions(value, ENTRY),
        exit=_actions(value, EXIT),
        claims=tuple(value.get("claims", ())),
    )
    drawing = Drawing(
        automaton,
        {},
        meanings=value.get("meanings", {}),
        partial=value.get("partial", False),
        together=tuple(value.get("together", ())),
    )
    try:
        drawing.check()
    except BadInput as error:
        raise JsonError(str(error)) from None
    return drawing


def _number(digits: str) -> int:
    """A whole number; in messages, a long one is shortened to its first and last digits."""
    return int(digits if len(digits) < MOST_DIGITS else digits[:SHOWN] + digits[-SHOWN:])


def _actions(document: Json, kind: str) -> dict[str, tuple[str, ...]]:
    return {state: tuple(words) for state, words in document.get(kind, {}).items()}


def _row(parts: dict[str, Json]) -> Row:
    names = parts.get("guards", [])
    guards = tuple(Guard(name.removeprefix("!"), name.startswith("!")) for name in names)
    events, actions = tuple(parts["events"]), tuple(parts.get("actions", []))
    return Row(parts["source"], parts["target"], events, guards, actions)


@cache
def _schema() -> Json:
    return loads(schema())


def _check(value: Json, expected: Json, at: str = "") -> None:
    """Raise `JsonError` at the first place where a value violates a part of the schema."""
    if "$ref" in expected:
        expected = _schema()["$defs"][expected["$ref"].rpartition("/")[2]]
    if why := _why(value, expected):
        raise JsonError(f"{at.removeprefix('.') or 'the document'}: {why}")
    if isinstance(value, list):
        for number, item in enumerate(value):
            _check(item, expected["items"], f"{at}[{number}]")
    elif isinstance(value, dict):
        others = expected.get("patternProperties", {}).get("")
        for key, item in value.items():
            known = expected.get("properties", {}).get(key, others)
            _check(item, known, f"{at}.{cut(printable(key), 40)}")


def _why(value: Json, expected: Json) -> str:
    """One line with the kind of value and what was expected instead; the value is not quoted."""
    kind = expected.get("type")
    if kind and not isinstance(value, _KINDS[kind]):
        return f"found {_shown(value)}, expected {with_article(kind)}"
    if value not in expected.get("enum", [value]):
        return f"found {_shown(value)}, expected {' or '.join(map(_shown, expected['enum']))}"
    if "format" in expected and not (value.isprintable() and re.search(expected["pattern"], value)):
        return f"found {_shown(value)}, expected {expected['description']}"
    if "required" in expected:
        known = expected["properties"]
        for key in value:
            if key not in known:
                return str(UnknownName.among("key", cut(key, 40), list(known)))
        for key in expected["required"]:
            if key not in value:
                return f"the key {key!r} is missing: add it"
    if kind == "array":
        least, most = expected.get("minItems", 0), expected["maxItems"]
        if not least <= len(value) <= most:
            return f"{counted(len(value), 'item')}, expected {least} .. {most}"
    if "uniqueItems" in expected and len({*map(dumps, value)}) < len(value):
        return "an item is given twice: keep one of each"
    return ""


def _shown(value: Json) -> str:
    return cut(dumps(value), SHOWN)
