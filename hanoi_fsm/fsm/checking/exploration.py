"""A breadth-first search of every reachable (state, memory) of a machine.

For each pair: is a transition enabled (complete), but never two (consistent), can the action be
carried out, does the run end? And overall: is every state entered and every transition taken?
Does each claim hold?
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.claims import Atom, Claim, Formula, parse_claim
from hanoi_fsm.fsm.errors import BadMemory, Undecided, counted, cut, printable
from hanoi_fsm.fsm.finding import UNDECIDED, Finding, Result
from hanoi_fsm.fsm.inputs import Valuation
from hanoi_fsm.fsm.memory import Firing, Memory, cells
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.fsm.search import Reached, TooManyStates, grouped, reach, reachable
from hanoi_fsm.fsm.stepping import SAME_KEY, At, GuardFailed, Refused, Step, answer_of, steps, twin
from hanoi_fsm.fsm.trace import Record

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine, Start

KINDS = {
    "complete": "some transition is always enabled",
    "consistent": "no two transitions are ever enabled together",
    "possible": "every action can be carried out",
    "ends": "every run ends",
    "used": "every state is entered, every transition taken",
}
"""The questions, each with the meaning of a positive answer."""

WITH_INPUTS = {"ends": "an end can be reached from every state"}
"""The meanings that differ if inputs may never change."""

ONLY_POSSIBLE = {
    True: "only possible: it takes inputs that may never come together (below the title of a "
    "drawing write `exclusive a, b` or `independent a, b`)",
    False: "only possible: it takes input values that may never occur",
}
"""The answer if it takes free inputs, without a memory and with one."""

CLAIM = "claim"
"""The kind of a finding that breaks a claim."""
UNKNOWN = "unknown: the diagram does not show everything that is done"

SAID = {True: "yes", False: "NO", None: "-"}
"""An answer in a word."""
EVENTS_SHOWN = 12
"""The most events shown of a path to a finding, counted from its end."""
LONGEST_WORD = 200
"""The most characters shown of the word that breaks a claim."""
MOST_SHOWN = 20
"""The most findings of one kind to show, each with the events that lead to it."""

NO_END = "no end can be reached"
SAMPLE = 8
"""One memory in this many is measured."""
CELLS, REACTIVE_CELLS = 4_000_000, 400_000
"""The most numbers in all visited memories, for machines that end and for others."""


@dataclass
class Exploration(Result):
    """The number of (state, memory) pairs visited, and the first finding of each kind.

    An unreached part is a remark, with a `size` if larger runs might reach it. If the exploration
    is `bounded`, there are more pairs, and no such remarks.
    """

    machine: Machine
    size: int = 0
    visited: int = 0
    bounded: bool = False
    entered: set[str] = field(default_factory=set)
    taken: set[Transition] = field(default_factory=set)
    findings: list[Finding] = field(default_factory=list)
    remarks: list[Finding] = field(default_factory=list)

    def of_kind(self, kind: str) -> list[Finding]:
        """The findings that answer a question; claims are reported separately."""
        kinds = (kind, UNDECIDED) if kind == "possible" else (kind,)
        claims = self.machine.automaton.claims
        return [one for one in self.findings if one.kind in kinds and one.about not in claims]

    def remarks_of(self, kind: str) -> list[Finding]:
        return [remark for remark in self.remarks if remark.kind == kind]

    def answer(self, kind: str) -> bool | None:
        """The answer to a question; None if there is none, as `not_asked` explains."""
        return None if self.not_asked(kind) else not (self.of_kind(kind) or self.remarks_of(kind))

    def not_asked(self, kind: str) -> str:
        """The reason that a question has no answer; "" if it has one."""
        machine, findings = self.machine, self.of_kind(kind)
        noted = findings + self.remarks_of(kind)
        is_open = noted and all(finding.is_open for finding in noted)
        may_end = machine.autonomous or (machine.free and machine.automaton.final)
        is_unknown = any(finding.kind == UNDECIDED for finding in self.findings)
        is_larger = self.remarks and all(remark.size for remark in self.remarks)
        further = f"unknown: not everything is reached up to {machine.sized(self.size)}"
        reasons = [
            (is_open, self._why_open(noted, UNKNOWN)),
            (findings, ""),
            (kind == "ends" and not may_end, "it runs as long as it gets events"),
            (kind == "complete" and machine.partial, "it may refuse events"),
            (kind == "used" and is_unknown, UNKNOWN),
            (kind in ("ends", "used") and self.bounded, "unknown: the search stopped at its limit"),
            (kind == "used" and is_larger, further),
        ]
        return next((why for holds, why in reasons if holds), "")

    def _why_open(self, findings: Iterable[Finding], otherwise: str) -> str:
        """Why none of these findings is certain."""
        is_possible = all(finding.possible for finding in findings)
        return ONLY_POSSIBLE[self.machine.is_alone] if is_possible else otherwise

    @property
    def claims(self) -> Iterator[tuple[str, bool | None, str]]:
        """Each claim, whether it holds (None if that is unknown), and where or why it does not."""
        sized = self.machine.sized(self.size)
        where = f"up to {sized}" if sized else "for all runs"
        if self.bounded:
            where = "in the nearest pairs; there are more"
        for claim in self.machine.automaton.claims:
            broken = self.breaking(claim)
            certain = [finding.text for finding in broken if not finding.is_open]
            if certain:
                yield claim, False, certain[0]
            elif broken:
                yield claim, None, self._why_open(broken[:1], "unknown")
            else:
                yield claim, True, where

    def breaking(self, claim: str) -> list[Finding]:
        return [finding for finding in self.findings if finding.about == claim]

    def __str__(self) -> str:
        """The answer to each question, with the path to each finding."""
        bounded = ", the nearest ones; there are more" if self.bounded else ""
        pairs = counted(self.visited, "(state, memory) pair")
        lines = [answer_line("reached", "", f"{pairs}{bounded}")]
        meanings = KINDS | (WITH_INPUTS if self.machine.free else {})
        for kind, text in meanings.items():
            lines.append(answer_line(kind, SAID[self.answer(kind)], self.not_asked(kind) or text))
            lines += _first([[f"    {one}", *_way(one)] for one in self.of_kind(kind)])
            lines += _first([[f"    {remark}"] for remark in self.remarks_of(kind)])
        for claim, holds, why in self.claims:
            text = claim if holds is False else f"{claim}, {why}"
            lines.append(answer_line(CLAIM, SAID[holds], text))
            lines += _first([[f"    {one}", *_way(one)] for one in self.breaking(claim)])
        return "\n".join(map(printable, lines))


def answer_line(question: str, said: str, text: str) -> str:
    """A line with a question and its answer, in columns."""
    return f"  {question:11} {said:3}  {text}"


def _first(shown: list[list[str]]) -> Iterator[str]:
    """The lines of the first findings, and the number of others."""
    for lines in shown[:MOST_SHOWN]:
        yield from lines
    if len(shown) > MOST_SHOWN:
        yield f"    and {len(shown) - MOST_SHOWN} more"


def _way(finding: Finding) -> Iterator[str]:
    """The events that lead to a finding, from the start of a run."""
    path = finding.path
    if not path and finding.context:
        yield "      in the initial state"
    if len(path) > EVENTS_SHOWN:
        yield f"      ... after {counted(len(path) - EVENTS_SHOWN, 'event')}:"
    for record in path[-EVENTS_SHOWN:]:
        yield f"      {record}  {record.view or ''}".rstrip()


def explore(machine: Machine, size: int, taken: Collection[Transition] = ()) -> Exploration:
    """Visit everything reachable from the starts of runs up to `size`.

    Other runs have `taken` some transitions, so there is no remark that they are unused.
    """
    explored = Exploration(machine, size, taken={*taken})
    for transition in taken:
        explored.entered |= {transition.source, transition.target}
    search = _Search(explored)
    for start in machine.starts_up_to(size):
        search.explore(start)
        if explored.bounded:
            break
    search.report()
    explored.findings.sort(key=lambda finding: finding.possible)
    explored.remarks.sort(key=lambda finding: finding.possible)
    if not explored.bounded:
        explored.remarks += _unused(explored)
        noted = {(remark.kind, remark.about) for remark in explored.remarks}
        for suspect in machine.suspects:
            if suspect.kind in KINDS and (suspect.kind, suspect.about) not in noted:
                explored.remarks.append(suspect)
    return explored


Onward = dict[At, dict[At, Transition]]
"""The visits after each visit, with the transitions that lead there."""


def events_to_try(machine: Machine) -> Callable[[str], list[str]]:
    """A function from a state to the events on which something happens there, and one more.

    The one more stands for all events that are refused there.
    """
    is_fired = issubclass(machine.vocabulary, Firing)  # the library may do more on other events
    every = machine.automaton.events

    @cache
    def events(state: str) -> list[str]:
        taken = {row.event for row in machine.automaton.leaving(state)}
        refused = [event for event in every if event not in taken]
        tried = taken.union(refused if is_fired else refused[:1])
        return [event for event in every if event in tried]

    return events


class Claims:
    """A machine's claims, by kind, and the free inputs that they need."""

    def __init__(self, machine: Machine) -> None:
        self.known_states, self.active = machine.known_states, machine.automaton.active
        claims = [parse_claim(text) for text in machine.automaton.claims]
        self.of_states = [claim for claim in claims if claim.kind == "state"]
        self.of_steps = [claim for claim in claims if claim.kind == "step"]
        self.of_ways = [claim for claim in claims if claim.is_way]
        self.free = frozenset(machine.free)
        asked = {name for claim in claims for name in self.asked(claim)}
        self.inputs = tuple(name for name in machine.free if name in asked)

    def asked(self, claim: Claim) -> Set[str]:
        """The free inputs that a claim needs."""
        return self.free.intersection(atom.name for atom in claim.atoms if not self.is_state(atom))

    def is_state(self, atom: Atom) -> bool:
        return atom.in_state or atom.name in self.known_states

    def holds(
        self, formula: Formula, state: str, make: Callable[[], Memory], values: Valuation = ()
    ) -> bool:
        """Whether `formula` holds in a state, on memories from `make`; may raise `GuardFailed`."""
        answers: dict[str, bool | str] = {guard.name: guard.answer for guard in values}

        def ask(atom: Atom) -> bool:
            name = atom.name
            if self.is_state(atom):
                return name in self.active(state)
            if name not in answers:
                memory = make()
                memory.__state__ = state
                answers[name] = answer_of(memory, name)
            if isinstance(answer := answers[name], str):
                raise GuardFailed(f"{name} {answer}")
            return answer

        return formula.holds(ask)


class Fault(NamedTuple):
    """A fault at a visit, on an `event` there or after a `run` from there.

    It `is_certain` if at most one input must have its value in `values`.
    """

    kind: str
    text: str
    about: Transition | str
    visit: At
    run: Sequence[Transition] = ()
    event: str = ""
    values: Valuation = ()
    is_certain: bool = True


class _Search:
    """The search from all starts, with all input values.

    `onward` has the steps from each visit, and `surely` the steps that need a single input: faults
    on other paths are only possible, as inputs may never come together. `marked` has the visits
    where the formulas of claims about paths hold.
    """

    def __init__(self, explored: Exploration) -> None:
        self.explored, self.machine = explored, explored.machine
        self.automaton = self.machine.automaton
        self.ends = self.automaton.final if self.machine.autonomous else frozenset()
        self.claims, self.inputs = Claims(self.machine), self.machine.tried
        self.events = events_to_try(self.machine)
        self.starts: list[tuple[Start, At]] = []
        self.onward: Onward = {}
        self.surely: Onward = {} if self.inputs.names else self.onward
        self.marked: dict[Formula, list[At]] = defaultdict(list)
        self.faults: list[Fault] = []

    def explore(self, start: Start) -> None:
        """Visit everything reachable from a start, and keep the faults."""
        first, explored = start.first, self.explored
        self.starts.append((start, first))
        self.cells_left = CELLS if self.ends else REACTIVE_CELLS
        self.visit, self.event, self.values = first, "", Valuation()
        self._judge(first, ())
        try:
            reach([first], self._steps, most=start.bound)
        except TooManyStates:
            explored.bounded = True
        if self.ends and explored.bounded:
            state = next(reversed(self.onward)).state
            more = f"there are still new memories after {len(self.onward)} in state {state}"
            text = f"it is not known to end: {more}"
            remark = Finding("ends", text, state, context=start.name)
            explored.remarks.append(remark.placed(self.machine.lines))
        elif self.ends:
            run, state, recurs = to_the_end(self.onward, first)
            if recurs:
                text = f"it never ends: state {state} recurs with the same memory"
                self.faults.append(Fault("ends", text, state, first, run))
                explored.bounded = True  # runs of other sizes would loop as well

    def _steps(self, visit: At) -> list[tuple[Transition, At]]:
        """The transitions taken on each event; anything wrong with them is kept as a fault."""
        if visit in self.onward:
            return steps_of(self.onward, visit)
        onward, surely = self.onward.setdefault(visit, {}), self.surely.setdefault(visit, {})
        explored, state = self.explored, visit.state
        explored.visited += 1
        explored.entered.add(state)
        if explored.visited % SAMPLE == 1:  # memories on the same path are of similar size
            self.cells_left -= SAMPLE * cells(visit.key)
        if self.cells_left < 0:
            raise TooManyStates
        self.visit, self.event, self.values = visit, "", Valuation()
        for claim in self.claims.of_ways:  # while its memory is unchanged
            for formula in (claim.first, claim.then):
                if self._holds(claim, formula, visit):
                    self.marked[formula].append(visit)
        events = [] if state in self.ends else self.events(state)
        for self.event in events:
            every = self._valuations(state, self.event)
            ways: dict[At, tuple[Transition, list[Valuation]]] = {}
            for self.values in every:
                is_last = self.event == events[-1] and self.values is every[-1]
                for transition, after in self._onward(in_place=is_last):
                    ways.setdefault(after, (transition, []))[1].append(self.values)
            for after, (transition, values) in ways.items():
                onward.setdefault(after, transition)
                if self.inputs.names and self.inputs.certain(values, every):
                    surely.setdefault(after, transition)
        return steps_of(self.onward, visit)

    def _valuations(self, state: str, event: str) -> Sequence[Valuation]:
        """All combinations of the inputs that matter for an event in a state."""
        leaving = self.automaton.transitions_for(state, event)
        return self.inputs.valuations(leaving, self.claims.inputs)

    def _onward(self, *, in_place: bool) -> Iterator[tuple[Transition, At]]:
        """The steps on the event that are not stopped, and the visits after them."""
        visit, event, state, key = self.visit, self.event, self.visit.state, (self.visit.key,)
        ready = [claim for claim in self.claims.of_steps if self._holds(claim, claim.first, visit)]
        given = str(Label(event, self.values)) if self.inputs.names else event
        made = steps(self.automaton, state, visit.memory, given, in_place=in_place, key=key)
        if len(made) > 1:
            first, second = made[0].taken, made[1].taken
            text = f"in state {state} {len(made)} transitions are enabled together: "
            self._meet("consistent", f"{text}`{first}` and `{second}`", second)
        for step in made:
            blamed = step.transition or state
            if step.transition is not None:
                self.explored.taken.update(step.parts or (step.transition,))
                self.explored.entered.update(part.target for part in step.parts)
            if step.unlike:
                self._meet(UNDECIDED, step.unlike, blamed)
            if step.error is None:
                after = visit.after(step)
                self._judge(after, ready, (step.taken,))
                yield step.taken, after
            elif not isinstance(step.error, Refused):
                kind = UNDECIDED if isinstance(step.error, Undecided) else "possible"
                self._meet(kind, step.failure, blamed)
            elif not self.machine.may_refuse(state):
                self._meet("complete", step.failure, state)

    def _judge(self, at: At, ready: Iterable[Claim], run: Sequence[Transition] = ()) -> None:
        """Meet the claims that are broken at a visit, or by a `run` for which some were `ready`."""
        wrong = [(claim, claim.first) for claim in self.claims.of_states]
        if not self.event:  # inputs have no value before the first event
            wrong = [(claim, formula) for claim, formula in wrong if not self.claims.asked(claim)]
        wrong += [(claim, claim.then) for claim in ready]
        for claim, formula in wrong:
            if self._holds(claim, formula, at, run):
                self._meet(CLAIM, f"`{claim.text}` does not hold", claim.text, run)

    def _holds(
        self, claim: Claim, formula: Formula, at: At, run: Sequence[Transition] = ()
    ) -> bool:
        """Whether a claim's formula holds at a visit; a guard that fails is a fault."""
        try:
            return self.claims.holds(formula, at.state, lambda: twin(at.memory), self.values)
        except GuardFailed as error:
            self._meet(UNDECIDED, f"`{claim.text}` cannot be judged: {error}", claim.text, run)
            return False

    def _meet(
        self, kind: str, text: str, about: Transition | str, run: Sequence[Transition] = ()
    ) -> None:
        """Meet a fault at the current visit, with the current values of the inputs."""
        if isinstance(about, Transition) and kind != "consistent":
            text = f"in `{about}`: {text}"
        if self.values and kind not in (CLAIM, "complete"):  # claims show them in their texts
            text = f"{text} if {Label('', self.values).condition}"
        self.faults.append(Fault(kind, text, about, self.visit, run, self.event, self.values))

    @cached_property
    def sure(self) -> Origins:
        """The visits that are reached by one input at a time."""
        return origins(self.surely, self.starts)

    @cached_property
    def maybe(self) -> Origins:
        """All visits."""
        return origins(self.onward, self.starts)

    def _outside(self, visits: Iterable[At], ends: Iterable[At]) -> Iterator[tuple[At, bool]]:
        """The visits from which no path leads to an end; True if several inputs together do.

        The nearest come first.
        """
        leading, surely = before(self.onward, ends), before(self.surely, ends)
        alone = leading & self.sure.keys() - surely
        yield from ((visit, False) for visit in visits if visit not in leading)
        yield from ((visit, True) for visit in visits if visit in alone)

    def _compared(self) -> Iterator[Fault]:
        """The first fault of each kind on an event, or about each claim.

        It is certain if a change of a single input brings it about.
        """
        claims = self.automaton.claims
        for faults in grouped(
            self.faults, lambda f: (f.visit, f.event, f.about if f.about in claims else f.kind)
        ).values():
            first = faults[0]
            every = self._valuations(first.visit.state, first.event) if first.event else [()]
            is_certain = self.inputs.certain([fault.values for fault in faults], every)
            yield first._replace(is_certain=is_certain)

    def _traps(self) -> Iterator[Fault]:
        """The visits from which no end can be reached."""
        is_form = self.machine.free or self.machine.is_bare
        if self.explored.bounded or not (is_form and self.automaton.final):
            return
        ends = [visit for visit in self.onward if visit.state in self.automaton.final]
        for visit, together in self._outside(self.onward, ends):
            how = "an end is reached only by inputs together" if together else NO_END
            text = f"in state {visit.state} {how}"
            yield Fault("ends", text, visit.state, visit, is_certain=not together)

    def _stuck(self, claim: Claim) -> Iterator[Fault]:
        """The first visit from which no path leads to the goal of a claim.

        A visit whose whole way on was seen is preferred.
        """
        unknown: Set[At] = frozenset()
        if self.explored.bounded:
            unseen = [next(reversed(self.onward))]  # not all of its steps are known
            for following in self.onward.values():
                unseen += following.keys() - self.onward.keys()
            unknown = before(self.onward, unseen)
        stuck = [*self._outside(self.marked[claim.first], self.marked[claim.then])]
        stuck.sort(key=lambda at: (at[1], at[0] not in self.sure, at[0] in unknown))
        for visit, together in stuck[:1]:
            kind, run, text = CLAIM, list[Transition](), f"`{claim.text}` does not hold"
            if visit in unknown:
                kind = UNDECIDED
                text = f"`{claim.text}` is unknown: the search stopped at its limit"
            elif claim.kind == "leads":
                run, state, recurs = to_the_end(self.onward, visit)
                text += f": state {state} {'recurs' if recurs else 'is the last'}"
            else:
                text += ", only by inputs together" if together else f" in state {visit.state}"
            yield Fault(kind, text, claim.text, visit, run, is_certain=not together)

    def report(self) -> None:
        """Report the first fault of each kind about each part, or a later one that is certain."""
        faults = [*self._compared(), *self._traps()]
        for claim in self.claims.of_ways:
            faults += self._stuck(claim)
        nearest = {visit: number for number, visit in enumerate(self.sure)}
        remarked = {"complete"} if self.automaton.autonomous else {"complete", "ends"}
        shown = Counter[str]()
        for same in grouped(faults, lambda fault: (fault.kind, fault.about)).values():
            certain = [fault for fault in same if fault.is_certain and fault.visit in nearest]
            fault = min(certain, key=lambda f: nearest[f.visit]) if certain else same[0]
            shown[fault.kind] += 1
            finding = self._finding(fault, shown[fault.kind], possible=not certain)
            if self.machine.is_bare and fault.kind in remarked:
                self.explored.remarks.append(finding)
            else:
                self.explored.findings.append(finding)

    def _finding(self, fault: Fault, number: int, *, possible: bool) -> Finding:
        """The finding of a fault, with the path to it if few of its kind were shown."""
        kind, text, about, visit, run, _, values, _ = fault
        place, path, word = about, list[Record](), list[str]()
        start, ways = (self.maybe if possible else self.sure)[visit]
        if kind == CLAIM or number <= MOST_SHOWN:
            for event, record in self._replayed(start, [*ways.word_to(visit), *run]):
                word.append(event)
                path.append(record)
        if path and about in self.automaton.claims:
            place = path[-1].transition
        if path and kind == CLAIM:
            if values:  # which break it
                word[-1] = str(Label(path[-1].event, values))
            text += f" after `{cut(' '.join(word), LONGEST_WORD)}`"
        if kind == "complete" and number == 1 and not self.machine.is_bare:
            text += self.machine.may_be_partial
        return Finding(
            kind,
            text,
            about,
            self.machine.lines.get(place),
            context=start.name,
            size=start.size,
            path=tuple(path),
            possible=possible,
        )

    def _replayed(self, start: Start, path: Sequence[Transition]) -> Iterator[tuple[str, Record]]:
        """The events of a path, with the values of inputs, and the records.

        The path may take any of several transitions that are enabled together.
        """
        memory, state = start.make(), start.state
        for number, transition in enumerate(path, 1):
            asking = self.automaton.transitions_for(state, transition.event)
            ways: list[tuple[str, Step]] = []
            for event in self.inputs.events(transition.event, asking):
                made = steps(self.automaton, state, memory, event)
                ways += [(event, step) for step in made if step.transition == transition]
            if not ways or ways[-1][1].error:
                raise BadMemory(f"{self.machine.shown}: {SAME_KEY}")
            event, step = ways[-1]
            memory, state = step.memory, transition.target
            yield event, Record(number, transition, step.output, memory.show())


def steps_of(onward: Onward, visit: At) -> list[tuple[Transition, At]]:
    """The steps from a visit, as `reach` takes them."""
    return [(transition, after) for after, transition in onward.get(visit, {}).items()]


Origins = dict[At, tuple["Start", Reached[At, Transition]]]
"""Visits, nearest first, with the first start from which they are reached, and the paths there."""


def origins(onward: Onward, starts: Iterable[tuple[Start, At]]) -> Origins:
    """The visits that are reached from some starts."""
    origins: Origins = {}
    for start, first in starts:
        reached = reach([first], lambda visit: steps_of(onward, visit), most=inf)
        for visit in reached.states:
            origins.setdefault(visit, (start, reached))
    return origins


def before(onward: Onward, visits: Iterable[At]) -> Set[At]:
    """The visits from which one of these can be reached, including themselves."""
    into: dict[At, list[At]] = {}
    for visit, following in onward.items():
        for after in following:
            into.setdefault(after, []).append(visit)
    return {*reachable(visits, lambda after: into.get(after, ()))}


def to_the_end(onward: Onward, visit: At) -> tuple[list[Transition], str, bool]:
    """The only path from a visit, its last state, and whether that recurs."""
    run, met = list[Transition](), set[At]()
    while visit not in met and onward[visit]:
        met.add(visit)
        visit, transition = next(iter(onward[visit].items()))
        run.append(transition)
    return run, visit.state, visit in met


def _unused(explored: Exploration) -> Iterator[Finding]:
    """A remark for each unreached part, as it harms no run."""
    machine, automaton = explored.machine, explored.machine.automaton
    sized = machine.sized(explored.size)
    further = automaton.reached if sized else ()  # other sizes might lead there
    larger = {state for name in further for state in automaton.active(name)}
    entered = {state for name in explored.entered for state in automaton.active(name)}
    for part in automaton.unseen(explored.entered, explored.taken):
        state = part if isinstance(part, str) else part.source
        never, limit = ("not", f" up to {sized}") if state in larger else ("never", "")
        if isinstance(part, str):
            text = f"state {part} is {never} entered{limit}"
        elif state in entered:
            why = f"its guards are never true together in state {state}"
            text = f"`{part}` is {never} taken{limit}: {why}"
            names = [guard.name for guard in part.guards if guard.name not in machine.free]
            if names and machine.kind == "machine":
                text += f" (if a sensor sets {names[0]}, declare it: `inputs='{names[0]}'`)"
        else:
            text = f"`{part}` is {never} taken{limit}: state {state} is never entered"
        remark = Finding("used", text, part, size=explored.size if limit else None)
        yield remark.placed(machine.lines)
