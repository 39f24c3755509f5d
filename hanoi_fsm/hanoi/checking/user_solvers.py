"""Does a user's own solver solve the puzzle? The first thing that is wrong is reported.

A solver is a function of the number of disks that returns an iterable of its moves from peg 0 to
peg 2, each a `Move` or a pair (source, target); or it is an `Automaton` over the memory of one of
the solvers of this package.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, HanoiError, MachineStopped, UnknownName, shortened
from hanoi_fsm.fsm.exception_origin import one_line
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.time_limit import TimeLimit
from hanoi_fsm.hanoi.checking.solver_check import difference, over_tasks, plain_difference
from hanoi_fsm.hanoi.checking.solver_run import Trial
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.machines.solver import tasks_of
from hanoi_fsm.hanoi.pegs import PAIRS, Move, PegMatrix, Task, check_disks
from hanoi_fsm.hanoi.resolver import find, resolve

Function = Callable[[int], object]
"""A user's solver: the number of disks to an iterable of its moves from peg 0 to peg 2."""

SECONDS_PER_MOVE = 10.0


@dataclass(frozen=True)
class UserSolver:
    """A user's function, called `name`: it may loop for ever, raise, or return anything."""

    function: Function
    name: str = ""
    seconds: float | None = SECONDS_PER_MOVE

    @property
    def shown(self) -> str:
        return self.name or getattr(self.function, "__qualname__", "") or shortened(self.function)

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        limit = TimeLimit(self.seconds)
        with limit.ticking():
            tasks = map(Task, range(size + 1))
            return over_tasks(partial(self.difference, limit), tasks, size, progress)

    def difference(self, limit: TimeLimit, task: Task) -> Finding | None:
        return Trial(self.function, task, limit).finding()

    def work(self, size: int) -> int:
        return sum(Task(disks).last_step for disks in range(size + 1))

    def moves(self, task: Task, start: int = 1) -> Iterator[Move]:
        """The moves of the function, which are not compared with the formula.

        Raises `MachineStopped` where the function raises, or yields something else.
        """
        if start != 1 or (task.source, task.target) != (0, 2):
            raise BadInput(f"{self.shown} moves the tower from 0 to 2, from the first step on")
        return self._moves(task)

    def _moves(self, task: Task) -> Iterator[Move]:
        pegs = PegMatrix.standing(task.start)
        try:
            for move in self.function(task.disks):  # type: ignore[attr-defined]  # or TypeError
                yield pegs.move(*move[-2:])
        except Exception as error:
            why = str(error) if isinstance(error, HanoiError) else one_line(error)
            raise MachineStopped(f"{self.shown} stops: {why} (ask `check` about it)") from error


def judge(
    solver: Any,
    disks: Iterable[int] = range(11),
    *,
    seconds: float | None = SECONDS_PER_MOVE,
    progress: Progress = no_progress,
) -> Finding | None:
    """The first thing wrong with a `solver` for these numbers of `disks`, or None.

    A function may take `seconds` per move (None: any time); it is interrupted in the main thread
    only. An automaton is tried on all six pairs of pegs for towers of up to 6 disks, beyond that
    on 0 -> 2. `progress` receives the number of moves that were right so far.

    Raises `BadDisks` for no or negative numbers, and what `find` does for names and automata; a
    `KeyboardInterrupt` goes through.

    >>> print(judge(lambda disks: [(0, 1), (0, 2)], disks=[2]))
    with 2 disks from 0 to 2, step 3, pegs - | 1 | 2: stops early: expected disk 1: 1 -> 2,
    got the end after 2 of 3 moves
    """
    limit = TimeLimit(seconds)
    compared, pairs = _comparison(solver, limit)
    with limit.ticking():
        outcome = over_tasks(compared, tasks_of(towers(disks), pairs), 0, progress)
    return next(iter(outcome.findings), None)


def _comparison(
    solver: Any, limit: TimeLimit
) -> tuple[Callable[[Task], Finding | None], Sequence[tuple[int, int]]]:
    """How a solver of any kind is compared with the formula, and on which pairs of pegs."""
    named = isinstance(solver, str | os.PathLike | Automaton | Machine)
    resolved = resolve(solver) if named else UserSolver(solver)
    if isinstance(resolved, Machine):
        machine = find(resolved)
        if not isinstance(machine, Solver):
            raise UnknownName(f"{machine.shown} is not a solver: give one that moves a tower")
        return partial(difference, machine), PAIRS
    if isinstance(resolved, UserSolver):
        return partial(resolved.difference, limit), PAIRS[:1]
    return partial(plain_difference, resolved), PAIRS


def towers(disks: Iterable[int]) -> list[int]:
    """The numbers of disks to try; `BadDisks` where there are none, or one of them is invalid."""
    if not isinstance(disks, Iterable):
        raise BadDisks(
            f"invalid disks to try {shortened(disks)}: expected a range, such as range(0, 11)"
        )
    chosen = [check_disks(tower) for tower in disks]
    if not chosen:
        raise BadDisks("no number of disks to try: give a range that is not empty")
    return chosen
