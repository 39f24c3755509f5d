"""The checks of a machine: from its definition and its specification to a proof.

`check` runs them in order, `mutants` asks which of them notices a wrong edge, and `repair` looks
for an edit after which they all pass.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.checking.exploration import SAID, Exploration, answer_line, explore
from hanoi_fsm.fsm.errors import counted, printable
from hanoi_fsm.fsm.finding import (
    NOTHING_TO_PROVE,
    STRICT,
    UNDECIDED,
    Outcome,
    Progress,
    Report,
    Verdict,
    no_progress,
)
from hanoi_fsm.fsm.notation import Transition

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine, Subject

LARGEST = 16
"""The size up to which runs are compared, unasked, to enter every state."""
MOST_EXPLORED = 12
"""Beyond this size only the comparison shows which transitions are taken."""

COMPARING = ("comparison", "larger", "proof")
"""The checks that show whether every output is correct."""
RIGHT = "every output is what it must be"
PROVED = {Verdict.PROVED: True, Verdict.REFUTED: False, Verdict.OPEN: None}


def summary(explored: Exploration) -> str:
    """The properties shown by an exploration without findings."""
    words = {"complete": "complete", "consistent": "consistent", "used": "no edge is dead"}
    shown = [word for kind, word in words.items() if explored.answer(kind)]
    if explored.bounded:
        shown = [f"complete and consistent in the {explored.visited} nearest (state, memory) pairs"]
    if claims := explored.machine.automaton.claims:
        shown.append(f"{counted(len(claims), 'claim')} hold{'s' * (len(claims) == 1)}")
    return ", ".join(shown)


def outcomes(subject: Subject, size: int, progress: Progress) -> Iterator[tuple[str, Outcome]]:
    """The name and the outcome of each check, in order; the later ones rely on the earlier.

    The exploration makes no remark about transitions that the comparison took.
    """
    machine = subject.machine
    suspects = [one for one in (machine.suspects if machine else ()) if one.kind == "definition"]
    yield "validation", Outcome("", (*suspects, *subject.faults()))
    compared = subject.conform(size, progress)
    yield "comparison", compared
    if machine is None:  # there is nothing else to check about a formula or a function
        return
    proof = machine.prove()
    proved = "" if proof.text == NOTHING_TO_PROVE else proof.text
    yield "proof", Outcome(proved, (proof.finding,) if proof.finding else (), proof=proof)
    taken = compared.taken
    if proof.verdict is Verdict.OPEN:
        larger = compared_further(machine, size, compared)
        yield "larger", larger
        taken |= larger.taken
    explored = explore(machine, explored_size(machine, size), taken)
    findings, remarks = tuple(explored.findings), tuple(explored.remarks)
    yield "exploration", Outcome(summary(explored), findings, remarks, by=explored)


def explored_size(machine: Machine, size: int) -> int:
    """The size of the runs to explore when runs up to `size` are compared."""
    return min(max(size, machine.explored_size), MOST_EXPLORED)


def judged_claims(machine: Machine) -> list[tuple[str, bool | None, str]]:
    """Each claim, whether it holds (None if that is unknown), and where or why it does not.

    >>> from hanoi_fsm.fsm.automaton import Automaton
    >>> from hanoi_fsm.fsm.machine import Machine
    >>> door = Automaton.from_table("door", initial="shut", table="shut -> open : push")
    >>> judged_claims(Machine(door, claims="never open"))
    [('never open', False, '`never open` does not hold after `push`')]
    """
    if not machine.automaton.claims:
        return []
    return [*explore(machine, machine.explored_size).claims]


def compared_further(machine: Machine, size: int, compared: Outcome) -> Outcome:
    """Compare larger and larger runs until every state has been entered, if size matters.

    States without incoming edges are disregarded.
    """
    automaton, largest = machine.automaton, size
    left = automaton.reached - {automaton.initial, *(row.target for row in compared.taken)}
    taken: frozenset[Transition] = frozenset()
    while left and compared.compared and machine.sized(size) and largest < LARGEST:
        largest += 1
        larger = machine.conform(largest)
        if larger.findings:
            return larger
        taken |= larger.taken
        left -= {row.target for row in taken}
    if largest == size:
        return Outcome("")
    entered = "until every state was entered" if not left else "and not every state was entered"
    return Outcome(f"up to {machine.sized(largest)} too, {entered}", taken=taken)


def check(
    subject: Subject,
    size: int = 10,
    progress: Progress = no_progress,
    *,
    strict: bool = False,
    known: Container[tuple[str, object]] = (),
) -> Report:
    """Run the checks until one of them finds something.

    `size` limits the runs that are compared: the disks of a machine that moves disks, the length of
    the words for any other machine. With `strict`, some remarks are faults: a transition that was
    not taken, an end that was not reached. Findings whose (kind, about) is in `known` are ignored.
    """
    done: list[Outcome] = []
    for name, outcome in outcomes(subject, size, progress):
        findings = outcome.strict if strict else outcome.findings
        new = tuple(finding for finding in findings if (finding.kind, finding.about) not in known)
        done.append(replace(outcome, findings=new, check=name))
        if new:
            break
    assumptions = subject.machine.assumptions if subject.machine else ()
    return Report(subject.shown, tuple(done), assumptions)


def answers(machine: Machine, report: Report, size: int) -> Iterator[str]:
    """Yield the report, then a line per question that it leaves open, with details below.

    A faulty definition has no such lines.
    """
    done = {outcome.check: outcome for outcome in report.outcomes}
    answered = ("proof", "exploration") if not report.findings else ()
    left = tuple(
        replace(outcome, remarks=()) if outcome.check == "comparison" else outcome
        for outcome in report.outcomes
        if outcome.check not in answered
    )
    verdict = str(replace(report, outcomes=left, assumptions=()))
    if report.unsettled:
        depends = f"{report.name}: undecided, as it depends on how the diagram is read: "
        verdict = depends + verdict.removeprefix(f"{report.name}: ")
    yield verdict
    for assumption in report.assumptions:
        yield answer_line("read as", "-", str(assumption))
    if "comparison" not in done:
        return
    compared = [done[check] for check in COMPARING if check in done]
    kinds = {finding.kind for outcome in compared for finding in outcome.findings}
    if UNDECIDED in kinds:
        yield answer_line("right", "-", "unknown: a run was given up")
    elif kinds - STRICT:
        yield answer_line("right", "NO", RIGHT)
    elif compared[0].compared:
        yield answer_line("right", "yes", RIGHT)
    else:
        yield answer_line("right", "-", machine.unspecified)
    explored = done["exploration"].by if "exploration" in done else None
    yield str(explored or explore(machine, explored_size(machine, size)))
    if "proof" in done and (proof := done["proof"].proof):
        text = proof.finding or proof.text.removeprefix("proved ")
        yield answer_line("proved", SAID[PROVED[proof.verdict]], printable(str(text)))
    else:
        yield answer_line("proved", "-", "not tried, as it fails")


__all__ = ["Exploration", "answers", "check", "explore", "judged_claims", "summary"]
