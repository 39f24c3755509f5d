"""Solvers: automata that move a tower, one disk per move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from hanoi_fsm.fsm.errors import BadInput, counted
from hanoi_fsm.fsm.finding import Outcome, Progress, Proof
from hanoi_fsm.fsm.machine import BOUND, Kind, Start
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Run, Views
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadDisks, NotProved
from hanoi_fsm.hanoi.machines.disk_machine import DiskKind, DiskMachine
from hanoi_fsm.hanoi.pegs import PAIRS, Configuration, Move, Task, parse_whole, whole
from hanoi_fsm.hanoi.rooms import door

if TYPE_CHECKING:
    from hanoi_fsm.fsm.codegen.c import Parts

Resume = Callable[[Configuration, int, Task], tuple[str, Memory]]
"""(configuration before a step, the step, the task) to the state and memory that make it next."""

LARGE = 18
"""From this number of disks on, a proof takes less time to count than a run."""
ALL_TASKS = 6
"""Up to this many disks all six pairs of pegs are tried, beyond that only 0 -> 2."""
MOST_DISKS_COUNTED = 40
"""The most disks of a run that is made in order to count: more would take years."""


def tasks_of(towers: Iterable[int], pairs: Sequence[tuple[int, int]] = PAIRS) -> Iterator[Task]:
    """The tasks that a check tries for these numbers of disks."""
    for disks in towers:
        for source, target in pairs if disks <= ALL_TASKS else pairs[:1]:
            yield Task(disks, source, target)


def moves_up_to(disks: int) -> int:
    """How many moves the tasks of 0 .. `disks` disks take."""
    return sum(task.last_step for task in tasks_of(range(disks + 1)))


def parse_disks(name: str, words: Sequence[str]) -> tuple[int]:
    """The number of disks, the only operand of the solver of that `name`; `BadInput` otherwise."""
    if len(words) != 1:
        given = f"got {len(words)} words: name another machine by --by"
        raise BadInput(f"{name} takes one number of disks, {given}")
    return (parse_whole(words[0]),)


class SolverKind(DiskKind["Solver"]):
    """Solvers: what is right is the closed formula, and a proof may say what happens."""

    name: ClassVar[str] = "solver"
    options: ClassVar[frozenset[str]] = frozenset({"source", "target", "start"})

    def starts(self, size: int) -> Iterator[Start]:
        machine = self.machine
        for task in tasks_of(range(size + 1)):
            yield Start(
                f"with {task}",
                machine.automaton.initial,
                partial(machine.memory, task.start, task),
                bound=min(BOUND, 1000 + (64 << task.disks)),
                size=task.disks,
            )

    def parse(self, words: Sequence[str]) -> tuple[Any, ...]:
        return parse_disks(self.machine.shown, words)

    def in_c(self) -> Parts:
        from hanoi_fsm.hanoi import c

        return c.of_solver(self.machine.memory) or super().in_c()

    def conform(self, size: int, progress: Progress) -> Outcome:
        outcome: Outcome = door("check a solver")(self.machine, size, progress)
        return outcome

    def prove(self, progress: Progress) -> Proof:
        proof: Proof = door("decide")(door("prove a solver"), self.machine, progress)
        return proof

    def work(self, size: int) -> int:
        return moves_up_to(size)

    def covered(self, size: int) -> str:
        return f"0 .. {size} disks"

    def counts(
        self,
        size: int,
        *,
        source: int = 0,
        target: int = 2,
        start: int = 1,
        engine: str | None = None,
        **options: Any,
    ) -> dict[Transition, int]:
        """How often each transition is taken from the step `start` on, 0 for those that are not.

        A whole run of many disks is not made, where the proof of the machine says what it does.
        Raises `BadDisks` for more than `MOST_DISKS_COUNTED` where there is no proof.
        """
        machine, task = self.machine, Task(size, source, target)
        if size >= LARGE and start == 1 and (engine or machine.engine) is None:
            try:
                proved: dict[Transition, int] = door("count by proof")(machine, task)
                return proved
            except NotProved as error:
                if size > MOST_DISKS_COUNTED:
                    most = f"expected at most {MOST_DISKS_COUNTED} for a run"
                    raise BadDisks(f"invalid number of disks {size}: {most}, as {error}") from None
        state, memory = machine.set_up(task, start)
        left = task.last_step - start + 1
        return machine.counts_of_run(task.disks, state, memory, left, engine)

    def counted_over(self, size: int) -> str:
        return f"in a run with {counted(size, 'disk')}"

    def closed_counts(self, size: int) -> Mapping[Transition, int]:
        """How often each transition must be taken by the closed formula of the published automaton.

        This holds for a diagram with the same title, as far as their transitions are the same, and
        not for one with a name of its own.
        """
        machine = self.machine
        if machine.closed is None or machine.automaton.name != machine.automaton.memory:
            return {}
        counts = dict(zip(machine.published.transitions, machine.closed(size), strict=True))
        return {one: counts[one] for one in machine.automaton.transitions if one in counts}

    def counts_without_run(self) -> Callable[[int], Mapping[Transition, int]]:
        if self.closed_counts(0).keys() == set(self.machine.automaton.transitions):
            return self.closed_counts
        found: Callable[[int], Mapping[Transition, int]]
        found = door("count any number by proof")(self.machine)
        return found


@dataclass(frozen=True, repr=False)
class Solver(DiskMachine):
    """A machine that moves the disks from one perfect tower to another.

    `memory(configuration, task)` sets it up for a whole task; `resume(configuration, step, task)`
    gives the state and the memory with which it makes `step` next, as when one shift of monks takes
    over from another. `closed(disks)` gives the counts of its transitions, in their order, by a
    formula.
    """

    _: KW_ONLY
    resume: Resume
    closed: Callable[[int], Sequence[int]] | None = None
    can_answer: tuple[str, ...] = ("any-step",)

    of_kind: ClassVar[type[Kind[Any]]] = SolverKind

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

    def solve(
        self,
        disks: int,
        *,
        source: int = 0,
        target: int = 2,
        start: int = 1,
        views: Views = False,
        engine: str | None = None,
    ) -> Run:
        """The trace of a run from the step `start` on; arguments are checked at the call."""
        task = Task(disks, source, target)
        state, memory = self.set_up(task, start)
        left = task.last_step - start + 1
        return self.records(task.disks, state, memory, views, left, engine)

    run = solve

    def moves(self, task: Task, start: int = 1, engine: str | None = None) -> Iterator[Move]:
        """Its moves from the step `start` on; arguments are checked at the call."""
        state, memory = self.set_up(task, start)
        left = task.last_step - start + 1
        return self.moves_made(task.disks, state, memory, left, engine)
