"""The parser of the DOT subset for state diagrams: a flat list of statements.

One `digraph` with attribute statements, nodes and edges, one edge per statement. Anything outside
the subset (subgraphs, ports, chains of edges, HTML labels, undirected edges) is refused with line
and column. The grammar has no nesting, so that no text can make the parser deep or slow.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, cast

from lark import Lark, Token, UnexpectedCharacters, UnexpectedToken
from lark.lark import PostLex
from lark.visitors import Transformer

from hanoi_fsm.fsm.diagrams.dot_mistakes import (
    position,
    typography,
    unexpected_character,
    unexpected_token,
)
from hanoi_fsm.fsm.errors import DotError

MOST_BYTES = 256 * 1024
MOST_TOKENS = 60_000
KEYWORDS = frozenset({"digraph", "edge", "graph", "node", "strict", "subgraph"})

_GRAMMAR = r"""
    start: DIGRAPH id? "{" (statement ";"?)* "}"
    ?statement: defaults | setting | edge | node
    defaults: (GRAPH | NODE | EDGE) attributes
    setting: id "=" id
    edge: id ARROW id attributes?
    node: id attributes?
    attributes: ("[" (attribute (";" | ",")?)* "]")+
    attribute: id "=" id
    id: NAME | NUMERAL | STRING

    DIGRAPH.2: /digraph\b/i
    GRAPH.2: /graph\b/i
    NODE.2: /node\b/i
    EDGE.2: /edge\b/i
    ARROW: "->"
    NAME: /[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*/
    NUMERAL: /-?(\.[0-9]+|[0-9]+(\.[0-9]*)?)/
    STRING: /"(?:[^"\\]|\\(?:.|\n))*"/

    %ignore /[ \t\r\n]+/
    %ignore /\/\/[^\n]*/
    %ignore /#[^\n]*/
    %ignore /\/\*(?:[^*]|\*(?!\/))*\*\//
"""


class Id(NamedTuple):
    """An identifier or an unquoted string with its position."""

    text: str
    line: int
    column: int
    quoted: bool = False

    def error(self, message: str) -> DotError:
        return DotError(message, self.line, self.column)


class Statement(NamedTuple):
    """A `node`, an `edge`, or the `defaults`: of all nodes, of all edges, or of the graph."""

    kind: str
    parts: tuple[Id, ...]
    attributes: dict[str, Id]


class Digraph(NamedTuple):
    """The graph's identifier, if any, and its statements."""

    name: Id | None
    statements: list[Statement]


def parse(dot: str | bytes) -> Digraph:
    """Read a DOT text; `DotError` says where it leaves the subset and what to write instead.

    >>> [statement.kind for statement in parse("digraph { node [shape=box]; a -> b }").statements]
    ['defaults', 'edge']
    """
    text = _decoded(dot)
    try:
        return Digraph(*cast(Any, _parser().parse(text)))
    except UnexpectedToken as error:
        raise unexpected_token(error, text) from None
    except UnexpectedCharacters as error:
        raise unexpected_character(error, text) from None


def _decoded(dot: str | bytes) -> str:
    if len(dot) > MOST_BYTES:
        raise DotError(f"the text is longer than {MOST_BYTES} bytes: a state diagram is smaller")
    try:
        text = dot if isinstance(dot, str) else dot.decode()
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode(errors="replace")
        message = "this is not UTF-8: save the file as UTF-8 text"
        raise DotError(message, *position(before, len(before))) from None
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        message = "found a NUL byte: save the file as UTF-8 text"
        raise DotError(message, *position(text, text.index("\0")))
    if not text.strip():
        raise DotError("the text is empty: write `digraph NAME { ... }`")
    return text


_PAIR = re.compile(r"\\(\r?\n|.)")
_MEANING = {'"': '"', "\n": "", "\r\n": ""}  # after a backslash: a quote, or a continued line


class _Statements(Transformer[Token, Any]):
    """Lark calls a method for each rule of the grammar with the results of its children."""

    def id(self, children: list[Token]) -> Id:
        (token,) = children
        text, line, column = str(token), token.line or 0, token.column or 0
        quoted = token.type == "STRING"
        if not quoted and not text.isascii() and (mistake := typography(text)):
            raise DotError(mistake, line, column)
        if quoted:
            text = _PAIR.sub(lambda pair: _MEANING.get(pair[1], pair[0]), token[1:-1])
        return Id(text, line, column, quoted)

    def attribute(self, children: list[Id]) -> list[Id]:
        return children

    def attributes(self, children: list[list[Id]]) -> dict[str, Id]:
        return {name.text: value for name, value in children}

    def node(self, children: list[Any]) -> Statement:
        return Statement("node", (children[0],), _attributes(children))

    def edge(self, children: list[Any]) -> Statement:
        return Statement("edge", (children[0], children[2]), _attributes(children))

    def defaults(self, children: list[Any]) -> Statement:
        token: Token = children[0]
        kind = Id(token.lower(), token.line or 0, token.column or 0)
        return Statement("defaults", (kind,), _attributes(children))

    def setting(self, children: list[Id]) -> Statement:
        name, value = children  # as in `graph [name=value]`
        return Statement("defaults", (name._replace(text="graph"),), {name.text: value})

    def start(self, children: list[Any]) -> tuple[Id | None, list[Statement]]:
        _, *rest = children
        name = rest.pop(0) if rest and isinstance(rest[0], Id) else None
        return name, rest


def _attributes(children: list[Any]) -> dict[str, Id]:
    return children[-1] if isinstance(children[-1], dict) else {}


class _Limit(PostLex):
    """Refuses a text with more words and signs than a large diagram has, before it takes long."""

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        for number, token in enumerate(stream):
            if number > MOST_TOKENS:
                fault = f"more than {MOST_TOKENS} words and signs: draw a smaller diagram"
                raise DotError(fault, token.line or 0, token.column or 0)
            yield token


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", transformer=_Statements(), postlex=_Limit())
