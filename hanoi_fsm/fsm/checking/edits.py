"""Edits of an automaton, of which mutants and repairs are made: only described until tried."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.changes import Changes
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Guard, Transition


class Edit(NamedTuple):
    """An edit in words, the part of the definition that it concerns, and what it changes."""

    text: str
    about: Transition | str
    changes: Changes


def mutations(automaton: Automaton, memory: type[Memory]) -> Iterator[Edit]:
    """Every single edit that makes a mutant.

    Drop or redirect an edge, drop or negate a guard, replace, drop or add an action, swap the
    targets of two edges, move the initial state.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> [edit.text for edit in mutations(lamp, Memory)]
    ['drop `off -> off : press`']
    """
    for index, old in enumerate(automaton.transitions):
        yield _replacing(automaton, index, None, f"drop `{old}`")
        for state in automaton.states:
            if state != old.target:
                text = f"`{old}` leads to {state}"
                yield _replacing(automaton, index, replace(old, target=state), text)
        for at, guard in enumerate(old.guards):
            new, text = with_guard(old, at), f"`{old}` without the guard {guard}"
            yield _replacing(automaton, index, new, text)
            turned = guard._replace(negated=not guard.negated)
            new, text = with_guard(old, at, turned), f"`{old}` with the guard {turned}"
            yield _replacing(automaton, index, new, text)
        for action in (*memory.actions(), None):
            if action != old.action:
                text = f"`{old}` does {action or 'nothing'}"
                yield _replacing(automaton, index, with_action(old, action), text)
    yield from _swaps(automaton)
    for state in automaton.states:
        if state != automaton.initial:
            text = f"the initial state is {state}"
            yield Edit(text, automaton.initial, Changes(initial=state))


def number_of_mutations(automaton: Automaton, memory: type[Memory]) -> int:
    """How many edits `mutations` yields, without making any."""
    actions, transitions = set(memory.actions()), automaton.transitions
    states = set(automaton.states)
    alike = Counter(one.target for one in transitions).values()
    pairs = _pairs_of(len(transitions)) - sum(map(_pairs_of, alike))
    return (
        pairs
        + len(states - {automaton.initial})
        + sum(
            1
            + len(states - {one.target})
            + 2 * len(one.guards)
            + len({*actions, None} - {one.action})
            for one in transitions
        )
    )


def _pairs_of(number: int) -> int:
    return number * (number - 1) // 2


def _swaps(automaton: Automaton) -> Iterator[Edit]:
    for (at, one), (there, other) in combinations(enumerate(automaton.transitions), 2):
        if one.target != other.target:
            text = f"`{one}` and `{other}` with their targets swapped"
            swapped = {at: replace(one, target=other.target)}
            swapped[there] = replace(other, target=one.target)
            yield Edit(text, one, Changes(swapped))


def _replacing(automaton: Automaton, at: int, new: Transition | None, text: str) -> Edit:
    return Edit(text, automaton.transitions[at], Changes({at: new}))


def with_guard(transition: Transition, index: int, *guards: Guard) -> Transition:
    """The transition with `guards` in place of the one at `index`."""
    replaced = (*transition.guards[:index], *guards, *transition.guards[index + 1 :])
    return replace(transition, label=transition.label._replace(guards=replaced))


def with_action(transition: Transition, action: str | None) -> Transition:
    """The transition with another action, or none."""
    return replace(transition, label=transition.label._replace(action=action))
