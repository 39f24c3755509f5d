"""The command `code`: an automaton as a program, in the SWITCH technology."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.fsm import codegen
from hanoi_fsm.fsm.errors import BadInput, UnknownName
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import resolver

PYTHON = next(iter(codegen.LANGUAGES))


def configure(command: ArgumentParser) -> None:
    args.example(
        command,
        "code two-storey",
        "code two-storey --inline -o two-storey.py",
        "code two-storey --lang c -o two-storey.c",
    )
    args.add(command, "name", "--memory")
    languages = " or ".join(codegen.LANGUAGES)
    command.add_argument(
        "--lang",
        default=PYTHON,
        metavar="LANGUAGE",
        help=f"{languages} (default: %(default)s); either runs on its own: the one in Python "
        "prints what `trace` prints, and takes the same words",
    )
    command.add_argument(
        "--inline",
        action="store_true",
        help="inline the memory's methods; the program then counts how often each transition is "
        "taken in a run",
    )
    args.add(command, "-o")


def run(options: Namespace) -> int:
    if options.lang not in codegen.LANGUAGES:  # it is said before a file is read
        raise UnknownName.among("language", options.lang, list(codegen.LANGUAGES))
    if options.lang != PYTHON:
        args.refuse_idle(options, f"with --lang {options.lang}", "inline")
    elif options.name == resolver.STANDARD_INPUT:
        raise BadInput(
            "the program reads its diagram again, which `-` cannot be: save standard input as a "
            "file that ends in .dot or .json, and name that"
        )
    machine = resolver.find(options.name, memory=options.memory)
    write_lines([_text(machine, options)], options.file)
    return FINE


def _text(machine: Machine, options: Namespace) -> str:
    if options.lang != PYTHON:
        return codegen.code(machine, options.lang)
    from hanoi_fsm.fsm.codegen.script import script

    memory = next(machine.starts_up_to(machine.explored_size)).make()
    text = script(machine.automaton, memory, options.name, of=options.memory, inline=options.inline)
    return text.rstrip("\n")
