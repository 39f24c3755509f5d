"""Repair: the edits after which a failing diagram passes its checks.

As a teacher would, it names not the solution but the edge to look at. The edits are tried in the
order in which a teacher would name them, so that the search can end as soon as enough are found. An
edit that touches nothing near the first fault leaves that as it is, and so cannot undo it. Of the
others a change comes before an addition, and what is near the fault before what is far from it. Of
edits of one kind those come first that keep most of the text.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from math import inf
from operator import attrgetter

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.errors import counted, cut
from hanoi_fsm.fsm.finding import Finding, Progress, Result, no_progress
from hanoi_fsm.fsm.isolate import spread
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Row, Transition
from hanoi_fsm.fsm.repair import LIMITS, TOGETHER
from hanoi_fsm.fsm.repair.edits import Edit, ends, repairs

MOST = 5
"""The most repairs that are named, by default."""
MOST_EDITS = 5_000
"""The most edits that are tried: half a minute for machines of some tens of states."""
MOST_STARTS = 1_000
"""The most states of which it is asked how much a start there would reach."""
MARGIN = 0.15  # what costs so much more than the first repair found is not tried

UNSURE = ("complete", "consistent")
"""Faults for which any of several edits may be meant, unless a specification says which."""

COSTS = {
    "undone": 0.8,
    "action": 1.0,
    "dropped": 1.0,
    "event": 1.0,
    "negated": 1.0,
    "removed": 1.1,
    "initial": 1.2,
    "mark": 1.2,
    "order": 1.2,
    "inside": 1.0,
    "target": 1.2,
    "turned": 1.2,
    "guarded": 1.3,
    "replaced": 1.3,
    "source": 1.3,
    "added": 1.8,
}
FARTHER, FARTHEST = 0.01, 30  # for each place between the edit and the fault
UNLIKE = 0.5  # for the share of the text that is not kept
MOST_COMPARED = 600  # characters of a text, of which a valid row has fewer


@dataclass(frozen=True)
class Repair:
    """An edit after which the checks pass.

    The smaller the `cost`, the more likely it is that this undoes the mistake. `line` is where to
    look in the file, if that is known.
    """

    edit: Edit
    cost: float
    line: int | None = None

    def on(self, automaton: Automaton) -> Automaton:
        """The automaton after the edit; a state that has lost its last edge goes with it."""
        after = self.edit.on(automaton)
        lost = ends(automaton).keys() - {*ends(after), after.initial, *after.final}
        lost -= {*after.tree.parent, *after.tree.inner}
        left = tuple(state for state in after.states if state not in lost)
        return replace(after, states=left)

    @property
    def place(self) -> str:
        """The line to look at, or else the transition or state concerned."""
        if self.line:
            return f"line {self.line}"
        return f"`{self.edit.about}`" if self.edit.about else "the start"

    def __str__(self) -> str:
        """The edit in words, with its line in the file if that is known."""
        return f"line {self.line}: {self.edit.text}" if self.line else self.edit.text


@dataclass(frozen=True)
class Repairs(Result):
    """The repairs of the machine of that `name`, the likeliest first, and how many were `tried`.

    `blamed` is what the check finds, if it finds anything.
    """

    name: str
    blamed: Finding | None
    repairs: Sequence[Repair] = ()
    tried: int = 0

    @property
    def holds(self) -> bool:
        """Whether the machine passes its check, or would after a repair."""
        return self.blamed is None or bool(self.repairs)

    @property
    def hint(self) -> str:
        """Which line to look at, and not what to write there."""
        blamed, lines = self.blamed, str(self).splitlines()
        if self.repairs:
            lines[: len(self.repairs)] = [f"look at {self.repairs[0].place}"]
        elif blamed and blamed.line:
            lines.append(f"look at line {blamed.line}: {blamed.text or 'check blames it'}")
        return "\n".join(lines)

    def __str__(self) -> str:
        """The repairs in lines, or why there are none."""
        if self.blamed is None:
            return f"{self.name}: nothing to repair, the check passes"
        if self.blamed.kind in UNSURE and not self.tried:
            there = "not repaired, as no specification says what should happen"
            return f"{self.name}: {there}: {self.blamed}"
        if self.repairs:
            return "\n".join(map(str, self.repairs))
        none = "no single edit repairs it: correct what check blames, and ask again"
        if self.tried == MOST_EDITS:
            none = f"none of the {counted(MOST_EDITS, 'edit')} that are tried at most repairs it"
        return f"{self.name}: {none}"


def repairs_of(
    machine: Machine,
    size: int = 6,
    most: int = MOST,
    *,
    workers: int | None = None,
    progress: Progress = no_progress,
) -> Repairs:
    """The likeliest repairs of a machine that fails its check up to a `size`.

    They come in the order of their costs, up to those that cost much more than the first.
    """
    report = check(machine, size)
    findings, blamed = report.findings, next(iter(report.findings), None)
    unspecified = any(remark.kind == "unspecified" for remark in report.remarks)
    # Where nothing says what is right, no edit is more right than another.
    if blamed is None or (unspecified and blamed.kind in UNSURE):
        return Repairs(machine.shown, blamed)
    was, dearest, tried = machine.automaton, inf, 0
    reached = was.reached
    if was.initial not in was.states:  # as much as some start reaches
        starts = (replace(was, initial=state) for state in was.states[:MOST_STARTS])
        reached = max((start.reached for start in starts), key=len, default=reached)

    def judge(attempt: Repair) -> bool:
        """Whether a version passes, and cuts nothing off that was reached."""
        version = machine.with_automaton(attempt.on(was))
        cut_off = reached.intersection(version.automaton.states) - version.automaton.reached
        return not cut_off and check(version, size).holds

    attempts = _attempts(machine, findings)
    passing: dict[Automaton, Repair] = {}  # two edits with the same result are one repair
    with closing(spread(judge, attempts, LIMITS, workers, TOGETHER)) as judgements:
        for attempt, passes in judgements:
            if attempt.cost > dearest:
                break
            tried += 1
            progress(tried)
            if passes is True and attempt is passing.setdefault(attempt.on(was), attempt):
                dearest = min(dearest, attempt.cost + MARGIN)
                if len(passing) == most:
                    break
    return Repairs(machine.shown, blamed, [*passing.values()], tried)


def _attempts(machine: Machine, findings: Sequence[Finding]) -> list[Repair]:
    """The edits that could undo the first of the findings, by their costs."""
    automaton = machine.automaton.chart
    near, sources = _blame(machine.automaton, findings)

    def touched(edit: Edit) -> Iterator[str]:
        """The states where an edit changes what happens; in a definition also those it names."""
        old = [] if edit.old is None else [edit.old]
        for row in [*old, *edit.new]:
            yield row.source
            if findings[0].kind == "definition":
                yield row.target
        if not edit.changes:  # an edit of states
            yield from (edit.was, edit.now)
        if edit.inside:  # what happens on the way into it
            yield from (row.source for row in automaton.rows if row.target == edit.was)

    def cost(edit: Edit) -> float:
        """The smaller, the sooner an edit is tried."""
        cost = COSTS[edit.kind] + FARTHER * min(
            near.get(state, FARTHEST) for state in touched(edit)
        )
        if edit.old and edit.kind not in ("removed", "turned", "undone"):
            texts = [cut(str(row), MOST_COMPARED) for row in (edit.old, edit.new[-1])]
            cost += UNLIKE * unlikeness(*texts)
        return cost

    edits = repairs(automaton, machine.vocabulary, machine.published.events, sources)
    close = (edit for edit in edits if not near or not near.keys().isdisjoint(touched(edit)))
    attempts = [
        Repair(edit, cost(edit), machine.lines.get(edit.about))
        for edit in islice(close, MOST_EDITS)
    ]
    return sorted(attempts, key=attrgetter("cost"))


@cache
def unlikeness(text: str, other: str) -> float:
    """The share of two texts that they do not have in common, from 0 to 1."""
    from difflib import SequenceMatcher

    return 1 - SequenceMatcher(None, text, other, autojunk=False).ratio()


def _blame(
    automaton: Automaton, findings: Sequence[Finding]
) -> tuple[dict[str, int], Sequence[str]]:
    """How far each state is from the first fault, and the states that may lack a transition.

    Only what the run that went wrong has met can be wrong: the last of it first. Without any state
    every edit is as near as any other.
    """
    first, about = findings[0], findings[0].about
    every = list(dict.fromkeys([*automaton.chart.states, *ends(automaton)]))
    taken = first.run or [record.transition for record in first.path]
    visited = [transition.source for transition in taken]
    visited += [transition.target for transition in taken[-1:]]
    if automaton.initial not in automaton.states:
        visited = [automaton.initial]
    elif first.kind == "definition" and isinstance(about, Row | Transition):
        visited = sorted({about.source, about.target}, key=automaton.states.__contains__)[::-1]
    elif isinstance(about, Row | Transition):
        visited.append(about.source)
    elif about in (*every, *automaton.states):
        visited.append(about)
    if first.kind == "used" or not visited:
        return {}, every
    visited = [state for name in visited for state in automaton.active(name) or (name,)]
    near = {state: distance for distance, state in enumerate(dict.fromkeys(reversed(visited)))}
    return near, every if first.kind == "definition" and isinstance(about, str) else list(near)
