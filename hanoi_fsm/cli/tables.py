"""Rows and moves as lines, which are streams: text, csv and jsonl."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, islice
from operator import add

from hanoi_fsm.cli.output import KEPT, Paint, broken, columns, plain
from hanoi_fsm.fsm.errors import BadInput, printable, shortened
from hanoi_fsm.fsm.numerals import number_text

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing, and all that a machine needs, is slow to import
    from hanoi_fsm.fsm.trace import Row
    from hanoi_fsm.hanoi.pegs import Move, Task

ROWS_MEASURED = 1024
LEAST_WRAPPED = 16
"""Characters that a column which is wrapped has at least."""
OF_MEMORY = frozenset({"pegs", "memory", "answer", "peg 0", "peg 1", "peg 2"})
"""Columns that show a memory, of which an event changes a part."""
MOVE = ("disk", "source", "target")

NUMBER = re.compile(r"2\^\d+|\d+%|[\d,]+\.\d+|\d{1,3}(,\d{3})+")
"""How a number is written where it is not a plain one."""
SHORTER = (
    partial(re.compile(r"disk (\d+): (\d) -> (\d)").sub, r"\1: \2>\3"),
    partial(re.compile(r" ([&|]) ").sub, r"\1"),
    lambda text: text.replace(" ", "") if re.fullmatch(r"\w( \w)+", text) else text,
)
"""How cells get shorter, one way after the other, where a table is too wide."""
GAPS = ("  ", "  ", "  ", "  ", " ")
"""What is between columns, with none of these ways, with one, ..."""

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
        yield ",".join(("step", *MOVE))
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


def _line(
    cells: Sequence[str],
    widths: Sequence[int],
    right: Sequence[bool],
    gap: str = "  ",
    shown: Sequence[str] = (),
) -> str:
    """A line of a table; what is `shown` of the cells may have colours, which have no width."""
    padded = []
    for cell, width, numeric, text in zip(cells, widths, right, shown or cells, strict=True):
        blanks = " " * (width - len(cell))
        padded.append(blanks + text if numeric else text + blanks)
    return gap.join(padded).rstrip()


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

    line = csv.writer(_Line, lineterminator="\n").writerow
    header: list[str] = []
    for row in rows:
        if not header:
            header = list(row)
            yield line(header)[:-1]
        yield line(_values(row, header))[:-1]


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


def table_lines(
    rows: Iterable[Row], beside: Collection[str] = (), paint: Paint = plain
) -> Iterator[str]:
    """An aligned table as a stream: its first rows say how wide the columns are.

    Where they do not fit into the width of `columns`, cells are written shorter. Numbers are
    right-aligned, and an empty cell of the first column is left empty. The last column may be as
    wide as it likes; of the columns `beside` some others, if those are named, the widest becomes
    the last where that is needed, and is wrapped at words, or between frames.
    """
    rest = iter(rows)
    first = list(islice(rest, ROWS_MEASURED))
    if not first:
        return
    names, most = list(first[0]), columns()
    held = [name for name in names if beside and name not in beside]
    for level, gap in enumerate(GAPS):
        measured = zip(names, *(_cells(row, names, level) for row in first), strict=True)
        widths = [max(map(len, column)) for column in measured]
        if sum(widths) + len(gap) * (len(names) - 1) <= most:
            break
    else:
        widest = max(held, key=lambda name: widths[names.index(name)], default=names[-1])
        order = sorted(range(len(names)), key=lambda number: names[number] == widest)
        names, widths = [names[one] for one in order], [widths[one] for one in order]
        gap = GAPS[-1] if held else GAPS[0]
    right = [_is_numeric(first, name) for name in names]
    room = most - sum(widths[:-1]) - len(gap) * (len(names) - 1)
    yield _line(names, widths, right, gap)
    lit, blank = {*OF_MEMORY, *held}, [""] * len(names)
    above = blank
    for row in chain(first, rest):
        *others, last = _cells(row, names, level)
        part, *more = _parts(last, room) if held and room >= LEAST_WRAPPED else [last]
        cells = [*others, part]
        shown = [
            paint(cell, old) if old and name in lit else cell
            for name, cell, old in zip(names, cells, blank if more else above, strict=True)
        ]
        yield _line(cells, widths, right, gap, shown)
        yield from (" " * (most - room) + part for part in more)
        above = [*others, last]


def _cells(row: Row, names: Sequence[str], level: int) -> list[str]:
    """The cells of a row, written shorter in the first ways."""
    first, *others = _values(row, names)
    cells = ["" if first is None else printable(str(first))]
    cells += ["-" if value is None else printable(str(value)) for value in others]
    for shorter in SHORTER[:level]:
        cells = [*map(shorter, cells)]
    return cells


def _is_numeric(rows: Sequence[Row], name: str) -> bool:
    """Whether a column has numbers, and perhaps a word for one of them."""
    return any(type(row.get(name)) is int or NUMBER.fullmatch(str(row.get(name))) for row in rows)


def _parts(text: str, room: int) -> list[str]:
    """The last cell in as many lines as it needs; no frame is cut."""
    if "|" in text:
        text = re.sub(f"{KEPT}?\\|{KEPT}?", " | ", text.replace(" ", KEPT))
    return [part.replace(KEPT, " ") for part in broken(text, room)] or [text]
