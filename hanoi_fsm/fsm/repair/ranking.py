"""Ranking: which edit a teacher would name first.

An edit that touches nothing near the first fault leaves that as it is, and so cannot undo it. Of
the others misspellings come before structure, taking away before inventing, and what is near the
fault before what is far from it. Of edits of one kind those come first that keep most of the text.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.repair.edits import Edit, ends

COSTS = {
    "renamed": 0.0,
    "undone": 0.8,
    "action": 1.0,
    "dropped": 1.0,
    "event": 1.0,
    "negated": 1.0,
    "removed": 1.1,
    "initial": 1.2,
    "mark": 1.2,
    "target": 1.2,
    "turned": 1.2,
    "guarded": 1.3,
    "replaced": 1.3,
    "source": 1.3,
    "added": 1.8,
}
PART = 0.3  # only one of the events of an edge is changed
FARTHER, FARTHEST = 0.01, 30  # for each place between the edit and the fault
UNLIKE = 0.5  # for the share of the text that is not kept

Place = tuple[str, str] | Transition
"""A state with an event, with one of the following words, or a transition itself."""
ANY, FINAL, NAME, START = "any event", "final", "name", "start"


class Ranking:
    """The cost of each edit of a machine that fails its check with some findings.

    A transition may be missing from one of the `sources`.
    """

    def __init__(self, machine: Machine, findings: Sequence[Finding]) -> None:
        self.automaton = machine.automaton
        self.near, self.sources = _blame(machine, findings)
        words = (*machine.vocabulary.guards(), *machine.vocabulary.actions())
        named = ends(self.automaton)  # a name that only one edge has may be misspelt
        kept = {*self.automaton.final, self.automaton.initial}
        states = [one for one in self.automaton.states if named[one] > 1 or one in kept]
        self.known = {*words, *machine.published.events, *states}
        self.times = Counter(self.automaton.transitions)
        self.edges = Counter(one.without_event for one in self.automaton.transitions)

    def cost(self, edit: Edit) -> float | None:
        """The smaller, the sooner an edit is tried; None if it cannot undo the fault."""
        places = (place for place in _touched(edit, self.automaton) if place in self.near)
        distance = min((self.near[place] for place in places), default=None)
        if distance is None and self.near:
            return None
        farther = FARTHER * min(distance or 0, FARTHEST)
        is_misspelt = edit.now and edit.was and edit.was.removeprefix("!") not in self.known
        if edit.kind == "renamed" or is_misspelt:
            return unlikeness(edit.was, edit.now) + farther
        cost = COSTS[edit.kind] + farther
        if edit.at:
            old = self.automaton.transitions[edit.at[0]]
            if edit.kind == "removed" and self.times[old] > 1:
                return farther
            cost += PART * (len(edit.at) < self.edges[old.without_event])
            if edit.new and edit.kind not in ("turned", "undone"):
                cost += UNLIKE * unlikeness(str(old), str(edit.new[0]))
        return cost


@cache
def unlikeness(one: str, other: str) -> float:
    """The share of two texts that they do not have in common, from 0 to 1."""
    from difflib import SequenceMatcher

    return 1 - SequenceMatcher(None, one, other, autojunk=False).ratio()


def _touched(edit: Edit, automaton: Automaton) -> Iterator[Place]:
    """The places where an edit changes what happens."""
    for one in chain((automaton.transitions[at] for at in edit.at), edit.new):
        yield from (one, (one.source, one.event), (one.source, ANY))
        yield from ((one.source, NAME), (one.target, NAME))
    if edit.kind in ("initial", "mark", "renamed"):
        yield from ((edit.was, NAME), (edit.now, NAME))
        yield (edit.was, FINAL) if edit.kind == "mark" else ("", START)


def _blame(machine: Machine, findings: Sequence[Finding]) -> tuple[dict[Place, int], Sequence[str]]:
    """How far each place is from the first fault, and the states that may lack a transition.

    Without any place every edit is as near as any other.
    """
    automaton, first = machine.automaton, findings[0]
    meant = machine.published.events
    unknown = [one for one in automaton.transitions if one.event not in meant]
    every = [*dict.fromkeys([*automaton.states, *ends(automaton)])]
    if first.kind != "definition" and not unknown:
        return _blame_of_run(first, every)
    about = first.about if first.kind == "definition" else unknown[0]
    if automaton.initial not in automaton.states:
        return {("", START): 0, (automaton.initial, NAME): 0}, [automaton.initial]
    if isinstance(about, Transition):
        names = sorted({about.source, about.target}.difference(automaton.states))
        near: dict[Place, int] = {(name, NAME): 2 for name in names}
        return near | {(about.source, about.event): 1, about: 0}, names
    if about is None:
        return {} if automaton.final else {(one, FINAL): 0 for one in every}, every
    states = [one.about for one in findings if isinstance(one.about, str)]
    return {(state, NAME): rank for rank, state in reversed([*enumerate(states)])}, every


def _blame_of_run(finding: Finding, every: Sequence[str]) -> tuple[dict[Place, int], Sequence[str]]:
    """Only what the run that went wrong has met can be wrong: the last of it first."""
    taken = finding.run or [record.transition for record in finding.path]
    if finding.kind == "used" or (finding.about is None and not taken):
        return {}, every
    places = [(one.source, one.event) for one in reversed(taken)]
    if taken:
        is_answer = finding.path and (finding.kind, finding.about) == ("output", taken[-1])
        places.insert(0, (taken[-1].target, FINAL if is_answer else ANY))
    if isinstance(finding.about, Transition):
        places.insert(0, (finding.about.source, finding.about.event))
    elif finding.about is not None:
        places.insert(0, (finding.about, ANY))
    near: dict[Place, int] = {("", START): len(places)}
    for distance, (state, event) in enumerate(places):
        near.setdefault((state, event), distance)
        near.setdefault((state, FINAL), distance)
    return near, [*dict.fromkeys(state for state, _ in places)]
