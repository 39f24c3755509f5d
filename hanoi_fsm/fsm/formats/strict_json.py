"""JSON from anybody, read strictly: every value is checked, and refused with its position.

The size and the depth of a text are checked before Python's parser sees it, so that no text can
make it deep or slow. Nothing in a text is ever run or imported.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn, TypeVar

from hanoi_fsm.fsm.errors import JsonError, UnknownName, shortened
from hanoi_fsm.fsm.notation import LONGEST

T = TypeVar("T")
ValueReader = Callable[[Any, str], Any]
"""A function of a value and its position."""

LONGEST_WHOLE = 18
"""The most characters of a whole number: a longer one is refused unread."""
_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


class Kind(NamedTuple):
    """What a text should be, such as "an automaton", and its limits."""

    name: str
    most_bytes: int
    deepest: int
    how_written: str


class _Other(NamedTuple):  # a long number, a broken one, NaN or Infinity: nothing expects them
    text: str


def parse(text: str | bytes, kind: Kind) -> Any:
    """The value of a text; raises `JsonError` if it is too large, too deep or not JSON."""
    text = _decoded(text, kind)
    _refuse_depth(text, kind)
    try:
        return json.loads(
            text,
            object_pairs_hook=_without_twins,
            parse_int=_small_whole,
            parse_float=_Other,
            parse_constant=_Other,
        )
    except json.JSONDecodeError as error:
        position = f"line {error.lineno}, column {error.colno}"
        raise JsonError(f"{position}: this is not JSON: {error.msg}") from None


def _decoded(text: str | bytes, kind: Kind) -> str:
    if len(text) > kind.most_bytes:
        raise JsonError(
            f"the text is longer than {kind.most_bytes} bytes: {kind.name} should be smaller"
        )
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise JsonError("this is not UTF-8: save the file as UTF-8 text") from None
    if not text.strip():
        raise JsonError(f"the text is empty: write {kind.name} as `{kind.how_written}` does")
    return text


def _refuse_depth(text: str, kind: Kind) -> None:
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += (found[0] in "[{") - (found[0] in "]}")
        if depth > kind.deepest:
            line = text.count("\n", 0, found.start()) + 1
            raise JsonError(
                f"line {line}: nested deeper than {kind.deepest}: {kind.name} should be flatter"
            )


def _small_whole(text: str) -> int | _Other:
    return int(text) if len(text) <= LONGEST_WHOLE and text != "-0" else _Other(text)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twin = _twin(key for key, _ in pairs)
        raise JsonError(f"the key {shortened(twin)} is given twice in one object: keep one")
    return found


def _twin(names: Iterable[str]) -> str:
    return next(name for name, times in Counter(names).items() if times > 1)


def mapping(value: Any, at: str) -> dict[str, Any]:
    """An object with any keys."""
    return value if isinstance(value, dict) else fail(at, value, "an object")


def parts(
    value: Any,
    at: str,
    required: Mapping[str, ValueReader],
    optional: Mapping[str, ValueReader] = MappingProxyType({}),
    *,
    whole: str = "",
) -> dict[str, Any]:
    """The values of an object with these keys and no others, each as its reader returns it.

    The object that is the `whole` text has no position, but that name.
    """
    readers = {**required, **optional}
    shown = at or whole
    value = mapping(value, shown)
    for key in value:
        if key not in readers:
            raise JsonError(f"{shown}: {UnknownName.among('key', key[:LONGEST], list(readers))}")
    for key in required:
        if key not in value:
            raise JsonError(f"{shown}: the key {key!r} is missing: add it")
    prefix = f"{at}." if at else ""
    return {key: readers[key](value[key], prefix + key) for key in readers if key in value}


def items(value: Any, at: str, most: int, read: Callable[[Any, str], T]) -> tuple[T, ...]:
    """The items of a list."""
    if not isinstance(value, list):
        fail(at, value, "a list")
    if len(value) > most:
        raise JsonError(f"{at}: {len(value)} items, expected at most {most}")
    return tuple(read(item, f"{at}[{index}]") for index, item in enumerate(value))


def names(value: Any, at: str, most: int) -> tuple[str, ...]:
    """The items of a list of different names."""
    found = items(value, at, most, name)
    if len(set(found)) < len(found):
        raise JsonError(f"{at}: {shortened(_twin(found))} is given twice: keep one")
    return found


def name(value: Any, at: str) -> str:
    """A text that can be a name."""
    found = text(value, at)
    if not found or found != found.strip() or not found.isprintable():
        fail(at, found, "printable characters without surrounding blanks")
    return found


def text(value: Any, at: str) -> str:
    """A text that is not too long."""
    if not isinstance(value, str):
        fail(at, value, "a text")
    if len(value) > LONGEST:
        raise JsonError(f"{at}: {len(value)} characters, expected at most {LONGEST}")
    return value


def whole(value: Any, at: str, most: int) -> int:
    """A whole number from 0 to `most`, which true and false are not."""
    if type(value) is not int or not 0 <= value <= most:
        fail(at, value, f"a whole number from 0 to {most}")
    return value


def one_of(value: Any, at: str, choices: Iterable[str]) -> str:
    """One of a few texts."""
    known = list(choices)
    if not isinstance(value, str) or value not in known:
        fail(at, value, " or ".join(map(repr, known[:3])))
    return value


def fail(at: str, value: Any, expected: str) -> NoReturn:
    """Raise the `JsonError` for a value at a position."""
    kinds = {dict: "an object", list: "a list", bool: str(value).lower(), type(None): "null"}
    found = value.text[:20] if isinstance(value, _Other) else kinds.get(type(value))
    raise JsonError(f"{at}: found {found or shortened(value)}, expected {expected}")
