"""The puzzle itself: disks, pegs, moves, configurations and tasks, without any automaton.

A `Configuration` says where the disks are, a `Move` which disk goes where, and a `Task` which tower
goes from which peg to which. `PegMatrix` are the pegs that machines work on: columns of cells, each
with a height. Cell 0 of each column holds a sentinel, the disk n + 1, which is never moved: the top
of an empty peg compares as larger than any disk, so that one comparison decides whether a move is
legal. That idea is Legalov's (2002).

All code that counts disks, pegs and steps raises these errors; for a wrong argument they are
`BadInput`, hence `ValueError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import compress, pairwise, repeat
from operator import index
from typing import NamedTuple, Self, SupportsIndex, cast

from hanoi_fsm.fsm.errors import (
    BadAction,
    BadInput,
    FsmError,
    counted,
    printable,
    shortened,
    window,
)
from hanoi_fsm.fsm.numerals import parse_digits

PEGS = (0, 1, 2)
PAIRS = ((0, 2), (0, 1), (1, 0), (1, 2), (2, 0), (2, 1))
"""All (source, target) with source != target, the usual one first."""

MOST_DISKS = 10_000_000
"""A configuration of this many disks takes 10 MB, and the matrix 60 times as much."""

MOST_RUN = 24
"""The largest tower that is run move by move before there is an answer."""

MOST_SHOWN = 40
"""The most disks that a notebook draws: smaller numerals could not be read."""


class BadDisks(BadInput):
    """A number of disks that is negative, or too large for memory, a picture or a search."""


class BadPeg(BadInput):
    """A peg that is not 0, 1 or 2, or a task whose two pegs are the same."""


class BadStep(BadInput):
    """A step that the solution does not have."""


class BadConfiguration(BadInput):
    """An invalid configuration, a disk that it lacks, or two of different sizes."""


class IllegalMove(BadAction, ValueError):
    """A move that the rules of the puzzle forbid."""


class NotOnPath(FsmError, ValueError):
    """A configuration that is not on the optimal path; `disk` is the largest one off the path."""

    def __init__(self, message: str, disk: int) -> None:
        self.disk = disk
        super().__init__(message)


def third(a: int, b: int) -> int:
    """The peg that is neither `a` nor `b`."""
    return 3 - a - b


def whole(value: object) -> int | None:
    """Convert a whole number of any type, such as numpy's, to `int`; None for anything else.

    `True` and `2.0` are equal to whole numbers but do not count as such.

    >>> whole(7), whole(True), whole(2.0), whole("3")
    (7, None, None, None)
    """
    try:
        return None if isinstance(value, bool) else index(cast(SupportsIndex, value))
    except TypeError:
        return None


def parse_whole(text: str) -> int:
    """Parse decimal digits, however many, as a whole number; `BadInput` for any other text."""
    if not re.fullmatch(r"[+-]?[0-9]+(_[0-9]+)*", text.strip()):
        raise BadInput(f"{shortened(text)} is not a whole number: write decimal digits")
    digits = text.strip().replace("_", "").lstrip("+")
    return -parse_digits(digits[1:]) if digits[0] == "-" else parse_digits(digits)


def check_peg(peg: object) -> int:
    """The peg as an `int`; `BadPeg` unless it is 0, 1 or 2."""
    number = whole(peg)
    if number is None or number not in PEGS:
        raise BadPeg(f"invalid peg {shortened(peg)}: expected 0, 1 or 2")
    return number


def check_disks(disks: object, most: int = MOST_DISKS, can: str = "can be moved") -> int:
    """The number of disks as an `int`; `BadDisks` unless it is 0 .. `most`."""
    number = whole(disks)
    if number is not None and 0 <= number <= most:
        return number
    is_whole = number is not None and number >= 0
    expected = f"at most {most:,} {can}" if is_whole else "expected 0, 1, 2, ..."
    raise BadDisks(f"invalid number of disks {shortened(disks)}: {expected}")


def check_runnable(disks: object) -> int:
    """The number of disks; `BadDisks` for more than can be run move by move before an answer."""
    return check_disks(disks, MOST_RUN, "can be run")


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


_IS_ON = [bytes(byte == digit for byte in range(256)) for digit in b"012"]
"""For each peg the table that turns its digit into 1 and the others into 0, for `translate`."""


class Configuration(str):
    """An arrangement of n disks: the word of their pegs, **largest first**.

    It is made of a string, or of an iterable of pegs. Every word over 0, 1, 2 is a legal
    configuration, since the disks on a peg have only one legal order. Raises `BadConfiguration` for
    anything else.

    >>> start = Configuration("000")
    >>> start.after(Move(1, 0, 2))
    Configuration('002')
    >>> start.peg(disk=3), len(start), start == "000"
    (0, 3, True)
    """

    __slots__ = ()

    def __new__(cls, pegs: AnyConfiguration) -> Self:
        return pegs if isinstance(pegs, cls) else str.__new__(cls, _joined(pegs))

    @classmethod
    def tower(cls, disks: int, peg: int) -> Configuration:
        """Put all `disks` on one `peg`, as at the start and the end of a task."""
        return str.__new__(cls, str(check_peg(peg)) * check_disks(disks))

    def peg(self, disk: int) -> int:
        """The peg that `disk` (1 = the smallest) is on; `BadConfiguration` if there is none."""
        number = whole(disk)
        if number is None or not 1 <= number <= len(self):
            disks = counted(len(self), "disk")
            raise BadConfiguration(f"invalid disk {shortened(disk)}: expected one of its {disks}")
        return int(self[-number])

    def on_pegs(self) -> PegMatrix:
        """The matrix of three pegs in this configuration."""
        return PegMatrix(self)

    def pegs(self) -> tuple[tuple[int, ...], ...]:
        """The disks on each of the three pegs, from the bottom to the top."""
        return tuple(map(tuple, _stacks(self)))

    def smaller(self, disk: int) -> Configuration:
        """The configuration of the disks that are smaller than `disk`."""
        return str.__new__(Configuration, self[len(self) - disk + 1 :])

    def after(self, move: Move) -> Configuration:
        """The configuration after a `move`; `IllegalMove` if the rules forbid it."""
        disk, source, target = move
        here, smaller = self.peg(disk), self.smaller(disk)
        pegs = {str(check_peg(source)), str(check_peg(target))}
        if here != source or source == target or not pegs.isdisjoint(smaller):
            expected = "expected the disk on its source, and no smaller one there or on the target"
            raise IllegalMove(f"illegal move {move} in {shortened(str(self))}: {expected}")
        return str.__new__(Configuration, f"{self[: len(self) - disk]}{target}{smaller}")

    def _repr_svg_(self) -> str | None:
        """Draw the towers for a notebook, if they fit on a page."""
        from hanoi_fsm.hanoi.pictures.towers import picture

        return picture(self) if len(self) <= MOST_SHOWN else None

    def __repr__(self) -> str:
        return f"Configuration({super().__repr__()})"


def _stacks(digits: str) -> Iterator[Iterator[int]]:
    """The disks on each peg of a configuration, from the bottom to the top."""
    disks, on = range(len(digits), 0, -1), digits.encode()
    # Stripping the zeros at the end saves a search, above all for an empty peg.
    return (compress(disks, on.translate(is_on).rstrip(b"\0")) for is_on in _IS_ON)


AnyConfiguration = str | Iterable[int]
"""The types that functions accept as a configuration."""


def _joined(pegs: object) -> str:
    """Join the digits of a string or of an iterable of pegs; bytes are neither."""
    digits = "?"
    if isinstance(pegs, str):
        digits = str(pegs)
    elif isinstance(pegs, Iterable) and not isinstance(pegs, bytes | bytearray):
        digits = "".join(str(peg) if peg in PEGS else "?" for peg in map(whole, pegs))
    if wrong := digits.lstrip("012"):
        place = f"digit {len(digits) - len(wrong) + 1} is not a peg"
        raise BadConfiguration(
            f"invalid configuration {shortened(pegs)}: {place}, expected one peg (0, 1 or 2) per "
            "disk, as a string or an iterable, largest disk first"
        )
    return digits


class _Moves(dict[int, list[list[Move]]]):
    """The moves by disk, source and target; each is made once, since looking it up is faster."""

    __wrapped__ = Move

    def __missing__(self, disk: int) -> list[list[Move]]:
        self[disk] = [[Move(disk, source, target) for target in PEGS] for source in PEGS]
        return self[disk]


_MOVES = _Moves()


class PegMatrix:
    """Three pegs of n + 1 cells in a configuration, changed in place by legal moves only.

    It is made in time linear in the disks.

    >>> pegs = PegMatrix("000")
    >>> pegs.move(0, 2)
    Move(disk=1, source=0, target=2)
    >>> print(pegs, "=", pegs.configuration())
    3 2 | - | 1 = 002
    """

    __slots__ = ("cells", "disks", "heights")

    def __init__(self, configuration: AnyConfiguration) -> None:
        word = Configuration(configuration)
        self.disks = disks = len(word)
        self.heights: list[int] = []
        self.cells: list[list[int]] = []
        for stack in _stacks(word):
            column = [disks + 1, *stack]
            self.heights.append(len(column) - 1)
            column.extend(repeat(0, disks + 1 - len(column)))
            self.cells.append(column)

    def __deepcopy__(self, memo: object) -> Self:
        """Make an equal matrix that shares no cell with this one, faster than the default."""
        twin = self.__new__(type(self))
        twin.disks, twin.heights = self.disks, self.heights[:]
        twin.cells = [column[:] for column in self.cells]
        return twin

    def top(self, peg: int) -> int:
        """The disk on top of `peg`; n + 1, the sentinel, if the peg is empty."""
        return self.cells[peg][self.heights[peg]]

    def larger_on_smaller(self) -> bool:
        """Return whether any disk lies on a smaller one."""
        ends = zip(self.cells, self.heights, strict=True)
        stacks = (column[: height + 1] for column, height in ends)
        return any(below <= disk for stack in stacks for below, disk in pairwise(stack))

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
        return _MOVES[disk][source][target]

    def made(self, item: object) -> Move:
        """Make a given move, which is a `Move` or a pair (source, target).

        Raises `IllegalMove`, too, for anything else, and for a disk that is not on top.
        """
        try:
            *disks, source, target = cast("Iterable[object]", item)
            pegs = check_peg(source), check_peg(target)
        except (TypeError, ValueError):
            wrong = f"{printable(shortened(item))}, which is neither a move nor a pair of pegs"
            raise IllegalMove(wrong) from None
        move = self.move(*pegs)
        if disks not in ([], [move.disk]):
            wrong = f"{printable(shortened(item))}, but disk {move.disk} is on top of peg {source}"
            raise IllegalMove(wrong)
        return move

    def move_between(self, a: int, b: int) -> Move:
        """Make the one legal move between two pegs: the smaller top goes onto the larger.

        Raises `IllegalMove` if both are empty.
        """
        cells, heights = self.cells, self.heights
        if cells[a][heights[a]] >= cells[b][heights[b]]:
            a, b = b, a
        return self.move(a, b)

    def next_move(self, target: int) -> tuple[int, int]:
        """The pegs of the first move of the shortest path to the tower on `target`.

        It reads the pegs from the largest disk down: a disk that is not where it is wanted has to
        move there, and before that all smaller ones to the third peg. If no move is left, both pegs
        are the `target`.
        """
        where = [0] * (self.disks + 1)
        for peg in range(1, 3):
            for height in range(1, self.heights[peg] + 1):
                where[self.cells[peg][height]] = peg
        source = goal = wanted = target
        for disk in range(self.disks, 0, -1):
            peg = where[disk]
            if peg != wanted:
                source, goal = peg, wanted
                wanted = third(peg, wanted)
        return source, goal

    def _why_not(self, source: int, target: int) -> str:
        pegs = f"from peg {source} to peg {target}"
        if self.heights[source] == 0:
            return f"no disk can move {pegs}: peg {source} is empty"
        there = "it is already" if source == target else f"the smaller disk {self.top(target)} is"
        return f"disk {self.top(source)} cannot move {pegs}: {there} there"

    def stack(self, peg: int) -> list[int]:
        """The disks on `peg`, from the bottom to the top."""
        return [*self.cells[peg][1 : self.heights[peg] + 1]]

    def configuration(self) -> Configuration:
        return Configuration(self.digits())

    def digits(self) -> str:
        """The peg of each disk, the largest first: the text of the configuration."""
        digits = bytearray(b"0" * self.disks)
        for peg in (1, 2):
            for disk in self.cells[peg][1 : self.heights[peg] + 1]:
                digits[-disk] = b"012"[peg]
        return digits.decode()

    key = digits  # of a memory that has the pegs

    def __repr__(self) -> str:
        return f"PegMatrix({shortened(str(self.configuration()), 60)})"

    def __str__(self) -> str:
        """The three stacks side by side, bottom first; `-` for an empty peg, dots in a high one."""
        ends = zip(self.cells, self.heights, strict=True)
        stacks = (window(column, 1, height + 1) for column, height in ends)
        return " | ".join(" ".join(map(str, stack)) or "-" for stack in stacks)


@dataclass(frozen=True, slots=True)
class Task:
    """Move a tower of `disks` from the peg `source` to the peg `target`; an immutable value.

    Raises `BadDisks` for a negative number of disks or too many, and `BadPeg` for a peg that is not
    0, 1 or 2 and for a source that is the target.

    >>> task = Task(3)
    >>> print(task)
    3 disks from 0 to 2
    >>> task.spare, task.last_step, task.start, task.goal
    (1, 7, Configuration('000'), Configuration('222'))
    """

    disks: int
    source: int = 0
    target: int = 2

    def __post_init__(self) -> None:
        object.__setattr__(self, "disks", check_disks(self.disks))
        object.__setattr__(self, "source", check_peg(self.source))
        object.__setattr__(self, "target", check_peg(self.target))
        if self.source == self.target:
            both = f"`source=` and `target=` are both peg {self.source}"
            raise BadPeg(f"{both}: give two different pegs")

    @property
    def spare(self) -> int:
        return third(self.source, self.target)

    @property
    def last_step(self) -> int:
        """The number of steps of the solution, 2**disks - 1."""
        return (1 << self.disks) - 1

    @property
    def start(self) -> Configuration:
        return Configuration.tower(self.disks, self.source)

    @property
    def goal(self) -> Configuration:
        return Configuration.tower(self.disks, self.target)

    def __str__(self) -> str:
        return f"{counted(self.disks, 'disk')} from {self.source} to {self.target}"
