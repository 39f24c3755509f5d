"""`solve`: the moves in three formats, any part of them, by any name, into a file."""

from pathlib import Path

import pytest
from commands import DOT, PLAIN, jsonl, lines, run
from oracle import replay, textbook

from hanoi_fsm import automata

FIELDS = ("step", "disk", "source", "target")


def test_solve_prints_the_same_moves_in_every_format() -> None:
    numbered = [(n, *move) for n, move in enumerate(textbook(3, 0, 2), 1)]
    assert lines("solve", "3") == [f"{n}: disk {d}: {a} -> {b}" for n, d, a, b in numbered]
    assert jsonl("solve", "3") == [dict(zip(FIELDS, row, strict=True)) for row in numbered]
    header, *rows = lines("solve", "3", "--format", "csv")
    assert header == "step,disk,source,target"
    assert rows == [",".join(map(str, row)) for row in numbered]
    assert lines("solve", "0") == lines("solve", "+0") == lines("solve", "00") == []


@pytest.mark.parametrize("name", [*automata.SOLVERS, *PLAIN])
def test_solve_gives_the_textbooks_moves_by_any_name(name: str) -> None:
    task = ["--from", "1", "--to", "0", "--by", name]
    assert [tuple(row.values())[1:] for row in jsonl("solve", "5", *task)] == [*textbook(5, 1, 0)]
    if name != "recursion":
        part = jsonl("solve", "5", *task, "--start", "16", "--count", "2")
        assert part == jsonl("solve", "5", *task)[15:17]


@pytest.mark.parametrize("by", ["two-storey", "formula", "hbits", "itinerary"])
@pytest.mark.parametrize(
    ("window", "steps"),
    [("--count 0", []), ("--start 7 --count 9", [7]), (f"--start 6 --count 1{'0' * 30}", [6, 7])],
)
def test_solve_prints_the_window_that_is_asked_for(by: str, window: str, steps: list[int]) -> None:
    found = lines("solve", "3", "--by", by, *window.split())
    assert found == [line for step, line in enumerate(lines("solve", "3"), 1) if step in steps]


@pytest.mark.parametrize("by", ["two-storey", "monk", "four-step", "formula", "hbits", "itinerary"])
def test_solve_resumes_a_tower_of_64_disks_far_inside_at_once(by: str) -> None:
    far = 10**18
    found = jsonl("solve", "64", "--by", by, "--start", str(far), "--count", "4")
    assert [row["step"] for row in found] == [far, far + 1, far + 2, far + 3]
    [here] = lines("at", "64", str(far - 1))
    moves = [(row["disk"], row["source"], row["target"]) for row in found]
    for step, word in enumerate(replay(here, moves), far - 1):
        assert lines("at", "64", str(step)) == [word]


@pytest.mark.parametrize(
    "command",
    ["solve 3", "trace 3 --format csv", "path 00 02", "export monk --to json", "export --schema"],
)
def test_o_writes_what_would_be_printed_into_a_file(command: str, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("something old, and longer " * 1_000)
    assert lines(*command.split(), "-o", "out", cwd=tmp_path) == []
    assert (tmp_path / "out").read_text("utf-8") == run(*command.split()).out
    assert [file.name for file in tmp_path.iterdir()] == ["out"]
    assert lines(*command.split(), "-o", "/dev/null") == []


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("solve 3", 3),
        ("solve 3 --format csv", 4),
        ("solve 3 --format jsonl", 3),
        ("trace 3", 4),
        ("trace 3 --format csv", 4),
        ("trace 3 --format jsonl", 3),
    ],
)
def test_a_failure_shows_what_was_right_before_it(command: str, shown: int, tmp_path: Path) -> None:
    """The machine in this diagram makes three right moves and then an illegal one."""
    (tmp_path / "bad.dot").write_text(DOT.replace("/ move_back", "/ move_ahead"))
    ran = run(*command.split(), "--by", "bad.dot", cwd=tmp_path)
    right = [line.split() for line in lines(*command.split())]
    assert (ran.code, ran.err.count("\n")) == (1 if command.startswith("trace") else 2, 1)
    assert "bad.dot stops: cannot move" in ran.err
    assert [line.split() for line in ran.lines] == right[:shown]


def test_a_failure_keeps_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "bad.dot").write_text(DOT.replace("/ move_back", "/ move_ahead"))
    (tmp_path / "moves.txt").write_text("the old moves")
    ran = run("solve", "3", "--by", "bad.dot", "-o", "moves.txt", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert (tmp_path / "moves.txt").read_text() == "the old moves"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["bad.dot", "moves.txt"]
