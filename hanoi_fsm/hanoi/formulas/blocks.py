"""The solution in blocks: memory is copied, and moves are not computed one by one.

In the numbering of hBits the first 2**k - 1 moves do not depend on the number of disks. Let a block
be the 2**k moves that begin at a step a * 2**k, a >= 1. All but its first move are those first
2**k - 1 moves with r = a * 2**k added to every peg (modulo 3), and the first one goes from r - b to
r + b, where b is the lowest set bit of a * 2**k (modulo 3). So there are only six different blocks
of bytes (three values of r, two of b), which are made once, by doubling, and reused.

This is a fourth way to the solution besides the three families of formulas, which it is tested
against. Steps may have any size: arithmetic on all their digits is done once per block.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from hanoi_fsm.hanoi.formulas import check_step
from hanoi_fsm.hanoi.pegs import PEGS, Move, Task

_Item = TypeVar("_Item")
_Pegs = tuple[int, int, int]

BYTES_WIDTH = 16
"""Blocks of bytes have 2**16 moves: all six of them fit into the cache of a core."""
LIST_WIDTH = 10
"""Lists have 2**10 items: enough to be fast, few enough for the first one to be ready at once."""


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
    start, stop = _window(start, stop, task)
    width, pegs = _width(start, stop, BYTES_WIDTH), _renamed(task)
    rows = [bytearray(1 << width) for _ in PEGS]
    _fill(rows, width, pegs, _code)
    kinds = {
        (turn, odd): bytes([_code(_first(turn, odd, pegs))]) + row[1:]
        for turn, row in enumerate(rows)
        for odd in range(2)
    }
    return (
        kinds[turn, zeros % 2][begin:end] for turn, zeros, begin, end in _blocks(start, stop, width)
    )


def move_blocks(start: int, stop: int, task: Task) -> Iterator[list[Move]]:
    """The moves of the steps `start`, ..., `stop` - 1, as `moves` gives them, in lists.

    Lists are compared and joined without any work per move in Python. The arguments are checked at
    the call, not when the first list is asked for.

    >>> [[move.disk for move in block] for block in move_blocks(1, 8, Task(3))]
    [[1, 2, 1, 3, 1, 2, 1]]
    """
    return blocks_of(start, stop, task, lambda move: move)


def blocks_of(
    start: int, stop: int, task: Task, item: Callable[[Move], _Item]
) -> Iterator[list[_Item]]:
    """What `item` makes of each move, in lists like those of `move_blocks`.

    It must depend on the move alone, and is called for a few moves only: lists are copied.

    >>> list(blocks_of(5, 8, Task(3), lambda move: str(move.disk)))
    [['1', '2', '1']]
    """
    start, stop = _window(start, stop, task)
    width = _width(start, stop, LIST_WIDTH)
    pegs = _renamed(task)
    rows: list[list[Any]] = [[None] * (1 << width) for _ in range(3)]
    _fill(rows, width, pegs, item)
    return (
        [item(_first(turn, zeros, pegs)), *rows[turn][1:]][begin:end]
        for turn, zeros, begin, end in _blocks(start, stop, width)
    )


def _window(start: int, stop: int | None, task: Task) -> tuple[int, int]:
    """The first step and the one after the last, as `moves` checks them."""
    after_last = task.last_step + 1
    start = check_step(start, task, first=1, last=after_last)
    return start, check_step(after_last if stop is None else stop, task, first=1, last=after_last)


def _width(start: int, stop: int, most: int) -> int:
    """The k of blocks of 2**k steps: smaller for few steps, so that these cost little."""
    return min(most, max(0, stop - start).bit_length())


def _renamed(task: Task) -> _Pegs:
    """The pegs that 0, 1 and 2 of hBits stand for: it moves an odd tower to 2, an even one to 1."""
    source, spare, target = task.source, task.spare, task.target
    return (source, spare, target) if task.disks % 2 else (source, target, spare)


def _first(turn: int, zeros: int, pegs: _Pegs) -> Move:
    """The move in a step that has these trailing zeros and is `turn` modulo 3."""
    lowest = 1 + zeros % 2  # 2**zeros, modulo 3
    return Move(zeros + 1, pegs[(turn - lowest) % 3], pegs[(turn + lowest) % 3])


def _fill(rows: Sequence[Any], width: int, pegs: _Pegs, item: Callable[[Move], object]) -> None:
    """Fill three rows with the first 2**width - 1 moves, with the pegs turned by 0, 1 and 2.

    The item of step k is at index k: a block begins with an item of its own, and goes on as the row
    of its turn does.
    """
    for zeros in range(width):
        step = 1 << zeros
        for turn, row in enumerate(rows):
            after = (turn + 1 + zeros % 2) % 3  # the turn after this step
            row[step : 2 * step] = rows[after][:step]
            row[step] = item(_first(after, zeros, pegs))


def _blocks(start: int, stop: int, width: int) -> Iterator[tuple[int, int, int, int]]:
    """For each block from `start` to `stop`: turn, trailing zeros, begin and end within the block.

    Only the first and the last block may be used in part. Step 0 has no move: where the first block
    begins there, `start` leaves it out.
    """
    size = 1 << width
    for first in range(start - start % size, stop, size):
        zeros = (first & -first).bit_length() - 1
        yield first % 3, zeros, max(0, start - first), min(size, stop - first)


def _code(move: Move) -> int:
    return 3 * move.source + move.target
