"""JSON from anybody, read strictly: an automaton or another value of a schema, or refused.

A schema is JSON Schema, which the library `jsonschema` checks, with the format `printable`. The
keywords are tried in their order in the schema, so that the first error is the one to show; keys of
any name are `patternProperties`, which are tried in their order in the text. Nothing in a text is
ever run or imported.
"""

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache, partial
from math import inf
from pathlib import Path
from typing import Any

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

MOST_BYTES = 2 << 20
Schema = Mapping[str, Any]
TOO_DEEP = "this is not plain JSON: it is nested too deep"
WHOLE = "the document"  # where a value is that is at no place within another

_UNITS = {"Items": "item", "Length": "character", "Properties": "key"}


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
    return Drawing(automaton, {}, meanings=meanings, partial=value.get("partial", False))


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
    except RecursionError:
        raise JsonError(TOO_DEEP) from None
    except ValueError as error:  # a key twice
        raise JsonError(f"this is not plain JSON: {error}") from None


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


def check(value: Any, schema: Schema, at: str = "") -> None:
    """Raise `JsonError` at the first place where a value is not of a schema.

    The value itself is `at` a place in the document.

    >>> check({"pegs": [0, 3]}, {"properties": {"pegs": {"items": {"type": "null"}}}})
    Traceback (most recent call last):
    hanoi_fsm.fsm.errors.JsonError: pegs[0]: found 0, expected a null
    """
    try:
        error = next(_validator()(schema).iter_errors(value), None)
        if error is None:
            return
        for part in error.absolute_path:
            at += f"[{part}]" if isinstance(part, int) else f".{cut(printable(part), 40)}"
        raise JsonError(f"{at.removeprefix('.') or WHOLE}: {_why(error)}")
    except RecursionError:  # what was just not too deep to be read is too deep to be shown
        raise JsonError(TOO_DEEP) from None


@cache
def _validator() -> Any:
    """The validator of the library, for which 1.0 is not a whole number."""
    from jsonschema import Draft202012Validator, FormatChecker, validators

    whole = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, one: type(one) is int)
    formats = FormatChecker(())
    formats.checks("printable")(lambda one: not isinstance(one, str) or one.isprintable())
    extend: Any = validators.extend  # which has no types
    strict = extend(Draft202012Validator, type_checker=whole)
    return partial(strict, format_checker=formats)


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
    return cut(json.dumps(value), 60)
