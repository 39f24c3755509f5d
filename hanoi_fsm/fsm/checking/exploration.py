"""Every reachable (state, memory) of a machine, visited breadth first.

Asked of each: is it complete (some transition is enabled), is it consistent (never two), can its
action be carried out, does the run go on to an end? And in the end: was every state entered and
every transition taken? These are the questions of automata programming, asked on real data.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from hanoi_fsm.fsm.finding import Finding, Progress, no_progress
from hanoi_fsm.fsm.machine import Machine, Start
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import GuardFailed, Step, enabled, take, why_refused
from hanoi_fsm.fsm.trace import Record

KINDS = {
    "complete": "some transition is always enabled",
    "consistent": "never are two enabled",
    "possible": "every move is legal, every action can be carried out",
    "ends": "every run ends",
    "used": "every state is entered, every transition taken",
}
"""What is asked, and what it means when the answer is yes."""

TOLD_EVERY = 1024


@dataclass
class Exploration:
    """What was found: how many (state, memory) pairs, and the first finding of each kind.

    `bounded` says that there are more pairs than were visited: what was not seen then is no fault.
    """

    machine: Machine
    visited: int = 0
    bounded: bool = False
    entered: set[str] = field(default_factory=set)
    taken: set[Transition] = field(default_factory=set)
    found: dict[tuple[str, object], Finding] = field(default_factory=dict)
    true_guards: set[tuple[Transition, str]] = field(default_factory=set)

    @property
    def findings(self) -> list[Finding]:
        """All findings, in the order in which they were made."""
        return list(self.found.values())

    def of_kind(self, kind: str) -> list[Finding]:
        """The findings of one of the `KINDS`."""
        return [finding for finding in self.findings if finding.kind == kind]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.found

    @property
    def asked(self) -> dict[str, str]:
        """Those of the `KINDS` that can be answered of this machine."""
        skipped = {"ends"} if not _runs_by_itself(self.machine) else set()
        skipped |= {"complete"} if self.machine.partial and not self.of_kind("complete") else set()
        skipped |= {"used"} if self.bounded else set()
        return {kind: text for kind, text in KINDS.items() if kind not in skipped}

    def not_asked(self, kind: str) -> str:
        """Why a question is not answered of this machine."""
        reasons = {
            "complete": "where it refuses an event, that is its answer",
            "ends": "it runs as long as events come",
            "used": "what was not reached may be reached later",
        }
        return reasons[kind]

    def note(self, finding: Finding) -> None:
        """Keep a finding, unless there is one of its kind about the same thing."""
        self.found.setdefault((finding.kind, finding.about), finding.placed(self.machine.lines))


class _Visit(NamedTuple):
    """A pair of state and memory that is to be looked at, and its number."""

    number: int
    state: str
    memory: Memory


def explore(machine: Machine, size: int, progress: Progress = no_progress) -> Exploration:
    """Visit all that can be reached from wherever runs of at most some `size` begin."""
    found = Exploration(machine)
    for start in machine.starts_up_to(size):
        _FromOneStart(found, start, progress).explore()
        progress(found.visited)
    if not found.bounded:
        _note_unused(found)
    return found


def _runs_by_itself(machine: Machine) -> bool:
    """Whether its only event goes on until a final state is reached: then every run must end."""
    return len(machine.automaton.events) == 1 and bool(machine.automaton.final)


class _FromOneStart:
    """The search from one start. `came` says for each visit how it was reached first."""

    def __init__(self, found: Exploration, start: Start, progress: Progress) -> None:
        self.found, self.start, self.progress = found, start, progress
        self.machine, self.automaton = found.machine, found.machine.automaton
        self.ends = self.automaton.final if _runs_by_itself(self.machine) else frozenset()
        self.came: list[tuple[int, Transition] | None] = [None]
        self.onward: list[list[tuple[int, Transition]]] = []

    def explore(self) -> None:
        memory = self.start.make()
        numbers: dict[Hashable, int] = {(self.start.state, memory.key()): 0}
        queue = deque([_Visit(0, self.start.state, memory)])
        while queue:
            visit = queue.popleft()
            self._count(visit)
            for step in self._steps(visit) if visit.state not in self.ends else ():
                state = step.transition.target
                key = state, step.memory.key()
                number = numbers.setdefault(key, len(numbers))
                self.onward[-1].append((number, step.transition))
                if number == len(self.came):
                    if number >= self.start.bound:
                        self._note_bound(visit)
                        return
                    self.came.append((visit.number, step.transition))
                    queue.append(_Visit(number, state, step.memory))
        if self.ends:
            self._note_repeat()

    def _count(self, visit: _Visit) -> None:
        self.found.visited += 1
        self.found.entered.add(visit.state)
        self.onward.append([])
        if self.found.visited % TOLD_EVERY == 0:
            self.progress(self.found.visited)

    def _steps(self, visit: _Visit) -> Iterator[Step]:
        """What each event leads to; only the very last step may use up the visit's own memory."""
        events = self.automaton.events
        for event in events:
            try:
                found = self._enabled(visit, event)
            except GuardFailed as error:
                self._note("possible", str(error), visit.state, visit)
                continue
            if not found:
                self._note_refusal(visit, event)
            if len(found) > 1:
                self._note_overlap(visit, found)
            for transition in found:
                last = len(events) == 1 and transition is found[-1]
                step = take(transition, visit.memory if last else visit.memory.copy())
                self.found.taken.add(transition)
                if step.error is None:
                    yield step
                else:
                    text = f"in `{transition}`: {step.failure}"
                    self._note("possible", text, transition, visit)

    def _enabled(self, visit: _Visit, event: str) -> list[Transition]:
        """The enabled transitions; what each guard answers is kept for those that never are."""
        found = enabled(self.automaton, visit.state, visit.memory, event)
        for transition in self.automaton.transitions_for(visit.state, event):
            if transition not in self.found.taken and transition not in found:
                for guard in transition.guards:
                    with suppress(Exception):  # it may need an earlier guard to be safe
                        if getattr(visit.memory, guard.name)() is guard.answer:
                            self.found.true_guards.add((transition, str(guard)))
        return found

    # findings

    def _note(self, kind: str, text: str, about: Transition | str, visit: _Visit) -> None:
        if (kind, about) not in self.found.found:
            path = self._replayed(self._path_to(visit.number))
            context, size = self.start.name, self.start.size
            self.found.note(Finding(kind, text, about, context=context, size=size, path=path))

    def _note_refusal(self, visit: _Visit, event: str) -> None:
        """A refused event is a finding, unless the state may have no transition for it at all."""
        known = self.automaton.transitions_for(visit.state, event)
        if (known and visit.state not in self.automaton.final) or not (
            self.machine.may_refuse(visit.state)
        ):
            why = why_refused(self.automaton, visit.memory, visit.state, event)
            self._note("complete", why, visit.state, visit)

    def _note_overlap(self, visit: _Visit, enabled: list[Transition]) -> None:
        both = " and ".join(f"`{transition}`" for transition in enabled[:2])
        text = f"in state {visit.state} {len(enabled)} transitions are enabled at once: {both}"
        self._note("consistent", text, enabled[1], visit)

    def _note_bound(self, visit: _Visit) -> None:
        if not self.ends:
            self.found.bounded = True
            return
        text = (
            f"it never ends: after {self.start.bound} different memories in state {visit.state} "
            "there is still a new one"
        )
        path = self._replayed(self._path_to(visit.number)[:20])
        self.found.note(Finding("ends", text, visit.state, context=self.start.name, path=path))

    def _note_repeat(self) -> None:
        """A run that comes back to a visit never ends; the nearest such run is kept."""
        number = _nearest_endless(self.onward)
        if number is None:
            return
        path, seen = self._path_to(number), set()
        while number not in seen:
            seen.add(number)
            number, transition = self.onward[number][0]
            path.append(transition)
        text = f"it never ends: state {path[-1].target} comes again with the same memory"
        where = path[-1].target, self.start.name
        self.found.note(
            Finding("ends", text, where[0], context=where[1], path=self._replayed(path))
        )

    def _path_to(self, number: int) -> list[Transition]:
        """The transitions from the start to a visit, by a shortest way."""
        path = []
        while (came := self.came[number]) is not None:
            number, transition = came
            path.append(transition)
        return path[::-1]

    def _replayed(self, path: list[Transition]) -> tuple[Record, ...]:
        memory, records = self.start.make(), []
        for number, transition in enumerate(path, 1):
            step = take(transition, memory)
            records.append(Record(number, transition, step.output, memory.show()))
        return tuple(records)


def _nearest_endless(onward: list[list[tuple[int, Transition]]]) -> int | None:
    """The first visit from which no end is reached any more; None where every run ends.

    Visits that lead on to nothing are taken out, again and again; what is left never ends. Each of
    the lists in `onward` then begins with a step that stays among those.
    """
    waiting = [len(steps) for steps in onward]
    before: list[list[int]] = [[] for _ in onward]
    for number, steps in enumerate(onward):
        for after, _ in steps:
            before[after].append(number)
    done = [number for number, count in enumerate(waiting) if count == 0]
    for number in done:
        for earlier in before[number]:
            waiting[earlier] -= 1
            if waiting[earlier] == 0:
                done.append(earlier)
    for number, steps in enumerate(onward):
        if waiting[number]:
            steps.sort(key=lambda step: waiting[step[0]] == 0)
    return next((number for number, count in enumerate(waiting) if count), None)


def _note_unused(found: Exploration) -> None:
    automaton = found.machine.automaton
    for state in automaton.states:
        if state not in found.entered:
            found.note(Finding("used", f"state {state} is never entered", state))
    for row in automaton.transitions:
        if row not in found.taken:
            found.note(Finding("used", f"`{row}` is never taken: {_why_never(found, row)}", row))


def _why_never(found: Exploration, row: Transition) -> str:
    if row.source not in found.entered:
        return f"state {row.source} is never entered"
    never = [str(guard) for guard in row.guards if (row, str(guard)) not in found.true_guards]
    if never:
        return f"there {' and '.join(never)} {'is' if len(never) == 1 else 'are'} never true"
    return f"its guards are never true together in state {row.source}"
