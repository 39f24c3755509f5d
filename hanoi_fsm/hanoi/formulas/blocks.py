"""The solution in blocks that are copied in memory, instead of computed move by move.

In the numbering of hBits the first 2**k - 1 moves do not depend on the number of disks. Let a block
be the 2**k moves that begin at a step a * 2**k, a >= 1. All but its first move are those first
2**k - 1 moves with r = a * 2**k added to every peg (modulo 3), and the first one goes from r - b to
r + b, where b is the lowest set bit of a * 2**k (modulo 3). So there are only six different blocks
of bytes (three values of r, two of b), which are made once, by doubling, and reused.

This is a fourth way to the solution besides the three families of formulas, which it is tested
against. Steps may have any size: arithmetic on all their bits is done once.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from hanoi_fsm.hanoi.formulas import LOW, check_steps, far_before, hbits_pegs
from hanoi_fsm.hanoi.pegs import PEGS, Move, Task

Item = Any  # a move, or what is made of it: a text, the number of a byte

BYTES_WIDTH = 16
"""Blocks of bytes have 2**16 moves: all six of them fit into the cache of a core."""
LIST_WIDTH = 10
"""Lists have 2**10 items: enough to be fast, few enough for the first one to be ready soon."""


def stream(
    disks: int, source: int = 0, target: int = 2, start: int = 1, stop: int | None = None
) -> Iterator[bytes]:
    r"""The moves of the steps `start` .. `stop` - 1 as bytes, one per move, in blocks.

    A move from peg a to peg b is the byte 3*a + b; by default the last step is the last one of the
    solution. The same object may be yielded repeatedly. Raises `BadDisks`, `BadPeg` and `BadStep`
    at the call.

    >>> [divmod(move, 3) for block in stream(2) for move in block]
    [(0, 1), (0, 2), (1, 2)]
    >>> b"".join(stream(10**6, start=2**900 - 1, stop=2**900 + 2))
    b'\x05\x01\x06'
    """
    task = Task(disks, source, target)
    rows, first, parts = _laid_out(
        task, start, stop, BYTES_WIDTH, bytearray(1), lambda move: 3 * move.source + move.target
    )

    @cache
    def block(turn: int, odd: int) -> bytes:
        return bytes([first(turn, odd)]) + bytes(rows[turn][1:])

    return (block(turn, disk % 2)[begin:end] for turn, disk, begin, end in parts)


def blocks_of(
    start: int, stop: int, task: Task, item: Callable[[Move], Item] = lambda move: move
) -> Iterator[list[Item]]:
    """Yield lists of the moves of the steps `start`, ..., `stop` - 1, as `moves` gives them.

    `item` may convert each move; it must depend on the move alone, and is called for a few only.
    Lists are copied, compared and joined without any work per move in Python. The arguments are
    checked at the call, not when the first list is asked for.

    >>> [[move.disk for move in block] for block in blocks_of(1, 8, Task(3))]
    [[1, 2, 1, 3, 1, 2, 1]]
    >>> list(blocks_of(5, 8, Task(3), str))
    [['disk 1: 1 -> 0', 'disk 2: 1 -> 2', 'disk 1: 0 -> 2']]
    """
    rows, first, parts = _laid_out(task, start, stop, LIST_WIDTH, [None], item)
    return ([first(turn, disk), *rows[turn][1:]][begin:end] for turn, disk, begin, end in parts)


def _disk(step: int) -> int:
    return (step & -step).bit_length()


def _laid_out(
    task: Task, start: int, stop: int | None, most: int, one: Item, item: Callable[[Move], Item]
) -> tuple[list[Item], Callable[[int, int], Item], Iterator[tuple[int, int, int, int]]]:
    """Lay out three rows of items; return them, a function for first items, and the blocks.

    A block is its turn, the disk of its first move, and the range of its items that are used.

    A row has the items of the first 2**width - 1 moves, with the pegs turned by 0, 1 or 2. Step k
    has index k: a block begins with an item of its own, and goes on like the row of its turn. For
    few steps blocks are smaller, and so cheap. Only the first and the last block may be used in
    part. Step 0 has no move: a first block that begins there leaves it out.
    """
    start, stop = check_steps(start, stop, task)
    pegs, width = hbits_pegs(task), min(most, max(0, stop - start).bit_length())
    rows, size = [one * (1 << width) for _ in PEGS], 1 << width

    def first(turn: int, disk: int) -> Item:
        """The item of a move of `disk` in a step that is `turn` modulo 3."""
        lowest = 2 - disk % 2  # the lowest set bit of the step, modulo 3
        return item(Move(disk, pegs[(turn - lowest) % 3], pegs[(turn + lowest) % 3]))

    for disk in range(1, width + 1):
        step = 1 << disk - 1
        for turn, row in enumerate(rows):
            after = (turn + step) % 3  # the turn of the items from this step on
            row[step : 2 * step] = rows[after][:step]
            row[step] = first(after, disk)
    far = far_before(start)
    near, end = start - far, stop - far
    parts = (
        (at % 3, _disk(at if at & LOW else at + far), max(0, near - at), min(at + size, end) - at)
        for at in range(near - near % size, end, size)
    )
    return rows, first, parts
