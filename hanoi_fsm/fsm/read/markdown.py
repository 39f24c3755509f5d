"""The state diagrams in a file that may have several, of Markdown or PlantUML.

In Markdown they are the fenced blocks of Mermaid, DOT and PlantUML.

Reported line numbers count from the top of the file: each block is read after as many empty lines
as there are lines before it.
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
"""Words that only state diagrams of PlantUML have."""
_UML = re.compile(r"^[ \t]*@startuml\b.*?(?:^[ \t]*@enduml\b|\Z)", re.DOTALL | re.MULTILINE)
_IS_OURS: dict[str, Callable[[str], object]] = {
    "mermaid": is_diagram,
    "dot": _DIGRAPH.match,
    "plantuml": _STATES.search,
}


class Block(NamedTuple):
    """A diagram in a Markdown text: its language, and its text in its lines of the file."""

    language: str
    text: str


def parts(text: str) -> list[Block]:
    """The diagrams of a text of PlantUML, each from `@startuml` on: of state machines, if any."""
    diagrams = []
    for part in _UML.finditer(text):
        above = text.count("\n", 0, part.start())
        diagrams.append(Block("plantuml", "\n" * above + part[0]))
    return [block for block in diagrams if _STATES.search(block.text)] or diagrams


def blocks(text: str) -> list[Block]:
    r"""The state diagrams of a Markdown text, in their order.

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
