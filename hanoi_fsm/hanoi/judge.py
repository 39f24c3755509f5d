"""Judge runs: one loop compares a run with its course, which says what is right at each step.

A run is an iterator of steps, whatever makes them: the definition, an engine, a formula or a
caller's function. A tower must be moved as the closed formula says, which shares no code with any
machine: all six pairs of pegs are tried up to 6 disks, beyond that the task 0 -> 2. A path must be
legal, arrive, and be as long as its rule says. Between moves there may be events without one.

An engine is several times as fast as the definition, but can only confirm that all is well: if
something is wrong, the definition says what and where. So a check accepts quickly and explains
slowly, and its verdicts concern the definition.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.errors import Undecided, counted, shortened
from hanoi_fsm.fsm.finding import END, UNDECIDED, Finding, Outcome, Progress
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import Step
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.formulas.blocks import blocks_of
from hanoi_fsm.hanoi.pegs import (
    Configuration,
    IllegalMove,
    Move,
    PegMatrix,
    Task,
)
from hanoi_fsm.hanoi.rules import between, path_length, tasks_of, tried_pairs

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Begun, Judge
    from hanoi_fsm.hanoi.machines import DiskMachine, Pathfinder, Solver
    from hanoi_fsm.hanoi.plain import Source

MOST_KEPT = 20_000
"""The most transitions of the preceding run that a finding keeps."""


def judge(run: Iterable[Step], course: Judge) -> Finding | None:
    """Find the first fault of a run, or None.

    `course.after(step)` is the fault of the next step, if any, and `course.at_end(stopped)` the
    fault of a run that ends there; `stopped` says why it could not go on.
    """
    for step in run:
        if (finding := course.after(step)) is not None:
            return finding
    return course.at_end()


class Moves:
    """A run that moves disks, by a machine if one is given; events between moves are free."""

    def __init__(self, size: int, context: str, machine: DiskMachine | None = None) -> None:
        self.size, self.context, self.machine = size, context, machine
        self.state = machine.automaton.initial if machine else ""
        self.begun: Transition | None = None  # what a finding is about, or else the state
        self.taken: set[Transition] = set()
        self.latest: deque[Transition] = deque(maxlen=MOST_KEPT)

    def after(self, step: Step) -> Finding | None:
        """Find the fault of the next step of the run, or None."""
        transition, _, output, error, *_ = step
        self.begun = transition
        if error is not None:
            kind = UNDECIDED if isinstance(error, Undecided) else "output"
            return self.wrong(step.placed_failure, kind=kind, error=error, is_stopped=True)
        if transition is not None:
            self.taken.add(transition)
            self.latest.append(transition)
        return None if output is None else self.after_move(output)

    def after_move(self, output: object) -> Finding | None:
        """Find the fault of a move that was made, or None."""
        raise NotImplementedError

    @property
    def here(self) -> str:
        """The latest known state of the machine."""
        return self.latest[-1].target if self.latest else self.state

    def wrong(
        self,
        got: str,
        expected: str = "",
        *,
        kind: str = "output",
        is_stopped: bool = False,
        error: BaseException | None = None,
    ) -> Finding:
        """Make a finding about the next move, the first that is wrong."""
        where = self.place()
        finding = replace(
            where,
            kind=kind,
            about=self.begun or self.here or None,
            context=self.context,
            size=self.size,
            expected=expected or where.expected,
            got=got,
            run=tuple(self.latest),
            error=error,
            is_stopped=is_stopped,
        )
        return finding.placed(self.machine.lines) if self.machine else finding

    def place(self) -> Finding:
        """The step of the next move, the state and the pegs before it, and the correct move."""
        raise NotImplementedError


class Tower(Moves):
    """A tower on its way from peg to peg: each move must agree with the formula.

    The run begins at the step `first`.
    """

    def __init__(self, task: Task, machine: DiskMachine | None = None, first: int = 1) -> None:
        super().__init__(task.disks, f"with {task}", machine)
        self.task, self.step, self.stop = task, first, task.last_step + 1
        self.right = chain.from_iterable(blocks_of(first, self.stop, task))

    def after_move(self, output: object) -> Finding | None:
        if not isinstance(output, Move):
            return self.wrong(f"{shortened(output)}, which is not a move")
        if output != next(self.right, None):
            return self.wrong(str(output))
        self.step += 1
        return None

    def at_end(self, stopped: str = END) -> Finding | None:
        if stopped == END and self.step == self.stop:
            return None
        return self.wrong(stopped, is_stopped=stopped != END)

    def place(self) -> Finding:
        task, step = self.task, self.step
        right = END if step == self.stop else str(formulas.move(step, task))
        pegs = PegMatrix(formulas.configuration(step - 1, task))
        state = self.begun.source if self.begun else self.here
        return Finding("output", step=step, state=state, memory=f"pegs {pegs}", expected=right)


class Path(Moves):
    """A path between two configurations: it must be legal, arrive, and have the right length."""

    def __init__(self, start: str, goal: str, machine: Pathfinder) -> None:
        super().__init__(len(start), between(start, goal), machine)
        self.ends = Configuration(start), Configuration(goal)
        self.pegs = self.ends[0].on_pegs()
        self.length = path_length(machine.published.name, start, goal)
        self.made = 0

    def after_move(self, output: object) -> Finding | None:
        if not isinstance(output, Move):
            return self.wrong(f"{shortened(output)}, which is not a move")
        try:
            self.pegs.made(output)
        except IllegalMove as error:
            return self.wrong(str(error))
        self.made += 1
        if self.made > 2 << self.size:
            return self.wrong("no end", counted(self.length, "move"))
        return None

    def at_end(self, stopped: str = END) -> Finding | None:
        if stopped != END:
            return self.wrong(stopped, is_stopped=True)
        if self.pegs.digits() != str(self.ends[1]):
            return self.wrong(END, f"the goal {self.ends[1]}")
        if self.made != self.length:
            return self.wrong(counted(self.made, "move"), counted(self.length, "move"))
        return None

    def place(self) -> Finding:
        memory = f"at {self.pegs.configuration()}" if self.size else ""
        return Finding("output", step=self.made, memory=memory, expected="a legal move")


def fast(machine: DiskMachine, begun: Begun, taken: set[Transition]) -> Iterator[Step]:
    """Yield the moves of a run by an engine; then add the transitions of the run to `taken`."""
    memory, numbers = begun.memory, set[int]()
    try:
        for number in machine.taken(begun):
            numbers.add(number)
            if memory.output is not None:
                yield Step(None, memory, memory.output)
    except (Exception, SystemExit) as error:  # whatever a user's memory raises
        yield Step(None, memory, error=error)
    taken.update(machine.automaton.transitions[number] for number in numbers)


def judged(
    machine: DiskMachine, course: Callable[[], Tower | Path], *inputs: object
) -> tuple[set[Transition], Finding | None]:
    """The transitions that a run on these inputs takes, and its first fault, if any."""
    quick = course()
    if judge(fast(machine, machine.set_up(*inputs), quick.taken), quick) is None:
        return quick.taken, None
    slow = course()
    finding = judge(machine.steps(*inputs), slow)
    if finding is None and machine.engine is not None:
        text = f"the engine {machine.engine} does not make the moves that the definition says"
        finding = Finding("output", text, context=slow.context, size=slow.size)
    return slow.taken, finding


def judged_tower(mover: DiskMachine | Source, task: Task) -> tuple[set[Transition], Finding | None]:
    """Judge a run for a task, by a machine or by another source of moves."""
    machine = mover.machine
    if machine is None:
        return set(), judge(mover.steps(task), Tower(task))
    return judged(machine, partial(Tower, task, machine), task)


def conform_solver(solver: Solver | Source, disks: int, progress: Progress) -> Outcome:
    """Compare a solver with the formula for 0 .. `disks` disks."""
    tasks = [*tasks_of(range(disks + 1), solver.pairs)]
    moves = counted(sum(task.last_step for task in tasks), "move")
    checked = f"{moves} in {counted(len(tasks), 'task')} agree with the formula"
    runs = ((task.last_step, judged_tower(solver, task)) for task in tasks)
    return _conform(runs, f"for 0 .. {disks} disks: {checked}", progress)


def conform_pathfinder(machine: Pathfinder, disks: int, progress: Progress) -> Outcome:
    """Try the paths of all `tried_pairs`."""
    pairs = [*tried_pairs(disks)]
    most = len(pairs[-1][0])
    checked = f"for every pair of configurations of 0 .. {most} disks: {len(pairs)} paths are legal"
    runs = ((1, judged(machine, partial(Path, *pair, machine), *pair)) for pair in pairs)
    return _conform(runs, f"{checked}, arrive, and are as long as they must be", progress)


def _conform(
    runs: Iterable[tuple[int, tuple[set[Transition], Finding | None]]],
    checked: str,
    progress: Progress,
) -> Outcome:
    """Judge runs one by one, up to the first that is wrong.

    Each comes with the number that it adds to the progress.
    """
    taken, done = set[Transition](), 0
    for work, (passed, finding) in runs:
        if finding:
            return Outcome("", (finding,))
        taken |= passed
        done += work
        progress(done)
    return Outcome(checked, compared=True, taken=frozenset(taken))
