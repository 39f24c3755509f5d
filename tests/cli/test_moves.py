"""Lines of moves: made by the block, and the same as if each were made by itself."""

import tracemalloc
from collections import deque
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hanoi_fsm.cli import moves as lines_of_moves
from hanoi_fsm.cli.moves import move_text, solution_text
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import Move, Task

HEADER = {"text": "", "csv": "step,disk,source,target\n", "jsonl": ""}
LINE = {
    "text": "{}: disk {}: {} -> {}\n",
    "csv": "{},{},{},{}\n",
    "jsonl": '{{"step": {}, "disk": {}, "source": {}, "target": {}}}\n',
}

each_format = pytest.mark.parametrize("format", LINE)


def one_by_one(moves: list[Move], format: str, start: int) -> str:
    """The lines, each by itself, which is slow."""
    numbered = (LINE[format].format(step, *move) for step, move in enumerate(moves, start))
    return "".join([HEADER[format], *numbered])


@each_format
@given(st.integers(1, 10**12), st.integers(0, 300))
@example(9_990, 25)
@example(10_000, 3)
@example(19_999, 2)
@example(99_999_990, 20)
@example(1, 0)
def test_lines_by_the_block_are_those_made_one_by_one(format: str, start: int, count: int) -> None:
    task = Task(64, 1, 2)
    moves = list(formulas.moves(start, start + count, task))
    expected = one_by_one(moves, format, start)
    assert "".join(move_text(moves, format, start)) == expected
    assert "".join(solution_text(range(start, start + count), task, format)) == expected


@each_format
@pytest.mark.parametrize("start", [10**1000, 10**1000 - 4, 7**1100])
def test_long_steps_are_numbered_on(start: int, format: str) -> None:
    task = Task(4_000)
    moves = list(formulas.moves(start, start + 9, task))
    expected = one_by_one(moves, format, start)
    assert "".join(move_text(moves, format, start)) == expected
    assert "".join(solution_text(range(start, start + 9), task, format)) == expected


@each_format
@pytest.mark.one_in(3)
def test_more_steps_than_a_table_or_a_block_has(format: str) -> None:
    moves = list(formulas.moves(1, 2**15, Task(15)))
    expected = one_by_one(moves, format, 1)
    assert "".join(move_text(moves, format)) == expected
    assert "".join(solution_text(range(1, 2**15), Task(15), format)) == expected


def test_a_part_of_the_text_does_not_grow_with_the_length_of_its_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lines_of_moves, "LONGEST", 5_000)
    start = 10**1000
    parts = list(solution_text(range(start, start + 2_000), Task(4_000), "text"))
    assert max(map(len, parts)) < 8_000
    assert len("".join(parts).splitlines()) == 2_000


def test_the_first_lines_come_before_the_later_moves_are_made() -> None:
    made = []

    def moves() -> Iterator[Move]:
        for move in formulas.moves(1, 2**20, Task(20)):
            made.append(move)
            yield move

    text = filter(None, move_text(moves(), "text"))
    assert next(text) == "1: disk 1: 0 -> 1\n"
    assert len(made) == 1


def test_endings_that_are_kept_do_not_grow_with_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines_of_moves, "MOST_KEPT", 100)
    many = (Move(disk, 0, 1) for disk in range(30_000))
    text = move_text(many, "csv")
    deque(islice(text, 20), maxlen=0)
    tracemalloc.start()
    try:
        deque(text, maxlen=0)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 500_000
