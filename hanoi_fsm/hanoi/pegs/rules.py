"""The rules of the puzzle, as checks that every room asks before it starts."""

from __future__ import annotations

import os

from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.hanoi.errors import BadDisks, BadPeg

PEGS = (0, 1, 2)
TASKS = ((0, 2), (0, 1), (1, 0), (1, 2), (2, 0), (2, 1))
"""The six tasks: all (source, target) with source != target, the usual one first."""

BYTES_A_DISK = 96
"""What one disk costs while a peg matrix is set up: its number and its place in seven columns."""


def third(a: int, b: int) -> int:
    """The peg that is neither `a` nor `b`.

    >>> third(0, 2)
    1
    """
    return 3 - a - b


def check_task(disks: int, source: int, target: int) -> None:
    """Refuse what is no task.

    Raises `BadDisks` for a negative number or for more disks than memory can hold, and `BadPeg`
    for a peg that is not 0, 1 or 2 and for a source that is the target.
    """
    check_disks(disks)
    for peg in (source, target):
        check_peg(peg)
    if source == target:
        raise BadPeg(f"source and target are both peg {source}: name two different pegs")


def check_peg(peg: int) -> None:
    """Raise `BadPeg` unless `peg` is 0, 1 or 2."""
    if not is_whole(peg) or peg not in PEGS:
        raise BadPeg(f"there is no peg {shortened(peg)}: pegs are 0, 1 and 2")


def check_disks(disks: int) -> None:
    """Raise `BadDisks` unless a tower of that many disks exists and fits into memory."""
    if not is_whole(disks) or disks < 0:
        raise BadDisks(f"the number of disks is {shortened(disks)}: give a whole number from 0 on")
    if disks > most_disks():
        raise BadDisks(
            f"{shortened(disks)} disks do not fit into the memory of this machine: "
            f"give at most {most_disks()}"
        )


def most_disks() -> int:
    """How many disks fit into half of the machine's physical memory."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2 // BYTES_A_DISK


def is_whole(number: object) -> bool:
    """Whether it is a real `int`: `True` and `2.0` compare equal to one, and are none."""
    return isinstance(number, int) and not isinstance(number, bool)
