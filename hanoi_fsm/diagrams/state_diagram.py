"""The state diagram of any automaton: exactly its definition, as a picture and as DOT.

One edge a transition, with the transition's label in the notation. A filled point leads to the
initial state and final states have a double border. Whatever else is drawn (a state that is lit,
counts) is said in plain sight too, so that what a person sees is what the reader reads back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hanoi_fsm.automaton import Automaton, Label, Transition, join_labels
from hanoi_fsm.diagrams.picture import INK, LETTERING, LIT_FILL, LIT_LINE, SHADE, SHEET, Picture
from hanoi_fsm.errors import UnknownName

if TYPE_CHECKING:
    import graphviz

TIMES = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True)
class Diagram(Picture):
    """The picture of an `automaton`; `lit` names states to light, `counts` how often edges ran.

    >>> from hanoi_fsm.automata import get
    >>> diagram = Diagram(get("two-storey").automaton, lit=["crown"])
    >>> 'shape=point' in diagram.dot
    True
    """

    automaton: Automaton
    lit: Collection[str] = ()
    counts: Mapping[Transition, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for state in self.lit:
            if state not in self.automaton.states:
                raise UnknownName.among("state", state, self.automaton.states)

    def _graph(self) -> graphviz.Digraph:
        import graphviz

        graph = graphviz.Digraph(
            graphviz.escape(self.automaton.name),
            graph_attr=SHEET
            | {"label": graphviz.escape(self.automaton.title), "nodesep": "0.6", "ranksep": "0.7"},
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
        from graphviz import escape

        start = "initial"
        while start in self.automaton.states:
            start += "'"
        graph.node(start, label="", shape="point", width="0.16", fillcolor=INK, id="initial")
        for number, state in enumerate(self.automaton.states, 1):
            look = {"peripheries": "2"} if state in self.automaton.final else {}
            if state in self.lit:
                look |= {"fillcolor": LIT_FILL, "color": LIT_LINE, "penwidth": "2.5"}
            graph.node(state, label=escape(state), id=f"state-{number}", **look)
        graph.edge(start, node_id(self.automaton.initial))

    def _draw_edges(self, graph: graphviz.Digraph) -> None:
        from graphviz import escape

        for number, (source, target, text) in enumerate(self._edges(), 1):
            graph.edge(
                node_id(source),
                node_id(target),
                label="".join(f" {escape(line)} \\l" for line in shown(text)),
                id=f"edge-{number}",
            )

    def _edges(self) -> Iterator[tuple[str, str, str]]:
        """Each edge with its label: one a transition, where guards or counts tell them apart.

        Of a reader those that differ only in the symbol are one edge, as is usual.
        """
        rows = self.automaton.transitions
        if self.counts or self.automaton.guards:
            for row in rows:
                count = f"\n{TIMES} {self.counts[row]}" if row in self.counts else ""
                yield row.source, row.target, str(row.label).replace(" / ", "\n/ ") + count
            return
        ends: dict[tuple[str, str], list[Label]] = {}
        for row in rows:
            ends.setdefault((row.source, row.target), []).append(row.label)
        for (source, target), labels in ends.items():
            for label in join_labels(labels):
                yield source, target, label


def shown(label: str) -> list[str]:
    """The lines of a label, broken after every fourth event where it names many.

    >>> shown("00, 01, 02, 10, 11 / once")
    ['00, 01, 02, 10,', '11 / once']
    """
    events = label.split(", ")
    lines = [", ".join(events[at : at + 4]) for at in range(0, len(events), 4)]
    return ",\n".join(lines).split("\n")


def node_id(state: str) -> str:
    """A state as the end of an edge: there the package takes a bare colon for a port."""
    return '"' + state.replace('"', r"\"") + '"' if ":" in state else state
