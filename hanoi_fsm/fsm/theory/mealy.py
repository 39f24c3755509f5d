"""Mealy machines: their answers, minimization, and words that tell them apart.

They are automata that read words and answer them. They have no guards, and each action has a known
output. The answer to a word is the output for each of its symbols, or a refusal if there is no
transition. An acceptor also rejects a word that ends in a state that is not final, regardless of
its outputs.

States that nothing tells apart are merged. States are split into blocks until all states of a block
have the same label and, for every letter, lead into one block (Moore 1956). A state may lack
letters; then it is not equivalent to a state that has them. Only the smaller half of a split block
has to split others later, so that n states take at most n log n steps (Hopcroft 1971).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations, product
from math import inf
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import DefinitionError, listed
from hanoi_fsm.fsm.finding import Result
from hanoi_fsm.fsm.notation import Word, by_number, last_output
from hanoi_fsm.fsm.search import grouped, reach, reachable
from hanoi_fsm.fsm.theory.determinize import CLAIMS_LEFT_OUT, Determinized, determinize

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

STOP = "stop"
APART = frozenset[str]()
Numbered = tuple[int, str]
"""A state, preceded by the number of its automaton."""
AnyMachine = TypeVar("AnyMachine", bound="Machine")

LONGEST_GROUP = 60
"""The most characters in a group of equivalent states to list."""
AS_DRAWN = "guards and actions were taken as drawn, so fewer states may be possible"


class MealyMachine(NamedTuple):
    """An automaton that only reads words and answers them.

    `outputs` maps each action to its output.
    """

    automaton: Automaton
    outputs: Mapping[str, str]

    def written(self, actions: Sequence[str]) -> str | None:
        """The output of some actions, None if empty; the actions themselves if it is unknown."""
        if self.outputs.keys() >= {*actions}:
            return last_output(actions, self.outputs) or None
        return ", ".join(actions)

    def after(self, state: str) -> dict[Hashable, str]:
        """The next state for each letter: an event with its guards, and the actions' output.

        If the output is unknown, the actions stand in for it. A letter that comes again is another.
        """
        targets: dict[Hashable, str] = {}
        for row in self.automaton.leaving(state):
            letter: Hashable = (row.event, frozenset(row.guards), self.written(row.actions))
            while letter in targets:
                letter = (letter,)
            targets[letter] = row.target
        return targets

    def step(self, state: str, symbol: str) -> tuple[str | None, str]:
        """The output for a symbol, and the next state, "" unless there is exactly one."""
        rows = self.automaton.by_state_and_event.get((state, symbol), ())
        return (self.written(rows[0].actions), rows[0].target) if len(rows) == 1 else (None, "")

    def answers_in(self, state: str) -> bool:
        """Whether a word that leads to a state is answered: it can be read, and is not rejected."""
        return state in self.automaton.final if self.automaton.acceptor else state != ""

    def run(self, word: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """The state after a word, "" if it cannot be read, and the outputs on the way."""
        state, outputs = self.automaton.initial, list[str | None]()
        for symbol in word:
            output, state = self.step(state, symbol)
            outputs.append(output)
        return state, tuple(output for output in outputs if output is not None)

    def ends(self, word: Sequence[str]) -> bool:
        """Whether a run may end after a word."""
        return self.run(word)[0] in self.automaton.accepting

    def answer(self, word: Sequence[str]) -> tuple[str, ...] | None:
        """The answer to a word; None for a refusal."""
        state, outputs = self.run(word)
        return outputs if self.answers_in(state) else None


def equivalent_states(drawn: Sequence[MealyMachine]) -> list[list[Numbered]]:
    r"""The blocks of equivalent states of several automata, each with its automaton's number.

    States and blocks are in the order of the automata.

    >>> table = "a -> b : x \n b -> c : x \n c -> d : x \n d -> a : x"
    >>> ring = Automaton.from_table("ring", initial="a", final=["a", "c"], table=table)
    >>> equivalent_states([MealyMachine(ring, {})])
    [[(0, 'a'), (0, 'c')], [(0, 'b'), (0, 'd')]]
    """
    onward = {
        (number, state): {
            letter: (number, target) for letter, target in machine.after(state).items()
        }
        for number, machine in enumerate(drawn)
        for state in machine.automaton.states
    }
    alike: defaultdict[Hashable, set[Numbered]] = defaultdict(set)
    into: defaultdict[Numbered, list[tuple[Hashable, Numbered]]] = defaultdict(list)
    for state, targets in onward.items():
        is_accepting = state[1] in drawn[state[0]].automaton.accepting
        alike[is_accepting, frozenset(targets)].add(state)
        for letter, target in targets.items():
            into[target].append((letter, state))
    blocks = list(alike.values())
    block_of = {state: number for number, block in enumerate(blocks) for state in block}
    waiting = list(range(len(blocks)))
    while waiting:
        leading: defaultdict[Hashable, list[Numbered]] = defaultdict(list)
        for target in blocks[waiting.pop()]:
            for letter, state in into[target]:
                leading[letter].append(state)
        for sources in leading.values():
            for number, part in grouped(sources, block_of.__getitem__).items():
                rest = blocks[number]
                if len(part) == len(rest):
                    continue
                smaller = set(part) if 2 * len(part) <= len(rest) else rest.difference(part)
                rest -= smaller
                block_of |= dict.fromkeys(smaller, len(blocks))
                waiting.append(len(blocks))  # the rest waits in place of the whole
                blocks.append(smaller)
    return [*grouped(onward, block_of.__getitem__).values()]


@dataclass(frozen=True)
class Minimal(Result):
    """An automaton without equivalent states, and its origin, called `name`.

    `merged` maps each remaining state to the states that it replaces. `unreachable` states are left
    out, and so are the `dead` states of an incomplete acceptor, which lead to no accepted word. A
    nondeterministic acceptor was `determinized` first. An automaton that may do more than read and
    write is taken `as_drawn`.
    """

    automaton: Automaton
    was: Automaton
    merged: Mapping[str, tuple[str, ...]]
    unreachable: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()
    as_drawn: bool = False
    name: str = ""
    determinized: Determinized | None = None

    @property
    def was_minimal(self) -> bool:
        return self.automaton == self.was and self.determinized is None

    def put_into(self, machine: AnyMachine) -> AnyMachine:
        """The machine with this automaton; it may refuse events if dead states are left out."""
        partial = machine.partial or bool(self.dead) or not self.automaton.transitions
        return machine.with_automaton(self.automaton, partial=partial, claims=())

    def __str__(self) -> str:
        """The states that were merged and left out, one line each."""
        name, sizes = self.name or self.was.name, self.automaton.sizes
        more = f"; {AS_DRAWN}" if self.as_drawn else ""
        if self.automaton.acceptor:
            more += "; complete" if self.automaton.is_complete else "; partial"
        lines = []
        if self.determinized:
            become = f"{self.determinized.acceptors[0].sizes} become {self.was.sizes}"
            lines.append(f"{name}: nondeterministic, determinized first: {become}")
        was = self.determinized.acceptors[0] if self.determinized else self.was
        if was.claims and not self.automaton.claims:
            lines.append(f"{name}: {CLAIMS_LEFT_OUT}")
        if self.automaton == self.was:
            return "\n".join([*lines, f"{name}: already minimal: {sizes}{more}"])
        lines.append(f"{name}: {self.was.sizes} become {sizes}{more}")
        for kept, others in self.merged.items():
            *first, last = kept, *others
            both = f"{listed(first, LONGEST_GROUP)} and {listed([last])}"
            lines.append(f"  {both} are equivalent: merged into {listed([kept])}")
        for states, why in (
            (self.unreachable, "left out, as no events lead there"),
            (self.dead, "left out, as every word that leads there is refused"),
            (
                {*self.automaton.states} - self.automaton.reached,
                "kept, as without it a run may end anywhere",
            ),
        ):
            if states:
                lines.append(f"  {why}: {listed([*states])}")
        return "\n".join(lines)


def minimal(
    automaton: Automaton, outputs: Mapping[str, str] | None = None, apart: bool = False
) -> Minimal:
    r"""The automaton with its equivalent states merged; `outputs` maps each action to its output.

    Without guards, and if all actions are known only to write, the result has the fewest states of
    all automata that answer every word alike and may end after the same words. (Without a final
    state a run may end anywhere, so one final state is always kept.) A complete acceptor stays
    complete, and is the smallest such acceptor; any other loses its dead states. Otherwise an event
    with its guards is a letter and the actions are the output: the result does the same on any
    memory, and fewer states may be possible.
    The initial state keeps its name, and merged states take the name of the first; states are not
    merged if a memory tells them `apart` by name. Claims are about the original states, so they are
    left out, unless the automaton was minimal.

    >>> table = "a -> b : 0 / x \n b -> a : 0 / x \n c -> a : 0"
    >>> print(minimal(Automaton.from_table("it", initial="a", table=table), {"x": "1"}))
    it: 3 states, 3 transitions become 1 state, 1 transition
      a and b are equivalent: merged into a
      left out, as no events lead there: c
    """
    as_drawn = apart or not automaton.only_writes(outputs or {})
    accepting = {*automaton.states}
    if automaton.acceptor and not as_drawn:
        into = grouped(automaton.transitions, lambda row: row.target)
        accepting = {
            *reachable(automaton.final, lambda state: [row.source for row in into.get(state, ())])
        }
    live = {*automaton.reached}
    if not automaton.is_complete:
        live &= accepting
    if automaton.final.isdisjoint(live) and not automaton.acceptor:
        live |= {*[state for state in automaton.states if state in automaton.final][:1]}
    # Without a live state it accepts nothing, so it needs no transitions.
    edges = automaton if live else replace(automaton, rows=())
    live.add(automaton.initial)
    kept = {state: state for state in automaton.states if state in live}
    left_out = [state for state in automaton.states if state not in live]
    rest = _joined(edges, kept)
    rows = [  # if every word is rejected, outputs do not matter
        row if row.target in accepting else replace(row, label=row.label._replace(actions=()))
        for row in rest.transitions
    ]
    heard = MealyMachine(rest.of_transitions(rows), {} if as_drawn else outputs or {})
    merged: dict[str, tuple[str, ...]] = {}
    for block in [] if apart else equivalent_states([heard]):
        names = [state for _, state in block]
        first = rest.initial if rest.initial in names else names[0]
        kept |= dict.fromkeys(names, first)
        if len(names) > 1:
            merged[first] = tuple(name for name in names if name != first)
    left = _joined(rest, kept)
    # A minimal automaton is left as it was written.
    left = automaton if left == automaton else replace(left, claims=())
    unreachable = tuple(state for state in left_out if state not in automaton.reached)
    dead = tuple(state for state in left_out if state in automaton.reached)
    return Minimal(left, automaton, merged, unreachable, dead, as_drawn)


def minimal_of(machine: Machine) -> Minimal:
    """The minimal automaton of a machine, whose only faults may be in parts that are left out.

    Raises `DefinitionError` for any other fault.
    """
    automaton, determinized = machine.automaton, None
    if automaton.is_nondeterministic:
        determinized = determinize(automaton)
        automaton = determinized.automaton
    smallest = minimal(automaton, machine.outputs, machine.vocabulary.SEES_STATE)
    smallest = replace(smallest, name=machine.shown, determinized=determinized)
    leads_nowhere = not automaton.reached.isdisjoint(automaton.unknown)
    if leads_nowhere or machine.with_automaton(smallest.automaton, claims=()).faults():
        raise DefinitionError(machine.shown, [str(fault) for fault in machine.faults()])
    return smallest


def _joined(automaton: Automaton, into: Mapping[str, str]) -> Automaton:
    """The automaton with each state merged `into` another or itself; other states are removed."""
    states = tuple(state for state in automaton.states if into.get(state) == state)
    leaving = chain.from_iterable(map(automaton.leaving, states))
    rows = (replace(row, target=into[row.target]) for row in leaving if row.target in into)
    return automaton.of_transitions(rows, states=states, final=automaton.final.intersection(states))


@lru_cache(maxsize=64)
def characterizing_words(automaton: Automaton) -> tuple[Word, ...]:
    """The words of the W-method, shortest first (Vasilevskii 1973, Chow 1978).

    For each transition, a shortest word that takes it, followed by each word of a characterizing
    set. An automaton that answers all of these correctly answers every word correctly, provided
    that it does not have more states.

    >>> parity = Automaton.from_table("parity", initial="even", final="even", table='''
    ...     even -> odd  : 1 / flip
    ...     odd  -> even : 1
    ...     even -> even : 0
    ...     odd  -> odd  : 0
    ... ''')
    >>> [" ".join(word) for word in characterizing_words(parity)]
    ['0 1', '1 1', '1 0 1', '1 1 1']
    """
    paths = automaton.paths
    access = [[row.event for row in paths.word_to(state)] for state in paths.states]
    parts = product(access, automaton.events, characterizing_set(automaton))
    words = {(*before, symbol, *ending) for before, symbol, ending in parts}
    return tuple(sorted(words, key=lambda word: (len(word), [*map(by_number, word)])))


def characterizing_set(automaton: Automaton) -> list[Word]:
    """For any two states, a shortest word that they answer differently, if there is one."""
    before: dict[frozenset[str], list[tuple[str, frozenset[str]]]] = {}
    for symbol in automaton.events:
        after = {state: _after(automaton, state, symbol) for state in [*automaton.states, STOP]}
        for first, other in combinations(after, 2):
            (target, actions), (other_target, other_actions) = after[first], after[other]
            targets = frozenset((target, other_target)) if actions == other_actions else APART
            before.setdefault(targets, []).append((symbol, frozenset((first, other))))
    reached = reach([APART], lambda pair: before.get(pair, ()), most=inf)
    words = {reached.word_to(pair)[::-1] for pair in reached.states}  # they lead back from APART
    return sorted(words - {()} or words, key=lambda word: [*map(by_number, word)])


def _after(automaton: Automaton, state: str, symbol: str) -> tuple[str, tuple[str, ...]]:
    """The next state and the actions; stopping counts as an action and a state."""
    rows = automaton.transitions_for(state, symbol)
    return (rows[0].target, rows[0].actions) if rows else (STOP, (STOP,))
