"""Mutation testing: do the checks find every single wrong edge of a diagram?

A mutant is killed by validation (a faulty definition), by comparison (another move or answer),
by a counterexample with larger inputs, or by exploration (two transitions enabled together,
a dead edge). A survivor is a gap in the checks, or equivalent to the original; it is equivalent
if both are proved correct.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.errors import BadInput, Undecided, listed, shortened
from hanoi_fsm.fsm.finding import UNDECIDED, Finding, Plain, Progress, Result, no_progress
from hanoi_fsm.fsm.isolate import Failure, spread
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.repair import LIMITS, TOGETHER
from hanoi_fsm.fsm.repair.edits import Edit, mutations

MOST, SEED = 2_000, 1
"""If there are more mutants, this many are chosen at random, always the same ones."""
LEAST = 6
"""In smaller runs some mutants show no difference, so verdicts would depend on the size."""
Fate = tuple[str, Finding] | None  # the killing check and its finding; None for a survivor


class Mutant(NamedTuple):
    """The edit that makes a mutant, its fate, and whether a survivor is proved correct.

    `line` is the edit's line in the file, if known.
    """

    edit: Edit
    fate: Fate
    is_equivalent: bool = False
    line: int | None = None

    @property
    def survives(self) -> bool:
        """Whether no check kills the mutant, and no proof shows it correct."""
        return self.fate is None and not self.is_equivalent

    @property
    def killed_by(self) -> str:
        return f"{self.fate[0]}: {self.fate[1]}" if self.fate else ""

    def __str__(self) -> str:
        """The edit in words, with its line if known."""
        return (f"line {self.line}: " if self.line else "") + self.edit.text


@dataclass(frozen=True)
class Mutants(Result):
    """The mutants of a machine, and the remarks of its own check if one of them survives.

    These are all mutants, or a sample if there are `more`.
    """

    name: str
    mutants: Sequence[Mutant]
    remarks: Sequence[Finding] = ()
    more: int = 0

    @property
    def survivors(self) -> list[Mutant]:
        return [mutant for mutant in self.mutants if mutant.survives]

    @property
    def equivalent(self) -> list[Mutant]:
        return [mutant for mutant in self.mutants if mutant.is_equivalent]

    def __iter__(self) -> Iterator[Mutant]:
        return iter(self.mutants)

    def __str__(self) -> str:
        """The number of killed mutants, and the survivors."""
        alive, equivalent, total = self.survivors, self.equivalent, len(self.mutants)
        killed = total - len(alive) - len(equivalent)
        are = "is" if len(equivalent) == 1 else "are"
        these = f"these {len(alive)} survive" if len(alive) > 1 else "this one survives"
        summary = f"{self.name}: {killed} of {total} mutants are killed"
        summary += f", {len(equivalent)} {are} proved equivalent" * bool(equivalent)
        if self.more:
            summary += f", a sample: {self.more} more were not tried (`most={total + self.more}`)"
        summary += f"; {these}:" * bool(alive)
        proved = [f"  {mutant} is proved equivalent" for mutant in equivalent]
        surviving = [f"  {mutant}" for mutant in alive]
        return "\n".join([*proved, summary, *surviving, *map(str, self.remarks)])


def number_of_mutants(machine: Machine) -> int:
    """The number of mutants of a machine."""
    return sum(1 for _ in mutations(machine.automaton, machine.vocabulary))


def sample(machine: Machine, most: int = MOST) -> tuple[Iterator[Edit], int]:
    """The edits of the mutants to try, and the number of mutants left untried."""
    total = number_of_mutants(machine)
    chosen = {*Random(SEED).sample(range(total), min(most, total))}
    every = mutations(machine.automaton, machine.vocabulary)
    edits = (edit for number, edit in enumerate(every) if number in chosen)
    return edits, total - len(chosen)


def mutants_of(
    machine: Machine,
    size: int = 6,
    *,
    most: int = MOST,
    workers: int | None = None,
    progress: Progress = no_progress,
) -> Mutants:
    """The mutants of a machine with their fates, in the order of the diagram.

    They are checked up to `size`, but at least to `LEAST`, by the given number of `workers` or on
    all cores. If there are more than `most`, that many are chosen at random, always the same ones.
    A remark about the machine itself kills no mutant. Raises `BadInput` for a machine that
    fails its own check, as all its mutants would, and `Undecided` where that check is undecided.
    """
    size = max(size, LEAST)
    report = check(machine, size)
    if report.verdict == UNDECIDED:
        why = listed([*map(str, report.unsettled or report.findings)], joint="; ")
        undecided = f"the check of {machine.shown} is undecided, so its mutants cannot be judged"
        raise Undecided(f"{undecided}: {why}")
    if not report.holds:
        raise BadInput(
            f"{machine.shown} fails its own check, and so would all its mutants: correct it first "
            f"(`hanoi-fsm repair {machine.shown}`): {report.finding}"
        )
    strict = [remark for outcome in report.outcomes for remark in outcome.strict]
    known = {(remark.kind, remark.about) for remark in strict}
    is_proved = machine.prove().holds

    def judge(edit: Edit) -> bool | tuple[str, Plain]:
        """The check that kills a version; or whether it survives because it is proved correct."""
        version = machine.with_automaton(edit.on(machine.automaton))
        report = check(version, size, strict=True, known=known)
        if report.finding is None:
            return is_proved and version.prove().holds
        return report.outcomes[-1].check, report.finding.plain()

    judged = judged_mutants(machine, judge, "the check", TOGETHER, most, workers, progress)
    if not judged.survivors:
        return judged
    remarks = [remark for outcome in report.outcomes[:2] for remark in outcome.remarks]
    return replace(judged, remarks=remarks)


def judged_mutants(
    machine: Machine,
    judge: Callable[[Edit], bool | tuple[str, Plain]],
    by: str,
    together: int,
    most: int,
    workers: int | None,
    progress: Progress,
) -> Mutants:
    """The mutants with their fates from child processes; `by` names the killer of failed children.

    A check kills a mutant with its finding, or the mutant survives; True means equivalent.
    """
    if not isinstance(most, int) or most < 1:
        raise BadInput(f"invalid `most={shortened(most)}`: expected 1, 2, 3, ...")
    mutants = list[Mutant]()
    edits, more = sample(machine, most)
    with closing(spread(judge, edits, LIMITS, workers, together)) as judgements:
        for edit, answer in judgements:
            fate: Fate = None
            if isinstance(answer, Failure):
                fate = by, Finding("ends", str(answer))
            elif not isinstance(answer, bool):
                fate = answer[0], Finding(**answer[1])
            mutants.append(Mutant(edit, fate, answer is True, machine.lines.get(edit.about)))
            progress(len(mutants))
    return Mutants(machine.shown, mutants, more=more)
