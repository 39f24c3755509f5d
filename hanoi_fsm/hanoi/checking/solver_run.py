"""One tower moved by a user's own function, and what is wrong with it.

The function runs in a worker. There each item becomes a plain number, so that nothing that a user's
class says of itself counts; here each number is compared with the closed formula.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import chain, islice
from typing import Any, NamedTuple

from hanoi_fsm.fsm.errors import counted, printable, shortened
from hanoi_fsm.fsm.exception_origin import bracketed
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.workers import Failure, How, Inline, Limits, Worker
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.checking.solver_check import plain_move, task_finding
from hanoi_fsm.hanoi.checking.user_function import UserFunction
from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.pegs import PEGS, Move, PegMatrix, Task, whole


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
    DISTURBS = "disturbs its judge"
    KEEPS = "keeps something between calls"


THE_END = "the end"
A_FUNCTION = "a function of the number of disks, or an Automaton"
MOVES = "an iterable of moves: yield them, or return a list"
A_MOVE = "a move or a pair of pegs"

WRONG_ITEMS = {Kind.NOT_CALLABLE: A_FUNCTION, Kind.NO_MOVES: MOVES, Kind.NO_MOVE: A_MOVE}
FAILURES = {
    How.RAISED: Kind.RAISED,
    How.TIME: Kind.LOOPS,
    How.MEMORY: Kind.MEMORY,
    How.EXIT: Kind.DIES,
    How.SIGNAL: Kind.DIES,
    How.GARBAGE: Kind.DISTURBS,
}

_kept: list[object] = []  # not to be closed or deleted by a process that is about to report

_PEGS, _PEG, _DISK = 0b1111, 2, 4  # a move as a number: its two pegs, and above them its disk
_LARGEST = 1 << 58


class Fault(NamedTuple):
    """Why there is no move to compare, or what is wrong with it."""

    kind: Kind
    got: str
    expected: str = ""


def numbers_of(function: UserFunction, task: Task) -> Generator[int, None, object]:
    """The moves of a user's function as numbers; the work of a worker.

    It returns None at the end, or the kind of a fault and what there is instead of a move.
    """
    if not callable(function.value):
        return str(Kind.NOT_CALLABLE), in_line(function.value)
    given = function.call(task)
    _kept.append(given)
    if not isinstance(given, Iterable):
        return str(Kind.NO_MOVES), in_line(given)
    for item in given:
        number = number_of(item)
        if number is None:
            _kept.append(item)
            return str(Kind.NO_MOVE), in_line(item)
        yield number
    return None


def number_of(item: object) -> int | None:
    """A `Move`, or a pair of pegs, as a number; None for anything else.

    Of tuples and lists the items themselves count, whatever a subclass says that they are.

    >>> number_of(Move(3, 0, 2)), number_of((0, 2)), number_of((0, 3))
    (50, 2, None)
    """
    if isinstance(item, Move):
        move = plain_move(item)
        disk, *pegs = move or (-1, -1, -1)
        return _number(disk, *pegs) if 0 < disk < _LARGEST else None
    if isinstance(item, tuple | list):
        values = [*(tuple if isinstance(item, tuple) else list).__iter__(item)]  # type: ignore[arg-type]  # one of them
    else:
        values = [*islice(item, 3)] if isinstance(item, Sequence) else []
    pegs = [number for value in values if (number := whole(value)) is not None]
    return _number(0, *pegs) if len(values) == len(pegs) == 2 else None


def _number(disk: int, source: int, target: int) -> int | None:
    if source not in PEGS or target not in PEGS:
        return None
    return disk << _DISK | source << _PEG | target


def is_number_of(move: Move, number: int) -> bool:
    """Whether this is the number of a move, or that of its pair of pegs."""
    disk, source, target = move
    pegs = source << _PEG | target
    return number in (pegs, disk << _DISK | pegs)


def parts_of(number: int) -> tuple[int, int, int]:
    """The disk (0 for a pair of pegs), the source and the target.

    >>> parts_of(50), parts_of(2)
    ((3, 0, 2), (0, 0, 2))
    """
    return number >> _DISK, (number & _PEGS) >> _PEG, number & 3


def in_line(value: object) -> str:
    """The `repr` of a value in one line, without what a terminal interprets."""
    return printable(" ".join(shortened(value).split()))


def fault_of(answer: Any, limits: Limits) -> Fault | None:
    """What the end of a worker's reply means: None for the end of the moves."""
    if answer is None:
        return None
    if isinstance(answer, Failure):
        place = bracketed(answer.place)
        got = {
            How.TIME: f"no move in {limits.time}{place}",
            How.MEMORY: f"more than {(limits.memory or 0) >> 20} MiB of memory{place}",
        }
        return Fault(FAILURES[answer.how], got.get(answer.how, str(answer)))
    kind, got_instead = answer
    return Fault(Kind(kind), got_instead, WRONG_ITEMS[Kind(kind)])


class Numbers:
    """The numbers of a worker's reply one by one; then `answer` is what it returned."""

    def __init__(self, worker: Worker | Inline, task: Task) -> None:
        self.worker, self.task = worker, task
        self.answer: Any = None

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(self._reply())

    def _reply(self) -> Generator[Sequence[int], None, None]:
        self.answer = yield from self.worker.ask(self.task)


class Trial:
    """One tower, moved by a user's function in a worker."""

    def __init__(self, worker: Worker | Inline, task: Task) -> None:
        self.task, self.limits = task, worker.limits
        self.numbers = Numbers(worker, task)

    def finding(self) -> Finding | None:
        """The first thing that is wrong, or None; after it no further move is requested."""
        expected = formulas.moves(1, self.task.last_step + 1, self.task)
        step = 1
        for number in self.numbers:
            move = next(expected, None)
            if move is None or not is_number_of(move, number):
                return self._found(step, move, self._difference(number, move, step))
            step += 1
        move = next(expected, None)
        fault = fault_of(self.numbers.answer, self.limits)
        if fault is None and move is not None:
            got = f"{THE_END} after {step - 1} of {counted(self.task.last_step, 'move')}"
            fault = Fault(Kind.EARLY, got)
        return fault and self._found(step, move, fault)

    def _found(self, step: int, move: Move | None, fault: Fault) -> Finding:
        expected = fault.expected or str(move or THE_END)
        return task_finding(
            self.task, step, expected, fault.got, kind=fault.kind, text=str(fault.kind)
        )

    def _difference(self, number: int, expected: Move | None, step: int) -> Fault:
        disk, source, target = parts_of(number)
        if expected is None:
            return Fault(Kind.LONG, f"one more move, {source} -> {target}")
        pegs = PegMatrix.standing(formulas.configuration(step - 1, self.task))
        try:
            moved = pegs.move(source, target)
        except IllegalMove as error:
            return Fault(Kind.ILLEGAL, str(error))
        if disk not in (0, moved.disk):
            top = f"disk {moved.disk} is on top of peg {source}"
            return Fault(Kind.ILLEGAL, f"{Move(disk, source, target)}, but {top}")
        return Fault(Kind.WRONG, str(moved))
