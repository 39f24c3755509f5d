"""SVG by small functions: elements as texts, panels of elements, and whole documents.

Everything is escaped in one place, `element`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.palette import INK, PAPER
from hanoi_fsm.fsm.diagrams.svg import SVG, finished
from hanoi_fsm.fsm.diagrams.text_width import FONT, TEXT, cut_to
from hanoi_fsm.fsm.errors import printable


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
