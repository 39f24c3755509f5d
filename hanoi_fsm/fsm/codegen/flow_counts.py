"""How often each transition was taken, from the counts of some of them.

A run enters each state as often as it leaves it, but for the first and the last: so the transitions
of a spanning tree of the diagram need not be counted (Knuth and Stevenson 1973).
"""

from __future__ import annotations

from collections.abc import Mapping

from hanoi_fsm.fsm.automaton import Automaton


def counted(automaton: Automaton) -> tuple[int, ...]:
    """The numbers of the transitions that have to be counted: those outside a spanning tree.

    >>> lamp = Automaton.from_table("lamp", initial="off", final="broken", table='''
    ...     off -> on     : press
    ...     on  -> off    : press [!worn]
    ...     on  -> broken : press [worn]
    ... ''')
    >>> counted(lamp), all_counts(lamp, {1: 7}, "off", "broken")
    ((1,), [8, 7, 1])
    """
    trees = {state: state for state in automaton.states}

    def root(state: str) -> str:
        while trees[state] != state:
            state = trees[state]
        return state

    rest = []
    for number, one in enumerate(automaton.transitions):
        source, target = root(one.source), root(one.target)
        if source == target:
            rest.append(number)
        else:
            trees[source] = target
    return tuple(rest)


def all_counts(automaton: Automaton, known: Mapping[int, int], first: str, last: str) -> list[int]:
    """How often each transition was taken in a run from its first state to its last one."""
    counts = dict(known)
    surplus = dict.fromkeys(automaton.states, 0)
    surplus[first] += 1
    surplus[last] -= 1
    open_ones: dict[str, set[int]] = {state: set() for state in automaton.states}
    for number, one in enumerate(automaton.transitions):
        if number in counts:
            surplus[one.source] -= counts[number]
            surplus[one.target] += counts[number]
        else:
            open_ones[one.source].add(number)
            open_ones[one.target].add(number)
    ready = [state for state, numbers in open_ones.items() if len(numbers) == 1]
    while ready:
        state = ready.pop()
        if not open_ones[state]:
            continue
        number = open_ones[state].pop()
        one = automaton.transitions[number]
        count = surplus[state] if one.source == state else -surplus[state]
        counts[number] = count
        surplus[one.source] -= count
        surplus[one.target] += count
        other = one.target if one.source == state else one.source
        open_ones[other].discard(number)
        if len(open_ones[other]) == 1:
            ready.append(other)
    return [counts[number] for number in range(len(automaton.transitions))]
