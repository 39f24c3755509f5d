"""The labels of other people's arrows: what fits our notation is that, all else is read freely.

A free label is `event [guard] / action`, where each part may be any text; it is written in our
notation, with quotes where a part is not a plain word.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from hanoi_fsm.fsm.errors import NotationError
from hanoi_fsm.fsm.notation import Row, parse_row, quoted, word

UNLABELLED = "step"
"""The event of an arrow whose label names none."""

_FREE = re.compile(
    r"(?P<event>[^\[\]]*?)\s*(?:\[(?P<guard>[^\[\]]+)\])?(?:(?P<slash>\s*/\s*)(?P<action>.+))?"
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
    if not text:
        return FreeLabel([Row(source, target, (UNLABELLED,))])
    is_plain = "[" not in text and "/" not in text
    parts = _EITHER.split(text)
    if is_plain and len(parts) > 1 and all(map(_in_notation, parts)):
        return FreeLabel([parse_row(source, target, ", ".join(parts))], is_doubtful="|" in text)
    if _in_notation(text) or all(map(_in_notation, lines)):
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
        if len(lines) < 2 or not all(map(_in_notation, lines)):
            raise
    return [parse_row(source, target, line) for line in lines]


def one_event(source: str, target: str, text: str) -> Row:
    """The row with one event, whatever text that is."""
    return parse_row(source, target, word(text or UNLABELLED))


def _in_notation(text: str) -> bool:
    try:
        parse_row("", "", text)
    except NotationError:
        return False
    return True


def written(text: str) -> str:
    """A label whose parts may be any texts, as our notation writes it.

    >>> written("entry / send an SMS")
    'entry / "send an SMS"'
    """
    parts = _FREE.fullmatch(text)
    if parts is None:
        return word(text)
    event, guard, action = parts["event"], parts["guard"], parts["action"]
    is_apart = guard or " " not in event or (parts["slash"] or " / ").strip() != parts["slash"]
    if not is_apart:  # as in `GET /pets`
        return word(text)
    label = word(event) if event else UNLABELLED
    if guard:
        sign = "!" if guard.startswith("!") else ""
        is_ours = _in_notation(f"{UNLABELLED} [{guard}]")
        label += f" [{guard}]" if is_ours else f" [{sign}{quoted(guard.lstrip('! '))}]"
    if action:
        is_ours = _in_notation(f"{UNLABELLED} / {action}")
        label += f" / {action}" if is_ours else f" / {quoted(action)}"
    return label
