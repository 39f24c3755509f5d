"""Commands that tell what there is: `list` and `describe`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli.output import aligned, write_lines
from hanoi_fsm.fsm.automaton import table_rows
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.hanoi import automata, formulas, solving

PLAIN = {
    "recursion": ("textbook", "the recursion itself, on Python's own stack"),
    **formulas.SOURCES,
}


def list_all(options: Namespace) -> int:
    """Print every automaton and formula: name, kind, states, transitions, source."""
    rows = [("name", "kind", "states", "transitions", "source", "what it is")]
    for subject in map(automata.get, automata.names()):
        automaton = subject.automaton
        sizes = (str(len(automaton.states)), str(len(automaton.transitions)))
        rows.append((subject.name, subject.kind, *sizes, subject.idea, subject.summary))
    for name, (idea, summary) in PLAIN.items():
        kind = "formula" if name in formulas.FAMILIES else "recursion"
        rows.append((name, kind, "-", "-", idea, summary))
    write_lines(aligned(rows))
    return 0


def describe(options: Namespace) -> int:
    """Print what an automaton is: its idea, states, inputs, outputs and transitions."""
    name = options.name
    if name in PLAIN:
        idea, summary = PLAIN[name]
        write_lines([f"{name}: {summary}", f"idea: {idea}", "It is no automaton."])
        return 0
    if not name.endswith(solving.FILES) and name not in automata.names():
        raise UnknownName.among("automaton or formula", name, [*automata.names(), *PLAIN])
    write_lines(description(solving.find(name)))
    return 0


def description(machine: solving.AnyMachine) -> Iterator[str]:
    """The connection scheme of automata programming: what stands behind the names in the table."""
    subject, automaton = solving.subject_of(machine), machine.automaton
    yield f"{automaton.title}: {subject.summary}"
    yield f"kind: {subject.kind}"
    yield f"idea: {subject.idea}"
    if isinstance(subject, automata.Reader):
        yield f"reads: {subject.reads}"
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
    yield from _words("inputs (guards)", subject.memory.guards())
    yield from _words("outputs (actions)", subject.memory.actions())
    yield ""
    yield f"transitions ({len(automaton.transitions)}):"
    yield from (f"  {row}" for row in table_rows(automaton.transitions))


def _words(title: str, words: dict[str, str]) -> Iterator[str]:
    yield ""
    yield f"{title}:"
    yield from (f"  {line}" for line in aligned(list(words.items()) or [("none", "")]))
