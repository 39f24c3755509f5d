"""Exactly those mutants of the package's automata live that do the same as the original."""

from __future__ import annotations

from functools import cache
from itertools import islice

import oracle
import pytest

from hanoi_fsm import Automaton, find
from hanoi_fsm.fsm.checking import first_finding
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.checking.mutants import mutants
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.machines import Pathfinder, Solver
from hanoi_fsm.hanoi.pegs import Task

NOBODY_LOOKS = "it is done on the last edge, on registers that nobody looks at any more"
NONE_RIGHT = "where no disk is left, none stands right: the guard is implied by the other"
SET_ANEW = "how many disks are left is set anew by every move, and not looked at before"
TO_THE_END = "no disk is left and none put off: the way from there to the end makes no move"

SURVIVORS: dict[str, dict[str, str]] = {
    "two-storey": {
        "`foundation -> dismantle : step [!built & ahead_smaller] / move_back` without the guard "
        "!built": "a built tower leaves the pegs ahead and behind empty, and of two empty pegs "
        "none has the smaller top",
    },
    "call-stack": {
        "`return -> call : step [!empty & first] / move_and_call_second` without the guard "
        "!empty": "on an empty stack no caller waits for its first call",
        "`return -> done : step [empty]` does call_first": NOBODY_LOOKS,
        "`call -> done : step [nothing]` does call_first": NOBODY_LOOKS,
    },
    "action-tree": {
        "`up -> up : step [!root & right] / rise_from_right` without the guard "
        "!root": "the path to the root is 0, so that the root is no right node",
        "`up -> done : step [root]` does go_left": NOBODY_LOOKS,
        "`up -> done : step [root]` does rise_from_right": NOBODY_LOOKS,
        "`up -> done : step [root]` does rise_from_left": NOBODY_LOOKS,
        "`down -> done : step [nothing]` does rise_from_right": NOBODY_LOOKS,
        "`down -> done : step [nothing]` does rise_from_left": NOBODY_LOOKS,
    },
    "any-to-any": {
        "`search -> search : step [!nothing & right] / drop` without the guard "
        "!nothing": NONE_RIGHT,
        "`search -> carry : step [nothing]` does drop": SET_ANEW,
        "`carry -> done : step [empty]` does drop": NOBODY_LOOKS,
    },
    "shortest": {
        "`compare -> compare : step [!nothing & right] / drop` without the guard "
        "!nothing": NONE_RIGHT,
        "`compare -> search : step [!nothing & !right & !twice] / put_off` does "
        "nothing": "search puts the same disk off one event later",
        "`compare -> search : step [!nothing & !right & twice] / put_off_twice` without the guard "
        "!nothing": "where no disk differs, none moves twice",
        "`compare -> done : step [nothing]` leads to search": TO_THE_END,
        "`compare -> done : step [nothing]` leads to carry": TO_THE_END,
        "`compare -> done : step [nothing]` does drop": NOBODY_LOOKS,
        "`search -> search : step [!nothing & right] / drop` without the guard "
        "!nothing": NONE_RIGHT,
        "`search -> carry : step [nothing]` does drop": SET_ANEW,
        "`carry -> done : step [empty]` leads to compare": TO_THE_END,
        "`carry -> done : step [empty]` does drop": NOBODY_LOOKS,
    },
}
"""The mutants that may live: each does the same as the original, for the reason beside it."""

LONG = {"any-to-any", "shortest", "twice-reader", "twice-reader-small"}
"""Where all the mutants take longer than an everyday run should."""
NAMES = [
    pytest.param(name, marks=pytest.mark.sweep) if name in LONG else name
    for name in automata.names()
]
EDITS = [(name, text) for name, texts in SURVIVORS.items() for text in texts]


@cache
def versions(name: str) -> dict[str, Automaton]:
    """Every mutant by its name."""
    machine = find(name)
    return {edit.text: edit.automaton for edit in mutations(machine.automaton, machine.vocabulary)}


@pytest.mark.parametrize("name", NAMES)
def test_exactly_those_mutants_live_that_are_known_to_do_the_same(name: str) -> None:
    found = list(mutants(find(name), workers=2 if name in LONG else 1))
    lived = {mutant.edit.text for mutant in found if mutant.fate is None}
    assert lived == set(SURVIVORS.get(name, {}))
    assert len(versions(name)) == len(found)
    assert find(name).automaton not in versions(name).values()


@pytest.mark.parametrize(("name", "text"), [edit for edit in EDITS if edit[0] in automata.SOLVERS])
def test_a_solver_s_mutant_that_lives_makes_the_moves_of_the_textbook(name: str, text: str) -> None:
    other = find(name).with_automaton(versions(name)[text])
    assert isinstance(other, Solver)
    for disks in range(11):
        for ends in oracle.TASKS if disks <= 6 else [(0, 2)]:
            moves = islice(other.moves(Task(disks, *ends)), 2**disks)
            assert [tuple(move) for move in moves] == list(oracle.textbook(disks, *ends))


@pytest.mark.parametrize("disks", [0, 1, 2, pytest.param(3, marks=pytest.mark.sweep)])
@pytest.mark.parametrize(
    ("name", "text"), [edit for edit in EDITS if edit[0] in automata.PATHFINDERS]
)
def test_a_pathfinder_s_mutant_that_lives_takes_the_same_paths(
    name: str, text: str, disks: int
) -> None:
    original = find(name)
    other = original.with_automaton(versions(name)[text])
    assert isinstance(original, Pathfinder)
    assert isinstance(other, Pathfinder)
    for ends in oracle.pairs(disks):
        records = islice(other.go(*ends), 200)
        moves = [record.output for record in records if record.output is not None]
        assert moves == [one.output for one in original.go(*ends) if one.output is not None]


KILLED = {
    "validation: ": ["monk: drop `pray -> done : step [built]`", "monk: the initial state is done"],
    "comparison: with 1 disk": [
        "monk: `pray -> pray : step [!built] / move_next` does nothing",
        "monk: `pray -> done : step [built]` without the guard built",
    ],
    "comparison: with 2": ["two-state: `other -> small : step [!built] / move_other` does carry"],
    "comparison: reading ": [
        "twice-reader: `21 12 0 -> 12 21 0 : 00 / tie` leads to 12 10 +1",
        "twice-reader: `02 12 -1 -> 20 10 -1 : 11 / twice` leads to TWICE",
    ],
    "comparison: from 0011 to 0100": [  # no pair of less than four disks shows it
        "shortest: `compare -> compare : step [!nothing & right] / drop` leads to search"
    ],
    "exploration: from 0011 to 0100": [
        "shortest: `compare -> search : step [!nothing & !right & twice] / put_off_twice` without "
        "the guard !right"
    ],
}


KILLINGS = [
    pytest.param(killer, one, marks=pytest.mark.sweep if "twice-reader" in one else ())
    for killer, found in KILLED.items()
    for one in found
]


@pytest.mark.parametrize(("killer", "mutant"), KILLINGS)
def test_a_mutant_is_killed_by_the_first_check_that_can_see_it(killer: str, mutant: str) -> None:
    name, text = mutant.split(": ", 1)
    fate = first_finding(find(name).with_automaton(versions(name)[text]), 6)
    assert fate is not None
    assert f"{fate[0]}: {fate[1]}".startswith(killer)
