"""The search for the table of subtowers: towers of 1, 2, 3, ... disks until the levels repeat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from hanoi_fsm.hanoi.proofs.abstract_runs import AbstractRuns, Control, Made
from hanoi_fsm.hanoi.proofs.subtowers import (
    Subtower,
    Table,
    disks_of,
    ends,
    first_half,
    largest,
    line,
    second_half,
    tower,
)


class Wrong(NamedTuple):
    """The first wrong step: with how many disks, and the control when that step is due.

    `before` is the move before it, None if it is the first.
    """

    disks: int
    step: int
    control: Control
    before: Made | None


class _Missing(Exception):
    """A line that has to be computed first."""


class _Level(dict[Subtower, Control | None]):
    def __missing__(self, subtower: Subtower) -> Control | None:
        raise _Missing(subtower)


class Search:
    """The levels computed so far; a line is computed when it is asked for, and only once."""

    def __init__(self, runs: AbstractRuns) -> None:
        self.runs = runs
        self.levels: list[_Level] = []

    def run(self) -> Table | Wrong:
        """The table of all levels, or the first wrong step of a machine.

        Raises `GaveUp` after too many steps, `Unanswerable` where a guard or an action asks for
        what is not known of the pegs.
        """
        found = self.run_with_fewer(None)
        assert found is not None
        return found

    def run_with_fewer(self, limit: int | None) -> Table | Wrong | None:
        """The same, up to fewer disks than a limit; None if they do not decide."""
        runs, whole = self.runs, tower(self.runs)
        for disks in count(1 if runs.is_odd else 2, 2):
            if limit is not None and disks >= limit:
                return None
            control = self.after(disks, whole)
            if not ends(runs, control):
                return self.first_wrong(disks)
            for again in range(disks - 2, 0, -2):
                if self.levels[again].get(whole) == control and (found := self.table(again, disks)):
                    return found
        raise AssertionError("the numbers of disks do not end")

    def after(self, level: int, subtower: Subtower) -> Control | None:
        """One line, computed from the level below; not recursive, as levels may be many."""
        wanted = [(level, subtower)]
        while wanted:
            level, subtower = wanted[-1]
            while len(self.levels) <= level:
                self.levels.append(_Level())
            if subtower not in self.levels[level]:
                below = self.levels[level - 1] if level else {}
                try:
                    self.levels[level][subtower] = line(self.runs, level, subtower, below)
                except _Missing as missing:
                    wanted.append((level - 1, missing.args[0]))
                    continue
                self.runs.budget.spend()
            wanted.pop()
        return self.levels[level][subtower]

    def table(self, again: int, top: int) -> Table | None:
        """The lines of the levels below the `top`, if that repeats the level `again`."""
        whole = tower(self.runs)
        levels: list[dict[Subtower, Control | None]] = [{} for _ in range(top)]
        wanted = [(disks, whole) for disks in disks_of(self.runs, top)]
        while wanted:
            level, subtower = wanted.pop()
            if subtower in levels[level]:
                continue
            self.runs.budget.spend()
            control = levels[level][subtower] = self.after(level, subtower)
            if level == again:
                if self.after(top, subtower) != control:
                    return None
                wanted += [(top - 1, half) for half in self.halves(top, subtower)]
            if level > 0:
                wanted += [(level - 1, half) for half in self.halves(level, subtower)]
        return Table(levels, again)

    def halves(self, level: int, whole: Subtower) -> Iterator[Subtower]:
        """The subtowers in the level below from which the line of a subtower follows."""
        yield (first := first_half(whole))
        move = largest(self.runs, level, whole, self.after(level - 1, first))
        if move is not None:
            yield second_half(whole, move.control)

    def first_wrong(self, disks: int) -> Wrong:
        """The first wrong step of the whole tower, found by halving."""
        level, subtower, step = disks, tower(self.runs), 1
        if (control := self.after(level, subtower)) is not None:  # it does not end
            return Wrong(disks, 1 << disks, control, self.last_move(level, subtower, None))
        move: Made | None = None
        while True:
            level -= 1
            control = self.after(level, first_half(subtower))
            if control is None:
                subtower = first_half(subtower)
                continue
            step += (1 << level) - 1
            before = self.last_move(level, first_half(subtower), move)
            move = largest(self.runs, level + 1, subtower, control)
            if move is None:
                return Wrong(disks, step, control, before)
            step += 1
            subtower = second_half(subtower, move.control)

    def last_move(self, level: int, whole: Subtower, before: Made | None) -> Made | None:
        """The last move of a subtower that goes without a fault; without disks that `before` it."""
        move = before
        while level > 0:
            level -= 1
            move = largest(self.runs, level + 1, whole, self.after(level, first_half(whole)))
            assert move is not None
            whole = second_half(whole, move.control)
        return move
