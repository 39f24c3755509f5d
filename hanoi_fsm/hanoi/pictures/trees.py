"""The two trees of the puzzle (Shalyto 2002): the calls of the recursion, and the moves.

To move k disks from i to j is to move k - 1 of them to the third peg, then disk k, then the k - 1
onto it. So the call (k, i -> j) makes two calls, and disk k moves between them: one tree, numbered
in two orders. The calls are numbered as they are made, each before the two below it (preorder). The
moves are numbered as they are made, each between those below it (in order), and are in columns by
their numbers: read from left to right they are the solution. `call-stack` traverses the first tree,
`action-tree` the second.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from hanoi_fsm.fsm.diagrams.palette import FAINT, INK, disk_colours
from hanoi_fsm.fsm.diagrams.picture import ARROW, Picture, place, write
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi.pegs import Task, third
from hanoi_fsm.hanoi.pictures import check_few, sheet

MAX_TREE_DISKS = 6
MAX_DISKS_SPELT_OUT = 4
"""With more disks than this k is written before its row, and no longer in every label."""


class Node(NamedTuple):
    """The call (k, i -> j), or the move of disk k from i to j; `step` is the number of the move."""

    k: int
    i: int
    j: int
    step: int

    def below(self) -> Iterator["Node"]:
        """The two nodes below it, the left one first; none below k = 1."""
        if self.k > 1:
            away, spare = 1 << (self.k - 2), third(self.i, self.j)
            yield Node(self.k - 1, self.i, spare, self.step - away)
            yield Node(self.k - 1, spare, self.j, self.step + away)


class Scale(NamedTuple):
    """The distances of columns and of rows, the size of a node and of its text, in points."""

    column: float
    row: float
    width: float
    height: float
    text: float


SCALES = (
    *[Scale(column=70, row=84, width=126, height=48, text=16)] * 3,
    Scale(column=62, row=84, width=110, height=46, text=15),
    Scale(column=52, row=78, width=97, height=42, text=13),
    Scale(column=27, row=72, width=48, height=38, text=13),
    Scale(column=18, row=66, width=33, height=34, text=11),
)
"""One per number of disks, from 0 on."""


@dataclass(frozen=True)
class Tree(Picture):
    """A tree for a task; `BadDisks` for more than 6 disks."""

    task: Task
    heading: ClassVar[str]

    def __post_init__(self) -> None:
        check_few("a tree", self.task.disks, MAX_TREE_DISKS)

    @property
    def root(self) -> Node:
        """The call for the whole tower, or the move of its largest disk."""
        task = self.task
        return Node(task.disks, task.source, task.target, step=1 << task.disks >> 1)

    @property
    def title(self) -> str:
        task = self.task
        what = f"{counted(task.disks, 'disk')}, {task.source} {ARROW} {task.target}"
        return f"{self.heading}: {what}"

    @property
    def description(self) -> str:
        lines = (f"{name}: {self._text(node)}" for node, name in self._names().items())
        return "\n".join(lines)

    @property
    def nodes(self) -> Iterator[Node]:
        """All nodes in preorder; none for a tower of no disks."""
        waiting = [self.root] if self.task.disks else []
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(list(node.below()))

    def _tree(self, name: str, row: str, **edges: str) -> Any:
        """An empty sheet; where labels are too short for k, it is written before its `row`."""
        task, scale = self.task, SCALES[self.task.disks]
        box = {"shape": "box", "style": "rounded,filled", "color": INK}
        box["fontsize"] = f"{scale.text}"
        edges |= {"color": FAINT, "tailport": "s", "headport": "n"}
        graph = sheet("Digraph", name, self.title, (scale.width, scale.height), box, **edges)
        for k in range(0 if self._spelt_out else task.disks, 0, -1):
            pos = place(-scale.width, scale.row * k)
            write(graph, f"row {k}", f"{row} {k}", pos, fontsize="14", fontcolor=FAINT)
        return graph

    @property
    def _spelt_out(self) -> bool:
        return self.task.disks <= MAX_DISKS_SPELT_OUT

    def _drawn(self, graph: Any) -> Any:
        """The nodes, and the edges between them."""
        scale, names = SCALES[self.task.disks], self._names()
        for node, name in names.items():
            short = f"{name.split()[1]}\\n{node.i}{ARROW}{node.j}"
            label = f"{name}\\n{self._text(node)}" if self._spelt_out else short
            pos = place(scale.column * node.step, scale.row * node.k)
            fill, colour = disk_colours(node.k)
            look = {"fillcolor": fill, "fontcolor": colour, "id": name.replace(" ", "-")}
            graph.node(name, label=label, pos=pos, **look)
        for node, name in names.items():
            for other in node.below():
                graph.edge(name, names[other])
        return graph

    def _names(self) -> dict[Node, str]:
        """The nodes in the order of their numbers, each with its name: "call 1" or "step 1"."""
        raise NotImplementedError

    def _text(self, node: Node) -> str:
        raise NotImplementedError


class RecursionTree(Tree):
    """The tree of calls: (k, i -> j) moves k disks from i to j."""

    heading = "The calls of the recursion"

    see: ClassVar[str] = (
        "Each node is a call of the recursion, numbered in the order of the calls: move k disks "
        "from one peg to another. It makes the two calls below it, the first to clear the disks "
        "away and the second to fetch them. This is the tree that call-stack goes through."
    )

    def _graph(self) -> Any:
        graph = self._tree("recursion-tree", "k =", arrowsize="0.7")
        return self._drawn(graph)

    def _names(self) -> dict[Node, str]:
        return {node: f"call {number}" for number, node in enumerate(self.nodes, 1)}

    def _text(self, node: Node) -> str:
        return f"({node.k}, {node.i} {ARROW} {node.j})"


class MoveTree(Tree):
    """The tree of moves: read from left to right it is the solution."""

    heading = "The moves from left to right"

    see: ClassVar[str] = (
        "The same tree with the moves in its nodes, numbered in the order of the moves: read from "
        "left to right, it is the solution. Each level belongs to one disk, and half of all "
        "moves, rounded up, are those of disk 1 at the leaves. action-tree walks through it."
    )

    def _graph(self) -> Any:
        graph = self._tree("move-tree", "disk", arrowhead="none")
        return self._drawn(graph)

    def _names(self) -> dict[Node, str]:
        return {
            node: f"step {node.step}" for node in sorted(self.nodes, key=lambda node: node.step)
        }

    def _text(self, node: Node) -> str:
        return f"disk {node.k}: {node.i} {ARROW} {node.j}"
