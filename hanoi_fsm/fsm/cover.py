"""Words that cover a machine: they take every transition, or tell apart each of its mutants.

A walk is a start and the events that follow it. Few and short means that starts and events together
are as few as possible: a search over places and sets of transitions taken finds these walks, as in
the postman problem. If there are too many such sets, the nearest transition not yet taken comes
next, and the walks may be longer.

A walk tells a mutant apart if a state, an output or a refusal differs, or else if the actions do,
which are the calls that a test can record.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property

from hanoi_fsm.fsm.checking.exploration import Exploration, events_to_try, explore
from hanoi_fsm.fsm.errors import BadInput, UnknownName, counted, cut
from hanoi_fsm.fsm.finding import UNDECIDED, Progress, Result, no_progress
from hanoi_fsm.fsm.inputs import words_in
from hanoi_fsm.fsm.machine import Machine, Start
from hanoi_fsm.fsm.memory import Firing
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.repair.apart import Walk, telling
from hanoi_fsm.fsm.repair.mutants import sample
from hanoi_fsm.fsm.search import TooManyStates, reach
from hanoi_fsm.fsm.stepping import At, Refused, Step, steps

MOST_SETS = 60_000
"""The most pairs of a place and a set of transitions in the search for the fewest events."""
MOST_STEPS = 10_000
"""The most steps of a run that needs no events."""
MOST_PLACES = 20_000
"""The most places in which to look for transitions."""
REFUSED = "refused"
Letter = Walk | str
"""The walk that a start begins, or an event."""
Place = tuple[At | None, int]
"""The place of a walk, None before its start, and the set of transitions taken so far."""


LONGEST_ID = 60
NOTHING: Mapping[str, object] = {}
TESTS = '''\
"""Tests of {name}, written by `hanoi-fsm cover`.

Each walk fires some events and compares the state{also} after each of them. To test an object of
your own, with the events as methods and a `state`, give it to `driver` in place of the name.
"""

import pytest

from hanoi_fsm.testing import driver

WALKS = {{
{walks}
}}


@pytest.mark.parametrize('walk', WALKS.values(), ids=WALKS)
def test_{identifier}(walk):
    {begin}state, *steps = walk
    machine = driver({quoted}{began}{options})
    assert machine.state == state
    for event, *expected in steps:
        assert machine.fire(event)[: len(expected)] == expected, f'after {{event}}'
'''


@dataclass(frozen=True)
class Cover(Result):
    """The walks that cover a machine, and each uncovered part with the reason.

    If something stopped the search, `unknown` says what, and more walks may exist.
    """

    name: str
    what: str
    walks: Sequence[Walk]
    left: Sequence[str] = ()
    unknown: str = ""

    @property
    def holds(self) -> bool:
        return bool(self.walks)

    def __str__(self) -> str:
        walks = counted(len(self.walks), "word")
        events = counted(sum(len(walk.events) for walk in self.walks), "event")
        but = f", but {len(self.left)}" * bool(self.left)
        head = f"{self.name}: {walks} with {events} for {self.what}{but}"
        return "\n".join([*map(str, self.walks), head, *(f"  {text}" for text in self.left)])


class Walker:
    """The walks of a machine: its starts, and the places to which its events lead."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.automaton = machine, machine.automaton
        self.starts = [*machine.starts_up_to(machine.explored_size)]
        written = dict.fromkeys(row.as_written for row in self.automaton.chart.transitions)
        self.parts = {part: 1 << number for number, part in enumerate(written)}
        self.onward = cache(self._onward)
        self.events, self.inputs = events_to_try(machine), machine.tried

    def _onward(self, at: At) -> list[tuple[str, int, At]]:
        """Each event with the set of transitions that it takes, and the place after it."""
        onward = []
        for event in self.events(at.state):
            asking = self.automaton.transitions_for(at.state, event)
            for letter in self.inputs.events(event, asking):
                step, *others = steps(self.automaton, at.state, at.memory, letter)
                if not others and step.error is None:
                    taken = self.bits(step.parts or (step.taken,))
                    onward.append((letter, taken, at.after(step)))
        return onward

    def bits(self, rows: Iterable[Transition]) -> int:
        """The set of written and shown parts that make up some transitions."""
        parts = {part for row in rows for part in self.automaton.written(row)}
        return sum(self.parts.get(part, 0) for part in parts)

    @cached_property
    def begins(self) -> list[tuple[Walk, Place]]:
        """The walk that each start begins, and the place after it."""
        return [*map(self._begin, self.starts)]

    def _begin(self, start: Start) -> tuple[Walk, Place]:
        """The walk of a start: a machine that needs no events makes its whole run."""
        at, events, taken = start.first, list[str](), 0
        if not self.machine.autonomous:
            return Walk(start.name, ()), (at, taken)
        while (onward := self.onward(at)) and len(events) < MOST_STEPS:
            event, more, at = onward[0]
            events.append(event)
            taken |= more
        return Walk(start.name, tuple(events), is_run=True), (None, taken)

    def steps(self, place: Place) -> Iterator[tuple[Letter, Place]]:
        """The letters from a place, new starts and events, each with the place after it."""
        at, taken = place
        for walk, (first, more) in self.begins:
            yield walk, (first, taken | more)
        for event, more, after in self.onward(at) if at else ():
            yield event, (after, taken | more)

    def single_steps(self, place: Place) -> Iterator[tuple[Letter, Place]]:
        """The same steps with the last transition alone, and with starts only at the beginning."""
        at, _ = place
        if at is None:
            yield from ((Walk(start.name, ()), (start.first, 0)) for start in self.starts)
        else:
            yield from ((event, (after, taken)) for event, taken, after in self.onward(at))

    def further(self, place: Place, parts: int, most: int) -> tuple[Sequence[Letter], Place]:
        """The shortest path on which this many transitions are taken, if there is one.

        A path that is too long does not count.
        """
        with suppress(TooManyStates):
            reached = reach([place], self.steps, lambda at: at[1].bit_count() >= parts, most)
            return reached.word or (), reached.wrong or place
        return (), place


def spelt(letters: Iterable[Letter]) -> list[Walk]:
    """The walks that some letters spell, one per start."""
    walks: list[Walk] = []
    for letter in letters:
        if isinstance(letter, str):
            walks[-1] = replace(walks[-1], events=(*walks[-1].events, letter))
        else:
            walks.append(letter)
    return walks


def cover(machine: Machine) -> Cover:
    """Few and short walks that take every transition that can be taken, as it was written.

    >>> from hanoi_fsm.fsm.automaton import Automaton
    >>> door = Machine(Automaton.from_table("door", initial="shut", table='''
    ...     shut -> open : pull
    ...     open -> shut : push
    ...     lost -> open : push
    ... '''), partial=True)
    >>> print(cover(door))
    pull, push
    door: 1 word with 2 events for every transition, but 1
      `lost -> open : push` is never taken: state lost is never entered
    """
    walker = Walker(machine)
    explored = explore(machine, machine.explored_size)
    reasons = [*explored.findings, *explored.remarks]
    why = {
        reason.about.as_written: reason.text
        for reason in reasons
        if reason.kind in ("possible", "used") and isinstance(reason.about, Transition)
    }
    every = walker.bits(explored.taken)
    begin: Place = (None, 0)
    letters, place = walker.further(begin, every.bit_count(), MOST_SETS)
    while place[1] != every:
        more, place = walker.further(place, place[1].bit_count() + 1, MOST_PLACES)
        if not more:
            break
        letters = (*letters, *more)
    unlike = "is taken only where another transition is enabled, too, or after many events"
    unknown = _undecided(explored)
    left = [
        f"it is unknown whether `{part}` is ever taken: {unknown}"
        if unknown
        else why.get(part, f"`{part}` {unlike}")
        for part, bit in walker.parts.items()
        if not bit & place[1]
    ]
    unknown = unknown if left else ""
    return Cover(machine.shown, "every transition", spelt(letters), left, unknown)


def _undecided(explored: Exploration) -> str:
    """The reason that the search stopped, in words; "" if it did not."""
    return next((finding.text for finding in explored.of_kind(UNDECIDED)), "")


def way_to(machine: Machine, target: str) -> Cover:
    """A shortest walk to a state or over a transition, which may be given by its two states.

    Raises `UnknownName` for anything else.
    """
    walker, wanted = Walker(machine), " ".join(target.split())
    parts = [bit for part, bit in walker.parts.items() if f"{part} ".startswith(f"{wanted} ")]
    active, known = machine.automaton.active, [*machine.known_states, *map(str, walker.parts)]
    if not parts and wanted not in known:
        raise UnknownName.among("state or transition", wanted, known)

    def is_there(place: Place) -> bool:
        return bool(place[1] & sum(parts) or (place[0] and wanted in active(place[0].state)))

    begin: Place = (None, 0)
    word = reach([begin], walker.single_steps, is_there, MOST_PLACES).word
    if word is None:
        unknown = _undecided(explore(machine, machine.explored_size))
        why = f"it is unknown whether events lead to {wanted}: {unknown}"
        left = [why if unknown else f"no events lead to {wanted}"]
        return Cover(machine.shown, wanted, (), left, unknown)
    return Cover(machine.shown, wanted, spelt(word))


def mutants_apart(
    machine: Machine, first: Sequence[Walk] = (), progress: Progress = no_progress
) -> tuple[Cover, int, int]:
    """Few walks that tell apart the mutants that the `first` walks do not.

    Also returns the number of mutants that the first walks tell apart, and of all mutants.

    Faulty definitions need no walk. If there are more than `MOST` mutants, a sample is tried.
    """
    told: list[tuple[Machine, Walk]] = []
    untold: list[str] = []
    edits, more = sample(machine)
    for number, edit in enumerate(edits):
        mutant = machine.with_automaton(edit.on(machine.automaton))
        progress(number)
        if not mutant.faults():
            walk, why = telling(machine, mutant)
            if walk is None:
                untold.append(f"{edit.text}: {why}")
            else:
                told.append((mutant, walk))

    def killed_by(walk: Walk) -> set[int]:
        right = observed(machine, walk)
        return {at for at, (mutant, _) in enumerate(told) if observed(mutant, walk) != right}

    known = set[int]().union(*map(killed_by, first))
    left = {*range(len(told))} - known
    longest = sorted((walk for _, walk in told), key=lambda walk: -len(walk.events))
    killed: dict[Walk, set[int]] = {}
    covered = cover(machine)
    for walk in dict.fromkeys([*covered.walks, *longest]):
        if left and (mine := killed_by(walk)) & left:
            killed[walk] = mine
            left -= mine
    for walk in [*killed][::-1]:  # walks whose mutants the others tell apart are left out
        others = [mine for other, mine in killed.items() if other != walk]
        if killed[walk] <= known.union(*others):
            del killed[walk]
    total = len(told) + len(untold)
    untold += [f"a sample was tried, and {counted(more, 'mutant')} not"] if more else []
    what = f"{len(told) - len(known)} of {counted(total - len(known), 'mutant')}"
    unknown = covered.unknown if untold else ""
    return Cover(machine.shown, what, [*killed], untold, unknown), len(known), total


@dataclass(frozen=True)
class Measured(Result):
    """The share of a machine that some walks cover, and how often they take each transition.

    They could kill `kills` of the `mutants`; `rest` has walks for the others. Only a run of tests
    that take these walks shows whether they notice the difference.
    """

    machine: Machine
    counts: Mapping[Transition, int]
    entered: Collection[str]
    rest: Cover
    kills: int
    mutants: int

    @property
    def missed(self) -> list[Transition | str]:
        """The states and transitions that no walk reaches."""
        return self.machine.automaton.unseen(self.entered, self.counts)

    def __str__(self) -> str:
        chart, missed = self.machine.automaton.chart, self.missed
        written = {row.as_written for row in chart.transitions}
        never = sum(isinstance(part, Transition) for part in missed)
        states = len(chart.states)
        shares = (
            f"{states - len(missed) + never} of {counted(states, 'state')}",
            f"{len(written) - never} of {counted(len(written), 'transition')}",
            f"{self.kills} of {counted(self.mutants, 'mutant')} could be killed",
        )
        lines = [f"{self.machine.shown}: {', '.join(shares)}"]
        lines += [f"  never: {part}" for part in missed]
        untold = [f"  {text}" for text in self.rest.left]
        return "\n".join([*lines, str(self.rest)] if self.rest.walks else [*lines, *untold])


def measured(machine: Machine, walks: Sequence[Walk], progress: Progress = no_progress) -> Measured:
    """Measure how much of a machine some walks cover."""
    counts, entered = Counter[Transition](), set[str]()
    for walk in walks:
        entered.add(machine.start_named(walk.start).state)
        for event, step in zip(walk.events, fired(machine, walk), strict=True):
            if step.error is None:
                counts.update(step.parts or (step.taken,))
                entered.update(row.target for row in step.parts or (step.taken,))
            elif not isinstance(step.error, Refused):
                raise BadInput(f"`{walk}` stops at {event}: {step.failure}")
    return Measured(machine, counts, entered, *mutants_apart(machine, walks, progress))


def walks_in(text: str, machine: Machine) -> list[Walk]:
    """The walks in the lines of a text, as printed by `cover`; see `words_in`.

    Raises `BadInput` with the line if it is not a walk.
    """
    walker, walks = Walker(machine), list[Walk]()
    starts = [start.name for start in walker.starts]
    for number, start, events in words_in(text, machine.alphabet, starts, machine.asked):
        try:
            for event in events:
                machine.check_event(event)
        except BadInput as error:
            raise BadInput(f"line {number}: {error}: write `event, event`") from error
        if machine.autonomous and not events:
            walks += [walk for walk, _ in walker.begins if walk.start == start]
        else:
            walks.append(Walk(start, tuple(events)))
    return walks


def observed(machine: Machine, walk: Walk) -> list[tuple[object, ...]]:
    """The states of a walk, with the outputs, and with the actions if these matter."""
    begin = machine.start_named(walk.start).state
    rows = map(seen, fired(machine, walk))
    return [(begin,), *(row if walk.calls else row[:2] for row in rows)]


def fired(machine: Machine, walk: Walk) -> Iterator[Step]:
    """The steps on the events of a walk, which goes on in the same place after a stopped step."""
    at = machine.start_named(walk.start).first
    for event in walk.events:
        step = at.step(machine.automaton, event)
        at = at.after(step)
        yield step


def seen(step: Step) -> tuple[object, ...]:
    """The observable part of a step: the state after it, the output, the actions; or one word."""
    if step.error is not None:
        return (REFUSED if isinstance(step.error, Refused) else "stopped",)
    return step.taken.target, step.output, step.taken.actions


def as_tests(
    machine: Machine, covered: Cover, name: str, reading: Mapping[str, object] = NOTHING
) -> Iterator[str]:
    """The lines of a pytest file with a test per walk; `name` names the machine.

    The tests pass `reading` as options to find it, as it was found here.
    """
    walks = []
    is_named = any(walk.start for walk in covered.walks)
    ids = [cut(str(walk), LONGEST_ID) for walk in covered.walks]
    for number, (walk, text) in enumerate(zip(covered.walks, ids, strict=True), 1):
        begin = machine.start_named(walk.start).state
        lines = [repr(walk.start)] * is_named + [repr(begin)]
        for event, step in zip(walk.events, fired(machine, walk), strict=True):
            lines.append(repr((event, *shown(machine, step, calls=walk.calls))))
        identified = text if ids.count(text) == 1 else f"{number}. {text}"
        walks += [f"    {identified!r}: [", *(f"        {line}," for line in lines), "    ],"]
    yield TESTS.format(
        name=name,
        quoted=repr(name),
        also=" and the output" * (not is_of_library(machine)),
        walks="\n".join(walks),
        identifier=re.sub(r"\W+", "_", machine.name).strip("_").lower(),
        begin="begin, " * is_named,
        began=", begin=begin" * is_named,
        options="".join(f", {option}={value!r}" for option, value in reading.items()),
    ).rstrip()


def is_of_library(machine: Machine) -> bool:
    """Whether it runs a `transitions` machine, which has no outputs: its actions are calls."""
    return issubclass(machine.vocabulary, Firing)


def shown(machine: Machine, step: Step, *, calls: bool = True) -> list[object]:
    """A step as a test states it: the state after it, the output, the calls; or one word."""
    if step.error is not None:
        return [*seen(step)]
    state, made = step.taken.target, [*step.taken.actions]
    if is_of_library(machine):
        return [state, ", ".join(made) or None] if calls else [state]
    text = None if step.output is None else str(step.output)
    return [state, text, made] if calls else [state, text]
