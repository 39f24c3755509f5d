"""Abstract pegs: all that a guard can learn about a configuration, whatever the number of disks.

Read the configuration from the largest disk down, and note each peg as it is named. The peg that
was named last has the smallest top disk, then comes the peg whose last mention is the next before
it; a peg that was never named is empty. So the *order in which the pegs were named last* answers
which of two top disks is smaller, which pegs are empty, and whether all disks are on one peg. There
are only 16 such orders, whatever the number of disks.

A memory runs on abstract pegs just as on the matrix, since they answer to the same names. Whatever
else it asks for is not guessed: it raises `Unanswerable`.

A question without an answer is kept until it is reported, so that a memory that catches the
exception is found out. No class in Python can refuse two questions: which type a value has, and
whether two values are one object. A memory that decides by `isinstance` or `is` may get another
answer on real pegs.

A solver makes one move on abstract pegs at a time (`AbstractRuns`): what it does wherever the pegs
look like this.
"""

from __future__ import annotations

import operator
from ast import literal_eval
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from typing import Any, ClassVar, NamedTuple, NoReturn, Self

from hanoi_fsm.fsm.errors import HanoiError, one_line, with_article
from hanoi_fsm.fsm.memory import RESERVED, Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import Step, next_step
from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.machines.solver import Solver
from hanoi_fsm.hanoi.pegs import PAIRS, PEGS, PegMatrix, third, whole


class NotProvable(HanoiError):
    """Why a machine can be neither proved nor refuted this way."""


class Unanswerable(NotProvable):
    """A question that the order of the tops does not answer, and who `asks` it.

    `last` is the one asked last, whatever has become of the exception.
    """

    last: ClassVar[Unanswerable | None] = None

    def __init__(self, asked: str, asks: str = "its memory") -> None:
        self.asked = asked
        super().__init__(f"{asks} asks for {asked}, which the order of the tops does not tell")
        Unanswerable.last = self

    def by(self, asks: str) -> Unanswerable:
        return Unanswerable(self.asked, asks)


class Abstract:
    """A value of which only that is known which a subclass defines; the rest is `Unanswerable`."""

    __slots__ = ()

    _asked: str
    """What is asked for where the answer is not known."""

    def _refuse(self, *_: object) -> NoReturn:
        raise Unanswerable(self._asked)

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # Python itself looks for these
            raise AttributeError(name)
        raise Unanswerable(f"`{name}` of {self._asked}")

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
"""The pegs that hold a disk, that with the smallest top disk first."""


class Seen(NamedTuple):
    """What is known of the disks read so far, the largest first.

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
        """What is known when one more disk has been read, which is on this `peg`."""
        return _after(self, peg)


@cache
def _after(seen: Seen, peg: int) -> Seen:
    order = (peg, *(other for other in seen.order if other != peg))
    if peg == seen.wanted:
        return Seen(order, peg, seen.pending)
    return Seen(order, third(peg, seen.wanted), (peg, seen.wanted))


class Bounded(Abstract):
    """A number of which only bounds are known; there may be no upper one."""

    __slots__ = ("_high", "_low")

    def __init__(self, low: int, high: int | None = None) -> None:
        self._low, self._high = low, high

    def _signs(self, other: object) -> set[int]:
        """The signs that the difference to another number may have."""
        low, high = (other._low, other._high) if isinstance(other, Bounded) else (other, other)
        if not (isinstance(low, int) and isinstance(high, int | None)):
            self._refuse()
        above = self._high is None or self._high > low
        below = high is None or self._low < high
        equal = (high is None or self._low <= high) and (self._high is None or low <= self._high)
        return {sign for sign, is_possible in ((1, above), (-1, below), (0, equal)) if is_possible}

    def _answer(self, compare: Callable[[int, int], bool], other: object) -> bool:
        """The answer to a comparison, where it is the same for all signs that are possible."""
        answers = {compare(sign, 0) for sign in self._signs(other)}
        return answers.pop() if len(answers) == 1 else self._refuse()

    def __lt__(self, other: object) -> bool:
        return self._answer(operator.lt, other)

    def __le__(self, other: object) -> bool:
        return self._answer(operator.le, other)

    def __gt__(self, other: object) -> bool:
        return self._answer(operator.gt, other)

    def __ge__(self, other: object) -> bool:
        return self._answer(operator.ge, other)

    def __eq__(self, other: object) -> bool:
        return self._answer(operator.eq, other)

    def __ne__(self, other: object) -> bool:
        return self._answer(operator.ne, other)

    def __bool__(self) -> bool:
        return self._answer(operator.ne, 0)

    __hash__ = Abstract._refuse


class DiskCount(Bounded):
    """The number of disks, of which is known that there is one, and whether it is odd."""

    __slots__ = ("_is_odd",)

    _asked = "the number of disks"

    def __init__(self, is_odd: bool) -> None:
        super().__init__(1)
        self._is_odd = is_odd

    def _signs(self, other: object) -> set[int]:
        if isinstance(other, Height | Top):
            return {-sign for sign in other._signs(self)}
        return super()._signs(other)

    def __mod__(self, divisor: object) -> int:
        return int(self._is_odd) if whole(divisor) == 2 else self._refuse()

    def __and__(self, mask: object) -> int:
        return int(self._is_odd) if whole(mask) == 1 else self._refuse()


class Height(Bounded):
    """The height of a peg: whether it is 0, and whether it is the number of disks."""

    __slots__ = ("_asked", "_has_all", "_peg")

    def __init__(self, peg: int, order: Order) -> None:
        super().__init__(*((1, None) if peg in order else (0, 0)))
        self._peg, self._has_all = peg, order == (peg,)
        self._asked = f"the height of peg {peg}"

    def _signs(self, other: object) -> set[int]:
        if isinstance(other, DiskCount):
            return {0} if self._has_all else {-1}
        return super()._signs(other)


class Top(Bounded):
    """The top disk of a peg, or the sentinel of an empty one: its place among the three."""

    __slots__ = ("_asked", "_place")

    def __init__(self, peg: int, order: Order) -> None:
        self._asked = f"the size of the top disk of peg {peg}"
        self._place = order.index(peg) if peg in order else len(PEGS)
        super().__init__(1 + min(self._place, len(order)), 1 if self._place == 0 else None)

    def _signs(self, other: object) -> set[int]:
        if isinstance(other, Top):
            return {(self._place > other._place) - (self._place < other._place)}
        if isinstance(other, DiskCount):
            return {1} if self._place == len(PEGS) else {-1, 0}
        return super()._signs(other)


class TopMove(Abstract):
    """The move of a top disk, which may be any disk."""

    __slots__ = ("source", "target")

    _asked = "the disk that moves"

    def __init__(self, source: int, target: int) -> None:
        self.source, self.target = source, target


class _Column(Abstract):
    __slots__ = ("_asked", "_number", "_pegs")

    def __init__(self, pegs: AbstractPegs, number: int) -> None:
        self._pegs, self._number = pegs, number
        self._asked = f"the cells of peg {number}"

    def __getitem__(self, height: object) -> Top:
        if isinstance(height, Height) and height._peg == self._number:
            return self._pegs.top(self._number)
        return self._refuse()


class _PerPeg(Abstract):
    """What the pegs have of a kind, by peg."""

    __slots__ = ("_asked", "_of")

    def __init__(self, what: str, of: Callable[[int], Abstract]) -> None:
        self._asked, self._of = what, of

    def __getitem__(self, peg: object) -> Abstract:
        return self._of(peg) if isinstance(peg, int) else self._refuse()


class AbstractPegs(Abstract):
    """Three pegs of which only that is known which has been `seen` of the disks on them.

    They have the names of `PegMatrix`. One move may be made; after it nothing is known any more.

    >>> pegs = AbstractPegs(Seen((2, 0), wanted=1), DiskCount(is_odd=True))
    >>> pegs.top(2) < pegs.top(0) < pegs.top(1), pegs.heights[1] == 0
    (True, True)
    >>> pegs.heights[2] == 3
    Traceback (most recent call last):
        ...
    hanoi_fsm.hanoi.proofs.abstract.Unanswerable: its memory asks for the height of peg 2, ...
    """

    __slots__ = ("_asked", "_disks", "_made", "_seen", "_target")

    def __init__(self, seen: Seen, disks: DiskCount, target: int = 2) -> None:
        self._seen, self._disks, self._target = seen, disks, target
        self._made: TopMove | None = None
        self._asked = "the pegs"

    @property
    def disks(self) -> DiskCount:
        return self._disks

    @property
    def cells(self) -> _PerPeg:
        return _PerPeg("the cells of the pegs", lambda peg: _Column(self, PEGS[peg]))

    @property
    def heights(self) -> _PerPeg:
        heights = "the heights of the pegs"
        return _PerPeg(heights, lambda peg: Height(PEGS[peg], self._order()))

    def __deepcopy__(self, memo: object) -> Self:
        twin = type(self)(self._seen, self._disks, self._target)
        twin._made, twin._asked = self._made, self._asked
        return twin

    def _order(self) -> Order:
        return self._refuse() if self._made is not None else self._seen.order

    def top(self, peg: int) -> Top:
        return Top(PEGS[peg], self._order())

    def move(self, source: int, target: int) -> TopMove:
        """The move with the numbers of the pegs as they are given: -1 is not 2 in the output."""
        if whole(source) is None or whole(target) is None:
            raise Unanswerable("a move between pegs that are not whole numbers")
        if not self.top(source) < self.top(target):
            raise IllegalMove(f"cannot move a disk from peg {source} to peg {target}")
        self._made, self._asked = TopMove(source, target), "the pegs after a move"
        return self._made

    def move_between(self, a: int, b: int) -> TopMove:
        return self.move(a, b) if self.top(a) < self.top(b) else self.move(b, a)

    def next_move(self, target: int) -> tuple[int, int] | None:
        """The next move of a shortest path to the tower on `target`, None if it is built."""
        if self._made is not None or target != self._target:
            raise Unanswerable(f"the next move to peg {target}")
        return self._seen.pending


def move_made(pegs: AbstractPegs) -> TopMove | None:
    """The move that has been made on some pegs, if any."""
    return pegs._made


REGISTERS = (int, str, bool, type(None))
"""The types of registers; texts tell their values apart, also 1 and True."""
MOST_STEPS = 200_000
"""A proof is given up after this many steps: lines of the table, and events of the machine."""
LONGEST = 100
"""The longest text of a register."""


class GaveUp(NotProvable):
    """A proof that has become too long."""


class Budget:
    """How many steps may still be made; the runs of a machine share one."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.most = self.left = most

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise GaveUp(f"gave up after {self.most:,} steps: it has too many states and registers")


class Control(NamedTuple):
    """All that a machine remembers besides the pegs: its state, and its registers with values."""

    state: str
    registers: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return " ".join([self.state, *(f"{name}={value}" for name, value in self.registers)])


def values_of(control: Control) -> dict[str, Any]:
    """The values of its registers, by name."""
    return {name: literal_eval(text) for name, text in control.registers}


class Made(NamedTuple):
    """A move from one peg to another, the control after it, and the transitions taken for it."""

    source: int
    target: int
    control: Control
    taken: tuple[Transition, ...]


class Stuck(NamedTuple):
    """Why no move is made.

    Where the machine is in a final state, it `has_ended`, and `taken` are the transitions to there.
    """

    why: str
    has_ended: bool = False
    taken: tuple[Transition, ...] = ()


class AbstractTask(Abstract):
    """A task of which the number of disks is not known, but whether it is odd."""

    __slots__ = ("disks", "source", "spare", "target")

    _asked = "more of its task than the pegs"

    def __init__(self, disks: DiskCount, source: int, target: int) -> None:
        self.disks, self.source, self.target = disks, source, target
        self.spare = third(source, target)

    @property
    def start(self) -> _Tower:
        return _Tower(self)


class _Tower(Abstract):
    """The configuration that a task starts with."""

    __slots__ = ("_task",)

    _asked = "the disks of the tower"

    def __init__(self, task: AbstractTask) -> None:
        self._task = task

    def peg(self, disk: object) -> int:
        return self._task.source if whole(disk) == 1 else self._refuse()

    def on_pegs(self) -> AbstractPegs:
        task = self._task
        return AbstractPegs(Seen((), task.target).after(task.source), task.disks, task.target)


class _Output(Abstract):
    """The output of the last event, which is not part of a memory."""

    __slots__ = ()

    _asked = "its last output"


class AbstractRuns:
    """The moves of a machine that has an odd number of disks to move, or an even one from 2 on.

    Each move is made by a fresh memory that has the attributes which its control names, and no
    others. Raises `NotProvable` for a memory that needs more than that.
    """

    def __init__(
        self,
        machine: Solver,
        source: int,
        target: int,
        is_odd: bool,
        budget: Budget | None = None,
    ) -> None:
        self.machine, self.is_odd, self.budget = machine, is_odd, budget or Budget()
        self.task = AbstractTask(DiskCount(is_odd), source, target)
        first = self._first()
        self._kind = type(first)
        self._attributes: dict[Control, dict[str, Any]] = {}
        self._made: dict[tuple[Seen, Control], Made | Stuck] = {}
        self.start = self._control(machine.automaton.initial, first)

    def _first(self) -> Memory:
        Unanswerable.last = None
        error: BaseException | None = None
        try:
            first = self.machine.memory(self.task.start, self.task)
        except Exception as raised:  # whatever a user's memory raises
            error = raised
        _pass_on(lambda: "its memory")
        if error is not None:
            why = f"cannot be set up without a number of disks ({one_line(error)})"
            raise NotProvable(f"its memory {why}") from error
        return first

    def __str__(self) -> str:
        disks = "odd" if self.is_odd else "even"
        return f"{self.task.source} -> {self.task.target}, {disks} numbers of disks"

    def _control(self, state: str, memory: Memory) -> Control:
        """The control of a memory: its state, and its registers, which are plain values."""
        data = {name: value for name, value in vars(memory).items() if name not in RESERVED}
        if not isinstance(data.pop("pegs", None), AbstractPegs):
            raise NotProvable("its memory has other pegs than those of the configuration")
        return Control(state, tuple((name, _text(name, data[name])) for name in sorted(data)))

    def memory(self, control: Control, pegs: AbstractPegs | PegMatrix) -> Memory:
        """A fresh memory with this control, on these pegs."""
        if control not in self._attributes:
            self._attributes[control] = values_of(control)
        memory = object.__new__(self._kind)
        vars(memory).update(self._attributes[control], pegs=pegs)
        return memory

    def next_move(self, seen: Seen, control: Control) -> Made | Stuck:
        """What the machine does next, where this is seen of the disks and this is its control."""
        key = seen, control
        if key not in self._made:
            self._made[key] = self._next_move(seen, control)
        return self._made[key]

    def _next_move(self, seen: Seen, control: Control) -> Made | Stuck:
        taken: list[Transition] = []
        met = set()
        while control not in met:
            met.add(control)
            if control.state in self.machine.automaton.final:
                return Stuck("the end", True, tuple(taken))
            self.budget.spend()
            if len(taken) >= (most := self.machine.idle_limit(0)):  # as real runs do
                raise GaveUp(f"gave up: no move in {most:,} events")
            event = self._event(seen, control)
            if isinstance(event, Stuck):
                return event
            transition, control, move = event
            taken.append(transition)
            if move is not None:
                return Made(move.source, move.target, control, tuple(taken))
        return Stuck("the run loops without a move")

    def _event(
        self, seen: Seen, control: Control
    ) -> tuple[Transition, Control, TopMove | None] | Stuck:
        """The transition of one event, the control after it, and the move that it makes, if any."""
        pegs = AbstractPegs(seen, self.task.disks, self.task.target)
        memory = self.memory(control, pegs)
        memory.output = _Output()
        Unanswerable.last = None
        made = next_step(self.machine.automaton, control.state, memory, self.machine.alphabet[0])
        _pass_on(partial(self._who_asks, seen, control, made))
        if made.error:
            return Stuck(made.failure)
        transition = made.taken
        if vars(memory).get("pegs") is not pegs or made.output is not move_made(pegs):
            more = "does more than make a move and output it"
            raise NotProvable(f"the action `{transition.action}` {more}")
        return transition, self._control(transition.target, memory), move_made(pegs)

    def _who_asks(self, seen: Seen, control: Control, made: Step) -> str:
        """Which guard asks for what is not known, or else the action of a step."""
        memory = self.memory(control, AbstractPegs(seen, self.task.disks, self.task.target))
        for one in self.machine.automaton.leaving(control.state):
            for guard in one.guards:
                Unanswerable.last = None
                with suppress(Exception):  # of a user's memory
                    getattr(memory, guard.name)()
                if Unanswerable.last is not None:
                    return f"the guard `{guard.name}`"
        return f"the action `{made.transition.action}`" if made.transition else "its memory"


def all_runs(machine: Solver) -> Iterator[AbstractRuns]:
    """The runs for all six tasks, each with an odd and an even number of disks."""
    budget = Budget()
    for source, target in PAIRS:
        for is_odd in (True, False):
            yield AbstractRuns(machine, source, target, is_odd, budget)


def _text(name: str, value: object) -> str:
    """The text of the value of a register; `NotProvable` if it has none that says all of it."""
    if isinstance(value, Abstract):
        raise Unanswerable(value._asked, f"the register `{name}`")
    if type(value) not in REGISTERS:
        kind = with_article(type(value).__name__)
        raise NotProvable(f"the register `{name}` is {kind}, not a whole number, text or bool")
    has_text = not isinstance(value, int) or value.bit_length() <= 3 * LONGEST
    if not has_text or len(text := repr(value)) > LONGEST:
        raise GaveUp(f"gave up: the register `{name}` grows too large")
    return text


def _pass_on(asks: Callable[[], str]) -> None:
    """Raise what has not been answered since `last` was reset, even if the memory caught it."""
    if (last := Unanswerable.last) is not None:
        raise last.by(asks())
