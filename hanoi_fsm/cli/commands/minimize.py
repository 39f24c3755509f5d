"""The command `minimize`: an automaton with its equivalent states merged."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.exporting import exported, format_of
from hanoi_fsm.cli.output import is_standard_output, progress_bar, wrapped, write_lines
from hanoi_fsm.fsm.automaton import table_rows
from hanoi_fsm.fsm.errors import counted, listed, printable
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.theory.compare import mealy_machine
from hanoi_fsm.fsm.theory.mealy import Minimal, minimal_of
from hanoi_fsm.hanoi import resolver

MOST_SHOWN, LONGEST_GROUP = 20, 60
"""The most groups of equivalent states that are printed, and the most characters of each."""
AS_DRAWN = "guards and actions were taken as drawn, so that fewer states may be possible"

NO_OUTPUT = "nothing is put out, so that only refusals and final states tell states apart"


def configure(command: ArgumentParser) -> None:
    args.example(command, "minimize my.dot", "minimize my.dot -o smaller.dot")
    args.add(command, "name")
    args.add(command, "-o", help="write the automaton to FILE, in the format of its ending")


def run(options: Namespace) -> int:
    format = None if options.file is None else format_of(options.file)
    machine = resolver.resolve(options.name, "automaton")
    mealy = mealy_machine(machine)
    with progress_bar(f"minimizing {options.name}", None):
        found = minimal_of(machine, mealy.outputs if mealy else {})
    if format is not None:
        smaller = machine.with_automaton(found.automaton)
        write_lines([exported(smaller, format)], options.file)
        if is_standard_output(options.file):
            return FINE
    write_lines(wrapped(_summary(machine, found, mealy is None)))
    if format is None and not found.was_minimal:
        write_lines(["", *map(printable, table_rows(found.automaton.transitions))])
    return FINE


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
