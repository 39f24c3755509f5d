"""The command `demo`: draw, read back, check and run, one command after the other."""

from shlex import join

from hanoi_fsm.cli.command import FINE, NAME, Arguments, LinesAndCode, Options
from hanoi_fsm.cli.parser import parse

MACHINE, FOLDER = "two-storey", "hanoi-diagrams"

EXAMPLES = ("demo pictures",)
ARGUMENTS: Arguments = {
    "folder": {
        "nargs": "?",
        "metavar": "FOLDER",
        "default": FOLDER,
        "help": f"folder to write into (default: {FOLDER})",
    }
}


def run(options: Options) -> LinesAndCode:
    """Print each command with its output below, and return the worst exit code."""
    dot, svg = (f"{options.folder}/{MACHINE}.{suffix}" for suffix in ("dot", "svg"))
    code = FINE
    for words in (
        ["draw", MACHINE, "-o", dot],
        ["draw", MACHINE, "-o", svg],
        ["equal", MACHINE, dot],
        ["check", dot],
        ["trace", "4"],
    ):
        yield f"$ {NAME} {join(words)}"
        command = parse(words)
        code = max(code, (yield from command.perform(command)) or FINE)
    return code
