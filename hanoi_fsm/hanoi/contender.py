"""One of those that are compared: what it gives, looked at for a while, and against the clock.

All of this runs in a child process, because a contender may be anybody's function or machine.
"""

import time
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, zip_longest
from random import Random
from typing import Any, NamedTuple

from hanoi_fsm.fsm.engines import run
from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.fsm.load import settle
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.trace import GENERATED, Record
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.checking import pathfinder_check, solver_check
from hanoi_fsm.hanoi.checking.user_solvers import UserSolver
from hanoi_fsm.hanoi.machines import Pathfinder, Solver
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.plain import PlainSolver

SAMPLE = 10_000
"""The working memory is counted for this many events."""
WATCHED = 1_000
"""Allocations are traced for this many events, which makes them many times slower: long enough for
every stack to reach its full depth."""

MOST_RUNS, ENOUGH = 10, 0.025
"""The most runs in one turn, and the seconds after which there is no further one."""

SEED = 0
"""The random events for machines that move no disks are the same in every run."""

Contender = Machine | PlainSolver | UserSolver


class Seen(NamedTuple):
    """What there is to see of a contender besides its speed; see `Figures`."""

    events: int
    moves: int
    difference: str | None
    cells: int | None
    peak_bytes: int


def moves_disks(one: Contender) -> bool:
    """Whether its moves can be compared with those of the formula."""
    return not isinstance(one, Machine) or isinstance(one, Solver | Pathfinder)


def family(one: Contender) -> str:
    """What it is among all contenders: its kind, or "your own"."""
    if isinstance(one, UserSolver) or (isinstance(one, Machine) and one.origin):
        return "your own"
    return one.kind.name


def count(machine: Machine, disks: int) -> list[int]:
    """How often each of its transitions is taken, in their order.

    One that moves disks moves the tower from 0 to 2; any other reads all words of `disks` events.
    """
    if not isinstance(machine, Solver | Pathfinder):
        return list(machine.counts(disks).values())
    state, memory = machine.set_up(Task(disks))
    return list(machine.counts_of_run(disks, state, memory, 2 << disks).values())


def look(one: Contender, task: Task) -> Seen:
    """Compare it with the formula, as `check` does where it can, and watch its memory.

    A user's function is taken to be compared already.
    """
    _settle(one)
    difference = _difference(one, task)
    events, moves, cells = _counted(one, task)
    return Seen(events, moves, difference, cells, _peak_bytes(one, task))


def runs_against_the_clock(one: Contender, task: Task) -> Iterator[tuple[float, int, int]]:
    """The seconds, events and moves of several whole runs, of which nothing else is looked at.

    An event before that loads what is needed. There are more runs only while that takes no time.
    """
    _settle(one)
    _run_on(one, task, 1)
    spent = 0.0
    for _ in range(MOST_RUNS):
        events = moves = 0
        begin = time.perf_counter()
        for output in _outputs(one, task):
            events += 1
            moves += output is not None
        seconds = time.perf_counter() - begin
        yield seconds, events, moves
        spent += seconds
        if spent > ENOUGH:
            return


def _settle(one: Contender) -> None:
    if isinstance(one, UserSolver):
        settle(one.file)


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
    if isinstance(one, UserSolver):
        return iter(one.call(task)), None
    if isinstance(one, PlainSolver):
        return one.moves(task), None
    if isinstance(one, Solver | Pathfinder):
        state, memory = one.set_up(task)
        if one.engine == GENERATED:  # which need not make records
            return (memory.output for _ in one.taken(task.disks, state, memory)), memory
        records: Iterator[Record] = one.records(task.disks, state, memory, views=False)
    else:
        start, random = next(one.kind.starts(0)), Random(SEED)
        memory = start.make()
        events = (random.choice(one.alphabet) for _ in range(task.last_step))
        records = run(one.automaton, memory, events, state=start.state, engine=one.engine)
    return (record.output for record in records), memory


def _difference(one: Contender, task: Task) -> str | None:
    if isinstance(one, UserSolver) or not moves_disks(one):
        return None
    if isinstance(one, Solver):
        finding = solver_check.difference(one, task)
    elif isinstance(one, PlainSolver):
        finding = solver_check.plain_difference(one, task)
    else:
        assert isinstance(one, Pathfinder)  # nothing else moves disks
        finding = pathfinder_check.difference(one, str(task.start), str(task.goal))
        if finding is None:
            return _from_the_formula(one, task)
    return str(finding) if finding else None


def _from_the_formula(one: Contender, task: Task) -> str | None:
    """The first move of a right path that is not that of the formula."""
    expected = formulas.moves(1, task.last_step + 1, task)
    made = (output for output in _outputs(one, task) if output is not None)
    for step, (wanted, got) in enumerate(zip_longest(expected, made), 1):
        if wanted != got:
            return f"step {step}: expected {wanted or 'the end'}, got {got or 'the end'}"
    return None


def _counted(one: Contender, task: Task) -> tuple[int, int, int | None]:
    """The events and the moves of a whole run, and the most cells of its memory.

    All engines agree on these, so that it is run by the fastest unless it names another.
    """
    if isinstance(one, Machine) and one.engine is None:
        one = one.on(GENERATED)
    events = moves = 0
    cells: int | None = None
    with suppress(HanoiError):
        outputs, memory = _begun(one, task)
        cells = None if memory is None else memory.cells()
        for output in outputs:
            events += 1
            moves += output is not None
            if memory is not None and events <= SAMPLE:
                cells = max(cells or 0, memory.cells())
            if moves > task.last_step:
                break
    return events, moves, cells


def _peak_bytes(one: Contender, task: Task) -> int:
    """The most that Python had allocated; this warms up what is run against the clock, too.

    An event before that loads its engine, which is not what a run needs.
    """
    _run_on(one, task, 1)
    tracemalloc.start()
    try:
        _run_on(one, task, WATCHED)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _run_on(one: Contender, task: Task, events: int) -> None:
    with suppress(HanoiError):
        for _ in islice(_begun(one, task)[0], events):
            pass
