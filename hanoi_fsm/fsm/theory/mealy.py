"""Mealy machines: automata that read words and answer them, and the words that characterize one.

They have no guards, and what an action writes is known. The answer to a word is what is written for
each of its symbols, or a refusal where no transition is left or the word ends where it may not.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import inf
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.fsm.notation import Word, by_number
from hanoi_fsm.fsm.search import reach

STOP = "stop"


class MealyMachine(NamedTuple):
    """An automaton that does nothing but read words and answer them.

    `outputs` is what each of its actions writes, and `accepting` are the states in which a word may
    end.
    """

    automaton: Automaton
    outputs: Mapping[str, str]
    accepting: frozenset[str]

    def written(self, action: str | None) -> str | None:
        """What an action writes; the action itself where that is not known."""
        return self.outputs.get(action, action) if action else None

    def answer(self, word: Sequence[str]) -> tuple[str, ...] | None:
        """The answer to a word; None for a refusal."""
        try:
            taken = list(self.automaton.read(word))
        except MachineStopped:
            return None
        if (taken[-1].target if taken else self.automaton.initial) not in self.accepting:
            return None
        written = (self.written(one.action) for one in taken)
        return tuple(text for text in written if text is not None)


def access_words(automaton: Automaton) -> dict[str, Word]:
    """A shortest word to each reachable state."""

    def steps(state: str) -> Iterator[tuple[str, str]]:
        for symbol in automaton.events:
            for transition in automaton.transitions_for(state, symbol):
                yield symbol, transition.target

    found = reach([automaton.initial], steps, most=inf)
    return {state: found.word_to(state) for state in found.states}


def characterizing_words(automaton: Automaton) -> list[Word]:
    """The words of the W-method, shortest first (Vasilevskii 1973, Chow 1978).

    A shortest word leads to each transition, followed by each word of a characterizing set. An
    automaton that answers all of these correctly answers every word correctly, provided that it has
    no more states.

    >>> parity = Automaton.from_table("parity", initial="even", final="even", table='''
    ...     even -> odd  : 1 / flip
    ...     odd  -> even : 1
    ...     even -> even : 0
    ...     odd  -> odd  : 0
    ... ''')
    >>> [" ".join(word) for word in characterizing_words(parity)]
    ['0 1', '1 1', '1 0 1', '1 1 1']
    """
    after = characterizing_set(automaton)
    words = {
        (*access, symbol, *ending)
        for access in access_words(automaton).values()
        for symbol in automaton.events
        for ending in after
    }
    return sorted(words, key=lambda word: (len(word), [*map(by_number, word)]))


def characterizing_set(automaton: Automaton) -> list[Word]:
    """A shortest word that any two states answer differently, if there is one."""
    apart: dict[frozenset[str], Word] = {}
    pairs = [frozenset(pair) for pair in combinations([*automaton.states, STOP], 2)]
    before: dict[frozenset[str], list[frozenset[str]]] = {}
    for pair in pairs:
        for symbol in automaton.events:
            onward = frozenset(_after(automaton, state, symbol)[0] for state in pair)
            before.setdefault(onward, []).append(pair)
    while found := {
        pair: word
        for pair in pairs
        if pair not in apart and (word := _shortest_difference(automaton, pair, apart))
    }:
        apart |= found
        pairs = [pair for onward in found for pair in before.get(onward, ())]
    return sorted(set(apart.values()) or {()}, key=lambda word: [*map(by_number, word)])


def _shortest_difference(
    automaton: Automaton, pair: frozenset[str], apart: dict[frozenset[str], Word]
) -> Word | None:
    for symbol in automaton.events:
        states, actions = zip(*(_after(automaton, one, symbol) for one in pair), strict=True)
        if actions[0] != actions[1]:
            return (symbol,)
        if (onward := apart.get(frozenset(states))) is not None:
            return (symbol, *onward)
    return None


def _after(automaton: Automaton, state: str, symbol: str) -> tuple[str, str | None]:
    """The next state and the action; stopping counts as an action and a state."""
    found = automaton.transitions_for(state, symbol)
    return (found[0].target, found[0].action) if found else (STOP, STOP)
