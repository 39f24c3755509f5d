"""What several commands have in common: kinds of values, groups of arguments, limits."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING

from hanoi_fsm.cli import NAME

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.pegs import Configuration

MACHINE = "an automaton, a DOT or JSON file, or FILE.py:NAME, which runs that file"

MOST_DISKS_TO_RUN = 24
"""More disks than this are too many for what must run through every move."""


def whole(text: str) -> int:
    """A whole number of any length, in decimal digits."""
    from hanoi_fsm.fsm.errors import BadInput
    from hanoi_fsm.hanoi.pegs import parse_whole

    try:
        return parse_whole(text)
    except BadInput as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def digits(text: str) -> Configuration:
    """A configuration of at least one disk."""
    from hanoi_fsm.hanoi.errors import BadConfiguration
    from hanoi_fsm.hanoi.pegs import Configuration

    if not text:
        raise argparse.ArgumentTypeError("the configuration is empty: give one peg digit per disk")
    try:
        return Configuration(text)
    except BadConfiguration as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def check_runnable(disks: int) -> None:
    """Raise `BadDisks` for more disks than anybody would wait for."""
    from hanoi_fsm.hanoi.errors import BadDisks
    from hanoi_fsm.hanoi.pegs import check_disks

    check_disks(disks)
    if disks > MOST_DISKS_TO_RUN:
        raise BadDisks(
            f"running through every move of {disks} disks would take too long: "
            f"give at most {MOST_DISKS_TO_RUN} disks here"
        )


def add_example(command: argparse.ArgumentParser, *examples: str) -> None:
    """End the help of a command with examples that work."""
    command.epilog = f"example: {NAME} " + "    or: ".join(examples)


def add_disks(command: argparse.ArgumentParser) -> None:
    """N, which must be given."""
    command.add_argument("disks", type=whole, metavar="N", help="the number of disks, from 0 on")


def add_towers(command: argparse.ArgumentParser, default: int) -> None:
    """--disks, for what goes through the towers of 0 .. N disks."""
    command.add_argument(
        "--disks",
        type=whole,
        default=default,
        metavar="N",
        help=f"towers of 0 .. N disks; of a machine without disks, words of up to N events "
        f"(default: {default})",
    )


def add_configuration(command: argparse.ArgumentParser, name: str) -> None:
    """A configuration, which must be given."""
    command.add_argument(
        name, type=digits, metavar=name.upper(), help="one peg digit per disk, largest disk first"
    )


def add_task(command: argparse.ArgumentParser) -> None:
    """--from and --to."""
    command.add_argument("--from", dest="source", type=whole, metavar="PEG", help="default: 0")
    add_target(command)


def add_target(command: argparse.ArgumentParser) -> None:
    """--to."""
    command.add_argument("--to", dest="target", type=whole, metavar="PEG", help="default: 2")


def add_window(command: argparse.ArgumentParser) -> None:
    """--start and --count."""
    command.add_argument(
        "--start", type=whole, metavar="STEP", help="begin with this step (default: 1)"
    )
    command.add_argument("--count", type=whole, metavar="K", help="stop after K moves")


FLAGS = {"source": "--from", "target": "--to", "start": "--start"}


def given(options: argparse.Namespace) -> dict[str, int]:
    """Those of source, target and start that the command line names."""
    named = {name: getattr(options, name, None) for name in FLAGS}
    return {name: value for name, value in named.items() if value is not None}


def add_automaton(command: argparse.ArgumentParser) -> None:
    """NAME of a machine, which must be given."""
    command.add_argument("name", metavar="NAME", help=MACHINE)
    add_memory(command)


def add_memory(command: argparse.ArgumentParser) -> None:
    """--memory, for diagrams over a memory of one's own."""
    command.add_argument(
        "--memory",
        metavar="FILE.py:NAME",
        help="what a DOT or JSON file works on: a Memory or a Machine of your own "
        "(this runs the Python file)",
    )


def add_by(
    command: argparse.ArgumentParser, names: Iterable[str], default: str = "two-storey"
) -> None:
    """--by, for what does the work."""
    command.add_argument(
        "--by",
        default=default,
        metavar="NAME",
        help=f"{', '.join(names)}, a DOT or JSON file, or FILE.py:NAME (default: {default})",
    )


def add_format(command: argparse.ArgumentParser, plain: str) -> None:
    """--format, for moves and tables."""
    command.add_argument(
        "--format", default=plain, metavar="FORMAT", help=f"{plain} (default), csv or jsonl"
    )


def add_file(command: argparse.ArgumentParser) -> None:
    """-o."""
    command.add_argument(
        "-o", dest="file", metavar="FILE", help="write to a file instead of standard output"
    )


def add_out(command: argparse.ArgumentParser) -> None:
    """--out, for pictures."""
    command.add_argument(
        "--out",
        default="hanoi-diagrams",
        metavar="DIR",
        help="the folder to write into (default: hanoi-diagrams)",
    )


def add_effort(command: argparse.ArgumentParser) -> None:
    """--disks and --jobs, for what checks many versions of one diagram."""
    add_towers(command, default=6)
    command.add_argument(
        "--jobs", type=whole, metavar="J", help="number of processes (default: one per core)"
    )
