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

`Search` computes lines until the levels repeat; `first_gap` says whether given lines are a proof.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hanoi_fsm.hanoi.pegs import third
from hanoi_fsm.hanoi.proofs.abstract import AbstractRuns, Control, Made, NotProvable, Seen, Stuck


class Subtower(NamedTuple):
    """A tower that goes from `source` to `target`, and how things are before.

    `below` is what is seen of the larger disks, and `control` that of the machine.
    """

    source: int
    target: int
    below: Seen
    control: Control


Lines = Mapping[Subtower, Control | None]
"""The lines of a level: the control after a subtower has gone, None after a wrong move in it."""


def first_half(whole: Subtower) -> Subtower:
    """All disks but the largest go to the third peg."""
    via = third(whole.source, whole.target)
    return Subtower(whole.source, via, whole.below.after(whole.source), whole.control)


def second_half(whole: Subtower, control: Control) -> Subtower:
    """All disks but the largest go on top of it."""
    via = third(whole.source, whole.target)
    return Subtower(via, whole.target, whole.below.after(whole.target), control)


def largest(
    runs: AbstractRuns, level: int, whole: Subtower, control: Control | None
) -> Made | None:
    """How the machine moves the largest of the `level` disks; None if it does anything else.

    Its control is that after the first half, so that all smaller disks, if there are any, are on
    the third peg; None if something went wrong there.
    """
    seen = whole.below.after(whole.source)
    if level > 1:
        seen = seen.after(third(whole.source, whole.target))
    move = control and runs.next_move(seen, control)
    return move if isinstance(move, Made) and (move.source, move.target) == whole[:2] else None


def line(runs: AbstractRuns, level: int, whole: Subtower, below: Lines) -> Control | None:
    """One line of a level, from the lines of the level `below`; `KeyError` if one is missing."""
    if level == 0:
        return whole.control
    move = largest(runs, level, whole, below[first_half(whole)])
    return move and below[second_half(whole, move.control)]


@dataclass(frozen=True)
class Table:
    """Lines of the levels 0, 1, 2, ..., where all further levels repeat those from `again` on."""

    levels: Sequence[Lines]
    again: int

    @property
    def size(self) -> int:
        return sum(map(len, self.levels))


def first_gap(table: Table, runs: AbstractRuns) -> str | None:
    """The first place where a table is not a proof, None if it is one.

    It is a proof if each line follows from the lines below it, and all towers are in it. Then the
    machine is right for each number of disks, odd or even, that the `runs` are for. By induction
    over the level m the lines of F(m) are those of the table. The level above the last is a
    repetition if the lines of the level `again` follow from it as well.
    """
    levels, again = table.levels, table.again
    top = len(levels)
    if not 1 <= again < top or (top - again) % 2:
        return f"level {top} cannot repeat level {again}"
    for level, lines in enumerate([*levels, levels[again]]):
        below = levels[level - 1]  # of which level 0 asks nothing
        for number, (whole, control) in enumerate(lines.items(), 1):
            if not follows(runs, level, whole, control, below):
                repeats = f", a repetition of level {again}" if level == top else ""
                return f"level {level}{repeats}: line {number} does not follow from the lines below"
    for disks in disks_of(runs, top):
        if not ends(runs, levels[disks].get(tower(runs))):
            return f"level {disks}: no line moves the whole tower to the end of the run"
    return None


def follows(
    runs: AbstractRuns, level: int, whole: Subtower, control: Control | None, below: Lines
) -> bool:
    """Whether a line of a level is that which the lines of the level `below` give."""
    try:
        return control is not None and control == line(runs, level, whole, below)
    except (KeyError, NotProvable):
        return False


def tower(runs: AbstractRuns) -> Subtower:
    """The whole tower, and the machine as it starts."""
    task = runs.task
    return Subtower(task.source, task.target, Seen((), task.target), runs.start)


def disks_of(runs: AbstractRuns, below: int) -> range:
    """The numbers of disks below some number that the `runs` are for: the odd or the even ones."""
    return range(1 if runs.is_odd else 2, below, 2)


def ends(runs: AbstractRuns, control: Control | None) -> bool:
    """Whether the machine ends, without another move, when the tower is on its target."""
    target = runs.task.target
    last = control and runs.next_move(Seen((), target).after(target), control)
    return isinstance(last, Stuck) and last.has_ended


class Wrong(NamedTuple):
    """The first wrong step: with how many disks, and the control when that step is due.

    `before` is the move before it, None if it is the first.
    """

    disks: int
    step: int
    control: Control
    before: Made | None


class Search:
    """The levels computed so far; a line is computed when it is asked for, and only once."""

    def __init__(self, runs: AbstractRuns) -> None:
        self.runs = runs
        self.levels: list[dict[Subtower, Control | None]] = []

    def run(self, limit: int = sys.maxsize) -> Table | Wrong | None:
        """The table of all levels, or the first wrong step of a machine.

        None if fewer disks than the `limit` do not decide. Raises `GaveUp` after too many steps,
        `Unanswerable` where a guard or an action asks for what is not known of the pegs.
        """
        runs, whole = self.runs, tower(self.runs)
        for disks in disks_of(runs, limit):
            control = self.after(disks, whole)
            if not ends(runs, control):
                return self.first_wrong(disks)
            for again in range(disks - 2, 0, -2):
                if self.levels[again].get(whole) == control and (found := self.table(again, disks)):
                    return found
        return None

    def after(self, level: int, subtower: Subtower) -> Control | None:
        """One line, computed from the level below; not recursive, as levels may be many."""
        wanted = [(level, subtower)]
        while wanted:
            level, subtower = wanted[-1]
            while len(self.levels) <= level:
                self.levels.append({})
            if subtower not in self.levels[level]:
                below = self.levels[level - 1] if level else {}
                try:
                    self.levels[level][subtower] = line(self.runs, level, subtower, below)
                except KeyError as missing:  # a line that has to be computed first
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
