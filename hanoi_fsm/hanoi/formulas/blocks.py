"""The solution in blocks: memory is copied, and no move is computed by itself.

In the numbering of hBits the first 2**k - 1 moves do not depend on the number of disks. Let a block
be the 2**k moves from a step on that is a multiple a * 2**k, a >= 1. All but its first move are
those first 2**k - 1 moves with every peg turned by r = a * 2**k (modulo 3), and the first one goes
from r - b to r + b, where b is the lowest set bit of a * 2**k (modulo 3). So blocks of bytes are of
six kinds (three turns, b is 1 or 2), which are made once, by doubling, and given again and again.

This is a fourth way to the solution besides the three families of `solution`, which it is tested
against. Steps may have any size: only once in 2**40 moves is anything done with all their digits.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from hanoi_fsm.hanoi.formulas.solution import check_step
from hanoi_fsm.hanoi.pegs import Move, Task

Buffer = bytes | bytearray | memoryview
"""Bytes in memory; any other object with a buffer of bytes will do, too."""
_Block = TypeVar("_Block", bytes, list[Move], list[str])
_Pegs = tuple[int, int, int]

BYTES = 16
"""Blocks of bytes have 2**16 moves: their six kinds stay in the cache of a core."""
ITEMS = 10
"""Lists have 2**10 items: enough to be fast, few enough for the first one to be ready at once."""
COUNTED = 40
"""The low bits of a step that are counted in a small number; an even number of them."""


def stream(
    disks: int, source: int = 0, target: int = 2, start: int = 1, stop: int | None = None
) -> Iterator[bytes]:
    r"""The moves of the steps `start` .. `stop` - 1 as bytes, one per move, in blocks.

    A move from peg a to peg b is the byte 3*a + b; by default the last step is the last one of the
    solution. Raises `BadDisks`, `BadPeg` and `BadStep` at the call. A block may be an object that
    came before, so that only copying takes time.

    >>> [divmod(move, 3) for block in stream(2) for move in block]
    [(0, 1), (0, 2), (1, 2)]
    >>> b"".join(stream(10**6, start=2**900 - 1, stop=2**900 + 2))
    b'\x05\x01\x06'
    """
    task = Task(disks, source, target)
    start, stop = _window(start, stop, task)
    width = _width(start, stop, BYTES)
    pegs = _renamed(task)
    inner = _inner(width, pegs, _as_byte)
    kinds = [
        [_as_byte(_first(turn, zeros, pegs)) + inner[turn] for zeros in (0, 1)] for turn in range(3)
    ]
    return (
        kinds[turn][zeros % 2][begin:end] for turn, zeros, begin, end in _blocks(start, stop, width)
    )


def move_blocks(start: int, stop: int, task: Task) -> Iterator[list[Move]]:
    """The moves of the steps `start`, ..., `stop` - 1, as `moves` gives them, in lists.

    Lists are compared and joined without any work per move in Python. The arguments are checked at
    the call, not when the first list is asked for.

    >>> [[move.disk for move in block] for block in move_blocks(1, 8, Task(3))]
    [[1, 2, 1, 3, 1, 2, 1]]
    """
    return blocks_of(start, stop, task, _as_item)


def blocks_of(
    start: int, stop: int, task: Task, block: Callable[[Move], _Block]
) -> Iterator[_Block]:
    """Anything that depends on a move alone, in lists like those of `move_blocks`.

    `block` makes a list of one item; it is called for a few moves only, since blocks are joined.

    >>> list(blocks_of(5, 8, Task(3), lambda move: [str(move.disk)]))
    [['1', '2', '1']]
    """
    start, stop = _window(start, stop, task)
    width = _width(start, stop, ITEMS)
    pegs = _renamed(task)
    inner = _inner(width, pegs, block)
    return (
        (block(_first(turn, zeros, pegs)) + inner[turn])[begin:end]
        for turn, zeros, begin, end in _blocks(start, stop, width)
    )


def as_bytes(moves: Iterable[Move]) -> bytes:
    r"""The moves as `stream` writes them: one byte per move, whatever made it.

    >>> as_bytes([Move(1, 0, 2), Move(2, 0, 1)])
    b'\x02\x01'
    """
    return bytes([3 * source + target for _, source, target in moves])


def difference(one: Iterable[Buffer], other: Iterable[Buffer]) -> int | None:
    """The first place, from 0 on, at which two streams of blocks differ; None if they are equal.

    The blocks may be any buffers of bytes and may end at different places. Where one stream ends
    before the other, the place is its length. What is compared is memory, not one move after the
    other.

    >>> difference(stream(3), stream(3, stop=5)), difference(stream(3), stream(4))
    (4, 0)
    >>> difference([b"ab", b"cd"], [b"abc", bytearray(b"d")])
    """
    ours, theirs = map(_sliceable, one), map(_sliceable, other)
    left: bytes | memoryview = b""
    right: bytes | memoryview = b""
    at = 0
    while True:
        left, right = left or next(filter(len, ours), b""), right or next(filter(len, theirs), b"")
        both = min(len(left), len(right))
        if not both:
            return at if left or right else None
        wanted, got = _head(left, both), _head(right, both)
        if wanted != got:
            return at + _place(wanted, got)
        at, left, right = at + both, memoryview(left)[both:], memoryview(right)[both:]


def _window(start: int, stop: int | None, task: Task) -> tuple[int, int]:
    """The first step and the one after the last, as `moves` checks them."""
    after_last = task.last_step + 1
    start = check_step(start, task, first=1, last=after_last)
    return start, check_step(after_last if stop is None else stop, task, first=1, last=after_last)


def _width(start: int, stop: int, most: int) -> int:
    """The k of blocks of 2**k steps: no more than the steps, so that few of them cost little."""
    return min(most, max(0, stop - start).bit_length())


def _renamed(task: Task) -> _Pegs:
    """The pegs that 0, 1 and 2 of hBits stand for: it moves an odd tower to 2, an even one to 1."""
    source, spare, target = task.source, task.spare, task.target
    return (source, spare, target) if task.disks % 2 else (source, target, spare)


def _first(turn: int, zeros: int, pegs: _Pegs) -> Move:
    """The move in a step that has these trailing zeros and is `turn` modulo 3."""
    lowest = 1 + zeros % 2  # 2**zeros, modulo 3
    return Move(zeros + 1, pegs[(turn - lowest) % 3], pegs[(turn + lowest) % 3])


def _inner(width: int, pegs: _Pegs, block: Callable[[Move], _Block]) -> list[_Block]:
    """The first 2**width - 1 moves with the pegs turned by 0, 1 and 2."""
    inner = [block(Move(1, 0, 0))[:0]] * 3
    for zeros in range(width):
        after = [(turn + 1 + zeros % 2) % 3 for turn in range(3)]  # the turn after 2**zeros moves
        inner = [
            inner[turn] + block(_first(after[turn], zeros, pegs)) + inner[after[turn]]
            for turn in range(3)
        ]
    return inner


def _blocks(start: int, stop: int, width: int) -> Iterator[tuple[int, int, int, int]]:
    """The blocks with the steps from `start` to `stop`: turn, trailing zeros, the part to be taken.

    Of the first and the last block a part may be outside. The block of step 0, which has no move,
    begins at 1.
    """
    size, counted = 1 << width, 1 << COUNTED
    high, low = divmod(start, counted)
    left = stop - start
    while left > 0:
        end = min(low + left, counted)
        turn = high % 3  # 2**COUNTED is 1, modulo 3
        for first in range(low - low % size, end, size):
            zeros = _zeros(first) if first else COUNTED + _zeros(high)
            yield (turn + first) % 3, zeros, max(0, low - first), min(size, end - first)
        left -= end - low
        high, low = high + 1, 0


def _zeros(number: int) -> int:
    """The trailing zero bits of a number; of 0, which has no lowest 1, any."""
    return max(0, (number & -number).bit_length() - 1)


def _as_item(move: Move) -> list[Move]:
    return [move]


def _as_byte(move: Move) -> bytes:
    return as_bytes([move])


def _sliceable(block: Buffer) -> bytes | memoryview:
    return block if type(block) is bytes else memoryview(block)


def _head(block: bytes | memoryview, length: int) -> bytes:
    """The first bytes; `bytes` are compared far faster than a view of them, and are not copied."""
    if type(block) is bytes and len(block) == length:
        return block
    return bytes(memoryview(block)[:length])


def _place(one: bytes, other: bytes) -> int:
    """The first place at which two different buffers of the same length differ: by halving."""
    begin, end = 0, len(one)
    while end - begin > 1:
        middle = (begin + end) // 2
        if one[begin:middle] == other[begin:middle]:
            begin = middle
        else:
            end = middle
    return begin
