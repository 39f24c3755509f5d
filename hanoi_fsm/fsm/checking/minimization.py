"""The smallest automaton that does the same: states that nothing tells apart become one.

The states are split into blocks until all states of a block have the same label and, for every
letter, lead into one block. Where a block that has been looked at is split, the smaller half is
looked at and not the whole again, so that the work is n log n (Hopcroft 1971). A state may lack
letters; then it is told apart from one that has them.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.notation import Transition

State = TypeVar("State", bound=Hashable)
Letter = TypeVar("Letter", bound=Hashable)


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


class Minimal(NamedTuple):
    """An automaton without equivalent states.

    `merged` are the others by the state that stands for them. `unreachable` states are left out, as
    are those that are `dead`: no word that leads to one is accepted.
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
    The initial state keeps its name, and so does the first state of those that are merged.

    >>> table = "a -> b : 0 / x \n b -> a : 0 / x \n c -> a : 0"
    >>> minimal(Automaton.from_table("it", initial="a", table=table), {"x": "1"})[:3]
    (<Automaton it: 1 state, 1 transition>, {'a': ('b',)}, ('c',))
    """
    known = outputs or {}
    only_writes = not automaton.guards and known.keys() >= set(automaton.actions)
    reached = _reached(automaton, [automaton.initial], backwards=False)
    kept = reached
    if only_writes and automaton.final:
        kept = reached & _reached(automaton, automaton.final, backwards=True)
        kept.add(automaton.initial)
    states = tuple(state for state in automaton.states if state in kept)
    found = _merged(automaton, states, known if only_writes else {})
    gone = [state for state in automaton.states if state not in kept]
    return found._replace(
        unreachable=tuple(state for state in gone if state not in reached),
        dead=tuple(state for state in gone if state in reached),
    )


def _reached(automaton: Automaton, starts: Iterable[str], *, backwards: bool) -> set[str]:
    onward: dict[str, list[str]] = {}
    for one in automaton.transitions:
        source, target = (one.target, one.source) if backwards else (one.source, one.target)
        onward.setdefault(source, []).append(target)
    queue = list(starts)
    reached = set(queue)
    for state in queue:
        fresh = dict.fromkeys(each for each in onward.get(state, ()) if each not in reached)
        reached.update(fresh)
        queue.extend(fresh)
    return reached


def _merged(automaton: Automaton, states: Sequence[str], outputs: Mapping[str, str]) -> Minimal:
    """The part of the automaton with these states, each block of which becomes one state."""
    leaving: dict[str, list[Transition]] = {state: [] for state in states}
    for one in automaton.transitions:
        if one.source in leaving and one.target in leaving:
            leaving[one.source].append(one)
    edges = {state: _letters(found) for state, found in leaving.items()}

    def label(state: str) -> Hashable:
        written = {
            letter: outputs.get(one.action, one.action) if one.action else None
            for letter, one in edges[state].items()
        }
        return state in automaton.final, frozenset(written.items())

    def after(state: str) -> Mapping[Hashable, str]:
        return {letter: one.target for letter, one in edges[state].items()}

    blocks = [_named_first(block, automaton) for block in partition(states, label, after)]
    kept = {state: block[0] for block in blocks for state in block}
    remaining = tuple(state for state in states if kept[state] == state)
    smaller = replace(
        automaton,
        states=remaining,
        final=automaton.final.intersection(remaining),
        transitions=tuple(
            replace(one, target=kept[one.target]) for state in remaining for one in leaving[state]
        ),
    )
    return Minimal(smaller, {block[0]: tuple(block[1:]) for block in blocks if len(block) > 1})


def _letters(transitions: Sequence[Transition]) -> dict[Hashable, Transition]:
    """The transitions of a state by what they read, and by number where that is the same."""
    found: dict[Hashable, Transition] = {}
    for one in transitions:
        letter, number = (one.event, frozenset(one.guards)), 0
        while (*letter, number) in found:
            number += 1
        found[*letter, number] = one
    return found


def _named_first(block: list[str], automaton: Automaton) -> list[str]:
    """The states of a block, the initial one first, which keeps its name."""
    return sorted(block, key=lambda state: state != automaton.initial)
