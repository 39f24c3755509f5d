"""What is in an SVG, read without a browser: its shapes and texts."""

import xml.etree.ElementTree as ET
from typing import NamedTuple

SVG = "{http://www.w3.org/2000/svg}"


class Shape(NamedTuple):
    """The texts of a node or an edge, and the number of lines around it."""

    title: str
    texts: list[str]
    borders: int
    fill: str | None


def blanks_joined(text: str) -> str:
    return " ".join(text.split())


def shapes_of(svg: str | bytes) -> dict[str, Shape]:
    """The nodes and edges of a picture by their ids."""
    return {
        group.attrib["id"]: Shape(
            blanks_joined(group.findtext(f"{SVG}title", "")),
            [blanks_joined(words_of(text)) for text in group.iter(f"{SVG}text")],
            sum(1 for sign in group.iter() if sign.tag in (f"{SVG}path", f"{SVG}polygon")),
            next((sign.attrib["fill"] for sign in group.iter() if "fill" in sign.attrib), None),
        )
        for group in ET.fromstring(svg).iter(f"{SVG}g")
        if group.get("class") in ("graph", "node", "edge")
    }


def words_of(text: ET.Element) -> str:
    """The text that is drawn, without the title in it."""
    return (text.text or "") + "".join(part.tail or "" for part in text)
