r"""A state diagram read back from DOT as a definition; nothing in it is ever run.

The meaning is what the picture shows:

- a node is a state, named by its label (or, without one or with `\N`, by its identifier);
- a node with `shape=point` is the start: its edge leads to the initial state;
- a double border (`peripheries=2`, or else a shape `double...`) marks a final state;
- the label of an edge is the transition; a last line like `× 16` is a count;
- the label of the graph (or its identifier) names the automaton; `mine over two-storey` borrows a
  memory; a line below it like `counts for 6 disks` says for which size the counts are, and
  `it may refuse events` that a state may lack a transition.

All other attributes are ignored, but that the positions of nodes are noted for another drawing. A
name that is only the target of an edge is a state too.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from html.entities import name2codepoint
from pathlib import Path
from typing import NamedTuple, TypeVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.dot_syntax import (
    Digraph,
    Id,
    Statement,
    parse,
    refuse_other_meaning,
)
from hanoi_fsm.fsm.diagrams.drawing import CAPTION, PARTIAL, ROUNDED, STATE, Drawing, read_count
from hanoi_fsm.fsm.diagrams.texts import ENTITY, TIMES
from hanoi_fsm.fsm.errors import DotError, NotationError, cut, printable, shortened
from hanoi_fsm.fsm.notation import Transition, parse_labels, parse_title

Key = TypeVar("Key")
Value = TypeVar("Value")
MOST_NODES = 20_001  # with the start
MOST_TRANSITIONS = 100_000

# How often a transition was taken or a state visited, perhaps with the count of a formula.
_NUMBER = rf"([0-9]{{1,{STATE}}}|{ROUNDED})"
COUNT = re.compile(rf"{TIMES}\s*{_NUMBER}(?:\s*\({_NUMBER}\))?")
FINAL_SHAPES = ("doublecircle", "doubleoctagon")
MEANINGFUL = ("label", "shape", "peripheries", "pos")  # few, as all nodes have copies of defaults
PLACE = re.compile(r"(-?[0-9]{1,5}(?:\.[0-9]{1,5})?),(-?[0-9]{1,5}(?:\.[0-9]{1,5})?)!?")


def read(dot: str | bytes | Path) -> Drawing:
    """Read a state diagram back from DOT, given as a text or by the path of a file.

    Raises `DotError` with line and column for anything that is not such a diagram, and `OSError`
    for a file; whether states and transitions fit together is for `validate` to check.

    >>> print(read('digraph lamp { s [shape=point]; s -> off; on [peripheries=2];'
    ...            '               off -> on [label="press / click"] }').automaton)
    off -> on : press / click
    """
    return DotGraph(parse(dot)).drawing()


class Shown(NamedTuple):
    """What a label says, and the counts below it: of a run, and by a formula."""

    text: str
    taken: int | None = None
    closed: int | None = None


@dataclass
class DotNode:
    """A node with the attributes that all its statements give it."""

    at: Id
    attributes: dict[str, Id]
    declared: bool = False

    def _attribute(self, name: str) -> str:
        return self.attributes[name].text if name in self.attributes else ""

    @property
    def is_start(self) -> bool:
        return self._attribute("shape") == "point"

    @property
    def is_final(self) -> bool:
        borders, shape = map(self._attribute, ("peripheries", "shape"))
        return borders == "2" if borders else shape in FINAL_SHAPES

    @property
    def place(self) -> tuple[float, float] | None:
        found = PLACE.fullmatch(self._attribute("pos"))
        return (float(found[1]), float(found[2])) if found else None

    @property
    def name(self) -> str:
        return self.shown.text

    @cached_property
    def shown(self) -> Shown:
        label = self.attributes.get("label", self.at)
        return shown(self.at if label.text == r"\N" else label)


@dataclass
class DotEdge:
    """One statement of an edge, with the label that it has or takes from the defaults."""

    source: DotNode
    target: DotNode
    at: Id
    label: Id | None

    @cached_property
    def shown(self) -> Shown:
        if self.label is not None:
            return shown(self.label)
        ends = f"{shortened(self.source.name)} -> {shortened(self.target.name)}"
        start = f"`start [shape=point]; start -> {cut(printable(self.target.at.text), 40)}`"
        advice = f'write `[label="event [guard] / action"]`, or to mark the initial state {start}'
        raise self.at.error(f"the edge {ends} has no label: {advice}")

    @cached_property
    def transitions(self) -> list[Transition]:
        """One for each event; raises `DotError` for its label."""
        try:
            labels = parse_labels(self.shown.text)
        except NotationError as error:
            raise (self.label or self.at).error(str(error)) from None
        return [Transition(self.source.name, self.target.name, label) for label in labels]


class DotGraph:
    """Nodes and edges with their attributes; defaults are applied as Graphviz does."""

    def __init__(self, digraph: Digraph) -> None:
        self.id = digraph.name
        self.defaults: dict[str, dict[str, Id]] = {"graph": {}, "node": {}, "edge": {}}
        self.nodes: dict[str, DotNode] = {}
        self.edges: list[DotEdge] = []
        for statement in digraph.statements:
            self._add(statement)

    def _add(self, statement: Statement) -> None:
        refuse_other_meaning(statement)
        kind, parts = statement.kind, statement.parts
        given = {name: one for name, one in statement.attributes.items() if name in MEANINGFUL}
        if kind == "defaults":
            self.defaults[parts[0].text].update(given)
        elif kind == "node":
            node = self._node(parts[0])
            node.attributes.update(given)
            node.declared, node.at = True, parts[0]
        else:
            label = given.get("label", self.defaults["edge"].get("label"))
            source, target = map(self._node, parts)
            self.edges.append(DotEdge(source, target, parts[0], label))

    def _node(self, at: Id) -> DotNode:
        if len(self.nodes) == MOST_NODES and at.text not in self.nodes:
            raise at.error(f"more than {MOST_NODES} nodes: draw a smaller diagram")
        return self.nodes.setdefault(at.text, DotNode(at, dict(self.defaults["node"])))

    def drawing(self) -> Drawing:
        """What the diagram shows; raises `DotError` where that is not clear."""
        initial, nodes = self._initial(), self._states()
        lines: dict[Transition | str, int] = {name: node.at.line for name, node in nodes.items()}
        transitions: list[Transition] = []
        counts, closed = {}, {}
        for edge in self.edges:
            if edge.source.is_start:
                continue
            for one in edge.transitions:
                transitions.append(one)
                lines[one] = edge.at.line
                counts[one], closed[one] = edge.shown.taken, edge.shown.closed
            if len(transitions) > MOST_TRANSITIONS:
                fault = f"more than {MOST_TRANSITIONS} transitions"
                raise edge.at.error(f"{fault}: draw a smaller diagram")
        name, memory, captions = self._title()
        sizes = [int(found[1]) for line in captions if (found := CAPTION.fullmatch(line))]
        final = frozenset(name for name, node in nodes.items() if node.is_final)
        return Drawing(
            Automaton(name, tuple(nodes), initial, final, tuple(transitions), memory),
            lines,
            _known(counts),
            _known(closed),
            _known({name: node.shown.taken for name, node in nodes.items()}),
            places=_known({name: node.place for name, node in nodes.items()}),
            size=sizes[0] if sizes else None,
            partial=PARTIAL in [line.lower().rstrip(".") for line in captions],
        )

    def _title(self) -> tuple[str, str, list[str]]:
        """The name, the memory, and the lines below them."""
        label = self.defaults["graph"].get("label") or self.id
        if label is None:
            raise DotError("the diagram has no name: write `digraph NAME {`", 1, 1)
        lines = displayed_lines(label)
        return *parse_title("".join(lines[:1])), lines[1:]

    def _initial(self) -> str:
        leaving = [edge for edge in self.edges if edge.source.is_start]
        for edge in self.edges:
            if edge.target.is_start:
                raise edge.at.error("this edge leads to the start point: reverse it")
        if len(leaving) > 1:
            other = f"the first leads to {shortened(leaving[0].target.name)}"
            raise leaving[1].at.error(f"a second edge leaves a start point, {other}: keep one")
        return leaving[0].target.name if leaving else ""

    def _states(self) -> dict[str, DotNode]:
        """The nodes that are states, which have different names."""
        found: dict[str, DotNode] = {}
        for node in self.nodes.values():
            if not node.is_start and found.setdefault(node.name, node) is not node:
                why = f"two nodes show {shortened(node.name)}"
                raise node.at.error(f"{why}: label them differently")
        return found


def _known(values: Mapping[Key, Value | None]) -> dict[Key, Value]:
    """The values without those that are not given."""
    return {key: value for key, value in values.items() if value is not None}


def shown(label: Id) -> Shown:
    """What a label says in one line, and the counts below it; `DotError` for a malformed count."""
    lines = displayed_lines(label)
    last = lines[-1] if len(lines) > 1 else ""
    if found := COUNT.fullmatch(last):
        return Shown(" ".join(lines[:-1]), *(read_count(one) for one in found.groups() if one))
    return Shown(" ".join(lines))


def displayed_lines(label: Id) -> list[str]:
    r"""The lines of a label as Graphviz shows them: `\n`, `\l`, `\r` end one.

    As there, entities like `&lt;` come before escapes.

    >>> displayed_lines(Id(r"step\l/ carry\l", 1, 1, quoted=True))
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

    text = re.sub(r"\\(.?)", resolved, ENTITY.sub(_character, label.text))
    return [line.strip() for line in text.split("\n") if line.strip()]


def _character(entity: re.Match[str]) -> str:
    """The character that Graphviz shows for an entity; it knows fewer of them than HTML."""
    is_known = entity[1].startswith("#") or entity[1] in name2codepoint
    return unescape(entity[0]) if is_known else entity[0]
