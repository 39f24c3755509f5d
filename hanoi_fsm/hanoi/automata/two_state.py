"""two-state: disk 1 every other move (Buneman and Levy; as an automaton Shalyto 2002).

Disk 1 goes round the pegs in one direction; between two of its moves the only legal move that does
not touch it is made.
"""

from __future__ import annotations

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.memory import action
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.automata.memories import CyclicMemory
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Configuration, Task

AUTOMATON = Automaton.from_table(
    "two-state",
    initial="small",
    final="done",
    table="""
        small -> other : step [!built] / carry
        other -> small : step [!built] / move_other
        small -> done  : step [built]
        other -> done  : step [built]
    """,
)


class TwoState(CyclicMemory):
    """The pegs, and disk 1 on its round."""

    @action
    def move_other(self) -> None:
        """the smaller top of the two pegs without disk 1 goes onto the larger"""
        self.output = self.pegs.move_between((self.small + 1) % 3, (self.small + 2) % 3)


def resume(configuration: Configuration, step: int, task: Task) -> tuple[str, TwoState]:
    """Disk 1 makes the odd steps."""
    return "small" if step % 2 else "other", TwoState(configuration, task)


def closed_counts(disks: int) -> dict[Transition, int]:
    """Disk 1 makes half of the moves, rounded up.

    >>> list(closed_counts(6).values())
    [32, 31, 0, 1]
    """
    half = (1 << disks) // 2
    counts = (half, max(0, half - 1), int(disks == 0), int(disks > 0))
    return dict(zip(AUTOMATON.transitions, counts, strict=True))


MACHINE = Solver(
    AUTOMATON,
    TwoState,
    resume=resume,
    idea="Buneman-Levy; Shalyto 2002",
    summary="disk 1 round the pegs every other move, else the only other legal move",
    closed=closed_counts,
)
