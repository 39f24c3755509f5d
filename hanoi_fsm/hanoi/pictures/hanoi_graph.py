"""The picture of the Hanoi graph with the shortest path highlighted, or both if there are two.

Every vertex is at the place that `sierpinski` computes for it. A shortest path between any two
configurations moves the largest differing disk once or twice (Hinz; Romik 2006), and each of the
two has a colour of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import Any, ClassVar, NamedTuple

from hanoi_fsm.fsm.diagrams.palette import (
    FAINT,
    INK,
    LINE,
    LIT_FILL,
    LIT_LINE,
    PAPER,
    SECOND_FILL,
    SECOND_LINE,
    SHADE,
)
from hanoi_fsm.fsm.diagrams.picture import ARROW, Picture, inches, place, write
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import PEGS, AnyConfiguration, Configuration
from hanoi_fsm.hanoi.pictures import check_few, sheet
from hanoi_fsm.hanoi.pictures.sierpinski import edges, position, stations, vertices

MAX_GRAPH_DISKS = 7
MAX_DISKS_LABELLED = 4
"""With more disks than this the vertices are dots without a label."""

MAX_DISKS_NUMBERED = 3
"""With more disks than this the moves on the path are not numbered."""

DOT, RING = "\N{BLACK CIRCLE}", "\N{FISHEYE}"
"""The ends of a path in the legend where vertices have no label."""


class Look(NamedTuple):
    """The colours of a path, the width of its line as a share of that of the first, and its name.

    The widths tell two paths apart where colours do not, as in print.
    """

    fill: str
    line: str
    width: float
    name: str


LOOKS = (
    Look(LIT_FILL, LIT_LINE, 1, "thick line"),
    Look(SECOND_FILL, SECOND_LINE, 0.6, "thin line"),
)


class Scale(NamedTuple):
    """The length of an edge, the widths of a vertex, a path's line and its arrowhead, in points."""

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
"""One per number of disks, from 0 on."""


@dataclass(frozen=True, init=False)
class HanoiGraph(Picture):
    """The Hanoi graph with the shortest paths from `start` to `goal` highlighted.

    Raises `BadConfiguration` if these have different numbers of disks, and `BadDisks` for more
    than 7.
    """

    see: ClassVar[str] = (
        "Each vertex is a configuration, one peg digit per disk, and each edge is a legal move. "
        "The corners are the perfect towers; the three parts, one per peg of the largest disk, are "
        "connected by three single edges. The highlighted path is the optimal solution: it runs "
        "straight along one side."
    )

    start: Configuration
    goal: Configuration

    def __init__(self, start: AnyConfiguration, goal: AnyConfiguration) -> None:
        start, goal = formulas.check_same_disks(start, goal)
        check_few("the Hanoi graph", len(start), MAX_GRAPH_DISKS)
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "goal", goal)

    @cached_property
    def paths(self) -> list[formulas.ShortestPath]:
        return formulas.shortest_paths(self.start, self.goal)

    @property
    def title(self) -> str:
        ends = f", from {self.start} to {self.goal}" if len(self.start) else ""
        return f"{self._heading}{ends}"

    @property
    def description(self) -> str:
        lines = []
        for path in self.paths:
            lines.append(self._legend(path))
            after = islice(stations(self.start, path.moves), 1, None)
            moves = enumerate(zip(path.moves, after, strict=True), 1)
            lines += [f"{step}. {move}, then {then}" for step, (move, then) in moves]
        return "\n".join(lines)

    @property
    def tooltips(self) -> Mapping[str, str]:
        return {
            f"path-{number}-{kind}-{step}": f"move {step} of {len(path.moves)}, {move}"
            for number, path in enumerate(self.paths, 1)
            for step, move in enumerate(path.moves, 1)
            for kind in ("move", "number")
        }

    @property
    def _heading(self) -> str:
        return f"The Hanoi graph of {counted(len(self.start), 'disk')}"

    @property
    def _scale(self) -> Scale:
        return SCALES[len(self.start)]

    @property
    def _labelled(self) -> bool:
        return len(self.start) <= MAX_DISKS_LABELLED

    def _graph(self) -> Any:
        colour = INK if self._labelled else FAINT
        circle = {"shape": "circle", "fontsize": f"{self._scale.text}", "color": colour}
        circle["fillcolor"] = SHADE if self._labelled else colour
        line = FAINT if self._labelled else LINE
        graph = sheet(
            "Graph", "hanoi-graph", self._heading, (self._scale.vertex,), circle, color=line
        )
        self._draw_vertices(graph)
        self._draw_edges(graph)
        self._number_moves(graph)
        self._write_legends(graph)
        self._name_corners(graph)
        return graph

    def _place(self, vertex: Configuration, up: float = 0) -> str:
        x, y = position(vertex)
        return place(self._scale.edge * x, self._scale.edge * y + up)

    def _draw_vertices(self, graph: Any) -> None:
        looks = self._highlighted()
        for vertex in vertices(len(self.start)):
            graph.node(
                str(vertex),
                label=str(vertex) if self._labelled else "",
                pos=self._place(vertex),
                id=f"configuration-{vertex}",
                **looks.get(vertex, {}),
            )

    def _highlighted(self) -> dict[Configuration, dict[str, str]]:
        """The looks of the vertices on the paths; two paths have only their ends in common."""
        looks = {}
        for path, look in zip(self.paths, LOOKS, strict=False):
            fill = look.fill if self._labelled else look.line
            for vertex in stations(self.start, path.moves):
                looks[vertex] = {"fillcolor": fill, "color": look.line, "penwidth": "2"}
        wide = {} if self._labelled else {"width": inches(1.6 * self._scale.vertex)}
        for end in (self.start, self.goal):
            looks[end] = {"fillcolor": LIT_LINE, "color": LIT_LINE, "fontcolor": PAPER} | wide
        looks[self.goal]["peripheries"] = "2"
        return looks

    def _draw_edges(self, graph: Any) -> None:
        """The edges of the paths in the order of their moves, and then the others."""
        drawn = set()
        arrow = {"dir": "forward", "arrowsize": f"{self._scale.arrow}"} if self._scale.arrow else {}
        for number, (path, look) in enumerate(zip(self.paths, LOOKS, strict=False), 1):
            line = {"color": look.line, "penwidth": f"{self._scale.line * look.width:g}"} | arrow
            for step, ends in enumerate(pairwise(stations(self.start, path.moves)), 1):
                drawn.add(frozenset(ends))
                graph.edge(str(ends[0]), str(ends[1]), id=f"path-{number}-move-{step}", **line)
        for one, other in edges(len(self.start)):
            if frozenset((one, other)) not in drawn:
                graph.edge(str(one), str(other), id=f"move-{one}-{other}")

    def _number_moves(self, graph: Any) -> None:
        numbered = self.paths if len(self.start) <= MAX_DISKS_NUMBERED else []
        for number, path in enumerate(numbered, 1):
            colour = LOOKS[number - 1].line
            look = {"fontcolor": PAPER, "fillcolor": colour, "color": colour, "fontsize": "12"}
            for step, (one, other) in enumerate(pairwise(stations(self.start, path.moves)), 1):
                (x1, y1), (x2, y2) = position(one), position(other)
                pos = place(self._scale.edge * (x1 + x2) / 2, self._scale.edge * (y1 + y2) / 2)
                id = f"path-{number}-number-{step}"
                look |= {"label": str(step), "pos": pos, "id": id, "width": inches(17)}
                graph.node(f"path {number} move {step}", **look)

    def _write_legends(self, graph: Any) -> None:
        middle = Configuration.tower(len(self.start), 0)
        _, bottom = position(Configuration.tower(len(self.start), 2))
        below = self._scale.edge * bottom - self._scale.vertex / 2 - 12
        for number, path in enumerate(self.paths, 1):
            pos = self._place(middle, up=below - 26 * number)
            look = {"fontcolor": LOOKS[number - 1].line, "fontsize": "18"}
            write(graph, f"legend {number}", self._legend(path), pos, **look)

    def _legend(self, path: formulas.ShortestPath) -> str:
        dot, ring = ("", "") if self._labelled else (f"{DOT} ", f"{RING} ")
        ends = f"{dot}{self.start} {ARROW} {ring}{self.goal}: " if len(self.start) else ""
        text = ends + counted(len(path.moves), "move")
        if len(self.paths) == 1 and path.times < 2:
            return text
        disk = max(move.disk for move in path.moves)
        text += f", disk {disk} moves {('once', 'twice')[path.times - 1]}"
        names = [look.name for look in LOOKS[: len(self.paths)]]
        return f"{text} ({names[self.paths.index(path)]})" if len(names) > 1 else text

    def _name_corners(self, graph: Any) -> None:
        """The names of the perfect towers, where vertices have no labels."""
        for peg in () if self._labelled else PEGS:
            corner = Configuration.tower(len(self.start), peg)
            colour = LIT_LINE if corner in (self.start, self.goal) else INK
            pos = self._place(corner, up=-22 if peg else 20)
            write(graph, f"name {corner}", str(corner), pos, fontcolor=colour)
