"""Single edits of an automaton: they make mutants, and repairs undo a mistake with them.

Both come from one generator and differ only in wording. They change rows as they were written. A
row with several events, `00, 22 / once`, is repaired as a whole or in one of its events.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, pairwise, product
from types import MappingProxyType
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.flat import Actions
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import ELSE, ENTRY, EXIT, Guard, Row
from hanoi_fsm.fsm.validation import words_for

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
    last row adds one. `inside` has the new actions of states. If an `old` row, or a part of it, is
    replaced by a single row, that row comes last. `was` is the word or state replaced by `now`.
    """

    kind: str
    text: str
    about: Row | str
    changes: Mapping[int, tuple[Row, ...]] = MappingProxyType({})
    old: Row | None = None
    was: str = ""
    now: str = ""
    inside: Mapping[str, Actions] = MappingProxyType({})

    @property
    def new(self) -> tuple[Row, ...]:
        """The rows that the edit adds."""
        return tuple(chain.from_iterable(self.changes.values()))

    def on(self, automaton: Automaton) -> Automaton:
        """The automaton, or its chart, after this edit, with all its states."""
        automaton = automaton.chart
        rows = automaton.rows
        changed = [self.changes.get(at, rows[at : at + 1]) for at in range(len(rows) + 1)]
        states = dict.fromkeys([*automaton.states, *(row.source for row in self.new)])
        return replace(
            automaton,
            states=tuple(states),
            rows=tuple(chain.from_iterable(changed)),
            initial=self.now if self.kind == "initial" else automaton.initial,
            final=automaton.final ^ ({self.was} if self.kind == "mark" else set()),
            entry=self.inside.get(ENTRY, automaton.entry),
            exit=self.inside.get(EXIT, automaton.exit),
        )


def mutations(automaton: Automaton, memory: type[Memory]) -> Iterator[Edit]:
    """Every single edit that makes a mutant, in the order of the diagram, or of its chart.

    Drop or redirect an edge, drop or negate a guard, replace, drop or add an action, swap the
    targets of two edges, move the initial state.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> [edit.text for edit in mutations(lamp, Memory)]
    ['drop `off -> off : press`']
    """
    automaton = automaton.chart
    parts = [(at, part) for at, row in enumerate(automaton.rows) for part in _parts(row)]
    for at, part in parts:
        yield from _edits(automaton, at, part, memory, (), MUTANT)
    for (at, part), (there, other) in combinations(parts, 2):
        if part.target != other.target:
            text = f"`{part}` and `{other}` with their targets swapped"
            changes = {
                at: (*_without(automaton.rows[at], part), replace(part, target=other.target)),
                there: (
                    *_without(automaton.rows[there], other),
                    replace(other, target=part.target),
                ),
            }
            yield Edit("swapped", text, automaton.rows[at], changes)
    yield from _besides_rows(automaton, memory, MUTANT)


def repairs(
    automaton: Automaton, memory: type[Memory], alphabet: Sequence[str], sources: Iterable[str]
) -> Iterator[Edit]:
    """Every single edit that could undo a mistake, worded as a teacher would.

    Events are taken from the `alphabet`. One of the `sources` may lack a transition.
    """
    automaton = automaton.chart
    for at, row in enumerate(automaton.rows):
        for part in dict.fromkeys((row, *_parts(row))):
            yield from _edits(automaton, at, part, memory, alphabet, REPAIR)
    yield from _besides_rows(automaton, memory, REPAIR)
    yield from _marks(automaton)
    yield from _additions(automaton, memory, alphabet, sources)


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
    memory: type[Memory],
    alphabet: Sequence[str],
    words: Mapping[str, str],
) -> Iterator[Edit]:
    """The edits of a row, or of a part of it, that `words` can describe."""
    row = automaton.rows[at]
    events = alphabet if len(part.events) == 1 else ()
    for kind, was, now, changed in _changes(part, automaton, memory, events):
        if kind in words:
            text = words[kind].format(old=part, was=was, now=now)
            new = (*_without(row, part), *([changed] if changed else []))
            yield Edit(kind, text, row, {at: new}, part, was, now)


def _changes(
    row: Row, automaton: Automaton, memory: type[Memory], alphabet: Iterable[str]
) -> Iterator[tuple[str, str, str, Row | None]]:
    """Each change of a row: its kind, the old and the new word, and the resulting row."""
    yield "removed", "", "", None
    if row.source != row.target:
        yield "turned", "", "", replace(row, source=row.target, target=row.source)
    for state in automaton.states:
        if state != row.target:
            yield "target", row.target, state, replace(row, target=state)
        if state != row.source:
            yield "source", row.source, state, replace(row, source=state)
    known = {guard.name for guard in row.guards}
    others = [guard for guard in _both(words_for(automaton, memory)[0]) if guard.name not in known]
    for index, guard in enumerate(row.guards):
        turned = guard._replace(negated=not guard.negated)
        yield "dropped", str(guard), "", _with_guards(row, index)
        if guard != ELSE:
            yield "negated", str(guard), str(turned), _with_guards(row, index, turned)
        for other in others:
            yield "replaced", str(guard), str(other), _with_guards(row, index, other)
    for other in others:
        yield "guarded", "", str(other), replace(row, guards=(*row.guards, other))
    for actions in _other_actions(row.actions, _actions(automaton, memory)):
        kind = "action" if actions else "undone"
        changed = replace(row, actions=actions)
        yield kind, row.label.effect, changed.label.effect, changed
    for event in alphabet:
        if event not in row.events:
            yield "event", row.label.event, event, replace(row, events=(event,))


def _actions(automaton: Automaton, memory: type[Memory]) -> tuple[str, ...]:
    """The actions that a transition may have, including outputs in quotes."""
    return tuple(dict.fromkeys((*words_for(automaton, memory)[1], *automaton.outputs)))


def _other_actions(actions: tuple[str, ...], known: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The actions with one of them replaced or dropped, or two neighbours exchanged.

    If there are none, each of the `known` actions alone.

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


def _with_guards(row: Row, index: int, *guards: Guard) -> Row:
    """The row with the guard at an index replaced by `guards`."""
    return replace(row, guards=(*row.guards[:index], *guards, *row.guards[index + 1 :]))


def _besides_rows(
    automaton: Automaton, memory: type[Memory], words: Mapping[str, str]
) -> Iterator[Edit]:
    """The edits to the order of rows, to states' actions, and to the initial state.

    In an ordered automaton, a row changes places with an earlier row that shares an event.
    """
    last: dict[tuple[str, str], int] = {}
    for at, row in enumerate(automaton.rows if automaton.ordered else ()):
        keys = [(row.source, event) for event in row.events]
        for there in dict.fromkeys(last[key] for key in keys if key in last):
            other = automaton.rows[there]
            text = words["order"].format(now=row, was=other)
            yield Edit("order", text, row, {there: (row,), at: (other,)})
        last |= dict.fromkeys(keys, at)
    for kind, known in ((ENTRY, automaton.entry), (EXIT, automaton.exit)):
        for state, actions in known.items():
            if not actions:  # nor do other states get any
                continue
            old = f"{state} : {kind} / {', '.join(actions)}"
            for others in _other_actions(actions, _actions(automaton, memory)):
                now = f"`{kind} / {', '.join(others)}`" if others else "nothing"
                text = words["inside"].format(old=old, now=now)
                inside = {kind: {**known, state: others}}
                yield Edit("inside", text, state, was=state, inside=inside)
    initial = automaton.initial
    for state in automaton.states:
        if state != initial:
            text = words["initial"].format(now=state)
            yield Edit("initial", text, initial, was=initial, now=state)


def _marks(automaton: Automaton) -> Iterator[Edit]:
    """Edits that make a state final, or not final."""
    for state in automaton.states:
        should = "should not be" if state in automaton.final else "should be"
        yield Edit("mark", f"state {state} {should} final", state, was=state)


def _additions(
    automaton: Automaton, memory: type[Memory], alphabet: Sequence[str], sources: Iterable[str]
) -> Iterator[Edit]:
    """Edits that add a transition that may be missing."""
    for source, event in product(sources, alphabet):
        free = _free_guards(automaton, memory, source, event)
        effects = [*((action,) for action in _actions(automaton, memory)), ()]
        for guards, target, actions in product(free, automaton.states, effects):
            new = Row(source, target, (event,), guards, actions)
            changes = {len(automaton.rows): (new,)}
            yield Edit("added", f"`{new}` is missing", source, changes)


def _free_guards(
    automaton: Automaton, memory: type[Memory], source: str, event: str
) -> Iterator[tuple[Guard, ...]]:
    """Up to two guards that are neither a subset nor a superset of any transition's guards."""
    words = _both(words_for(automaton, memory)[0])
    known = [frozenset(row.guards) for row in automaton.transitions_for(source, event)]
    for number in range(3):
        for guards in combinations(words, number):
            mine = frozenset(guards)
            one_each = len({guard.name for guard in guards}) == number
            if one_each and not any(mine <= other or other <= mine for other in known):
                yield guards


def _both(names: Iterable[str]) -> list[Guard]:
    return [Guard(name, negated) for name in names for negated in (False, True)]
