"""three-state: the pegs in pairs (Shalyto 2002).

Whatever the disks are, the legal move between the pegs of a pair is made, and the three pairs take
turns. Which pair begins depends on whether the tower is odd.
"""

from __future__ import annotations

from collections.abc import Hashable

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.memory import action
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.automata.memories import TowerMemory
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Configuration, Task

AUTOMATON = Automaton.from_table(
    "three-state",
    initial="first",
    final="done",
    table="""
        first  -> second : step [!built] / move_first_pair
        second -> third  : step [!built] / move_second_pair
        third  -> first  : step          / move_third_pair
        first  -> done   : step [built]
        second -> done   : step [built]
    """,
)
STATES = ("first", "second", "third")


class ThreeState(TowerMemory):
    """The pegs, and the peg that the first and that the second pair have beside the source."""

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        pegs = (self.target, self.spare)
        self.near, self.far = pegs if len(configuration) % 2 else pegs[::-1]

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

    def registers(self) -> tuple[Hashable, ...]:
        """The other pegs of the first two pairs."""
        return (self.near, self.far)


def resume(configuration: Configuration, step: int, task: Task) -> tuple[str, ThreeState]:
    """The pairs take turns."""
    return STATES[(step - 1) % 3], ThreeState(configuration, task)


def closed_counts(disks: int) -> dict[Transition, int]:
    """Each pair makes a third of the moves.

    >>> list(closed_counts(6).values())
    [21, 21, 21, 1, 0]
    """
    moves = (1 << disks) - 1
    counts = ((moves + 2) // 3, (moves + 1) // 3, moves // 3, (disks + 1) % 2, disks % 2)
    return dict(zip(AUTOMATON.transitions, counts, strict=True))


MACHINE = Solver(
    AUTOMATON,
    ThreeState,
    resume=resume,
    idea="Shalyto 2002",
    summary="the legal move between each pair of pegs in turn",
    closed=closed_counts,
)
