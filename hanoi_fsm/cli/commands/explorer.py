"""The command `explorer`: one HTML page to watch machines work, written or served."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from hanoi_fsm.cli import FINE, NAME, args
from hanoi_fsm.cli.files import is_standard_output
from hanoi_fsm.cli.output import complain, one_line, write_text
from hanoi_fsm.fsm.errors import BadInput

PAGE = "explorer.html"
DISKS = 5


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "explorer --disks 2 --by two-storey monk",
        "explorer --by clock.py:clock --word 'tick H tick'",
    )
    args.number(command, "--disks", "N", "the largest tower of the page (default: %(default)s)", DISKS)
    command.add_argument(
        "--by",
        nargs="+",
        action="extend",
        metavar="NAME",
        help="names from `hanoi-fsm list`, DOT or JSON files, FILE.py:NAME (default: all automata); "
        "one that fails its check is shown up to its fault, and that is said on standard error",
    )
    args.add(command, "--memory")
    command.add_argument(
        "--word",
        action="append",
        dest="words",
        metavar="EVENTS",
        help="events for the machines that need some, such as 'tick H tick'; more than once for "
        "more runs",
    )
    args.add(command, "-o", help=f"write to FILE instead of {PAGE}; - is standard output")
    command.add_argument(
        "--watch",
        metavar="FILE",
        help="serve the page of this DOT file, JSON file or FILE.py:NAME to this computer alone, "
        "and reload it whenever the file is saved, with what its check finds on top; until Ctrl-C",
    )
    args.number(command, "--port", "PORT", "of the page that is served (default: any that is free)")
    command.add_argument(
        "--open", action="store_true", help="open the page in the default browser"
    )
