"""What solvers and pathfinders have in common: both move disks on their only event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import KW_ONLY, dataclass, replace
from itertools import chain, repeat
from operator import attrgetter
from sys import maxsize
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import MachineStopped, counted
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.start import Run
from hanoi_fsm.fsm.trace import GENERATED, Record, Row, Views, outputs
from hanoi_fsm.fsm.values import lasting
from hanoi_fsm.hanoi.pegs import Move

if TYPE_CHECKING:
    from hanoi_fsm.fsm.engines.generated import Engine

Event = TypeVar("Event")
LARGE = 18
"""From this number of disks on, blocks save more time than it takes to make their function."""


@dataclass(frozen=True, repr=False)
class DiskMachine(Machine):
    """An automaton that moves disks on its only event until it reaches a final state.

    `asks_for` says in words of `answering.KNOWLEDGE` what its guards and actions look at.
    """

    _: KW_ONLY
    asks_for: tuple[str, ...] = ()

    must_end: ClassVar[bool] = True
    fixed_alphabet: ClassVar[bool] = True
    may_be_partial: ClassVar[str] = ""
    explored_size: ClassVar[int] = 5

    def idle_limit(self, disks: int) -> int:
        """After this many events in a row without a move the run is assumed to loop."""
        return 100 * (disks + 2) * len(self.automaton.states)

    def sized(self, size: int) -> str:
        return counted(size, "disk")

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
        trace = run(self.automaton, memory, state=state, views=views, engine=engine or self.engine)
        events = ((one, one) for one in trace)
        limits = self._limits(disks, moves)
        return Run(memory, _bounded(events, attrgetter("state"), nullcontext(), *limits))

    def moves_made(
        self,
        disks: int,
        state: str,
        memory: Memory,
        moves: int | None = None,
        engine: str | None = None,
    ) -> Iterator[Any]:
        """The outputs of `records` alone, which the generated engine yields sooner.

        Meanwhile the memory may be ahead of the move yielded, but never past the last of `moves`.
        """
        engine = engine or self.engine or GENERATED
        if engine != GENERATED:
            return outputs(self.records(disks, state, memory, False, moves, engine))
        from hanoi_fsm.fsm.engines.generated import Engine

        memory.state = state
        # A generator around them would take as long as a tenth of all that the machine does.
        return chain.from_iterable(self._parts(Engine(self.automaton, memory), disks, moves))

    def _parts(self, engine: Engine, disks: int, moves: int | None) -> Iterator[Iterable[Any]]:
        """Lists of moves as long as many are expected, then an iterator of the others."""
        limit, most = self._limits(disks, moves)
        idle, made, before = 0, 0, -1
        with engine.stopping():
            while disks >= LARGE and made > before:
                before = made
                for outputs in engine.blocks(most - made):
                    found, idle = _without_idle(outputs, idle, limit)
                    made += len(found)
                    yield found
                    if idle >= limit:
                        raise _looping(limit)
        memory = engine.memory
        yield (
            move if type(move) is Move else lasting(move)
            for _ in self._taken(engine, limit, most, idle, made)
            if (move := memory.output) is not None
        )

    def taken(
        self, disks: int, state: str, memory: Memory, moves: int | None = None
    ) -> Iterator[int]:
        """The number of each transition in the `records`, by the generated engine.

        After each the memory has its output. Raises as they do.
        """
        from hanoi_fsm.fsm.engines.generated import Engine

        memory.state = state
        return self._taken(Engine(self.automaton, memory), *self._limits(disks, moves))

    def _taken(self, engine: Engine, *limits: int) -> Iterator[int]:
        """The transitions taken from the state of the memory on, by number, up to the limits."""
        memory, transitions = engine.memory, self.automaton.transitions
        events = zip(engine.taken(state=memory.state), repeat(memory))
        return _bounded(events, lambda one: transitions[one].source, engine.stopping(), *limits)

    def _limits(self, disks: int, moves: int | None) -> tuple[int, int]:
        """The most events in a row without a move, and the most moves."""
        return self.idle_limit(disks), maxsize if moves is None else moves

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
        from hanoi_fsm.fsm.engines.generated import Engine

        if disks >= LARGE and state == self.automaton.initial and self.is_published:
            counts = Engine(self.automaton, memory).counts(state)  # which has no limits
        else:
            numbers = Counter(self.taken(disks, state, memory, moves))
            counts = [numbers[one] for one in range(len(transitions))]
        return dict(zip(transitions, counts, strict=True))

    @property
    def is_published(self) -> bool:
        """Whether it is a machine of this package as it is, which ends in any run."""
        from hanoi_fsm.hanoi import automata

        if self.name not in automata.names():
            return False
        return replace(self, engine=None) == automata.get(self.name)

    def rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        """One row per event, with the number of the step where it makes a move."""
        for step, record in _with_steps(records, first_step):
            yield {
                "step": step,
                "state": record.state,
                "guards": " & ".join(map(str, record.transition.guards)) or None,
                "action": record.action,
                "move": record.output,
                "pegs": record.view,
            }

    def full_rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        for step, record in _with_steps(records, first_step):
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


def _bounded(
    events: Iterable[tuple[Event, Record | Memory]],
    source: Callable[[Event], str],
    stopping: AbstractContextManager[None],
    limit: int,
    most: int,
    idle: int = 0,
    made: int = 0,
) -> Iterator[Event]:
    """The events, each of which is given with what has its output.

    Raises `MachineStopped` after `limit` events in a row without a move, `idle` of which precede,
    and before an event that makes one more than `most` moves, `made` of which precede. `source`
    gives the state in which an event occurs.
    """
    with stopping:
        for event, its in events:
            if its.output is None:
                idle += 1
            else:
                if made == most:
                    raise _one_too_many(source(event), most)
                idle = 0
                made += 1
            yield event
            if idle >= limit:
                raise _looping(limit)


def _without_idle(outputs: list[Any], idle: int, limit: int) -> tuple[list[Any], int]:
    """The outputs that are moves, and the number of idle events in a row at the end.

    `idle` such events precede the outputs. Those after `limit` idle events in a row are ignored.
    """
    if {*map(type, outputs)} == {Move}:
        return outputs, 0
    made = []
    for output in outputs:
        if output is not None:
            made.append(output)
            idle = 0
        elif (idle := idle + 1) >= limit:
            break
    return made, idle


def _one_too_many(state: str, moves: int) -> MachineStopped:
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
