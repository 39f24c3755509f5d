"""Repair: the edits after which a failing diagram passes its checks.

As a teacher would, it names not the solution but the edge to look at. The edits are tried in the
order in which they are named (see `ranking`), so that the search can end as soon as enough are
found.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice
from time import monotonic
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.changes import Changes
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.checking.advice import Advisor
from hanoi_fsm.fsm.checking.blame import blame
from hanoi_fsm.fsm.checking.edits import Edit
from hanoi_fsm.fsm.checking.judging import judged
from hanoi_fsm.fsm.checking.ranking import Ranking
from hanoi_fsm.fsm.finding import Finding, Lines, Progress, Report, no_progress
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.workers import Failure

MOST_EDITS = 10_000
"""The most edits that are tried, and the most pairs of them."""
MOST_SECONDS = 60.0
"""After this time no more edits are tried."""
MARGIN = 0.4  # what costs so much more than the first repair found is not tried
SMALL = 2  # the size of the first, quick check
MOST_FIRST = 40  # of two edits, the most first ones for which second ones are tried


@dataclass(frozen=True)
class Repair:
    """One or two edits one after another, and what they change in all.

    The smaller the `cost`, the more likely it is that this undoes the mistake. The `file` says on
    which line each part of the definition is.
    """

    edits: tuple[Edit, ...]
    changes: Changes
    cost: float
    file: Lines = field(repr=False)

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines of the file to look at."""
        return tuple(dict.fromkeys(line for line in map(self._line, self.edits) if line))

    @property
    def places(self) -> tuple[str, ...]:
        """The transitions or states concerned."""
        return tuple(f"`{edit.about}`" if edit.about else "the start" for edit in self.edits)

    @property
    def texts(self) -> tuple[str, ...]:
        """The edits in words, each with its line if that is known."""
        lines = map(self._line, self.edits)
        prefixes = (f"line {line}: " if line else "" for line in lines)
        return tuple(before + edit.text for before, edit in zip(prefixes, self.edits, strict=True))

    def _line(self, edit: Edit) -> int | None:
        """The line of an edit; what only the first edit has made is on the line of that."""
        return self.file.get(edit.about) or self.file.get(self.edits[0].about)

    def __str__(self) -> str:
        """All the texts on one line."""
        return "; ".join(self.texts)


class Trial(NamedTuple):
    """What the checks said: how many were run, the first finding, and whether any remarked."""

    stage: int = 0
    finding: Finding | None = None
    remarked: bool = False

    @property
    def reached(self) -> tuple[int, int, int]:
        """How far the checks got: the check, the size and the step of what it found."""
        size, step = (self.finding.size, self.finding.step) if self.finding else (None, None)
        return self.stage, size or 0, step or 0


def _trial(report: Report) -> Trial:
    finding = report.finding and report.finding.sendable()
    return Trial(len(report.outcomes), finding, any(one.strict for one in report.outcomes))


class Search:
    """The search for repairs of a machine that fails its check.

    With `edits=2` pairs are tried if no single edit is enough. `tried` counts the attempts so far;
    with `left_out` there were more than are tried.
    """

    def __init__(
        self,
        machine: Machine,
        size: int = 6,
        edits: int = 1,
        workers: int | None = None,
        progress: Progress = no_progress,
    ) -> None:
        self.machine = replace(machine, drawing=None)  # counts are not what edits undo
        self.size, self.edits = size, edits
        self.workers, self.progress = workers, progress
        self.tried, self.left_out, self.until = 0, False, 0.0
        self.failed = Trial()  # of the machine itself
        self.seen: set[Automaton] = set()
        self.remarked: list[Repair] = []
        self.promising: list[tuple[tuple[int, int, int], Repair]] = []

    def run(self) -> Generator[Repair]:
        """The repairs, first those without remarks, each group in the order of the ranking."""
        report = check(self.machine, self.size)
        if report.holds:
            return
        self.until = monotonic() + MOST_SECONDS
        self.failed = _trial(report)
        yield from self._passing(self._single(report.findings))
        if self.edits > 1 and not self.seen:
            yield from self._passing(self._double())
        yield from self.remarked

    def _passing(self, attempts: Iterator[Repair]) -> Iterator[Repair]:
        """The repairs among the attempts, up to those that cost much more than the first."""
        best: float | None = None
        with closing(judged(self._judge, attempts, lambda one: one.changes, self.workers)) as tried:
            for attempt, trial in tried:
                if best is not None and attempt.cost > best + MARGIN:
                    break
                if monotonic() > self.until:
                    self.left_out = True
                    break
                self.tried += 1
                self.progress(self.tried)
                if isinstance(trial, Failure):
                    continue
                if trial.finding is not None:
                    self._note(attempt, trial)
                elif (version := self._version(attempt.changes).automaton) not in self.seen:
                    self.seen.add(version)
                    if trial.remarked:
                        self.remarked.append(attempt)
                    else:
                        best = attempt.cost if best is None else best
                        yield attempt

    def _version(self, changes: Changes) -> Machine:
        return self.machine.with_automaton(changes.on(self.machine.automaton))

    def _judge(self, changes: Changes) -> Trial:
        """What the checks say after some changes; a quick one sorts out most that do not pass."""
        version = self._version(changes)
        for size in sorted({min(self.size, SMALL), self.size}):
            trial = _trial(check(version, size, enough=lambda finding: True))
            if trial.finding is not None:
                break
        return trial

    def _single(self, findings: Sequence[Finding]) -> Iterator[Repair]:
        for cost, edit in self._ranked(self.machine, findings):
            yield Repair((edit,), edit.changes, cost, self.machine.lines)

    def _double(self) -> Iterator[Repair]:
        """Pairs of edits: the first ones get furthest, the second ones undo what is found then."""
        self.promising.sort(key=lambda one: (one[0], -one[1].cost), reverse=True)
        left = MOST_EDITS
        for _, first in self.promising[:MOST_FIRST]:
            machine = self._version(first.changes)
            ranked = self._ranked(machine, check(machine, self.size).findings)
            for cost, edit in ranked[:left]:
                changes = first.changes.then(edit.changes, self.machine.automaton)
                edits = *first.edits, edit
                yield Repair(edits, changes, first.cost + cost, self.machine.lines)
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

    def _note(self, attempt: Repair, trial: Trial) -> None:
        """Keep an attempt after which the checks get further than before."""
        if self.edits > 1 and len(attempt.edits) == 1:
            further = trial.reached > self.failed.reached
            fault = trial.finding is not None and trial.finding.kind == "definition"
            other = fault and trial.finding != self.failed.finding
            if further or other:
                self.promising.append((trial.reached, attempt))
