"""The command `minimize`: an automaton with its equivalent states merged."""

from hanoi_fsm.cli.command import INTO, Arguments, Lines, Options, drawn, export_to, wrapped
from hanoi_fsm.hanoi import equality, resolver

EXAMPLES = ("minimize my.dot", "minimize my.dot -o smaller.dot")
ARGUMENTS: Arguments = {"name": {}, "-o": INTO}


def run(options: Options) -> Lines:
    machine = resolver.machine_of(options.name)
    minimal = equality.minimize(machine)
    if options.into:
        export_to(options.into, minimal.put_into(machine))
    yield from wrapped(str(minimal).splitlines())
    if not (options.into or minimal.was_minimal):
        yield from ("", *drawn(minimal.automaton))
