"""Moves and traces as lines: text, aligned tables, csv and jsonl, all of them streams."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import count

from hanoi_fsm.automaton import Automaton
from hanoi_fsm.engines import Record
from hanoi_fsm.errors import UnknownName
from hanoi_fsm.puzzle import Move

Moves = Callable[[Iterable[Move], int], Iterator[str]]
Trace = Callable[[Iterable[Record], Automaton, int, int], Iterator[str]]


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


def trace_as(format: str) -> Trace:
    """How to write a trace: (records, automaton, disks, first step) to lines."""
    known: dict[str, Trace] = {"table": table, "csv": trace_csv, "jsonl": trace_jsonl}
    if format not in known:
        raise UnknownName.among("format", format, list(known))
    return known[format]


def numbered(records: Iterable[Record], start: int) -> Iterator[tuple[int | None, Record]]:
    """Each record with the number of the step that it makes, None where it makes no move."""
    step = start
    for record in records:
        if record.output is None:
            yield None, record
        else:
            yield step, record
            step += 1


def table(records: Iterable[Record], automaton: Automaton, disks: int, start: int) -> Iterator[str]:
    """An aligned table; the widths follow from the definition, so that it can be a stream."""
    guards = [_guards(row.guards) for row in automaton.transitions]
    longest_move = Move(disks, 0, 2)
    width = [
        max(4, len(str(start)), len(str(1 << min(disks, 64)))),
        max(map(len, ["state", *automaton.states])),
        max(map(len, ["guards", *guards])),
        max(map(len, ["action", *automaton.actions])),
        max(4, len(str(longest_move))),
    ]
    yield _cells(width, "step", "state", "guards", "action", "move", "pegs")
    for step, record in numbered(records, start):
        yield _cells(
            width,
            "" if step is None else str(step),
            record.state,
            _guards(record.transition.guards),
            record.action or "-",
            "-" if record.output is None else str(record.output),
            record.view or "",
        )


def _cells(width: list[int], step: str, *cells: str) -> str:
    """One line of the table: the step number to the right, all else to the left."""
    rest = [cell.ljust(wide) for cell, wide in zip(cells, [*width[1:], 0], strict=True)]
    return "  ".join([step.rjust(width[0]), *rest]).rstrip()


def _guards(guards: Iterable[object]) -> str:
    return " & ".join(map(str, guards)) or "-"


def trace_csv(
    records: Iterable[Record], automaton: Automaton, disks: int, start: int
) -> Iterator[str]:
    """A header and a row a record; the fields hold no commas or quotes unless a name does."""
    yield "number,step,state,event,guards,action,next,disk,source,target,pegs"
    for step, record in numbered(records, start):
        move = ("", "", "") if record.output is None else record.output
        guards = " & ".join(map(str, record.transition.guards))
        ends = (record.next_state, *move, record.view)
        yield _csv(record.number, step, record.state, record.event, guards, record.action, *ends)


def _csv(*fields: object) -> str:
    texts = ["" if field is None else str(field) for field in fields]
    return ",".join(
        '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\n') else text
        for text in texts
    )


def trace_jsonl(
    records: Iterable[Record], automaton: Automaton, disks: int, start: int
) -> Iterator[str]:
    """A JSON object a record; `guards` holds the answers of the guards that were asked."""
    for step, record in numbered(records, start):
        yield json.dumps(
            {
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
        )
