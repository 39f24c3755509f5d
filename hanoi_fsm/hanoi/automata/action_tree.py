"""action-tree: an in-order walk of the tree of moves without a stack (Shalyto 2002, second method).

The node for disk k is "disk k goes from i to j"; below it are the nodes for disk k - 1, from i to
the third peg on the left and from the third peg to j on the right. One bit a level is enough to
find the way up again: whether the walk went left (0) or right (1).
"""

from __future__ import annotations

from collections.abc import Hashable

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadAction
from hanoi_fsm.fsm.memory import action, guard
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.automata.memories import PegMemory
from hanoi_fsm.hanoi.automata.subtowers import levels
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Configuration, Task, third

AUTOMATON = Automaton.from_table(
    "action-tree",
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
)


class ActionTree(PegMemory):
    """The node (k, i, j) where the walk is, and the `path` to it, one bit a level."""

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        self.k, self.i, self.j = task.disks, task.source, task.target
        self.path = 0

    @guard
    def nothing(self) -> bool:
        """the tree has no node"""
        return self.k == 0

    @guard
    def leaf(self) -> bool:
        """the node is a leaf"""
        return self.k == 1

    @guard
    def root(self) -> bool:
        """the node is the root"""
        return self.k == self.pegs.disks

    @guard
    def right(self) -> bool:
        """the node is the right one below its parent"""
        return self.path & 1 == 1

    @action
    def move(self) -> None:
        """disk k goes from i to j"""
        self.output = self.pegs.move(self.i, self.j)

    @action
    def move_and_go_right(self) -> None:
        """disk k goes from i to j; then on to the right node below"""
        self.output = self.pegs.move(self.i, self.j)
        self._go(1)

    @action
    def go_left(self) -> None:
        """on to the left node below"""
        self._go(0)

    @action
    def rise_from_right(self) -> None:
        """up to the parent of a right node"""
        self._rise(1)

    @action
    def rise_from_left(self) -> None:
        """up to the parent of a left node"""
        self._rise(0)

    def _go(self, bit: int) -> None:
        if self.k < 1:
            raise BadAction("there is no node below: disk 1 is a leaf")
        self.path = 2 * self.path + bit
        self.k -= 1
        self._turn(bit)

    def _rise(self, bit: int) -> None:
        self.path >>= 1
        self.k += 1
        self._turn(bit)

    def _turn(self, bit: int) -> None:
        """Change i or j for the third peg; to do it twice is to undo it."""
        if bit:
            self.i = third(self.i, self.j)
        else:
            self.j = third(self.i, self.j)

    def registers(self) -> tuple[Hashable, ...]:
        """The node and the path."""
        return (self.k, self.i, self.j, self.path)

    def cells(self) -> int:
        """k, i, j, n, and the path at 64 bits a cell; the pegs are not looked at."""
        return 4 + -(-max(1, self.path.bit_length()) // 64)


def resume(configuration: Configuration, step: int, task: Task) -> tuple[str, ActionTree]:
    """The path to the node of a step is the step's own binary digits above the lowest 1."""
    disks = len(configuration)
    memory = ActionTree(configuration, task)
    ways = list(levels(step, disks))
    for bit in ways:
        memory._turn(bit)
    memory.k -= len(ways)
    memory.path = int("".join(map(str, ways)) or "0", 2)
    return "down" if memory.k <= 1 else "visit", memory


def closed_counts(disks: int) -> dict[Transition, int]:
    """Leaves and inner nodes of a full binary tree, each inner node passed three times.

    >>> list(closed_counts(6).values())
    [32, 31, 31, 31, 31, 1, 0]
    """
    leaves = (1 << disks) // 2
    inner = max(0, leaves - 1)
    counts = (leaves, inner, inner, inner, inner, int(disks > 0), int(disks == 0))
    return dict(zip(AUTOMATON.transitions, counts, strict=True))


MACHINE = Solver(
    AUTOMATON,
    ActionTree,
    resume=resume,
    idea="Shalyto 2002, second method",
    summary="the tree of moves walked in order, one bit a level instead of a stack",
    closed=closed_counts,
)
