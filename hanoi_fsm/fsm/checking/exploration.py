"""A breadth-first search of every reachable (state, memory) of a machine.

In each of them: is some transition enabled (complete), never two (consistent), can the action be
carried out, does the run end? And in total: is every state entered and every transition taken?
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from hanoi_fsm.fsm.errors import BadMemory
from hanoi_fsm.fsm.finding import Finding, Progress, no_progress
from hanoi_fsm.fsm.kind import Start
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.search import TooManyStates, reach
from hanoi_fsm.fsm.stepping import Refused, Step, guards_that_hold, key_of, steps
from hanoi_fsm.fsm.theory.compare import SAME_KEY
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
            return f"unknown: not everything is reached up to {self.machine.kind.sized(self.size)}"
        return ""

    def note(self, finding: Finding) -> None:
        self.found.setdefault((finding.kind, finding.about), finding)
        if self.enough is not None and self.enough(finding):
            raise _FoundEnough


class _Visit:
    """A state with a memory; `before` is the visit from which a transition led there first."""

    __slots__ = ("before", "hash", "key", "memory", "state")

    def __init__(
        self, state: str, memory: Memory, before: tuple["_Visit", Transition] | None = None
    ) -> None:
        self.state, self.memory, self.before = state, memory, before
        self.key = key_of(memory)
        self.hash = hash((state, self.key))

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, _Visit) and self.state == other.state
        return same and self.key == other.key  # type: ignore[attr-defined]  # a _Visit

    @property
    def path(self) -> list[Transition]:
        """The transitions that lead there from the start."""
        found, visit = [], self
        while visit.before is not None:
            visit, transition = visit.before
            found.append(transition)
        return found[::-1]


def explore(
    machine: Machine, size: int, progress: Progress = no_progress, enough: Enough | None = None
) -> Exploration:
    """Visit all that is reachable from the starts of runs up to a `size`, or what is `enough`."""
    found = Exploration(machine, size, enough=enough)
    with suppress(_FoundEnough):
        for start in machine.kind.starts(size):
            _FromOneStart(found, start, progress).explore()
            progress(found.visited)
            if found.bounded:
                break
        if not found.bounded:
            _note_unused(found)
    return found


class _FromOneStart:
    """The search from one start; `onward` has the steps from each visit."""

    def __init__(self, found: Exploration, start: Start, progress: Progress) -> None:
        self.found, self.start, self.progress = found, start, progress
        self.machine, self.automaton = found.machine, found.machine.automaton
        self.ends = self.automaton.final if self.machine.autonomous else frozenset()
        self.onward: dict[_Visit, list[tuple[Transition, _Visit]]] = {}
        self.cells_left = CELLS if self.ends else REACTIVE_CELLS

    def explore(self) -> None:
        first = _Visit(self.start.state, self.start.make())
        try:
            reach([first], self._steps, lambda visit: False, self.start.bound)
        except TooManyStates:
            self._note_bound()
            return
        if self.ends:
            self._note_repeat()

    def _steps(self, visit: _Visit) -> list[tuple[Transition, _Visit]]:
        """The transitions taken on each event; what is wrong with any of them is noted."""
        onward = self.onward[visit] = []
        self.found.visited += 1
        self.cells_left -= cells(visit.key)
        if self.cells_left < 0:
            raise TooManyStates
        self.found.entered.add(visit.state)
        if self.found.visited % PROGRESS_EVERY == 0:
            self.progress(self.found.visited)
        if visit.state not in self.ends:
            for event in self.automaton.events:
                for made in self._made(visit, event):
                    after = _Visit(made.taken.target, made.memory, (visit, made.taken))
                    onward.append((made.taken, after))
        return onward

    def _made(self, visit: _Visit, event: str) -> Iterator[Step]:
        """The steps that are not stopped."""
        place, state, memory = (visit.state, event), visit.state, visit.memory
        key = visit.key if place in self.found.guarded else None
        if untaken := self.found.untaken.get(place):
            self.found.true_guards.update(
                (one, guard) for one in untaken for guard in guards_that_hold(one, memory)
            )
        last = event == self.automaton.events[-1]
        made = steps(self.automaton, state, memory, event, in_place=last, key=key)
        if isinstance(made[0].error, Refused):
            self._note_refusal(visit, event, made[0])
        if len(made) > 1:
            first, second = made[0].taken, made[1].taken
            text = f"in state {visit.state} {len(made)} transitions are enabled at once: "
            self._note("consistent", f"{text}`{first}` and `{second}`", second, visit)
        if untaken:
            taken = {one.transition for one in made if one.transition}
            self.found.taken |= taken
            self.found.untaken[place] = [one for one in untaken if one not in taken]
        for one in made:
            if one.error is None:
                yield one
            elif one.transition is not None:
                text = f"in `{one.transition}`: {one.failure}"
                self._note("possible", text, one.transition, visit)
            elif not isinstance(one.error, Refused):
                self._note("possible", one.failure, visit.state, visit)

    def _note(self, kind: str, text: str, about: Transition | str, visit: _Visit) -> None:
        if (kind, about) not in self.found.found:
            self.found.note(self._finding(kind, text, about, visit.path))

    def _finding(
        self, kind: str, text: str, about: Transition | str, path: list[Transition]
    ) -> Finding:
        context, size = self.start.name, self.start.size
        return Finding(
            kind, text, about, context=context, size=size, path=self._replayed(path)
        ).placed(self.machine.lines)

    def _note_refusal(self, visit: _Visit, event: str, refused: Step) -> None:
        known = self.automaton.transitions_for(visit.state, event)
        guarded = known and visit.state not in self.automaton.final
        if guarded or not self.machine.kind.may_refuse(visit.state):
            hint = "" if known else self.machine.kind.may_be_partial
            self._note("complete", refused.failure + hint, visit.state, visit)

    def _note_bound(self) -> None:
        self.found.bounded = True
        if not self.ends:
            return
        visit = next(reversed(self.onward))
        reached = len(self.onward)
        text = f"there are still new memories after {reached} in state {visit.state}"
        if self.start.size is not None:  # a run of that size has a known bound
            found = f"it never ends: {text}"
            self.found.note(self._finding("ends", found, visit.state, visit.path[:20]))
        else:
            found = f"it is not known to end: {text}"
            self.found.remarks.append(self._finding("ends", found, visit.state, []))

    def _note_repeat(self) -> None:
        """Note the nearest run that returns to a visit and so never ends."""
        found = endless_run(self.onward)
        if found is not None:
            visit, run = found
            state = run[-1].target
            text = f"it never ends: state {state} recurs with the same memory"
            self.found.note(self._finding("ends", text, state, visit.path + run))

    def _replayed(self, path: list[Transition]) -> tuple[Record, ...]:
        """The records of a path, which may take one of several transitions enabled at once."""
        memory, state, records = self.start.make(), self.start.state, []
        for number, transition in enumerate(path, 1):
            made = steps(self.automaton, state, memory, transition.event)
            taken = next((one for one in made if one.transition == transition), None)
            if taken is None or taken.error:
                raise BadMemory(f"{self.machine.shown}: {SAME_KEY}")
            memory, state = taken.memory, transition.target
            records.append(Record(number, transition, taken.output, memory.show()))
        return tuple(records)


Node = TypeVar("Node", bound=Hashable)


def endless_run(
    onward: Mapping[Node, Sequence[tuple[Transition, Node]]],
) -> tuple[Node, list[Transition]] | None:
    """The first node with a run that never ends, and this run until it comes to a node again.

    `onward` has the steps from each node. None if every run ends. Nodes whose steps all lead to
    removed nodes are removed repeatedly: each of those that remain has a step to another of them.
    """
    steps_left = {node: len(steps) for node, steps in onward.items()}
    before: dict[Node, list[Node]] = {node: [] for node in onward}
    for node, taken in onward.items():
        for _, after in taken:
            before[after].append(node)
    removed = [node for node, count in steps_left.items() if count == 0]
    for node in removed:
        for earlier in before[node]:
            steps_left[earlier] -= 1
            if steps_left[earlier] == 0:
                removed.append(earlier)
    first = next((node for node, count in steps_left.items() if count), None)
    if first is None:
        return None
    run: list[Transition] = []
    node, seen = first, set[Node]()
    while node not in seen:
        seen.add(node)
        transition, node = next(one for one in onward[node] if steps_left[one[1]])
        run.append(transition)
    return first, run


def _note_unused(found: Exploration) -> None:
    """Note what was not reached: a fault, or a remark if runs of another size might reach it."""
    machine = found.machine
    sized = machine.kind.sized(found.size)
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
        (found.remarks.append if sized else found.note)(one.placed(machine.lines))


def _why_never(found: Exploration, transition: Transition) -> str:
    state = transition.source
    if state not in found.entered:
        return f"state {state} is never entered"
    guards = map(str, transition.guards)
    never = [guard for guard in guards if (transition, guard) not in found.true_guards]
    if never:
        return f"there {' and '.join(never)} {'is' if len(never) == 1 else 'are'} never true"
    return f"its guards are never true together in state {state}"
