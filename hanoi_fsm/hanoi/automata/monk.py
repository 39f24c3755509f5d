"""monk: one state, and no memory but the pegs (after the legend of the monks in Legalov 2002).

The next move towards the perfect tower is found by reading the pegs from the largest disk down, so
that any monk can take over from any other at any time, on the optimal path or off it.
"""

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadAction
from hanoi_fsm.fsm.memory import action
from hanoi_fsm.hanoi.automata.memories import TowerMemory, in_turn
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import third

AUTOMATON = Automaton.from_table(
    "monk",
    initial="pray",
    final="done",
    table="""
        pray -> pray : step [!built] / move_next
        pray -> done : step [built]
    """,
)


class Monk(TowerMemory):
    """The pegs and the target, without any register."""

    @action
    def move_next(self) -> None:
        """the first move of the shortest path to the tower on the target"""
        wanted, pending = self.target, None
        for _, peg in self.pegs.configuration().from_the_largest():
            if peg != wanted:
                pending = (peg, wanted)
                wanted = third(peg, wanted)
        if pending is None:
            raise BadAction("no move is left: the tower is on the target")
        self.output = self.pegs.move(*pending)


MACHINE = Solver(
    AUTOMATON,
    Monk,
    resume=in_turn(Monk, "pray"),
    idea="Legalov 2002 (the legend)",
    summary="one state: the next move is read from the pegs alone",
    asks_for=("pegs",),
    closed=lambda disks: ((1 << disks) - 1, 1),
)
