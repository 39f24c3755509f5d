"""The command `list`: every automaton and formula."""

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import args
from hanoi_fsm.cli.output import wrapped
from hanoi_fsm.cli.tables import table_lines
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.automata import storeys
from hanoi_fsm.hanoi.plain import PLAIN

EXAMPLES = ("list",)
ARGUMENTS: args.Arguments = {}


def run(options: Namespace) -> Iterator[str]:
    solvers = [*automata.SOLVERS, storeys.EXAMPLE]
    names = [*solvers, *automata.READERS, *automata.PATHFINDERS]
    about, rows = ["source: what it is"], list[Row]()
    for machine in map(automata.get, names):
        automaton = machine.automaton
        row: Row = {"name": machine.name, "kind": machine.kind.name}
        sizes = {"states": len(automaton.states), "transitions": len(automaton.transitions)}
        rows.append(row | sizes)
        more = f" ({storeys.FAMILY} are a family)" if machine.name == storeys.EXAMPLE else ""
        about.append(f"{machine.idea}: {machine.summary}{more}")
    rows += [{"name": one.shown, "kind": one.family} for one in PLAIN.values()]
    about += [f"{one.idea}: {one.summary}" for one in PLAIN.values()]
    for line, text in zip(table_lines(rows), about, strict=True):
        yield line
        yield from wrapped([f"    {text}"], deeper=0)
