"""Is a solver right for every number of disks? The table of subtowers decides it.

While the m smallest disks go as a tower from one peg to another, the larger disks stand still, and
a guard can learn no more about them than is `Seen`. So the control of the machine after the last of
these moves is a function of the two pegs, the `Seen`, and its control before them:

    F(0):      no disk moves, the control stays the same;
    F(m + 1):  F(m), then one move of disk m + 1, then F(m).

There are only finitely many such functions. So the sequence F(0), F(1), F(2), ... repeats itself
sooner or later, and the lines computed by then say what happens with any number of disks: either
some F(n) makes a wrong move, or none ever does. The recursive solution itself is the induction step
of the proof. There is one table for each of the six tasks and each kind of number of
disks, odd and even.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.checking.exploration import CLAIM, Claims, explore
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.finding import UNDECIDED, Finding, Progress, Proof, Verdict, no_progress
from hanoi_fsm.fsm.theory.mealy import minimal
from hanoi_fsm.hanoi.judge import judged_tower
from hanoi_fsm.hanoi.pegs import PAIRS, Task, third
from hanoi_fsm.hanoi.proofs.abstract import AbstractRuns, Control, NotProvable, Seen

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.machines import Solver

AS_TWO_STATE = (
    "with its {0} smallest disks glued together it is two-state on n - {1} disks: the "
    "configurations after {2} q and {2} q + {3} steps are those after 2 q and 2 q + 1"
)
"""A corollary about a machine that makes the moves of the formula with some disks glued.

That these stay together is one of the claims about configuration-reader.
"""
FEW, MOST_RUN = 4, 14
"""A machine is run with a few disks before it is proved. A fault on abstract pegs is looked for in
runs with up to 14 disks."""
MOST_EXPLORED = 8
"""A claim that is broken on abstract pegs is checked in all runs with this many disks."""
MOST_LEVELS = 200
"""A proof is given up after this many levels without a repetition."""


class Subtower(NamedTuple):
    """A tower that goes from `source` to `target`, and the situation before.

    `below` is the knowledge of the larger disks, and `control` the control of the machine.
    """

    source: int
    target: int
    below: Seen
    control: Control


class Line(NamedTuple):
    """A subtower in the order of the run: its first half, the move of its largest disk, the rest.

    All disks but the largest go to the third peg, and in the end on top of the largest. `after` is
    the control of the machine then.
    """

    first: Subtower
    second: Subtower
    after: Control


class Table:
    """The subtowers that a machine moves, level by level; each line is computed only once.

    `is_wrong_with` is the smallest number of disks with which it does not build the tower, or 0:
    then the levels repeat, and `size` lines show it. Raises `NotProvable` after too many steps, and
    if a guard or an action asks for more than is known about the pegs.
    """

    def __init__(self, runs: AbstractRuns) -> None:
        self.runs, task = runs, runs.task
        self.whole = Subtower(task.source, task.target, Seen((), task.target), runs.start)
        self.line = cache(self._line)
        self.size = 0
        self.is_wrong_with = self._decide()

    def _decide(self) -> int:
        for disks in range(1 if self.runs.is_odd else 2, MOST_LEVELS, 2):
            control, target = self.after(disks, self.whole), self.whole.target
            if control is None:
                return disks
            end = self.runs.next_move(Seen((), target).after(target), control)
            if end is None or end.pegs:  # a tower on its target should stay
                return disks
            if any(self._repeats(again, disks) for again in range(disks - 2, 0, -2)):
                return 0
        raise NotProvable(f"gave up after {MOST_LEVELS} disks: the table does not repeat so far")

    def after(self, level: int, whole: Subtower) -> Control | None:
        """The control after a subtower has moved; None if one of its moves is wrong."""
        if level == 0:
            return whole.control
        line = self.line(level, whole)
        return line.after if line else None

    def _line(self, level: int, whole: Subtower) -> Line | None:
        """Take apart a subtower of `level` disks; None if it goes wrong."""
        self.runs.spend()
        source, target, below, before = whole
        via, seen = third(source, target), below.after(source)
        first = Subtower(source, via, seen, before)
        control = self.after(level - 1, first)
        if control is None:
            return None
        made = self.runs.next_move(seen.after(via) if level > 1 else seen, control)
        if made is None or made.pegs != (source, target):
            return None
        second = Subtower(via, target, below.after(target), made.control)
        end = self.after(level - 1, second)
        return Line(first, second, end) if end else None

    def _repeats(self, again: int, top: int) -> bool:
        """Return whether all lines needed in level `top` are the same in level `again`."""
        wanted = [(disks, self.whole) for disks in (*range(top - 2, 0, -2), again)]
        met = set()
        while wanted:
            level, whole = wanted.pop()
            if (level, whole) in met:
                continue
            met.add((level, whole))
            self.runs.spend()
            control = self.after(level, whole)
            if level == 0:
                continue
            levels = (again, top) if level == again else (level,)
            for at in levels:
                line = self.line(at, whole)
                if line is None or line.after != control:
                    return False
                wanted += [(at - 1, line.first), (at - 1, line.second)]
        self.size = len(met)
        return True


def prove(machine: Solver, progress: Progress = no_progress) -> Proof:
    """Prove that a solver makes the moves of the formula for every number of disks, or refute it.

    The counterexample of a refutation is a failed run on real pegs with the fewest disks. The proof
    stays open if a guard or an action asks for more than the order of the tops, if the table
    becomes too large, and if no run with so few disks shows the fault. Equivalent states are merged
    first, so that a state that is drawn several times costs nothing.
    """
    size, why, broken = 0, "", set[str]()
    automaton, apart = machine.automaton, machine.vocabulary.SEES_STATE
    claims = Claims(machine)
    unknown: dict[str, object] = {
        claim.text: "only `always` and `never` are proved" for claim in claims.of_ways
    }
    finding = _wrong_in_a_run(machine, range(FEW + 1)) or _broken_in_a_run(machine, FEW)
    small = machine if automaton.claims else minimal(automaton, apart=apart).put_into(machine)
    try:
        cases = [] if finding else [*product(PAIRS, (True, False))]
        for (source, target), is_odd in cases:
            table = Table(runs := AbstractRuns(small, source, target, is_odd))
            broken |= runs.broken
            unknown |= runs.unknown
            if disks := table.is_wrong_with:
                finding = _wrong_in_a_run(machine, range(FEW + 1, min(disks, MOST_RUN) + 1))
                why = f"it seems wrong with {counted(disks, 'disk')}, but no run shows it"
                break
            progress(size := size + table.size)
    except NotProvable as error:
        why = str(error)
    if broken:
        finding = finding or _broken_in_a_run(machine, MOST_EXPLORED)
        why = f"`{min(broken)}` seems broken, but no run with few disks shows it"
    elif unknown and not why:
        claim, reason = next(iter(unknown.items()))
        right = "the moves are right for every number of disks"
        why = f"{right}, but `{claim}` is undecided: {reason}"
    if finding and finding.kind == UNDECIDED:
        why = str(finding)
    elif finding:
        return Proof(machine.shown, Verdict.REFUTED, finding=finding)
    if why:
        return Proof(machine.shown, Verdict.OPEN, f"not provable this way: {why}")
    glued = machine.glued if automaton == machine.published else 1
    last = (1 << glued) - 1
    follows = [f"`{claim}` holds for every number of disks" for claim in automaton.claims]
    follows += [AS_TWO_STATE.format(glued, glued - 1, last + 1, last)] * (glued > 1)
    is_ours = machine.vocabulary.__module__.startswith("hanoi_fsm.hanoi.automata.")
    proviso = "" if is_ours else ", if its guards and actions use its attributes alone"
    text = f"proved for every number of disks, all six tasks ({counted(size, 'subtower')}){proviso}"
    return Proof(machine.shown, Verdict.PROVED, text, follows="; ".join(follows))


def _broken_in_a_run(machine: Solver, disks: int) -> Finding | None:
    """Find the first claim that breaks with up to this many disks."""
    if not machine.automaton.claims:
        return None
    findings = explore(machine, disks).findings
    return next((finding for finding in findings if finding.kind == CLAIM), None)


def _wrong_in_a_run(machine: Solver, towers: Iterable[int]) -> Finding | None:
    """Find a fault in a run with one of these numbers of disks."""
    tasks = (Task(disks, *pair) for disks in towers for pair in PAIRS)
    return next(filter(None, (judged_tower(machine, task)[1] for task in tasks)), None)
