"""The runs of a proved machine, taken apart: a tower of any height is two subtowers and a move."""

from __future__ import annotations

from typing import NamedTuple

from hanoi_fsm.fsm.errors import HanoiError, counted
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.errors import NotProved
from hanoi_fsm.hanoi.machines.solver import Solver
from hanoi_fsm.hanoi.proofs.abstract_pegs import Seen
from hanoi_fsm.hanoi.proofs.abstract_runs import AbstractRuns, Control, Made, Stuck
from hanoi_fsm.hanoi.proofs.search import Search, Wrong
from hanoi_fsm.hanoi.proofs.subtowers import (
    Subtower,
    first_half,
    largest,
    second_half,
    tower,
)


class Split(NamedTuple):
    """A subtower in the order of the run: its first half, the move of its largest disk, the rest.

    `taken` are the transitions of that move.
    """

    first: Subtower
    taken: tuple[Transition, ...]
    second: Subtower


class ProvedRuns:
    """All runs of a machine for one task, with an odd number of disks or an even one from 2 on.

    Raises `NotProved` unless the machine is right for all of them.
    """

    def __init__(self, machine: Solver, source: int, target: int, is_odd: bool) -> None:
        try:
            self._runs = AbstractRuns(machine, source, target, is_odd)
            table = Search(self._runs).run()
        except HanoiError as error:
            raise NotProved(f"{machine.shown} is not provable this way: {error}") from error
        if isinstance(table, Wrong):
            where = f"with {counted(table.disks, 'disk')}, step {table.step}"
            raise NotProved(f"{machine.shown} is not right, {where}: `prove` says what is wrong")
        self.machine = machine
        self.again = table.again
        self.period = len(table.levels) - table.again
        self.whole = tower(self._runs)
        self._levels = table.levels
        self._splits: dict[tuple[int, Subtower], Split] = {}

    def _kind(self, level: int) -> int:
        """The level of the table that any level repeats."""
        return level if level < self.again else self.again + (level - self.again) % self.period

    def split(self, level: int, whole: Subtower) -> Split:
        """How a subtower of 1, 2, 3, ... disks, as many as the `level`, comes apart."""
        below = self._kind(level - 1)
        key = below, whole
        if key not in self._splits:
            first = first_half(whole)
            move = largest(self._runs, level, whole, self._levels[below][first])
            assert move is not None  # it is proved
            self._splits[key] = Split(first, move.taken, second_half(whole, move.control))
        return self._splits[key]

    def after(self, disks: int) -> Control:
        """The control after the last move with this number of disks."""
        control = self._levels[self._kind(disks)][self.whole]
        assert control is not None  # it is proved
        return control

    def last_taken(self, disks: int) -> tuple[Transition, ...]:
        """The transitions that lead to the end after the last move."""
        target = self._runs.task.target
        seen = Seen((), target).after(target)
        last: Made | Stuck = self._runs.next_move(seen, self.after(disks))
        assert isinstance(last, Stuck) and last.has_ended  # it is proved
        return last.taken
