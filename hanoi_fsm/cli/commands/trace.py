"""The command `trace`: the run of any machine or formula, one row per event.

A row may also have the figures from which it follows, and what the memory holds after the event.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import chain, islice, tee

from hanoi_fsm.cli import FAILED, FINE, args, rows, tables
from hanoi_fsm.cli.error_text import complain, one_line
from hanoi_fsm.cli.output import painter, write_lines
from hanoi_fsm.cli.rows import Parts
from hanoi_fsm.fsm.errors import BadAction, BadInput, HanoiError, MachineStopped
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import Record, Views
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
    args.add(command, "words")
    args.add(
        command,
        "--by",
        help="a name from `hanoi-fsm list`, a DOT or JSON file, or FILE.py:NAME "
        "(default: %(default)s)",
    )
    args.add(command, "--memory")
    command.add_argument(
        "--with-memory",
        action="store_true",
        help="show what the memory holds after each event: cells, heights, registers, stack, tape",
    )
    args.add(command, "--from", "--to", "--start", "--count")
    args.add(command, "--engine", help=args.ENGINE.format("transitions"))
    args.add(command, "--format", default="table", choices=("table", "csv", "jsonl"))
    args.add(command, "-o")


def run(options: Namespace) -> int:
    subject = find_traceable(options.by, memory=options.memory)
    chosen = args.applicable(options, subject)
    if options.with_memory and not isinstance(subject, Machine):
        raise BadInput(f"--with-memory: {subject.shown} has no memory to show: leave it out")
    inputs = subject.kind.parse(options.words)
    views: Views = "contents" if options.with_memory else True
    if options.engine and not isinstance(subject, Machine):
        raise BadInput(f"--engine: {subject.shown} is not an automaton: leave it out")
    engine = {"engine": options.engine} if isinstance(subject, Machine) else {}
    trace = subject.run(*inputs, views=views, **(chosen | engine))
    if note := subject.kind.note(*inputs):
        complain(one_line(note))
    stopped: list[HanoiError] = []
    records, again = tee(_until_it_stops(first(trace, options.count), stopped))
    first_step = chosen["start"] if type(chosen.get("start")) is int else 1
    full = options.format != "table"
    plain = subject.kind.rows(records, first_step, full=full)
    figures = subject.kind.derivation(*inputs, **chosen)
    write_lines(_lines(zip(plain, figures, again), options), options.file)  # noqa: B905  # as many as there are rows
    for error in stopped:
        complain(one_line(f"{subject.shown} stops: {error}"))
    return FAILED if stopped else FINE


def _lines(parts: Iterator[Parts], options: Namespace) -> Iterator[str]:
    if options.format == "table":
        if not options.with_memory:
            return tables.table_lines(map(rows.shown, parts), paint=painter(options.file))
        beginning = list(islice(parts, 1))
        held = [name for one in beginning for name in rows.held(one)]
        shown = map(rows.with_memory, chain(beginning, parts))
        return tables.table_lines(shown, held, painter(options.file))
    if options.format == "csv":
        return tables.csv_lines(map(rows.flat, parts))
    return tables.jsonl_lines(map(rows.nested, parts))


def _until_it_stops(records: Iterator[Record], stopped: list[HanoiError]) -> Iterator[Record]:
    try:
        yield from records
    except (MachineStopped, BadAction, IllegalMove) as error:
        stopped.append(error)
