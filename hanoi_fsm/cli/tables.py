"""Rows and moves as lines, which are streams: text, csv and jsonl."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from operator import add

from hanoi_fsm.fsm.errors import BadInput, printable, shortened
from hanoi_fsm.fsm.numerals import number_text

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing, and all that a machine needs, is slow to import
    from hanoi_fsm.fsm.trace import Row
    from hanoi_fsm.hanoi.pegs import Move, Task

ROWS_MEASURED = 1024
BEGINNINGS = {"jsonl": '{"step": '}
ENDINGS = {
    "text": ": disk %d: %d -> %d",
    "csv": ",%d,%d,%d",
    "jsonl": ', "disk": %d, "source": %d, "target": %d}',
}
"""By format: what precedes and follows the step in the line of a move."""
STEPS = 10_000
"""The number of steps that differ in their last four digits only."""
LONGEST, MOST_LINES = 1 << 20, 1024
"""The most characters, but for a single line, and the most lines that are written together."""


def move_text(moves: Iterable[Move], format: str, start: int = 1) -> Iterator[str]:
    """The lines of any moves, many at a time, numbered from `start` on; a header for csv."""
    ending = cache(ENDINGS[format].__mod__)  # there are few different ones
    return _numbered(map(ending, moves), format, start)


def solution_text(steps: range, task: Task, format: str) -> Iterator[str]:
    """The lines of these steps of the solution, by blocks of the closed formula."""
    from hanoi_fsm.hanoi.formulas.blocks import blocks_of

    blocks = blocks_of(steps.start, steps.stop, task, ENDINGS[format].__mod__)
    return _numbered(chain.from_iterable(blocks), format, steps.start)


def _numbered(endings: Iterable[str], format: str, start: int) -> Iterator[str]:
    """The lines with these endings, more and more of them together; those before an error, too."""
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
    """The last four digits of a step of five digits or more."""
    return [f"{low:04}" for low in range(STEPS)]


def lines_in(format: str, rows: Iterable[Row]) -> Iterator[str]:
    """The lines of rows for programs, in csv or else in jsonl."""
    return (csv_lines if format == "csv" else jsonl_lines)(rows)


class _Line:
    """What the `csv` module writes a line into: it comes back from `writerow`."""

    write = staticmethod(lambda line: line)


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """A header, named by the first row, and one line per row; quoted only where that is needed.

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
    """What a row has under these names; `BadInput` if it has more."""
    if more := [name for name in row if name not in names]:
        wrong = f"a row also has {shortened(more[0])}, for which the first one has no column"
        raise BadInput(f"{wrong}: ask for --format jsonl")
    return [row.get(name) for name in names]


def jsonl_lines(rows: Iterable[Row]) -> Iterator[str]:
    """One JSON object per row; what JSON has no place for is written as text."""
    from json import dumps

    return (dumps(row, default=str) for row in rows)


def table_lines(rows: Iterable[Row]) -> Iterator[str]:
    """An aligned table as a stream: its first rows say how wide the columns are.

    Numbers are right-aligned, and an empty cell of the first column is left empty.
    """
    rest = iter(rows)
    first = list(islice(rest, ROWS_MEASURED))
    if not first:
        return
    names = list(first[0])
    right = [any(type(row.get(name)) in (int, float) for row in first) for name in names]
    measured = [names, *(_cells(row, names) for row in first)]
    widths = [max(map(len, column)) for column in zip(*measured, strict=True)]
    for cells in chain(measured, (_cells(row, names) for row in rest)):
        padded = [
            cell.rjust(width) if is_right else cell.ljust(width)
            for cell, width, is_right in zip(cells, widths, right, strict=True)
        ]
        yield "  ".join(padded).rstrip()


def _cells(row: Row, names: Sequence[str]) -> list[str]:
    first, *others = _values(row, names)
    cells = ["" if first is None else str(first)]
    cells += ["-" if value is None else str(value) for value in others]
    return [printable(cell) for cell in cells]
