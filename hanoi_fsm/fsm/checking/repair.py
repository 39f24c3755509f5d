"""Repair: the single edits after which a failing diagram passes its checks.

As a teacher would, it names not the solution but the edge to look at. Edits that keep most of the
file's own words come first.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice, product
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.edits import (
    Edit,
    action_changes,
    changed,
    initial_moves,
    redirections,
    with_guard,
    without,
)
from hanoi_fsm.fsm.checking.mutants import fates
from hanoi_fsm.fsm.finding import Lines, Progress, no_progress, shifted
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Guard, Label, Transition

MOST_PAIRS = 50_000  # the most pairs of edits that are tried


class Repair(NamedTuple):
    """One or two edits after which a diagram passes, and the lines of the file to look at.

    `likeness` is the share of the changed edges' text that they keep.
    """

    texts: tuple[str, ...]
    lines: tuple[int, ...]
    likeness: float
    automaton: Automaton

    def __str__(self) -> str:
        return "; ".join(self.texts)


def repairs(
    machine: Machine,
    size: int = 6,
    *,
    edits: int = 1,
    workers: int | None = None,
    progress: Progress = no_progress,
) -> list[Repair]:
    """The edits after which a machine passes its checks, the most similar to it first.

    With `edits=2` pairs are tried if no single edit is enough. The list is empty if none is found.
    """
    single = list(candidates(machine.automaton, machine.vocabulary))
    found = _passing(machine, [(edit,) for edit in single], size, workers, progress)
    if not found and edits > 1:
        found = _passing(machine, _pairs(single), size, workers, shifted(progress, len(single)))
    return sorted(found, key=lambda repair: (-repair.likeness, len(str(repair)), str(repair)))


def work_of_repairing(machine: Machine, edits: int) -> int:
    """The most versions that will be tried, for a progress bar."""
    single = sum(1 for _ in candidates(machine.automaton, machine.vocabulary))
    return single + (min(MOST_PAIRS, single * (single - 1) // 2) if edits > 1 else 0)


def _passing(
    machine: Machine,
    tried: list[tuple[Edit, ...]],
    size: int,
    workers: int | None,
    progress: Progress,
) -> list[Repair]:
    found = []
    answers = fates(machine, [edits[-1].automaton for edits in tried], size, workers)
    for number, (edits, fate) in enumerate(zip(tried, answers, strict=True), 1):
        progress(number)
        if fate is None:
            found.append(_repair(machine.lines, edits))
    return found


def _repair(lines: Lines, edits: tuple[Edit, ...]) -> Repair:
    known = [lines.get(edit.about) for edit in edits]
    pairs = zip(edits, known, strict=True)
    texts = tuple(f"line {line}: {edit.text}" if line else edit.text for edit, line in pairs)
    likeness = sum(_likeness(edit) for edit in edits) / len(edits) - (len(edits) - 1)
    return Repair(texts, tuple(line for line in known if line), likeness, edits[-1].automaton)


def _likeness(edit: Edit) -> float:
    """The share of the transition's text that is kept: 0 if the transition is removed."""
    from difflib import SequenceMatcher

    if not isinstance(edit.about, Transition):
        return 0.5
    if edit.new is None:
        return 0.0
    return SequenceMatcher(None, str(edit.about), str(edit.new), autojunk=False).ratio()


def candidates(automaton: Automaton, memory: type[Memory]) -> Iterator[Edit]:
    """Every single edit that could repair a diagram, described as advice."""
    words = [Guard(name, negated) for name in memory.guards() for negated in (False, True)]
    for old in automaton.transitions:
        ends = f"`{old.source} -> {old.target}`"
        for edit in redirections(automaton, old):
            assert edit.new is not None
            yield edit._replace(text=f"{ends} should lead to {edit.new.target}")
        for state in automaton.states:
            if state != old.source:
                text = f"{ends} should start in {state}"
                yield changed(automaton, old, replace(old, source=state), text)
        for edit in action_changes(automaton, old, memory):
            assert edit.new is not None
            advice = f"do `{edit.new.action}`" if edit.new.action else "do nothing"
            yield edit._replace(text=f"{ends} should {advice}")
        for new, advice in _guard_changes(old, words):
            yield changed(automaton, old, new, f"{ends} should {advice}")
        yield Edit(f"{ends} should not be there", old, without(automaton, old))
    for edit in initial_moves(automaton):
        yield edit._replace(text=f"the start should lead to {edit.automaton.initial}")
    for state in automaton.states:
        final = automaton.final ^ {state}
        should = "should not be" if state in automaton.final else "should be"
        yield Edit(f"state {state} {should} final", state, replace(automaton, final=final))
    yield from _additions(automaton, words, memory)


def _guard_changes(old: Transition, words: list[Guard]) -> Iterator[tuple[Transition, str]]:
    """One guard fewer, or one replaced, or one more."""
    for index, guard in enumerate(old.guards):
        yield with_guard(old, index), f"not have the guard `{guard}`"
        for other in words:
            if other not in old.guards:
                new = with_guard(old, index, other)
                yield new, f"have the guard `{other}` instead of `{guard}`"
    names = {guard.name for guard in old.guards}
    for other in words:
        if other.name not in names:
            yield with_guard(old, len(old.guards), other), f"have the guard `{other}` too"


def _additions(automaton: Automaton, words: list[Guard], memory: type[Memory]) -> Iterator[Edit]:
    """Every transition with at most two guards that the states and the memory allow."""
    both = [pair for pair in combinations(words, 2) if pair[0].name != pair[1].name]
    guards: list[tuple[Guard, ...]] = [(), *((word,) for word in words), *both]
    labels = list(product(automaton.events, guards, (*memory.actions(), None)))
    for source, target, parts in product(automaton.states, automaton.states, labels):
        new = Transition(source, target, Label(*parts))
        if new not in automaton.transitions and source not in automaton.final:
            transitions = (*automaton.transitions, new)
            yield Edit(f"`{new}` is missing", source, replace(automaton, transitions=transitions))


def _pairs(single: list[Edit]) -> list[tuple[Edit, ...]]:
    changes = [edit for edit in single if isinstance(edit.about, Transition) and edit.new]
    changes.sort(key=_likeness, reverse=True)
    pairs = (pair for pair in combinations(changes, 2) if pair[0].about != pair[1].about)
    return [(one, _after(one, other)) for one, other in islice(pairs, MOST_PAIRS)]


def _after(one: Edit, other: Edit) -> Edit:
    transitions = tuple(
        other.new if old == other.about and other.new else old for old in one.automaton.transitions
    )
    return other._replace(automaton=replace(one.automaton, transitions=transitions))
