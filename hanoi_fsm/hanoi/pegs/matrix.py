"""The peg matrix: three pegs as columns of cells, each with a height.

Cell 0 of each peg holds a sentinel, the disk n + 1, which is never moved: the top of an empty peg
compares as larger than any disk, so that one comparison decides whether a move is legal. The idea
is Legalov's (2002).
"""

from array import array
from collections.abc import Iterator, MutableSequence
from typing import Self

from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.pegs.configuration import AnyConfiguration, Configuration, Move
from hanoi_fsm.hanoi.pegs.rules import PEGS, third

MOST_DISKS_IN_LISTS = 254
"""Columns of up to this many disks are lists, which are twice as fast, since CPython caches the
integers up to 256. Those of more disks are arrays of 4 bytes per cell."""


OFTEN_MOVED = 64
"""Larger disks move so rarely that their moves need not be made in advance."""
_MOVES = {
    source: {
        target: [Move(disk, source, target) for disk in range(OFTEN_MOVED + 1)] for target in PEGS
    }
    for source in PEGS
}
"""By source, target and disk: to look a move up takes a fifth of the time to make it."""


class PegMatrix:
    """Three pegs of n + 1 cells, changed in place by legal moves only.

    >>> pegs = PegMatrix(3, peg=0)
    >>> pegs.move(0, 2)
    Move(disk=1, source=0, target=2)
    >>> print(pegs, "=", pegs.configuration())
    3 2 | - | 1 = 002
    """

    __slots__ = ("cells", "disks", "heights")

    def __init__(self, disks: int, peg: int = 0) -> None:
        self._place(Configuration.tower(disks, peg))

    def _place(self, configuration: Configuration) -> None:
        self.disks = disks = len(configuration)
        digits = str(configuration)
        self.heights = [digits.count(str(peg)) for peg in PEGS]
        self.cells = [_column(disks, configuration.stack(peg)) for peg in PEGS]

    @classmethod
    def standing(cls, configuration: AnyConfiguration) -> Self:
        """The matrix of a `configuration`, in time linear in its disks.

        >>> print(PegMatrix.standing("0021"))
        4 3 | 1 | 2
        """
        matrix = cls.__new__(cls)
        matrix._place(Configuration.of(configuration))
        return matrix

    def __deepcopy__(self, memo: object) -> Self:
        """An equal matrix that shares no cell with this one, in less time than `deepcopy`."""
        twin = self.__new__(type(self))
        twin.disks, twin.heights = self.disks, self.heights[:]
        twin.cells = [column[:] for column in self.cells]
        return twin

    def top(self, peg: int) -> int:
        """The disk on top of `peg`; n + 1, the sentinel, if the peg is empty."""
        return self.cells[peg][self.heights[peg]]

    def move(self, source: int, target: int) -> Move:
        """Move the top disk of `source` to `target`; return the move.

        Raises `IllegalMove`, and moves nothing, if `source` is empty or its top disk is not smaller
        than the one on `target`.
        """
        cells, heights = self.cells, self.heights
        column, onto = cells[source], cells[target]
        height, above = heights[source], heights[target]
        disk = column[height]
        if disk >= onto[above]:
            raise IllegalMove(self._why_not(source, target))
        column[height] = 0
        onto[above + 1] = disk
        heights[source] = height - 1
        heights[target] = above + 1
        try:
            return _MOVES[source][target][disk]
        except LookupError:  # of a large disk, or a peg counted from the end
            return Move(disk, source, target)

    def move_between(self, a: int, b: int) -> Move:
        """Make the one legal move between two pegs: the smaller top goes onto the larger.

        Raises `IllegalMove` if both are empty.
        """
        cells, heights = self.cells, self.heights
        if cells[a][heights[a]] >= cells[b][heights[b]]:
            a, b = b, a
        return self.move(a, b)

    def next_move(self, target: int) -> tuple[int, int] | None:
        """The pegs of the first move of the shortest path to the tower on `target`, if any.

        It reads the pegs from the largest disk down: a disk that is not where it is wanted has to
        move there, and before that all smaller ones to the third peg.
        """
        wanted, pending = target, None
        for _, peg in self.configuration().from_the_largest():
            if peg != wanted:
                pending = (peg, wanted)
                wanted = third(peg, wanted)
        return pending

    def _why_not(self, source: int, target: int) -> str:
        pegs = f"from peg {source} to peg {target}"
        if self.heights[source] == 0:
            return f"cannot move {pegs}: peg {source} is empty"
        there = "it is already" if source == target else f"the smaller disk {self.top(target)} is"
        return f"cannot move disk {self.top(source)} {pegs}: {there} there"

    def stack(self, peg: int) -> list[int]:
        """The disks on `peg`, from the bottom to the top."""
        return list(self.cells[peg][1 : self.heights[peg] + 1])

    def configuration(self) -> Configuration:
        return Configuration(self.digits())

    def digits(self) -> str:
        """The peg of each disk, the largest first: the text of the configuration."""
        cells, heights = self.cells, self.heights
        fullest = heights.index(max(heights))
        digits = bytearray(b"012"[fullest : fullest + 1] * self.disks)
        for peg in {*PEGS} - {fullest}:
            digit = b"012"[peg]
            for disk in cells[peg][1 : heights[peg] + 1]:
                digits[-disk] = digit
        return digits.decode()

    def _repr_svg_(self) -> str | None:
        """What a notebook shows, if it fits on a page."""
        from hanoi_fsm.hanoi.pictures.peg_matrix import MAX_DISKS_DRAWN, picture

        return picture(self.cells, self.heights) if self.disks <= MAX_DISKS_DRAWN else None

    def __repr__(self) -> str:
        return f"PegMatrix.standing({shortened(str(self.configuration()), 60)})"

    def __str__(self) -> str:
        """The three stacks side by side, bottom first; `-` for an empty peg."""
        return " | ".join(" ".join(map(str, self.stack(peg))) or "-" for peg in range(3))


def _column(disks: int, stack: Iterator[int]) -> MutableSequence[int]:
    """The sentinel, the disks of a stack from the bottom up, and empty cells."""
    if disks <= MOST_DISKS_IN_LISTS:
        cells = [disks + 1, *stack]
        return cells + [0] * (disks + 1 - len(cells))
    column = array("I" if disks + 1 < 1 << 32 else "Q", [disks + 1])
    column.extend(stack)
    column.frombytes(bytes(column.itemsize * (disks + 1 - len(column))))
    return column
