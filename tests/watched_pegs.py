"""A peg matrix that records what is read of it, so that a test knows what an automaton looks at."""

from collections.abc import Callable
from typing import Any, TypeVar

from hanoi_fsm.hanoi.pegs import Configuration, Move, PegMatrix

_Answer = TypeVar("_Answer")


class Columns(list[Any]):
    """The columns of a matrix, which record the pegs whose column is read."""

    asked: set[int]

    def __getitem__(self, peg: Any) -> Any:
        self.asked.add(peg)
        return super().__getitem__(peg)


class WatchedPegs(PegMatrix):
    """A peg matrix that records what is read of it from outside; to move a disk is not to read.

    `seen` gets "sizes" for the columns and "pegs" for the heights or the configuration; `asked` has
    the pegs whose columns have been read.
    """

    _heights: list[int]
    _columns: Columns

    def __init__(self, pegs: PegMatrix, seen: set[str], asked: set[int]) -> None:
        self.seen, self.asked, self.own = seen, asked, False
        self._place(pegs.configuration())

    @property
    def heights(self) -> list[int]:
        if not self.own:
            self.seen.add("pegs")
        return self._heights

    @heights.setter
    def heights(self, heights: list[int]) -> None:
        self._heights = heights

    @property
    def cells(self) -> Any:
        if self.own:
            return list(self._columns)
        self.seen.add("sizes")
        return self._columns

    @cells.setter
    def cells(self, columns: list[Any]) -> None:
        self._columns = Columns(columns)
        self._columns.asked = self.asked

    def configuration(self) -> Configuration:
        self.seen.add("pegs")
        return self._unwatched(super().configuration)

    def move(self, source: int, target: int) -> Move:
        return self._unwatched(super().move, source, target)

    def _unwatched(self, method: Callable[..., _Answer], *given: int) -> _Answer:
        self.own = True
        try:
            return method(*given)
        finally:
            self.own = False
