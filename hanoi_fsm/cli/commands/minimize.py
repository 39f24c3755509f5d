"""The command `minimize`: an automaton with its equivalent states merged."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from hanoi_fsm.cli import FINE, args, tables
from hanoi_fsm.cli.output import is_standard_output, progress_bar, wrapped, write_lines
from hanoi_fsm.fsm import formats
from hanoi_fsm.fsm.automaton import table_rows
from hanoi_fsm.fsm.errors import BadInput, counted, listed, printable, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.theory.mealy import Minimal, minimal_of
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import equality, resolver

ENDINGS = {
    ".dot": "dot",
    ".gv": "dot",
    ".json": "json",
    ".mmd": "mermaid",
    ".puml": "plantuml",
    ".scxml": "scxml",
    ".jff": "jflap",
}
"""The format of a file by its ending, where --to does not name one."""

MOST_SHOWN, LONGEST_GROUP = 20, 60
"""The most groups of equivalent states that are printed, and the most characters of each."""
AS_DRAWN = "guards and actions were taken as drawn, so that fewer states may be possible"

NO_OUTPUT = "nothing is put out, so that only refusals and final states tell states apart"


def configure(command: ArgumentParser) -> None:
    args.example(command, "minimize my.dot", "minimize my.dot -o smaller.dot")
    args.add(command, "name", "--memory")
    known = ", ".join(formats.FORMATS)
    command.add_argument(
        "--to", metavar="FORMAT", help=f"write the automaton instead of its table: {known}"
    )
    args.add(command, "--format", help=f"of the table: {args.FORMAT}")
    args.add(command, "-o", help="write the automaton to FILE, as its ending or --to says")


def run(options: Namespace) -> int:
    tables.check_format(options.format, "text")
    to = _format(options)
    machine = resolver.find_unchecked(options.name, memory=options.memory)
    mealy = equality.mealy_machine(machine)
    with progress_bar(f"minimizing {options.name}", None):
        found = minimal_of(machine, mealy.outputs if mealy else {})
    said = [] if options.format != "text" else list(_summary(machine, found, mealy is None))
    if to is None:
        write_lines(_table(found, said, options.format))
        return FINE
    smaller = machine.with_automaton(found.automaton)
    context = formats.ExportContext(
        outputs=smaller.outputs, meanings=smaller.meanings, layout=smaller.layout
    )
    write_lines([formats.export(smaller.automaton, to, context)], options.file)
    if options.file is not None and not is_standard_output(options.file):
        write_lines(wrapped(said))
    return FINE


def _format(options: Namespace) -> str | None:
    """The format to write the automaton in; None for the table."""
    if options.to is None and options.file is None:
        return None
    args.refuse_idle(options, "where no table is printed", "format")
    if options.to is not None:
        return str(options.to)
    ending = Path(options.file).suffix.lower()
    if ending not in ENDINGS:
        file = shortened(options.file)
        raise BadInput(
            f"the ending of {file} names no format ({', '.join(ENDINGS)}): add --to FORMAT"
        )
    return ENDINGS[ending]


def _table(found: Minimal, said: Sequence[str], format: str) -> Iterator[str]:
    if format != "text":
        yield from tables.lines_in(format, _rows(found))
        return
    yield from wrapped(said)
    if not found.was_minimal:
        yield ""
        yield from map(printable, table_rows(found.automaton.transitions))


def _rows(found: Minimal) -> Iterator[Row]:
    for one in found.automaton.transitions:
        yield {
            "state": one.source,
            "event": one.event,
            "guards": one.label.condition or None,
            "action": one.action,
            "next": one.target,
        }


def _summary(machine: Machine, found: Minimal, as_drawn: bool) -> Iterator[str]:
    """What was merged and left out, in lines."""
    sizes = found.automaton.sizes
    mute = len(found.automaton.states) == 1 and not found.automaton.actions
    more = f"; {AS_DRAWN}" if as_drawn else f"; {NO_OUTPUT}" if mute else ""
    if found.was_minimal:
        yield f"{machine.shown}: already minimal: {sizes}{more}"
        return
    yield f"{machine.shown}: {machine.automaton.sizes} become {sizes}{more}"
    for kept, others in list(found.merged.items())[:MOST_SHOWN]:
        *first, last = kept, *others
        both = f"{listed(first, LONGEST_GROUP)} and {listed([last])}"
        yield f"  {both} are equivalent: merged into {listed([kept])}"
    if len(found.merged) > MOST_SHOWN:
        yield f"  and {counted(len(found.merged) - MOST_SHOWN, 'more group')} of equivalent states"
    if found.unreachable:
        yield f"  left out, as no events lead there: {listed(found.unreachable)}"
    if found.dead:
        yield f"  left out, as every word that leads there is refused: {listed(found.dead)}"
