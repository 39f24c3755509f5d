"""SVG by small functions: shapes as texts, panels of shapes, and whole documents.

Everything is escaped in one place, `element`. The width of a text is estimated for the widest of
the usual sans-serif fonts, so that a text that is fitted into a place stays in it with any of them.
"""

from collections.abc import Iterable
from typing import NamedTuple
from unicodedata import combining, east_asian_width

from hanoi_fsm.fsm.diagrams.palette import INK, PAPER
from hanoi_fsm.fsm.diagrams.svg import SVG, finished
from hanoi_fsm.fsm.errors import printable

FONT = "Helvetica,Arial,sans-serif"
TEXT = 12
"""The size of the usual text, in pixels."""

_NARROW, _WIDE = frozenset("ijl.,:;'|![]()/ ftIr-_"), frozenset("mwMWQO@%")
_NARROW_EM, _USUAL_EM, _CAPITAL_EM, _WIDE_EM, _SQUARE_EM = 0.45, 0.635, 0.76, 0.99, 1.25
_BOLD, _TOLERANCE = 1.12, 0.01


def element(tag: str, *inside: str, **attributes: object) -> str:
    """An element around finished ones; `_` in names of attributes is `-`, None leaves one out.

    >>> element("a", element("b"), stroke_width=1.50, id="<", rx=None)
    '<a stroke-width="1.5" id="&lt;"><b/></a>'
    """
    named = (
        f' {k.strip("_").replace("_", "-")}="{_value(v)}"'
        for k, v in attributes.items()
        if v is not None
    )
    start = f"<{tag}{''.join(named)}"
    return f"{start}>{''.join(inside)}</{tag}>" if inside else f"{start}/>"


def _value(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else escaped(str(value))


def escaped(text: str) -> str:
    """A text as XML shows it, without the characters that XML cannot hold."""
    from html import escape

    return escape(printable(text))


def rect(x: float, y: float, width: float, height: float, **look: object) -> str:
    """A rectangle by its upper left corner and its size."""
    return element("rect", x=x, y=y, width=width, height=height, **look)


def path(*words: str | float, **look: object) -> str:
    """A path; its commands and numbers are separate `words`."""
    d = " ".join(word if isinstance(word, str) else _value(float(word)) for word in words)
    return element("path", d=d, **{"fill": "none"} | look)


def text(x: float, y: float, words: str, **look: object) -> str:
    """A text of some `size` whose base line begins, or has its `text_anchor`, at a point."""
    full = look.pop("title", None)
    inside = [] if full is None else [element("title", escaped(str(full)))]
    look = {"font_size": look.pop("size", TEXT), "fill": INK} | look
    return element("text", *inside, escaped(words), x=x, y=y, **look)


def centred(x: float, y: float, words: str, **look: object) -> str:
    """A text whose base line has its middle at a point."""
    return text(x, y, words, text_anchor="middle", **look)


def fitted(x: float, y: float, words: str, room: float, **look: object) -> str:
    """A text of at most some width; what does not fit is cut, and then the whole is its title."""
    size, bold = float(str(look.get("size", TEXT))), look.get("font_weight") == "bold"
    short = cut_to(words, room, size, bold=bold)
    if short == printable(words):
        return text(x, y, words, **look)
    return text(x, y, short, **look | {"title": words})


def cut_to(words: str, room: float, size: float = TEXT, *, bold: bool = False) -> str:
    """As much of a text as there is room for, with three dots in place of what is cut.

    >>> cut_to("foundation", 100), cut_to("foundation", 50)
    ('foundation', 'foun...')
    """
    words = printable(words)
    if width_of(words, size, bold=bold) <= room + _TOLERANCE:
        return words
    left = room - width_of("...", size, bold=bold)
    for end, letter in enumerate(words):
        left -= width_of(letter, size, bold=bold)
        if left < 0:
            return words[:end].rstrip() + "..."
    return words


def wrapped(words: str, room: float, size: float) -> list[str]:
    """A bold text in lines that are as long as there is room for."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold=True) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def width_of(words: str, size: float = TEXT, *, bold: bool = False) -> float:
    """About how wide a text is, in pixels; seldom less than it is."""
    return sum(map(_em, words)) * size * (_BOLD if bold else 1)


def _em(letter: str) -> float:
    if letter in _NARROW:
        return _NARROW_EM
    if letter in _WIDE:
        return _WIDE_EM
    if letter.isascii():
        return _CAPITAL_EM if letter.isupper() else _USUAL_EM
    if combining(letter):
        return 0
    return _SQUARE_EM if east_asian_width(letter) in "WFA" else _CAPITAL_EM


def moved(x: float, y: float, shapes: Iterable[str], **look: object) -> str:
    """A group of shapes, moved to a place."""
    where = f"translate({_value(float(x))} {_value(float(y))})" if x or y else None
    return element("g", *shapes, transform=where, **look)


class Panel(NamedTuple):
    """Shapes in a rectangle whose upper left corner is (0, 0)."""

    width: float
    height: float
    shapes: tuple[str, ...]

    def at(self, x: float, y: float, **look: object) -> str:
        return moved(x, y, self.shapes, **look)


def stacked(panels: Iterable[Panel], gap: float = 8) -> Panel:
    """The panels one below the other, those without height left out."""
    some = [panel for panel in panels if panel.height]
    y, shapes = 0.0, []
    for panel in some:
        shapes.append(panel.at(0, y))
        y += panel.height + gap
    width = max((panel.width for panel in some), default=0)
    return Panel(width, max(0, y - gap), tuple(shapes))


def document(panel: Panel, title: str, description: str, margin: float = 8) -> str:
    """An SVG document of its own, with a title and a description for those who do not see it."""
    width, height = panel.width + 2 * margin, panel.height + 2 * margin
    shapes = [rect(0, 0, width, height, fill=PAPER), panel.at(margin, margin)]
    box = " ".join(map(_value, (0.0, 0.0, float(width), float(height))))
    size = {"viewBox": box, "width": width, "height": height, "font_family": FONT}
    svg = element("svg", *(f"\n{one}" for one in shapes), "\n", xmlns=SVG, **size)
    return finished(svg, title, description)
