"""One move of a solver on abstract pegs: what the machine does wherever the pegs look like this."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from hanoi_fsm.fsm.errors import one_line, with_article
from hanoi_fsm.fsm.memory import RESERVED, Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import Step, next_step
from hanoi_fsm.hanoi.machines.solver import Solver
from hanoi_fsm.hanoi.pegs import PAIRS, PegMatrix, third, whole
from hanoi_fsm.hanoi.proofs.abstract_pegs import (
    AbstractPegs,
    DiskCount,
    Seen,
    TopMove,
    move_made,
)
from hanoi_fsm.hanoi.proofs.unanswerable import Abstract, NotProvable, Unanswerable

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

    __slots__ = ("disks", "source", "target")

    def __init__(self, disks: DiskCount, source: int, target: int) -> None:
        self.disks, self.source, self.target = disks, source, target

    def _asked(self) -> str:
        return "more of its task than the pegs"

    @property
    def spare(self) -> int:
        return third(self.source, self.target)

    @property
    def start(self) -> _Tower:
        return _Tower(self)


class _Tower(Abstract):
    """The configuration that a task starts with."""

    __slots__ = ("_task",)

    def __init__(self, task: AbstractTask) -> None:
        self._task = task

    def _asked(self) -> str:
        return "the disks of the tower"

    def peg(self, disk: object) -> int:
        return self._task.source if whole(disk) == 1 else self._refuse()

    def on_pegs(self) -> AbstractPegs:
        task = self._task
        return AbstractPegs(Seen((), task.target).after(task.source), task.disks, task.target)


class _Output(Abstract):
    """The output of the last event, which is not part of a memory."""

    __slots__ = ()

    def _asked(self) -> str:
        return "its last output"


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
            registers = {name: literal_eval(text) for name, text in control.registers}
            self._attributes[control] = registers
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
        raise Unanswerable(value._asked(), f"the register `{name}`")
    if type(value) not in REGISTERS:
        kind = with_article(type(value).__name__)
        raise NotProvable(f"the register `{name}` is {kind}, not a whole number, text or bool")
    if isinstance(value, int) and value.bit_length() > 3 * LONGEST:  # it may have no text
        raise GaveUp(f"gave up: the register `{name}` grows too large")
    if len(text := repr(value)) > LONGEST:
        raise GaveUp(f"gave up: the register `{name}` grows too large")
    return text


def _pass_on(asks: Callable[[], str]) -> None:
    """Raise what has not been answered since `last` was reset, even if the memory caught it."""
    if (last := Unanswerable.last) is not None:
        raise last.by(asks())
