"""The command `minimize`: an automaton with its equivalent states merged."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.exporting import format_of
from hanoi_fsm.cli.output import is_standard_output, progress_bar, wrapped, write_lines
from hanoi_fsm.fsm.automaton import table_rows
from hanoi_fsm.fsm.errors import printable
from hanoi_fsm.fsm.formats import export
from hanoi_fsm.hanoi import equality, resolver


def configure(command: ArgumentParser) -> None:
    args.example(command, "minimize my.dot", "minimize my.dot -o smaller.dot")
    args.add(command, "name")
    args.add(command, "-o", help="write the automaton to FILE, in the format of its ending")


def run(options: Namespace) -> int:
    format = None if options.file is None else format_of(options.file)
    machine = resolver.resolve(options.name, "automaton")
    with progress_bar(f"minimizing {options.name}", None) as progress:
        found = equality.minimize(machine, progress=progress)
    if format is not None:
        smaller = machine.with_automaton(found.automaton)
        write_lines([export(smaller, format)], options.file)
        if is_standard_output(options.file):
            return FINE
    write_lines(wrapped(str(found).splitlines()))
    if format is None and not found.was_minimal:
        write_lines(["", *map(printable, table_rows(found.automaton.transitions))])
    return FINE
