"""Grading: a row for each file of a class, whatever it holds, and points by the rule."""

import csv
import json
import os
from pathlib import Path

import pytest
from commands import assert_refused, run
from test_exercises import PENDULUM, TWO_STOREY, diagram

from hanoi_fsm import Automaton
from hanoi_fsm.course import grading
from hanoi_fsm.course.exercises import ask
from hanoi_fsm.fsm.isolate import Limits

MOVED = TWO_STOREY.replace("foundation", "last").replace("crown", "top")
WRONG = PENDULUM.replace("move_back", "move_ahead")
HOSTILE = {
    "binary.dot": os.urandom(3000),
    "empty.dot": b"",
    "huge.dot": b"digraph x {" + b"a -> a;" * 600_000,
    "deep.dot": b"digraph x {" + b"{" * 50_000,
    "deep.json": b"[" * 100_000,
    "loop.dot": b'digraph x { s [shape=point]; s -> a; a -> a [label="step"]; z [peripheries=2] }',
    "long.dot": b'digraph "' + b"x" * 100_000 + b'" { a -> b }',
    "chain.dot": (
        b"digraph x { s [shape=point]; s -> a0; z [peripheries=2]; "
        + b" ".join(b'a%d -> a%d [label="step / carry"];' % (i, i + 1) for i in range(300))
        + b"}"
    ),
    "nul.gv": b"digraph x { a\0 }",
}
SUBMISSIONS = 200
MOST_SECONDS, CORES = 120, 2


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    answers = tmp_path / "answers"
    (answers / "late").mkdir(parents=True)
    for name, table in (
        ("anna.dot", TWO_STOREY),
        ("bert.dot", PENDULUM),
        ("late/cara.dot", MOVED),
        ("dora.dot", WRONG),
    ):
        (answers / name).write_text(diagram(12, table))
    (answers / "emil-seed3.dot").write_text(ask(12, 3).skeleton)
    (answers / "frieda.py").write_text("raise SystemExit\n")
    (answers / "grace.pdf").write_bytes(b"%PDF")
    (answers / ".hidden.dot").write_text("")
    os.mkfifo(answers / "pipe.dot")
    (answers / "ring.dot").symlink_to("ring.dot")
    return answers


def rows(folder: Path, *options: str) -> dict[str, dict[str, str]]:
    ran = run("grade", folder, "--format", "csv", *options)
    assert (ran.code, ran.err) == (0, "")
    return {row["file"]: row for row in csv.DictReader(ran.lines)}


def test_each_file_has_a_row_with_points_line_hint_and_who_has_the_same(folder: Path) -> None:
    found = rows(folder, "--exercise", "12")
    assert [(name, row["verdict"], row["points"], row["edits"]) for name, row in found.items()] == [
        ("anna.dot", "right", "10", "0"),
        ("bert.dot", "right", "10", "0"),
        ("dora.dot", "wrong", "3", "1"),
        ("emil-seed3.dot", "wrong", "0", "1"),
        ("frieda.py", "left out", "", ""),
        ("grace.pdf", "left out", "", ""),
        ("late/cara.dot", "right", "10", "0"),
    ]
    assert (found["anna.dot"]["same as"], found["bert.dot"]["same as"]) == ("late/cara.dot", "")
    assert found["emil-seed3.dot"]["finding"].startswith("as it was given: line 12: with 2 disks")
    dora = found["dora.dot"]
    assert dora["hint"] == f"look at line {dora['line']}"
    line = (folder / "dora.dot").read_text().split("\n")[int(dora["line"]) - 1]
    assert "[!built & ahead_smaller] / move_ahead" in line
    assert "with 3 disks from 0 to 2, step 4" in dora["finding"]


def test_only_the_names_of_states_may_differ_in_what_is_the_same() -> None:
    table = "a -> b : x [p & q] / go\nb -> a : x"
    changed = [("p &", "!p &"), ("/ go", "/ stop"), (": x [", ": y ["), ("b -> a", "b -> b")]
    tables = [table, *(table.replace(*one) for one in changed), f"{table}\nc -> a : x"]
    keys = [grading.unnamed(Automaton.from_table("it", initial="a", table=one)) for one in tables]
    keys += [grading.unnamed(Automaton.from_table("it", initial="a", final="b", table=table))]
    assert len({*keys}) == len(tables) + 1
    same = table.replace("a", "z").replace("p & q", "q & p")
    assert grading.unnamed(Automaton.from_table("other", initial="z", table=same)) == keys[0]


@pytest.mark.sweep
def test_all_formats_say_the_same_and_the_page_shows_each_diagram(folder: Path) -> None:
    found = rows(folder, "--exercise", "12")
    ran = run("grade", folder, "--exercise", "12", "--format", "jsonl")
    objects = [json.loads(line) for line in ran.lines]
    texts = [{k: "" if v is None else str(v) for k, v in one.items()} for one in objects]
    assert texts == [*found.values()]
    shown = run("grade", folder, "--exercise", "12").out
    assert all(row["finding"][:20] in shown for row in found.values())
    assert "points: 10 for a right answer" in shown
    page = folder.parent / "page.html"
    assert run("grade", folder, "--exercise", "12", "-o", page).code == 0
    html = page.read_text()
    assert html.count("data:image/svg+xml;base64,") == 5
    assert [name for name in found if f"<td>{name}</td>" not in html] == []
    assert "<script" not in html
    assert "default-src 'none'" in html


def test_words_are_judged_for_the_seed_in_the_name_of_the_file(tmp_path: Path) -> None:
    for seed in (1, 7):
        (tmp_path / f"anna-seed{seed}.txt").write_text(f"disk {ask(1, seed).figures['disk']}\n")
    (tmp_path / "bert.txt").write_text(str(ask(1, 7).figures["disk"] + 1))
    (tmp_path / "ben-seed8.txt").write_text(str(ask(1, 7).figures["disk"] + 1))
    (tmp_path / "bill.txt").write_text(f"disk {ask(1, 7).figures['disk'] + 1}")
    (tmp_path / "cara.txt").write_text("?")
    (tmp_path / "dora.txt").write_bytes(b"\xff")
    found = rows(tmp_path, "--exercise", "1", "--seed", "7")
    assert [(row["verdict"], row["points"]) for row in found.values()] == [
        ("right", "10"),
        ("right", "10"),
        ("wrong", "0"),
        ("wrong", "0"),
        ("wrong", "0"),
        ("unreadable", "0"),
        ("unreadable", "0"),
    ]
    assert "half as often" in found["bert.txt"]["hint"]
    assert [row["same as"] for row in found.values()] == [
        "",
        "",
        "",
        "bill.txt",
        "bert.txt",
        "",
        "",
    ]


@pytest.mark.sweep
def test_python_is_run_only_if_that_is_asked_for_and_harms_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert grading.LIMITS.seconds == 10
    monkeypatch.setattr(grading, "LIMITS", Limits(seconds=2.0))
    skeleton, proof = ask(19).skeleton, tmp_path / "ran"
    for name, text in (
        ("anna.py", skeleton.replace("True  # write it", "self.turn == 1")),
        ("bert.py", f"open({str(proof)!r}, 'w')\nimport os\nos._exit(3)"),
        ("cara.py", "while True: pass"),
        ("dora.py", skeleton.replace("return True", "return 1 / 0")),
        ("emil.py", "("),
        ("fred.py", skeleton.replace("# write it", "# later")),
        ("gina.py", "# mine\n" + skeleton.replace("True  # write it", "self.turn == 1")),
    ):
        (tmp_path / name).write_text(text)
    assert {row["verdict"] for row in rows(tmp_path, "--exercise", "19").values()} == {"left out"}
    assert not proof.exists()
    found = rows(tmp_path, "--exercise", "19", "--run-python")
    verdicts = [row["verdict"] for row in found.values() if row["file"] != "ran"]
    assert verdicts == ["right", "failed", "failed", "wrong", "unreadable", "wrong", "right"]
    assert (found["anna.py"]["same as"], found["dora.py"]["same as"]) == ("gina.py", "")
    assert found["fred.py"]["points"] == "0"
    assert found["fred.py"]["finding"].startswith("as it was given: with 2 disks")
    assert "division by zero" in found["dora.py"]["finding"]
    assert "was still running after 2 seconds" in found["cara.py"]["finding"]


def test_whatever_a_file_holds_it_has_a_row(tmp_path: Path) -> None:
    for name, content in HOSTILE.items():
        (tmp_path / name).write_bytes(content)
    found = rows(tmp_path, "--exercise", "12")
    assert sorted(found) == sorted(HOSTILE)
    assert {row["verdict"] for row in found.values()} <= {"unreadable", "wrong"}
    assert {row["points"] for row in found.values()} == {"0"}
    assert "expected the end, got cannot move" in found["chain.dot"]["finding"]


def test_what_cannot_be_graded_is_refused(tmp_path: Path, folder: Path) -> None:
    assert_refused(run("grade", folder), "required: --exercise")
    assert_refused(run("grade", folder, "--exercise", "99"), "choose from 1 .. 25")
    assert_refused(run("grade", tmp_path / "none", "--exercise", "1"), "missing or empty")
    (tmp_path / "void").mkdir()
    assert_refused(run("grade", tmp_path / "void", "--exercise", "1"), "missing or empty")


@pytest.mark.sweep
@pytest.mark.timeout(900)
def test_two_hundred_answers_take_two_minutes(tmp_path: Path) -> None:
    texts = [diagram(12, table) for table in (TWO_STOREY, PENDULUM, WRONG, MOVED)]
    for number in range(SUBMISSIONS):
        text = ask(16, number).skeleton if number % 2 else texts[number // 2 % 4]
        (tmp_path / f"{number}.dot").write_text(text)
    for name, content in HOSTILE.items():
        (tmp_path / name).write_bytes(content)
    began = sum(os.times()[:4])  # of this process and its children: others may be busy
    page = run("grade", tmp_path, "--exercise", "16", "--format", "html")
    assert (page.code, page.err) == (0, "")
    assert (sum(os.times()[:4]) - began) / CORES < MOST_SECONDS
