"""A final state means the same to every command; an interpreter of the tests says what that is."""

from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest
from support.chance import chance
from support.commands import run

from hanoi_fsm import Automaton, Machine, check, equal, trace
from hanoi_fsm.errors import MachineStopped, UnknownName
from hanoi_fsm.fsm.formats import export
from hanoi_fsm.fsm.read import read
from hanoi_fsm.fsm.read.sketch import FREELY

WORDS = [word for length in range(5) for word in product("ab", repeat=length)]
OUTPUTS = [""], [' / "0"', ' / "1"']
LONGEST = 6
"""Two machines of at most four states, and a refusal each, are mostly told apart by such words."""


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


def changed(random: Random, was: Automaton, outputs: Sequence[str]) -> Automaton:
    """The same with an output drawn again, and perhaps one state more or less that is final."""
    rows = str(was).splitlines()
    at = random.randrange(len(rows))
    rows[at] = rows[at].partition("/")[0] + random.choice(outputs)
    final = was.final ^ {*random.sample(was.states, random.randrange(2))}
    return Automaton.from_table(
        "other", initial="p", final=final, table="\n".join(rows), acceptor=True
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
def test_every_command_accepts_the_same_words(number: int, tmp_path: Path) -> None:
    random = chance()
    outputs = OUTPUTS[number % 2]
    one = some_automaton(random, "one", outputs)
    others = some_automaton(random, "other", outputs), changed(random, one, outputs)
    other = random.choice(others)
    first, second = (Machine(machine, partial=is_partial(machine)) for machine in (one, other))
    right = [answer(one, word) for word in WORDS]

    for word, expected in zip(WORDS, right, strict=True):
        try:
            put = [str(record.output) for record in trace([*word], by=first) if record.output]
        except (MachineStopped, UnknownName):
            put = None
        assert put == expected, ("trace", word)

    longer = [*product("ab", repeat=LONGEST - 1), *product("ab", repeat=LONGEST)]
    apart = [word for word in [*WORDS, *longer] if answer(one, word) != answer(other, word)]
    comparison = equal(first, second)
    assert (comparison.witness is None) == (not apart), ("equal", comparison)
    assert len(comparison.witness.word) == len(apart[0]) if comparison.witness else True

    shorter = [word for word in apart if {*word} <= {*one.events}]
    for judge, holds in ((one, True), (other, not shorter)):
        machine = Machine(one, partial=first.partial, specification=partial(answer, judge))
        assert check(machine, LONGEST).holds == holds, ("check", str(check(machine, LONGEST)))

    drawn, smaller = tmp_path / "one.json", tmp_path / "smaller.dot"
    drawn.write_text(export(first, "json"), "utf-8")
    assert run("minimize", drawn, "-o", smaller).code == 0
    assert run("equal", drawn, smaller).code == 0, run("equal", drawn, smaller).out
    assert run("check", smaller).code == 0, run("check", smaller).out

    seen = read("one.jff", FREELY, export(first, "jflap").encode()).automaton
    assert [answer(seen, word) for word in WORDS] == right, "jflap"


def test_a_word_that_ends_elsewhere_is_rejected_with_exit_code_1(tmp_path: Path) -> None:
    file = tmp_path / "it.dot"
    for output in ("", ' / "1"'):
        even = table(f"a -> b : x{output} \n b -> a : x{output}", "a", True)
        file.write_text(export(Machine(even), "dot"), "utf-8")
        ran = run("trace", "x", "--by", file)
        assert (ran.code, "it ends in 'b', which is not final" in ran.out) == (1, True)
        assert run("trace", "x", "x", "--by", file).code == 0


def table(rows: str, final: str, acceptor: bool = False) -> Automaton:
    lines = rows.replace(" | ", "\n")
    final_states = final.split()
    return Automaton.from_table(
        "it", initial="a", final=final_states, table=lines, acceptor=acceptor
    )


def test_without_final_states_a_machine_is_as_with_all(tmp_path: Path) -> None:
    rows = "a -> b : x | b -> a : x"
    none, every = (Machine(table(rows, final)) for final in ("", "a b"))
    assert equal(none, every).holds
    assert export(none, "jflap") == export(every, "jflap")
    hole = "a -> b : x | b -> a : y"
    reports = [check(Machine(table(hole, final)), strict=True) for final in ("", "a b")]
    assert [report.holds for report in reports] == [False, False]
