"""action-tree: in-order traversal of the tree of moves without a stack (Shalyto 2002, method 2).

The node for disk k is "disk k goes from i to j"; below it are the nodes for disk k - 1, from i to
the third peg on the left and from the third peg to j on the right. One bit per level is enough to
find the path up again: left (0) or right (1). The automaton is reconstructed from the description.
"""

from typing import ClassVar

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.errors import BadAction
from hanoi_fsm.fsm.memory import Shown, action, guard
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.automata.subtowers import levels
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Configuration, Task, third


class ActionTree(PegMemory):
    """The current node (k, i, j) and the `path` to it from the root: 0 for left, 1 for right."""

    SHOWS: ClassVar = {
        **{name: Shown(name) for name in ("k", "i", "j")},
        "disks": Shown("pegs.disks"),
        "path": Shown("path"),
    }

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        self.k, self.i, self.j = task.disks, task.source, task.target
        self.path: list[int] = []

    @guard
    def nothing(self) -> bool:
        """the tree has no node: k is 0"""
        return self.k == 0

    @guard
    def leaf(self) -> bool:
        """the node is a leaf: k is 1"""
        return self.k == 1

    @guard
    def root(self) -> bool:
        """the node is the root: k is the number of disks"""
        return self.k == self.pegs.disks

    @guard
    def right(self) -> bool:
        """the node is the right child of its parent: the last bit of the path is 1"""
        return bool(self.path) and self.path[-1] == 1

    @action
    def move(self) -> None:
        """disk k goes from i to j"""
        self.output = self.pegs.move(self.i, self.j)

    @action
    def move_and_go_right(self) -> None:
        """disk k goes from i to j; then right: 1 joins the path, k - 1, i becomes the third peg"""
        self.move()
        self._go(1)

    @action
    def go_left(self) -> None:
        """down to the left child: 0 joins the path, k - 1, j becomes the third peg"""
        self._go(0)

    @action
    def rise_from_right(self) -> None:
        """up to the parent: the path loses its last bit, k + 1, i becomes the third peg"""
        self._rise(1)

    @action
    def rise_from_left(self) -> None:
        """up to the parent: the path loses its last bit, k + 1, j becomes the third peg"""
        self._rise(0)

    def _go(self, bit: int) -> None:
        if self.k < 1:
            raise BadAction("there is no node below: disk 1 is a leaf")
        self.path.append(bit)
        self.k -= 1
        self._turn(bit)

    def _rise(self, bit: int) -> None:
        if not self.path:
            raise BadAction("there is no node above: the node is the root")
        self.path.pop()
        self.k += 1
        self._turn(bit)

    def _turn(self, bit: int) -> None:
        """Swap i or j for the third peg; a second swap undoes the first."""
        via = third(self.i, self.j)
        if bit:
            self.i = via
        else:
            self.j = via

    def cells(self) -> int:
        """k, i, j, n, and the path at 64 bits per cell; the pegs are written and never read."""
        return 4 + self.pegs.disks // 64 + 1


def resume(configuration: Configuration, step: int, task: Task) -> tuple[str, ActionTree]:
    """Resume at a step: the bits of its number above the lowest 1 are the path to its node."""
    memory = ActionTree(configuration, task)
    for bit in levels(step, task.disks):
        memory._go(bit)
    return "down" if memory.k <= 1 else "visit", memory


MACHINE = Solver.from_table(
    "action-tree",
    ActionTree,
    initial="down",
    final="done",
    table="""
        down  -> up    : step [leaf]              / move
        down  -> down  : step [!leaf & !nothing]  / go_left
        visit -> down  : step                     / move_and_go_right
        up    -> up    : step [!root & right]     / rise_from_right
        up    -> visit : step [!root & !right]    / rise_from_left
        up    -> done  : step [root]
        down  -> done  : step [nothing]
    """,
    layout=Layout({
                              "done": (0, 110),
        "down": (-150, 0),                        "up": (150, 0),
                             "visit": (0, -110),
    }, loops={"down": 270, "up": 270}),
    resume=resume,
    idea="Shalyto 2002, second method (reconstructed)",
    summary="the tree of moves in order, with one bit per level instead of a stack",
    asks_for=("path",),
    see="The loops of `down` and `up` walk along the branches of the recursion tree. Disk 1 moves "
    "at the leaves, on the edge from `down` to `up`; every other move is made by `visit`, "
    "between the left and the right subtree of its node.",
    does={
        "down": "a subtree is entered",
        "visit": "the node's own move",
        "up": "a subtree is left",
    },
    meanings={
        "down": "a node has just been entered from above: its left subtree comes first",
        "visit": "the left subtree of the node is done: its own move is next",
        "up": "the subtree of the node is done: the path leads up to its parent",
        "done": "the root's subtree is done: the whole tower is on the target peg",
    },
)  # fmt: skip
