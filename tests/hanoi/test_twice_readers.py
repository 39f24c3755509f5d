"""twice-reader and its small version: does the largest differing disk move once or twice?"""

from dataclasses import replace
from itertools import product

import oracle
import pytest

from hanoi_fsm import Configuration, verdict
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.characterizing_words import characterizing_set
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.trace import outputs
from hanoi_fsm.hanoi.automata import READERS
from hanoi_fsm.hanoi.automata.twice_reader import pairs_of
from hanoi_fsm.hanoi.machines import Reader

PEGS, SMALL = READERS["twice-reader"], READERS["twice-reader-small"]
TRIANGLE = READERS["sierpinski-reader"].automaton
SYMBOLS = [s + t for s, t in product("012", repeat=2)]

each_reader = pytest.mark.parametrize("reader", [PEGS, SMALL], ids=lambda reader: reader.name)


def after(automaton: Automaton, state: str, symbol: str) -> str:
    return automaton.transitions_for(state, symbol)[0].target


def moore(reader: Reader) -> dict[str, str]:
    """The answer in each state; every transition into it gives the same."""
    said = {reader.automaton.initial: reader.empty_word_answer}
    for row in reader.automaton.transitions:
        assert row.action is not None
        assert said.setdefault(row.target, row.action) == row.action, row
    return said


@pytest.mark.parametrize("disks", range(5))
def test_the_verdict_is_that_of_breadth_first_search(disks: int) -> None:
    for start, goal in oracle.pairs(disks):
        found = verdict(Configuration(start), Configuration(goal))
        assert found.kind == oracle.kind(start, goal), (start, goal)
        assert 0 <= found.pairs <= max(0, disks - 1)


@pytest.mark.parametrize(
    ("start", "goal", "kind", "pairs"),
    [("2100", "2011", "twice", 2), ("1000000", "0110000", "twice", 2), ("0100", "0211", "once", 1)],
)
def test_the_verdict_stops_as_soon_as_it_is_known(
    start: str, goal: str, kind: str, pairs: int
) -> None:
    assert verdict(Configuration(start), Configuration(goal)) == (kind, pairs)


def test_the_word_of_two_configurations_begins_below_their_first_difference() -> None:
    word = list(pairs_of(Configuration("2100"), Configuration("2011")))
    assert word == ["20", "20"]  # disk 3 goes from 1 to 0: these are called 0 and 2
    assert list(outputs(run(PEGS.automaton, PEGS.memory(), word))) == ["tie", "twice"]


def renamed(first: str, second: str) -> dict[str, str]:
    """The digits, renamed so that the first difference is 0 in the start and 2 in the goal."""
    return {first: "0", second: "2", ({*"012"} - {first, second}).pop(): "1"}


@each_reader
def test_no_reader_with_fewer_states_gives_the_same_answers(reader: Reader) -> None:
    words = characterizing_set(reader.automaton)
    answers = {
        tuple(
            tuple(row.action for row in replace(reader.automaton, initial=state).read(w))
            for w in words
        )
        for state in reader.automaton.states
    }
    assert len(answers) == len(reader.automaton.states), "a word tells every two states apart"


@each_reader
def test_two_states_are_never_left_again(reader: Reader) -> None:
    automaton = reader.automaton
    onward = {state: {after(automaton, state, s) for s in SYMBOLS} for state in automaton.states}
    assert {state for state in onward if onward[state] == {state}} == {"ONCE", "TWICE"}
    assert len(onward) == 2 + {"twice-reader": 18, "twice-reader-small": 3}[reader.name]


@pytest.mark.parametrize(("reader", "start"), [(PEGS, PEGS.automaton.initial), (SMALL, "A")])
def test_63_38_pairs_are_read_on_average_until_the_verdict_is_known(
    reader: Reader, start: str
) -> None:
    """The sum of the probabilities that one more pair is read, negligible after 300 pairs."""
    live, pairs = {start: 1.0}, 0.0
    for _ in range(300):
        pairs += sum(live.values())
        after_a_pair = dict.fromkeys(reader.automaton.states, 0.0)
        for state, symbol in product(live, SYMBOLS):
            after_a_pair[after(reader.automaton, state, symbol)] += live[state] / 9
        live = {state: p for state, p in after_a_pair.items() if state not in ("ONCE", "TWICE")}
    assert pairs == pytest.approx(63 / 38, abs=1e-12)


def test_both_twice_readers_agree_on_all_pairs_of_configurations_of_any_length() -> None:
    """The two readers and two address readers run side by side, in every joint state there is.

    A joint state is that of the address readers of start and goal, the first pegs and the first
    digits that differ, and that of both twice-readers.
    """
    on_pegs, on_addresses = moore(PEGS), moore(SMALL)
    queue = [
        (
            *(after(TRIANGLE, corner, peg) for peg in (f, t)),
            f + t,
            "".join(address_digit(corner, peg) for peg in (f, t)),
            PEGS.automaton.initial,
            "A",
        )
        for corner in TRIANGLE.states  # whatever the common prefix was
        for f, t in product("012", repeat=2)
        if f != t
    ]
    seen = set(queue)
    for here, there, moved, digits, verdict_pegs, verdict_small in queue:
        assert on_pegs[verdict_pegs] == on_addresses[verdict_small]
        peg, digit = renamed(*moved), renamed(*digits)
        for s, t in product("012", repeat=2):
            pair = digit[address_digit(here, s)] + digit[address_digit(there, t)]
            joint = (
                after(TRIANGLE, here, s),
                after(TRIANGLE, there, t),
                moved,
                digits,
                after(PEGS.automaton, verdict_pegs, peg[s] + peg[t]),
                after(SMALL.automaton, verdict_small, pair),
            )
            if joint not in seen:
                seen.add(joint)
                queue.append(joint)
    assert {state[4] for state in seen} == set(PEGS.automaton.states)


def address_digit(state: str, peg: str) -> str:
    return str(TRIANGLE.transitions_for(state, peg)[0].action).removeprefix("write_")
