"""two-storey: the four-step cycle of Legalov (2002), the main machine.

The tower is built by four steps around a two-storey tower, disk 1 standing on a second disk:

1. dismantle: disk 1 goes `stride` pegs on;
2. base: the disk it stood on goes from the peg behind disk 1 to the peg ahead of it;
3. crown: disk 1 goes `stride` pegs on and stands on that base;
4. foundation: the smaller of the two tops ahead and behind goes on to the larger.

The step number is never used, so no word size limits the number of disks. That the tower stands
can become true only after crown, after dismantle for one disk, and at once for none: these are the
three places where the machine asks for it.
"""

from __future__ import annotations

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.memory import action, guard
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.automata.memories import CyclicMemory
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Configuration, Task

AUTOMATON = Automaton.from_table(
    "two-storey",
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
)
STEPS = ("dismantle", "base", "crown", "foundation")


class TwoStorey(CyclicMemory):
    """The pegs as disk 1 sees them on its round.

    Seen from disk 1, the peg `stride` pegs on is *ahead*; the remaining one, which disk 1 has just
    left, is *behind*.
    """

    @guard
    def ahead_smaller(self) -> bool:
        """the top disk ahead of disk 1 is smaller than the one behind it"""
        return self.pegs.top((self.small + self.stride) % 3) < self.pegs.top(
            (self.small - self.stride) % 3
        )

    @action
    def move_ahead(self) -> None:
        """the top disk behind disk 1 goes to the peg ahead of it"""
        self.output = self.pegs.move((self.small - self.stride) % 3, (self.small + self.stride) % 3)

    @action
    def move_back(self) -> None:
        """the top disk ahead of disk 1 goes to the peg behind it"""
        self.output = self.pegs.move((self.small + self.stride) % 3, (self.small - self.stride) % 3)


def resume(configuration: Configuration, step: int, task: Task) -> tuple[str, TwoStorey]:
    """The state and the memory of the machine before `step`: the position in the cycle."""
    return STEPS[(step - 1) % 4], TwoStorey(configuration, task)


def closed_counts(disks: int) -> dict[Transition, int]:
    """How often each transition is taken for `disks`: every fourth move is of the same kind.

    Of the new foundations the odd disks are moved back and the even ones ahead, for every disk
    goes round in one direction.

    >>> [closed_counts(6)[row] for row in AUTOMATON.transitions]
    [16, 16, 16, 10, 5, 0, 0, 1]
    """
    quarter = (1 << disks) // 4
    counts = (
        quarter if disks > 1 else disks,  # dismantle -> base
        quarter,  # base -> crown
        quarter,  # crown -> foundation
        2 * quarter // 3,  # foundation -> dismantle, move_back
        quarter // 3,  # foundation -> dismantle, move_ahead
        int(disks == 0),  # dismantle -> done
        int(disks == 1),  # base -> done
        int(disks > 1),  # foundation -> done
    )
    return dict(zip(AUTOMATON.transitions, counts, strict=True))


MACHINE = Solver(
    AUTOMATON,
    TwoStorey,
    resume=resume,
    idea="Legalov 2002",
    summary="the four-step cycle around a two-storey tower, peg matrices as working memory",
    closed=closed_counts,
)
