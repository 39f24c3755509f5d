"""The command `demo`: run, draw, read back, check, all in one go."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.output import painter, progress_bar, say, wrapped, write_bytes, write_lines
from hanoi_fsm.cli.tables import table_lines
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.pegs import Task

DISKS, DISKS_CHECKED, FOLDER = 4, 10, "hanoi-diagrams"


def configure(command: ArgumentParser) -> None:
    args.example(command, "demo pictures")
    where = f"folder to write into (default: {FOLDER})"
    args.add(command, "folder", nargs="?", metavar="FOLDER", default=FOLDER, help=where)


def run(options: Namespace) -> int:
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
    from hanoi_fsm.hanoi import judge

    machine = resolver.find("two-storey")
    automaton = machine.automaton
    dot, svg = (Path(options.folder, f"two-storey.{suffix}") for suffix in ("dot", "svg"))
    diagram = Diagram.of(machine)
    write_bytes(diagram.dot.encode(), dot)
    write_bytes(diagram.render("svg"), svg)

    say(f"The four-step machine moves {Task(DISKS)}:\n")
    write_lines(table_lines(machine.kind.rows(machine.run(DISKS, views=True)), paint=painter()))

    same = resolver.find(dot).automaton == automaton
    with progress_bar(f"checking {dot}", machine.kind.work(DISKS_CHECKED)) as progress:
        report = judge.check(dot, DISKS_CHECKED, progress=progress)
    found = "the same" if same else "NOT the same"
    said = ["", f"diagram  {dot}", f"picture  {svg}"]
    said += [f"read     the diagram shows {found} machine: {automaton.sizes}"]
    write_lines(wrapped([*said, f"checked  {report}"]))
    return FINE if same and report.holds else FAILED
