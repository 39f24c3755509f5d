"""The state diagram of any automaton: exactly its definition, as a picture and as DOT.

One edge a transition, with the transition's label in the notation. A filled point leads to the
initial state and final states have a double border. Whatever else is drawn (a state that is lit,
counts) is said in plain sight too, so that what a person sees is what the reader reads back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hanoi_fsm.automaton import Automaton, Transition
from hanoi_fsm.diagrams.render import render
from hanoi_fsm.errors import UnknownName

if TYPE_CHECKING:
    import graphviz

INK, PAPER, SHADE = "#1e293b", "#ffffff", "#f1f5f9"
LIT_FILL, LIT_LINE = "#fde68a", "#b45309"
FONT = "Helvetica,Arial,sans-serif"
TIMES = "\N{MULTIPLICATION SIGN}"
ENTITY = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);")
"""What Graphviz takes for one character, like `&lt;` or `&#60;`."""


@dataclass(frozen=True)
class Diagram:
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

    @property
    def dot(self) -> str:
        """The diagram as DOT, which `read` reads back."""
        return str(self._graph().source)

    def render(self, format: str = "svg", renderer: str = "auto") -> bytes:
        """The picture as the bytes of an svg, png or pdf file; see `render` for the renderers."""
        return render(self.dot, format, renderer)

    def _graph(self) -> graphviz.Digraph:
        import graphviz

        graph = graphviz.Digraph(
            node_id(self.automaton.name),
            graph_attr={
                "label": shown(self.automaton.title),
                "labelloc": "t",
                "fontname": FONT,
                "fontsize": "20",
                "fontcolor": INK,
                "bgcolor": PAPER,
                "pad": "0.3",
                "nodesep": "0.6",
                "ranksep": "0.7",
            },
            node_attr={
                "shape": "box",
                "style": "rounded,filled",
                "fillcolor": SHADE,
                "color": INK,
                "fontname": FONT,
                "fontsize": "15",
                "fontcolor": INK,
                "margin": "0.2,0.1",
            },
            edge_attr={
                "color": INK,
                "fontname": FONT,
                "fontsize": "12",
                "fontcolor": INK,
                "arrowsize": "0.8",
            },
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
            graph.node(node_id(state), label=shown(state), id=f"state-{number}", **look)
        graph.edge(start, node_id(self.automaton.initial))

    def _draw_edges(self, graph: graphviz.Digraph) -> None:
        for number, row in enumerate(self.automaton.transitions, 1):
            lines = [line.strip() for line in str(row.label).replace(" / ", "\n/ ").split("\n")]
            if row in self.counts:
                lines.append(f"{TIMES} {self.counts[row]}")
            graph.edge(
                node_id(row.source),
                node_id(row.target),
                label="".join(f" {shown(line)} \\l" for line in lines),
                id=f"edge-{number}",
            )

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, Any]:
        """What a notebook shows: the picture, and the DOT where no picture can be shown."""
        bundle = {"image/svg+xml": self.render().decode(), "text/plain": self.dot}
        return {
            kind: shown
            for kind, shown in bundle.items()
            if (not include or kind in include) and kind not in (exclude or ())
        }


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
