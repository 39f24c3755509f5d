"""Moves and traces as lines: text, aligned tables, csv and jsonl, all of them streams."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi.pegs import Configuration, Move, PegMatrix

Moves = Callable[[Iterable[Move], int], Iterator[str]]
Row = dict[str, object]
"""One line of a table: a value under each column's name, None where there is none."""


def moves_as(format: str) -> Moves:
    """How to write moves: (moves, number of the first step) to lines. Raises `UnknownName`."""
    known: dict[str, Moves] = {"text": moves_text, "csv": moves_csv, "jsonl": moves_jsonl}
    if format not in known:
        raise UnknownName.among("format", format, list(known))
    return known[format]


def moves_text(moves: Iterable[Move], start: int = 1) -> Iterator[str]:
    """Lines like `1: disk 1: 0 -> 2`."""
    for step, (disk, source, target) in zip(count(start), moves):
        yield f"{step}: disk {disk}: {source} -> {target}"


def moves_csv(moves: Iterable[Move], start: int = 1) -> Iterator[str]:
    """A header and a row a move."""
    yield "step,disk,source,target"
    for step, (disk, source, target) in zip(count(start), moves):
        yield f"{step},{disk},{source},{target}"


def moves_jsonl(moves: Iterable[Move], start: int = 1) -> Iterator[str]:
    """A JSON object a line."""
    for step, (disk, source, target) in zip(count(start), moves):
        yield f'{{"step": {step}, "disk": {disk}, "source": {source}, "target": {target}}}'


def check_table_format(format: str, plain: str = "table") -> None:
    """Raise `UnknownName` unless it is the `plain` one, csv or jsonl."""
    if format not in (plain, "csv", "jsonl"):
        raise UnknownName.among("format", format, [plain, "csv", "jsonl"])


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """A header, which the first row names, and a line a row; quoted only where that is needed."""
    for number, row in enumerate(rows):
        if number == 0:
            yield ",".join(row)
        yield ",".join(map(_csv_field, row.values()))


def _csv_field(value: object) -> str:
    text = "" if value is None else str(value)
    if any(sign in text for sign in ',"\n'):
        return '"' + text.replace('"', '""') + '"'
    return text


def jsonl_lines(rows: Iterable[Row]) -> Iterator[str]:
    """A JSON object a row."""
    return map(json.dumps, rows)


def table_lines(rows: Iterable[Row], widths: Sequence[int]) -> Iterator[str]:
    """An aligned table; the widths are given, so that it can be a stream.

    The first column is a number, or empty; the last may be as wide as it likes.
    """
    for number, row in enumerate(rows):
        if number == 0:
            yield _table_line(row, widths)
        first, *rest = row.values()
        shown = ["-" if value is None else str(value) for value in rest]
        yield _table_line(["" if first is None else str(first), *shown], widths)


def _table_line(cells: Iterable[str], widths: Sequence[int]) -> str:
    number, *rest = cells
    padded = [cell.ljust(width) for cell, width in zip(rest, [*widths[1:], 0], strict=True)]
    return "  ".join([number.rjust(widths[0]), *padded]).rstrip()


def trace_lines(
    records: Iterable[Record], automaton: Automaton, disks: int, start: int, format: str
) -> Iterator[str]:
    """The trace of a machine that moves disks, as lines of a `format`."""
    check_table_format(format)
    if format == "table":
        return table_lines(_shown_rows(records, start), _widths(automaton, disks, start))
    if format == "csv":
        return csv_lines(map(_flat, _full_rows(records, start)))
    return jsonl_lines(_full_rows(records, start))


def numbered(records: Iterable[Record], start: int) -> Iterator[tuple[int | None, Record]]:
    """Each record with the number of the step that it makes, None where it makes no move."""
    step = start
    for record in records:
        if record.output is None:
            yield None, record
        else:
            yield step, record
            step += 1


def _shown_rows(records: Iterable[Record], start: int) -> Iterator[Row]:
    for step, record in numbered(records, start):
        yield {
            "step": step,
            "state": record.state,
            "guards": " & ".join(map(str, record.transition.guards)) or None,
            "action": record.action,
            "move": record.output,
            "pegs": record.view,
        }


def _widths(automaton: Automaton, disks: int, start: int) -> list[int]:
    guards = [" & ".join(map(str, row.guards)) for row in automaton.transitions]
    return [
        _step_width(disks, start),
        max(map(len, ["state", *automaton.states])),
        max(map(len, ["guards", *guards])),
        max(map(len, ["action", *automaton.actions])),
        max(4, len(str(Move(disks, 0, 2)))),
    ]


def _step_width(disks: int, start: int) -> int:
    return max(4, len(str(start)), len(str(1 << min(disks, 64))))


def _full_rows(records: Iterable[Record], start: int) -> Iterator[Row]:
    for step, record in numbered(records, start):
        yield {
            "number": record.number,
            "step": step,
            "state": record.state,
            "event": record.event,
            "guards": record.answers,
            "action": record.action,
            "next": record.next_state,
            "move": None if record.output is None else record.output._asdict(),
            "pegs": record.view,
        }


def _flat(row: Row) -> Row:
    """A full row with the guards in the notation and the move in three fields."""
    answers, move = row["guards"], row.pop("move")
    assert isinstance(answers, dict)
    row["guards"] = " & ".join(name if yes else f"!{name}" for name, yes in answers.items())
    pegs = row.pop("pegs")
    parts = move if isinstance(move, dict) else dict.fromkeys(Move._fields)
    return row | parts | {"pegs": pegs}


def reading_lines(records: Iterable[Record], automaton: Automaton, format: str) -> Iterator[str]:
    """The trace of a reader, a row a symbol, as lines of a `format`."""
    check_table_format(format)
    rows = (
        {
            "number": record.number,
            "symbol": record.event,
            "state": record.state,
            "writes": record.output,
            "next": record.next_state,
            "answer": record.view,
        }
        for record in records
    )
    states = max(map(len, ["state", *automaton.states]))
    if format == "table":
        return table_lines(rows, [6, 6, states, 6, states])
    return (csv_lines if format == "csv" else jsonl_lines)(rows)


def plain_lines(
    moves: Iterable[Move], before: Configuration, start: int, format: str, words: bool
) -> Iterator[str]:
    """The trace of a solver that is no automaton; `words` adds the pegs as bit words (hBits)."""
    check_table_format(format)
    disks = len(before)
    rows = _plain_rows(moves, before, start, words)
    if format == "table":
        rows = ({**row, "move": str(row["move"])} for row in rows)
        word = max(6, disks)
        widths = [_step_width(disks, start), len(str(Move(disks, 0, 2)))]
        return table_lines(rows, widths + [word] * 3 if words else widths)
    if format == "csv":
        return csv_lines(map(_flat_move, rows))
    return jsonl_lines({**row, "move": _as_dict(row["move"])} for row in rows)


def _plain_rows(
    moves: Iterable[Move], before: Configuration, start: int, words: bool
) -> Iterator[Row]:
    pegs = PegMatrix.standing(before)
    for step, move in zip(count(start), moves):
        pegs.move(move.source, move.target)
        row: Row = {"step": step, "move": move}
        if words:
            masks = pegs.configuration().masks()
            row |= {f"peg {p}": f"{mask:0{pegs.disks}b}" for p, mask in enumerate(masks)}
        yield row | {"pegs": str(pegs)}


def _as_dict(move: object) -> dict[str, int]:
    assert isinstance(move, Move)
    return move._asdict()


def _flat_move(row: Row) -> Row:
    flat: Row = {}
    for name, value in row.items():
        flat |= _as_dict(value) if name == "move" else {name: value}
    return flat
