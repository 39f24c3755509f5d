"""The command `rank`: the step number of a configuration."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FAILED, FINE
from hanoi_fsm.cli.arguments import add_configuration, add_example, add_task, given
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import NotOnPath


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "rank 0021")
    add_configuration(command, "configuration")
    add_task(command)


def run(options: Namespace) -> int:
    """Print the step; 1 where the optimal path does not pass the configuration."""
    here, chosen = options.configuration, given(options)
    target = chosen.get("target", 2)
    try:
        step = formulas.step_of(here, **chosen)
    except NotOnPath as error:
        left = formulas.distance_to_tower(here, target=target)
        move = formulas.next_move(here, target=target)
        write_lines([f"{error}; the tower on peg {target} is {left} moves away, next {move}"])
        return FAILED
    write_lines([str(step)])
    return FINE
