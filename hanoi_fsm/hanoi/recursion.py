"""The textbook recursion, plain: what every other solution of the puzzle is measured against."""

from __future__ import annotations

from collections.abc import Iterator

from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Move, Task, counted_disks, third


def recursion(task: Task) -> Iterator[Move]:
    """The moves by recursion; every call waits on Python's own stack, whose depth is limited.

    Raises `BadDisks` beyond that depth, when the first move is asked for.

    >>> [move.disk for move in recursion(Task(3))]
    [1, 2, 1, 3, 1, 2, 1]
    """
    try:
        yield from _moves(task.disks, task.source, task.target)
    except RecursionError:
        raise BadDisks(
            f"the recursion for {counted_disks(task.disks)} is deeper than Python's stack: "
            "use call-stack, the same recursion with a stack of its own"
        ) from None


def _moves(disk: int, source: int, target: int) -> Iterator[Move]:
    if disk:
        spare = third(source, target)
        yield from _moves(disk - 1, source, spare)
        yield Move(disk, source, target)
        yield from _moves(disk - 1, spare, target)
