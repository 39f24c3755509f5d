"""`draw run`: whose runs are drawn, which steps, and that every film has a file of its own."""

from pathlib import Path

import pytest
from commands import DOT, assert_refused, lines, run

FILES = [
    ("", "run-two-storey-3"),
    ("--disks 4", "run-two-storey-4"),
    ("--by two-storey --from 0 --to 2 --disks 3", "run-two-storey-3"),
    ("--from 1", "run-two-storey-3-from-1-to-2"),
    ("--matrix", "run-two-storey-3-matrix"),
    ("--steps 1..7", "run-two-storey-3-steps-1-to-7"),
    ("--steps 3", "run-two-storey-3-steps-3-to-3"),
    (
        "--by monk --disks 4 --from 1 --steps 1..8 --matrix",
        "run-monk-4-from-1-to-2-steps-1-to-8-matrix",
    ),
    ("--by shortest --disks 2", "run-shortest-2"),
    ("--by hbits --disks 2", "run-hbits-2"),
    ("--by two-storey.dot --disks 2", "run-two-storey.dot-2"),
    ("--by two-storey.json --disks 2", "run-two-storey.json-2"),
    ("--by mine.py:machine --disks 2", "run-mine.py-machine-2"),
    ("--by mine.py:moves --disks 2", "run-mine.py-moves-2"),
    ("--by over.dot --memory mine.py:machine --disks 2", "run-over.dot-2"),
]
MINE = """
from hanoi_fsm import automata
machine = automata.get("monk")
def moves(disks):
    return [(0, 1), (0, 2), (1, 2)]  # right for two disks only
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "two-storey.dot").write_text(DOT)
    lines("export", "two-storey", "--to", "json", "-o", "two-storey.json", cwd=tmp_path)
    lines("draw", "monk", "--format", "dot", "--out", ".", cwd=tmp_path)
    (tmp_path / "monk.dot").rename(tmp_path / "over.dot")
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path


@pytest.mark.parametrize(("arguments", "stem"), FILES)
@pytest.mark.one_in(2)
def test_a_film_is_called_by_what_it_shows(arguments: str, stem: str, folder: Path) -> None:
    assert lines("draw", "run", *arguments.split(), "--out", "o", cwd=folder) == [f"o/{stem}.svg"]
    assert "<svg" in (folder / "o" / f"{stem}.svg").read_text("utf-8")


def test_no_two_films_share_a_file() -> None:
    same = [stem for arguments, stem in FILES if stem == "run-two-storey-3"]
    assert len({stem for _, stem in FILES}) == len(FILES) - len(same) + 1


def test_the_title_and_the_moves_are_told(folder: Path) -> None:
    [file] = lines("draw", "run", "--disks", "2", "--out", "o", cwd=folder)
    svg = (folder / file).read_text("utf-8")
    assert ">two-storey moves 2 disks from peg 0 to peg 2</title>" in svg
    assert "1: disk 1: 0 -&gt; 1; 2: disk 2: 0 -&gt; 2; 3: disk 1: 1 -&gt; 2</desc>" in svg


REFUSED = [
    ("--by rank-reader", "rank-reader|reader|moves no tower"),
    ("--by nobody", "'nobody'"),
    ("--by mine.py:nothing", "nothing"),
    ("--by hbits --matrix", "hbits|--matrix"),
    ("--by mine.py:moves --from 1", "0 to 2 only"),
    ("--by mine.py:moves --disks 1", "mine.py:moves stops"),
    ("--by two-storey --memory mine.py:machine", "--memory"),
    ("--disks 7", "7 disks|at most 6|--steps"),
    ("--disks 11 --steps 1..2", "11 disks|at most 10"),
    (f"--disks {10**30} --steps 1..2", "disks"),
    ("--disks -1", "-1"),
    ("--disks 0 --steps 1..1", "step 1"),
    ("--disks 9 --steps 1..65", "65|at most 64"),
    ("--steps 0..3", "step 0"),
    ("--steps 6..8", "step 8"),
    ("--steps 5..3", "backwards"),
    ("--steps 3..", "STEP..STEP"),
    ("--steps 1..x", "STEP..STEP"),
    ("--steps 1...3", "STEP..STEP"),
    (f"--steps 1..{'9' * 5000}", "step"),
    ("--from 1 --to 1", "peg 1"),
    ("--format png", "svg"),
    ("--format dot", "svg"),
]


@pytest.mark.parametrize(("arguments", "said"), REFUSED)
def test_what_has_no_film_is_refused_in_a_line(arguments: str, said: str, folder: Path) -> None:
    before = sorted(folder.iterdir())
    assert_refused(run("draw", "run", *arguments.split(), cwd=folder), *said.split("|"))
    assert sorted(folder.iterdir()) == before
