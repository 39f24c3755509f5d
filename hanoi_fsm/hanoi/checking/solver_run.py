"""One tower moved by somebody's own function, and the verdict on it.

The function is asked for a move at a time, and judged at once by the closed formula and a matrix of
pegs. Nothing that it does gets past the verdict: it may loop for ever, raise, or give anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from types import CoroutineType, GeneratorType

from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.fsm.exception_origin import bracketed, one_line, place
from hanoi_fsm.fsm.time_limit import OutOfPatience, Patience
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.pegs import PEGS, Move, PegMatrix, is_whole


class Kind(StrEnum):
    """What a solver did wrong."""

    NOT_CALLABLE = "not callable"
    NO_MOVES = "gives no moves"
    NO_MOVE = "gives something else than a move"
    WRONG = "wrong move"
    ILLEGAL = "illegal move"
    EARLY = "stops early"
    LONG = "goes on too long"
    RAISED = "raises"
    LOOPS = "loops for ever"
    MACHINE = "differs from the formula"


@dataclass(frozen=True)
class Verdict:
    """The first thing that a solver did wrong; its text is one line.

    `pegs` shows the pegs before `step`, which counts from 1; `place` is the user's line, or the
    machine's state; `error` is the exception where one was raised.
    """

    kind: Kind
    disks: int
    step: int
    pegs: str
    expected: str
    came: str
    place: str = ""
    source: int = 0
    target: int = 2
    error: BaseException | None = field(default=None, compare=False, repr=False)

    @property
    def task(self) -> str:
        """The number of disks and the two pegs, in words."""
        disks = "1 disk" if self.disks == 1 else f"{self.disks} disks"
        return f"{disks} from {self.source} to {self.target}"

    def __str__(self) -> str:
        return (
            f"with {self.task}, step {self.step}, pegs {self.pegs}: {self.kind}: "
            f"expected {self.expected}, came: {self.came}{bracketed(self.place)}"
        )


THE_END = "the end"
A_FUNCTION = "a function of the number of disks, or an Automaton"
MOVES = "an iterable of moves: yield them, or return a list"
A_MOVE = "a move or a pair of pegs"
_NO_MORE = object()


@dataclass(frozen=True)
class _Fault:
    """Why there is no move to compare, or what is wrong with it."""

    kind: Kind
    came: str
    expected: str = ""
    error: BaseException | None = None


class Trial:
    """One tower, moved by a user's function; it is asked for a move at a time."""

    def __init__(self, solver: object, disks: int, limit: Patience) -> None:
        self.solver, self.disks, self.limit = solver, disks, limit
        self.pegs = PegMatrix(disks)
        self.given: object = None
        self.items: Iterator[object] | None = None

    def verdict(self) -> Verdict | None:
        """The first thing wrong, or None; no move is asked for once something is."""
        last = formulas.last_step(self.disks)
        expected = formulas.moves(1, last + 1, self.disks)
        for step, move in enumerate(chain(expected, [None]), 1):
            came = self._ask()
            if came != move:
                pegs = str(self.pegs)
                fault = came if isinstance(came, _Fault) else self._difference(came, move, step)
                self._close()
                return Verdict(
                    fault.kind,
                    self.disks,
                    step,
                    pegs,
                    fault.expected or (str(move) if move else THE_END),
                    fault.came,
                    place(fault.error) if fault.error else "",
                    error=fault.error,
                )
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
        except OutOfPatience as error:
            return _Fault(Kind.LOOPS, f"no move in {self.limit}", error=error)
        except BaseException as error:  # SystemExit too: it is the solver that ends, not we
            return _Fault(Kind.RAISED, one_line(error), error=error)

    def _next(self) -> Move | _Fault | None:
        __tracebackhide__ = True
        if self.items is None:
            if not callable(self.solver):
                return _Fault(Kind.NOT_CALLABLE, shortened(self.solver), A_FUNCTION)
            self.given = self.solver(self.disks)
            if not isinstance(self.given, Iterable):
                return _Fault(Kind.NO_MOVES, _in_line(self.given), MOVES)
            self.items = iter(self.given)
        item = next(self.items, _NO_MORE)
        return None if item is _NO_MORE else self._move(item)

    def _move(self, item: object) -> Move | _Fault:
        pair = item[1:] if isinstance(item, Move) else item
        if not (isinstance(pair, Sequence) and len(pair) == 2 and all(map(_is_peg, pair))):
            return _Fault(Kind.NO_MOVE, _in_line(item), A_MOVE)
        return item if isinstance(item, Move) else Move(self.pegs.top(pair[0]), *pair)

    def _difference(self, came: Move | None, expected: Move | None, step: int) -> _Fault:
        """In what a move that is not the expected one is wrong."""
        if came is None:
            last = formulas.last_step(self.disks)
            return _Fault(Kind.EARLY, f"{THE_END} after {step - 1} of {last} moves")
        if expected is None:
            return _Fault(Kind.LONG, f"one more move, {came.source} -> {came.target}")
        try:
            moved = self.pegs.move(came.source, came.target)
        except IllegalMove as error:
            return _Fault(Kind.ILLEGAL, str(error))
        if moved != came:
            lies = f"disk {moved.disk} is on top of peg {moved.source}"
            return _Fault(Kind.ILLEGAL, f"{came}, but {lies}")
        return _Fault(Kind.WRONG, str(came))

    def _close(self) -> None:
        """End a generator here, within the limit; otherwise it would end where it is dropped."""
        if isinstance(self.given, GeneratorType | CoroutineType):
            try:
                with self.limit:
                    self.given.close()
            except KeyboardInterrupt:
                raise
            except BaseException:  # the verdict stands already
                return


def _is_peg(peg: object) -> bool:
    return is_whole(peg) and peg in PEGS


def _in_line(value: object) -> str:
    return " ".join(shortened(value).split())
