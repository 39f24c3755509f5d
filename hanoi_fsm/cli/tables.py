"""Streams of rows and moves as lines of text, csv and jsonl."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice, zip_longest
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.cli.output import KEPT, columns
from hanoi_fsm.fsm.errors import BadInput, printable, shortened
from hanoi_fsm.fsm.numerals import number_text

if TYPE_CHECKING:  # machines are slow to import
    from hanoi_fsm.fsm.trace import Row
    from hanoi_fsm.hanoi.pegs import Move, Task

ROWS_MEASURED = 1024
BEGINNINGS = {"jsonl": '{"step": '}
ENDINGS = {
    "text": ": disk %d: %d -> %d",
    "csv": ",%d,%d,%d",
    "jsonl": ', "disk": %d, "source": %d, "target": %d}',
}
"""By format: the end of a move's line, after the step."""
GAP = "  "
"""The gap between columns."""
STEPS = 10_000
"""The number of steps that differ only in their last four digits."""
LONGEST, MOST_LINES = 1 << 20, 1024
"""The most characters (but at least one line) and lines to write together."""


def move_text(moves: Iterable[Move], format: str, start: int = 1) -> Iterator[str]:
    """The moves as lines of text, in large chunks, numbered from `start`; csv has a header."""
    ending = cache(ENDINGS[format].__mod__)  # only few of them differ
    return _numbered(map(ending, moves), format, start)


def solution_text(steps: range, task: Task, format: str) -> Iterator[str]:
    """The lines for some steps of the solution, in blocks of the closed formula."""
    from hanoi_fsm.hanoi.formulas.blocks import blocks_of

    blocks = blocks_of(steps.start, steps.stop, task, ENDINGS[format].__mod__)
    return _numbered(chain.from_iterable(blocks), format, steps.start)


def _numbered(endings: Iterable[str], format: str, start: int) -> Iterator[str]:
    """Yield lines with these endings, in growing chunks, also the lines before an error."""
    if format == "csv":
        yield "step,disk,source,target"
    rest, lines, size = iter(endings), [""], 1
    while lines:
        high, low = divmod(start, STEPS)
        begin = BEGINNINGS.get(format, "") + (number_text(high) if high else "")
        end = min(low + size, STEPS)
        lines = []
        try:
            numbers = _last_digits()[low:end] if high else map(str, range(low, end))
            lines.extend(map(add, numbers, rest))
        finally:
            if lines:
                yield begin + f"\n{begin}".join(lines)
        start += len(lines)
        size = min(2 * size, 1 + LONGEST // (1 + len(begin)), MOST_LINES)


@cache
def _last_digits() -> Sequence[str]:
    """The possible last four digits of a step with five or more digits."""
    return [f"{low:04}" for low in range(STEPS)]


class _Line:
    """A file for the `csv` module that makes `writerow` return the line."""

    write = staticmethod(lambda line: line)


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """A header, named by the first row, and one line per row, with quotes only where needed.

    >>> list(csv_lines([{"a": "B, C", "b": None}]))
    ['a,b', '"B, C",']
    """
    import csv

    line = csv.writer(_Line, lineterminator="").writerow
    header: list[str] = []
    for row in rows:
        if not header:
            header = list(row)
            yield line(header)
        yield line(_values(row, header))


def _values(row: Row, names: Sequence[str]) -> list[object]:
    """The values in a row under these names; raises `BadInput` if the row has any others."""
    if more := [name for name in row if name not in names]:
        wrong = f"a row also has {shortened(more[0])}, which is not a column of the first row"
        raise BadInput(f"{wrong}: ask for --format jsonl")
    return [row.get(name) for name in names]


def jsonl_lines(rows: Iterable[Row]) -> Iterator[str]:
    """One JSON object per row; values unknown to JSON are written as text."""
    from json import dumps

    return (dumps(row, default=str) for row in rows)


def table_lines(rows: Iterable[Row]) -> Iterator[str]:
    """An aligned table as a stream: its first rows determine the widths of the columns.

    Numbers are right-aligned, and an empty cell of the first column stays empty. A table that is
    too wide is folded, not cut, see `_Layout`.
    """
    rest = iter(rows)
    first = list(islice(rest, ROWS_MEASURED))
    if not first:
        return
    names = list(first[0])
    right = [any(type(row.get(name)) in (int, float) for row in first) for name in names]
    measured = [names, *(_cells(row, names) for row in first)]
    layout = _layout(measured, right)
    for cells in chain(measured, (_cells(row, names) for row in rest)):
        yield from layout.lines(cells)


class _Layout(NamedTuple):
    """The layout of a table; columns that do not fit side by side continue below, indented."""

    widths: Sequence[int]
    right: Sequence[bool]

    def lines(self, cells: Sequence[str]) -> Iterator[str]:
        """The lines of a row."""
        folded = [_folded(cell, width) for cell, width in zip(cells, self.widths, strict=True)]
        for part in self.parts():
            indent = " " * (self.widths[0] + len(GAP)) if part.start else ""
            for line in zip_longest(*folded[part], fillvalue=""):
                padded = [
                    cell.rjust(width) if is_right else cell.ljust(width)
                    for cell, width, is_right in zip(
                        line, self.widths[part], self.right[part], strict=True
                    )
                ]
                if text := GAP.join(padded).rstrip():
                    yield indent + text

    def parts(self) -> Iterator[slice]:
        """The columns that fit side by side."""
        start, used = 0, self.widths[0]
        for column, width in enumerate(self.widths[1:], 1):
            used += len(GAP) + width
            if used > columns():
                yield slice(start, column)
                start, used = column, self.widths[0] + len(GAP) + width
        yield slice(start, len(self.widths))


def _layout(table: Sequence[Sequence[str]], right: Sequence[bool]) -> _Layout:
    """The layout of a table with the fewest lines, if possible one that fits."""
    by_column = [set(column) for column in zip(*table, strict=True)]
    widths = [max(map(len, column)) for column in by_column]
    room = columns() - 2 * (len(widths) - 1)
    if sum(widths) <= room:
        return _Layout(widths, right)
    below = [min(width, columns() - widths[0] - 2) for width in widths]
    layouts = _Layout(below, right), _Layout(_narrowed(widths, by_column, room), right)
    return min(layouts, key=lambda layout: sum(1 for row in table for _ in layout.lines(row)))


def _narrowed(widths: Sequence[int], table: Sequence[set[str]], room: int) -> list[int]:
    """The widths of columns, with the widest columns folded until all fit, if possible."""
    narrowed = list(widths)
    for column in sorted(range(len(narrowed)), key=narrowed.__getitem__, reverse=True):
        if (excess := sum(narrowed) - room) > 0:
            narrower = narrowed[column] - excess
            lines = [line for cell in table[column] for line in _folded(cell, narrower)]
            narrowed[column] = max(map(len, lines))
    return narrowed


def _folded(cell: str, width: int) -> list[str]:
    """Wrap a long cell at blanks, but not within a move or pegs.

    >>> _folded("!built & ahead_smaller", 20), _folded("disk 1: 0 -> 2", 10)
    (['!built &', 'ahead_smaller'], ['disk 1: 0 -> 2'])
    """
    if len(cell) <= width:
        return [cell]
    from textwrap import wrap

    text = re.sub(r" (?=[-|\d])", KEPT, cell) if len(cell) < columns() else cell
    parts = wrap(text, max(1, width), break_long_words=False, break_on_hyphens=False)
    return [part.replace(KEPT, " ") for part in parts]


def _cells(row: Row, names: Sequence[str]) -> list[str]:
    first, *others = _values(row, names)
    cells = ["" if first is None else str(first)]
    cells += ["-" if value is None else str(value) for value in others]
    return [printable(cell) for cell in cells]
