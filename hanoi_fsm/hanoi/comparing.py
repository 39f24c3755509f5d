"""Solvers and other machines side by side: their size, what a run costs, and whether it is right.

Legalov asked whether an automaton is worth it where a formula exists. These figures are the answer.
"""

import os
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, zip_longest
from random import Random
from typing import Any

from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import BadInput, HanoiError, RenderError, printable, shortened
from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.checking.user_solvers import UserSolver, judge
from hanoi_fsm.hanoi.machines import Pathfinder, Solver
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.plain import PlainSolver
from hanoi_fsm.hanoi.resolver import PLAIN_NAMES

SAMPLE = 10_000
"""Memory is watched for this many events: long enough for every stack to reach its full depth."""

SEED = 0
"""The random events for machines that move no disks are the same in every run."""

Contender = Machine | PlainSolver | UserSolver


@dataclass(frozen=True)
class Figures:
    """What was measured of one contender for a number of disks.

    `difference` is None where its moves are those of the formula, and says in words where they are
    not. `cells` is the largest working memory in numbers of 64 bits, `peak_bytes` the most that
    Python had allocated, both over the first 10,000 events. None means that it does not apply:
    `moves` is None for a machine that moves no disks.
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

    @property
    def equal(self) -> bool | None:
        """Whether its moves are those of the formula; None where it moves no disks."""
        return None if self.moves is None else self.difference is None

    @property
    def per_second(self) -> float:
        """Its moves per second, or else its events, including the time to set it up."""
        done = self.events if self.moves is None else self.moves
        return (done or 0) / self.seconds if self.seconds else 0.0


def all_names() -> list[str]:
    """The names of all solvers of this package."""
    return [*automata.SOLVERS, *PLAIN_NAMES]


def measure(one: Contender, disks: int, progress: Progress = no_progress) -> Figures:
    """Run a contender: once against the clock, once against the formula, and a while for memory.

    A user's function is judged first, so that a wrong one costs no more than that. A pathfinder
    moves the tower as a solver does; a machine that moves no disks reads 2**disks - 1 random events
    of its alphabet, up to the first that it refuses. `progress` receives the moves made so far,
    2 * (2**disks - 1) of them in the end.
    """
    wrong = judge(one.function, [disks]) if isinstance(one, UserSolver) else None
    if wrong:
        return Figures(one.shown, disks, difference=str(wrong))
    task, events, moves = Task(disks), 0, 0
    next(_outputs(one, task), None)  # loads and sets up what all machines share
    begin = time.perf_counter()
    for output in _outputs(one, task):
        events += 1
        moves += output is not None
    seconds = time.perf_counter() - begin
    progress(task.last_step)
    automaton = one.automaton if isinstance(one, Machine) else None
    states = len(automaton.states) if automaton else None
    transitions = len(automaton.transitions) if automaton else None
    sizes = (states, transitions, events if automaton else None)
    moves_disks = automaton is None or isinstance(one, Solver | Pathfinder)
    difference = _difference(one, task) if moves_disks else None
    progress(2 * task.last_step)
    made = moves if moves_disks else None
    return Figures(one.shown, disks, *sizes, made, difference, *_memory(one, task), seconds)


def _outputs(one: Contender, task: Task) -> Iterator[Any]:
    """The output of each event, or the moves of what is not an automaton.

    A wrong diagram may never end or stop early: the run is cut off one move after the end of the
    solution, or where the machine cannot go on.
    """
    moves = 0
    with suppress(HanoiError):
        for output in _begun(one, task)[0]:
            yield output
            moves += output is not None
            if moves > task.last_step:
                return


def _begun(one: Contender, task: Task) -> tuple[Iterator[Any], Memory | None]:
    """The outputs of a whole run, and the memory that changes meanwhile, if there is one."""
    if not isinstance(one, Machine):
        return one.moves(task), None
    if isinstance(one, Solver | Pathfinder):
        state, memory = one.set_up(task)
        records = one.records(task.disks, state, memory, views=False)
    else:
        start, random = next(one.starts_up_to(0)), Random(SEED)
        memory = start.make()
        events = (random.choice(one.alphabet) for _ in range(task.last_step))
        records = run(one.automaton, memory, events, state=start.state)
    return (record.output for record in records), memory


def _difference(one: Contender, task: Task) -> str | None:
    expected = formulas.moves(1, task.last_step + 1, task)
    made = (output for output in _outputs(one, task) if output is not None)
    for step, (wanted, got) in enumerate(zip_longest(expected, made), 1):
        if wanted != got:
            return f"step {step}: expected {wanted or 'the end'}, got {got or 'the end'}"
    return None


def _memory(one: Contender, task: Task) -> tuple[int | None, int]:
    cells: list[int] = []
    tracemalloc.start()
    try:
        with suppress(HanoiError):
            outputs, memory = _begun(one, task)
            cells = [memory.cells()] if memory is not None else []
            for _ in islice(outputs, SAMPLE):
                cells = [max(cells[0], memory.cells())] if memory is not None else []
        return max(cells, default=None), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


PLOT_FORMATS = ("svg", "png", "pdf")


def plot_format(file: str) -> str:
    """The format that the suffix of a `file` names; raises `BadInput` for any other."""
    from pathlib import Path

    suffix = Path(file).suffix.lower().removeprefix(".")
    if suffix not in PLOT_FORMATS:
        known = ", ".join(f".{one}" for one in PLOT_FORMATS)
        raise BadInput(f"cannot plot into {shortened(file)}: give a name that ends in {known}")
    return suffix


def plot(figures: list[Figures], format: str = "svg") -> bytes:
    """Time against the number of disks, one line per solver, as the bytes of an svg, png or pdf.

    Raises `BadInput` where there are no figures, and `RenderError` where matplotlib, the extra
    `plot`, is not installed.
    """
    if not figures:
        raise BadInput("there is nothing to plot: compare at least 1 disk")
    import warnings
    from io import BytesIO

    axes = _axes()
    for name in dict.fromkeys(one.name for one in figures):
        line = [one for one in figures if one.name == name]
        axes.plot([one.disks for one in line], [one.seconds for one in line], "o-", label=name)
    axes.set(yscale="log", xlabel="disks", ylabel="seconds for the whole solution")
    axes.set_xticks(sorted({one.disks for one in figures}))
    axes.grid(alpha=0.3)
    lines = axes.get_lines()  # named here: a legend would leave out names that begin with _
    numbers = [str(number) for number, _ in enumerate(lines)]
    legend = axes.legend(
        lines, numbers, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False
    )
    for text, line in zip(legend.get_texts(), lines, strict=True):
        text.set_parse_math(False)  # a file may be called $x$
        text.set_text(printable(line.get_label()))
    out = BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that the font does not have is drawn as a box
        metadata = {"CreationDate" if format == "pdf" else "Date": None}
        axes.figure.savefig(out, format=format, metadata={} if format == "png" else metadata)
    return out.getvalue()


def _axes() -> Any:
    """Axes of matplotlib, whatever backend the environment asks for: none is needed."""
    from logging import ERROR, getLogger

    getLogger("matplotlib").setLevel(ERROR)  # it warns of folders and settings that matter to it
    backend = os.environ.pop("MPLBACKEND", None)
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise RenderError(
            "a plot needs matplotlib, which is not installed: pip install 'hanoi-fsm[plot]'"
        ) from None
    finally:
        if backend is not None:
            os.environ["MPLBACKEND"] = backend
    return Figure(figsize=(9, 5.5), layout="constrained").subplots()
