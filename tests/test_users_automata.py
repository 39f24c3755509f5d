"""Somebody's own automaton over a memory of ours is judged like ours, by its moves."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from hanoi_fsm import Automaton
from hanoi_fsm.fsm.errors import BadSolver, DefinitionError, UnknownName
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.checking import check_users, judge

TWO_STOREY = automata.get("two-storey").automaton
MINE = Automaton.from_table(
    "mine",
    memory="two-storey",
    initial="odd",
    final="done",
    table="""
        odd  -> even : step [!built]                  / carry
        even -> odd  : step [!built & ahead_smaller]  / move_back
        even -> odd  : step [!built & !ahead_smaller] / move_ahead
        odd  -> done : step [built]
        even -> done : step [built]
    """,
)
BROKEN = Automaton.from_table(
    "mine",
    memory="two-storey",
    initial="odd",
    final="done",
    table=str(MINE).replace("move_back", "move_ahead"),
)
BEGUN = Automaton.from_table(
    "begun",
    memory="two-storey",
    initial="begin",
    final="done",
    table=f"begin -> dismantle : step [!built]\nbegin -> done : step [built]\n{TWO_STOREY}",
)


NO_ROWS: Any = ("odd -> even : step",)
"""Texts, where transitions should be."""


@pytest.mark.parametrize("automaton", [TWO_STOREY, MINE, BEGUN], ids=["ours", "mine", "begun"])
def test_an_automaton_over_a_memory_of_ours_can_be_right(automaton: Automaton) -> None:
    """Whatever its transitions are: how often each is taken is its own affair."""
    assert judge(automaton, range(8)) is None
    assert check_users(automaton, "my.py:machine", disks=7).holds


def test_an_automaton_that_is_ours_is_asked_for_our_counts_too() -> None:
    counted = "the counts on its transitions too"
    assert counted in str(check_users(TWO_STOREY, "my.py:machine", disks=3))
    assert counted not in str(check_users(MINE, "my.py:machine", disks=3))


def test_an_automaton_can_be_wrong() -> None:
    verdict = judge(BROKEN, range(8))
    assert str(verdict) == (
        "with 3 disks from 0 to 2, step 4, pegs 3 | 2 1 | -: differs from the formula: "
        "expected disk 3: 0 -> 2, came: cannot move from peg 2 to peg 0: peg 2 is empty "
        "(in `even -> odd : step [!built & ahead_smaller] / move_ahead`) (state even)"
    )
    assert str(check_users(BROKEN, "my.py:machine")).startswith(
        "my.py:machine: FAILED: with 3 disks from 0 to 2, step 4, state even, pegs 3 | 2 1 | -: "
        "expected disk 3"
    )


@pytest.mark.parametrize(
    ("automaton", "error", "text"),
    [
        (replace(MINE, memory="to-storey"), UnknownName, "did you mean 'two-storey'?"),
        (replace(MINE, initial="one"), DefinitionError, "initial state 'one' is no state of it"),
        (replace(MINE, transitions=NO_ROWS), BadSolver, "by Automaton.from_table"),
    ],
)
def test_an_automaton_that_cannot_run_is_refused(
    automaton: Automaton, error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=re.escape(text)):
        judge(automaton)


def test_a_check_fails_for_an_automaton_with_faults() -> None:
    report = check_users(replace(MINE, initial="one"), "my.py:machine")
    assert str(report).startswith("my.py:machine: FAILED: automaton 'mine' has 1 fault: the init")
