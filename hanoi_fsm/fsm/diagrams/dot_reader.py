r"""A state diagram read back from DOT as a definition; nothing in it is ever run.

The meaning is what the picture shows:

- a node is a state, named by its label (or, without one or with `\N`, by its identifier);
- a node with `shape=point` is the start: its edge leads to the initial state;
- a double border (`peripheries=2`, or else a shape `double...`) marks a final state;
- the label of an edge is the transition; a last line like `× 16` is a count, which says nothing;
- the label of the graph (or its identifier) names the automaton; `mine over two-storey` borrows a
  memory; the line `it may refuse events` below it says that a state may lack a transition, and
  `exclusive a, b` or `independent a, b` which inputs come together;
- lines below the name of a state, `entry / action` and `exit / action`, are its actions;
- below the title `ordered` says that of the edges that leave a state the first that is enabled is
  taken: those that compete are numbered, as in `1: step`.

All other attributes are ignored. A name that is only the target of an edge is a state too.

The parser knows a subset of DOT, a flat list of statements: one `digraph` with attribute
statements, nodes and edges, one edge per statement. Anything outside the subset (subgraphs, ports,
chains of edges, HTML labels, undirected edges) is refused with line and column, and with what to
write instead. The grammar has no nesting, so that no text can make the parser deep or slow.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark, Token, Tree, UnexpectedInput

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.drawing import ORDERED, PARTIAL, Drawing
from hanoi_fsm.fsm.diagrams.texts import ENTITY, TIMES
from hanoi_fsm.fsm.errors import (
    BadInput,
    DotError,
    NotationError,
    cut,
    position,
    printable,
    shortened,
)
from hanoi_fsm.fsm.files import read_text
from hanoi_fsm.fsm.inputs import RELATIONS, related
from hanoi_fsm.fsm.notation import (
    ENTRY,
    EXIT,
    Row,
    Transition,
    parse_inside,
    parse_row,
    parse_title,
)

MOST_NODES = 20_001  # with the start
MOST_TRANSITIONS = 100_000

COUNT = re.compile(rf"{TIMES}\s*([0-9]{{1,20}}|[0-9]\.[0-9]{{2}}e[0-9]{{1,4}})")
"""How often a transition was taken or a state visited."""
_ACTION = re.compile(rf"(?:{ENTRY}|{EXIT})\s*/")
FINAL_SHAPES = ("doublecircle", "doubleoctagon")
MEANINGFUL = ("label", "shape", "peripheries")  # few, as all nodes have copies of defaults
Parsed = Any  # a token or a tree of lark
MOST_BYTES = 2 << 20

_GRAMMAR = r"""
    start: _DIGRAPH [id] "{" (statement ";"?)* "}"
    ?statement: defaults | edge | node
    defaults: (GRAPH | NODE | EDGE) _attributes | attribute
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


def read(dot: str | bytes | Path) -> Drawing:
    """Read a state diagram back from DOT, given as a text or by the path of a file.

    Raises `DotError` with line and column for anything that is not such a diagram, and `OSError`
    for a file; whether states and transitions fit together is for `validate` to check.

    >>> print(read('digraph lamp { s [shape=point]; s -> off; on [peripheries=2];'
    ...            '               off -> on [label="press / click"] }').automaton)
    off -> on : press / click
    """
    text = read_text(dot, MOST_BYTES, "`digraph NAME { ... }`", DotError)
    try:
        name, *statements = _parser().parse(text).children
    except UnexpectedInput as error:
        raise mistake(error, text) from None
    graph = _Graph()
    for one in statements:
        graph.add(one)
    return graph.drawing(name)


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", maybe_placeholders=True)


class Id(NamedTuple):
    """An identifier or an unquoted string with its position."""

    text: str
    line: int
    column: int

    def error(self, message: str) -> DotError:
        return DotError(message, self.line, self.column)


def _id(token: Parsed) -> Id:
    text = str(token)
    if token.type == "STRING":
        text = _CONTINUED.sub("", text[1:-1]).replace(r"\"", '"')
    elif sign := _LOOK_ALIKE.search(text):
        raise DotError(f"found {sign[0]!r}: {_PLAINLY}", token.line, token.column)
    return Id(text, token.line, token.column)


def refuse_other_meaning(about: str, at: Id, attributes: dict[str, Id]) -> None:
    """Raise `DotError` for an attribute with which the picture would mean something else.

    Graphviz passes over what is misspelt, and what is invisible is still there.
    """
    texts = {name: value.text for name, value in attributes.items()}
    for word in (*texts, texts.get("shape", "")):
        if meant := _misspelt(word):
            raise at.error(f"unknown word {shortened(word)}: did you mean `{meant}`?")
        if about == "edge" and word in _MISLEADING:
            raise at.error(f"`{word}` changes what the edge says: leave it out, write only `label`")
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


@dataclass
class Node:
    """A node with the attributes that all its statements give it."""

    at: Id
    attributes: dict[str, Id]

    def _attribute(self, name: str) -> str:
        return self.attributes[name].text if name in self.attributes else ""

    @property
    def is_start(self) -> bool:
        return self._attribute("shape") == "point"

    @property
    def is_final(self) -> bool:
        borders, shape = map(self._attribute, ("peripheries", "shape"))
        return borders == "2" if borders else shape in FINAL_SHAPES

    @cached_property
    def name(self) -> str:
        return " ".join(self._lines[: len(self._lines) - len(self._inside)])

    @property
    def _label(self) -> Id:
        label = self.attributes.get("label", self.at)
        return self.at if label.text == r"\N" else label

    @cached_property
    def _lines(self) -> list[str]:
        return lines_of(self._label)

    @cached_property
    def _inside(self) -> list[str]:
        """The lines below its name, from the first that is an action of the state."""
        is_action = [bool(_ACTION.match(line)) for line in self._lines[1:]]
        return self._lines[1 + is_action.index(True) :] if any(is_action) else []

    def actions(self) -> dict[str, tuple[str, ...]]:
        """Its actions by `entry` and `exit`; raises `DotError` for any other line among them."""
        actions: dict[str, tuple[str, ...]] = {}
        for line in self._inside:
            try:
                kind, words = parse_inside(line)
            except NotationError as error:
                raise self._label.error(str(error)) from None
            actions[kind] = (*actions.get(kind, ()), *words)
        return actions


class Edge(NamedTuple):
    """One statement of an edge, with the label that it has or takes from the defaults."""

    source: Node
    target: Node
    at: Id
    label: Id | None

    def row(self) -> tuple[int, Row]:
        """The edge as a row after its number, 0 without one; raises `DotError` for its label."""
        source, target = self.source.name, self.target.name
        if self.label is None:
            no_label = f"the edge {shortened(source)} -> {shortened(target)} has no label: write"
            start = f"`start [shape=point]; start -> {cut(printable(self.target.at.text), 40)}`"
            advice = f'`[label="event [guard] / action"]`, or to mark the initial state {start}'
            raise self.at.error(f"{no_label} {advice}")
        try:
            text = shown(self.label)
            number, colon, label = text.partition(":")
            if colon and number.strip().isdecimal():
                return int(number), parse_row(source, target, label)
            return 0, parse_row(source, target, text)
        except NotationError as error:
            raise self.label.error(str(error)) from None


class _Graph:
    """Nodes and edges with their attributes; defaults are applied as Graphviz does."""

    def __init__(self) -> None:
        self.defaults: dict[str, dict[str, Id]] = {"graph": {}, "node": {}, "edge": {}}
        self.nodes: dict[str, Node] = {}
        self.edges: list[Edge] = []

    def add(self, statement: Parsed) -> None:
        """Add what a statement says: a node, an edge, or defaults."""
        parts = [_id(one) for one in statement.children if isinstance(one, Token)]
        trees = [one for one in statement.children if isinstance(one, Tree)]
        pairs = [[_id(one) for one in tree.children] for tree in trees]
        attributes = {name.text: value for name, value in pairs}
        given = {name: one for name, one in attributes.items() if name in MEANINGFUL}
        if statement.data == "defaults":  # or as in `graph [name=value]`
            at = parts[0] if parts else pairs[0][0]._replace(text="graph")
            refuse_other_meaning(at.text.lower(), at, attributes)
            self.defaults[at.text.lower()].update(given)
            return
        refuse_other_meaning(statement.data, parts[0], attributes)
        source, *targets = map(self._node, parts)
        if targets:
            label = given.get("label", self.defaults["edge"].get("label"))
            self.edges.append(Edge(source, targets[0], parts[0], label))
        else:
            source.attributes.update(given)
            source.at = parts[0]

    def _node(self, at: Id) -> Node:
        if len(self.nodes) == MOST_NODES and at.text not in self.nodes:
            raise at.error(f"more than {MOST_NODES} nodes: draw a smaller diagram")
        return self.nodes.setdefault(at.text, Node(at, dict(self.defaults["node"])))

    def drawing(self, name: Parsed) -> Drawing:
        """What the diagram of that `name` shows; raises `DotError` where that is not clear."""
        initial, states = self._initial(), self._states()
        numbered: list[tuple[int, Row, Edge]] = []
        many = 0
        for edge in self.edges:
            if edge.source.is_start:
                continue
            numbered.append((*edge.row(), edge))
            many += len(numbered[-1][1].events)
            if many > MOST_TRANSITIONS:
                fault = f"more than {MOST_TRANSITIONS} transitions"
                raise edge.at.error(f"{fault}: draw a smaller diagram")
        label = self.defaults["graph"].get("label") or (name and _id(name))
        if label is None:
            raise DotError("the diagram has no name: write `digraph NAME {`", 1, 1)
        title, *captions = displayed_lines(label) or [""]
        called, memory = parse_title(title)
        final = frozenset(name for name, node in states.items() if node.is_final)
        lines_below = [line.rstrip(".") for line in captions]
        ordered = ORDERED in map(str.lower, lines_below)
        numbered = _in_order(numbered, ordered=ordered)
        rows = tuple(row for _, row, _ in numbered)
        inside = {name: node.actions() for name, node in states.items()}
        entry, exit = (
            {name: actions[kind] for name, actions in inside.items() if kind in actions}
            for kind in (ENTRY, EXIT)
        )
        automaton = Automaton(
            called, tuple(states), initial, final, rows, memory, ordered, entry, exit
        )
        lines: dict[Row | Transition | str, int] = {}
        lines |= {name: node.at.line for name, node in states.items()}
        parts = zip(numbered, automaton.numbers, automaton.flat, strict=True)
        for (number, row, edge), written, transitions in parts:
            if written and not number:
                raise edge.at.error(f"this edge competes with others: number it, `1: {row.label}`")
            lines |= dict.fromkeys((row, *row.transitions, *transitions), edge.at.line)
        together = [line for line in lines_below if line.split(" ")[0] in RELATIONS]
        for line in together:
            try:
                related(line, automaton.guards)
            except BadInput as error:
                raise label.error(str(error)) from None
        partial = PARTIAL in map(str.lower, lines_below)
        return Drawing(automaton, lines, partial=partial, together=tuple(together))

    def _initial(self) -> str:
        leaving = [edge for edge in self.edges if edge.source.is_start]
        for edge in self.edges:
            if edge.target.is_start:
                raise edge.at.error("this edge leads to the start point: reverse it")
        if len(leaving) > 1:
            other = f"the first leads to {shortened(leaving[0].target.name)}"
            raise leaving[1].at.error(f"a second edge leaves a start point, {other}: keep one")
        return leaving[0].target.name if leaving else ""

    def _states(self) -> dict[str, Node]:
        """The nodes that are states, which have different names."""
        found: dict[str, Node] = {}
        for node in self.nodes.values():
            if not node.is_start and found.setdefault(node.name, node) is not node:
                why = f"two nodes show {shortened(node.name)}"
                raise node.at.error(f"{why}: label them differently")
        return found


def _in_order(
    numbered: Sequence[tuple[int, Row, Edge]], *, ordered: bool
) -> list[tuple[int, Row, Edge]]:
    """The edges, of which those that leave a state are in the order of their numbers.

    Raises `DotError` for a number if the diagram is not `ordered`, or two edges of a state have it.
    """
    places: dict[str, dict[int, int]] = {}
    for place, (number, row, edge) in enumerate(numbered):
        if number and not ordered:
            advice = f"write the line `{ORDERED}` below the title, or leave the number out"
            raise edge.at.error(f"this edge has the number {number}: {advice}")
        if number and place != places.setdefault(row.source, {}).setdefault(number, place):
            other = f"another edge that leaves {shortened(row.source)} has the number {number}"
            raise edge.at.error(f"{other}: number them differently")
    found = [*numbered]
    for of_state in places.values():
        for place, number in zip(of_state.values(), sorted(of_state), strict=True):
            found[place] = numbered[of_state[number]]
    return found


def shown(label: Id) -> str:
    """What a label says in one line, without the counts below it."""
    return " ".join(lines_of(label))


def lines_of(label: Id) -> list[str]:
    """The lines of a label without the counts below them."""
    lines = displayed_lines(label)
    if len(lines) > 1 and COUNT.fullmatch(lines[-1]):
        lines.pop()
    return lines


def displayed_lines(label: Id) -> list[str]:
    r"""The lines of a label as Graphviz shows them: `\n`, `\l`, `\r` end one.

    As there, entities like `&lt;` come before escapes.

    >>> displayed_lines(Id(r"step\l/ carry\l", 1, 1))
    ['step', '/ carry']
    """

    def resolved(found: re.Match[str]) -> str:
        character = found[1]
        if character in ("n", "l", "r"):
            return "\n"
        if character.isalnum() or not character:
            advice = r"write `\\` for a backslash"
            raise label.error(rf"the escape `\{character}` is outside the subset: {advice}")
        return character

    text = ENTITY.sub(lambda one: unescape(one[0]), label.text)
    text = re.sub(r"\\(.?)", resolved, text)
    return [line.strip() for line in text.split("\n") if line.strip()]
