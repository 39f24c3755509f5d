"""two-state: disk 1 every other move (Buneman and Levy; as an automaton Shalyto 2002).

Disk 1 goes round the pegs in one direction; between two of its moves comes the only legal move of
another disk. The automaton is reconstructed from the description.
"""

from typing import ClassVar

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.memory import action
from hanoi_fsm.hanoi.automata.memories import CyclicMemory, in_turn
from hanoi_fsm.hanoi.machines import Solver


class TwoState(CyclicMemory):
    """The pegs, and disk 1 on its round trip."""

    COMPARES: ClassVar = {"move_other": ("ahead", "behind")}

    @action
    def move_other(self) -> None:
        """the smaller top of the two pegs without disk 1 goes onto the larger or the empty peg"""
        self.output = self.pegs.move_between(self.ahead, self.behind)


MACHINE = Solver.from_table(
    "two-state",
    TwoState,
    initial="small",
    final="done",
    table="""
        small -> other : step [!built] / carry
        other -> small : step [!built] / move_other
        small -> done  : step [built]
        other -> done  : step [built]
    """,
    layout=Layout({
        "small": (-165, 0),                    "other": (165, 0),
                             "done": (0, -120),
    }),
    resume=in_turn(TwoState, "small", "other"),
    idea="Buneman-Levy; Shalyto 2002 (reconstructed)",
    summary="disk 1 every other move, between them the only other legal move",
    asks_for=("sizes", "pegs"),
    see="Two states take turns: disk 1, another disk, disk 1, and so on. No guard asks about "
    "single disks, only whether the tower is built. Any tower but the empty one ends in "
    "`other`, because disk 1 makes the last move.",
    does={
        "small": "the turn of disk 1",
        "other": "the other legal move",
    },
    meanings={
        "small": "it is the turn of disk 1",
        "other": "it is the turn of another disk: one such move is legal, or the tower is built",
        "done": "the whole tower is on the target peg",
    },
)  # fmt: skip
