"""What each command does: it asks the rooms below, and puts their answers into lines."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from hanoi_fsm.cli import formats
from hanoi_fsm.cli.drawing import few_enough, folder_for
from hanoi_fsm.cli.output import write_bytes, write_lines
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import DefinitionError, UnknownName
from hanoi_fsm.hanoi import automata, solving
from hanoi_fsm.hanoi.pegs import check_task

FINE, FAILED = 0, 1

Judged = solving.AnyMachine | Automaton | Callable[[int], object] | DefinitionError | None
"""A machine, somebody's own automaton or function, faults, or None for a plain solver."""


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
    names = dict.fromkeys(options.names or [*automata.names(), *solving.PLAIN])
    judged = {name: _judged(name) for name in names}
    code = FINE
    for name, one in judged.items():
        line, holds = _verdict(name, one, options.disks)
        print(line, flush=True)
        code = code if holds else FAILED
    return code


def _judged(name: str) -> Judged:
    """What stands behind a name, to be checked; raises where there is nothing."""
    from hanoi_fsm.hanoi import checking

    if checking.names_python(name):
        return checking.load(name)
    if not name.endswith(solving.FILES) and name not in (*automata.names(), *solving.PLAIN):
        raise UnknownName.among("automaton or formula", name, [*automata.names(), *solving.PLAIN])
    try:
        return None if name in solving.PLAIN else solving.find(name)
    except DefinitionError as error:
        return error


def _verdict(name: str, judged: Judged, disks: int) -> tuple[str, bool]:
    from hanoi_fsm.cli.progress import counting
    from hanoi_fsm.hanoi import checking

    if isinstance(judged, DefinitionError):
        return f"{name}: FAILED: {judged}{_advice(name)}", False
    if judged is None:
        with counting(name, checking.moves_up_to(disks)) as told:
            report = checking.check_plain(name, disks, told)
    elif isinstance(judged, solving.AnyMachine):
        with counting(name, checking.work_of(judged, disks)) as told:
            report = checking.check(judged, disks, told)
    else:
        with counting(name, checking.work_of_users(judged, disks)) as told:
            report = checking.check_users(judged, name, disks, told)
    return str(report) + ("" if report.holds else _advice(name)), report.holds


def _advice(name: str) -> str:
    """Where to ask for help with a diagram of one's own."""
    return f" (ask `hanoi-fsm mend {name} --hint`)" if name.endswith(solving.FILES) else ""


def demo(options: Namespace) -> int:
    """Run, draw, read back, check: the main job in one go."""
    from hanoi_fsm.fsm.diagrams.dot_reader import read_file
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
    from hanoi_fsm.hanoi import checking

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
    report = checking.check(solving.find_solver(str(dot)))
    print(f"\ndiagram  {dot}\npicture  {svg}")
    states, rows = len(automaton.states), len(automaton.transitions)
    print(
        f"read     the diagram shows {'the same' if same else 'NOT the same'} machine: "
        f"{states} states, {rows} transitions"
    )
    print(f"checked  {report}")
    return FINE if same and report.holds else FAILED
