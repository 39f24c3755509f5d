"""Does a machine solve the puzzle? Its trace is compared, move by move, with the closed formula.

The formula shares no code with any machine. All six tasks are tried for towers up to 6 disks, the
task 0 -> 2 beyond; the counts on the transitions are compared with closed counts where there are
some. Two transitions that are enabled at once are a difference too. The first one is reported, and
where in the diagram it came from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from hanoi_fsm.fsm.checking.report import Report, Told, nobody
from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import TASKS, Move, PegMatrix
from hanoi_fsm.hanoi.solving import Machine, closed_counts, solve

SMALL = 6
"""Up to here every task is tried."""


class Difference(NamedTuple):
    """The first place where a machine does not do what the formula says."""

    disks: int
    source: int
    target: int
    step: int
    state: str
    expected: str
    came: str
    line: int | None = None

    @property
    def pegs(self) -> str:
        """The pegs before the step: up to there all was as in the formula."""
        before = min(self.step - 1, formulas.last_step(self.disks))
        here = formulas.configuration(max(0, before), self.disks, self.source, self.target)
        return str(PegMatrix.standing(here))

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        disks = "1 disk" if self.disks == 1 else f"{self.disks} disks"
        return (
            f"{place}with {disks} from {self.source} to {self.target}, step {self.step}, "
            f"state {self.state}, pegs {self.pegs}: expected {self.expected}, came: {self.came}"
        )


def tasks_up_to(disks: int) -> Iterator[tuple[int, int, int]]:
    """The tasks that a check tries, smallest towers first: (disks, source, target)."""
    for tower in range(disks + 1):
        for source, target in TASKS if tower <= SMALL else [(0, 2)]:
            yield tower, source, target


def moves_up_to(disks: int) -> int:
    """How many moves a check of 0 .. `disks` disks compares."""
    return sum(formulas.last_step(tower) for tower, _, _ in tasks_up_to(disks))


def check_solver(machine: Machine, disks: int = 10, told: Told = nobody) -> Report:
    """Compare a solver with the formula for 0 .. `disks` disks."""
    counted = closed_counts(machine, 0).keys() == set(machine.automaton.transitions)
    return _over_tasks(machine.origin, disks, partial(compare, machine), told, counted)


def check_plain(name: str, disks: int = 10, told: Told = nobody) -> Report:
    """Check a plain solver by the rules: legal moves, the tower built, the moves of `legalov`."""
    return _over_tasks(name, disks, partial(compare_plain, name), told)


def _over_tasks(
    name: str,
    disks: int,
    compared: Callable[[int, int, int], Difference | None],
    told: Told,
    counted: bool = False,
) -> Report:
    moves = tasks = 0
    for task in tasks_up_to(disks):
        difference = compared(*task)
        tasks += 1
        moves += formulas.last_step(task[0])
        if difference:
            return Report(name, "", difference)
        told(moves)
    counts = ", the counts on its transitions too" if counted else ""
    return Report(
        name,
        f"0 .. {disks} disks: {moves} moves in {tasks} tasks are those of the formula{counts}",
    )


def compare(machine: Machine, disks: int, source: int, target: int) -> Difference | None:
    """The first difference between one run and the formula, or None."""
    run = _Run(machine, disks, source, target)
    expected = formulas.moves(1, formulas.last_step(disks) + 1, disks, source, target)
    for step, move in enumerate(expected, 1):
        came = run.next_move()
        if came != move:
            return run.difference(step, str(move), str(came))
    came = run.next_move()
    if came != END:
        return run.difference(formulas.last_step(disks) + 1, END, str(came))
    return run.count_difference()


END = "the end"


class _Run:
    """One run of a machine, asked for a move at a time."""

    def __init__(self, machine: Machine, disks: int, source: int, target: int) -> None:
        self.machine, self.task = machine, (disks, source, target)
        self.memory: Memory
        self.records = self._started()
        self.counts: Counter[Transition] = Counter()
        self.row: Transition | None = None  # the one to blame: begun last
        self.patience = machine.patience(disks)

    def _started(self) -> Iterator[Record]:
        from hanoi_fsm.fsm.engines.pytransitions import run

        state, self.memory = self.machine.set_up(*self.task)
        return run(self.machine.automaton, self.memory, state=state)

    def next_move(self) -> Move | str:
        """The next move, or in words why there is none."""
        try:
            for _ in range(self.patience):
                if rivals := self._begin():
                    return f"two transitions at once, `{rivals[0]}` and `{rivals[1]}`"
                record = next(self.records, None)
                if record is None:
                    return END
                self.counts[record.transition] += 1
                if isinstance(record.output, Move):
                    return record.output
        except HanoiError as error:
            return str(error) + (f" (in `{self.row}`)" if self.row else "")
        return f"no move in {self.patience} events"

    def _begin(self) -> list[Transition]:
        """Note the transition that is due; where there are several, their order would decide.

        Of several the one that asks for least is to blame: it lacks a guard.
        """
        automaton = self.machine.automaton
        if self.memory.state in automaton.final:
            return []
        enabled = automaton.enabled(self.memory.state, automaton.events[0], self.memory)
        self.row = min(enabled, key=lambda row: len(row.guards), default=None)
        return enabled if len(enabled) > 1 else []

    def difference(self, step: int, expected: str, came: str) -> Difference:
        state = self.row.source if self.row else self.memory.state
        line = self.machine.lines.get(self.row or state)
        return Difference(*self.task, step, state, expected, came, line)

    def count_difference(self) -> Difference | None:
        """The first transition whose count is not the closed one."""
        disks = self.task[0]
        closed = closed_counts(self.machine, disks)
        for row, count in closed.items():
            if self.counts[row] != count:
                return Difference(
                    *self.task,
                    formulas.last_step(disks),
                    row.source,
                    f"`{row}` to be taken {count} times",
                    f"{self.counts[row]} times",
                    self.machine.lines.get(row),
                )
        return None


def compare_plain(name: str, disks: int, source: int, target: int) -> Difference | None:
    """The first step at which a solver breaks the rules or leaves `legalov`, or None."""
    pegs = PegMatrix(disks, source)
    last = formulas.last_step(disks)
    ours = solve(disks, name, source, target)
    theirs = formulas.moves(1, last + 1, disks, source, target)
    for step, (came, expected) in enumerate(zip(ours, theirs, strict=True), 1):
        try:
            moved = pegs.move(came.source, came.target)
        except HanoiError as error:
            return Difference(disks, source, target, step, "-", str(expected), str(error))
        if not moved == came == expected:
            return Difference(disks, source, target, step, "-", str(expected), str(came))
    if pegs.heights[target] != disks:
        return Difference(disks, source, target, last, "-", f"the tower on peg {target}", str(pegs))
    return None
