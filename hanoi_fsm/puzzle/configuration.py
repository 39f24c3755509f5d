"""Where the disks stand, and one disk going from peg to peg: the two values of the puzzle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hanoi_fsm.errors import BadConfiguration, IllegalMove, shortened
from hanoi_fsm.puzzle.rules import check_disks, check_peg


class Move(NamedTuple):
    """One disk goes from one peg to another; disk 1 is the smallest, pegs are 0, 1, 2.

    >>> print(Move(disk=1, source=0, target=2))
    disk 1: 0 -> 2
    """

    disk: int
    source: int
    target: int

    def __str__(self) -> str:
        return f"disk {self.disk}: {self.source} -> {self.target}"


class Configuration:
    """An arrangement of n disks: one peg digit a disk, **largest disk first**.

    Every word over 0, 1, 2 is a legal configuration, since the disks on one peg can only lie in
    one order. Immutable and hashable. Raises `BadConfiguration` for any other digit.

    >>> start = Configuration("000")
    >>> start.after(Move(1, 0, 2))
    Configuration('002')
    >>> start.peg(disk=3), len(start)
    (0, 3)
    """

    __slots__ = ("_digits",)
    _digits: str

    def __init__(self, digits: str | Iterable[int]) -> None:
        word = digits if isinstance(digits, str) else "".join(map(str, digits))
        wrong = word.lstrip("012")[:1]
        if wrong:
            place = len(word) - len(word.lstrip("012"))
            raise BadConfiguration(
                f"{shortened(word)} is no configuration: digit {place + 1} is {wrong!r}, "
                "expected one peg (0, 1 or 2) a disk, largest disk first"
            )
        self._digits = word

    @classmethod
    def tower(cls, disks: int, peg: int) -> Configuration:
        """All `disks` on one `peg`: where a task starts, and where it ends.

        >>> print(Configuration.tower(4, peg=2))
        2222
        """
        check_disks(disks)
        check_peg(peg)
        return cls(str(peg) * disks)

    def peg(self, disk: int) -> int:
        """The peg that `disk` (1 = the smallest) stands on."""
        if not 1 <= disk <= len(self):
            raise BadConfiguration(
                f"there is no disk {disk}: this tower has disks 1 to {len(self)}"
            )
        return int(self._digits[-disk])

    def pegs(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """The disks on each of the three pegs, from the bottom to the top.

        >>> Configuration("0021").pegs()
        ((4, 3), (1,), (2,))
        """
        stacks: tuple[list[int], list[int], list[int]] = ([], [], [])
        for disk, digit in zip(range(len(self), 0, -1), self._digits, strict=True):
            stacks[int(digit)].append(disk)
        return (tuple(stacks[0]), tuple(stacks[1]), tuple(stacks[2]))

    def after(self, move: Move) -> Configuration:
        """The configuration after a `move`; `IllegalMove` says which rule forbids it."""
        disk, source, target = move
        check_peg(source)
        check_peg(target)
        if self.peg(disk) != source:
            raise IllegalMove(f"{move} is illegal: disk {disk} lies on peg {self.peg(disk)}")
        smaller = self._digits[len(self) - disk + 1 :]
        if str(source) in smaller:
            on_top = len(smaller) - smaller.rfind(str(source))
            raise IllegalMove(f"{move} is illegal: disk {on_top} lies on disk {disk}")
        if source == target:
            raise IllegalMove(f"{move} is illegal: it goes nowhere")
        if str(target) in smaller:
            top = len(smaller) - smaller.rfind(str(target))
            raise IllegalMove(f"{move} is illegal: the smaller disk {top} lies on peg {target}")
        return Configuration(self._digits[: len(self) - disk] + str(target) + smaller)

    def __str__(self) -> str:
        return self._digits

    def __repr__(self) -> str:
        return f"Configuration({self._digits!r})"

    def __len__(self) -> int:
        return len(self._digits)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Configuration) and self._digits == other._digits

    def __hash__(self) -> int:
        return hash((Configuration, self._digits))
