"""The machines of exercises: what a drawing must do, and what a student is given to begin with.

A seed draws the numbers of a machine, breaks it, or splits one of its states, so that a class gets
different ones. Nothing here knows of exercises.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from textwrap import wrap

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.diagrams.texts import escaped_label
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import OVER, join_transitions
from hanoi_fsm.fsm.repair.edits import mutations
from hanoi_fsm.fsm.theory.mealy import MealyMachine
from hanoi_fsm.hanoi import automata

DISKS, LONGEST = 6, 6
"""The largest towers and the longest words that are tried."""
LETTERS = "abcdefghij"
"""The names of states that do not say what they are for."""
WIDTH = 76
"""The most characters in a line of a program, without its indent."""


def tried(machine: Machine) -> int:
    """The size up to which a machine is checked."""
    return DISKS if machine.sized(1) else LONGEST


def made_from(table: Mapping[str, str], said: Callable[[str], str]) -> Machine:
    """The machine of a table: its initial and final state, transitions, and whose words they are.

    `said` fills in what a seed draws. Over the words of a machine of the package it has to do what
    that does; else it is right by itself. Raises as `Automaton.from_table` and `automata.get` do.
    """
    about = {key: said(text) for key, text in table.items()}
    over = about.pop("over", "")
    automaton = Automaton.from_table("mine", memory=over, **about)
    return automata.get(over).with_automaton(automaton) if over else by_itself(automaton)


def by_itself(automaton: Automaton) -> Machine:
    """A machine whose outputs are right, and which may refuse what it cannot read."""
    right = MealyMachine(automaton, automaton.outputs, frozenset(automaton.states))
    return Machine(automaton, specification=right.answer)


def whole(machine: Machine, random: Random) -> Automaton:
    """The automaton itself."""
    return machine.automaton


def begun(machine: Machine, random: Random) -> Automaton:
    """A first state."""
    first = LETTERS[0]
    memory = machine.automaton.memory
    return Automaton("mine", (first,), first, frozenset(), (), memory)


def without_an_edge(machine: Machine, random: Random) -> Automaton:
    """The automaton without one of its transitions."""
    automaton = machine.automaton
    lost = random.choice(automaton.transitions)
    left = tuple(one for one in automaton.transitions if one != lost)
    return replace(automaton, transitions=left)


def mutant(machine: Machine, random: Random) -> Automaton:
    """The automaton after an edit of one edge, or of the start, that some check notices."""
    edits = mutations(machine.automaton, machine.vocabulary)
    single = [one for one in edits if len(one.at) < 2]
    while True:
        version = machine.with_automaton(random.choice(single).on(machine.automaton))
        if not (version.faults() or check(version, tried(version)).holds):
            return version.automaton


def with_a_state_split(machine: Machine, random: Random) -> Automaton:
    """An automaton that does the same with one state more, and with names that say nothing."""
    automaton = machine.automaton
    names = random.sample(LETTERS[: len(automaton.states) + 1], len(automaton.states) + 1)
    renamed = dict(zip(automaton.states, names, strict=False))
    ways = [automaton.initial, *(one.target for one in automaton.transitions)]
    twin, split = names[-1], random.choice([one for one in ways if ways.count(one) > 1])
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
    "a first state": begun,
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
        //   move_next: the first move of the shortest path to the tower on the
    //       target
        start [shape=point]
        start -> pray
        done [peripheries=2]
        pray -> pray [label="step [!built] / move_next"]
        pray -> done [label="step [built]"]
    }
    """
    over = machine.automaton.memory
    title = f"mine{OVER}{over}" if automata.knows(over) else "mine"
    lines = []
    for kind, words in (
        ("guards", machine.vocabulary.guards()),
        ("actions", machine.vocabulary.actions()),
    ):
        lines += [f"// {kind}:"] * bool(words)
        for word, about in words.items():
            lines += wrap(f"//   {word}: {about}", WIDTH, subsequent_indent="//       ")
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
