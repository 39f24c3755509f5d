"""argparse as the commands use it: one line for what is wrong, and help as wide as the terminal."""

import argparse
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NoReturn

from hanoi_fsm import __version__
from hanoi_fsm.cli import BAD_INPUT, NAME
from hanoi_fsm.cli.output import LONGEST, complain, terminal_columns
from hanoi_fsm.cli.parser import COMMANDS, RENAMED
from hanoi_fsm.fsm.errors import UnknownName, cut, nearest, shortened


class HelpFormatter(argparse.HelpFormatter):
    """As wide as the terminal; argparse makes one for each argument, with or without `--help`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **{"width": terminal_columns() - 2, **named})


class ExampleFormatter(HelpFormatter, argparse.RawDescriptionHelpFormatter):
    """The same with the lines of the examples as they are."""


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` that says what is wrong in one line, however long the argument was."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": HelpFormatter, **settings})

    def error(self, message: str) -> NoReturn:
        advice = f" (see `{self.prog} --help`)"
        complain(cut(" ".join(f"{NAME}: {message}".split()), LONGEST - len(advice)) + advice)
        sys.exit(BAD_INPUT)


def parse(arguments: Sequence[str], module: ModuleType) -> argparse.Namespace:
    """The options of a command that is in a module; raises `SystemExit` as argparse does."""
    name = arguments[0]
    command = Parser(prog=f"{NAME} {name}", description=_described(name))
    module.configure(command)
    if command.epilog:
        command.formatter_class = ExampleFormatter
    if hasattr(module, "prepared"):
        arguments = module.prepared(arguments)
    command.set_defaults(run=module.run)
    return command.parse_intermixed_args(arguments[1:])  # names may stand between its options


def _described(name: str) -> str:
    return f"{COMMANDS[name][0].upper()}{COMMANDS[name][1:]}."


def without_command(arguments: Sequence[str]) -> argparse.Namespace:
    """Print the help or the version, or say what is wrong."""
    top = Parser(
        prog=NAME,
        description="The Towers of Hanoi solved by explicit state machines, "
        "with diagrams that are checked programs. Pegs are 0, 1 and 2.",
        epilog="exit codes: 0 all is well, 1 a check failed, 2 bad input, 3 neither proved nor "
        "refuted, 130 Ctrl-C",
    )
    top.add_argument("--version", action="version", version=f"{NAME} {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True, prog=NAME)
    for name, help in COMMANDS.items():
        commands.add_parser(name, help=help, add_help=False)
    chosen = next((word for word in arguments if word in COMMANDS), None)
    if arguments and not _asks_for_help(arguments[0]):
        if chosen and arguments[0].startswith("-"):
            first = shortened(arguments[0])
            top.error(f"{first} comes before the command: begin with `{NAME} {chosen}`")
        words = [word for word in arguments if not word.startswith("-")] or arguments[:1]
        if renamed := RENAMED.get(words[0]):
            top.error(f"unknown command {words[0]!r}: {renamed}")
        meant = next((word for word in words if nearest(word, list(COMMANDS))), words[0])
        top.error(str(UnknownName.among("command", meant, list(COMMANDS))))
    return top.parse_args(arguments)


def _asks_for_help(word: str) -> bool:
    """Whether it is an option that needs no command, perhaps abbreviated."""
    in_full = "--help".startswith(word) or "--version".startswith(word)
    return word == "-h" or (len(word) > 2 and in_full)
