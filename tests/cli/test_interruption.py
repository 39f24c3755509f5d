"""Signals: nothing is printed, nothing is left behind, and the exit code says which it was."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.chance import chance
from support.commands import DOT, TIMEOUT, Ran, in_session, started

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="this system has no /proc to see what is left in"
)

HANOI = [sys.executable, "-m", "hanoi_fsm"]
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
SWALLOWING = """
import os, pathlib
pid = pathlib.Path("pid")
def f(disks):
    pid.write_text(str(os.getpid()))
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
"""


def eventually(happened: Callable[[], object]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def catches_signals(pid: int) -> bool:
    """Whether a command has come so far that it cleans up after a signal."""
    status = Path(f"/proc/{pid}/status").read_text()
    [caught] = re.findall(r"^SigCgt:\s*(\w+)$", status, re.MULTILINE)
    return bool(int(caught, 16) & 1 << signal.SIGTERM - 1)


def signalled(
    command: str,
    cwd: Path,
    *numbers: signal.Signals,
    under_way: Callable[[int], object] | None = None,
    group: bool = False,
) -> Ran:
    """Send signals to a command that would take for ever, when it is under way."""
    pipe = subprocess.PIPE
    with started([*HANOI, *command.split()], cwd, stdout=pipe, stderr=pipe) as running:
        assert running.stdout is not None
        if under_way:
            eventually(lambda: under_way(running.pid))
        first = "" if under_way else running.stdout.readline()
        for number in numbers:
            (os.killpg if group else os.kill)(running.pid, number)
        out, err = running.communicate(timeout=TIMEOUT)
        eventually(lambda: not in_session(running.pid))
    return Ran(running.returncode, first + out, err)


@pytest.mark.parametrize("command", ["solve 64", "trace 64 --format csv"])
def test_ctrl_c_ends_a_stream_with_130(command: str, tmp_path: Path) -> None:
    ran = signalled(command, tmp_path, signal.SIGINT)
    assert (ran.code, ran.err) == (130, "")


@pytest.mark.parametrize(
    ("number", "by"),
    [
        (signal.SIGTERM, "formula"),
        pytest.param(signal.SIGINT, "endless.py:f", marks=pytest.mark.sweep),
        pytest.param(signal.SIGHUP, "two-storey", marks=pytest.mark.sweep),
    ],
)
def test_a_signal_leaves_no_half_written_file(
    number: signal.Signals, by: str, tmp_path: Path
) -> None:
    endless = "from hanoi_fsm import automata\nf = automata.get('two-storey')"
    files = {"moves": "the old moves", "endless.py": endless}

    for group in (False, True):
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        ran = signalled(
            f"check {by} --size 24 -o moves",
            tmp_path,
            *[number] * (9 if group else 1),
            under_way=catches_signals,
            group=group,
        )
        assert ran == (CODES[number], "", "")
        assert {file.name: file.read_text() for file in tmp_path.iterdir()} == files


@pytest.mark.sweep
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("ends", ["", "f(1)\n"], ids=["that solves", "that is loaded"])
def test_code_that_catches_everything_ends_with_its_command(
    number: signal.Signals, ends: str, tmp_path: Path
) -> None:
    (tmp_path / "my.py").write_text(SWALLOWING + ends)
    written = tmp_path / "pid"
    ran = signalled("solve 64 --by my.py:f", tmp_path, number, under_way=lambda _: written.exists())
    assert (ran.code, ran.err) == (CODES.get(number, -number), "")


COMMANDS = """
    check two-storey monk --size 20 -o out/moves
    solve 64
    trace 64 --format csv
    draw -o out/diagrams/
    draw graph 5 -o out/diagrams/
    demo out/diagrams
    mutants twice-reader --summary
    repair wrong.dot --size 9
    check --size 12
    check loop.py:machine --size 20
    check loop.py:solver
    solve 64 --by fine.py:solver
    compare 12
    check call-stack --size 12
    export two-storey --to json -o out/json
    prove any-to-any shortest
    --help
"""
FILES = {
    "wrong.dot": DOT.replace("/ carry", "/ move_back", 1),
    "loop.py": "from hanoi_fsm import automata\nmachine = automata.get('monk')\n"
    "def solver(disks):\n    while disks > 2:\n        pass\n    return []\n",
    "fine.py": "def solver(disks):\n    from hanoi_fsm import solve\n    return solve(disks)\n",
}
OLD = "what was there before"


def fault(words: list[str], number: signal.Signals, delay: float, folder: Path) -> str:
    """What is wrong after a command got a signal at some moment; nothing if all is well."""
    (folder / "out" / "diagrams").mkdir(parents=True)
    for name, text in FILES.items() | {(f"out/{name}", OLD) for name in ("moves", "trace", "json")}:
        (folder / name).write_text(text)
    with (folder / "err").open("wb") as err:
        null = subprocess.DEVNULL
        running = started([*HANOI, *words], folder, stdin=null, stdout=null, stderr=err)
        time.sleep(delay)
        # A terminal sends Ctrl-C to all processes of the group.
        (os.killpg if number == signal.SIGINT else os.kill)(running.pid, number)
        code = running.wait(TIMEOUT)
    said = (folder / "err").read_text()
    left = [file for file in (folder / "out").rglob("*") if file.suffix == ".part"]
    eventually(lambda: not in_session(running.pid))
    of_python = "KeyboardInterrupt" in said or "init_sys_streams" in said
    if of_python and "hanoi_fsm/" not in said:
        return ""  # it came before any line of the package: nothing can be done about that
    # It may have ended before, by itself.
    quiet = said == "" or (said.count("\n") == 1 and said.startswith("hanoi-fsm: stopped after "))
    if quiet and not left and code in (0, 1, 3, CODES[number], -number):
        return ""
    return f"{' '.join(words)}, {number.name} after {delay:.3f} s: {code}, {said}, {left}"


@pytest.mark.sweep
def test_at_any_moment_a_signal_ends_a_command_and_nothing_is_left(tmp_path: Path) -> None:
    random, outcomes = chance(), list[str]()
    many = int(os.environ.get("HANOI_CASES") or 20)
    lines = [line.split() for line in COMMANDS.strip().splitlines()]
    for number in range(many):
        words, sent = lines[number % len(lines)], random.choice(list(CODES)[:3])
        folder = tmp_path / str(number)
        folder.mkdir()
        outcomes.append(fault(words, sent, random.random() ** 2, folder))
    assert [fault for fault in outcomes if fault] == []
