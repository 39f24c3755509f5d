"""The contents of working memories, step by step, and how often transitions are taken."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from support import oracle
from support.checked_machines import CIRCLES, IDLES

from hanoi_fsm import (
    ENGINES,
    PATHFINDERS,
    SOLVERS,
    Task,
    errors,
    find,
    trace,
)
from hanoi_fsm.hanoi.comparing import measure

each_solver = pytest.mark.parametrize("by", SOLVERS)


@pytest.mark.parametrize("most", [3, pytest.param(6, marks=pytest.mark.sweep)])
@each_solver
def test_what_a_memory_holds_decides_what_comes_next_and_a_new_shift_holds_the_same(
    by: str, most: int
) -> None:
    following: dict[object, object] = {}
    for disks in range(most):
        for source, target in oracle.TASKS:
            task = {"source": source, "target": target}
            records = trace(disks, by=by, **task)
            for before, after in pairwise(records):
                moment = before.next_state, repr(before.contents)
                assert following.setdefault(moment, after.transition) == after.transition
            for start in range(2, 2**disks):
                resumed = trace(disks, by=by, start=start, **task)
                rest = records[-len(resumed) :]
                seen = [
                    (record.transition, record.output, record.view, record.contents)
                    for record in resumed
                ]
                assert seen == [
                    (record.transition, record.output, record.view, record.contents)
                    for record in rest
                ], (disks, task, start)


@pytest.mark.parametrize("by", [*SOLVERS, *PATHFINDERS])
def test_counts_are_those_of_the_traces(by: str) -> None:
    machine = SOLVERS[by] if by in SOLVERS else PATHFINDERS[by]
    for inputs in [(4,)] if by in SOLVERS else list(oracle.pairs(2)):
        expected = Counter(record.transition for record in machine.run(*inputs))
        for engine in [None, *ENGINES]:
            taken = machine.taken(machine.set_up(*inputs), engine)
            assert Counter(machine.automaton.transitions[number] for number in taken) == expected


@pytest.mark.parametrize("by", ["two-storey", "shortest"])
def test_the_guards_that_a_run_asks_are_counted(by: str) -> None:
    """In order, up to the transition that is taken, each guard once."""
    machine: Any = find(by)
    guards, asked = machine.memory.guards().keys(), set[str]()

    class Asked(machine.memory):  # type: ignore[misc]  # its class is known when it runs
        def __word__(self, name: str) -> Any:
            asked.add(name)
            return super().__word__(name)

    for disks in range(4):
        counted = 0
        for _ in replace(machine, memory=Asked).run(Task(disks)):
            counted += len(asked & guards)
            asked.clear()
        [figures] = measure([machine], [disks], repeat=0)
        assert figures.asked == counted, disks


def test_what_is_too_large_is_not_counted() -> None:
    with pytest.raises(errors.BadDisks, match="at most 24"):
        SOLVERS["monk"].counts(25)


@pytest.mark.parametrize("engine", [None, *ENGINES])
@pytest.mark.parametrize(
    ("wrong", "words"),
    [(CIRCLES, "one more move than the 3"), (IDLES, "no move in 401 events")],
    ids=["circles", "idles"],
)
def test_a_run_without_an_end_is_not_counted(wrong: Any, words: str, engine: str | None) -> None:
    with pytest.raises(errors.MachineStopped, match=words):
        find(wrong).on(engine).counts(2)
