"""The command `path`: from any configuration to any other."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE
from hanoi_fsm.cli.arguments import (
    add_by,
    add_configuration,
    add_example,
    add_file,
    add_format,
)
from hanoi_fsm.cli.moves import moves_as
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.hanoi import automata, formulas, solving
from hanoi_fsm.hanoi.automata.twice_reader import verdict


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "path 100 011")
    add_configuration(command, "start")
    add_configuration(command, "goal")
    add_by(command, automata.PATHFINDERS, default="shortest")
    command.add_argument("--length", action="store_true", help="print the number of moves only")
    command.add_argument(
        "--verdict",
        action="store_true",
        help="print whether the largest differing disk moves once or twice, or a tie, and after "
        "how many pairs of disks that was known",
    )
    add_format(command, "text")
    add_file(command)


def run(options: Namespace) -> int:
    """Print the moves, their number, or the verdict."""
    lines = moves_as(options.format)
    start, goal = options.start, options.goal
    finder = solving.find_pathfinder(options.by)
    if options.verdict:
        kind, pairs = verdict(start, goal)
        write_lines([f"{kind} after {pairs} {'pair' if pairs == 1 else 'pairs'}"])
    elif options.length and options.by == "shortest":
        write_lines([str(formulas.distance(start, goal))])
    elif options.length:
        write_lines([str(sum(1 for _ in solving.path(start, goal, by=finder)))])
    else:
        write_lines(lines(solving.path(start, goal, by=finder), 1), options.file)
    return FINE
