"""Checks of a machine: is its definition sound, does it do what it must, is every edge alive?

`check` runs them in order, `mutants` asks which of them notices a wrong edge, and `repair` asks
after which edit none of them does: all three run this one list.
"""

from __future__ import annotations

from collections.abc import Callable

from hanoi_fsm.fsm.checking.exploration import Exploration, explore
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress, Report, no_progress
from hanoi_fsm.fsm.machine import Machine

Check = Callable[[Machine, int, Progress], Outcome]


def validation(machine: Machine, size: int, progress: Progress) -> Outcome:
    """The faults of the definition."""
    return Outcome("", tuple(machine.faults()))


def comparison(machine: Machine, size: int, progress: Progress) -> Outcome:
    """What the machine does, against what it must do."""
    return machine.conform(size, progress)


def exploration(machine: Machine, size: int, progress: Progress) -> Outcome:
    """Every reachable state and memory, as far as it takes to see every transition at work."""
    found = explore(machine, machine.explored_size)
    return Outcome(summary(found), tuple(found.findings))


def summary(found: Exploration) -> str:
    """What an exploration without findings has shown, in a few words."""
    if found.bounded:
        return f"complete and consistent in the {found.visited} nearest (state, memory) pairs"
    words = {"complete": "complete", "consistent": "consistent", "used": "no edge is dead"}
    return ", ".join(word for kind, word in words.items() if kind in found.asked)


CHECKS: dict[str, Check] = {
    "validation": validation,
    "comparison": comparison,
    "exploration": exploration,
}
"""All checks by name, in the order in which they are made; the later ones need the earlier."""


def check(machine: Machine, size: int = 10, progress: Progress = no_progress) -> Report:
    """Run the checks up to the first that finds something.

    `size` is how large the runs are that are compared: disks, for what moves them, and how many
    events all words have at most for any other machine.
    """
    outcomes: list[Outcome] = []
    for one in CHECKS.values():
        outcomes.append(one(machine, size, progress))
        if outcomes[-1].findings:
            break
    return Report(machine.shown, tuple(outcomes))


def first_finding(machine: Machine, size: int) -> tuple[str, Finding] | None:
    """The name of the first check that finds something, and what; None where all of them pass."""
    for name, one in CHECKS.items():
        for finding in one(machine, size, no_progress).findings:
            return name, finding
    return None


__all__ = ["CHECKS", "Check", "Exploration", "check", "explore", "first_finding", "summary"]
