"""The words that tell a reader from every other one that has no more states."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.characterizing_words import endings, telling_words, ways
from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.hanoi.automata import READERS

# p and q write the same on every symbol: it takes two to tell them apart
CHAIN = Automaton.from_table(
    "chain",
    initial="p",
    final=None,
    memory="digits",
    table="""
        p -> q : a / write_0
        p -> p : b / write_0
        q -> r : a / write_0
        q -> p : b / write_0
        r -> p : a / write_1
        r -> p : b / write_0
    """,
)
READABLE = [CHAIN, *(reader.automaton for reader in READERS.values())]
every_reader = pytest.mark.parametrize("automaton", READABLE, ids=lambda one: one.name)


def said(automaton: Automaton, word: tuple[str, ...]) -> list[str | None]:
    """What each symbol makes it write, up to where it stops."""
    actions: list[str | None] = []
    try:
        actions.extend(row.action for row in automaton.read(word))
    except MachineStopped:
        actions.append("stop")
    return actions


@every_reader
def test_each_way_leads_to_its_state(automaton: Automaton) -> None:
    found = ways(automaton)
    assert set(found) == set(automaton.states)
    for state, word in found.items():
        rows = list(automaton.read(word))
        assert (rows[-1].target if rows else automaton.initial) == state


@every_reader
def test_some_word_passes_each_transition_and_goes_on_with_each_ending(
    automaton: Automaton,
) -> None:
    words = set(telling_words(automaton))
    found = ways(automaton)
    for row in automaton.transitions:
        for ending in endings(automaton):
            assert (*found[row.source], row.event, *ending) in words


@every_reader
def test_any_two_states_that_differ_at_all_differ_by_an_ending(automaton: Automaton) -> None:
    for one, other in combinations(automaton.states, 2):
        here, there = replace(automaton, initial=one), replace(automaton, initial=other)
        apart = any(said(here, ending) != said(there, ending) for ending in endings(automaton))
        assert apart == differ(automaton, one, other), (one, other)


def differ(automaton: Automaton, one: str, other: str) -> bool:
    """Walks both at once through all pairs of states that any word leads to."""
    seen, stack = {(one, other)}, [(one, other)]
    while stack:
        pair = stack.pop()
        for symbol in automaton.events:
            here, there = (automaton.rows_for(state, symbol) for state in pair)
            if [row.action for row in here] != [row.action for row in there]:
                return True
            if here and (onward := (here[0].target, there[0].target)) not in seen:
                seen.add(onward)
                stack.append(onward)
    return False


def test_an_ending_may_have_to_be_long() -> None:
    assert max(map(len, endings(CHAIN))) == 2
    assert max(map(len, telling_words(CHAIN))) == 5


def test_the_words_come_shortest_first_and_none_twice() -> None:
    words = telling_words(READERS["twice-reader"].automaton)
    assert [len(word) for word in words] == sorted(len(word) for word in words)
    assert len(set(words)) == len(words)
