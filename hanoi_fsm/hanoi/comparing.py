"""All solvers side by side: their size, what a run costs, and whether it is right.

Legalov asked whether an automaton is worth it where a formula exists. These figures are the answer.
"""

import time
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, zip_longest

from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import HanoiError, RenderError
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.checking.user_solvers import UserSolver, judge
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.pegs import Move, Task
from hanoi_fsm.hanoi.plain import PlainSolver
from hanoi_fsm.hanoi.resolver import PLAIN_NAMES
from hanoi_fsm.hanoi.solving import find_solver

SAMPLE = 10_000
"""Memory is watched for this many events: long enough for every stack to reach its full depth."""


@dataclass(frozen=True)
class Figures:
    """What was measured of one solver for a number of disks.

    `difference` is None where its moves are those of the formula, and says in words where they are
    not. `cells` is the largest working memory in numbers of 64 bits, `peak_bytes` the most that
    Python had allocated, both over the first 10,000 events. None means that it does not apply.
    """

    name: str
    disks: int
    states: int | None = None
    transitions: int | None = None
    events: int | None = None
    moves: int = 0
    difference: str | None = None
    cells: int | None = None
    seconds: float = 0.0
    peak_bytes: int = 0

    @property
    def moves_per_second(self) -> float:
        """Its speed, including the time to set it up."""
        return self.moves / self.seconds if self.seconds else 0.0


Contender = Solver | PlainSolver | UserSolver


def contender(name: str) -> Contender:
    """The solver of that name or in that file; raises as `find_solver` does."""
    return find_solver(name)


def all_names() -> list[str]:
    """The names of all solvers of this package."""
    return [*automata.SOLVERS, *PLAIN_NAMES]


def measure(one: Contender, disks: int, progress: Progress = no_progress) -> Figures:
    """Run a contender: once against the clock, once against the formula, and a while for memory.

    A user's function is judged first, so that a wrong one costs no more than that. `progress`
    receives the moves made so far, 2 * (2**disks - 1) of them in the end.
    """
    wrong = judge(one.function, [disks]) if isinstance(one, UserSolver) else None
    if wrong:
        return Figures(one.shown, disks, difference=str(wrong))
    events = moves = 0
    begin = time.perf_counter()
    for output in _outputs(one, disks):
        events += 1
        moves += output is not None
    seconds = time.perf_counter() - begin
    progress(moves)
    difference = _difference(one, disks)
    progress(2 * moves)
    cells, peak = _memory(one, disks)
    figures = Figures(one.shown, disks, None, None, None, moves, difference, cells, seconds, peak)
    if not isinstance(one, Solver):
        return figures
    automaton = one.automaton
    states, transitions = len(automaton.states), len(automaton.transitions)
    return replace(figures, states=states, transitions=transitions, events=events)


def _outputs(one: Contender, disks: int) -> Iterator[Move | None]:
    """The output of each event, or the moves of what is not an automaton.

    A wrong diagram may never end or stop early: the run is cut off one move after the end of the
    solution, or where the machine cannot go on.
    """
    moves = 0
    with suppress(HanoiError):
        trace = one.solve(disks) if isinstance(one, Solver) else None
        made = (record.output for record in trace) if trace else one.moves(Task(disks))
        for output in made:
            yield output
            moves += output is not None
            if moves >> disks:
                return


def _difference(one: Contender, disks: int) -> str | None:
    """Where its moves are not those of the formula, in words; None where they all are."""
    task = Task(disks)
    expected = formulas.moves(1, task.last_step + 1, task)
    made = (output for output in _outputs(one, disks) if output is not None)
    for step, (wanted, got) in enumerate(zip_longest(expected, made), 1):
        if wanted != got:
            return f"step {step}: expected {wanted or 'the end'}, got {got or 'the end'}"
    return None


def _memory(one: Contender, disks: int) -> tuple[int | None, int]:
    """The largest number of cells and of bytes, over the first events of a run."""
    cells = None
    tracemalloc.start()
    try:
        if isinstance(one, Solver):
            state, memory = one.set_up(Task(disks))
            cells = memory.cells()
            with suppress(HanoiError):
                for _ in islice(run(one.automaton, memory, state=state), SAMPLE):
                    cells = max(cells, memory.cells())
        else:
            for _ in islice(_outputs(one, disks), SAMPLE):
                pass
        return cells, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


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
