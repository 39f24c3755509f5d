"""A state diagram read back from DOT as a definition. It reads; it never runs anything.

The meaning is what the picture shows:

- a node is a state, its name is its label (or its identifier, as Graphviz would show it);
- a node with `shape=point` is the start: its edge leads to the initial state;
- a double border (`peripheries=2` or a shape `double...`) marks a final state;
- the label of an edge is the transition; a last line like `× 16` is a count;
- the label of the graph (or its identifier) names the automaton; `mine over two-storey` says whose
  memory it borrows.

All other attributes are looks and are passed over. A name that is only an edge's target, and is
declared nowhere, is no state: it is kept as an unknown one, which validation will name.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.entities import name2codepoint
from pathlib import Path
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.dot_syntax import KEYWORDS, MOST_BYTES, Digraph, Id, Statement, parse
from hanoi_fsm.fsm.diagrams.state_diagram import ENTITY, TIMES
from hanoi_fsm.fsm.errors import DotError, NotationError, shortened
from hanoi_fsm.fsm.notation import Transition, parse_labels, parse_title

MOST_NODES = 1_000
MOST_EDGES = 5_000
MOST_SIGNS = 4_000
"""More characters than this are in no label."""

COUNT = re.compile(rf"{TIMES}\s*([0-9]{{1,30}})(?:\s*\([0-9]{{1,30}}\))?")
"""How often an edge was passed, and after it perhaps the count of a formula."""
PASSED = re.compile(rf"{TIMES}\s*[0-9]+")
"""How often a state was passed: the sum of what is on its edges, which may have more digits."""

MEANT = ("label", "shape", "peripheries")
"""The attributes that say something; defaults are copied to every node and edge, so only these."""


@dataclass(frozen=True)
class Drawing:
    """What a DOT text shows: an automaton, the counts on its edges, and where each thing stands.

    `lines` gives the line of a transition, or of a state by its name.
    """

    automaton: Automaton
    lines: Mapping[Transition | str, int]
    counts: Mapping[Transition, int]


def read_file(path: Path) -> Drawing:
    """The drawing in a file; raises `DotError` as `read` does, and `OSError` as `open` does."""
    with path.open("rb") as file:
        return read(file.read(MOST_BYTES + 1))


def read(dot: str | bytes) -> Drawing:
    """Read a state diagram back from DOT.

    Raises `DotError`, with line and column, for all that is not such a diagram. That its states and
    transitions fit together is not checked here: `validate` does.

    >>> print(read('digraph lamp { s [shape=point]; s -> off; on [peripheries=2];'
    ...            '               off -> on [label="press / click"] }').automaton)
    off -> on : press / click
    """
    return _Picture(parse(dot)).drawing()


@dataclass
class _Node:
    """A node of the picture, with the looks that it has in the end."""

    at: Id
    looks: dict[str, Id]
    declared: bool = False

    @property
    def is_start(self) -> bool:
        return _look(self.looks, "shape") == "point"

    @property
    def is_final(self) -> bool:
        double = _look(self.looks, "shape").startswith("double")
        return not self.is_start and (double or _look(self.looks, "peripheries") == "2")

    @property
    def name(self) -> str:
        """What the picture shows: the label, where there is one."""
        lines = shown_lines(self.looks.get("label", self.at), self.at.text)
        return " ".join(lines[:-1] if len(lines) > 1 and PASSED.fullmatch(lines[-1]) else lines)


class _Edge(NamedTuple):
    source: _Node
    target: _Node
    at: Id
    looks: dict[str, Id]


class _Picture:
    """Nodes and edges with their looks, the defaults applied as Graphviz applies them."""

    def __init__(self, digraph: Digraph) -> None:
        self.id = digraph.name
        self.defaults: dict[str, dict[str, Id]] = {"graph": {}, "node": {}, "edge": {}}
        self.nodes: dict[str, _Node] = {}
        self.edges: list[_Edge] = []
        for statement in digraph.statements:
            self._take(statement)

    def _take(self, statement: Statement) -> None:
        kind, parts, attributes = statement
        looks = {name: attributes[name] for name in MEANT if name in attributes}
        if kind == "defaults":
            self.defaults[parts[0].text].update(looks)
        elif kind == "setting":
            self.defaults["graph"].update(looks)
        elif kind == "node":
            node = self._meet(parts[0])
            node.looks.update(looks)
            node.declared, node.at = True, parts[0]
        else:
            ends = [self._meet(part) for part in parts]
            self.edges.append(_Edge(ends[0], ends[1], parts[0], self.defaults["edge"] | looks))
            if len(self.edges) > MOST_EDGES:
                raise DotError(
                    f"more than {MOST_EDGES} edges: draw a smaller one",
                    parts[0].line,
                    parts[0].column,
                )

    def _meet(self, at: Id) -> _Node:
        if at.text.lower() in KEYWORDS and not at.quoted:
            raise DotError(
                f"`{at.text}` is a keyword: put it into quotes if it is a name",
                at.line,
                at.column,
            )
        if at.text not in self.nodes:
            self.nodes[at.text] = _Node(at, dict(self.defaults["node"]))
        if len(self.nodes) > MOST_NODES:
            raise DotError(f"more than {MOST_NODES} nodes: draw a smaller one", at.line, at.column)
        return self.nodes[at.text]

    def drawing(self) -> Drawing:
        """The definition that the picture shows."""
        name, memory = self._title()
        initial = self._initial()
        rows = list(self._rows())
        nodes = [node for node in self.nodes.values() if not node.is_start]
        _refuse_twins(nodes)
        sources = {row.source for row, _, _ in rows}
        states = [
            node.name for node in nodes if node.declared or node.is_final or node.name in sources
        ]
        automaton = Automaton(
            name,
            tuple(states),
            initial,
            frozenset(node.name for node in nodes if node.is_final),
            tuple(row for row, _, _ in rows),
            memory,
        )
        lines: dict[Transition | str, int] = {node.name: node.at.line for node in nodes}
        lines.update((row, line) for row, line, _ in rows)
        return Drawing(
            automaton, lines, {row: count for row, _, count in rows if count is not None}
        )

    def _title(self) -> tuple[str, str]:
        label = self.defaults["graph"].get("label") or self.id
        if label is None:
            raise DotError("the diagram has no name: write `digraph NAME {`", 1, 1)
        lines = shown_lines(label, "")
        return parse_title(lines[0] if lines else "")

    def _initial(self) -> str:
        """The state that the start point leads to; empty where there is none."""
        initial = ""
        for edge in self.edges:
            if edge.target.is_start:
                raise DotError(
                    "this edge leads to the start point: lead it from there",
                    edge.at.line,
                    edge.at.column,
                )
            if edge.source.is_start:
                if initial:
                    raise DotError(
                        f"a second edge leads from a start, the first led to {shortened(initial)}: "
                        "keep one",
                        edge.at.line,
                        edge.at.column,
                    )
                initial = edge.target.name
        return initial

    def _rows(self) -> Iterator[tuple[Transition, int, int | None]]:
        """Each transition with its line and the count on it."""
        for edge in self.edges:
            if not edge.source.is_start:
                yield from _rows_on(edge)


def _refuse_twins(nodes: list[_Node]) -> None:
    seen: dict[str, _Node] = {}
    for node in nodes:
        if seen.setdefault(node.name, node) is not node:
            raise DotError(
                f"two nodes show {shortened(node.name)}: label them differently",
                node.at.line,
                node.at.column,
            )


def _look(looks: dict[str, Id], name: str) -> str:
    return looks[name].text if name in looks else ""


def _rows_on(edge: _Edge) -> Iterator[tuple[Transition, int, int | None]]:
    """The transitions on one edge: one, or one for each event that its label names."""
    label = edge.looks.get("label")
    if label is None:
        raise DotError(
            f"the edge {shortened(edge.source.name)} -> {shortened(edge.target.name)} has no "
            'label: write `[label="event [guard] / action"]`',
            edge.at.line,
            edge.at.column,
        )
    lines = shown_lines(label, "")
    count = None
    if len(lines) > 1 and (found := COUNT.fullmatch(lines[-1])):
        count = int(found[1])
        lines.pop()
    try:
        labels = parse_labels(" ".join(lines))
    except NotationError as error:
        raise DotError(str(error), label.line, label.column) from None
    for parsed in labels:
        yield Transition(edge.source.name, edge.target.name, parsed), edge.at.line, count


_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)


def _character(entity: re.Match[str]) -> str:
    """The character that an entity stands for; an unknown name stands for itself."""
    name = entity[1]
    if name.startswith("#"):
        return html.unescape(entity[0])
    return chr(name2codepoint[name]) if name in name2codepoint else entity[0]


def shown_lines(label: Id, node: str) -> list[str]:
    r"""The lines of a label as Graphviz shows them: `\n`, `\l`, `\r` end one, `\N` is the node.

    The order is Graphviz's: first `\N`, then entities like `&lt;`, then the other escapes.

    >>> shown_lines(Id(r"step\l/ carry\l", 1, 1, quoted=True), "")
    ['step', '/ carry']
    """

    def resolved(found: re.Match[str]) -> str:
        sign = found[1]
        if sign in {"n", "l", "r"}:
            return "\n"
        if sign and not sign.isalnum():
            return sign
        raise DotError(
            rf"the escape `\{sign}` is outside the subset: write `\\` for a backslash",
            label.line,
            label.column,
        )

    if len(label.text) + label.text.count(r"\N") * len(node) > MOST_SIGNS:
        raise DotError(
            f"this label has more than {MOST_SIGNS} characters: write a shorter one",
            label.line,
            label.column,
        )
    text = _ESCAPE.sub(lambda found: node if found[1] == "N" else found[0], label.text)
    text = _ESCAPE.sub(resolved, ENTITY.sub(_character, text))
    return [line.strip() for line in text.split("\n") if line.strip()]
