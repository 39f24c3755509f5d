"""What each command does: it asks the rooms below, and puts their answers into lines."""

from __future__ import annotations

from argparse import Namespace

from hanoi_fsm import automata, solving
from hanoi_fsm.cli import formats
from hanoi_fsm.cli.drawing import few_enough, folder_for
from hanoi_fsm.cli.output import write_bytes, write_lines
from hanoi_fsm.errors import DefinitionError, UnknownName
from hanoi_fsm.puzzle import check_task

FINE, FAILED = 0, 1


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


def check(options: Namespace) -> int:
    """Compare with the formula; 1 where a difference was found."""
    few_enough(options.disks)
    names = options.names or [*automata.names(), *solving.PLAIN]
    code = FINE
    for name in names:
        line, holds = _verdict(name, options.disks)
        print(line, flush=True)
        code = code if holds else FAILED
    return code


def _verdict(name: str, disks: int) -> tuple[str, bool]:
    from hanoi_fsm import checks
    from hanoi_fsm.cli.progress import counting

    if checks.names_python(name):
        solver = checks.load(name)
        with counting(name, checks.work_of_users(solver, disks)) as told:
            report = checks.check_users(solver, name, disks, told)
        return str(report), report.holds
    if not name.endswith(solving.FILES) and name not in (*automata.names(), *solving.PLAIN):
        raise UnknownName.among("automaton or formula", name, [*automata.names(), *solving.PLAIN])
    try:
        machine = None if name in solving.PLAIN else solving.find(name)
    except DefinitionError as error:
        return f"{name}: FAILED: {error}{_advice(name)}", False
    work = checks.moves_up_to(disks) if machine is None else checks.work_of(machine, disks)
    with counting(name, work) as told:
        if machine is None:
            report = checks.check_plain(name, disks, told)
        else:
            report = checks.check(machine, disks, told)
    return str(report) + ("" if report.holds else _advice(name)), report.holds


def _advice(name: str) -> str:
    """Where to ask for help with a diagram of one's own."""
    return f" (ask `hanoi-fsm mend {name} --hint`)" if name.endswith(solving.FILES) else ""


def demo(options: Namespace) -> int:
    """Run, draw, read back, check: the main job in one go."""
    from hanoi_fsm import checks
    from hanoi_fsm.diagrams import Diagram, read_file

    check_task(options.disks, 0, 2)
    machine = solving.find_solver("two-storey")
    automaton = machine.automaton
    folder = folder_for(options.out)
    dot, svg = folder / "two-storey.dot", folder / "two-storey.svg"
    diagram = Diagram(automaton)
    write_bytes(diagram.dot.encode(), dot)
    write_bytes(diagram.render("svg"), svg)

    print(f"The four-step machine moves {options.disks} disks from peg 0 to peg 2:\n")
    records = machine.run(options.disks, views=True)
    write_lines(formats.trace_lines(records, automaton, options.disks, 1, "table"))

    same = read_file(dot).automaton == automaton
    report = checks.check(solving.find_solver(str(dot)))
    print(f"\ndiagram  {dot}\npicture  {svg}")
    states, rows = len(automaton.states), len(automaton.transitions)
    print(
        f"read     the diagram shows {'the same' if same else 'NOT the same'} machine: "
        f"{states} states, {rows} transitions"
    )
    print(f"checked  {report}")
    return FINE if same and report.holds else FAILED
