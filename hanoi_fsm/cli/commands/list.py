"""The command `list`: every automaton and formula."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.tables import aligned
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.plain import PLAIN


def configure(command: ArgumentParser) -> None:
    args.example(command, "list")


def run(options: Namespace) -> int:
    rows = [("name", "kind", "states", "transitions", "source", "what it is")]
    for machine in map(automata.get, automata.names()):
        automaton = machine.automaton
        sizes = (str(len(automaton.states)), str(len(automaton.transitions)))
        rows.append((machine.name, machine.kind, *sizes, machine.idea, machine.summary))
    rows += [(one.name, one.kind, "-", "-", one.idea, one.summary) for one in PLAIN.values()]
    write_lines(aligned(rows))
    return FINE
