"""The command `code`: an automaton as a program, in the SWITCH technology."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.fsm import codegen
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.hanoi import resolver


def configure(command: ArgumentParser) -> None:
    args.example(command, "code two-storey", "code two-storey --lang c -o two-storey.c")
    args.add(command, "name", "--memory")
    languages = " or ".join(codegen.LANGUAGES)
    command.add_argument(
        "--lang",
        default=next(iter(codegen.LANGUAGES)),
        metavar="LANGUAGE",
        help=f"{languages} (default: %(default)s)",
    )
    args.add(command, "-o")


def run(options: Namespace) -> int:
    if options.lang not in codegen.LANGUAGES:  # it is said before a file is read
        raise UnknownName.among("language", options.lang, list(codegen.LANGUAGES))
    machine = resolver.find(options.name, memory=options.memory)
    write_lines([codegen.code(machine, options.lang)], options.file)
    return FINE
