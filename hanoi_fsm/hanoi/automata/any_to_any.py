"""any-to-any: from any configuration to any other (AnyState, 1993), as an automaton with a stack.

The largest disks that stand right already are dropped. Of the others the largest one goes to its
goal in one move; before that the smaller ones are brought to the third peg, after it to their own
goals. Both are problems of the same kind: the first is pushed, the second needs no stack. Since the
largest differing disk moves exactly once, the path is legal and right but not always the shortest.
"""

from __future__ import annotations

from collections.abc import Hashable

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadAction
from hanoi_fsm.fsm.memory import action, guard
from hanoi_fsm.hanoi.automata.memories import PathMemory
from hanoi_fsm.hanoi.machines import Pathfinder
from hanoi_fsm.hanoi.pegs import Configuration, third

AUTOMATON = Automaton.from_table(
    "any-to-any",
    initial="search",
    final="done",
    table="""
        search -> search : step [!nothing & right]   / drop
        search -> search : step [!nothing & !right]  / put_off
        search -> carry  : step [nothing]
        carry  -> search : step [!empty]             / move_put_off
        carry  -> done   : step [empty]
    """,
)


class AnyToAny(PathMemory):
    """Where the disks stand, where they shall, and what has been put off.

    The present problem is to bring the `left` smallest disks to `gather`, all of them on one peg,
    or to the goal where that is None. A frame (disk, peg, gather) puts off the move of a disk to a
    peg, and after it the problem of bringing all smaller ones to `gather`.
    """

    def __init__(self, start: Configuration, goal: Configuration) -> None:
        super().__init__(start, goal)
        self.left = len(start)
        self.gather: int | None = None
        self.stack: list[tuple[int, int, int | None]] = []

    @guard
    def nothing(self) -> bool:
        """no disk is left in the present problem"""
        return self.left == 0

    @guard
    def right(self) -> bool:
        """the largest disk left stands where it shall"""
        return self.left > 0 and self.where[self.left] == self.wanted()

    @guard
    def empty(self) -> bool:
        """no move has been put off"""
        return not self.stack

    @action
    def drop(self) -> None:
        """leave the largest disk where it is, and go on to the next smaller one"""
        self.left -= 1

    @action
    def put_off(self) -> None:
        """put off the move of the largest disk; first gather the smaller ones on the third peg"""
        disk, here, peg = self.to_move()
        self.stack.append((disk, peg, self.gather))
        self.gather = third(here, peg)
        self.left = disk - 1

    @action
    def move_put_off(self) -> None:
        """make the move put off last; then bring the smaller ones to where they shall"""
        if not self.stack:
            raise BadAction("no move has been put off: the stack is empty")
        disk, peg, self.gather = self.stack.pop()
        self.output = self.pegs.move(self.where[disk], peg)
        self.where[disk] = peg
        self.left = disk - 1

    def to_move(self) -> tuple[int, int, int]:
        """The largest disk left, its peg, and the one where it shall stand.

        Raises `BadAction` where no disk is left, or it stands right already.
        """
        if self.left < 1:
            raise BadAction("no disk is left in the present problem")
        here, peg = self.where[self.left], self.wanted()
        if here == peg:
            raise BadAction(f"disk {self.left} stands on peg {peg} already")
        return self.left, here, peg

    def wanted(self) -> int:
        """Where the largest disk left shall stand."""
        return self.goal[self.left] if self.gather is None else self.gather

    def key(self) -> Hashable:
        """Pegs, goal, problem and stack."""
        problem = (self.left, self.gather, *self.stack)
        return (str(self.pegs.configuration()), tuple(self.goal), problem)

    def cells(self) -> int:
        """The two configurations, the present problem, and three numbers a frame."""
        return 2 * len(self.where) + 2 + 3 * len(self.stack)


MACHINE = Pathfinder(
    AUTOMATON,
    AnyToAny,
    idea="AnyState 1993",
    summary="any configuration to any other; legal, not always shortest",
)
