"""The words that distinguish an automaton without guards from every other one of its size.

A shortest word leads to each transition, followed by each word of a characterizing set, which
distinguishes any two states. An automaton that answers all of these correctly answers every word
correctly, provided that it has no more states (the W-method: Vasilevskii 1973, Chow 1978).
"""

from itertools import combinations

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.notation import Word

STOP = "stop"


def characterizing_words(automaton: Automaton) -> list[Word]:
    """The words of the W-method, shortest first.

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
    return sorted(words, key=lambda word: (len(word), word))


def access_words(automaton: Automaton) -> dict[str, Word]:
    """A shortest word to each reachable state."""
    found: dict[str, Word] = {automaton.initial: ()}
    queue = [automaton.initial]
    for state in queue:
        for symbol in automaton.events:
            for transition in automaton.transitions_for(state, symbol):
                if transition.target not in found:
                    found[transition.target] = (*found[state], symbol)
                    queue.append(transition.target)
    return found


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
    return sorted(set(apart.values()) or {()})


def _shortest_difference(
    automaton: Automaton, pair: frozenset[str], apart: dict[frozenset[str], Word]
) -> Word | None:
    one, other = sorted(pair)
    for symbol in automaton.events:
        target, action = _after(automaton, one, symbol)
        other_target, other_action = _after(automaton, other, symbol)
        if action != other_action:
            return (symbol,)
        onward = apart.get(frozenset((target, other_target)))
        if onward is not None:
            return (symbol, *onward)
    return None


def _after(automaton: Automaton, state: str, symbol: str) -> tuple[str, str | None]:
    """The next state and the action; stopping counts as an action and a state."""
    found = automaton.transitions_for(state, symbol)
    return (found[0].target, found[0].action) if found else (STOP, STOP)
