"""Does a diagram still show the machine in the code? It compares drawings, not behaviour.

Diagrams in documents go stale: an arrow is missing, leads elsewhere, or lacks a guard. Names are
compared without case, blanks, `_` and `-`, unless these distinguish two names of one machine.

Two charts are compared as they were written. They show the same machine, too, if only their flat
automata do. A chart and an automaton without nested states are compared flat.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm import finding
from hanoi_fsm.fsm.errors import BadInput, UnknownName
from hanoi_fsm.fsm.finding import Assumption, Result, Verdict
from hanoi_fsm.fsm.notation import ELSE, Guard, Transition, contradict, is_output, output_of
from hanoi_fsm.fsm.search import grouped

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
    """The differences between a diagram and the machine in the code, at one of the `LEVELS`.

    With `assumptions` about how they are read, the verdict is open.
    """

    drawn: str
    code: str
    level: str
    differences: tuple[Difference, ...] = ()
    assumptions: tuple[Assumption, ...] = ()

    @property
    def verdict(self) -> Verdict:
        if self.assumptions:
            return Verdict.OPEN
        return Verdict.REFUTED if self.differences else Verdict.PROVED

    @property
    def holds(self) -> bool:
        return self.verdict is Verdict.PROVED

    def __str__(self) -> str:
        lines = [f"  undecided, as it is read with {made}" for made in self.assumptions]
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
    text or by its identifier in the file. A nested state may have the name of its path in the code,
    such as `on_a`. Raises `BadInput` for another level, and `UnknownName`
    for a name that is not in the diagram.
    """
    if level not in ("", *LEVELS):
        raise BadInput(f"invalid level {level!r}: choose from {', '.join(LEVELS)}")
    flat = drawing.automaton.flattened, code.automaton.flattened
    if not level:
        has_labels = flat[1].guards or flat[1].actions or flat[1].entry or flat[1].exit
        level = LABELS if has_labels else EVENTS
    aliases = _aliases(drawing, code, names or {})
    apart = {name for automaton in flat for name in _alike(chain(*_names(automaton).values()))}
    charts = flat[0].chart, flat[1].chart
    ways = [charts, flat] if flat[0].origin and flat[1].origin else [flat]
    compared = []
    for drawn, coded in ways:
        sides = _Side(drawing, drawn, level, aliases, apart), _Side(code, coded, level, {}, apart)
        compared.append(tuple(_differences(*sides, within=within)))
    differences = compared[0] if all(compared) else ()
    passed_over = [finding.LABELS] if level == STATES else []
    if within or not differences:  # an assumed start is the one in the code
        passed_over.append(finding.START)
    assumptions = tuple(
        assumption
        for assumption in drawing.assumptions + code.assumptions
        if assumption.settled_by and assumption.about not in passed_over
    )
    return Drift(drawing.shown, code.shown, level, differences, assumptions)


def normalized(name: str) -> str:
    """A name without case, blanks, `_` and `-`, which do not matter; for an output, its text.

    >>> normalized("insert coin"), normalized("InsertCoin"), normalized('"beep"')
    ('insertcoin', 'insertcoin', 'beep')
    """
    text = output_of(name) if is_output(name) else name
    return re.sub(r"[\s_-]+", "", text).casefold() or text


def _names(automaton: Automaton) -> dict[str, Sequence[str]]:
    """The names of states, events, guards and actions, by kind."""
    chart = automaton.chart
    return {
        "state": (*chart.states, *automaton.states),
        "event": [*chain.from_iterable(row.events for row in chart.rows)],
        "guard": automaton.guards,
        "action": automaton.actions,
    }


def _alike(names: Iterable[str]) -> Iterator[str]:
    """The normalized forms shared by several names, which are therefore compared verbatim."""
    different = {name for name in names if not is_output(name)}
    return (plain for plain, same in grouped(different, normalized).items() if len(same) > 1)


Aliases = Mapping[tuple[str, str], str]
"""The names in the code for names in the diagram, each after its kind, all normalized."""


def _aliases(drawing: Machine, code: Machine, names: Mapping[str, str]) -> Aliases:
    """The names to replace: a name is replaced in each kind in which the code has the new name.

    It is replaced in all kinds if the code has the new name in none.
    """
    drawn = [*dict.fromkeys(chain(*_names(drawing.automaton).values()))]
    for name in names:
        if normalized(name) not in map(normalized, drawn):
            raise UnknownName.among("name in the diagram", name, drawn)
    known = {normalized(name): normalized(other) for name, other in names.items()}
    in_code = {kind: {*map(normalized, own)} for kind, own in _names(code.automaton).items()}
    missing = {*known.values()}.difference(*in_code.values())
    states = in_code["state"]
    tree = drawing.automaton.chart.tree
    others = {state: "_".join(reversed([state, *tree.around(state)][:-1])) for state in tree.parent}
    of_states = {
        ("state", normalized(state)): normalized(other)
        for state, other in (*others.items(), *drawing.keys.items())
        if normalized(state) not in states and normalized(other) in states
    }
    return of_states | {
        (kind, name): other
        for kind, own in in_code.items()
        for name, other in known.items()
        if other in own or other in missing
    }


class _Arrow(NamedTuple):
    """A transition as compared, without the parts that its level passes over."""

    source: str
    target: str
    event: str = ""
    guards: frozenset[tuple[str, str, bool]] = frozenset()
    effect: str = ""


class _Side:
    """One of the two machines, with its names as compared.

    `arrows` maps what is compared to the transitions as written, and `parts` to the forms in which
    a run takes them: `[else]`, and a row after others in their order, stand for other guards.
    """

    def __init__(
        self, machine: Machine, automaton: Automaton, level: str, aliases: Aliases, apart: Set[str]
    ) -> None:
        self.machine, self.automaton, self.level = machine, automaton, level
        self.aliases, self.apart = aliases, apart
        self.states = {self.name("state", state): state for state in automaton.states}
        self.start = self.name("state", automaton.initial)
        self.arrows: dict[_Arrow, Transition] = {}
        self.parts: defaultdict[_Arrow, set[_Arrow]] = defaultdict(set)
        for row, taken in zip(automaton.rows, automaton.flat, strict=True):
            for written in row.transitions:
                self.arrows.setdefault(self.arrow(written), written)
            for transition in taken:
                written = transition.as_written
                part = replace(written, label=written.label._replace(guards=transition.guards))
                self.parts[self.arrow(written)].add(self.arrow(part))

    def name(self, kind: str, name: str) -> str:
        plain = normalized(name)
        return self.aliases.get((kind, plain), name if plain in self.apart else plain)

    def arrow(self, transition: Transition) -> _Arrow:
        source = self.name("state", transition.source)
        target = self.name("state", transition.target)
        if self.level == STATES:
            return _Arrow(source, target)
        event = self.name("event", transition.event)
        if self.level == EVENTS:
            return _Arrow(source, target, event)
        asked = frozenset(map(self.guard, transition.guards))
        return _Arrow(source, target, event, asked, self.effect(transition.actions))

    def guard(self, guard: Guard) -> tuple[str, str, bool]:
        kind = "state" if guard.state else "guard"
        return kind, self.name(kind, guard.state or guard.name), guard.negated

    def effect(self, actions: Iterable[str]) -> str:
        return ", ".join(self.name("action", action) for action in actions) or "nothing"

    def facts(self, name: str) -> dict[str, str]:
        """The marks, the place and the actions of a state, in words."""
        automaton, tree, state = self.automaton, self.automaton.tree, self.states[name]
        first = tree.leaf(state)
        facts = {
            "is": "final" if state in automaton.final else "not final",
            "lies in": self.name("state", tree.parent.get(state, "")) or "no other state",
            "starts in": "all regions" if state in tree.parallel else self.name("state", first),
        }
        if self.level == LABELS:
            facts["on entry does"] = self.effect(automaton.entry.get(state, ()))
            facts["on exit does"] = self.effect(automaton.exit.get(state, ()))
        return facts

    def line(self, part: Transition | str) -> int | None:
        return self.machine.lines.get(part)

    @cached_property
    def taken(self) -> dict[Transition, Transition]:
        """The nearest transition of a run that is made of each transition as written."""
        flat, nearest = self.machine.automaton, dict[Transition, Transition]()
        for transition in chain.from_iterable(map(flat.leaving, flat.paths.states)):
            for written in flat.written(transition):
                nearest.setdefault(written, transition)
        return nearest

    def place(self, written: Transition) -> tuple[int | None, tuple[str, ...]]:
        """The line of a transition, and the labels that lead to it, including its own, if any."""
        word, taken = list[Transition](), self.taken.get(written)
        if taken:
            word = [*self.machine.automaton.paths.word_to(taken.source), taken]
        return self.line(written), tuple(map(_asked, word))


def _asked(transition: Transition) -> str:
    """The event of a transition with its guards as written, in the notation."""
    return str(transition.as_written.label._replace(actions=()))


def _differences(drawing: _Side, code: _Side, *, within: bool) -> Iterator[Difference]:
    yield from _of_states(drawing, code, within=within)
    extra, missing = _but_not(drawing, code), _but_not(code, drawing)
    by_start = grouped(missing, lambda arrow: (arrow.source, arrow.event))
    for arrow, transition in extra.items():
        line, there = drawing.line(transition), by_start.get((arrow.source, arrow.event))
        if not there or drawing.level == STATES:
            yield Difference(f"`{transition}` is not in the code", line)
            continue
        nearest = min(there, key=lambda other: other.target != arrow.target)
        there.remove(nearest)
        other = missing.pop(nearest)
        text = f"`{transition}` is `{other.label}` in the code"
        if nearest.target != arrow.target:
            text = f"`{transition}` leads to {other.target} in the code"
        yield Difference(text, line, *code.place(other))
    if drawing.level == LABELS and drawing.automaton.ordered:
        yield from _of_order(drawing, code)
    for transition in [] if within else missing.values():
        yield Difference(f"`{transition}` is not drawn", None, *code.place(transition))


def _of_states(drawing: _Side, code: _Side, *, within: bool) -> Iterator[Difference]:
    passed_over = ["starts in"] if within else []
    if not code.automaton.final or (within and not drawing.automaton.final):
        passed_over.append("is")
    for name, state in drawing.states.items():
        if name not in code.states:
            yield Difference(f"state {state} is not in the code", drawing.line(state))
            continue
        coded = code.facts(name)
        for what, drawn in drawing.facts(name).items():
            if drawn != coded[what] and what not in passed_over:
                there = code.states.get(coded[what], coded[what])
                text = f"state {state} {what} {drawing.states.get(drawn, drawn)}"
                yield Difference(f"{text}, in the code {there}", drawing.line(state))
    for name, state in code.states.items():
        if name not in drawing.states and not within:
            yield Difference(f"state {state} is not drawn", None, code.line(state))
    is_marked = all(made.about != finding.START for made in drawing.machine.assumptions)
    is_drawn = code.start in drawing.states or not within
    if is_marked and is_drawn and drawing.start != code.start:
        starts = f"{drawing.automaton.initial}, in the code {code.automaton.initial}"
        yield Difference(f"the start is {starts}")


def _of_order(drawing: _Side, code: _Side) -> Iterator[Difference]:
    """The differences in the order in which rows of the same event are tried."""
    places = {arrow: place for place, arrow in enumerate(code.arrows)}
    both = [arrow for arrow in drawing.arrows if arrow in places]
    rivals = grouped(both, lambda arrow: (arrow.source, arrow.event))
    for one, other in chain.from_iterable(combinations(some, 2) for some in rivals.values()):
        first, second = drawing.arrows[one], drawing.arrows[other]
        is_kept = code.automaton.ordered and places[one] < places[other]
        is_else = ELSE in (*first.guards, *second.guards)
        if not (is_kept or is_else or contradict(first.guards, second.guards)):
            text = f"`{first}` is tried before `{second}`, but not in the code"
            yield Difference(text, drawing.line(first))


def _but_not(side: _Side, other: _Side) -> dict[_Arrow, Transition]:
    """The arrows that the other side lacks, even in another form."""
    known = {*other.arrows}.union(*other.parts.values())
    return {
        arrow: transition
        for arrow, transition in side.arrows.items()
        if arrow not in known and not side.parts[arrow] <= known
    }
