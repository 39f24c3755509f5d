"""The last step for every SVG: what it shows in words, and its colours on a dark page.

What Graphviz, matplotlib or this package has drawn stays as it is. It gets a title and a
description for screen readers, and for dark pages the dark colours of the palette, by a style sheet
that applies to no other picture on the page. On paper the colours stay light.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING
from zlib import crc32

from hanoi_fsm.fsm.diagrams.palette import DARK
from hanoi_fsm.fsm.errors import RenderError, shortened

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
CLASS = "hanoi-fsm"
"""The class of the root, to which the style sheet is limited."""

NO_TOOLTIPS: Mapping[str, str] = MappingProxyType({})
PROPERTIES = ("fill", "stroke")
IN_STYLE = re.compile(r"(?:^|(?<=[;\s]))(fill|stroke)\s*:\s*(#[0-9A-Fa-f]{6})(?![0-9A-Fa-f])")
BLANK_LINES = re.compile(r"\s*\n\s*")
NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def finished(
    svg: str, title: str, description: str, tooltips: Mapping[str, str] = NO_TOOLTIPS
) -> str:
    """The picture with a title and a description for screen readers, and colours for a dark page.

    `tooltips` are the texts that appear over the groups with these ids. Colours that are not in the
    palette stay as they are; so does a picture that has been finished before with the same words.
    Raises `RenderError` for what is not an SVG.
    """
    from xml.etree.ElementTree import tostring

    root = _parsed(svg)
    for child in [one for one in root if one.tag in ("title", "desc", "style", "metadata")]:
        root.remove(child)
    for group in root.iter("g"):
        if (tooltip := tooltips.get(group.get("id", ""))) is not None:
            _entitle(group, tooltip)
    _name(root, _allowed(title), _allowed(description))
    return tostring(root, encoding="unicode") + "\n"


def _parsed(svg: str) -> Element:
    """The root, without comments, and with plain names instead of `{namespace}name`."""
    from xml.etree.ElementTree import ParseError, fromstring

    try:
        root = fromstring(_allowed(svg))
    except ParseError as error:
        raise RenderError(f"the picture is not an SVG: {error}") from None
    if root.tag not in ("svg", f"{{{SVG}}}svg"):
        raise RenderError(f"the picture is not an SVG: it begins with {shortened(root.tag)}")
    spaces = {"xmlns": SVG}
    for element in root.iter():
        element.tag = element.tag.removeprefix(f"{{{SVG}}}")
        for name in [name for name in element.attrib if name.startswith(f"{{{XLINK}}}")]:
            element.set(f"xlink:{name.removeprefix(f'{{{XLINK}}}')}", element.attrib.pop(name))
            spaces["xmlns:xlink"] = XLINK
        if element.tag in ("svg", "g"):  # where comments were, blank lines remain
            element.text = BLANK_LINES.sub("\n", element.text or "") or None
            for part in element:
                part.tail = BLANK_LINES.sub("\n", part.tail or "") or None
    attributes = spaces | root.attrib
    root.attrib.clear()
    root.attrib.update(attributes)
    return root


def _allowed(text: str) -> str:
    """The text with a mark in place of each character that XML does not have."""
    return NOT_IN_XML.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def _entitle(group: Element, tooltip: str) -> None:
    """Replace the title of a group, or give it one."""
    from xml.etree.ElementTree import Element

    title = group.find("title")
    if title is None:
        title = Element("title")
        group.insert(0, title)
    title.text = _allowed(tooltip)


def _name(root: Element, title: str, description: str) -> None:
    """Let the root begin with its title, its description and its style sheet."""
    from xml.etree.ElementTree import Element

    # Several pictures may be on one page, where no two elements may have the same id.
    number = format(crc32("\n".join([title, description]).encode()), "08x")
    classes = dict.fromkeys([*root.attrib.pop("class", "").split(), CLASS])
    root.set("class", " ".join(classes))
    root.attrib.pop("role", None)
    root.set("role", "img")
    first = []
    for tag, name, text in [
        ("title", "aria-labelledby", title),
        ("desc", "aria-describedby", description),
        ("style", "", _dark_style(root)),
    ]:
        root.attrib.pop(name, None)
        if text:
            element = Element(tag, id=f"{tag}-{number}") if name else Element(tag)
            element.text, element.tail = text, "\n"
            first.append(element)
            if name:
                root.set(name, element.attrib["id"])
    root[:0] = first


def _dark_style(root: Element) -> str:
    """One rule for each colour of the palette in the picture, as it is spelt there."""
    rules = set()
    for element in root.iter():
        of = f".{CLASS}" if element is root else f".{CLASS} "
        for name in PROPERTIES:
            colour = element.get(name, "")
            if dark := DARK.get(colour.lower()):
                rules.add(f'{of}[{name}="{colour}"]{{{name}:{dark}}}')
        for match in IN_STYLE.finditer(element.get("style", "")):
            if dark := DARK.get(match[2].lower()):  # a style of its own yields only to !important
                rules.add(f'{of}[style*="{match[0]}"]{{{match[1]}:{dark} !important}}')
    if not rules:
        return ""
    return "\n".join(
        ["", "@media screen and (prefers-color-scheme: dark) {", *sorted(rules), "}", ""]
    )
