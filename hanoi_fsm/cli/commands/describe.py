"""The command `describe`: what an automaton is."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import columns, wrapped, write_lines
from hanoi_fsm.cli.tables import glossary
from hanoi_fsm.fsm.automaton import marked, table_rows
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.plain import PlainSolver

UNUSED = " (on no transition)"


def configure(command: ArgumentParser) -> None:
    args.example(command, "describe two-storey")
    args.add(command, "name", "--memory")


def run(options: Namespace) -> int:
    subject = resolver.resolve(options.name, memory=options.memory)
    if isinstance(subject, PlainSolver):
        said = f"{subject.name}: {subject.summary}", f"idea: {subject.idea}", "not an automaton"
        write_lines(wrapped(said))
    else:
        write_lines(wrapped(_description(resolver.find(subject))))
    return FINE


def _description(machine: Machine) -> Iterator[str]:
    """The connection scheme of automata programming: what the names in the table mean."""
    automaton, vocabulary = machine.automaton, machine.vocabulary
    yield f"{automaton.title}: {machine.summary}"
    yield from (f"{heading}: {text}" for heading, text in machine.facts())
    yield ""
    yield f"states ({len(automaton.states)}):"
    states = ((marked(automaton, one), machine.meanings.get(one, "")) for one in automaton.states)
    yield from indented(states)
    yield ""
    yield f"events ({len(automaton.events)}): {', '.join(sorted(automaton.events))}"
    for title, words, used in (
        ("inputs (guards)", vocabulary.guards(), automaton.guards),
        ("outputs (actions)", vocabulary.actions(), automaton.actions),
    ):
        yield ""
        yield f"{title}:"
        shown = [(word, text + ("" if word in used else UNUSED)) for word, text in words.items()]
        yield from indented(shown or [("none", "")])
    yield ""
    yield f"transitions ({len(automaton.transitions)}):"
    yield from (f"  {row}" for row in table_rows(automaton.transitions))


def indented(entries: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (f"  {line}" for line in glossary(entries, columns() - 2))
