"""The single edits after which a failing machine passes, nearest to its own words first."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest
from checked_machines import BOX, PARITY, Digits, changed

from hanoi_fsm import Automaton, Machine
from hanoi_fsm.fsm.checking import check
from hanoi_fsm.fsm.checking.repair import candidates, repairs, work_of_repairing
from hanoi_fsm.fsm.notation import Transition

SIZE = 4


def broken(machine: Machine, *changes: tuple[str, str], initial: str = "") -> Machine:
    """A file of the machine with mistakes in it, each row on the line of its number."""
    version = changed(machine, *changes, initial=initial)
    lines: dict[Transition | str, int] = dict.fromkeys(version.automaton.states, 99)
    lines.update(zip(version.automaton.transitions, count(1)))
    return replace(version, lines=lines)


ODD = ("odd -> odd : b / one", "odd -> odd : b / zero")


TOO = "`open -> open` should have the guard"
MISTAKES = [
    (broken(PARITY, ODD), "line 4: `odd -> odd` should do `one`"),
    (broken(PARITY, ("odd -> even", "odd -> odd")), "line 3: `odd -> odd` should lead to even"),
    (broken(PARITY, initial="odd"), "line 99: the start should lead to even"),
    (broken(BOX, ("[full]", "[empty]")), f"line 2: {TOO} `full` instead of `empty`"),
    (broken(BOX, ("in [!full]", "in")), f"line 1: {TOO} `!full` too"),
    (broken(PARITY, (ODD[0], "")), f"line 99: `{ODD[0]}` is missing"),
    (broken(PARITY, (ODD[0], f"{ODD[0]} \n odd -> even : c")), "line 5: `odd -> even` should not"),
]


@pytest.mark.parametrize(("machine", "repair"), MISTAKES)
def test_the_repair_named_first_is_the_mistake_undone(machine: Machine, repair: str) -> None:
    assert not check(machine, SIZE).holds
    found = repairs(machine, SIZE, workers=1)
    assert str(found[0]).startswith(repair)
    assert f"line {found[0].lines[0]}:" in repair
    assert [one.likeness for one in found] == sorted((one.likeness for one in found), reverse=True)
    for one in found:
        assert check(machine.with_automaton(one.automaton), SIZE).holds, str(one)


def test_a_guard_too_many_can_be_dropped_or_turned() -> None:
    found = repairs(broken(BOX, ("[full]", "[full & huge]")), SIZE, workers=1)
    assert str(found[0]) == f"line 2: {TOO} `!huge` instead of `huge`"
    assert "line 2: `open -> open` should not have the guard `huge`" in map(str, found)


def test_a_final_mark_that_is_missing_is_a_repair() -> None:
    table = "new -> old : use \n old -> new : mend"
    texts = [
        edit.text
        for edit in candidates(Automaton.from_table("tool", initial="new", table=table), Digits)
    ]
    assert "state old should be final" in texts
    assert len(texts) == len(set(texts))


def test_two_mistakes_are_repaired_by_two_edits_and_not_by_one() -> None:
    machine = broken(PARITY, ODD, ("even -> odd : a / one", "even -> even : a / one"))
    assert repairs(machine, SIZE, workers=1) == []
    told: list[int] = []
    found = repairs(machine, SIZE, edits=2, workers=1, progress=told.append)
    assert sorted(found[0].texts) == [
        "line 1: `even -> even` should lead to odd",
        "line 4: `odd -> odd` should do `one`",
    ]
    assert sorted(found[0].lines) == [1, 4]
    assert str(found[0]) == "; ".join(found[0].texts)
    assert told == sorted(told)
    assert told[-1] <= work_of_repairing(machine, 2)
