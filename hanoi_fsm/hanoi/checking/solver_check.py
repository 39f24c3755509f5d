"""Does a machine solve the puzzle? Its trace is compared, move by move, with the closed formula.

The formula shares no code with any machine. All six pairs of pegs are tried for towers of up to 6
disks, beyond that the task 0 -> 2. The moves decide: before, between and after them there may be
events without a move, and counts of the transitions other than the closed ones are a remark. Two
transitions that are enabled at once are a difference, and so is an output that is not a move.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.engines.generated import Engine
from hanoi_fsm.fsm.errors import HanoiError, MachineStopped, counted, shortened
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import GuardFailed, at_once, enabled, take, why_refused
from hanoi_fsm.fsm.trace import GENERATED
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.machines.solver import Solver, tasks_of
from hanoi_fsm.hanoi.pegs import Move, PegMatrix, Task, whole
from hanoi_fsm.hanoi.plain import PlainSolver

END = "the end"


def conform(machine: Solver, disks: int, progress: Progress) -> Outcome:
    """Compare a solver with the formula for 0 .. `disks` disks."""
    tried = _Tried(machine)
    outcome = over_tasks(tried.difference, tasks_of(range(disks + 1)), disks, progress)
    if outcome.findings:
        return outcome
    remarks = (tried.count_finding,) if tried.count_finding else ()
    checked = outcome.checked
    if not remarks and machine.closed_counts(0).keys() == set(machine.automaton.transitions):
        checked += ", the counts on its transitions too"
    if tried.idle:
        checked += f"; {counted(tried.idle, 'more event')} made no move"
    return replace(outcome, checked=checked, remarks=remarks, taken=frozenset(tried.taken))


@dataclass
class _Tried:
    """What the runs of a machine had besides their moves."""

    machine: Solver
    taken: set[Transition] = field(default_factory=set)
    idle: int = 0
    count_finding: Finding | None = None

    def difference(self, task: Task) -> Finding | None:
        run = _Run(self.machine, task)
        finding = None if run.is_right() else run.difference() or run.disagreement()
        self.taken |= run.counts.keys()
        self.idle += max(0, run.counts.total() - task.last_step - 1)  # one event ends the run
        self.count_finding = self.count_finding or run.count_finding()
        return finding


def over_tasks(
    compared: Callable[[Task], Finding | None],
    tasks: Iterable[Task],
    disks: int,
    progress: Progress,
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
    checked = f"{counted(moves, 'move')} in {counted(tried, 'task')} are those of the formula"
    return Outcome(f"for 0 .. {disks} disks: {checked}", compared=True)


def difference(machine: Solver, task: Task) -> Finding | None:
    """The first difference between one run and the formula, or None."""
    return _Run(machine, task).difference()


class _Run:
    """One run of a machine: as a whole, or one move at a time to see where it goes wrong."""

    def __init__(self, machine: Solver, task: Task) -> None:
        self.machine, self.task = machine, task
        self.state, self.memory = machine.set_up(task)
        self.counts: Counter[Transition] = Counter()
        self.due: Transition | None = None  # what a finding is about: the transition begun last

    def is_right(self) -> bool:
        """Whether the machine's engine makes the moves of the formula, whatever else it does."""
        expected = formulas.moves(1, self.task.last_step + 1, self.task)
        counts: Counter[int] = Counter()
        idle, limit = 0, self.machine.idle_limit(self.task.disks)
        try:
            for number, output in course(self.machine, *self.machine.set_up(self.task)):
                counts[number] += 1
                if output is None:
                    idle += 1
                    if idle >= limit:
                        return False
                elif type(output) is Move and output == next(expected, None):
                    idle = 0
                else:
                    return False
        except Exception:  # whatever it is, `difference` says it
            return False
        transitions = self.machine.automaton.transitions
        self.counts = Counter({transitions[number]: count for number, count in counts.items()})
        return next(expected, None) is None

    def difference(self) -> Finding | None:
        """The first difference from the formula, or None."""
        for step, move in enumerate(formulas.moves(1, self.task.last_step + 1, self.task), 1):
            got = self.next_move()
            if got != move:
                return self.finding(step, str(move), str(got))
        got = self.next_move()
        return self.finding(self.task.last_step + 1, END, str(got)) if got != END else None

    def disagreement(self) -> Finding | None:
        """What is wrong where one event after the other is right, and the named engine is not."""
        engine = self.machine.engine
        if engine is None or self.machine.automaton.events != self.machine.alphabet:
            return None
        text = f"the engine {engine} does not make the moves that the definition says"
        return Finding("output", text, context=f"with {self.task}", size=self.task.disks)

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
                return at_once(found)
            step = take(self.due, self.memory)
            if step.error:
                return f"{step.failure} (in `{self.due}`)"
            self.state = self.due.target
            self.counts[self.due] += 1
            if step.output is not None:
                return plain_move(step.output) or f"{shortened(step.output)}, which is not a move"
        return f"no move in {idle_limit} events"

    def finding(self, step: int, expected: str, got: str) -> Finding:
        state = self.due.source if self.due else self.state
        return self._finding(step, expected, got, self.due or state, state)

    def count_finding(self) -> Finding | None:
        for transition, count in self.machine.closed_counts(self.task.disks).items():
            if (got := self.counts[transition]) != count:
                text = f"the counts are not those of {self.machine.reference_name}: `{transition}`"
                return Finding(
                    "counts",
                    text,
                    about=transition,
                    context=f"with {self.task}",
                    size=self.task.disks,
                    expected=counted(count, "time"),
                    got=counted(got, "time"),
                ).placed(self.machine.lines)
        return None

    def _finding(
        self, step: int, expected: str, got: str, about: Transition | str, state: str
    ) -> Finding:
        found = task_finding(self.task, step, expected, got, about=about, state=state)
        return found.placed(self.machine.lines)


def course(machine: Solver, state: str, memory: Memory) -> Iterator[tuple[int, object]]:
    """The number of each transition taken, and its output, by the machine's engine.

    Raises `MachineStopped` where it needs other events than those of the published automaton.
    """
    automaton = machine.automaton
    if not automaton.autonomous or automaton.events != machine.alphabet:
        raise MachineStopped("it is run event by event")
    if (machine.engine or GENERATED) == GENERATED:
        engine = Engine(automaton, memory)
        with engine.stopping():
            for number in engine.taken(state=state):
                yield number, memory.output
        return
    numbers = {id(one): number for number, one in enumerate(automaton.transitions)}
    for record in run(automaton, memory, state=state, engine=machine.engine):
        yield numbers[id(record.transition)], record.output


def plain_move(value: object) -> Move | None:
    """A move of plain numbers, whatever its class says of itself; None for anything else."""
    if not isinstance(value, Move) or tuple.__len__(value) != len(Move._fields):
        return None
    numbers = [number for part in tuple.__iter__(value) if (number := whole(part)) is not None]
    return Move(*numbers) if len(numbers) == len(Move._fields) else None


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
