"""The smallest automaton that does the same: states that nothing tells apart become one.

The states are split into blocks until all states of a block have the same label and, for every
letter, lead into one block. Where a block that has been looked at is split, the smaller half is
looked at and not the whole again, so that the work is n log n (Hopcroft 1971). A state may lack
letters; then it is not equivalent to one that has them.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import NamedTuple, TypeVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import DefinitionError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.search import reachable
from hanoi_fsm.fsm.theory.mealy import MealyMachine

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

    A letter is an event with its guards, numbered where several transitions of a state read the
    same. What an action writes counts, and where that is not known the action itself.
    """
    after: dict[tuple[int, str], dict[Hashable, tuple[int, str]]] = {}
    labels: dict[tuple[int, str], set[Hashable]] = {}
    for number, one in enumerate(drawn):
        for state in one.automaton.states:
            after[number, state], labels[number, state] = {}, {state in one.accepting}
        for edge in one.automaton.transitions:
            source = number, edge.source
            if source in after and edge.target in one.automaton.states:
                read = edge.event, frozenset(edge.guards)
                letter = next(key for n in count() if (key := (*read, n)) not in after[source])
                after[source][letter] = number, edge.target
                labels[source].add((letter, one.written(edge.action)))
    return partition(after, lambda state: frozenset(labels[state]), after.__getitem__)


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
    edges = [(one.source, one.target) for one in automaton.transitions]
    reached = alive = _reached([automaton.initial], edges)
    if only_writes and automaton.final:
        alive = _reached(automaton.final, [(target, source) for source, target in edges])
        if automaton.initial not in alive:  # without a final state every word would be accepted
            return Minimal(automaton, {})
    unreachable = tuple(state for state in automaton.states if state not in reached)
    dead = tuple(state for state in automaton.states if state in reached - alive)
    left = {state: state for state in automaton.states if state in reached & alive}
    rest = _joined(automaton, left)
    merged: dict[str, tuple[str, ...]] = {}
    for block in equivalent_states([MealyMachine(rest, known if only_writes else {}, rest.final)]):
        first, *others = sorted((state for _, state in block), key=lambda one: one != rest.initial)
        left |= dict.fromkeys(others, first)
        merged |= {first: tuple(others)} if others else {}
    return Minimal(_joined(rest, left), merged, unreachable, dead)


def minimal_of(machine: Machine, outputs: Mapping[str, str]) -> Minimal:
    """The minimal automaton of a machine, which may be at fault in nothing but what is left out.

    Raises `DefinitionError` for any other fault.
    """
    found = minimal(machine.automaton, outputs)
    if machine.with_automaton(found.automaton).faults():
        raise DefinitionError(machine.shown, [str(fault) for fault in machine.faults()])
    return found


def without_equivalent_states(machine: AnyMachine) -> AnyMachine:
    """A machine that does the same with the fewest states; itself if it has dead states."""
    found = minimal(machine.automaton, machine.outputs)
    if found.was_minimal or found.dead:
        return machine
    return machine.with_automaton(found.automaton)


def _reached(starts: Iterable[str], edges: Sequence[tuple[str, str]]) -> set[str]:
    onward: dict[str, list[str]] = {}
    for source, target in edges:
        onward.setdefault(source, []).append(target)
    return set(reachable(starts, lambda state: onward.get(state, ())))


def _joined(automaton: Automaton, into: Mapping[str, str]) -> Automaton:
    """The automaton with each state joined `into` another or itself, without all other states."""
    states = [state for state in automaton.states if into.get(state) == state]
    place = {state: number for number, state in enumerate(states)}
    transitions = (
        replace(one, target=into[one.target])
        for one in automaton.transitions
        if one.source in place and one.target in into
    )
    return replace(
        automaton,
        states=tuple(states),
        final=automaton.final.intersection(states),
        transitions=tuple(sorted(transitions, key=lambda one: place[one.source])),
    )
