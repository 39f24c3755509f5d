"""The command `solve`: the moves of the solution."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_raw, write_text
from hanoi_fsm.cli.tables import move_text, solution_text
from hanoi_fsm.hanoi.formulas.blocks import as_bytes, stream
from hanoi_fsm.hanoi.pegs import Move, Task
from hanoi_fsm.hanoi.plain import PlainSolver
from hanoi_fsm.hanoi.resolver import sound
from hanoi_fsm.hanoi.solving import solve, window

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.functions import UserSolver
    from hanoi_fsm.hanoi.machines import Solver

SOLVER = "two-storey"


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "solve 64 --start 1000000000000000000 --count 5",
        "solve 3 --by monk --format csv",
    )
    args.add(command, "disks")
    by = args.SOLVER.replace("%(default)s", f"{SOLVER}; for raw the closed formula, in blocks")
    args.add(command, "--by", default=None, help=by)
    args.add(command, "--from", "--to")
    args.add(command, "--start", help="first step to print (default: 1)")
    args.add(command, "--count", help="stop after K moves")
    args.add(
        command,
        "--format",
        choices=("text", "csv", "jsonl", "raw"),
        help="%(default)s (default), csv, jsonl, or raw: one byte per move, 3 * source + target, "
        "into a file or a pipe",
    )


def run(options: Namespace) -> int:
    if options.format == "raw":
        write_raw(_raw(options))
    else:
        write_text(_text(options))
    return FINE


def _raw(options: Namespace) -> Iterator[bytes | memoryview]:
    if options.by is not None:
        solver = sound(options.by, "solver")
        return map(as_bytes, zip(_moves(solver, options)))
    task, steps = _task_and_steps(options)
    return stream(task.disks, task.source, task.target, steps.start, steps.stop)


def _text(options: Namespace) -> Iterator[str]:
    solver = sound(SOLVER if options.by is None else options.by, "solver")
    formula = isinstance(solver, PlainSolver) and solver.family == "formula"
    if formula:
        task, steps = _task_and_steps(options)
        return solution_text(steps, task, options.format)
    start = args.given(options).get("start", 1)
    return move_text(_moves(solver, options), options.format, start)


def _moves(solver: Solver | PlainSolver | UserSolver, options: Namespace) -> Iterator[Move]:
    return solve(options.disks, by=solver, count=options.count, **args.given(options))


def _task_and_steps(options: Namespace) -> tuple[Task, range]:
    """What to print of a closed formula, which needs no solver."""
    pegs = args.given(options)
    start = pegs.pop("start", 1)
    task = Task(options.disks, **pegs)
    return task, window(task, start, options.count)
