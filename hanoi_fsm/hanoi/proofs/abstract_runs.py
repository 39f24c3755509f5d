"""One move of a solver on abstract pegs: what the machine does wherever the pegs look like this."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterator
from typing import NamedTuple

from hanoi_fsm.fsm.memory import Memory, data_of
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import GuardFailed, enabled, take
from hanoi_fsm.fsm.values import PLAIN
from hanoi_fsm.hanoi.machines.solver import Solver
from hanoi_fsm.hanoi.pegs import PAIRS, third
from hanoi_fsm.hanoi.proofs.abstract_pegs import (
    Abstract,
    AbstractPegs,
    Disks,
    Seen,
    TopMove,
    Unanswerable,
)


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
    """Why no move is made; `has_ended` if because the machine is in a final state.

    Then `taken` are the transitions that led there.
    """

    why: str
    has_ended: bool = False
    taken: tuple[Transition, ...] = ()


class AbstractTask(NamedTuple):
    """A task of which the number of disks is not known, but whether it is odd."""

    disks: Disks
    source: int
    target: int

    @property
    def spare(self) -> int:
        return third(self.source, self.target)

    @property
    def start(self) -> _Tower:
        return _Tower(self)


class _Tower(Abstract):
    """The configuration that a task starts with."""

    __slots__ = ("task",)

    def __init__(self, task: AbstractTask) -> None:
        self.task = task

    def _asked(self) -> str:
        return "the disks of the tower"

    def peg(self, disk: object) -> int:
        return self.task.source if disk == 1 else self._refuse()

    def on_pegs(self) -> AbstractPegs:
        task = self.task
        return AbstractPegs(Seen((), task.target).after(task.source), task.disks, task.target)


class AbstractRuns:
    """The moves of a machine that has an odd number of disks to move, or an even one from 2 on."""

    def __init__(self, machine: Solver, source: int, target: int, is_odd: bool) -> None:
        self.machine, self.is_odd = machine, is_odd
        self.task = task = AbstractTask(Disks(is_odd), source, target)
        self._first = machine.memory(task.start, task)
        self._memories: dict[Control, Memory] = {}
        self._made: dict[tuple[Seen, Control], Made | Stuck] = {}
        self.start = self._control(machine.automaton.initial, self._first)

    def __str__(self) -> str:
        disks = "odd" if self.is_odd else "even"
        return f"{self.task.source} -> {self.task.target}, {disks} numbers of disks"

    def _control(self, state: str, memory: Memory) -> Control:
        """The control of a memory: its state, and its registers, which are plain values."""
        data = data_of(memory)
        del data["pegs"]
        for name, value in data.items():
            if type(value) not in PLAIN:
                what = value._asked() if isinstance(value, Abstract) else "more than plain values"
                raise Unanswerable(what, f"the register `{name}`")
        return Control(state, tuple((name, repr(value)) for name, value in sorted(data.items())))

    def _memory(self, control: Control, pegs: AbstractPegs) -> Memory:
        """A fresh memory with this control, on these pegs."""
        if control not in self._memories:
            memory = self._memories[control] = self._first.copy()
            vars(memory).update((name, literal_eval(text)) for name, text in control.registers)
        memory = self._memories[control].copy()
        vars(memory)["pegs"] = pegs
        return memory

    def next_move(self, seen: Seen, control: Control) -> Made | Stuck:
        """What the machine does next, where this is seen of the disks and this is its control."""
        key = seen, control
        if key not in self._made:
            self._made[key] = self._next_move(seen, control)
        return self._made[key]

    def _next_move(self, seen: Seen, control: Control) -> Made | Stuck:
        automaton, event = self.machine.automaton, self.machine.alphabet[0]
        taken: list[Transition] = []
        met = set()
        while control not in met:
            met.add(control)
            if control.state in automaton.final:
                return Stuck("the end", True, tuple(taken))
            pegs = AbstractPegs(seen, self.task.disks, self.task.target)
            memory = self._memory(control, pegs)
            try:
                found = enabled(automaton, control.state, memory, event)
            except GuardFailed as error:
                _pass_on(error.__cause__, self._who_asks(control, memory))
                return Stuck(str(error))
            if len(found) != 1:
                return Stuck(f"{len(found)} transitions are enabled")
            taken.append(found[0])
            step = take(found[0], memory)
            _pass_on(step.error, f"the action `{found[0].action}`")
            if step.error:
                return Stuck(step.failure)
            control = self._control(found[0].target, memory)
            if isinstance(step.output, TopMove):
                return Made(step.output.source, step.output.target, control, tuple(taken))
            if step.output is not None or pegs.has_moved:
                other = "an output other than its move"
                raise Unanswerable(other, f"the action `{found[0].action}`")
        return Stuck("the run loops without a move")

    def _who_asks(self, control: Control, memory: Memory) -> str:
        """Which guard asks for what is not known."""
        for one in self.machine.automaton.leaving(control.state):
            for guard in one.guards:
                try:
                    getattr(memory, guard.name)()
                except Unanswerable:
                    return f"the guard `{guard.name}`"
                except Exception:  # of a user's memory; it is not this guard
                    continue
        return "its memory"


def all_runs(machine: Solver) -> Iterator[AbstractRuns]:
    """The runs for all six tasks, each with an odd and an even number of disks."""
    for source, target in PAIRS:
        for is_odd in (True, False):
            yield AbstractRuns(machine, source, target, is_odd)


def _pass_on(error: BaseException | None, asks: str) -> None:
    if isinstance(error, Unanswerable):
        raise error.by(asks)
