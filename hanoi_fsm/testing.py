"""For somebody's own tests: does my solver move the tower, step by step, as the formula does?"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.fsm.loading import Function, load, names_python
from hanoi_fsm.fsm.time_limit import OutOfPatience
from hanoi_fsm.hanoi import solving
from hanoi_fsm.hanoi.checking.solver_run import Verdict
from hanoi_fsm.hanoi.checking.user_solvers import judge

Subject = Function | Automaton | str | os.PathLike[str]
"""What can be asserted to solve the puzzle: somebody's own, or the name of anything."""

JUDGED = (Exception, SystemExit, GeneratorExit, OutOfPatience)
"""Exceptions that are a solver's own fault; others are for pytest or a debugger."""


def assert_solves(
    solver: Subject, disks: Iterable[int] = range(11), *, patience: float | None = 10.0
) -> None:
    """Raise `AssertionError` unless `solver` makes the moves of the solution for all these `disks`.

    `solver` is a function of the number of disks that gives its moves from peg 0 to peg 2, each a
    `Move` or a pair (source, target); an `Automaton`; or a name, as of an automaton, a formula, a
    DOT file or `my.py:solver`. A function has `patience` seconds for each move, in the main thread
    where there are timers, and any time elsewhere.

    Raises `BadDisks` where `disks` is empty or has a negative number, and for a name or an
    automaton what `find`, `load` and `machine_of` do. What pytest itself raises within a solver, as
    by `pytest.skip`, goes through.

    >>> def solver(disks, source=0, target=2):
    ...     if disks:
    ...         spare = 3 - source - target
    ...         yield from solver(disks - 1, source, spare)
    ...         yield source, target
    ...         yield from solver(disks - 1, spare, target)
    >>> assert_solves(solver, disks=range(5))
    >>> assert_solves(lambda disks: [(0, 2)] * disks, disks=range(5))
    Traceback (most recent call last):
        ...
    AssertionError: <lambda> does not solve the puzzle: wrong move
      task:     2 disks from 0 to 2
      step:     1
      pegs:     2 1 | - | -
      expected: disk 1: 0 -> 1
      came:     disk 1: 0 -> 2
    """
    __tracebackhide__ = True
    verdict = judge(_found(solver), disks, patience=patience)
    if verdict is None:
        return
    if verdict.error is not None and not isinstance(verdict.error, JUDGED):
        raise verdict.error
    raise AssertionError(_told(solver, verdict)) from verdict.error


def _found(solver: Subject) -> object:
    """What a name stands for; anything else is itself."""
    if not isinstance(solver, str | os.PathLike):
        return solver
    name = os.fspath(solver)
    if names_python(name):
        return load(name)
    return partial(solving.solve, by=name) if name in solving.PLAIN else solving.find_solver(name)


def _told(solver: Subject, verdict: Verdict) -> str:
    """A verdict in several lines."""
    lines = {
        "task": verdict.task,
        "step": verdict.step,
        "pegs": verdict.pegs,
        "expected": verdict.expected,
        "came": verdict.came,
        "at": verdict.place,
    }
    text = [f"  {label + ':':9} {line}" for label, line in lines.items() if line]
    return "\n".join([f"{_name(solver)} does not solve the puzzle: {verdict.kind}", *text])


def _name(solver: Subject) -> str:
    if isinstance(solver, Automaton):
        return solver.name
    if isinstance(solver, str | os.PathLike):
        return os.fspath(solver)
    return getattr(solver, "__qualname__", "") or shortened(solver)
