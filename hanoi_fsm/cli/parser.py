"""The commands, in the groups of the help page, and the options of each.

Only the module of the command that runs is imported.
"""

from argparse import (
    Action,
    ArgumentError,
    ArgumentParser,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import takewhile
from textwrap import fill
from typing import NoReturn

from hanoi_fsm.cli.output import NAME, columns
from hanoi_fsm.fsm.errors import BadInput, UnknownName, near, shortened

GROUPS = {
    "See": {
        "demo": "draw the four-step machine, read it back, check and run it",
        "list": "list the automata and formulas of this package",
        "describe": "show the idea, states, guards, actions and transitions of a machine",
        "trace": "run an automaton or a formula and print one row per event",
        "play": "watch a machine work in the terminal, forwards and back",
        "page": "write one HTML page in which machines run, step by step",
    },
    "Check": {
        "check": "check that machines do what they should",
        "prove": "prove machines right for inputs of any size",
        "equal": "decide whether two machines are equal, or how they differ",
        "mutants": "try all single changes to a diagram, and report which are noticed",
        "cover": "find words that take every transition, and write tests",
        "repair": "suggest the edits after which a failing diagram passes",
    },
    "Make": {
        "draw": "draw state diagrams and pictures of the puzzle",
        "export": "export an automaton to the format of another tool",
        "code": "write an automaton as a program: Python, C99 or JavaScript",
        "determinize": "make an acceptor deterministic by sets of states, or combine two",
        "minimize": "merge the equivalent states of an automaton",
        "infer": "find the automaton of a formula or function by queries alone",
    },
    "Measure": {
        "compare": "measure solvers side by side, as a table",
    },
    "Puzzle": {
        "solve": "print the moves of the solution as a stream",
        "at": "print the configuration after a step, or when each disk moves",
        "path": "print the moves between any two configurations",
    },
    "Learn": {
        "guide": "read the guide, from three coins to proofs, in chapters",
        "exercise": "ask a question of the guide, and judge the answer",
        "grade": "judge the answers of a class, one row per file",
    },
}
"""The commands with one line of help; the module in `commands` has `ARGUMENTS` and `run`."""

COMMANDS = {name: about for group in GROUPS.values() for name, about in group.items()}

RENAMED = {
    "explore": "check page",
    "explorer": "page",
    "rank": "path",
    "next": "path",
    "itinerary": "at",
    "verify": "check",
    "run": "trace",
    "fix": "repair",
    "learn": "infer",
    "mend": "repair",
    "bench": "compare",
}
"""Former and mistaken names of commands, with the current names."""

FORMER = {
    "--disks": "--size N, or N alone, as in `trace 4`",
    "--memory": "FILE@MEMORY, or `trace --with-memory`",
    "--draw": "`draw FILE`",
    "--renderer": "-o FILE.svg, FILE.png or FILE.pdf",
    "--dpi": "-o FILE.svg, which has any size",
    "--scale": "-o FILE.svg, which has any size",
    "--layout": "-o FILE.dot, to lay it out yourself",
    "--plot": "--format csv, for a plot of your own",
    "--of": "the names of the machines after N",
    "--engine": "`solve(..., engine=...)` of the Python package",
    "--details": "`check NAME` of one machine",
    "--segments": "`check FILE.py:NAME`, which compares all moves",
    "--no-recurse": "`check FOLDER/*.dot`",
    "--watch": "`page`, in which a transition can be edited",
    "--resume": "--start STEP",
    "--out": "-o FILE",
    "--schema": "`export --to json-schema`",
    "--certificate": "`prove`",
}
"""Former options, with their replacements; some still exist in other commands."""

ABOUT = """\
usage: hanoi-fsm COMMAND ...

The Towers of Hanoi as state machines, and a workbench that checks any state
machine. `hanoi-fsm COMMAND --help` explains a command; pegs are 0, 1 and 2.
"""
FIRST = {
    "play 3": "watch three disks move",
    "guide 1": "begin to read how and why, with an exercise in each chapter",
    "--help": "see all commands",
}
"""The commands to suggest if none is named."""
CODES = """\
options: --help, --version
exit codes: 0 all is well, 1 a check failed, 2 bad input, 3 undecided,
130 Ctrl-C"""


class Parser(ArgumentParser):
    """An `ArgumentParser` that raises `BadInput` and explains wrong values."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message} (see `{self.prog} --help`)")

    def _parse_optional(self, arg_string: str) -> tuple[Action | None, str, str | None] | None:
        """Parse an option as argparse does; return None for the name of a diagram, as in `-#2`."""
        return None if arg_string.startswith("-#") else super()._parse_optional(arg_string)

    def check_options(self, words: Sequence[str]) -> None:
        """Raise `BadInput` for the first unknown option among the words."""
        known = [flag for flag in self._option_string_actions if flag.startswith("--")]
        for word in takewhile(lambda word: word != "--", words):
            flag = word.partition("=")[0]
            if flag.startswith("--") and flag not in known:
                meant = f"did you mean {FORMER[flag]}?" if flag in FORMER else near(flag, known)
                self.error(f"unknown option {shortened(flag)}: {meant}")

    def _get_value(self, action: Action, arg_string: str) -> object:
        """Convert the value of an argument; the error for a bad value keeps its reason."""
        try:
            return super()._get_value(action, arg_string)
        except ArgumentError as error:
            raise ArgumentError(action, str(error.__context__)) from None


def parse(words: Sequence[str], program: str = "") -> Namespace:
    """Parse the options of a command, with its function as `perform`; help shows the `program`.

    `perform` yields the lines to print and returns the exit code, `flags` has the options by the
    names of their values, and `reading` the options of `find`. Raises `BadInput` for wrong words.
    """
    name, *rest = words or [""]
    if name not in COMMANDS:
        return Namespace(perform=lambda options: _without_command(name), flags={}, reading={})
    from hanoi_fsm.cli.command import DIAGRAM_FILES, DIAGRAMS, READING, SHARED

    about: str = COMMANDS[name]
    module = import_module(f"hanoi_fsm.cli.commands.{name}")
    if rest and rest[0] in getattr(module, "PARTS", ()):
        name, module = f"{name} {rest[0]}", module.PARTS[rest[0]]
        about, rest = module.about, rest[1:]
    command = Parser(
        prog=program or f"{NAME} {name}",
        description=f"{about[0].upper()}{about[1:]}.",
        epilog="\n".join(f"example: {NAME} {example}" for example in module.EXAMPLES),
        formatter_class=partial(RawDescriptionHelpFormatter, width=columns() - 2),
        allow_abbrev=False,
    )
    for argument, changes in module.ARGUMENTS.items():
        command.add_argument(argument, **SHARED.get(argument, {}) | changes)
    if DIAGRAMS.intersection(module.ARGUMENTS):
        about = "FILE.md#2 is the second diagram in FILE.md; to settle open questions:"
        text = fill(f"{DIAGRAM_FILES}; {about}", columns() - 4)
        group = command.add_argument_group("diagrams", text)
        for argument, details in READING.items():
            group.add_argument(argument, **details)
    command.check_options(rest)
    options = command.parse_intermixed_args(rest)  # names may come between options
    options.perform = module.run
    options.flags = {action.dest: flag for flag, action in command._option_string_actions.items()}
    said = {flag[2:]: getattr(options, flag[2:], "") for flag in READING}
    options.reading = {name: value for name, value in said.items() if value}
    return options


def _without_command(first: str) -> Iterator[str]:
    """Yield the help or the version; raise `BadInput` for anything else."""
    from hanoi_fsm import __version__

    if first == "--version":
        yield f"{NAME} {__version__}"
    elif first in ("-h", "--help"):
        yield ABOUT
        for title, commands in GROUPS.items():
            yield title
            yield from (f"  {name:8}  {about}" for name, about in commands.items())
            yield ""
        yield CODES
    elif first in RENAMED:
        meant = " or ".join(map(repr, RENAMED[first].split()))
        raise BadInput(f"unknown command {first!r}: did you mean {meant}?")
    elif first:
        raise UnknownName.among("command", first, list(COMMANDS))
    else:
        yield "three things to type:"
        yield from (f"  {NAME} {words:8}  {about}" for words, about in FIRST.items())
