"""shortest: an optimal path between any two configurations (Romik 2006, Hinz).

The largest differing disk moves once, f -> t, or twice, f -> v -> t over the third peg v. At first
twice-reader says which is shorter; after that every problem starts or ends with a perfect tower,
where the path of any-to-any is the only shortest one.
"""

from typing import ClassVar

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.memory import Shown, action, guard
from hanoi_fsm.hanoi.automata.any_to_any import AnyToAny
from hanoi_fsm.hanoi.automata.twice_reader import verdict
from hanoi_fsm.hanoi.machines import Pathfinder
from hanoi_fsm.hanoi.pegs import Configuration, third


class Shortest(AnyToAny):
    """The memory of any-to-any, and the answer of twice-reader for start and goal."""

    SHOWS: ClassVar = AnyToAny.SHOWS | {"verdict": Shown("verdict")}

    def __init__(self, start: Configuration, goal: Configuration) -> None:
        super().__init__(start, goal)
        self.verdict = verdict(start, goal)

    @guard
    def twice(self) -> bool:
        """every shortest path moves the largest differing disk twice"""
        return self.verdict == "twice"

    @action
    def put_off_twice(self) -> None:
        """push both moves of the largest disk, by the third peg; gather the others on its goal"""
        disk, f, t = self.to_move()
        v = third(f, t)
        self.stack.append((disk, t, self.gather))
        self.stack.append((disk, v, f))
        self.gather = t
        self.left = disk - 1


MACHINE = Pathfinder.from_table(
    "shortest",
    Shortest,
    initial="compare",
    final="done",
    table="""
        compare -> compare : step [!nothing & right]           / drop
        compare -> search  : step [!nothing & !right & !twice] / put_off
        compare -> search  : step [!nothing & !right & twice]  / put_off_twice
        compare -> done    : step [nothing]
        search  -> search  : step [!nothing & right]           / drop
        search  -> search  : step [!nothing & !right]          / put_off
        search  -> carry   : step [nothing]
        carry   -> search  : step [!empty]                     / move_put_off
        carry   -> done    : step [empty]
    """,
    layout=Layout({
        "compare": (-200,    0),  "search": (100,    0),
        "done":    (-200, -130),  "carry":  (100, -130),
    }, loops={"compare": 90, "search": 90}),
    idea="Romik 2006; Hinz",
    summary="any configuration to any other by a shortest path",
    asks_for=("pegs", "stack"),
    see="`search` and `carry` are as in any-to-any. In front of them is `compare`, which finds "
    "the largest differing disk and asks one question, `twice`. The two edges from `compare` "
    "to `search` are its answers: one move of that disk is put off, or two.",
    does={
        "compare": "where do they differ?",
        "search": "which disk must move?",
        "carry": "the move put off last",
    },
    meanings={
        "compare": "start and goal are compared, largest disk first, up to the first difference",
        "search": "the disks left are searched, largest first, for one that has to move",
        "carry": "the disks left are in place: the move put off last is next",
        "done": "no move is put off any more: all disks are where the goal has them",
    },
)  # fmt: skip
