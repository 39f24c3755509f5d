"""Readers of the diagrams and definitions in files, from any source.

A registry maps file extensions to languages; the language of a text without a name is determined by
its first word. A file of data never runs code. `sketch` settles the questions that each language
leaves open.
"""

import re
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path

from hanoi_fsm.fsm.diagrams.drawing import Drawing
from hanoi_fsm.fsm.errors import BadInput, counted, shortened
from hanoi_fsm.fsm.files import DIAGRAM, MOST_BYTES, read_text
from hanoi_fsm.fsm.read import dot, jflap, mermaid, plantuml, scxml
from hanoi_fsm.fsm.read.markdown import Block, blocks, parts
from hanoi_fsm.fsm.read.mermaid import is_diagram
from hanoi_fsm.fsm.read.sketch import FREELY, STRICTLY, Reading, Sketch, definition

LANGUAGES = {
    ".dot": "dot",
    ".gv": "dot",
    ".jff": "jflap",
    ".json": "json",
    ".mmd": "mermaid",
    ".mermaid": "mermaid",
    ".scxml": "scxml",
    ".puml": "plantuml",
    ".plantuml": "plantuml",
    ".md": "markdown",
    ".markdown": "markdown",
}
"""The language of a file, by its extension in any letter case."""

BEGINNINGS = {
    r"\{": "json",
    "<(?:.*<)?scxml": "scxml",
    "<": "jflap",
    "@startuml": "plantuml",
}
"""The language of a text, by a pattern for its beginning."""

SKETCHES: dict[str, Callable[[Path | bytes, Reading], Sketch]] = {
    "dot": dot.sketch,
    "mermaid": lambda source, reading: mermaid.read(source),
    "jflap": jflap.sketch,
    "scxml": lambda source, reading: scxml.sketch(source),
    "plantuml": lambda source, reading: plantuml.sketch(source),
}
"""The readers of the languages that leave questions open."""

_OF_SEVERAL = {"markdown": blocks, "plantuml": parts}
"""Functions that list the diagrams in a text, for languages that allow several."""

__all__ = ["MOST_BYTES", "OPTIONS", "STRICTLY", "Reading", "diagrams_in", "read"]

OPTIONS: ContextVar[Reading] = ContextVar("OPTIONS", default=FREELY)
"""How to read diagrams without a known memory, unless a caller specifies it."""


def read(name: str, reading: Reading, content: bytes | None = None) -> Drawing:
    """Read the definition in a file, or in the `content` of standard input.

    Raises the error of the language, and `BadInput` if a file has no such diagram.
    """
    file, number = _parted(name)
    source: Path | bytes = Path(file) if content is None else content
    ending = file[file.rfind(".") :].lower()
    language = LANGUAGES[ending] if content is None else _language(content)
    if language == "json":
        from hanoi_fsm.fsm.formats.json_format import read_json

        return read_json(source)
    if language in _OF_SEVERAL:
        diagrams = _OF_SEVERAL[language](read_text(source, MOST_BYTES, "a text with a diagram"))
        if language == "markdown" or number or len(diagrams) > 1:
            language, source = _chosen(diagrams, file, number)
    sketch = SKETCHES[language](source, reading)
    sketch.title = sketch.title or f"{Path(file).stem} {number}".strip()
    return definition(sketch, reading)


def diagrams_in(file: str) -> list[str]:
    """The names of the diagrams in a file, each with its number if there are several."""
    language = LANGUAGES.get(file[file.rfind(".") :].lower(), "")
    if language not in _OF_SEVERAL:
        return [file]
    many = len(_OF_SEVERAL[language](read_text(Path(file), MOST_BYTES, "a text with a diagram")))
    return [f"{file}#{number}" for number in range(1, many + 1)] if many > 1 else [file] * many


def _parted(name: str) -> tuple[str, str]:
    """Split a name into the path of a file and the number of a diagram, if given."""
    match = DIAGRAM.fullmatch(name)
    return (match["file"], match["number"]) if match and match["number"] else (name, "")


def _language(content: bytes) -> str:
    """The language of a text, by its beginning."""
    text = content.decode(errors="replace").removeprefix("\ufeff").lstrip()
    if is_diagram(text):
        return "mermaid"
    for begins, language in BEGINNINGS.items():
        if re.match(begins, text, re.DOTALL):
            return language
    return "markdown" if blocks(text) else "dot"


def _chosen(blocks: list[Block], file: str, number: str) -> tuple[str, bytes]:
    """The language and text of the diagram with a number, or of the only diagram."""
    if not blocks:
        raise BadInput(
            f"{shortened(file)} has no state diagram in a block of `mermaid`, `dot` or `plantuml`"
        )
    last = len(blocks)
    if not number and last > 1:
        raise BadInput(f"{shortened(file)} has {last} diagrams: name one, as {file}#1 .. #{last}")
    index = int(number or "1")
    if not 1 <= index <= last:
        has = f"has no diagram {index}: it has {counted(last, 'diagram')}"
        raise BadInput(f"{shortened(file)} {has}")
    return blocks[index - 1].language, blocks[index - 1].text.encode()
