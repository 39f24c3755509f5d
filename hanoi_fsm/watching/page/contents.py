"""All that a page knows, as data: its machines with their runs, and what its panels show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from typing import Any

from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.watching.page.code import code_data
from hanoi_fsm.watching.page.diagram import diagram_data
from hanoi_fsm.watching.page.facts import facts_of, report_of
from hanoi_fsm.watching.page.formula import formula_data
from hanoi_fsm.watching.page.graph import MOST_GRAPH_DISKS, graph_data
from hanoi_fsm.watching.page.positions import positions_data
from hanoi_fsm.watching.page.runs import Wanted, runs_of

Plain = dict[str, Any]


def contents_of(
    machines: Sequence[Machine], wanted: Wanted, progress: Progress = no_progress
) -> Plain:
    """What the page knows; progress counts machines."""
    found: list[Plain] = []
    for number, machine in enumerate(machines):
        name = _unused(machine.shown, [one["name"] for one in found])
        found.append(_machine(machine, wanted) | {"name": name})
        progress(number + 1)
    return {
        "disks": wanted.disks,
        "paths": list(wanted.paths),
        "words": list(wanted.words),
        "machines": found,
        **_of_the_puzzle(found, wanted),
    }


def _of_the_puzzle(machines: Sequence[Plain], wanted: Wanted) -> Plain:
    """What is shown of the puzzle whichever machine it is; nothing where none is about it."""
    if not any(one["pegs"] or one["kind"] != Machine.kind for one in machines):
        return {}
    longest = max((len(start) for start, _ in wanted.paths), default=0)
    found: Plain = {
        "positions": positions_data(wanted.disks),
        "graph": graph_data(max(wanted.disks, min(longest, MOST_GRAPH_DISKS))),
    }
    if any(one["kind"] == Solver.kind for one in machines):
        found["formula"] = formula_data(wanted.disks)
    return found


def _machine(machine: Machine, wanted: Wanted) -> Plain:
    report = report_of(machine)
    runs = runs_of(machine, wanted, not report.holds)
    pegs = any(place is not None for place in runs["places"])
    shown = {"pegs": pegs, "diagram": diagram_data(machine), "code": code_data(machine)}
    return facts_of(machine, report) | shown | runs


def _unused(name: str, names: list[str]) -> str:
    """The name, with a number where it is taken: the page tells machines apart by their names."""
    numbered = (f"{name} ({number})" for number in count(2))
    return next(one for one in chain([name], numbered) if one not in names)
