"""Something out of somebody's Python file, named as `my.py:solver`: the file is run."""

import importlib
import pickle
import re
import sys
from pathlib import Path

import pytest

from hanoi_fsm.fsm.errors import HanoiError, LoadError, UnknownName
from hanoi_fsm.fsm.loading import load

RIGHT = "def solver(disks): return disks"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path


def written(text: str, file: str = "my.py") -> str:
    Path(file).write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("file", ["my.py", "./my.py", "my own.solver.py", "a:b.py", "{here}/my.py"])
def test_whatever_the_file_is_called_it_is_loaded(file: str, here: Path) -> None:
    assert load(written(RIGHT, file.format(here=here)) + ":solver")(3) == 3


def test_a_file_imports_from_its_folder_and_leaves_nothing_there() -> None:
    Path("mine").mkdir()
    written(RIGHT, "mine/beside_my_solver.py")
    before = list(sys.path)
    assert load(written("from beside_my_solver import solver", "mine/my.py") + ":solver")(4) == 4
    assert (sys.path, sys.dont_write_bytecode) == (before, False)
    assert {file.name for file in Path("mine").iterdir()} == {"beside_my_solver.py", "my.py"}


def test_a_file_hides_no_module_is_hidden_by_none_and_is_forgotten_where_it_failed() -> None:
    written(RIGHT, "json.py")
    import json

    known = set(sys.modules)
    assert load("json.py:solver") is not load("json.py:solver")
    assert sys.modules["json"] is json
    assert not any(name.isidentifier() for name in set(sys.modules) - known)
    known = set(sys.modules)
    with pytest.raises(LoadError):
        load(written("1 / 0") + ":solver")
    assert set(sys.modules) == known


def test_classes_of_a_file_are_known_to_dataclasses_and_pickle() -> None:
    text = "from __future__ import annotations\nfrom dataclasses import dataclass\n"
    solver = load(written(f"{text}@dataclass\nclass Solver:\n    disks: int\n") + ":Solver")
    assert pickle.loads(pickle.dumps(solver(3))) == solver(3)


LAMP = 'from hanoi_fsm import Automaton\nlamp = Automaton.from_table("lamp", initial="a", table='
REFUSED: list[tuple[str, str, type[HanoiError], str]] = [
    # what is in my.py, the name, the error, and what it says
    (RIGHT, "your.py:solver", LoadError, "'your.py'"),
    (RIGHT, "folder.py:solver", LoadError, "'folder.py'"),
    (RIGHT, "my.py", LoadError, "'my.py'...my.py:solver"),
    (RIGHT, "my.dot:x", LoadError, "'my.dot:x'"),
    (RIGHT, "my.py:slover", UnknownName, "'slover'...'solver'? ...solver"),
    (f"{LAMP}'a -> a : b')", "my.py:amp", UnknownName, "'amp'...'lamp'?"),
    ("", "my.py:solver", UnknownName, "nothing"),
    ("import os\nfrom re import sub\n_x = 3", "my.py:su", UnknownName, "nothing"),
    ("x = 1\ndef f(:", "my.py:f", LoadError, "my.py is not Python: line 2: "),
    ("x = 1\0", "my.py:x", LoadError, "my.py is not Python: "),
    ("x = 1\n\nhanoi", "my.py:x", LoadError, "NameError...(line 3 of my.py)"),
    ("import json\njson.loads('{')", "my.py:x", LoadError, "JSONDecodeError: ...(line 2 of my.py)"),
    ("import sys\nsys.exit('usage')", "my.py:x", LoadError, "SystemExit: usage (line 2 of my.py)"),
    (f"{LAMP}'a -> ')", "my.py:lamp", LoadError, "NotationError...(line 2 of my.py)"),
]


@pytest.mark.parametrize(("text", "name", "error", "said"), REFUSED)
def test_what_cannot_be_loaded_is_told_in_one_line(
    text: str, name: str, error: type[HanoiError], said: str
) -> None:
    Path("folder.py").mkdir()
    written(text)
    with pytest.raises(error, match=".*".join(map(re.escape, said.split("...")))) as raised:
        load(name)
    assert "\n" not in str(raised.value)


def test_a_file_that_does_not_end_is_given_up_and_ctrl_c_goes_through() -> None:
    written("x = 1\nwhile True:\n    x += 1")
    with pytest.raises(LoadError, match=r"0.1 seconds \(line [23] of my.py\)"):
        load("my.py:solver", seconds=0.1)
    with pytest.raises(KeyboardInterrupt):
        load(written("raise KeyboardInterrupt") + ":solver")


STANDARD = {"array", "pickle", "mmap", "csv"}.difference(sys.builtin_module_names)
"""Modules that a file may hide; those that are compiled into Python always come first."""


@pytest.mark.parametrize("name", sorted(STANDARD))
def test_a_module_called_as_one_of_python_s_own_stays_the_file_s(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.py").write_text("mine = 7")
    (tmp_path / "my.py").write_text(f"import {name}\ndef f():\n    return {name}.mine\n")
    before = {key: value for key, value in sys.modules.items() if key == name}
    sys.modules.pop(name, None)
    try:
        assert load(f"{tmp_path}/my.py:f")() == 7
        assert not hasattr(importlib.import_module(name), "mine")
    finally:
        sys.modules.update(before)


def test_what_a_file_changes_of_the_interpreter_is_undone(tmp_path: Path) -> None:
    text = "import sys\nsys.path.clear()\nsys.setrecursionlimit(200)\nf = 1\n"
    (tmp_path / "my.py").write_text(text)
    before = sys.path[:], sys.getrecursionlimit()
    assert load(f"{tmp_path}/my.py:f") == 1
    assert (sys.path, sys.getrecursionlimit()) == before
