"""The picture of the Hanoi graph with the shortest path highlighted, or both if there are two.

Every vertex is at the place that `sierpinski` computes for it. A shortest path between any two
configurations moves the largest differing disk once or twice (Hinz; Romik 2006), and each of the
two has a colour of its own.
"""

from collections.abc import Mapping
from itertools import accumulate, pairwise
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
from hanoi_fsm.hanoi.pictures.sierpinski import edges, position, vertices

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

    def __init__(self, start: AnyConfiguration, goal: AnyConfiguration) -> None:
        self.start, self.goal = formulas.check_same_disks(start, goal)
        self.disks = len(self.start)
        check_few("the Hanoi graph", self.disks, MAX_GRAPH_DISKS)
        self.paths = formulas.shortest_paths(self.start, self.goal)
        self._scale, self._labelled = SCALES[self.disks], self.disks <= MAX_DISKS_LABELLED

    @property
    def title(self) -> str:
        ends = f", from {self.start} to {self.goal}" if self.disks else ""
        return f"The Hanoi graph of {counted(self.disks, 'disk')}{ends}"

    @property
    def description(self) -> str:
        lines = []
        for path in self.paths:
            lines.append(self._legend(path))
            moves = enumerate(zip(path.moves, self._stations(path)[1:], strict=True), 1)
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

    def _graph(self) -> Any:
        """The vertices, the edges of the paths in the order of their moves, and then the others."""
        colour = INK if self._labelled else FAINT
        circle = {"shape": "circle", "fontsize": f"{self._scale.text}", "color": colour}
        circle["fillcolor"] = SHADE if self._labelled else colour
        line, heading = FAINT if self._labelled else LINE, self.title.partition(",")[0]
        graph = sheet("Graph", "hanoi-graph", heading, (self._scale.vertex,), circle, color=line)
        looks = self._looks()
        for vertex in vertices(self.disks):
            look = {"label": str(vertex) if self._labelled else "", **looks.get(vertex, {})}
            pos = place(*self._at(vertex))
            graph.node(str(vertex), pos=pos, id=f"configuration-{vertex}", **look)
        passed = set()
        for number, path in enumerate(self.paths, 1):
            self._draw_path(graph, number, path)
            passed |= set(map(frozenset, pairwise(self._stations(path))))
        for one, other in edges(self.disks):
            if frozenset((one, other)) not in passed:
                graph.edge(str(one), str(other), id=f"move-{one}-{other}")
        for peg in () if self._labelled else PEGS:
            corner = Configuration.tower(self.disks, peg)
            colour = LIT_LINE if corner in (self.start, self.goal) else INK
            x, y = self._at(corner)
            pos = place(x, y + (-22 if peg else 20))
            write(graph, f"name {corner}", str(corner), pos, fontcolor=colour)
        return graph

    def _at(self, vertex: Configuration) -> tuple[float, float]:
        x, y = position(vertex)
        return self._scale.edge * x, self._scale.edge * y

    def _stations(self, path: formulas.ShortestPath) -> list[Configuration]:
        return list(accumulate(path.moves, Configuration.after, initial=self.start))

    def _looks(self) -> dict[Configuration, dict[str, str]]:
        """The looks of the vertices on the paths; two paths have only their ends in common."""
        looks = {}
        for path, look in zip(self.paths, LOOKS, strict=False):
            fill = look.fill if self._labelled else look.line
            for vertex in self._stations(path):
                looks[vertex] = {"fillcolor": fill, "color": look.line, "penwidth": "2"}
        wide = {} if self._labelled else {"width": inches(1.6 * self._scale.vertex)}
        for end in (self.start, self.goal):
            looks[end] = {"fillcolor": LIT_LINE, "color": LIT_LINE, "fontcolor": PAPER} | wide
        looks[self.goal]["peripheries"] = "2"
        return looks

    def _draw_path(self, graph: Any, number: int, path: formulas.ShortestPath) -> None:
        """Draw the edges of a path, with the numbers of its moves, and what is said of it below."""
        look, arrow = LOOKS[number - 1], self._scale.arrow
        line = {"color": look.line, "penwidth": f"{self._scale.line * look.width:g}"}
        line |= {"dir": "forward", "arrowsize": f"{arrow}"} if arrow else {}
        badge = {"fontcolor": PAPER, "fillcolor": look.line, "color": look.line, "fontsize": "12"}
        for step, (one, other) in enumerate(pairwise(self._stations(path)), 1):
            graph.edge(str(one), str(other), id=f"path-{number}-move-{step}", **line)
            if self.disks <= MAX_DISKS_NUMBERED:
                (x1, y1), (x2, y2) = self._at(one), self._at(other)
                middle = {"pos": place((x1 + x2) / 2, (y1 + y2) / 2), "width": inches(17)}
                name, id = f"path {number} move {step}", f"path-{number}-number-{step}"
                graph.node(name, label=str(step), id=id, **middle, **badge)
        x, _ = self._at(Configuration.tower(self.disks, 0))
        _, bottom = self._at(Configuration.tower(self.disks, 2))
        pos = place(x, bottom - self._scale.vertex / 2 - 12 - 26 * number)
        text = self._legend(path)
        write(graph, f"legend {number}", text, pos, fontcolor=look.line, fontsize="18")

    def _legend(self, path: formulas.ShortestPath) -> str:
        dot, ring = ("", "") if self._labelled else (f"{DOT} ", f"{RING} ")
        ends = f"{dot}{self.start} {ARROW} {ring}{self.goal}: " if self.disks else ""
        text = ends + counted(len(path.moves), "move")
        if len(self.paths) == 1 and path.times < 2:
            return text
        disk = max(move.disk for move in path.moves)
        text += f", disk {disk} moves {('once', 'twice')[path.times - 1]}"
        names = [look.name for look in LOOKS[: len(self.paths)]]
        return f"{text} ({names[self.paths.index(path)]})" if len(names) > 1 else text
