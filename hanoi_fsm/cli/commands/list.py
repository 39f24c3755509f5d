"""The command `list`: every automaton and formula."""

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import args
from hanoi_fsm.cli.output import wrapped
from hanoi_fsm.cli.tables import aligned
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.automata import storeys
from hanoi_fsm.hanoi.plain import PLAIN

EXAMPLES = ("list",)
ARGUMENTS: args.Arguments = {}


def run(options: Namespace) -> Iterator[str]:
    rows, about = [("name", "kind", "states", "transitions")], ["source: what it is"]
    solvers = [*automata.SOLVERS, storeys.EXAMPLE]
    for machine in map(automata.get, [*solvers, *automata.READERS, *automata.PATHFINDERS]):
        automaton = machine.automaton
        sizes = (str(len(automaton.states)), str(len(automaton.transitions)))
        rows.append((machine.name, machine.kind.name, *sizes))
        more = f" ({storeys.FAMILY} are a family)" if machine.name == storeys.EXAMPLE else ""
        about.append(f"{machine.idea}: {machine.summary}{more}")
    rows += [(one.name, one.family, "-", "-") for one in PLAIN.values()]
    about += [f"{one.idea}: {one.summary}" for one in PLAIN.values()]
    for line, text in zip(aligned(rows), about, strict=True):
        yield line
        yield from wrapped([f"    {text}"], deeper=0)
