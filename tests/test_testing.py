"""The assertions for somebody's own tests pass, or fail with the finding as their message."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from checked_machines import BOX, COUNTDOWN, GAP, LAMP, changed, counting, drawn, over_two_storey
from commands import process

from hanoi_fsm import automata
from hanoi_fsm.fsm.errors import BadInput, DefinitionError
from hanoi_fsm.testing import assert_holds, assert_kills_mutants, assert_solves, assert_sound

TWO_STOREY = automata.get("two-storey").automaton
BROKEN = over_two_storey(str(TWO_STOREY).replace("move_back", "move_ahead"))
FAULTY = over_two_storey("dismantle -> done : step [bult]")
WRONG_BOX = changed(BOX, ("[full]", "[huge]"))


@pytest.mark.sweep
def test_names_files_and_automata_that_are_right_are_accepted(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text("from hanoi_fsm import solve")
    file = drawn(TWO_STOREY, tmp_path)
    named = ["monk", "hbits", "recursion", str(file), f"{tmp_path / 'my.py'}:solve"]
    for solver in (*named, file, TWO_STOREY, over_two_storey(str(TWO_STOREY))):
        assert_solves(solver, disks=range(4))


def wrong(disks: int) -> Iterator[tuple[int, int]]:
    yield from [(0, 2), (0, 1), (2, 1), (0, 2), (1, 2), (1, 2)][: 2**disks - 1]


def test_the_message_has_all_of_the_finding_line_by_line(tmp_path: Path) -> None:
    file = str(drawn(BROKEN, tmp_path))
    cases: list[tuple[Any, list[str]]] = [
        (wrong, ["3 disks", "step 5", "- | 2 1 | 3", "disk 1: 1 -> 0", "disk 1: 1 -> 2"]),
        (file, [file, "line 15, step 4", "3 | 2 1 | -", "disk 3: 0 -> 2", "peg 2"]),
    ]
    for solver, said in cases:
        with pytest.raises(AssertionError, match="(?s)" + ".*".join(map(re.escape, said))) as why:
            assert_solves(solver, disks=[3])
        assert str(why.value).count("\n") == 4


def test_an_exception_is_the_cause_and_what_is_meant_for_pytest_goes_through() -> None:
    def loops(disks: int) -> object:
        while True:
            pass

    with pytest.raises(AssertionError, match="ZeroDivisionError") as why:
        assert_solves(lambda disks: 1 / 0)
    assert isinstance(why.value.__cause__, ZeroDivisionError)
    with pytest.raises(AssertionError, match=r"line \d+ of"):
        assert_solves(loops, seconds=0.1)
    with pytest.raises(pytest.skip.Exception, match="not today"):
        assert_solves(lambda disks: pytest.skip("not today"))


def test_what_is_sound_holds_and_has_no_mutants_that_live_passes() -> None:
    assert assert_sound(counting(COUNTDOWN)).visited == 5
    assert assert_sound("monk", 2).visited < assert_sound("monk").visited
    assert assert_holds(BOX).holds
    assert assert_holds(LAMP, 2).name == "lamp"
    assert_kills_mutants(BOX)
    assert_kills_mutants(LAMP, but={"`on -> off : press` leads to on", "the initial state is on"})


@pytest.mark.parametrize(
    ("asserted", "said"),
    [
        (lambda: assert_sound(counting(GAP, 4)), "countdown .*empty is false"),
        (lambda: assert_sound(WRONG_BOX), "box .*full is true"),
        (lambda: assert_holds(counting(GAP, 4)), "countdown.*empty is false"),
        (lambda: assert_holds(WRONG_BOX), "box.*reading in in in in, step 4: "),
        (lambda: assert_holds(BROKEN), "mine.*with 3 disks from 0 to 2, step 4"),
        (lambda: assert_holds(FAULTY), "mine.*'bult'"),
        (lambda: assert_kills_mutants(LAMP), "2 .*\n  `on -> off : press` leads to on\n"),
        (lambda: assert_kills_mutants(BOX, but=["any"]), "box .*any"),
    ],
)
def test_what_fails_fails_with_the_finding(asserted: Callable[[], object], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        asserted()


def test_a_check_of_nothing_and_a_faulty_definition_are_errors() -> None:
    for asserted in (assert_holds, assert_kills_mutants):
        with pytest.raises(BadInput, match="-1"):
            asserted("monk", -1)
    with pytest.raises(DefinitionError, match="'bult'"):
        assert_sound(FAULTY)


TESTS = """\
from hanoi_fsm.testing import assert_holds, assert_solves
from my_solver import solver
def test_wrong():
    assert_solves(lambda disks: [(0, 1)] * disks, disks=[1])
def test_raises():
    assert_solves(solver)
def test_holds():
    assert_holds("faulty.dot")
"""


@pytest.mark.sweep
def test_pytest_points_at_the_user_s_lines_only_and_asserts_hold_under_o(tmp_path: Path) -> None:
    (tmp_path / "my_solver.py").write_text("def solver(disks):\n    return [(0, 2)] * disks / 0")
    (tmp_path / "test_mine.py").write_text(TESTS)
    drawn(BROKEN, tmp_path, "faulty.dot")
    command = [sys.executable, "-Om", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"]
    done = process(cwd=tmp_path, program=command, env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
    places = re.findall(r"^(\S+\.py:\d+): ", done.out, flags=re.MULTILINE)
    expected = ["test_mine.py:4", "my_solver.py:2", "test_mine.py:6", "test_mine.py:8"]
    assert places == expected, done.out
