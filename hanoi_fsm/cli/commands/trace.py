"""The command `trace`: the run of any machine or formula, one row per event."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Any

from hanoi_fsm.cli import FAILED, FINE, args, tables
from hanoi_fsm.cli.output import complain, one_line, write_lines
from hanoi_fsm.fsm.errors import BadAction, BadInput, HanoiError, MachineStopped
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.solving import find_traceable, first


def configure(command: ArgumentParser) -> None:
    args.example(
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
        help="the number of disks; for a reader, the word to read; for a pathfinder, two "
        "configurations; for any other machine, its events",
    )
    args.add(
        command,
        "--by",
        help="a name from `hanoi-fsm list`, a DOT or JSON file, or FILE.py:NAME "
        "(default: %(default)s)",
    )
    command.add_argument("--begin", metavar="NAME", help="one of the machine's named starts")
    args.add(command, "--memory", "--from", "--to", "--start", "--count")
    args.add(command, "--format", default="table")
    args.add(command, "-o")


def run(options: Namespace) -> int:
    tables.check_format(options.format, "table")
    subject = find_traceable(options.by, memory=options.memory)
    chosen = args.given(options)
    for name in chosen:
        if name not in subject.options:
            raise BadInput(f"{args.FLAGS[name]} does not apply to {subject.shown}: leave it out")
    begin: dict[str, Any] = {} if options.begin is None else {"start": options.begin}
    if begin and subject.kind != "machine":
        raise BadInput(f"--begin does not apply to {subject.shown}: leave it out")
    inputs = subject.parse(options.words)
    trace = subject.run(*inputs, views=True, **(chosen | begin))
    if note := subject.note(*inputs):
        complain(one_line(note))
    stopped: list[HanoiError] = []
    records = _until_it_stops(first(trace, options.count), stopped)
    step = chosen.get("start", 1)
    if options.format == "table":
        lines = tables.table_lines(subject.rows(records, step))
    elif options.format == "csv":
        lines = tables.csv_lines(map(tables.flat, subject.full_rows(records, step)))
    else:
        lines = tables.jsonl_lines(subject.full_rows(records, step))
    write_lines(lines, options.file)
    for error in stopped:
        complain(one_line(f"{subject.shown} stops: {error}"))
    return FAILED if stopped else FINE


def _until_it_stops(records: Iterator[Record], stopped: list[HanoiError]) -> Iterator[Record]:
    try:
        yield from records
    except (MachineStopped, BadAction, IllegalMove) as error:
        stopped.append(error)
