"""The command `demo`: run, draw, read back, check, all in one go."""

from argparse import Namespace
from pathlib import Path

from hanoi_fsm.cli import FAILED, FINE, args
from hanoi_fsm.cli.output import Lines, progress_bar, wrapped
from hanoi_fsm.cli.tables import table_lines
from hanoi_fsm.fsm.files import write
from hanoi_fsm.hanoi import resolver
from hanoi_fsm.hanoi.pegs import Task

DISKS, DISKS_CHECKED, FOLDER = 4, 10, "hanoi-diagrams"


EXAMPLES = ("demo pictures",)
ARGUMENTS: args.Arguments = {
    "folder": {
        "nargs": "?",
        "metavar": "FOLDER",
        "default": FOLDER,
        "help": f"folder to write into (default: {FOLDER})",
    }
}


def run(options: Namespace) -> Lines:
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
    from hanoi_fsm.hanoi import judge

    machine = resolver.find("two-storey")
    diagram = Diagram.of(machine)
    dot, svg = (Path(options.folder, f"two-storey.{suffix}") for suffix in ("dot", "svg"))
    write(diagram.dot, dot)
    write(diagram.render("svg"), svg)
    yield f"The four-step machine moves {Task(DISKS)}:\n"
    yield from table_lines(machine.rows(machine.run(DISKS, views=True)))
    with progress_bar(f"checking {dot}", None) as progress:
        report = judge.check(dot, DISKS_CHECKED, progress=progress)
    same = resolver.find(dot).automaton == machine.automaton
    read = f"the diagram shows {'the same' if same else 'NOT the same'} machine"
    yield from ("", f"diagram  {dot}", f"picture  {svg}")
    said = [f"read     {read}: {machine.automaton.sizes}", f"checked  {report}"]
    yield from wrapped(said, deeper=9)
    return FINE if same and report.holds else FAILED
