"""The puzzle solved by any name, and the other questions that the library answers in one call."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from hanoi_fsm.fsm.errors import UnknownName, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import Trace, outputs
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.errors import BadStep
from hanoi_fsm.hanoi.machines import Pathfinder, Solver
from hanoi_fsm.hanoi.pegs import AnyConfiguration, Configuration, Move, Task, whole
from hanoi_fsm.hanoi.plain import PlainSolver
from hanoi_fsm.hanoi.resolver import PLAIN_NAMES, find, resolve

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.checking.user_solvers import UserSolver

Traceable = Machine | PlainSolver

_Item = TypeVar("_Item")


def solve(
    disks: int,
    *,
    by: Any = "two-storey",
    source: int = 0,
    target: int = 2,
    start: int = 1,
    count: int | None = None,
) -> Iterator[Move]:
    """The moves that bring `disks` disks from `source` to `target`, one after the other.

    `by` is the name of an automaton, a formula or a file, an automaton, or a function; `start` is
    the first step that is wanted and `count` how many (all of them by default). Memory does not
    grow with the number of moves. Raises `UnknownName`, `BadDisks`, `BadPeg` and `BadStep` at the
    call.

    >>> [str(move) for move in solve(2)]
    ['disk 1: 0 -> 1', 'disk 2: 0 -> 2', 'disk 1: 1 -> 2']
    >>> next(solve(64, start=10**18))
    Move(disk=19, source=0, target=1)
    """
    task = Task(disks, source, target)
    check_count(count)
    return first(find_solver(by).moves(task, start), count)


def trace(*inputs: Any, by: Any = "two-storey", **options: Any) -> Trace:
    """A whole run, kept: a list of records that shows itself as a table.

    The `inputs` are what `by` runs on: a number of disks, a word for a reader, two configurations
    for a pathfinder, events for any other machine. The `options` are those of its `run`.

    >>> print(trace(1))
    1. dismantle -> base : step [!built] / carry  (disk 1: 0 -> 2)
    2. base -> done : step [built]
    """
    return Trace(find_traceable(by).run(*inputs, views=True, **options))


def find_traceable(subject: Any, *, memory: str | None = None) -> Traceable:
    """What has a trace under that name, or as that value; raises as `find` does."""
    found = resolve(subject, memory=memory)
    if isinstance(found, Machine):
        return find(found)
    if isinstance(found, PlainSolver):
        return found
    raise UnknownName(f"{found.shown} is a function: it makes moves, but has no trace")


def configuration(step: int, disks: int, *, source: int = 0, target: int = 2) -> Configuration:
    """Where the disks are after `step` steps, 0 .. 2**disks - 1; see `formula.configuration`.

    >>> print(configuration(15, disks=4))
    2222
    """
    return formulas.configuration(step, Task(disks, source, target))


def path(
    start: AnyConfiguration, goal: AnyConfiguration, *, by: Any = "shortest"
) -> Iterator[Move]:
    """The moves from one configuration to another, by `shortest` or `any-to-any`.

    Raises `UnknownName` and `BadConfiguration` at the call.

    >>> [len(list(path("100", "011", by=name))) for name in ("shortest", "any-to-any")]
    [5, 7]
    """
    return outputs(find_pathfinder(by).go(start, goal))


def find_solver(subject: Any) -> Solver | PlainSolver | UserSolver:
    """What solves the puzzle under that name, or as that value; raises as `find` does."""
    solver = resolve(subject)
    if not isinstance(solver, Machine):
        return solver
    solver = find(solver)  # with a sound definition
    if not isinstance(solver, Solver):
        raise UnknownName(
            f"{solver.shown} is not a solver: choose from "
            f"{', '.join([*automata.SOLVERS, *PLAIN_NAMES])}, or a drawing of one"
        )
    return solver


def find_pathfinder(subject: Any) -> Pathfinder:
    """The pathfinder that a name or a value stands for; raises as `find` does."""
    machine = find(subject)
    if not isinstance(machine, Pathfinder):
        raise UnknownName(
            f"{machine.shown} is not a pathfinder: choose shortest, any-to-any, or a drawing of one"
        )
    return machine


def check_count(count: int | None) -> None:
    """Raise `BadStep` unless `count` is a whole number from 0 on, or None for all."""
    if count is not None and (whole(count) is None or count < 0):
        raise BadStep(f"invalid count {shortened(count)}: expected a whole number from 0 on")


def first(items: Iterator[_Item], count: int | None) -> Iterator[_Item]:
    """At most the first `count` of the `items`, however large `count` is; all of them for None."""
    check_count(count)
    return islice(items, count) if count is not None and count < 1 << 62 else items
