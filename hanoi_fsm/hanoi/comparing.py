"""All solvers side by side: what they are made of, what a run costs them, and whether it is right.

Legalov asked whether an automaton is worth it where a formula exists. These are the figures to
answer with.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, zip_longest

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.report import Told, nobody
from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.fsm.loading import Function, load, names_python
from hanoi_fsm.fsm.trace import Record, outputs
from hanoi_fsm.hanoi import automata, formulas, solving
from hanoi_fsm.hanoi.checking.user_solvers import judge, machine_of
from hanoi_fsm.hanoi.pegs import Move, PegMatrix

SAMPLE = 10_000
"""Memory is watched for so many events: long enough for every stack to have been at its deepest."""


@dataclass(frozen=True)
class Contender:
    """A solver to compare: `moves` starts it, and `machine` is what it is, if an automaton.

    Somebody's own function has a `verdict` for each number of disks: None, or what is wrong.
    """

    name: str
    moves: Callable[[int], Iterator[Move]]
    machine: solving.Machine | None = None
    verdict: Callable[[int], str | None] = lambda disks: None


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


def contender(name: str) -> Contender:
    """The solver of that name, DOT file or Python file; raises as `find_solver` and `load` do."""
    if names_python(name):
        return _of_user(name, load(name))
    if name in solving.PLAIN:
        return Contender(name, lambda disks: solving.solve(disks, name))
    machine = solving.find_solver(name)
    return Contender(name, lambda disks: outputs(_trace(machine, disks)), machine)


def _trace(machine: solving.Machine, disks: int) -> Iterator[Record]:
    """The trace of a run; that of a wrong diagram is cut off where it cannot go on, or never ends.

    That is one move after the end of the solution, or where the machine stops or goes in circles.
    """
    moves = 0
    with suppress(HanoiError):
        for record in machine.run(disks):
            yield record
            moves += record.output is not None
            if moves >> disks:
                return


def _of_user(name: str, solver: Function | Automaton) -> Contender:
    """Somebody's own solver: it is judged first, so that a wrong one costs no more than that."""
    if isinstance(solver, Automaton):
        machine = machine_of(solver, name)
        return Contender(name, lambda disks: outputs(_trace(machine, disks)), machine)

    def verdict(disks: int) -> str | None:
        found = judge(solver, [disks])
        return str(found) if found else None

    return Contender(name, lambda disks: moves_of(solver, disks), verdict=verdict)


def moves_of(solver: Function, disks: int) -> Iterator[Move]:
    """The moves of a function that has been judged: it gives moves, or pairs of pegs."""
    pegs = PegMatrix(disks)
    for move in solver(disks):  # type: ignore[attr-defined]  # its verdict says that it is iterable
        yield pegs.move(*move[-2:])


def all_names() -> list[str]:
    """Every solver of this package."""
    return [*automata.SOLVERS, *solving.PLAIN]


def measure(one: Contender, disks: int, told: Told = nobody) -> Figures:
    """Run a contender: once against the clock, once against the formula, and a while for memory.

    `told` hears of the moves made so far, twice 2**disks - 1 of them in the end.
    """
    wrong = one.verdict(disks)
    if wrong:
        return Figures(one.name, disks, None, None, None, 0, wrong, None, 0.0, 0)
    seconds, events, moves = _timed(one, disks)
    told(moves)
    difference = _difference(one, disks)
    told(2 * moves)
    cells, peak = _memory(one, disks)
    automaton = one.machine.automaton if one.machine else None
    return Figures(
        one.name,
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
    if one.machine:
        for record in _trace(one.machine, disks):
            events += 1
            moves += record.output is not None
    else:
        for _ in islice(one.moves(disks), 1 << disks):
            moves += 1
    return time.perf_counter() - begin, events, moves


def _difference(one: Contender, disks: int) -> str | None:
    """Where its moves are not those of the formula, in words; None where they all are."""
    expected = formulas.moves(1, formulas.last_step(disks) + 1, disks)
    came = islice(one.moves(disks), 1 << disks)
    for step, (wanted, move) in enumerate(zip_longest(expected, came), 1):
        if wanted != move:
            return f"step {step}: expected {wanted or 'the end'}, came: {move or 'the end'}"
    return None


def _memory(one: Contender, disks: int) -> tuple[int | None, int]:
    """The largest number of cells and of bytes, over the first events of a run."""
    tracemalloc.start()
    try:
        if one.machine:
            cells: int | None = max(_cells(one.machine, disks), default=0)
        else:
            cells = None
            for _ in islice(one.moves(disks), SAMPLE):
                pass
        return cells, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _cells(machine: solving.Machine, disks: int) -> Iterator[int]:
    from hanoi_fsm.fsm.engines.pytransitions import run

    state, memory = machine.set_up(disks)
    yield memory.cells()
    records: Iterator[Record] = run(machine.automaton, memory, state=state)
    for _ in islice(records, SAMPLE):
        yield memory.cells()


def plot(figures: list[Figures]) -> bytes:
    """Time against the number of disks, a line a solver, as the bytes of an svg file.

    Raises `RenderError` where matplotlib, the extra `plot`, is not installed.
    """
    from hanoi_fsm.fsm.errors import RenderError

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
