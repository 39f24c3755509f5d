"""The words by which an automaton without guards differs from every other one of its size.

A shortest word leads to each transition; after it comes each word of a characterizing set, by which
any two states differ. An automaton that answers all of these right answers every word right,
provided that it has no more states (the W-method: Vasilevskii 1973, Chow 1978).
"""

from __future__ import annotations

from itertools import combinations

from hanoi_fsm.fsm.automaton import Automaton

Word = tuple[str, ...]
STOP = "stop"


def characterizing_words(automaton: Automaton) -> list[Word]:
    """The words for an automaton, shortest first.

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
        (*way, symbol, *ending)
        for way in access_words(automaton).values()
        for symbol in automaton.events
        for ending in after
    }
    return sorted(words, key=lambda word: (len(word), word))


def access_words(automaton: Automaton) -> dict[str, Word]:
    """A shortest word to each state that any word leads to."""
    found: dict[str, Word] = {automaton.initial: ()}
    queue = [automaton.initial]
    for state in queue:
        for symbol in automaton.events:
            for row in automaton.transitions_for(state, symbol):
                if row.target not in found:
                    found[row.target] = (*found[state], symbol)
                    queue.append(row.target)
    return found


def characterizing_set(automaton: Automaton) -> list[Word]:
    """For any two states a shortest word that they answer differently, if there is one."""
    apart: dict[frozenset[str], Word] = {}
    pairs = [frozenset(pair) for pair in combinations([*automaton.states, STOP], 2)]
    found = True
    while found:
        fresh = {
            pair: word
            for pair in pairs
            if pair not in apart and (word := _shortest_difference(automaton, pair, apart))
        }
        apart |= fresh
        found = bool(fresh)
    return sorted(set(apart.values()) or {()})


def _shortest_difference(
    automaton: Automaton, pair: frozenset[str], apart: dict[frozenset[str], Word]
) -> Word | None:
    one, other = sorted(pair)
    for symbol in automaton.events:
        here, said = _after(automaton, one, symbol)
        there, answered = _after(automaton, other, symbol)
        if said != answered:
            return (symbol,)
        onward = apart.get(frozenset((here, there)))
        if onward is not None:
            return (symbol, *onward)
    return None


def _after(automaton: Automaton, state: str, symbol: str) -> tuple[str, str | None]:
    """The next state and the action; to stop is an answer, and a state that is never left."""
    rows = automaton.transitions_for(state, symbol)
    return (rows[0].target, rows[0].action) if rows else (STOP, STOP)
