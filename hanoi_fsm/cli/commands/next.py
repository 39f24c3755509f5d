"""The command `next`: the next optimal move from any configuration."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE
from hanoi_fsm.cli.arguments import add_configuration, add_example, add_target, given
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.hanoi import formulas


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "next 0121")
    add_configuration(command, "configuration")
    add_target(command)


def run(options: Namespace) -> int:
    """Print the move."""
    chosen = given(options)
    move = formulas.next_move(options.configuration, **chosen)
    done = f"no move: the tower is on peg {chosen.get('target', 2)}"
    write_lines([str(move or done)])
    return FINE
