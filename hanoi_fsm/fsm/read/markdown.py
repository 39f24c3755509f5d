"""The state diagrams in Markdown and PlantUML files, which may have several.

In Markdown they are the fenced blocks of Mermaid, DOT and PlantUML.

Line numbers in reports count from the top of the file: each block is read with an empty line for
each line before it.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from hanoi_fsm.fsm.read.mermaid import is_diagram

_BLOCK = re.compile(
    r"""^[ \t>]*(?P<fence>`{3,}|~{3,})[ \t]*\{?\.?(?P<language>\w+)(?!\w)[^\n]*\n
    (?P<body>.*?)
    ^[ \t>]*(?P=fence)""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
_LANGUAGES = {
    "mermaid": "mermaid",
    "dot": "dot",
    "graphviz": "dot",
    "gv": "dot",
    "plantuml": "plantuml",
    "puml": "plantuml",
}
_DIGRAPH = re.compile(r"\s*(?:(?://|#)[^\n]*\n\s*)*(?:strict\s+)?digraph\b", re.IGNORECASE)
_STATES = re.compile(r"^[ \t]*state[ \t]|\[\*\]", re.MULTILINE)
"""Matches words that occur only in state diagrams of PlantUML."""
_UML = re.compile(r"^[ \t]*@startuml\b.*?(?:^[ \t]*@enduml\b|\Z)", re.DOTALL | re.MULTILINE)
_IS_OURS: dict[str, Callable[[str], object]] = {
    "mermaid": is_diagram,
    "dot": _DIGRAPH.match,
    "plantuml": _STATES.search,
}


class Block(NamedTuple):
    """A diagram in a Markdown text: its language, and its text at its line numbers."""

    language: str
    text: str


def parts(text: str) -> list[Block]:
    """The diagrams in a PlantUML text, from `@startuml` on: only state machines, if any."""
    diagrams = []
    for part in _UML.finditer(text):
        above = text.count("\n", 0, part.start())
        diagrams.append(Block("plantuml", "\n" * above + part[0]))
    return [block for block in diagrams if _STATES.search(block.text)] or diagrams


def blocks(text: str) -> list[Block]:
    r"""The state diagrams in a Markdown text, in order.

    >>> blocks("# Door\n\n```mermaid\nstateDiagram-v2\n    open --> shut : push\n```\n")[0].language
    'mermaid'
    """
    diagrams: list[Block] = []
    for block in _BLOCK.finditer(text):
        language = _LANGUAGES.get(block["language"].lower(), "")
        body = re.sub(r"^[ \t]*> ?", "", block["body"], flags=re.MULTILINE)
        if language and _IS_OURS[language](body):
            above = text.count("\n", 0, block.start("body"))
            diagrams.append(Block(language, "\n" * above + body))
    return diagrams
