"""The command `solve`: the moves of the solution."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator

from hanoi_fsm.cli import args
from hanoi_fsm.cli.tables import move_text, solution_text
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.hanoi.formulas.blocks import as_bytes, stream
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.plain import Source
from hanoi_fsm.hanoi.resolver import sound
from hanoi_fsm.hanoi.solving import solve, window

SOLVER, FASTEST = "two-storey", "formula"


EXAMPLES = (
    "solve 64 --start 1000000000000000000 --count 5",
    "solve 3 --by monk --format csv",
)
ARGUMENTS: args.Arguments = {
    "disks": {},
    "--by": {
        "default": None,
        "help": args.SOLVER.replace(
            "%(default)s", f"{SOLVER}; for raw the closed formula, in blocks"
        ),
    },
    "--from": {},
    "--to": {},
    "--start": {"type": args.whole, "help": "first step to print (default: 1)"},
    "--count": {"help": "stop after K moves"},
    "--format": {
        "choices": ("text", "csv", "jsonl", "raw"),
        "help": "%(default)s (default), csv, jsonl, or raw: one byte per move, 3 * source + "
        "target, into a file or a pipe",
    },
}


def run(options: Namespace) -> Iterator[str]:
    raw, pegs = options.format == "raw", args.given(options)
    start = pegs.pop("start", 1)
    by = FASTEST if raw else SOLVER
    solver = sound(by if options.by is None else options.by, "solver")
    task = Task(options.disks, **pegs)
    if isinstance(solver, Source) and solver.family == FASTEST:  # in blocks, whichever it is
        steps = window(task, start, options.count)
        if raw:
            _write(stream(task.disks, task.source, task.target, steps.start, steps.stop))
        else:
            yield from solution_text(steps, task, options.format)
        return
    moves = solve(options.disks, by=solver, start=start, count=options.count, **pegs)
    if raw:
        _write(map(as_bytes, zip(moves)))
    else:
        yield from move_text(moves, options.format, start)


def _write(parts: Iterable[bytes | memoryview]) -> None:
    if sys.stdout.isatty():
        raise BadInput("raw bytes would go to a terminal: write > FILE, or pipe them")
    sys.stdout.buffer.writelines(parts)
    sys.stdout.flush()
