"""Somebody's own automaton on a memory of ours is judged like ours, by its moves."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from hanoi_fsm import Automaton, automata, check
from hanoi_fsm.fsm.errors import DefinitionError, UnknownName
from hanoi_fsm.hanoi.checking.user_solvers import judge

TWO_STOREY = automata.get("two-storey").automaton
ROWS = """
    odd  -> even : step [!built]                  / carry
    even -> odd  : step [!built & ahead_smaller]  / move_back
    even -> odd  : step [!built & !ahead_smaller] / move_ahead
    odd  -> done : step [built]
    even -> done : step [built]
"""


def over_two_storey(table: str) -> Automaton:
    initial = table.split(maxsplit=1)[0]
    return Automaton.from_table(
        "mine", initial=initial, final="done", memory="two-storey", table=table
    )


MINE = over_two_storey(ROWS)
BEGUN = f"begin -> dismantle : step [!built] \n begin -> done : step [built] \n {TWO_STOREY}"


@pytest.mark.parametrize("automaton", [TWO_STOREY, MINE], ids=lambda one: one.name)
def test_whatever_its_transitions_are_the_moves_decide(automaton: Automaton) -> None:
    assert judge(automaton, range(8)) is None
    report = check(automaton, 7)
    assert report.holds
    assert ("counts" in str(report)) == (automaton is TWO_STOREY)


def test_an_automaton_that_solves_the_puzzle_may_have_a_dead_edge() -> None:
    """Where the beginning leads to the end, dismantle never does."""
    automaton = over_two_storey(BEGUN)
    assert judge(automaton, range(8)) is None
    assert [str(finding.about) for finding in check(automaton, 7).findings] == [
        "dismantle -> done : step [built]"
    ]


def test_the_difference_is_that_of_the_check() -> None:
    broken = over_two_storey(ROWS.replace("move_back", "move_ahead"))
    finding = judge(broken, range(8))
    assert finding is not None
    assert finding == check(broken, 7).finding
    assert (finding.size, finding.step, finding.state) == (3, 4, "even")
    assert (finding.memory, finding.expected) == ("pegs 3 | 2 1 | -", "disk 3: 0 -> 2")
    assert finding.about == broken.transitions[1]


@pytest.mark.parametrize(
    ("changes", "error", "said"),
    [
        ({"memory": "to-storey"}, UnknownName, "two-storey"),
        ({"initial": "one"}, DefinitionError, "'one'"),
        ({"name": "rank-reader", "memory": "digits"}, DefinitionError, "'carry'"),
    ],
)
def test_an_automaton_that_cannot_run_is_refused_by_a_run_and_fails_a_check(
    changes: dict[str, Any], error: type[Exception], said: str
) -> None:
    automaton = replace(MINE, **changes)
    with pytest.raises(error, match=re.escape(said)):
        judge(automaton)
    if error is DefinitionError:
        assert {finding.kind for finding in check(automaton).findings} == {"definition"}


def test_a_reader_is_not_a_solver() -> None:
    with pytest.raises(UnknownName, match="path-reader is not a solver"):
        judge(automata.get("path-reader"))
