"""What several commands have in common: kinds of values, shared arguments, limits."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from hanoi_fsm.cli import NAME

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.pegs import Configuration

MOST_DISKS_TO_RUN = 24
"""The largest tower that a command carries out move by move before it answers."""

MACHINE = "an automaton, a DOT or JSON file, or FILE.py:NAME, which runs that file"


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


def check_runnable(disks: int, most: int = MOST_DISKS_TO_RUN) -> None:
    """Raise `BadDisks` for more disks than anybody would wait for."""
    from hanoi_fsm.hanoi.errors import BadDisks
    from hanoi_fsm.hanoi.pegs import check_disks

    if check_disks(disks) > most:
        raise BadDisks(f"invalid number of disks {disks}: expected at most {most} for this command")


_CONFIGURATION = {"type": digits, "help": "one peg digit per disk, largest disk first"}
_NUMBER = {"type": whole, "metavar": "N"}
SHARED: dict[str, dict[str, Any]] = {
    "disks": _NUMBER | {"help": "number of disks"},
    "name": {"metavar": "NAME", "help": MACHINE},
    "names": {"metavar": "NAME", "nargs": "*"},
    "configuration": _CONFIGURATION | {"metavar": "CONFIGURATION"},
    "start": _CONFIGURATION | {"metavar": "START"},
    "goal": _CONFIGURATION | {"metavar": "GOAL"},
    "--by": {
        "metavar": "NAME",
        "default": "two-storey",
        "help": "a solver from `hanoi-fsm list`, a DOT or JSON file, or FILE.py:NAME "
        "(default: %(default)s)",
    },
    "--memory": {
        "metavar": "FILE.py:NAME",
        "help": "the Memory or Machine that a DOT or JSON file works on; this runs FILE.py",
    },
    "--disks": _NUMBER
    | {
        "help": "try towers of 0 .. N disks; for a machine without disks, all words of up to N "
        "events (default: %(default)s)"
    },
    "--from": {
        "dest": "source",
        "type": whole,
        "metavar": "PEG",
        "help": "source peg (default: 0)",
    },
    "--to": {"dest": "target", "type": whole, "metavar": "PEG", "help": "target peg (default: 2)"},
    "--start": {"type": whole, "metavar": "STEP", "help": "first step to print (default: 1)"},
    "--count": {"type": whole, "metavar": "K", "help": "stop after K lines"},
    "--format": {"metavar": "FORMAT", "help": "%(default)s (default), csv or jsonl"},
    "-o": {"dest": "file", "metavar": "FILE", "help": "write to FILE instead of standard output"},
    "--out": {
        "default": "hanoi-diagrams",
        "metavar": "DIR",
        "help": "folder to write into (default: %(default)s)",
    },
    "--jobs": {"type": whole, "metavar": "J", "help": "worker processes (default: one per core)"},
}
"""The arguments of several commands, by name."""


def add(command: argparse.ArgumentParser, *names: str, **changes: Any) -> None:
    """Add arguments, as in `SHARED` but for the `changes`."""
    for name in names:
        command.add_argument(name, **SHARED.get(name, {}) | changes)


def number(
    command: argparse.ArgumentParser, name: str, metavar: str, help: str, default: int | None = None
) -> None:
    """Add a whole number."""
    command.add_argument(name, type=whole, metavar=metavar, default=default, help=help)


def example(command: argparse.ArgumentParser, *examples: str) -> None:
    """End the help of a command with examples that work."""
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.epilog = "\n".join(f"example: {NAME} {one}" for one in examples)


FLAGS = {"source": "--from", "target": "--to", "start": "--start"}


def given(options: argparse.Namespace) -> dict[str, int]:
    """Those of source, target and start that the command line names."""
    named = {name: getattr(options, name, None) for name in FLAGS}
    return {name: value for name, value in named.items() if value is not None}
