"""Solvers: automata that move a tower, one disk per move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from typing import Any, ClassVar

from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.finding import Outcome, Progress, no_progress
from hanoi_fsm.fsm.machine import BOUND, Machine, Start
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Record, Row, outputs
from hanoi_fsm.hanoi import formulas, tables
from hanoi_fsm.hanoi.machines.runs import tally, until_idle
from hanoi_fsm.hanoi.pegs import (
    PAIRS,
    Configuration,
    Move,
    Task,
    parse_whole,
    whole,
)

Resume = Callable[[Configuration, int, Task], tuple[str, Memory]]
"""(configuration before a step, the step, the task) to the state and memory that make it next."""

ALL_TASKS = 6
"""Up to so many disks all six pairs of pegs are tried, beyond them only 0 -> 2."""


def tasks_up_to(disks: int) -> Iterator[Task]:
    """The tasks that a check tries, smallest towers first."""
    for tower in range(disks + 1):
        for source, target in PAIRS if tower <= ALL_TASKS else PAIRS[:1]:
            yield Task(tower, source, target)


def moves_up_to(disks: int) -> int:
    """How many moves the tasks of 0 .. `disks` disks take."""
    return sum(task.last_step for task in tasks_up_to(disks))


def parse_disks(name: str, words: Sequence[str]) -> tuple[int]:
    """The number of disks, the only operand of the solver of that `name`; `BadInput` otherwise."""
    if len(words) != 1:
        raise BadInput(f"{name} takes one number of disks, got {len(words)} words")
    return (parse_whole(words[0]),)


@dataclass(frozen=True, repr=False)
class Solver(Machine):
    """An automaton that moves disks on its only event, from one perfect tower to another.

    `memory(configuration, task)` sets it up for a whole task; `resume(configuration, step, task)`
    gives the state and the memory with which it makes `step` next, as when one shift of monks takes
    over from another. `closed` gives the counts of its transitions by a formula.
    """

    _: KW_ONLY
    resume: Resume
    closed: Callable[[int], Mapping[Transition, int]] | None = None

    kind: ClassVar[str] = "solver"
    must_end: ClassVar[bool] = True
    options: ClassVar[frozenset[str]] = frozenset({"source", "target", "start"})
    explored_size: ClassVar[int] = 5

    @property
    def vocabulary(self) -> type[Memory]:
        """The class of its memory."""
        assert isinstance(self.memory, type)  # those of solvers are
        return self.memory

    def starts_up_to(self, size: int) -> Iterator[Start]:
        """The towers of all tasks of up to `size` disks."""
        for task in tasks_up_to(size):
            yield Start(
                f"with {task}",
                self.automaton.initial,
                partial(self.memory, task.start, task),
                bound=min(BOUND, 1000 + (64 << task.disks)),
                size=task.disks,
            )

    def set_up(self, task: Task, step: int = 1) -> tuple[str, Memory]:
        """The state and the memory with which it makes `step` next.

        Raises `BadStep` for a step that the solution does not have, and `BadInput` where a drawing
        of it has renamed the state to resume in.
        """
        if whole(step) == 1:
            return self.automaton.initial, self.memory(task.start, task)
        formulas.check_step(step, task, first=1)
        state, memory = self.resume(formulas.configuration(step - 1, task), step, task)
        if state not in self.automaton.states:
            raise BadInput(f"{self.shown} has no state {state!r} to resume in: start at step 1")
        return state, memory

    def parse(self, words: Sequence[str]) -> tuple[Any, ...]:
        """The number of disks."""
        return parse_disks(self.shown, words)

    def run(self, *inputs: Any, **options: Any) -> Iterator[Record]:
        """The trace of a run; arguments are `disks`, `source`, `target`, `start` and `views`."""
        return self.solve(*inputs, **options)

    def solve(
        self, disks: int, *, source: int = 0, target: int = 2, start: int = 1, views: bool = False
    ) -> Iterator[Record]:
        """The trace of a run from the step `start` on; arguments are checked at the call."""
        from hanoi_fsm.fsm.engines import run

        task = Task(disks, source, target)
        state, memory = self.set_up(task, start)
        records = run(self.automaton, memory, state=state, views=views)
        return until_idle(records, self.idle_limit(task.disks))

    def moves(self, task: Task, start: int = 1) -> Iterator[Move]:
        """The moves from the step `start` on."""
        return outputs(self.solve(task.disks, source=task.source, target=task.target, start=start))

    def idle_limit(self, disks: int) -> int:
        """More events than this in a row without a move: the machine goes in circles."""
        return 100 * (disks + 2) * len(self.automaton.states)

    def rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        """One row per event, with the number of the step where it makes a move."""
        return tables.move_rows(records, first_step)

    def full_rows(self, records: Iterator[Record], first_step: int = 1) -> Iterator[Row]:
        """The same for programs."""
        return tables.full_move_rows(records, first_step)

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        """Compare it with the closed formula, move by move."""
        from hanoi_fsm.hanoi.checking.solver_check import conform

        return conform(self, size, progress)

    def work(self, size: int) -> int:
        """The moves that are compared."""
        return moves_up_to(size)

    def covered(self, size: int) -> str:
        """The towers."""
        return f"0 .. {size} disks"

    def counts(self, size: int, **options: Any) -> dict[Transition, int]:
        """How often each transition is taken in one run of `size` disks."""
        return tally(self, self.solve(size, **options))

    def closed_counts(self, size: int) -> Mapping[Transition, int]:
        """How often each transition must be taken by the closed formula of the published automaton.

        A diagram that bears its title is held to it, as far as their transitions are the same; one
        with a name of its own is not.
        """
        if self.closed is None or self.automaton.name != self.automaton.memory:
            return {}
        rows = set(self.automaton.transitions)
        return {row: count for row, count in self.closed(size).items() if row in rows}
