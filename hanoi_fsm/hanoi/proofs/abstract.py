"""Abstract pegs: all that a guard can learn about a configuration, whatever the number of disks.

Read the configuration from the largest disk down, and note each peg as it is named. The peg that
was named last has the smallest top disk, then comes the peg whose last mention is the next before
it; a peg that was never named is empty. So the *order in which the pegs were named last* answers
which of two top disks is smaller, which pegs are empty, and whether all disks are on one peg. There
are only 16 such orders, whatever the number of disks.

A memory runs on abstract pegs just as on the matrix, since they have the same names. Any other
question is refused: it raises `NotProvable`, and is also noted where the memory cannot undo it, as
a memory may catch any exception. No class in Python can refuse two questions: `type(value)`, and
whether two values are one object. A memory that depends on them may get another answer on real
pegs.

A solver makes one move on abstract pegs at a time (`AbstractRuns`): its move on all pegs that look
like these.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache, partial, partialmethod
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Self, cast

from hanoi_fsm.fsm.checking.exploration import Claims
from hanoi_fsm.fsm.claims import Claim
from hanoi_fsm.fsm.errors import one_line, with_article
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.stepping import GuardFailed, next_step
from hanoi_fsm.hanoi.pegs import PEGS, IllegalMove, Move, third

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.machines import Solver


class NotProvable(BaseException):
    """The reason why a machine can be neither proved nor refuted this way."""


class Abstract:
    """A value that answers only the questions its subclass defines, and refuses all others.

    The values of one proof share a list of the `refused` questions.
    """

    def __init__(self, asked: str, refused: list[NotProvable]) -> None:
        self._asked, self._refused = asked, refused

    def _refuse(self, *_: object) -> NoReturn:
        why = f"it asks for {self._asked}, which the order of the tops does not reveal"
        self._refused.append(NotProvable(why))
        raise self._refused[-1]

    __class__ = property(_refuse)  # which `isinstance` asks for

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # Python itself looks for these
            raise AttributeError(name)
        Abstract(f"`{name}` of {self._asked}", self._refused)._refuse()

    def __deepcopy__(self, memo: object) -> Abstract:
        return self


_OPERATORS = """
    lt le gt ge eq ne hash bool int index float len iter contains getitem setitem delitem call
    add radd iadd sub rsub isub mul rmul imul floordiv rfloordiv truediv rtruediv mod rmod divmod
    rdivmod pow rpow lshift rlshift rshift rrshift and rand or ror xor rxor neg pos abs invert
    round trunc floor ceil str repr format bytes complex copy reduce_ex
"""
for _operator in _OPERATORS.split():
    setattr(Abstract, f"__{_operator}__", Abstract._refuse)


Order = tuple[int, ...]
"""The pegs that hold a disk, in ascending order of their top disks."""


class Seen(NamedTuple):
    """The knowledge of the disks read so far, the largest first.

    `order` has the pegs that hold one of them, the peg named last first. `wanted` is the peg where
    the next disk should be in order to get the tower to its target, and `pending` is the move that
    must be made for it, if any: these two are the states of next-move-reader.

    >>> Seen((), 2).after(0).after(0).after(1)
    Seen(order=(1, 0), wanted=0, pending=(1, 2))
    """

    order: Order
    wanted: int
    pending: tuple[int, int] | None = None

    def after(self, peg: int) -> Seen:
        """The knowledge after one more disk has been read, which is on this `peg`."""
        order = (peg, *(other for other in self.order if other != peg))
        if peg == self.wanted:
            return Seen(order, peg, self.pending)
        return Seen(order, third(peg, self.wanted), (peg, self.wanted))


Bound = tuple[int, int]
"""A factor of the number of disks, 0 or 1, and a number that is added to the product."""


def _exceeds(bound: Bound, other: Bound, by: int) -> bool:
    """Return whether a bound exceeds another `by` so much, for any number of disks from 1 on."""
    disks, more = bound[0] - other[0], bound[1] - other[1]
    return disks >= 0 and disks + more >= by


class Number(Abstract):
    """A number with two known bounds, and the `place` of a top disk among the three."""

    def __init__(
        self,
        asked: str,
        refused: list[NotProvable],
        low: Bound,
        high: Bound,
        place: int | None = None,
    ) -> None:
        super().__init__(asked, refused)
        self._low, self._high, self._place = low, high, place

    def _signs(self, other: object) -> set[int]:
        """The signs that the difference to another number may have."""
        if not isinstance(other, Number):
            if not isinstance(other, int):
                self._refuse()
            other = Number("", self._refused, (0, other), (0, other))
        if self._place is not None and other._place is not None:
            return {(self._place > other._place) - (self._place < other._place)}
        never = {
            1: _exceeds(other._low, self._high, by=0),
            -1: _exceeds(self._low, other._high, by=0),
            0: _exceeds(other._low, self._high, by=1) or _exceeds(self._low, other._high, by=1),
        }
        return {sign for sign, is_impossible in never.items() if not is_impossible}

    def answer(self, compare: Callable[[int, int], bool], other: object) -> bool:
        """Answer a comparison, if the answer is the same for all possible signs."""
        answers = {compare(sign, 0) for sign in self._signs(other)}
        return answers.pop() if len(answers) == 1 else self._refuse()

    def __bool__(self) -> bool:
        return self.answer(operator.ne, 0)


for _compare in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Number, f"__{_compare}__", partialmethod(Number.answer, getattr(operator, _compare)))


class DiskCount(Number):
    """The number of disks, known to be at least 1, and to be odd or even.

    It also makes the heights and the top disks of pegs, for that many disks.
    """

    def __init__(self, is_odd: bool) -> None:
        super().__init__("the number of disks", [], low=(1, 0), high=(1, 0))
        self._is_odd, self._height, self._top = is_odd, cache(self._height_of), cache(self._top_of)

    def __mod__(self, divisor: object) -> int:
        return int(self._is_odd) if divisor == 2 else self._refuse()

    def _height_of(self, order: Order, peg: int) -> Number:
        """The height of a peg: whether it is 0, and whether it is the number of disks."""
        low, high = (0, 0), (0, 0)
        if order == (peg,):
            low, high = (1, 0), (1, 0)
        elif peg in order:
            low, high = (0, 1), (1, -1)
        return Number(f"the height of peg {peg}", self._refused, low, high)

    def _top_of(self, order: Order, peg: int) -> Number:
        """The top disk of a peg, or the sentinel of an empty one, with its place."""
        place = order.index(peg) if peg in order else len(PEGS)
        low, high = (0, 1 + place), (1, 0)
        if place == 0:
            low, high = (0, 1), (0, 1)
        elif place == len(PEGS):
            low, high = (1, 1), (1, 1)
        return Number(f"the size of the top disk of peg {peg}", self._refused, low, high, place)


class _Column(Abstract):
    """The cells of a peg, of which only the top one is known."""

    def __init__(self, disks: DiskCount, order: Order, peg: int) -> None:
        super().__init__(f"the cells of peg {peg}", disks._refused)
        self._disks, self._of = disks, (order, peg)

    def __getitem__(self, height: object) -> Number:
        is_top = height is self._disks._height(*self._of)
        return self._disks._top(*self._of) if is_top else self._refuse()


class AbstractPegs(Abstract):
    """Three pegs that know only what has been `seen` of the disks on them.

    They have the names of `PegMatrix`. One move may be `made`; after it nothing is known any more.

    >>> pegs = AbstractPegs(Seen((2, 0), wanted=1), DiskCount(is_odd=True))
    >>> pegs.top(2) < pegs.top(0) < pegs.top(1), pegs.heights[1] == 0
    (True, True)
    >>> pegs.heights[2] == 3
    Traceback (most recent call last):
    hanoi_fsm.hanoi.proofs.abstract.NotProvable: it asks for the height of peg 2, which ...
    """

    def __init__(self, seen: Seen | None, disks: DiskCount, target: int = 2) -> None:
        super().__init__("the pegs", disks._refused)
        self._seen, self.disks, self._target = seen, disks, target
        self.made: Move | None = None

    def __deepcopy__(self, memo: object) -> Self:
        return type(self)(self._seen, self.disks, self._target)

    @property
    def heights(self) -> list[Number]:
        return [self.disks._height(self._known().order, peg) for peg in PEGS]

    @property
    def cells(self) -> list[_Column]:
        return [_Column(self.disks, self._known().order, peg) for peg in PEGS]

    def _known(self) -> Seen:
        return self._seen or Abstract("the pegs after a move", self._refused)._refuse()

    def top(self, peg: int) -> Number:
        return self.disks._top(self._known().order, PEGS[peg])

    def larger_on_smaller(self) -> bool:
        """Return False: disks are read from the largest down, so a smaller one is put on top."""
        self._known()
        return False

    def move(self, source: int, target: int) -> Move:
        """Make a move; the indices count as on the matrix, where -1 is peg 2."""
        if not self.top(source).answer(operator.lt, self.top(target)):
            raise IllegalMove(f"no disk can move from peg {source} to peg {target}")
        disk = cast("int", Abstract("the disk that moves", self._refused))
        self.made, self._seen = Move(disk, PEGS[source], PEGS[target]), None
        return self.made

    def move_between(self, a: int, b: int) -> Move:
        return self.move(a, b) if self.top(a).answer(operator.lt, self.top(b)) else self.move(b, a)

    def next_move(self, target: int) -> tuple[int, int]:
        """The pegs of the next move towards the tower on `target`; `target` twice if built."""
        seen = self._known()
        if not seen.order or target != self._target:
            self._refuse()
        return seen.pending or (target, target)


class AbstractTask(Abstract):
    """A task and its first tower; only the parity of the number of disks is known."""

    def __init__(self, disks: DiskCount, source: int, target: int) -> None:
        super().__init__("its task", disks._refused)
        self.disks, self.source, self.target = disks, source, target
        self.spare, self.start = third(source, target), self

    def peg(self, disk: object) -> int:
        return self.source if disk == 1 else self._refuse()

    def on_pegs(self) -> AbstractPegs:
        return AbstractPegs(Seen((), self.target).after(self.source), self.disks, self.target)


REGISTERS = (int, str, bool, type(None))
"""The types of registers."""
MOST_STEPS = 100_000
"""A proof is given up after this many steps: lines of a table, and events of the machine."""
LONGEST = 300
"""The most bits of a number in a register, and the most letters of a text."""


class Control(NamedTuple):
    """All that a machine remembers besides the pegs: its state, and its registers with values."""

    state: str
    registers: tuple[tuple[str, object], ...]


class Made(NamedTuple):
    """The steps of a machine up to its next move: the `pegs` of the move, and the control after it.

    If it comes to a final state without a move, it has no pegs.
    """

    pegs: tuple[int, int] | None
    control: Control


class AbstractRuns:
    """The moves of a machine that has an odd number of disks to move, or an even one from 2 on.

    Each move is made by a fresh memory that has only the attributes named by its control. Raises
    `NotProvable` for a memory that needs more than that. It records which claims are found
    `broken` on the way, and why others are `unknown`.
    """

    def __init__(self, machine: Solver, source: int, target: int, is_odd: bool) -> None:
        self.machine, self.is_odd, self._left = machine, is_odd, MOST_STEPS
        disks = DiskCount(is_odd)
        self.task = AbstractTask(disks, source, target)
        self._refused = disks._refused
        self.next_move = cache(self._next_move)
        self.claims = Claims(machine)
        self.broken: set[str] = set()
        self.unknown: dict[str, NotProvable | GuardFailed] = {}
        try:
            first = machine.memory(self.task, self.task)
        except Exception as error:  # whatever a user's memory raises
            why = f"its memory cannot be set up without a number of disks ({one_line(error)})"
            raise NotProvable(why) from error
        finally:
            self._look()
        self._kind = type(first)
        self.start = self._control(machine.automaton.initial, first)

    def spend(self) -> None:
        """Count one more step."""
        self._left -= 1
        if self._left < 0:
            steps = f"{MOST_STEPS:,} steps"
            raise NotProvable(f"gave up after {steps}: it has too many states and registers")

    def _look(self, where: str = "") -> None:
        """Give up if the memory was refused an answer, even if it caught the exception."""
        if self._refused:
            raise NotProvable(f"{where}{self._refused[0]}") from None

    def _control(self, state: str, memory: Memory) -> Control:
        """The control of a memory: its state, and its registers, which are plain values."""
        data = {name: value for name, value in vars(memory).items() if name != "output"}
        if not isinstance(data.pop("pegs", None), AbstractPegs):
            raise NotProvable("its memory has other pegs than the configuration")
        for name, value in data.items():
            if isinstance(value, Abstract):
                value._refuse()
            if type(value) not in REGISTERS:
                wrong = f"{with_article(type(value).__name__)}, not a whole number, text or bool"
                raise NotProvable(f"the register `{name}` is {wrong}")
            if (value.bit_length() if isinstance(value, int) else len(str(value))) > LONGEST:
                raise NotProvable(f"gave up: the register `{name}` grows too large")
        return Control(state, tuple(sorted(data.items())))

    def memory(self, control: Control, pegs: AbstractPegs) -> Memory:
        """A fresh memory with this control, on these pegs."""
        memory = object.__new__(self._kind)
        vars(memory).update(control.registers, pegs=pegs)
        return memory

    def _holds(self, claim: Claim, control: Control, pegs: AbstractPegs) -> bool:
        """Return whether the first formula of a claim holds there; note if it is unknown."""
        try:
            make = partial(self.memory, control, pegs)
            holds = self.claims.holds(claim.first, control.state, make)
            self._look()
            return holds
        except (NotProvable, GuardFailed) as error:
            self._refused.clear()
            self.unknown.setdefault(claim.text, error)
            return False

    def _next_move(self, seen: Seen, control: Control) -> Made | None:
        """The next move of the machine with this control, on disks that look like `seen`.

        None if it stops before the end, or loops without a move.
        """
        automaton, met = self.machine.automaton, set()
        while control not in met:
            met.add(control)
            pegs = AbstractPegs(seen, self.task.disks, self.task.target)
            claims = [*self.claims.of_states, *self.claims.of_steps]
            ready = [claim for claim in claims if self._holds(claim, control, pegs)]
            self.broken |= {claim.text for claim in ready if claim in self.claims.of_states}
            if control.state in automaton.final:
                return Made(None, control)
            self.spend()
            memory = self.memory(control, pegs)
            memory.output = Abstract("its last output", self._refused)  # no part of a memory
            try:
                made = next_step(automaton, control.state, memory, self.machine.alphabet[0])
            finally:
                self._look(f"in state `{control.state}` ")
            if made.error:
                return None
            move = pegs.made
            if vars(memory).get("pegs") is not pegs or memory.output is not move:
                effect = made.taken.label.effect
                raise NotProvable(f"the action `{effect}` does more than make a move")
            control = self._control(made.taken.target, memory)
            for claim in ready:
                if self.claims.holds(claim.then, control.state, Memory):
                    self.broken.add(claim.text)
            if move is not None:
                return Made((move.source, move.target), control)
        return None
