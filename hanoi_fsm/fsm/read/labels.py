"""The labels of arrows from any source: read in our notation if they fit it, or else freely.

A free label is `event [guard] / action`, where each part may be any text; it is converted to our
notation, with quotes around parts that are not plain words.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

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
_ELSE = re.compile(r"\[\s*else\s*\]|^\s*else\s*$", re.IGNORECASE)
_ACTION = re.compile(r"/\s|\]\s*/|^/|^[^\s/]+/[^\s/]+$")
"""Matches a slash before an action, unlike one within a text such as `I/O done`."""
_CALL = re.compile(r"\([^()]*,")
"""Matches a comma between arguments, as in `SYN(a, b)`, which does not part events."""
INTERNAL = " [internal]"
"""How `transitions` draws a transition that does not leave its state."""


PLAIN, GUARDS, DOUBTFUL = "plain text", "guards by their names", "one event or several"
"""The doubts about a label: it is not in our notation, or it is ambiguous."""


def read_freely(source: str, target: str, lines: Sequence[str]) -> tuple[list[Row], str]:
    """Read the lines of an arrow's text as rows, and return any doubt about them.

    An arrow without a text is one row with the event `step`.

    >>> [str(row) for row in read_freely("a", "b", ["insert coin [n > 3] / beep, open door"])[0]]
    ['a -> b : "insert coin" ["n > 3"] / "beep, open door"']
    >>> [str(row) for text in ("x/0", "0|1") for row in read_freely("a", "b", [text])[0]]
    ['a -> b : x / "0"', 'a -> b : 0, 1']
    """
    if source == target:
        lines = [line.replace(INTERNAL, "") for line in lines]
    lines = [_ELSE.sub(f"[{ELSE}]", line) if "[" in line else line for line in lines]
    text = " ".join(lines)
    if not text:
        return [Row(source, target, (UNLABELLED,))], ""
    is_ours = is_label(text) or all(map(is_label, lines))
    is_quoted = is_ours and '"' in text
    is_short, is_plain = len(text) <= LONGEST, "[" not in text and "/" not in text
    parts = _EITHER.split(text) if is_short else []
    several = text.split(" | ")
    labels, doubt = [written(text)], PLAIN
    if "/" in text and "[" not in text and not (is_quoted or _has_action(text)):
        labels = [word(text)]
    elif len(several) > 1 and '"' not in text and all(map(is_label, several)):
        labels, doubt = [", ".join(several)] if is_plain else several, ""
    elif _CALL.search(text) and not is_quoted:
        pass
    elif is_plain and is_short and "|" in text and '"' not in text and all(map(is_label, parts)):
        labels, doubt = [", ".join(parts)], DOUBTFUL
    elif is_ours or not is_short:
        rows = rows_of(source, target, lines)
        return rows, DOUBTFUL if is_plain and len(rows) > 1 else ""
    elif is_plain and (len(lines) > 1 or len(parts) > 1):
        doubt = DOUBTFUL
    elif '"' not in labels[0]:
        doubt = GUARDS
    return [parse_row(source, target, label) for label in labels], doubt


def _has_action(text: str) -> bool:
    """Whether an action follows a slash in a text, outside of parentheses.

    >>> [_has_action(text) for text in ("a / b", "a/0", "POST /login", "leave (at once / later)")]
    [True, True, False, False]
    """
    slash = _ACTION.search(text)
    return slash is not None and text.count("(", 0, slash.end()) == text.count(")", 0, slash.end())


def rows_of(source: str, target: str, lines: Sequence[str]) -> list[Row]:
    """Read a label in our notation, perhaps wrapped, or several labels, one per line.

    Raises `NotationError` for any other label.
    """
    try:
        return [parse_row(source, target, " ".join(lines))]
    except NotationError:
        if len(lines) < 2 or not all(map(is_label, lines)):
            raise
    return [parse_row(source, target, line) for line in lines]


def branch(source: str, target: str, text: str) -> Row:
    """Read an arrow that leaves a choice: its text is a condition, perhaps with actions.

    >>> [branch("c", "b", text).label.condition for text in ("[!ok] / beep", "n > 3", "", "/ beep")]
    ['!ok', '"n > 3"', 'else', 'else']
    """
    if text.startswith("/"):
        text = f"{ELSE} / {text[1:].strip()}"
    condition, slash, actions = (text or str(ELSE)).partition(" / ")
    condition = _ELSE.sub(str(ELSE), condition)
    if not condition.startswith("["):
        condition = f"[{condition}]"
    return parse_row(source, target, written(f"{UNLABELLED} {condition}{slash}{actions}"))


def through(row: Row, way: Row, ways: Sequence[Row]) -> list[Row]:
    """The rows for an arrow to a choice that continues along one of the ways from it.

    `[else]` on a way negates the guards of all other ways, in as many rows as necessary.
    """
    others = [other.guards for other in ways if ELSE not in other.guards]
    parts = alternatives((), others, row) if ELSE in way.guards else [way.guards]
    actions = row.actions + way.actions
    return [
        replace(row, target=way.target, guards=row.guards + guards, actions=actions)
        for guards in parts
    ]
