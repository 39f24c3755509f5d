"""three-state: the pegs in pairs (Shalyto 2002; reconstructed from the description).

The three pairs of pegs take turns, and each time the legal move between the two pegs is made,
whatever the disks are. The number of disks, odd or even, decides which pair begins.
"""

from typing import ClassVar

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, ring
from hanoi_fsm.fsm.memory import action
from hanoi_fsm.hanoi.automata.memories import TowerMemory, in_turn
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Configuration, Task


class ThreeState(TowerMemory):
    """The pegs, and the peg that is paired with the source in the first and in the second pair."""

    COMPARES: ClassVar = {
        "move_first_pair": ("source", "near"),
        "move_second_pair": ("source", "far"),
        "move_third_pair": ("spare", "target"),
    }

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        is_odd = task.disks % 2 == 1
        self.near = self.target if is_odd else self.spare
        self.far = self.spare if is_odd else self.target

    @action
    def move_first_pair(self) -> None:
        """the legal move between the source and the target (odd towers) or the spare (even ones)"""
        self.output = self.pegs.move_between(self.source, self.near)

    @action
    def move_second_pair(self) -> None:
        """the legal move between the source and the spare (odd towers) or the target (even ones)"""
        self.output = self.pegs.move_between(self.source, self.far)

    @action
    def move_third_pair(self) -> None:
        """the legal move between the spare and the target"""
        self.output = self.pegs.move_between(self.spare, self.target)


MACHINE = Solver.from_table(
    "three-state",
    ThreeState,
    initial="first",
    final="done",
    table="""
        first  -> second : step [!built] / move_first_pair
        second -> third  : step [!built] / move_second_pair
        third  -> first  : step          / move_third_pair
        first  -> done   : step [built]
        second -> done   : step [built]
    """,
    layout=Layout({**ring(["first", "second", "third"], 150), "done": (0, 0)}, start=90),
    resume=in_turn(ThreeState, "first", "second", "third"),
    idea="Shalyto 2002 (reconstructed)",
    summary="the legal move between each pair of pegs in turn",
    asks_for=("sizes", "pegs"),
    see="One state per pair of pegs, in a cycle. No edge says which disk moves or where to: "
    "between two pegs one move at most is legal. `third` has no edge to `done`, because 2^n - "
    "1 moves never end there: even towers end in `first`, odd ones in `second`.",
    does={
        "first": "the first two pegs",
        "second": "the second two pegs",
        "third": "the third two pegs",
    },
    meanings={
        "first": "next is the pair source and target (odd towers) or source and spare (even ones)",
        "second": "next is the pair source and spare (odd towers) or source and target (even ones)",
        "third": "next is the pair spare and target",
        "done": "the whole tower is on the target peg",
    },
)
