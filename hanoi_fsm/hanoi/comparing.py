"""All solvers side by side: what they are made of, what a run costs them, and whether it is right.

Legalov asked whether an automaton is worth it where a formula exists. These are the figures to
answer with.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, zip_longest

from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import HanoiError, RenderError
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.trace import Record, outputs
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.checking.user_solvers import UserSolver, judge
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Move, Task
from hanoi_fsm.hanoi.plain import PlainSolver
from hanoi_fsm.hanoi.resolver import PLAIN_NAMES
from hanoi_fsm.hanoi.solving import find_solver

SAMPLE = 10_000
"""Memory is watched for so many events: long enough for every stack to have been at its deepest."""


@dataclass(frozen=True)
class Figures:
    """What was measured of one solver on so many disks.

    `equal` is None where its moves are those of the formula, else it says where not. `cells` is the
    largest working memory in numbers of 64 bits, `peak_bytes` the most that Python had allocated
    for it, both over the first 10,000 events. None stands for what does not apply.
    """

    name: str
    disks: int
    states: int | None
    transitions: int | None
    events: int | None
    moves: int
    difference: str | None
    cells: int | None
    seconds: float
    peak_bytes: int

    @property
    def moves_per_second(self) -> float:
        """How fast it was, the time to set it up included."""
        return self.moves / self.seconds if self.seconds else 0.0


Contender = Solver | PlainSolver | UserSolver


def contender(name: str) -> Contender:
    """The solver of that name or in that file; raises as `find_solver` does."""
    return find_solver(name)


def all_names() -> list[str]:
    """Every solver of this package."""
    return [*automata.SOLVERS, *PLAIN_NAMES]


def _trace(machine: Solver, disks: int) -> Iterator[Record]:
    """The trace of a run; that of a wrong diagram is cut off where it cannot go on, or never ends.

    That is one move after the end of the solution, or where the machine stops or goes in circles.
    """
    moves = 0
    with suppress(HanoiError):
        for record in machine.solve(disks):
            yield record
            moves += record.output is not None
            if moves >> disks:
                return


def _moves(one: Contender, disks: int) -> Iterator[Move]:
    made = outputs(_trace(one, disks)) if isinstance(one, Solver) else one.moves(Task(disks))
    return islice(made, 1 << disks)


def measure(one: Contender, disks: int, progress: Progress = no_progress) -> Figures:
    """Run a contender: once against the clock, once against the formula, and a while for memory.

    Somebody's own function is judged first, so that a wrong one costs no more than that. `progress`
    hears of the moves made so far, twice 2**disks - 1 of them in the end.
    """
    wrong = judge(one.function, [disks]) if isinstance(one, UserSolver) else None
    if wrong:
        return Figures(one.shown, disks, None, None, None, 0, str(wrong), None, 0.0, 0)
    seconds, events, moves = _timed(one, disks)
    progress(moves)
    difference = _difference(one, disks)
    progress(2 * moves)
    cells, peak = _memory(one, disks)
    automaton = one.automaton if isinstance(one, Solver) else None
    return Figures(
        one.shown,
        disks,
        len(automaton.states) if automaton else None,
        len(automaton.transitions) if automaton else None,
        events if automaton else None,
        moves,
        difference,
        cells,
        seconds,
        peak,
    )


def _timed(one: Contender, disks: int) -> tuple[float, int, int]:
    """Seconds, events and moves of a whole run."""
    events = moves = 0
    begin = time.perf_counter()
    if isinstance(one, Solver):
        for record in _trace(one, disks):
            events += 1
            moves += record.output is not None
    else:
        for _ in _moves(one, disks):
            moves += 1
    return time.perf_counter() - begin, events, moves


def _difference(one: Contender, disks: int) -> str | None:
    """Where its moves are not those of the formula, in words; None where they all are."""
    task = Task(disks)
    expected = formulas.moves(1, task.last_step + 1, task)
    for step, (wanted, got) in enumerate(zip_longest(expected, _moves(one, disks)), 1):
        if wanted != got:
            return f"step {step}: expected {wanted or 'the end'}, got {got or 'the end'}"
    return None


def _memory(one: Contender, disks: int) -> tuple[int | None, int]:
    """The largest number of cells and of bytes, over the first events of a run."""
    tracemalloc.start()
    try:
        if isinstance(one, Solver):
            cells: int | None = max(_cells(one, disks), default=0)
        else:
            cells = None
            for _ in islice(_moves(one, disks), SAMPLE):
                pass
        return cells, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _cells(machine: Solver, disks: int) -> Iterator[int]:
    state, memory = machine.set_up(Task(disks))
    yield memory.cells()
    records: Iterator[Record] = run(machine.automaton, memory, state=state)
    for _ in islice(records, SAMPLE):
        yield memory.cells()


def plot(figures: list[Figures]) -> bytes:
    """Time against the number of disks, one line per solver, as the bytes of an svg file.

    Raises `RenderError` where matplotlib, the extra `plot`, is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise RenderError(
            "a plot needs matplotlib, which is not installed: pip install 'hanoi-fsm[plot]'"
        ) from None
    from io import BytesIO

    figure = Figure(figsize=(9, 5.5), layout="constrained")
    axes = figure.subplots()
    for name in dict.fromkeys(one.name for one in figures):
        line = [one for one in figures if one.name == name]
        axes.plot([one.disks for one in line], [one.seconds for one in line], "o-", label=name)
    axes.set_yscale("log")
    axes.set_xlabel("disks")
    axes.set_ylabel("seconds for the whole solution")
    axes.set_xticks(sorted({one.disks for one in figures}))
    axes.grid(alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    out = BytesIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()
