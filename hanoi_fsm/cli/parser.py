"""The commands, in the groups of the help page, and which of them runs with which options.

Only the module of that one is imported and configured.
"""

from __future__ import annotations

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
from typing import Any, NoReturn

from hanoi_fsm.cli.error_text import NAME
from hanoi_fsm.cli.output import columns
from hanoi_fsm.fsm.errors import BadInput, UnknownName, nearest, shortened

GROUPS = {
    "See": {
        "demo": "export the four-step machine, read it back and check it",
        "list": "list every automaton and formula",
        "describe": "show an automaton's idea, states, guards, actions, transitions",
        "trace": "run an automaton or a formula and print one row per event",
        "play": "watch a machine work in the terminal, forwards and back",
        "explorer": "write one HTML page to watch machines work",
    },
    "Check": {
        "check": "check that machines do what they should, and are sound",
        "prove": "prove machines right for every number of disks",
        "equal": "say whether two machines are equal, or what tells them apart",
        "mutants": "report the single changes to a diagram that no check notices",
        "repair": "suggest the edits after which a failing diagram passes",
    },
    "Make": {
        "draw": "draw state diagrams and pictures of the puzzle",
        "export": "export an automaton to the format of another tool",
        "code": "write an automaton as a program: Python, C99 or JavaScript",
        "minimize": "merge the equivalent states of an automaton",
        "infer": "find the automaton of a formula or function by questions alone",
    },
    "Measure": {
        "compare": "run solvers, or readers, and print or plot their figures",
    },
    "Puzzle": {
        "solve": "print the moves of the solution as a stream",
        "at": "print the configuration after a step, or when each disk moves",
        "path": "print the moves from any configuration to another or the tower",
    },
    "Learn": {
        "guide": "read how and why it all works, in chapters",
        "exercise": "ask a question from the course, and judge the answer",
        "grade": "judge the answers of a class: a row for each file in a folder",
    },
}
"""The commands with one line of help; the module in `commands` has `ARGUMENTS` and `run`."""

COMMANDS = {name: about for group in GROUPS.values() for name, about in group.items()}

RENAMED = {
    "explore": "did you mean 'check NAME', which explores it too?",
    "rank": "did you mean 'path START', which says its step?",
    "next": "did you mean 'path START', which says its next move?",
    "itinerary": "did you mean 'at N', which says when each disk moves?",
    "verify": "did you mean 'check' or 'prove'?",
    "run": "did you mean 'trace' or 'solve'?",
    "fix": "did you mean 'repair'?",
    "mend": "did you mean 'repair'?",
    "learn": "did you mean 'infer'?",
    "bench": "in a checkout, `pytest tests/benchmarks --benchmark-enable -s` prints the ratios",
}
"""What to say of the commands of before, and of those that people try."""

ABOUT = """\
usage: hanoi-fsm COMMAND ...

The Towers of Hanoi solved by explicit state machines, with diagrams that are
checked programs. Pegs are 0, 1 and 2. `hanoi-fsm COMMAND --help` says more.
"""
CODES = """\
options: --help, --version
exit codes: 0 all is well, 1 a check failed, 2 bad input, 3 neither proved nor
refuted, 130 Ctrl-C"""

PARTS = "run graph tree disks"

GONE = (
    ("trace", "--begin", "--start names a start of the machine"),
    ("at path trace solve", "-o", "it goes to standard output: write > FILE"),
    (
        "trace play explorer check prove equal mutants repair draw describe export code minimize",
        "--memory",
        "write FILE@MEMORY, as in lamp.dot@lamp.py:Lamp",
    ),
    ("draw", "--lit", "--path lights the states of a run, and `Diagram(..., lit=[...])` any"),
    ("check", "--sample", "`check N --segments K` checks the whole run, for up to 64 disks"),
    ("path", "--verdict", "`trace --by twice-reader START GOAL` says it"),
    ("check mutants solve trace", "--engine", "the trace is the same: `compare --engine` has one"),
    ("prove equal", "--format", "one line says it; `check --format csv` says what is proved"),
    ("play", "--count", "`| head` takes the first of the frames that are printed in a pipe"),
    ("repair", "--most", "it prints up to 5"),
    ("repair", "--apply", "-o FILE writes the file with the first repair"),
    ("compare", "--baseline", "the times are relative to the first that is named: name it first"),
    ("infer", "--longest", "random words have up to 100 symbols"),
    ("check mutants prove repair", "--jobs", "there is one per core; `taskset` limits the cores"),
    ("check infer", "--seed", "it is always 1"),
    ("infer", "--draw", "`infer -o FILE.svg` draws it"),
    ("check infer prove", "--out", "the folder is the value of --draw, or name a file with -o"),
    ("at", "--disk", "each disk has a row"),
    ("explorer", "--by", "a machine is named without it, as in `explorer two-storey`"),
    ("export", "--schema", "`export --to json-schema` prints it"),
    ("minimize", "--to", "the ending of FILE in -o FILE names the format"),
    ("draw", "--by", "name the machine without it, or write `draw run N --by NAME`"),
    ("draw", "--scale", "--dpi says it: a screen has 96"),
    ("draw", "--direction", "--layout right says it"),
    ("draw", "--out", "a folder is named by -o, as in -o pictures/"),
    ("draw", "--renderer", "Graphviz's dot draws, where it is on PATH"),
    (PARTS, "--disks", "name their number without it, as in `draw graph 4`"),
    ("run graph", "--path", "name both ends without it: `draw run 100 011 --by shortest`"),
    ("graph tree disks", "--from", "it is drawn from 0 to 2; `draw graph START GOAL` is from any"),
    ("graph tree disks", "--to", "it is drawn from 0 to 2; `draw graph START GOAL` is to any"),
    (PARTS, "--format", "the ending of FILE in -o FILE names it"),
    (PARTS, "--dpi", "`draw NAME` has it; leave it out here"),
    ("export", "--disks", "the Hanoi graph is drawn, by `draw graph 2 -o graph.dot`"),
    ("demo", "--disks", "it is of four disks: `trace N` shows any run"),
    ("demo", "--out", "name the folder without it, as in `demo pictures`"),
)
"""What to say to some commands of an option that they had before."""


class Parser(ArgumentParser):
    """An `ArgumentParser` whose errors are bad input, and whose help must be written whole."""

    def error(self, message: str) -> NoReturn:
        words = message.replace("=", " ").split() if message.startswith("unrecognized") else []
        for word in words:
            for commands, option, told in GONE:
                if option == word and {*self.prog.split()} & {*commands.split()}:
                    message += f": {told}"
        raise BadInput(f"{message} (see `{self.prog} --help`)")

    def _parse_optional(self, arg_string: str) -> Any:
        """None for a name, as of standard input with a memory; else what may be an option."""
        return None if arg_string.startswith("-@") else super()._parse_optional(arg_string)

    def _get_value(self, action: Action, arg_string: str) -> Any:
        """The value of an argument; of a bad one argparse itself would leave out what is wrong."""
        convert: Any = action.type or str
        try:
            return convert(arg_string)
        except BadInput as error:
            raise ArgumentError(action, str(error)) from None

    def _check_value(self, action: Action, value: Any) -> None:
        """Refuse a value that is not one of the choices, with the one that may be meant."""
        if action.choices is not None and value not in (known := list(action.choices)):
            kind = str(action.metavar or action.dest).lower()
            raise ArgumentError(action, str(UnknownName.among(kind, value, known)))


def parse(words: Sequence[str], program: str = "") -> Namespace:
    """The options of a command, and its function as `run`; help calls it by its `program`, if any.

    That yields the lines to print and returns the exit code. Raises `BadInput` for wrong words.
    """
    name, *rest = words or [""]
    if name not in COMMANDS:
        return Namespace(run=partial(_without_command, words))
    from hanoi_fsm.cli.args import SHARED

    about: str = COMMANDS[name]
    module: Any = import_module(f"hanoi_fsm.cli.commands.{name}")
    if rest and rest[0] in getattr(module, "PARTS", ()):
        name, module = f"{name} {rest[0]}", module.PARTS[rest[0]]
        about, rest = module.about, rest[1:]
    command = Parser(
        prog=program or f"{NAME} {name}",
        description=f"{about[0].upper()}{about[1:]}.",
        epilog="\n".join(f"example: {NAME} {one}" for one in module.EXAMPLES),
        formatter_class=partial(RawDescriptionHelpFormatter, width=columns() - 2),
    )
    added = [
        command.add_argument(argument, **SHARED.get(argument, {}) | changes)
        for argument, changes in module.ARGUMENTS.items()
    ]
    command.set_defaults(run=module.run, actions={action.dest: action for action in added})
    if {"-h", "--help"} & {*rest}:
        return Namespace(run=lambda options: (one for one in [command.format_help().rstrip("\n")]))
    return command.parse_intermixed_args(rest)  # names may stand between its options


def _without_command(words: Sequence[str], options: Namespace) -> Iterator[str]:
    """The help or the version; raises `BadInput` for anything else."""
    from hanoi_fsm import __version__

    first = words[0] if words else ""
    if first in ("-h", "--help", "--version"):
        yield from [f"{NAME} {__version__}"] if first == "--version" else _help()
        return
    known = [word for word in words if word in COMMANDS]
    meant = next((word for word in words if nearest(word, list(COMMANDS))), first)
    wrong = str(UnknownName.among("command", meant, list(COMMANDS)))
    if not words:
        wrong = "a command is missing"
    elif known and first.startswith("-"):
        wrong = f"{shortened(first)} comes before the command: begin with `{NAME} {known[0]}`"
    elif first in RENAMED:
        wrong = f"unknown command {first!r}: {RENAMED[first]}"
    raise BadInput(f"{wrong} (see `{NAME} --help`)")


def _help() -> list[str]:
    lines = [ABOUT]
    for title, commands in GROUPS.items():
        lines += [title, *(f"  {name:8}  {about}" for name, about in commands.items()), ""]
    return [*lines, CODES]
