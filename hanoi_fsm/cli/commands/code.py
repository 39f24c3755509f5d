"""The command `code`: an automaton as a program, in the SWITCH technology."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.fsm import codegen
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.hanoi import resolver

PYTHON = next(iter(codegen.LANGUAGES))


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "code two-storey",
        "code two-storey -o two-storey.py",
        "code two-storey --lang c -o two-storey.c",
        "code shortest --lang javascript -o shortest.js",
    )
    args.add(command, "name")
    others = " or ".join([*codegen.LANGUAGES][1:])
    command.add_argument(
        "--lang",
        default=PYTHON,
        choices=tuple(codegen.LANGUAGES),
        metavar="LANGUAGE",
        help=f"%(default)s (default): a program that needs this package, prints what `trace` "
        f"prints, and takes the same words; {others}: a program that needs nothing, as the memory "
        "is in it",
    )
    args.add(command, "-o")


def run(options: Namespace) -> int:
    if options.lang == PYTHON and resolver.parted(options.name)[0] == resolver.STANDARD_INPUT:
        raise BadInput(
            "the program reads its diagram again, which `-` cannot be: save standard input as a "
            "file that ends in .dot or .json, and name that"
        )
    machine = resolver.find(options.name)
    if options.lang == PYTHON:
        text = codegen.script(machine.automaton, options.name).rstrip("\n")
    else:
        text = codegen.code(machine, options.lang)
    write_lines([text], options.file)
    return FINE
