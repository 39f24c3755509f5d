"""`-` is standard input, wherever a DOT or JSON file can be named; endings in any case are read."""

import io
import sys
from pathlib import Path

import pytest
from commands import DOT, Ran, assert_refused, lines, run
from sampling import one_in

from hanoi_fsm import automata
from hanoi_fsm.fsm.formats import export

JSON = export(automata.get("two-storey").automaton, "json")
SHORTEST = export(automata.get("shortest").automaton, "json")
COMMANDS = [
    "check - --disks 2",
    "describe -",
    "explore - --disks 2",
    "solve 2 --by -",
    "trace 2 --by -",
    "compare 1 -",
    "export - --to mermaid",
    "draw - --format dot --out o",
    "mend - --disks 2",
]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> "Typed":
    return Typed(monkeypatch, tmp_path)


class Typed:
    """Commands that find some bytes on standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.monkeypatch, self.folder = monkeypatch, folder

    def __call__(self, content: bytes, command: str) -> Ran:
        stream = io.TextIOWrapper(io.BytesIO(content), "ascii")
        self.monkeypatch.setattr(sys, "stdin", stream)
        return run(*command.split(), cwd=self.folder)


@pytest.mark.parametrize("command", one_in(3, COMMANDS))
def test_dot_and_json_are_reported_apart_by_their_content(command: str, typed: Typed) -> None:
    for content in (DOT, JSON, f"\n {JSON}", f"\ufeff{JSON}", f"\ufeff{DOT}", f"// {{\n{DOT}"):
        ran = typed(content.encode(), command)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out


def test_what_is_drawn_from_it_is_named_by_the_automaton(typed: Typed) -> None:
    typed(DOT.encode(), "draw - --format dot --out o")
    assert [file.name for file in (typed.folder / "o").iterdir()] == ["two-storey.dot"]


def test_a_pathfinder_may_come_from_it(typed: Typed) -> None:
    assert typed(SHORTEST.encode(), "path 00 22 --by -").lines == lines("path", "00", "22")


REFUSED = [
    (b"", "empty"),
    (b"graph {}", "-: line 1, column 1: found 'graph'"),
    (b'{"a": 1}', "unknown key 'a'"),
    (b"\xff", "not UTF-8"),
    (b"{\xff", "not UTF-8"),
    (b"/" * 300_000, "longer than 262144 bytes"),
    (b"{" * 300_000, "longer than 262144 bytes"),
]


@pytest.mark.parametrize(("content", "words"), REFUSED)
def test_anything_else_is_refused(content: bytes, words: str, typed: Typed) -> None:
    assert_refused(typed(content, "solve 2 --by -"), words)


def test_no_more_than_the_limit_is_read(typed: Typed) -> None:
    class Endless(io.RawIOBase):
        taken = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # narrower
            buffer[:] = b"/" * len(buffer)
            self.taken += len(buffer)
            return len(buffer)

    endless = Endless()
    stream = io.TextIOWrapper(io.BufferedReader(endless))
    typed.monkeypatch.setattr(sys, "stdin", stream)
    assert_refused(run("solve", "2", "--by", "-"), "longer than 262144 bytes")
    assert endless.taken < 1_000_000


def test_a_closed_standard_input_is_reported(typed: Typed) -> None:
    typed.monkeypatch.setattr(sys, "stdin", None)
    assert_refused(run("solve", "2", "--by", "-"), "standard input is closed")


@pytest.mark.parametrize("name", ["a.dot", "a.DOT", "a.Dot", "a.gv", "a.GV", "a.json", "a.JSON"])
def test_endings_are_read_in_any_case(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(JSON if "j" in name.lower() else DOT)
    assert lines("solve", "2", "--by", name, cwd=tmp_path) == lines("solve", "2")
    lines("draw", name, "--format", "dot", "--out", "o", cwd=tmp_path)
    assert (tmp_path / "o" / "a.dot").exists()
