r"""A reader for state diagrams in DOT, our own or from any source; it never runs code.

The meaning follows the picture:

- a node is a state, named by its label (or, without one or with `\N`, by its identifier);
- a start mark is a point, or a node that is only a text; its edge leads to the initial state; a
  point with only incoming edges is an end mark;
- an invisible edge or cluster has no meaning;
- a cluster is a state that contains others; two or more dashed or dotted clusters in it are
  parallel regions; `lhead` or `ltail` make an edge end or begin at its border; a start mark in it
  leads to the default state;
- a double border (`peripheries=2`, or else a shape `double...`) marks a final state, except for the
  filling of the active state of `transitions`;
- a point in a cluster that has its name, as `transitions` draws it, stands for the cluster;
- the label of an edge (or of its head or tail) is the transition; a last line like `× 16` is a
  count, which is ignored;
- the label of the graph (or its identifier) names the automaton; `mine over two-storey` borrows a
  memory; a line `it may refuse events` below it allows states to lack transitions, and
  `exclusive a, b` or `independent a, b` relates inputs that come together;
- a line `claim: never [!paid] -> open` below the title is a claim, which a check decides;
- lines below the name of a state, `entry / action` and `exit / action`, are its actions;
- a line `ordered` below the title makes a state take the first of its enabled edges; edges that
  compete are numbered, as in `1: step`.

All other attributes are ignored. A name that is only the target of an edge is a state too.

Read strictly, as our own machines are, a diagram must state all of this itself. The text is parsed
without recursion, and its nesting is limited.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import unescape
from itertools import chain, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark, Token, Tree, UnexpectedInput

from hanoi_fsm.fsm.chart import MOST_DEPTH
from hanoi_fsm.fsm.diagrams.drawing import Drawing
from hanoi_fsm.fsm.diagrams.texts import ENTITY, TIMES
from hanoi_fsm.fsm.errors import DotError, position, shortened
from hanoi_fsm.fsm.files import MOST_BYTES, read_text
from hanoi_fsm.fsm.read.sketch import (
    MARK,
    MOST_TRANSITIONS,
    STRICTLY,
    Arrow,
    Box,
    Place,
    Reading,
    Sketch,
    definition,
    name_and_actions,
)
from hanoi_fsm.fsm.search import grouped

MOST_NODES = 20_001  # with the start mark

COUNT = re.compile(rf"{TIMES}\s*([0-9]{{1,20}}|[0-9]\.[0-9]{{2}}e[0-9]{{1,4}})")
"""Matches the count of a transition or a state."""
FINAL_SHAPES = ("doublecircle", "doubleoctagon")
TEXT_SHAPES = ("none", "plaintext", "plain")
"""Shapes that draw nothing around a text."""
ACTIVE = "darksalmon"
"""The colour in which `transitions` fills the state in which a machine is."""
EDGE_LABELS = ("label", "taillabel", "headlabel", "xlabel")
"""The attributes that may have the text of an edge; the first that is not empty has it."""
MEANINGFUL = (*EDGE_LABELS, "shape", "peripheries", "style", "lhead", "ltail", "color", "fillcolor")
"""The attributes that are read: few, as every node has copies of the defaults."""
Parsed = Any  # a token or a tree of lark

_GRAMMAR = r"""
    start: _STRICT? _DIGRAPH [id] block
    block: "{" (_statement ";"?)* "}"
    _statement: defaults | edges
    defaults: KIND _attributes | attribute
    edges: _end (_ARROW _end)* _attributes?
    _end: node | nodes | subgraph
    nodes: node ("," node)+
    node: id (":" id)~0..2
    subgraph: [_SUBGRAPH [id]] block
    _attributes: ("[" (attribute (";" | ",")?)* "]")+
    attribute: id "=" id
    ?id: NAME | NUMERAL | HTML | STRING

    _STRICT.2: /strict\b/i
    _DIGRAPH.2: /digraph\b/i
    _SUBGRAPH.2: /subgraph\b/i
    KIND.2: /(graph|node|edge)\b/i
    _ARROW: "->"
    NAME: /[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*/
    NUMERAL: /-?(\.[0-9]+|[0-9]+(\.[0-9]*)?)/
    STRING: /"(?:[^"\\]|\\(?:\r?\n|.))*"/
    HTML: /<(?:[^<>]|<[^<>]*>)*>/

    %ignore /[ \t\r\n]+/
    %ignore /\/\/[^\n]*/
    %ignore /#[^\n]*/
    %ignore /\/\*(?:[^*]|\*(?!\/))*\*\//
"""
_CONTINUED = re.compile(r"\\\r?\n")  # a string continues on the next line

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
"""Curly quotes, arrows and dashes from word processors, which Graphviz takes for letters."""
_PLAINLY = 'in plain signs write `"..."` for a text and write `->` for an edge'

_HABITS = {
    r"\[[^\]]*\n[^\]]*\0(?:->|[{}\[])": "the attributes above are never closed, write `]`",
    r"\0\Z": "the text ends too early, close it with `}`",
    r'\0"(?!")': r"this string never ends, close the quotes; write `\n` to break its line",
    r"\0/\*": "this comment never ends, close it with `*/`",
    rf"{_LOOK_ALIKE.pattern}[^\s\[\]{{}}=;,]*\s*\0": _PLAINLY,
    r'=\s*[^\s"\[\]{}=;,]+\s*\0': _QUOTE_IT,
    r"\0>": "write `->` for an edge",
    r"\0-": "edges are directed here, write `->`",
    r"\0['`]": _PLAINLY,
    r"\[[^\]]*\0[^,;}\[]": _QUOTE_IT,
}
"""Patterns of mistakes (at `\\0`), with what to write there; the first match is reported."""

_PART = re.compile(r'"(?:[^"\\]|\\.?)*"?|//[^\n]*|^\#[^\n]*|/\*.*?(?:\*/|\Z)|[{}]', re.S | re.M)
"""Matches the strings, comments and braces of a text, also strings and comments without an end."""


def read(dot: str | bytes | Path) -> Drawing:
    """Read a state diagram strictly from DOT, given as a text or by the path of a file.

    Raises `DotError` with line and column for anything that is not a state diagram, and `OSError`
    for a file; `validate` checks whether states and transitions fit together.

    >>> print(read('digraph lamp { s [shape=point]; s -> off; on [peripheries=2];'
    ...            '               off -> on [label="press / click"] }').automaton)
    off -> on : press / click
    """
    return definition(sketch(dot, STRICTLY), STRICTLY)


def sketch(dot: str | bytes | Path, reading: Reading) -> Sketch:
    """The boxes and arrows of a DOT text; raises the same errors as `read`."""
    text = read_text(dot, MOST_BYTES, "`digraph NAME { ... }`", DotError)
    depth = 0
    for part in _PART.finditer(text):
        depth += (part[0] == "{") - (part[0] == "}")
        if depth > MOST_DEPTH:
            too_deep = f"more than {MOST_DEPTH} braces inside each other: draw a smaller diagram"
            raise DotError(too_deep, *position(text, part.start()))
    try:
        tree: Parsed = _parser().parse(text)
    except UnexpectedInput as error:
        raise mistake(error, text) from None
    name, body = tree.children
    graph = _Graph()
    graph.add_block(body)
    label = graph.defaults["graph"].get("label", _id(name) if name else None)
    title = displayed_lines(label) if label else []
    if label is None and reading.is_strict(""):
        raise DotError("the diagram has no name: write `digraph NAME {`", 1, 1)
    picture = graph.sketch(title)
    picture.title_at = _at(label) if label else None
    return picture


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", maybe_placeholders=True)


def _id(part: Token) -> Token:
    """An identifier or string without quotes, with its place; raises `DotError` for odd signs."""
    text = str(part)
    if part.type == "HTML":
        return part.update(value=text[1:-1])
    if part.type == "STRING":
        return part.update(value=_CONTINUED.sub("", text[1:-1]).replace(r"\"", '"'))
    if sign := _LOOK_ALIKE.search(text):
        raise DotError(f"found {sign[0]!r}: {_PLAINLY}", *_at(part))
    return part


def _at(token: Token) -> Place:
    return Place(token.line or 0, token.column or 0)


def mistake(error: UnexpectedInput, text: str) -> DotError:
    """The error at the place where a text leaves the subset."""
    token = getattr(error, "token", None)  # missing if no token begins there
    kind = token.type if token is not None else ""
    at = len(text) if kind == "$END" else error.pos_in_stream or 0
    if (place := _over_lines(text, at)) is not None:
        never = "this string goes on in the next line, close the quotes"
        return DotError(never, *position(text, place))
    message = "found the end"
    if at < len(text):
        message = f"found {shortened(str(token or text[at]))}"
    wanted = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
    names = [_TOKENS[name] for name in sorted(wanted) if name in _TOKENS] or ["the end"]
    if len(names) < 4:
        message += f", expected {' or '.join(names)}"
    after = '""' if kind == "STRING" else text[at : at + 300]
    context = f"{text[max(0, at - 300) : at]}\0{after}"
    hints = (f": {advice}" for habit, advice in _HABITS.items() if re.search(habit, context))
    message += next(hints, "")
    return DotError(message, *position(text, at))


def _over_lines(text: str, at: int) -> int | None:
    """The start of the first string before `at` that spans several lines.

    Such strings are allowed, but before an error they suggest that a quote is missing.
    """
    strings = (part for part in _PART.finditer(text, 0, at) if part[0][0] == '"')
    broken = (part.start() for part in strings if "\n" in _CONTINUED.sub("", part[0]))
    return next(broken, None)


@dataclass
class Node:
    """A node or a cluster, with the attributes of all its statements and the ends of its edges.

    A node may stand `for_cluster` around it.
    """

    key: str
    at: Token
    attributes: dict[str, Token]
    is_cluster: bool
    inside: str = ""
    for_cluster: str = ""
    leaves: list[Edge] = field(default_factory=list)
    enters: list[Edge] = field(default_factory=list)

    def attribute(self, name: str) -> str:
        return str(self.attributes.get(name, "")).lower()

    @property
    def is_final(self) -> bool:
        borders, shape = self.attribute("peripheries"), self.attribute("shape")
        is_double = borders == "2" if borders else shape in FINAL_SHAPES
        return is_double and self.attribute("fillcolor") != ACTIVE

    @property
    def is_region(self) -> bool:
        style = self.attribute("style")
        return "dashed" in style or "dotted" in style

    @property
    def is_invisible(self) -> bool:
        """Whether it has no border, which for a cluster needs an empty label besides."""
        has_no_line = self.attribute("color") == "none" or self.attribute("peripheries") == "0"
        is_bare = has_no_line and not self.attribute("label")
        return "invis" in self.attribute("style") or is_bare

    @cached_property
    def lines(self) -> list[str]:
        """The lines of its text; of a record its fields."""
        label = self.attributes.get("label", self.at)
        if "record" in self.attribute("shape"):
            fields = re.sub(r"<[^>]*>", "", label)
            label = label.update(value=re.sub(r"(?<!\\)[{}|]", r"\\n", fields))
        return without_count(displayed_lines(label, self.key))

    @cached_property
    def mark(self) -> str:
        """Its meaning in place of a state: a `start`, an `end`, a `note`, or an `anchor`.

        An anchor only holds the edges that end at the border of the cluster around it, and a note
        has no edges. A start is a dot or a bare text with outgoing edges, and an end is a visible
        dot with incoming edges.
        """
        shape, is_invisible = self.attribute("shape"), "invis" in self.attribute("style")
        is_point, is_text = is_invisible or shape == "point", shape in TEXT_SHAPES
        at_border = all(edge.ltail for edge in self.leaves) and all(e.lhead for e in self.enters)
        if self.for_cluster or (self.inside and is_point and at_border):
            return "anchor"
        if self.leaves and not self.enters:
            is_labelled = any(edge.label for edge in self.leaves)
            is_start = is_point or not self.lines or (is_text and not is_labelled)
            return "start" if is_start else ""
        if self.enters and not self.leaves:
            is_dot = is_point or not self.lines
            return "end" if is_dot and not (is_text or is_invisible) else ""
        return "note" if is_text and not (self.leaves or self.inside) else ""


class Edge(NamedTuple):
    """An edge with its own or its default label, and the clusters at its ends."""

    source: Node
    target: Node
    at: Token
    label: Token | None
    ltail: str
    lhead: str


class _Graph:
    """Nodes, clusters and edges with their attributes; defaults are applied as Graphviz does."""

    def __init__(self) -> None:
        self.defaults: dict[str, dict[str, Token]] = {"graph": {}, "node": {}, "edge": {}}
        self.nodes: dict[str, Node] = {}
        self.around = [""]
        self.edges: list[Edge] = []

    def add_block(self, block: Parsed) -> list[Node]:
        """Add the statements of a graph or a subgraph, and return the nodes that they name."""
        nodes: list[Node] = []
        for statement in block.children:
            pairs = (part.children for part in statement.children if _is(part, "attribute"))
            known = {str(_id(name)): _id(value) for name, value in pairs}
            known = {name: value for name, value in known.items() if name in MEANINGFUL}
            if statement.data == "edges":
                nodes += self._add_edges(statement, known)
            else:
                first = statement.children[0]
                kind = first.lower() if isinstance(first, Token) else "graph"
                self.defaults[kind].update(known)
        return nodes

    def _add_edges(self, statement: Parsed, attributes: dict[str, Token]) -> list[Node]:
        """Add a chain of nodes and sets of nodes, with edges between neighbours."""
        first = next(statement.scan_values(lambda part: isinstance(part, Token)), None)
        if first is None:
            return []  # `{}`
        at = _id(first)
        ends = [self._end(part) for part in statement.children if not _is(part, "attribute")]
        if len(ends) == 1 and not _is(statement.children[0], "subgraph"):
            for node in ends[0]:
                node.attributes.update(attributes)
            ends[0][0].at = at
        known = self.defaults["edge"] | attributes
        texts = (known[name] for name in EDGE_LABELS if known.get(name))
        label = next(texts, known.get("label"))
        if "invis" in known.get("style", ""):  # it only places its nodes
            ends = [[*chain.from_iterable(ends)]]
        borders = [str(attributes.get(end, "")) for end in ("ltail", "lhead")]
        for sources, targets in pairwise(ends):
            if len(self.edges) + len(sources) * len(targets) > MOST_TRANSITIONS:
                too_many = f"more than {MOST_TRANSITIONS} transitions: draw a smaller diagram"
                raise DotError(too_many, *_at(at))
            for source, target in product(sources, targets):
                edge = Edge(source, target, at, label, *borders)
                self.edges.append(edge)
                source.leaves.append(edge)
                target.enters.append(edge)
        return [*chain.from_iterable(ends)]

    def _end(self, part: Parsed) -> list[Node]:
        """The nodes at one end of an edge: a single one, or all of a subgraph."""
        if part.data == "nodes":
            return [*chain.from_iterable(map(self._end, part.children))]
        if part.data == "node":
            return [self._node(_id(part.children[0]), dict(self.defaults["node"]))]
        outside, (name, block) = self.defaults, part.children
        self.defaults = {kind: dict(attributes) for kind, attributes in outside.items()}
        if name is None or not _id(name).startswith("cluster"):
            nodes = self.add_block(block)
        else:
            self.defaults["graph"] = {}
            cluster = self._node(_id(name), {}, is_cluster=True)
            self.around.append(cluster.key)
            nodes = self.add_block(block)
            self.around.pop()
            cluster.attributes |= self.defaults["graph"]
        self.defaults = outside
        return list({id(node): node for node in nodes}.values())

    def _node(self, at: Token, attributes: dict[str, Token], *, is_cluster: bool = False) -> Node:
        """Add a node or a cluster, in the innermost open cluster unless it already has one."""
        if len(self.nodes) == MOST_NODES and str(at) not in self.nodes:
            raise DotError(f"more than {MOST_NODES} nodes: draw a smaller diagram", *_at(at))
        node = self.nodes.setdefault(str(at), Node(str(at), at, attributes, is_cluster))
        if node.inside in self.around[:-1]:
            node.inside = self.around[-1]
        return node

    def sketch(self, title: Sequence[str]) -> Sketch:
        """The parts of the diagram with this title; raises `DotError` if they are ambiguous."""
        picture = Sketch(DotError, next(iter(title), ""), list(title[1:]))
        self._leave_out_invisible()
        borders = {border for edge in self.edges for border in (edge.ltail, edge.lhead)}
        inner = grouped(self.nodes.values(), lambda node: node.inside)
        for key, node in self.nodes.items():
            within = inner.get(key, []) if node.is_cluster else []
            is_empty = node.is_cluster and all(box.mark for box in within) and key not in borders
            if not (is_empty or node.mark or key == MARK):
                name, actions = name_and_actions(node.lines)
                box = Box(name or key, _at(node.at), node.inside, actions=actions)
                box.parallel = sum(part.is_region for part in within) > 1
                box.final = node.is_final
                box.label_at = _at(node.attributes.get("label", node.at))
                picture.boxes[key] = box
        picture.arrows = [*map(self._arrow, self.edges)]
        return picture

    def _leave_out_invisible(self) -> None:
        """Drop the clusters without a border, which only place their nodes."""
        nodes = self.nodes
        hidden = {key for key, node in nodes.items() if node.is_cluster and node.is_invisible}
        for key, node in nodes.items():
            while node.inside in hidden:
                node.inside = nodes[node.inside].inside
            if node.inside == f"cluster_{key}" and node.attribute("shape") == "point":
                node.for_cluster = node.inside
        self.nodes = {key: node for key, node in nodes.items() if key not in hidden}

    def _at_border(self, node: Node, cluster: str) -> str:
        """The key of the cluster at whose border an edge ends, or else of its node."""
        around = node.inside
        while around and around != cluster:
            around = self.nodes[around].inside
        return around or node.for_cluster or node.key

    def _arrow(self, edge: Edge) -> Arrow:
        source = self._at_border(edge.source, edge.ltail)
        target = self._at_border(edge.target, edge.lhead)
        inside = edge.target.inside
        cluster = edge.source.for_cluster
        leads_in = bool(cluster) and not edge.label and inside == cluster
        if leads_in or edge.source.mark == "start":
            source, inside = MARK, edge.source.inside
        elif edge.target.mark == "end":
            target = MARK
        arrow = Arrow(source, target, (), _at(edge.at), inside=inside)
        if edge.label is not None:
            lines = without_count(displayed_lines(edge.label))
            arrow = arrow._replace(label=tuple(lines), label_at=_at(edge.label))
        return arrow


def _is(part: object, *kinds: str) -> bool:
    """Whether a part of a statement has one of these kinds."""
    return isinstance(part, Tree) and part.data in kinds


def without_count(lines: list[str]) -> list[str]:
    """The lines of a text, without a count in the last of several lines."""
    return lines[:-1] if len(lines) > 1 and COUNT.fullmatch(lines[-1]) else lines


_TAG = re.compile(r"<[^<>]*>")
_NEW_LINE = re.compile(r"<(?:br|/tr|/td)\b[^<>]*>", re.IGNORECASE)


def displayed_lines(label: Token, name: str = "") -> list[str]:
    r"""The lines of a label as Graphviz shows them: `\n`, `\l`, `\r` end one.

    As in Graphviz, entities like `&lt;` are replaced before escapes; `\N` is the node's `name`.

    >>> displayed_lines(Token("STRING", r"step\l/ carry\l"))
    ['step', '/ carry']
    >>> displayed_lines(Token("HTML", "a<br/>&lt;<b>b</b>"))
    ['a', '<b']
    """
    text, is_html = str(label), label.type == "HTML"
    if is_html:
        text = _TAG.sub("", _NEW_LINE.sub("\n", text))
    text = ENTITY.sub(lambda match: unescape(match[0]), text)
    if not is_html:
        shown = {"n": "\n", "l": "\n", "r": "\n", "N": name}
        text = re.sub(r"\\(.?)", lambda escape: shown.get(escape[1], escape[1]), text)
    return [line.strip() for line in text.split("\n") if line.strip()]
