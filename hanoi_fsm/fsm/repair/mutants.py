"""Mutation testing: do the checks find every single wrong edge of a diagram?

A mutant is killed by validation (a faulty definition), by comparison (another move, answer or
count), by a counterexample with larger inputs, or by exploration (two transitions enabled at once,
a dead edge). One that survives is a gap in the checks, or equivalent to the original; it is
equivalent where both are proved right.
"""

from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

from hanoi_fsm.fsm.checking import check, first_finding
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.finding import Finding, Progress, no_progress
from hanoi_fsm.fsm.isolate import Failure
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.repair import judged
from hanoi_fsm.fsm.repair.edits import Edit, mutations

LEAST = 6
"""What shows only in larger runs would make the verdict on a mutant depend on how far they go."""
Fate = tuple[str, Finding] | None  # the check that kills a version, its finding; None: it survives


class Mutant(NamedTuple):
    """The edit that makes a mutant, its fate, and whether a survivor is proved right."""

    edit: Edit
    fate: Fate
    is_equivalent: bool = False

    @property
    def survives(self) -> bool:
        """Whether no check kills it, and no proof says that it is right."""
        return self.fate is None and not self.is_equivalent

    @property
    def killed_by(self) -> str:
        return f"{self.fate[0]}: {self.fate[1]}" if self.fate else ""


def number_of_mutants(machine: Machine) -> int:
    """How many mutants `mutants` yields."""
    return sum(1 for _ in mutations(machine.automaton, machine.vocabulary))


def mutants(
    machine: Machine, size: int = 6, *, workers: int | None = None, progress: Progress = no_progress
) -> Iterator[Mutant]:
    """The mutants of a machine with their fates, in the order of the diagram.

    They are checked up to `size`, but at least to `LEAST`, by the given number of `workers` or on
    all cores. A mutant is not killed by what the machine itself is remarked for. Raises `BadInput`
    for a machine that fails its own check: all its mutants would do so too.
    """
    size = max(size, LEAST)
    report = check(machine, size)
    if not report.holds:
        raise BadInput(
            f"{machine.shown} fails its own check, and so would all its mutants: correct it first "
            f"(`hanoi-fsm repair {machine.shown}`): {report.finding}"
        )
    remarks = [remark for outcome in report.outcomes for remark in outcome.strict]
    known = {(remark.kind, remark.about) for remark in remarks}
    is_proved = machine.prove().holds

    def judge(edit: Edit) -> bool | tuple[str, dict[str, Any]]:
        """What kills a version; or whether it survives because it is proved right."""
        version = machine.with_automaton(edit.on(machine.automaton))
        fate = first_finding(version, size, known)
        if fate is None:
            return is_proved and version.prove().holds
        return fate[0], fate[1].plain()

    edits = mutations(machine.automaton, machine.vocabulary)
    with closing(judged(judge, edits, workers)) as found:
        for number, (edit, answer) in enumerate(found, 1):
            progress(number)
            if isinstance(answer, Failure):
                yield Mutant(edit, ("the check", Finding("ends", str(answer))))
            elif isinstance(answer, bool):
                yield Mutant(edit, None, answer)
            else:
                yield Mutant(edit, (answer[0], Finding(**answer[1])))
