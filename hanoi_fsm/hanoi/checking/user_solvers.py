"""Does a user's own solver solve the puzzle? The first thing that is wrong is reported.

A solver is a function of the number of disks that returns an iterable of its moves from peg 0 to
peg 2, each a `Move` or a pair (source, target); one that takes a `source` and a `target` too moves
the tower between any two pegs, and may take the third one beside these. Or it is an `Automaton`
over the memory of one of the solvers of this package.

A function is called and judged in a child process, where it cannot print. It is asked for all
towers in turn, for small ones twice; what is wrong only then is what it keeps between its calls.
"""

import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, cast

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import (
    BadInput,
    HanoiError,
    MachineStopped,
    UnknownName,
    counted,
    one_line,
    printable,
    shortened,
)
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress, no_progress
from hanoi_fsm.fsm.isolate import Child, Failure, How, Limits, beat, in_seconds, place
from hanoi_fsm.fsm.load import settle
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.checking.solver_check import (
    END,
    difference,
    over_tasks,
    plain_difference,
    plain_move,
    task_finding,
)
from hanoi_fsm.hanoi.errors import BadDisks, IllegalMove
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.machines.solver import ALL_TASKS, tasks_of
from hanoi_fsm.hanoi.pegs import PAIRS, PEGS, Move, PegMatrix, Task, check_disks, whole
from hanoi_fsm.hanoi.plain import PlainSolver
from hanoi_fsm.hanoi.resolver import find, resolve

SECONDS_PER_MOVE = 10.0

ASKED_TWICE = 10
"""Up to this many disks a call costs so little that a function is asked again."""

SPARE = ("spare", "auxiliary", "aux", "via", "helper", "middle", "temp", "other", "third")
"""How a parameter for the third peg may be called."""


class Kind(StrEnum):
    """What a solver did wrong."""

    NOT_CALLABLE = "not callable"
    NO_MOVES = "gives no moves"
    NO_MOVE = "yields something that is not a move"
    WRONG = "wrong move"
    ILLEGAL = "illegal move"
    EARLY = "stops early"
    LONG = "goes on too long"
    RAISED = "raises"
    LOOPS = "loops for ever"
    MEMORY = "takes too much memory"
    DIES = "ends its process"
    KEEPS = "keeps something between calls"


A_FUNCTION = "a function of the number of disks, or an Automaton"
MOVES = "an iterable of moves: yield them, or return a list"
A_MOVE = "a move or a pair of pegs"

FAILURES = {
    How.RAISED: Kind.RAISED,
    How.TIME: Kind.LOOPS,
    How.MEMORY: Kind.MEMORY,
    How.EXIT: Kind.DIES,
    How.SIGNAL: Kind.DIES,
}
MOVED = (Kind.WRONG, Kind.ILLEGAL, Kind.LONG)
"""What goes wrong where the moves of an earlier call come again."""

WRONG_AGAIN = (
    "right by itself, but not after calls for other towers",
    "the first call is right, the second is not",
)
CALL = 1 << 56
"""What a child says of how far it is: the step, and this for the second call."""


class Fault(NamedTuple):
    """What is wrong with a call for a tower: at which step, and what was expected."""

    kind: Kind
    step: int
    got: str
    expected: str = ""
    call: int = 0


@dataclass(frozen=True)
class UserSolver:
    """A user's function, called `name`: it may loop for ever, raise, crash, or return anything.

    For towers of up to `asked_twice` disks it is asked again. With `cause` one that raises is
    called once more in this process, for its exception.
    """

    function: object
    name: str = ""
    seconds: float | None = SECONDS_PER_MOVE
    asked_twice: int = ASKED_TWICE
    cause: bool = False

    @property
    def shown(self) -> str:
        own = getattr(self.function, "__qualname__", "") or shortened(self.function)
        return self.name or printable(str(own))

    @property
    def file(self) -> str:
        """The file that it was loaded from, or ""."""
        return self.name.rpartition(":")[0]

    @property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        try:
            return inspect.signature(cast(Callable[..., object], self.function)).parameters
        except Exception:  # nothing that can be called, a builtin, or a user's own `__signature__`
            return {}

    @property
    def pairs(self) -> Sequence[tuple[int, int]]:
        """The pegs that it can move a tower between."""
        return PAIRS if {"source", "target"} <= self.parameters.keys() else PAIRS[:1]

    def call(self, task: Task) -> Iterable[object]:
        """What it returns for a task, if that is iterable; raises whatever it does."""
        __tracebackhide__ = True
        function, parameters = cast(Callable[..., Any], self.function), self.parameters
        if len(self.pairs) == 1:
            return function(task.disks)  # type: ignore[no-any-return]  # of a user
        pegs = {"source": task.source, "target": task.target}
        pegs |= {name: task.spare for name in SPARE if name in parameters}
        by_place = [
            pegs.pop(name)
            for name, parameter in parameters.items()
            if parameter.kind is inspect.Parameter.POSITIONAL_ONLY and name in pegs
        ]
        return function(task.disks, *by_place, **pegs)  # type: ignore[no-any-return]  # of a user

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        return self.over(range(size + 1), size, progress)

    def work(self, size: int) -> int:
        return sum(task.last_step for task in tasks_of(range(size + 1), self.pairs))

    def over(self, disks: Iterable[int], size: int, progress: Progress) -> Outcome:
        """The outcome of trying these towers, up to the first that goes wrong."""
        tasks = [*tasks_of(disks, self.pairs)]
        with self._child(self._tries(tasks)) as child:
            found = self._findings(tasks, child)
            outcome = over_tasks(lambda task: next(found), tasks, size, progress)
        tried = ", all from 0 to 2: it has no parameters `source` and `target`"
        if len(self.pairs) > 1:
            tried = f", on all six pairs of pegs up to {ALL_TASKS} disks"
        return replace(outcome, checked=outcome.checked + tried) if outcome.checked else outcome

    def _child(self, work: Iterable[Any]) -> Child:
        """A process for what is to be done; the function finds its neighbours there."""

        def at_home() -> Iterator[Any]:
            settle(self.file)
            yield from work

        return Child(at_home, Limits(self.seconds))

    def _tries(self, tasks: Iterable[Task]) -> Iterator[list[Any]]:
        """In a child: what is wrong with each task, up to the first that is; nothing if all is."""
        for task in tasks:
            calls = range(2 if task.disks <= self.asked_twice else 1)
            faults = (self._fault(task, call) for call in calls)
            fault = next(filter(None, faults), ())
            yield [*fault]
            if fault:
                return

    def _fault(self, task: Task, call: int) -> Fault | None:
        """What is wrong with one call; after it no further move is requested."""
        step, right = 1, formulas.moves(1, task.last_step + 1, task)
        beat(call * CALL + step)
        if not callable(self.function):
            return Fault(Kind.NOT_CALLABLE, step, in_line(self.function), A_FUNCTION)
        given = self.call(task)
        if not isinstance(given, Iterable):
            return Fault(Kind.NO_MOVES, step, in_line(given), MOVES)
        for item in given:
            move, expected = parts_of(item), next(right, None)
            if move is None:
                return Fault(Kind.NO_MOVE, step, in_line(item), A_MOVE, call)
            if expected is None or move not in (expected, (0, *expected[1:])):
                return _difference(move, expected, task, step)._replace(call=call)
            step += 1
            beat(call * CALL + step)
        if step > task.last_step:
            return None
        got = f"{END} after {step - 1} of {counted(task.last_step, 'move')}"
        return Fault(Kind.EARLY, step, got, str(next(right)), call)

    def _findings(self, tasks: Sequence[Task], child: Child) -> Iterator[Finding | None]:
        """What is wrong with each of the tasks that a child tries; a failure is its last one's."""
        values = iter(child)
        for task in tasks:
            told = next(values, None)
            fault = None if told == [] else _fault_of(told, child)
            yield fault and self._finding(task, fault, task == tasks[0])

    def _finding(self, task: Task, fault: Fault, is_first: bool) -> Finding:
        """The finding of a fault; what is wrong again by itself is not what the function keeps."""
        alone: Fault | None = fault
        ends = fault.kind in (Kind.LOOPS, Kind.MEMORY, Kind.DIES)
        if not ends and (fault.call or not is_first):
            once = replace(self, asked_twice=-1)
            with once._child(once._tries([task])) as child:
                told = next(iter(child), None)
                alone = None if told == [] else _fault_of(told, child)
        kind, step, got, expected, call = alone or fault
        if not expected:
            expected = str(next(formulas.moves(step, task.last_step + 1, task), END))
        found = task_finding(task, step, expected, got, kind=kind, text=str(kind))
        if alone is None:
            guess = " (a global list?)" if kind in MOVED else ""
            text = f"{WRONG_AGAIN[call]}: it keeps something between calls{guess}"
            return replace(found, kind=Kind.KEEPS, text=text)
        raised = self.cause and kind is Kind.RAISED and not got.startswith("KeyboardInterrupt")
        return replace(found, error=self._exception(task, step)) if raised else found

    def _exception(self, task: Task, step: int) -> BaseException | None:
        """The exception that it raises at a step when it is called in this process, if any."""
        __tracebackhide__ = True
        try:
            list(islice(self.call(task), step))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return error
        return None

    def moves(self, task: Task, start: int = 1) -> Iterator[Move]:
        """The moves of the function, which are legal, but not compared with the formula.

        It is called in this process, without a limit. Raises `BadInput` for a task that it does not
        take, and `MachineStopped` where it raises, yields something else, or makes more moves than
        the solution has.
        """
        if start != 1:
            raise BadInput(f"{self.shown} is a function, which begins at step 1: leave out --start")
        if (task.source, task.target) not in self.pairs:
            why = "it has no parameters `source` and `target`"
            raise BadInput(f"{self.shown} moves the tower from 0 to 2 only: {why}")
        return self._moves(task)

    def _moves(self, task: Task) -> Iterator[Move]:
        pegs = PegMatrix.standing(task.start)
        for step, item in enumerate(self._items(task), 1):
            parts = parts_of(item)
            if parts is None:
                raise self._stopped(f"expected {A_MOVE}, got {in_line(item)}")
            if step > task.last_step:
                raise self._stopped(f"more than {counted(task.last_step, 'move')}")
            disk, source, target = parts
            try:
                move = pegs.move(source, target)
            except IllegalMove as error:
                raise self._stopped(str(error)) from error
            if disk not in (0, move.disk):
                raise self._stopped(f"disk {move.disk}, not {disk}, is on top of peg {source}")
            yield move

    def _items(self, task: Task) -> Iterator[object]:
        try:
            given = self.call(task)
            if isinstance(given, Iterable):
                yield from given
                return
        except (Exception, SystemExit) as error:
            raise self._stopped(f"{one_line(error)}{place(error)}") from error
        raise self._stopped(f"expected {MOVES}, got {in_line(given)}")

    def moves_apart(self, task: Task) -> Iterator[Move]:
        """What `moves` gives, by a child, so that whatever the function does ends only that."""

        def told() -> Iterator[Any]:
            try:
                yield from self.moves(task)
            except HanoiError as error:
                yield str(error)

        with self._child(told()) as child:
            for value in child:
                if isinstance(value, str):
                    raise MachineStopped(value)
                yield Move(*value)
        if child.failure:
            raise self._stopped(str(child.failure))

    def _stopped(self, why: str) -> MachineStopped:
        return MachineStopped(f"{self.shown} stops: {why} (ask `check` about it)")


def _fault_of(told: list[Any] | None, child: Child) -> Fault:
    """What a child has told, or else its failure."""
    if told:
        return Fault(Kind(told[0]), *told[1:])
    failure, limits = child.failure or Failure(How.EXIT, "has not been judged"), child.limits
    (call, step), where = divmod(child.cells[0], CALL), failure.place
    got = {
        How.TIME: f"no move in {in_seconds(limits.seconds or 0)}{where}",
        How.MEMORY: f"more than {(limits.memory or 0) >> 20} MiB of memory{where}",
    }
    return Fault(FAILURES[failure.how], step, got.get(failure.how, str(failure)), "", call)


def _difference(move: tuple[int, int, int], expected: Move | None, task: Task, step: int) -> Fault:
    disk, source, target = move
    if expected is None:
        return Fault(Kind.LONG, step, f"one more move, {source} -> {target}")
    pegs = PegMatrix.standing(formulas.configuration(step - 1, task))
    try:
        moved = pegs.move(source, target)
    except IllegalMove as error:
        return Fault(Kind.ILLEGAL, step, str(error))
    if disk not in (0, moved.disk):
        top = f"disk {moved.disk} is on top of peg {source}"
        return Fault(Kind.ILLEGAL, step, f"{Move(disk, source, target)}, but {top}")
    return Fault(Kind.WRONG, step, str(moved))


def parts_of(item: object) -> tuple[int, int, int] | None:
    """The disk (0 for a pair of pegs), source and target of a move; None for anything else.

    >>> parts_of(Move(3, 0, 2)), parts_of((0, 2)), parts_of((0, 3))
    ((3, 0, 2), (0, 0, 2), None)
    """
    if isinstance(item, Move):
        disk, *pegs = plain_move(item) or (0,)
        valid = disk > 0
    else:
        values = [*islice(item, 3)] if isinstance(item, Sequence) else []
        pegs = [number for value in values if (number := whole(value)) is not None]
        disk, valid = 0, len(values) == 2
    if not valid or len(pegs) != 2 or not {*pegs} <= {*PEGS}:
        return None
    return disk, pegs[0], pegs[1]


def in_line(value: object) -> str:
    """The `repr` of a value in one line, without what a terminal interprets."""
    return printable(" ".join(shortened(value).split()))


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
    above. One with parameters `source` and `target`, as well as an automaton, is tried on all six
    pairs of pegs for towers of up to 6 disks, beyond that on 0 -> 2. With `cause` a function that
    raises is called once more, in this process, and the exception is the `error` of the finding.
    `progress` receives the number of moves that were right so far.

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
