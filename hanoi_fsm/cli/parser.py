"""The commands, and which of them runs: only that one's module is imported and configured."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from hanoi_fsm import __version__
from hanoi_fsm.cli import BAD_INPUT, NAME
from hanoi_fsm.cli.args import HelpFormatter
from hanoi_fsm.cli.output import LONGEST, complain
from hanoi_fsm.fsm.errors import UnknownName, cut, nearest, shortened

COMMANDS = {
    "demo": "run the four-step machine, export its diagram, read it back and check it",
    "solve": "print the moves of the solution as a stream",
    "trace": "run an automaton or a formula and print one row per event",
    "at": "print the configuration after STEP steps, largest disk first",
    "path": "print the moves from any configuration to any other",
    "rank": "print the step number of a configuration; exit 1 if it is off the optimal path",
    "next": "print the next optimal move from any configuration",
    "itinerary": "print how often each disk moves, at which steps, and around which pegs",
    "draw": "draw state diagrams and pictures of the puzzle into a folder",
    "check": "check that machines do what they should, and that they are sound",
    "explore": "visit every reachable state and memory of an automaton and report what is wrong",
    "mutants": "make every single change to a diagram and report those that no check notices",
    "mend": "suggest the edits after which a failing diagram passes its check",
    "compare": "run all solvers on N disks and print their figures side by side",
    "bench": "measure speed, as ratios to what you would otherwise use",
    "describe": "describe an automaton: its idea, states, guards, actions and transitions",
    "export": "export an automaton to the format of another tool",
    "code": "write an automaton as a program: Python, or C99 in one file",
    "list": "list every automaton and formula",
}
"""Each command with one line of help; its module in `commands` has `configure` and `run`.

Where argparse cannot tell what a word is, the module also has `prepared`, which rewrites them.
"""


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` that says what is wrong in one line, however long the argument was."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"formatter_class": HelpFormatter, **settings})

    def error(self, message: str) -> NoReturn:
        advice = f" (see `{self.prog} --help`)"
        complain(cut(" ".join(f"{NAME}: {message}".split()), LONGEST - len(advice)) + advice)
        sys.exit(BAD_INPUT)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options of a command, and its function as `run`; raises `SystemExit` as argparse does."""
    if not arguments or arguments[0] not in COMMANDS:
        return _without_command(arguments)
    name = arguments[0]
    command = Parser(prog=f"{NAME} {name}", description=_described(name))
    module = import_module(f"hanoi_fsm.cli.commands.{name}")
    module.configure(command)
    if hasattr(module, "prepared"):
        arguments = module.prepared(arguments)
    command.set_defaults(run=module.run)
    return command.parse_intermixed_args(arguments[1:])  # names may stand between its options


def _described(name: str) -> str:
    return f"{COMMANDS[name][0].upper()}{COMMANDS[name][1:]}."


def _without_command(arguments: Sequence[str]) -> argparse.Namespace:
    """Print the help or the version, or say what is wrong."""
    top = Parser(
        prog=NAME,
        description="The Towers of Hanoi solved by explicit state machines, "
        "with diagrams that are checked programs. Pegs are 0, 1 and 2.",
        epilog="exit codes: 0 all is well, 1 a check failed, 2 bad input, 130 Ctrl-C",
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
        meant = next((word for word in words if nearest(word, list(COMMANDS))), words[0])
        top.error(str(UnknownName.among("command", meant, list(COMMANDS))))
    return top.parse_args(arguments)


def _asks_for_help(word: str) -> bool:
    """Whether it is an option that needs no command, perhaps abbreviated."""
    in_full = "--help".startswith(word) or "--version".startswith(word)
    return word == "-h" or (len(word) > 2 and in_full)
