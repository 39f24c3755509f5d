"""Text for people: it fits into 80 columns, and only a terminal gets colours and progress."""

import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import ENVIRONMENT, EVERY, TIMEOUT, lines, process, run
from sampling import one_in

from hanoi_fsm import automata
from hanoi_fsm.cli.output import UNWATCHED
from hanoi_fsm.cli.parser import COMMANDS
from hanoi_fsm.hanoi.plain import PLAIN

pty = pytest.importorskip("pty", reason="this system has no terminals of its own")

WORD = "010110"
SIX = "120120 012021"
TRACES = [
    *(f"trace 6 --by {name}" for name in (*automata.SOLVERS, *PLAIN)),
    *(f"trace --by {name} {SIX}" for name in automata.PATHFINDERS),
    *(f"trace --by {name} {SIX}" for name in ("twice-reader", "twice-reader-small")),
    *(
        f"trace --by {name} {'002002' if name in ('rank-reader', 'path-reader') else WORD}"
        for name in automata.READERS
        if "twice" not in name
    ),
]
NARROW = [
    "--help",
    *(f"{command} --help" for command in COMMANDS),
    "list",
    *(f"describe {name}" for name in EVERY),
    *(f"describe {name} --table" for name in automata.READERS),
    *TRACES,
    *(f"{one} --memory" for one in TRACES if one.split()[-1] not in PLAIN),
    "trace 5 --by hbits --from 1 --to 0",
    *(f"explore {name}" for name in automata.READERS),
    *(f"explore {name} --disks 4" for name in (*automata.SOLVERS, *automata.PATHFINDERS)),
    "check --disks 4",
    "mutants monk --disks 3",
    "mutants two-state --disks 3",
    "mend two-storey",
    f"path {SIX}",
    f"path {SIX} --verdict",
    "solve 6",
    "itinerary 6",
    "itinerary 6 --table",
    "itinerary 1000 --disk 7",
    "at 6 49",
    "at 6 49 --as towers",
    "at 12 100 --as towers",
    "rank 002002",
    "rank 111111",
    "next 012012",
    "demo --disks 6",
    "bench question answers --quick",
    "check 12 monk --segments 4",
    "check 500 --sample 1 --jobs 1",
]
"""Commands whose text is for people. That of `compare` has tests of its own."""


@pytest.mark.parametrize("command", one_in(4, NARROW))
@pytest.mark.one_in(3)
def test_no_line_for_people_is_longer_than_80(command: str, tmp_path: Path) -> None:
    ran = run(*command.split(), cwd=tmp_path, columns=80)
    assert ran.out
    assert [line for line in ran.lines if len(line) > 80] == []
    assert [line for line in ran.lines if line != line.rstrip()] == []


@pytest.mark.sweep
def test_the_width_is_that_of_the_variable_and_what_is_quoted_stays_together() -> None:
    command = ["check", "call-stack", "--disks", "3"]
    whole, narrow = run(*command).lines, run(*command, columns=50).lines
    assert len(whole) == 1
    assert max(map(len, narrow)) <= 50
    assert " ".join(" ".join(narrow).split()) == whole[0]
    for odd in ("", "0", "-5", "wide", "²"):
        assert process(*command, env={"COLUMNS": odd}).lines == run(*command, columns=80).lines
    killed = run("mutants", "monk", "--disks", "2", columns=80).out
    assert "`pray -> pray : step [!built] / move_next`" in killed


def test_numbers_are_right_aligned() -> None:
    for command in ("list", "itinerary 6 --table", "trace 6 --by formula"):
        header, *rows = [line for line in lines(*command.split()) if not line.startswith("    ")]
        for name in ("states", "transitions", "moves", "period", "zeros", "shifts"):
            if name in header:
                end = header.index(name) + len(name)
                assert {row[:end][-1] in "0123456789-" for row in rows} == {True}
                assert {row[end : end + 1] in ("", " ") for row in rows} == {True}


def on_a_terminal(
    *arguments: str, cwd: Path, out: Path | None = None, env: dict[str, str] | None = None
) -> str:
    """What a command shows on a terminal; its output may go to a file `out` instead."""
    here, there = pty.openpty()
    environment = {k: v for k, v in ENVIRONMENT.items() if k != "NO_COLOR"}
    with contextlib.ExitStack() as files:
        stdout = there if out is None else files.enter_context(out.open("w"))
        command = subprocess.Popen(
            [sys.executable, "-m", "hanoi_fsm", *arguments],
            cwd=cwd,
            env=environment | {"TERM": "xterm", "COLUMNS": "80"} | (env or {}),
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=there,
        )
        os.close(there)
        shown = b""
        with contextlib.suppress(OSError):  # the other end is closed
            while part := os.read(here, 4096):
                shown += part
        os.close(here)
        assert command.wait(TIMEOUT) in (0, 1)
    return shown.decode().replace("\r\n", "\n")


def uncoloured(text: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", text)


COLOURED = ["trace 3", "trace 3 --memory", "trace 3 --by hbits", "trace 4 --memory --by call-stack"]


@pytest.mark.parametrize("command", one_in(2, COLOURED))
def test_a_terminal_gets_the_same_text_with_colours(command: str, tmp_path: Path) -> None:
    shown = on_a_terminal(*command.split(), cwd=tmp_path)
    assert "\x1b[" in shown
    assert uncoloured(shown) == run(*command.split(), columns=80).out


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_who_wants_no_colours_gets_plain_text(env: dict[str, str], tmp_path: Path) -> None:
    shown = on_a_terminal("trace", "3", cwd=tmp_path, env=env)
    assert shown == run("trace", "3", columns=80).out


@pytest.mark.sweep
def test_a_file_and_a_pipe_get_the_same_plain_text(tmp_path: Path) -> None:
    plain = run("trace", "3", columns=80).out
    assert on_a_terminal("trace", "3", cwd=tmp_path, out=tmp_path / "a.txt") == ""
    on_a_terminal("trace", "3", "-o", "b.txt", cwd=tmp_path)
    assert (tmp_path / "a.txt").read_text() == (tmp_path / "b.txt").read_text() == plain
    assert process("trace", "3", env={"COLUMNS": "80", "TERM": "xterm"}).out == plain


def test_the_disk_that_was_moved_is_lit_and_the_others_are_dim(tmp_path: Path) -> None:
    *_, last, _ = on_a_terminal("trace", "3", cwd=tmp_path).splitlines()
    lit = re.findall("\x1b\\[1;35m(.*?)\x1b\\[0m", last)
    dim = re.findall("\x1b\\[2m(.*?)\x1b\\[0m", last)
    assert lit == ["-", "1"]  # disk 1 has left peg 0 and is on top of peg 2
    assert [text for text in dim if text != "|"] == ["-", "3", "2"]


BUSY = {
    "draw two-storey --counts 11 --format dot": "drawing two-storey",
    "draw hanoi-graph --disks 4 --format dot": "drawing hanoi-graph",
    "path 0000000000 2222222222 --length --by any-to-any": "counting the moves",
    "solve 2 --by slow.py:f -o moves.txt": "writing moves.txt",
    "mend my.dot --disks 3": "checking my.dot",
    "demo --disks 2": "checking",
}
SLOW = f"""
import time
def f(disks):
    time.sleep({UNWATCHED + 0.1})
    yield from [(0, 1), (0, 2), (1, 2)]
"""


@pytest.mark.parametrize("command", one_in(6, BUSY))
@pytest.mark.one_in(2)
@pytest.mark.sweep
def test_what_may_take_long_shows_progress_on_a_terminal_alone(
    command: str, tmp_path: Path
) -> None:
    for line in [*lines("export", "monk", "--to", "dot")]:
        with (tmp_path / "my.dot").open("a") as stream:
            stream.write(line + "\n")
    (tmp_path / "slow.py").write_text(SLOW)
    assert BUSY[command] in on_a_terminal(*command.split(), cwd=tmp_path)
    assert process(*command.split(), cwd=tmp_path).err == ""


@pytest.mark.sweep
def test_a_bar_keeps_no_line_from_the_file_that_it_is_meant_for(tmp_path: Path) -> None:
    command = ["mutants", "monk", "--disks", "3"]
    shown = on_a_terminal(*command, cwd=tmp_path, out=tmp_path / "killed.txt")
    assert "mutants of monk" in shown
    assert (tmp_path / "killed.txt").read_text() == run(*command, columns=80).out
