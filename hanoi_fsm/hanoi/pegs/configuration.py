"""Where the disks stand, and one disk going from peg to peg: the two values of the puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.hanoi.errors import BadConfiguration, IllegalMove
from hanoi_fsm.hanoi.pegs.rules import check_disks, check_peg, is_whole
from hanoi_fsm.hanoi.pegs.ternary import ternary, ternary_digits


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
        parts = digits if isinstance(digits, str) else [*map(str, digits)]
        word = "".join(parts)
        if word.strip("012") or len(word) != len(parts):
            place, wrong = next(
                (place, part) for place, part in enumerate(parts, 1) if part not in ("0", "1", "2")
            )
            raise BadConfiguration(
                f"{shortened(word)} is no configuration: digit {place} is {shortened(wrong)}, "
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

    def from_the_largest(self) -> Iterator[tuple[int, int]]:
        """Each disk with its peg, the largest disk first.

        >>> list(Configuration("021").from_the_largest())
        [(3, 0), (2, 2), (1, 1)]
        """
        return zip(range(len(self), 0, -1), map(int, self._digits), strict=True)

    def smaller(self, disk: int) -> Configuration:
        """The part of it that the disks smaller than `disk` are.

        >>> Configuration("0021").smaller(disk=3)
        Configuration('21')
        """
        return Configuration(self._digits[len(self) - disk + 1 :])

    def to_number(self) -> int:
        """It as a ternary number whose **right** digit is the **largest** disk (AnyState, 1993).

        >>> Configuration("100").to_number(), Configuration("001").to_number()
        (1, 9)
        """
        return ternary(self._digits[::-1])

    @classmethod
    def from_number(cls, number: int, disks: int) -> Configuration:
        """The configuration of so many `disks` that has this `number`; the inverse of `to_number`.

        Raises `BadConfiguration` unless the number is 0 .. 3**disks - 1.

        >>> Configuration.from_number(9, disks=3)
        Configuration('001')
        """
        check_disks(disks)
        if not is_whole(number) or number < 0 or (digits := ternary_digits(number, disks)) is None:
            raise BadConfiguration(
                f"{shortened(number)} is the number of no configuration of {disks} disks: "
                f"give 0 .. 3**{disks} - 1"
            )
        return cls(digits[::-1])

    def masks(self) -> tuple[int, int, int]:
        """The three pegs as bit words (hBits): bit d - 1 of a peg's is set while disk d lies there.

        The top disk of a peg is the lowest bit of its word.

        >>> Configuration("0021").masks()
        (12, 1, 2)
        """
        table = [str.maketrans("012", "".join("01"[p == q] for p in "012")) for q in "012"]
        words = [int(self._digits.translate(row) or "0", 2) for row in table]
        return (words[0], words[1], words[2])

    @classmethod
    def from_masks(cls, masks: tuple[int, int, int], disks: int) -> Configuration:
        """The configuration that three bit words show; the inverse of `masks`.

        Raises `BadConfiguration` unless each of the `disks` lowest bits is set in exactly one.

        >>> Configuration.from_masks((12, 1, 2), disks=4)
        Configuration('0021')
        """
        check_disks(disks)
        a, b, c = masks
        if min(masks) < 0 or a ^ b ^ c != (1 << disks) - 1 or a & b or b & c or a & c:
            raise BadConfiguration(
                f"the bit words {shortened(masks)} are no configuration of {disks} disks: "
                "set every disk's bit in exactly one of them"
            )
        rows = (f"{word:0{disks}b}" for word in (b, c))
        digits = "".join(str(int(on_1) + 2 * int(on_2)) for on_1, on_2 in zip(*rows, strict=True))
        return cls(digits if disks else "")

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

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows: the towers, where they fit onto a page."""
        from hanoi_fsm.hanoi.pictures.towers import MOST, picture

        bundle = {"text/plain": repr(self)}
        if len(self) <= MOST:
            bundle["image/svg+xml"] = picture(self)
        return bundle

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
