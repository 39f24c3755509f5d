"""What solvers and pathfinders have in common: both move disks on their only event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass
from operator import attrgetter
from sys import maxsize
from typing import Any, ClassVar, TypeVar

from hanoi_fsm.fsm import engines
from hanoi_fsm.fsm.errors import MachineStopped, counted
from hanoi_fsm.fsm.machine import Kind, Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import GENERATED, Record, Row, Run, Views
from hanoi_fsm.fsm.values import lasting
from hanoi_fsm.hanoi.pegs import Move

Event = TypeVar("Event")


OfDisks = TypeVar("OfDisks", bound="DiskMachine")


class DiskKind(Kind[OfDisks]):
    """What solvers and pathfinders have in common: a size is a number of disks."""

    must_end: ClassVar[bool] = True
    fixed_alphabet: ClassVar[bool] = True
    may_be_partial: ClassVar[str] = ""
    explored_size: ClassVar[int] = 5

    def sized(self, size: int) -> str:
        return counted(size, "disk")

    def rows(
        self, records: Iterator[Record], first_step: int = 1, *, full: bool = False
    ) -> Iterator[Row]:
        """One row per event, with the number of the step where it makes a move."""
        for step, record in _with_steps(records, first_step):
            if full:
                yield {
                    "number": record.number,
                    "step": step,
                    "state": record.state,
                    "event": record.event,
                    "guards": record.answers,
                    "action": record.action,
                    "next": record.next_state,
                    "move": None if record.output is None else record.output._asdict(),
                    "pegs": record.view,
                }
            else:
                yield {
                    "step": step,
                    "state": record.state,
                    "guards": record.transition.label.condition or None,
                    "action": record.action,
                    "move": record.output,
                    "pegs": record.view,
                }


@dataclass(frozen=True, repr=False)
class DiskMachine(Machine):
    """An automaton that moves disks on its only event until it reaches a final state.

    `asks_for` says in words of `comparing.KNOWLEDGE` what its guards and actions look at, and
    `can_answer` in words of `comparing.QUESTIONS` which questions they answer.
    """

    _: KW_ONLY
    asks_for: tuple[str, ...] = ()
    can_answer: tuple[str, ...] = ()

    of_kind: ClassVar[type[Kind[Any]]] = DiskKind

    def idle_limit(self, disks: int) -> int:
        """After this many events in a row without a move the run is assumed to loop."""
        return 100 * (disks + 2) * len(self.automaton.states)

    def records(
        self,
        disks: int,
        state: str,
        memory: Memory,
        views: Views,
        moves: int | None = None,
        engine: str | None = None,
    ) -> Run:
        """The trace from a state on, up to a number of `moves`.

        Raises `MachineStopped` where the run is assumed to loop.
        """
        engine = engine or self.engine
        trace = engines.run(self.automaton, memory, state=state, views=views, engine=engine)
        return Run(memory, self._bounded(trace, attrgetter("state"), memory, disks, moves))

    def moves_made(
        self,
        disks: int,
        state: str,
        memory: Memory,
        moves: int | None = None,
        engine: str | None = None,
    ) -> Iterator[Any]:
        """The outputs of `records` alone, which the generated engine yields sooner."""
        engine = engine or self.engine or GENERATED
        if engine != GENERATED:
            records = self.records(disks, state, memory, False, moves, engine)
            return (record.output for record in records if record.output is not None)
        taken = engines.taken(self.automaton, memory, state=state)
        return self._moves(taken, memory, self.idle_limit(disks), moves)

    def _moves(
        self, taken: Iterator[int], memory: Memory, limit: int, most: int | None
    ) -> Iterator[Any]:
        """The moves in the run of a memory, up to its limits."""
        idle, left = 0, maxsize if most is None else most
        for number in taken:
            if (output := memory.output) is None:
                idle += 1
                if idle == limit:
                    raise _looping(limit)
                continue
            if not left:
                raise _one_too_many(self.automaton.transitions[number].source, most)
            left -= 1
            idle = 0
            yield output if type(output) is Move else lasting(output)

    def taken(
        self, disks: int, state: str, memory: Memory, moves: int | None = None
    ) -> Iterator[int]:
        """The number of each transition in the `records`, by the generated engine.

        After each the memory has its output. Raises as they do.
        """
        taken = engines.taken(self.automaton, memory, state=state)
        transitions = self.automaton.transitions
        return self._bounded(taken, lambda one: transitions[one].source, memory, disks, moves)

    def _bounded(
        self,
        events: Iterator[Event],
        source: Callable[[Event], str],
        memory: Memory,
        disks: int,
        moves: int | None,
    ) -> Iterator[Event]:
        """The events in the run of a memory, up to its limits.

        Raises `MachineStopped` where it is assumed to loop, and before an event that makes one more
        than `moves`. `source` gives the state in which an event occurs.
        """
        limit, most = self.idle_limit(disks), maxsize if moves is None else moves
        idle = made = 0
        for event in events:
            if memory.output is None:
                idle += 1
            else:
                if made == most:
                    raise _one_too_many(source(event), most)
                idle = 0
                made += 1
            yield event
            if idle >= limit:
                raise _looping(limit)

    def counts_of_run(
        self,
        disks: int,
        state: str,
        memory: Memory,
        moves: int | None = None,
        engine: str | None = None,
    ) -> dict[Transition, int]:
        """How often each transition is in the `records`, 0 for those that are not.

        Raises as they do.
        """
        engine, transitions = engine or self.engine or GENERATED, self.automaton.transitions
        if engine != GENERATED:
            records = self.records(disks, state, memory, False, moves, engine)
            found = Counter(record.transition for record in records)
            return {one: found[one] for one in transitions}
        numbers = Counter(self.taken(disks, state, memory, moves))
        return {one: numbers[number] for number, one in enumerate(transitions)}


def _one_too_many(state: str, moves: int | None) -> MachineStopped:
    where = f"in state {state!r}"
    return MachineStopped(f"{where} one more move than the {moves} that are enough")


def _looping(limit: int) -> MachineStopped:
    return MachineStopped(f"no move in {limit} events: the run is assumed to loop")


def _with_steps(trace: Iterable[Record], step: int) -> Iterator[tuple[int | None, Record]]:
    """Each record with the number of its step, None where it makes no move."""
    for record in trace:
        if record.output is None:
            yield None, record
        else:
            yield step, record
            step += 1
