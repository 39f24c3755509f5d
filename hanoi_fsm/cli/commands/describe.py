"""The command `describe`: what an automaton is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import FINE
from hanoi_fsm.cli.arguments import add_automaton, add_example
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.tables import aligned
from hanoi_fsm.fsm.automaton import table_rows
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import resolver


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "describe two-storey")
    add_automaton(command)


def run(options: Namespace) -> int:
    """Print its idea, states, inputs, outputs and transitions."""
    if options.name in resolver.PLAIN_NAMES:
        from hanoi_fsm.hanoi.plain import PLAIN

        plain = PLAIN[options.name]
        lines = [f"{plain.name}: {plain.summary}", f"idea: {plain.idea}", "It is not an automaton."]
        write_lines(lines)
    else:
        write_lines(_description(resolver.find(options.name, memory=options.memory)))
    return FINE


def _description(machine: Machine) -> Iterator[str]:
    """The connection scheme of automata programming: what the names in the table mean."""
    automaton, vocabulary = machine.automaton, machine.vocabulary
    yield f"{automaton.title}: {machine.summary}"
    yield from (f"{heading}: {text}" for heading, text in machine.facts())
    yield ""
    yield f"states ({len(automaton.states)}):"
    for state in automaton.states:
        marks = [
            mark
            for mark, has in (
                ("initial", state == automaton.initial),
                ("final", state in automaton.final),
            )
            if has
        ]
        yield f"  {state}" + (f"  ({', '.join(marks)})" if marks else "")
    yield ""
    yield f"events ({len(automaton.events)}): {', '.join(automaton.events)}"
    yield from _words("inputs (guards)", vocabulary.guards())
    yield from _words("outputs (actions)", vocabulary.actions())
    yield ""
    yield f"transitions ({len(automaton.transitions)}):"
    yield from (f"  {row}" for row in table_rows(automaton.transitions))


def _words(title: str, words: dict[str, str]) -> Iterator[str]:
    yield ""
    yield f"{title}:"
    yield from (f"  {line}" for line in aligned(list(words.items()) or [("none", "")]))
