"""The table of subtowers: what a machine does to a tower, for every number of disks at once.

While the m smallest disks go as a tower from one peg to another, the larger disks stand still, and
all that a guard can learn of these is what is `Seen` of them. So the control of the machine after
the last of these moves is a function of the two pegs, of what is seen, and of its control before:

    F(0):      no disk moves, the control stays the same;
    F(m + 1):  F(m), then one move of disk m + 1, then F(m).

There are only finitely many such functions. So the sequence F(0), F(1), F(2), ... repeats itself
sooner or later, and the lines computed by then say what happens with any number of disks: either
some F(n) makes a wrong move, or none ever does. It is the recursive solution itself that is the
induction step of the proof.

Of a machine that is proved it is known how often each transition is taken, for any number of disks,
without a run: a tower of any height is two subtowers and a move, and level by level it is counted
how many subtowers there are of each kind. There are few kinds, and the numbers are exact.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hanoi_fsm.fsm.errors import HanoiError, counted
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.errors import NotProved
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Task, third
from hanoi_fsm.hanoi.proofs.abstract import AbstractRuns, Control, Made, NotProvable, Seen

MOST_LEVELS = 200
"""A proof is given up after this many levels without a repetition."""


class Subtower(NamedTuple):
    """A tower that goes from `source` to `target`, and how things are before.

    `below` is what is seen of the larger disks, and `control` that of the machine.
    """

    source: int
    target: int
    below: Seen
    control: Control

    @property
    def first(self) -> Subtower:
        """Its first half: all disks but the largest go to the third peg."""
        source, target, below, control = self
        return Subtower(source, third(source, target), below.after(source), control)


class Split(NamedTuple):
    """A subtower in the order of the run: its first half, the move of its largest disk, the rest.

    All disks but the largest go to the third peg, and in the end on top of it.
    """

    first: Subtower
    made: Made
    second: Subtower


class Table(NamedTuple):
    """Lines of the levels 0, 1, 2, ..., where all further levels repeat those from `again` on.

    A line is a subtower with the control after it has gone.
    """

    levels: Sequence[Mapping[Subtower, Control]]
    again: int

    @property
    def size(self) -> int:
        return sum(map(len, self.levels))


class Wrong(NamedTuple):
    """The first wrong step: with how many disks, and the control when that step is due."""

    disks: int
    step: int
    control: Control


class Search:
    """The lines computed so far; a line is computed when it is asked for, and only once."""

    def __init__(self, runs: AbstractRuns) -> None:
        self.runs, task = runs, runs.task
        self.whole = Subtower(task.source, task.target, Seen((), task.target), runs.start)
        self._lines: dict[tuple[int, Subtower], tuple[Split | None, Control | None]] = {}

    def run(self, limit: int = sys.maxsize) -> Table | Wrong | None:
        """The table of all levels, or the first wrong step of a machine.

        None if fewer disks than the `limit` do not decide. Raises `NotProvable` after too many
        steps, and where a guard or an action asks for what is not known of the pegs.
        """
        for disks in range(1 if self.runs.is_odd else 2, min(limit, MOST_LEVELS), 2):
            end = self.end(disks)
            if end is None or end.pegs:
                return self._first_wrong(disks)
            for again in range(disks - 2, 0, -2):
                is_same = self.after(again, self.whole) == self.after(disks, self.whole)
                if is_same and (found := self._table(again, disks)):
                    return found
        if limit < MOST_LEVELS:
            return None
        raise NotProvable(f"gave up after {MOST_LEVELS} disks: the table does not repeat so far")

    def after(self, level: int, whole: Subtower) -> Control | None:
        """The control after a subtower has gone; None after a wrong move in it."""
        return self._line(level, whole)[1]

    def split(self, level: int, whole: Subtower) -> Split | None:
        """How a subtower of 1, 2, 3, ... disks, as many as the `level`, comes apart.

        None without disks, and where it goes wrong before its second half.
        """
        return self._line(level, whole)[0]

    def end(self, disks: int) -> Made | None:
        """What the machine does when the whole tower is on its target: there should be no move."""
        control, target = self.after(disks, self.whole), self.whole.target
        return control and self.runs.next_move(Seen((), target).after(target), control)

    def _line(self, level: int, whole: Subtower) -> tuple[Split | None, Control | None]:
        if level == 0:
            return None, whole.control
        key = level, whole
        if key not in self._lines:
            self.runs.budget.spend()
            split = self._split(level, whole)
            self._lines[key] = split, split and self.after(level - 1, split.second)
        return self._lines[key]

    def _split(self, level: int, whole: Subtower) -> Split | None:
        _, via, seen, _ = whole.first
        control = self.after(level - 1, whole.first)
        made = control and self.runs.next_move(seen.after(via) if level > 1 else seen, control)
        if made is None or made.pegs != (whole.source, whole.target):
            return None
        second = Subtower(via, whole.target, whole.below.after(whole.target), made.control)
        return Split(whole.first, made, second)

    def _table(self, again: int, top: int) -> Table | None:
        """The lines of the levels below the `top`, if that repeats the level `again`."""
        levels: list[dict[Subtower, Control]] = [{} for _ in range(top)]
        wanted = [(disks, self.whole) for disks in range(top - 2, 0, -2)]
        while wanted:
            level, subtower = wanted.pop()
            if subtower in levels[level]:
                continue
            self.runs.budget.spend()
            control = self.after(level, subtower)
            heights = [level, top] if level == again else [level]
            if control is None or any(self.after(at, subtower) != control for at in heights):
                return None
            levels[level][subtower] = control
            for at in heights:
                if split := self.split(at, subtower):
                    wanted += [(at - 1, split.first), (at - 1, split.second)]
        return Table(levels, again)

    def _first_wrong(self, disks: int) -> Wrong:
        """The first wrong step of the whole tower, found by halving."""
        if (control := self.after(disks, self.whole)) is not None:  # it does not end
            return Wrong(disks, 1 << disks, control)
        level, subtower, step = disks, self.whole, 1
        while True:
            level -= 1
            control = self.after(level, subtower.first)
            if control is None:
                subtower = subtower.first
                continue
            step += (1 << level) - 1
            split = self.split(level + 1, subtower)
            if split is None:
                return Wrong(disks, step, control)
            subtower, step = split.second, step + 1


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
        self.whole = self._search.whole
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


def counts(machine: Solver, task: Task) -> dict[Transition, int]:
    """The count of every transition in the run for a task of at least one disk.

    Raises `NotProved` where the machine is not proved to be right for all tasks with these pegs and
    an odd number of disks, or an even one, as this task has.

    >>> from hanoi_fsm import automata
    >>> found = counts(automata.SOLVERS["monk"], Task(1000))
    >>> list(found.values()) == [2**1000 - 1, 1]
    True
    """
    disks = task.disks
    runs = ProvedRuns(machine, task.source, task.target, disks % 2 == 1)
    found = dict.fromkeys(machine.automaton.transitions, 0)
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
