"""The command `trace`: the run of any machine or formula, one row per event.

A row may also have the figures behind it, and the contents of the memory after the event.
"""

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import tee

from hanoi_fsm.cli import FAILED, FINE, UNDECIDED, args, tables
from hanoi_fsm.cli.output import Lines, complain, is_of_a_file, why_unreadable
from hanoi_fsm.fsm.errors import BadInput, Undecided, cut
from hanoi_fsm.fsm.trace import Record, Row, Views, for_json, spelt
from hanoi_fsm.hanoi.resolver import resolve, sound
from hanoi_fsm.hanoi.solving import first

DIGITS_SHOWN = 24
"""The digits of a figure that are shown in a table for people."""
BESIDE_MEMORY = frozenset({"number", "step", "symbol", "state", "event", "output", "move", "next"})
"""The columns that a table for people keeps beside the contents of the memory."""


EXAMPLES = (
    "trace 3",
    "trace --by configuration-reader 0110",
    "trace --by shortest 100 011",
    "trace --by clock.py:clock tick H tick",
)
ARGUMENTS: args.Arguments = {
    "words": {},
    "--by": {
        "help": "a name from `hanoi-fsm list`, a diagram, or FILE.py:NAME (default: %(default)s)",
    },
    "--with-memory": {
        "action": "store_true",
        "help": "show the contents of the memory after each event: cells, heights, registers, "
        "stack, tape",
    },
    "--from": {},
    "--to": {},
    "--start": {},
    "--begin": {},
    "--inputs": {},
    "--count": {},
    "--format": {"default": "table", "choices": ("table", "csv", "jsonl")},
}


def run(options: Namespace) -> Lines:
    """Print the trace; the library runs an automaton, or else an `engine` in the options."""
    subject = sound(args.with_inputs(resolve(options.by), options))
    args.report_reading(subject, options)
    engine: object = getattr(options, "engine", None)
    chosen = args.given(options)
    inputs = subject.parse(options.words)
    views: Views = "contents" if options.with_memory else True
    trace = subject.run(*inputs, views=views, engine=engine, **chosen)
    stopped: list[Exception] = []
    records, again = tee(_until_it_stops(first(trace, options.count), stopped))
    plain = subject.rows(records, chosen.get("start", 1), full=options.format != "table")
    figures = subject.derivation(*inputs, **chosen)
    lines, shown = FORMS[options.format]
    yield from lines(map(shown, plain, figures, again))
    for error in stopped:
        complain(f"{subject.shown} stops: {why_unreadable(error)}")
        return UNDECIDED if isinstance(error, Undecided) else FAILED
    return FINE


def _until_it_stops(records: Iterator[Record], stopped: list[Exception]) -> Iterator[Record]:
    """The records up to an error that stops the machine, which is added to `stopped`."""
    try:
        yield from records
    except Exception as error:
        if isinstance(error, BadInput) or not is_of_a_file(error):
            raise
        stopped.append(error)


def _shown(row: Row, figures: Row, record: Record) -> Row:
    """The row for people: the figures come before the last column, and long ones are cut.

    The contents of the memory replace its view.
    """
    if record.contents is not None:
        held = {
            f"memory {name}" if name in row else name: value if type(value) is int else spelt(value)
            for name, value in record.contents.items()
        }
        return {name: value for name, value in row.items() if name in BESIDE_MEMORY} | held
    *others, last = row
    short = {
        name: value if len(str(value)) <= DIGITS_SHOWN else cut(str(value), DIGITS_SHOWN)
        for name, value in figures.items()
    }
    return {name: row[name] for name in others} | short | {last: row[last]}


def _full(row: Row, figures: Row, record: Record, spell: Callable[[object], object]) -> Row:
    """The row for programs, with a column for each value in the memory."""
    held = {f"contents.{name}": spell(value) for name, value in (record.contents or {}).items()}
    return row | figures | held


FORMS: dict[str, tuple[Callable[[Iterable[Row]], Iterator[str]], Callable[..., Row]]] = {
    "table": (tables.table_lines, _shown),
    "csv": (tables.csv_lines, partial(_full, spell=spelt)),
    "jsonl": (tables.jsonl_lines, partial(_full, spell=for_json)),
}
"""By format: the functions that make the lines and the rows."""
