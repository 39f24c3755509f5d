"""Solvers of callers: functions of the number of disks, which are judged in a child process.

A solver returns an iterable of its moves from peg 0 to peg 2, each a `Move` or a pair (source,
target); one that takes a `source` and a `target` too moves the tower between any two pegs, and may
take the third one beside these. It is asked for all towers in turn, for small ones twice; what is
wrong only then is what it keeps between its calls. In the child it cannot print.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import islice
from typing import Any, cast

from hanoi_fsm.fsm.errors import (
    BadInput,
    MachineStopped,
    counted,
    one_line,
    printable,
    shortened,
)
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress, no_progress
from hanoi_fsm.fsm.isolate import Child, Failure, How, Limits, beat, in_seconds, place
from hanoi_fsm.fsm.load import settle
from hanoi_fsm.fsm.stepping import Step
from hanoi_fsm.hanoi.errors import BadDisks, IllegalMove
from hanoi_fsm.hanoi.judge import END, Tower, difference, judge, over_tasks
from hanoi_fsm.hanoi.machines import ALL_TASKS, tasks_of
from hanoi_fsm.hanoi.pegs import PAIRS, PEGS, Move, PegMatrix, Task, check_disks, whole
from hanoi_fsm.hanoi.plain import NO_MEMORY, Source
from hanoi_fsm.hanoi.resolver import sound

SECONDS_PER_MOVE = 10.0
ASKED_TWICE = 10
"""Up to this many disks a call costs so little that a function is asked again."""

SPARE = ("spare", "auxiliary", "aux", "via", "helper", "middle", "temp", "other", "third")
"""How a parameter for the third peg may be called."""


class Kind(StrEnum):
    """What a solver did wrong."""

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


ASK = " (ask `check` about it)"
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


class Fault(MachineStopped):
    """What a function did in place of its next move: of which kind it is, and what was expected."""

    def __init__(self, kind: Kind, got: str, expected: str = "") -> None:
        super().__init__(f"expected {expected}, got {got}" if expected else got)
        self.kind, self.got, self.expected = kind, got, expected


class Called(Tower):
    """The course of a function: what is wrong with it has a kind of its own."""

    def after(self, step: Step) -> Finding | None:
        if isinstance(step.error, Fault):
            return self.wrong(step.error.got, step.error.expected, kind=step.error.kind)
        return super().after(step)

    def at_end(self, stopped: str = END) -> Finding | None:
        made = f"{END} after {self.step - 1} of {counted(self.task.last_step, 'move')}"
        return None if super().at_end() is None else self.wrong(made, kind=Kind.EARLY)

    def wrong(self, got: str, expected: str = "", **details: Any) -> Finding:
        kind = details.setdefault("kind", Kind.WRONG)
        return super().wrong(got, expected, text=str(kind), **details)


@dataclass(frozen=True)
class UserSolver(Source):
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

    def made(self, task: Task) -> Iterator[object]:
        settle(self.file)
        return iter(self.call(task))

    def steps(self, task: Task, call: int = 0) -> Iterator[Step]:
        """Its moves, which are legal, but need not be right; the last step has what stops it.

        Raises whatever it does.
        """
        pegs, step = PegMatrix.standing(task.start), 1
        try:
            beat(call * CALL + step)
            given = self.call(task)
            if not isinstance(given, Iterable):
                raise Fault(Kind.NO_MOVES, in_line(given), MOVES)
            for item in given:
                yield Step(None, NO_MEMORY, moved(pegs, item, step > task.last_step))
                step += 1
                beat(call * CALL + step)
        except Fault as fault:
            yield Step(None, NO_MEMORY, error=fault)

    def conform(self, size: int, progress: Progress = no_progress) -> Outcome:
        return self.over(range(size + 1), size, progress)

    def over(self, disks: Iterable[int], size: int, progress: Progress) -> Outcome:
        """The outcome of trying these towers, up to the first that goes wrong."""
        tasks = [*tasks_of(disks, self.pairs)]
        with self._child(self._tries(tasks)) as child:
            values = iter(child)

            def compared(task: Task) -> Finding | None:
                told = next(values, None)
                return self._finding(task, told, child, task == tasks[0]) if told != [] else None

            outcome = over_tasks(compared, tasks, size, progress)
        tried = ", all from 0 to 2: it has no parameters `source` and `target`"
        if len(self.pairs) > 1:
            tried = f", on all six pairs of pegs up to {ALL_TASKS} disks"
        return replace(outcome, checked=outcome.checked + tried) if outcome.checked else outcome

    def _child(self, work: Iterable[Any]) -> closing[Child]:
        """A process for what is to be done; the function finds its neighbours there."""

        def at_home() -> Iterator[Any]:
            settle(self.file)
            yield from work

        return closing(Child(at_home, Limits(self.seconds)))

    def _tries(self, tasks: Iterable[Task]) -> Iterator[list[Any]]:
        """In a child: what is wrong with each task and in which call, up to the first that is."""
        for task in tasks:
            for call in range(2 if task.disks <= self.asked_twice else 1):
                finding = judge(self.steps(task, call), Called(task))
                if finding is not None:
                    yield [finding.plain(), call]
                    return
            yield []

    def _finding(self, task: Task, told: list[Any] | None, child: Child, is_first: bool) -> Finding:
        """What is wrong with a task; what is right again by itself is what the function keeps."""
        found, call = self._told(task, told, child)
        if found.kind not in (Kind.LOOPS, Kind.MEMORY, Kind.DIES) and (call or not is_first):
            once = replace(self, asked_twice=-1)
            with once._child(once._tries([task])) as alone:
                again = next(iter(alone), None)
                if again == []:
                    guess = " (a global list?)" if found.kind in MOVED else ""
                    text = f"{WRONG_AGAIN[call]}: it keeps something between calls{guess}"
                    return replace(found, kind=Kind.KEEPS, text=text)
                found, _ = self._told(task, again, alone)
        raised = found.kind == Kind.RAISED and not found.got.startswith("KeyboardInterrupt")
        error = self._exception(task, found.step or 1) if self.cause and raised else None
        return replace(found, error=error)

    def _told(self, task: Task, told: list[Any] | None, child: Child) -> tuple[Finding, int]:
        """What a child has told, or else its failure, and of which call."""
        if told:
            return Finding(**told[0]), told[1]
        failure, limits = child.failure or Failure(How.EXIT, "has not been judged"), child.limits
        (call, step), where = divmod(child.cells[0], CALL), failure.place
        got = {
            How.TIME: f"no move in {in_seconds(limits.seconds or 0)}{where}",
            How.MEMORY: f"more than {(limits.memory or 0) >> 20} MiB of memory{where}",
        }
        course = Called(task, first=min(step, task.last_step + 1))
        return course.wrong(got.get(failure.how, str(failure)), kind=FAILURES[failure.how]), call

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

    def moves(self, task: Task, start: int = 1, engine: str | None = None) -> Iterator[Move]:
        """The moves of the function, which are legal, but not compared with the formula.

        It is called in this process, without a limit. Raises `BadInput` for a task that it does not
        take, and `MachineStopped` where it raises, yields something else, or makes more moves than
        the solution has.
        """
        self.refuse(engine)
        if start != 1:
            raise BadInput(f"{self.shown} is a function, which begins at step 1: leave out --start")
        if (task.source, task.target) not in self.pairs:
            why = "it has no parameters `source` and `target`"
            raise BadInput(f"{self.shown} moves the tower from 0 to 2 only: {why}")
        return self._moves(task)

    def _moves(self, task: Task) -> Iterator[Move]:
        try:
            for step in self.steps(task):
                if step.error is not None:
                    raise step.error
                yield step.output
        except (Exception, SystemExit) as error:
            why = str(error) if isinstance(error, Fault) else f"{one_line(error)}{place(error)}"
            raise MachineStopped(f"{why}{ASK}") from error

    def moves_apart(self, task: Task) -> Iterator[Move]:
        """What `moves` gives, by a child, so that whatever the function does ends only that."""
        steps = ([step.output, str(step.error)] for step in self.steps(task))
        with self._child(steps) as child:
            for move, error in child:
                if move is None:
                    raise MachineStopped(f"{error}{ASK}")
                yield Move(*move)
        if child.failure:
            raise MachineStopped(f"{child.failure}{ASK}")


def moved(pegs: PegMatrix, item: object, is_over: bool) -> Move:
    """The move that an item makes on the pegs; raises `Fault`."""
    parts = parts_of(item)
    if parts is None:
        raise Fault(Kind.NO_MOVE, in_line(item), A_MOVE)
    disk, source, target = parts
    if is_over:
        raise Fault(Kind.LONG, f"one more move, {source} -> {target}", END)
    try:
        move = pegs.move(source, target)
    except IllegalMove as error:
        raise Fault(Kind.ILLEGAL, str(error)) from error
    if disk not in (0, move.disk):
        top = f"disk {move.disk} is on top of peg {source}"
        raise Fault(Kind.ILLEGAL, f"{Move(disk, source, target)}, but {top}")
    return move


def parts_of(item: object) -> tuple[int, int, int] | None:
    """The disk (0 for a pair of pegs), source and target of a move; None for anything else.

    >>> parts_of(Move(3, 0, 2)), parts_of((0, 2)), parts_of((0, 3))
    ((3, 0, 2), (0, 0, 2), None)
    """
    values = [whole(value) for value in islice(item, 4)] if isinstance(item, Sequence) else [None]
    disk, *pegs = values if isinstance(item, Move) else [0, *values]
    if disk is None or disk < isinstance(item, Move) or len(pegs) != 2 or not {*pegs} <= {*PEGS}:
        return None
    return disk, cast(int, pegs[0]), cast(int, pegs[1])


def in_line(value: object) -> str:
    """The `repr` of a value in one line, without what a terminal interprets."""
    return printable(" ".join(shortened(value).split()))


def judge_solver(
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

    >>> print(judge_solver(lambda disks: [(0, 1), (0, 2)], disks=[2]))
    with 2 disks from 0 to 2, step 3, pegs - | 1 | 2: stops early: expected disk 1: 1 -> 2,
    got the end after 2 of 3 moves
    """
    __tracebackhide__ = True
    found = sound(solver, "solver")
    if isinstance(found, UserSolver):
        outcome = replace(found, seconds=seconds, cause=cause).over(towers(disks), 0, progress)
    else:
        outcome = over_tasks(partial(difference, found), tasks_of(towers(disks)), 0, progress)
    return next(iter(outcome.findings), None)


def towers(disks: Iterable[int]) -> list[int]:
    """The numbers of disks to try; `BadDisks` where there are none, or one of them is invalid."""
    chosen = [check_disks(tower) for tower in disks] if isinstance(disks, Iterable) else []
    if not chosen:
        expected = "expected a range that is not empty, such as range(0, 11)"
        raise BadDisks(f"invalid disks to try {shortened(disks)}: {expected}")
    return chosen
