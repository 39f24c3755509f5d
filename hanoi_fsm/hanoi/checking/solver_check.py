"""Does a machine solve the puzzle? Its trace is compared, move by move, with the closed formula.

The formula shares no code with any machine. All six pairs of pegs are tried for towers of up to 6
disks, beyond that the task 0 -> 2. The moves decide: before, between and after them there may be
events without a move, and counts of the transitions other than the closed ones are a remark. Two
transitions that are enabled at once are a difference, and so is an output that is not a move.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice, zip_longest
from typing import Any

from hanoi_fsm.fsm.errors import HanoiError, counted, shortened
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import GuardFailed, next_step
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.checking.fast_run import FastRuns, Inconclusive
from hanoi_fsm.hanoi.machines.disk_machine import DiskMachine
from hanoi_fsm.hanoi.machines.pathfinder import Pathfinder
from hanoi_fsm.hanoi.machines.solver import Solver, tasks_of
from hanoi_fsm.hanoi.pegs import Move, PegMatrix, Task, whole
from hanoi_fsm.hanoi.plain import PlainSolver

END = "the end"
MOST_KEPT = 20_000
"""The most transitions that a finding has of the run before it."""
STEPWISE_DISKS = 1
"""Up to this many disks runs are made step by step: most faults show there already."""


def conform(machine: Solver, disks: int, progress: Progress) -> Outcome:
    """Compare a solver with the formula for 0 .. `disks` disks."""
    tried = _Tried(machine)
    outcome = over_tasks(tried.difference, tasks_of(range(disks + 1)), disks, progress)
    if outcome.findings:
        return outcome
    remarks = (tried.count_finding,) if tried.count_finding else ()
    checked = outcome.checked
    if not remarks and machine.kind.closed_counts(0).keys() == set(machine.automaton.transitions):
        checked += ", the counts on its transitions too"
    if tried.idle:
        checked += f"; {counted(tried.idle, 'more event')} made no move"
    return replace(outcome, checked=checked, remarks=remarks, taken=frozenset(tried.taken))


@dataclass
class _Tried:
    """The runs of a machine so far: the transitions taken, and what they had besides moves."""

    machine: Solver | Pathfinder
    fast: FastRuns | None = None
    taken: set[Transition] = field(default_factory=set)
    idle: int = 0
    count_finding: Finding | None = None

    def difference(self, task: Task) -> Finding | None:
        finding, counts = None, self._accepted(task)
        if counts is None:
            run = SolverRun(self.machine, task)
            finding, counts = run.difference() or run.disagreement(), run.counts
        self.taken |= counts.keys()
        self.idle += max(0, counts.total() - task.last_step - 1)  # one event ends the run
        self.count_finding = self.count_finding or _count_finding(self.machine, task, counts)
        return finding

    def _accepted(self, task: Task) -> Counter[Transition] | None:
        """How often each transition is taken in a run that makes the moves of the formula.

        None where only a run step by step can tell.
        """
        if task.disks <= STEPWISE_DISKS and not self.machine.engine:
            return None
        self.fast = self.fast or FastRuns(self.machine)
        counts: Counter[int] = Counter()
        expected = formulas.moves(1, task.last_step + 1, task)
        limit = self.machine.idle_limit(task.disks)
        state, memory = self.machine.set_up(task)
        try:
            for numbers, made in self.fast.blocks(state, memory, limit, task.last_step + 1):
                counts.update(numbers)
                if list(islice(expected, len(made))) != made or not are_plain_moves(made):
                    return None
        except Inconclusive:
            return None
        if next(expected, None) is not None:
            return None
        transitions = self.machine.automaton.transitions
        return Counter({transitions[number]: count for number, count in counts.items()})


def are_plain_moves(outputs: Iterable[Any]) -> bool:
    """Whether all are moves of plain numbers, whatever their classes say of themselves."""
    outputs = list(outputs)
    return {Move}.issuperset(map(type, outputs)) and {int}.issuperset(
        map(type, chain.from_iterable(outputs))
    )


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


def difference(machine: Solver | Pathfinder, task: Task) -> Finding | None:
    """The first difference between one run and the formula, or None."""
    return _Tried(machine).difference(task)


class SolverRun:
    """One run of a machine, one move at a time.

    It may go on from where the machine is: in a state, with a memory.
    """

    def __init__(
        self, machine: Solver | Pathfinder, task: Task, at: tuple[str, Memory] | None = None
    ) -> None:
        self.machine, self.task = machine, task
        self.state, self.memory = at or machine.set_up(task)
        self.counts: Counter[Transition] = Counter()
        self.latest: deque[Transition] = deque(maxlen=MOST_KEPT)
        self.due: Transition | None = None  # what a finding is about: the transition begun last

    def difference(self) -> Finding | None:
        """The first difference from the formula, or None."""
        for step, move in enumerate(formulas.moves(1, self.task.last_step + 1, self.task), 1):
            got = self.next_move()
            if got != move:
                return self.finding(step, str(move), str(got))
        got = self.next_move()
        return self.finding(self.task.last_step + 1, END, str(got)) if got != END else None

    def disagreement(self) -> Finding | None:
        """What `engine_finding` says of this run of a solver."""
        machine, task = self.machine, self.task
        right = formulas.moves(1, task.last_step + 1, task)

        def made(engine: str) -> Iterator[Any]:
            return machine.moves_made(task.disks, *machine.set_up(task), task.last_step, engine)

        return engine_finding(machine, made, right, f"with {task}", task.disks)

    def next_move(self) -> Move | str:
        """The next move, or in words why there is none."""
        idle_limit = self.machine.idle_limit(self.task.disks)
        for _ in range(idle_limit):
            got = self.event()
            if got is not None:
                return got
        return f"no move in {idle_limit} events"

    def event(self) -> Move | str | None:
        """The move made by the next event, or in words why it cannot be; None if it makes none.

        The event is that of the published automaton, whatever others a drawing has.
        """
        automaton, event = self.machine.automaton, self.machine.alphabet[0]
        if self.state in automaton.final:
            return END
        made = next_step(automaton, self.state, self.memory, event)
        if not isinstance(made.error, GuardFailed):
            self.due = made.transition
        if made.error:
            return made.placed_failure
        self.state = made.taken.target
        self.counts[made.taken] += 1
        self.latest.append(made.taken)
        if made.output is None:
            return None
        return plain_move(made.output) or f"{shortened(made.output)}, which is not a move"

    def finding(self, step: int, expected: str, got: str) -> Finding:
        state = self.due.source if self.due else self.state
        about = self.due or state
        run = tuple(self.latest)
        found = task_finding(self.task, step, expected, got, about=about, state=state, run=run)
        return found.placed(self.machine.lines)


def engine_finding(
    machine: DiskMachine,
    made: Callable[..., Iterable[Any]],
    right: Iterable[Move],
    context: str,
    size: int,
) -> Finding | None:
    """What is wrong where the engine that a machine names does not make the `right` moves.

    These are the moves of the definition, and `made(engine=...)` those of the engine. An automaton
    with other events than the published one cannot run by itself, and so on no engine.
    """
    engine = machine.engine
    if engine is None or machine.automaton.events != machine.alphabet:
        return None
    with suppress(HanoiError):
        if all(got == move for got, move in zip_longest(made(engine=engine), right)):
            return None
    text = f"the engine {engine} does not make the moves that the definition says"
    return Finding("output", text, context=context, size=size)


def _count_finding(
    machine: Solver | Pathfinder, task: Task, counts: Counter[Transition]
) -> Finding | None:
    for transition, count in machine.kind.closed_counts(task.disks).items():
        if (got := counts[transition]) != count:
            text = f"the counts are not those of {machine.published.name}: `{transition}`"
            return Finding(
                "counts",
                text,
                about=transition,
                context=f"with {task}",
                size=task.disks,
                expected=counted(count, "time"),
                got=counted(got, "time"),
            ).placed(machine.lines)
    return None


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


def conform_plain(solver: PlainSolver, disks: int, progress: Progress) -> Outcome:
    """Compare a solver without an automaton with the formula."""
    return over_tasks(
        partial(plain_difference, solver), tasks_of(range(disks + 1)), disks, progress
    )


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
