"""A final state means the same to runs and checks; an interpreter of the tests says what."""

from collections.abc import Sequence
from functools import partial
from itertools import product
from random import Random

import pytest
from support.chance import chance

from hanoi_fsm import Automaton, Machine, check, equal, trace
from hanoi_fsm.errors import MachineStopped, UnknownName
from hanoi_fsm.fsm.formats import export

WORDS = [word for length in range(5) for word in product("ab", repeat=length)]
OUTPUTS = [""], [' / "0"', ' / "1"']
LONGEST = 6
"""Two machines of at most four states are mostly told apart by such words."""


def some_automaton(random: Random, name: str, outputs: Sequence[str]) -> Automaton:
    """An automaton that may lack edges, and of whose states none, some, or all are final."""
    states, marked = "pqrs"[: random.randint(2, 4)], random.choice([0.0, 0.4, 0.4, 1.0])
    rows = [
        f"{state} -> {random.choice(states)} : {symbol}{random.choice(outputs)}"
        for state, symbol in product(states, "ab")
        if (state, symbol) == ("p", "a") or random.random() < 0.8
    ]
    final = [state for state in states if random.random() < marked]
    return Automaton.from_table(
        name, initial="p", final=final, table="\n".join(rows), acceptor=True
    )


def is_partial(automaton: Automaton) -> bool:
    return len(automaton.transitions) < len(automaton.states) * len(automaton.events)


def answer(automaton: Automaton, word: Sequence[str]) -> list[str] | None:
    """The outputs for a word, or None for one that is not accepted."""
    state, written = automaton.initial, []
    for symbol in word:
        edges = [(transition.source, transition.event) for transition in automaton.transitions]
        if (state, symbol) not in edges:
            return None
        taken = automaton.transitions[edges.index((state, symbol))]
        state = taken.target
        written += [action.strip('"') for action in taken.actions]
    return written if state in automaton.final else None


@pytest.mark.parametrize(
    "number", [*range(10), *(pytest.param(n, marks=pytest.mark.sweep) for n in range(10, 40))]
)
def test_runs_and_checks_accept_the_same_words(number: int) -> None:
    random = chance()
    outputs = OUTPUTS[number % 2]
    one, other = (some_automaton(random, name, outputs) for name in ("one", "other"))
    first = Machine(one, partial=is_partial(one))
    right = [answer(one, word) for word in WORDS]

    for word, expected in zip(WORDS, right, strict=True):
        try:
            put = [str(record.output) for record in trace([*word], by=first) if record.output]
        except (MachineStopped, UnknownName):
            put = None
        assert put == expected, ("trace", word)

    read = [*WORDS, *product("ab", repeat=LONGEST - 1), *product("ab", repeat=LONGEST)]
    apart = [word for word in read if answer(one, word) != answer(other, word)]
    shorter = [word for word in apart if {*word} <= {*one.events}]
    for judge, holds in ((one, True), (other, not shorter)):
        machine = Machine(one, partial=first.partial, specification=partial(answer, judge))
        assert check(machine, LONGEST).holds == holds, ("check", str(check(machine, LONGEST)))


def table(rows: str, final: str, acceptor: bool = False) -> Automaton:
    lines = rows.replace(" | ", "\n")
    final_states = final.split()
    return Automaton.from_table(
        "it", initial="a", final=final_states, table=lines, acceptor=acceptor
    )


def test_without_final_states_a_machine_is_as_with_all() -> None:
    rows = "a -> b : x | b -> a : x"
    none, every = (Machine(table(rows, final)) for final in ("", "a b"))
    assert equal(none, every).holds
    assert export(none, "jflap") == export(every, "jflap")
    hole = "a -> b : x | b -> a : y"
    reports = [check(Machine(table(hole, final)), strict=True) for final in ("", "a b")]
    assert [report.holds for report in reports] == [False, False]
