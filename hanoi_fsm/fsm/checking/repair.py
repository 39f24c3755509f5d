"""Repair: the edits after which a failing diagram passes its checks.

As a teacher would, it names not the solution but the edge to look at. The edits are tried in the
order in which they are named (see `ranking`), so that the search can end as soon as enough are
found.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.changes import Changes
from hanoi_fsm.fsm.checking import CHECKS, check, explore, outcomes
from hanoi_fsm.fsm.checking.advice import Advisor
from hanoi_fsm.fsm.checking.blame import blame
from hanoi_fsm.fsm.checking.edits import Edit
from hanoi_fsm.fsm.checking.judging import judged
from hanoi_fsm.fsm.checking.ranking import Ranking
from hanoi_fsm.fsm.finding import Finding, Progress, no_progress
from hanoi_fsm.fsm.machine import Machine

MOST_EDITS = 10_000
"""The most edits that are tried, and the most pairs of them."""
MARGIN = 0.4  # what costs so much more than the first repair found is not tried
SMALL = 2  # the size of the first, quick check
MOST_FIRST = 40  # of two edits, the most first ones for which second ones are tried


class Repair(NamedTuple):
    """One or two edits after which a diagram passes, and the lines of the file to look at.

    `places` are the transitions or states concerned, and `changes` what the edits change in all.
    The smaller the `cost`, the more likely it is that this undoes the mistake.
    """

    texts: tuple[str, ...]
    lines: tuple[int, ...]
    cost: float
    automaton: Automaton
    changes: Changes
    places: tuple[str, ...]

    def __str__(self) -> str:
        return "; ".join(self.texts)


class Verdict(NamedTuple):
    """The first thing that the checks found, if any, the check, and whether they remarked any."""

    stage: int = 0
    finding: Finding | None = None
    remarked: bool = False


class Attempt(NamedTuple):
    """Edits one after another, what they change in all, and their cost."""

    edits: tuple[Edit, ...]
    changes: Changes
    cost: float

    def automaton(self, base: Automaton) -> Automaton:
        return self.changes.on(base)


@dataclass
class Search:
    """The search for repairs of a machine that fails its check; iterating yields them.

    `tried` counts the attempts so far; with `left_out` there were more than are tried.
    """

    machine: Machine
    size: int = 6
    edits: int = 1
    workers: int | None = None
    progress: Progress = no_progress
    tried: int = 0
    left_out: bool = False
    seen: set[Automaton] = field(default_factory=set)
    remarked: list[Repair] = field(default_factory=list)
    promising: list[tuple[tuple[int, int, int], Attempt]] = field(default_factory=list)

    def __iter__(self) -> Generator[Repair]:
        """The repairs, first those without remarks, each group in the order of the ranking."""
        self.machine = replace(self.machine, drawing=None)  # counts are not what edits undo
        findings = check(self.machine, self.size).findings
        if not findings:
            return
        self.failed = findings[0]
        yield from self._passing(self._single(self.machine, findings))
        if self.edits > 1 and not self.seen:
            yield from self._passing(self._double())
        yield from self.remarked

    def _passing(self, attempts: Iterator[Attempt]) -> Iterator[Repair]:
        """The repairs among the attempts, up to those that cost much more than the first."""
        made: list[Attempt] = []
        best: float | None = None

        def versions() -> Iterator[Automaton]:
            for attempt in attempts:
                made.append(attempt)
                yield attempt.automaton(self.machine.automaton)

        verdicts = judged(self._judge, versions(), self.workers, _lost)
        for number, verdict in enumerate(verdicts):
            attempt = made[number]
            if best is not None and attempt.cost > best + MARGIN:
                break
            self.tried += 1
            self.progress(self.tried)
            if verdict.finding is not None:
                self._note(attempt, verdict)
                continue
            repair = self._repair(attempt)
            if repair.automaton in self.seen:
                continue
            self.seen.add(repair.automaton)
            if verdict.remarked:
                self.remarked.append(repair)
            else:
                best = attempt.cost if best is None else best
                yield repair

    def _judge(self, version: Automaton) -> Verdict:
        """Whether a version of the machine passes; a quick check sorts out most that do not."""
        machine, small = self.machine.with_automaton(version), min(self.size, SMALL)
        if faults := machine.faults():
            return Verdict(0, faults[0].sendable())
        if wrong := machine.conform(small).findings:
            return Verdict(1, wrong[0].sendable())
        if found := explore(machine, small).findings:
            return Verdict(2, found[0].sendable())
        remarked = False
        for name, outcome in outcomes(machine, self.size, no_progress):
            if outcome.findings:
                return Verdict(list(CHECKS).index(name), outcome.findings[0].sendable())
            remarked = remarked or bool(outcome.strict)
        return Verdict(remarked=remarked)

    def _single(self, machine: Machine, findings: Sequence[Finding]) -> Iterator[Attempt]:
        for cost, edit in self._ranked(machine, findings):
            yield Attempt((edit,), edit.changes, cost)

    def _double(self) -> Iterator[Attempt]:
        """Pairs of edits: the first ones get furthest, the second ones undo what is found then."""
        self.promising.sort(key=lambda one: (one[0], -one[1].cost), reverse=True)
        left = MOST_EDITS
        for _, first in self.promising[:MOST_FIRST]:
            machine = self.machine.with_automaton(first.automaton(self.machine.automaton))
            ranked = self._ranked(machine, check(machine, self.size).findings)
            for cost, edit in ranked[:left]:
                changes = first.changes.then(edit.changes, self.machine.automaton)
                yield Attempt((*first.edits, edit), changes, first.cost + cost)
            self.left_out = self.left_out or len(ranked) > left
            left = max(0, left - len(ranked))

    def _ranked(self, machine: Machine, findings: Sequence[Finding]) -> list[tuple[float, Edit]]:
        """The edits that could undo the first of the findings, in the order of their costs."""
        suspected = blame(machine, findings, self.size)
        alphabet = (machine.reference or machine.automaton).events
        advisor = Advisor(machine.automaton, machine.vocabulary, alphabet)
        ranking = Ranking(machine.automaton, machine.vocabulary, alphabet, suspected)
        costs = ((ranking.cost(edit), edit) for edit in advisor.edits(suspected.suspects()))
        known = ((cost, edit) for cost, edit in costs if cost is not None)
        some = list(islice(known, MOST_EDITS))
        self.left_out = self.left_out or next(known, None) is not None
        return sorted(some, key=lambda one: (one[0], len(one[1].text), one[1].text))

    def _note(self, attempt: Attempt, verdict: Verdict) -> None:
        """Keep an attempt after which the checks get further than before."""
        assert verdict.finding is not None  # it failed
        if self.edits > 1 and len(attempt.edits) == 1:
            reached = _reached(verdict.stage, verdict.finding)
            before = _reached(_stage(self.failed), self.failed)
            other = verdict.finding.kind == "definition" and verdict.finding != self.failed
            if reached > before or other:
                self.promising.append((reached, attempt))

    def _repair(self, attempt: Attempt) -> Repair:
        known = self.machine.lines
        lines = [
            known.get(edit.about) or known.get(attempt.edits[0].about) for edit in attempt.edits
        ]
        texts = [
            f"line {line}: {edit.text}" if line else edit.text
            for edit, line in zip(attempt.edits, lines, strict=True)
        ]
        return Repair(
            tuple(texts),
            tuple(dict.fromkeys(line for line in lines if line)),
            attempt.cost,
            attempt.automaton(self.machine.automaton),
            attempt.changes,
            tuple(f"`{edit.about}`" for edit in attempt.edits),
        )


def repairs(
    machine: Machine,
    size: int = 6,
    *,
    edits: int = 1,
    workers: int | None = None,
    progress: Progress = no_progress,
) -> list[Repair]:
    """The edits after which a machine passes its checks, the most likely mistake first.

    With `edits=2` pairs are tried if no single edit is enough. The list is empty if none is found.
    """
    return list(Search(machine, size, edits, workers, progress))


def _lost(reason: str) -> Verdict:
    return Verdict(0, Finding("ends", reason))


def _stage(finding: Finding) -> int:
    return {"definition": 0, "output": 1}.get(finding.kind, 2)


def _reached(stage: int, finding: Finding) -> tuple[int, int, int]:
    """How far the checks got: the check, the size and the step of what it found."""
    return stage, finding.size or 0, finding.step or 0
