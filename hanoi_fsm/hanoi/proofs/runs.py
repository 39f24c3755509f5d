"""The runs of a proved machine, taken apart: a tower of any height is two subtowers and a move.

So it is known how often each transition is taken, for any number of disks, without a run: level by
level it is counted how many subtowers there are of each kind. There are few kinds, whatever the
number of disks is, and the numbers are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from hanoi_fsm.fsm.errors import HanoiError, counted
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.errors import NotProved
from hanoi_fsm.hanoi.machines.solver import Solver
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.proofs.abstract import AbstractRuns, Control, Made, Seen, Stuck
from hanoi_fsm.hanoi.proofs.subtowers import (
    Search,
    Subtower,
    Wrong,
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
        assert table is not None  # without a limit
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


MOST_DISKS = 10_000
"""With more disks than these, counting takes more than a second or two."""


def most_counted(machine: Machine) -> int:
    """The most disks with which the `counts` of a machine take no run; 0 if they always do."""
    return MOST_DISKS if isinstance(machine, Solver) and by_proof(machine)(1) else 0


def by_proof(machine: Solver) -> Callable[[int], dict[Transition, int]]:
    """What gives the counts for any number of disks from 1 on, empty ones if it is not proved."""
    try:
        odd, even = (ProvedRuns(machine, 0, 2, is_odd) for is_odd in (True, False))
    except NotProved:
        return lambda disks: {}
    return lambda disks: _counted(odd if disks % 2 else even, disks)


def counts(machine: Solver, task: Task) -> dict[Transition, int]:
    """The count of every transition in the run for a task of at least one disk.

    Raises `NotProved` where the machine is not proved to be right for all tasks with these pegs and
    an odd number of disks, or an even one, as this task has.

    >>> from hanoi_fsm import automata
    >>> found = counts(automata.SOLVERS["monk"], Task(1000))
    >>> list(found.values()) == [2**1000 - 1, 1]
    True
    """
    return _counted(ProvedRuns(machine, task.source, task.target, task.disks % 2 == 1), task.disks)


def _counted(runs: ProvedRuns, disks: int) -> dict[Transition, int]:
    found = dict.fromkeys(runs.machine.automaton.transitions, 0)
    many: Counter[Subtower] = Counter({runs.whole: 1})
    for level in range(disks, 0, -1):
        below: Counter[Subtower] = Counter()
        for whole, times in many.items():
            first, taken, second = runs.split(level, whole)
            for transition in taken:
                found[transition] += times
            below[first] += times
            below[second] += times
        many = below
    for transition in runs.last_taken(disks):
        found[transition] += 1
    return found
