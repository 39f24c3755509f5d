"""An automaton read back from JSON. It reads; nothing in a file is ever run or imported.

What is refused: all that is not of the published schema, each with the place where it stands. A
text is checked for its size and its depth before Python's own parser sees it, so that no text can
make it deep or slow.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.dot_reader import Drawing
from hanoi_fsm.fsm.errors import JsonError, NotationError, shortened
from hanoi_fsm.fsm.formats.json_format import FORMAT
from hanoi_fsm.fsm.notation import Guard, Label, Transition, parse_label

MOST_BYTES = 256 * 1024
MOST_STATES = 1_000
MOST_TRANSITIONS = 5_000
MOST_GUARDS = 100
LONGEST = 200
DEEPEST = 4
"""Automaton, transitions, one of them, its guards: nothing of the schema is deeper."""

_Read = TypeVar("_Read")
_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


class _Other(NamedTuple):
    """A number, NaN or Infinity: the schema has no place for any of them."""

    text: str


def read_json_file(path: Path) -> Drawing:
    """The automaton in a file; raises `JsonError` as `read_json` does, and `OSError`."""
    with path.open("rb") as file:
        return read_json(file.read(MOST_BYTES + 1))


def read_json(text: str | bytes) -> Drawing:
    """Read an automaton back from JSON of the published schema.

    Raises `JsonError` for anything else. That its states and transitions fit together is not
    checked here: `validate` does.

    >>> from hanoi_fsm.hanoi.automata import get
    >>> from hanoi_fsm.fsm.formats import to_json
    >>> machine = get("monk").automaton
    >>> read_json(to_json(machine)).automaton == machine
    True
    """
    return Drawing(_automaton(_parsed(_decoded(text))), lines={}, counts={})


def _decoded(text: str | bytes) -> str:
    if len(text) > MOST_BYTES:
        raise JsonError(f"the text is longer than {MOST_BYTES} bytes: an automaton is smaller")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise JsonError("this is not UTF-8: save the file as UTF-8 text") from None
    if not text.strip():
        raise JsonError("the text is empty: write an automaton as `export --to json` does")
    return text


def _parsed(text: str) -> Any:
    _refuse_depth(text)
    try:
        return json.loads(
            text,
            object_pairs_hook=_without_twins,
            parse_int=_Other,
            parse_float=_Other,
            parse_constant=_Other,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise JsonError(f"{place}: this is no JSON: {error.msg}") from None


def _refuse_depth(text: str) -> None:
    depth = 0
    for found in _BRACKETS.finditer(text):
        sign = found.group()
        depth += (sign in "[{") - (sign in "]}")
        if depth > DEEPEST:
            line = text.count("\n", 0, found.start()) + 1
            raise JsonError(f"line {line}: nested deeper than {DEEPEST}: an automaton is flatter")


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twin = _twin(key for key, _ in pairs)
        raise JsonError(f"the key {shortened(twin)} stands twice in one object: keep one")
    return found


def _twin(names: Iterable[str]) -> str:
    """The first of the `names` that stands there twice."""
    times = Counter(names)
    return next(name for name in times if times[name] > 1)


def _automaton(value: Any) -> Automaton:
    keys = ("format", "name", "memory", "initial", "final", "states", "transitions")
    parts = _object(value, "the automaton", keys, ["$schema"])
    _text(parts.get("$schema", ""), "$schema")
    if parts["format"] != FORMAT:
        _fail("format", parts["format"], repr(FORMAT))
    return Automaton(
        name=_name(parts["name"], "name"),
        memory=_name(parts["memory"], "memory"),
        initial=_name(parts["initial"], "initial"),
        final=frozenset(_names(parts["final"], "final")),
        states=tuple(_names(parts["states"], "states")),
        transitions=tuple(
            _list(parts["transitions"], "transitions", MOST_TRANSITIONS, _transition)
        ),
    )


def _transition(value: Any, at: str) -> Transition:
    parts = _object(value, at, ("source", "target", "event"), ("guards", "action"))
    source, target = (_name(parts[end], f"{at}.{end}") for end in ("source", "target"))
    guards = _list(parts.get("guards", []), f"{at}.guards", MOST_GUARDS, _guard)
    action = _text(parts["action"], f"{at}.action") if "action" in parts else None
    label = Label(_text(parts["event"], f"{at}.event"), tuple(guards), action)
    _refuse_other_notation(label, at)
    return Transition(source, target, label)


def _refuse_other_notation(label: Label, at: str) -> None:
    """Refuse a label that the notation would read otherwise, as of an event `a / b`."""
    try:
        same = parse_label(str(label)) == label
    except NotationError as error:
        raise JsonError(f"{at}: {error}") from None
    if not same or not str(label).isprintable():
        raise JsonError(
            f"{at}: {shortened(str(label), 80)} is no transition in the notation: event, guards "
            "and action are a printable word each"
        )


def _guard(value: Any, at: str) -> Guard:
    text = _text(value, at)
    return Guard(text.removeprefix("!"), text.startswith("!"))


def _names(value: Any, at: str) -> list[str]:
    names = _list(value, at, MOST_STATES, _name)
    if len(set(names)) < len(names):
        raise JsonError(f"{at}: {shortened(_twin(names))} stands there twice: keep one")
    return names


def _name(value: Any, at: str) -> str:
    name = _text(value, at)
    if not name or name != name.strip() or not name.isprintable():
        _fail(at, name, "printable characters without blanks around them")
    return name


def _text(value: Any, at: str) -> str:
    if not isinstance(value, str):
        _fail(at, value, "a text")
    if len(value) > LONGEST:
        raise JsonError(f"{at}: {len(value)} characters, expected at most {LONGEST}")
    return value


def _list(value: Any, at: str, most: int, read: Callable[[Any, str], _Read]) -> list[_Read]:
    if not isinstance(value, list):
        _fail(at, value, "a list")
    if len(value) > most:
        raise JsonError(f"{at}: {len(value)} items, expected at most {most}")
    return [read(item, f"{at}[{place}]") for place, item in enumerate(value)]


def _object(
    value: Any, at: str, required: Collection[str], optional: Collection[str]
) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        _fail(at, value, "an object")
    known = [*required, *optional]
    for key in value:
        if key not in known:
            near = get_close_matches(key[:LONGEST], known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
            raise JsonError(f"{at}: there is no key {shortened(key)}: {hint}")
    for key in required:
        if key not in value:
            raise JsonError(f"{at}: the key {key!r} is missing: give it")
    return value


def _fail(at: str, value: Any, expected: str) -> NoReturn:
    kinds = {dict: "an object", list: "a list", bool: str(value).lower(), type(None): "null"}
    found = value.text[:20] if isinstance(value, _Other) else kinds.get(type(value))
    raise JsonError(f"{at}: found {found or shortened(value)}, expected {expected}")
