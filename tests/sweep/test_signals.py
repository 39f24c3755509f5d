"""Hundreds of signals at random moments: each ends the command, and it leaves nothing behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from commands import DOT, TIMEOUT, in_session, started

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system has no /proc"),
]

MANY = 500
SEED = 11
LATEST = 1.0  # seconds after the start
OLD = "what was there before"
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
COMMANDS = """
    solve 64 -o out/moves
    solve 64
    trace 64 --format csv -o out/trace
    draw --out out/diagrams
    draw hanoi-graph --disks 5 --renderer wasm --out out/diagrams
    demo --out out/diagrams
    mutants twice-reader --summary
    mend wrong.dot --edits 2
    check --disks 12
    check 64 --segments 999999999 --resume out/kept
    check loop.py:machine 24 --segments 99
    check loop.py:solver
    solve 64 --by fine.py:solver -o out/moves
    compare 12
    explore call-stack --disks 12
    export two-storey --to json -o out/json
    --help
"""
LINES = [line.split() for line in COMMANDS.strip().splitlines()]
FILES = {
    "wrong.dot": DOT.replace("/ carry", "/ move_back", 1),
    "loop.py": "from hanoi_fsm import automata\nmachine = automata.get('monk')\n"
    "def solver(disks):\n    while disks > 2:\n        pass\n    return []\n",
    "fine.py": "def solver(disks):\n    from hanoi_fsm import solve\n    return solve(disks)\n",
}


class Ended(NamedTuple):
    code: int
    err: str
    left: list[str]
    processes: list[str]


def ended(words: list[str], number: int, delay: float, folder: Path) -> Ended:
    """Start a command in a session of its own, send it a signal, and see what is left."""
    for name, text in FILES.items():
        (folder / name).write_text(text)
    (folder / "out" / "diagrams").mkdir(parents=True)
    for name in ("moves", "trace", "json"):
        (folder / "out" / name).write_text(OLD)
    with (folder / "err").open("wb") as err:
        command = [sys.executable, "-m", "hanoi_fsm", *words]
        null = subprocess.DEVNULL
        process = started(command, folder, stdin=null, stdout=null, stderr=err)
        time.sleep(delay)
        if number == signal.SIGINT:  # a terminal sends it to all processes of the group
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        try:
            code = process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
    left = [
        path.relative_to(folder).as_posix()
        for path in (folder / "out").rglob("*")
        if path.name.startswith(".") or path.suffix == ".part"
    ]
    time.sleep(0.05)
    return Ended(code, (folder / "err").read_text(), left, in_session(process.pid))


def is_start_of_python(result: Ended) -> bool:
    """Whether Ctrl-C came before any line of the package: nothing can be done about that."""
    ended = "KeyboardInterrupt" in result.err or "init_sys_streams" in result.err
    return ended and "hanoi_fsm/" not in result.err


def is_how_far_it_came(err: str) -> bool:
    """Whether nothing is said but what a check in segments says when it is stopped."""
    return err == "" or (err.count("\n") == 1 and err.startswith("hanoi-fsm: stopped after "))


def test_every_signal_ends_the_command_and_nothing_is_left(tmp_path: Path) -> None:
    chance, wrong = Random(SEED), []
    for number in range(MANY):
        words, sent = LINES[number % len(LINES)], chance.choice(SIGNALS)
        delay = chance.random() ** 2 * LATEST
        folder = tmp_path / str(number)
        folder.mkdir()
        result = ended(words, sent, delay, folder)
        # It may have ended before, by itself.
        codes = {0, 1, -sent, 130 if sent == signal.SIGINT else -sent}
        quiet = is_how_far_it_came(result.err)
        fine = result.code in codes and quiet and not (result.left or result.processes)
        if not (fine or is_start_of_python(result)):
            wrong.append(f"{' '.join(words)}, {sent.name} after {delay:.3f} s: {result}")
    print(f"seed {SEED}")
    assert wrong == [], "\n".join([f"{len(wrong)} of {MANY}:", *wrong[:20]])
