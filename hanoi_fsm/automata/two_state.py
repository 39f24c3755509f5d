"""two-state: disk 1 every other move (Buneman and Levy; as an automaton Shalyto 2002).

Disk 1 goes round the pegs in one direction; between two of its moves the only legal move that does
not touch it is made.
"""

from __future__ import annotations

from collections.abc import Hashable

from hanoi_fsm.automata.on_pegs import OnPegs, stride
from hanoi_fsm.automata.registry import Solver
from hanoi_fsm.automaton import Automaton, Transition, action, guard
from hanoi_fsm.puzzle import Configuration

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


class TwoState(OnPegs):
    """The pegs, the peg of disk 1 (`small`) and how far disk 1 goes each time (`stride`)."""

    def __init__(self, configuration: Configuration, source: int, target: int) -> None:
        super().__init__(configuration, source, target)
        disks = len(configuration)
        self.small = configuration.peg(1) if disks else source
        self.stride = stride(disks, source, target)

    @guard
    def built(self) -> bool:
        """the target peg holds the whole tower"""
        return self.is_built()

    @action
    def carry(self) -> None:
        """disk 1 goes `stride` pegs on"""
        peg = self.small
        self.small = (peg + self.stride) % 3
        self.output = self.pegs.move(peg, self.small)

    @action
    def move_other(self) -> None:
        """the smaller top of the two pegs without disk 1 goes onto the larger"""
        self.output = self.pegs.move_between((self.small + 1) % 3, (self.small + 2) % 3)

    def registers(self) -> tuple[Hashable, ...]:
        """Where disk 1 stands, and its stride."""
        return (self.small, self.stride)


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
