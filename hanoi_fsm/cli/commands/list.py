"""The command `list`: every automaton and formula."""

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import args
from hanoi_fsm.cli.output import wrapped
from hanoi_fsm.cli.tables import table_lines
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.plain import PLAIN, Source

EXAMPLES = ("list",)
ARGUMENTS: args.Arguments = {}


def run(options: Namespace) -> Iterator[str]:
    solvers = [*automata.SOLVERS, automata.EXAMPLE]
    names = [*solvers, *automata.READERS, *automata.PATHFINDERS]
    listed: list[Machine | Source] = [*map(automata.get, names), *PLAIN.values()]
    about = ["source: what it is", *(f"{one.idea}: {one.summary}" for one in listed)]
    about[len(solvers)] += f" ({automata.FAMILY} are a family)"
    for line, text in zip(table_lines(map(_row, listed)), about, strict=True):
        yield line
        yield from wrapped([f"    {text}"], deeper=0)


def _row(one: Machine | Source) -> Row:
    row: Row = {"name": one.shown, "kind": one.family if isinstance(one, Source) else one.kind}
    if isinstance(one, Machine):
        row["states"] = len(one.automaton.states)
        row["transitions"] = len(one.automaton.transitions)
    return row
