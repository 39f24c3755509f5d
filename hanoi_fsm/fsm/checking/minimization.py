"""The smallest automaton that does the same: states that nothing tells apart become one.

The states are split into blocks until all states of a block have the same label and, for every
letter, lead into one block. Where a block that has been looked at is split, the smaller half is
looked at and not the whole again, so that the work is n log n (Hopcroft 1971). A state may lack
letters; then it is not equivalent to one that has them.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple, TypeVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.product import MealyMachine
from hanoi_fsm.fsm.checking.reachability import reachable
from hanoi_fsm.fsm.errors import DefinitionError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition

State = TypeVar("State", bound=Hashable)
Letter = TypeVar("Letter", bound=Hashable)
AnyMachine = TypeVar("AnyMachine", bound=Machine)


def partition(
    states: Iterable[State],
    label: Callable[[State], Hashable],
    after: Callable[[State], Mapping[Letter, State]],
) -> list[list[State]]:
    """The blocks of equivalent states, each in the order of the states, as are the blocks.

    `label` is what can be seen of a state itself, `after` the states that its letters lead to, all
    of which are among the `states`.

    >>> partition(range(6), lambda n: n % 3 == 0, lambda n: {"+1": (n + 1) % 6})
    [[0, 3], [1, 4], [2, 5]]
    """
    order = list(dict.fromkeys(states))
    into: dict[State, dict[Letter, list[State]]] = {state: {} for state in order}
    first: dict[Hashable, set[State]] = {}
    for state in order:
        onward = after(state)
        first.setdefault((label(state), frozenset(onward)), set()).add(state)
        for letter, target in onward.items():
            into[target].setdefault(letter, []).append(state)
    blocks = list(first.values())
    block_of = {state: number for number, block in enumerate(blocks) for state in block}
    waiting = set(range(len(blocks)))
    while waiting:
        sources: dict[Letter, list[State]] = {}
        for state in blocks[waiting.pop()]:
            for letter, found in into[state].items():
                sources.setdefault(letter, []).extend(found)
        for leading in sources.values():
            _split(leading, blocks, block_of, waiting)
    whole: dict[int, list[State]] = {}
    for state in order:
        whole.setdefault(block_of[state], []).append(state)
    return list(whole.values())


def _split(
    leading: Iterable[State],
    blocks: list[set[State]],
    block_of: dict[State, int],
    waiting: set[int],
) -> None:
    """Part those of each block that lead somewhere by a letter from those that do not."""
    touched: dict[int, set[State]] = {}
    for state in leading:
        touched.setdefault(block_of[state], set()).add(state)
    for number, some in touched.items():
        if len(some) == len(blocks[number]):
            continue
        blocks[number] -= some
        new = len(blocks)
        blocks.append(some)
        for state in some:
            block_of[state] = new
        waiting.add(new if number in waiting or len(some) < len(blocks[number]) else number)


def equivalent_states(drawn: Sequence[MealyMachine]) -> list[list[tuple[int, str]]]:
    """The blocks of equivalent states of several automata, each state with the automaton's number.

    A letter is an event with its guards. What an action writes counts, and where that is not known
    the action itself.
    """
    edges = {
        (number, state): _letters(leaving)
        for number, one in enumerate(drawn)
        for state, leaving in _leaving(one.automaton).items()
    }

    def label(state: tuple[int, str]) -> Hashable:
        one, found = drawn[state[0]], edges[state].items()
        written = frozenset((letter, one.written(edge.action)) for letter, edge in found)
        return state[1] in one.accepting, written

    def after(state: tuple[int, str]) -> Mapping[Hashable, tuple[int, str]]:
        return {letter: (state[0], edge.target) for letter, edge in edges[state].items()}

    return partition(edges, label, after)


def _leaving(automaton: Automaton) -> dict[str, list[Transition]]:
    """By state the transitions that leave it; those from or to unknown states are left out."""
    leaving: dict[str, list[Transition]] = {state: [] for state in automaton.states}
    for one in automaton.transitions:
        if one.source in leaving and one.target in leaving:
            leaving[one.source].append(one)
    return leaving


def _letters(transitions: Sequence[Transition]) -> dict[Hashable, Transition]:
    """The transitions of a state by what they read, and by number where that is the same."""
    found: dict[Hashable, Transition] = {}
    for one in transitions:
        letter, number = (one.event, frozenset(one.guards)), 0
        while (*letter, number) in found:
            number += 1
        found[*letter, number] = one
    return found


class Minimal(NamedTuple):
    """An automaton without equivalent states.

    `merged` has the states that each remaining state replaces. The `unreachable` ones are left out,
    as are those that are `dead`: no word that leads to one is accepted.
    """

    automaton: Automaton
    merged: Mapping[str, tuple[str, ...]]
    unreachable: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()

    @property
    def was_minimal(self) -> bool:
        return not (self.merged or self.unreachable or self.dead)


def minimal(automaton: Automaton, outputs: Mapping[str, str] | None = None) -> Minimal:
    r"""The automaton with its equivalent states merged; `outputs` is what each action writes.

    If there are no guards, and all actions are known to do no more than to write, the result has
    the fewest states of all that answer every word alike (a word may end in a final state, or
    anywhere if there is none). Otherwise an event with its guards is a letter and an action is what
    is written: the result does the same on any memory, and one with fewer states may be possible.
    The initial state keeps its name, and so does the first state of those that are merged. One that
    accepts no word stays as it is.

    >>> table = "a -> b : 0 / x \n b -> a : 0 / x \n c -> a : 0"
    >>> minimal(Automaton.from_table("it", initial="a", table=table), {"x": "1"})[:3]
    (<Automaton it: 1 state, 1 transition>, {'a': ('b',)}, ('c',))
    """
    known = outputs or {}
    only_writes = not automaton.guards and known.keys() >= set(automaton.actions)
    reached = _reached(automaton, [automaton.initial], backwards=False)
    alive = reached
    if only_writes and automaton.final:
        alive = _reached(automaton, automaton.final, backwards=True)
        if automaton.initial not in alive:  # without a final state every word would be accepted
            return Minimal(automaton, {})
    unreachable = tuple(state for state in automaton.states if state not in reached)
    dead = tuple(state for state in automaton.states if state in reached - alive)
    merged = _merged(without(automaton, {*unreachable, *dead}), known if only_writes else {})
    return merged._replace(unreachable=unreachable, dead=dead)


def minimal_of(machine: Machine, outputs: Mapping[str, str]) -> Minimal:
    """The minimal automaton of a machine, which may be at fault in nothing but what is left out.

    Raises `DefinitionError` for any other fault.
    """
    automaton = machine.automaton
    found = minimal(automaton, outputs)
    if faults := machine.faults():
        rest = without(automaton, {*found.unreachable, *found.dead})
        if automaton.initial not in automaton.states or machine.with_automaton(rest).faults():
            raise DefinitionError(machine.shown, [str(fault) for fault in faults])
    return found


def without_equivalent_states(machine: AnyMachine) -> AnyMachine:
    """A machine that does the same with the fewest states; itself if it has dead states."""
    found = minimal(machine.automaton, machine.outputs)
    if found.was_minimal or found.dead:
        return machine
    return machine.with_automaton(found.automaton)


def without(automaton: Automaton, states: AbstractSet[str]) -> Automaton:
    """The automaton without these states and their transitions."""
    return replace(
        automaton,
        states=tuple(state for state in automaton.states if state not in states),
        final=automaton.final - states,
        transitions=tuple(
            one for one in automaton.transitions if not states & {one.source, one.target}
        ),
    )


def _reached(automaton: Automaton, starts: Iterable[str], *, backwards: bool) -> set[str]:
    onward: dict[str, list[str]] = {}
    for one in automaton.transitions:
        source, target = (one.target, one.source) if backwards else (one.source, one.target)
        onward.setdefault(source, []).append(target)
    return set(reachable(starts, lambda state: onward.get(state, ())))


def _merged(automaton: Automaton, outputs: Mapping[str, str]) -> Minimal:
    """The automaton with each block of equivalent states as one of them, the initial one first."""
    merged: dict[str, tuple[str, ...]] = {}
    kept: dict[str, str] = {}
    for block in equivalent_states([MealyMachine(automaton, outputs, automaton.final)]):
        states = sorted((state for _, state in block), key=lambda one: one != automaton.initial)
        kept |= dict.fromkeys(states, states[0])
        merged |= {states[0]: tuple(states[1:])} if len(states) > 1 else {}
    leaving = _leaving(automaton)
    remaining = tuple(state for state in automaton.states if kept[state] == state)
    smaller = replace(
        automaton,
        states=remaining,
        final=automaton.final.intersection(remaining),
        transitions=tuple(
            replace(one, target=kept[one.target]) for state in remaining for one in leaving[state]
        ),
    )
    return Minimal(smaller, merged)
