"""The state diagram of any automaton: exactly its definition, as a picture and as DOT.

One edge a transition, with the transition's label in the notation. A filled point leads to the
initial state and final states have a double border. Whatever else is drawn (a state that is lit,
counts) is said in plain sight too, so that what a person sees is what the reader reads back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.picture import (
    FAINT,
    INK,
    LETTERING,
    LIT_FILL,
    LIT_LINE,
    SHADE,
    SHEET,
    Picture,
)
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.fsm.notation import Label, Transition, join_labels

if TYPE_CHECKING:
    import graphviz

TIMES = "\N{MULTIPLICATION SIGN}"
SIDES = ("", "w", "e", "n", "s")
"""Where the loops of a state go, one after the other; the first where Graphviz likes it."""

ENTITY = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);")
"""What Graphviz takes for one character, like `&lt;` or `&#60;`."""


@dataclass(frozen=True)
class Diagram(Picture):
    """The picture of an `automaton`; `lit` names states to light, `counts` how often edges ran.

    With counts an edge is the thicker the more often it was taken, and each state says how often it
    was passed; `closed` are the counts that a formula gives, which stand beside them in brackets.
    `taken` are transitions to light: those that a stretch of a run took.

    >>> from hanoi_fsm.hanoi.automata import get
    >>> diagram = Diagram(get("two-storey").automaton, lit=["crown"])
    >>> 'shape=point' in diagram.dot
    True
    """

    automaton: Automaton
    lit: Collection[str] = ()
    counts: Mapping[Transition, int] = field(default_factory=dict)
    closed: Mapping[Transition, int] = field(default_factory=dict)
    taken: Collection[Transition] = ()

    def __post_init__(self) -> None:
        for state in self.lit:
            if state not in self.automaton.states:
                raise UnknownName.among("state", state, self.automaton.states)

    def _graph(self) -> graphviz.Digraph:
        import graphviz

        graph = graphviz.Digraph(
            node_id(self.automaton.name),
            graph_attr=SHEET
            | {"label": shown(self.automaton.title), "nodesep": "0.6", "ranksep": "0.7"},
            node_attr=LETTERING
            | {
                "shape": "box",
                "style": "rounded,filled",
                "fillcolor": SHADE,
                "color": INK,
                "fontsize": "15",
                "margin": "0.2,0.1",
            },
            edge_attr=LETTERING | {"color": INK, "fontsize": "12", "arrowsize": "0.8"},
        )
        self._draw_states(graph)
        self._draw_edges(graph)
        return graph

    def _draw_states(self, graph: graphviz.Digraph) -> None:
        start = "initial"
        while start in self.automaton.states:
            start += "'"
        graph.node(start, label="", shape="point", width="0.16", fillcolor=INK, id="initial")
        for number, state in enumerate(self.automaton.states, 1):
            look = {"peripheries": "2"} if state in self.automaton.final else {}
            if state in self.lit:
                look |= {"fillcolor": LIT_FILL, "color": LIT_LINE, "penwidth": "2.5"}
            label = shown(state)
            if self.counts:
                label += rf"\n{TIMES} {self._passed(state)}"
            graph.node(node_id(state), label=label, id=f"state-{number}", **look)
        graph.edge(start, node_id(self.automaton.initial))

    def _draw_edges(self, graph: graphviz.Digraph) -> None:
        loops: Counter[str] = Counter()
        for number, (source, target, text, look) in enumerate(self._edges(), 1):
            if source == target:  # loops of one state are laid on different sides of it
                side = SIDES[loops[source] % len(SIDES)]
                loops[source] += 1
                sides = {"headport": side, "tailport": side} if side else {}
            else:
                sides = {}
            graph.edge(
                node_id(source),
                node_id(target),
                label="".join(f"  {shown(line)} \\l" for line in label_lines(text)),
                id=f"edge-{number}",
                **sides,
                **look,
            )

    def _edges(self) -> Iterator[tuple[str, str, str, dict[str, str]]]:
        """Each edge with its label and looks: one a transition, where something tells them apart.

        Of a reader those that differ only in the symbol are one edge, as is usual.
        """
        rows = self.automaton.transitions
        if self.counts or self.taken or self.automaton.guards:
            for row in rows:
                text = str(row.label).replace(" / ", "\n/ ") + self._count_on(row)
                yield row.source, row.target, text, self._look_of(row)
            return
        ends: dict[tuple[str, str], list[Label]] = {}
        for row in rows:
            ends.setdefault((row.source, row.target), []).append(row.label)
        for (source, target), labels in ends.items():
            for label in join_labels(labels):
                yield source, target, label, {}

    def _count_on(self, row: Transition) -> str:
        if row not in self.counts:
            return ""
        closed = f" ({self.closed[row]})" if row in self.closed else ""
        return f"\n{TIMES} {self.counts[row]}{closed}"

    def _look_of(self, row: Transition) -> dict[str, str]:
        if row in self.taken:
            return {"color": LIT_LINE, "fontcolor": LIT_LINE, "penwidth": "2.5"}
        if row not in self.counts:
            return {}
        most = max(self.counts.values())
        if self.counts[row] == 0:
            return {"color": FAINT, "fontcolor": FAINT, "style": "dashed"}
        return {"penwidth": f"{1 + 4 * (self.counts[row] / most) ** 0.5:.2f}"}

    def _passed(self, state: str) -> int:
        """How often a run was in a state, be it the one it began in or the one it ended in."""
        into = sum(count for row, count in self.counts.items() if row.target == state)
        out = sum(count for row, count in self.counts.items() if row.source == state)
        return max(into, out)


def label_lines(label: str) -> list[str]:
    """The lines of a label, broken after every fourth event where it names many.

    No event comes to stand where a count would, and alone there like one.

    >>> label_lines("00, 01, 02, 10, 11 / once")
    ['00, 01, 02, 10,', '11 / once']
    """
    events = label.split(", ")
    lines = [", ".join(events[at : at + 4]) for at in range(0, len(events), 4)]
    if len(lines) > 1 and lines[-1].startswith(TIMES):
        lines[-2:] = [", ".join(lines[-2:])]
    return ",\n".join(lines).split("\n")


def node_id(state: str) -> str:
    r"""A state as an identifier, its title in the picture; signs with a meaning become entities.

    A colon would begin a port, a backslash an escape, `<...>` would be HTML and `%` no name.

    >>> print(node_id(r"a:\b"))
    a&#58;&#92;b
    """
    return state.translate(_ENTITIES)


_ENTITIES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", ":": "&#58;", "\\": "&#92;", "%": "&#37;"}
)


def shown(text: str) -> str:
    r"""A label that shows exactly `text`: no part of it is an escape, an entity or HTML.

    >>> print(shown(r"\N &lt; a & b"))
    \\N &amp;lt; a & b
    """
    from graphviz import escape

    label: str = escape(ENTITY.sub(r"&amp;\1;", text))
    return label
