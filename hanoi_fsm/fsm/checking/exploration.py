"""A breadth-first search of every reachable (state, memory) of a machine.

In each of them: is some transition enabled (complete), never two (consistent), can the action be
carried out, does the run end? And in total: is every state entered and every transition taken?
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from hanoi_fsm.fsm.checking.endless_runs import endless_run
from hanoi_fsm.fsm.finding import Finding, Progress, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.start import Start
from hanoi_fsm.fsm.stepping import GuardFailed, Step, enabled, key_of, take, twin, why_refused
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.fsm.values import cells

KINDS = {
    "complete": "some transition is always enabled",
    "consistent": "no two transitions are ever enabled together",
    "possible": "every action can be carried out",
    "ends": "every run ends",
    "used": "every state is entered, every transition taken",
}
"""The questions, each with the meaning of a positive answer."""

PROGRESS_EVERY = 1024
CELLS, REACTIVE_CELLS = 4_000_000, 400_000
"""The most numbers in all memories that are visited, of machines that end and others."""
Enough = Callable[[Finding], bool]
"""Whether a finding says enough, so that no other is looked for."""


class _FoundEnough(Exception):
    """A finding was noted after which no other is looked for."""


@dataclass
class Exploration:
    """The number of (state, memory) pairs visited, and the first finding of each kind.

    If it is `bounded`, there are more pairs, and what was not reached is not a fault. Of a machine
    whose runs have a size only those up to `size` are visited: there it is a remark.
    """

    machine: Machine
    size: int = 0
    visited: int = 0
    bounded: bool = False
    entered: set[str] = field(default_factory=set)
    taken: set[Transition] = field(default_factory=set)
    found: dict[tuple[str, object], Finding] = field(default_factory=dict)
    remarks: list[Finding] = field(default_factory=list)
    true_guards: set[tuple[Transition, str]] = field(default_factory=set)
    enough: Enough | None = field(default=None, repr=False)
    untaken: dict[tuple[str, str], list[Transition]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for one in (transitions := self.machine.automaton.transitions):
            self.untaken.setdefault((one.source, one.event), []).append(one)
        self.guarded = {(one.source, one.event) for one in transitions if one.guards}

    @property
    def findings(self) -> list[Finding]:
        return list(self.found.values())

    def of_kind(self, kind: str) -> list[Finding]:
        return [finding for finding in self.findings if finding.kind == kind]

    @property
    def sound(self) -> bool:
        return not self.found

    @property
    def asked(self) -> dict[str, str]:
        return {kind: text for kind, text in KINDS.items() if not self.not_asked(kind)}

    def not_asked(self, kind: str) -> str:
        """Why there is no answer to a question; "" if there is one."""
        bounded = self.bounded and not self.of_kind(kind)
        if kind == "ends" and not self.machine.autonomous:
            return "it runs as long as it gets events"
        if kind == "complete" and self.machine.partial and not self.of_kind(kind):
            return "it may refuse events"
        if kind in ("ends", "used") and bounded:
            return "unknown: the search stopped at its limit"
        if kind == "used" and self.remarks:
            return f"unknown: not everything is reached up to {self.machine.sized(self.size)}"
        return ""

    def note_taken(self, transition: Transition) -> None:
        self.taken.add(transition)
        key = transition.source, transition.event
        self.untaken[key] = [one for one in self.untaken[key] if one != transition]

    def note(self, finding: Finding) -> None:
        self.found.setdefault((finding.kind, finding.about), finding.placed(self.machine.lines))
        if self.enough is not None and self.enough(finding):
            raise _FoundEnough


class _Visit(NamedTuple):
    number: int
    state: str
    memory: Memory
    key: Hashable


def explore(
    machine: Machine, size: int, progress: Progress = no_progress, enough: Enough | None = None
) -> Exploration:
    """Visit all that is reachable from the starts of runs up to a `size`, or what is `enough`."""
    found = Exploration(machine, size, enough=enough)
    with suppress(_FoundEnough):
        for start in machine.starts_up_to(size):
            _FromOneStart(found, start, progress).explore()
            progress(found.visited)
            if found.bounded:
                break
        if not found.bounded:
            _note_unused(found)
    return found


class _FromOneStart:
    """The search from one start; `reached` says how each visit was reached first."""

    def __init__(self, found: Exploration, start: Start, progress: Progress) -> None:
        self.found, self.start, self.progress = found, start, progress
        self.machine, self.automaton = found.machine, found.machine.automaton
        self.ends = self.automaton.final if self.machine.autonomous else frozenset()
        self.reached: list[tuple[int, Transition] | None] = [None]
        self.onward: list[list[tuple[int, Transition]]] = []

    def explore(self) -> None:
        memory = self.start.make()
        key: tuple[str, Hashable] = (self.start.state, key_of(memory))
        numbers = {key: 0}
        queue = deque([_Visit(0, self.start.state, memory, key[1])])
        size, limit = 0, CELLS if self.ends else REACTIVE_CELLS
        while queue:
            visit = queue.popleft()
            self.found.visited += 1
            size += cells(visit.key)
            if size > limit:
                self._note_bound(visit, len(numbers))
                return
            self.found.entered.add(visit.state)
            self.onward.append([])
            if self.found.visited % PROGRESS_EVERY == 0:
                self.progress(self.found.visited)
            for step in self._steps(visit) if visit.state not in self.ends else ():
                state = step.transition.target
                key = state, key_of(step.memory)
                number = numbers.setdefault(key, len(numbers))
                self.onward[-1].append((number, step.transition))
                if number == len(self.reached):
                    if number >= self.start.bound:
                        self._note_bound(visit, number)
                        return
                    self.reached.append((visit.number, step.transition))
                    queue.append(_Visit(number, state, step.memory, key[1]))
        if self.ends:
            self._note_repeat()

    def _steps(self, visit: _Visit) -> Iterator[Step]:
        """The steps on each event; only the very last step may change the visit's own memory."""
        events = self.automaton.events
        for event in events:
            try:
                found = self._enabled(visit, event)
            except GuardFailed as error:
                self._note("possible", str(error), visit.state, visit)
                continue
            key = visit.state, event
            if key in self.found.guarded and key_of(visit.memory) != visit.key:
                text = f"a guard in state {visit.state} changes the memory: guards may only look"
                self._note("possible", text, visit.state, visit)
            if not found:
                self._note_refusal(visit, event)
            if len(found) > 1:
                text = f"in state {visit.state} {len(found)} transitions are enabled at once: "
                text += f"`{found[0]}` and `{found[1]}`"
                self._note("consistent", text, found[1], visit)
            for transition in found:
                last = len(events) == 1 and transition is found[-1]
                step = take(transition, visit.memory if last else twin(visit.memory))
                if self.found.untaken.get(key):
                    self.found.note_taken(transition)
                if step.error is None:
                    yield step
                else:
                    text = f"in `{transition}`: {step.failure}"
                    self._note("possible", text, transition, visit)

    def _enabled(self, visit: _Visit, event: str) -> list[Transition]:
        """The enabled transitions; for those not taken so far, the guards that hold are noted."""
        found = enabled(self.automaton, visit.state, visit.memory, event)
        for transition in self.found.untaken.get((visit.state, event), ()):
            if transition not in found:
                for guard in transition.guards:
                    with suppress(Exception):  # it may need an earlier guard to be safe
                        if getattr(visit.memory, guard.name)() is guard.answer:
                            self.found.true_guards.add((transition, str(guard)))
        return found

    def _note(self, kind: str, text: str, about: Transition | str, visit: _Visit) -> None:
        if (kind, about) not in self.found.found:
            path = self._replayed(self._path_to(visit.number))
            context, size = self.start.name, self.start.size
            self.found.note(Finding(kind, text, about, context=context, size=size, path=path))

    def _note_refusal(self, visit: _Visit, event: str) -> None:
        known = self.automaton.transitions_for(visit.state, event)
        guarded = known and visit.state not in self.automaton.final
        if guarded or not self.machine.may_refuse(visit.state):
            why = why_refused(self.automaton, visit.memory, visit.state, event)
            hint = "" if known else self.machine.may_be_partial
            self._note("complete", why + hint, visit.state, visit)

    def _note_bound(self, visit: _Visit, reached: int) -> None:
        self.found.bounded = True
        if not self.ends:
            return
        text = f"there are still new memories after {reached} in state {visit.state}"
        if self.start.size is not None:  # a run of that size has a known bound
            self._note_endless(text, visit.state, self._path_to(visit.number)[:20])
            return
        about, context = visit.state, self.start.name
        remark = Finding("ends", f"it is not known to end: {text}", about, context=context)
        self.found.remarks.append(remark.placed(self.machine.lines))

    def _note_repeat(self) -> None:
        """Note the nearest run that returns to a visit and so never ends."""
        found = endless_run(self.onward)
        if found is not None:
            number, run = found
            state = run[-1].target
            path = self._path_to(number) + run
            self._note_endless(f"state {state} recurs with the same memory", state, path)

    def _note_endless(self, why: str, state: str, path: list[Transition]) -> None:
        text, records = f"it never ends: {why}", self._replayed(path)
        context, size = self.start.name, self.start.size
        self.found.note(Finding("ends", text, state, context=context, size=size, path=records))

    def _path_to(self, number: int) -> list[Transition]:
        path = []
        while (step := self.reached[number]) is not None:
            number, transition = step
            path.append(transition)
        return path[::-1]

    def _replayed(self, path: list[Transition]) -> tuple[Record, ...]:
        memory, records = self.start.make(), []
        for number, transition in enumerate(path, 1):
            step = take(transition, memory)
            records.append(Record(number, transition, step.output, memory.show()))
        return tuple(records)


def _note_unused(found: Exploration) -> None:
    """Note what was not reached: a fault, or a remark if runs of another size might reach it."""
    machine = found.machine
    sized = machine.sized(found.size)
    never, limit = ("not", f" up to {sized}") if sized else ("never", "")
    unused = [
        Finding("used", f"state {state} is {never} entered{limit}", state)
        for state in machine.automaton.states
        if state not in found.entered
    ] + [
        Finding("used", f"`{one}` is {never} taken{limit}: {_why_never(found, one)}", one)
        for one in machine.automaton.transitions
        if one not in found.taken
    ]
    for one in unused:
        if sized:
            found.remarks.append(one.placed(machine.lines))
        else:
            found.note(one)


def _why_never(found: Exploration, transition: Transition) -> str:
    state = transition.source
    if state not in found.entered:
        return f"state {state} is never entered"
    guards = map(str, transition.guards)
    never = [guard for guard in guards if (transition, guard) not in found.true_guards]
    if never:
        return f"there {' and '.join(never)} {'is' if len(never) == 1 else 'are'} never true"
    return f"its guards are never true together in state {state}"
