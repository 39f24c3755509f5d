"""`check` of many files: each gets its verdict, whatever the others are."""

import csv
import io
import json
import os
import re
from pathlib import Path
from textwrap import dedent

import pytest
from commands import DOT, Ran, assert_refused, lines, run

from hanoi_fsm import automata
from hanoi_fsm.fsm.formats import export

WRONG = DOT.replace("/ move_back", "/ move_ahead")
FILES = {
    "good.dot": DOT,
    "GOOD.GV": DOT,
    "good.Json": export(automata.get("monk").automaton, "json"),
    "wrong.dot": WRONG,
    "misspelt.dot": DOT.replace("/ carry", "/ cary"),
    "graph.dot": "digraph x {}\ngraph y {}",
    "not.json": "{",
    "untitled.dot": DOT.replace("two-storey", "three-storey"),
    "notes.txt": "to do",
    "dangerous.py": "raise SystemExit(0)",
}
VERDICTS = {
    "GOOD.GV": ("holds", ""),
    "good.Json": ("holds", ""),
    "good.dot": ("holds", ""),
    "graph.dot": ("unreadable", "reading"),
    "misspelt.dot": ("failed", "definition"),
    "not.json": ("unreadable", "reading"),
    "untitled.dot": ("unreadable", "reading"),
    "wrong.dot": ("failed", "output"),
}
"""Of the machines in the folder, in order: Python files and others are none."""

COLUMNS = ["file", "verdict", "kind", "line", "n", "step", "expected", "got", "text"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "home work"
    (folder / "deeper").mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "deeper" / "good.dot").write_text(DOT)
    return folder


def check(folder: Path, *names: str) -> Ran:
    return run("check", *names, "--disks", "3", cwd=folder)


@pytest.mark.parametrize(
    ("names", "code", "words"),
    [
        ("good.dot GOOD.GV", 0, ["holds", "holds"]),
        ("wrong.dot good.dot", 1, ["FAILED", "holds"]),
        ("graph.dot good.dot", 2, ["cannot be read: line 2, column 1", "holds"]),
        ("no.dot wrong.dot good.dot", 2, ["cannot be read: No such file", "FAILED", "holds"]),
        ("wrong.dot monkk good.dot", 2, ["FAILED", "cannot be read: unknown", "holds"]),
        ("deeper no.py:x", 2, ["holds", "cannot be read: no such file"]),
    ],
)
def test_each_is_judged_whatever_the_others_are(
    names: str, code: int, words: list[str], folder: Path
) -> None:
    ran = check(folder, *names.split())
    for name, line, word in zip(names.split(), ran.lines, words, strict=True):
        assert line.startswith(name), "each verdict names its file"
        assert word in line
        assert name in ran.err or "cannot be read" not in word
    assert (ran.code, ran.err.count("\n"), len(ran.lines)) == (code, code == 2, len(words))


@pytest.mark.parametrize("format", ["text", "csv", "jsonl"])
def test_an_unreadable_file_of_a_folder_does_not_stop_the_check(
    format: str, tmp_path: Path
) -> None:
    for name, text in {"a.dot": "graph x {}", "b.dot": DOT}.items():
        (tmp_path / name).write_text(text)
    ran = run("check", ".", "--disks", "3", "--format", format, cwd=tmp_path)
    assert ran.code == 2
    assert ("a.dot" in ran.err, "b.dot" in ran.out, "holds" in ran.out) == (True, True, True)


def test_a_user_s_file_that_raises_does_not_stop_the_check(tmp_path: Path) -> None:
    text = """
        from hanoi_fsm import Automaton, Machine
        class Odd(Machine):
            def work(self, size):
                raise ZeroDivisionError("odd")
        odd = Odd(Automaton.from_table("x", initial="a", table="a -> a : go"))
    """
    (tmp_path / "odd.py").write_text(dedent(text))
    ran = run("check", "odd.py:odd", "monk", "--disks", "2", cwd=tmp_path)
    assert (ran.code, "ZeroDivisionError" in ran.out, "monk: holds" in ran.out) == (2, True, True)
    assert "line 5 of odd.py" in ran.out


def test_a_folder_stands_for_the_machines_that_lie_in_it(folder: Path) -> None:
    ran = run("check", folder.name, "--disks", "3", "--format", "csv", cwd=folder.parent)
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    found = {row["file"]: (row["verdict"], row["kind"]) for row in rows}
    assert found == {f"{folder.name}{os.sep}{name}": said for name, said in VERDICTS.items()}
    assert list(found) == sorted(found)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "3 of 8" in ran.err


@pytest.mark.parametrize("format", ["csv", "jsonl"])
def test_a_row_says_where_it_goes_wrong(format: str, folder: Path) -> None:
    ran = check(folder, "wrong.dot", "misspelt.dot", "graph.dot", "--format", format)
    if format == "csv":
        rows = list(csv.DictReader(io.StringIO(ran.out)))
    else:
        objects = map(json.loads, ran.lines)
        rows = [{key: "" if v is None else str(v) for key, v in row.items()} for row in objects]
    assert [list(row) for row in rows] == [COLUMNS] * 3
    wrong, misspelt, graph = rows
    assert [wrong[name] for name in COLUMNS[1:7]] == [
        *("failed", "output", "15", "3", "4"),
        "disk 3: 0 -> 2",
    ]
    assert wrong["got"]
    assert [misspelt[name] for name in COLUMNS[2:6]] == ["definition", "12", "", ""]
    assert "'carry'?" in misspelt["text"]
    assert [graph[name] for name in COLUMNS[1:4]] == ["unreadable", "reading", "2"]
    assert ran.code == 2


def test_a_file_that_is_asked_for_alone_is_refused_as_everywhere(folder: Path) -> None:
    assert_refused(check(folder, "graph.dot"), "graph.dot: line 2, column 1")
    rows = check(folder, "graph.dot", "--format", "csv").lines
    assert (len(rows), rows[1].split(",")[:2]) == (2, ["graph.dot", "unreadable"])


def test_a_folder_without_machines_is_an_error(folder: Path) -> None:
    (folder / "empty").mkdir()
    assert_refused(check(folder, "empty"), "'empty'", ".dot or .gv or .json")
    ran = check(folder, "empty", "good.dot")
    assert (ran.code, [line.split(":")[0] for line in ran.lines]) == (2, ["empty", "good.dot"])


def test_a_name_of_ours_is_no_folder(folder: Path) -> None:
    (folder / "monk").mkdir()
    assert check(folder, "monk").out.startswith("monk: holds")


def test_a_file_named_twice_is_judged_once(folder: Path) -> None:
    assert len(lines("check", "deeper", "deeper", "--disks", "2", cwd=folder)) == 1


def test_the_advice_can_be_pasted_into_a_shell(folder: Path) -> None:
    ran = run("check", f"{folder.name}/wrong.dot", "--disks", "3", cwd=folder.parent)
    assert "`hanoi-fsm mend 'home work/wrong.dot' --hint`" in ran.out


def test_a_name_cannot_give_orders_to_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "\x1b[2J.dot").write_text(DOT)
    ran = run("check", "\x1b[2J.dot", "\x1b]0;no.dot", "--disks", "2", cwd=tmp_path)
    assert (ran.code, "\x1b" in ran.out + ran.err, ran.out.count(r"\x1b") >= 2) == (2, False, True)


def test_the_faults_of_files_of_one_name_are_drawn_in_pictures_of_their_own(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        faulty = DOT.replace("carry", f"carry_{name}", 1)
        (tmp_path / name / "x.dot").write_text(faulty, encoding="utf-8")
    ran = run("check", "a/x.dot", "b/x.dot", "--draw", "--out", "out", cwd=tmp_path)
    drawn = re.findall(r"out/\S+\.svg", " ".join(ran.out.split()))
    assert (ran.code, drawn) == (1, ["out/x-fault.svg", "out/x-fault-2.svg"])
    for name, file in zip("ab", drawn, strict=True):
        assert f"carry_{name}" in (tmp_path / file).read_text(encoding="utf-8")
