"""The command `export`: an automaton as the text of another tool's format."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FINE
from hanoi_fsm.cli.arguments import MACHINE, add_example, add_file, add_memory, whole
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.fsm import formats
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.pictures import graph_automaton


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "export two-storey --to scxml -o two-storey.scxml")
    command.add_argument("name", nargs="?", metavar="NAME", help=f"{MACHINE}, or hanoi-graph")
    add_memory(command)
    command.add_argument(
        "--to", metavar="FORMAT", help="dot, mermaid, plantuml, scxml, jflap, transitions or json"
    )
    command.add_argument(
        "--disks", type=whole, default=3, metavar="N", help="of the hanoi-graph (default: 3)"
    )
    command.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of the format json"
    )
    add_file(command)


def run(options: Namespace) -> int:
    """Write the automaton, or the schema."""
    if options.schema:
        write_lines([formats.schema().rstrip("\n")], options.file)
        return FINE
    if options.name is None or options.to is None:
        missing = "--to FORMAT" if options.name else "a NAME"
        raise BadInput(f"export needs {missing}: as in `export two-storey --to mermaid`")
    automaton, beside = _subject(options.name, options.disks, options.memory)
    write_lines([formats.export(automaton, options.to, beside)], options.file)
    return FINE


def _subject(name: str, disks: int, memory: str | None) -> tuple[Automaton, formats.Beside]:
    """The automaton of that name, and what some formats need beside it."""
    if name == graph_automaton.NAME:
        places = graph_automaton.places(disks)
        return graph_automaton.hanoi_graph(disks), formats.Beside(places=places)
    machine = resolver.find(name, memory=memory)
    return machine.automaton, formats.Beside(outputs=machine.outputs)
