"""The cost of work as its size grows: operations and bytes are counted, and never seconds.

A row is work of any size, which is given item by item: moves, records or lines. Of some rows `EACH`
item costs the same whatever the size is, such as the number of disks, the length of a word, or the
length of the run so far; the first items and all that precedes them are not counted. Of the others
`ALL` items together cost in proportion to the size.

Lines of Python alone do not show a number of many digits or a copy of a list, and bytes alone do
not show a search, so that both are limited. `PUZZLE` has the rows of disks and pegs, `FRAMEWORK`
those of any machine: a new function or machine has its row there.
"""

import gc
import sys
import tracemalloc
from collections.abc import Callable, Iterable
from itertools import islice
from types import FrameType
from typing import Any, NamedTuple

import pytest

from hanoi_fsm import SOLVERS, solve
from hanoi_fsm.hanoi.automata.storeys import EXAMPLE
from hanoi_fsm.hanoi.pegs import MOST_LISTED
from hanoi_fsm.hanoi.plain import PLAIN

EACH, ALL = "each", "all"
READY, COUNTED = 10, 60
"""The number of items before those that are counted, and of those."""
FACTOR = 4
"""The ratio of the two sizes."""
SLACK = 1.15
"""The factor that is allowed beyond proportion."""
LINES, BYTES = 40, 500
"""The difference that is allowed in any case, as for a list that has just been made longer."""
MOST_LINES = 300_000
"""Work that runs more lines is ended."""

Work = Callable[[int], Iterable[object]]
"""The items of work of some size."""


class Row(NamedTuple):
    """Work of a size, the smaller of its two sizes, and which items are counted."""

    name: str
    work: Work
    size: int
    counted: str = EACH


class Cost(NamedTuple):
    """The lines of Python that are run, and the largest number of bytes in use."""

    lines: int
    bytes: int


class TooMuch(Exception):
    """Work runs more than `MOST_LINES`."""


def cost_of(row: Row, size: int) -> Cost:
    """The cost of some items of a row, or of all work."""
    if row.counted == ALL:
        return cost(lambda: list(row.work(size)))
    items = iter(row.work(size))
    assert len(list(islice(items, READY))) == READY
    return cost(lambda: list(islice(items, COUNTED)))


def cost(work: Callable[[], list[object]]) -> Cost:
    """The cost of work together with its result; raises `TooMuch`."""
    lines = 0

    def count(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal lines
        lines += event == "line"
        if lines > MOST_LINES:
            raise TooMuch
        return count

    before = sys.gettrace()
    gc.disable()
    tracemalloc.start()
    try:
        start, _ = tracemalloc.get_traced_memory()
        sys.settrace(count)
        kept = work()
        sys.settrace(before)
        _, most = tracemalloc.get_traced_memory()
        assert kept
    finally:
        sys.settrace(before)
        tracemalloc.stop()
        gc.enable()
    return Cost(lines, most - start)


def solving(name: str) -> Row:
    """The moves of a solver, whatever the number of disks is."""
    return Row(f"solve {name}", lambda disks: solve(disks, by=name), 1 << 11)


PUZZLE = [
    *map(solving, sorted({*SOLVERS, EXAMPLE, *PLAIN} - {"monk", "recursion"})),
    Row("solve monk, which reads all pegs", lambda n: islice(solve(n, by="monk"), 9), 32, ALL),
    Row("solve on transitions", lambda n: solve(n, engine="transitions"), 1 << 11),
]
FRAMEWORK: list[Row] = []


@pytest.mark.parametrize("row", [pytest.param(row, id=row.name) for row in PUZZLE + FRAMEWORK])
def test_cost_does_not_grow_out_of_proportion(row: Row) -> None:
    cost_of(row, row.size)  # what is loaded or made once
    small, large = cost_of(row, row.size), cost_of(row, FACTOR * row.size)
    print(f"{small} for {row.size}, {large} for {FACTOR * row.size}")
    growth = 1.0 if row.counted == EACH else SLACK * FACTOR
    assert large.lines <= growth * small.lines + LINES
    assert large.bytes <= growth * small.bytes + BYTES


def test_each_of_many_disks_takes_few_bytes() -> None:
    disks = 2 * MOST_LISTED
    assert cost(lambda: [next(solve(disks))]).bytes < 24 * disks
