"""How wide a text is: what fits into a place, what is cut, and where a line is folded.

The fonts of the reader are not known. Widths are those of the widest of the usual sans-serif fonts,
so that a text that is fitted into a place stays in it with any of them.
"""

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

from hanoi_fsm.fsm.errors import printable

FONT = "Helvetica,Arial,sans-serif"
TEXT = 12
"""The size of the usual text, in pixels."""

LINE_HEIGHT = 1.2
"""From one line of text to the next, in font sizes."""

ROOMY = 1.12
"""Texts in boxes that Graphviz draws get this much more room, for fonts that are wider still."""

_NARROW, _WIDE = frozenset("ijl.,:;'|![]()/ ftIr-_"), frozenset("mwMWQO@%")
_NARROW_EM, _USUAL_EM, _CAPITAL_EM, _WIDE_EM, _SQUARE_EM = 0.45, 0.635, 0.76, 0.99, 1.25
_BOLD, _TOLERANCE = 1.12, 0.01
_LATIN = "\u024f"
"""The last of the letters that are never as wide as those of East Asia."""


def text_width(words: str, size: float = TEXT, *, bold: bool = False) -> float:
    """About how wide a text is, in pixels; seldom less than it is.

    >>> round(text_width("move_ahead", 12)), text_width("", 12)
    (78, 0)
    """
    return sum(map(_em, words)) * size * (_BOLD if bold else 1)


def text_size(lines: Sequence[str], size: float) -> tuple[float, float]:
    """The width and the height of a box that has room for some lines of text."""
    width = max((text_width(line, size) for line in lines), default=0.0)
    return ROOMY * width, len(lines) * LINE_HEIGHT * size


def cut_to(words: str, room: float, size: float = TEXT, *, bold: bool = False) -> str:
    """As much of a text as there is room for, with three dots in place of what is cut.

    >>> cut_to("foundation", 100), cut_to("foundation", 50)
    ('foundation', 'foun...')
    """
    words = printable(words)
    if text_width(words, size, bold=bold) <= room + _TOLERANCE:
        return words
    left = room - text_width("...", size, bold=bold)
    for end, letter in enumerate(words):
        left -= text_width(letter, size, bold=bold)
        if left < 0:
            return words[:end].rstrip() + "..."
    return words


def folded(
    words: str, room: float, size: float, *, bold: bool = False, indent: str = ""
) -> list[str]:
    """A text in lines that fit into the room, folded between words; no word is cut.

    >>> folded("carry: disk 1 goes to the next peg", 142, 12, indent="    ")
    ['carry: disk 1 goes to', '    the next peg']
    """
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold=bold) > room:
            lines.append(indent + word)
        else:
            lines[-1:] = [longer]
    return lines


def _em(letter: str) -> float:
    if letter in _NARROW:
        return _NARROW_EM
    if letter in _WIDE:
        return _WIDE_EM
    if letter.isascii():
        return _CAPITAL_EM if letter.isupper() else _USUAL_EM
    if combining(letter):
        return 0
    wide = letter > _LATIN and east_asian_width(letter) in "WFA"
    return _SQUARE_EM if wide else _CAPITAL_EM
