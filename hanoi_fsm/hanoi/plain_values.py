"""The values of the puzzle in the plain subset of Python, for programs in other languages.

There they are made of numbers that have been checked already; what a memory does with them is
written in `pegs` alone. The remainders say that a peg is 0, 1 or 2: such an index of three pegs is
not checked at each step.
"""

from hanoi_fsm.hanoi import pegs
from hanoi_fsm.hanoi.pegs import third


class Configuration:
    """An arrangement of disks: the peg of each, the largest first."""

    def __init__(self, where: list[int]) -> None:
        self.where = list(where)

    def __len__(self) -> int:
        return len(self.where)

    def peg(self, disk: int) -> int:
        return self.where[len(self.where) - disk] % 3

    def on_pegs(self) -> "PegMatrix":
        return PegMatrix(self.where)


class PegMatrix(pegs.PegMatrix):
    """The matrix of three pegs, made of the peg of each disk."""

    def __init__(self, where: list[int]) -> None:
        disks = len(where)
        self.disks = disks
        self.heights = [0, 0, 0]
        empty = [0] * (disks + 1)
        empty[0] = disks + 1
        self.cells = [list(empty), list(empty), list(empty)]
        for peg in where:
            self.heights[peg] += 1
            self.cells[peg][self.heights[peg]] = disks
            disks -= 1


class Task:
    """A tower of disks, and the pegs that it goes from and to."""

    def __init__(self, disks: int, source: int, target: int) -> None:
        self.disks = disks
        self.source, self.target = source % 3, target % 3
        self.spare = third(source, target) % 3
