"""Does a user's own solver solve the puzzle? The first thing that is wrong is reported.

A solver is a function of the number of disks that returns an iterable of its moves from peg 0 to
peg 2, each a `Move` or a pair (source, target); one that takes a `source` and a `target` too moves
the tower between any two pegs. Or it is an `Automaton` over the memory of one of the solvers of
this package.

A function runs in a process of its own, as `hanoi_fsm.fsm.workers` explains, and cannot print. For
each tower it gets a fresh process; one more process is asked for all small towers, each twice, to
find what a function keeps between its calls.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, MachineStopped, UnknownName, counted, shortened
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.workers import Inline, Limits, Worker, start
from hanoi_fsm.hanoi.checking.solver_check import difference, over_tasks, plain_difference
from hanoi_fsm.hanoi.checking.solver_run import Kind, Numbers, Trial, fault_of, numbers_of, parts_of
from hanoi_fsm.hanoi.checking.user_function import UserFunction
from hanoi_fsm.hanoi.errors import BadDisks, IllegalMove
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.machines.solver import ALL_TASKS, tasks_of
from hanoi_fsm.hanoi.pegs import Move, PegMatrix, Task, check_disks
from hanoi_fsm.hanoi.plain import PlainSolver
from hanoi_fsm.hanoi.resolver import find, resolve

SECONDS_PER_MOVE = 10.0

ASKED_TWICE = 10
"""Up to this many disks a call costs so little that a function is asked again."""

MOVED = (Kind.WRONG, Kind.ILLEGAL, Kind.LONG)
"""What goes wrong where the moves of an earlier call come again."""

WRONG_AGAIN = (
    "right by itself, but not after calls for other towers",
    "the first call is right, the second is not",
)


@dataclass(frozen=True)
class UserSolver:
    """A user's function, called `name`: it may loop for ever, raise, crash, or return anything.

    For towers of up to `asked_twice` disks it is asked again, in one process for all of them. With
    `cause` one that raises is called once more in this process, for its exception.
    """

    function: object
    name: str = ""
    seconds: float | None = SECONDS_PER_MOVE
    asked_twice: int = ASKED_TWICE
    cause: bool = False

    @property
    def shown(self) -> str:
        return self.name or self.called.name

    @property
    def called(self) -> UserFunction:
        return UserFunction(self.function)

    def worker(self) -> Worker | Inline:
        """A fresh process that gives the moves of any task as numbers."""
        return start(partial(numbers_of, self.called), Limits(self.seconds))

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        return self.over(range(size + 1), size, progress)

    def work(self, size: int) -> int:
        return sum(task.last_step for task in tasks_of(range(size + 1), self.called.pairs))

    def over(self, disks: Iterable[int], size: int, progress: Progress) -> Outcome:
        """The outcome of trying these towers, up to the first that goes wrong."""
        tasks = tasks_of(disks, self.called.pairs)
        tried = ", all from 0 to 2: it has no parameters `source` and `target`"
        if self.called.takes_pegs:
            tried = f", on all six pairs of pegs up to {ALL_TASKS} disks"
        with self.worker() as again:
            outcome = over_tasks(partial(self._difference, again), tasks, size, progress)
        return replace(outcome, checked=outcome.checked + tried) if outcome.checked else outcome

    def _difference(self, again: Worker | Inline, task: Task) -> Finding | None:
        """What is wrong in a process of its own, or else in the one that is asked `again`."""
        with self.worker() as fresh:
            finding = Trial(fresh, task).finding()
        if finding is not None:
            raised = self.cause and finding.kind is Kind.RAISED
            return self._with_exception(finding, task) if raised else finding
        if task.disks > self.asked_twice:
            return None
        for wrong_again in WRONG_AGAIN:
            finding = Trial(again, task).finding()
            if finding is not None:
                guess = " (a global list?)" if finding.kind in MOVED else ""
                text = f"{wrong_again}: it keeps something between calls{guess}"
                return replace(finding, kind=Kind.KEEPS, text=text)
        return None

    def _with_exception(self, finding: Finding, task: Task) -> Finding:
        __tracebackhide__ = True
        if finding.got.startswith("KeyboardInterrupt"):
            return finding  # raised here it would stop more than the function
        error = self.called.exception(task, finding.step or 1, self.seconds)
        return replace(finding, error=error)

    def moves(self, task: Task, start: int = 1) -> Iterator[Move]:
        """The moves of the function, which are legal, but not compared with the formula.

        Raises `BadInput` for a task that it does not take, and `MachineStopped` where it raises,
        yields something else, or makes more moves than the solution has.
        """
        if start != 1:
            raise BadInput(f"{self.shown} is a function, which begins at step 1: leave out --start")
        if (task.source, task.target) not in self.called.pairs:
            why = "it has no parameters `source` and `target`"
            raise BadInput(f"{self.shown} moves the tower from 0 to 2 only: {why}")
        return self._moves(task)

    def _moves(self, task: Task) -> Iterator[Move]:
        pegs = PegMatrix.standing(task.start)
        with self.worker() as worker:
            numbers = Numbers(worker, task)
            for step, number in enumerate(numbers, 1):
                if step > task.last_step:
                    raise self._stopped(f"more than {counted(task.last_step, 'move')}")
                disk, source, target = parts_of(number)
                try:
                    move = pegs.move(source, target)
                except IllegalMove as error:
                    raise self._stopped(str(error)) from error
                if disk not in (0, move.disk):
                    raise self._stopped(f"disk {move.disk}, not {disk}, is on top of peg {source}")
                yield move
            fault = fault_of(numbers.answer, worker.limits)
        if fault is not None:
            expected = f"expected {fault.expected}, got " if fault.expected else ""
            raise self._stopped(expected + fault.got)

    def _stopped(self, why: str) -> MachineStopped:
        return MachineStopped(f"{self.shown} stops: {why} (ask `check` about it)")


def judge(
    solver: Any,
    disks: Iterable[int] = range(11),
    *,
    seconds: float | None = SECONDS_PER_MOVE,
    cause: bool = False,
    progress: Progress = no_progress,
) -> Finding | None:
    """The first thing wrong with a `solver` for these numbers of `disks`, or None.

    A function runs in a process of its own, and may take `seconds` per move (None: any time); see
    above. It may keep the moves in any `Move`, tuple or list, of which the plain numbers count. One
    with parameters `source` and `target`, as well as an automaton, is tried on all six pairs of
    pegs for towers of up to 6 disks, beyond that on 0 -> 2. With `cause` a function that raises is
    called once more, in this process, and the exception is the `error` of the finding. `progress`
    receives the number of moves that were right so far.

    Raises `BadDisks` for no or negative numbers, and what `find` does for names and automata.

    >>> print(judge(lambda disks: [(0, 1), (0, 2)], disks=[2]))
    with 2 disks from 0 to 2, step 3, pegs - | 1 | 2: stops early: expected disk 1: 1 -> 2,
    got the end after 2 of 3 moves
    """
    __tracebackhide__ = True
    named = isinstance(solver, str | os.PathLike | Automaton | Machine)
    resolved = resolve(solver) if named else UserSolver(solver)
    if isinstance(resolved, UserSolver):
        function = replace(resolved, seconds=seconds, cause=cause)
        outcome = function.over(towers(disks), 0, progress)
    else:
        compared = _comparison(resolved)
        outcome = over_tasks(compared, tasks_of(towers(disks)), 0, progress)
    return next(iter(outcome.findings), None)


def _comparison(resolved: Machine | PlainSolver) -> Callable[[Task], Finding | None]:
    """How a solver that is not a function is compared with the formula."""
    if not isinstance(resolved, Machine):
        return partial(plain_difference, resolved)
    machine = find(resolved)
    if not isinstance(machine, Solver):
        raise UnknownName(f"{machine.shown} is not a solver: give one that moves a tower")
    return partial(difference, machine)


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
