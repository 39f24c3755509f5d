"""An automaton read back from JSON; anything outside the published schema is refused."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.drawing import Drawing
from hanoi_fsm.fsm.errors import BadInput, JsonError, NotationError
from hanoi_fsm.fsm.formats import schema, strict_json
from hanoi_fsm.fsm.notation import Guard, Label, Transition, parse_labels
from hanoi_fsm.fsm.validation import check_lines

MOST_BYTES = 256 * 1024


def read_json(text: str | bytes | Path) -> Drawing:
    """Read an automaton back from JSON of the published schema, or a file of it by its path.

    Raises `JsonError` for anything else, and `OSError` for a file; `validate` may still refuse the
    automaton.

    >>> from hanoi_fsm.fsm.formats import export
    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> read_json(export(lamp, "json")).automaton == lamp
    True
    """
    if isinstance(text, Path):
        with text.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
    return drawing(strict_json.parse(text, MOST_BYTES, "an automaton as `export --to json` does"))


@cache
def _schema() -> strict_json.Schema:
    found: dict[str, Any] = json.loads(schema())
    return found


def drawing(value: Any, at: str = "") -> Drawing:
    """An automaton from a JSON value of the schema; raises `JsonError` as `read_json` does."""
    strict_json.check(value, _schema(), at)
    prefix = f"{at}." if at else ""
    transitions = [
        _transition(one, f"{prefix}transitions[{number}]")
        for number, one in enumerate(value["transitions"])
    ]
    automaton = Automaton(
        name=value["name"],
        states=tuple(value["states"]),
        initial=value["initial"],
        final=frozenset(value["final"]),
        transitions=tuple(transitions),
        memory=value["memory"],
    )
    meanings = value.get("meanings", {})
    try:
        check_lines("meanings", meanings, automaton.states)
    except BadInput as error:
        raise JsonError(str(error)) from None
    return Drawing(automaton, lines={}, meanings=meanings)


def _transition(parts: dict[str, Any], at: str) -> Transition:
    names = parts.get("guards", [])
    guards = tuple(Guard(name.removeprefix("!"), name.startswith("!")) for name in names)
    text = str(Label(parts["event"], guards, parts.get("action")))
    try:
        (label,) = parse_labels(text)
    except NotationError as error:
        raise JsonError(f"{at}: {error}") from None
    return Transition(parts["source"], parts["target"], label)
