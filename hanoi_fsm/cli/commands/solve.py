"""The command `solve`: the moves of the solution."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE
from hanoi_fsm.cli.arguments import (
    add_by,
    add_disks,
    add_example,
    add_file,
    add_format,
    add_task,
    add_window,
    given,
)
from hanoi_fsm.cli.moves import moves_as
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.hanoi import automata, resolver, solving


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "solve 64 --start 1000000000000000000 --count 5")
    add_disks(command)
    add_by(command, [*automata.SOLVERS, *resolver.PLAIN_NAMES])
    add_task(command)
    add_window(command)
    add_format(command, "text")
    add_file(command)


def run(options: Namespace) -> int:
    """Print the moves."""
    lines = moves_as(options.format)
    chosen = given(options)
    moves = solving.solve(options.disks, by=options.by, count=options.count, **chosen)
    write_lines(lines(moves, chosen.get("start", 1)), options.file)
    return FINE
