"""Every single change of an automaton, as a new automaton and in words.

Mutants are made of them (is the check good enough to notice each?), and so are mends (which of them
makes a failing diagram pass?).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Guard, Transition


class Edit(NamedTuple):
    """A change: what it does in words, the part of the definition that it is about, the result."""

    text: str
    about: Transition | str
    automaton: Automaton
    new: Transition | None = None


def mutations(automaton: Automaton, memory: type[Memory]) -> Iterator[Edit]:
    """Every single change by which a diagram can be wrong.

    An edge dropped or redirected, a guard dropped or negated, an action replaced by every other one
    of the vocabulary, dropped or added, the targets of two edges swapped, the initial state moved.

    >>> from hanoi_fsm.hanoi.automata import get
    >>> monk = get("monk")
    >>> next(mutations(monk.automaton, monk.memory)).text
    'drop `pray -> pray : step [!built] / move_next`'
    """
    for row in automaton.transitions:
        yield Edit(f"drop `{row}`", row, without(automaton, row))
        yield from redirections(automaton, row)
        yield from _guard_changes(automaton, row)
        yield from action_changes(automaton, row, memory)
    yield from _swaps(automaton)
    yield from initial_moves(automaton)


def redirections(automaton: Automaton, row: Transition) -> Iterator[Edit]:
    """The row leads to every other state."""
    for state in automaton.states:
        if state != row.target:
            new = replace(row, target=state)
            yield changed(automaton, row, new, f"`{row}` leads to {state}")


def _guard_changes(automaton: Automaton, row: Transition) -> Iterator[Edit]:
    for place, guard in enumerate(row.guards):
        before, after = row.guards[:place], row.guards[place + 1 :]
        turned = Guard(guard.name, not guard.negated)
        dropped = with_guards(row, (*before, *after))
        yield changed(automaton, row, dropped, f"`{row}` without the guard {guard}")
        negated = with_guards(row, (*before, turned, *after))
        yield changed(automaton, row, negated, f"`{row}` with the guard {turned}")


def action_changes(automaton: Automaton, row: Transition, memory: type[Memory]) -> Iterator[Edit]:
    """The row does every other action of the vocabulary, or none."""
    for action in (*memory.actions(), None):
        if action != row.action:
            new = replace(row, label=row.label._replace(action=action))
            text = f"`{row}` does {action}" if action else f"`{row}` does nothing"
            yield changed(automaton, row, new, text)


def _swaps(automaton: Automaton) -> Iterator[Edit]:
    for one, other in combinations(automaton.transitions, 2):
        if one.target != other.target:
            there, here = replace(one, target=other.target), replace(other, target=one.target)
            swapped = tuple(
                {one: there, other: here}.get(row, row) for row in automaton.transitions
            )
            text = f"`{one}` and `{other}` with their targets swapped"
            yield Edit(text, one, replace(automaton, transitions=swapped))


def initial_moves(automaton: Automaton) -> Iterator[Edit]:
    """Every other state is the initial one."""
    for state in automaton.states:
        if state != automaton.initial:
            text = f"the initial state is {state}"
            yield Edit(text, automaton.initial, replace(automaton, initial=state))


def with_guards(row: Transition, guards: tuple[Guard, ...]) -> Transition:
    """The row with other guards."""
    return replace(row, label=row.label._replace(guards=guards))


def without(automaton: Automaton, row: Transition) -> Automaton:
    """The automaton without a row."""
    rows = tuple(other for other in automaton.transitions if other is not row)
    return replace(automaton, transitions=rows)


def changed(automaton: Automaton, row: Transition, new: Transition, text: str) -> Edit:
    """The edit that puts a row into another's place."""
    rows = tuple(new if other is row else other for other in automaton.transitions)
    return Edit(text, row, replace(automaton, transitions=rows), new)
