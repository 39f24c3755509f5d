"""The words that tell a reader from every other one that has no more states than it.

A shortest word leads to each transition, and each of some endings, by which any two states differ,
comes after it. A reader that answers all of these right answers every word right, provided that it
has no more states (Vasilevskii 1973, Chow 1978). The longest of these words has six pairs; to read
every word of that length would take half a million.
"""

from __future__ import annotations

from itertools import combinations

from hanoi_fsm.fsm.automaton import Automaton

Word = tuple[str, ...]
STOP = "stop"


def telling_words(automaton: Automaton) -> list[Word]:
    """The words for a reader, shortest first.

    >>> from hanoi_fsm.hanoi.automata import get
    >>> [len(telling_words(get(name).automaton)) for name in ("distance-reader", "twice-reader")]
    [18, 1260]
    """
    after = endings(automaton)
    words = {
        (*way, symbol, *ending)
        for way in ways(automaton).values()
        for symbol in automaton.events
        for ending in after
    }
    return sorted(words, key=lambda word: (len(word), word))


def ways(automaton: Automaton) -> dict[str, Word]:
    """A shortest word to each state that any word leads to."""
    found: dict[str, Word] = {automaton.initial: ()}
    queue = [automaton.initial]
    for state in queue:
        for symbol in automaton.events:
            for row in automaton.rows_for(state, symbol):
                if row.target not in found:
                    found[row.target] = (*found[state], symbol)
                    queue.append(row.target)
    return found


def endings(automaton: Automaton) -> list[Word]:
    """For any two states a shortest word that they answer differently, if there is one."""
    apart: dict[frozenset[str], Word] = {}
    pairs = [frozenset(pair) for pair in combinations([*automaton.states, STOP], 2)]
    found = True
    while found:
        fresh = {
            pair: word
            for pair in pairs
            if pair not in apart and (word := _told_apart(automaton, pair, apart))
        }
        apart |= fresh
        found = bool(fresh)
    return sorted(set(apart.values()) or {()})


def _told_apart(
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
    rows = automaton.rows_for(state, symbol)
    return (rows[0].target, rows[0].action) if rows else (STOP, STOP)
