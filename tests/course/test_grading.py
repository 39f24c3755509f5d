"""Grading: a row for each answer of a class, whatever it holds, and points by the rule."""

import csv
import json
import os
import re
from pathlib import Path

import pytest
from support.chance import chance
from support.commands import assert_refused, run

from hanoi_fsm import Automaton, Machine, determinize, export, minimize
from hanoi_fsm.course import grading
from hanoi_fsm.course.exercises import Question, course
from hanoi_fsm.fsm.isolate import Limits

HOSTILE = {
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
LAMP = """
[[exercise]]
name = "lamp"
title = "A lamp"
kind = "diagram"
machine = "lamp"
given = "an edge is missing"
text = "Add an edge."
hints = ["Count the edges."]

[machines.lamp]
initial = "off"
table = '''
    off    -> dim    : press / "dim"
    dim    -> bright : press / "bright"
    bright -> off    : press / "dark"
    off    -> off    : hold  / "dark"
    dim    -> off    : hold  / "dark"
    bright -> off    : hold  / "dark"
'''
"""
"""An exercise whose answers are judged quickly."""


def rows(*words: str | Path) -> dict[str, dict[str, str]]:
    ran = run("grade", *words, "--format", "csv")
    assert (ran.code, ran.err) == (0, "")
    return {row["id"]: row for row in csv.DictReader(ran.lines)}


def versions(question: Question) -> dict[str, str]:
    """Answers to the exercise about a lamp, by their verdicts."""
    right = question.solution
    renamed = right.replace("dim ->", "half ->").replace("-> dim", "-> half")
    return {
        "right": right,
        "renamed": renamed,
        "given": question.skeleton,
        "one edit": right.replace('"dim', '"glow'),
        "same slip": renamed.replace('"dim', '"glow'),
        "two edits": right.replace('"dim', '"glow').replace('"bright', '"shine'),
        "wrong": right.replace("hold", "squeeze").replace("press", "touch"),
        "unsound": right.replace("hold", "hold [tired & !tired]"),
        "unreadable": right.replace("{", "{ {"),
    }


VERDICTS = {
    "right": ("right", "10", "0"),
    "renamed": ("right", "10", "0"),
    "given": ("as given", "0", "1"),
    "one edit": ("one edit", "7", "1"),
    "same slip": ("one edit", "7", "1"),
    "two edits": ("two edits", "5", "2"),
    "wrong": ("wrong", "2", ""),
    "unsound": ("unsound", "0", ""),
    "unreadable": ("unreadable", "0", ""),
}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.toml"
    file.write_text(LAMP)
    return file


@pytest.fixture
def folder(tmp_path: Path, own: Path) -> Path:
    answers = tmp_path / "answers"
    (answers / "late").mkdir(parents=True)
    for name, text in versions(course(str(own)).ask("lamp", 4)).items():
        (answers / f"{name}.dot").write_text(text)
    (answers / "late" / "copy.dot").write_text((answers / "same slip.dot").read_text())
    (answers / "frieda.py").write_text("raise SystemExit\n")
    (answers / "grace.pdf").write_bytes(b"%PDF")
    (answers / ".hidden.dot").write_text("")
    os.mkfifo(answers / "pipe.dot")
    (answers / "ring.dot").symlink_to("ring.dot")
    return answers


def test_points_follow_the_rule(folder: Path, own: Path) -> None:
    grades = rows(folder, "--exercises", own, "--exercise", "lamp", "--seed", "4")
    for name, expected in VERDICTS.items():
        row = grades[f"{name}.dot"]
        assert (row["verdict"], row["points"], row["edits"]) == expected, row
    assert (grades["frieda.py"]["verdict"], grades["grace.pdf"]["points"]) == ("left out", "")
    for name in ("pipe.dot", "ring.dot"):
        assert (grades[name]["verdict"], grades[name]["points"]) == ("unreadable", "0")
    assert len(grades) == len(VERDICTS) + 5
    slip = grades["one edit.dot"]
    lines = (folder / "one edit.dot").read_text().split("\n")
    assert slip["hint"] == f"look at line {slip['line']}"
    assert "glow" in lines[int(slip["line"]) - 1]


def test_the_same_drawing_is_named_and_the_expected_answer_is_no_copy(
    folder: Path, own: Path
) -> None:
    grades = rows(folder, "--exercises", own, "--exercise", "lamp", "--seed", "4")
    same = {name: row["same as"] for name, row in grades.items() if row["same as"]}
    assert same == {
        "right.dot": "the expected answer",
        "renamed.dot": "the expected answer",
        "one edit.dot": "late/copy.dot, same slip.dot",
        "same slip.dot": "late/copy.dot, one edit.dot",
        "late/copy.dot": "one edit.dot, same slip.dot",
    }


def test_a_smallest_machine_is_no_sign_of_a_copy(tmp_path: Path) -> None:
    complete = determinize(course().ask("path-and-peg").machine).automaton
    text = export(Machine(minimize(complete).automaton), "json")
    for name in ("anna.json", "ben.json"):
        (tmp_path / name).write_text(text)
    grades = rows(tmp_path, "--exercise", "path-and-peg").values()
    assert [row["same as"] for row in grades] == ["the expected answer"] * 2


@pytest.mark.parametrize(
    "states",
    ["", "\nx -> x : y\nz -> x : y", "\nu -> v : y\nv -> u : x"],
    ids=["", "a loop", "a circle"],
)
def test_only_the_names_of_states_may_differ_in_what_is_the_same(states: str) -> None:
    """Also in states that no edge leads to."""
    table = f"a -> b : x [p & q] / go\nb -> a : x{states}"
    changed = [("p &", "!p &"), ("/ go", "/ stop"), (": x [", ": y ["), ("b -> a", "b -> b")]
    tables = [table, *(table.replace(*change) for change in changed)]
    tables += [f"{table}\nc -> {target} : {event}" for target in "ab" for event in "xy"]
    keys = [
        grading.unnamed(Automaton.from_table("it", initial="a", table=table)) for table in tables
    ]
    keys += [grading.unnamed(Automaton.from_table("it", initial="a", final="b", table=table))]
    assert len({*keys}) == len(tables) + 1
    same = table.replace("a ", "w ").replace("-> a", "-> w").replace("p & q", "q & p")
    assert grading.unnamed(Automaton.from_table("other", initial="w", table=same)) == keys[0]


@pytest.mark.sweep
def test_all_formats_say_the_same_and_the_page_links_each_diagram(
    folder: Path, own: Path, tmp_path: Path
) -> None:
    words = (folder, "--exercises", own, "--exercise", "lamp", "--seed", "4")
    grades = rows(*words)
    shown = run("grade", *words).out
    assert all(row["finding"][:20] in shown for row in grades.values())
    assert "points: 10 if it is right; 7 if it is right but for one edit" in shown
    assert "seed: the number after `seed`" in shown
    page = tmp_path / "page.html"
    assert run("grade", *words, "-o", page, "--pages", tmp_path / "pages").code == 0
    html = page.read_text()
    drawn = [
        name for name, row in grades.items() if row["verdict"] not in ("unreadable", "left out")
    ]
    assert html.count("data:image/svg+xml;base64,") == len(drawn)
    for number in re.findall(r'<a href="#(answer-\d+)">', html):
        assert html.count(f'<section id="{number}">') == 1
    assert html.count("<a href=") == len(drawn)
    assert "<td>3</td><td>one edit</td><td>reading press, step 1: expected dim, got glow" in html
    assert "<script" not in html
    assert "default-src 'none'" in html
    pages = sorted((tmp_path / "pages").iterdir())
    assert len(pages) == len(grades)
    [mine] = [page.read_text() for page in pages if page.name.endswith("-two_edits.dot.html")]
    assert "1 answer, 5 of 10 points" in mine


def test_words_are_judged_for_the_seed_in_the_name_of_the_file_or_folder(tmp_path: Path) -> None:
    right = {seed: course().ask("which-disk", seed).solution for seed in (1, 3, 7, 8)}
    wrong = str(int(right[7]) + 1)
    (tmp_path / "dora.txt").write_bytes(b"\xff")
    for name, text in {
        "anna-seed7.txt": f"disk {right[7]}",
        "bert.txt": wrong,
        "bill.txt": f"disk {wrong}",
        "cara.txt": "?",
        "emil-seed-x.txt": right[1],
        "fay seed 0.txt": course().ask("which-disk", 0).solution,
        "grpA-seed3/mine.txt": right[3],
        "grpA-seed3/S-Seed08.TXT": right[8],
        "seed1 or seed3/mine.txt": right[1],
    }.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    grades = rows(tmp_path, "--exercise", "which-disk", "--seed", "7")
    assert {name: (row["seed"], row["verdict"]) for name, row in grades.items()} == {
        "anna-seed7.txt": ("7", "right"),
        "bert.txt": ("7", "wrong"),
        "bill.txt": ("7", "wrong"),
        "cara.txt": ("7", "unreadable"),
        "dora.txt": ("7", "unreadable"),
        "emil-seed-x.txt": ("", "left out"),
        "fay seed 0.txt": ("0", "right"),
        "grpA-seed3/mine.txt": ("3", "right"),
        "grpA-seed3/S-Seed08.TXT": ("8", "right"),
        "seed1 or seed3/mine.txt": ("", "left out"),
    }
    assert grades["emil-seed-x.txt"]["finding"].startswith("no seed can be read from")
    assert grades["bert.txt"]["same as"] == "bill.txt"
    assert grades["anna-seed7.txt"]["same as"] == ""


@pytest.mark.parametrize("comma", [",", ";"])
def test_a_table_has_the_answers_of_all_to_many_exercises(tmp_path: Path, comma: str) -> None:
    table = tmp_path / "class.csv"
    (tmp_path / "drawn.dot").write_text(course().ask("missing-event", 2).solution)
    lines = [
        ("id", "seed", "first-move", "once-or-twice", "missing-event"),
        ("anna", "2", course().ask("first-move", 2).solution, "twice 1", "drawn.dot"),
        ("ben", "x", "1 0 2", "", ""),
        ("cara", "", course().ask("first-move", 5).solution, "", "none.dot"),
    ]
    table.write_text("\ufeff" + "".join(f"{comma.join(line)}\n" for line in lines))
    ran = run("grade", table, "--seed", "5", "--format", "jsonl")
    records = [json.loads(line) for line in ran.lines]
    assert [(row["id"], row["exercise"], row["seed"], row["verdict"]) for row in records] == [
        ("anna", "first-move", 2, "right"),
        ("anna", "once-or-twice", 2, "unreadable"),
        ("anna", "missing-event", 2, "right"),
        *[("ben", name, None, "left out") for name in lines[0][2:]],
        ("cara", "first-move", 5, "right"),
        ("cara", "once-or-twice", 5, "left out"),
        ("cara", "missing-event", 5, "unreadable"),
    ]
    assert records[1]["finding"].startswith("expected `length once|twice`, got")
    table.write_text("name,first-move\nanna,1 0 2\n")
    assert_refused(run("grade", table), "expected a column id")
    table.write_text("id,last-move\nanna,1 0 2\n")
    assert_refused(run("grade", table), "unknown exercise 'last-move'")


@pytest.mark.sweep
def test_python_is_run_only_if_that_is_asked_for_and_harms_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Limits(seconds=20, calls=True) == grading.LIMITS
    monkeypatch.setattr(grading, "LIMITS", Limits(seconds=2.0, calls=True))
    question = course().ask("own-guard", 1)
    skeleton, right, proof = question.skeleton, question.solution, tmp_path / "ran"
    other = right.replace("return self.count % 2 ==", "return 0 + self.count % 2 ==")
    for name, text in (
        ("anna.py", right),
        ("bert.py", f"open({str(proof)!r}, 'w')\nimport os\nos._exit(3)"),
        ("cara.py", "while True: pass"),
        ("dora.py", skeleton.replace("return True", "return 1 / 0")),
        ("emil.py", "("),
        ("fred.py", skeleton.replace("# write it", "# later")),
        ("gina.py", f"# mine\n{other}"),
        ("hugo.py", other),
    ):
        (tmp_path / name).write_text(text)
    words = (tmp_path, "--exercise", "own-guard")
    assert {row["verdict"] for row in rows(*words).values()} == {"left out"}
    assert not proof.exists()
    grades = rows(*words, "--run-python")
    assert {name[0]: row["verdict"] for name, row in grades.items() if name != "ran"} == {
        "a": "right",
        "b": "failed",
        "c": "failed",
        "d": "wrong",
        "e": "unreadable",
        "f": "as given",
        "g": "right",
        "h": "right",
    }
    assert (grades["anna.py"]["same as"], grades["gina.py"]["same as"]) == (
        "the expected answer",
        "hugo.py",
    )
    assert "division by zero" in grades["dora.py"]["finding"]
    assert "was still running after 2 seconds" in grades["cara.py"]["finding"]
    assert not [name for name, row in grades.items() if str(tmp_path) in row["finding"]]


@pytest.mark.sweep
def test_whatever_a_file_holds_it_has_a_row(tmp_path: Path, own: Path) -> None:
    hostile = HOSTILE | {"binary.dot": chance().randbytes(3000)}
    for name, content in hostile.items():
        (tmp_path / "all" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "all" / name).write_bytes(content)
    grades = rows(tmp_path / "all", "--exercises", own, "--exercise", "lamp")
    assert sorted(grades) == sorted(hostile)
    assert {row["verdict"] for row in grades.values()} <= {"unreadable", "unsound", "wrong"}
    assert {row["points"] for row in grades.values()} <= {"0", "2"}


def test_what_cannot_be_graded_is_refused(tmp_path: Path, folder: Path) -> None:
    assert_refused(run("grade", folder), "write --exercise EXERCISE")
    assert_refused(run("grade", folder, "--exercise", "99"), "unknown exercise")
    assert_refused(run("grade", tmp_path / "none", "--exercise", "1"), "missing or empty")
    (tmp_path / "void").mkdir()
    assert_refused(run("grade", tmp_path / "void", "--exercise", "1"), "missing or empty")
    (tmp_path / "anna.txt").write_text("1 0 1")
    assert_refused(run("grade", tmp_path / "anna.txt", "--exercise", "1"), "is a file")
    for command in (("grade", tmp_path, "--exercise", "1"), ("check", "monk")):
        assert_refused(run(*command, "-o", tmp_path / "x.pdf"), ".pdf", ".csv", "--format")
