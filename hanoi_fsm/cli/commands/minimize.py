"""The command `minimize`: an automaton with its equivalent states merged."""

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import args
from hanoi_fsm.cli.output import drawn, wrapped
from hanoi_fsm.hanoi import equality, resolver

EXAMPLES = ("minimize my.dot", "minimize my.dot -o smaller.dot")
ARGUMENTS: args.Arguments = {
    "name": {},
    "-o": args.INTO,
}


def run(options: Namespace) -> Iterator[str]:
    machine = resolver.machine_of(options.name)
    minimal = equality.minimize(machine)
    if options.into:
        args.export_to(options.into, minimal.put_into(machine))
    yield from wrapped(str(minimal).splitlines())
    if not (options.into or minimal.was_minimal):
        yield from ("", *drawn(minimal.automaton))
