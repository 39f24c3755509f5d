"""A breadth-first search of every reachable (state, memory) of a machine.

In each of them: is some transition enabled (complete), never two (consistent), can the action be
carried out, does the run end? And in total: is every state entered and every transition taken?
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadMemory, counted, printable
from hanoi_fsm.fsm.finding import STRICT, Finding, Result
from hanoi_fsm.fsm.inputs import Inputs, Valuation
from hanoi_fsm.fsm.memory import cells
from hanoi_fsm.fsm.notation import Label, Transition, joined_guards
from hanoi_fsm.fsm.search import TooManyStates, reach, reachable
from hanoi_fsm.fsm.stepping import SAME_KEY, At, Refused, Step, steps
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
"""The meanings that are others where inputs may never change."""

SAID = {True: "yes", False: "NO", None: "-"}
"""An answer in a word."""
EVENTS_SHOWN = 12
"""Of a longer path to a finding only this many last events are written."""
MOST_REMARKS = 20
"""The most remarks of one kind that are written."""

CELLS, REACTIVE_CELLS = 4_000_000, 400_000
"""The most numbers in all memories that are visited, of machines that end and others."""


@dataclass
class Exploration(Result):
    """The number of (state, memory) pairs visited, and the first finding of each kind.

    If it is `bounded`, there are more pairs, and nothing is said of what was not reached. It is a
    remark otherwise, which has a `size` where runs of a larger one might reach it.
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
        return [finding for finding in self.findings if finding.kind == kind]

    def answer(self, kind: str) -> bool | None:
        """The answer to a question; None if there is none, as `not_asked` explains."""
        if self.not_asked(kind):
            return None
        return not (self.of_kind(kind) or any(one.kind == kind for one in self.remarks))

    def not_asked(self, kind: str) -> str:
        """The reason why a question has no answer; "" if it has one."""
        noted = [one for one in (*self.findings, *self.remarks) if one.kind == kind]
        if noted and all(one.possible for one in noted):
            return "only possible: that takes inputs which may never come together"
        if self.of_kind(kind):
            return ""
        has_end = self.machine.autonomous or (self.machine.inputs and self.machine.automaton.final)
        if kind == "ends" and not has_end:
            return "it runs as long as it gets events"
        if kind == "complete" and self.machine.partial:
            return "it may refuse events"
        if kind in ("ends", "used") and self.bounded:
            return "unknown: the search stopped at its limit"
        if kind == "used" and self.remarks and all(one.size for one in self.remarks):
            return f"unknown: not everything is reached up to {self.machine.sized(self.size)}"
        return ""

    def __str__(self) -> str:
        """The answer to each question, with the way to what is wrong."""
        bounded = ", the nearest ones; there are more" if self.bounded else ""
        pairs = counted(self.visited, "(state, memory) pair")
        lines = [answer_line("reached", "", f"{pairs}{bounded}")]
        meanings = KINDS | (WITH_INPUTS if self.machine.inputs else {})
        for kind, text in meanings.items():
            said = SAID[self.answer(kind)]
            lines.append(answer_line(kind, said, self.not_asked(kind) or text))
            for finding in self.of_kind(kind):
                lines += [f"    {finding}", *_way(finding)]
            remarks = [f"    {remark}" for remark in self.remarks if remark.kind == kind]
            more = [f"    and {len(remarks) - MOST_REMARKS} more"] * (len(remarks) > MOST_REMARKS)
            lines += remarks[:MOST_REMARKS] + more
        return "\n".join(map(printable, lines))


def answer_line(question: str, said: str, text: str) -> str:
    """The answer to a question as a line, in columns."""
    return f"  {question:11} {said:3}  {text}"


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
    """Visit all that is reachable from the starts of runs up to a `size`."""
    found = Exploration(machine, size)
    for start in machine.starts_up_to(size):
        search = _WithInputs if machine.inputs or machine.is_alone else _FromOneStart
        search(found, start).explore()
        if found.bounded:
            break
    else:
        _note_unused(found)
    return found


def pairs(automaton: Automaton, start: Start) -> Iterator[At]:
    """Every state and memory that a run from a start can reach, the nearest first."""

    def onward(at: At) -> Iterator[tuple[str, At]]:
        for event in automaton.events:
            for made in steps(automaton, at.state, at.memory, event):
                if made.error is None:
                    yield event, At(made.taken.target, made.memory)

    return iter(reach([At(start.state, start.make())], onward).states)


class _FromOneStart:
    """The search from one start; `onward` has the steps from each visit."""

    def __init__(self, found: Exploration, start: Start) -> None:
        self.found, self.start = found, start
        self.machine, self.automaton = found.machine, found.machine.automaton
        self.ends = self.automaton.final if self.machine.autonomous else frozenset()
        self.onward: dict[At, list[tuple[Transition, At]]] = {}
        self.cells_left = CELLS if self.ends else REACTIVE_CELLS

    def explore(self) -> None:
        first = At(self.start.state, self.start.make())
        try:
            reach([first], self._steps, most=self.start.bound)
        except TooManyStates:
            self.found.bounded = True
        if self.ends and self.found.bounded:
            self._note_bound()
        elif self.ends:
            self._note_repeat()

    def _steps(self, visit: At) -> list[tuple[Transition, At]]:
        """The transitions taken on each event; what is wrong with any of them is noted."""
        onward = self.onward[visit] = []
        self.found.visited += 1
        self.cells_left -= cells(visit.key)
        if self.cells_left < 0:
            raise TooManyStates
        self.found.entered.add(visit.state)
        if visit.state not in self.ends:
            for event in self.automaton.events:
                onward += self._onward(visit, event)
        return onward

    def _onward(self, visit: At, event: str) -> Iterator[tuple[Transition, At]]:
        for made in self._made(visit, event):
            yield made.taken, At(made.taken.target, made.memory, (visit, made.taken))

    def _made(self, visit: At, event: str) -> Iterator[Step]:
        """The steps that are not stopped."""
        state, last = visit.state, event == self.automaton.events[-1]
        made = steps(self.automaton, state, visit.memory, event, in_place=last, key=(visit.key,))
        if len(made) > 1:
            first, second = made[0].taken, made[1].taken
            text = f"in state {state} {len(made)} transitions are enabled together: "
            self._note("consistent", f"{text}`{first}` and `{second}`", second, visit)
        for one in made:
            if one.transition is not None:
                self.found.taken.add(one.transition)
            if one.error is None:
                yield one
            elif not isinstance(one.error, Refused):
                text = f"in `{one.transition}`: " if one.transition else ""
                self._note("possible", text + one.failure, one.transition or state, visit)
            elif not self.machine.may_refuse(state):
                text = one.failure + self.machine.may_be_partial
                self._note("complete", text, state, visit)

    def _note(
        self,
        kind: str,
        text: str,
        about: Transition | str,
        visit: At,
        run: Sequence[Transition] = (),
    ) -> None:
        """Note the first finding of a kind, with the way to a visit or another `run`."""
        if all(one.about != about for one in self.found.of_kind(kind)):
            self.found.findings.append(self._finding(kind, text, about, run or visit.path))

    def _finding(
        self, kind: str, text: str, about: Transition | str, run: Sequence[Transition]
    ) -> Finding:
        start, path = self.start, self._replayed(run)
        found = Finding(kind, text, about, context=start.name, size=start.size, path=path)
        return found.placed(self.machine.lines)

    def _note_bound(self) -> None:
        visit = next(reversed(self.onward))
        more = f"there are still new memories after {len(self.onward)} in state {visit.state}"
        text = f"it is not known to end: {more}"
        remark = Finding("ends", text, visit.state, context=self.start.name)
        self.found.remarks.append(remark.placed(self.machine.lines))

    def _note_repeat(self) -> None:
        """Note a run that returns to a visit and so never ends."""
        if sum(map(len, self.onward.values())) < len(self.onward):
            return  # they are a tree: one step leads to each visit but the first
        after = {visit: [one for _, one in taken] for visit, taken in self.onward.items()}
        try:
            TopologicalSorter(after).prepare()
        except CycleError as error:
            circle: list[At] = error.args[1][::-1]  # it begins and ends with the same visit
            run, state = circle[0].path, circle[0].state
            for visit, following in pairwise(circle):
                run += [taken for taken, one in self.onward[visit] if one == following][:1]
            text = f"it never ends: state {state} recurs with the same memory"
            self._note("ends", text, state, circle[0], run)
            self.found.bounded = True  # runs of other sizes would go round as well

    def _given(self, state: str, event: str) -> Iterable[str]:
        """An event with all inputs that are asked in a state."""
        return (event,)

    def _replayed(self, path: Sequence[Transition]) -> tuple[Record, ...]:
        """The records of a path, which may take one of several transitions enabled together."""
        memory, state, records = self.start.make(), self.start.state, []
        for number, transition in enumerate(path, 1):
            taken = None
            for event in self._given(state, transition.event):
                made = steps(self.automaton, state, memory, event)
                taken = next((one for one in made if one.transition == transition), taken)
            if taken is None or taken.error:
                raise BadMemory(f"{self.machine.shown}: {SAME_KEY}")
            memory, state = taken.memory, transition.target
            records.append(Record(number, transition, taken.output, memory.show()))
        return tuple(records)


class _Fault(NamedTuple):
    """A fault at a visit, in words, and the inputs with which it was met first.

    It `is_certain` if one value of one input is enough wherever the visit is reached.
    """

    visit: At
    text: str
    inputs: Valuation
    is_certain: bool


class _WithInputs(_FromOneStart):
    """The search of a machine with free inputs; `surely` has the steps that one of them decides.

    Whatever takes several inputs together, there or on the way, is only possible.
    """

    def __init__(self, found: Exploration, start: Start) -> None:
        super().__init__(found, start)
        self.inputs = Inputs(self.automaton, self.machine.inputs, alone=self.machine.is_alone)
        self.surely: dict[At, list[tuple[Transition, At]]] = {}
        self.faults: dict[tuple[str, Transition | str], list[_Fault]] = {}
        self.met: dict[object, tuple[str, Transition | str, str, list[Valuation]]] = {}
        self.values: Valuation = ()

    def explore(self) -> None:
        super().explore()
        first = next(iter(self.onward))
        certain = reach([first], lambda visit: self.surely.get(visit, ()), most=inf)
        if self.automaton.final and not self.found.bounded:
            self._look_for_traps()
        for (kind, about), faults in self.faults.items():
            known = [one for one in faults if one.is_certain and one.visit in certain.states]
            worst = (known or faults)[0]
            path = certain.word_to(worst.visit) if known else worst.visit.path
            together = "" if known else self._together(worst, certain.states)
            is_remark = self.machine.is_alone and kind in STRICT
            into = self.found.remarks if is_remark else self.found.findings
            finding = self._finding(kind, worst.text, about, path)
            into.append(replace(finding, possible=together))
        self.found.findings.sort(key=lambda one: one.is_open)

    def _onward(self, visit: At, event: str) -> Iterator[tuple[Transition, At]]:
        """The same with all inputs that are asked."""
        every = self.inputs.valuations(visit.state, event)
        reached: dict[At, tuple[Transition, list[Valuation]]] = {}
        self.met = {}
        for values in every:
            self.values = values
            for transition, after in super()._onward(visit, str(Label(event, values))):
                reached.setdefault(after, (transition, []))[1].append(values)
        for kind, about, text, found in self.met.values():
            fault = _Fault(visit, text, found[0], self.inputs.certain(found, every))
            self.faults.setdefault((kind, about), []).append(fault)
        surely = self.surely.setdefault(visit, [])
        for after, (transition, found) in reached.items():
            if self.inputs.certain(found, every):
                surely.append((transition, after))
            yield transition, after

    def _given(self, state: str, event: str) -> Iterable[str]:
        return [str(Label(event, values)) for values in self.inputs.valuations(state, event)]

    def _note(
        self,
        kind: str,
        text: str,
        about: Transition | str,
        visit: At,
        run: Sequence[Transition] = (),
    ) -> None:
        if self.values and kind != "complete":  # whose text says what each guard answers
            text = f"{text} if {joined_guards(self.values)}"
        which = about if kind == "possible" else None
        self.met.setdefault((kind, which), (kind, about, text, []))[-1].append(self.values)

    def _look_for_traps(self) -> None:
        """Note each state from which no end can be reached, or only by inputs together."""
        to_end = [self._before_an_end(steps) for steps in (self.onward, self.surely)]
        for visit in self.onward:
            if visit in to_end[1]:
                continue
            text = f"no end can be reached from state {visit.state}"
            if visit in to_end[0]:
                text = f"an end is reached from state {visit.state} only by inputs together"
            is_certain = visit not in to_end[0]
            fault = _Fault(visit, text, (), is_certain)
            self.faults.setdefault(("ends", visit.state), []).append(fault)

    def _before_an_end(self, steps: Mapping[At, Sequence[tuple[Transition, At]]]) -> Container[At]:
        """The visits from which these steps lead to a final state."""
        before: dict[At, list[At]] = {}
        for visit, onward in steps.items():
            for _, after in onward:
                before.setdefault(after, []).append(visit)
        ends = [visit for visit in self.onward if visit.state in self.automaton.final]
        return frozenset(reachable(ends, lambda visit: before.get(visit, ())))

    def _together(self, fault: _Fault, certain: Container[At]) -> str:
        """The inputs that have to come together for a fault, there or on the way."""
        at, values = fault.visit, fault.inputs
        while at not in certain and at.before is not None:
            at, transition = at.before
            values = transition.guards
        return joined_guards(values)


def _note_unused(found: Exploration) -> None:
    """Note what was not reached: a remark, as it does no harm to any run."""
    machine, size = found.machine, found.size
    automaton, sized = machine.automaton, machine.sized(size)
    larger = automaton.reached if sized else frozenset()  # where other sizes might lead
    parts: list[str | Transition] = [*automaton.states, *automaton.transitions]
    for one in parts:
        if one in found.entered or one in found.taken:
            continue
        state = one if isinstance(one, str) else one.source
        never, limit = ("not", f" up to {sized}") if state in larger else ("never", "")
        if isinstance(one, str):
            text = f"state {one} is {never} entered{limit}"
        elif state in found.entered:
            why = f"its guards are never true together in state {state}"
            text = f"`{one}` is {never} taken{limit}: {why}"
        else:
            text = f"`{one}` is {never} taken{limit}: state {state} is never entered"
        remark = Finding("used", text, one, size=size if limit else None)
        found.remarks.append(remark.placed(machine.lines))
