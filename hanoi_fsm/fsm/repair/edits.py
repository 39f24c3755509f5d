"""Single edits of an automaton: they make mutants, and repairs undo a mistake with them.

Both come from one generator and differ only in wording. They change rows as they were written. A
row with several events, `00, 22 / once`, is repaired as a whole or in one of its events.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import chain, combinations, pairwise, product
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeVar

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.flat import Guards
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import ELSE, ENTRY, EXIT, Guard, Row
from hanoi_fsm.fsm.validation import words_for

Item = TypeVar("Item")
MUTANT = {
    "removed": "drop `{old}`",
    "target": "`{old}` leads to {now}",
    "dropped": "`{old}` without the guard {was}",
    "negated": "`{old}` with the guard {now}",
    "action": "`{old}` does {now}",
    "undone": "`{old}` does nothing",
    "initial": "the initial state is {now}",
    "order": "`{now}` comes before `{was}`",
    "inside": "`{old}` becomes {now}",
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
    "order": "`{now}` should come before `{was}`",
    "inside": "`{old}` should be {now}",
}
"""The wording of each kind of edit, for mutants and for repairs."""


class Edit(NamedTuple):
    """An edit in words, the part of the definition that it concerns, and what it changes.

    `changes` maps the indexes of rows to the rows that replace them, if any; the index after the
    last row adds one. If an `old` row, or a part of it, is replaced by a single row, that row comes
    last. `fields` has new values of other fields of the automaton, which concern these `states`.
    """

    kind: str
    text: str
    about: Row | str
    changes: Mapping[int, tuple[Row, ...]] = MappingProxyType({})
    old: Row | None = None
    fields: Mapping[str, Any] = MappingProxyType({})  # each has its own type
    states: tuple[str, ...] = ()

    @property
    def new(self) -> tuple[Row, ...]:
        """The rows that the edit adds."""
        return tuple(chain.from_iterable(self.changes.values()))

    def on(self, automaton: Automaton) -> Automaton:
        """The automaton, or its chart, after this edit, with all its states."""
        chart = automaton.chart
        changed = [self.changes.get(at, (row,)) for at, row in enumerate(chart.rows)]
        added = self.changes.get(len(changed), ())
        states = tuple(dict.fromkeys([*chart.states, *(row.source for row in self.new)]))
        rows = (*chain.from_iterable(changed), *added)
        return replace(chart, states=states, rows=rows, **self.fields)


class _Words(NamedTuple):
    """The guards, plain and negated, and the actions that a transition may have.

    The actions include outputs in quotes.
    """

    guards: Sequence[Guard]
    actions: Sequence[str]

    @classmethod
    def of(cls, automaton: Automaton, memory: type[Memory]) -> Self:
        names, actions = words_for(automaton, memory)
        guards = [Guard(name, negated) for name in names for negated in (False, True)]
        return cls(guards, [*dict.fromkeys((*actions, *automaton.outputs))])


def mutations(automaton: Automaton, memory: type[Memory]) -> Iterator[Edit]:
    """Every single edit that makes a mutant, in the order of the diagram, or of its chart.

    Drop or redirect an edge, drop or negate a guard, replace, drop or add an action, swap the
    targets of two edges, move the initial state.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> [edit.text for edit in mutations(lamp, Memory)]
    ['drop `off -> off : press`']
    """
    automaton = automaton.chart
    words = _Words.of(automaton, memory)
    parts = [(at, part) for at, row in enumerate(automaton.rows) for part in _parts(row)]
    for at, part in parts:
        yield from _edits(automaton, at, part, words, (), MUTANT)
    for (at, part), (there, other) in combinations(parts, 2):
        if part.target != other.target:
            text = f"`{part}` and `{other}` with their targets swapped"
            row, other_row = automaton.rows[at], automaton.rows[there]
            changes = {
                at: (*_without(row, part), replace(part, target=other.target)),
                there: (*_without(other_row, other), replace(other, target=part.target)),
            }
            yield Edit("swapped", text, row, changes)
    yield from _besides_rows(automaton, words, MUTANT)


def repairs(
    automaton: Automaton, memory: type[Memory], alphabet: Sequence[str], sources: Iterable[str]
) -> Iterator[Edit]:
    """Every single edit that could undo a mistake, worded as a teacher would.

    Events are taken from the `alphabet`. One of the `sources` may lack a transition.
    """
    automaton = automaton.chart
    words = _Words.of(automaton, memory)
    for at, row in enumerate(automaton.rows):
        for part in dict.fromkeys((row, *_parts(row))):
            yield from _edits(automaton, at, part, words, alphabet, REPAIR)
    yield from _besides_rows(automaton, words, REPAIR)
    for state in automaton.states:
        should = "should not be" if state in automaton.final else "should be"
        text, final = f"state {state} {should} final", automaton.final ^ {state}
        yield Edit("mark", text, state, fields={"final": final}, states=(state,))
    yield from _additions(automaton, words, alphabet, sources)


def ends(automaton: Automaton) -> Counter[str]:
    """The number of rows that leave or enter each state."""
    rows = automaton.chart.rows
    return Counter(end for row in rows for end in {row.source, row.target})


def _parts(row: Row) -> list[Row]:
    """A row for each event of a row."""
    return [replace(row, events=(event,)) for event in row.events]


def _without(row: Row, part: Row) -> list[Row]:
    """The row without the events of a part of it, if any remain."""
    left = tuple(event for event in row.events if event not in part.events)
    return [replace(row, events=left)] if left else []


def _edits(
    automaton: Automaton,
    at: int,
    part: Row,
    words: _Words,
    alphabet: Sequence[str],
    texts: Mapping[str, str],
) -> Iterator[Edit]:
    """The edits of a row, or of a part of it, that `texts` can describe."""
    row = automaton.rows[at]
    events = alphabet if len(part.events) == 1 else ()
    for kind, was, now, changed in _changes(part, automaton.states, words, events):
        if kind in texts:
            text = texts[kind].format(old=part, was=was, now=now)
            new = (*_without(row, part), *([changed] if changed else []))
            yield Edit(kind, text, row, {at: new}, part)


def _changes(
    row: Row, states: Iterable[str], words: _Words, alphabet: Iterable[str]
) -> Iterator[tuple[str, object, object, Row | None]]:
    """Each change of a row: its kind, the old and the new word, and the resulting row."""
    yield "removed", "", "", None
    if row.source != row.target:
        yield "turned", "", "", replace(row, source=row.target, target=row.source)
    for state in states:
        if state != row.target:
            yield "target", "", state, replace(row, target=state)
        if state != row.source:
            yield "source", "", state, replace(row, source=state)
    known = {guard.name for guard in row.guards}
    others = [guard for guard in words.guards if guard.name not in known]
    for at, guard in enumerate(row.guards):
        opposite = guard._replace(negated=not guard.negated)
        yield "dropped", guard, "", replace(row, guards=_with(row.guards, at))
        if guard != ELSE:
            yield "negated", guard, opposite, replace(row, guards=_with(row.guards, at, opposite))
        for other in others:
            yield "replaced", guard, other, replace(row, guards=_with(row.guards, at, other))
    for other in others:
        yield "guarded", "", other, replace(row, guards=(*row.guards, other))
    for actions in _other_actions(row.actions, words.actions):
        kind = "action" if actions else "undone"
        yield kind, "", ", ".join(actions), replace(row, actions=actions)
    for event in alphabet:
        if event not in row.events:
            yield "event", "", event, replace(row, events=(event,))


def _other_actions(actions: tuple[str, ...], known: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The actions with one of them replaced or dropped, or two neighbours exchanged.

    If there are none, each of the `known` actions alone.

    >>> [*_other_actions(("a", "b"), ["a", "b"])]
    [('b', 'b'), ('b',), ('a', 'a'), ('a',), ('b', 'a')]
    """
    if not actions:
        yield from ((action,) for action in known)
    for at, action in enumerate(actions):
        yield from (_with(actions, at, other) for other in known if other != action)
        yield _with(actions, at)
    for at, (action, following) in enumerate(pairwise(actions)):
        if action != following:
            yield _with(_with(actions, at, following), at + 1, action)


def _with(items: tuple[Item, ...], at: int, *instead: Item) -> tuple[Item, ...]:
    """The items with others instead of the one at an index."""
    return (*items[:at], *instead, *items[at + 1 :])


def _besides_rows(automaton: Automaton, words: _Words, texts: Mapping[str, str]) -> Iterator[Edit]:
    """The edits to the order of rows, to states' actions, and to the initial state.

    In an ordered automaton, a row changes places with an earlier row that shares an event.
    """
    last: dict[tuple[str, str], int] = {}
    for at, row in enumerate(automaton.rows if automaton.ordered else ()):
        keys = [(row.source, event) for event in row.events]
        for there in dict.fromkeys(last[key] for key in keys if key in last):
            other = automaton.rows[there]
            text = texts["order"].format(now=row, was=other)
            yield Edit("order", text, row, {there: (row,), at: (other,)})
        last |= dict.fromkeys(keys, at)
    inside = [(ENTRY, *item) for item in automaton.entry.items()]
    inside += [(EXIT, *item) for item in automaton.exit.items()]
    for kind, state, actions in inside:
        old = f"{state} : {kind} / {', '.join(actions)}"
        into = [row.source for row in automaton.rows if row.target == state]
        # A state without actions does not get any.
        for others in _other_actions(actions, words.actions) if actions else ():
            now = f"`{kind} / {', '.join(others)}`" if others else "nothing"
            text = texts["inside"].format(old=old, now=now)
            after = {**getattr(automaton, kind), state: others}
            yield Edit("inside", text, state, fields={kind: after}, states=(state, *into))
    initial = automaton.initial
    for state in automaton.states:
        if state != initial:
            text, both = texts["initial"].format(now=state), (initial, state)
            yield Edit("initial", text, initial, fields={"initial": state}, states=both)


def _additions(
    automaton: Automaton, words: _Words, alphabet: Sequence[str], sources: Iterable[str]
) -> Iterator[Edit]:
    """Edits that add a transition that may be missing."""
    end, effects = len(automaton.rows), [*((action,) for action in words.actions), ()]
    for source, event in product(sources, alphabet):
        known = [{*row.guards} for row in automaton.transitions_for(source, event)]
        free = [*_free_guards(words.guards, known)]
        for guards, target, actions in product(free, automaton.states, effects):
            new = Row(source, target, (event,), guards, actions)
            yield Edit("added", f"`{new}` is missing", source, {end: (new,)})


def _free_guards(words: Sequence[Guard], known: Sequence[Set[Guard]]) -> Iterator[Guards]:
    """Up to two guards that are neither a subset nor a superset of any of the `known` guards."""
    for guards in chain.from_iterable(combinations(words, number) for number in range(3)):
        own, names = {*guards}, {guard.name for guard in guards}
        is_free = not any(own <= other or other <= own for other in known)
        if is_free and len(names) == len(guards):
            yield guards
