"""All that a page knows, as data: its machines with their runs, and what its panels show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from typing import Any

from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.machine import Machine
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
    """What is shown of the puzzle whichever machine it is, where any of them has pegs."""
    with_pegs = [one for one in machines if one["pegs"]]
    found: Plain = {"positions": positions_data(wanted.disks)}
    if with_pegs:
        lengths = [len(start) for start, _ in wanted.paths]
        drawn = [one for one in lengths if one <= MOST_GRAPH_DISKS]
        found["graph"] = graph_data(max([wanted.disks, *drawn]))
    if any(one["kind"] == "solver" for one in with_pegs):
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
