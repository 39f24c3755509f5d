"""Charts, with nested states and parallel regions, flattened into equivalent automata.

A composite state has a default state, which is entered with it; the children of a parallel state
are its regions, which are active together. A flat state is a set of active states, named by its
leaves: `play, lamp on`. A flat transition consists of one row, or of one per region involved.

An event is processed as in UML, SCXML and XState: first, all guards are evaluated. From each active
leaf outwards, the first state with an enabled row takes the event, so inner states have priority
(outer ones had in Harel's Statemate); each region takes at most one row, simultaneously. The domain
of a row is the innermost composite, non-parallel state around its source and target. All active
states in the domain are exited, innermost first; then the rows' actions are executed; then states
are entered down to the target, outermost first, with default states and all regions. Two rows whose
domains overlap conflict: the row with the inner source has priority; if neither source is
inside the other, this is a fault, or in an ordered chart the first region's row is taken.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.errors import BadInput, listed, near, shortened
from hanoi_fsm.fsm.flat import Guards, alternatives, flat
from hanoi_fsm.fsm.notation import Label, Transition, contradict
from hanoi_fsm.fsm.search import grouped

if TYPE_CHECKING:
    from hanoi_fsm.fsm.automaton import Automaton

MOST_STATES, MOST_TRANSITIONS, MOST_DEPTH = 2_000, 20_000, 20
"""The most flat states and transitions of a chart, and the deepest nesting of states."""
TOP = ""
"""The name of the state around the outermost states."""


@dataclass(frozen=True)
class Tree:
    """The parent of each nested state, the initial state of each composite, the parallel states.

    A flat automaton has an empty tree. The children of a composite are in the order of `parent`. A
    composite without an initial state enters its first child.
    """

    parent: Mapping[str, str] = field(default_factory=dict)
    initial: Mapping[str, str] = field(default_factory=dict)
    parallel: frozenset[str] = frozenset()

    def around(self, state: str) -> Iterator[str]:
        """The ancestors of a state, innermost first, ending with `TOP`."""
        while state:
            yield (state := self.parent.get(state, TOP))

    def common(self, one: str, other: str) -> str:
        """The innermost common ancestor of two states, perhaps `TOP`."""
        both = {*self.around(other)}
        return next(state for state in self.around(one) if state in both)

    def leaf(self, state: str) -> str:
        """The state itself, or the state inside it at which its edges are drawn."""
        while state in self.inner:
            state = self.initial.get(state, self.inner[state][0])
        return state

    def leaves(self, state: str) -> Iterator[str]:
        """The innermost states in a state, or the state itself."""
        waiting = [state]
        while waiting:
            inner = self.inner.get(state := waiting.pop(), [])
            waiting += reversed(inner)
            yield from () if inner else (state,)

    @cached_property
    def inner(self) -> dict[str, list[str]]:
        """The children of each composite state."""
        return grouped(self.parent, self.parent.__getitem__)

    def faults(self, states: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The faults of the tree, each after the state that it concerns."""
        for state, outer in self.parent.items():
            for name in (state, outer):
                if name not in states:
                    yield state, f"{shortened(name)} is not a state: {near(name, states)}"
            if any(depth > MOST_DEPTH for depth, _ in enumerate(self.around(state))):
                text = f"is in itself, or in more than {MOST_DEPTH} others"
                yield state, f"the state {shortened(state)} {text}: draw it in fewer"
        for state, first in self.initial.items():
            if self.parent.get(first, TOP) != state:
                text = f"the initial state {shortened(first)} of {shortened(state)} is not in it"
                yield state, f"{text}: name a state that is"
        for state in self.parallel:
            regions = self.inner.get(state, [])
            if len(regions) < 2 or not all(map(self.inner.__contains__, regions)):
                text = f"the parallel state {shortened(state)} needs two regions with states"
                yield state, f"{text}: draw them, or leave the dashed line out"

    def walk(self, states: Sequence[str]) -> Iterator[tuple[str, str, int]]:
        """Yield the nested states in order, each with a kind before it and its depth.

        A composite `opens`, and `closes` after the states in it, with `beside` between regions.

        >>> [kind for kind, *_ in Tree({"a": "b"}).walk(["b", "a", "c"])]
        ['opens', 'state', 'closes', 'state']
        """
        waiting = [("state", state, 0) for state in reversed(states) if state not in self.parent]
        while waiting:
            kind, state, depth = waiting.pop()
            opens = kind == "state" and state in self.inner
            yield "opens" if opens else kind, state, depth
            if opens:
                within = [("state", name, depth + 1) for name in self.inner[state]]
                gap = [("beside", state, depth + 1)] if state in self.parallel else []
                parted = [part for region in within for part in (*gap, region)]
                waiting += [("closes", state, depth), *reversed(parted[len(gap) :])]

    def table(self, states: Sequence[str]) -> list[str]:
        r"""The nesting as lines of a table, which `Automaton.from_table` reads back.

        >>> print(*Tree({"a": "b"}, {"b": "a"}).table(["b", "a"]), sep="\n")
        b {
            -> a
            a
        }
        """
        lines: list[str] = []
        for kind, state, depth in self.walk(states):
            texts = {"state": [state], "opens": [f"{state} {{"], "beside": ["--"], "closes": ["}"]}
            if kind == "opens" and state in self.initial:
                texts[kind].append(f"    -> {self.initial[state]}")
            if kind != "state" or depth:
                lines += [f"{'    ' * depth}{line}" for line in texts[kind]]
        return lines


FLAT = Tree()


Choice = tuple[Guards, tuple[Transition, ...]]
"""A possible effect of an event: the guards that must hold, and the transitions then taken."""


class Chart:
    """A chart, with transitions that have all guards under which they are enabled.

    `inner` has the children of each composite and, for `TOP`, the outermost states; `around` has
    the ancestors of each state, innermost first, ending with `TOP`; `place` has the index of each
    state in document order, where parents come first.
    """

    def __init__(self, written: Automaton) -> None:
        self.written, self.tree = written, written.tree
        self.transitions = [*chain.from_iterable(flat(written.rows, written.ordered))]
        self.by_source = grouped(self.transitions, lambda row: (row.source, row.event))
        roots = [state for state in written.states if state not in self.tree.parent]
        self.inner = {**self.tree.inner, TOP: roots}
        walked = self.tree.walk(written.states)
        states = [TOP, *(state for kind, state, _ in walked if kind in ("opens", "state"))]
        self.around = {state: tuple(self.tree.around(state)) for state in states}
        self.place = {state: number for number, state in enumerate(states)}

    def leaves(self, active: Iterable[str]) -> list[str]:
        """The active states without children."""
        return [state for state in active if state not in self.inner]

    def entered(self, state: str, wanted: AbstractSet[str]) -> list[str]:
        """The states entered inside a state, on the way to any `wanted` ones in it."""
        entered, waiting = [], [state]
        while waiting:
            entered.append(state := waiting.pop())
            inner = self.inner.get(state, [])
            if inner and state not in self.tree.parallel:
                first = self.tree.initial.get(state, inner[0])
                inner = [next((name for name in inner if name in wanted), first)]
            waiting += inner
        return entered[1:]

    def domain(self, transition: Transition) -> str:
        """The innermost non-parallel state around the source and the target."""
        both = {*self.around[transition.target]} - self.tree.parallel
        return next(state for state in self.around[transition.source] if state in both)

    def conflict(self, one: Transition, other: Transition) -> bool:
        """Whether two transitions exit a state in common."""
        first, second = self.domain(one), self.domain(other)
        return first in (second, *self.around[second]) or second in self.around[first]

    def choices(self, active: Sequence[str], event: str) -> Iterator[Choice]:
        """The possible effects of an event while these states are active."""
        every: list[Choice] = [((), ())]
        for leaf in self.leaves(active):
            options = [*self._options(leaf, {*active}, event)]
            every = [
                (tuple(dict.fromkeys(before + guards)), taken + more)
                for before, taken in every
                for guards, more in options
                if not contradict(before, guards)
            ]
            if len(every) > MOST_TRANSITIONS:
                raise self.too_large()
        for guards, taken in every:
            yield from ((guards, together) for together in self._without_conflicts(taken))

    def _options(self, leaf: str, active: AbstractSet[str], event: str) -> Iterator[Choice]:
        """The choices of a leaf, including no transition."""
        before: list[Guards] = []
        for state in (leaf, *self.around[leaf]):
            here = []
            for transition in self.by_source.get((state, event), ()):
                known = (guard for guard in transition.guards if guard.state)
                if all((guard.state in active) is guard.answer for guard in known):
                    here.append(tuple(guard for guard in transition.guards if not guard.state))
                    parts = alternatives(here[-1], before, transition)
                    yield from ((guards, (transition,)) for guards in parts)
            before += here
        yield from ((guards, ()) for guards in alternatives((), before, event))

    def _without_conflicts(self, taken: Iterable[Transition]) -> Iterable[tuple[Transition, ...]]:
        """The transitions that are taken together; several sets if no priority decides."""
        different = [*dict.fromkeys(taken)]
        if not self.written.ordered:
            beaten = [one for one in different for by in different if self.goes_before(by, one)]
            different = [one for one in different if one not in beaten]
        sets: dict[tuple[Transition, ...], None] = {}
        for first in different[: 1 if self.written.ordered else None]:
            kept: list[Transition] = []
            for one in sorted(different, key=lambda transition: transition != first):
                against = [other for other in kept if self.conflict(one, other)]
                if all(self.goes_before(one, other) for other in against):
                    kept = [other for other in kept if other not in against] + [one]
            sets[tuple(one for one in different if one in kept)] = None
        return sets

    def goes_before(self, inner: Transition, outer: Transition) -> bool:
        """Whether two transitions conflict, and the first one has the inner source."""
        return outer.source in self.around[inner.source] and self.conflict(inner, outer)

    def after(
        self, active: Sequence[str], taken: Sequence[Transition]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The active states after simultaneous transitions, and the actions executed."""
        domains = {self.domain(transition) for transition in taken}
        targets = {transition.target for transition in taken}
        wanted = targets.union(*(self.around[target] for target in targets))
        left = [state for state in active if not domains.isdisjoint(self.around[state])]
        begun = [state for domain in domains for state in self.entered(domain, wanted)]
        begun.sort(key=self.place.__getitem__)
        actions = chain(
            *(self.written.exit.get(state, ()) for state in reversed(left)),
            *(transition.actions for transition in taken),
            *(self.written.entry.get(state, ()) for state in begun),
        )
        now = sorted({*active}.difference(left).union(begun), key=self.place.__getitem__)
        return tuple(now), tuple(actions)

    def flattened(
        self,
    ) -> tuple[dict[str, tuple[str, ...]], dict[Transition, tuple[Transition, ...]]]:
        """The active states of each flat state, and the parts of each flat transition.

        Raises `BadInput` if there are too many.
        """
        events = dict.fromkeys(transition.event for transition in self.transitions)
        begun = self.entered(TOP, {self.written.initial, *self.around[self.written.initial]})
        start = tuple(sorted(begun, key=self.place.__getitem__))
        active, waiting = {", ".join(self.leaves(start)): start}, deque([start])
        parts: dict[Transition, tuple[Transition, ...]] = {}
        while waiting:
            before = waiting.popleft()
            every = ((event, choice) for event in events for choice in self.choices(before, event))
            for event, (guards, taken) in every:
                after, actions = self.after(before, taken)
                source, target = (", ".join(self.leaves(states)) for states in (before, after))
                if active.setdefault(target, after) is after:
                    waiting.append(after)
                elif active[target] != after:
                    why = f"two flat states are called {shortened(target)}"
                    raise BadInput(f"{why}: leave commas out of the names of states")
                made = Transition(source, target, Label(event, guards, actions))
                written = (transition.as_written for transition in taken)
                parts[made] = tuple(dict.fromkeys((*parts.get(made, ()), *written)))
                if len(active) > MOST_STATES or len(parts) > MOST_TRANSITIONS:
                    raise self.too_large()
        return active, parts

    def too_large(self) -> BadInput:
        """The error for a chart with too many flat states or transitions."""
        tree = self.tree
        regions = [name for name, outer in tree.parent.items() if outer in tree.parallel]
        multiply = [f"{name} ({len([*tree.leaves(name)])})" for name in regions]
        most = f"{MOST_STATES:,} flat states or {MOST_TRANSITIONS:,} flat transitions"
        why = f"the regions {listed(multiply)} multiply" if multiply else "it is too large"
        return BadInput(f"it stands for more than {most}, as {why}: draw fewer or smaller ones")
