"""Checks: a machine's trace against what it must be, with the first difference named.

Solvers are compared with the closed formula, readers and pathfinders with breadth-first search.
"""

from dataclasses import replace

from hanoi_fsm.fsm.checking.exploration import Exploration, Start, explore
from hanoi_fsm.fsm.checking.report import Report, Told, nobody
from hanoi_fsm.fsm.loading import load, names_python
from hanoi_fsm.hanoi.checking.pathfinder_check import check_pathfinder, pairs_up_to
from hanoi_fsm.hanoi.checking.reader_check import check_reader, words_up_to
from hanoi_fsm.hanoi.checking.solver_check import (
    Difference,
    check_plain,
    check_solver,
    moves_up_to,
)
from hanoi_fsm.hanoi.checking.solver_run import Kind, Verdict
from hanoi_fsm.hanoi.checking.soundness import placed, soundness
from hanoi_fsm.hanoi.checking.user_solvers import check_users, judge, machine_of, work_of_users
from hanoi_fsm.hanoi.solving import AnyMachine, Machine, ReaderMachine


def check(machine: AnyMachine, disks: int = 10, told: Told = nobody) -> Report:
    """Check any machine for 0 .. `disks` disks, as far as that is feasible for its kind.

    Its answers are compared first; then it is explored, with as many disks as it takes to use
    every transition: is it complete and consistent, does it end, is no edge dead?

    >>> from hanoi_fsm import find
    >>> check(find("two-storey"), disks=6).holds
    True
    """
    report = compare(machine, disks, told)
    if not report.holds:
        return report
    found = soundness(machine)
    for fault in found.faults.values():
        return replace(report, difference=placed(machine, fault))
    return replace(report, checked=report.checked + "; complete, consistent, no edge is dead")


def compare(machine: AnyMachine, disks: int = 10, told: Told = nobody) -> Report:
    """Compare what a machine does with what it must do; the first part of `check`."""
    if isinstance(machine, Machine):
        return check_solver(machine, disks, told)
    if isinstance(machine, ReaderMachine):
        return check_reader(machine, disks, told)
    return check_pathfinder(machine, disks, told)


def work_of(machine: AnyMachine, disks: int) -> int:
    """How much a check of `machine` will have told of in the end, for a bar of progress."""
    if isinstance(machine, Machine):
        return moves_up_to(disks)
    if isinstance(machine, ReaderMachine):
        return words_up_to(machine, disks)
    return pairs_up_to(disks)


__all__ = [
    "Difference",
    "Exploration",
    "Kind",
    "Report",
    "Start",
    "Verdict",
    "check",
    "check_pathfinder",
    "check_plain",
    "check_reader",
    "check_solver",
    "check_users",
    "compare",
    "explore",
    "judge",
    "load",
    "machine_of",
    "moves_up_to",
    "names_python",
    "placed",
    "soundness",
    "work_of",
    "work_of_users",
]
