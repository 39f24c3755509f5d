"""The checks of a machine: validation, comparison with its specification, exploration.

`check` runs them in order, `mutants` asks which of them finds a wrong edge, and `repair` looks for
an edit after which none of them finds anything.
"""

from collections.abc import Callable, Container

from hanoi_fsm.fsm.checking.exploration import Exploration, explore
from hanoi_fsm.fsm.finding import Finding, Outcome, Progress, Report, no_progress
from hanoi_fsm.fsm.machine import Machine

Check = Callable[[Machine, int, Progress], Outcome]


def exploration(machine: Machine, size: int, progress: Progress) -> Outcome:
    """Every reachable state and memory, up to the size at which every transition is taken."""
    found = explore(machine, machine.explored_size)
    return Outcome(summary(found), tuple(found.findings))


def summary(found: Exploration) -> str:
    """What an exploration without findings has shown."""
    if found.bounded:
        return f"complete and consistent in the {found.visited} nearest (state, memory) pairs"
    words = {"complete": "complete", "consistent": "consistent", "used": "no edge is dead"}
    return ", ".join(word for kind, word in words.items() if kind in found.asked)


CHECKS: dict[str, Check] = {
    "validation": lambda machine, size, progress: Outcome("", tuple(machine.faults())),
    "comparison": lambda machine, size, progress: machine.conform(size, progress),
    "exploration": exploration,
}
"""All checks by name, in order; the later ones rely on the earlier."""


def check(machine: Machine, size: int = 10, progress: Progress = no_progress) -> Report:
    """Run the checks up to the first that finds something.

    `size` limits the runs that are compared: the disks of a machine that moves disks, the length of
    the words for any other machine.
    """
    outcomes: list[Outcome] = []
    for one in CHECKS.values():
        outcomes.append(one(machine, size, progress))
        if outcomes[-1].findings:
            break
    return Report(machine.shown, tuple(outcomes))


def first_finding(
    machine: Machine, size: int, known: Container[tuple[str, object]] = ()
) -> tuple[str, Finding] | None:
    """The first check that finds something, and its finding; None if all checks pass.

    Findings whose (kind, about) is `known` are passed over.
    """
    for name, one in CHECKS.items():
        for finding in one(machine, size, no_progress).findings:
            if (finding.kind, finding.about) not in known:
                return name, finding
    return None


__all__ = ["CHECKS", "Check", "Exploration", "check", "explore", "first_finding", "summary"]
