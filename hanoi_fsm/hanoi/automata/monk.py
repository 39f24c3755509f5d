"""monk: one state, and nothing remembered but the pegs (after Legalov's legend of the monks).

The next move towards the perfect tower is found by reading the pegs from the largest disk down, so
that any monk can take over from any other at any time, on the optimal path or off it.
"""

from __future__ import annotations

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadAction
from hanoi_fsm.fsm.memory import action
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.automata.memories import TowerMemory
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Configuration, Task, third

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
    """The pegs and the target; no register remembers anything."""

    @action
    def move_next(self) -> None:
        """the move that brings the pegs nearer to the tower on the target"""
        wanted, pending = self.target, None
        for peg in self._from_the_largest():
            if peg != wanted:
                pending = (peg, wanted)
                wanted = third(peg, wanted)
        if pending is None:
            raise BadAction("no move is left: the tower stands on the target")
        self.output = self.pegs.move(*pending)

    def _from_the_largest(self) -> list[int]:
        """The peg of each disk, the largest first."""
        where = [0] * self.pegs.disks
        for peg in (0, 1, 2):
            for disk in self.pegs.stack(peg):
                where[-disk] = peg
        return where


def resume(configuration: Configuration, step: int, task: Task) -> tuple[str, Monk]:
    """The pegs are enough, whatever the step is."""
    return "pray", Monk(configuration, task)


def closed_counts(disks: int) -> dict[Transition, int]:
    """One state makes all moves."""
    return dict(zip(AUTOMATON.transitions, ((1 << disks) - 1, 1), strict=True))


MACHINE = Solver(
    AUTOMATON,
    Monk,
    resume=resume,
    idea="Legalov 2002 (the legend)",
    summary="one state: the next move is read off the pegs, nothing else is remembered",
    closed=closed_counts,
)
