"""The parser of the DOT subset for state diagrams: a flat list of statements.

One `digraph` with attribute statements, nodes and edges, one edge per statement. Anything outside
the subset (subgraphs, ports, chains of edges, HTML labels, undirected edges) is refused with line
and column. The grammar has no nesting, so that no text can make the parser deep or slow.
"""

import re
from functools import cache
from typing import Any, NamedTuple

from lark import Lark, Token, Tree, UnexpectedInput

from hanoi_fsm.fsm.diagrams.dot_mistakes import look_alike, mistake
from hanoi_fsm.fsm.errors import DotError

MOST_BYTES = 256 * 1024
KEYWORDS = frozenset({"digraph", "edge", "graph", "node", "strict", "subgraph"})

_GRAMMAR = r"""
    start: _DIGRAPH [id] "{" (statement ";"?)* "}"
    ?statement: defaults | setting | edge | node
    defaults: (GRAPH | NODE | EDGE) _attributes
    setting: attribute
    edge: id _ARROW id _attributes?
    node: id _attributes?
    _attributes: ("[" (attribute (";" | ",")?)* "]")+
    attribute: id "=" id
    ?id: NAME | NUMERAL | STRING

    _DIGRAPH.2: /digraph\b/i
    GRAPH.2: /graph\b/i
    NODE.2: /node\b/i
    EDGE.2: /edge\b/i
    _ARROW: "->"
    NAME: /[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*/
    NUMERAL: /-?(\.[0-9]+|[0-9]+(\.[0-9]*)?)/
    STRING: /"(?:[^"\\]|\\(?:.|\n))*"/

    %ignore /[ \t\r\n]+/
    %ignore /\/\/[^\n]*/
    %ignore /#[^\n]*/
    %ignore /\/\*(?:[^*]|\*(?!\/))*\*\//
"""
_PAIR = re.compile(r"\\(\r?\n|.)")
_MEANING = {'"': '"', "\n": "", "\r\n": ""}  # after a backslash: a quote, or a continued line


class Id(NamedTuple):
    """An identifier or an unquoted string with its position, and its span in the text."""

    text: str
    line: int
    column: int
    quoted: bool = False
    start: int = 0
    end: int = 0

    def error(self, message: str) -> DotError:
        return DotError(message, self.line, self.column)


class Statement(NamedTuple):
    """A `node`, an `edge`, or the `defaults` of all nodes, of all edges or of the graph.

    In the text it goes from `start` to `end`, without its semicolon.
    """

    kind: str
    parts: tuple[Id, ...]
    attributes: dict[str, Id]
    start: int
    end: int


class Digraph(NamedTuple):
    """The graph's identifier, if any, and its statements."""

    name: Id | None
    statements: list[Statement]


def parse(dot: str | bytes) -> Digraph:
    """Read a DOT text; `DotError` says where it leaves the subset and what to write instead.

    >>> [statement.kind for statement in parse("digraph { node [shape=box]; a -> b }").statements]
    ['defaults', 'edge']
    """
    text = DotError.decoded(dot, MOST_BYTES, "`digraph NAME { ... }`")
    try:
        parts: list[Any] = _parser().parse(text).children
    except UnexpectedInput as error:
        raise mistake(error, text) from None
    return Digraph(parts[0] and _id(parts[0]), [_statement(tree) for tree in parts[1:]])


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", propagate_positions=True, maybe_placeholders=True)


def _statement(tree: Tree[Any]) -> Statement:
    kind = str(tree.data)
    parts = tuple(_id(one) for one in tree.children if isinstance(one, Token))
    pairs = [list(map(_id, one.children)) for one in tree.children if isinstance(one, Tree)]
    attributes = {name.text: value for name, value in pairs}
    if kind == "setting":  # as in `graph [name=value]`
        kind, parts = "defaults", (pairs[0][0]._replace(text="graph"),)
    elif kind == "defaults":
        parts = (parts[0]._replace(text=parts[0].text.lower()),)
    return Statement(kind, parts, attributes, tree.meta.start_pos, tree.meta.end_pos)


def _id(token: Any) -> Id:
    quoted = token.type == "STRING"
    text = _PAIR.sub(lambda pair: _MEANING.get(pair[1], pair[0]), token[1:-1]) if quoted else token
    found = Id(str(text), token.line, token.column, quoted, token.start_pos, token.end_pos)
    if not quoted and (advice := look_alike(token)):
        raise found.error(advice)
    return found
