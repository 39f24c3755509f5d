"""any-to-any: from any configuration to any other (AnyState, 1993), as an automaton with a stack.

The largest disks that are in place already are dropped. The largest of the others goes to its goal
in one move; before that, the smaller ones are gathered on the third peg; afterwards they go to
their own goals. Both are problems of the same kind: while the first is solved, the move
and the second wait on the stack. The largest differing disk moves exactly once, so that the path is
legal and arrives but is not always the shortest.
"""

from typing import ClassVar, NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.errors import BadAction
from hanoi_fsm.fsm.memory import Memory, Shown, action, guard
from hanoi_fsm.hanoi.machines import Pathfinder
from hanoi_fsm.hanoi.pegs import Configuration, third


class PutOff(NamedTuple):
    """A disk's move to a peg that was put off, and the goal of the smaller disks after it."""

    disk: int
    to: int
    then: int | str


class AnyToAny(Memory):
    """The disks' pegs, their goals, and the moves that have been put off.

    `where` and `goal` list the peg of each disk, from disk 1 on.

    The current problem is to bring the `left` smallest disks to the peg `gather`, or to the goal
    if that is None. A frame (disk, peg, gather) puts off the move of a disk to a peg, and after
    it the problem of bringing all smaller disks to `gather`.
    """

    SHOWS: ClassVar = {
        "where by disk": Shown("where", first=1),
        "goal by disk": Shown("goal", first=1),
        "left": Shown("left"),
        "gather": Shown("gather", words={"gather": {None: "goal"}}),
        "put off": Shown("stack", frame=PutOff, words={"then": {None: "goal"}}),
    }

    def __init__(self, start: Configuration, goal: Configuration) -> None:
        self.pegs = start.on_pegs()
        self.left = disks = len(start)
        self.where, self.goal = [0] * (disks + 1), [0] * (disks + 1)
        for disk in range(1, disks + 1):
            self.where[disk], self.goal[disk] = start.peg(disk), goal.peg(disk)
        self.gather: int | None = None
        self.stack: list[tuple[int, int, int | None]] = []

    @guard
    def nothing(self) -> bool:
        """no disk is left in the current problem"""
        return self.left == 0

    @guard
    def right(self) -> bool:
        """a disk is left, and the largest one is where it must be"""
        return self.left > 0 and self.where[self.left] == self.wanted()

    @guard
    def empty(self) -> bool:
        """no move has been put off"""
        return not self.stack

    @action
    def drop(self) -> None:
        """leave the largest disk where it is; the next smaller one is now the largest left"""
        self._refuse_none_left()
        self.left -= 1

    @action
    def put_off(self) -> None:
        """push the largest disk's move and the others' goal; first gather these on the third peg"""
        disk, here, peg = self.to_move()
        self.stack.append((disk, peg, self.gather))
        self.gather = third(here, peg)
        self.left = disk - 1

    @action
    def move_put_off(self) -> None:
        """pop the move put off last and make it; then bring the others to the goal kept with it"""
        if not self.stack:
            raise BadAction("no move has been put off: the stack is empty")
        disk, peg, self.gather = self.stack.pop()
        self.output = self.pegs.move(self.where[disk], peg)
        self.where[disk] = peg
        self.left = disk - 1

    def to_move(self) -> tuple[int, int, int]:
        """The largest disk left, its peg, and the peg where it must be.

        Raises `BadAction` if no disk is left, or if it is there already.
        """
        self._refuse_none_left()
        here, peg = self.where[self.left], self.wanted()
        if here == peg:
            raise BadAction(f"disk {self.left} is on peg {peg} already")
        return self.left, here, peg

    def _refuse_none_left(self) -> None:
        if self.left < 1:
            raise BadAction("no disk is left in the current problem")

    def wanted(self) -> int:
        return self.goal[self.left] if self.gather is None else self.gather

    def show(self) -> str:
        return str(self.pegs)

    def cells(self) -> int:
        """The two configurations, the current problem, and three numbers per frame."""
        return 2 * len(self.where) + 2 + 3 * len(self.stack)


MACHINE = Pathfinder.from_table(
    "any-to-any",
    AnyToAny,
    initial="search",
    final="done",
    table="""
        search -> search : step [!nothing & right]   / drop
        search -> search : step [!nothing & !right]  / put_off
        search -> carry  : step [nothing]
        carry  -> search : step [!empty]             / move_put_off
        carry  -> done   : step [empty]
    """,
    layout=Layout({"search": (0, 0), "carry": (295, 0), "done": (525, 0)}),
    idea="AnyState 1993",
    summary="any configuration to any other, not always by a shortest path",
    asks_for=("pegs", "stack"),
    see="`search` looks for the largest disk that is not in place and puts its move off, to clear "
    "the smaller disks out of the way first. `carry` makes the move that was put off last and "
    "turns back to the smaller disks. When no move is put off, all disks are in place.",
    does={
        "search": "which disk must move?",
        "carry": "the move put off last",
    },
    meanings={
        "search": "the disks left are searched, largest first, for one that has to move",
        "carry": "the disks left are in place: the move put off last is next",
        "done": "no move is put off any more: all disks are where the goal has them",
    },
)
