"""Single edits of an automaton, of which mutants and repairs are made."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Guard, Transition


class Edit(NamedTuple):
    """An edit in words, the part of the definition that it changes, and the result."""

    text: str
    about: Transition | str
    automaton: Automaton
    new: Transition | None = None


def mutations(automaton: Automaton, memory: type[Memory]) -> Iterator[Edit]:
    """Every single edit that makes a mutant.

    Drop or redirect an edge, drop or negate a guard, replace, drop or add an action, swap the
    targets of two edges, move the initial state.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> [edit.text for edit in mutations(lamp, Memory)]
    ['drop `off -> off : press`']
    """
    for old in automaton.transitions:
        yield Edit(f"drop `{old}`", old, without(automaton, old))
        yield from redirections(automaton, old)
        for index, guard in enumerate(old.guards):
            new, text = with_guard(old, index), f"`{old}` without the guard {guard}"
            yield changed(automaton, old, new, text)
            turned = guard._replace(negated=not guard.negated)
            new, text = with_guard(old, index, turned), f"`{old}` with the guard {turned}"
            yield changed(automaton, old, new, text)
        yield from action_changes(automaton, old, memory)
    yield from _swaps(automaton)
    yield from initial_moves(automaton)


def redirections(automaton: Automaton, old: Transition) -> Iterator[Edit]:
    """A transition leads to every other state."""
    for state in automaton.states:
        if state != old.target:
            yield changed(automaton, old, replace(old, target=state), f"`{old}` leads to {state}")


def action_changes(automaton: Automaton, old: Transition, memory: type[Memory]) -> Iterator[Edit]:
    """A transition has every other action of the memory, or none."""
    for action in (*memory.actions(), None):
        if action != old.action:
            new = replace(old, label=old.label._replace(action=action))
            yield changed(automaton, old, new, f"`{old}` does {action or 'nothing'}")


def _swaps(automaton: Automaton) -> Iterator[Edit]:
    for one, other in combinations(automaton.transitions, 2):
        if one.target != other.target:
            new = {one: replace(one, target=other.target), other: replace(other, target=one.target)}
            swapped = tuple(new.get(old, old) for old in automaton.transitions)
            edited = replace(automaton, transitions=swapped)
            yield Edit(f"`{one}` and `{other}` with their targets swapped", one, edited)


def initial_moves(automaton: Automaton) -> Iterator[Edit]:
    """Edits that make another state initial."""
    for state in automaton.states:
        if state != automaton.initial:
            moved = replace(automaton, initial=state)
            yield Edit(f"the initial state is {state}", automaton.initial, moved)


def with_guard(transition: Transition, index: int, *guards: Guard) -> Transition:
    """The transition with `guards` in place of the one at `index`."""
    replaced = (*transition.guards[:index], *guards, *transition.guards[index + 1 :])
    return replace(transition, label=transition.label._replace(guards=replaced))


def without(automaton: Automaton, old: Transition) -> Automaton:
    """The automaton without a transition."""
    kept = tuple(one for one in automaton.transitions if one is not old)
    return replace(automaton, transitions=kept)


def changed(automaton: Automaton, old: Transition, new: Transition, text: str) -> Edit:
    """The edit that replaces a transition."""
    transitions = tuple(new if one is old else one for one in automaton.transitions)
    return Edit(text, old, replace(automaton, transitions=transitions), new)
