"""The words by which an automaton differs from every other one that has no more states."""

from dataclasses import replace
from itertools import combinations

import pytest
from checked_machines import PARITY

from hanoi_fsm import Automaton
from hanoi_fsm.fsm.checking.characterizing_words import (
    access_words,
    characterizing_set,
    characterizing_words,
)
from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.hanoi.automata import READERS

# p and q write the same on every symbol: it takes two to tell them apart
CHAIN_TABLE = (
    "p -> q : a \n p -> p : b \n q -> r : a \n q -> p : b \n r -> p : a / one \n r -> p : b"
)
CHAIN = Automaton.from_table("chain", initial="p", table=CHAIN_TABLE)
TWINS = Automaton.from_table("twins", initial="p", table="p -> q : a \n q -> p : a")
READABLE = [CHAIN, TWINS, PARITY.automaton, *(reader.automaton for reader in READERS.values())]
each_automaton = pytest.mark.parametrize("automaton", READABLE, ids=lambda one: one.name)


def answered(automaton: Automaton, word: tuple[str, ...]) -> list[str | None]:
    """What it does on each symbol, up to where it stops."""
    actions: list[str | None] = []
    try:
        actions.extend(row.action for row in automaton.read(word))
    except MachineStopped:
        actions.append("stop")
    return actions


def differ(automaton: Automaton, one: str, other: str) -> bool:
    """Walks both states at once through all pairs of states that any word leads to."""
    pairs = [(one, other)]
    for pair in pairs:
        for symbol in automaton.events:
            here, there = (automaton.transitions_for(state, symbol) for state in pair)
            if [row.action for row in here] != [row.action for row in there]:
                return True
            if here and (onward := (here[0].target, there[0].target)) not in pairs:
                pairs.append(onward)
    return False


@each_automaton
def test_each_access_word_leads_to_its_state_and_no_state_is_left_out(automaton: Automaton) -> None:
    found = access_words(automaton)
    assert set(found) == set(automaton.states)
    for state, word in found.items():
        assert [automaton.initial, *(row.target for row in automaton.read(word))][-1] == state


@each_automaton
def test_any_two_states_that_differ_at_all_differ_on_the_set(automaton: Automaton) -> None:
    words = characterizing_set(automaton)
    for one, other in combinations(automaton.states, 2):
        here, there = replace(automaton, initial=one), replace(automaton, initial=other)
        apart = any(answered(here, word) != answered(there, word) for word in words)
        assert apart == differ(automaton, one, other), (one, other)


@each_automaton
@pytest.mark.sweep
def test_each_transition_is_passed_before_each_word_of_the_set(automaton: Automaton) -> None:
    words, access = characterizing_words(automaton), access_words(automaton)
    for row in automaton.transitions:
        for ending in characterizing_set(automaton):
            assert (*access[row.source], row.event, *ending) in words
    assert words == sorted(set(words), key=lambda word: (len(word), word))


def test_a_characterizing_word_may_have_to_be_long() -> None:
    assert [max(map(len, of(CHAIN))) for of in (characterizing_set, characterizing_words)] == [2, 5]
