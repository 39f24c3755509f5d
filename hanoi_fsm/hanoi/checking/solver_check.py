"""Does a machine solve the puzzle? Its trace is compared, move by move, with the closed formula.

The formula shares no code with any machine. All six pairs of pegs are tried for towers of up to 6
disks, beyond that the task 0 -> 2; the counts of the transitions are compared with the closed ones,
where there are any. Two transitions that are enabled at once are a difference too.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from hanoi_fsm.fsm.errors import HanoiError, counted
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import GuardFailed, enabled, take, why_refused
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.machines.solver import Solver, tasks_of
from hanoi_fsm.hanoi.pegs import Move, PegMatrix, Task
from hanoi_fsm.hanoi.plain import PlainSolver

END = "the end"


def conform(machine: Solver, disks: int, progress: Progress) -> Outcome:
    """Compare a solver with the formula for 0 .. `disks` disks."""
    closed = machine.closed_counts(0).keys() == set(machine.automaton.transitions)
    counts = ", the counts on its transitions too" if closed else ""
    tasks = tasks_of(range(disks + 1))
    return over_tasks(partial(difference, machine), tasks, disks, progress, counts)


def over_tasks(
    compared: Callable[[Task], Finding | None],
    tasks: Iterable[Task],
    disks: int,
    progress: Progress,
    counts: str = "",
) -> Outcome:
    """The outcome of comparing task after task, up to the first difference."""
    moves = tried = 0
    for task in tasks:
        finding = compared(task)
        if finding:
            return Outcome("", (finding,))
        moves += task.last_step
        tried += 1
        progress(moves)
    checked = f"{moves} moves in {tried} tasks are those of the formula{counts}"
    return Outcome(f"for 0 .. {disks} disks: {checked}", compared=True)


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
    """One run of a machine, one move at a time."""

    def __init__(self, machine: Solver, task: Task) -> None:
        self.machine, self.task = machine, task
        self.state, self.memory = machine.set_up(task)
        self.counts: Counter[Transition] = Counter()
        self.due: Transition | None = None  # what a finding is about: the transition begun last

    def next_move(self) -> Move | str:
        """The next move, or in words why there is none.

        Of several enabled transitions a finding is about the one with the fewest guards: it lacks
        one. The event is that of the published automaton, whatever others a drawing has.
        """
        automaton, event = self.machine.automaton, self.machine.alphabet[0]
        idle_limit = self.machine.idle_limit(self.task.disks)
        for _ in range(idle_limit):
            if self.state in automaton.final:
                return END
            try:
                found = enabled(automaton, self.state, self.memory, event)
            except GuardFailed as error:
                return str(error)
            self.due = min(found, key=lambda transition: len(transition.guards), default=None)
            if self.due is None:
                return why_refused(automaton, self.memory, self.state, event)
            if len(found) > 1:
                return f"two transitions at once, `{found[0]}` and `{found[1]}`"
            step = take(self.due, self.memory)
            if step.error:
                return f"{step.failure} (in `{self.due}`)"
            self.state = self.due.target
            self.counts[self.due] += 1
            if isinstance(step.output, Move):
                return step.output
        return f"no move in {idle_limit} events"

    def finding(self, step: int, expected: str, got: str) -> Finding:
        state = self.due.source if self.due else self.state
        return self._finding(step, expected, got, self.due or state, state)

    def count_finding(self) -> Finding | None:
        for transition, count in self.machine.closed_counts(self.task.disks).items():
            if (got := self.counts[transition]) != count:
                expected = f"`{transition}` to be taken {counted(count, 'time')}"
                step, state = self.task.last_step, transition.source
                return self._finding(step, expected, counted(got, "time"), transition, state)
        return None

    def _finding(
        self, step: int, expected: str, got: str, about: Transition | str, state: str
    ) -> Finding:
        found = task_finding(self.task, step, expected, got, about=about, state=state)
        return found.placed(self.machine.lines)


def task_finding(task: Task, step: int, expected: str, got: str, **details: Any) -> Finding:
    """A finding about one step of a task, with the pegs before it: up to there all was right.

    The `details` are further fields of the finding.
    """
    before = formulas.configuration(min(max(0, step - 1), task.last_step), task)
    pegs = f"pegs {PegMatrix.standing(before)}"
    found = Finding("output", context=f"with {task}", size=task.disks, step=step, memory=pegs)
    return replace(found, expected=expected, got=got, **details)


def plain_difference(solver: PlainSolver, task: Task) -> Finding | None:
    """The first step at which a solver breaks the rules or leaves the formula, or None."""
    pegs = PegMatrix.standing(task.start)
    other = formulas.hbits if solver.name == "formula" else formulas.legalov  # never itself
    theirs = formulas.moves(1, task.last_step + 1, task, by=other)
    for step, (got, expected) in enumerate(zip(solver.moves(task), theirs, strict=True), 1):
        try:
            moved = pegs.move(got.source, got.target)
        except HanoiError as error:
            return task_finding(task, step, str(expected), str(error))
        if not moved == got == expected:
            return task_finding(task, step, str(expected), str(got))
    if pegs.heights[task.target] != task.disks:
        tower = f"the tower on peg {task.target}"
        return task_finding(task, task.last_step, tower, str(pegs))
    return None
