"""The command `trace`: the run of any machine or formula, one row per event.

A row may also have the figures behind it, and the contents of the memory after the event. An
acceptor accepts or rejects the word. Words from a file have a row each.
"""

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import starmap, tee
from pathlib import Path

from hanoi_fsm.cli import FAILED, FINE, UNDECIDED, args, tables
from hanoi_fsm.cli.output import Lines, complain, is_of_a_file, why_unreadable
from hanoi_fsm.fsm import engines
from hanoi_fsm.fsm.errors import BadInput, MachineStopped, Undecided, UnknownName, cut
from hanoi_fsm.fsm.files import read_text
from hanoi_fsm.fsm.inputs import words_in
from hanoi_fsm.fsm.machine import Begun, Machine, Subject
from hanoi_fsm.fsm.notation import EPSILON
from hanoi_fsm.fsm.stepping import Overlap
from hanoi_fsm.fsm.trace import ENGINE, Record, Row, Views, for_json, spelt
from hanoi_fsm.hanoi.resolver import resolve, sound
from hanoi_fsm.hanoi.solving import first

DIGITS_SHOWN = 24
"""The most digits of a figure in a table for people."""
MOST_BYTES = 1 << 20
BESIDE_MEMORY = frozenset({"number", "step", "symbol", "state", "event", "output", "move", "next"})
"""The columns of a table for people besides the contents of the memory."""


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
    "--words": {
        "dest": "file_of_words",
        "metavar": "FILE",
        "help": "run the words in FILE, one per line as `event, event`, as printed by `cover`; an "
        "empty line is the empty word. An acceptor accepts or rejects each",
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
    """Print the trace; the library runs an automaton unless the options name an `engine`."""
    subject = sound(args.with_inputs(resolve(options.by), options))
    args.report_reading(subject, options)
    if (machine := subject.machine) and machine.automaton.is_nondeterministic:
        subject = machine.deterministic
        complain(f"{subject.shown} is nondeterministic: running sets of its states")
    if options.file_of_words:
        return (yield from _words(subject.machine, options))
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
    error = stopped[0] if stopped else None
    verdict, why = _verdict(subject, error)
    if verdict == STOPPED:
        complain(f"{subject.shown} stops: {why}")
    elif verdict != ENDED and options.format == "table" and options.count is None:
        yield f"{verdict}: {why}" if why else verdict
    elif verdict == REJECTED:
        complain(f"{subject.shown}: {verdict}: {why}")
    if isinstance(error, Undecided):
        return UNDECIDED
    return FAILED if error else FINE


ACCEPTED, REJECTED, ENDED, STOPPED = "accepted", "rejected", "ended", "stopped"


def _verdict(subject: Subject, error: Exception | None) -> tuple[str, str]:
    """The verdict on a run, with its reason; only an acceptor accepts or rejects a word."""
    machine = subject.machine
    is_acceptor = machine is not None and machine.automaton.acceptor
    if error is None:
        return ACCEPTED if is_acceptor else ENDED, ""
    is_open = isinstance(error, Undecided | Overlap)
    if is_acceptor and isinstance(error, MachineStopped) and not is_open:
        return REJECTED, str(error).partition(": ")[2]
    if is_acceptor and isinstance(error, UnknownName):
        return REJECTED, str(error)
    return STOPPED, why_unreadable(error)


def _words(machine: Machine | None, options: Namespace) -> Lines:
    """A row for each word in a file."""
    if options.words or args.given(options):
        advice = "write other words and their starts into its file, as `start: event, event`"
        raise BadInput(f"--words takes all words from FILE: {advice}")
    if machine is None or machine.must_end:
        raise BadInput(f"{options.by} reads no words: leave out --words")
    text = read_text(Path(options.file_of_words), MOST_BYTES, "a word in each line")
    starts = {start.name: start for start in machine.starts_up_to(machine.explored_size)}
    lines, verdicts = text.splitlines(), list[str]()

    def row(number: int, start: str, events: list[str]) -> Row:
        records: list[Record] = []
        stopped: list[Exception] = []
        memory = starts[start].make()
        is_run = machine.autonomous and not events
        begun = Begun(starts[start].state, memory, None if is_run else events)
        try:
            for event in events:
                machine.check_event(event)
            numbers = machine.taken(begun, ENGINE)
            records += _until_it_stops(
                engines.records(machine.automaton, memory, numbers, views=False), stopped
            )
        except UnknownName as error:
            stopped.append(error)
        verdict, why = _verdict(machine, stopped[0] if stopped else None)
        verdicts.append(verdict)
        outputs = [str(record.output) for record in records if record.output is not None]
        return {
            "word": lines[number - 1].strip() or EPSILON,
            "verdict": verdict,
            "output": " ".join(outputs) or None,
            "state": records[-1].next_state if records else None,
            "why": why or None,
        }

    shown, _ = FORMS[options.format]
    yield from shown(starmap(row, words_in(text, machine.alphabet, starts, machine.asked)))
    return FINE if {*verdicts} <= {ACCEPTED, ENDED} else FAILED


def _until_it_stops(records: Iterator[Record], stopped: list[Exception]) -> Iterator[Record]:
    """Yield the records up to an error that stops the machine; add it to `stopped`."""
    try:
        yield from records
    except Exception as error:
        if isinstance(error, BadInput) or not is_of_a_file(error):
            raise
        stopped.append(error)


def _shown(row: Row, figures: Row, record: Record) -> Row:
    """The row for people: figures come before the last column, and long figures are cut.

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
"""By format: the functions that make lines and rows."""
