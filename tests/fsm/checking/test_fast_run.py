"""A check by fast runs gives the verdict of a check event by event."""

from dataclasses import replace
from typing import Any

import pytest

from hanoi_fsm import Automaton, Machine, Memory, action, automata, guard
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.checking.exploration import explore
from hanoi_fsm.fsm.checking.fast_run import FastRuns, Inconclusive, asks_the_same_guards
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.hanoi.checking import pathfinder_check, solver_check
from hanoi_fsm.hanoi.checking.solver_check import are_plain_moves
from hanoi_fsm.hanoi.pegs import Move


class Countdown(Memory):
    def __init__(self) -> None:
        self.left = 3

    @guard
    def over(self) -> bool:
        """nothing is left"""
        return self.left == 0

    @guard
    def odd(self) -> bool:
        """an odd number is left"""
        return self.left % 2 == 1

    @guard
    def broken(self) -> bool:
        """raises whenever it is asked"""
        raise ValueError

    @action
    def take(self) -> None:
        """take one, and say how many are left"""
        self.left -= 1
        self.output = self.left or None


def machine(table: str, final: str = "end") -> Machine:
    automaton = Automaton.from_table("countdown", initial="go", final=final, table=table)
    return Machine(automaton, Countdown)


RIGHT = "go -> go : step [!over] / take\ngo -> end : step [over]"
OVERLAPPING = "go -> go : step [!over] / take\ngo -> end : step [over]\ngo -> end : step [over]"
RAISING = """
    go -> go  : step [!over] / take
    go -> end : step [over & !odd]
    go -> end : step [broken & over & odd]
"""  # the generated function never asks the guard that raises, the definition always does
TWICE = "go -> go : step [!over] / take\ngo -> end : step [over]\ngo -> end : step"
MISSPELT = "go -> go : step [!ovr] / take\ngo -> end : step [over]"
ENDLESS = "go -> go : step [!over]\ngo -> end : step [over]"


def run(table: str, idle_limit: int = 9, most: int = 9) -> list[tuple[list[int], list[Any]]]:
    return list(FastRuns(machine(table)).blocks("go", Countdown(), idle_limit, most))


def test_the_transitions_and_the_outputs_come_in_blocks() -> None:
    assert run(RIGHT) == [([0, 0, 0, 1], [2, 1])]
    assert run(RIGHT, most=1) == [([0], [2]), ([0], [1]), ([0, 1], [])]
    assert run(RIGHT, idle_limit=3) == run(RIGHT)


@pytest.mark.parametrize("table", [OVERLAPPING, RAISING, TWICE, MISSPELT, ENDLESS])
def test_a_run_that_may_be_wrong_is_inconclusive(table: str) -> None:
    with pytest.raises(Inconclusive):
        run(table)


def test_a_run_with_too_many_events_without_an_output_is_inconclusive() -> None:
    with pytest.raises(Inconclusive):  # the third and the last
        run(RIGHT, idle_limit=2)


@pytest.mark.parametrize(
    ("guards", "same"),
    [
        (["a", "!a"], True),
        (["a & b", "a & !b", "!a"], True),
        (["a", "!a & b", "!a & !b"], True),
        (["a", "b & !a"], False),  # where a holds, the definition asks b too
        (["a & b", "!b"], True),
        (["!a", "b & a"], False),
        (["a", "b"], False),
    ],
)
def test_the_generated_function_is_used_where_it_asks_the_same_guards(
    guards: list[str], same: bool
) -> None:
    lines = [f"go -> end{number} : step [{one}]" for number, one in enumerate(guards)]
    assert (
        asks_the_same_guards(Automaton.from_table("x", initial="go", table="\n".join(lines)))
        is same
    )


class Lying(Move):
    __eq__, __hash__ = lambda self, other: True, Move.__hash__


@pytest.mark.parametrize("fake", [Lying(1, 0, 2), Move(True, 0, 2), Move(1.0, 0, 2), (1, 0, 2)])  # type: ignore[arg-type]  # the test
def test_only_plain_moves_count(fake: Any) -> None:
    assert are_plain_moves([Move(1, 0, 2), Move(2, 0, 1)])
    assert not are_plain_moves([Move(1, 0, 2), fake])


@pytest.mark.parametrize("name", ["two-storey", "call-stack", "any-to-any"])
@pytest.mark.sweep
def test_every_mutant_gets_the_finding_of_a_run_event_by_event(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = automata.get(name)
    edits = list(mutations(machine.automaton, machine.vocabulary))[
        :: 6 if name == "any-to-any" else 3
    ]
    versions = [machine.with_automaton(one.changes.on(machine.automaton)) for one in edits]
    fast = [replace(check(version, 3), name="") for version in versions]
    for module in (solver_check, pathfinder_check):
        monkeypatch.setattr(module, "STEPWISE_DISKS", 99)
    assert fast == [replace(check(version, 3), name="") for version in versions]
    assert not all(report.holds for report in fast)


def test_an_exploration_that_needs_one_finding_stops_at_the_first() -> None:
    monk = automata.get("monk")
    table = "pray -> pray : step [built] / move_next\npray -> done : step [!built]"
    wrong = Automaton.from_table("monk", initial="pray", final="done", table=table)
    version = monk.with_automaton(wrong)
    whole = explore(version, 4)

    def is_enough(finding: Finding) -> bool:
        return finding.kind == whole.findings[-1].kind

    assert explore(version, 4, enough=lambda finding: True).findings == whole.findings[:1]
    assert explore(version, 4, enough=is_enough).findings[-1].kind == whole.findings[-1].kind
    assert explore(version, 4, enough=lambda finding: True).visited < whole.visited
