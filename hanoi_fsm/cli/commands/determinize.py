"""The command `determinize`: an equivalent deterministic acceptor, or a product of two."""

from hanoi_fsm.cli.command import (
    INTO,
    Arguments,
    Lines,
    Options,
    drawn,
    export_to,
    lines_in,
    report_reading,
    wrapped,
)
from hanoi_fsm.hanoi import equality, resolver

EXAMPLES = (
    "determinize path-reader --steps",
    "determinize path-reader --not -o off.dot",
)
ARGUMENTS: Arguments = {
    "name": {},
    "--and": {
        "dest": "intersect",
        "metavar": "NAME",
        "help": "the product with another acceptor: accept the words that both accept",
    },
    "--or": {
        "dest": "unite",
        "metavar": "NAME",
        "help": "the product that accepts the words that at least one of them accepts",
    },
    "--not": {
        "dest": "complement",
        "action": "store_true",
        "help": "the complement: accept all other words of the same symbols",
    },
    "--steps": {
        "action": "store_true",
        "help": "show the construction: a row per set of states, in the order in which they are "
        "found, with the sets that are new",
    },
    "-o": INTO,
}


def run(options: Options) -> Lines:
    machine = resolver.find(options.name)
    report_reading(machine, options)
    determinized = equality.determinize(
        machine,
        intersect=options.intersect,
        unite=options.unite,
        complement=options.complement,
    )
    if options.into:
        export_to(options.into, machine.with_automaton(determinized.automaton, claims=()))
    yield from wrapped(str(determinized).splitlines())
    if options.steps:
        yield from ("", *lines_in("text", determinized.steps()))
    elif not options.into:
        yield from ("", *drawn(determinized.automaton))
