"""The state diagram of an automaton: exactly its definition, as a picture and as DOT.

An edge bears its transition's label in the notation. A filled point leads to the initial state, and
final states have a double border. Nothing that the reader needs is hidden in other attributes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.automaton import Automaton, table_rows
from hanoi_fsm.fsm.diagrams.palette import FAINT, INK, LIT_FILL, LIT_LINE, SHADE
from hanoi_fsm.fsm.diagrams.picture import LETTERING, SHEET, Picture
from hanoi_fsm.fsm.errors import BadInput, UnknownName, shortened
from hanoi_fsm.fsm.notation import Transition, join_transitions

if TYPE_CHECKING:
    import graphviz

BOX = {"shape": "box", "style": "rounded,filled", "fillcolor": SHADE, "color": INK}
BOX |= {"fontsize": "15", "margin": "0.2,0.1"}
TIMES = "\N{MULTIPLICATION SIGN}"
SIDES = ("", "w", "n", "s")  # of a state for its loops in turn; Graphviz chooses the first
ENTITY = re.compile(r"&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);")
"""What Graphviz reads as one character, such as `&lt;` or `&#60;`."""


@dataclass(frozen=True)
class Diagram(Picture):
    """The picture of an `automaton`, with the states `lit` and transitions `taken` highlighted.

    `counts` says how often each transition was taken: its edge is thicker the larger the count, and
    each state shows how often it was visited. `closed` are counts by a formula, shown in brackets.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> 'shape=point' in Diagram(lamp, lit=["off"]).dot
    True
    """

    automaton: Automaton
    lit: Collection[str] = ()
    counts: Mapping[Transition, int] = field(default_factory=dict)
    closed: Mapping[Transition, int] = field(default_factory=dict)
    taken: Collection[Transition] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.automaton, Automaton):
            given = getattr(self.automaton, "automaton", None)
            if not isinstance(given, Automaton):
                expected = "expected an Automaton or a Machine"
                raise BadInput(f"invalid automaton {shortened(self.automaton)}: {expected}")
            object.__setattr__(self, "automaton", given)
        for state in self.lit:
            if state not in self.automaton.states:
                raise UnknownName.among("state", state, self.automaton.states)

    def __repr__(self) -> str:
        return repr(self.automaton).replace("Automaton", "Diagram", 1)

    @property
    def title(self) -> str:
        return f"State diagram of {self.automaton.title}"

    @property
    def description(self) -> str:
        return "\n".join(table_rows(self.automaton.transitions))

    def _graph(self) -> graphviz.Digraph:
        import graphviz

        label = escaped_label(self.automaton.title)
        graph = graphviz.Digraph(
            node_id(self.automaton.name),
            graph_attr=SHEET | {"label": label, "nodesep": "0.6", "ranksep": "0.7"},
            node_attr=LETTERING | BOX,
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
        times = visits(self.counts)
        for number, state in enumerate(self.automaton.states, 1):
            attributes = {"peripheries": "2"} if state in self.automaton.final else {}
            if state in self.lit:
                attributes |= {"fillcolor": LIT_FILL, "color": LIT_LINE, "penwidth": "2.5"}
            label = escaped_label(state)
            if self.counts:
                label += rf"\n{TIMES} {times.get(state, 0)}"
            graph.node(node_id(state), label=label, id=f"state-{number}", **attributes)
        graph.edge(start, node_id(self.automaton.initial))

    def _draw_edges(self, graph: graphviz.Digraph) -> None:
        loops: Counter[str] = Counter()
        for number, (source, target, text, attributes) in enumerate(self._edges(), 1):
            if source == target:  # loops of one state are drawn on different sides
                side = SIDES[loops[source] % len(SIDES)]
                loops[source] += 1
                if side:
                    attributes.update(headport=side, tailport=side)
            graph.edge(
                node_id(source),
                node_id(target),
                label="".join(f"  {escaped_label(line)} \\l" for line in wrapped(text)),
                id=f"edge-{number}",
                **attributes,
            )

    def _edges(self) -> Iterator[tuple[str, str, str, dict[str, str]]]:
        """Each edge with its label and attributes, one per transition if anything else differs.

        Without guards, counts and highlights transitions that differ only in the event share one.
        """
        if not (self.counts or self.taken or self.automaton.guards):
            for source, target, text in join_transitions(self.automaton.transitions):
                yield source, target, text, {}
            return
        for one in self.automaton.transitions:
            text = str(one.label).replace(" / ", "\n/ ")
            if one in self.counts:
                text += f"\n{TIMES} {self.counts[one]}"
                text += f" ({self.closed[one]})" if one in self.closed else ""
            yield one.source, one.target, text, self._attributes(one)

    def _attributes(self, transition: Transition) -> dict[str, str]:
        if transition in self.taken:
            return {"color": LIT_LINE, "fontcolor": LIT_LINE, "penwidth": "2.5"}
        count = self.counts.get(transition)
        if count is None:
            return {}
        if count == 0:
            return {"color": FAINT, "fontcolor": FAINT, "style": "dashed"}
        return {"penwidth": f"{1 + 4 * (count / self._most) ** 0.5:.2f}"}

    @cached_property
    def _most(self) -> int:
        return max(self.counts.values())


def visits(counts: Mapping[Transition, int]) -> dict[str, int]:
    """How often a run was in each state, which may be its first or its last."""
    into: Counter[str] = Counter()
    out: Counter[str] = Counter()
    for one, count in counts.items():
        into[one.target] += count
        out[one.source] += count
    return dict(into | out)  # the larger of the two


def wrapped(label: str) -> list[str]:
    """The lines of a label, with at most four events each.

    No line after the first is a single event that looks like a count.

    >>> wrapped("00, 01, 02, 10, 11 / once")
    ['00, 01, 02, 10,', '11 / once']
    """
    events = label.split(", ")
    lines = [", ".join(events[at : at + 4]) for at in range(0, len(events), 4)]
    if len(lines) > 1 and lines[-1].startswith(TIMES):
        lines[-2:] = [", ".join(lines[-2:])]
    return ",\n".join(lines).split("\n")


def node_id(state: str) -> str:
    r"""A state as an identifier and title in the picture; special characters become entities.

    A colon would begin a port, a backslash an escape, `<...>` HTML; `%` alone is not a name.

    >>> print(node_id(r"a:\b"))
    a&#58;&#92;b
    """
    return state.translate(_ENTITIES)


_ENTITIES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", ":": "&#58;", "\\": "&#92;", "%": "&#37;"}
)


def escaped_label(text: str) -> str:
    r"""A label that shows exactly `text`: no part of it is an escape, an entity or HTML.

    >>> print(escaped_label(r"\N &lt; a & b"))
    \\N &amp;lt; a & b
    """
    from graphviz import escape

    label: str = escape(ENTITY.sub(r"&amp;\1;", text))
    return label
