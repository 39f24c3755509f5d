"""Does somebody's own solver solve the puzzle? The first thing that it does wrong is named.

A solver is a function of the number of disks that gives an iterable of its moves from peg 0 to
peg 2, each a `Move` or a pair (source, target); or it is an `Automaton` over the memory of one of
our solvers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, UnknownName, shortened
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.time_limit import TimeLimit
from hanoi_fsm.hanoi.checking.solver_check import difference, over_tasks, plain_difference
from hanoi_fsm.hanoi.checking.solver_run import Trial
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.machines.solver import ALL_TASKS
from hanoi_fsm.hanoi.pegs import PAIRS, Move, PegMatrix, Task, check_disks
from hanoi_fsm.hanoi.resolver import find, resolve

Function = Callable[[int], object]
"""A user's solver: the number of disks to an iterable of its moves from peg 0 to peg 2."""

SECONDS_PER_MOVE = 10.0


@dataclass(frozen=True)
class UserSolver:
    """Somebody's function, called `name`: it may loop for ever, raise, or give anything."""

    function: Function
    name: str = ""
    seconds: float | None = SECONDS_PER_MOVE

    @property
    def shown(self) -> str:
        """How reports call it."""
        named: str = getattr(self.function, "__qualname__", "") or shortened(self.function)
        return self.name or named

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        """Ask it for one move after the other, for 0 .. `size` disks."""
        limit = TimeLimit(self.seconds)
        tasks = [Task(disks) for disks in range(size + 1)]
        with limit.ticking():
            return over_tasks(
                lambda task: Trial(self.function, task, limit).finding(), tasks, size, progress
            )

    def work(self, size: int) -> int:
        """The moves that are compared."""
        return sum(Task(disks).last_step for disks in range(size + 1))

    def moves(self, task: Task, start: int = 1) -> Iterator[Move]:
        """The moves of a function that was found right: it gives moves, or pairs of pegs."""
        if start != 1 or (task.source, task.target) != (0, 2):
            raise BadInput(f"{self.shown} moves the tower from 0 to 2, from the first step on")
        return self._moves(task)

    def _moves(self, task: Task) -> Iterator[Move]:
        pegs = PegMatrix.standing(task.start)
        for move in self.function(task.disks):  # type: ignore[attr-defined]  # checked to be iterable
            yield pegs.move(*move[-2:])


def judge(
    solver: Any,
    disks: Iterable[int] = range(11),
    *,
    seconds: float | None = SECONDS_PER_MOVE,
    progress: Progress = no_progress,
) -> Finding | None:
    """The first thing wrong with a `solver` for these numbers of `disks`, or None.

    A function is given some `seconds` for each move (None: any time). It is interrupted in the main
    thread only, and only on a platform with `signal.setitimer`: elsewhere there is no limit. An
    automaton is tried on all six pairs of pegs for towers of up to 6 disks, on 0 -> 2 beyond.
    `progress` hears how many moves were right so far.

    Raises `BadDisks` for no or negative numbers, and what `find` does for names and automata; a
    `KeyboardInterrupt` goes through.

    >>> print(judge(lambda disks: [(0, 1), (0, 2)], disks=[2]))
    with 2 disks from 0 to 2, step 3, pegs - | 1 | 2: stops early: expected disk 1: 1 -> 2,
    got the end after 2 of 3 moves
    """
    limit = TimeLimit(seconds)
    compared, pairs = _comparison(solver, limit)
    moves = 0
    with limit.ticking():
        for tower in towers(disks):
            for source, target in pairs if tower <= ALL_TASKS else pairs[:1]:
                task = Task(tower, source, target)
                finding = compared(task)
                if finding:
                    return finding
                moves += task.last_step
                progress(moves)
    return None


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
        function = resolved.function
        return lambda task: Trial(function, task, limit).finding(), PAIRS[:1]
    return partial(plain_difference, resolved), PAIRS


def towers(disks: Iterable[int]) -> list[int]:
    """The numbers of disks to try; `BadDisks` where there are none, or one is not such a number."""
    if not isinstance(disks, Iterable):
        raise BadDisks(
            f"invalid disks to try {shortened(disks)}: expected a range, as range(0, 11)"
        )
    chosen = [check_disks(tower) for tower in disks]
    if not chosen:
        raise BadDisks("there is no number of disks to try: give a range that is not empty")
    return chosen
