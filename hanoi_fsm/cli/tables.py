"""Rows as lines: text, csv and jsonl, all but `aligned` as streams."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from hanoi_fsm.cli.output import COLUMNS, KEPT, columns
from hanoi_fsm.cli.painting import Paint, painted
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.fsm.trace import Row

ROWS_MEASURED = 1024
LEAST_WRAPPED = 16
"""Characters that a column which is wrapped has at least."""
OF_MEMORY = frozenset({"pegs", "memory", "answer", "peg 0", "peg 1", "peg 2"})
"""Columns that show a memory, of which an event changes a part."""

NUMBER = re.compile(r"[+-]?[\d,]*\.?\d+%?")
NUMBER_OR_NONE = re.compile(rf"{NUMBER.pattern}|-|")

Shortening = Callable[[str], str]
SHORTER: Sequence[Mapping[str, Shortening]] = (
    {"move": lambda text: text.removeprefix("disk ").replace(" -> ", ">")},
    {"pegs": lambda text: text.replace(" | ", "|")},
    {"guards": lambda text: text.replace(" & ", "&")},
)
"""How cells of a column get shorter, one after the other, where a table is too wide."""

MOVE = ("disk", "source", "target")


def check_format(format: str, plain: str, *more: str) -> None:
    """Raise `UnknownName` unless it is the `plain` one, csv, jsonl, or one more."""
    if format not in (known := [plain, "csv", "jsonl", *more]):
        raise UnknownName.among("format", format, known)


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows of cells as lines with their columns below one another; the first row is their head.

    Numbers are right-aligned.

    >>> aligned([("peg", "disks"), ("0", "3 2 1")])
    ['peg  disks', '  0  3 2 1']
    """
    columns = list(zip(*rows, strict=True))
    width = [max(map(len, column)) for column in columns]
    right = [
        any(map(NUMBER.fullmatch, cells)) and all(map(NUMBER_OR_NONE.fullmatch, cells))
        for _, *cells in columns
    ]
    return [
        "  ".join(
            cell.rjust(wide) if numbers else cell.ljust(wide)
            for cell, wide, numbers in zip(row, width, right, strict=True)
        ).rstrip()
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


def lines_in(format: str, rows: Iterable[Row]) -> Iterator[str]:
    """The lines of rows for programs, in csv or else in jsonl."""
    return (csv_lines if format == "csv" else jsonl_lines)(rows)


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """A header, named by the first row, and one line per row; quoted only where that is needed."""
    header: list[str] = []
    for row in rows:
        if not header:
            header = list(row)
            yield csv_line(header)
        yield csv_line(row.get(name) for name in header)


def csv_line(values: Iterable[object]) -> str:
    """The fields of one line.

    >>> csv_line(["A", "B, C", None])
    'A,"B, C",'
    """
    return ",".join(map(_csv_field, values))


def _csv_field(value: object) -> str:
    if value is None:
        return ""
    text = number_text(value) if type(value) is int else str(value)
    if any(sign in text for sign in ',"\n'):
        return '"' + text.replace('"', '""') + '"'
    return text


def jsonl_lines(rows: Iterable[Row]) -> Iterator[str]:
    """One JSON object per row; what JSON has no place for is written as text."""
    from json import dumps

    return (dumps(row, default=str) for row in rows)


def table_lines(
    rows: Iterable[Row], held: Collection[str] = (), paint: Paint | None = None
) -> Iterator[str]:
    """An aligned table as a stream: its first rows say how wide the columns are.

    Where they do not fit into the width of `columns`, cells are written shorter. Numbers are
    right-aligned, and an empty cell of the first column is left empty. The last column may be as
    wide as it likes; of the columns that say what is `held` in the memory the widest becomes the
    last where that is needed, and is wrapped at words.
    """
    rest = iter(rows)
    first: list[Row] = []
    try:
        first.extend(islice(rest, ROWS_MEASURED))
    except Exception as error:
        if not first:
            raise
        rest = _raising(error)  # the rows before it come first
    if first:
        yield from _Layout(first, held).lines(chain(first, rest), paint)


class _Layout:
    """The columns of a table: their order, their widths, and how short their cells are."""

    def __init__(self, first: list[Row], held: Collection[str]) -> None:
        self.names, self.gap = list(first[0]), "  "
        self.most = columns()
        self.held, self.wrapped = held, bool(held)
        self.short: dict[str, Shortening] = {}
        numbers = ([row[name] for row in first if row.get(name) is not None] for name in self.names)
        self.right = {
            name
            for name, values in zip(self.names, numbers, strict=True)
            if name == self.names[0] or (values and all(map(_is_number, values)))
        }
        tighter = [*SHORTER, dict.fromkeys(held, _run_together)] if held else SHORTER
        for shortened in ({}, *tighter):
            self.short |= shortened
            self._measure(first)
            if self.width <= self.most:
                return
        self.gap = " "
        if self.width <= self.most:
            return
        if held:
            widest = max(held, key=lambda name: self.widths.get(name, 0))
            self.names = [*(name for name in self.names if name != widest), widest]
            others = self.width - self.widths[widest]
            if others + len(self.names) - 1 + LEAST_WRAPPED > self.most:
                self.wrapped = others + LEAST_WRAPPED <= self.most
                return
        self.gap = "  "

    def _measure(self, first: list[Row]) -> None:
        columns = zip(self.names, *map(self.cells, first), strict=True)
        self.widths = {column[0]: max(map(len, column)) for column in columns}

    @property
    def width(self) -> int:
        return sum(self.widths.values()) + len(self.gap) * (len(self.widths) - 1)

    def cells(self, row: Row) -> list[str]:
        return [self._cell(name, row.get(name)) for name in self.names]

    def _cell(self, name: str, value: object) -> str:
        if value is None:
            return "" if name == self.names[0] else "-"
        shorten = self.short.get(name)
        return str(value) if shorten is None else shorten(str(value))

    def lines(self, rows: Iterable[Row], paint: Paint | None) -> Iterator[str]:
        yield self._line(self.names, None, None)
        before = None
        for cells in map(self.cells, rows):
            lines = self._wrapped(cells) if self.wrapped else [cells]
            for line in lines:
                yield self._line(line, before if len(lines) == 1 else None, paint)
            before = cells

    def _line(self, cells: list[str], before: list[str] | None, paint: Paint | None) -> str:
        shown = []
        for number, (name, cell) in enumerate(zip(self.names, cells, strict=True)):
            blanks = " " * (self.widths[name] - len(cell))
            old = before[number] if before and (name in self.held or name in OF_MEMORY) else None
            text = painted(cell, old, paint)
            shown.append(blanks + text if name in self.right else text + blanks)
        return self.gap.join(shown).rstrip()

    def _wrapped(self, cells: list[str]) -> list[list[str]]:
        """The lines of a row: the last cell takes as many as it needs, and no frame is cut."""
        from textwrap import wrap

        *others, last = cells
        if " | " in last:
            last = last.replace(" ", KEPT).replace(f"{KEPT}|{KEPT}", " | ")
        room = self.most - sum(self.widths[name] + len(self.gap) for name in self.names[:-1])
        parts = wrap(last, room, break_on_hyphens=False) or [last]
        parts = [part.replace(KEPT, " ") for part in parts]
        return [[*others, parts[0]], *([*[""] * len(others), part] for part in parts[1:])]


def _is_number(value: object) -> bool:
    return type(value) is int or (isinstance(value, str) and value.startswith("2^"))


def _run_together(text: str) -> str:
    """Words of one sign as one word, where all of them are: `3 2 1` as `321`."""
    words = text.split()
    return "".join(words) if all(len(word) == 1 for word in words) else text


def _raising(error: Exception) -> Iterator[Row]:
    yield from ()
    raise error
