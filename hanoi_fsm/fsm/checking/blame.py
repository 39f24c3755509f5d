"""Blame: which parts of a definition a failed check points at, the nearest first.

A run is decided by the transitions that leave its states. An edit that touches none of them leaves
the run as it is, and its fault too; so only the transitions on the failing run are suspected, the
last ones first.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.changes import Changes
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.start import Start
from hanoi_fsm.fsm.stepping import GuardFailed, enabled, take

MOST_EVENTS = 20_000
"""The most events of a run without a recorded path that are repeated to see where it went."""
ANY, END = "", " "  # in place of an event: every event of the state, the end of the run there


class Blame(ABC):
    """What is suspected after a failed check of an `automaton`."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton

    @abstractmethod
    def distance(self, changes: Changes) -> int | None:
        """How far from the fault the changes are, from 0 on; None if they cannot undo it."""

    @abstractmethod
    def suspects(self) -> Sequence[str]:
        """The states whose transitions may have to change, the nearest to the fault first."""

    def touched(self, changes: Changes) -> Iterator[Transition]:
        """The transitions before and after the changes."""
        yield from (self.automaton.transitions[at] for at in changes.replaced)
        yield from changes.new


class EverythingBlamed(Blame):
    """Nothing is known: every place is as near as any other."""

    def distance(self, changes: Changes) -> int | None:
        return 0

    def suspects(self) -> Sequence[str]:
        ends = (end for one in self.automaton.transitions for end in (one.source, one.target))
        return tuple(dict.fromkeys([*self.automaton.states, *ends]))


class MarksBlamed(EverythingBlamed):
    """No state, or one that does not exist, is marked as initial, or none as final."""

    def distance(self, changes: Changes) -> int | None:
        states, initial = self.automaton.states, self.automaton.initial
        if initial in states:
            return 0 if changes.marks else None
        named = [*changes.renamed.values(), *(one.source for one in changes.new)]
        return 0 if changes.initial is not None or initial in named else None


class TransitionBlamed(EverythingBlamed):
    """A transition is faulty in itself, or beside another that leaves the same state."""

    def __init__(self, automaton: Automaton, about: Transition) -> None:
        super().__init__(automaton)
        self.about = about
        ends = {about.source, about.target}
        self.unknown = ends.difference(automaton.states)

    def distance(self, changes: Changes) -> int | None:
        same = (self.about.source, self.about.event)
        old = [self.automaton.transitions[at] for at in changes.replaced]
        if self.about in old:
            return 0
        if any((one.source, one.event) == same for one in old):
            return 1
        named = {*changes.renamed.values(), *(one.source for one in changes.new)}
        return 2 if named & self.unknown else None


class StatesBlamed(EverythingBlamed):
    """States that cannot be reached, or from which no final state can be."""

    def __init__(self, automaton: Automaton, states: Sequence[str]) -> None:
        super().__init__(automaton)
        self.states = {state: rank for rank, state in reversed(list(enumerate(states)))}

    def distance(self, changes: Changes) -> int | None:
        named = [changes.initial, *changes.marks, *changes.removed]
        named += [*changes.renamed, *changes.renamed.values()]
        named += [end for one in self.touched(changes) for end in (one.source, one.target)]
        near = (self.states[state] for state in named if state in self.states)
        return min(near, default=None)


class RunBlamed(Blame):
    """A run went wrong: the states and events on it, the last ones first."""

    def __init__(self, automaton: Automaton, path: Sequence[tuple[str, str]]) -> None:
        super().__init__(automaton)
        self.places: dict[tuple[str, str], int] = {}
        for distance, (state, event) in enumerate(path):
            self.places.setdefault((state, event), distance)
            self.places.setdefault((state, END), distance)
        self.open = {state for state, event in path if event == ANY}

    def distance(self, changes: Changes) -> int | None:
        if changes.initial is not None or changes.renamed:
            return len(self.places)
        near = [self._distance_of(one) for one in self.touched(changes)]
        near += [self.places.get((state, END)) for state in changes.marks]
        return min((one for one in near if one is not None), default=None)

    def _distance_of(self, one: Transition) -> int | None:
        event = ANY if one.source in self.open else one.event
        return self.places.get((one.source, event))

    def suspects(self) -> Sequence[str]:
        return tuple(dict.fromkeys(state for state, _ in self.places))


def blame(machine: Machine, findings: Sequence[Finding], size: int) -> Blame:
    """What the `findings` of a failed check point at, above all the first of them."""
    first, automaton = findings[0], machine.automaton
    if first.kind == "definition":
        return _blame_of_fault(automaton, findings)
    meant = (machine.reference or automaton).events
    unknown = next((one for one in automaton.transitions if one.event not in meant), None)
    if unknown is not None:
        return TransitionBlamed(automaton, unknown)
    path = list(_path(machine, first, size))
    return RunBlamed(automaton, path[::-1]) if path else EverythingBlamed(automaton)


def _blame_of_fault(automaton: Automaton, findings: Sequence[Finding]) -> Blame:
    about = findings[0].about
    if automaton.initial not in automaton.states:
        return MarksBlamed(automaton)
    if isinstance(about, Transition):
        return TransitionBlamed(automaton, about)
    if about is None:
        return EverythingBlamed(automaton) if automaton.final else MarksBlamed(automaton)
    states = [one.about for one in findings if isinstance(one.about, str)]
    return StatesBlamed(automaton, states)


def _path(machine: Machine, finding: Finding, size: int) -> Iterator[tuple[str, str]]:
    """The states and events of the failing run; the last is what the finding is about."""
    starts = machine.starts_up_to(max(size, machine.explored_size))
    start = next((one for one in starts if one.name and finding.context.endswith(one.name)), None)
    if finding.kind == "used":
        return
    if finding.path:
        yield from ((record.state, record.event) for record in finding.path)
        last = finding.path[-1]
        ended = finding.kind == "output" and finding.about == last.transition
        yield last.next_state, END if ended else ANY
    elif finding.kind == "output" and start and machine.autonomous:
        yield from _repeated(machine, start, finding.step or 0)
    if isinstance(finding.about, Transition):
        yield finding.about.source, finding.about.event if finding.path else ANY
    elif finding.about is not None:
        yield finding.about, ANY


def _repeated(machine: Machine, start: Start, steps: int) -> Iterator[tuple[str, str]]:
    """The run of a machine that needs no events, until it has made one move more than `steps`."""
    automaton, event = machine.automaton, machine.alphabet[0]
    state, memory, moves = start.state, start.make(), 0
    for _ in range(MOST_EVENTS):
        if state in automaton.final or moves > steps:
            break
        try:
            found = enabled(automaton, state, memory, event)
        except GuardFailed:
            break
        yield state, event
        if len(found) != 1 or (step := take(found[0], memory)).error:
            break
        state = found[0].target
        moves += step.output is not None
    yield state, ANY
