"""Solvers and pathfinders side by side: their size, what a run costs, and whether it is right.

Legalov asked whether an automaton is worth it where a formula exists. These figures are the answer.

A contender may be a user's function or machine, so each of its runs is made in a child process. It
is looked at first; then all of them run in turn, several times, so that a busy moment of the
computer slows them all.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from time import process_time

from hanoi_fsm.fsm.errors import BadInput, FsmError
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.isolate import Failure, Limits, isolated
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import ENGINE, GENERATED
from hanoi_fsm.hanoi.judge import judged_tower
from hanoi_fsm.hanoi.machines import DiskMachine
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.plain import Source

Contender = DiskMachine | Source

KNOWLEDGE = {
    "sizes": "which of two disks on top is the smaller one",
    "pegs": "which disks are on which peg, or how many",
    "stack": "what has been put off, as many entries as there are levels",
    "path": "one bit for each level",
    "step": "the number of the step",
}
"""The knowledge that a contender may declare to need, with its meaning."""

REPEAT = 5
"""How often each contender has its turn by default."""
SECONDS, SECONDS_PER_EVENT = 10.0, 0.001
"""The time that a contender has, and more for each event, before it counts as hanging."""

SAMPLE = 10_000
"""The working memory is counted for this many events."""


@dataclass
class Figures:
    """The measurements of one contender for a number of disks.

    `difference` is None where it does what is right, and says in words where it does not, or why it
    could not be measured. `cells` is the largest working memory in numbers of 64 bits over the
    first 10,000 events. `asked` counts the guards that are asked in the run, at an event each of
    them once at most. None means that it does not apply. `best` has the seconds of its fastest
    turn, which was disturbed the least, or None if it had none: it has turns while it `runs_on`.
    """

    of: Contender
    disks: int
    difference: str | None = None
    events: int | None = None
    cells: int | None = None
    runs_on: bool = True
    best: float | None = None
    asked: int | None = None


def measure(
    contenders: Sequence[Contender],
    towers: Iterable[int],
    progress: Progress = no_progress,
    *,
    repeat: int = REPEAT,
) -> list[Figures]:
    """For each number of disks look at each contender; then all run in turn, `repeat` times.

    A pathfinder moves the tower as a solver does. One that hangs, crashes or takes too much memory
    ends with that as its difference: it has 10 seconds, and 1 ms per event. `progress` receives
    2**disks for each look and each turn. Raises `BadInput` for what moves no disks.
    """
    for contender in contenders:
        if not isinstance(contender, Contender):
            raise BadInput(f"{contender.shown} moves no disks: compare solvers and pathfinders")
    figures, done = list[Figures](), 0
    for disks in towers:
        limits = Limits(SECONDS + SECONDS_PER_EVENT * (1 << disks))
        together = [Figures(contender, disks) for contender in contenders]
        for turn in range(1 + repeat):
            for figure in together:
                if figure.runs_on:
                    _take_turn(figure, turn, limits)
                done += 1 << disks
                progress(done)
        figures += together
    return figures


def _take_turn(figures: Figures, turn: int, limits: Limits) -> None:
    """Run it in a child; turn 0 finds out all but the times. It stops where that goes wrong."""
    work = _timed if turn else _look
    ran = isolated(lambda: work(figures.of, figures.disks), limits)
    if isinstance(ran, Failure):
        said = f"turn {turn} goes wrong" if turn else "it cannot be run"
        figures.difference, figures.runs_on = f"{said}: {ran}", False
    elif turn:
        figures.best = min(ran, figures.best or ran)
    else:
        vars(figures).update(ran)


# The rest runs in a child.


def _look(contender: Contender, disks: int) -> dict[str, object]:
    """Its difference and what is counted in a run, which is over where the machine stops."""
    _, finding = judged_tower(contender, Task(disks))
    fields: dict[str, object] = {"difference": finding and str(finding)}
    if isinstance(contender, Source):
        return fields
    automaton = contender.automaton
    asks = {
        id(row): len(asked_for(row, automaton.transitions_for(row.source, row.event)))
        for row in automaton.transitions
    }
    records = contender.run(Task(disks), engine=contender.engine or GENERATED)
    events, asked, cells = 0, 0, records.memory.cells()
    with suppress(FsmError):
        for events, record in enumerate(records, 1):
            asked += asks[id(record.transition)]
            if events <= SAMPLE:
                cells = max(cells, records.memory.cells())
    return fields | {"events": events, "asked": asked, "cells": cells}


def asked_for(taken: Transition, rows: Sequence[Transition]) -> set[str]:
    """The guards that are asked until one of the `rows` for an event is `taken`, none twice.

    Of one before it no guard is asked after the first that fails.

    >>> from hanoi_fsm import automata
    >>> rows = automata.get("two-storey").automaton.transitions_for("foundation", "step")
    >>> [sorted(asked_for(row, rows)) for row in rows]
    [['ahead_smaller', 'built'], ['ahead_smaller', 'built'], ['built']]
    """
    answers = {guard.name: guard.answer for guard in taken.guards}
    asked = set(answers)
    for row in rows[: rows.index(taken)]:
        for guard in row.guards:
            asked.add(guard.name)
            if answers.get(guard.name) is not guard.answer:
                break
    return asked


def _timed(contender: Contender, disks: int) -> float:
    """The seconds of a whole run, of which nothing else is looked at; what is wrong may stop early.

    An event before that loads what is needed.
    """
    task, started = Task(disks), 0.0
    for events in (1, 2 << disks):
        started = process_time()
        with suppress(FsmError):
            made: Iterable[object]
            if isinstance(contender, Source):
                made = islice((contender.given or contender.moves)(task), 1 << disks)
            else:
                made = contender.moves(task, engine=contender.engine or ENGINE)
            deque(islice(made, events), maxlen=0)
    return process_time() - started
