"""The command `export`: an automaton as the text of another tool's format."""

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.fsm import formats
from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.pictures import sierpinski

DISKS = 3
"""The number of disks of the exported Hanoi graph, by default."""


def configure(command: ArgumentParser) -> None:
    args.example(command, "export two-storey --to scxml -o two-storey.scxml")
    args.add(command, "name", nargs="?", help=f"{args.MACHINE}; or hanoi-graph")
    command.add_argument("--to", metavar="FORMAT", help=", ".join(formats.FORMATS))
    args.add(command, "--disks", help=f"disks of the hanoi-graph (default: {DISKS})")
    command.add_argument("--schema", action="store_true", help="print the JSON Schema of json")
    args.add(command, "-o")


def run(options: Namespace) -> int:
    name = options.name
    if options.schema:
        args.refuse_idle(options, "with --schema", "name", "to", "disks")
        text = formats.schema().rstrip("\n")
    elif name is None or options.to is None:
        missing = "--to FORMAT" if name else "a NAME"
        raise BadInput(f"export needs {missing}: as in `export two-storey --to mermaid`")
    elif name == sierpinski.NAME:
        disks = DISKS if options.disks is None else options.disks
        context = formats.ExportContext(places=sierpinski.places(disks))
        text = formats.export(sierpinski.hanoi_graph(disks), options.to, context)
    else:
        args.refuse_idle(options, f"for {shortened(name)}", "disks")
        machine = resolver.find(name)
        context = formats.ExportContext(
            outputs=machine.outputs, meanings=machine.meanings, layout=machine.layout
        )
        text = formats.export(machine.automaton, options.to, context)
    write_lines([text], options.file)
    return FINE
