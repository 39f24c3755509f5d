"""The labels of other people's arrows: what fits our notation is that, all else is read freely.

A free label is `event [guard] / action`, where each part may be any text; it is written in our
notation, with quotes where a part is not a plain word.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from hanoi_fsm.fsm.errors import NotationError
from hanoi_fsm.fsm.flat import alternatives
from hanoi_fsm.fsm.notation import (
    ELSE,
    LONGEST,
    UNLABELLED,
    Row,
    is_label,
    parse_row,
    word,
    written,
)

_EITHER = re.compile(r"\s*[|,]\s*")


class FreeLabel(NamedTuple):
    """The rows that the label of an arrow stands for.

    It `is_free` if it is not in our notation, and `is_doubtful` if it may well mean others.
    """

    rows: list[Row]
    is_free: bool = False
    is_doubtful: bool = False


def read_freely(source: str, target: str, lines: Sequence[str]) -> FreeLabel:
    """The rows for the lines of a text on an arrow; without any text, one with the event `step`.

    >>> [str(row) for row in read_freely("a", "b", ["insert coin [n > 3] / beep, open door"]).rows]
    ['a -> b : "insert coin" ["n > 3"] / "beep, open door"']
    >>> [str(row) for text in ("x/0", "0|1") for row in read_freely("a", "b", [text]).rows]
    ['a -> b : x / "0"', 'a -> b : 0, 1']
    """
    text = " ".join(lines)
    if len(text) > LONGEST:
        several = rows_of(source, target, lines)
        return FreeLabel(several, is_doubtful="[" not in text and "/" not in text)
    if not text:
        return FreeLabel([Row(source, target, (UNLABELLED,))])
    is_plain = "[" not in text and "/" not in text
    parts = _EITHER.split(text)
    if is_plain and "|" in text and '"' not in text and all(map(is_label, parts)):
        return FreeLabel([parse_row(source, target, ", ".join(parts))], is_doubtful=True)
    if is_label(text) or all(map(is_label, lines)):
        several = rows_of(source, target, lines)
        return FreeLabel(several, is_doubtful=is_plain and len(several) > 1)
    is_doubtful = is_plain and (len(lines) > 1 or len(parts) > 1)
    row = parse_row(source, target, written(text))
    return FreeLabel([row], is_free=True, is_doubtful=is_doubtful)


def rows_of(source: str, target: str, lines: Sequence[str]) -> list[Row]:
    """The rows for a label in our notation, which may be wrapped, or for several, one per line.

    Raises `NotationError` for any other label.
    """
    try:
        return [parse_row(source, target, " ".join(lines))]
    except NotationError:
        if len(lines) < 2 or not all(map(is_label, lines)):
            raise
    return [parse_row(source, target, line) for line in lines]


def branch(source: str, target: str, text: str) -> Row:
    """The row for an arrow that leaves a choice: its text is a condition, and perhaps actions.

    >>> [branch("c", "b", text).label.condition for text in ("[!ok] / beep", "n > 3", "", "/ beep")]
    ['!ok', '"n > 3"', 'else', 'else']
    """
    if text.startswith("/"):
        text = f"{ELSE} / {text[1:].strip()}"
    condition, slash, actions = (text or str(ELSE)).partition(" / ")
    if not condition.startswith("["):
        condition = f"[{condition}]"
    return parse_row(source, target, written(f"{UNLABELLED} {condition}{slash}{actions}"))


def through(row: Row, way: Row, ways: Sequence[Row]) -> list[Row]:
    """The rows for an arrow to a choice that goes on by one of the ways from there.

    `[else]` there is the negation of the guards of all other ways, in as many rows as that needs.
    """
    others = [other.guards for other in ways if ELSE not in other.guards]
    parts = alternatives((), others, row) if ELSE in way.guards else [way.guards]
    actions = row.actions + way.actions
    return [
        replace(row, target=way.target, guards=row.guards + guards, actions=actions)
        for guards in parts
    ]


def one_event(source: str, target: str, text: str) -> Row:
    """The row with one event, whatever text that is."""
    return parse_row(source, target, word(text or UNLABELLED))
