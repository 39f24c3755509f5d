"""All that a page knows: its machines with their runs, and what its panels show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from itertools import chain, count
from tomllib import loads

from hanoi_fsm.fsm.finding import Progress, Report, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import automata
from hanoi_fsm.watching.page.data import Data
from hanoi_fsm.watching.page.diagram import diagram_data
from hanoi_fsm.watching.page.facts import facts_of, report_of
from hanoi_fsm.watching.page.family import family
from hanoi_fsm.watching.page.programs import ON_PEGS, live_data, source_of
from hanoi_fsm.watching.page.recorded import recorded
from hanoi_fsm.watching.page.scope import LONGEST_WORD, Scope


def contents_of(
    machines: Sequence[Machine],
    scope: Scope,
    progress: Progress = no_progress,
    reported: Callable[[Report], object] = lambda report: None,
) -> tuple[Data, dict[str, str]]:
    """What the page knows, and the memories that it runs, by the names of the machines.

    Progress counts machines, `reported` gets what each check says.
    """
    found: list[Data] = []
    sources: dict[str, str] = {}
    live: list[Machine] = []
    for number, machine in enumerate(machines):
        name = _unused(machine.shown, [one["name"] for one in found])
        report = report_of(machine)
        reported(report)
        source, why = source_of(machine) if report.holds else ("", "it fails its check")
        if source:
            sources[name] = source
            live.append(machine)
        found.append(_machine(name, machine, scope, report, why))
        progress(number + 1)
    page: Data = {
        "disks": scope.disks,
        "paths": list(scope.paths),
        "words": list(scope.words),
        "machines": found,
        "longest_word": LONGEST_WORD,
        "puzzle": any(one["pegs"] or one["kind"] != Machine.of_kind.name for one in found),
    }
    if known := family((name, one) for name, one in zip(sources, live, strict=True)):
        page["family"] = known
    if {*automata.names()} <= {one["name"] for one in found}:
        tour = files(__package__ or "").joinpath("tour.toml")
        page["tour"] = loads(tour.read_text("utf-8"))["stop"]
    return page, sources


def _machine(name: str, machine: Machine, scope: Scope, report: Report, why: str) -> Data:
    found = {
        "name": name,
        "pegs": machine.kind.name in ON_PEGS,
        "diagram": diagram_data(machine),
        "recorded": why,
        **facts_of(machine, report),
    }
    if not why:
        return found | live_data(machine)
    runs = recorded(machine, scope, found["tape"], failing=not report.holds)
    on_pegs = any(one["configuration"] is not None for one in runs["moments"])
    return found | runs | {"pegs": on_pegs}


def _unused(name: str, names: list[str]) -> str:
    """The name, with a number where it is taken: the page tells machines apart by their names."""
    numbered = (f"{name} ({number})" for number in count(2))
    return next(one for one in chain([name], numbered) if one not in names)
