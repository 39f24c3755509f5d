"""SVG by small functions: elements as texts, panels of elements, and whole documents.

Everything is escaped in one place, `element`. The last step for every picture, whether Graphviz,
matplotlib or this package has drawn it, is `finished`: it gets a title and a description for screen
readers, and for dark pages the dark colours of the palette, by a style sheet that applies to no
other picture on the page. On paper the colours stay light.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from hanoi_fsm.fsm.diagrams.palette import DARK, INK, PAPER
from hanoi_fsm.fsm.diagrams.text_width import FONT, TEXT, cut_to
from hanoi_fsm.fsm.errors import RenderError, printable

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
CLASS = "hanoi-fsm"
"""The class of the root, to which the style sheet is limited."""

NO_TOOLTIPS: Mapping[str, str] = MappingProxyType({})
IN_STYLE = re.compile(r"(?:^|(?<=[;\s]))(fill|stroke)\s*:\s*(#[0-9A-Fa-f]{6})(?![0-9A-Fa-f])")
COMMENT = re.compile(r"\s*<!--.*?-->\s*", re.DOTALL)
NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


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


def finished(
    svg: str, title: str, description: str, tooltips: Mapping[str, str] = NO_TOOLTIPS
) -> str:
    """The picture with a title and a description for screen readers, and colours for a dark page.

    `tooltips` are the texts that appear over the groups with these ids. Colours that are not in the
    palette stay as they are. Raises `RenderError` for what is not an SVG.
    """
    from xml.etree.ElementTree import ParseError, fromstring, register_namespace, tostring

    register_namespace("", SVG)
    register_namespace("xlink", XLINK)
    try:
        root = fromstring(COMMENT.sub("\n", _allowed(svg)))
    except ParseError as error:
        raise RenderError(f"the picture is not an SVG: {error}") from None
    for child in root.findall(f"{{{SVG}}}metadata"):
        root.remove(child)
    for group in root.iter(f"{{{SVG}}}g"):
        if (tooltip := tooltips.get(group.get("id", ""))) is not None:
            said = group.find(f"{{{SVG}}}title")
            if said is None:
                said = _added(group, "title")
            said.text = _allowed(tooltip)
    _name(root, _allowed(title), _allowed(description))
    return tostring(root, encoding="unicode") + "\n"


def _allowed(text: str) -> str:
    """The text with a mark in place of each character that XML does not have."""
    return NOT_IN_XML.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def _added(parent: Element, tag: str) -> Element:
    """A new first element of another."""
    from xml.etree.ElementTree import Element

    found = Element(f"{{{SVG}}}{tag}")
    found.tail = "\n"
    parent.insert(0, found)
    return found


def _name(root: Element, title: str, description: str) -> None:
    """Let the root begin with its title, its description and its style sheet."""
    # Several pictures may be on one page, where no two elements may have the same id.
    number = format(crc32("\n".join([title, description]).encode()), "08x")
    style = _dark_style(root)
    root.set("class", CLASS)
    root.set("role", "img")
    for tag, name, text in (
        ("style", "", style),
        ("desc", "aria-describedby", description),
        ("title", "aria-labelledby", title),
    ):
        if text:
            child = _added(root, tag)
            child.text = text
            if name:
                child.set("id", f"{tag}-{number}")
                root.set(name, f"{tag}-{number}")


def _dark_style(root: Element) -> str:
    """One rule for each colour of the palette in the picture, as it is spelt there."""
    rules = set()
    for one in root.iter():
        of = f".{CLASS}" if one is root else f".{CLASS} "
        for name in ("fill", "stroke"):
            if dark := DARK.get(one.get(name, "").lower()):
                rules.add(f'{of}[{name}="{one.get(name)}"]{{{name}:{dark}}}')
        for match in IN_STYLE.finditer(one.get("style", "")):
            if dark := DARK.get(match[2].lower()):  # a style of its own yields only to !important
                rules.add(f'{of}[style*="{match[0]}"]{{{match[1]}:{dark} !important}}')
    page = "@media screen and (prefers-color-scheme: dark) {"
    return "\n".join(["", page, *sorted(rules), "}", ""]) if rules else ""
