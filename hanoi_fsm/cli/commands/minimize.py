"""The command `minimize`: an automaton with its equivalent states merged."""

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import args
from hanoi_fsm.cli.output import wrapped
from hanoi_fsm.fsm.automaton import table_rows
from hanoi_fsm.fsm.errors import printable
from hanoi_fsm.fsm.files import write
from hanoi_fsm.fsm.formats import export
from hanoi_fsm.hanoi import equality, resolver

EXAMPLES = ("minimize my.dot", "minimize my.dot -o smaller.dot")
ARGUMENTS: args.Arguments = {
    "name": {},
    "-o": {"dest": "into", "help": "write the automaton to FILE, in the format of its extension"},
}


def run(options: Namespace) -> Iterator[str]:
    format = options.into and args.format_of(options.into)
    machine = resolver.resolve(options.name, "automaton")
    found = equality.minimize(machine)
    if format:
        write(f"{export(found.put_into(machine), format)}\n", options.into)
    yield from wrapped(str(found).splitlines())
    if not (format or found.was_minimal):
        yield from ("", *wrapped(map(printable, table_rows(found.automaton.transitions))))
