"""Solvers, or readers, side by side: their size, what a run costs, and whether it is right.

Legalov asked whether an automaton is worth it where a formula exists. These figures are the answer.

A contender may be anybody's function or machine, so each of its runs is made in a child process. It
is looked at first; then all of them run in turn, several times, so that a busy moment of the
computer slows them all.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, product
from random import Random
from statistics import median
from time import process_time
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import BadInput, HanoiError
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.isolate import Failure, Limits, isolated
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.trace import ENGINE, GENERATED
from hanoi_fsm.hanoi.judge import judged_tower
from hanoi_fsm.hanoi.machines import DiskMachine
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.plain import Source

Contender = Machine | Source
Run = tuple[Iterator[Any], Memory | None]
"""The outputs of a run, and the memory that changes meanwhile, if there is one."""

KNOWLEDGE = {
    "sizes": "which of two disks on top is the smaller one",
    "pegs": "which disks are on which peg, or how many",
    "stack": "what has been put off, as many entries as there are levels",
    "path": "one bit for each level",
    "step": "the number of the step",
}
"""What a contender may declare that it asks for, with what that means."""

QUESTIONS = {
    "disk": "which disk moves in a step, from the step number alone",
    "configuration": "where all disks are after a step, from the step number alone",
    "any-step": "the moves from any step on; all but a formula need the pegs there",
    "any-pegs": "the moves from any configuration to the tower, on the path or off it",
}
"""What a contender may declare that it can answer, with what that means."""

REPEAT = 5
"""How often each contender has its turn by default."""
MOST_RUNS, ENOUGH = 10, 0.025
"""In a turn it runs up to this many times, until the seconds are over; the best run counts."""
TOO_LONG = 20.0
"""Seconds of all turns after which it has no further turn."""
SECONDS, SECONDS_PER_EVENT = 10.0, 0.001
"""What a contender may take, and for each event on top, before it is taken to hang."""

SAMPLE = 10_000
"""The working memory is counted for this many events."""

MOST_CHECKED = 5
"""A reader is compared with its rule for the words that `check` reads up to this length."""
SEED = 0
"""The words for machines that move no disks are the same in every run."""

CLEARLY = 1.05
"""Medians that are closer than this may change places when all is measured again."""
FEWEST_TURNS = 5
"""Out of fewer turns nobody is the faster one for sure; each further four forgive one turn."""


@dataclass
class Figures:
    """What was measured of one contender for a number of disks.

    `difference` is None where it does what is right, and says in words where it does not, or why it
    could not be measured; `equal` is None where nothing says what is right. `cells` is the largest
    working memory in numbers of 64 bits over the first 10,000 events. `asked` counts the guards
    that are asked in the run: before each event all those of the state. None means that it does not
    apply: `moves` is None for a machine that moves no disks. `times` are the seconds of its turns,
    which it has as long as it `runs_on`. `place` is that by speed among all that are right: "2-4"
    where it cannot be told apart from others.
    """

    of: Contender
    disks: int
    difference: str | None = None
    equal: bool | None = False
    events: int | None = None
    moves: int | None = 0
    cells: int | None = None
    runs_on: bool = True
    times: list[float] = field(default_factory=list)
    place: str = ""
    asked: int | None = None

    @property
    def name(self) -> str:
        return self.of.shown

    @property
    def machine(self) -> Machine | None:
        """The contender, if it is an automaton."""
        return self.of if isinstance(self.of, Machine) else None

    @property
    def asks_for(self) -> tuple[str, ...]:
        """The `KNOWLEDGE` that it declares to need; nothing is known of a user's function."""
        return getattr(self.of, "asks_for", ())

    @property
    def can_answer(self) -> tuple[str, ...]:
        """The `QUESTIONS` that it declares to answer, if it is right.

        A drawing does so where it has the states that this takes.
        """
        machine = self.machine
        has_all = not machine or {*machine.published.states} <= {*machine.automaton.states}
        return getattr(self.of, "can_answer", ()) if self.equal and has_all else ()

    @property
    def best(self) -> float:
        """The seconds of its fastest turn, which was disturbed the least; 0 if there was none."""
        return min(self.times, default=0.0)

    @property
    def median(self) -> float:
        return median(self.times) if self.times else 0.0

    @property
    def spread(self) -> float:
        """How much longer than the best turn the slowest took, as a share of it."""
        return max(self.times) / self.best - 1 if self.best else 0.0

    @property
    def per_second(self) -> float:
        """Its moves per second, or else its events."""
        done = self.events if self.moves is None else self.moves
        return (done or 0) / self.best if self.best else 0.0

    def ratio(self, baseline: "Figures") -> float | None:
        """How many times as long as the `baseline` it takes per move; None if either did not run.

        >>> from hanoi_fsm.hanoi.plain import PLAIN
        >>> once, twice = (Figures(PLAIN["hbits"], 3, moves=7, times=[time]) for time in (0.1, 0.2))
        >>> twice.ratio(once)
        2.0
        """
        speeds = baseline.per_second, self.per_second
        return speeds[0] / speeds[1] if all(speeds) else None

    def beats(self, other: "Figures") -> bool:
        """Whether it is the faster one for sure: in the median, and in nearly every turn.

        >>> from hanoi_fsm.hanoi.plain import PLAIN
        >>> one, two = (Figures(PLAIN["hbits"], 3, times=[time] * 5) for time in (0.1, 0.2))
        >>> one.beats(two), two.beats(one), one.beats(one)
        (True, False, False)
        """
        turns = list(zip(self.times, other.times, strict=False))
        lost = sum(mine >= theirs for mine, theirs in turns)
        forgiven = (len(turns) - FEWEST_TURNS) // 4
        return self.median * CLEARLY < other.median and lost <= forgiven


def measure(
    contenders: Sequence[Contender],
    towers: Iterable[int],
    progress: Progress = no_progress,
    *,
    repeat: int = REPEAT,
) -> list[Figures]:
    """For each number of disks look at each contender; then all run in turn, `repeat` times.

    A pathfinder moves the tower as a solver does; a machine that moves no disks reads a word of
    2**disks - 1 random events. One that hangs, crashes or takes too much memory ends with that as
    its difference: it has 10 seconds, and 1 ms per event. `progress` receives 2**disks for each
    look and each turn. Raises `BadInput` unless all of them do the same work, and have some to do.
    """
    first = contenders[0]
    for one in contenders:
        if isinstance(one, Machine) and not one.automaton.transitions:
            raise BadInput(f"{one.shown} has no transitions and can do nothing: leave it out")
        if one.kind.unit != first.kind.unit:
            units = f"in {first.kind.unit}, {one.shown} in {one.kind.unit}"
            raise BadInput(f"{first.shown} is measured {units}: compare those that do the same")
    figures, done = list[Figures](), 0
    for disks in towers:
        limits = Limits(SECONDS + SECONDS_PER_EVENT * (1 << disks))
        found = [Figures(one, disks) for one in contenders]
        for turn, figure in product(range(1 + repeat), found):
            if figure.runs_on and sum(figure.times) <= TOO_LONG:
                _take_turn(figure, turn, limits)
            done += 1 << disks
            progress(done)
        figures += found
    set_places(figures)
    return figures


def set_places(figures: Sequence[Figures]) -> None:
    """Say of each that is right which places it may have by speed, among those of its size."""
    right = [one for one in figures if one.times and one.difference is None]
    for one in right:
        placed = [other for other in right if other.disks == one.disks]
        first = 1 + sum(other.beats(one) for other in placed)
        last = len(placed) - sum(one.beats(other) for other in placed)
        one.place = f"{first}-{last}" if first < last else str(first)


def _take_turn(figures: Figures, turn: int, limits: Limits) -> None:
    """Run it in a child; turn 0 finds out all but the times. It stops where that goes wrong."""
    work = _timed if turn else _look
    ran = isolated(lambda: work(figures.of, figures.disks), limits)
    if isinstance(ran, Failure):
        said = f"turn {turn} goes wrong" if turn else "it cannot be run"
        figures.difference, figures.runs_on = f"{said}: {ran}", False
    elif turn:
        figures.times.append(ran)
    else:
        vars(figures).update(ran)


# What follows happens in a child.


def _look(one: Contender, disks: int) -> dict[str, Any]:
    """All fields of its figures but the times."""
    difference, judged = _judged(one, disks)
    events = moves = 0
    # All engines agree, so that it is run by the fastest unless it names another.
    fast = one.on(one.engine or GENERATED) if isinstance(one, Machine) else one
    outputs, memory = _beginning(fast, disks)()
    cells, asked = None if memory is None else memory.cells(), None
    with suppress(HanoiError):
        for output in outputs:
            events += 1
            moves += output is not None
            if memory is not None and events <= SAMPLE:
                cells = max(cells or 0, memory.cells())
        asked = _asked(fast, disks)
    return {
        "difference": difference,
        "equal": difference is None if judged else None,
        "events": events if isinstance(one, Machine) else None,
        "moves": moves if one.kind.unit == "moves" else None,
        "cells": cells,
        "asked": asked,
    }


def _asked(one: Contender, disks: int) -> int | None:
    """How many guards are asked in a whole run; None for what is not an automaton of disks."""
    if not isinstance(one, DiskMachine):
        return None
    automaton, asked = one.automaton, dict[str, set[str]]()
    for state in automaton.states:
        asked[state] = {guard.name for row in automaton.leaving(state) for guard in row.guards}
    counts = one.counts_of_run(Task(disks))
    return sum(len(asked[row.source]) * times for row, times in counts.items())


def _timed(one: Contender, disks: int) -> float:
    """The seconds of the best of several whole runs, of which nothing else is looked at.

    An event before that loads what is needed. There are more runs only while that takes no time.
    """
    begin, times = _beginning(one, disks), list[float]()
    _run_on(begin, 1)
    while len(times) < MOST_RUNS and sum(times) < ENOUGH:
        started = process_time()
        _run_on(begin)
        times.append(process_time() - started)
    return min(times)


def _run_on(begin: Callable[[], Run], events: int | None = None) -> None:
    with suppress(HanoiError):
        deque(islice(begin()[0], events), maxlen=0)


def _beginning(one: Contender, disks: int) -> Callable[[], Run]:
    """What begins a whole run of a contender.

    A wrong diagram may never end, or stop early with a `HanoiError`: the run is cut off one move
    after the end of the solution.
    """
    task = Task(disks)
    most = task.last_step + 1
    machine = None if isinstance(one, Source | DiskMachine) else one
    word = _word(machine.published, task.last_step) if machine else []

    def begin() -> Run:
        if isinstance(one, Source):
            return islice(one.given(task) if one.given else one.moves(task), most), None
        if isinstance(one, DiskMachine):
            begun = one.set_up(task)._replace(most=most)
            memory, taken = begun.memory, one.taken(begun, one.engine or ENGINE)
            return (memory.output for _ in taken), memory
        start = next(one.kind.starts(0))
        memory = start.make()
        records = run(one.automaton, memory, word, state=start.state, engine=one.engine)
        return (record.output for record in records), memory

    return begin


def _word(automaton: Automaton, length: int) -> list[str]:
    """Random events that an automaton accepts, as far as that does not depend on guards."""
    state, word, random = automaton.initial, list[str](), Random(SEED)
    while len(word) < length and (leaving := automaton.leaving(state)):
        taken = random.choice(leaving)
        word.append(taken.event)
        state = taken.target
    return word


def _judged(one: Contender, disks: int) -> tuple[str | None, bool]:
    """What is wrong with it, and whether anything says what is right."""
    if one.kind.unit == "moves":
        _, finding = judged_tower(one, Task(disks))  # type: ignore[arg-type]  # it moves disks
        return str(finding) if finding else None, True
    outcome = one.conform(min(disks, MOST_CHECKED), no_progress)
    return next(map(str, outcome.findings), None), bool(outcome.findings) or outcome.compared
