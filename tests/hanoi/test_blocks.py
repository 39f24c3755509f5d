"""The solution in blocks: what the closed formulas give, whatever part is asked for."""

import tracemalloc
from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import oracle
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hanoi_fsm import stream
from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadDisks, BadPeg, BadStep
from hanoi_fsm.hanoi.formulas import FAMILIES, blocks
from hanoi_fsm.hanoi.formulas.blocks import as_bytes, blocks_of, difference, move_blocks
from hanoi_fsm.hanoi.pegs import Move, Task

Pair = tuple[int, int]
Window = tuple[Task, int, int]

HUGE = 100_000


def moves(window: Window) -> list[Move]:
    """The moves of a window by a list of blocks."""
    task, start, stop = window
    return [move for block in move_blocks(start, stop, task) for move in block]


def as_stream(window: Window) -> bytes:
    task, start, stop = window
    return b"".join(stream(task.disks, task.source, task.target, start, stop))


@st.composite
def windows(draw: st.DrawFn, most: int = 300) -> Window:
    """Up to `most` steps anywhere in a solution; often where a block of some size begins."""
    disks = draw(st.one_of(st.integers(0, 20), st.integers(0, 3_000)))
    task = Task(disks, *draw(st.sampled_from(oracle.TASKS)))
    bits = draw(st.integers(0, disks))
    middle = draw(st.one_of(st.integers(1, 1 << disks), st.just(1 << bits), st.just(5 << bits)))
    start = min(max(1, middle - draw(st.integers(0, most // 2))), 1 << disks)
    return task, start, min(start + draw(st.integers(0, most)), 1 << disks)


@given(windows())
@example((Task(64), 2**40 - 3, 2**40 + 3))
@example((Task(64, 2, 1), 3 * 2**40 - 3, 3 * 2**40 + 3))
@example((Task(41), 2**41 - 3, 2**41))
@settings(max_examples=100, deadline=None)
def test_blocks_are_what_every_family_gives_in_any_window(window: Window) -> None:
    task, start, stop = window
    for family in FAMILIES.values():
        expected = list(formulas.moves(start, stop, task, by=family))
        assert moves(window) == expected
        assert as_stream(window) == as_bytes(expected)


@pytest.mark.parametrize(
    "disks", [*range(6), *(pytest.param(n, marks=pytest.mark.sweep) for n in range(6, 13))]
)
@pytest.mark.parametrize("task", oracle.TASKS)
@pytest.mark.one_in(3)
def test_every_part_of_a_small_solution_is_the_same_part_of_the_recursion(
    task: Pair, disks: int
) -> None:
    expected = list(oracle.textbook(disks, *task))
    codes = bytes(3 * source + target for _, source, target in expected)
    ends = (
        range(1, 2**disks + 1) if disks < 9 else [*range(1, 9), *range(2**disks - 9, 2**disks + 1)]
    )
    for start in range(1, 2**disks + 1):
        for stop in ends:
            part = slice(start - 1, max(start, stop) - 1)
            window = Task(disks, *task), start, stop
            assert as_stream(window) == codes[part]
            if disks < 7:
                assert moves(window) == expected[part]


@pytest.mark.parametrize(
    "bits",
    [blocks.LIST_WIDTH, blocks.BYTES_WIDTH, blocks.BYTES_WIDTH + 1, blocks.LOW_BITS],
)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_nothing_is_lost_where_one_block_ends_and_the_next_begins(bits: int, number: int) -> None:
    task, boundary = Task(bits + 3, 1, 0), number << bits
    expected = list(formulas.moves(boundary - 3, boundary + 4, task))
    for start in range(boundary - 2, boundary + 3):
        for stop in range(start, boundary + 3):
            part = expected[start - boundary + 3 : stop - boundary + 3]
            assert (moves((task, start, stop)), as_stream((task, start, stop))) == (
                part,
                as_bytes(part),
            )


@pytest.mark.sweep
def test_many_blocks_in_a_row_are_the_whole_solution() -> None:
    task = Task(17)  # 2 blocks of bytes, 128 lists
    expected = list(formulas.moves(1, 2**17, task))
    whole = b"".join(stream(17))
    assert whole == as_bytes(expected)
    assert [move for block in move_blocks(1, 2**17, task) for move in block] == expected
    beyond = 2**18 + 2**16 - 5  # in a larger tower, and not at the beginning of a block
    assert b"".join(stream(21, 0, 2, beyond - 70_000, beyond)) == as_bytes(
        formulas.moves(beyond - 70_000, beyond, Task(21))
    )


@pytest.mark.parametrize(
    ("disks", "start"),
    [(10**6, 2**900), (10**6, 2**999_999 - 70_000), (HUGE, 3**60_000)],
    ids=["low", "middle", "anywhere"],
)
def test_a_huge_tower_is_entered_anywhere(disks: int, start: int) -> None:
    found = b"".join(islice(stream(disks, start=start), 3))
    assert found[:20] == as_bytes(formulas.moves(start, start + 20, Task(disks)))
    last = len(found) - 20
    end = formulas.moves(start + last, start + last + 20, Task(disks))
    assert found[last:] == as_bytes(end)


def test_blocks_of_a_huge_tower_cost_what_those_of_a_small_one_do() -> None:
    """A number of a million bits has 125,000 bytes, which no block makes anew."""
    middle = stream(10**6, start=2**999_999)
    next(middle)
    tracemalloc.start()
    try:
        deque(islice(middle, 1_000), maxlen=0)
        assert tracemalloc.get_traced_memory()[1] < 10_000
    finally:
        tracemalloc.stop()


def test_whole_blocks_are_reused_and_not_copied() -> None:
    assert len({id(block) for block in list(stream(21))[1:]}) == 6


def test_a_stream_begins_with_the_first_step_and_ends_with_the_last() -> None:
    codes = [1, 2, 5]
    assert [[*b"".join(blocks)] for blocks in (stream(2), stream(2, 0, 2), stream(2, stop=4))] == [
        codes
    ] * 3
    assert list(b"".join(stream(disks=2, source=2, target=0, start=2, stop=3))) == [6]
    assert list(stream(0)) == list(stream(2, start=4)) == list(stream(2, start=3, stop=2)) == []


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((-1,), BadDisks),
        ((2.0,), BadDisks),
        ((10**30,), BadDisks),
        ((2, 0, 3), BadPeg),
        ((2, 1, 1), BadPeg),
        ((2, True), BadPeg),
        ((2, 0, 2, 0), BadStep),
        ((2, 0, 2, 5), BadStep),
        ((2, 0, 2, 1.0), BadStep),
        ((2, 0, 2, 1, 5), BadStep),
        ((2, 0, 2, 1, 0), BadStep),
        ((0, 0, 2, 2), BadStep),
    ],
    ids=shortened,
)
def test_a_stream_is_checked_at_the_call(arguments: Sequence[int], error: type[Exception]) -> None:
    with pytest.raises(error):
        stream(*arguments)


@pytest.mark.parametrize(("start", "stop"), [(0, 4), (5, 5), (True, 4), (1.0, 4), (1, 5), (1, 0)])
def test_a_window_of_blocks_is_checked_at_the_call(start: int, stop: int) -> None:
    with pytest.raises(BadStep):
        move_blocks(start, stop, Task(2))
    with pytest.raises(BadStep):
        stream(2, start=start, stop=stop)


def test_blocks_are_read_only_buffers() -> None:
    block = next(stream(10))
    assert array("B", block) == array("B", as_bytes(formulas.moves(1, 2**10, Task(10))))
    assert memoryview(block).readonly


def test_streams_in_threads_and_streams_left_early_do_not_disturb_one_another() -> None:
    left = stream(20)
    next(left)
    with ThreadPoolExecutor(4) as threads:
        streams = list(threads.map(lambda n: b"".join(stream(17 + n % 2)), range(8)))
    assert streams == [b"".join(stream(17)), b"".join(stream(18))] * 4
    assert next(left) == as_bytes(formulas.moves(2**16, 2**17, Task(20)))


def test_anything_that_depends_on_the_move_alone_comes_in_blocks() -> None:
    made: list[Move] = []

    def disk(move: Move) -> list[str]:
        made.append(move)
        return [str(move.disk)]

    found = [item for block in blocks_of(1, 2**12, Task(12), disk) for item in block]
    assert found == [str(move.disk) for move in formulas.moves(1, 2**12, Task(12))]
    assert len(made) < 50


STREAMS = {
    "equal": ([b"abc"], [b"abc"], None),
    "cut in other places": ([b"ab", b"cdef"], [b"a", b"bcde", b"f"], None),
    "empty": ([], [], None),
    "with empty blocks": ([b"", b"a", b""], [b"a"], None),
    "different at once": ([b"abc"], [b"xbc"], 0),
    "different later": ([b"ab", b"cd"], [b"abc", b"x"], 3),
    "a part is missing": ([b"ab", b"cd"], [b"abc"], 3),
    "a part is missing in the first": ([b"ab"], [b"ab", b"", b"c"], 2),
    "nothing but empty blocks": ([b"", b""], [b"a"], 0),
    "other buffers": ([bytearray(b"ab"), memoryview(b"c")], [array("B", b"abd")], 2),
}


@pytest.mark.parametrize(("one", "other", "place"), STREAMS.values(), ids=STREAMS)
def test_the_first_difference_of_two_streams_is_found(
    one: list[bytes], other: list[bytes], place: int | None
) -> None:
    assert difference(one, other) == difference(iter(other), iter(one)) == place


def cut(content: bytes, size: int) -> Iterator[bytes]:
    return (content[at : at + size] for at in range(0, len(content), size))


@given(st.integers(0, 4094), st.integers(1, 300), st.integers(1, 300))
@settings(max_examples=50, deadline=None)
def test_a_single_wrong_move_is_found_wherever_the_blocks_end(
    place: int, one: int, other: int
) -> None:
    right = b"".join(stream(12))
    wrong = bytearray(right)
    wrong[place] ^= 1
    assert difference(cut(right, one), cut(bytes(wrong), other)) == place
    assert difference(cut(right, one), cut(right, other)) is None
    assert difference(cut(right, one), cut(right[:place], other)) == place


def test_a_difference_ends_the_reading() -> None:
    read: list[int] = []

    def watched() -> Iterator[bytes]:
        for block in stream(20):
            read.append(len(block))
            yield block

    assert difference(watched(), stream(20, 0, 1)) == 0
    assert len(read) == 1
