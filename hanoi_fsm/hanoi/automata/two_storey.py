"""two-storey: the four-step cycle of Legalov (2002), the main machine.

It repeats four steps around a two-storey tower, disk 1 on top of another disk:

1. dismantle: disk 1 goes one peg on in its direction;
2. base: the disk it was on goes from the peg behind disk 1 to the peg ahead of it;
3. crown: disk 1 goes one peg on, onto that base;
4. foundation: the smaller of the two top disks ahead and behind goes onto the larger.

The step number is never used, so no word size limits the number of disks. The tower can be built
only after crown, after dismantle for one disk, and at the start for none: these are the three
places where the machine asks.
"""

from typing import ClassVar

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.memory import action, guard
from hanoi_fsm.hanoi.automata.memories import CyclicMemory, in_turn
from hanoi_fsm.hanoi.machines import Solver


class TwoStorey(CyclicMemory):
    """The pegs, and disk 1 on its round trip with a peg ahead of it and one behind."""

    COMPARES: ClassVar = {"ahead_smaller": ("ahead", "behind")}

    @guard
    def ahead_smaller(self) -> bool:
        """the top disk ahead of disk 1 is smaller than the one behind it, or none is behind it"""
        cells, heights = self.pegs.cells, self.pegs.heights
        ahead, behind = self.ahead, self.behind
        return cells[ahead][heights[ahead]] < cells[behind][heights[behind]]

    @action
    def move_ahead(self) -> None:
        """the top disk behind disk 1 goes to the peg ahead of it"""
        self.output = self.pegs.move(self.behind, self.ahead)

    @action
    def move_back(self) -> None:
        """the top disk ahead of disk 1 goes to the peg behind it"""
        self.output = self.pegs.move(self.ahead, self.behind)


MACHINE = Solver.from_table(
    "two-storey",
    TwoStorey,
    initial="dismantle",
    final="done",
    table="""
        dismantle  -> base       : step [!built]                  / carry
        base       -> crown      : step [!built]                  / move_ahead
        crown      -> foundation : step                           / carry
        foundation -> dismantle  : step [!built & ahead_smaller]  / move_back
        foundation -> dismantle  : step [!built & !ahead_smaller] / move_ahead
        dismantle  -> done       : step [built]
        base       -> done       : step [built]
        foundation -> done       : step [built]
    """,
    layout=Layout({
        "dismantle":  (-170,  120),                   "base":  (170,  120),
                                     "done": (50, 0),
        "foundation": (-170, -120),                   "crown": (170, -120),
    }),
    resume=in_turn(TwoStorey, "dismantle", "base", "crown", "foundation"),
    idea="Legalov 2002",
    summary="the four-step cycle around a two-storey tower",
    asks_for=("sizes", "pegs"),
    see="The four steps are a closed cycle: each round takes a two-storey tower apart and builds "
    "one on another peg. Only `foundation` has to ask which of two disks is smaller, and so "
    "two edges lead from it to `dismantle`. `crown` has no edge to `done`: before it makes "
    "its move, the tower is never complete.",
    does={
        "dismantle": "disk 1 steps off",
        "base": "disk 2 moves on",
        "crown": "disk 1 climbs back",
        "foundation": "a larger disk moves",
    },
    meanings={
        "dismantle": "next, disk 1 leaves the disk that it stands on",
        "base": "next, the disk that was under disk 1 goes to the peg ahead of it",
        "crown": "next, disk 1 follows: the two form a two-storey tower again",
        "foundation": "next, the smaller top disk on the pegs without disk 1 goes to the other one",
        "done": "the whole tower is on the target peg",
    },
    glued=2,
)  # fmt: skip
