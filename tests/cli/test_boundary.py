"""A Python file ends its command in one line, whatever it does."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from support.commands import process, python, run

from hanoi_fsm.fsm import isolate

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform cannot fork")

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
