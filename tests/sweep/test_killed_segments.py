"""Long checks that are killed, interrupted, or lose their workers, and what is left of them."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path
from random import Random

import pytest
from commands import ENVIRONMENT, TIMEOUT, in_session, listening, started

from hanoi_fsm.hanoi.segments.segmented_check import SegmentedCheck

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system has no /proc"),
]

HANOI = [sys.executable, "-m", "hanoi_fsm"]
SEED, SEGMENTS = 12, 60
EARLY = 4
"""This many processes are killed at any moment, the others when they have done something."""
SOON = 1.0
"""Seconds in which Ctrl-C must have ended everything; the test allows more on a busy machine."""


def test_a_check_that_is_killed_again_and_again_loses_and_repeats_nothing(tmp_path: Path) -> None:
    chance, kills = Random(SEED), 0
    print(f"seed {SEED}")
    words = ["check", "19", "--segments", str(SEGMENTS), "--resume", "kept", "--format", "csv"]
    for round in range(SEGMENTS + EARLY + 1):
        before = lines_of(tmp_path / "kept")
        with (tmp_path / "out").open("w") as out, (tmp_path / "err").open("w") as err:
            process = started([*HANOI, *words], tmp_path, stdout=out, stderr=err)
            while process.poll() is None and round >= EARLY:
                time.sleep(0.01)
                if lines_of(tmp_path / "kept") > max(1, before):
                    break
            try:
                code = process.wait(chance.random() * 0.2)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                code, kills = -signal.SIGKILL, kills + 1
        assert (tmp_path / "err").read_text() == ""
        deadline = time.monotonic() + TIMEOUT
        while in_session(process.pid):
            assert time.monotonic() < deadline, "a worker outlives its parent"
            time.sleep(0.02)
        if code == 0:
            break
        assert code == -signal.SIGKILL
    assert code == 0
    assert kills >= 3
    kept = (tmp_path / "kept").read_text().splitlines()[1:]
    numbers = [int(re.findall(r"\d+", line)[0]) for line in kept]
    assert sorted(numbers) == list(range(1, SEGMENTS + 1))


def lines_of(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


@pytest.mark.parametrize("name", ["two-storey", "my.py:f"])
@pytest.mark.parametrize("resume", ["", " --resume kept"])
def test_ctrl_c_on_a_terminal_stops_within_a_second_and_says_how_far_it_came(
    name: str, resume: str, tmp_path: Path
) -> None:
    (tmp_path / "my.py").write_text("from hanoi_fsm import automata\nf = automata.get('monk')\n")
    disks = "26" if name == "two-storey" else "23"
    words = ["check", name, disks, "--segments", "2000", *resume.split()]
    pid, terminal = pty.fork()
    if pid == 0:
        listening()
        os.chdir(tmp_path)
        os.execve(sys.executable, [*HANOI, *words], ENVIRONMENT)
    shown = read_until(terminal, rb"[1-9]%.*moves/s")
    began = time.monotonic()
    os.write(terminal, b"\x03")
    shown += read_until(terminal)
    _, status = os.waitpid(pid, 0)
    seconds = time.monotonic() - began
    os.close(terminal)
    print(f"{seconds:.2f} s")
    assert os.waitstatus_to_exitcode(status) == 130
    assert in_session(pid) == []
    text = shown.decode()
    assert "Traceback" not in text
    [(done, of)] = re.findall(r"hanoi-fsm: stopped after (\d+) of (\d+) segments", text)
    assert (int(done) > 0, of) == (True, "2000")
    assert ("resume with --resume 'kept'" in text) == bool(resume)
    assert seconds < 10 * SOON
    if resume:
        assert len((tmp_path / "kept").read_text().splitlines()) == int(done) + 1


def read_until(terminal: int, sought: bytes = b"(?!)") -> bytes:
    """What is shown up to something, or to the end."""
    shown, deadline = b"", time.monotonic() + TIMEOUT
    while not re.search(sought, shown):
        assert time.monotonic() < deadline, shown
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                part = os.read(terminal, 1 << 16)
            except OSError:  # the other end is closed
                return shown
            if not part:
                return shown
            shown += part
    return shown


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_it_too_and_leave_no_process(
    number: signal.Signals, tmp_path: Path
) -> None:
    words = ["check", "30", "--segments", "2000", "--format", "csv"]
    pipe = subprocess.PIPE
    with started([*HANOI, *words], tmp_path, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.readline()
        os.killpg(process.pid, number)
        _, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == -number
    assert err.startswith("hanoi-fsm: stopped after ")
    assert len(err.splitlines()) == 1
    assert in_session(process.pid) == []


def test_a_worker_of_the_pool_that_is_killed_costs_only_its_segment() -> None:
    killed: set[int] = set()
    numbers: list[int] = []
    moves: list[int] = []
    with SegmentedCheck("two-storey", 18, segments=40) as check:
        for result in check.results(jobs=2, progress=moves.append):
            numbers.append(result.number)
            if len(numbers) % 12 == 3:
                for worker in active_children()[:1]:
                    os.kill(worker.pid or 0, signal.SIGKILL)
                    killed.add(worker.pid or 0)
        assert check.report().holds
    assert killed  # fewer than were meant, if a worker had just ended by itself
    assert sorted(numbers) == list(range(1, 41))
    assert moves[-1] == 2**18 - 1
