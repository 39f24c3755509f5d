"""Repair: the edits after which a failing diagram passes its checks.

Like a teacher, it names not the solution but the edge to look at. The edits are tried in the order
in which a teacher would name them, so that the search can end as soon as enough are found. An edit
that touches nothing near the first fault cannot undo it. Among the others, changes come before
additions, and edits near the fault before distant ones. Among edits of one kind, those that keep
most of the text come first.
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
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
"""The most repairs that are named by default."""
MOST_EDITS = 5_000
"""The most edits to try: half a minute for machines with a few dozen states."""
MOST_STARTS = 1_000
"""The most states for which the reach of a start there is computed."""
MARGIN = 0.15  # edits that cost this much more than the first repair are not tried

UNSURE = ("complete", "consistent")
"""Faults that any of several edits may mend, unless a specification decides."""

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
FARTHER, FARTHEST = 0.01, 30  # per place between the edit and the fault
UNLIKE = 0.5  # for the share of the text that changes
MOST_COMPARED = 600  # more characters than a valid row has


@dataclass(frozen=True)
class Repair:
    """An edit after which the checks pass.

    The smaller the `cost`, the more likely the edit undoes the mistake. `line` is where to look
    in the file, if known.
    """

    edit: Edit
    cost: float
    line: int | None = None

    def on(self, automaton: Automaton) -> Automaton:
        """The automaton after the edit; a state that loses its last edge is removed, too."""
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
        """The edit in words, with its line in the file if known."""
        return f"line {self.line}: {self.edit.text}" if self.line else self.edit.text


@dataclass(frozen=True)
class Repairs(Result):
    """The repairs of the machine called `name`, likeliest first, and how many edits were `tried`.

    `blamed` is the finding of the check, if there is one.
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
        """The line to look at, but not what to write there."""
        blamed, lines = self.blamed, str(self).splitlines()
        if self.repairs:
            lines[: len(self.repairs)] = [f"look at {self.repairs[0].place}"]
        elif blamed and blamed.line:
            lines.append(f"look at line {blamed.line}: {blamed.text or 'check blames it'}")
        return "\n".join(lines)

    def __str__(self) -> str:
        """One line per repair, or why there are none."""
        if self.blamed is None:
            return f"{self.name}: nothing to repair, the check passes"
        if self.blamed.kind in UNSURE and not self.tried:
            there = "not repaired, as no specification says what should happen"
            return f"{self.name}: {there}: {self.blamed}"
        if self.repairs:
            return "\n".join(map(str, self.repairs))
        none = "no single edit repairs it: correct what check blames, and ask again"
        if self.tried == MOST_EDITS:
            none = f"none of the first {counted(MOST_EDITS, 'edit')} repairs it"
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

    They are ordered by cost; repairs that cost much more than the first are left out.
    """
    report = check(machine, size)
    findings, blamed = report.findings, next(iter(report.findings), None)
    unspecified = any(remark.kind == "unspecified" for remark in report.remarks)
    # Without a specification, no edit is better than another.
    if blamed is None or (unspecified and blamed.kind in UNSURE):
        return Repairs(machine.shown, blamed)
    was, dearest, tried = machine.automaton, inf, 0
    reached = was.reached
    if was.initial not in was.states:  # as much as any start reaches
        starts = (replace(was, initial=state) for state in was.states[:MOST_STARTS])
        reached = max((start.reached for start in starts), key=len, default=reached)

    def judge(attempt: Repair) -> bool:
        """Whether a version passes, and still reaches everything that was reached before."""
        version = machine.with_automaton(attempt.on(was))
        cut_off = reached.intersection(version.automaton.states) - version.automaton.reached
        return not cut_off and check(version, size).holds

    attempts = _attempts(machine, findings)
    passing: dict[Automaton, Repair] = {}  # edits with the same result are one repair
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
    """The edits that could undo the first finding, ordered by cost.

    An edit changes the behaviour of the states it touches; in a definition, it also touches the
    targets that it names.
    """
    automaton, attempts = machine.automaton.chart, list[Repair]()
    near, sources = _blame(machine.automaton, findings)
    for edit in repairs(automaton, machine.vocabulary, machine.published.events, sources):
        rows = [edit.old, *edit.new] if edit.old else edit.new
        touched = [*edit.states, *(row.source for row in rows)]
        if findings[0].kind == "definition":
            touched += [row.target for row in rows]
        if near and near.keys().isdisjoint(touched):
            continue
        cost = COSTS[edit.kind] + FARTHER * min(near.get(state, FARTHEST) for state in touched)
        if edit.old and edit.kind not in ("removed", "turned", "undone"):
            cost += UNLIKE * unlikeness(str(edit.old), str(edit.new[-1]))
        attempts.append(Repair(edit, cost, machine.lines.get(edit.about)))
        if len(attempts) == MOST_EDITS:
            break
    return sorted(attempts, key=attrgetter("cost"))


@cache
def unlikeness(text: str, other: str) -> float:
    """The share of two texts that differs, from 0 to 1."""
    from difflib import SequenceMatcher

    texts = cut(text, MOST_COMPARED), cut(other, MOST_COMPARED)
    return 1 - SequenceMatcher(None, *texts, autojunk=False).ratio()


def _blame(
    automaton: Automaton, findings: Sequence[Finding]
) -> tuple[dict[str, int], Sequence[str]]:
    """The distance of each state from the first fault, and the states that may lack a transition.

    Only what the failed run visited can be wrong, most likely its end. Without any states, every
    edit is equally near.
    """
    first, about = findings[0], findings[0].about
    every = list(dict.fromkeys([*automaton.chart.states, *ends(automaton)]))
    taken = first.run or [record.transition for record in first.path]
    visited = [transition.source for transition in taken]
    visited += [transition.target for transition in taken[-1:]]
    if automaton.initial not in automaton.states:
        visited = [automaton.initial]
    elif first.kind == "definition" and isinstance(about, Row | Transition):
        visited = [about.target, about.source]
        visited.sort(key=lambda state: state not in automaton.states)
    elif isinstance(about, Row | Transition):
        visited.append(about.source)
    elif about in (*every, *automaton.states):
        visited.append(about)
    if first.kind == "used" or not visited:
        return {}, every
    visited = [state for name in visited for state in automaton.active(name) or (name,)]
    near = {state: distance for distance, state in enumerate(dict.fromkeys(reversed(visited)))}
    return near, every if first.kind == "definition" and isinstance(about, str) else list(near)
