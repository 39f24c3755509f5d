"""Every reachable (state, memory) of an automaton, visited breadth first.

Asked of each: is it complete (some transition is enabled), is it consistent (never two), can its
action be carried out, does the run go on to an end? And in the end: was every state entered and
every transition taken? These are the questions of automata programming, asked on real data. All
that is needed of a memory is its guards, its actions, `copy` and `key`: nothing here knows the
puzzle.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.report import Told, nobody
from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Record

BOUND = 200_000
"""More different memories than this, from one start, are taken for a memory that only grows."""


class Start(NamedTuple):
    """One beginning: what it is in words, and the memory as it is then."""

    name: str
    memory: Memory
    bound: int = BOUND


class Fault(NamedTuple):
    """One thing that is wrong, where it is, and the shortest way to it."""

    kind: str
    text: str
    about: Transition | str
    start: str = ""
    way: tuple[Record, ...] = ()

    def __str__(self) -> str:
        return f"{self.start}: {self.text}" if self.start else self.text


KINDS = ("complete", "consistent", "possible", "ends", "used")
"""What is asked; `possible` is that every action taken can be carried out."""


@dataclass
class Exploration:
    """What was found: how many (state, memory) pairs, and the first fault of each kind."""

    automaton: Automaton
    visited: int = 0
    entered: set[str] = field(default_factory=set)
    taken: set[Transition] = field(default_factory=set)
    faults: dict[tuple[str, object], Fault] = field(default_factory=dict)
    true_guards: set[tuple[Transition, str]] = field(default_factory=set)

    def found(self, kind: str) -> list[Fault]:
        """The faults of one kind."""
        return [fault for fault in self.faults.values() if fault.kind == kind]

    @property
    def sound(self) -> bool:
        """Whether there is no fault at all."""
        return not self.faults

    def note(self, fault: Fault) -> None:
        """Keep a fault, unless one of its kind is known of the same transition or state."""
        self.faults.setdefault((fault.kind, fault.about), fault)


class _Visit(NamedTuple):
    """A (state, memory) pair that is to be looked at; `way` leads back to the start."""

    state: str
    memory: Memory
    way: _Way | None


class _Way(NamedTuple):
    """The last event on the way to a visit, and the visit before it."""

    before: _Way | None
    record: Record


def explore(
    automaton: Automaton, starts: Iterable[Start], *, partial: bool = False, told: Told = nobody
) -> Exploration:
    """Visit all that can be reached from the `starts`.

    With `partial` a state may refuse an event: that is one of a reader's answers. `told` hears of
    the pairs visited so far.
    """
    found = Exploration(automaton)
    for start in starts:
        _explore_from(found, start, partial)
        told(found.visited)
    _note_unused(found)
    return found


def _explore_from(found: Exploration, start: Start, partial: bool) -> None:
    automaton = found.automaton
    ends = automaton.final if len(automaton.events) == 1 else frozenset()
    numbers: dict[Hashable, int] = {(automaton.initial, start.memory.key()): 0}
    onward: list[list[int]] = []
    queue = deque([_Visit(automaton.initial, start.memory, None)])
    while queue:
        visit = queue.popleft()
        found.visited += 1
        found.entered.add(visit.state)
        onward.append([])
        for after in _after(found, start, visit, partial) if visit.state not in ends else ():
            key = after.state, after.memory.key()
            if key not in numbers:
                if len(numbers) >= start.bound:
                    _note_growth(found, start, visit)
                    return
                numbers[key] = len(numbers)
                queue.append(after)
            elif len(automaton.events) == 1 and _leads_back(onward, numbers[key]):
                _note_repeat(found, start, after)
            onward[-1].append(numbers[key])


def _leads_back(onward: list[list[int]], start: int) -> bool:
    """Whether the visit that is made now can be reached from an earlier one."""
    now = len(onward) - 1
    seen, stack = {start}, [start]
    while stack:
        here = stack.pop()
        if here == now:
            return True
        fresh = [there for there in onward[here] if there not in seen] if here < now else []
        seen.update(fresh)
        stack.extend(fresh)
    return False


def _after(found: Exploration, start: Start, visit: _Visit, partial: bool) -> Iterator[_Visit]:
    for event in found.automaton.events:
        rows = _enabled(found, visit, event)
        if not rows and not partial:
            _note_stop(found, start, visit, event)
        if len(rows) > 1:
            _note_clash(found, start, visit, rows)
        for row in rows:
            after = _taken(found, start, visit, row, last=row is rows[-1])
            if after is not None:
                yield after


def _enabled(found: Exploration, visit: _Visit, event: str) -> list[Transition]:
    """The enabled transitions; what each guard answered is noted for those that never are."""
    rows = []
    for row in found.automaton.rows_for(visit.state, event):
        fits = True
        for guard in row.guards:
            if getattr(visit.memory, guard.name)() is guard.answer:
                found.true_guards.add((row, str(guard)))
            else:
                fits = False
        if fits:
            rows.append(row)
    return rows


def _taken(
    found: Exploration, start: Start, visit: _Visit, row: Transition, last: bool
) -> _Visit | None:
    """The visit that a transition leads to; the last one takes the memory, others a copy."""
    several = len(found.automaton.events) > 1
    memory = visit.memory.copy() if several or not last else visit.memory
    memory.output = None
    found.taken.add(row)
    number = visit.way.record.number + 1 if visit.way else 1
    try:
        if row.action:
            getattr(memory, row.action)()
    except Exception as error:  # whatever somebody's memory raises is a fault of it
        text = str(error) if isinstance(error, HanoiError) else f"{type(error).__name__}: {error}"
        found.note(Fault("possible", f"in `{row}`: {text}", row, start.name, way_to(visit.way)))
        return None
    record = Record(number, row, memory.output, memory.show())
    return _Visit(row.target, memory, _Way(visit.way, record))


def way_to(way: _Way | None) -> tuple[Record, ...]:
    """The records from the start on."""
    records = []
    while way is not None:
        records.append(way.record)
        way = way.before
    return tuple(reversed(records))


def _note_stop(found: Exploration, start: Start, visit: _Visit, event: str) -> None:
    rows = found.automaton.rows_for(visit.state, event)
    asked = dict.fromkeys(guard.name for row in rows for guard in row.guards)
    answers = [f"{name} is {str(getattr(visit.memory, name)()).lower()}" for name in asked]
    why = f"no guard fits ({', '.join(answers)})" if rows else "no transition starts there"
    text = f"in state {visit.state} with event {event}: {why}"
    found.note(Fault("complete", text, visit.state, start.name, way_to(visit.way)))


def _note_clash(found: Exploration, start: Start, visit: _Visit, rows: list[Transition]) -> None:
    both = " and ".join(f"`{row}`" for row in rows[:2])
    text = f"in state {visit.state} {len(rows)} transitions are enabled at once: {both}"
    found.note(Fault("consistent", text, rows[1], start.name, way_to(visit.way)))


def _note_repeat(found: Exploration, start: Start, visit: _Visit) -> None:
    text = f"it never ends: state {visit.state} comes again with the same memory"
    found.note(Fault("ends", text, visit.state, start.name, way_to(visit.way)))


def _note_growth(found: Exploration, start: Start, visit: _Visit) -> None:
    text = (
        f"it never ends: after {start.bound} different memories in state {visit.state} there "
        "is still a new one"
    )
    found.note(Fault("ends", text, visit.state, start.name, way_to(visit.way)[:20]))


def _note_unused(found: Exploration) -> None:
    automaton = found.automaton
    for state in automaton.states:
        if state not in found.entered:
            found.note(Fault("used", f"state {state} is never entered", state))
    for row in automaton.transitions:
        if row not in found.taken:
            found.note(Fault("used", f"`{row}` is never taken: {_why_never(found, row)}", row))


def _why_never(found: Exploration, row: Transition) -> str:
    if row.source not in found.entered:
        return f"state {row.source} is never entered"
    never = [str(guard) for guard in row.guards if (row, str(guard)) not in found.true_guards]
    if never:
        return f"there {' and '.join(never)} {'is' if len(never) == 1 else 'are'} never true"
    return f"its guards are never true together in state {row.source}"
