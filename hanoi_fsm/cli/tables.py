"""Rows and moves as lines: text, csv and jsonl, all but `aligned` as streams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.fsm.trace import Row

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.pegs import Move

ROWS_MEASURED = 1024
COLUMNS = 80
"""What a terminal has at least."""

MOVE = ("disk", "source", "target")
MOVE_LINES = {
    "text": "%d: disk %d: %d -> %d",
    "csv": "%d,%d,%d,%d",
    "jsonl": '{"step": %d, "disk": %d, "source": %d, "target": %d}',
}


def check_format(format: str, plain: str) -> None:
    """Raise `UnknownName` unless it is the `plain` one, csv or jsonl."""
    if format not in (plain, "csv", "jsonl"):
        raise UnknownName.among("format", format, [plain, "csv", "jsonl"])


def move_lines(moves: Iterable[Move], format: str, start: int = 1) -> Iterator[str]:
    """One line per move, numbered from `start` on, below a header for csv."""
    if format == "csv":
        yield ",".join(("step", *MOVE))
    line = MOVE_LINES[format]
    for step, move in zip(count(start), moves):
        yield line % (step, *move)


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows of cells as lines with their columns below one another.

    >>> aligned([("peg", "disks"), ("0", "3 2 1")])
    ['peg  disks', '0    3 2 1']
    """
    width = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(wide) for cell, wide in zip(row, width, strict=True)).rstrip()
        for row in rows
    ]


def glossary(entries: Iterable[tuple[str, str]], columns: int = COLUMNS) -> list[str]:
    """Terms with their explanations beside them, wrapped at words; below a term that is long.

    >>> glossary([("carry", "disk 1 goes one peg on"), ("done", "")], columns=24)
    ['carry  disk 1 goes one', '       peg on', 'done']
    """
    from textwrap import wrap

    entries = list(entries)
    beside = max((len(term) for term, _ in entries if len(term) <= columns // 2), default=0)
    lines = []
    for term, explanation in entries:
        wrapped = wrap(explanation, columns - beside - 2, break_on_hyphens=False)
        if len(term) <= beside and wrapped:
            lines.append(f"{term:{beside}}  {wrapped.pop(0)}")
        else:
            lines.append(term)
        lines += [" " * (beside + 2) + more for more in wrapped]
    return lines


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """A header, named by the first row, and one line per row; quoted only where that is needed."""
    for number, row in enumerate(rows):
        if number == 0:
            yield ",".join(row)
        yield csv_line(row.values())


def csv_line(values: Iterable[object]) -> str:
    """The fields of one line.

    >>> csv_line(["A", "B, C", None])
    'A,"B, C",'
    """
    return ",".join(map(_csv_field, values))


def _csv_field(value: object) -> str:
    text = "" if value is None else str(value)
    if any(sign in text for sign in ',"\n'):
        return '"' + text.replace('"', '""') + '"'
    return text


def jsonl_lines(rows: Iterable[Row]) -> Iterator[str]:
    """One JSON object per row; what JSON has no place for is written as text."""
    from json import dumps

    return (dumps(row, default=str) for row in rows)


def table_lines(rows: Iterable[Row]) -> Iterator[str]:
    """An aligned table as a stream: its first rows say how wide the columns are.

    The first column is a number, or empty; the last may be as wide as it likes.
    """
    rest = iter(rows)
    first: list[Row] = []
    try:
        first.extend(islice(rest, ROWS_MEASURED))
    except Exception as error:  # the rows before it come first
        rest = _raising(error)
    shown = [list(first[0]), *map(_cells, first)] if first else []
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for number, *others in chain(shown, map(_cells, rest)):
        padded = [cell.ljust(width) for cell, width in zip(others, [*widths[1:-1], 0], strict=True)]
        yield "  ".join([number.rjust(widths[0]), *padded]).rstrip()


def _raising(error: Exception) -> Iterator[Row]:
    yield from ()
    raise error


def _cells(row: Row) -> list[str]:
    number, *others = row.values()
    return ["" if number is None else str(number), *("-" if v is None else str(v) for v in others)]


def flat(row: Row) -> Row:
    """A row as csv has it: guards in the notation, and a move in three fields."""
    flattened: Row = {}
    for name, value in row.items():
        if name == "guards" and isinstance(value, dict):
            answers = (guard if yes else f"!{guard}" for guard, yes in value.items())
            flattened[name] = " & ".join(answers)
        elif name == "move":
            flattened |= value if isinstance(value, dict) else dict.fromkeys(MOVE)
        else:
            flattened[name] = value
    return flattened
