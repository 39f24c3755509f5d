"""JSON from anybody, read strictly: an automaton or another value of a schema, or refused.

A schema is JSON Schema, of which the keywords of `schema.json` and of certificates are known, and
the format `printable`. Nothing in a text is ever run or imported.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import inf
from pathlib import Path
from types import NoneType
from typing import Any, NoReturn

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.drawing import Drawing
from hanoi_fsm.fsm.errors import (
    BadInput,
    JsonError,
    UnknownName,
    counted,
    cut,
    printable,
    with_article,
)
from hanoi_fsm.fsm.formats import schema
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.fsm.validation import check_lines

MOST_BYTES = 256 * 1024
Schema = Mapping[str, Any]
WHOLE = "the document"  # where a value is that is at no place within another

_TYPES = {
    dict: "object",
    list: "array",
    str: "string",
    int: "integer",
    bool: "boolean",
    NoneType: "null",
}


def read_json(text: str | bytes | Path) -> Drawing:
    """Read an automaton back from JSON of the published schema, or a file of it by its path.

    Raises `JsonError` for anything else, and `OSError` for a file; `validate` may still refuse the
    automaton.

    >>> from hanoi_fsm.fsm.formats import export
    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> read_json(export(lamp, "json")).automaton == lamp
    True
    """
    return drawing(parse(text, MOST_BYTES, "an automaton as `export --to json` does"))


@cache
def _schema() -> Schema:
    found: dict[str, Any] = json.loads(schema())
    return found


def drawing(value: Any, at: str = "") -> Drawing:
    """An automaton from a JSON value of the schema; raises `JsonError` as `read_json` does."""
    check(value, _schema(), at)
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
    return Drawing(automaton, lines={}, meanings=meanings)


def _transition(parts: dict[str, Any]) -> Transition:
    names = parts.get("guards", [])
    guards = tuple(Guard(name.removeprefix("!"), name.startswith("!")) for name in names)
    label = Label(parts["event"], guards, parts.get("action"))
    return Transition(parts["source"], parts["target"], label)


def parse(text: str | bytes | Path, most: int, what: str) -> Any:
    """The value of a text; `JsonError` if it has more than `most` bytes or is not JSON.

    For an empty text the error says `what` to write.
    """
    text = JsonError.decoded(text, most, what)
    try:
        return json.loads(text, object_pairs_hook=_without_twins, parse_int=_number)
    except json.JSONDecodeError as error:
        raise JsonError(f"this is not JSON: {error.msg}", error.lineno, error.colno) from None
    except (RecursionError, ValueError) as error:  # nested too deep, or a key twice
        raise JsonError(f"this is not plain JSON: {error}") from None


def _number(digits: str) -> float:
    """A whole number; one so long that it takes long to read, and is wrong anyway, is rounded."""
    return int(digits) if len(digits) <= 18 else float(digits)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _refuse_twins("an object", [key for key, _ in pairs])
    return dict(pairs)


def _refuse_twins(at: str, values: list[Any]) -> None:
    for value, times in Counter(values).items():
        if times > 1:
            raise JsonError(f"{at}: {_shown(value)} is given twice: keep one")


def check(value: Any, schema: Schema, at: str = "", whole: Schema | None = None) -> None:
    """Raise `JsonError` at the first place where a value is not of a schema.

    The value itself is `at` a place in the document, and its schema a part of the `whole` one.

    >>> check({"pegs": [0, 3]}, {"properties": {"pegs": {"items": {"type": "null"}}}})
    Traceback (most recent call last):
    hanoi_fsm.fsm.errors.JsonError: pegs[0]: found 0, expected a null
    """
    whole = whole or schema
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and _TYPES.get(type(value)) not in kinds:
        fail(at, value, " or ".join(map(with_article, kinds)))
    if value not in schema.get("enum", [value]):
        fail(at, value, " or ".join(map(_shown, schema["enum"][:3])))
    if isinstance(value, dict):
        _check_object(value, schema, at, whole)
    elif isinstance(value, list):
        _check_size(counted(len(value), "item"), len(value), schema, at, "Items")
        places = schema.get("prefixItems") or [schema.get("items", {})] * len(value)
        for index, (item, part) in enumerate(zip(value, places, strict=True)):
            check(item, part, f"{at}[{index}]", whole)
        if schema.get("uniqueItems"):
            _refuse_twins(at, value)
    elif isinstance(value, str):
        is_shown = schema.get("format") != "printable" or value.isprintable()
        if not (is_shown and re.fullmatch(schema.get("pattern", "(?s).*"), value)):
            fail(at, value, schema["description"])
        _check_size(counted(len(value), "character"), len(value), schema, at, "Length")
    elif isinstance(value, int) and "minimum" in schema:
        _check_size(f"found {value}", value, schema, at, "imum")


def _check_object(value: dict[str, Any], schema: Schema, at: str, whole: Schema) -> None:
    known, others = schema.get("properties", {}), schema.get("additionalProperties", {})
    for key, item in value.items():
        if key not in known and others is False:
            unknown = UnknownName.among("key", cut(key, 40), list(known))
            raise JsonError(f"{at or WHOLE}: {unknown}")
        place = f"{at}.{cut(printable(key), 40)}".removeprefix(".")
        check(item, known.get(key, others), place, whole)
    for key in schema.get("required", ()):
        if key not in value:
            raise JsonError(f"{at or WHOLE}: the key {key!r} is missing: add it")


def _check_size(shown: str, size: int, schema: Schema, at: str, what: str) -> None:
    """Raise `JsonError` unless a size is within the bounds of a schema, such as `minItems`."""
    least, most = schema.get(f"min{what}", 0), schema.get(f"max{what}", inf)
    if not least <= size <= most:
        raise JsonError(f"{at or WHOLE}: {shown}, expected {least} .. {most}")


def fail(at: str, value: Any, expected: str) -> NoReturn:
    """Raise the `JsonError` for a value at a place."""
    raise JsonError(f"{at or WHOLE}: found {_shown(value)}, expected {expected}")


def _shown(value: Any) -> str:
    return cut(json.dumps(value), 60)
