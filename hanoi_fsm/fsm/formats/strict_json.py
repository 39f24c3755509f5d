"""JSON from anybody, read strictly: a value is of a schema, or is refused with its place.

The schemas are JSON Schema, of which the keywords of `schema.json` and of certificates are known,
and the format `printable`. Nothing in a text is ever run or imported.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from types import NoneType
from typing import Any, NoReturn

from hanoi_fsm.fsm.errors import JsonError, UnknownName, counted, cut, printable

Schema = Mapping[str, Any]
WHOLE = "the document"  # where a value is that is at no place within another

_KINDS: dict[str, tuple[type, str]] = {
    "object": (dict, "an object"),
    "array": (list, "a list"),
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
    "boolean": (bool, "true or false"),
    "null": (NoneType, "null"),
}

_MOST_DIGITS = 18
"""Longer whole numbers, which take long to read, become rounded ones, which nothing expects."""


def parse(text: str | bytes, most: int, what: str) -> Any:
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
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)


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
    hanoi_fsm.fsm.errors.JsonError: pegs[0]: found 0, expected null
    """
    whole = whole or schema
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
    kinds = schema.get("type", [])
    known = [_KINDS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    if known and type(value) not in [kind for kind, _ in known]:
        fail(at, value, " or ".join(name for _, name in known))
    if value not in schema.get("enum", [value]):
        fail(at, value, " or ".join(map(_shown, schema["enum"][:3])))
    if isinstance(value, dict):
        _check_object(value, schema, at, whole)
    elif isinstance(value, list):
        _check_list(value, schema, at, whole)
    elif isinstance(value, str):
        _check_text(value, schema, at)
    elif isinstance(value, int):
        least, most = schema.get("minimum", value), schema.get("maximum", value)
        if not least <= value <= most:
            fail(at, value, f"a whole number from {least} to {most}")


def _check_object(value: dict[str, Any], schema: Schema, at: str, whole: Schema) -> None:
    known, others = schema.get("properties", {}), schema.get("additionalProperties", {})
    for key in value:
        if key not in known and others is False:
            unknown = UnknownName.among("key", cut(key, 40), list(known))
            raise JsonError(f"{at or WHOLE}: {unknown}")
    for key in schema.get("required", ()):
        if key not in value:
            raise JsonError(f"{at or WHOLE}: the key {key!r} is missing: add it")
    for key, item in value.items():
        place = cut(printable(key), 40)
        check(item, known.get(key, others), f"{at}.{place}" if at else place, whole)


def _check_list(value: list[Any], schema: Schema, at: str, whole: Schema) -> None:
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
    if not least <= len(value) <= most:
        raise JsonError(f"{at}: {counted(len(value), 'item')}, expected {least} .. {most}")
    places = schema.get("prefixItems") or [schema.get("items", {})] * len(value)
    for index, (item, part) in enumerate(zip(value, places, strict=True)):
        check(item, part, f"{at}[{index}]", whole)
    if schema.get("uniqueItems"):
        _refuse_twins(at, value)


def _check_text(value: str, schema: Schema, at: str) -> None:
    most = schema.get("maxLength", len(value))
    if len(value) > most:
        raise JsonError(f"{at}: {len(value)} characters, expected at most {most}")
    is_shown = schema.get("format") != "printable" or value.isprintable()
    if not (is_shown and re.fullmatch(schema.get("pattern", "(?s).*"), value)):
        fail(at, value, schema["description"])


def fail(at: str, value: Any, expected: str) -> NoReturn:
    """Raise the `JsonError` for a value at a place."""
    raise JsonError(f"{at or WHOLE}: found {_shown(value)}, expected {expected}")


def _shown(value: Any) -> str:
    return cut(json.dumps(value), 60)
