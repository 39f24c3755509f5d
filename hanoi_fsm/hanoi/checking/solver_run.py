"""One tower moved by a user's own function, and what is wrong with it.

Each move is compared with the closed formula and carried out on a peg matrix as soon as the
function yields it. Whatever the function does is caught: it may loop for ever, raise, or return
anything.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from types import CoroutineType, GeneratorType

from hanoi_fsm.fsm.errors import counted, shortened
from hanoi_fsm.fsm.exception_origin import bracketed, one_line, place
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.time_limit import OutOfTime, TimeLimit
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.checking.solver_check import task_finding
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


THE_END = "the end"
A_FUNCTION = "a function of the number of disks, or an Automaton"
MOVES = "an iterable of moves: yield them, or return a list"
A_MOVE = "a move or a pair of pegs"
_NO_MORE = object()


@dataclass(frozen=True)
class _Fault:
    """Why there is no move to compare, or what is wrong with it."""

    kind: Kind
    got: str
    expected: str = ""
    error: BaseException | None = None


class Trial:
    """One tower, moved by a user's function, one move at a time."""

    def __init__(self, solver: object, task: Task, limit: TimeLimit) -> None:
        self.solver, self.task, self.limit = solver, task, limit
        self.pegs = PegMatrix.standing(task.start)
        self.given: object = None
        self.items: Iterator[object] | None = None

    def finding(self) -> Finding | None:
        """The first thing that is wrong, or None; after it no further move is requested."""
        moves = formulas.moves(1, self.task.last_step + 1, self.task)
        for step, move in enumerate(chain(moves, [None]), 1):
            got = self._ask()
            if got != move:
                fault = got if isinstance(got, _Fault) else self._difference(got, move, step)
                self._close()
                origin = bracketed(place(fault.error)) if fault.error else ""
                expected = fault.expected or str(move or THE_END)
                details = {"kind": fault.kind, "text": fault.kind, "error": fault.error}
                return task_finding(self.task, step, expected, fault.got + origin, **details)
            if move:
                self.pegs.move(move.source, move.target)
        return None

    def _ask(self) -> Move | _Fault | None:
        """The next move, None at the end, or why there is neither."""
        __tracebackhide__ = True
        try:
            with self.limit:
                return self._next()
        except KeyboardInterrupt:
            raise
        except OutOfTime as error:
            return _Fault(Kind.LOOPS, f"no move in {self.limit}", error=error)
        except BaseException as error:  # SystemExit too: it must end the solver only
            return _Fault(Kind.RAISED, one_line(error), error=error)

    def _next(self) -> Move | _Fault | None:
        __tracebackhide__ = True
        if self.items is None:
            if not callable(self.solver):
                return _Fault(Kind.NOT_CALLABLE, shortened(self.solver), A_FUNCTION)
            self.given = self.solver(self.task.disks)
            if not isinstance(self.given, Iterable):
                return _Fault(Kind.NO_MOVES, _in_line(self.given), MOVES)
            self.items = iter(self.given)
        item = next(self.items, _NO_MORE)
        return None if item is _NO_MORE else self._move(item)

    def _move(self, item: object) -> Move | _Fault:
        pair = item[1:] if isinstance(item, Move) else item
        pair = pair if isinstance(pair, Sequence) else ()
        if len(pair) != 2 or any(whole(peg) not in PEGS for peg in pair):
            return _Fault(Kind.NO_MOVE, _in_line(item), A_MOVE)
        return item if isinstance(item, Move) else Move(self.pegs.top(pair[0]), *pair)

    def _difference(self, got: Move | None, expected: Move | None, step: int) -> _Fault:
        if got is None:
            last = self.task.last_step
            return _Fault(Kind.EARLY, f"{THE_END} after {step - 1} of {counted(last, 'move')}")
        if expected is None:
            return _Fault(Kind.LONG, f"one more move, {got.source} -> {got.target}")
        try:
            moved = self.pegs.move(got.source, got.target)
        except IllegalMove as error:
            return _Fault(Kind.ILLEGAL, str(error))
        if moved != got:
            top = f"disk {moved.disk} is on top of peg {moved.source}"
            return _Fault(Kind.ILLEGAL, f"{got}, but {top}")
        return _Fault(Kind.WRONG, str(got))

    def _close(self) -> None:
        """Close a generator within the time limit, which has ended where it is dropped."""
        if isinstance(self.given, GeneratorType | CoroutineType):
            try:
                with self.limit:
                    self.given.close()
            except KeyboardInterrupt:
                raise
            except BaseException:  # what is wrong is known already
                return


def _in_line(value: object) -> str:
    return " ".join(shortened(value).split())
