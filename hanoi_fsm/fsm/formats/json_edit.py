"""Changes of an automaton written into its JSON text; all else in the text stays as it is."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from json.decoder import JSONDecoder
from typing import Any, NamedTuple

from hanoi_fsm.fsm.changes import Changes
from hanoi_fsm.fsm.formats.json_format import transition_object
from hanoi_fsm.fsm.formats.json_reader import read_json
from hanoi_fsm.fsm.meanings import lines_of
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.splicing import Piece, spliced

_BLANK = re.compile(r"[ \t\r\n]*")


class _Value(NamedTuple):
    """A value in a text: of a key of an object, or an item of a list."""

    key: str
    start: int
    end: int

    def piece(self, text: str) -> Piece:
        """Another text in place of the value."""
        return Piece(self.start, self.end, text)


def rewritten(text: str, changes: Changes) -> str:
    """The JSON text of an automaton with some `changes`; raises `JsonError` as `read_json` does.

    >>> from hanoi_fsm.fsm.automaton import Automaton
    >>> from hanoi_fsm.fsm.formats import export
    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> print(rewritten(export(lamp, "json"), Changes(marks=frozenset({"off"}))))
    {...
      "final": ["off"],
    ...
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    text = text.removeprefix("\ufeff")
    drawing = read_json(text)
    automaton, meanings = drawing.automaton, drawing.meanings
    after = changes.on(automaton)
    parts = {one.key: one for one in _items(text, _skip(text, 0))}
    pieces = list(_transitions(text, parts["transitions"], automaton.transitions, changes))
    if after.initial != automaton.initial:
        pieces.append(parts["initial"].piece(json.dumps(after.initial)))
    if after.states != automaton.states:
        pieces.append(parts["states"].piece(json.dumps(list(after.states))))
    if after.states != automaton.states and "meanings" in parts:
        moved = {changes.renamed.get(state, state): line for state, line in meanings.items()}
        kept = lines_of(after.states, {**moved, **meanings})
        pieces.append(parts["meanings"].piece(json.dumps(kept)))
    if after.final != automaton.final:
        known = [one for one in after.states if one in after.final]
        known += sorted(after.final.difference(known))
        pieces.append(parts["final"].piece(json.dumps(known)))
    return mark + spliced(text, pieces)


def _transitions(
    text: str, value: _Value, old: Sequence[Transition], changes: Changes
) -> Iterator[Piece]:
    """The pieces of the list of transitions that are replaced."""
    items = list(_items(text, value.start))
    after = [changes.replaced.get(at, one) for at, one in enumerate(old)]
    if items and not any(after) and not changes.added:
        yield value.piece("[]")
        return
    kept = 0
    for at, (item, new) in enumerate(zip(items, after, strict=True)):
        if new is None:  # with the comma before it, or after it where it is the first
            last = items[at + 1].start if not kept and at + 1 < len(items) else item.end
            yield Piece(items[at - 1].end if kept else item.start, last, "")
            continue
        kept += 1
        if new != old[at]:
            yield item.piece(_object(text[item.start : item.end], new))
    end = items[-1].end if items else _skip(text, value.start + 1)
    space = _space_before(text, value, items)
    added = [json.dumps(transition_object(one)) for one in changes.added]
    if added:
        first = f",{space}" if kept else ""
        yield Piece(end, end, first + f",{space}".join(added))


def _space_before(text: str, value: _Value, items: Sequence[_Value]) -> str:
    """What is between an item of a list and the comma or bracket before it."""
    if not items:
        return ""
    before = items[-2].end if len(items) > 1 else value.start + 1
    return text[before : items[-1].start].lstrip(",")


def _object(text: str, new: Transition) -> str:
    """The text of a transition that says something else; values that stay are left as they are."""
    wanted = transition_object(new)
    known = list(_items(text, 0))
    if {one.key for one in known} != wanted.keys():
        kept = [one.key for one in known if one.key in wanted]
        keys = dict.fromkeys([*kept, *wanted])
        return json.dumps({key: wanted[key] for key in keys})
    changed = (one for one in known if json.loads(text[one.start : one.end]) != wanted[one.key])
    return spliced(text, [one.piece(json.dumps(wanted[one.key])) for one in changed])


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _items(text: str, at: int) -> Iterator[_Value]:
    """The values of the object or list that begins at an index of a valid JSON text."""
    read: Callable[[str, int], tuple[Any, int]] = JSONDecoder().raw_decode
    named, at = text[at] == "{", _skip(text, at + 1)
    while text[at] not in "]}":
        key = ""
        if named:
            key, at = read(text, at)
            at = _skip(text, _skip(text, at) + 1)
        _, end = read(text, at)
        yield _Value(key, at, end)
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
