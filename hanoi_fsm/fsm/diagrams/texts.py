"""Texts in pictures: their form in DOT, their width, and how to cut or fold them.

The reader's fonts are unknown. Widths are taken from the widest of the usual sans-serif fonts, so
that a text that is fitted into a place fits with any of them.
"""

import re
from collections.abc import Callable, Sequence

from hanoi_fsm.fsm.errors import printable

FONT = "Helvetica,Arial,sans-serif"
CODE, STRONG, BOLD = "Courier", "Courier-Bold", "Helvetica-Bold"
"""The fonts of labels, of actions in them, and of names, known to every renderer."""
TEXT = 12
"""The default size of text, in pixels."""

LINE_HEIGHT = 1.2
"""The distance between lines of text, in font sizes."""

ROOMY = 1.12
"""The extra room for texts in boxes drawn by Graphviz, for even wider fonts."""

_NARROW, _WIDE = frozenset("ijl.,:;'|![]()/ ftIr-_"), frozenset("mwMWQO@%")
_NARROW_EM, _USUAL_EM, _CAPITAL_EM, _WIDE_EM, _SQUARE_EM = 0.45, 0.635, 0.76, 0.99, 1.25
_CODE_EM = 0.62
_BOLD, _TOLERANCE = 1.12, 0.01
_ALPHABETS = "\u2100"
"""Characters beyond it (arrows, signs, East Asian letters) may be as wide as high."""

LONGEST_LINE = 22
"""The longest line in a label, if it can be broken."""

TIMES = "\N{MULTIPLICATION SIGN}"
ENTITY = re.compile(r"&(#[0-9]{0,7}|#[xX][0-9A-Fa-f]{0,6}|[A-Za-z][A-Za-z0-9]*);")
"""Matches texts that Graphviz reads as one character, such as `&lt;` or `&#60;`."""


def label_lines(head: str, width: int = LONGEST_LINE) -> list[str]:
    """Break long events and guards into lines, after a comma or `&`.

    The lines are as equal as possible.

    >>> label_lines("press [!the_first & the_second]"), label_lines("00, 01, 02, 10, 11, 12")
    (['press [!the_first &', 'the_second]'], ['00, 01, 02, 10, 11, 12'])
    """
    parts = re.split(r"(?<=[&,]) | (?=\[)", head)

    def filled(most: int) -> list[str]:
        # a last line that looks like a count would be read as one
        return _filled(parts, lambda line, last: len(line) > most and not last.startswith(TIMES))

    lines = filled(width)
    for most in range(width, 0, -1):
        narrower = filled(most)
        if len(narrower) > len(lines):
            break
        lines = narrower
    return lines


def _filled(
    parts: Sequence[str], is_too_long: Callable[[str, str], bool], indent: str = ""
) -> list[str]:
    """Fill lines with parts; `is_too_long` decides whether a line can take another part."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]} {part}" if lines else part
        if lines and is_too_long(longer, part):
            lines.append(indent + part)
        else:
            lines[-1:] = [longer]
    return lines


def node_id(state: str) -> str:
    r"""Write a state as an identifier and title of the picture, with entities if necessary.

    A colon would begin a port, a backslash an escape, `<...>` HTML; `%` alone is not a name.

    >>> print(node_id(r"a:\b"))
    a&#58;&#92;b
    """
    return state.translate(_ENTITIES)


_ENTITIES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", ":": "&#58;", "\\": "&#92;", "%": "&#37;"}
)


def escaped_label(text: str) -> str:
    r"""Escape a label, so that it shows `text` exactly, without escapes, entities or HTML.

    >>> print(escaped_label(r"\N &lt; a & b"))
    \\N &amp;lt; a & b
    """
    return ENTITY.sub(r"&amp;\1;", text).replace("\\", "\\\\")


def joined_lines(lines: Sequence[str], end: str = r"\n") -> str:
    r"""Join lines into a label: centred, or left-aligned with the `end` `\l`."""
    from graphviz import nohtml

    text = end.join(map(escaped_label, lines)) + (end if end != r"\n" and lines else "")
    label: str = nohtml(text)
    return label


def text_width(words: str, size: float = TEXT, *, bold: bool = False) -> float:
    """An estimate of the width of a text in pixels, seldom too small.

    >>> round(text_width("move_ahead", 12)), text_width("", 12)
    (78, 0)
    """
    return sum(map(_em, words)) * size * (_BOLD if bold else 1)


def text_size(lines: Sequence[str], size: float, *, bold: bool = False) -> tuple[float, float]:
    """The width and height of a box for some lines of text."""
    width = max((text_width(line, size, bold=bold) for line in lines), default=0.0)
    return ROOMY * width, len(lines) * LINE_HEIGHT * size


def code_width(words: str, size: float) -> float:
    """The width of a text in a monospaced font such as `CODE`."""
    return sum(_SQUARE_EM if letter > _ALPHABETS else _CODE_EM for letter in words) * size


def cut_to(words: str, room: float, size: float = TEXT, *, bold: bool = False) -> str:
    """Cut a text to the available room, with three dots in place of the rest.

    >>> cut_to("foundation", 100), cut_to("foundation", 50)
    ('foundation', 'foun...')
    """
    words = printable(words)
    if text_width(words, size, bold=bold) <= room + _TOLERANCE:
        return words
    short = words[: max(0, int(room))]  # no letter is narrower than a pixel
    while short and text_width(short + "...", size, bold=bold) > room:
        short = short[:-1]
    return short.rstrip() + "..."


def folded(
    words: str, room: float, size: float, *, bold: bool = False, indent: str = ""
) -> list[str]:
    """Fold a text between words into lines that fit into the room; no word is cut.

    >>> folded("carry: disk 1 goes to the next peg", 142, 12, indent="    ")
    ['carry: disk 1 goes to', '    the next peg']
    """

    def is_too_long(line: str, _: str) -> bool:
        return text_width(line, size, bold=bold) > room

    return _filled(words.split(" "), is_too_long, indent)


def _em(letter: str) -> float:
    if letter in _NARROW:
        return _NARROW_EM
    if letter in _WIDE:
        return _WIDE_EM
    if letter > _ALPHABETS:
        return _SQUARE_EM
    return _USUAL_EM if letter.isascii() and not letter.isupper() else _CAPITAL_EM
