"""The parser of the DOT subset for state diagrams: a flat list of statements.

One `digraph` with attribute statements, nodes and edges, one edge per statement. Anything outside
the subset (subgraphs, ports, chains of edges, HTML labels, undirected edges) is refused with line
and column, and with what to write instead. The grammar has no nesting, so that no text can make the
parser deep or slow.
"""

import re
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark, Token, Tree, UnexpectedInput

from hanoi_fsm.fsm.errors import DotError, position, shortened

MOST_BYTES = 2 << 20

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
    STRING: /"(?:[^"\\\n]|\\(?:\r?\n|.))*"/

    %ignore /[ \t\r\n]+/
    %ignore /\/\/[^\n]*/
    %ignore /#[^\n]*/
    %ignore /\/\*(?:[^*]|\*(?!\/))*\*\//
"""
_CONTINUED = re.compile(r"\\\r?\n")  # a string goes on in the next line

_TOKENS = {
    "_DIGRAPH": "`digraph`",
    "NAME": "a name",
    "$END": "the end",
    "_ARROW": "`->`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "EQUAL": "`=`",
}

_QUOTE_IT = 'put the whole label into quotes, as in `[label="event [guard] / action"]`'
_LOOK_ALIKE = re.compile(
    "[\u2018-\u201f\u00ab\u00bb\u2192\u21d2\u27f6\u27f9\u2794\u2013\u2014\u2212]"
)
"""Curly quotes, arrows and dashes of word processors; to Graphviz they are letters of a name."""
_PLAINLY = 'in plain signs write `"..."` for a text and write `->` for an edge'

_HABITS = {
    r"\0\Z": "the text ends too early, close it with `}`",
    r'\0"(?!")': r"this string never ends, close the quotes; write `\n` to break its line",
    r"\0/\*": "this comment never ends, close it with `*/`",
    rf"{_LOOK_ALIKE.pattern}[^\s\[\]{{}}=;,]*\s*\0": _PLAINLY,
    r'=\s*[^\s"\[\]{}=;,]+\s*\0': _QUOTE_IT,
    r"\0<": "HTML labels are outside the subset, write the label in quotes",
    r"\0>": "write `->` for an edge",
    r"\0->": "write every edge as a separate statement",
    r"\0-": "edges are directed here, write `->`",
    r"\0:": "ports are outside the subset, put a name with a colon into quotes, and the label of "
    'an edge into `[label="..."]`',
    r"\0\+": "strings are not joined with `+`, write one string",
    r"\0['`]": _PLAINLY,
    r"\0\{": "subgraphs are outside the subset, remove the braces",
    r"\0(?i:strict)\b": "leave `strict` out",
    r"\[[^\]]*\0[^,;}\[]": _QUOTE_IT,
}
"""Where a text goes wrong (`\\0`), and what to write there; the first that fits is reported."""

_PART = re.compile(
    r'"(?:[^"\\]|\\.)*"|//[^\n]*|^\#[^\n]*|/\*.*?\*/|[\[\];,=]|[^\s"\[\];,=]+', re.S | re.M
)
"""What stands in a text: strings, comments, marks and words."""
_MEANINGS = ("label", "shape", "peripheries", "doublecircle", "doubleoctagon", "point")
_NO_MISTAKES = ("xlabel", "tripleoctagon")  # what Graphviz knows, and looks like a misspelling
_MISLEADING = ("dir", "xlabel", "headlabel", "taillabel")
"""Attributes of an edge that show another machine."""


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


def parse(dot: str | bytes | Path) -> Digraph:
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
    text = str(token)
    if quoted:
        text = _CONTINUED.sub("", text[1:-1]).replace(r"\"", '"')
    found = Id(text, token.line, token.column, quoted, token.start_pos, token.end_pos)
    if not quoted and (sign := _LOOK_ALIKE.search(token)):
        raise found.error(f"found {sign[0]!r}: {_PLAINLY}")
    return found


def refuse_other_meaning(statement: Statement) -> None:
    """Raise `DotError` for an attribute with which the picture would mean something else.

    Graphviz passes over what is misspelt, and what is invisible is still there.
    """
    at, texts = statement.parts[0], {}
    about = at.text if statement.kind == "defaults" else statement.kind
    for name, value in statement.attributes.items():
        texts[name] = value.text
        for word in (name, value.text) if name == "shape" else (name,):
            if meant := _misspelt(word):
                raise at.error(f"unknown word {shortened(word)}: did you mean `{meant}`?")
        if about == "edge" and name in _MISLEADING:
            raise at.error(f"`{name}` changes what the edge says: leave it out, write only `label`")
    if "invis" in texts.get("style", "") and texts.get("shape") != "point":
        raise at.error(f"an invisible {about} is still there: leave out `style=invis`")


@lru_cache
def _misspelt(given: str) -> str | None:
    """The word with a meaning that is almost a given one."""
    if given in (*_MEANINGS, *_NO_MISTAKES):
        return None
    close = get_close_matches(given[:40].lower(), _MEANINGS, n=1, cutoff=0.8)
    return close[0] if close else None


def mistake(error: UnexpectedInput, text: str) -> DotError:
    """The error for the place where a text leaves the subset."""
    token = getattr(error, "token", None)  # none where no token begins
    kind = token.type if token is not None else ""
    at = len(text) if kind == "$END" else error.pos_in_stream or 0
    if (place := _unclosed(text, at)) is not None:
        return DotError("expected `]` here: close the attributes", *position(text, place))
    message = "found the end"
    if at < len(text):
        message = f"found {shortened(str(token or text[at]))}"
    wanted = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
    names = [_TOKENS[name] for name in sorted(wanted) if name in _TOKENS] or ["the end"]
    if len(names) < 4:
        message += f", expected {' or '.join(names)}"
    after = '""' if kind == "STRING" else text[at : at + 300]
    context = f"{text[max(0, at - 300) : at]}\0{after}"
    for habit, advice in _HABITS.items():
        if re.search(habit, context):
            message += f": {advice}"
            break
    return DotError(message, *position(text, at))


def _unclosed(text: str, at: int) -> int | None:
    """Where a `]` is missing, if another statement begins at `at`: after the last attribute."""
    found = [one for one in _PART.finditer(text, 0, at) if one[0][0] not in "/#"]
    opened = max((n for n, one in enumerate(found) if one[0] in ("[", "]")), default=-1)
    if opened < 0 or found[opened][0] == "]" or not re.match(r"->|[{}\[]|\Z", text[at:]):
        return None
    inside = found[opened:]
    if text.startswith(("->", "["), at):  # the word before it begins the next statement
        inside.pop()
    place = next((one.end() for one in reversed(inside) if one[0] not in ";,"), at)
    return place if re.search("[\n;]", text[place:at]) else None
