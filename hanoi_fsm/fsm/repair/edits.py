"""Single edits of an automaton: mutants are made by them, and repairs undo a mistake by them.

Both come from one generator and differ in their words. An edge that stands for several transitions,
`00, 22 / once`, is repaired as a whole or in one of its events.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, groupby, product, repeat
from typing import Any, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Guard, Label, Transition, joined

MUTANT = {
    "removed": "drop `{old}`",
    "target": "`{old}` leads to {now}",
    "dropped": "`{old}` without the guard {was}",
    "negated": "`{old}` with the guard {now}",
    "action": "`{old}` does {now}",
    "undone": "`{old}` does nothing",
    "initial": "the initial state is {now}",
}
REPAIR = {
    "removed": "{edge} should not be there",
    "turned": "{edge} should be turned round",
    "source": "{edge} should start in {now}",
    "target": "{edge} should lead to {now}",
    "event": "{edge} should have the event `{now}`",
    "dropped": "{edge} should not have the guard `{was}`",
    "negated": "{edge} should have the guard `{now}` instead of `{was}`",
    "replaced": "{edge} should have the guard `{now}` instead of `{was}`",
    "guarded": "{edge} should have the guard `{now}` too",
    "action": "{edge} should do `{now}`",
    "undone": "{edge} should do nothing",
    "initial": "the start should lead to {now}",
}
"""The kinds of edits that both make or only repairs make, in words."""


class Edit(NamedTuple):
    """An edit in words, the part of the definition that it concerns, and what it changes.

    The transitions at the indexes `at` become the `new` ones or, without any, are taken out;
    without indexes the new ones are added. A word or a state that `was` there is `now` another.
    """

    kind: str
    text: str
    about: Transition | str
    at: tuple[int, ...] = ()
    new: tuple[Transition, ...] = ()
    was: str = ""
    now: str = ""

    def on(self, automaton: Automaton) -> Automaton:
        """The automaton after this edit, with all its states."""
        edited = dict(zip(self.at, self.new or repeat(None), strict=False))
        kept = (edited.get(at, one) for at, one in enumerate(automaton.transitions))
        added = () if self.at else self.new
        name = {self.was: self.now} if self.kind == "renamed" else {}
        marked = {self.was} if self.kind == "mark" else set()
        sources = (one.source for one in self.new)
        states = [*(name.get(state, state) for state in automaton.states), *sources]
        return replace(
            automaton,
            states=tuple(dict.fromkeys(states)),
            initial=self.now if self.kind == "initial" else automaton.initial,
            final=frozenset(name.get(state, state) for state in automaton.final ^ marked),
            transitions=(*filter(None, kept), *added),
        )


def mutations(automaton: Automaton, memory: type[Memory]) -> Iterator[Edit]:
    """Every single edit that makes a mutant, in the order of the diagram.

    Drop or redirect an edge, drop or negate a guard, replace, drop or add an action, swap the
    targets of two edges, move the initial state.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> [edit.text for edit in mutations(lamp, Memory)]
    ['drop `off -> off : press`']
    """
    for at in range(len(automaton.transitions)):
        yield from _Edge(automaton, (at,), MUTANT).edits(memory)
    for (at, one), (there, other) in combinations(enumerate(automaton.transitions), 2):
        if one.target != other.target:
            text = f"`{one}` and `{other}` with their targets swapped"
            new = replace(one, target=other.target), replace(other, target=one.target)
            yield Edit("swapped", text, one, (at, there), new)
    yield from _starts(automaton, MUTANT)


def repairs(
    automaton: Automaton, memory: type[Memory], alphabet: Sequence[str], sources: Iterable[str]
) -> Iterator[Edit]:
    """Every single edit that could undo a mistake, in a teacher's words.

    The events of the `alphabet` are meant. A transition may be missing from one of the `sources`.
    """
    edges = groupby(enumerate(automaton.transitions), lambda one: one[1].without_event)
    grouped = [tuple(at for at, _ in found) for _, found in edges]
    parts = [(at,) for edge in grouped if len(edge) > 1 for at in edge]
    units = {tuple(automaton.transitions[at] for at in unit): unit for unit in (*grouped, *parts)}
    times = Counter(one.without_event for one in {*automaton.transitions})
    for unit in units.values():  # of equal ones the last
        is_part = len(unit) < times[automaton.transitions[unit[0]].without_event]
        edge = _Edge(automaton, unit, REPAIR, is_part=is_part)
        yield from edge.edits(memory)
        yield from edge.more_edits(memory, alphabet)
    yield from _starts(automaton, REPAIR)
    yield from _marks(automaton)
    yield from _additions(automaton, memory, alphabet, sources)


def ends(automaton: Automaton) -> Counter[str]:
    """How many transitions leave or enter each state."""
    return Counter(end for one in automaton.transitions for end in {one.source, one.target})


class _Edge:
    """An edge whose transitions change alike, and the words for its edits."""

    def __init__(
        self,
        automaton: Automaton,
        at: tuple[int, ...],
        words: Mapping[str, str],
        *,
        is_part: bool = False,
    ) -> None:
        self.automaton, self.at, self.words = automaton, at, words
        self.old = [automaton.transitions[index] for index in at]
        self.first = self.old[0]
        self.shown = str(self.first)
        on = f" on `{self.first.event}`" if is_part else ""
        self.named = f"`{self.first.source} -> {self.first.target}`{on}"

    def edits(self, memory: type[Memory]) -> Iterator[Edit]:
        """Those that make mutants, and may be repairs."""
        yield self._edit("removed")
        for state in self.automaton.states:
            if state != self.first.target:
                yield self._edit("target", self.first.target, state, target=state)
        for index, guard in enumerate(self.first.guards):
            turned = guard._replace(negated=not guard.negated)
            yield self._edit("dropped", str(guard), guards=self._guards(index))
            yield self._edit("negated", str(guard), str(turned), guards=self._guards(index, turned))
        for action in (*memory.actions(), None):
            if action != self.first.action:
                kind = "action" if action else "undone"
                yield self._edit(kind, self.first.action or "", action or "", action=action)

    def more_edits(self, memory: type[Memory], alphabet: Sequence[str]) -> Iterator[Edit]:
        """Those that only undo what people get wrong."""
        source, target, label = self.first.source, self.first.target, self.first.label
        if source != target:
            yield self._edit("turned", source=target, target=source)
        for state in self.automaton.states:
            if state != source:
                yield self._edit("source", source, state, source=state)
        known = {guard.name for guard in label.guards}
        for other in _both(memory.guards()):
            if other.name not in known:
                for index, guard in enumerate(label.guards):
                    changed = self._guards(index, other)
                    yield self._edit("replaced", str(guard), str(other), guards=changed)
                yield self._edit("guarded", "", str(other), guards=(*label.guards, other))
        for event in alphabet if len(self.at) == 1 else ():
            if event != label.event:
                yield self._edit("event", label.event, event, event=event)

    def _guards(self, index: int, *guards: Guard) -> tuple[Guard, ...]:
        """The guards of the edge with others in place of the one at an index."""
        return (*self.first.guards[:index], *guards, *self.first.guards[index + 1 :])

    def _edit(self, kind: str, was: str = "", now: str = "", **parts: Any) -> Edit:
        states = {name: parts.pop(name) for name in ("source", "target") if name in parts}
        new = [replace(one, **states, label=one.label._replace(**parts)) for one in self.old]
        text = self.words[kind].format(old=self.shown, edge=self.named, was=was, now=now)
        made = () if kind == "removed" else tuple(new)
        return Edit(kind, text, self.first, self.at, made, was, now)


def _starts(automaton: Automaton, words: Mapping[str, str]) -> Iterator[Edit]:
    initial = automaton.initial
    for state in automaton.states:
        if state != initial:
            text = words["initial"].format(now=state)
            yield Edit("initial", text, initial, was=initial, now=state)


def _marks(automaton: Automaton) -> Iterator[Edit]:
    """A state becomes final or ceases to be, or has the name of another; that one is meant."""
    known = ends(automaton)
    for state in automaton.states:
        should = "should not be" if state in automaton.final else "should be"
        yield Edit("mark", f"state {state} {should} final", state, was=state)
        for other in {*known, automaton.initial} - {state} if not known[state] else ():
            text = f"state {state} should be called {other}"
            yield Edit("renamed", text, state, was=state, now=other)


def _additions(
    automaton: Automaton, memory: type[Memory], alphabet: Sequence[str], sources: Iterable[str]
) -> Iterator[Edit]:
    """Every transition that may be missing, and those on all events that a state lacks."""
    for source in sources:
        if source in automaton.final and automaton.autonomous:
            continue
        free = [one for one in alphabet if not automaton.transitions_for(source, one)]
        every = [free] * (len(free) > 1)
        labels = [
            [Label(event, guards)]
            for event in alphabet
            for guards in _free_guards(automaton, memory, source, event)
        ]
        labels += [[Label(event) for event in events] for events in every]
        for target, action, found in product(automaton.states, (*memory.actions(), None), labels):
            new = [Transition(source, target, one._replace(action=action)) for one in found]
            label = joined(new)
            text = f"`{Transition(source, target, label)}` is missing"
            yield Edit("added", text, source, new=tuple(new))


def _free_guards(
    automaton: Automaton, memory: type[Memory], source: str, event: str
) -> Iterator[tuple[Guard, ...]]:
    """Guards that no transition on the event has, or has some of, or has besides others.

    None, each one, each two, and those of a transition there with one of them negated.
    """
    there = automaton.transitions_for(source, event)
    words = _both(memory.guards())
    pairs = [pair for pair in combinations(words, 2) if pair[0].name != pair[1].name]
    negated = [
        (*one.guards[:at], guard._replace(negated=not guard.negated), *one.guards[at + 1 :])
        for one in there
        for at, guard in enumerate(one.guards)
    ]
    known = [frozenset(one.guards) for one in there]
    for guards in dict.fromkeys(chain([()], ((word,) for word in words), pairs, negated)):
        mine = frozenset(guards)
        if not any(mine <= other or other <= mine for other in known):
            yield guards


def _both(names: Iterable[str]) -> list[Guard]:
    return [Guard(name, negated) for name in names for negated in (False, True)]
