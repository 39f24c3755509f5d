"""The command `export`: an automaton as the text of another tool's format."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.fsm import formats
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.hanoi import resolver

SCHEMA = "json-schema"
KINDS = f"{', '.join(formats.FORMATS)}; or, without a NAME, {SCHEMA}, the JSON Schema of json"


def configure(command: ArgumentParser) -> None:
    args.example(command, "export two-storey --to scxml -o two-storey.scxml")
    args.add(command, "name", nargs="?")
    command.add_argument("--to", metavar="FORMAT", help=KINDS)
    args.add(command, "-o")


def run(options: Namespace) -> int:
    name = options.name
    if options.to == SCHEMA:
        args.refuse_idle(options, f"with {SCHEMA}", "name")
        text = formats.schema().rstrip("\n")
    elif name is None or options.to is None:
        missing = "--to FORMAT" if name else "a NAME"
        raise BadInput(f"export needs {missing}: as in `export two-storey --to mermaid`")
    else:
        text = formats.export(resolver.find(name), options.to)
    write_lines([text], options.file)
    return FINE
