"""Single edits of an automaton: mutants are made by them, and repairs undo a mistake by them.

Both come from one generator and differ in their words. An edge that stands for several transitions,
`00, 22 / once`, is repaired as a whole or in one of its events.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby, pairwise, product
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
    "removed": "`{old}` should not be there",
    "turned": "`{old}` should be turned round",
    "source": "`{old}` should start in {now}",
    "target": "`{old}` should lead to {now}",
    "event": "`{old}` should have the event `{now}`",
    "dropped": "`{old}` should not have the guard `{was}`",
    "negated": "`{old}` should have the guard `{now}` instead of `{was}`",
    "replaced": "`{old}` should have the guard `{now}` instead of `{was}`",
    "guarded": "`{old}` should have the guard `{now}` too",
    "action": "`{old}` should do `{now}`",
    "undone": "`{old}` should do nothing",
    "initial": "the start should lead to {now}",
}
"""The kinds of edits that make mutants or repairs, in words."""


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
        new = dict(zip(self.at, self.new, strict=False))
        rows = enumerate(automaton.transitions)
        left = [new.get(at, one) for at, one in rows if at in new or at not in self.at]
        added = () if self.at else self.new
        states = dict.fromkeys([*automaton.states, *(one.source for one in self.new)])
        return replace(
            automaton,
            states=tuple(states),
            transitions=(*left, *added),
            initial=self.now if self.kind == "initial" else automaton.initial,
            final=automaton.final ^ ({self.was} if self.kind == "mark" else set()),
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
        yield from _edits(automaton, (at,), memory, (), MUTANT)
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
    for _, alike in groupby(enumerate(automaton.transitions), lambda one: one[1].without_event):
        edge = tuple(at for at, _ in alike)
        parts = [(at,) for at in edge] if len(edge) > 1 else []
        for at in (edge, *parts):
            yield from _edits(automaton, at, memory, alphabet, REPAIR)
    yield from _starts(automaton, REPAIR)
    yield from _marks(automaton)
    yield from _additions(automaton, memory, alphabet, sources)


def ends(automaton: Automaton) -> Counter[str]:
    """How many transitions leave or enter each state."""
    return Counter(end for one in automaton.transitions for end in {one.source, one.target})


def _edits(
    automaton: Automaton,
    at: tuple[int, ...],
    memory: type[Memory],
    alphabet: Sequence[str],
    words: Mapping[str, str],
) -> Iterator[Edit]:
    """The edits of an edge for which there are `words`; its transitions change alike."""
    old = [automaton.transitions[index] for index in at]
    first, edge = old[0], replace(old[0], label=joined(old))
    events = alphabet if len(old) == 1 else ()
    for kind, was, now, changed in _changes(first, automaton, memory, events):
        if kind in words:
            text = words[kind].format(old=edge, was=was, now=now)
            new: list[Transition] = []
            if changed is not None:
                new = [changed, *(_relabelled(changed, event=one.event) for one in old[1:])]
            yield Edit(kind, text, first, at, tuple(new), was, now)


def _changes(
    one: Transition, automaton: Automaton, memory: type[Memory], alphabet: Iterable[str]
) -> Iterator[tuple[str, str, str, Transition | None]]:
    """Each change of a transition: its kind, the old and the new word, and what comes out."""
    yield "removed", "", "", None
    if one.source != one.target:
        yield "turned", "", "", replace(one, source=one.target, target=one.source)
    for state in automaton.states:
        if state != one.target:
            yield "target", one.target, state, replace(one, target=state)
        if state != one.source:
            yield "source", one.source, state, replace(one, source=state)
    known = {guard.name for guard in one.guards}
    others = [guard for guard in _both(memory.guards()) if guard.name not in known]
    for index, guard in enumerate(one.guards):
        turned = guard._replace(negated=not guard.negated)
        yield "dropped", str(guard), "", _with_guards(one, index)
        yield "negated", str(guard), str(turned), _with_guards(one, index, turned)
        for other in others:
            yield "replaced", str(guard), str(other), _with_guards(one, index, other)
    for other in others:
        yield "guarded", "", str(other), _relabelled(one, guards=(*one.guards, other))
    for actions in _other_actions(one.actions, _actions(automaton, memory)):
        kind = "action" if actions else "undone"
        changed = _relabelled(one, actions=actions)
        yield kind, one.label.effect, changed.label.effect, changed
    for event in alphabet:
        if event != one.event:
            yield "event", one.event, event, _relabelled(one, event=event)


def _actions(automaton: Automaton, memory: type[Memory]) -> tuple[str, ...]:
    """The actions that a transition may have, outputs in quotes among them."""
    return *memory.actions(), *automaton.outputs


def _other_actions(actions: tuple[str, ...], known: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The actions with one of them replaced or dropped, or two neighbours exchanged.

    Where there are none, each of the `known` ones alone.

    >>> [*_other_actions(("a", "b"), ["a", "b"])]
    [('b', 'b'), ('b',), ('a', 'a'), ('a',), ('b', 'a')]
    """
    if not actions:
        yield from ((action,) for action in known)
    for at, action in enumerate(actions):
        before, after = actions[:at], actions[at + 1 :]
        yield from ((*before, other, *after) for other in known if other != action)
        yield (*before, *after)
    for at, (action, following) in enumerate(pairwise(actions)):
        if action != following:
            yield (*actions[:at], following, action, *actions[at + 2 :])


def _relabelled(one: Transition, **parts: Any) -> Transition:
    return replace(one, label=one.label._replace(**parts))


def _with_guards(one: Transition, index: int, *guards: Guard) -> Transition:
    """The transition with others in place of the guard at an index."""
    return _relabelled(one, guards=(*one.guards[:index], *guards, *one.guards[index + 1 :]))


def _starts(automaton: Automaton, words: Mapping[str, str]) -> Iterator[Edit]:
    initial = automaton.initial
    for state in automaton.states:
        if state != initial:
            text = words["initial"].format(now=state)
            yield Edit("initial", text, initial, was=initial, now=state)


def _marks(automaton: Automaton) -> Iterator[Edit]:
    """A state becomes final or ceases to be."""
    for state in automaton.states:
        should = "should not be" if state in automaton.final else "should be"
        yield Edit("mark", f"state {state} {should} final", state, was=state)


def _additions(
    automaton: Automaton, memory: type[Memory], alphabet: Sequence[str], sources: Iterable[str]
) -> Iterator[Edit]:
    """Every transition that may be missing."""
    for source, event in product(sources, alphabet):
        free = _free_guards(automaton, memory, source, event)
        effects = [*((action,) for action in _actions(automaton, memory)), ()]
        for guards, target, actions in product(free, automaton.states, effects):
            new = Transition(source, target, Label(event, guards, actions))
            yield Edit("added", f"`{new}` is missing", source, new=(new,))


def _free_guards(
    automaton: Automaton, memory: type[Memory], source: str, event: str
) -> Iterator[tuple[Guard, ...]]:
    """Up to two guards, if no transition on the event has all or some of them and no others."""
    words = _both(memory.guards())
    known = [frozenset(one.guards) for one in automaton.transitions_for(source, event)]
    for number in range(3):
        for guards in combinations(words, number):
            mine = frozenset(guards)
            one_each = len({guard.name for guard in guards}) == number
            if one_each and not any(mine <= other or other <= mine for other in known):
                yield guards


def _both(names: Iterable[str]) -> list[Guard]:
    return [Guard(name, negated) for name in names for negated in (False, True)]
