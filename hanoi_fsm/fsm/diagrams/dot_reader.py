"""A state diagram read back from DOT as a definition; nothing in it is ever run.

The meaning is what the picture shows:

- a node is a state, named by its label (or its identifier, as Graphviz would show it);
- a node with `shape=point` is the start: its edge leads to the initial state;
- a double border (`peripheries=2` or a shape `double...`) marks a final state;
- the label of an edge is the transition; a last line like `× 16` is a count;
- the label of the graph (or its identifier) names the automaton; `mine over two-storey` borrows a
  memory.

All other attributes are ignored, but that the positions of nodes are noted for another drawing. A
name that is only the target of an edge, and declared nowhere,
is left out of the states, so that validation reports it as unknown.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.count_text import EDGE, ROUNDED, STATE, read_count
from hanoi_fsm.fsm.diagrams.dot_mistakes import refuse_disguise, refuse_misspelt
from hanoi_fsm.fsm.diagrams.dot_syntax import KEYWORDS, MOST_BYTES, Digraph, Id, Statement, parse
from hanoi_fsm.fsm.diagrams.drawing import Drawing
from hanoi_fsm.fsm.diagrams.texts import ENTITY, TIMES
from hanoi_fsm.fsm.errors import DotError, NotationError, shortened
from hanoi_fsm.fsm.notation import LONGEST, Label, Transition, parse_labels, parse_title

MOST_NODES = 1_000
MOST_EDGES = 5_000
MOST_TRANSITIONS = 5_000  # an edge that names several events is as many
MOST_CHARACTERS = 4_000  # the most characters of a label

# How often a transition was taken, perhaps with the count of a formula; how often a state was.
TAKEN = rf"([0-9]{{1,{EDGE}}}|{ROUNDED})"
COUNT = re.compile(rf"{TIMES}\s*{TAKEN}(?:\s*\({TAKEN}\))?")
VISITS = re.compile(rf"{TIMES}\s*([0-9]{{1,{STATE}}}|{ROUNDED})")
FINAL_SHAPES = ("doublecircle", "doubleoctagon")
MEANINGFUL = ("label", "shape", "peripheries")  # few, as defaults are copied to every node and edge
PLACE = re.compile(r"(-?[0-9]{1,5}(?:\.[0-9]{1,5})?),(-?[0-9]{1,5}(?:\.[0-9]{1,5})?)!?")


def read_file(path: Path) -> Drawing:
    """Read a state diagram from a file; raises `DotError` as `read` does, and `OSError`."""
    with path.open("rb") as file:
        return read(file.read(MOST_BYTES + 1))


def read(dot: str | bytes | Path) -> Drawing:
    """Read a state diagram back from DOT, given as a text or by the path of a file.

    Raises `DotError` with line and column for anything that is not such a diagram; whether states
    and transitions fit together is for `validate` to check.

    >>> print(read('digraph lamp { s [shape=point]; s -> off; on [peripheries=2];'
    ...            '               off -> on [label="press / click"] }').automaton)
    off -> on : press / click
    """
    if isinstance(dot, Path):
        return read_file(dot)
    if not isinstance(dot, str | bytes):
        raise DotError(f"cannot read {shortened(dot)}: expected a DOT text or a Path")
    return DotGraph(parse(dot)).drawing()


@dataclass
class DotNode:
    """A node with the attributes that all its statements give it."""

    at: Id
    attributes: dict[str, Id]
    declared: bool = False
    place: tuple[float, float] | None = None

    def _attribute(self, name: str) -> str:
        return self.attributes[name].text if name in self.attributes else ""

    @property
    def is_start(self) -> bool:
        return self._attribute("shape") == "point"

    @property
    def is_final(self) -> bool:
        double = self._attribute("shape") in FINAL_SHAPES
        return not self.is_start and (double or self._attribute("peripheries") == "2")

    @property
    def is_hidden(self) -> bool:
        """Whether it looks as a start does in other people's diagrams: it shows no box or text."""
        return not self.name or self._attribute("shape") in {"none", "plaintext", "plain"}

    @property
    def name(self) -> str:
        return self._shown[0]

    @property
    def visits(self) -> int | None:
        return self._shown[1]

    @cached_property
    def _shown(self) -> tuple[str, int | None]:
        lines = displayed_lines(self.attributes.get("label", self.at), self.at.text)
        found = VISITS.fullmatch(lines[-1]) if len(lines) > 1 else None
        name = " ".join(lines[:-1] if found else lines)
        if len(name) > LONGEST:
            size = f"has {len(name)} characters, expected at most {LONGEST}"
            raise self.at.error(f"the name {shortened(name)} {size}: shorten it")
        return name, read_count(found[1]) if found else None


class DotEdge(NamedTuple):
    """One statement of an edge, with the label that it has or takes from the defaults."""

    source: DotNode
    target: DotNode
    at: Id
    label: Id | None


class ReadTransition(NamedTuple):
    """A transition, its line, and how often the picture says that it was taken."""

    transition: Transition
    line: int
    taken: int | None
    closed: int | None


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
        kind, parts, attributes = statement
        refuse_misspelt(parts[0], attributes, MEANINGFUL, (*FINAL_SHAPES, "point"))
        refuse_disguise(parts[0], attributes, parts[0].text if kind == "defaults" else kind)
        meaningful = {name: attributes[name] for name in MEANINGFUL if name in attributes}
        if kind == "defaults":
            self.defaults[parts[0].text].update(meaningful)
        elif kind == "node":
            node = self._node(parts[0])
            node.attributes.update(meaningful)
            if "pos" in attributes and (found := PLACE.fullmatch(attributes["pos"].text)):
                node.place = float(found[1]), float(found[2])
            node.declared, node.at = True, parts[0]
        else:
            source, target = map(self._node, parts)
            label = meaningful.get("label", self.defaults["edge"].get("label"))
            self.edges.append(DotEdge(source, target, parts[0], label))
            if len(self.edges) > MOST_EDGES:
                raise parts[0].error(f"more than {MOST_EDGES} edges: draw a smaller diagram")

    def _node(self, at: Id) -> DotNode:
        if at.text.lower() in KEYWORDS and not at.quoted:
            raise at.error(f"`{at.text}` is a keyword: put it into quotes if it is a name")
        if at.text not in self.nodes:
            self.nodes[at.text] = DotNode(at, dict(self.defaults["node"]))
        if len(self.nodes) > MOST_NODES:
            raise at.error(f"more than {MOST_NODES} nodes: draw a smaller diagram")
        return self.nodes[at.text]

    def drawing(self) -> Drawing:
        name, memory = self._title()
        initial = self._initial()
        found = self._transitions()
        nodes = [node for node in self.nodes.values() if not node.is_start]
        _refuse_twins(nodes)
        sources = {one.transition.source for one in found}
        known = [one for one in nodes if one.declared or one.is_final or one.name in sources]
        lines: dict[Transition | str, int] = {node.name: node.at.line for node in nodes}
        lines.update((one.transition, one.line) for one in found)
        counts = {one.transition: one.taken for one in found if one.taken is not None}
        closed = {one.transition: one.closed for one in found if one.closed is not None}
        visits = {node.name: node.visits for node in nodes if node.visits is not None}
        states = tuple(node.name for node in known)
        final = frozenset(node.name for node in nodes if node.is_final)
        transitions = tuple(one.transition for one in found)
        automaton = Automaton(name, states, initial, final, transitions, memory)
        places = {node.name: node.place for node in nodes if node.place is not None}
        return Drawing(automaton, lines, counts, closed, visits, places=places)

    def _transitions(self) -> list[ReadTransition]:
        found: list[ReadTransition] = []
        for edge in self.edges:
            if not edge.source.is_start:
                found += read_edge(edge)
            if len(found) > MOST_TRANSITIONS:
                fault = f"more than {MOST_TRANSITIONS} transitions"
                raise edge.at.error(f"{fault}: draw a smaller diagram")
        return found

    def _title(self) -> tuple[str, str]:
        label = self.defaults["graph"].get("label") or self.id
        if label is None:
            raise DotError("the diagram has no name: write `digraph NAME {`", 1, 1)
        lines = displayed_lines(label, "")
        return parse_title(lines[0] if lines else "")

    def _initial(self) -> str:
        initial = ""
        for edge in self.edges:
            if edge.target.is_start:
                raise edge.at.error("this edge leads to the start point: reverse it")
            if edge.source.is_start:
                if initial:
                    other = f"the first leads to {shortened(initial)}"
                    raise edge.at.error(f"a second edge leaves a start point, {other}: keep one")
                initial = edge.target.name
        return initial


def _refuse_twins(nodes: list[DotNode]) -> None:
    seen: dict[str, DotNode] = {}
    for node in nodes:
        if seen.setdefault(node.name, node) is not node:
            raise node.at.error(f"two nodes show {shortened(node.name)}: label them differently")


def read_edge(edge: DotEdge) -> Iterator[ReadTransition]:
    """The transitions of an edge, one for each event; raises `DotError` for its label."""
    if edge.label is None:
        raise edge.at.error(_without_label(edge.source, edge.target))
    labels, count, closed = _read_label(edge.label)
    for label in labels:
        transition = Transition(edge.source.name, edge.target.name, label)
        yield ReadTransition(transition, edge.at.line, count, closed)


@lru_cache(maxsize=16)  # a default label is that of many edges
def _read_label(label: Id) -> tuple[list[Label], int | None, int | None]:
    """The transitions that a label shows, how often they were taken, and by a formula."""
    lines = displayed_lines(label, "")
    count = closed = None
    if len(lines) > 1 and (found := COUNT.fullmatch(lines[-1])):
        count, closed = read_count(found[1]), read_count(found[2]) if found[2] else None
        lines.pop()
    try:
        return parse_labels(" ".join(lines)), count, closed
    except NotationError as error:
        raise label.error(str(error)) from None


def _without_label(source: DotNode, target: DotNode) -> str:
    """What to write for an edge without a label, which may be meant to mark the initial state."""
    start = f"`start [shape=point]; start -> {shortened(target.at.text).strip(chr(39))}`"
    if source.is_hidden:
        shown = shortened(target.name)
        return f"only a point leads to the initial state: to make it {shown} write {start}"
    ends = f"{shortened(source.name)} -> {shortened(target.name)}"
    advice = 'write `[label="event [guard] / action"]`'
    return f"the edge {ends} has no label: {advice}, or to mark the initial state {start}"


_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)


def _character(entity: re.Match[str]) -> str:
    import html
    from html.entities import name2codepoint

    name = entity[1]
    if name.startswith("#"):
        return html.unescape(entity[0])
    return chr(name2codepoint[name]) if name in name2codepoint else entity[0]


def displayed_lines(label: Id, node: str) -> list[str]:
    r"""The lines of a label as Graphviz shows them: `\n`, `\l`, `\r` end one, `\N` is the node.

    The order is Graphviz's: first `\N`, then entities like `&lt;`, then the other escapes.

    >>> displayed_lines(Id(r"step\l/ carry\l", 1, 1, quoted=True), "")
    ['step', '/ carry']
    """

    def resolved(found: re.Match[str]) -> str:
        character = found[1]
        if character in {"n", "l", "r"}:
            return "\n"
        if character and not character.isalnum():
            return character
        advice = r"write `\\` for a backslash"
        raise label.error(rf"the escape `\{character}` is outside the subset: {advice}")

    if len(label.text) + label.text.count(r"\N") * len(node) > MOST_CHARACTERS:
        raise label.error(f"this label has more than {MOST_CHARACTERS} characters: shorten it")
    text = _ESCAPE.sub(lambda found: node if found[1] == "N" else found[0], label.text)
    text = _ESCAPE.sub(resolved, ENTITY.sub(_character, text))
    return [line.strip() for line in text.split("\n") if line.strip()]
