"""monk: one state, and no memory but the pegs (after the legend of the monks in Legalov 2002).

The next move towards the perfect tower is found by reading the pegs from the largest disk down, so
that any monk can take over from any other at any time, on the optimal path or off it.
"""

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.errors import BadAction
from hanoi_fsm.fsm.memory import action
from hanoi_fsm.hanoi.automata.memories import TowerMemory, in_turn
from hanoi_fsm.hanoi.machines import Solver


class Monk(TowerMemory):
    """The pegs and the target, without any register."""

    @action
    def move_next(self) -> None:
        """the first move of the shortest path to the tower on the target"""
        source, target = self.pegs.next_move(self.target)
        if source == target:
            raise BadAction("no move is left: the tower is on the target")
        self.output = self.pegs.move(source, target)


MACHINE = Solver.from_table(
    "monk",
    Monk,
    initial="pray",
    final="done",
    table="""
        pray -> pray : step [!built] / move_next
        pray -> done : step [built]
    """,
    layout=Layout({"pray": (0, 0), "done": (235, 0)}, loops={"pray": 90}),
    resume=in_turn(Monk, "pray"),
    idea="Legalov 2002 (the legend)",
    summary="one state: the next move is read from the pegs alone",
    asks_for=("pegs",),
    see="One loop and the end: the smallest diagram of a solver. Whatever the others remember in "
    "their states and registers is found again before each move, by reading the pegs.",
    does={
        "pray": "the pegs say the move",
    },
    meanings={
        "pray": "the next move is read from the pegs, whatever has happened before",
        "done": "the whole tower is on the target peg",
    },
)
