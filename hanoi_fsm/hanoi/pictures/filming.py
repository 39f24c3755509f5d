"""A film of any solver or pathfinder: which runs can be filmed, and which part of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from hanoi_fsm.fsm.errors import (
    BadAction,
    BadInput,
    MachineStopped,
    UnknownName,
    counted,
)
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import IllegalMove
from hanoi_fsm.hanoi.machines import Pathfinder, Solver
from hanoi_fsm.hanoi.pegs import Move, Task
from hanoi_fsm.hanoi.pictures.filmstrip import MAX_FILMSTRIP_DISKS, Film, check_filmed, span
from hanoi_fsm.hanoi.pictures.frames import Frame, cycle_of, followed, in_steps

MOST_STEPS, MAX_DISKS_IN_STEPS = 64, 10
"""The most steps in a film of some of a run's, and then the most disks, told apart by width."""


class Moves(Protocol):
    """Whatever gives the moves of a task."""

    @property
    def shown(self) -> str: ...

    def moves(self, task: Task, start: int = 1) -> Iterator[Move]: ...


Filmed = Machine | Moves


def film(subject: Filmed, task: Task, steps: range | None = None, *, matrix: bool = False) -> Film:
    """The film of a task, or of some `steps`; with `matrix` the memory is in every frame.

    Raises `UnknownName` for what moves no tower, `BadDisks` and `BadStep` for more than can be
    drawn, `BadInput` for a memory that is not there, and `MachineStopped` where the run stops.
    """
    check_filmable(subject)
    _check_size(task, steps)
    memory, records = _run(subject, task)
    if matrix and memory is None:
        raise BadInput(f"{subject.shown} keeps no memory that could be drawn: leave out --matrix")
    frames = in_steps(_shown(subject, followed(task.start, records, memory)), steps, subject.shown)
    if not matrix:
        frames = [frame._replace(contents=None) for frame in frames]
    automaton = subject.automaton if isinstance(subject, Machine) else None
    return Film(
        title_of(subject, task, steps),
        frames,
        automaton.states if automaton else (),
        cycle_of(automaton) if automaton else (),
    )


def check_filmable(subject: Filmed) -> None:
    """Raise `UnknownName` for a machine that moves no tower."""
    if isinstance(subject, Machine) and not isinstance(subject, Solver | Pathfinder):
        raise UnknownName(
            f"{subject.shown} is a {subject.kind.name}, which moves no tower: film a solver or a "
            "pathfinder of `hanoi-fsm list`, or a diagram of one"
        )


def title_of(subject: Filmed, task: Task, steps: range | None) -> str:
    """What the film shows, in a sentence.

    >>> from hanoi_fsm.hanoi import automata
    >>> title_of(automata.get("monk"), Task(4), range(3, 6))
    'monk moves 4 disks from peg 0 to peg 2: steps 3 .. 5'
    """
    name = subject.automaton.name if isinstance(subject, Machine) else subject.shown
    moved = f"{counted(task.disks, 'disk')} from peg {task.source} to peg {task.target}"
    part = "" if steps is None else f": {span('step', *steps)}"
    return f"{name} moves {moved}{part}"


def _check_size(task: Task, steps: range | None) -> None:
    if steps is None:
        more = f", or with --steps {MAX_DISKS_IN_STEPS}"
        check_filmed(task.disks, MAX_FILMSTRIP_DISKS, more)
        return
    check_filmed(task.disks, MAX_DISKS_IN_STEPS)
    for step in (steps[0], steps[-1]):
        formulas.check_step(step, task, first=1)
    if len(steps) > MOST_STEPS:
        raise BadInput(
            f"the steps {steps[0]} .. {steps[-1]} are {len(steps)}, too many for a film: "
            f"give at most {MOST_STEPS}"
        )


def _run(subject: Any, task: Task) -> tuple[Memory | None, Iterator[Record]]:
    """The memory that a run changes, if there is one, and its records."""
    if isinstance(subject, Solver | Pathfinder):
        state, memory = subject.set_up(task)
        most = task.last_step if isinstance(subject, Solver) else 2 << task.disks
        records = subject.records(task.disks, state, memory, views=False, moves=most)
        assert state == subject.automaton.initial
        return memory, records
    itself = Transition(subject.shown, subject.shown, Label("step"))
    moves = subject.moves(task)
    return None, (Record(n, itself, move) for n, move in enumerate(moves, 1))


def _shown(subject: Filmed, frames: Iterator[Frame]) -> Iterator[Frame]:
    """The frames; where the run stops, the error says whose it is."""
    try:
        yield from frames
    except (MachineStopped, BadAction, IllegalMove) as error:
        named = str(error).startswith(subject.shown)
        raise MachineStopped(str(error) if named else f"{subject.shown} stops: {error}") from error
