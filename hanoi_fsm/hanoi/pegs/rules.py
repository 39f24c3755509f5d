"""The rules of the puzzle: its pegs, and the checks of numbers that a caller gives."""

import os
import re
from operator import index
from typing import SupportsIndex, cast

from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.numerals import parse_digits
from hanoi_fsm.hanoi.errors import BadDisks, BadPeg

PEGS = (0, 1, 2)
PAIRS = ((0, 2), (0, 1), (1, 0), (1, 2), (2, 0), (2, 1))
"""All (source, target) with source != target, the usual one first."""

BYTES_PER_DISK = 16
"""The cost of one disk while a peg matrix is made: 4 bytes in each of three columns, and its digit
in a configuration and in what is counted and copied of it."""

ASSUMED_MEMORY = 4 << 30
"""The bytes of memory of a system that does not report them, such as Windows."""


def third(a: int, b: int) -> int:
    """The peg that is neither `a` nor `b`."""
    return 3 - a - b


def whole(value: object) -> int | None:
    """A whole number of any type, also of numpy's, as an `int`; None for anything else.

    `True` and `2.0` are equal to whole numbers but do not count as such.

    >>> whole(7), whole(True), whole(2.0), whole("3")
    (7, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return index(cast(SupportsIndex, value))
    except TypeError:
        return None


def parse_whole(text: str) -> int:
    """The whole number that decimal digits denote, however many; `BadInput` for any other text."""
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


def check_disks(disks: object) -> int:
    """The number of disks as an `int`; `BadDisks` if it is negative or does not fit into memory."""
    number = whole(disks)
    if number is None or number < 0:
        raise BadDisks(f"invalid number of disks {shortened(disks)}: expected 0, 1, 2, ...")
    if number > (most := disks_in_memory()):
        given = f"invalid number of disks {shortened(number)}"
        raise BadDisks(f"{given}: the memory of this machine holds {most}")
    return number


def disks_in_memory() -> int:
    """How many disks fit into half of the machine's physical memory."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows; an unknown name or value
        memory = ASSUMED_MEMORY
    return (memory if memory > 0 else ASSUMED_MEMORY) // 2 // BYTES_PER_DISK
