"""State diagrams of the command line: what its options show on the diagram of a machine."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanoi_fsm.cli import args
from hanoi_fsm.cli.error_text import complain, one_line
from hanoi_fsm.fsm.errors import (
    BadInput,
    DefinitionError,
    RenderError,
    counted,
    cut,
    listed,
    printable,
)
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.numerals import number_text
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi import formulas, resolver
from hanoi_fsm.hanoi.pegs import MOST_RUN, Task, check_runnable

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

DISKS = 3
"""The number of disks in a picture, by default."""

DIAGRAM, TABLE, CONTROL = KINDS = "diagram", "table", "control"
ON_DIAGRAM = ("counts", "path", "disks", "pegs", "layout", "legend")
"""The options that change what a diagram shows."""

LONGEST_STEM = 100
"""As many letters of what is drawn are in the name of a file."""

MOST_FINDINGS, MOST_COUNTED = 5, 10_000
"""The most findings that are written, and disks that are counted."""


def named(words: Sequence[str], options: Any = None, *names: str) -> str:
    """The name of a file: the words that say what is drawn, and the options that change it."""
    parts = list(words)
    for name in names:
        value, action = getattr(options, name), options.actions[name]
        if value != action.default:
            many = value if isinstance(value, list) else [value] * (value is not True)
            parts += [action.option_strings[0].lstrip("-"), *map(str, many)]
    return re.sub(r"[^\w.]+", "-", " ".join(parts).replace("..", " to "))[:LONGEST_STEM]


def faulty_diagram(machine: Machine, findings: Sequence[Finding]) -> Diagram:
    """The diagram with what is wrong in red and written below, and the path to it numbered."""
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

    automaton = machine.automaton
    ends = (end for one in automaton.transitions for end in (one.source, one.target) if end)
    states = tuple(dict.fromkeys([*automaton.states, *filter(None, [automaton.initial]), *ends]))
    drawn = replace(automaton, states=states)
    faulty: set[Any] = {one.about for one in findings} & {*states, *drawn.transitions}
    faulty |= {*states} - {*automaton.states}
    path: tuple[Transition, ...] = ()
    first = next((one for one in findings if one.path or one.state in states), None)
    if first and not faulty:
        path = tuple(record.transition for record in first.path or ())
        faulty = {path[-1] if path else first.state}
    notes = list(map(str, findings[:MOST_FINDINGS]))
    if (more := len(findings) - MOST_FINDINGS) > 0:
        notes += [f"and {counted(more, 'more finding')}"]
    if path:
        notes += ["the numbers say in which order the edges were taken"]
    return replace(Diagram.of(machine), automaton=drawn, faulty=faulty, order=path, notes=notes)


def state_diagram(name: str, options: Namespace) -> tuple[str, Any]:
    """The stem of the file, and the diagram or the table of a machine."""
    machine = resolver.resolve(name, "automaton")
    file, _ = resolver.parted(name)
    of_a_file = resolver.is_data(file) and file != resolver.STANDARD_INPUT
    stem, faults = Path(file).stem if of_a_file else machine.name, machine.faults()
    if options.kind != DIAGRAM:
        args.refuse_idle(options, f"in a picture --as {options.kind}", *ON_DIAGRAM)
    if faults and (options.kind != DIAGRAM or options.counts or options.path or options.pegs):
        raise DefinitionError(machine.shown, list(map(str, faults)))
    if options.kind == TABLE:
        from hanoi_fsm.fsm.diagrams.state_table import StateTable
        from hanoi_fsm.hanoi.pictures.paper import Sheet

        return named([stem, TABLE]), Sheet(StateTable(machine).svg)
    if options.kind == CONTROL:
        if machine.kind.name != "solver":
            raise BadInput(f"{machine.shown} is not a solver: only solvers have a control machine")
        from hanoi_fsm.hanoi.proofs.control_machine import control_machine

        solver: Any = machine
        stem, diagram = f"{stem}-{CONTROL}", control_machine(solver).diagram
    elif faults:
        lines = listed(list(map(str, faults)), 200, "; ")
        complain(one_line(f"{machine.shown} is faulty, as its diagram shows in red: {lines}"))
        diagram = faulty_diagram(machine, faults)
    else:
        diagram = _diagram(machine, options)
    if options.layout == "right":
        diagram = replace(diagram, direction="right")
    elif options.layout == "dot":
        diagram = replace(diagram, layout=options.layout)
    if options.format != "dot":
        _check_size(diagram)
    return named([stem], options, *ON_DIAGRAM), diagram


def _check_size(diagram: Diagram) -> None:
    """Raise `RenderError` for a diagram that Graphviz would not lay out in a reasonable time."""
    from hanoi_fsm.fsm.diagrams.geometry.placement import MOST_EDGES, MOST_STATES

    states, edges = len(diagram.automaton.states), len(diagram.edges())
    if states > MOST_STATES or edges > MOST_EDGES:
        size = f"{counted(states, 'state')} and {counted(edges, 'edge')}"
        raise RenderError(
            f"a picture of {size} could not be read: draw at most {MOST_STATES} states and "
            f"{MOST_EDGES} edges, or ask for -o FILE.dot, --as table or `export --to mermaid`"
        )


def _diagram(machine: Machine, options: Namespace) -> Diagram:
    """The diagram with all that its options show; whatever is of a run is of the same one."""
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram, legend
    from hanoi_fsm.hanoi.pictures.towers import insets

    diagram, notes = Diagram.of(machine), []
    is_solver = machine.kind.name == "solver"
    sizes = {options.disks, options.counts, options.pegs} - {None}
    if not is_solver:
        args.refuse_idle(options, f"for {machine.shown}, which is not a solver", "pegs", "disks")
        if options.path is not None and options.counts is not None:
            raise BadInput(f"--counts are of all runs, --path is one of {machine.shown}: choose")
    elif len(sizes) > 1:
        raise BadInput(
            f"{' and '.join(map(str, sorted(sizes)))} disks are two runs: give --disks, --counts "
            "and --pegs the same number, or draw two pictures"
        )
    elif options.path is None:
        args.refuse_idle(options, "without --path", "disks")
    disks = max(sizes, default=DISKS)
    if options.counts is not None:
        diagram = _counted(diagram, machine, options)
    if options.path is not None:
        inputs = () if is_solver else machine.kind.parse(options.path)
        records = _steps(machine, disks, options) if is_solver else list(machine.run(*inputs))
        passed = [state for one in records for state in (one.state, one.next_state)]
        lit = passed or [machine.automaton.initial]
        order = tuple(one.transition for one in records)
        diagram = replace(diagram, lit=list(dict.fromkeys(lit)), order=order)
        of = f" with {counted(disks, 'disk')}" if is_solver else ""
        path = cut(printable(" ".join(options.path)), 80)
        numbers = "; the numbers say in which order the edges are taken" if len(order) > 1 else ""
        notes.append(f"highlighted: {'steps' if is_solver else 'the run for'} {path}{of}{numbers}")
    if options.pegs is not None:
        diagram = replace(diagram, insets=insets(machine, disks))
        run = f"when a run with {counted(disks, 'disk')} first enters it"
        notes.append(f"in each state: the pegs {run}")
    said = legend(machine.automaton, machine.vocabulary) if options.legend else ()
    return replace(diagram, notes=[*diagram.notes, *notes], words=said)


def _counted(diagram: Diagram, machine: Machine, options: Namespace) -> Diagram:
    """The diagram with the counts of its transitions, without a run where they are known."""
    from hanoi_fsm.fsm.checking.counts import counts_caption
    from hanoi_fsm.fsm.diagrams.drawing import SHORT, count_text

    size, most, kind = options.counts, MOST_RUN, machine.kind
    asked = min(size, MOST_COUNTED)
    known = kind.counts_without_run(asked) if size > most else {}
    if not known and kind.name == "solver":
        why = f"for {machine.shown}, which is counted by a run, as it is not proved"
        check_runnable(size, most, why)
    if size > MOST_COUNTED and (known or not kind.sized(size)):
        what = kind.sized(size) or counted(size, "event")
        raise BadInput(f"{what} are too many to count: give --counts at most {MOST_COUNTED}")
    counts, closed = known or kind.counts(size), kind.closed_counts(size)
    note = f"\N{MULTIPLICATION SIGN} n: how often, {kind.counted_over(size)}"
    note += "; (n): by the closed formula" if closed else ""
    if any(count_text(count, SHORT) != number_text(count) for count in counts.values()):
        note += "; 1.00e6 is 1.00 times 10^6, rounded"
        note += ": point at an edge for the exact count" if options.format == "svg" else ""
    caption = counts_caption(machine, size)
    return replace(diagram, counts=counts, closed=closed, caption=caption, notes=[note])


def _steps(machine: Machine, disks: int, options: Namespace) -> list[Record]:
    """The records of some steps of a run, those between two moves included."""
    steps = args.steps("--path", " ".join(options.path))
    check_runnable(disks)
    for end in (steps[0], steps[-1]):
        formulas.check_step(end, Task(disks), first=1)
    step, found = 1, []
    for record in machine.run(disks):
        if step > steps[-1]:
            break
        found += [record] if step in steps else []
        step += record.output is not None
    return found
