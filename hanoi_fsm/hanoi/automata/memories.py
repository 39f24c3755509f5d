"""What the memories of all solvers share: the pegs that they change, and the tower they build."""

from __future__ import annotations

from collections.abc import Hashable

from hanoi_fsm.fsm.memory import Memory, action, guard
from hanoi_fsm.hanoi.pegs import Configuration, PegMatrix, Task


class PegMemory(Memory):
    """Three pegs as a matrix, and the task. Further registers are what a subclass adds.

    The pegs are the controlled object of every solver; one that also looks at them needs their
    cells as its memory, one that does not only moves what it is not able to see.
    """

    def __init__(self, configuration: Configuration, task: Task) -> None:
        self.pegs = PegMatrix.standing(configuration)
        self.source, self.spare, self.target = task.source, task.spare, task.target

    def registers(self) -> tuple[Hashable, ...]:
        """The numbers that are kept beside the pegs."""
        return ()

    def key(self) -> Hashable:
        """The pegs, the task and the registers."""
        where = str(self.pegs.configuration())
        return (where, self.source, self.target, *self.registers())

    def cells(self) -> int:
        """The matrix with its sentinels, its heights, the target, and the registers."""
        return 3 * (self.pegs.disks + 1) + 3 + 1 + len(self.registers())

    def show(self) -> str:
        """The three pegs, bottom first."""
        return str(self.pegs)


class TowerMemory(PegMemory):
    """The pegs of a solver that looks whether it is done."""

    @guard
    def built(self) -> bool:
        """the target peg holds the whole tower"""
        return self.pegs.heights[self.target] == self.pegs.disks


class CyclicMemory(TowerMemory):
    """The pegs, the peg of disk 1 (`small`) and how far disk 1 goes each time (`stride`).

    Disk 1 goes round the three pegs in one direction, on the way to the target when n is odd.
    """

    def __init__(self, configuration: Configuration, task: Task) -> None:
        super().__init__(configuration, task)
        self.small = configuration.peg(1) if task.disks else task.source
        self.stride = stride(task)

    @action
    def carry(self) -> None:
        """disk 1 goes on to the peg ahead"""
        peg = self.small
        self.small = (peg + self.stride) % 3
        self.output = self.pegs.move(peg, self.small)

    def registers(self) -> tuple[Hashable, ...]:
        """Where disk 1 stands, and its stride."""
        return (self.small, self.stride)


class PathMemory(Memory):
    """Three pegs as a matrix, where each disk stands, and where it shall in the end."""

    def __init__(self, start: Configuration, goal: Configuration) -> None:
        self.pegs = PegMatrix.standing(start)
        self.where = by_disk(start)
        self.goal = by_disk(goal)

    def show(self) -> str:
        """The three pegs, bottom first."""
        return str(self.pegs)


def by_disk(configuration: Configuration) -> list[int]:
    """The peg of each disk, to be looked up by the disk; place 0 is nobody's.

    >>> by_disk(Configuration("021"))
    [0, 1, 2, 0]
    """
    return [0, *map(int, reversed(str(configuration)))]


def stride(task: Task) -> int:
    """How many pegs disk 1 goes on each time, 1 or 2: towards the target when n is odd.

    >>> stride(Task(3)), stride(Task(4))
    (2, 1)
    """
    ends = task.source, task.target
    source, target = ends if task.disks % 2 else ends[::-1]
    return (target - source) % 3
