"""The runs of a proved machine, taken apart: a tower of any height is two subtowers and a move.

So it is known how often each transition is taken, for any number of disks, without a run: level by
level it is counted how many subtowers there are of each kind. There are few kinds, whatever the
number of disks is, and the numbers are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from hanoi_fsm.fsm.errors import HanoiError, counted
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.errors import NotProved
from hanoi_fsm.hanoi.machines.solver import Solver
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.proofs.abstract import AbstractRuns, Made
from hanoi_fsm.hanoi.proofs.subtowers import Search, Split, Subtower, Table


class ProvedRuns:
    """All runs of a machine for one task, with an odd number of disks or an even one from 2 on.

    The levels from `again` on repeat with a `period`. Raises `NotProved` unless the machine is
    right for all of them.
    """

    def __init__(self, machine: Solver, source: int, target: int, is_odd: bool) -> None:
        try:
            self._search = Search(AbstractRuns(machine, source, target, is_odd))
            table = self._search.run()
        except HanoiError as error:
            raise NotProved(f"{machine.shown} is not provable this way: {error}") from error
        if not isinstance(table, Table):
            where = f"with {counted(table.disks, 'disk')}, step {table.step}" if table else ""
            raise NotProved(f"{machine.shown} is not right, {where}: `prove` says what is wrong")
        self.machine, self.whole = machine, self._search.whole
        self.again, self.period = table.again, len(table.levels) - table.again

    def _kind(self, level: int) -> int:
        """The level of the table that any level repeats."""
        return level if level < self.again else self.again + (level - self.again) % self.period

    def split(self, level: int, whole: Subtower) -> Split:
        """How a subtower of 1, 2, 3, ... disks, as many as the `level`, comes apart."""
        split = self._search.split(self._kind(level - 1) + 1, whole)
        assert split is not None  # it is proved
        return split

    def end(self, disks: int) -> Made:
        """What the machine does after the last move with this number of disks."""
        made = self._search.end(self._kind(disks))
        assert made is not None  # it is proved
        return made


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
            first, made, second = runs.split(level, whole)
            for transition in made.taken:
                found[transition] += times
            below[first] += times
            below[second] += times
        many = below
    for transition in runs.end(disks).taken:
        found[transition] += 1
    return found
