"""The command `draw`: state diagrams, and pictures of the puzzle, into the files of a folder."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from hanoi_fsm.cli import FINE
from hanoi_fsm.cli.arguments import add_example, add_memory, add_out, check_runnable, whole
from hanoi_fsm.cli.files import folder_for, write_bytes
from hanoi_fsm.cli.puzzle_pictures import DISKS, PICTURES, TAKE_TASK, disks_of, drawn
from hanoi_fsm.fsm.errors import BadInput, UnknownName, shortened
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import automata, formulas, resolver
from hanoi_fsm.hanoi.pegs import Task


def configure(command: ArgumentParser) -> None:
    """Add the arguments."""
    add_example(command, "draw two-storey --counts 6")
    command.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="automata, DOT or JSON files, FILE.py:NAME, hanoi-graph, recursion-tree, "
        "move-tree, disk-table, or `run` for the filmstrip of a run (default: all automata)",
    )
    add_memory(command)
    command.add_argument(
        "--disks",
        type=whole,
        metavar="N",
        help=f"the number of disks in a picture of the puzzle (default: {DISKS})",
    )
    command.add_argument(
        "--from", dest="source", type=whole, metavar="PEG", help="of the puzzle (default: 0)"
    )
    command.add_argument(
        "--to", dest="target", type=whole, metavar="PEG", help="of the puzzle (default: 2)"
    )
    command.add_argument(
        "--path",
        nargs="+",
        metavar=("STEP..STEP", "GOAL"),
        help="of a solver highlight what these steps of --disks N pass; of hanoi-graph, with "
        "START GOAL, the shortest path between two configurations",
    )
    add_out(command)
    command.add_argument(
        "--format", default="svg", metavar="FORMAT", help="svg (default), dot, png or pdf"
    )
    command.add_argument(
        "--counts", type=whole, metavar="N", help="label every edge with how often N disks pass it"
    )
    command.add_argument(
        "--lit", action="append", default=[], metavar="STATE", help="highlight a state"
    )
    command.add_argument(
        "--renderer", default="auto", metavar="R", help="auto (default), dot or wasm"
    )


def run(options: Namespace) -> int:
    """Write the pictures and print their paths; nothing is written unless all can be drawn."""
    from hanoi_fsm.fsm.diagrams.render import FORMATS

    if options.format not in ("dot", *FORMATS):
        raise UnknownName.among("picture format", options.format, ("dot", *FORMATS))
    names = list(dict.fromkeys(options.names or automata.names()))
    _refuse_idle_options(names, options)
    pictures = {}
    for name in names:
        stem, content = PICTURES.get(name, _state_diagram)(name, options)
        file = f"{stem}.{options.format}"
        if file in pictures:
            raise BadInput(f"two of the pictures would be called {file}: draw them one by one")
        pictures[file] = content
    folder = folder_for(options.out)
    for file, content in pictures.items():
        write_bytes(content, folder / file)
        print(folder / file)
    return FINE


def _refuse_idle_options(names: list[str], options: Namespace) -> None:
    """Raise `BadInput` for an option that one of the pictures would ignore."""
    for name in names:
        if options.path is not None and name in PICTURES and name != "hanoi-graph":
            raise BadInput(f"--path is for hanoi-graph and solvers, not for {name}: leave it out")
    for written, value in (("--from", options.source), ("--to", options.target)):
        for name in names:
            if value is not None and name not in TAKE_TASK:
                raise BadInput(
                    f"{written} is for {', '.join(TAKE_TASK)} only, not for {shortened(name)}: "
                    "leave it out"
                )


def _state_diagram(name: str, options: Namespace) -> tuple[str, bytes]:
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

    machine = _machine(name, options)
    stem = Path(name).stem if name.endswith(resolver.FILES) else _safe(machine.name)
    diagram = Diagram(machine.automaton, options.lit)
    if options.counts is not None:
        check_runnable(options.counts)
        counts = machine.counts(options.counts)
        closed = machine.closed_counts(options.counts)
        diagram = replace(diagram, counts=counts, closed=closed)
        stem = f"{stem}-counts-{options.counts}"
    if options.path is not None:
        first, last = _steps(name, options.path)
        records = list(_stretch(machine, disks_of(options), first, last))
        states = {state for one in records for state in (one.state, one.next_state)}
        taken = {one.transition for one in records}
        diagram = replace(diagram, lit=[*options.lit, *sorted(states)], taken=taken)
        stem = f"{stem}-steps-{first}-to-{last}"
    return stem, drawn(diagram, options)


def _machine(name: str, options: Namespace) -> Machine:
    if not name.endswith(resolver.FILES) and not resolver.is_python(name):
        if name not in automata.names():
            raise UnknownName.among("picture", name, [*automata.names(), *PICTURES])
        return resolver.find(name)
    return resolver.find(name, memory=options.memory)


def _safe(name: str) -> str:
    """A name as part of a file's name."""
    return re.sub(r"[^\w.-]+", "-", name)


def _steps(name: str, words: list[str]) -> tuple[int, int]:
    """The first and the last step of `--path STEP..STEP`."""
    first, dots, last = words[0].partition("..")
    if len(words) != 1 or not dots or not (first.isdecimal() and last.isdecimal()):
        raise BadInput(
            f"of {shortened(name)} --path lights a stretch of the run: write --path STEP..STEP"
        )
    return int(first), int(last)


def _stretch(machine: Machine, disks: int, first: int, last: int) -> Iterator[Record]:
    """The records of the steps `first` .. `last` of a run, those between two moves included."""
    if "start" not in machine.options:
        raise BadInput(f"{machine.shown} is not a solver, it has no steps: leave --path out")
    formulas.check_step(first, Task(disks), first=1)
    formulas.check_step(last, Task(disks), first=first)
    check_runnable(disks)
    step = 1
    for record in machine.run(disks):
        if step > last:
            return
        if step >= first:
            yield record
        step += record.output is not None
