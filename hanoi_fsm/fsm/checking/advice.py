"""Advice: every single edit that could undo a mistake in a diagram, in a teacher's words.

An edge that stands for several transitions, `00, 22 / once`, is changed as a whole or in one of its
events.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, product, zip_longest
from typing import TypeVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.changes import Changes, edges
from hanoi_fsm.fsm.checking.edits import Edit, with_action, with_guard
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Guard, Label, Transition, joined

_Item = TypeVar("_Item")
Change = Callable[[Transition], Transition]


class Advisor:
    """The edits of an `automaton` whose guards and actions a `memory` declares.

    `alphabet` are the events that are meant.
    """

    def __init__(
        self, automaton: Automaton, memory: type[Memory], alphabet: Sequence[str] = ()
    ) -> None:
        self.automaton = automaton
        self.alphabet = alphabet or automaton.events
        self.actions = (*memory.actions(), None)
        self.guards = [
            Guard(name, negated) for name in memory.guards() for negated in (False, True)
        ]
        self.ends = Counter(
            end for one in automaton.transitions for end in {one.source, one.target}
        )
        self.in_edge = {at: len(edge) for edge in edges(automaton) for at in edge}
        self.kept = {*automaton.final, automaton.initial}

    def edits(self, suspects: Sequence[str]) -> Iterator[Edit]:
        """Every edit of what leaves or enters the suspected states, the nearest first.

        Those of which there are few come before those that lead to any state.
        """
        nearest = {state: rank for rank, state in enumerate(suspects)}
        units = sorted(self._units(), key=lambda unit: self._rank(unit, nearest))
        yield from self._marks()
        for unit in units:
            yield from self._of_one_edge(unit)
        redirected = (edit for unit in units for edit in self._ends(unit))
        yield from alternating(redirected, self.additions(suspects))

    def _rank(self, unit: tuple[int, ...], nearest: dict[str, int]) -> int:
        return nearest.get(self.automaton.transitions[unit[0]].source, len(nearest))

    def _units(self) -> Iterable[tuple[int, ...]]:
        """The transitions of each edge, all of them and one by one; of equal ones the last."""
        every = edges(self.automaton)
        units = chain(every, ((at,) for edge in every if len(edge) > 1 for at in edge))
        return {
            tuple(self.automaton.transitions[at] for at in unit): unit for unit in units
        }.values()

    def _marks(self) -> Iterator[Edit]:
        automaton = self.automaton
        for state in automaton.states:
            if state != automaton.initial:
                text = f"the start should lead to {state}"
                yield Edit(text, automaton.initial, Changes(initial=state))
            should = "should not be" if state in automaton.final else "should be"
            text = f"state {state} {should} final"
            yield Edit(text, state, Changes(marks=frozenset({state})))
            if not self.ends[state]:
                for other in (*self.ends, automaton.initial):
                    if other != state:
                        text = f"state {state} should be called {other}"
                        yield Edit(text, state, Changes(renamed={state: other}))

    def _of_one_edge(self, unit: tuple[int, ...]) -> Iterator[Edit]:
        """The edits of one edge that leave its ends, or take it away, or turn it round."""
        old = self.automaton.transitions[unit[0]]
        yield self._changed(unit, None, "should not be there")
        if old.source != old.target:
            yield self._changed(unit, _turned, "should be turned round")
        for action in self.actions:
            if action != old.action:
                text = f"should do {f'`{action}`' if action else 'nothing'}"
                yield self._changed(unit, partial(with_action, action=action), text)
        for index, guard in enumerate(old.guards):
            yield self._guarded(unit, index, (), f"should not have the guard `{guard}`")
        names = {guard.name for guard in old.guards}
        for other in self.guards:
            for index, guard in enumerate(old.guards):
                if other not in old.guards and (
                    other.name == guard.name or other.name not in names
                ):
                    text = f"should have the guard `{other}` instead of `{guard}`"
                    yield self._guarded(unit, index, (other,), text)
            if other.name not in names:
                text = f"should have the guard `{other}` too"
                yield self._guarded(unit, len(old.guards), (other,), text)
        if len(unit) == 1:
            for event in self.alphabet:
                if event != old.event:
                    text = f"should have the event `{event}`"
                    yield self._changed(unit, partial(_with_event, event=event), text)

    def _ends(self, unit: tuple[int, ...]) -> Iterator[Edit]:
        """The edits of one edge that let it lead to or start in another state."""
        old = self.automaton.transitions[unit[0]]
        for state in self.automaton.states:
            if state != old.target:
                text = f"should lead to {state}"
                yield self._changed(unit, partial(replace, target=state), text)
            if state != old.source:
                moved = [replace(self.automaton.transitions[at], source=state) for at in unit]
                if not any(map(self._is_twin, moved)):
                    text = f"should start in {state}"
                    yield self._changed(unit, partial(replace, source=state), text)

    def _is_twin(self, new: Transition) -> bool:
        """Whether it would always be enabled together with another."""
        others = self.automaton.transitions_for(new.source, new.event)
        return any(set(other.guards) == set(new.guards) for other in others)

    def _guarded(
        self, unit: tuple[int, ...], index: int, guards: tuple[Guard, ...], text: str
    ) -> Edit:
        return self._changed(unit, lambda one: with_guard(one, index, *guards), text)

    def _changed(self, unit: tuple[int, ...], change: Change | None, text: str) -> Edit:
        old = [self.automaton.transitions[at] for at in unit]
        replaced = {at: change(one) if change else None for at, one in zip(unit, old, strict=True)}
        lost = Counter(end for one in old for end in {one.source, one.target})
        lost.subtract(end for new in replaced.values() if new for end in {new.source, new.target})
        gone = {state for state, times in lost.items() if 0 < times == self.ends[state]}
        removed = frozenset(gone - self.kept)
        named = f"`{old[0].source} -> {old[0].target}`"
        if len(unit) == 1 and self.in_edge[unit[0]] > 1:
            named += f" on `{old[0].event}`"
        return Edit(f"{named} {text}", old[0], Changes(replaced, removed=removed))

    def additions(self, sources: Sequence[str]) -> Iterator[Edit]:
        """Every transition that may be missing: from the `sources`, to any state, on any event."""
        automaton = self.automaton
        for source in sources:
            events = [one for one in self.alphabet if not automaton.transitions_for(source, one)]
            if source in automaton.final and automaton.autonomous:
                continue
            for target in automaton.states:
                if len(events) > 1:
                    for action in self.actions:
                        labels = [Label(event, (), action) for event in events]
                        yield self._added(source, target, labels)
                for event, action in product(self.alphabet, self.actions):
                    for guards in self._free_guards(source, event):
                        yield self._added(source, target, [Label(event, guards, action)])

    def _free_guards(self, source: str, event: str) -> Iterator[tuple[Guard, ...]]:
        """Guards that no transition on the event has, or has some of, or has besides others."""
        known = [frozenset(one.guards) for one in self.automaton.transitions_for(source, event)]
        for guards in self._all_guards(source, event):
            mine = frozenset(guards)
            if not any(mine <= other or other <= mine for other in known):
                yield guards

    def _all_guards(self, source: str, event: str) -> Iterable[tuple[Guard, ...]]:
        """None, each one, each two, and those of a transition there with one of them negated."""
        both = (pair for pair in combinations(self.guards, 2) if pair[0].name != pair[1].name)
        turned = (
            with_guard(one, index, guard._replace(negated=not guard.negated)).guards
            for one in self.automaton.transitions_for(source, event)
            for index, guard in enumerate(one.guards)
            if len(one.guards) > 2
        )
        return dict.fromkeys(chain([()], ((word,) for word in self.guards), both, turned))

    def _added(self, source: str, target: str, labels: Sequence[Label]) -> Edit:
        new = tuple(Transition(source, target, label) for label in labels)
        text = f"`{Transition(source, target, joined(labels))}` is missing"
        return Edit(text, source, Changes(added=new))


def _turned(one: Transition) -> Transition:
    return replace(one, source=one.target, target=one.source)


def _with_event(one: Transition, event: str) -> Transition:
    return replace(one, label=one.label._replace(event=event))


def alternating(*streams: Iterable[_Item]) -> Iterator[_Item]:
    """An item of each stream in turn, as long as there are any."""
    for items in zip_longest(*streams):
        yield from (item for item in items if item is not None)
