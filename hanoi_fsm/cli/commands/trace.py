"""The command `trace`: the run of any machine or formula, one row per event.

A row may also have the figures behind it, and the contents of the memory after the event. An
acceptor accepts or rejects the word. Words from a file have a row each.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import tee

from hanoi_fsm.cli.command import (
    FAILED,
    FINE,
    UNDECIDED,
    Arguments,
    LinesAndCode,
    Options,
    complain,
    given,
    inputs_of,
    is_of_a_file,
    lines_in,
    report_reading,
    text_in,
    why_unreadable,
    with_inputs,
)
from hanoi_fsm.fsm import engines
from hanoi_fsm.fsm.errors import BadInput, MachineStopped, Undecided, UnknownName, cut
from hanoi_fsm.fsm.inputs import words_in
from hanoi_fsm.fsm.machine import Begun, Machine, Subject
from hanoi_fsm.fsm.notation import EPSILON
from hanoi_fsm.fsm.stepping import Overlap
from hanoi_fsm.fsm.trace import ENGINE, Record, Row, Views, for_json, spelt
from hanoi_fsm.hanoi.resolver import resolve, sound
from hanoi_fsm.hanoi.solving import first

DIGITS_SHOWN = 24
"""The most digits of a figure in a table for people."""
BESIDE_MEMORY = frozenset({"number", "step", "symbol", "state", "event", "output", "move", "next"})
"""The columns of a table for people besides the contents of the memory."""
ACCEPTED, REJECTED, ENDED, STOPPED = "accepted", "rejected", "ended", "stopped"
"""The verdicts on a run."""

EXAMPLES = (
    "trace 3",
    "trace --by configuration-reader 0110",
    "trace --by shortest 100 011",
    "trace --by clock.py:clock tick H tick",
)
ARGUMENTS: Arguments = {
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


def run(options: Options) -> LinesAndCode:
    """Print the trace; the library runs an automaton unless the options name an `engine`."""
    subject = sound(with_inputs(resolve(options.by), options))
    report_reading(subject, options)
    if (machine := subject.machine) and machine.automaton.is_nondeterministic:
        subject = machine.deterministic
        complain(f"{subject.shown} is nondeterministic: running sets of its states")
    if options.file_of_words:
        rows, judged = tee(_words(subject.machine, options))
        yield from lines_in(options.format, rows)
        return FINE if {row["verdict"] for row in judged} <= {ACCEPTED, ENDED} else FAILED
    inputs, chosen = inputs_of(subject, options), given(options)
    views: Views = "contents" if options.with_memory else True
    engine: object = getattr(options, "engine", None)
    trace = subject.run(*inputs, views=views, engine=engine, **chosen)
    stopped: list[Exception] = []
    records, again = tee(_until_it_stops(first(trace, options.count), stopped))
    plain = subject.rows(records, chosen.get("start", 1), full=options.format != "table")
    figures = subject.derivation(*inputs, **chosen)
    yield from lines_in(options.format, map(SHOWN[options.format], plain, figures, again))
    error = next(iter(stopped), None)
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


def _until_it_stops(records: Iterator[Record], stopped: list[Exception]) -> Iterator[Record]:
    """Yield the records up to an error that stops the machine; add it to `stopped`."""
    try:
        yield from records
    except Exception as error:
        if isinstance(error, BadInput) or not is_of_a_file(error):
            raise
        stopped.append(error)


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


def _words(machine: Machine | None, options: Options) -> Iterator[Row]:
    """A row for each word in a file."""
    if options.words or given(options):
        advice = "write other words and their starts into its file, as `start: event, event`"
        raise BadInput(f"--words takes all words from FILE: {advice}")
    if options.with_memory or options.count is not None:
        raise BadInput("--words prints one row per word: leave out --count and --with-memory")
    if machine is None or machine.must_end:
        raise BadInput(f"{options.by} reads no words: leave out --words")
    text = text_in(options.file_of_words, "a word in each line")
    starts = {start.name: start for start in machine.starts_up_to(machine.explored_size)}
    lines = text.splitlines()
    for number, start, events in words_in(text, machine.alphabet, starts, machine.asked):
        memory, records, stopped = starts[start].make(), list[Record](), list[Exception]()
        is_run = machine.autonomous and not events
        begun = Begun(starts[start].state, memory, None if is_run else events)
        try:
            for event in events:
                machine.check_event(event)
            numbers = machine.taken(begun, ENGINE)
            run = engines.records(machine.automaton, memory, numbers, views=False)
            records += _until_it_stops(run, stopped)
        except UnknownName as error:
            stopped.append(error)
        verdict, why = _verdict(machine, next(iter(stopped), None))
        outputs = [str(record.output) for record in records if record.output is not None]
        yield {
            "word": lines[number - 1].strip() or EPSILON,
            "verdict": verdict,
            "output": " ".join(outputs) or None,
            "state": records[-1].next_state if records else None,
            "why": why or None,
        }


def _shown(row: Row, figures: Row, record: Record) -> Row:
    """The row for people: figures come before the last column, and long figures are cut.

    The contents of the memory replace its view.
    """
    if record.contents is not None:
        shown = {name: value for name, value in row.items() if name in BESIDE_MEMORY}
        for name, value in record.contents.items():
            column = f"memory {name}" if name in row else name
            shown[column] = value if type(value) is int else spelt(value)
        return shown
    *others, last = row.items()
    short = {
        name: value if len(str(value)) <= DIGITS_SHOWN else cut(str(value), DIGITS_SHOWN)
        for name, value in figures.items()
    }
    return dict([*others, *short.items(), last])


def _full(row: Row, figures: Row, record: Record, spell: Callable[[object], object]) -> Row:
    """The row for programs, with a column for each value in the memory."""
    held = {f"contents.{name}": spell(value) for name, value in (record.contents or {}).items()}
    return row | figures | held


SHOWN: dict[str, Callable[..., Row]] = {
    "table": _shown,
    "csv": partial(_full, spell=spelt),
    "jsonl": partial(_full, spell=for_json),
}
"""By format: the functions that make rows."""
