"""Checks of solvers, readers and pathfinders: of this package, drawn, or your own."""

from typing import Any

from hanoi_fsm.fsm.checking import Exploration
from hanoi_fsm.fsm.checking import check as check_machine
from hanoi_fsm.fsm.checking import explore as explore_machine
from hanoi_fsm.fsm.finding import Progress, Report, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi.pegs import check_disks
from hanoi_fsm.hanoi.resolver import find, resolve


def check(
    subject: Any,
    disks: int = 10,
    *,
    progress: Progress = no_progress,
    strict: bool = False,
    engine: str | None = None,
) -> Report:
    """Check a machine, a formula or a function, by name or as a value, for 0 .. `disks` disks.

    For a machine that moves no disks, `disks` is the length of the longest words. With `strict`
    some remarks are faults, such as a transition that was not taken. Where an `engine` is named, it
    runs a machine that moves disks too, and must do what the definition says. Raises as `resolve`
    does; faults of a definition are findings.

    >>> check("two-storey", disks=6).holds
    True
    """
    size = check_disks(disks)
    resolved = resolve(subject)
    if isinstance(resolved, Machine):
        return check_machine(resolved.on(engine), size, progress, strict=strict)
    return Report(resolved.shown, (resolved.conform(size, progress),))


def explore(subject: Any, disks: int = 8, *, progress: Progress = no_progress) -> Exploration:
    """Visit every state and memory that a machine can reach with 0 .. `disks` disks."""
    return explore_machine(find(subject), check_disks(disks), progress)
