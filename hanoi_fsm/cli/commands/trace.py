"""The command `trace`: the run of any machine or formula, one row per event.

A row may also have the figures from which it follows, and what the memory holds after the event.
"""

from argparse import Namespace
from collections.abc import Iterator
from itertools import tee
from typing import Any

from hanoi_fsm.cli import FAILED, FINE, args, tables
from hanoi_fsm.cli.error_text import complain, one_line
from hanoi_fsm.cli.output import Lines, painter
from hanoi_fsm.cli.tables import MOVE
from hanoi_fsm.fsm.errors import BadAction, BadInput, HanoiError, MachineStopped, cut
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import Record, Row, Views, for_json, spelt
from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.resolver import sound
from hanoi_fsm.hanoi.solving import first

Parts = tuple[Row, Row, Record]
"""The row of an event, the figures from which it follows, and its record."""

DIGITS_SHOWN = 24
"""The digits of a figure that are shown in a table for people."""
BESIDE_MEMORY = frozenset({"number", "step", "symbol", "state", "event", "output", "move", "next"})
"""The columns that a table for people has beside what the memory holds, so that it stays narrow."""


EXAMPLES = (
    "trace 3",
    "trace --by configuration-reader 0110",
    "trace --by shortest 100 011",
    "trace --by clock.py:clock tick H tick",
)
ARGUMENTS: args.Arguments = {
    "words": {},
    "--by": {
        "help": "a name from `hanoi-fsm list`, a DOT or JSON file, or FILE.py:NAME "
        "(default: %(default)s)",
    },
    "--with-memory": {
        "action": "store_true",
        "help": "show what the memory holds after each event: cells, heights, registers, stack, "
        "tape",
    },
    "--from": {},
    "--to": {},
    "--start": {},
    "--count": {},
    "--format": {"default": "table", "choices": ("table", "csv", "jsonl")},
}


def run(options: Namespace, engine: Any = None) -> Lines:
    """Print the trace; of an automaton it is that of an `engine`, by default of the library."""
    subject = sound(options.by)
    chosen = args.applicable(options, subject)
    if options.with_memory and not isinstance(subject, Machine):
        raise BadInput(f"--with-memory: {subject.shown} has no memory to show: leave it out")
    inputs = subject.kind.parse(options.words)
    views: Views = "contents" if options.with_memory else True
    trace = subject.run(*inputs, views=views, engine=engine, **chosen)
    if note := subject.kind.note(*inputs):
        complain(one_line(note))
    stopped: list[HanoiError] = []
    records, again = tee(_until_it_stops(first(trace, options.count), stopped))
    first_step = chosen["start"] if type(chosen.get("start")) is int else 1
    plain = subject.kind.rows(records, first_step, full=options.format != "table")
    figures = subject.kind.derivation(*inputs, **chosen)
    yield from _lines(zip(plain, figures, again), options)  # noqa: B905  # as many as there are rows
    for error in stopped:
        complain(one_line(f"{subject.shown} stops: {error}"))
    return FAILED if stopped else FINE


def _lines(parts: Iterator[Parts], options: Namespace) -> Iterator[str]:
    if options.format == "table":
        if not options.with_memory:
            return tables.table_lines(map(_shown, parts), paint=painter())
        return tables.table_lines(map(_with_memory, parts), BESIDE_MEMORY, painter())
    if options.format == "csv":
        return tables.csv_lines(map(_flat, parts))
    return tables.jsonl_lines(map(_nested, parts))


def _until_it_stops(records: Iterator[Record], stopped: list[HanoiError]) -> Iterator[Record]:
    try:
        yield from records
    except (MachineStopped, BadAction, IllegalMove) as error:
        stopped.append(error)


def _shown(parts: Parts) -> Row:
    """The row for people: the figures come before the last column, and long ones are cut."""
    row, figures, _ = parts
    *others, last = row
    texts = {name: str(value) for name, value in figures.items()}
    long = {
        name: cut(text, DIGITS_SHOWN) for name, text in texts.items() if len(text) > DIGITS_SHOWN
    }
    return {name: row[name] for name in others} | figures | long | {last: row[last]}


def _with_memory(parts: Parts) -> Row:
    """The row for people with what the memory holds in place of its view."""
    row, _, record = parts
    return {name: value for name, value in row.items() if name in BESIDE_MEMORY} | {
        f"memory {name}" if name in row else name: value if type(value) is int else spelt(value)
        for name, value in (record.contents or {}).items()
    }


def _nested(parts: Parts) -> Row:
    """The row of jsonl; what the memory holds is an object of its own."""
    row, figures, record = parts
    held = {} if record.contents is None else {"contents": for_json(record.contents)}
    return row | figures | held


def _flat(parts: Parts) -> Row:
    """The row of csv: guards in the notation, a move in three fields, and all else in one field."""
    row, figures, record = parts
    flattened: Row = {}
    for name, value in row.items():
        if name == "guards" and isinstance(value, dict):
            answers = (guard if yes else f"!{guard}" for guard, yes in value.items())
            flattened[name] = " & ".join(answers)
        elif name == "move":
            flattened |= value if isinstance(value, dict) else dict.fromkeys(MOVE)
        else:
            flattened[name] = value
    contents = (record.contents or {}).items()
    return flattened | figures | {f"contents.{name}": spelt(value) for name, value in contents}
