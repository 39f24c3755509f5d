"""An automaton read back from JSON; nothing in a file is ever run or imported.

Anything outside the published schema is refused with its position. The size and the depth of a text
are checked before Python's parser sees it, so that no text can make it deep or slow.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.drawing import Drawing
from hanoi_fsm.fsm.errors import BadInput, JsonError, NotationError, UnknownName, shortened
from hanoi_fsm.fsm.formats.json_format import FORMAT
from hanoi_fsm.fsm.meanings import check_lines
from hanoi_fsm.fsm.notation import LONGEST, Guard, Label, Transition, parse_label

MOST_BYTES = 256 * 1024
MOST_STATES = 1_000
MOST_TRANSITIONS = 5_000
MOST_GUARDS = 100
DEEPEST = 4  # the depth of the schema: automaton, transitions, transition, guards

_T = TypeVar("_T")
_Reader = Callable[[Any, str], Any]
_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


class _Other(NamedTuple):  # a number, NaN or Infinity: none of them is in the schema
    text: str


def read_json_file(path: Path) -> Drawing:
    """Read an automaton from a file; raises `JsonError` as `read_json` does, and `OSError`."""
    with path.open("rb") as file:
        return read_json(file.read(MOST_BYTES + 1))


def read_json(text: str | bytes) -> Drawing:
    """Read an automaton back from JSON of the published schema, which `validate` may still refuse.

    Raises `JsonError` for anything else.

    >>> from hanoi_fsm.fsm.formats import export
    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> read_json(export(lamp, "json")).automaton == lamp
    True
    """
    return _drawing(_parsed(_decoded(text)))


def _decoded(text: str | bytes) -> str:
    if len(text) > MOST_BYTES:
        raise JsonError(
            f"the text is longer than {MOST_BYTES} bytes: an automaton should be smaller"
        )
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
        numbers: Any = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), _Other)
        return json.loads(text, object_pairs_hook=_without_twins, **numbers)
    except json.JSONDecodeError as error:
        position = f"line {error.lineno}, column {error.colno}"
        raise JsonError(f"{position}: this is not JSON: {error.msg}") from None


def _refuse_depth(text: str) -> None:
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += (found[0] in "[{") - (found[0] in "]}")
        if depth > DEEPEST:
            line = text.count("\n", 0, found.start()) + 1
            raise JsonError(
                f"line {line}: nested deeper than {DEEPEST}: an automaton should be flatter"
            )


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twin = _twin(key for key, _ in pairs)
        raise JsonError(f"the key {shortened(twin)} is given twice in one object: keep one")
    return found


def _twin(names: Iterable[str]) -> str:
    return next(name for name, times in Counter(names).items() if times > 1)


def _drawing(value: Any) -> Drawing:
    keys: dict[str, _Reader] = {"format": _text, "name": _name, "memory": _name, "initial": _name}
    keys |= {"final": _names, "states": _names, "transitions": _transitions}
    parts = _object(value, "", keys, {"$schema": _text, "meanings": _meanings})
    if parts["format"] != FORMAT:
        _fail("format", parts["format"], repr(FORMAT))
    parts["final"] = frozenset(parts["final"])
    automaton = Automaton(**{key: parts[key] for key in keys if key != "format"})
    meanings = parts.get("meanings", {})
    try:
        check_lines("meanings", meanings, automaton.states)
    except BadInput as error:
        raise JsonError(str(error)) from None
    return Drawing(automaton, lines={}, meanings=meanings)


def _meanings(value: Any, at: str) -> dict[str, str]:
    if not isinstance(value, dict):
        _fail(at, value, "an object")
    return {state: _text(line, f"{at}[{shortened(state)}]") for state, line in value.items()}


def _transition(value: Any, at: str) -> Transition:
    keys = {"source": _name, "target": _name, "event": _text}
    parts = _object(value, at, keys, {"guards": _guards, "action": _text})
    label = Label(parts["event"], parts.get("guards", ()), parts.get("action"))
    try:
        same = parse_label(str(label)) == label  # not so with an event like `a / b`
    except NotationError as error:
        raise JsonError(f"{at}: {error}") from None
    if not same or not str(label).isprintable():
        fault = f"{at}: {shortened(str(label), 80)} is not in the notation"
        raise JsonError(f"{fault}: event, guards and action are a printable word each")
    return Transition(parts["source"], parts["target"], label)


def _transitions(value: Any, at: str) -> tuple[Transition, ...]:
    return _items(value, at, MOST_TRANSITIONS, _transition)


def _guards(value: Any, at: str) -> tuple[Guard, ...]:
    names = _items(value, at, MOST_GUARDS, _text)
    return tuple(Guard(name.removeprefix("!"), name.startswith("!")) for name in names)


def _names(value: Any, at: str) -> tuple[str, ...]:
    names = _items(value, at, MOST_STATES, _name)
    if len(set(names)) < len(names):
        raise JsonError(f"{at}: {shortened(_twin(names))} is given twice: keep one")
    return names


def _name(value: Any, at: str) -> str:
    name = _text(value, at)
    if not name or name != name.strip() or not name.isprintable():
        _fail(at, name, "printable characters without surrounding blanks")
    return name


def _text(value: Any, at: str) -> str:
    if not isinstance(value, str):
        _fail(at, value, "a text")
    if len(value) > LONGEST:
        raise JsonError(f"{at}: {len(value)} characters, expected at most {LONGEST}")
    return value


def _items(value: Any, at: str, most: int, read: Callable[[Any, str], _T]) -> tuple[_T, ...]:
    if not isinstance(value, list):
        _fail(at, value, "a list")
    if len(value) > most:
        raise JsonError(f"{at}: {len(value)} items, expected at most {most}")
    return tuple(read(item, f"{at}[{index}]") for index, item in enumerate(value))


def _object(
    value: Any, at: str, required: Mapping[str, _Reader], optional: Mapping[str, _Reader]
) -> dict[str, Any]:
    readers = {**required, **optional}
    name = at or "the automaton"
    if not isinstance(value, dict):
        _fail(name, value, "an object")
    for key in value:
        if key not in readers:
            raise JsonError(f"{name}: {UnknownName.among('key', key[:LONGEST], list(readers))}")
    for key in required:
        if key not in value:
            raise JsonError(f"{name}: the key {key!r} is missing: add it")
    prefix = f"{at}." if at else ""
    return {key: readers[key](value[key], prefix + key) for key in readers if key in value}


def _fail(at: str, value: Any, expected: str) -> NoReturn:
    kinds = {dict: "an object", list: "a list", bool: str(value).lower(), type(None): "null"}
    found = value.text[:20] if isinstance(value, _Other) else kinds.get(type(value))
    raise JsonError(f"{at}: found {found or shortened(value)}, expected {expected}")
