"""The checks of a machine: its validity, its specification, a proof, its memory, drawn counts.

`check` runs them in order, `mutants` asks which of them finds a wrong edge, and `repair` looks for
an edit after which none of them finds anything.
"""

from collections.abc import Container, Iterator
from dataclasses import replace

from hanoi_fsm.fsm.checking.counts import drawn_counts
from hanoi_fsm.fsm.checking.exploration import Exploration, explore
from hanoi_fsm.fsm.finding import NOTHING_TO_PROVE, Finding, Outcome, Progress, Report, no_progress
from hanoi_fsm.fsm.machine import Machine

MOST_EXPLORED = 12
"""Beyond this size the comparison alone shows which transitions are taken."""


def summary(found: Exploration) -> str:
    """What an exploration without findings has shown."""
    if found.bounded:
        return f"complete and consistent in the {found.visited} nearest (state, memory) pairs"
    words = {"complete": "complete", "consistent": "consistent", "used": "no edge is dead"}
    return ", ".join(word for kind, word in words.items() if kind in found.asked)


def outcomes(machine: Machine, size: int, progress: Progress) -> Iterator[tuple[str, Outcome]]:
    """The name and the outcome of each check, in order; the later ones rely on the earlier.

    No remark of the exploration is about what the comparison has shown.
    """
    yield "validation", Outcome("", tuple(machine.faults()))
    compared = machine.conform(size, progress)
    yield "comparison", compared
    proof = machine.prove()
    proved = "" if proof.text == NOTHING_TO_PROVE else proof.text
    yield "proof", Outcome(proved, (proof.finding,) if proof.finding else (), by=proof)
    explored = min(max(size, machine.kind.explored_size), MOST_EXPLORED)
    found = explore(machine, explored)
    shown = {part for one in compared.taken for part in (one, one.source, one.target)}
    remarks = [one for one in found.remarks if one.kind != "used" or one.about not in shown]
    yield "exploration", Outcome(summary(found), tuple(found.findings), tuple(remarks), by=found)
    yield "counts", drawn_counts(machine)


def check(
    machine: Machine,
    size: int = 10,
    progress: Progress = no_progress,
    *,
    strict: bool = False,
) -> Report:
    """Run the checks up to the first that finds something.

    `size` limits the runs that are compared: the disks of a machine that moves disks, the length of
    the words for any other machine. With `strict`, some remarks are faults: a transition that was
    not taken, an end that was not reached, counts other than those of the published automaton.
    """
    found: list[Outcome] = []
    for name, outcome in outcomes(machine, size, progress):
        findings = outcome.strict if strict else outcome.findings
        found.append(replace(outcome, findings=findings, check=name))
        if found[-1].findings:
            break
    return Report(machine.shown, tuple(found))


def first_finding(
    machine: Machine, size: int, known: Container[tuple[str, object]]
) -> tuple[str, Finding] | None:
    """The first strict check that finds something, and its finding; None if all checks pass.

    Findings whose (kind, about) is `known` are passed over.
    """
    for name, outcome in outcomes(machine, size, no_progress):
        for finding in outcome.strict:
            if (finding.kind, finding.about) not in known:
                return name, finding
    return None


__all__ = ["Exploration", "check", "explore", "first_finding", "summary"]
