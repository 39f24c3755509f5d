"""Compare solvers and pathfinders: their size, the cost of a run, and whether it is right.

Legalov asked whether an automaton is worth it if there is a formula. These figures are the answer.

A contender may be a user's function or machine, so each of its runs has a child process. Each is
inspected first; then all of them run in turn, several times, so that a busy moment of the computer
slows them all.
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
    "sizes": "which of two top disks is smaller",
    "pegs": "which disks are on which peg, or how many",
    "stack": "the tasks that have been put off, one entry per level",
    "path": "one bit per level",
    "step": "the number of the step",
}
"""The kinds of knowledge that a contender may declare to need, with their meanings."""

REPEAT = 5
"""The default number of timed runs of each contender."""
SECONDS, SECONDS_PER_EVENT = 10.0, 0.001
"""The time limit of a contender, and its extension per event."""

SAMPLE = 10_000
"""The working memory is counted for this many events."""


@dataclass
class Figures:
    """The measurements of one contender for a number of disks.

    `difference` is None for a correct contender; otherwise it describes what is wrong, or why it
    could not be measured. `cells` is the largest working memory in numbers of 64 bits over the
    first 10,000 events. `asked` counts the guards asked in the run, each at most once per event.
    A figure that does not apply is None. `best` is the time in seconds of the fastest turn, the
    least disturbed one, or None without a turn; turns continue while it `runs_on`.
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
    """For each number of disks, inspect each contender; then run all in turn, `repeat` times.

    A pathfinder moves the tower as a solver does. If one hangs, crashes or takes too much memory,
    that is its difference: the limit is 10 seconds plus 1 ms per event. `progress` receives
    2**disks for each inspection and each turn. Raises `BadInput` for one that moves no disks.
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
    """Run it in a child; turn 0 measures all but the times. A failed turn is its last."""
    work = _timed if turn else _look
    ran = isolated(lambda: work(figures.of, figures.disks), limits)
    if isinstance(ran, Failure):
        said = f"turn {turn} failed" if turn else "it cannot be run"
        figures.difference, figures.runs_on = f"{said}: {ran}", False
    elif turn:
        figures.best = min(ran, figures.best or ran)
    else:
        vars(figures).update(ran)


# The rest runs in a child.


def _look(contender: Contender, disks: int) -> dict[str, object]:
    """The difference and the counts of a run, which ends when the machine stops."""
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
    """The guards that are asked until one of the `rows` for an event is `taken`.

    In a row before it, no guard is asked after the first that fails.

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
    """Time a whole run in seconds, checking nothing; a wrong machine may stop early.

    An event before it loads all modules.
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
