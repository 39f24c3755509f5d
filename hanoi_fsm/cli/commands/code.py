"""The command `code`: an automaton as a program, in the SWITCH technology."""

from argparse import Namespace
from collections.abc import Iterator

from hanoi_fsm.cli import args
from hanoi_fsm.fsm import codegen
from hanoi_fsm.hanoi import resolver

PYTHON = next(iter(codegen.LANGUAGES))


EXAMPLES = (
    "code two-storey",
    "code two-storey -o two-storey.py",
    "code two-storey --lang c -o two-storey.c",
    "code shortest --lang javascript -o shortest.js",
)
ARGUMENTS: args.Arguments = {
    "name": {},
    "--lang": {
        "default": PYTHON,
        "choices": tuple(codegen.LANGUAGES),
        "metavar": "LANGUAGE",
        "help": "%(default)s (default): a program that needs this package, prints what `trace` "
        "prints, and takes the same words, or none where the machine runs by itself; "
        f"{' or '.join([*codegen.LANGUAGES][1:])}: a program that needs nothing, as the memory is "
        "in it",
    },
    "-o": {},
}


def run(options: Namespace) -> Iterator[str]:
    machine = resolver.find(options.name)
    if options.lang == PYTHON:
        yield codegen.script(machine.automaton, options.name).rstrip("\n")
    else:
        yield codegen.code(machine, options.lang)
