"""Closed formulas: any step of the solution without the steps before it.

Three families give the same sequence of moves, each in its own way, so that they check each other:
`legalov` (counted from the step's trailing zeros), `hbits` (two bit tricks and a remainder) and
`itinerary` (each disk's own round trip). They are the oracle that every machine is judged by, and
share no code with any of them. Steps count from 1 to 2**n - 1; configuration i is the one after i
steps. Steps are whole numbers of any size: a tower of 1,000 disks answers at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hanoi_fsm.fsm.errors import UnknownName, shortened
from hanoi_fsm.hanoi.errors import BadStep
from hanoi_fsm.hanoi.pegs import Configuration, Move, check_task, is_whole, third

Family = Callable[[int, int, int, int], Move]
"""A formula: (step, disks, source, target) to the move made in that step."""


def legalov(step: int, disks: int, source: int = 0, target: int = 2) -> Move:
    """The move of a `step` after Legalov (2002): every disk walks round the pegs in one direction.

    The disk is the number of trailing zero bits plus 1; the bits above count its moves so far.

    >>> legalov(10**300, disks=1000)
    Move(disk=301, source=0, target=1)
    """
    disk = (step & -step).bit_length()
    shifts = (step >> disk) + 1
    delta = 2 if (disk - disks) % 2 == 0 else 1
    pegs = (source, third(source, target), target)
    return Move(disk, pegs[delta * (shifts - 1) % 3], pegs[delta * shifts % 3])


def hbits(step: int, disks: int, source: int = 0, target: int = 2) -> Move:
    """The move of a `step` after hBits: `i & (i-1)` modulo 3 goes to `(i | (i-1)) + 1` modulo 3.

    In its own numbering a tower starts on peg 0 and ends on peg 2 when it is odd, on peg 1 when it
    is even; here the pegs are renamed so that it ends on `target`.

    >>> hbits(4, disks=3)
    Move(disk=3, source=0, target=2)
    """
    spare = third(source, target)
    pegs = (source, spare, target) if disks % 2 else (source, target, spare)
    below = step - 1
    disk = (step ^ below).bit_length()
    return Move(disk, pegs[(step & below) % 3], pegs[((step | below) + 1) % 3])


def itinerary(step: int, disks: int, source: int = 0, target: int = 2) -> Move:
    """The move of a `step` from the itinerary of its disk (Scheme, Towers of Hanoi 3, 2007).

    Disk p moves at the steps 2**(p-1) modulo 2**p and makes one round over and over again:
    source, target, spare where p and n are both odd or both even, else source, spare, target.

    >>> itinerary(6, disks=3)
    Move(disk=2, source=1, target=2)
    """
    digits = f"{step:b}"
    disk = len(digits) - digits.rindex("1")
    stops = itinerary_of(disk, disks, source, target)
    turn = step >> disk
    return Move(disk, stops[turn % 3], stops[(turn + 1) % 3])


def itinerary_of(disk: int, disks: int, source: int = 0, target: int = 2) -> tuple[int, int, int]:
    """The three pegs that `disk` visits in turn, beginning at `source`.

    >>> itinerary_of(disk=1, disks=4), itinerary_of(disk=4, disks=4)
    ((0, 1, 2), (0, 2, 1))
    """
    spare = third(source, target)
    return (source, spare, target) if (disk - disks) % 2 else (source, target, spare)


FAMILIES: dict[str, Family] = {"formula": legalov, "hbits": hbits, "itinerary": itinerary}
"""The families by the names that the command line gives them."""

SOURCES = {
    "formula": ("Legalov 2002", "the closed formula: trailing zeros and a count of turns"),
    "hbits": ("hBits", "two bit tricks and a remainder"),
    "itinerary": ("Scheme 2007", "the round trip of each disk"),
}
"""Whose idea each family is, and what it is, in a few words."""


def family(name: str) -> Family:
    """The family of that `name`; `UnknownName` where there is none."""
    if name not in FAMILIES:
        raise UnknownName.among("formula", name, list(FAMILIES))
    return FAMILIES[name]


def last_step(disks: int) -> int:
    """How many steps the solution for `disks` has: 2**disks - 1."""
    return (1 << disks) - 1


def move(step: int, disks: int, source: int = 0, target: int = 2, by: Family = legalov) -> Move:
    """The move made in `step` (1 .. 2**disks - 1) of the solution.

    Raises `BadStep` outside that range, and whatever `check_task` refuses.

    >>> print(move(step=5, disks=3))
    disk 1: 1 -> 0
    """
    check_task(disks, source, target)
    check_step(step, disks, first=1)
    return by(step, disks, source, target)


def moves(
    start: int,
    stop: int,
    disks: int,
    source: int = 0,
    target: int = 2,
    by: Family = legalov,
) -> Iterator[Move]:
    """The moves of the steps `start`, ..., `stop` - 1, as `range` counts; made one at a time.

    The arguments are checked at the call, not when the first move is asked for.

    >>> [str(m) for m in moves(1, 4, disks=2)]
    ['disk 1: 0 -> 1', 'disk 2: 0 -> 2', 'disk 1: 1 -> 2']
    """
    check_task(disks, source, target)
    check_step(start, disks, first=1, last=last_step(disks) + 1)
    check_step(stop, disks, first=1, last=last_step(disks) + 1)
    return (by(step, disks, source, target) for step in range(start, stop))


def configuration(step: int, disks: int, source: int = 0, target: int = 2) -> Configuration:
    """Where the disks stand after `step` steps (0 .. 2**disks - 1), in time linear in `disks`.

    Disk p has moved (step + 2**(p-1)) >> p times by then, and only the remainder of that by 3
    matters: it is carried along from the highest bit down.

    >>> print(configuration(step=15, disks=4))
    2222
    """
    check_task(disks, source, target)
    check_step(step, disks, first=0)
    digits = []
    turns = 0  # step >> disk, modulo 3
    for disk, bit in zip(range(disks, 0, -1), bits(step, disks), strict=True):
        digits.append(itinerary_of(disk, disks, source, target)[(turns + bit) % 3])
        turns = (2 * turns + bit) % 3
    return Configuration(digits)


def bits(number: int, width: int) -> Iterator[int]:
    """The `width` lowest bits of a number, highest first, in linear time.

    >>> list(bits(6, width=4))
    [0, 1, 1, 0]
    """
    return map(int, f"{number:0{width}b}" if width else "")


def check_step(step: int, disks: int, first: int, last: int | None = None) -> None:
    """Raise `BadStep` unless `step` is a whole number from `first` to `last` (2**disks - 1)."""
    if last is None:
        last = last_step(disks)
    if is_whole(step) and first <= step <= last:
        return
    has = (
        f"{disks} disks take {last_step(disks)} steps"
        if disks <= 64
        else f"the last is 2**{disks} - 1"
    )
    raise BadStep(f"there is no step {shortened(step)}: {has}, give a number from {first} on")
