"""What solvers and pathfinders have in common: both move disks on their only event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, replace
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

LARGE = 20  # with so many disks or more a run is a long one


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
        """The outputs of `records` alone, which the generated engine yields sooner."""
        engine = engine or self.engine or GENERATED
        if engine != GENERATED:
            return outputs(self.records(disks, state, memory, False, moves, engine))
        from hanoi_fsm.fsm.engines.generated import Engine

        return self._moves_made(Engine(self.automaton, memory), state, disks, moves)

    def _moves_made(
        self, engine: Engine, state: str, disks: int, most: int | None
    ) -> Iterator[Any]:
        limit = self.idle_limit(disks)
        too_many = None if most is None else most + 1
        expected = 1 << min(disks, LARGE)
        idle = made = 0
        with engine.stopping():
            for number, move in engine.outputs(state=state, expected=expected):
                if move is None:
                    idle += 1
                    if idle >= limit:
                        raise _looping(limit)
                    continue
                idle = 0
                made += 1
                if made == too_many:
                    raise _one_too_many(self.automaton.transitions[number].source, made - 1)
                yield move if type(move) is Move else lasting(move)

    def taken(
        self, disks: int, state: str, memory: Memory, moves: int | None = None
    ) -> Iterator[int]:
        """The number of each transition in the `records`, by the generated engine.

        After each the memory has its output. Raises as they do.
        """
        from hanoi_fsm.fsm.engines.generated import Engine

        limit, engine = self.idle_limit(disks), Engine(self.automaton, memory)
        idle = made = 0
        with engine.stopping():
            for number in engine.taken(state=state):
                if memory.output is None:
                    idle += 1
                else:
                    idle, made = 0, made + 1
                    if moves is not None and made > moves:
                        raise _one_too_many(self.automaton.transitions[number].source, moves)
                yield number
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
            counted = dict.fromkeys(transitions, 0)
            for record in self.records(disks, state, memory, False, moves, engine):
                counted[record.transition] += 1
            return counted
        from hanoi_fsm.fsm.engines.generated import LONG, Engine

        is_long = 1 << min(disks, LARGE) >= LONG
        if is_long and state == self.automaton.initial and self.is_published:
            counts = Engine(self.automaton, memory).counts(state)  # which has no limit
        else:
            counts = [0] * len(transitions)
            for number in self.taken(disks, state, memory, moves):
                counts[number] += 1
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
