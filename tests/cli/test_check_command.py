"""`check` and `demo`: verdicts, one line each, and the exit code."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import DOT, EVERY, PLAIN, assert_refused, lines, run

from hanoi_fsm import automata, read

TURNSTILE = Path(__file__).parent.parent / "machines" / "turnstile.py"


@pytest.mark.sweep
def test_check_without_names_checks_everything_for_ten_disks() -> None:
    found = lines("check")
    assert [line.split(":")[0] for line in found] == EVERY
    assert all(": holds for " in line for line in found)
    solvers = [line for line in found if "2636 moves in 46 tasks" in line]
    assert len(solvers) == len(automata.SOLVERS) + len(PLAIN)


def test_check_takes_names_and_disks() -> None:
    names = ["rank-reader", "hbits", "shortest", "monk"]
    found = lines("check", *names, "hbits", "--disks", "3")
    assert [line.split(" for ")[0] for line in found] == [f"{name}: holds" for name in names]
    assert all(" 0 .. 3 " in line for line in found)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("/ move_back", "/ move_ahead", ["line 15", "3 disks", "step 4"]),
        ("/ carry", "/ cary", ["line 12", "'cary'", "'carry'"]),
    ],
)
def test_check_fails_with_one_and_checks_the_rest(
    old: str, new: str, said: list[str], tmp_path: Path
) -> None:
    (tmp_path / "bad.dot").write_text(DOT.replace(old, new))
    ran = run("check", "bad.dot", "two-storey", "--disks", "4", cwd=tmp_path)
    assert (ran.code, ran.err) == (1, "")
    bad, good = ran.lines
    assert bad.startswith("bad.dot: FAILED: ")
    for fragment in (*said, "hanoi-fsm mend bad.dot --hint"):
        assert fragment in bad
    assert good.startswith("two-storey: holds for 0 .. 4 disks")


def test_check_of_what_is_not_a_diagram_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "bad.dot").write_text("digraph x {\n a -- b }")
    assert_refused(run("check", "two-storey", "bad.dot", cwd=tmp_path), "line 2, column 4")


def test_mutants_names_what_killed_each() -> None:
    *killed, last = lines("mutants", "monk", "--disks", "3", "--jobs", "1")
    assert last == "monk: 12 of 12 mutants are killed"
    assert [line.startswith("  killed by ") for line in killed] == [False, True] * 12
    assert lines("mutants", "monk", "--disks", "3", "--jobs", "1", "--summary") == [last]


def test_mutants_names_the_survivors_and_fails() -> None:
    ran = run("mutants", f"{TURNSTILE}:turnstile", "--summary", "--jobs", "1")
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines[0].endswith(": 6 of 13 mutants are killed; these 7 survive:")
    assert len(ran.lines) == 8


def test_demo_solves_draws_reads_back_and_checks(tmp_path: Path) -> None:
    printed = lines("demo", cwd=tmp_path)
    folder = tmp_path / "hanoi-diagrams"
    assert sorted(file.name for file in folder.iterdir()) == ["two-storey.dot", "two-storey.svg"]
    dot = (folder / "two-storey.dot").read_text("utf-8")
    assert read(dot).automaton == automata.get("two-storey").automaton
    assert "<svg" in (folder / "two-storey.svg").read_text("utf-8")
    assert printed[2:-5] == lines("trace", "4")
    assert "5 states, 8 transitions" in printed[-2]
    assert "hanoi-diagrams/two-storey.dot: holds for 0 .. 10 disks: 2636 moves" in printed[-1]


def test_demo_takes_other_disks_and_another_folder_and_replaces_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    (folder / "two-storey.dot").write_text("something old")
    printed = lines("demo", "--disks", "2", "--out", "a/b", cwd=tmp_path)
    assert (folder / "two-storey.dot").read_text("utf-8") == DOT
    assert len(list(folder.iterdir())) == 2
    assert printed[2:-5] == lines("trace", "2")
