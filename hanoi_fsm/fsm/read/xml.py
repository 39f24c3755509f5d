"""XML from anybody, as elements with their lines.

A document type is refused, and with it all entities but the five of XML itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers.expat import ExpatError, ParserCreate

from hanoi_fsm.fsm.errors import XmlError
from hanoi_fsm.fsm.files import read_text

MOST_BYTES = 2 << 20
MOST_DEPTH = 50


@dataclass
class Element:
    """An element with its attributes, the elements inside it, and the text between these.

    A tag and an attribute have their namespace before them, with a blank after it.
    """

    tag: str
    attributes: Mapping[str, str]
    line: int
    inside: list[Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text as it is, or in several lines without the blanks around it."""
        text = "".join(self.texts)
        return text.strip() if "\n" in text else text

    def all(self, tag: str) -> list[Element]:
        """The elements of a tag in it."""
        return [element for element in self.inside if element.tag == tag]

    def text_of(self, tag: str) -> str:
        """The text of the first element of a tag in it, empty if there is none."""
        return next((element.text for element in self.all(tag)), "")


def parse(source: str | bytes | Path, what: str) -> Element:
    """The root of a document, which should be `what` is named; raises `XmlError`."""
    text = read_text(source, MOST_BYTES, what, XmlError)
    parser = ParserCreate(namespace_separator=" ")
    around = [Element("", {}, 1)]

    def begin(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, parser.CurrentLineNumber)
        if len(around) > MOST_DEPTH:
            raise XmlError(f"more than {MOST_DEPTH} elements in each other", element.line, 1)
        around[-1].inside.append(element)
        around.append(element)

    def end(tag: str) -> None:
        around.pop()

    def add(text: str) -> None:
        around[-1].texts.append(text)

    def refuse(*declared: object) -> None:
        advice = "a document type is not supported: leave `<!DOCTYPE ...>` out"
        raise XmlError(advice, parser.CurrentLineNumber, 1)

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = add
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text.lstrip(), True)
    except ExpatError as error:
        message = str(error).partition(":")[0]
        raise XmlError(f"this is not XML: {message}", error.lineno, error.offset + 1) from None
    return around[0].inside[0]
