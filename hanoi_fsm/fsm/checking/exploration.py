"""A breadth-first search of every reachable (state, memory) of a machine.

For each pair: is a transition enabled (complete), but never two (consistent), can the action be
carried out, does the run end? And overall: is every state entered and every transition taken?
Does each claim hold?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import chain, islice, pairwise
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.claims import Atom, Claim, Formula, parse_claim
from hanoi_fsm.fsm.errors import BadMemory, Undecided, counted, cut, printable
from hanoi_fsm.fsm.finding import UNDECIDED, Finding, Result
from hanoi_fsm.fsm.inputs import Valuation
from hanoi_fsm.fsm.memory import Firing, Memory, cells
from hanoi_fsm.fsm.notation import Label, Transition, joined_guards
from hanoi_fsm.fsm.search import Reached, TooManyStates, grouped, reach, reachable
from hanoi_fsm.fsm.stepping import SAME_KEY, At, GuardFailed, Refused, answer_of, steps, twin
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
    noted: dict[tuple[str, object], Finding] = field(default_factory=dict)
    remarks: list[Finding] = field(default_factory=list)

    @property
    def findings(self) -> list[Finding]:
        return [*self.noted.values()]

    def of_kind(self, kind: str) -> list[Finding]:
        kinds = {kind} | ({UNDECIDED} if kind == "possible" else set())
        claims = self.machine.automaton.claims  # which are reported separately
        return [
            finding
            for finding in self.findings
            if finding.kind in kinds and finding.about not in claims
        ]

    def answer(self, kind: str) -> bool | None:
        """The answer to a question; None if there is none, as `not_asked` explains."""
        if self.not_asked(kind):
            return None
        return not self.of_kind(kind) and all(remark.kind != kind for remark in self.remarks)

    def not_asked(self, kind: str) -> str:
        """The reason that a question has no answer; "" if it has one."""
        noted = [*self.of_kind(kind), *(remark for remark in self.remarks if remark.kind == kind)]
        if noted and all(finding.is_open for finding in noted):
            is_possible = all(finding.possible for finding in noted)
            return ONLY_POSSIBLE[self.machine.is_alone] if is_possible else UNKNOWN
        if self.of_kind(kind):
            return ""
        has_end = self.machine.autonomous or (self.machine.free and self.machine.automaton.final)
        if kind == "ends" and not has_end:
            return "it runs as long as it gets events"
        if kind == "complete" and self.machine.partial:
            return "it may refuse events"
        if kind == "used" and any(finding.kind == UNDECIDED for finding in self.findings):
            return UNKNOWN
        if kind in ("ends", "used") and self.bounded:
            return "unknown: the search stopped at its limit"
        if kind == "used" and self.remarks and all(remark.size for remark in self.remarks):
            return f"unknown: not everything is reached up to {self.machine.sized(self.size)}"
        return ""

    @property
    def claims(self) -> Iterator[tuple[str, bool | None, str]]:
        """Each claim, whether it holds (None if that is unknown), and where or why it does not."""
        where = "for all runs"
        if sized := self.machine.sized(self.size):
            where = f"up to {sized}"
        if self.bounded:
            where = "in the nearest pairs; there are more"
        for claim in self.machine.automaton.claims:
            broken = [finding for finding in self.findings if finding.about == claim]
            if certain := [finding for finding in broken if not finding.is_open]:
                yield claim, False, certain[0].text
            elif broken:
                why = ONLY_POSSIBLE[self.machine.is_alone] if broken[0].possible else "unknown"
                yield claim, None, why
            else:
                yield claim, True, where

    def __str__(self) -> str:
        """The answer to each question, with the path to each finding."""
        bounded = ", the nearest ones; there are more" if self.bounded else ""
        pairs = counted(self.visited, "(state, memory) pair")
        lines = [answer_line("reached", "", f"{pairs}{bounded}")]
        meanings = KINDS | (WITH_INPUTS if self.machine.free else {})
        for kind, text in meanings.items():
            lines.append(answer_line(kind, SAID[self.answer(kind)], self.not_asked(kind) or text))
            lines += _first([[f"    {finding}", *_way(finding)] for finding in self.of_kind(kind)])
            lines += _first([[f"    {remark}"] for remark in self.remarks if remark.kind == kind])
        for claim, holds, why in self.claims:
            text = claim if holds is False else f"{claim}, {why}"
            lines.append(answer_line(CLAIM, SAID[holds], text))
            for finding in self.findings:
                if finding.about == claim:
                    lines += [f"    {finding}", *_way(finding)]
        return "\n".join(map(printable, lines))


def answer_line(question: str, said: str, text: str) -> str:
    """A line with a question and its answer, in columns."""
    return f"  {question:11} {said:3}  {text}"


def _first(shown: list[list[str]]) -> Iterator[str]:
    """The lines of the first findings, and the number of others."""
    yield from chain.from_iterable(shown[:MOST_SHOWN])
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
        output = "" if record.output is None else f"  ({record.output})"
        yield f"      {record.number}. {record.transition}{output}  {record.view or ''}".rstrip()


def explore(machine: Machine, size: int) -> Exploration:
    """Visit everything reachable from the starts of runs up to `size`."""
    explored, known = Exploration(machine, size), set[At]()
    for start in machine.starts_up_to(size):
        search = _Search(explored, start, known)
        search.explore()
        if explored.bounded:
            break
        if not (search.is_form or search.claims.of_ways):  # these need all paths
            known.update(search.onward)
    explored.noted = dict(sorted(explored.noted.items(), key=lambda item: item[1].possible))
    explored.remarks.sort(key=lambda finding: finding.possible)
    if not explored.bounded:
        _note_unused(explored)
        noted = {(remark.kind, remark.about) for remark in explored.remarks}
        explored.remarks += [
            suspect
            for suspect in machine.suspects
            if suspect.kind in KINDS and (suspect.kind, suspect.about) not in noted
        ]
    return explored


Onward = dict[At, list[tuple[Transition, At]]]
"""The steps from each visit."""


def events_to_try(machine: Machine) -> Callable[[str], list[str]]:
    """A function from a state to the events on which something happens there, and one more.

    The one more stands for all events that are refused there.
    """
    numbers = {event: number for number, event in enumerate(machine.automaton.events)}
    is_fired = issubclass(machine.vocabulary, Firing)  # the library may do more on other events

    @cache
    def events(state: str) -> list[str]:
        taken = {row.event for row in machine.automaton.leaving(state)}
        others = (event for event in numbers if event not in taken)
        return sorted(taken.union(islice(others, None if is_fired else 1)), key=numbers.__getitem__)

    return events


class Claims:
    """A machine's claims, by kind, and the free inputs that they need."""

    def __init__(self, machine: Machine) -> None:
        self.known_states, self.active = machine.known_states, machine.automaton.active
        claims = [parse_claim(text) for text in machine.automaton.claims]
        self.of_states = [claim for claim in claims if claim.kind == "state"]
        self.of_steps = [claim for claim in claims if claim.kind == "step"]
        self.of_ways = [claim for claim in claims if claim.is_way]
        free = machine.free if claims else ()
        asked = {atom.name for claim in claims for atom in claim.atoms if not self.is_state(atom)}
        self.inputs = tuple(name for name in free if name in asked)

    def is_state(self, atom: Atom) -> bool:
        return atom.in_state or atom.name in self.known_states

    def holds(
        self, formula: Formula, state: str, make: Callable[[], Memory], values: Valuation = ()
    ) -> bool:
        """Whether `formula` holds in a state, on a memory from `make`; may raise `GuardFailed`."""
        inputs = {guard.name: guard.answer for guard in values}
        memory: Memory | None = None

        def ask(atom: Atom) -> bool:
            nonlocal memory
            if self.is_state(atom):
                return atom.name in self.active(state)
            if atom.name in inputs:
                return inputs[atom.name]
            if memory is None:
                memory = make()
                memory.__state__ = state
            answer = answer_of(memory, atom.name)
            if isinstance(answer, str):
                raise GuardFailed(f"{atom.name} {answer}")
            return answer

        return formula.holds(ask)


class Fault(NamedTuple):
    """A fault at a visit, or after a `run` from there.

    It `is_certain` if at most one input must have its value in `values`.
    """

    kind: str
    text: str
    about: Transition | str
    visit: At
    run: tuple[Transition, ...] = ()
    values: Valuation = ()
    is_certain: bool = True


class _Search:
    """The search from one start, with all input values; it ends at visits `known` before.

    `onward` has the steps from each visit, and `surely` the steps that need a single input: faults
    on other paths are only possible, as inputs may never come together. `marked` has, for each
    claim about paths, the visits where they begin and end. All `faults` are kept in the order of
    the search, once the faults `met` at the current `visit` have been compared.
    """

    def __init__(self, explored: Exploration, start: Start, known: Collection[At]) -> None:
        self.explored, self.start, self.known = explored, start, known
        self.machine, self.automaton = explored.machine, explored.machine.automaton
        self.ends = self.automaton.final if self.machine.autonomous else frozenset()
        self.claims, self.inputs = Claims(self.machine), self.machine.tried
        self.onward: Onward = {}
        self.surely: Onward = {} if self.inputs.names else self.onward
        self.faults: dict[tuple[str, object], list[Fault]] = {}
        self.marked = {claim: (list[At](), list[At]()) for claim in self.claims.of_ways}
        self.cells_left = CELLS if self.ends else REACTIVE_CELLS
        self.events = events_to_try(self.machine)
        self.is_form = bool(self.machine.free) or self.machine.is_bare
        self.visit = self.first = At(start.state, start.make())
        self.values, self.met = Valuation(), list[Fault]()

    def explore(self) -> None:
        """Visit everything reachable, and note the faults."""
        if not self.claims.inputs:  # inputs have no value before the first event
            self._judge(self.first, ())
        try:
            reach([self.first], self._steps, most=self.start.bound)
        except TooManyStates:
            self.explored.bounded = True
        if self.ends and self.explored.bounded:
            state = next(reversed(self.onward)).state
            more = f"there are still new memories after {len(self.onward)} in state {state}"
            text = f"it is not known to end: {more}"
            remark = Finding("ends", text, state, context=self.start.name)
            self.explored.remarks.append(remark.placed(self.machine.lines))
        elif self.ends:
            self._find_repeat()
        if self.is_form and self.automaton.final and not self.explored.bounded:
            self._find_traps()
        for claim in self.claims.of_ways:
            self._find_stuck(claim)
        if self.faults:
            self._note()

    @cached_property
    def sure(self) -> Reached[At, Transition]:
        """The visits reached by one input at a time, with the paths to them."""
        return reach([self.first], lambda visit: self.surely.get(visit, ()), most=inf)

    @cached_property
    def maybe(self) -> Reached[At, Transition]:
        """All visits with the paths to them."""
        return reach([self.first], lambda visit: self.onward.get(visit, ()), most=inf)

    def _steps(self, visit: At) -> list[tuple[Transition, At]]:
        """The transitions taken on each event; anything wrong with them is noted as a fault."""
        self.visit = visit
        onward = self.onward[visit] = []
        if visit in self.known:
            return onward
        surely = self.surely.setdefault(visit, [])
        self.explored.visited += 1
        if self.explored.visited % SAMPLE == 1:  # memories on the same path are of similar size
            self.cells_left -= SAMPLE * cells(visit.key)
        if self.cells_left < 0:
            raise TooManyStates
        self.explored.entered.add(visit.state)
        for claim, marks in self.marked.items():  # while its memory is unchanged
            for formula, marked in zip((claim.first, claim.then), marks, strict=True):
                if self._holds(claim, formula, visit):
                    marked.append(visit)
        self._keep()
        events = [] if visit.state in self.ends else self.events(visit.state)
        for event in events:
            leaving = self.automaton.transitions_for(visit.state, event)
            every = self.inputs.valuations(leaving, self.claims.inputs)
            ways: dict[At, tuple[Transition, list[Valuation]]] = {}
            for self.values in every:
                last = event == events[-1] and self.values is every[-1]
                for transition, after in self._onward(event, in_place=last):
                    ways.setdefault(after, (transition, []))[1].append(self.values)
            self.values = ()
            for after, (transition, values) in ways.items():
                onward.append((transition, after))
                if surely is not onward and self.inputs.certain(values, every):
                    surely.append((transition, after))
            self._keep(every)
        return onward

    def _onward(self, event: str, *, in_place: bool) -> Iterator[tuple[Transition, At]]:
        """The steps on an event that are not stopped, and the visits after them."""
        visit, state, key = self.visit, self.visit.state, (self.visit.key,)
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
                after = At(step.taken.target, step.memory)
                self._judge(after, ready, (step.taken,))
                yield step.taken, after
            elif not isinstance(step.error, Refused):
                kind = UNDECIDED if isinstance(step.error, Undecided) else "possible"
                self._meet(kind, step.failure, blamed)
            elif not self.machine.may_refuse(state):
                self._meet("complete", step.failure, state)

    def _judge(self, at: At, ready: Iterable[Claim], run: tuple[Transition, ...] = ()) -> None:
        """Note the claims that are broken at a visit, or by a `run` for which some were `ready`."""
        wrong = [(claim, claim.first) for claim in self.claims.of_states]
        wrong += [(claim, claim.then) for claim in ready]
        for claim, formula in wrong:
            if self._holds(claim, formula, at, run):
                self._meet(CLAIM, f"`{claim.text}` does not hold", claim.text, run)

    def _holds(
        self, claim: Claim, formula: Formula, at: At, run: tuple[Transition, ...] = ()
    ) -> bool:
        """Whether a claim's formula holds at a visit; a guard that fails is a fault."""
        try:
            return self.claims.holds(formula, at.state, lambda: twin(at.memory), self.values)
        except GuardFailed as error:
            self._meet(UNDECIDED, f"`{claim.text}` cannot be judged: {error}", claim.text, run)
            return False

    def _meet(
        self, kind: str, text: str, about: Transition | str, run: tuple[Transition, ...] = ()
    ) -> None:
        """Note a fault at the current visit, with the current values of the inputs."""
        if isinstance(about, Transition) and kind != "consistent":
            text = f"in `{about}`: {text}"
        if self.values and kind not in (CLAIM, "complete"):  # claims show them in their texts
            text = f"{text} if {joined_guards(self.values)}"
        self.met.append(Fault(kind, text, about, self.visit, run, self.values))

    def _keep(self, every: Sequence[Valuation] = ((),)) -> None:
        """Keep the first noted fault of each kind, or about each claim.

        It is certain if a change of a single input brings it about, out of `every` valuation.
        """
        claims, met = self.automaton.claims, self.met
        self.met = []
        for faults in grouped(met, lambda f: f.about if f.about in claims else f.kind).values():
            values = [fault.values for fault in faults]
            self._add(faults[0]._replace(is_certain=self.inputs.certain(values, every)))

    def _add(self, fault: Fault) -> None:
        """Add a fault; without inputs, only the first of its kind about a part."""
        kept = self.faults.setdefault((fault.kind, fault.about), [])
        if not kept or self.inputs.names:
            kept.append(fault)

    def _outside(self, visits: Iterable[At], ends: Iterable[At]) -> Iterator[tuple[At, bool]]:
        """The visits from which no path leads to an end; True if several inputs together do.

        The nearest come first.
        """
        leading, surely = before(self.onward, ends), before(self.surely, ends)
        yield from ((visit, False) for visit in visits if visit not in leading)
        if self.inputs.names:
            alone = leading & self.sure.states.keys() - surely
            yield from ((visit, True) for visit in visits if visit in alone)

    def _find_traps(self) -> None:
        """Keep the visits from which no end can be reached."""
        ends = [visit for visit in self.onward if visit.state in self.automaton.final]
        for visit, together in self._outside(self.onward, ends):
            how = "an end is reached only by inputs together" if together else NO_END
            text = f"in state {visit.state} {how}"
            self._add(Fault("ends", text, visit.state, visit, is_certain=not together))

    def _find_stuck(self, claim: Claim) -> None:
        """Keep the first visit from which no path leads to the goal of a claim.

        A visit whose whole way on was seen is preferred.
        """
        edge = [after for taken in self.onward.values() for _, after in taken]
        last = next(reversed(self.onward))  # not all of its steps are known
        unseen = [last, *(visit for visit in edge if visit not in self.onward)]
        unknown = before(self.onward, unseen if self.explored.bounded else ())
        stuck = [*self._outside(*self.marked[claim])]
        stuck.sort(key=lambda at: (at[1], at[0] not in self.sure.states, at[0] in unknown))
        for visit, together in stuck[:1]:
            kind, run, text = CLAIM, list[Transition](), f"`{claim.text}` does not hold"
            if visit in unknown:
                kind = UNDECIDED
                text = f"`{claim.text}` is unknown: the search stopped at its limit"
            elif claim.kind == "leads":
                run, how = to_the_end(self.onward, visit)
                text += how
            else:
                text += ", only by inputs together" if together else f" in state {visit.state}"
            is_certain = not together
            self._add(Fault(kind, text, claim.text, visit, tuple(run), is_certain=is_certain))

    def _find_repeat(self) -> None:
        """Keep a run that returns to a visit and so never ends."""
        if sum(map(len, self.onward.values())) < len(self.onward):
            return  # it is a tree: one step leads to each visit but the first
        graph = {visit: [after for _, after in taken] for visit, taken in self.onward.items()}
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            circle: list[At] = error.args[1][::-1]  # it begins and ends at the same visit
            run, state = list[Transition](), circle[0].state
            for visit, following in pairwise(circle):
                run += [taken for taken, after in self.onward[visit] if after == following][:1]
            text = f"it never ends: state {state} recurs with the same memory"
            self._add(Fault("ends", text, state, circle[0], tuple(run)))
            self.explored.bounded = True  # runs of other sizes would loop as well

    def _note(self) -> None:
        """Note the first fault of each kind about each part, or a later one that is certain."""
        noted, remarks = self.explored.noted, self.explored.remarks
        nearest = {visit: number for number, visit in enumerate(self.sure.states)}
        remarked = {"complete"} if self.automaton.autonomous else {"complete", "ends"}
        shown = Counter[str]()
        for key, faults in self.faults.items():
            certain = [fault for fault in faults if fault.is_certain and fault.visit in nearest]
            if key in noted and not (noted[key].possible and certain):
                continue  # known from another start
            fault = min(certain, key=lambda fault: nearest[fault.visit]) if certain else faults[0]
            shown[fault.kind] += 1
            is_shown = fault.kind == CLAIM or shown[fault.kind] <= MOST_SHOWN
            finding = self._finding(fault, is_shown=is_shown, possible=not certain)
            if self.machine.is_bare and fault.kind in remarked:
                remarks.append(finding)
            else:
                noted[key] = finding

    def _finding(self, fault: Fault, *, is_shown: bool, possible: bool) -> Finding:
        """The finding of a fault, with the path to it if `is_shown`."""
        kind, text, about, visit, run, values, _ = fault
        ways = self.maybe if possible else self.sure
        path, word = self._replayed([*ways.word_to(visit), *run]) if is_shown else ((), [])
        if kind == CLAIM and path:
            if values:  # which break it
                word[-1] = str(Label(path[-1].event, values))
            text += f" after `{cut(' '.join(word), LONGEST_WORD)}`"
        is_first = all(kind != "complete" for kind, _ in self.explored.noted)
        if kind == "complete" and is_first and not self.machine.is_bare:
            text += self.machine.may_be_partial
        start, is_of_claim = self.start, about in self.automaton.claims and path
        line = self.machine.lines.get(path[-1].transition if is_of_claim else about)
        where = Finding(kind, text, about, line, context=start.name, size=start.size)
        return replace(where, path=path, possible=possible)

    def _replayed(self, path: Sequence[Transition]) -> tuple[tuple[Record, ...], list[str]]:
        """The records of a path, and its events with the values of inputs.

        The path may take any of several transitions that are enabled together.
        """
        memory, state, records, word = self.start.make(), self.start.state, [], [""] * len(path)
        for number, transition in enumerate(path, 1):
            taken = None
            asking = self.automaton.transitions_for(state, transition.event)
            for event in self.inputs.events(transition.event, asking):
                made = steps(self.automaton, state, memory, event)
                for step in made:
                    if step.transition == transition:
                        taken, word[number - 1] = step, event
            if taken is None or taken.error:
                raise BadMemory(f"{self.machine.shown}: {SAME_KEY}")
            memory, state = taken.memory, transition.target
            records.append(Record(number, transition, taken.output, memory.show()))
        return tuple(records), word


def before(onward: Onward, visits: Iterable[At]) -> frozenset[At]:
    """The visits from which one of these can be reached, including themselves."""
    steps = ((visit, after) for visit, taken in onward.items() for _, after in taken)
    into = grouped(steps, lambda step: step[1])
    return frozenset(reachable(visits, lambda after: [visit for visit, _ in into.get(after, ())]))


def to_the_end(onward: Onward, visit: At) -> tuple[list[Transition], str]:
    """The only path from a visit to its end or to a state that recurs, and which of the two."""
    run: list[Transition] = []
    met: set[At] = set()
    while visit not in met and onward[visit]:
        met.add(visit)
        transition, visit = onward[visit][0]
        run.append(transition)
    return run, f": state {visit.state} {'recurs' if visit in met else 'is the last'}"


def _note_unused(explored: Exploration) -> None:
    """Add a remark for each unreached part, as it harms no run."""
    machine, size = explored.machine, explored.size
    automaton, sized = machine.automaton, machine.sized(size)
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
        remark = Finding("used", text, part, size=size if limit else None)
        explored.remarks.append(remark.placed(machine.lines))
