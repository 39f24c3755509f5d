"""A solver in somebody's Python file: named as `my.py:solver`, run, and checked."""

from __future__ import annotations

import pickle
import re
import sys
from pathlib import Path

import pytest

from hanoi_fsm import Automaton
from hanoi_fsm.cli import main
from hanoi_fsm.fsm.errors import BadSolver, HanoiError, LoadError, UnknownName
from hanoi_fsm.hanoi.checking import judge, load, names_python

RIGHT = """\
def solver(disks, source=0, target=2):
    if disks:
        spare = 3 - source - target
        yield from solver(disks - 1, source, spare)
        yield source, target
        yield from solver(disks - 1, spare, target)
"""
MACHINE = """\
from hanoi_fsm import Automaton

machine = Automaton.from_table("mine", initial="odd", final="done", memory="two-storey", table='''
    odd  -> even : step [!built]                  / carry
    even -> odd  : step [!built & ahead_smaller]  / move_back
    even -> odd  : step [!built & !ahead_smaller] / move_ahead
    odd  -> done : step [built]
    even -> done : step [built]
''')
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path


def written(text: str, file: str = "my.py") -> str:
    Path(file).write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("file", ["my.py", "./my.py", "my own.solver.py", "a:b.py"])
def test_a_function_is_loaded(file: str) -> None:
    assert judge(load(written(RIGHT, file) + ":solver"), range(5)) is None


def test_a_path_from_the_root_is_loaded(here: Path) -> None:
    written(RIGHT)
    assert judge(load(f"{here / 'my.py'}:solver"), range(5)) is None


def test_an_automaton_is_loaded() -> None:
    assert isinstance(load(written(MACHINE) + ":machine"), Automaton)


def test_a_file_imports_from_its_folder_and_leaves_nothing_there(here: Path) -> None:
    folder = here / "mine"
    folder.mkdir()
    written(RIGHT, "mine/beside_my_solver.py")
    before = list(sys.path)
    solver = load(written("from beside_my_solver import solver", "mine/my.py") + ":solver")
    assert judge(solver, range(5)) is None
    assert sys.path == before
    assert not sys.dont_write_bytecode
    assert sorted(file.name for file in folder.iterdir()) == ["beside_my_solver.py", "my.py"]


def test_a_file_hides_no_module_and_is_hidden_by_none() -> None:
    written("def solver(disks): return []", "json.py")
    import json

    known = set(sys.modules)
    assert load("json.py:solver") is not load("json.py:solver")
    assert sys.modules["json"] is json
    assert not any(name.isidentifier() for name in set(sys.modules) - known)


def test_classes_of_a_file_are_known_to_dataclasses_and_pickle() -> None:
    text = "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    solver = load(written(f"{text}@dataclass\nclass Solver:\n    disks: int\n") + ":Solver")
    assert not isinstance(solver, Automaton)
    assert pickle.loads(pickle.dumps(solver(3))) == solver(3)


def test_a_file_that_failed_is_forgotten() -> None:
    known = set(sys.modules)
    with pytest.raises(LoadError):
        load(written("1 / 0") + ":solver")
    assert set(sys.modules) == known


REFUSED: dict[str, tuple[str, str, type[HanoiError], str]] = {
    "no such file": (RIGHT, "your.py:solver", LoadError, "there is no file 'your.py': give the"),
    "a folder": (RIGHT, "folder.py:solver", LoadError, "there is no file 'folder.py': give the"),
    "no name": (RIGHT, "my.py", LoadError, "'my.py' does not name a solver in a Python file: wri"),
    "an empty name": (RIGHT, "my.py:", LoadError, "'my.py:' does not name a solver"),
    "another file": (RIGHT, "my.dot:x", LoadError, "'my.dot:x' does not name a solver"),
    "another name": (
        *(RIGHT, "my.py:slover", UnknownName),
        "my.py has no 'slover': did you mean 'solver'? (it defines: solver)",
    ),
    "an empty file": ("", "my.py:solver", UnknownName, "my.py has no 'solver': (it defines: not"),
    "imported names": (
        *("import os\nfrom re import sub\n_x = 3", "my.py:su", UnknownName),
        "my.py has no 'su': (it defines: nothing)",
    ),
    "a number": (
        *("solver = 42", "my.py:solver", BadSolver),
        "my.py:solver is 42: expected a function of the number of disks, or an Automaton",
    ),
    "bad syntax": (
        *("x = 1\ndef solver(:", "my.py:solver", LoadError),
        "my.py is no Python: line 2: invalid syntax",
    ),
    "a zero byte": ("x = 1\0", "my.py:solver", LoadError, "my.py is no Python: "),
    "an exception": (
        *("x = 1\n\nhanoi", "my.py:solver", LoadError),
        "my.py raised NameError: name 'hanoi' is not defined (line 3 of my.py)",
    ),
    "an exception further inside": (
        *("import json\njson.loads('{')", "my.py:solver", LoadError),
        "my.py raised JSONDecodeError: Expecting property name enclosed in double quotes: "
        "line 1 column 2 (char 1) (line 2 of my.py)",
    ),
    "a script": (
        *("import sys\nsys.exit('usage')", "my.py:solver", LoadError),
        "my.py raised SystemExit: usage (line 2 of my.py)",
    ),
    "a missing module": (
        *("import no_such_module", "my.py:solver", LoadError),
        "my.py raised ModuleNotFoundError: No module named 'no_such_module' (line 1 of my.py)",
    ),
    "no table": (
        *(MACHINE.replace("/ carry", "carry"), "my.py:machine", LoadError),
        "my.py raised NotationError: ",
    ),
}


@pytest.mark.parametrize(("text", "name", "error", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_loaded_is_told_in_one_line(
    text: str,
    name: str,
    error: type[HanoiError],
    message: str,
    here: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As an error of the library, and on the command line with exit code 2."""
    (here / "folder.py").mkdir()
    written(text)
    with pytest.raises(error, match="^" + re.escape(message)) as raised:
        load(name)
    assert "\n" not in str(raised.value)
    if names_python(name):
        assert main(["check", name]) == 2
        assert capsys.readouterr() == ("", f"hanoi-fsm: {raised.value}\n")


def test_a_file_that_does_not_end_is_given_up() -> None:
    written("x = 1\nwhile True:\n    x += 1")
    with pytest.raises(LoadError, match=r"my.py still runs after 0.1 seconds \(line [23] of my"):
        load("my.py:solver", patience=0.1)


def test_ctrl_c_goes_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        load(written("raise KeyboardInterrupt") + ":solver")


CHECKED: dict[str, tuple[str, str, int, str]] = {
    "right": (
        *(RIGHT, "solver", 0),
        "my.py:solver: holds for 0 .. 5 disks: 57 moves are those of the formula\n",
    ),
    "wrong": (
        *(RIGHT.replace("source, target\n", "target, source\n"), "solver", 1),
        "my.py:solver: FAILED: with 1 disk from 0 to 2, step 1, pegs 1 | - | -: illegal move: "
        "expected disk 1: 0 -> 2, came: cannot move from peg 2 to peg 0: peg 2 is empty\n",
    ),
    "raises": (
        *(
            "def solver(disks):\n    stop(disks)\ndef stop(disks):\n    exit(disks + 5)",
            "solver",
            1,
        ),
        "my.py:solver: FAILED: with 0 disks from 0 to 2, step 1, pegs - | - | -: raises: "
        "expected the end, came: SystemExit: 5 (line 4 of my.py)\n",
    ),
    "an automaton": (
        *(MACHINE, "machine", 0),
        "my.py:machine: holds for 0 .. 5 disks: 342 moves in 36 tasks are those of the formula\n",
    ),
    "a wrong automaton": (
        *(MACHINE.replace("move_back", "move_ahead"), "machine", 1),
        "my.py:machine: FAILED: with 3 disks from 0 to 2, step 4, state even, pegs 3 | 2 1 | -: "
        "expected disk 3: 0 -> 2, came: cannot move from peg 2 to peg 0: peg 2 is empty "
        "(in `even -> odd : step [!built & ahead_smaller] / move_ahead`)\n",
    ),
    "an automaton with faults": (
        *(MACHINE.replace("move_back", "move_bck"), "machine", 1),
        "my.py:machine: FAILED: automaton 'mine' has 1 fault: the memory 'two-storey' has no "
        "action 'move_bck': did you mean 'move_back'?\n",
    ),
}


@pytest.mark.parametrize(("text", "name", "code", "line"), CHECKED.values(), ids=CHECKED)
def test_check_prints_a_line_like_every_other(
    text: str, name: str, code: int, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    written(text)
    assert main(["check", f"my.py:{name}", "--disks", "5"]) == code
    assert capsys.readouterr() == (line, "")


def test_check_takes_ours_and_yours_together(capsys: pytest.CaptureFixture[str]) -> None:
    written(RIGHT.replace("if disks", "if disks > 2"))
    assert main(["check", "my.py:solver", "two-storey", "--disks", "3"]) == 1
    mine, ours = capsys.readouterr().out.splitlines()
    assert mine.startswith("my.py:solver: FAILED: with 1 disk ")
    assert ours.startswith("two-storey: holds for 0 .. 3 disks")


def test_the_help_says_that_a_file_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "naming a Python file runs it, a DOT file never runs code" in said
