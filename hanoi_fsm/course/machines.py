"""The machines of exercises: what a drawing must do, and what a student is given to begin with.

A seed breaks a machine or splits one of its states, so that a class gets different ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.diagrams.texts import escaped_label
from hanoi_fsm.fsm.machine import Machine, Specification
from hanoi_fsm.fsm.notation import OVER, join_transitions
from hanoi_fsm.fsm.repair.edits import mutations
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.pegs import Task

if TYPE_CHECKING:
    from hanoi_fsm.course.exercises import Question

DISKS, LONGEST = 6, 10
"""The largest towers and the longest words that are tried."""
LETTERS = "abcdefghij"
"""The names of states that do not say what they are for."""


def tried(machine: Machine) -> int:
    """The size up to which a machine is checked."""
    return DISKS if machine.sized(1) else LONGEST


def own_machine(automaton: Automaton, rule: str, question: Question) -> Machine:
    """A machine of the course; it is right by itself where no `rule` says what is right."""
    found = RULES[rule](question) if rule else partial(_put_out, automaton)
    return Machine(automaton, specification=found)


def _put_out(automaton: Automaton, events: Sequence[str]) -> list[str]:
    taken = automaton.read(events)
    return [automaton.outputs[one.action] for one in taken if one.action]


def _peg_of_disk_1(question: Question) -> Specification:
    task = Task(question.figures["disks"])
    return lambda events: [
        str(formulas.configuration(step, task).peg(1)) for step in range(1, len(events) + 1)
    ]


def _parity(question: Question) -> Specification:
    return lambda bits: [
        "odd" if int("".join(bits[:length]), 2) % 2 else "even"
        for length in range(1, len(bits) + 1)
    ]


RULES: Mapping[str, Callable[[Question], Specification]] = {
    "the peg of disk 1": _peg_of_disk_1,
    "the parity": _parity,
}


def whole(machine: Machine, random: Random) -> Automaton:
    """The automaton itself."""
    return machine.automaton


def without_an_edge(machine: Machine, random: Random) -> Automaton:
    """The automaton without one of its transitions."""
    automaton = machine.automaton
    lost = random.choice(automaton.transitions)
    left = tuple(one for one in automaton.transitions if one != lost)
    return replace(automaton, transitions=left)


def mutant(machine: Machine, random: Random) -> Automaton:
    """The automaton after a single edit that some check notices."""
    edits = [*mutations(machine.automaton, machine.vocabulary)]
    while True:
        version = machine.with_automaton(random.choice(edits).on(machine.automaton))
        if not (version.faults() or check(version, tried(version)).holds):
            return version.automaton


def with_a_state_split(machine: Machine, random: Random) -> Automaton:
    """An automaton that does the same with one state more, and with names that say nothing."""
    automaton = machine.automaton
    names = random.sample(LETTERS[: len(automaton.states) + 1], len(automaton.states) + 1)
    renamed = dict(zip(automaton.states, names, strict=False))
    twin, split = names[-1], random.choice(automaton.states)
    rows, moved = [], 0
    for one in automaton.transitions:
        row = replace(one, source=renamed[one.source], target=renamed[one.target])
        if one.target == split:
            moved += 1
            row = replace(row, target=twin) if moved % 2 else row
        rows.append(row)
    rows += [replace(one, source=twin) for one in rows if one.source == renamed[split]]
    return replace(
        automaton,
        states=tuple(sorted(names)),
        initial=renamed[automaton.initial],
        final=frozenset(names) if automaton.final else frozenset(),
        transitions=tuple(sorted(rows, key=str)),
    )


MADE: Mapping[str, Callable[[Machine, Random], Automaton]] = {
    "the machine": whole,
    "an edge is missing": without_an_edge,
    "a mutant": mutant,
    "a state too many": with_a_state_split,
}
"""What a student is given, by the name in `exercises.toml`."""


def program(automaton: Automaton, machine: Machine) -> str:
    """A diagram as a student would write it, with the words that its labels may have.

    The names of its states are words or numbers, which need no quotes.

    >>> print(program(automata.get("monk").automaton, automata.get("monk")))
    digraph "mine over monk" {
        // guards:
        //   built: the target peg holds the whole tower
        // actions:
        //   move_next: the first move of the shortest path to the tower on the target
        start [shape=point]
        start -> pray
        done [peripheries=2]
        pray -> pray [label="step [!built] / move_next"]
        pray -> done [label="step [built]"]
    }
    """
    known = machine.name in automata.names()
    title = f"mine{OVER}{machine.name}" if known else "mine"
    lines = []
    for kind, words in (
        ("guards", machine.vocabulary.guards()),
        ("actions", machine.vocabulary.actions()),
    ):
        lines += [f"// {kind}:"] * bool(words)
        lines += [f"//   {word}: {about}" for word, about in words.items()]
    lines += ["start [shape=point]", f"start -> {automaton.initial}"]
    for state in automaton.states:
        if state in automaton.final:
            lines.append(f"{state} [peripheries=2]")
        elif not automaton.leaving(state):
            lines.append(state)
    for source, target, label in join_transitions(automaton.transitions):
        shown = escaped_label(label).replace('"', r"\"")
        lines.append(f'{source} -> {target} [label="{shown}"]')
    return "\n".join([f'digraph "{title}" {{', *(f"    {line}" for line in lines), "}"])
