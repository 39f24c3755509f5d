"""The state diagrams that `draw` makes: what its options show on the diagram of a machine."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hanoi_fsm.cli import args
from hanoi_fsm.cli.puzzle_pictures import PICTURES, drawn, task_of
from hanoi_fsm.fsm.errors import (
    BadInput,
    UnknownName,
    counted,
    cut,
    printable,
    shortened,
)
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import automata, formulas, resolver
from hanoi_fsm.hanoi.pegs import Task

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

TABLE = "table"
LONGEST_STEM = 60  # characters of a path in the name of a file


def state_diagram(name: str, options: Namespace) -> tuple[str, bytes]:
    """The stem of the file, and the diagram or the table of a machine in the format asked for."""
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
    diagram = Diagram.of(
        machine, lit=options.lit, layout=options.layout, direction=options.direction
    )
    for added in (_counts, _path, _pegs, _legend):
        diagram, suffix = added(diagram, machine, options)
        stem += suffix
    return stem, drawn(diagram, options)


def _counts(diagram: Diagram, machine: Machine, options: Namespace) -> tuple[Diagram, str]:
    if options.counts is None:
        return diagram, ""
    args.check_runnable(options.counts)
    counts = machine.counts(options.counts)
    closed = machine.closed_counts(options.counts)
    note = f"\N{MULTIPLICATION SIGN} n: how often, {machine.counted_over(options.counts)}"
    if closed:
        note += "; (n): by the closed formula"
    notes = [*diagram.notes, note]
    return replace(diagram, counts=counts, closed=closed, notes=notes), f"-counts-{options.counts}"


def _path(diagram: Diagram, machine: Machine, options: Namespace) -> tuple[Diagram, str]:
    """Highlight and number what a path takes: steps of a solver, or what others read."""
    if options.path is None:
        return diagram, ""
    if "start" in machine.options:
        task = _task_of_path(options)
        steps = _steps(machine, options.path, task)
        records = list(_stretch(machine, task, steps))
        suffix = f"-steps-{steps[0]}-to-{steps[-1]}"
        what = f"step {steps[0]}" if len(steps) == 1 else f"steps {steps[0]} to {steps[-1]}"
        note = f"highlighted: {what} with {counted(task.disks, 'disk')}"
    else:
        records = _read(machine, options)
        words = " ".join(options.path)
        suffix = f"-path-{re.sub(r'[^0-9A-Za-z.]+', '-', words)[:LONGEST_STEM]}"
        note = f"highlighted: the run for {cut(printable(words), 80)}"
    order = tuple(one.transition for one in records)
    states = {state for one in records for state in (one.state, one.next_state)}
    states |= set() if records else {machine.automaton.initial}
    numbered = "; the numbers say in which order the edges are taken" if len(order) > 1 else ""
    return (
        replace(
            diagram,
            lit=[*options.lit, *sorted(states)],
            taken=frozenset(order),
            order=order,
            notes=[*diagram.notes, note + numbered],
        ),
        suffix,
    )


def _read(machine: Machine, options: Namespace) -> list[Record]:
    if options.counts is not None:
        raise BadInput(
            f"--counts are those of all runs, --path is one run of {machine.shown}: leave one out"
        )
    if options.disks is not None:
        raise BadInput(f"--disks is for the path of a solver, not of {machine.shown}: leave it out")
    if re.fullmatch(r"[0-9]+ *\.\. *[0-9]+", " ".join(options.path)):
        raise BadInput(
            f"{machine.shown} is not a solver, it has no steps: give --path what it reads, "
            "as in `trace`"
        )
    return list(machine.run(*machine.parse(options.path)))


def _task_of_path(options: Namespace) -> Task:
    """The run of which --path shows some steps; counts in the same picture must be its own."""
    disks = options.counts if options.counts is not None else options.pegs
    if disks is None:
        return task_of(options)
    if options.disks not in (None, disks):
        flag = "--counts" if options.counts is not None else "--pegs"
        raise BadInput(
            f"{flag} {disks} and --path of {shortened(options.disks)} disks are two "
            "runs: leave --disks out, or draw two pictures"
        )
    return Task(disks)


def _steps(machine: Machine, path: Sequence[str], task: Task) -> range:
    written = shortened(" ".join(path))
    found = re.fullmatch(r"([0-9]+) *(?:\.\. *([0-9]+))?", " ".join(path))
    if found is None:
        raise BadInput(f"invalid --path {written} for {machine.shown!r}: write --path STEP..STEP")
    args.check_runnable(task.disks)
    first, last = int(found[1]), int(found[2] or found[1])
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


def _pegs(diagram: Diagram, machine: Machine, options: Namespace) -> tuple[Diagram, str]:
    """Draw the pegs in each state as they are when a run first enters it."""
    from hanoi_fsm.hanoi.pictures.insets import first_entries, pegs_inset

    disks = options.pegs
    if disks is None:
        return diagram, ""
    if options.counts not in (None, disks):
        raise BadInput(
            f"--pegs {disks} and --counts {options.counts} are two runs: give the same number"
        )
    if "start" not in machine.options:
        raise BadInput(f"{machine.shown} is not a solver, no disks move: leave --pegs out")
    task = Task(disks)
    pegs_inset(task.start)  # too many disks are refused before the run
    entered = first_entries(machine.automaton.initial, task.start, machine.run(disks))
    insets = {state: pegs_inset(configuration) for state, configuration in entered.items()}
    note = f"in each state: the pegs when a run with {counted(disks, 'disk')} first enters it"
    return replace(diagram, insets=insets, notes=[*diagram.notes, note]), f"-pegs-{disks}"


def _legend(diagram: Diagram, machine: Machine, options: Namespace) -> tuple[Diagram, str]:
    from hanoi_fsm.fsm.diagrams.legend import legend

    if not options.legend:
        return diagram, ""
    meanings = legend(machine.automaton, machine.vocabulary)
    gap = [""] if diagram.notes and meanings else []
    return replace(diagram, notes=[*diagram.notes, *gap, *meanings]), ""
