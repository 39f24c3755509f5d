"""What is known of a run besides the machine: where the disks are, what it reads, what is right.

Each kind of machine is judged by what its check judges it by. A solver is compared with the closed
formula move by move, also from a later step on; a word is answered event by event by the
specification; a path is judged at its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any

from hanoi_fsm.fsm.checking.conformance import difference_on
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.machine import Machine, Start
from hanoi_fsm.fsm.stepping import Step
from hanoi_fsm.fsm.theory.mealy import MealyMachine
from hanoi_fsm.hanoi import formulas, judge
from hanoi_fsm.hanoi.judge import END
from hanoi_fsm.hanoi.machines import Pathfinder, Reader, Solver
from hanoi_fsm.hanoi.pegs import AnyConfiguration, Configuration, Task

MOST_JUDGED = 200
"""The most events of a word that are judged one by one: each time it is read from the start. A
longer one is judged by what the published reader answers, as rules may take time that grows
quadratically."""


class Course(judge.Course):
    """A run of a machine of which nothing is known.

    `subject` says in words what it runs on, and `word` the events that it reads, if they are known.
    The disks are as in `start`, after the moves `before` it; `length` is the number of steps that
    the whole task has, if that is known.
    """

    subject = ""
    word: tuple[str, ...] | None = None
    start: Configuration | None = None
    before = 0
    length: int | None = None


@singledispatch
def course_of(machine: Machine, *inputs: Any, start: str | None = None, **options: Any) -> Course:
    """The course of the run that `machine.run` would make of these inputs and options."""
    listed = len(inputs) == 1 and not isinstance(inputs[0], str | int)
    known = not listed or isinstance(inputs[0], Sequence)
    word = tuple(map(str, inputs[0] if listed else inputs)) if known else None
    starts = list(machine.kind.starts(machine.kind.explored_size))
    chosen = next((one for one in starts if start in (None, one.name)), None)
    return _Word(machine, chosen, word if word or not machine.autonomous else None)


@course_of.register
def _(
    machine: Reader,
    word: str | Configuration,
    goal: AnyConfiguration | None = None,
    *,
    source: int = 0,
    target: int = 2,
    **options: Any,
) -> Course:
    symbols = machine.symbols(word) if goal is None else machine.symbols_of(word, goal)
    name = f"from {source} to {target}"
    chosen = next((one for one in machine.kind.starts(0) if one.name == name), None)
    if chosen and chosen.specification and not machine.specification and symbols[MOST_JUDGED:]:
        published = replace(machine, automaton=machine.published, reference=None)
        begins = replace(machine.published, initial=published.state_for(source, target))
        read = MealyMachine(begins, machine.outputs, begins.final)
        chosen = chosen._replace(specification=read.answer)
    return _Word(machine, chosen, tuple(symbols))


class _Word(Course):
    """A word that is read, and answered as the specification of its start says."""

    def __init__(self, machine: Machine, start: Start | None, word: tuple[str, ...] | None) -> None:
        self.machine, self.begun, self.word = machine, start, word
        self.read: list[str] = []
        self.length = None if word is None else len(word)
        if word is not None:
            one = machine.kind.unit.removesuffix("s")
            self.subject = f"reads {'a word of ' * (one != 'event')}{counted(len(word), one)}"

    def after(self, step: Step) -> Finding | None:
        self.read.append(step.taken.event)
        return self._difference() if len(self.read) <= MOST_JUDGED else None

    def at_end(self, stopped: str = END) -> Finding | None:
        if stopped != END and self.word is not None:
            self.read += self.word[len(self.read) : len(self.read) + 1]
        return self._difference()

    def _difference(self) -> Finding | None:
        start = self.begun
        if start is None or start.specification is None:
            return None
        found = difference_on(self.machine, start, tuple(self.read))
        return found and found.placed(self.machine.lines)


@course_of.register
def _(
    machine: Solver,
    disks: int,
    *,
    source: int = 0,
    target: int = 2,
    start: int = 1,
    **options: Any,
) -> Course:
    return _Tower(machine, Task(disks, source, target), start)


class _Tower(judge.Tower, Course):
    """A tower that is moved from one peg to another: each move must be that of the formula."""

    def __init__(self, machine: Solver, task: Task, first: int) -> None:
        super().__init__(task, machine, first)
        self.before = first - 1
        self.length = task.last_step
        self.start = formulas.configuration(self.before, task)
        self.subject = f"moves {counted(task.disks, 'disk')} from peg {task.source}"
        self.subject += f" to peg {task.target}"


@course_of.register
def _(
    machine: Pathfinder, start: AnyConfiguration, goal: AnyConfiguration, **options: Any
) -> Course:
    return _Path(machine, *formulas.check_same_disks(start, goal))


class _Path(judge.Path, Course):
    """A path between two configurations, which must be legal, arrive, and have the right length."""

    def __init__(self, machine: Pathfinder, start: Configuration, goal: Configuration) -> None:
        super().__init__(str(start), str(goal), machine)
        self.start = start
        self.subject = f"goes {self.context}"
