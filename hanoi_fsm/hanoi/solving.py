"""Moves, traces, configurations and paths by a single call, for any name."""

from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

from hanoi_fsm.fsm.errors import BadAction, MachineStopped, Undecided, shortened
from hanoi_fsm.fsm.trace import MOST_RECORDS, Trace
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import AnyConfiguration, BadStep, Configuration, Move, Task, whole
from hanoi_fsm.hanoi.resolver import pathfinder_of, resolve, solver_of, sound

_Item = TypeVar("_Item")


def solve(
    disks: int,
    *,
    by: object = "two-storey",
    source: int = 0,
    target: int = 2,
    start: int = 1,
    count: int | None = None,
    engine: str | None = None,
) -> Iterator[Move]:
    """The moves that bring `disks` disks from `source` to `target`, one after the other.

    `by` is the name of an automaton, a formula or a file, an automaton, or a function; `start` is
    the first step and `count` the number of steps (by default all). The `engine` runs an automaton.
    Memory does not grow with the number of moves. Raises `UnknownName`, `BadDisks`, `BadPeg` and
    `BadStep` at the call.

    >>> [str(move) for move in solve(2)]
    ['disk 1: 0 -> 1', 'disk 2: 0 -> 2', 'disk 1: 1 -> 2']
    >>> next(solve(64, start=10**18))
    Move(disk=19, source=0, target=1)
    """
    solver = sound(solver_of(by))
    task = Task(disks, source, target)
    made = solver.moves(task, start=start, engine=engine)
    steps = window(task, start, count)
    return first(_named(solver.shown, made, steps.stop - steps.start), count)


def trace(*inputs: object, by: object = "two-storey", **options: object) -> Trace:
    """Run a machine to its end; the list of its records is shown as a table in a notebook.

    The `inputs` of `by` are a number of disks, a word for a reader, two configurations for a
    pathfinder, or events for any other machine. The `options` go to its `run`. Raises
    `BadInput` for a run of more than 100,000 records, which `run` yields one by one.

    >>> print(trace(1))
    1. dismantle -> base : step [!built] / carry  (disk 1: 0 -> 2)
    2. base -> done : step [built]
    """
    subject = sound(resolve(by))
    run = subject.run(*inputs, **({"views": "contents"} | options))
    long = f"the trace of {subject.shown} needs more than {MOST_RECORDS} records"
    advice = "iterate over the `run` of the machine, which keeps none of them"
    return Trace(run.at_most(MOST_RECORDS, f"{long}: {advice}"))


def configuration(step: int, disks: int, *, source: int = 0, target: int = 2) -> Configuration:
    """The configuration after `step` steps, 0 .. 2**disks - 1; see `formula.configuration`."""
    return formulas.configuration(step, Task(disks, source, target))


def path(
    start: AnyConfiguration,
    goal: AnyConfiguration,
    *,
    by: object = "shortest",
    engine: str | None = None,
) -> Iterator[Move]:
    """The moves from one configuration to another, by `shortest` or `any-to-any`.

    Raises `UnknownName` and `BadConfiguration` at the call.

    >>> [len(list(path("100", "011", by=name))) for name in ("shortest", "any-to-any")]
    [5, 7]
    """
    finder = sound(pathfinder_of(by))
    return _named(finder.shown, finder.moves(start, goal, engine=engine))


def _named(name: str, moves: Iterator[Move], least: int = 0) -> Iterator[Move]:
    """Yield the moves; if the machine stops, or makes fewer than `least`, the error names it."""
    made = 0
    try:
        for move in moves:
            yield move
            made += 1
        if made < least:
            raise MachineStopped(f"fewer than {least} moves were made")
    except (MachineStopped, BadAction) as error:
        kind = Undecided if isinstance(error, Undecided) else MachineStopped
        raise kind(f"{name} stops: {error}") from error


def window(task: Task, start: int = 1, count: int | None = None) -> range:
    """The steps of a task from `start` on, at most `count` of them; raises `BadStep` as `solve`."""
    start, after_last = (
        formulas.check_step(start, task, first=1, last=max(1, task.last_step)),
        task.last_step + 1,
    )
    count = _check_count(count)
    return range(start, after_last if count is None else min(start + count, after_last))


def first(items: Iterator[_Item], count: int | None) -> Iterator[_Item]:
    """At most the first `count` of the `items`, however large `count` is; all of them for None.

    Raises `BadStep` unless `count` is None or a whole number from 0 on.
    """
    count = _check_count(count)
    return islice(items, count) if count is not None and count < 1 << 62 else items


def _check_count(count: int | None) -> int | None:
    if count is not None and (whole(count) is None or count < 0):
        raise BadStep(f"invalid count {shortened(count)}: expected a whole number from 0 on")
    return count
