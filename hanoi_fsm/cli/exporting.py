"""The command `export`: an automaton as the text of another tool's format."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.fsm.errors import BadInput, UnknownName
from hanoi_fsm.hanoi import automata, solving

if TYPE_CHECKING:
    from hanoi_fsm.fsm.automaton import Automaton
    from hanoi_fsm.fsm.formats import Beside


def export(options: Namespace) -> int:
    """Write the automaton, or the schema."""
    from hanoi_fsm.fsm import formats

    if options.schema:
        write_lines([formats.schema().rstrip("\n")], options.file)
        return 0
    if options.name is None or options.to is None:
        missing = "--to FORMAT" if options.name else "a NAME"
        raise BadInput(f"export needs {missing}: as in `export two-storey --to mermaid`")
    automaton, beside = _handed(options.name, options.disks)
    write_lines([formats.export(automaton, options.to, beside)], options.file)
    return 0


def _handed(name: str, disks: int) -> tuple[Automaton, Beside]:
    """The automaton of that name, and what formats may want to know beside it."""
    from hanoi_fsm.fsm.formats import Beside
    from hanoi_fsm.hanoi.pictures.graph_automaton import NAME, hanoi_graph, places

    if name == NAME:
        return hanoi_graph(disks), Beside(places=places(disks))
    if not name.endswith(solving.FILES) and name not in automata.names():
        raise UnknownName.among("automaton", name, [*automata.names(), NAME])
    machine = solving.find(name)
    if isinstance(machine, solving.ReaderMachine):
        return machine.automaton, Beside(outputs=machine.reader.memory.symbols())
    return machine.automaton, Beside()
