"""mend and mutants: a repair is written into the file, what was left out is said."""

import json
import re
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from commands import DOT, lines, run

from hanoi_fsm.cli import main
from hanoi_fsm.fsm.checking import repair
from hanoi_fsm.fsm.diagrams.dot_reader import read

PENDULUM = (Path(__file__).parent.parent / "student" / "pendulum.dot").read_text("utf-8")
BROKEN = PENDULUM.replace("carry", "carri").replace("start [", "/* where it begins */ start [")
MENDED = BROKEN.replace("carri", "carry")
MEND = ("mend", "mine.dot", "--disks", "3", "--jobs", "1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.dot").write_text(BROKEN, "utf-8")
    return tmp_path


def test_a_repair_is_written_and_all_else_in_the_file_stays(folder: Path) -> None:
    ran = run(*MEND, "--apply", "1", "-o", "fixed.dot", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    assert (folder / "fixed.dot").read_text("utf-8") == MENDED
    assert (folder / "mine.dot").read_text("utf-8") == BROKEN
    run(*MEND, "--apply", "1", "-o", "mine.dot", cwd=folder)
    assert (folder / "mine.dot").read_text("utf-8") == MENDED


@pytest.mark.sweep
def test_a_repair_is_written_into_json_too(folder: Path) -> None:
    (folder / "right.dot").write_text(PENDULUM, "utf-8")
    right = run("export", "right.dot", "--to", "json", cwd=folder).out.replace("\n", "\r\n")
    wrong = right.replace('"target": "small"', '"target": "smal"', 1)
    (folder / "mine.json").write_text(wrong, "utf-8", newline="")
    ran = run("mend", "mine.json", "--disks", "3", "--hint", cwd=folder)
    assert ran.lines[0].startswith("look at `other -> smal : ")
    run("mend", "mine.json", "--disks", "3", "--apply", "1", "-o", "fixed.json", cwd=folder)
    fixed = (folder / "fixed.json").read_bytes().decode()
    assert (fixed, json.loads(fixed)) == (right, json.loads(right))
    ran = run("mend", "mine.json", "--disks", "3", "--apply", "1", "-o", "-", cwd=folder)
    assert (ran.code, ran.out) == (0, right)


@pytest.mark.sweep
def test_a_repair_written_to_standard_output_is_all_that_is_there(folder: Path) -> None:
    ran = run(*MEND, "--apply", "1", "-o", "-", cwd=folder)
    assert (ran.code, ran.out) == (0, MENDED)
    assert ran.err.startswith("-: line ")
    ran = run(*MEND, "--apply", "1", "-o", "/dev/stderr", cwd=folder)
    assert (ran.code, ran.err) == (0, MENDED)
    assert ran.out.startswith("/dev/stderr: line ")
    with redirect_stdout(StringIO()) as stream, chdir(folder):
        assert main([*MEND, "--apply", "1", "-o", "/dev/stdout"]) == 0
    assert stream.getvalue() == MENDED
    (folder / "mine.dot").write_text(MENDED, "utf-8")
    ran = run(*MEND, "--apply", "1", "-o", "-", cwd=folder)
    assert (ran.code, ran.out) == (0, "")
    assert "nothing to mend" in ran.err


REFUSED = [
    ("mine.dot --apply 1", "-o FIXED.dot"),
    ("mine.dot -o fixed.dot", "--apply 1"),
    ("mine.dot --apply 0 -o fixed.dot", "--apply"),
    ("mine.dot --apply 9 -o fixed.dot", "--apply 9: there are 1"),
    ("mine.dot --apply 1 -o fixed.json", "mine.dot"),
    ("monk --apply 1 -o fixed.dot", "'monk'"),
]


@pytest.mark.parametrize(("arguments", "said"), REFUSED)
def test_what_cannot_be_written_is_refused(arguments: str, said: str, folder: Path) -> None:
    name, *options = arguments.split()
    ran = run("mend", name, *options, "--disks", "2", cwd=folder)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert [file.name for file in folder.iterdir()] == ["mine.dot"]


def test_a_faulty_diagram_has_no_mutants(folder: Path) -> None:
    (folder / "mine.dot").write_text(PENDULUM.replace(" & !ahead_smaller", ""), "utf-8")
    ran = run("mutants", "mine.dot", "--disks", "3", cwd=folder)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "hanoi-fsm mend mine.dot" in ran.err


def chain(length: int) -> str:
    """A chain of states that ends without a move."""
    edges = (f'{one} -> {one + 1} [label="step"]; ' for one in range(length))
    head = f'digraph "chain over monk" {{ {length} [peripheries=2]; s [shape=point]; s -> 0; '
    return head + "".join(edges) + "}"


@pytest.mark.sweep
def test_a_large_diagram_is_mended_without_making_all_edits(
    folder: Path, monkeypatch: pytest.MonkeyPatch, no_hang: None
) -> None:
    monkeypatch.setattr(repair, "MOST_EDITS", 300)
    assert len(read(chain(160)).automaton.states) == 161
    (folder / "chain.dot").write_text(chain(160))
    ran = run("mend", "chain.dot", "--disks", "1", "--jobs", "2", cwd=folder)
    assert ran.err == ""
    assert "more were left out" in ran.lines[-1]


def test_of_a_large_diagram_some_mutants_are_made_and_that_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanoi_fsm.fsm.checking.mutants.MOST_MUTANTS", 4)
    [*_, last] = lines("mutants", "monk", "--disks", "2", "--jobs", "1")
    assert re.findall(r"\d+", last) == ["4", "4", "3", "12"], "killed, made, one of so many, in all"


SEVERAL_MISTAKES = [("=crown", "=krone"), ("move_ahead", "mov_ahead"), ("move_back", "nove_back")]


def test_where_no_repair_is_found_the_hint_is_what_check_blames(tmp_path: Path) -> None:
    text = DOT
    for old, new in SEVERAL_MISTAKES:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "wrong.dot").write_text(text)
    blamed = run("check", "wrong.dot", cwd=tmp_path)
    ran = run("mend", "wrong.dot", "--hint", "--disks", "3", cwd=tmp_path)
    assert ran.code == 1
    [named] = re.findall(r"look at line (\d+)", ran.out)
    assert f"line {named}" in blamed.out


def test_wrong_counts_are_not_mended_but_drawn_anew(tmp_path: Path) -> None:
    run("draw", "monk", "--counts", "3", "--format", "dot", "--out", ".", cwd=tmp_path)
    file = tmp_path / "monk-counts-3.dot"
    file.write_text(file.read_text().replace("7 (7)", "8 (7)"))
    ran = run("mend", file.name, cwd=tmp_path)
    assert (ran.code, "draw it anew" in ran.out) == (1, True)


def test_a_hint_writes_no_file(tmp_path: Path) -> None:
    (tmp_path / "wrong.dot").write_text(DOT.replace("/ carry", "/ move_back", 1))
    ran = run("mend", "wrong.dot", "--hint", "--apply", "1", "-o", "z.dot", cwd=tmp_path)
    assert (ran.code, (tmp_path / "z.dot").exists()) == (2, False)


def test_a_missing_start_is_a_hint_too(tmp_path: Path) -> None:
    text = re.sub(r"\n\tinitial -> [^\n]*", "", DOT)
    assert text != DOT
    (tmp_path / "wrong.dot").write_text(text)
    ran = run("mend", "wrong.dot", "--hint", "--disks", "3", cwd=tmp_path)
    assert (ran.code, "``" in ran.out, "start" in ran.out or "line" in ran.out) == (0, False, True)
