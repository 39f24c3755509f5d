"""A Python file ends its command in one line, whatever it does."""

import os
import signal
import sys
import time
from contextlib import chdir
from pathlib import Path

import pytest
from support.commands import assert_refused, process, python, run

from hanoi_fsm import check
from hanoi_fsm.fsm import isolate

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform cannot fork")

RIGHT = "from hanoi_fsm import solve as f\n"
WRONG = "def f(disks):\n    return [(0, 2)] * disks\n"
ENDS = {
    # what a file does while it is loaded, and the words about it
    "leaves": ("import os\nos._exit(0)\n", "exited with code 0"),
    "crashes": ("import ctypes\nctypes.string_at(0)\n", "SIGSEGV (line 2 of crashes.py)"),
    "recurs": (
        "import sys\nsys.setrecursionlimit(10**9)\ndef deep(n): return repr([deep(n + 1)])\n"
        "class Deep:\n    def __repr__(self): return repr(self) * 2\nrepr(Deep())\n",
        "recurs",
    ),
    "raises": ("1 / 0\n", "ZeroDivisionError"),
    "eats": ("x = []\nwhile True: x.append(bytes(1 << 24))\n", "out of memory"),
    "quits": ("raise SystemExit\n", "SystemExit"),
    "killed": ("import os\nos.kill(os.getpid(), 9)\n", "SIGKILL"),
}
"""Files that do not come back from being loaded."""


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)


@pytest.mark.sweep
@pytest.mark.parametrize("name", ENDS)
def test_a_file_that_does_not_come_back_ends_its_command_in_one_line(
    name: str, tmp_path: Path
) -> None:
    text, ending = ENDS[name]
    write(tmp_path, **{name: text})
    ran = process("check", f"{name}.py:f", "--size", "3", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ending in ran.err


MACHINE = "from hanoi_fsm import automata\nf = automata.get('monk')\n"


def test_each_file_has_its_verdict_whatever_becomes_of_the_others(tmp_path: Path) -> None:
    gone = ("leaves", "crashes", "raises", "killed")
    write(tmp_path, right=MACHINE, wrong=WRONG, **{name: ENDS[name][0] for name in gone})
    names = [f"{name}.py:f" for name in ("leaves", "right", "crashes", "raises", "killed", "wrong")]
    ran = process("check", *names, "--size", "3", "--format", "csv", cwd=tmp_path)
    rows = [line.split(",")[:2] for line in ran.lines[1:]]
    verdicts = ["unreadable", "holds", *["unreadable"] * 3, "failed"]
    assert rows == [list(row) for row in zip(names, verdicts, strict=True)]
    assert (ran.code, "4 of 6 cannot be read" in ran.err) == (2, True)
    for command, said in (("prove", "right.py:f: proved"), ("repair", "right.py:f:")):
        ran = process(command, *names[:-1], cwd=tmp_path)
        assert (ran.code, ran.lines[0][: len(said)]) == (2, said)
        assert [name for name in gone if ENDS[name][1] not in ran.err] == [], ran.err


@pytest.mark.sweep
def test_how_a_command_of_several_files_was_ended_is_one_line(tmp_path: Path) -> None:
    write(tmp_path, right=MACHINE, leaves=ENDS["leaves"][0], crashes=ENDS["crashes"][0])
    for words in (["compare", "2"], ["equal"], ["draw"], ["page"]):
        for name in ("leaves", "crashes"):
            ran = process(*words, "right.py:f", f"{name}.py:f", cwd=tmp_path)
            assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), words
            assert f"right.py or {name}.py " in ran.err
            assert ran.err.rstrip().endswith(ENDS[name][1])


EXERCISES = """
[[exercise]]
name = "box"
title = "A box"
kind = "diagram"
machine = "{}.py:f"
text = "Draw it."
hints = []
"""


@pytest.mark.parametrize("name", ["leaves", pytest.param("loads", marks=pytest.mark.sweep)])
def test_a_machine_that_exercises_name_ends_their_command_in_one_line(
    name: str, tmp_path: Path
) -> None:
    write(tmp_path, leaves=ENDS["leaves"][0], loads="while True: pass")
    (tmp_path / "own.toml").write_text(EXERCISES.format(name))
    ran = process("exercise", "--exercises", "own.toml", cwd=tmp_path)
    said = {"leaves": "exited with code 0", "loads": "was still running after 10 seconds"}
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.startswith(f"hanoi-fsm: own.toml {said[name]}")


def neighbours(folder: Path) -> None:
    """Two folders whose files are written alike, with a right and a wrong neighbour."""
    for name, text in (("a", RIGHT), ("b", WRONG)):
        (folder / name).mkdir()
        write(folder / name, helper=text, sol="from helper import f as solver\n")
        write(
            folder / name, late="def solver(disks):\n    from helper import f\n    return f(disks)"
        )


@pytest.mark.sweep
@pytest.mark.parametrize("file", ["sol", "late"])
def test_a_file_imports_its_own_neighbour(file: str, tmp_path: Path) -> None:
    neighbours(tmp_path)
    for order in (["a", "b"], ["b", "a"]):
        words = [f"{name}/{file}.py:solver" for name in order]
        ran = process("check", *words, "--size", "3", cwd=tmp_path)
        verdicts = {line[0]: line.split(": ")[1].split()[0] for line in ran.lines}
        assert verdicts == {"a": "holds", "b": "FAILED"}
        with chdir(tmp_path):
            assert {name: check(name, 3).holds for name in words} == {
                f"a/{file}.py:solver": True,
                f"b/{file}.py:solver": False,
            }
        ran = process("equal", *words, "--size", "3", cwd=tmp_path)
        assert (ran.code, "differs from" in ran.out) == (1, True)


HANGS = """
import time
from hanoi_fsm import Automaton, Machine, Memory, action
class Stuck(Memory):
    @action
    def wait(self):
        "waits"
        while True:
            time.sleep(0.01)
stuck = Machine(Automaton.from_table("stuck", initial="a", table="a -> a : e / wait"), Stuck)
"""


WITHIN_TWO_SECONDS = """
from dataclasses import replace
from hanoi_fsm.fsm import isolate
isolate.OF_A_COMMAND = replace(isolate.OF_A_COMMAND, seconds=2)
sys.exit(main())
"""
"""In which a call of a user's code may last two seconds, in place of ten."""


@pytest.mark.sweep
def test_a_file_that_hangs_is_stopped_and_named(tmp_path: Path) -> None:
    assert isolate.OF_A_COMMAND.seconds == 10
    write(tmp_path, my=HANGS, loads="while True: pass")
    for name, line in (("my.py:stuck", 9), ("loads.py:f", 1)):
        ran = python(WITHIN_TWO_SECONDS, "check", name, "--size", "1", cwd=tmp_path)
        file = name.partition(":")[0]
        said = f"hanoi-fsm: {file} was still running after 2 seconds (line {line} of {file})\n"
        assert (ran.code, ran.err) == (2, said)


SLOW = """
import time
from hanoi_fsm import solve
def f(disks):
    for move in solve(disks):
        time.sleep(0.05)
        yield move
"""


@pytest.mark.sweep
def test_a_check_that_takes_long_but_lives_is_not_stopped(tmp_path: Path) -> None:
    write(tmp_path, my=SLOW)
    begun = time.monotonic()
    ran = python(WITHIN_TWO_SECONDS, "check", "my.py:f", "--size", "5", cwd=tmp_path)
    assert (ran.code, ran.err, time.monotonic() - begun > 2) == (0, "", True)


PRINTS = """
import transitions
from hanoi_fsm import solve
door = transitions.Machine(states=["open", "shut"], initial="open")
def f(disks):
    print("here", disks)
    return solve(disks)
"""


def test_what_a_file_prints_is_apart_from_what_the_command_prints(tmp_path: Path) -> None:
    write(tmp_path, my=PRINTS)
    ran = process("solve", "2", "--by", "my.py:f", "--format", "csv", cwd=tmp_path)
    assert ran.lines == ["step,disk,source,target", "1,1,0,1", "2,2,0,2", "3,1,1,2"]
    assert "here 2" in ran.err


def test_a_misspelt_machine_of_the_library_is_named_too(tmp_path: Path) -> None:
    write(tmp_path, my=PRINTS)
    assert "did you mean 'door'?" in process("describe", "my.py:dor", cwd=tmp_path).err


@pytest.mark.sweep
def test_a_folder_with_a_pipe_in_it_is_checked(tmp_path: Path) -> None:
    run("export", "monk", "--to", "dot", "-o", tmp_path / "monk.dot")
    os.mkfifo(tmp_path / "pipe.dot")
    ran = process("check", ".", "--size", "2", cwd=tmp_path)
    assert ran.lines[0].startswith("monk.dot: holds")
    assert (ran.code, len(ran.lines)) == (0, 1)
    assert_refused(run("check", "pipe.dot", cwd=tmp_path), "named pipe")


@pytest.mark.sweep
def test_a_module_of_the_folder_does_not_take_the_place_of_python_s(tmp_path: Path) -> None:
    (tmp_path / "collections.py").write_text("raise SystemExit('this is not Python')\n")
    run("export", "monk", "--to", "dot", "-o", tmp_path / "monk.dot")
    program = [sys.executable, "-P", "-m", "hanoi_fsm"]
    ran = process("check", ".", "--size", "2", cwd=tmp_path, program=program)
    assert (ran.code, ran.err) == (0, "")


def test_work_that_is_killed_after_its_last_value_has_given_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def report(kind: str, value: object) -> None:
        if kind == "end":
            os.kill(os.getpid(), signal.SIGKILL)
        tell(kind, value)

    tell = isolate._report
    monkeypatch.setattr(isolate, "_report", report)
    assert list(isolate.spread(abs, [-1, -2], together=2)) == [(-1, 1), (-2, 2)]
