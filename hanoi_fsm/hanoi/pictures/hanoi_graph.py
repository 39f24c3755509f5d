"""The picture of the Hanoi graph with the shortest path highlighted, or both if there are two.

Configurations are vertices, moves edges. The graph is a Sierpinski triangle (Hinz), and
`sierpinski-reader` writes addresses in it: the digit for disk k says which of three triangles of
side 2**(k-1) a vertex is in. So the place of a vertex is u * e1 + v * e2, where u sums the sides
for the digits 1, v sums them for the digits 2, and e1 and e2 are unit vectors 60 degrees apart;
then all edges have length 1.

A shortest path between any two configurations moves the largest differing disk once or twice (Hinz;
Romik 2006), and each of the two has a colour of its own.
"""

from collections.abc import Iterator
from itertools import accumulate, combinations, pairwise, product
from math import sqrt

from hanoi_fsm.fsm.diagrams.palette import (
    FAINT,
    INK,
    PAPER,
    SHADE,
    STATES,
    disk_colours,
)
from hanoi_fsm.fsm.diagrams.picture import ARROW, Picture, inches, place, write
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.pegs import PEGS, AnyConfiguration, Configuration, Move
from hanoi_fsm.hanoi.pictures import Graph, check_few, sheet

MAX_GRAPH_DISKS = 7
MAX_DISKS_LABELLED = 4
"""With more disks than this the vertices are dots without a label."""

MAX_DISKS_NUMBERED = 3
"""With more disks than this the moves on the path are not numbered."""


LOOKS = (
    (STATES[0][2], STATES[0][0], 1.0, "thick line"),
    (STATES[2][2], STATES[2][0], 0.6, "thin line"),
)
"""The colours of a path, the width of its line as a share of the first line's, and its name.

The widths tell two paths apart if colours do not, as in print.
"""

SCALES: tuple[tuple[float, ...], ...] = (
    (0, 46, 16, 0),
    (120, 46, 18, 5),
    (96, 46, 16, 5),
    (76, 42, 14, 5),
    (56, 36, 12, 3),
    (26, 8, 14, 3.5),
    (14, 5, 15, 3),
    (8, 3, 16, 2.5),
)
"""The length of an edge, the widths of a vertex, a text and a path's line, in points, for each
number of disks from 0 on."""


def vertices(disks: int) -> Iterator[Configuration]:
    """All 3**disks configurations."""
    return (Configuration(digits) for digits in product(PEGS, repeat=disks))


def edges(disks: int) -> Iterator[tuple[Configuration, Configuration]]:
    """All 3 * (3**disks - 1) / 2 edges, each once: as the move to the peg of the higher number."""
    for vertex in vertices(disks):
        tops = [stack[-1] if stack else disks + 1 for stack in vertex.pegs()]
        for source, target in combinations(PEGS, 2):
            if tops[source] < tops[target]:
                yield vertex, vertex.after(Move(tops[source], source, target))


def address(vertex: Configuration) -> tuple[int, int]:
    """The coordinates (u, v) of a vertex, as `sierpinski-reader` writes them digit by digit."""
    u = v = 0
    for transition in automata.get("sierpinski-reader").automaton.read(str(vertex)):
        u = 2 * u + ("write_1" in transition.actions)
        v = 2 * v + ("write_2" in transition.actions)
    return u, v


def position(vertex: Configuration) -> complex:
    """The place x + yj of a vertex: tower 0 is at the top, 1 at the lower left, 2 at the right."""
    u, v = address(vertex)
    return complex((v - u) / 2, -(u + v) * sqrt(3) / 2)


class HanoiGraph(Picture):
    """The Hanoi graph with the shortest paths from `start` to `goal` highlighted.

    Raises `BadConfiguration` if these have different numbers of disks, and `BadDisks` for more
    than 7.
    """

    def __init__(self, start: AnyConfiguration, goal: AnyConfiguration) -> None:
        self.start, self.goal = formulas.check_same_disks(start, goal)
        self.disks = len(self.start)
        check_few("the Hanoi graph", self.disks, MAX_GRAPH_DISKS)
        self.paths = formulas.shortest_paths(self.start, self.goal)
        self._stations = [
            list(accumulate(path.moves, Configuration.after, initial=self.start))
            for path in self.paths
        ]
        self._edge, self._vertex, self._text, self._line = SCALES[self.disks]
        self._labelled = self.disks <= MAX_DISKS_LABELLED

    @property
    def title(self) -> str:
        ends = f", from {self.start} to {self.goal}" if self.disks else ""
        return f"The Hanoi graph of {counted(self.disks, 'disk')}{ends}"

    @property
    def description(self) -> str:
        lines = []
        for number, (_, *stations) in enumerate(self._stations):
            lines.append(self._legend(number))
            moves = zip(self.paths[number].moves, stations, strict=True)
            lines += [f"{step}. {move}, then {then}" for step, (move, then) in enumerate(moves, 1)]
        return "\n".join(lines)

    def _graph(self) -> Graph:
        """The vertices, the edges of the paths in the order of their moves, and then the others."""
        colour = INK if self._labelled else FAINT
        circle = {"shape": "circle", "fontsize": f"{self._text}", "color": colour}
        circle["fillcolor"] = SHADE if self._labelled else colour
        heading = self.title.partition(",")[0]
        graph = sheet("Graph", "hanoi-graph", heading, (self._vertex,), circle, penwidth="2")
        looks = self._looks()
        for vertex in vertices(self.disks):
            look = {"label": str(vertex) if self._labelled else "", **looks.get(vertex, {})}
            graph.node(str(vertex), pos=self._at(vertex), id=f"configuration-{vertex}", **look)
        passed = set()
        for number, stations in enumerate(self._stations):
            self._draw_path(graph, number, stations)
            passed |= set(map(frozenset, pairwise(stations)))
        for vertex, neighbour in edges(self.disks):
            if frozenset((vertex, neighbour)) not in passed:
                disk = next(
                    self.disks - at for at, peg in enumerate(vertex) if peg != neighbour[at]
                )
                colour, _ = disk_colours(disk, self.disks)
                graph.edge(
                    str(vertex), str(neighbour), id=f"move-{vertex}-{neighbour}", color=colour
                )
        corners = () if self._labelled else PEGS
        for peg in corners:
            corner = Configuration.tower(self.disks, peg)
            colour = LOOKS[0][1] if corner in (self.start, self.goal) else INK
            pos = self._at(corner, up=-22 if peg else 20)
            write(graph, f"name {corner}", str(corner), pos, fontcolor=colour)
        return graph

    def _at(self, *around: Configuration, up: float = 0) -> str:
        """The place of a vertex, or of the middle of several, moved `up`."""
        return place(self._edge / len(around) * sum(map(position, around)) + up * 1j)

    def _looks(self) -> dict[Configuration, dict[str, str]]:
        """The looks of the vertices on the paths; two paths share only their ends."""
        looks = {}
        for stations, (fill, line, *_) in zip(self._stations, LOOKS, strict=False):
            inside = fill if self._labelled else line
            for vertex in stations:
                looks[vertex] = {"fillcolor": inside, "color": line, "penwidth": "2"}
        wide = {} if self._labelled else {"width": inches(1.6 * self._vertex)}
        for end in (self.start, self.goal):
            looks[end] = {"fillcolor": LOOKS[0][1], "color": LOOKS[0][1], "fontcolor": PAPER} | wide
        looks[self.goal]["peripheries"] = "2"
        return looks

    def _draw_path(self, graph: Graph, number: int, stations: list[Configuration]) -> None:
        """Draw the edges of a path, with the numbers of its moves, and its legend below."""
        _, colour, wide, _ = LOOKS[number]
        line = {"color": colour, "penwidth": f"{self._line * wide:g}"}
        badge = {"fontcolor": PAPER, "fillcolor": colour, "color": colour, "fontsize": "12"}
        for step, (vertex, following) in enumerate(pairwise(stations), 1):
            graph.edge(str(vertex), str(following), id=f"path-{number + 1}-move-{step}", **line)
            if self.disks <= MAX_DISKS_NUMBERED:
                name = f"path {number + 1} number {step}"
                spot = {"id": name.replace(" ", "-"), "pos": self._at(vertex, following)}
                graph.node(name, label=str(step), width=inches(17), **spot, **badge)
        corners = (Configuration.tower(self.disks, peg) for peg in (1, 2))
        below = self._at(*corners, up=-self._vertex / 2 - 38 - 26 * number)
        said = self._legend(number)
        write(graph, f"legend {number + 1}", said, below, fontcolor=colour, fontsize="18")

    def _legend(self, number: int) -> str:
        path = self.paths[number]
        ends = f"{self.start} {ARROW} {self.goal}: " if self.disks else ""
        text = ends + counted(len(path.moves), "move")
        if len(self.paths) > 1:
            disk = max(move.disk for move in path.moves)
            times = ("once", "twice")[path.times - 1]
            text += f", disk {disk} moves {times} ({LOOKS[number][-1]})"
        return text
