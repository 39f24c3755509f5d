"""The two values of the puzzle: where the disks are, and the move of one disk."""

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple

from hanoi_fsm.fsm.errors import counted, shortened
from hanoi_fsm.fsm.numerals import digits_of, parse_digits
from hanoi_fsm.hanoi.errors import BadConfiguration, IllegalMove
from hanoi_fsm.hanoi.pegs.rules import PEGS, check_disks, check_peg, whole

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.pegs.matrix import PegMatrix

_DIGITS = b"012"
_IS_ON = [bytes(byte == digit for byte in range(256)) for digit in _DIGITS]
"""For each peg the table that turns its digit into 1 and the others into 0, for `translate`."""
_BITS = [bytes(b"01"[byte] for byte in table) for table in _IS_ON]


class Move(NamedTuple):
    """One disk goes from one peg to another; disk 1 is the smallest, the pegs are 0, 1, 2.

    >>> print(Move(disk=1, source=0, target=2))
    disk 1: 0 -> 2
    """

    disk: int
    source: int
    target: int

    def __str__(self) -> str:
        return f"disk {self.disk}: {self.source} -> {self.target}"


class Configuration:
    """An arrangement of n disks: one peg per disk, as a string or an iterable, **largest first**.

    Every word over 0, 1, 2 is a legal configuration, since the disks on a peg have only one legal
    order. Immutable and hashable. Raises `BadConfiguration` for anything else.

    >>> start = Configuration("000")
    >>> start.after(Move(1, 0, 2))
    Configuration('002')
    >>> start.peg(disk=3), len(start)
    (0, 3)
    """

    __slots__ = ("_digits",)
    _digits: str

    def __init__(self, digits: str | Iterable[int]) -> None:
        self._digits = _joined(digits)

    @classmethod
    def of(cls, value: "AnyConfiguration") -> "Configuration":
        """The `value` itself where it is a `Configuration`, else the one that its digits denote."""
        return value if isinstance(value, Configuration) else cls(value)

    @classmethod
    def tower(cls, disks: int, peg: int) -> "Configuration":
        """All `disks` on one `peg`: where a task starts, and where it ends."""
        return cls._of(str(check_peg(peg)) * check_disks(disks))

    @classmethod
    def _of(cls, digits: str) -> "Configuration":
        """The configuration of digits that need no check."""
        made = cls.__new__(cls)
        made._digits = digits
        return made

    def peg(self, disk: int) -> int:
        """The peg that `disk` (1 = the smallest) is on; `BadConfiguration` if there is none."""
        number = whole(disk)
        if number is None or not 1 <= number <= len(self):
            expected = f"expected 1 .. {len(self)}" if len(self) else "there are no disks"
            raise BadConfiguration(f"invalid disk {shortened(disk)}: {expected}")
        return int(self._digits[-number])

    def on_pegs(self) -> "PegMatrix":
        """The matrix of three pegs in this configuration."""
        from hanoi_fsm.hanoi.pegs.matrix import PegMatrix

        return PegMatrix.standing(self)

    def from_the_largest(self) -> Iterator[tuple[int, int]]:
        """Each disk with its peg, the largest disk first."""
        return zip(range(len(self), 0, -1), map(int, self._digits), strict=True)

    def stack(self, peg: int) -> Iterator[int]:
        """The disks on `peg` (0, 1 or 2), from the bottom to the top."""
        disks = range(len(self), 0, -1)
        if (count := self._digits.count(str(peg))) in (0, len(self)):
            return iter(disks[:count])
        return compress(disks, self._digits.encode().translate(_IS_ON[peg]))

    def smaller(self, disk: int) -> "Configuration":
        return self._of(self._digits[len(self) - disk + 1 :])

    def to_number(self) -> int:
        """The ternary number whose **right** digit is the **largest** disk (AnyState, 1993).

        >>> Configuration("100").to_number(), Configuration("001").to_number()
        (1, 9)
        """
        return parse_digits(self._digits[::-1] or "0", base=3)

    @classmethod
    def from_number(cls, number: int, disks: int) -> "Configuration":
        """The configuration of `disks` disks with this `number`; the inverse of `to_number`.

        Raises `BadConfiguration` unless the number is 0 .. 3**disks - 1.
        """
        disks, n = check_disks(disks), whole(number)
        digits = digits_of(n or 0, base=3).removeprefix("0").zfill(disks)
        if n is None or n < 0 or len(digits) > disks:
            raise BadConfiguration(
                f"invalid configuration number {shortened(number)}: "
                f"expected 0 .. 3**{disks} - 1 for {counted(disks, 'disk')}"
            )
        return cls._of(digits[::-1])

    def masks(self) -> tuple[int, int, int]:
        """The three pegs as bit masks (hBits): bit d - 1 of a peg's mask is set if disk d is on it.

        >>> Configuration("0021").masks()
        (12, 1, 2)
        """
        bits = self._digits.encode()
        masks = [int(bits.translate(_BITS[peg]) or b"0", 2) for peg in PEGS]
        return masks[0], masks[1], masks[2]

    @classmethod
    def from_masks(cls, masks: tuple[int, int, int], disks: int) -> "Configuration":
        """The configuration that three bit masks denote; the inverse of `masks`.

        Raises `BadConfiguration` unless each of the `disks` lowest bits is set in exactly one.
        """
        disks = check_disks(disks)
        a, b, c = (-1 if (word := whole(mask)) is None else word for mask in masks)
        if min(a, b, c) < 0 or a ^ b ^ c != (1 << disks) - 1 or a & b or b & c or a & c:
            raise BadConfiguration(
                f"invalid bit masks {shortened(masks)}: expected the bit of each of "
                f"{counted(disks, 'disk')} in exactly one of them"
            )
        # Read in base 16 the bits are so far apart that their sum has the digits 0, 1 and 2.
        number = int(f"{b:b}", 16) + 2 * int(f"{c:b}", 16)
        return cls._of(f"{number:0{disks}x}" if disks else "")

    def pegs(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """The disks on each of the three pegs, from the bottom to the top."""
        return (tuple(self.stack(0)), tuple(self.stack(1)), tuple(self.stack(2)))

    def after(self, move: Move) -> "Configuration":
        """The configuration after a `move`; `IllegalMove` says which rule forbids it."""
        disk, source, target = move
        source, target = check_peg(source), check_peg(target)
        here = self.peg(disk)
        smaller = self._digits[len(self) - disk + 1 :]
        top = {peg: len(smaller) - smaller.rfind(str(peg)) for peg in (source, target)}
        if here != source:
            why = f"disk {disk} is on peg {here}"
        elif str(source) in smaller:
            why = f"disk {top[source]} is on disk {disk}"
        elif source == target:
            why = "source and target are the same peg"
        elif str(target) in smaller:
            why = f"the smaller disk {top[target]} is on peg {target}"
        else:
            return self._of(self._digits[: len(self) - disk] + str(target) + smaller)
        raise IllegalMove(f"{move} is illegal: {why}")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows: the towers, if they fit on a page."""
        from hanoi_fsm.hanoi.pictures.towers import MAX_DISKS_DRAWN, picture

        bundle = {"text/plain": repr(self)}
        if len(self) <= MAX_DISKS_DRAWN:
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


_DIGIT_OF: dict[object, str] = {peg: digit for digit in "012" for peg in (digit, int(digit))}

AnyConfiguration = Configuration | str | Iterable[int]
"""What functions accept as a configuration; see `Configuration.of`."""


def _joined(pegs: Any) -> str:
    """The digits of a string, or of any iterable of pegs but bytes, which are neither."""
    if isinstance(pegs, str):
        digits = str.__str__(pegs)  # a plain str, even where given a subclass
        if digits.isascii() and not digits.encode().translate(None, _DIGITS):
            return digits
    if isinstance(pegs, bytes | bytearray) or not isinstance(pegs, Iterable):
        raise BadConfiguration(
            f"invalid configuration {shortened(pegs)}: "
            "expected a string like '0021', or an iterable of pegs, largest disk first"
        )
    text = f" {shortened(pegs)}" if isinstance(pegs, str) else ""
    found = []
    for place, peg in enumerate(pegs, 1):
        digit = _DIGIT_OF.get(peg if text else whole(peg))
        if digit is None:
            raise BadConfiguration(
                f"invalid configuration{text}: digit {place} is {shortened(peg)}, "
                "expected one peg (0, 1 or 2) per disk, largest disk first"
            )
        found.append(digit)
    return "".join(found)
