"""Pieces of a text replaced by others, while all else in it stays as it is."""

from collections.abc import Iterable
from typing import NamedTuple


class Piece(NamedTuple):
    """What is written in place of the characters from `start` to `end`."""

    start: int
    end: int
    text: str


def spliced(text: str, pieces: Iterable[Piece]) -> str:
    """The text with its pieces replaced; those for one place come in the order they are given.

    >>> spliced("one, two", [Piece(5, 8, "2"), Piece(3, 3, " a"), Piece(3, 3, " b")])
    'one a b, 2'
    """
    parts, at = [], 0
    for start, end, new in sorted(pieces, key=lambda piece: piece[:2]):
        parts += [text[at:start], new]
        at = max(at, end)
    return "".join([*parts, text[at:]])
