"""The arguments of every command, with their help."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn

from hanoi_fsm import __version__, automata, formula
from hanoi_fsm.cli import commands
from hanoi_fsm.cli.output import one_line
from hanoi_fsm.errors import shortened

NAME = "hanoi-fsm"
FOLDER = "hanoi-diagrams"


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` that says what is wrong in one line, however long the argument was."""

    def error(self, message: str) -> NoReturn:
        """Exit with 2 and one line."""
        self.exit(2, f"{NAME}: {one_line(message)} (see `{self.prog} --help`)\n")


def parser() -> Parser:
    """The parser of the whole command line; each command sets `run` to what carries it out."""
    top = Parser(
        prog=NAME,
        description="The Towers of Hanoi solved by explicit state machines, "
        "with diagrams that are checked programs. Pegs are 0, 1 and 2.",
        epilog="exit codes: 0 fine, 1 a check failed, 2 bad input",
    )
    top.add_argument("--version", action="version", version=f"{NAME} {__version__}")
    several = top.add_subparsers(metavar="COMMAND", required=True)
    for add in (_demo, _solve, _trace, _at, _draw, _check, _list):
        add(several)
    return top


def whole(text: str) -> int:
    """A whole number of any length, in decimal digits."""
    if not re.fullmatch(r"[+-]?[0-9]+(_[0-9]+)*", text.strip()):
        raise argparse.ArgumentTypeError(f"{shortened(text)} is not a whole number")
    return int(text)


def _command(
    several: Any, name: str, run: Callable[[Any], int], help: str, example: str
) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = several.add_parser(
        name,
        help=help,
        description=help[0].upper() + help[1:] + ".",
        epilog=f"example: {NAME} {example}",
    )
    command.set_defaults(run=run)
    return command


def _demo(several: Any) -> None:
    command = _command(
        several,
        "demo",
        commands.demo,
        "run the four-step machine, export its diagram, read it back and check it",
        "demo --disks 4",
    )
    command.add_argument("--disks", type=whole, default=4, metavar="N", help="default: 4")
    _out(command)


def _solve(several: Any) -> None:
    command = _command(
        several,
        "solve",
        commands.solve,
        "print the moves of the solution, as a stream",
        "solve 64 --start 1000000000000000000 --count 5",
    )
    _disks(command)
    _by(command, [*automata.names(), *formula.FAMILIES])
    _task(command)
    _window(command)
    _format(command, "text")


def _trace(several: Any) -> None:
    command = _command(
        several,
        "trace",
        commands.trace,
        "run an automaton and print a record for every event",
        "trace 3",
    )
    _disks(command)
    _by(command, automata.names())
    _task(command)
    _window(command)
    _format(command, "table")


def _at(several: Any) -> None:
    command = _command(
        several,
        "at",
        commands.at,
        "print the configuration after STEP steps, largest disk first",
        "at 4 15",
    )
    _disks(command)
    command.add_argument("step", type=whole, metavar="STEP", help="0 .. 2**N - 1")
    _task(command)


def _draw(several: Any) -> None:
    command = _command(
        several,
        "draw",
        commands.draw,
        "draw state diagrams into a folder",
        "draw two-storey --counts 6",
    )
    command.add_argument(
        "names", nargs="*", metavar="NAME", help="automata or DOT files (default: all automata)"
    )
    _out(command)
    command.add_argument(
        "--format", default="svg", metavar="FORMAT", help="svg (default), dot, png or pdf"
    )
    command.add_argument(
        "--counts", type=whole, metavar="N", help="put on every edge how often N disks pass it"
    )
    command.add_argument(
        "--lit", action="append", default=[], metavar="STATE", help="light a state"
    )
    command.add_argument(
        "--renderer", default="auto", metavar="R", help="auto (default), dot or wasm"
    )


def _check(several: Any) -> None:
    command = _command(
        several,
        "check",
        commands.check,
        "compare machines with the formula, move by move",
        "check two-storey my.dot --disks 8",
    )
    command.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="automata, formulas or DOT files (default: all automata and formulas)",
    )
    command.add_argument(
        "--disks", type=whole, default=10, metavar="N", help="towers of 0 .. N (default: 10)"
    )


def _list(several: Any) -> None:
    _command(several, "list", commands.list_all, "list every automaton and formula", "list")


def _disks(command: argparse.ArgumentParser) -> None:
    command.add_argument("disks", type=whole, metavar="N", help="the number of disks, from 0 on")


def _by(command: argparse.ArgumentParser, names: list[str]) -> None:
    command.add_argument(
        "--by",
        default="two-storey",
        metavar="NAME",
        help=f"{', '.join(names)}, or a DOT file (default: two-storey)",
    )


def _task(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--from", dest="source", type=whole, default=0, metavar="PEG", help="default: 0"
    )
    command.add_argument(
        "--to", dest="target", type=whole, default=2, metavar="PEG", help="default: 2"
    )


def _window(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--start", type=whole, default=1, metavar="STEP", help="begin with this step (default: 1)"
    )
    command.add_argument("--count", type=whole, metavar="K", help="stop after K moves")


def _format(command: argparse.ArgumentParser, plain: str) -> None:
    command.add_argument(
        "--format", default=plain, metavar="FORMAT", help=f"{plain} (default), csv or jsonl"
    )
    command.add_argument("-o", dest="file", metavar="FILE", help="write into a file instead")


def _out(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--out", default=FOLDER, metavar="DIR", help=f"the folder to write into (default: {FOLDER})"
    )
