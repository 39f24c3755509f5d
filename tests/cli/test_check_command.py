"""`check` and `demo`: verdicts, one line each, and the exit code."""

from pathlib import Path

import pytest
from commands import DOT, EVERY, PLAIN, assert_refused, lines, run

from hanoi_fsm import automata

TURNSTILE = Path(__file__).parent.parent / "machines" / "turnstile.py"


@pytest.mark.sweep
def test_check_without_names_checks_everything_for_ten_disks() -> None:
    found = lines("check")
    assert [line.split(":")[0] for line in found] == EVERY
    assert all(": holds for " in line for line in found)
    solvers = [line for line in found if "2636 moves in 46 tasks" in line]
    assert len(solvers) == len(automata.SOLVERS) + len(PLAIN)


def test_check_takes_names_and_disks() -> None:
    names = ["rank-reader", "hbits", "any-to-any", "monk"]
    found = lines("check", *names, "hbits", "--disks", "3")
    assert [line.split(" for ")[0] for line in found] == [f"{name}: holds" for name in names]
    assert all(" 0 .. 3 " in line for line in found)


def test_check_fails_with_one_and_checks_the_rest(tmp_path: Path) -> None:
    (tmp_path / "bad.dot").write_text(DOT.replace("/ move_back", "/ move_ahead"))
    ran = run("check", "bad.dot", "two-storey", "--disks", "4", cwd=tmp_path)
    assert (ran.code, ran.err) == (1, "")
    bad, good = ran.lines
    for fragment in ("bad.dot: FAILED: line 15", "step 4", "hanoi-fsm mend bad.dot --hint"):
        assert fragment in bad
    assert good.startswith("two-storey: holds for 0 .. 4 disks")


def test_mutants_names_what_killed_each() -> None:
    *killed, last = lines("mutants", "monk", "--disks", "3", "--jobs", "1")
    assert last == "monk: 12 of 12 mutants are killed"
    assert [line.startswith("  killed by ") for line in killed] == [False, True] * 12
    by = dict(zip(killed[::2], killed[1::2], strict=True))
    assert "validation" in by["drop `pray -> done : step [built]`"]
    assert "comparison: with 1 disk" in by["`pray -> done : step [built]` without the guard built"]
    assert lines("mutants", "monk", "--disks", "3", "--jobs", "1", "--summary") == [last]


def test_mutants_names_the_survivors_and_fails() -> None:
    ran = run("mutants", f"{TURNSTILE}:turnstile", "--summary", "--jobs", "1")
    assert (ran.code, ran.err, len(ran.lines)) == (1, "", 9)
    assert ran.lines[0].endswith(": 6 of 13 mutants are killed; these 7 survive:")
    assert "specification" in ran.lines[-1]


@pytest.mark.parametrize(
    ("options", "folder", "disks"),
    [("", "hanoi-diagrams", "4"), ("--disks 2 --out a/b", "a/b", "2")],
)
def test_demo_solves_draws_reads_back_and_checks(
    options: str, folder: str, disks: str, tmp_path: Path
) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "two-storey.dot").write_text("something old")
    printed = lines("demo", *options.split(), cwd=tmp_path)
    dot, svg = sorted((tmp_path / folder).iterdir())
    assert (dot.name, svg.name) == ("two-storey.dot", "two-storey.svg")
    assert (dot.read_text("utf-8"), "<svg" in svg.read_text("utf-8")) == (DOT, True)
    assert printed[2:-5] == lines("trace", disks)
    assert "5 states, 8 transitions" in printed[-2]
    assert f"{folder}/two-storey.dot: holds for 0 .. 10 disks: 2636 moves" in printed[-1]


@pytest.mark.parametrize("between", ["--disks 2", "--disks 2 --format csv"])
def test_names_may_stand_before_and_behind_the_options(between: str) -> None:
    ran = run("check", "monk", *between.split(), "two-state")
    assert (ran.code, "monk" in ran.out, "two-state" in ran.out) == (0, True, True)
    assert run("path", "100", "--length", "011") == run("path", "100", "011", "--length")


def test_a_function_is_not_drawn_and_what_takes_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text("def f(disks):\n    return []\n")
    for command in ("draw", "explore", "mutants", "mend", "describe"):
        assert_refused(run(command, "my.py:f", cwd=tmp_path), "my.py:f is a function", "`solve`")
