"""SVG by small functions: elements as texts, panels of elements, and whole documents.

Everything is escaped in one place, `element`. The last step for every picture, whether drawn by
Graphviz or by this package, is `finished`: it adds a title and a description for screen readers,
and the palette's dark colours for dark pages, by a style sheet that applies only to this picture.
On paper the colours stay light.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from hanoi_fsm.fsm.diagrams.palette import DARK, INK, PAPER
from hanoi_fsm.fsm.diagrams.texts import FONT, TEXT, cut_to
from hanoi_fsm.fsm.errors import RenderError, printable

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SVG = "http://www.w3.org/2000/svg"
CLASS = "hanoi-fsm"
"""The class of the root element, to which the style sheet is limited."""

NO_TOOLTIPS: Mapping[str, str] = MappingProxyType({})
COMMENT = re.compile("<!--.*?-->\n", re.DOTALL)
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def element(tag: str, *inside: str, **attributes: object) -> str:
    """An element around others; `_` in attribute names becomes `-`.

    >>> element("a", element("b"), stroke_width=1.50, id="<")
    '<a stroke-width="1.5" id="&lt;"><b/></a>'
    """
    start = f"<{tag}"
    for name, value in attributes.items():
        written = name.strip("_").replace("_", "-")
        shown = f"{round(value, 2):g}" if isinstance(value, float) else escaped(str(value))
        start += f' {written}="{shown}"'
    return f"{start}>{''.join(inside)}</{tag}>" if inside else f"{start}/>"


def escaped(text: str) -> str:
    """Escape a text for XML, without the characters that XML does not allow."""
    return printable(text).translate(_ENTITIES)


def rect(x: float, y: float, width: float, height: float, **look: object) -> str:
    """A rectangle by its upper left corner and its size."""
    return element("rect", x=x, y=y, width=width, height=height, **look)


def path(*words: str | float, **look: object) -> str:
    """A path; its commands and numbers are separate `words`."""
    d = " ".join(word if isinstance(word, str) else f"{word:g}" for word in words)
    return element("path", d=d, **{"fill": "none"} | look)


def text(x: float, y: float, words: str, *, tooltip: object = "", **look: object) -> str:
    """A text of some `size` whose baseline begins, or has its `text_anchor`, at a point.

    The `tooltip` appears over it.
    """
    inside = [element("title", escaped(str(tooltip)))] if tooltip else []
    look = {"font_size": look.pop("size", TEXT), "fill": INK} | look
    return element("text", *inside, escaped(words), x=x, y=y, **look)


def centred(x: float, y: float, words: str, **look: object) -> str:
    """A text whose baseline is centred at a point."""
    return text(x, y, words, text_anchor="middle", **look)


def fitted(x: float, y: float, words: str, room: float, **look: object) -> str:
    """A text cut to some width, if necessary, with the whole text as a tooltip."""
    size = float(str(look.get("size", TEXT)))
    short = cut_to(words, room, size, bold=look.get("font_weight") == "bold")
    return text(x, y, short, tooltip="" if short == printable(words) else words, **look)


class Panel(NamedTuple):
    """Shapes in a rectangle whose upper left corner is (0, 0)."""

    width: float
    height: float
    shapes: tuple[str, ...]

    def at(self, x: float, y: float, **look: object) -> str:
        """The shapes as a group, moved to a place."""
        return element("g", *self.shapes, transform=f"translate({x:g} {y:g})", **look)


class Sheet(NamedTuple):
    """A whole document, as a picture that is not a graph; `fault` describes any error in it."""

    svg: str
    fault: str = ""

    @property
    def dot(self) -> bytes:
        return self.render("dot")

    def render(self, format: str = "svg") -> bytes:
        """The bytes of an svg file; raises `RenderError` for any other format."""
        if format != "svg":
            raise RenderError(
                f"{format} is for graphs, and this picture is not a graph: ask for svg, which "
                "browsers print and drawing programs convert"
            )
        return self.svg.encode()

    def _repr_svg_(self) -> str:
        return self.svg


def stacked(panels: Iterable[Panel], gap: float = 8) -> Panel:
    """Stack panels vertically, without panels that have no height."""
    width, y, shapes = 0.0, 0.0, []
    for panel in panels:
        if panel.height:
            shapes.append(panel.at(0, y))
            width = max(width, panel.width)
            y += panel.height + gap
    return Panel(width, max(0, y - gap), tuple(shapes))


def document(panel: Panel, title: str, description: str, margin: float = 8) -> str:
    """A complete SVG document, with a title and a description for screen readers."""
    width, height = panel.width + 2 * margin, panel.height + 2 * margin
    look = {"viewBox": f"0 0 {width:g} {height:g}", "font_family": FONT}
    shapes = [rect(0, 0, width, height, fill=PAPER), "\n", panel.at(margin, margin), "\n"]
    svg = element("svg", "\n", *shapes, xmlns=SVG, width=width, height=height, **look)
    return finished(svg, title, description)


def finished(
    svg: str, title: str, description: str, tooltips: Mapping[str, str] = NO_TOOLTIPS
) -> str:
    """Add a title and a description for screen readers, and colours for a dark page.

    `tooltips` are the texts that appear over the groups with these ids. Colours outside the palette
    are unchanged.
    """
    from xml.etree.ElementTree import fromstring, register_namespace, tostring

    register_namespace("", SVG)
    register_namespace("xlink", "http://www.w3.org/1999/xlink")
    root = fromstring(NOT_IN_XML.sub("\ufffd", COMMENT.sub("", svg)))
    for group in root.iter(f"{{{SVG}}}g"):
        if tooltip := tooltips.get(group.get("id", "")):
            for name in group.findall(f"{{{SVG}}}title"):
                group.remove(name)
            _add(group, "title", tooltip)
    root.set("class", CLASS)
    root.set("role", "img")
    _add(root, "style", _dark_style(svg))
    # A page may have several pictures, but no two elements with the same id.
    number = format(crc32("\n".join([title, description]).encode()), "08x")
    for tag, role, words in (("desc", "described", description), ("title", "labelled", title)):
        _add(root, tag, words, id=f"{tag}-{number}")
        root.set(f"aria-{role}by", f"{tag}-{number}")
    return tostring(root, encoding="unicode") + "\n"


def _add(parent: Element, tag: str, words: str, **attributes: str) -> None:
    """Insert a new first child with some words into an element."""
    child = parent.makeelement(f"{{{SVG}}}{tag}", attributes)
    child.text = NOT_IN_XML.sub("\ufffd", words)
    child.tail = "\n"
    parent.insert(0, child)


def _dark_style(svg: str) -> str:
    """A style with a rule for each use of a palette colour in the picture."""
    rules = []
    for colour, dark in DARK.items():
        for name in ("fill", "stroke"):
            if f'{name}="{colour}"' in svg:
                rules.append(f'.{CLASS} [{name}="{colour}"]{{{name}:{dark}}}')
    page = "@media screen and (prefers-color-scheme: dark) {"
    return "\n".join(["", page, *sorted(rules), "}", ""])
