"""Solvers and other machines side by side: their size, what a run costs, and whether it is right.

Legalov asked whether an automaton is worth it where a formula exists. These figures are the answer.

Each contender runs in child processes. It is looked at first; then all of them run in turn, several
times, so that a busy moment of the computer does not decide, and the best time of each counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.isolate import Child, Failure, Limits, isolated
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.answering import asks_for, can_answer
from hanoi_fsm.hanoi.checking.user_solvers import SECONDS_PER_MOVE, UserSolver
from hanoi_fsm.hanoi.contender import (
    Contender,
    Seen,
    family,
    look,
    moves_disks,
    runs_against_the_clock,
)
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.resolver import PLAIN_NAMES

TURNS = 2
"""How often each contender has its turn, in which it runs several times."""

TOO_LONG = 20.0
"""Seconds after which it has no further turn."""

SECONDS_PER_EVENT = 0.001
"""What a contender may take for each event on top of 10 seconds, before it is taken to hang."""


@dataclass(frozen=True)
class Figures:
    """What was measured of one contender for a number of disks.

    `difference` is None where its moves are those of the formula, and says in words where they are
    not, or why it could not be measured. `cells` is the largest working memory in numbers of 64
    bits over the first 10,000 events, `peak_bytes` the most that Python had allocated over the
    first 1,000. None means that it does not apply: `moves` is None for a machine that moves no
    disks. `seconds` is the time of the best of its `runs`, `spread` how much longer the slowest
    took, as a share of it. What it asks for and can answer is in words of `answering`.
    """

    name: str
    disks: int
    states: int | None = None
    transitions: int | None = None
    events: int | None = None
    moves: int | None = 0
    difference: str | None = None
    cells: int | None = None
    peak_bytes: int = 0
    seconds: float = 0.0
    runs: int = 0
    spread: float = 0.0
    family: str = ""
    asks_for: tuple[str, ...] = ()
    can_answer: tuple[str, ...] = ()

    @property
    def equal(self) -> bool | None:
        """Whether its moves are those of the formula; None where it moves no disks."""
        if self.difference is not None:
            return False
        return None if self.moves is None else True

    @property
    def per_second(self) -> float:
        """Its moves per second, or else its events, including the time to set it up."""
        done = self.events if self.moves is None else self.moves
        return (done or 0) / self.seconds if self.seconds else 0.0

    def ratio(self, baseline: "Figures") -> float | None:
        """How many times as long as the `baseline` it takes per move; None if either did not run.

        >>> Figures("a", 3, moves=7, seconds=0.2).ratio(Figures("b", 3, moves=7, seconds=0.1))
        2.0
        """
        speeds = baseline.per_second, self.per_second
        return speeds[0] / speeds[1] if all(speeds) else None


def all_names() -> list[str]:
    """The names of all solvers of this package."""
    return [*automata.SOLVERS, *PLAIN_NAMES]


def measure_all(
    contenders: Sequence[Contender],
    disks: int,
    progress: Progress = no_progress,
    *,
    seconds: float = SECONDS_PER_MOVE,
    timed: bool = True,
) -> list[Figures]:
    """Look at each contender, and then, if they are `timed`, let all of them run in turn.

    A user's function is judged first, so that a wrong one costs no more than that. A pathfinder
    moves the tower as a solver does; a machine that moves no disks reads 2**disks - 1 random events
    of its alphabet, up to the first that it refuses. One that hangs, crashes or takes too much
    memory ends with that as its difference: it has the `seconds`, and 1 ms per event. `progress`
    receives the moves made so far, 2 * (2**disks - 1) for each contender in the end, or half of
    that where they are not timed.
    """
    task = Task(disks)
    entries = []
    for number, one in enumerate(contenders, 1):
        entries.append(_Entry(one, task, seconds))
        progress(number * task.last_step)
    done = len(entries) * task.last_step
    for turn in range(TURNS if timed else 0):
        for number, entry in enumerate(entries, 1):
            entry.run()
            if turn == 0:
                progress(done + number * task.last_step)
    return [entry.figures() for entry in entries]


class _Entry:
    """A contender, what was seen of it, and the times of its runs."""

    def __init__(self, one: Contender, task: Task, seconds: float) -> None:
        self.one, self.task = one, task
        self.limits = Limits(seconds + SECONDS_PER_EVENT * (task.last_step + 1))
        self.seen, self.answers = Seen(0, 0, None, None, 0), ()
        self.times: list[float] = []
        self.difference = self._judged(seconds)
        self.runs_on = self.difference is None
        if self.runs_on:
            self._look()

    def _judged(self, seconds: float) -> str | None:
        """What is wrong with a user's function, which is asked for this tower only."""
        if not isinstance(self.one, UserSolver):
            return None
        disks = self.task.disks
        judged = replace(self.one, seconds=seconds, asked_twice=disks)
        findings = judged.over([disks], disks, no_progress).findings
        return next(map(str, findings), None)

    def _look(self) -> None:
        found = isolated(lambda: [look(self.one, self.task), can_answer(self.one)], self.limits)
        if isinstance(found, Failure):
            self._stop(f"it cannot be run: {found}")
            return
        self.seen, self.answers = Seen(*found[0]), tuple(found[1])
        self.difference = self.seen.difference

    def _stop(self, why: str) -> None:
        self.difference, self.runs_on = why, False

    def run(self) -> None:
        """Run some more against the clock, unless it has failed, or has taken too long."""
        if not self.runs_on or sum(self.times) > TOO_LONG:
            return
        with Child(lambda: runs_against_the_clock(self.one, self.task), self.limits) as child:
            for seconds, events, moves in child:
                if (events, moves) != (self.seen.events, self.seen.moves):
                    made = f"{counted(events, 'event')} instead of {self.seen.events}"
                    self._stop(f"run {len(self.times) + 1} has {made}: it keeps something")
                self.times.append(seconds)
        if child.failure:
            self._stop(f"run {len(self.times) + 1} goes wrong: {child.failure}")

    def figures(self) -> Figures:
        automaton = self.one.automaton if isinstance(self.one, Machine) else None
        best = min(self.times, default=0.0)
        return Figures(
            self.one.shown,
            self.task.disks,
            len(automaton.states) if automaton else None,
            len(automaton.transitions) if automaton else None,
            self.seen.events if automaton else None,
            self.seen.moves if moves_disks(self.one) else None,
            self.difference,
            self.seen.cells,
            self.seen.peak_bytes,
            best,
            len(self.times),
            max(self.times) / best - 1 if best else 0.0,
            family(self.one),
            asks_for(self.one),
            self.answers,
        )
