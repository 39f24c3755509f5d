"""Diagrams broken as students break them: how often is the mistake undone by the first repair?"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from random import Random
from time import perf_counter
from typing import NamedTuple

import pytest
from breaking import BREAKS, Diagram, Words
from checked_machines import repaired
from sampling import one_in

from hanoi_fsm import Diagram as Drawn
from hanoi_fsm import find, read
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.checking.repair import Search
from hanoi_fsm.fsm.diagrams.dot_edit import rewritten
from hanoi_fsm.fsm.errors import BadSpecification
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.hanoi import automata, resolver

SEED, SIZE, SHOWN = 2026, 6, 5
CEILING = 120
"""Seconds for one diagram: against a hang, as other work may share the machine."""


class Case(NamedTuple):
    """One diagram with one mistake in it."""

    name: str
    kind: str
    dot: str
    machine: Machine


def broken(name: str, kind: str, number: int) -> Iterator[Case]:
    """Diagrams of an automaton with a mistake of some kind that its check finds."""
    original = find(name)
    words = original.vocabulary
    known = Words([*words.guards()], [*words.actions()], original.automaton.events)
    diagram = Diagram(Drawn(original.automaton).dot.splitlines(), known)
    changes = list(BREAKS[kind](diagram))
    Random(f"{SEED} {name} {kind}").shuffle(changes)
    for line, text in changes:
        if number == 0:
            return
        dot = diagram.with_line(line, text)
        drawing = read(dot)
        machine = replace(resolver.machine_over(drawing.automaton), lines=drawing.lines)
        try:
            fails = not check(machine, SIZE).holds
        except BadSpecification:  # an event that it cannot be asked about
            continue
        if fails:
            number -= 1
            yield Case(name, kind, dot, machine)


def place(case: Case) -> int:
    """Which of the repairs shown gives the original automaton back, from 1; 0 if none does."""
    with closing(Search(case.machine, SIZE, workers=2).run()) as repairs:
        for rank, repair in enumerate(islice(repairs, SHOWN), 1):
            text, mended = rewritten(case.dot, repair.changes), repaired(case.machine, repair)
            assert read(text).automaton == mended.automaton, (case.name, case.kind, str(repair))
            if mended.automaton == find(case.name).automaton:
                return rank
    return 0


@pytest.mark.sweep
def test_the_true_repair_is_nearly_always_among_the_first_three(
    capsys: pytest.CaptureFixture[str],
) -> None:
    places: dict[str, list[int]] = defaultdict(list)
    slowest, most = 0.0, ""
    for kind in BREAKS:
        for name in automata.names():
            for case in broken(name, kind, 1):
                since = perf_counter()
                places[kind].append(place(case))
                took = perf_counter() - since
                slowest, most = max((slowest, most), (took, f"{name}, {kind}"))
    every = [one for found in places.values() for one in found]
    with capsys.disabled():
        print(f"\nseed {SEED}; the slowest took {slowest:.1f} s: {most}")
        for kind, found in [*places.items(), ("all", every)]:
            shares = f"{_share(found, 1):4.0%} first, {_share(found, 3):4.0%} in three"
            print(f"{kind:17} {len(found):4} {shares}")
    assert len(every) >= 200
    assert set(places) == set(BREAKS)
    assert _share(every, 1) >= 0.8
    assert _share(every, 3) >= 0.95
    assert slowest < CEILING


def _share(places: list[int], most: int) -> float:
    return sum(1 for one in places if 0 < one <= most) / len(places)


@pytest.mark.parametrize("kind", one_in(3, BREAKS))
@pytest.mark.one_in(4)
def test_a_mistake_in_a_small_diagram_is_undone_by_one_of_the_first_repairs(kind: str) -> None:
    cases = [case for name in ("two-state", "path-reader") for case in broken(name, kind, 1)]
    assert [place(case) in (1, 2, 3) for case in cases] == [True] * len(cases)
