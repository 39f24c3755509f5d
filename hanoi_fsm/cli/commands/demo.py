"""The command `demo`: run, draw, read back, check, all in one go."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hanoi_fsm.cli import FAILED, FINE
from hanoi_fsm.cli.arguments import add_example, add_out, whole
from hanoi_fsm.cli.files import folder_for, write_bytes
from hanoi_fsm.cli.output import write_lines
from hanoi_fsm.cli.tables import table_lines
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.pegs import Task


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "demo --disks 4")
    command.add_argument("--disks", type=whole, default=4, metavar="N", help="default: 4")
    add_out(command)


def run(options: Namespace) -> int:
    """Do it; 1 where the diagram does not hold."""
    from hanoi_fsm.fsm.diagrams.dot_reader import read_file
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
    from hanoi_fsm.hanoi import checking

    disks = Task(options.disks).disks
    machine = resolver.find("two-storey")
    automaton = machine.automaton
    folder = folder_for(options.out)
    dot, svg = folder / "two-storey.dot", folder / "two-storey.svg"
    diagram = Diagram(automaton)
    write_bytes(diagram.dot.encode(), dot)
    write_bytes(diagram.render("svg"), svg)

    print(f"The four-step machine moves {disks} disks from peg 0 to peg 2:\n")
    write_lines(table_lines(machine.rows(machine.run(disks, views=True))))

    same = read_file(dot).automaton == automaton
    report = checking.check(dot)
    print(f"\ndiagram  {dot}\npicture  {svg}")
    states, rows = len(automaton.states), len(automaton.transitions)
    print(
        f"read     the diagram shows {'the same' if same else 'NOT the same'} machine: "
        f"{states} states, {rows} transitions"
    )
    print(f"checked  {report}")
    return FINE if same and report.holds else FAILED
