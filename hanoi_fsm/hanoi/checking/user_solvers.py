"""Does somebody's own solver solve the puzzle? The first thing that it does wrong is named.

A solver is a function of the number of disks that gives an iterable of its moves from peg 0 to
peg 2, each a `Move` or a pair (source, target); or it is an `Automaton` over the memory of one of
our solvers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.report import Report, Told, nobody
from hanoi_fsm.fsm.errors import BadSolver, DefinitionError, UnknownName, shortened
from hanoi_fsm.fsm.loading import Function
from hanoi_fsm.fsm.time_limit import Patience
from hanoi_fsm.fsm.validation import validate
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.checking.solver_check import SMALL, check_solver, compare, moves_up_to
from hanoi_fsm.hanoi.checking.solver_run import Kind, Trial, Verdict
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import TASKS, PegMatrix, check_disks
from hanoi_fsm.hanoi.solving import Machine


def judge(
    solver: object,
    disks: Iterable[int] = range(11),
    *,
    patience: float | None = 10.0,
    told: Told = nobody,
) -> Verdict | None:
    """The first thing wrong with a user's `solver` for these numbers of `disks`, or None.

    A function is given `patience` seconds for each move (None: any time). It is interrupted in the
    main thread only, and only on a platform with `signal.setitimer`: elsewhere there is no limit.
    An `Automaton`, or a `Machine`, is tried on all six tasks for towers up to 6 disks, on the task
    0 -> 2 beyond. `told` hears how many moves were right so far.

    Raises `BadDisks` for no or negative numbers, `DefinitionError` and `UnknownName` for an
    automaton that `machine_of` refuses; a `KeyboardInterrupt` goes through.

    >>> print(judge(lambda disks: [(0, 1), (0, 2)], disks=[2]))
    with 2 disks from 0 to 2, step 3, pegs - | 1 | 2: stops early: expected disk 1: 1 -> 2,
    came: the end after 2 of 3 moves
    """
    chosen = towers(disks)
    if isinstance(solver, Automaton):
        solver = machine_of(solver, solver.name)
    if isinstance(solver, Machine):
        return _of_machine(solver, chosen)
    limit = Patience(patience)
    moves = 0
    with limit.ticking():
        for tower in chosen:
            verdict = Trial(solver, tower, limit).verdict()
            if verdict:
                return verdict
            moves += formulas.last_step(tower)
            told(moves)
    return None


def towers(disks: Iterable[int]) -> list[int]:
    """The numbers of disks to try; `BadDisks` where there are none, or one is no such number."""
    if not isinstance(disks, Iterable):
        raise BadDisks(f"the disks to try are {shortened(disks)}: give a range, as range(0, 11)")
    chosen = list(disks)
    if not chosen:
        raise BadDisks("there is no number of disks to try: give a range that is not empty")
    for tower in chosen:
        check_disks(tower)
    return chosen


def machine_of(automaton: Automaton, origin: str) -> Machine:
    """A user's `automaton`, ready to run on the memory of the solver that it names.

    Raises `UnknownName` where no solver has such a memory, `DefinitionError` with its faults, and
    `BadSolver` where it was put together from values of other types than an automaton has.
    """
    solver = automata.SOLVERS.get(automaton.memory)
    if solver is None:
        raise UnknownName.among("solver with the memory", automaton.memory, list(automata.SOLVERS))
    try:
        validate(automaton, solver.memory)
    except (AttributeError, TypeError) as error:
        raise BadSolver(
            f"{origin} is no sound Automaton: make it by Automaton.from_table"
        ) from error
    return Machine(replace(solver, automaton=automaton), origin)


def check_users(
    solver: Function | Automaton,
    name: str,
    disks: int = 10,
    told: Told = nobody,
    *,
    patience: float | None = 10.0,
) -> Report:
    """Check what a user's `name` stands for, for 0 .. `disks` disks; raises as `judge` does.

    An automaton with faults in its definition is one that the check fails for.
    """
    if isinstance(solver, Automaton):
        try:
            return check_solver(machine_of(solver, name), disks, told)
        except DefinitionError as error:
            return Report(name, "", error)
    verdict = judge(solver, range(disks + 1), patience=patience, told=told)
    moves = work_of_users(solver, disks)
    return Report(name, f"0 .. {disks} disks: {moves} moves are those of the formula", verdict)


def work_of_users(solver: Function | Automaton, disks: int) -> int:
    """How many moves a check of 0 .. `disks` disks compares."""
    if isinstance(solver, Automaton):
        return moves_up_to(disks)
    return sum(map(formulas.last_step, range(disks + 1)))


def _of_machine(machine: Machine, disks: Iterable[int]) -> Verdict | None:
    for tower in disks:
        for task in TASKS if tower <= SMALL else TASKS[:1]:
            found = compare(machine, tower, *task)
            if found:
                before = formulas.configuration(max(found.step - 1, 0), tower, *task)
                pegs = str(PegMatrix.standing(before))
                line = f"line {found.line} of {machine.origin}, " if found.line else ""
                at = f"{line}state {found.state}"
                return Verdict(
                    Kind.MACHINE, tower, found.step, pegs, found.expected, found.came, at, *task
                )
    return None
