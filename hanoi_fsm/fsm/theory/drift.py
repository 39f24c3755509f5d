"""Does a diagram still show the machine in the code? It compares drawings, not behaviour.

Diagrams in documents go stale: an arrow is missing, leads elsewhere, or lacks a guard. Names are
compared without case, blanks, `_` and `-`, unless these distinguish two names of one machine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm import finding
from hanoi_fsm.fsm.errors import BadInput, UnknownName
from hanoi_fsm.fsm.finding import Assumption, Result, Verdict
from hanoi_fsm.fsm.notation import ELSE, ENTRY, EXIT, Transition, contradict, is_output, output_of
from hanoi_fsm.fsm.search import grouped, reach

if TYPE_CHECKING:
    from hanoi_fsm.fsm.automaton import Automaton
    from hanoi_fsm.fsm.machine import Machine

STATES, EVENTS, LABELS = "states", "events", "labels"
LEVELS = (STATES, EVENTS, LABELS)
"""The levels of comparison: states and arrows; also events; also guards and actions."""


class Difference(NamedTuple):
    """One difference in words, with the line of the drawing or of the code, if it has one.

    The `word` is a shortest one that leads to the difference in the code.
    """

    text: str
    drawn_line: int | None = None
    code_line: int | None = None
    word: tuple[str, ...] = ()

    def __str__(self) -> str:
        line = f"line {self.drawn_line}: " if self.drawn_line else ""
        in_code = f" (line {self.code_line} of the code)" if self.code_line else ""
        after = f" (after {', '.join(self.word)})" if self.word else ""
        return f"{line}{self.text}{in_code}{after}"


@dataclass(frozen=True)
class Drift(Result):
    """The differences between a diagram and the machine in the code, at one of the `LEVELS`."""

    drawn: str
    code: str
    level: str
    differences: tuple[Difference, ...] = ()
    assumptions: tuple[Assumption, ...] = ()

    @property
    def verdict(self) -> Verdict:
        if any(assumption.settled_by for assumption in self.assumptions):
            return Verdict.OPEN
        return Verdict.REFUTED if self.differences else Verdict.PROVED

    @property
    def holds(self) -> bool:
        return self.verdict is Verdict.PROVED

    def __str__(self) -> str:
        open_ = [str(assumption) for assumption in self.assumptions if assumption.settled_by]
        lines = [f"  undecided, as it is read with {text}" for text in open_]
        lines += [f"  {difference}" for difference in self.differences]
        head = f"{self.drawn} shows {self.code}: the same {self.level}"
        if self.differences:
            head = f"{self.drawn} differs from {self.code}"
        return "\n".join([f"{head}:" if lines else head, *lines])


def drift(
    drawing: Machine,
    code: Machine,
    level: str = "",
    *,
    names: Mapping[str, str] | None = None,
    within: bool = False,
) -> Drift:
    """Compare a diagram with the machine in the code.

    Without a `level`, everything in the code is compared. `names` maps names in the diagram to
    names in the code; `within` allows a diagram of a part, which need not mark a start or an end.
    Final states are compared if the code has any. `names` refers to a state of the diagram by its
    text or by its identifier in the file. Raises `BadInput` for another level, and `UnknownName`
    for a name that is not in the diagram.
    """
    if level not in ("", *LEVELS):
        raise BadInput(f"invalid level {level!r}: choose from {', '.join(LEVELS)}")
    drawn, coded = _names(drawing.automaton), _names(code.automaton)
    every = [*dict.fromkeys(chain.from_iterable(drawn.values()))]
    for name in names or {}:
        if normalized(name) not in map(normalized, every):
            raise UnknownName.among("name in the diagram", name, every)
    if not level:
        automaton = code.automaton
        has_labels = automaton.guards or automaton.actions or automaton.entry or automaton.exit
        level = LABELS if has_labels else EVENTS
    renamed = _renamed(names or {}, coded)
    states = {normalized(state) for state in coded["state"]}
    for state, key in drawing.keys.items():
        if normalized(state) not in states and normalized(key) in states:
            renamed["state"].setdefault(normalized(state), normalized(key))
    apart = _alike(every) | _alike(chain.from_iterable(coded.values()))
    sides = _Side(drawing, level, renamed, apart), _Side(code, level, {}, apart)
    passed_over = {finding.LABELS} if level == STATES else set[str]()
    if within:
        passed_over.add(finding.START)
    differences = tuple(_differences(*sides, within=within))
    assumptions = tuple(
        assumption
        for assumption in drawing.assumptions + code.assumptions
        if assumption.about not in passed_over
    )
    return Drift(drawing.shown, code.shown, level, differences, assumptions)


def normalized(name: str) -> str:
    """A name without case, blanks, `_` and `-`, which do not matter; for an output, its text.

    >>> normalized("insert coin"), normalized("InsertCoin"), normalized('"beep"')
    ('insertcoin', 'insertcoin', 'beep')
    """
    text = output_of(name) if is_output(name) else name
    return re.sub(r"[\s_-]+", "", text).casefold() or text


Names = Mapping[str, Sequence[str]]
"""Names by kind."""


def _names(automaton: Automaton) -> Names:
    """The names of states, events, guards and actions."""
    events = chain.from_iterable(row.events for row in automaton.rows)
    return {
        "state": automaton.states,
        "event": [*events],
        "guard": automaton.guards,
        "action": automaton.actions,
    }


def _renamed(names: Mapping[str, str], coded: Names) -> dict[str, dict[str, str]]:
    """The names in the code for names in the diagram, by kind, all normalized.

    A name is replaced in each kind in which the code has the new name, or in all if in none.
    """
    known = {normalized(name): normalized(other) for name, other in names.items()}
    in_code = {kind: {*map(normalized, words)} for kind, words in coded.items()}
    missing = {*known.values()}.difference(*in_code.values())
    return {
        kind: {name: other for name, other in known.items() if other in words | missing}
        for kind, words in in_code.items()
    }


def _alike(names: Iterable[str]) -> set[str]:
    """The normalized forms shared by several names, which are therefore compared verbatim."""
    counts = Counter(map(normalized, {name for name in names if not is_output(name)}))
    return {plain for plain, count in counts.items() if count > 1}


Key = tuple[str, ...]
"""Source, event and target, normalized; without the event if events are not compared."""
Said = tuple[frozenset[tuple[str, bool]], tuple[str, ...]]
"""The guards and the actions of a transition, normalized."""
Pair = tuple[tuple[Key, Said], ...]


class _Side:
    """One of the two machines, with its names as compared."""

    def __init__(
        self,
        machine: Machine,
        level: str,
        names: Mapping[str, Mapping[str, str]],
        apart: Set[str],
    ) -> None:
        self.machine, self.level, self.names, self.apart = machine, level, names, apart
        automaton = machine.automaton
        self.states = {self.name("state", state): state for state in automaton.states}
        self.initial = self.name("state", automaton.initial)
        self.final = {self.name("state", state) for state in automaton.final}
        self.rows: dict[Key, dict[Said, Transition]] = {}
        self.parts: dict[tuple[Key, Said], set[Said]] = {}
        for transition in automaton.transitions:
            written = transition.as_written
            key, said = self.key(written), self.said(written)
            self.rows.setdefault(key, {}).setdefault(said, written)
            part = replace(written, label=written.label._replace(guards=transition.guards))
            self.parts.setdefault((key, said), set()).add(self.said(part))
        self.reached = reach([automaton.initial], self._moves)

    def name(self, kind: str, name: str) -> str:
        plain = normalized(name)
        known = self.names.get(kind, {})
        return known.get(plain, name if plain in self.apart else plain)

    def key(self, transition: Transition) -> Key:
        ends = self.name("state", transition.source), self.name("state", transition.target)
        return ends if self.level == STATES else (*ends, self.name("event", transition.event))

    def said(self, transition: Transition) -> Said:
        if self.level != LABELS:
            return frozenset(), ()
        guards = [(self.name("guard", guard.name), guard.negated) for guard in transition.guards]
        return frozenset(guards), tuple(self.name("action", name) for name in transition.actions)

    def shown(self, name: str, *, ends: bool) -> Iterator[tuple[str, str]]:
        """The marks and actions of a state, in words; whether it is final only with `ends`."""
        if ends:
            yield "is", "final" if name in self.final else "not final"
        for kind in (ENTRY, EXIT) if self.level == LABELS else ():
            actions = getattr(self.machine.automaton, kind).get(self.states[name], ())
            names = [self.name("action", action) for action in actions]
            yield f"on {kind} does", ", ".join(names) or "nothing"

    def preceding(self) -> Iterator[tuple[Transition, Transition, Pair]]:
        """The pairs of rows that may be enabled together, where the first takes precedence.

        Each pair comes with its keys for the comparison.
        """
        automaton = self.machine.automaton
        rows = automaton.rows if automaton.ordered else ()
        written = chain.from_iterable(row.transitions for row in rows)
        rivals = grouped(written, lambda transition: (transition.source, transition.event))
        for first, second in chain.from_iterable(combinations(some, 2) for some in rivals.values()):
            is_else = ELSE in (*first.guards, *second.guards)
            if not is_else and not contradict(first.guards, second.guards):
                keys = [
                    (self.key(transition), self.said(transition)) for transition in (first, second)
                ]
                yield first, second, tuple(keys)

    def line(self, part: Transition | str) -> int | None:
        return self.machine.lines.get(part)

    def word_to(self, transition: Transition) -> tuple[str, ...]:
        """The labels that lead to a transition in this machine, including its own, if any do."""
        if transition.source not in self.reached.states:
            return ()
        return (*self.reached.word_to(transition.source), _asked(transition))

    def alone(self, transition: Transition) -> Difference:
        """The difference for a transition that only the drawing has."""
        return Difference(f"`{transition}` is not in the code", self.line(transition))

    def undrawn(self, transition: Transition) -> Difference:
        """The difference for a transition that only the code has."""
        text = f"`{transition}` is not drawn"
        return Difference(text, None, self.line(transition), self.word_to(transition))

    def _moves(self, state: str) -> Iterator[tuple[str, str]]:
        for transition in self.machine.automaton.leaving(state):
            yield _asked(transition.as_written), transition.target


def _asked(transition: Transition) -> str:
    """The event of a transition with its guards, in the notation."""
    return str(transition.label._replace(actions=()))


def _differences(drawing: _Side, code: _Side, *, within: bool) -> Iterator[Difference]:
    yield from _of_states(drawing, code, within=within)
    not_drawn = {
        key: next(iter(rows.values())) for key, rows in code.rows.items() if key not in drawing.rows
    }
    for key, rows in drawing.rows.items():
        if key in code.rows:
            yield from _of_labels(drawing, code, key)
            continue
        transition = next(iter(rows.values()))
        alike = (other for other in not_drawn if (other[0], other[2:]) == (key[0], key[2:]))
        elsewhere = next(alike, None) if drawing.level != STATES else None
        if elsewhere is None:
            yield drawing.alone(transition)
        else:
            there = not_drawn.pop(elsewhere)
            text = f"`{transition}` leads to {there.target} in the code"
            yield Difference(text, drawing.line(transition), code.line(there), code.word_to(there))
    if drawing.level == LABELS:
        yield from _of_order(drawing, code)
    if not within:
        yield from map(code.undrawn, not_drawn.values())


def _of_states(drawing: _Side, code: _Side, *, within: bool) -> Iterator[Difference]:
    ends = bool(code.final and (drawing.final or not within))
    for name, state in drawing.states.items():
        if name not in code.states:
            yield Difference(f"state {state} is not in the code", drawing.line(state))
            continue
        both = zip(drawing.shown(name, ends=ends), code.shown(name, ends=ends), strict=True)
        for (what, drawn), (_, coded) in both:
            if drawn != coded:
                text = f"state {state} {what} {drawn}, in the code {coded}"
                yield Difference(text, drawing.line(state))
    for name, state in code.states.items():
        if name not in drawing.states and not within:
            yield Difference(f"state {state} is not drawn", None, code.line(state))
    is_marked = all(assumption.about != finding.START for assumption in drawing.machine.assumptions)
    is_drawn = code.initial in drawing.states if within else bool(drawing.states)
    if is_marked and is_drawn and drawing.initial != code.initial:
        text = f"the start is {drawing.machine.automaton.initial}"
        yield Difference(f"{text}, in the code {code.machine.automaton.initial}")


def _of_order(drawing: _Side, code: _Side) -> Iterator[Difference]:
    """The differences in the order in which rows of the same event are tried."""
    in_code = {keys for _, _, keys in code.preceding()}
    for first, second, keys in drawing.preceding():
        are_both = all(said in code.rows.get(key, ()) for key, said in keys)
        if are_both and keys not in in_code:
            text = f"`{first}` is tried before `{second}`, but not in the code"
            yield Difference(text, drawing.line(first))


def _of_labels(drawing: _Side, code: _Side, key: Key) -> Iterator[Difference]:
    """The differences in guards and actions of arrows that both have."""
    extra = _but_not(drawing, key, code)
    missing = _but_not(code, key, drawing)
    for transition, other in zip(extra, missing, strict=False):
        text = f"`{transition}` is `{other.written or other.label}` in the code"
        yield Difference(text, drawing.line(transition), code.line(other), code.word_to(other))
    yield from map(drawing.alone, extra[len(missing) :])
    yield from map(code.undrawn, missing[len(extra) :])


def _but_not(side: _Side, key: Key, other: _Side) -> list[Transition]:
    """The rows with a key that the other side lacks, even in another form.

    `[else]`, or a row after others in their order, has another form where the other side has the
    guards that it stands for.
    """
    rows, others = side.rows[key], other.rows[key]
    there = set(others)
    for said in others.keys() - rows.keys():
        there |= other.parts[key, said]
    return [
        row
        for said, row in rows.items()
        if said not in there and not side.parts[key, said] <= others.keys()
    ]
