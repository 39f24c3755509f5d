"""The command `code`: an automaton as a program, in the SWITCH technology."""

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import args
from hanoi_fsm.fsm import codegen
from hanoi_fsm.hanoi import resolver

PYTHON = next(iter(codegen.LANGUAGES))
EXTENSIONS = {"c": "c", "js": "javascript"}


EXAMPLES = (
    "code two-storey",
    "code two-storey -o two-storey.py",
    "code two-storey -o two-storey.c",
    "code shortest --lang javascript",
)
ARGUMENTS: args.Arguments = {
    "name": {},
    "--lang": {
        "choices": tuple(codegen.LANGUAGES),
        "metavar": "LANGUAGE",
        "help": f"{PYTHON} (default): a program that needs this package, prints what `trace` "
        "prints, and takes the same words, or none where the machine runs by itself; "
        f"{' or '.join([*codegen.LANGUAGES][1:])}: a program that needs nothing, as the memory is "
        "in it; or by the extension of FILE, .c or .js",
    },
    "-o": {},
}


def run(options: Namespace) -> Iterator[str]:
    machine = resolver.find(options.name)
    extension = (options.file or "").rpartition(".")[2]
    language = options.lang or EXTENSIONS.get(extension, PYTHON)
    if language == PYTHON:
        yield codegen.script(machine.automaton, options.name).rstrip("\n")
    else:
        yield codegen.code(machine, language)
