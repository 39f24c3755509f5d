"""two-state: disk 1 every other move (Buneman and Levy; as an automaton Shalyto 2002).

Disk 1 goes round the pegs in one direction; between two of its moves the only legal move that does
not touch it is made.
"""

from __future__ import annotations

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.memory import action
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.automata.kinds import Solver
from hanoi_fsm.hanoi.automata.memories import Round
from hanoi_fsm.hanoi.pegs import Configuration

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


class TwoState(Round):
    """The pegs, and disk 1 on its round."""

    @action
    def move_other(self) -> None:
        """the smaller top of the two pegs without disk 1 goes onto the larger"""
        self.output = self.pegs.move_between((self.small + 1) % 3, (self.small + 2) % 3)


def take_up(
    configuration: Configuration, step: int, source: int, target: int
) -> tuple[str, TwoState]:
    """Disk 1 makes the odd steps."""
    return "small" if step % 2 else "other", TwoState(configuration, source, target)


def closed_counts(disks: int) -> dict[Transition, int]:
    """Disk 1 makes half of the moves, rounded up.

    >>> list(closed_counts(6).values())
    [32, 31, 0, 1]
    """
    half = (1 << disks) // 2
    counts = (half, max(0, half - 1), int(disks == 0), int(disks > 0))
    return dict(zip(AUTOMATON.transitions, counts, strict=True))


SOLVER = Solver(
    AUTOMATON,
    TwoState,
    take_up,
    idea="Buneman-Levy; Shalyto 2002",
    summary="disk 1 round the pegs every other move, else the only other legal move",
    closed_counts=closed_counts,
)
