"""The command `trace`: the run of any machine or formula, one row per event."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import FAILED, FINE
from hanoi_fsm.cli.arguments import (
    FLAGS,
    add_by,
    add_example,
    add_file,
    add_format,
    add_memory,
    add_task,
    add_window,
    given,
)
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.tables import check_table_format, csv_lines, flat, jsonl_lines, table_lines
from hanoi_fsm.fsm.errors import BadInput, MachineStopped
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.solving import Traceable, find_traceable, first


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(
        command,
        "trace 3",
        "trace --by configuration-reader 0110",
        "trace --by shortest 100 011",
        "trace --by clock.py:clock tick H tick",
    )
    command.add_argument(
        "words",
        nargs="*",
        metavar="N|WORD|EVENT",
        help="the number of disks; for a reader the word to read; for a pathfinder two "
        "configurations; for any other machine its events",
    )
    add_by(command, resolver.names())
    add_memory(command)
    add_task(command)
    add_window(command)
    add_format(command, "table")
    add_file(command)


def run(options: Namespace) -> int:
    """Print the records of a run; one that stops early is printed as far as it got, and fails."""
    check_table_format(options.format)
    subject = find_traceable(options.by, memory=options.memory)
    chosen = given(options)
    for name in chosen:
        if name not in subject.options:
            raise BadInput(f"{FLAGS[name]} means nothing to {subject.shown}: leave it out")
    trace = subject.run(*subject.parse(options.words), views=True, **chosen)
    stopped: list[MachineStopped] = []
    records = _until_it_stops(first(trace, options.count), stopped)
    write_lines(_lines(subject, records, chosen.get("start", 1), options.format), options.file)
    for error in stopped:
        print(f"{subject.shown} stops: {error}", file=sys.stderr)
    return FAILED if stopped else FINE


def _until_it_stops(records: Iterator[Record], stopped: list[MachineStopped]) -> Iterator[Record]:
    try:
        yield from records
    except MachineStopped as error:
        stopped.append(error)


def _lines(
    subject: Traceable, records: Iterator[Record], first_step: int, format: str
) -> Iterator[str]:
    if format == "table":
        return table_lines(subject.rows(records, first_step))
    rows = subject.full_rows(records, first_step)
    return csv_lines(map(flat, rows)) if format == "csv" else jsonl_lines(rows)
