"""What each command does: it asks the rooms below, and puts their answers into lines."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from hanoi_fsm import automata, formula, solving
from hanoi_fsm.cli import formats
from hanoi_fsm.cli.output import aligned, write_bytes, write_lines
from hanoi_fsm.errors import BadDisks, BadInput, DefinitionError, UnknownName
from hanoi_fsm.puzzle import check_disks, check_task

FINE, FAILED = 0, 1
PATIENCE = 24
"""More disks than this are too many for what must run through every move."""


def solve(options: Namespace) -> int:
    """Print the moves."""
    lines = formats.moves_as(options.format)
    moves = solving.solve(
        options.disks,
        options.by,
        options.source,
        options.target,
        start=options.start,
        count=options.count,
    )
    write_lines(lines(moves, options.start), options.file)
    return FINE


def trace(options: Namespace) -> int:
    """Print the records of a run."""
    lines = formats.trace_as(options.format)
    machine = solving.find(options.by)
    records = machine.run(options.disks, options.source, options.target, options.start, views=True)
    records = solving.first(records, options.count)
    write_lines(
        lines(records, machine.solver.automaton, options.disks, options.start), options.file
    )
    return FINE


def at(options: Namespace) -> int:
    """Print a configuration."""
    write_lines(
        [str(solving.configuration(options.step, options.disks, options.source, options.target))]
    )
    return FINE


def list_all(options: Namespace) -> int:
    """Print every automaton and formula."""
    rows = [("name", "kind", "states", "transitions", "source", "what it is")]
    for solver in automata.SOLVERS.values():
        automaton = solver.automaton
        sizes = (str(len(automaton.states)), str(len(automaton.transitions)))
        rows.append((solver.name, "solver", *sizes, solver.idea, solver.summary))
    for name, (idea, summary) in formula.SOURCES.items():
        rows.append((name, "formula", "-", "-", idea, summary))
    write_lines(aligned(rows))
    return FINE


def draw(options: Namespace) -> int:
    """Write the diagrams into a folder and print their paths."""
    from hanoi_fsm.diagrams import FORMATS

    if options.format not in ("dot", *FORMATS):
        raise UnknownName.among("picture format", options.format, ("dot", *FORMATS))
    if options.counts is not None:
        _few_enough(options.counts)
    names = dict.fromkeys(options.names or automata.names())
    machines = [solving.find(name) for name in names]
    pictures = {}
    for machine in machines:
        name = Path(machine.origin).stem
        if options.counts is not None:
            name += f"-counts-{options.counts}"
        file = f"{name}.{options.format}"
        if file in pictures:
            raise BadInput(f"two diagrams would be {file}: draw them into different folders")
        pictures[file] = _picture(machine, options)
    folder = _folder(options.out)
    for file, content in pictures.items():
        write_bytes(content, folder / file)
        print(folder / file)
    return FINE


def _picture(machine: solving.Machine, options: Namespace) -> bytes:
    from hanoi_fsm.diagrams import Diagram

    counts = {} if options.counts is None else solving.counts(machine, options.counts)
    diagram = Diagram(machine.solver.automaton, options.lit, counts)
    if options.format == "dot":
        return diagram.dot.encode()
    return diagram.render(options.format, options.renderer)


def check(options: Namespace) -> int:
    """Compare with the formula; 1 where a difference was found."""
    _few_enough(options.disks)
    known = [*automata.names(), *formula.FAMILIES]
    judged = {name: _judged(name, known) for name in options.names or known}
    code = FINE
    for name, one in judged.items():
        line, holds = _verdict(name, one, options.disks)
        print(line, flush=True)
        code = code if holds else FAILED
    return code


def _judged(name: str, known: list[str]) -> solving.Machine | DefinitionError | None:
    """The machine of that name, or its faults, or None for a formula; refuses what is neither."""
    if not name.endswith(".dot") and name not in known:
        raise UnknownName.among("automaton or formula", name, known)
    try:
        return None if name in formula.FAMILIES else solving.find(name)
    except DefinitionError as error:
        return error


def _verdict(
    name: str, judged: solving.Machine | DefinitionError | None, disks: int
) -> tuple[str, bool]:
    from hanoi_fsm import checks
    from hanoi_fsm.cli.progress import counting

    if isinstance(judged, DefinitionError):
        return f"{name}: FAILED: {judged}", False
    with counting(name, checks.moves_up_to(disks)) as told:
        if judged is None:
            report = checks.check_formula(name, disks, told)
        else:
            report = checks.check(judged, disks, told)
    return str(report), report.holds


def demo(options: Namespace) -> int:
    """Run, draw, read back, check: the main job in one go."""
    from hanoi_fsm import checks
    from hanoi_fsm.diagrams import Diagram, read_file

    check_task(options.disks, 0, 2)
    machine = solving.find("two-storey")
    automaton = machine.solver.automaton
    folder = _folder(options.out)
    dot, svg = folder / "two-storey.dot", folder / "two-storey.svg"
    diagram = Diagram(automaton)
    write_bytes(diagram.dot.encode(), dot)
    write_bytes(diagram.render("svg"), svg)

    print(f"The four-step machine moves {options.disks} disks from peg 0 to peg 2:\n")
    records = machine.run(options.disks, views=True)
    write_lines(formats.table(records, automaton, options.disks, 1))

    same = read_file(dot).automaton == automaton
    report = checks.check(solving.find(str(dot)))
    print(f"\ndiagram  {dot}\npicture  {svg}")
    states, rows = len(automaton.states), len(automaton.transitions)
    print(
        f"read     the diagram shows {'the same' if same else 'NOT the same'} machine: "
        f"{states} states, {rows} transitions"
    )
    print(f"checked  {report}")
    return FINE if same and report.holds else FAILED


def _few_enough(disks: int) -> None:
    check_disks(disks)
    if disks > PATIENCE:
        raise BadDisks(
            f"running through every move of {disks} disks would take days: "
            f"give at most {PATIENCE} disks here"
        )


def _folder(name: str) -> Path:
    folder = Path(name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
