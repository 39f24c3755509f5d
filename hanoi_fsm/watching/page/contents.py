"""All that a page knows, as data: its machines with their runs, and what its panels show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hanoi_fsm.fsm.finding import Progress, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.watching.page.facts import facts_of, report_of
from hanoi_fsm.watching.page.runs import Wanted, runs_of

Plain = dict[str, Any]


def contents_of(
    machines: Sequence[Machine], wanted: Wanted, progress: Progress = no_progress
) -> Plain:
    """What the page knows; progress counts machines."""
    found = []
    for number, machine in enumerate(machines):
        found.append(_machine(machine, wanted))
        progress(number + 1)
    return {
        "disks": wanted.disks,
        "paths": list(wanted.paths),
        "words": list(wanted.words),
        "machines": found,
    }


def _machine(machine: Machine, wanted: Wanted) -> Plain:
    report = report_of(machine)
    runs = runs_of(machine, wanted, not report.holds)
    pegs = any(place is not None for place in runs["places"])
    return facts_of(machine, report) | {"pegs": pegs} | runs
