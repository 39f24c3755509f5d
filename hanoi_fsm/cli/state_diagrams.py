"""The state diagrams that `draw` makes: what its options show on the diagram of a machine."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanoi_fsm.cli import args
from hanoi_fsm.cli.error_text import complain, one_line
from hanoi_fsm.cli.puzzle_pictures import PICTURES, task_of
from hanoi_fsm.fsm.errors import (
    BadInput,
    DefinitionError,
    RenderError,
    UnknownName,
    counted,
    cut,
    listed,
    printable,
    shortened,
)
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import automata, formulas, resolver
from hanoi_fsm.hanoi.pegs import Task

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.picture import Picture
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

DIAGRAM, TABLE, CONTROL = KINDS = "diagram", "table", "control"
LONGEST_STEM = 60  # characters of a path in the name of a file
LONGEST_PATH, MOST_FINDINGS = 40, 5
"""The most edges on the path to a fault that are numbered, and findings that are written down."""


def state_diagram(name: str, options: Namespace) -> tuple[str, Picture | bytes]:
    """The stem of the file, and the diagram or the SVG of the table of a machine."""
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
    from hanoi_fsm.fsm.diagrams.state_table import StateTable

    drawing = resolver.is_data(name)
    if not drawing and not resolver.is_python(name) and name not in automata.names():
        raise UnknownName.among("picture", name, [*automata.names(), *PICTURES])
    machine = resolver.find_unchecked(name, memory=options.memory)
    stem = stem_of(name, machine)
    if faults := machine.faults():
        return stem, _with_faults(machine, faults, options)
    if options.kind == TABLE:
        if options.format != "svg":
            other = f"not as {options.format}: ask for svg"
            raise RenderError(f"a state table is drawn as svg only, {other}")
        return f"{stem}-table", StateTable(machine).svg.encode()
    if options.kind == CONTROL:
        return f"{stem}-control", control_diagram(machine)
    diagram = Diagram.of(
        machine, lit=options.lit, layout=options.layout, direction=options.direction
    )
    for added in (_counts, _path, _pegs, _legend):
        diagram, suffix = added(diagram, machine, options)
        stem += suffix
    return stem, diagram


def control_diagram(machine: Machine) -> Diagram:
    """The diagram of a solver's control machine; raises `BadInput`, and `NotProved`."""
    from hanoi_fsm.hanoi.machines import Solver
    from hanoi_fsm.hanoi.proofs.control_machine import control_machine

    if not isinstance(machine, Solver):
        raise BadInput(f"{machine.shown} is not a solver: only solvers have a control machine")
    return control_machine(machine).diagram


def stem_of(name: str, machine: Machine) -> str:
    """How the file of a machine's picture is called: as its own file, or as its automaton."""
    named = resolver.is_data(name) and name != resolver.STANDARD_INPUT
    return Path(name).stem if named else re.sub(r"[^\w.-]+", "-", machine.name)


def _with_faults(machine: Machine, faults: Sequence[Finding], options: Namespace) -> Diagram:
    """The diagram with its faults in red, for which a warning is printed."""
    lines = list(map(str, faults))
    needs_a_run = (options.counts, options.path, options.pegs)
    if options.kind != DIAGRAM or any(one is not None for one in needs_a_run):
        raise DefinitionError(machine.shown, lines)
    complain(
        one_line(
            f"{machine.shown} is faulty, as its diagram shows in red: {listed(lines, 200, '; ')}"
        )
    )
    return faulty_diagram(machine, faults, layout=options.layout, direction=options.direction)


def faulty_diagram(machine: Machine, findings: Sequence[Finding], **options: Any) -> Diagram:
    """The diagram with what is wrong in red and written below, and the path to it numbered."""
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

    automaton = machine.automaton
    ends = [end for one in automaton.transitions for end in (one.source, one.target)]
    unknown = dict.fromkeys(end for end in (automaton.initial, *ends) if end)
    drawn = replace(automaton, states=tuple(dict.fromkeys([*automaton.states, *unknown])))
    known: set[Transition | str] = {*drawn.states, *drawn.transitions}
    faulty = {one.about for one in findings if one.about is not None} & known
    faulty |= set(drawn.states) - set(automaton.states)
    path: tuple[Transition, ...] = ()
    for one in findings:
        if one.path and not faulty:
            path = tuple(record.transition for record in one.path)
            faulty.add(path[-1])
        elif one.state in known and not faulty:
            faulty.add(one.state)
    shown = path if len(path) <= LONGEST_PATH else ()
    notes = list(map(str, findings[:MOST_FINDINGS]))
    if (more := len(findings) - MOST_FINDINGS) > 0:
        notes += [f"and {counted(more, 'more finding')}"]
    if shown:
        notes += ["the numbers say in which order the edges were taken"]
    return replace(
        Diagram.of(machine, **options), automaton=drawn, faulty=faulty, order=shown, notes=notes
    )


def _counts(diagram: Diagram, machine: Machine, options: Namespace) -> tuple[Diagram, str]:
    from hanoi_fsm.fsm.checking.counts import counts_caption
    from hanoi_fsm.fsm.diagrams.drawing import SHORT, count_text

    if options.counts is None:
        return diagram, ""
    if options.counts > args.MOST_DISKS_TO_RUN:
        from hanoi_fsm.hanoi.machines import Solver
        from hanoi_fsm.hanoi.proofs.subtowers import most_counted

        if most := most_counted(machine):
            args.check_runnable(options.counts, most)
        elif isinstance(machine, Solver):
            why = f"for {machine.shown}, which is counted by a run, as it is not proved"
            args.check_runnable(options.counts, why=why)
        else:
            args.check_runnable(options.counts)
    counts = machine.counts(options.counts)
    closed = machine.kind.closed_counts(options.counts)
    note = f"\N{MULTIPLICATION SIGN} n: how often, {machine.kind.counted_over(options.counts)}"
    if closed:
        note += "; (n): by the closed formula"
    if any(count_text(count, SHORT) != number_text(count) for count in counts.values()):
        note += "; 1.00e6 is 1.00 times 10^6, rounded: point at an edge for the exact count"
    counted = replace(
        diagram,
        counts=counts,
        closed=closed,
        caption=counts_caption(machine, options.counts),
        notes=[*diagram.notes, note],
    )
    return counted, f"-counts-{options.counts}"


def _path(diagram: Diagram, machine: Machine, options: Namespace) -> tuple[Diagram, str]:
    """Highlight and number what a path takes: steps of a solver, or what others read."""
    if options.path is None:
        return diagram, ""
    if "start" in machine.kind.options:
        task = _task_of_path(options)
        steps = _steps(options.path, task)
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
    if re.fullmatch(args.STEPS, " ".join(options.path)):
        raise BadInput(
            f"{machine.shown} is not a solver, it has no steps: give --path what it reads, "
            "as in `trace`"
        )
    return list(machine.run(*machine.kind.parse(options.path)))


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


def _steps(path: Sequence[str], task: Task) -> range:
    steps = args.steps("--path", " ".join(path))
    args.check_runnable(task.disks)
    for step in (steps[0], steps[-1]):
        formulas.check_step(step, task, first=1)
    return steps


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
    if "start" not in machine.kind.options:
        raise BadInput(f"{machine.shown} is not a solver, no disks move: leave --pegs out")
    task = Task(disks)
    pegs_inset(task.start)  # too many disks are refused before the run
    entered = first_entries(machine.automaton.initial, task.start, machine.run(disks))
    insets = {state: pegs_inset(configuration) for state, configuration in entered.items()}
    note = f"in each state: the pegs when a run with {counted(disks, 'disk')} first enters it"
    return replace(diagram, insets=insets, notes=[*diagram.notes, note]), f"-pegs-{disks}"


def _legend(diagram: Diagram, machine: Machine, options: Namespace) -> tuple[Diagram, str]:
    from hanoi_fsm.fsm.diagrams.state_diagram import legend

    if not options.legend:
        return diagram, ""
    meanings = legend(machine.automaton, machine.vocabulary)
    gap = [""] if diagram.notes and meanings else []
    return replace(diagram, notes=[*diagram.notes, *gap, *meanings]), ""
