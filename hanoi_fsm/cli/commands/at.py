"""The command `at`: the configuration after a step."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE
from hanoi_fsm.cli.arguments import add_disks, add_example, add_task, given, whole
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import Task


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "at 4 15")
    add_disks(command)
    command.add_argument("step", type=whole, metavar="STEP", help="0 .. 2**N - 1")
    add_task(command)


def run(options: Namespace) -> int:
    """Print the configuration."""
    here = formulas.configuration(options.step, Task(options.disks, **given(options)))
    write_lines([str(here)])
    return FINE
