"""Base memories of solvers: the pegs that they change, and the tower that they build."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from hanoi_fsm.fsm.errors import MOST_SHOWN, window
from hanoi_fsm.fsm.memory import Memory, action, cells, frozen, guard, predicate
from hanoi_fsm.hanoi.machines import Resume
from hanoi_fsm.hanoi.pegs import Configuration, Task

OF_TASK = frozenset({"pegs", "source", "spare", "target"})
"""The attributes that are not registers."""


class PegMemory(Memory):
    """Three pegs as a matrix, and the task; subclasses add registers.

    The pegs are the controlled object of every solver. They count as cells of its memory only if it
    reads them.
    """

    COMPARES: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The guards and actions that compare top disks, each with the registers that name the pegs."""
    UNKEYED = ("COMPARES",)

    def __init__(self, configuration: Configuration, task: Task) -> None:
        self.pegs = configuration.on_pegs()
        self.source, self.spare, self.target = task.source, task.spare, task.target

    def contents(self) -> dict[str, object]:
        """The cells of each peg from its sentinel up, the heights, the target, the registers.

        Only the target of the task is shown, as `cells` counts it, and with many disks no cell
        above the top disk.
        """
        if self.SHOWS:
            return dict(super().contents())
        ends = enumerate(zip(self.pegs.cells, self.pegs.heights, strict=True))
        pegs = {
            f"peg {peg}": window(cells, stop=max(height + 1, MOST_SHOWN))
            for peg, (cells, height) in ends
        }
        heights = tuple(self.pegs.heights)
        return {**pegs, "heights": heights, "target": self.target, **self.registers()}

    def registers(self) -> dict[str, object]:
        """The attributes other than the pegs and the task, by name."""
        return {name: value for name, value in self._data().items() if name not in OF_TASK}

    def compared(self, word: str) -> tuple[int, ...]:
        """The pegs whose top disks a guard or an action compares now."""
        return tuple(getattr(self, peg) for peg in self.COMPARES.get(word, ()))

    def cells(self) -> int:
        """The matrix with its sentinels, its heights, the target, and the registers."""
        return (
            3 * (self.pegs.disks + 1)
            + 3
            + 1
            + sum(map(cells, map(frozen, self.registers().values())))
        )

    def show(self) -> str:
        return str(self.pegs)

    @predicate
    def larger_on_smaller(self) -> bool:
        """a disk lies on a smaller one"""
        return self.pegs.larger_on_smaller()


class TowerMemory(PegMemory):
    """Base memory: the pegs and `built`."""

    @guard
    def built(self) -> bool:
        """the target peg holds the whole tower"""
        pegs = self.pegs
        return pegs.heights[self.target] == pegs.disks


class CyclicMemory(TowerMemory):
    """The pegs as disk 1 sees them on its round trip.

    Disk 1 is on the peg `small`. It goes next to the peg `ahead`, and the peg that it left
    last is `behind`. It goes round the three pegs in one direction: first to the target when n is
    odd, to the spare peg when it is even.
    """

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        self.small = configuration.peg(1) if task.disks else task.source
        first = task.target if task.disks % 2 else task.spare
        stride = first - task.source
        self.ahead, self.behind = (self.small + stride) % 3, (self.small - stride) % 3

    @action
    def carry(self) -> None:
        """disk 1 goes one peg on; its first move is to the target (odd towers) or spare (even)"""
        left = self.small
        self.small, self.ahead, self.behind = self.ahead, self.behind, left
        self.output = self.pegs.move(left, self.small)


def in_turn(
    memory: Callable[[Configuration, Task], Memory], *states: str, first: Sequence[str] = ()
) -> Resume:
    """Make a `resume` function for `states` that take turns; the pegs determine the rest.

    The `first` states make the steps before these, one each.
    """
    return partial(_resume_in_turn, memory, states, first)  # can be pickled, unlike a closure


def _resume_in_turn(
    memory: Callable[[Configuration, Task], Memory],
    states: Sequence[str],
    first: Sequence[str],
    configuration: Configuration,
    step: int,
    task: Task,
) -> tuple[str, Memory]:
    turn = step - 1 - len(first)
    state = first[turn] if turn < 0 else states[turn % len(states)]
    return state, memory(configuration, task)
