"""The command `draw`: state diagrams, and pictures of the puzzle, into the files of a folder."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from hanoi_fsm.cli import FINE, args
from hanoi_fsm.cli.files import refuse_own_input, write_bytes
from hanoi_fsm.cli.puzzle_pictures import DISKS, PICTURES, TAKE_TASK, drawn, task_of
from hanoi_fsm.fsm.errors import BadInput, UnknownName, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import automata, formulas, resolver
from hanoi_fsm.hanoi.pegs import Task

DIAGRAM, TABLE = "diagram", "table"


def configure(command: ArgumentParser) -> None:
    args.example(command, "draw two-storey --counts 6")
    args.add(
        command,
        "names",
        help="automata, DOT or JSON files, FILE.py:NAME, hanoi-graph, recursion-tree, "
        "move-tree, disk-table, or `run` for the filmstrip of a run (default: all automata)",
    )
    args.add(command, "--memory")
    args.add(command, "--disks", help=f"number of disks in a picture of the puzzle ({DISKS})")
    args.add(command, "--from", "--to")
    command.add_argument(
        "--path",
        nargs="+",
        metavar=("STEP..STEP", "GOAL"),
        help="STEP..STEP highlights the states and transitions used in these steps; START GOAL the "
        "shortest path between two configurations in hanoi-graph",
    )
    command.add_argument(
        "--as",
        dest="kind",
        default=DIAGRAM,
        metavar="KIND",
        help="diagram (default) or table: a row per state, a column per event",
    )
    args.add(command, "--out")
    args.add(command, "--format", default="svg", help="svg (default), dot, png or pdf")
    args.number(command, "--counts", "N", "label edges with their counts, for N disks or N events")
    args.add(command, "--lit", action="append", default=[], metavar="STATE", help="highlight STATE")
    args.add(command, "--renderer", default="auto", metavar="R", help="auto (default), dot or wasm")


def run(options: Namespace) -> int:
    """Write the pictures and print their paths; nothing is written unless all can be drawn."""
    from hanoi_fsm.fsm.diagrams.render import FORMATS, RENDERERS

    if options.format not in ("dot", *FORMATS):
        raise UnknownName.among("picture format", options.format, ("dot", *FORMATS))
    if options.renderer not in RENDERERS:
        raise UnknownName.among("renderer", options.renderer, RENDERERS)
    if options.kind not in (DIAGRAM, TABLE):
        raise UnknownName.among("kind of picture", options.kind, (DIAGRAM, TABLE))
    pictures = {}
    for name in dict.fromkeys(options.names or _drawn_unless_named(options)):
        _refuse_idle_options(name, options)
        stem, content = PICTURES.get(name, _state_diagram)(name, options)
        file = f"{stem}.{options.format}"
        if file in pictures:
            raise BadInput(f"two pictures would both be called {file}: draw them one at a time")
        pictures[file] = content
    refuse_own_input(options, *(Path(options.out, file) for file in pictures))
    for file, content in pictures.items():
        write_bytes(content, Path(options.out, file))
        print(Path(options.out, file))
    return FINE


def _drawn_unless_named(options: Namespace) -> list[str]:
    """All automata; as tables those with several events."""
    if options.kind == DIAGRAM:
        return automata.names()
    return [name for name in automata.names() if len(automata.get(name).automaton.events) > 1]


def _refuse_idle_options(name: str, options: Namespace) -> None:
    graph, of_puzzle, task = name == "hanoi-graph", name in PICTURES, name in TAKE_TASK
    path, diagrams = options.path is not None, "state diagrams"
    diagram = not of_puzzle and options.kind == DIAGRAM
    kind = None if options.kind == DIAGRAM else options.kind
    renderer = None if options.renderer == "auto" else options.renderer
    for flag, value, meant_for, suits in (
        ("--path", options.path, "hanoi-graph and solvers", graph or diagram),
        ("--memory", options.memory, "DOT and JSON files", not of_puzzle),
        ("--from", options.source, ", ".join(TAKE_TASK), task),
        ("--to", options.target, ", ".join(TAKE_TASK), task),
        ("--disks", options.disks, "pictures of the puzzle and --path", of_puzzle or path),
        ("--counts", options.counts, diagrams, diagram),
        ("--lit", options.lit or None, diagrams, diagram),
        ("--as", kind, "automata", not of_puzzle),
        ("--renderer", renderer, "rendered diagrams", name != "run"),
    ):
        if value is not None and not suits:
            what = shortened(name) if of_puzzle or diagram else f"the table of {shortened(name)}"
            raise BadInput(f"{flag} is for {meant_for}, not for {what}: leave it out")


def _state_diagram(name: str, options: Namespace) -> tuple[str, bytes]:
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
    from hanoi_fsm.fsm.diagrams.state_table import StateTable

    drawing = resolver.is_data(name)
    if not drawing and not resolver.is_python(name) and name not in automata.names():
        raise UnknownName.among("picture", name, [*automata.names(), *PICTURES])
    machine = resolver.find(name, memory=options.memory)
    named = drawing and name != resolver.STANDARD_INPUT
    stem = Path(name).stem if named else re.sub(r"[^\w.-]+", "-", machine.name)
    if options.kind == TABLE:
        return f"{stem}-table", drawn(StateTable(machine), options)
    diagram = Diagram(machine.automaton, options.lit)
    if options.counts is not None:
        args.check_runnable(options.counts)
        counts = machine.counts(options.counts)
        closed = machine.closed_counts(options.counts)
        diagram = replace(diagram, counts=counts, closed=closed)
        stem = f"{stem}-counts-{options.counts}"
    if options.path is not None:
        task = _task_of_path(options)
        steps = _steps(machine, options.path, task)
        records = list(_stretch(machine, task, steps))
        states = {state for one in records for state in (one.state, one.next_state)}
        taken = {one.transition for one in records}
        diagram = replace(diagram, lit=[*options.lit, *sorted(states)], taken=taken)
        stem = f"{stem}-steps-{steps[0]}-to-{steps[-1]}"
    return stem, drawn(diagram, options)


def _task_of_path(options: Namespace) -> Task:
    """The run of which --path shows some steps; counts in the same picture must be its own."""
    if options.counts is None:
        return task_of(options)
    if options.disks not in (None, options.counts):
        raise BadInput(
            f"--counts {options.counts} and --path of {shortened(options.disks)} disks are two "
            "runs: leave --disks out, or draw two pictures"
        )
    return Task(options.counts)


def _steps(machine: Machine, path: list[str], task: Task) -> range:
    written = shortened(" ".join(path))
    found = re.fullmatch(r"([0-9]+) *\.\. *([0-9]+)", " ".join(path))
    if found is None:
        raise BadInput(f"invalid --path {written} for {machine.shown!r}: write --path STEP..STEP")
    if "start" not in machine.options:
        raise BadInput(f"{machine.shown} is not a solver, it has no steps: leave --path out")
    args.check_runnable(task.disks)
    first, last = map(int, found.groups())
    formulas.check_step(first, task, first=1)
    formulas.check_step(last, task, first=1)
    if last < first:
        raise BadInput(f"--path {written} runs backwards: write --path {last}..{first}")
    return range(first, last + 1)


def _stretch(machine: Machine, task: Task, steps: range) -> Iterator[Record]:
    """The records of these steps of a run, those between two moves included."""
    step = 1
    for record in machine.run(task.disks):
        if step > steps[-1]:
            return
        if step in steps:
            yield record
        step += record.output is not None
