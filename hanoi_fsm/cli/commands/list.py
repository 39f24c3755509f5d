"""The command `list`: every automaton and formula."""

from hanoi_fsm.cli.command import Arguments, Lines, Options, lines_in, wrapped
from hanoi_fsm.fsm.machine import Subject
from hanoi_fsm.fsm.trace import Row
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.plain import PLAIN

EXAMPLES = ("list",)
ARGUMENTS: Arguments = {}


def run(options: Options) -> Lines:
    solvers = [*automata.SOLVERS, automata.EXAMPLE]
    names = [*solvers, *automata.READERS, *automata.PATHFINDERS]
    listed: list[Subject] = [*map(automata.get, names), *PLAIN.values()]
    about = ["source: what it is", *(f"{subject.idea}: {subject.summary}" for subject in listed)]
    about[len(solvers)] += f" ({automata.FAMILY} are a family)"
    for line, text in zip(lines_in("text", map(_row, listed)), about, strict=True):
        yield line
        yield from wrapped([f"    {text}"], deeper=0)


def _row(subject: Subject) -> Row:
    row: Row = {"name": subject.shown, "kind": subject.family}
    if subject.machine is not None:
        row["states"] = len(subject.machine.automaton.states)
        row["transitions"] = len(subject.machine.automaton.transitions)
    return row
