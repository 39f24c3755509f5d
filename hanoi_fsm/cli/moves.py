"""Moves as lines of text, csv and jsonl.

A line is the number of the step and an ending. There are few different endings, so that each is
formatted once; the last four digits of a step come from a table, the others are formatted once per
10,000 steps. What remains to be done per line is done by `map` and `join`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import add
from typing import TYPE_CHECKING

from hanoi_fsm.cli.output import batches
from hanoi_fsm.fsm.numerals import number_text

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.pegs import Move, Task

HEADERS = {"csv": "step,disk,source,target\n"}
BEGINNINGS = {"jsonl": '{"step": '}
ENDINGS = {
    "text": ": disk %d: %d -> %d\n",
    "csv": ",%d,%d,%d\n",
    "jsonl": ', "disk": %d, "source": %d, "target": %d}\n',
}
"""By format: what precedes all lines, and what precedes and follows the step in each line."""

BATCH = 1024
"""The most moves that wait to be written together."""
STEPS = 10_000
"""The number of steps that differ in their last four digits only."""
LONGEST = 1 << 20
"""The most characters of a part of the text, unless a single line is longer."""
MOST_KEPT = 10_000
"""The most endings that are kept."""


def move_text(moves: Iterable[Move], format: str, start: int = 1) -> Iterator[str]:
    """The lines of any moves, many in each part, numbered from `start` on; a header for csv."""
    endings = _Endings(format)
    ending = endings.__getitem__
    return _numbered(([*map(ending, batch)] for batch in batches(moves, BATCH)), format, start)


def solution_text(steps: range, task: Task, format: str) -> Iterator[str]:
    """The lines of these steps of the solution, by blocks of the closed formula."""
    from hanoi_fsm.hanoi.formulas.blocks import blocks_of

    blocks = blocks_of(steps.start, steps.stop, task, ENDINGS[format].__mod__)
    return _numbered(blocks, format, steps.start)


class _Endings(dict["Move", str]):
    """The ending of the line of each move, formatted when it is first needed."""

    def __init__(self, format: str) -> None:
        self.ending = ENDINGS[format]

    def __missing__(self, move: Move) -> str:
        if len(self) >= MOST_KEPT:
            self.clear()
        self[move] = ending = self.ending % move
        return ending


def _numbered(blocks: Iterable[Sequence[str]], format: str, start: int) -> Iterator[str]:
    """The lines with these endings; a block may be cut into several parts."""
    yield HEADERS.get(format, "")
    high, low = divmod(start, STEPS)
    begin = _begin(high, format)
    for block in blocks:
        at = 0
        while at < len(block):
            end = min(len(block), at + STEPS - low, at + 1 + LONGEST // (len(begin) + 1))
            after = low + end - at
            numbers = _last_digits()[low:after] if high else map(str, range(low, after))
            yield begin + begin.join(map(add, numbers, block[at:end]))
            at, low = end, after
            if low == STEPS:
                high, low = high + 1, 0
                begin = _begin(high, format)


def _begin(high: int, format: str) -> str:
    """What the lines of these 10,000 steps begin with."""
    return BEGINNINGS.get(format, "") + (number_text(high) if high else "")


@cache
def _last_digits() -> Sequence[str]:
    """The last four digits of a step of five digits or more."""
    return [f"{low:04}" for low in range(STEPS)]
