"""The state diagrams in a Markdown file: its fenced blocks of Mermaid and DOT.

Reported line numbers count from the top of the file: each block is read after as many empty lines
as there are lines before it.
"""

import re
from typing import NamedTuple

from hanoi_fsm.fsm.read.mermaid import is_diagram

MOST_BYTES = 4 << 20

_BLOCK = re.compile(
    r"""^[ \t>]*(?P<fence>`{3,}|~{3,})[ \t]*\{?\.?(?P<language>\w+)(?!\w)[^\n]*\n
    (?P<body>.*?)
    ^[ \t>]*(?P=fence)""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
_LANGUAGES = {"mermaid": "mermaid", "dot": "dot", "graphviz": "dot", "gv": "dot"}
_DIGRAPH = re.compile(r"\s*(?:(?://|#)[^\n]*\n\s*)*(?:strict\s+)?digraph\b", re.IGNORECASE)


class Block(NamedTuple):
    """A diagram in a Markdown text: its language, and its text in its lines of the file."""

    language: str
    text: str


def blocks(text: str) -> list[Block]:
    r"""The state diagrams of a Markdown text, in their order.

    >>> blocks("# Door\n\n```mermaid\nstateDiagram-v2\n    open --> shut : push\n```\n")[0].language
    'mermaid'
    """
    found: list[Block] = []
    for block in _BLOCK.finditer(text):
        language = _LANGUAGES.get(block["language"].lower(), "")
        body = re.sub(r"^[ \t]*> ?", "", block["body"], flags=re.MULTILINE)
        is_ours = is_diagram(body) if language == "mermaid" else _DIGRAPH.match(body)
        if language and is_ours:
            above = text.count("\n", 0, block.start("body"))
            found.append(Block(language, "\n" * above + body))
    return found
