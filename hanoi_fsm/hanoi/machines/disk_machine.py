"""What solvers and pathfinders have in common: both move disks on their only event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, replace
from itertools import chain
from sys import maxsize
from typing import TYPE_CHECKING, Any, ClassVar

from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import MachineStopped, counted
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import GENERATED, Record, Row, Views, outputs
from hanoi_fsm.fsm.values import lasting
from hanoi_fsm.hanoi.pegs import Move

if TYPE_CHECKING:
    from hanoi_fsm.fsm.engines.generated import Engine

LARGE = 18
"""With so many disks or more a run takes less time in blocks, though a function has to be made."""


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
    ) -> Iterator[Record]:
        """The trace from a state on, up to a number of `moves`.

        Raises `MachineStopped` where the run is assumed to loop.
        """
        trace = run(self.automaton, memory, state=state, views=views, engine=engine or self.engine)
        return _until_idle(trace, self.idle_limit(disks), moves)

    def moves_made(
        self,
        disks: int,
        state: str,
        memory: Memory,
        moves: int | None = None,
        engine: str | None = None,
    ) -> Iterator[Any]:
        """The outputs of `records` alone, which the generated engine yields sooner.

        Meanwhile the memory may be further on, but not further than after so many `moves`.
        """
        engine = engine or self.engine or GENERATED
        if engine != GENERATED:
            return outputs(self.records(disks, state, memory, False, moves, engine))
        from hanoi_fsm.fsm.engines.generated import Engine

        memory.state = state
        # A generator around them would take as long as a tenth of all that the machine does.
        return chain.from_iterable(self._parts(Engine(self.automaton, memory), disks, moves))

    def _parts(self, engine: Engine, disks: int, moves: int | None) -> Iterator[Iterable[Any]]:
        """Moves in lists as long as many are expected, and an iterator of the others."""
        limit, most = self.idle_limit(disks), _most(moves)
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
        yield self._one_by_one(engine, limit, most, idle, made)

    def _one_by_one(self, engine: Engine, *given: int) -> Iterator[Any]:
        memory = engine.memory
        for _ in self._taken(engine, *given):
            if (move := memory.output) is not None:
                yield move if type(move) is Move else lasting(move)

    def _taken(
        self, engine: Engine, limit: int, most: int, idle: int = 0, made: int = 0
    ) -> Iterator[int]:
        """The transitions taken from the state of the memory on, by number.

        Raises where after so many moves `made` there are more than the `most`, or so many events
        in a row as the `limit` says are `idle`.
        """
        memory = engine.memory
        with engine.stopping():
            for number in engine.taken(state=memory.state):
                if memory.output is None:
                    idle += 1
                else:
                    if made == most:
                        raise _one_too_many(self.automaton.transitions[number].source, most)
                    idle = 0
                    made += 1
                yield number
                if idle >= limit:
                    raise _looping(limit)

    def taken(
        self, disks: int, state: str, memory: Memory, moves: int | None = None
    ) -> Iterator[int]:
        """The number of each transition in the `records`, by the generated engine.

        After each the memory has its output. Raises as they do.
        """
        from hanoi_fsm.fsm.engines.generated import Engine

        memory.state = state
        return self._taken(Engine(self.automaton, memory), self.idle_limit(disks), _most(moves))

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
            counts = dict.fromkeys(transitions, 0)
            for record in self.records(disks, state, memory, False, moves, engine):
                counts[record.transition] += 1
            return counts
        from hanoi_fsm.fsm.engines.generated import Engine

        fast = Engine(self.automaton, memory)
        if disks >= LARGE and state == self.automaton.initial and self.is_published:
            found = fast.counts(state)  # which does not look for an end
        else:
            memory.state = state
            found = [0] * len(transitions)
            for number in self._taken(fast, self.idle_limit(disks), _most(moves)):
                found[number] += 1
        return dict(zip(transitions, found, strict=True))

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


def _until_idle(trace: Iterable[Record], limit: int, moves: int | None) -> Iterator[Record]:
    idle = made = 0
    for record in trace:
        if record.output is None:
            idle += 1
        else:
            idle, made = 0, made + 1
            if moves is not None and made > moves:
                raise _one_too_many(record.state, moves)
        yield record
        if idle >= limit:
            raise _looping(limit)


def _most(moves: int | None) -> int:
    return maxsize if moves is None else moves


def _without_idle(outputs: list[Any], idle: int, limit: int) -> tuple[list[Any], int]:
    """The outputs that are moves, after so many `idle` events, and how many are idle at the end.

    Nothing counts that comes after too many idle events in a row.
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
