"""The textbook recursion, plain: what every other way of solving the puzzle is measured against."""

from __future__ import annotations

from collections.abc import Iterator

from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Move, check_task, third


def recursion(disks: int, source: int = 0, target: int = 2) -> Iterator[Move]:
    """The moves by recursion; each call waits on Python's own stack, which ends at some depth.

    Raises `BadDisks` where it does, with the first move that is asked for.

    >>> [move.disk for move in recursion(3)]
    [1, 2, 1, 3, 1, 2, 1]
    """
    check_task(disks, source, target)
    return _until_the_stack_ends(disks, source, target)


def _until_the_stack_ends(disks: int, source: int, target: int) -> Iterator[Move]:
    try:
        yield from _moves(disks, source, target)
    except RecursionError:
        raise BadDisks(
            f"the recursion for {disks} disks is deeper than Python's stack: "
            "take call-stack, the same recursion with a stack of its own"
        ) from None


def _moves(disk: int, source: int, target: int) -> Iterator[Move]:
    if disk:
        spare = third(source, target)
        yield from _moves(disk - 1, source, spare)
        yield Move(disk, source, target)
        yield from _moves(disk - 1, spare, target)
