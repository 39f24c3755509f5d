"""The command `code`: an automaton as a program, in the SWITCH technology."""

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import args
from hanoi_fsm.fsm import codegen
from hanoi_fsm.hanoi import resolver

PYTHON, *OTHERS = codegen.LANGUAGES
EXTENSIONS = {"": PYTHON, "py": PYTHON, "c": "c", "js": "javascript"}


EXAMPLES = (
    "code two-storey",
    "code two-storey -o two-storey.py",
    "code two-storey -o two-storey.c",
    "code shortest --lang javascript",
)
ARGUMENTS: args.Arguments = {
    "name": {},
    "--lang": {
        "choices": codegen.LANGUAGES,
        "metavar": "LANGUAGE",
        "help": f"{PYTHON} (default): a program that needs this package, takes the arguments of "
        "`trace` and prints its rows; "
        f"{' or '.join(OTHERS)}: a self-contained program; or by the extension "
        "of FILE, .py, .c or .js",
    },
    "-o": {},
}


def run(options: Namespace) -> Iterator[str]:
    machine = resolver.find(options.name)
    args.report_reading(machine, options)
    language = options.lang or args.by_extension(options.file, EXTENSIONS, "--lang")
    if language == PYTHON:
        yield codegen.script(machine, options.name).rstrip("\n")
    else:
        yield codegen.code(machine, language)
