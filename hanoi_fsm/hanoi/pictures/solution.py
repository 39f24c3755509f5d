"""The whole solution on one sheet: two trees of the puzzle (Shalyto 2002), and the table of disks.

To move k disks from i to j is to move k - 1 of them to the third peg, then disk k, then the k - 1
onto it. So the call (k, i -> j) makes two calls, and disk k moves between them: one tree, numbered
in two orders. The calls are numbered as they are made, each before the two below it (preorder). The
moves are numbered as they are made, each between those below it (in order), and are in columns by
their numbers: read from left to right they are the solution. `call-stack` traverses the first tree,
`action-tree` the second.

The table has a column per configuration and a row per disk, the largest on top. The cells of the
disks that have just moved are the ticks of a ruler (the ruler function: disk p moves in every
2**p-th step); a row is the itinerary of its disk (Scheme 2007).
"""

from dataclasses import dataclass
from itertools import accumulate
from operator import attrgetter
from typing import ClassVar, NamedTuple

from hanoi_fsm.fsm.diagrams.palette import FAINT, INK, LINE, SHADE, disk_colours
from hanoi_fsm.fsm.diagrams.picture import ARROW, Picture, place, write
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import Configuration, Move, Task, third
from hanoi_fsm.hanoi.pictures import Graph, check_few, sheet

MAX_DISKS = 6


class Node(NamedTuple):
    """The call (k, i -> j), or the move of disk k from i to j, with the number of each."""

    k: int
    i: int
    j: int
    step: int
    call: int = 1

    def below(self) -> list["Node"]:
        """The two children of the node, the left one first; none for k = 1."""
        if self.k <= 1:
            return []
        half, spare = 1 << (self.k - 2), third(self.i, self.j)
        return [
            Node(self.k - 1, self.i, spare, self.step - half, self.call + 1),
            Node(self.k - 1, spare, self.j, self.step + half, self.call + 2 * half),
        ]


COLUMN, ROW, BOX = 62, 84, (110, 46)
"""The distances of columns and of rows of a tree, and the size of a node, in points."""


@dataclass(frozen=True)
class OfSolution(Picture):
    """A picture of the solution for a tower of some `disks`, which goes from peg 0 to peg 2."""

    heading: ClassVar[str]

    disks: int

    def __post_init__(self) -> None:
        check_few("this picture", self.disks, MAX_DISKS)

    @property
    def title(self) -> str:
        return f"{self.heading}: {counted(self.disks, 'disk')}, 0 {ARROW} 2"


class Tree(OfSolution):
    """The tree of calls: (k, i -> j) moves k disks from i to j."""

    heading: ClassVar[str] = "The calls of the recursion"
    number, text = "call", f"({{k}}, {{i}} {ARROW} {{j}})"
    """The number by which nodes are ordered, and the text in a node."""
    edges: ClassVar[dict[str, str]] = {"arrowsize": "0.7"}

    @property
    def description(self) -> str:
        return "\n".join(map(": ".join, self._nodes().values()))

    def _nodes(self) -> dict[Node, tuple[str, str]]:
        """The nodes in the order of their numbers, each with its name and its text."""
        nodes = [Node(self.disks, 0, 2, step=1 << self.disks >> 1)] if self.disks else []
        for node in nodes:  # the list grows by their children
            nodes += node.below()
        nodes.sort(key=attrgetter(self.number))
        names = (f"{self.number} {getattr(node, self.number)}" for node in nodes)
        words = (self.text.format(**node._asdict()) for node in nodes)
        return dict(zip(nodes, zip(names, words, strict=True), strict=True))

    def _graph(self) -> Graph:
        nodes = self._nodes()
        box = {"shape": "box", "style": "rounded,filled", "color": INK, "fontsize": "15"}
        edges = self.edges | {"color": FAINT, "tailport": "s", "headport": "n"}
        graph = sheet("Digraph", "tree", self.title, BOX, box, **edges)
        for node, (name, words) in nodes.items():
            fill, colour = disk_colours(node.k, self.disks)
            look = {"fillcolor": fill, "fontcolor": colour, "id": name.replace(" ", "-")}
            pos = place(complex(COLUMN * node.step, ROW * node.k))
            graph.node(name, label=f"{name}\\n{words}", pos=pos, **look)
        for node, (name, _) in nodes.items():
            for other in node.below():
                graph.edge(name, nodes[other][0])
        return graph


class MoveTree(Tree):
    """The tree of moves: read from left to right it is the solution."""

    heading: ClassVar[str] = "The moves from left to right"
    number, text = "step", f"disk {{k}}: {{i}} {ARROW} {{j}}"
    edges: ClassVar[dict[str, str]] = {"arrowhead": "none"}


WIDTH, HEIGHT = 44, 28
CELL = {"shape": "box", "color": LINE, "fontsize": "15"}
MARGIN = {"fontsize": "14", "fontcolor": FAINT}


class DiskTable(OfSolution):
    """The table of disks by steps: a column is a configuration."""

    heading: ClassVar[str] = "The pegs after each step"

    @property
    def description(self) -> str:
        said = (", ".join(map(str, filter(None, column))) for column in self._columns())
        return "\n".join(f"step {step}: {words}" for step, words in enumerate(said))

    def _columns(self) -> list[tuple[Configuration, Move | None]]:
        """The configuration after each step, and the move that led to it."""
        task = Task(self.disks)
        moves = list(formulas.moves(1, task.last_step + 1, task))
        stations = accumulate(moves, Configuration.after, initial=task.start)
        return list(zip(stations, [None, *moves], strict=True))

    def _graph(self) -> Graph:
        graph = sheet("Graph", "disk-table", self.title, (WIDTH, HEIGHT), CELL)
        names = ["step", *(f"disk {disk}" for disk in range(self.disks, 0, -1)), "move"]
        for row, name in enumerate(names):
            write(graph, name, name, place(complex(-1.1 * WIDTH, -HEIGHT * row)), **MARGIN)
        for step, (configuration, move) in enumerate(self._columns()):
            at = [place(complex(WIDTH * step, -HEIGHT * row)) for row in range(len(names))]
            write(graph, f"step {step}", str(step), at[0], **MARGIN)
            for row, peg in enumerate(configuration, 1):
                disk = self.disks + 1 - row
                moved = move is not None and move.disk == disk
                fill, colour = disk_colours(disk, self.disks) if moved else (SHADE, INK)
                name, look = f"disk-{disk}-step-{step}", {"fillcolor": fill, "fontcolor": colour}
                graph.node(name, label=peg, pos=at[row], id=name, **look)
            if move is not None:
                text = f"{move.source}{ARROW}{move.target}"
                write(graph, f"move {step}", text, at[-1], **MARGIN)
        return graph
