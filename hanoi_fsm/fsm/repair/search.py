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

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.finding import Finding, Lines, Progress, no_progress
from hanoi_fsm.fsm.isolate import Failure
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.repair.edits import Edit, ends, repairs
from hanoi_fsm.fsm.repair.judging import judged
from hanoi_fsm.fsm.repair.ranking import Ranking

MOST_EDITS = 10_000
"""The most edits that are tried, and the most pairs of them."""
MOST_SECONDS = 60.0
"""After this time no more edits are tried."""
MARGIN = 0.4  # what costs so much more than the first repair found is not tried
SMALL = 2  # the size of the first, quick check
MOST_FIRST = 40  # of two edits, the most first ones for which second ones are tried


@dataclass(frozen=True)
class Repair:
    """One or two edits, each of what the one before it leaves.

    The smaller the `cost`, the more likely it is that this undoes the mistake. The `file` says on
    which line each part of the definition is.
    """

    edits: tuple[Edit, ...]
    cost: float
    file: Lines = field(repr=False)

    def on(self, automaton: Automaton) -> Automaton:
        """The automaton after the edits; a state that has lost its last edge goes with it."""
        for edit in self.edits:
            after = edit.on(automaton)
            lost = ends(automaton).keys() - {*ends(after), after.initial, *after.final}
            left = tuple(state for state in after.states if state not in lost)
            automaton = replace(after, states=left)
        return automaton

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines of the file to look at."""
        return tuple(dict.fromkeys(line for line in map(self._line, self.edits) if line))

    @property
    def places(self) -> tuple[str, ...]:
        """The transitions or states concerned."""
        return tuple(f"`{edit.about}`" if edit.about else "the start" for edit in self.edits)

    def _line(self, edit: Edit) -> int | None:
        """The line of an edit; what only the first edit has made is on the line of that."""
        return self.file.get(edit.about) or self.file.get(self.edits[0].about)

    def __str__(self) -> str:
        """The edits in words on one line, each with its line in the file if that is known."""
        lines = map(self._line, self.edits)
        prefixes = (f"line {line}: " if line else "" for line in lines)
        return "; ".join(
            before + edit.text for before, edit in zip(prefixes, self.edits, strict=True)
        )


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
        self.seen: set[Automaton] = set()
        self.remarked: list[Repair] = []
        self.failed: list[tuple[list[int], Repair]] = []

    def run(self) -> Generator[Repair]:
        """The repairs, first those without remarks, each group in the order of the ranking."""
        report = check(self.machine, self.size)
        if report.holds:
            return
        self.until = monotonic() + MOST_SECONDS
        alone = Repair((), 0.0, self.machine.lines)
        yield from self._passing(self._longer(alone, report.findings, MOST_EDITS))
        if self.edits > 1 and not self.seen:
            yield from self._passing(self._pairs())
        yield from self.remarked

    def _passing(self, attempts: Iterator[Repair]) -> Iterator[Repair]:
        """The repairs among the attempts, up to those that cost much more than the first."""
        best: float | None = None
        with closing(judged(self._judge, attempts, self.workers)) as tried:
            for attempt, answer in tried:
                if best is not None and attempt.cost > best + MARGIN:
                    break
                if monotonic() > self.until:
                    self.left_out = True
                    break
                self.tried += 1
                self.progress(self.tried)
                if isinstance(answer, Failure):
                    continue
                version = attempt.on(self.machine.automaton)
                if isinstance(answer, list):
                    self.failed.append((answer, attempt))
                elif version not in self.seen:
                    self.seen.add(version)
                    if answer:
                        self.remarked.append(attempt)
                    else:
                        best = attempt.cost if best is None else best
                        yield attempt

    def _version(self, attempt: Repair) -> Machine:
        return self.machine.with_automaton(attempt.on(self.machine.automaton))

    def _judge(self, attempt: Repair) -> list[int] | bool:
        """How far the checks get: their number, the size and the step of what the last one finds.

        If they find nothing, whether they remark anything. A quick check sorts out most attempts.
        """
        version = self._version(attempt)
        for size in sorted({min(self.size, SMALL), self.size}):
            report = check(version, size, enough=lambda finding: True)
            if (found := report.finding) is not None:
                return [len(report.outcomes), found.size or 0, found.step or 0]
        return any(one.strict for one in report.outcomes)

    def _longer(self, first: Repair, findings: Sequence[Finding], most: int) -> Iterator[Repair]:
        """The attempts with one more edit, which could undo the first of what is found now."""
        machine = self._version(first)
        ranking = Ranking(machine, findings)
        alphabet = machine.published.events
        edits = repairs(machine.automaton, machine.vocabulary, alphabet, ranking.sources)
        costs = ((ranking.cost(edit), edit) for edit in edits)
        known = ((cost, edit) for cost, edit in costs if cost is not None)
        some = list(islice(known, most))
        self.left_out = self.left_out or next(known, None) is not None
        for cost, edit in sorted(some, key=lambda one: (one[0], len(one[1].text), one[1].text)):
            yield replace(first, edits=(*first.edits, edit), cost=first.cost + cost)

    def _pairs(self) -> Iterator[Repair]:
        """Pairs of edits: the first ones get furthest, the second ones undo what is found then."""
        left = MOST_EDITS
        self.failed.sort(key=lambda one: (one[0], -one[1].cost), reverse=True)
        for _, first in self.failed[:MOST_FIRST]:
            found = check(self._version(first), self.size).findings
            attempts = list(self._longer(first, found, left))
            yield from attempts
            left -= len(attempts)
