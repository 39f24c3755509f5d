"""Untrusted XML as elements with their line numbers.

A document type is refused, and so are all entities but the five predefined ones.
"""

from pathlib import Path
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers.expat import ExpatError, ParserCreate

from hanoi_fsm.fsm.errors import XmlError
from hanoi_fsm.fsm.files import MOST_BYTES, read_text
from hanoi_fsm.fsm.read.sketch import Place

LINE = "line of the element"
"""The attribute with the line of an element; it has a name that no document can have."""


def parse(source: str | bytes | Path, what: str) -> Element:
    """Parse a document into its root; `what` describes the expected one for an `XmlError`.

    Tags and attributes have their namespace and a blank before them.
    """
    text = read_text(source, MOST_BYTES, what, XmlError)
    parser, builder = ParserCreate(namespace_separator=" "), TreeBuilder()

    def begin(tag: str, attributes: dict[str, str]) -> None:
        builder.start(tag, attributes | {LINE: str(parser.CurrentLineNumber)})

    def refuse(*declared: object) -> None:
        advice = "a document type is not supported: leave `<!DOCTYPE ...>` out"
        raise XmlError(advice, parser.CurrentLineNumber, 1)

    parser.StartElementHandler, parser.EndElementHandler = begin, builder.end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = builder.data, refuse
    try:
        parser.Parse(text.lstrip(), True)
    except ExpatError as error:
        message = str(error).partition(":")[0]
        raise XmlError(f"this is not XML: {message}", error.lineno, error.offset + 1) from None
    return builder.close()


def at(element: Element) -> Place:
    """The place where an element begins."""
    return Place(int(element.attrib[LINE]))


def unsupported(element: Element) -> tuple[Place, str]:
    """The fault of an element that is not read."""
    tag = element.tag.rpartition(" ")[2]
    return at(element), f"`<{tag}>` is not supported: leave it out"
