"""`assert_solves` in somebody's tests says what came, what was expected, and the pegs then."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanoi_fsm import Automaton
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import LoadError, UnknownName
from hanoi_fsm.hanoi import automata
from hanoi_fsm.testing import assert_solves

TWO_STOREY = automata.get("two-storey").automaton


def wrong(disks: int) -> Iterator[tuple[int, int]]:
    if disks < 4:
        yield from [(0, 2), (0, 1), (2, 1), (0, 2), (1, 2), (1, 2)][: 2**disks - 1]


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """The drawing of a machine with one wrong action."""
    file = tmp_path / "broken.dot"
    file.write_text(Diagram(TWO_STOREY).dot.replace("move_back", "move_ahead"))
    return file


@pytest.mark.parametrize("name", ["two-storey", "monk", "hbits", "recursion"])
def test_a_name_of_ours_is_accepted(name: str) -> None:
    assert_solves(name, disks=range(6))


def test_a_file_is_accepted_by_its_name_or_its_path(tmp_path: Path) -> None:
    dot, python = tmp_path / "my.dot", tmp_path / "my.py"
    dot.write_text(Diagram(TWO_STOREY).dot)
    python.write_text("from hanoi_fsm import solve")
    assert_solves(dot, disks=range(6))
    assert_solves(str(dot), disks=range(6))
    assert_solves(f"{python}:solve", disks=range(6))


def test_an_automaton_is_accepted() -> None:
    assert_solves(TWO_STOREY, disks=range(6))


@pytest.mark.parametrize(
    ("name", "error"),
    [("two-story", UnknownName), ("rank-reader", UnknownName), ("none.py:solver", LoadError)],
)
def test_an_unknown_name_is_an_error_of_its_own(name: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        assert_solves(name)


def test_the_message_draws_the_pegs() -> None:
    with pytest.raises(AssertionError) as raised:
        assert_solves(wrong, disks=[3])
    assert str(raised.value) == (
        "wrong does not solve the puzzle: wrong move\n"
        "  task:     3 disks from 0 to 2\n"
        "  step:     5\n"
        "  pegs:     - | 2 1 | 3\n"
        "  expected: disk 1: 1 -> 0\n"
        "  came:     disk 1: 1 -> 2"
    )


def test_the_message_names_the_line_of_a_diagram(broken: Path) -> None:
    text = (
        f"{broken} does not solve the puzzle: differs from the formula\n"
        "  task:     3 disks from 0 to 2\n"
        "  step:     4\n"
        "  pegs:     3 | 2 1 | -\n"
        "  expected: disk 3: 0 -> 2\n"
        "  came:     cannot move from peg 2 to peg 0: peg 2 is empty (in `foundation -> "
    )
    at = rf"\n  at:       line 15 of {re.escape(str(broken))}, state foundation$"
    with pytest.raises(AssertionError, match=re.escape(text) + ".*" + at):
        assert_solves(broken)


def test_the_message_has_the_name_of_an_automaton() -> None:
    table = str(TWO_STOREY).replace("move_back", "move_ahead")
    mine = Automaton.from_table(
        "mine", initial="dismantle", final="done", table=table, memory="two-storey"
    )
    with pytest.raises(AssertionError, match=r"^mine does not solve the puzzle: differs"):
        assert_solves(mine)


def test_an_exception_is_the_cause() -> None:
    error = ValueError("oops")

    def fails(disks: int) -> object:
        raise error

    with pytest.raises(AssertionError, match=r"raises\n(.*\n)+  came:     ValueError: oops") as why:
        assert_solves(fails)
    assert why.value.__cause__ is error


def test_a_loop_is_the_cause() -> None:
    def loops(disks: int) -> object:
        while True:
            pass

    with pytest.raises(AssertionError, match=r"loops for ever\n(.*\n)+  at:       line \d+ of"):
        assert_solves(loops, patience=0.1)


def test_what_is_meant_for_pytest_goes_through() -> None:
    with pytest.raises(pytest.skip.Exception, match="not today"):
        assert_solves(lambda disks: pytest.skip("not today"))


SOLVER = """\
def solver(disks):
    if disks == 2:
        raise ValueError("oops")
    return [(0, 2)] * disks
"""
TESTS = """\
from hanoi_fsm.testing import assert_solves
from my_solver import solver

def test_wrong():
    assert_solves(lambda disks: [(0, 1)] * disks, disks=[1])

def test_raises():
    assert_solves(solver)
"""


def test_pytest_points_at_the_user_s_lines_only(tmp_path: Path) -> None:
    (tmp_path / "my_solver.py").write_text(SOLVER)
    (tmp_path / "test_mine.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    places = re.findall(r"^(\S+\.py:\d+): ", done.stdout, flags=re.MULTILINE)
    assert places == ["test_mine.py:5", "my_solver.py:3", "test_mine.py:8"], done.stdout
