"""Abstract pegs: all that a guard can learn about a configuration, whatever the number of disks.

Read the configuration from the largest disk down, and note each peg as it is named. The peg that
was named last has the smallest top disk, then comes the peg whose last mention is the next before
it; a peg that was never named is empty. So the *order in which the pegs were named last* answers
which of two top disks is smaller, which pegs are empty, and whether all disks are on one peg. There
are only 16 such orders, whatever the number of disks.

A memory runs on abstract pegs just as on the matrix, since they answer to the same names. Whatever
else it asks for is not guessed: it raises `Unanswerable`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import NamedTuple, Self

from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.pegs import PEGS, third, whole
from hanoi_fsm.hanoi.proofs.unanswerable import Abstract, Unanswerable

Order = tuple[int, ...]
"""The pegs that hold a disk, that with the smallest top disk first."""


class Seen(NamedTuple):
    """What is known of the disks read so far, the largest first.

    `order` has the pegs that hold one of them, the peg named last first. `wanted` is the peg where
    the next disk should be in order to get the tower to its target, and `pending` is the move that
    must be made for it, if any: these two are the states of next-move-reader.

    >>> Seen((), 2).after(0).after(0).after(1)
    Seen(order=(1, 0), wanted=0, pending=(1, 2))
    """

    order: Order
    wanted: int
    pending: tuple[int, int] | None = None

    def after(self, peg: int) -> Seen:
        """What is known when one more disk has been read, which is on this `peg`."""
        return _after(self, peg)


@cache
def _after(seen: Seen, peg: int) -> Seen:
    order = (peg, *(other for other in seen.order if other != peg))
    if peg == seen.wanted:
        return Seen(order, peg, seen.pending)
    return Seen(order, third(peg, seen.wanted), (peg, seen.wanted))


class Bounded(Abstract):
    """A number of which only bounds are known; there may be no upper one."""

    __slots__ = ("_high", "_low")

    def __init__(self, low: int, high: int | None = None) -> None:
        self._low, self._high = low, high

    def _signs(self, other: object) -> set[int]:
        """The signs that the difference to another number may have."""
        low, high = (other._low, other._high) if isinstance(other, Bounded) else (other, other)
        if not (isinstance(low, int) and isinstance(high, int | None)):
            self._refuse()
        above = self._high is None or self._high > low
        below = high is None or self._low < high
        equal = (high is None or self._low <= high) and (self._high is None or low <= self._high)
        return {sign for sign, is_possible in ((1, above), (-1, below), (0, equal)) if is_possible}

    def _answer(self, compare: Callable[[int, int], bool], other: object) -> bool:
        """The answer to a comparison, where it is the same for all signs that are possible."""
        answers = {compare(sign, 0) for sign in self._signs(other)}
        return answers.pop() if len(answers) == 1 else self._refuse()

    def __lt__(self, other: object) -> bool:
        return self._answer(operator.lt, other)

    def __le__(self, other: object) -> bool:
        return self._answer(operator.le, other)

    def __gt__(self, other: object) -> bool:
        return self._answer(operator.gt, other)

    def __ge__(self, other: object) -> bool:
        return self._answer(operator.ge, other)

    def __eq__(self, other: object) -> bool:
        return self._answer(operator.eq, other)

    def __ne__(self, other: object) -> bool:
        return self._answer(operator.ne, other)

    def __bool__(self) -> bool:
        return self._answer(operator.ne, 0)

    __hash__ = Abstract._refuse


class DiskCount(Bounded):
    """The number of disks, of which is known that there is one, and whether it is odd."""

    __slots__ = ("_is_odd",)

    def __init__(self, is_odd: bool) -> None:
        super().__init__(1)
        self._is_odd = is_odd

    def _asked(self) -> str:
        return "the number of disks"

    def _signs(self, other: object) -> set[int]:
        if isinstance(other, Height | Top):
            return {-sign for sign in other._signs(self)}
        return super()._signs(other)

    def __mod__(self, divisor: object) -> int:
        return int(self._is_odd) if whole(divisor) == 2 else self._refuse()

    def __and__(self, mask: object) -> int:
        return int(self._is_odd) if whole(mask) == 1 else self._refuse()


class Height(Bounded):
    """The height of a peg: whether it is 0, and whether it is the number of disks."""

    __slots__ = ("_has_all", "_peg")

    def __init__(self, peg: int, order: Order) -> None:
        super().__init__(*((1, None) if peg in order else (0, 0)))
        self._peg, self._has_all = peg, order == (peg,)

    def _asked(self) -> str:
        return f"the height of peg {self._peg}"

    def _signs(self, other: object) -> set[int]:
        if isinstance(other, DiskCount):
            return {0} if self._has_all else {-1}
        return super()._signs(other)


class Top(Bounded):
    """The top disk of a peg, or the sentinel of an empty one: its place among the three."""

    __slots__ = ("_peg", "_place")

    def __init__(self, peg: int, order: Order) -> None:
        self._peg = peg
        self._place = order.index(peg) if peg in order else len(PEGS)
        super().__init__(1 + min(self._place, len(order)), 1 if self._place == 0 else None)

    def _asked(self) -> str:
        return f"the size of the top disk of peg {self._peg}"

    def _signs(self, other: object) -> set[int]:
        if isinstance(other, Top):
            return {(self._place > other._place) - (self._place < other._place)}
        if isinstance(other, DiskCount):
            return {1} if self._place == len(PEGS) else {-1, 0}
        return super()._signs(other)


class TopMove(Abstract):
    """The move of a top disk, which may be any disk."""

    __slots__ = ("source", "target")

    def __init__(self, source: int, target: int) -> None:
        self.source, self.target = source, target

    def _asked(self) -> str:
        return "the disk that moves"


class _Column(Abstract):
    __slots__ = ("_number", "_pegs")

    def __init__(self, pegs: AbstractPegs, number: int) -> None:
        self._pegs, self._number = pegs, number

    def _asked(self) -> str:
        return f"the cells of peg {self._number}"

    def __getitem__(self, height: object) -> Top:
        if isinstance(height, Height) and height._peg == self._number:
            return self._pegs.top(self._number)
        return self._refuse()


class _PerPeg(Abstract):
    """What the pegs have of a kind, by peg."""

    __slots__ = ("_of", "_what")

    def __init__(self, what: str, of: Callable[[int], Abstract]) -> None:
        self._what, self._of = what, of

    def _asked(self) -> str:
        return self._what

    def __getitem__(self, peg: object) -> Abstract:
        return self._of(peg) if isinstance(peg, int) else self._refuse()


class AbstractPegs(Abstract):
    """Three pegs of which only that is known which has been `seen` of the disks on them.

    They have the names of `PegMatrix`. One move may be made; after it nothing is known any more.

    >>> pegs = AbstractPegs(Seen((2, 0), wanted=1), DiskCount(is_odd=True))
    >>> pegs.top(2) < pegs.top(0) < pegs.top(1), pegs.heights[1] == 0
    (True, True)
    >>> pegs.heights[2] == 3
    Traceback (most recent call last):
        ...
    hanoi_fsm.hanoi.proofs.unanswerable.Unanswerable: its memory asks for the height of peg 2, ...
    """

    __slots__ = ("_disks", "_made", "_seen", "_target")

    def __init__(self, seen: Seen, disks: DiskCount, target: int = 2) -> None:
        self._seen, self._disks, self._target = seen, disks, target
        self._made: TopMove | None = None

    @property
    def disks(self) -> DiskCount:
        return self._disks

    @property
    def cells(self) -> _PerPeg:
        return _PerPeg("the cells of the pegs", lambda peg: _Column(self, PEGS[peg]))

    @property
    def heights(self) -> _PerPeg:
        heights = "the heights of the pegs"
        return _PerPeg(heights, lambda peg: Height(PEGS[peg], self._order()))

    def __deepcopy__(self, memo: object) -> Self:
        twin = type(self)(self._seen, self._disks, self._target)
        twin._made = self._made
        return twin

    def _asked(self) -> str:
        return "the pegs after a move" if self._made is not None else "the pegs"

    def _order(self) -> Order:
        return self._refuse() if self._made is not None else self._seen.order

    def top(self, peg: int) -> Top:
        return Top(PEGS[peg], self._order())

    def move(self, source: int, target: int) -> TopMove:
        """The move with the numbers of the pegs as they are given: -1 is not 2 in the output."""
        if whole(source) is None or whole(target) is None:
            raise Unanswerable("a move between pegs that are not whole numbers")
        if not self.top(source) < self.top(target):
            raise IllegalMove(f"cannot move a disk from peg {source} to peg {target}")
        self._made = TopMove(source, target)
        return self._made

    def move_between(self, a: int, b: int) -> TopMove:
        return self.move(a, b) if self.top(a) < self.top(b) else self.move(b, a)

    def next_move(self, target: int) -> tuple[int, int] | None:
        """The next move of a shortest path to the tower on `target`, None if it is built."""
        if self._made is not None or target != self._target:
            raise Unanswerable(f"the next move to peg {target}")
        return self._seen.pending


def move_made(pegs: AbstractPegs) -> TopMove | None:
    """The move that has been made on some pegs, if any."""
    return pegs._made
