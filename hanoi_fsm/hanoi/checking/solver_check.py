"""Does a machine solve the puzzle? Its trace is compared, move by move, with the closed formula.

The formula shares no code with any machine. All six pairs of pegs are tried for towers of up to 6
disks, the task 0 -> 2 beyond; the counts on the transitions are compared with closed counts where
there are some. Two transitions that are enabled at once are a difference too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.machines.solver import Solver, tasks_up_to
from hanoi_fsm.hanoi.pegs import Move, PegMatrix, Task
from hanoi_fsm.hanoi.plain import PlainSolver

END = "the end"


def conform(machine: Solver, disks: int, progress: Progress) -> Outcome:
    """Compare a solver with the formula for 0 .. `disks` disks."""
    closed = machine.closed_counts(0).keys() == set(machine.automaton.transitions)
    counts = ", the counts on its transitions too" if closed else ""
    return over_tasks(
        lambda task: difference(machine, task), tasks_up_to(disks), disks, progress, counts
    )


def conform_plain(solver: PlainSolver, disks: int, progress: Progress) -> Outcome:
    """Compare a plain solver with the rules: legal moves, the tower built, those of the formula."""
    return over_tasks(
        lambda task: plain_difference(solver, task), tasks_up_to(disks), disks, progress
    )


def over_tasks(
    compared: Callable[[Task], Finding | None],
    tasks: Iterable[Task],
    disks: int,
    progress: Progress,
    counts: str = "",
) -> Outcome:
    """The outcome of comparing task after task, up to the first that differs."""
    moves = tried = 0
    for task in tasks:
        finding = compared(task)
        if finding:
            return Outcome("", (finding,))
        moves += task.last_step
        tried += 1
        progress(moves)
    return Outcome(
        f"for 0 .. {disks} disks: {moves} moves in {tried} tasks are those of the formula{counts}"
    )


def difference(machine: Solver, task: Task) -> Finding | None:
    """The first difference between one run and the formula, or None."""
    trial = _Run(machine, task)
    for step, move in enumerate(formulas.moves(1, task.last_step + 1, task), 1):
        got = trial.next_move()
        if got != move:
            return trial.finding(step, str(move), str(got))
    got = trial.next_move()
    if got != END:
        return trial.finding(task.last_step + 1, END, str(got))
    return trial.count_finding()


class _Run:
    """One run of a machine, asked for a move at a time."""

    def __init__(self, machine: Solver, task: Task) -> None:
        self.machine, self.task = machine, task
        state, self.memory = machine.set_up(task)
        self.event = machine.alphabet[0]
        self.records = run(machine.automaton, self.memory, self._events(), state=state)
        self.counts: Counter[Transition] = Counter()
        self.due: Transition | None = None  # the transition to blame: begun last
        self.idle_limit = machine.idle_limit(task.disks)

    def _events(self) -> Iterator[str]:
        """The event of the published automaton, whatever others a drawing of it has."""
        while self.memory.state not in self.machine.automaton.final:
            yield self.event

    def next_move(self) -> Move | str:
        """The next move, or in words why there is none."""
        try:
            for _ in range(self.idle_limit):
                if rivals := self._begin():
                    return f"two transitions at once, `{rivals[0]}` and `{rivals[1]}`"
                record = next(self.records, None)
                if record is None:
                    return END
                self.counts[record.transition] += 1
                if isinstance(record.output, Move):
                    return record.output
        except HanoiError as error:
            return str(error) + (f" (in `{self.due}`)" if self.due else "")
        return f"no move in {self.idle_limit} events"

    def _begin(self) -> list[Transition]:
        """Note the transition that is due; where there are several, their order would decide.

        Of several the one that asks for least is to blame: it lacks a guard.
        """
        automaton = self.machine.automaton
        if self.memory.state in automaton.final:
            return []
        enabled = automaton.enabled(self.memory.state, self.event, self.memory)
        self.due = min(enabled, key=lambda row: len(row.guards), default=None)
        return enabled if len(enabled) > 1 else []

    def finding(self, step: int, expected: str, got: str) -> Finding:
        state = self.due.source if self.due else self.memory.state
        found = task_finding(self.task, step, expected, got, state=state, about=self.due or state)
        return found.placed(self.machine.lines)

    def count_finding(self) -> Finding | None:
        """The first transition whose count is not the closed one."""
        for row, count in self.machine.closed_counts(self.task.disks).items():
            if self.counts[row] != count:
                expected = f"`{row}` to be taken {count} times"
                got = f"{self.counts[row]} times"
                step = self.task.last_step
                found = task_finding(self.task, step, expected, got, state=row.source, about=row)
                return found.placed(self.machine.lines)
        return None


def task_finding(
    task: Task,
    step: int,
    expected: str,
    got: str,
    *,
    kind: str = "output",
    text: str = "",
    state: str = "",
    about: Transition | str | None = None,
    error: BaseException | None = None,
) -> Finding:
    """A finding about one step of a task, with the pegs before it: up to there all was right."""
    before = formulas.configuration(min(max(0, step - 1), task.last_step), task)
    return Finding(
        kind,
        text,
        about,
        context=f"with {task}",
        size=task.disks,
        step=step,
        state=state,
        memory=f"pegs {PegMatrix.standing(before)}",
        expected=expected,
        got=got,
        error=error,
    )


def plain_difference(solver: PlainSolver, task: Task) -> Finding | None:
    """The first step at which a solver breaks the rules or leaves the formula, or None."""
    pegs = PegMatrix.standing(task.start)
    theirs = formulas.moves(1, task.last_step + 1, task)
    pairs: Iterator[tuple[Move, Move]] = zip(solver.moves(task), theirs, strict=True)
    for step, (got, expected) in enumerate(pairs, 1):
        try:
            moved = pegs.move(got.source, got.target)
        except HanoiError as error:
            return task_finding(task, step, str(expected), str(error))
        if not moved == got == expected:
            return task_finding(task, step, str(expected), str(got))
    if pegs.heights[task.target] != task.disks:
        expected_tower = f"the tower on peg {task.target}"
        return task_finding(task, task.last_step, expected_tower, str(pegs))
    return None
