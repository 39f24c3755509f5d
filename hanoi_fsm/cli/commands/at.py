"""The command `at`: the configuration after a step."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import Task


def configure(command: ArgumentParser) -> None:
    args.example(command, "at 4 15")
    args.add(command, "disks")
    args.number(command, "step", "STEP", "0 .. 2**N - 1")
    args.add(command, "--from", "--to")


def run(options: Namespace) -> int:
    task = Task(options.disks, **args.given(options))
    write_lines([str(formulas.configuration(options.step, task))])
    return FINE
