"""The picture of the Hanoi graph, with the shortest path lit, or both where there are two.

Every vertex has the place that `sierpinski` computes for it. A path between any two configurations
moves the largest disk that differs once or twice (Hinz; Romik 2006), and each way of it has its own
colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.diagrams.picture import (
    ARROW,
    FAINT,
    FIXED,
    INK,
    LETTERING,
    LIT_FILL,
    LIT_LINE,
    PAPER,
    SHADE,
    SHEET,
    Picture,
    counted,
    inches,
    place,
    write,
)
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, check_task
from hanoi_fsm.hanoi.pictures import check_few
from hanoi_fsm.hanoi.pictures.sierpinski import address, edges, position, stations, vertices

if TYPE_CHECKING:
    import graphviz

MOST_DISKS = 7
MOST_LABELLED = 4
"""With more disks than this the vertices are dots without a label."""

MOST_NUMBERED = 3
"""With more disks than this the moves on the path have no number."""

DOT, RING = "\N{BLACK CIRCLE}", "\N{FISHEYE}"
"""How the ends of the way look where they have no label: so the legend explains them."""

OTHER_FILL, OTHER_LINE = "#ddd6fe", "#6d28d9"


class Scale(NamedTuple):
    """How long an edge is, how wide a vertex, a lit line and its arrowhead, all in points."""

    edge: float
    vertex: float
    text: float
    line: float
    arrow: float


SCALES = (
    Scale(edge=0, vertex=46, text=16, line=0, arrow=0),
    Scale(edge=120, vertex=46, text=18, line=5, arrow=0),
    Scale(edge=96, vertex=46, text=16, line=5, arrow=0),
    Scale(edge=76, vertex=42, text=14, line=5, arrow=0),
    Scale(edge=56, vertex=36, text=12, line=3, arrow=0.5),
    Scale(edge=26, vertex=8, text=14, line=3.5, arrow=0.5),
    Scale(edge=14, vertex=5, text=15, line=3, arrow=0),
    Scale(edge=8, vertex=3, text=16, line=2.5, arrow=0),
)
"""One a number of disks, from 0 on."""


@dataclass(frozen=True)
class HanoiGraph(Picture):
    """The Hanoi graph with the shortest ways from `start` to `goal` lit.

    Raises `BadConfiguration` where these have different numbers of disks, and `BadDisks` for more
    than 7.

    >>> HanoiGraph(Configuration("001"), Configuration("200")).dot.count("move ")
    14
    """

    start: Configuration
    goal: Configuration

    @classmethod
    def of_task(cls, disks: int, source: int = 0, target: int = 2) -> HanoiGraph:
        """The Hanoi graph with the solution of a task lit; raises as `check_task` does, too.

        >>> len(HanoiGraph.of_task(3).ways[0].moves)
        7
        """
        check_task(disks, source, target)
        check_few("the Hanoi graph", disks, MOST_DISKS)
        return cls(Configuration.tower(disks, source), Configuration.tower(disks, target))

    def __post_init__(self) -> None:
        formulas.check_same_disks(self.start, self.goal)
        check_few("the Hanoi graph", len(self.start), MOST_DISKS)

    @cached_property
    def ways(self) -> list[formulas.Way]:
        """The ways that are lit."""
        return formulas.shortest_ways(self.start, self.goal)

    def _graph(self) -> graphviz.Graph:
        import graphviz

        title = f"The Hanoi graph of {counted(len(self.start), 'disk')}"
        colour = INK if self._labelled else FAINT
        graph = graphviz.Graph(
            "hanoi-graph",
            graph_attr=SHEET | FIXED | {"label": title + ("\\n " if self._labelled else "")},
            node_attr=LETTERING
            | {
                "shape": "circle",
                "style": "filled",
                "fixedsize": "true",
                "width": inches(self._scale.vertex),
                "fontsize": f"{self._scale.text}",
                "fillcolor": SHADE if self._labelled else colour,
                "color": colour,
            },
            edge_attr={"color": FAINT if self._labelled else "#94a3b8"},
        )
        self._draw_vertices(graph)
        self._draw_edges(graph)
        self._write_on(graph)
        return graph

    @property
    def _scale(self) -> Scale:
        return SCALES[len(self.start)]

    @property
    def _labelled(self) -> bool:
        return len(self.start) <= MOST_LABELLED

    def _place(self, vertex: Configuration, right: float = 0, up: float = 0) -> str:
        """The place of a vertex, or so many points beside it."""
        x, y = position(vertex)
        return place(self._scale.edge * x + right, self._scale.edge * y + up)

    def _draw_vertices(self, graph: graphviz.Graph) -> None:
        looks = self._lit()
        for vertex in vertices(len(self.start)):
            graph.node(
                str(vertex),
                label=str(vertex) if self._labelled else "",
                pos=self._place(vertex),
                id=f"configuration-{vertex}",
                **looks.get(vertex, {}),
            )

    def _lit(self) -> dict[Configuration, dict[str, str]]:
        """The looks of the vertices on the ways; two ways have their ends in common, no more."""
        looks = {}
        for number, way in enumerate(self.ways, 1):
            fill, line = colours(number)
            for vertex in stations(self.start, way.moves):
                looks[vertex] = {"fillcolor": fill if self._labelled else line, "color": line}
        wide = {} if self._labelled else {"width": inches(1.6 * self._scale.vertex)}
        for end in (self.start, self.goal):
            looks[end] = {"fillcolor": LIT_LINE, "color": LIT_LINE, "fontcolor": PAPER} | wide
        looks[self.goal]["peripheries"] = "2"
        return looks

    def _draw_edges(self, graph: graphviz.Graph) -> None:
        """The edges of the ways in the order of their moves, and then the others."""
        lit = set()
        for number, way in enumerate(self.ways, 1):
            for step, ends in enumerate(pairwise(stations(self.start, way.moves)), 1):
                lit.add(frozenset(ends))
                look = self._line(number) | {"id": f"way-{number}-move-{step}"}
                graph.edge(str(ends[0]), str(ends[1]), **look)
        for one, other in edges(len(self.start)):
            if frozenset((one, other)) not in lit:
                graph.edge(str(one), str(other), id=f"move-{one}-{other}")

    def _line(self, number: int) -> dict[str, str]:
        """How an edge on a way looks."""
        look = {"color": colours(number)[1], "penwidth": f"{self._scale.line}"}
        if self._scale.arrow:
            look |= {"dir": "forward", "arrowsize": f"{self._scale.arrow}"}
        return look

    def _write_on(self, graph: graphviz.Graph) -> None:
        """What is written on the ways, below the triangle and around it."""
        middle = Configuration.tower(len(self.start), 0)
        _, bottom = position(Configuration.tower(len(self.start), 2))
        below = self._scale.edge * bottom - self._scale.vertex / 2 - 12
        for number, way in enumerate(self.ways, 1):
            if len(self.start) <= MOST_NUMBERED:
                self._number_moves(graph, number, way)
            pos = self._place(middle, up=below - 26 * number)
            look = {"fontcolor": colours(number)[1], "fontsize": "18"}
            write(graph, f"legend {number}", self._legend(way), pos, **look)
        if not self._labelled:
            self._name_rim(graph)

    def _legend(self, way: formulas.Way) -> str:
        dot, ring = ("", "") if self._labelled else (f"{DOT} ", f"{RING} ")
        task = f"{dot}{self.start} {ARROW} {ring}{self.goal}: " if len(self.start) else ""
        text = task + counted(len(way.moves), "move")
        if len(self.ways) == 1 and way.times < 2:
            return text
        disk = max(move.disk for move in way.moves)
        return f"{text}, disk {disk} moves {('once', 'twice')[way.times - 1]}"

    def _number_moves(self, graph: graphviz.Graph, number: int, way: formulas.Way) -> None:
        """A badge with the number of the step in the middle of each edge of a way."""
        colour = colours(number)[1]
        for step, (one, other) in enumerate(pairwise(stations(self.start, way.moves)), 1):
            (x1, y1), (x2, y2) = position(one), position(other)
            graph.node(
                f"way {number} move {step}",
                label=str(step),
                pos=place(self._scale.edge * (x1 + x2) / 2, self._scale.edge * (y1 + y2) / 2),
                id=f"way-{number}-number-{step}",
                width=inches(17),
                fontsize="12",
                fontcolor=PAPER,
                fillcolor=colour,
                color=colour,
            )

    def _name_rim(self, graph: graphviz.Graph) -> None:
        """The names of the corners, and of the ends of the way if there is room outside."""
        corners = (Configuration.tower(len(self.start), peg) for peg in PEGS)
        for vertex in dict.fromkeys([self.start, self.goal, *corners]):
            off = outside(vertex, half=0.32 * self._scale.text * len(vertex))
            if off is not None:
                colour = LIT_LINE if vertex in (self.start, self.goal) else INK
                write(
                    graph,
                    f"name {vertex}",
                    str(vertex),
                    self._place(vertex, *off),
                    fontcolor=colour,
                )


def outside(vertex: Configuration, half: float) -> tuple[float, float] | None:
    """How far off a vertex on the rim a name is written, of which `half` is so wide; else None."""
    u, v = address(vertex)
    if u + v == 0:
        return 0, 20
    if u + v == 2 ** len(vertex) - 1:
        return 0, -22
    if u == 0:
        return half + 10, 0
    return (-half - 10, 0) if v == 0 else None


def colours(number: int) -> tuple[str, str]:
    """The fill of the vertices and the line of the edges on way 1 or 2."""
    return (LIT_FILL, LIT_LINE) if number == 1 else (OTHER_FILL, OTHER_LINE)
