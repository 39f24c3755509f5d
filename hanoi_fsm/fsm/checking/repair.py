"""What would make a failing diagram right? Every single edit is tried, and those that do are named.

It is what a good teacher says: not the solution, the one edge to look at. Edits that keep most of
the file's own words come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import combinations, product
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.edits import (
    Edit,
    action_changes,
    changed,
    initial_moves,
    redirections,
    with_guards,
    without,
)
from hanoi_fsm.fsm.checking.mutants import fates
from hanoi_fsm.fsm.finding import Lines, Progress, no_progress, shifted
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Guard, Label, Transition

MOST_PAIRS = 50_000
"""So many pairs of edits are tried at the most."""


class Repair(NamedTuple):
    """One or two edits after which a diagram passes, and how much of its own words they keep.

    `likeness` is 1 for a diagram left as it is; `lines` are those of the file to look at.
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
    """The edits after which a machine passes its check, nearest to the file's own words first.

    With `edits=2` pairs are tried too, where no single edit is enough. An empty list where none is
    found.
    """
    single = list(candidates(machine.automaton, machine.vocabulary))
    found = _passing(machine, [(edit,) for edit in single], size, workers, progress)
    if not found and edits > 1:
        found = _passing(machine, _pairs(single), size, workers, shifted(progress, len(single)))
    return sorted(found, key=lambda repair: (-repair.likeness, len(str(repair)), str(repair)))


def work_of_repairing(machine: Machine, edits: int) -> int:
    """How many versions will be tried at the most, for a bar of progress."""
    single = sum(1 for _ in candidates(machine.automaton, machine.vocabulary))
    return single + (min(MOST_PAIRS, single * (single - 1) // 2) if edits > 1 else 0)


def _passing(
    machine: Machine,
    tried: list[tuple[Edit, ...]],
    size: int,
    workers: int | None,
    progress: Progress,
) -> list[Repair]:
    versions = [edits[-1].automaton for edits in tried]
    found = []
    for number, (edits, fate) in enumerate(
        zip(tried, fates(machine, versions, size, workers), strict=True), 1
    ):
        progress(number)
        if fate is None:
            found.append(_repair(machine.lines, edits))
    return found


def _repair(lines: Lines, edits: tuple[Edit, ...]) -> Repair:
    places = [lines.get(edit.about) for edit in edits]
    texts = tuple(
        f"line {line}: {edit.text}" if line else edit.text
        for edit, line in zip(edits, places, strict=True)
    )
    alike = sum(_likeness(edit) for edit in edits) / len(edits) - (len(edits) - 1)
    return Repair(texts, tuple(line for line in places if line), alike, edits[-1].automaton)


def _likeness(edit: Edit) -> float:
    """How much of the row's own words is kept: all but 1 for one word, less for a row taken out."""
    if not isinstance(edit.about, Transition):
        return 0.5
    if edit.new is None:
        return 0.0
    return SequenceMatcher(None, str(edit.about), str(edit.new), autojunk=False).ratio()


def candidates(automaton: Automaton, memory: type[Memory]) -> Iterator[Edit]:
    """Every single edit that could repair a diagram, in the words of a teacher."""
    for row in automaton.transitions:
        yield from _reworded(automaton, row, memory)
        yield Edit(f"`{_ends(row)}` should not be there", row, without(automaton, row))
    for edit in initial_moves(automaton):
        text = f"the start should lead to {edit.automaton.initial}"
        yield edit._replace(text=text)
    yield from _final_marks(automaton)
    yield from _new_rows(automaton, memory)


def _reworded(automaton: Automaton, row: Transition, memory: type[Memory]) -> Iterator[Edit]:
    ends = _ends(row)
    for edit in redirections(automaton, row):
        assert edit.new is not None
        yield edit._replace(text=f"`{ends}` should lead to {edit.new.target}")
    for state in automaton.states:
        if state != row.source:
            new = replace(row, source=state)
            yield changed(automaton, row, new, f"`{ends}` should start in {state}")
    for edit in action_changes(automaton, row, memory):
        assert edit.new is not None
        said = f"do `{edit.new.action}`" if edit.new.action else "do nothing"
        yield edit._replace(text=f"`{ends}` should {said}")
    yield from _reguarded(automaton, row, memory)


def _reguarded(automaton: Automaton, row: Transition, memory: type[Memory]) -> Iterator[Edit]:
    """The row with one guard more, one less, or another one in its place."""
    ends = _ends(row)
    words = [Guard(name, negated) for name in memory.guards() for negated in (False, True)]
    for place, guard in enumerate(row.guards):
        before, after = row.guards[:place], row.guards[place + 1 :]
        text = f"`{ends}` should not ask for `{guard}`"
        yield changed(automaton, row, with_guards(row, (*before, *after)), text)
        for other in words:
            if other not in row.guards:
                new = with_guards(row, (*before, other, *after))
                text = f"`{ends}` should take the guard `{other}` instead of `{guard}`"
                yield changed(automaton, row, new, text)
    names = {guard.name for guard in row.guards}
    for other in words:
        if other.name not in names:
            new = with_guards(row, (*row.guards, other))
            yield changed(automaton, row, new, f"`{ends}` should take the guard `{other}` too")


def _final_marks(automaton: Automaton) -> Iterator[Edit]:
    for state in automaton.states:
        final = automaton.final ^ {state}
        said = "should not be" if state in automaton.final else "should be"
        yield Edit(f"state {state} {said} final", state, replace(automaton, final=final))


def _new_rows(automaton: Automaton, memory: type[Memory]) -> Iterator[Edit]:
    """A transition is missing: every one that the states and the vocabulary allow."""
    for source, target, label in product(
        automaton.states, automaton.states, _labels(automaton, memory)
    ):
        new = Transition(source, target, label)
        if new not in automaton.transitions and source not in automaton.final:
            rows = (*automaton.transitions, new)
            yield Edit(f"`{new}` is missing", source, replace(automaton, transitions=rows))


def _labels(automaton: Automaton, memory: type[Memory]) -> list[Label]:
    """All labels of at most two guards."""
    words = [Guard(name, negated) for name in memory.guards() for negated in (False, True)]
    both = [pair for pair in combinations(words, 2) if pair[0].name != pair[1].name]
    guards: list[tuple[Guard, ...]] = [(), *((word,) for word in words), *both]
    actions = (*memory.actions(), None)
    return [Label(*parts) for parts in product(automaton.events, guards, actions)]


def _pairs(single: list[Edit]) -> list[tuple[Edit, ...]]:
    """Pairs of rewordings of two different rows, those that keep most words first."""
    reworded = [edit for edit in single if isinstance(edit.about, Transition) and edit.new]
    reworded.sort(key=_likeness, reverse=True)
    found: list[tuple[Edit, ...]] = []
    for one, other in combinations(reworded, 2):
        if one.about != other.about and len(found) < MOST_PAIRS:
            found.append((one, _on_top(one, other)))
    return found


def _on_top(one: Edit, other: Edit) -> Edit:
    """The second edit, made on the result of the first."""
    rows = tuple(
        other.new if row == other.about and other.new else row for row in one.automaton.transitions
    )
    return other._replace(automaton=replace(one.automaton, transitions=rows))


def _ends(row: Transition) -> str:
    return f"{row.source} -> {row.target}"
