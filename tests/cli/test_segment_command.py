"""`check N --segments K`: what it prints, what it refuses, and how it resumes."""

import json
from pathlib import Path

import pytest
from commands import DOT, assert_refused, cells, jsonl, lines, run

SAID = "two-storey: holds in all 8 segments of the 2^8 - 1 moves of 8 disks from 0 to 2"
VERDICTS = {
    "8 --segments 8": SAID,
    "--segments 8 8": SAID,
    "--disks 8 --segments 8": SAID,
    "two-storey 8 --segments 8 --jobs 1": SAID,
    "8 two-storey two-storey --segments 8": SAID,
    "0 --segments 5": "two-storey: holds in all of the 2^0 - 1 moves of 0 disks from 0 to 2",
    "1 --segments 5 --from 1": (
        "two-storey: holds in all of the 2^1 - 1 moves of 1 disk from 1 to 2"
    ),
    "5 --segments 5 monk --to 1": (
        "monk: holds in all 5 segments of the 2^5 - 1 moves of 5 disks from 0 to 1"
    ),
    "4 --sample 9": "two-storey: holds in all of the 2^4 - 1 moves of 4 disks from 0 to 2",
    "500 --sample 1 --seed 7 --jobs 1": (
        "two-storey: holds in 1 random window of 10000 moves (seed 7) "
        "of the 2^500 - 1 moves of 500 disks from 0 to 2"
    ),
}


@pytest.mark.parametrize("words", VERDICTS)
def test_the_verdict_says_what_was_run(words: str) -> None:
    assert lines("check", *words.split()) == [VERDICTS[words]]


REFUSED = {
    "--segments 3": "expected one number of disks, got none",
    "3 4 --segments 3": "got '3' and '4'",
    "3 --disks 3 --segments 3": "got '3' and '--disks 3'",
    "3 --segments 0": "invalid --segments 0",
    "3 --segments -1": "invalid --segments -1",
    "3 --segments x": "is not a whole number",
    "3 --sample 0": "invalid --sample 0",
    "3 --sample -2": "invalid --sample -2",
    "3 --segments 2 --jobs 0": "invalid --jobs 0",
    "65 --segments 9": "at most 64",
    "99999999 --sample 9": "99999999: expected at most 1000000",
    f"{'9' * 5000} --segments 3": "invalid number of disks",
    f"{'9' * 5000} --sample 3": "invalid number of disks",
    "3 --segments 2 --engine steam": "unknown engine 'steam'",
    "3 --segments 2 --seed 3": "--seed does nothing",
    "3 --segments 2 --strict": "--strict does nothing",
    "3 --segments 2 --draw": "--draw does nothing",
    "3 --segments 2 --out x": "--out does nothing",
    "12": "'12' is not a machine: write --disks N",
    "monk --jobs 2": "--jobs does nothing",
    "monk --seed 2": "--seed does nothing",
    "monk --resume x": "--resume does nothing",
    "monk --from 1": "--from does nothing",
    "monk --to 1": "--to does nothing",
    "3 --segments 2 --from 2": "both peg 2",
    "3 --segments 2 --to 4": "invalid peg 4",
    "3 --segments 2 --format xml": "xml",
    "hbits 3 --segments 2": "hbits cannot be set up",
    "shortest 3 --segments 2": "shortest cannot be set up",
    "no.dot 3 --segments 2": "no.dot",
    "monk two-state 3 --segments 2 --resume x": "name one machine",
    "3 --segments 2 --resume .": "directory",
    "3 --segments 2 --resume my.dot": "is not a file of --resume",
    "3 --segments 2 --resume no/such": "no/such",
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(words: str, tmp_path: Path) -> None:
    (tmp_path / "my.dot").write_text(DOT)
    assert_refused(run("check", *words.split(), cwd=tmp_path), REFUSED[words])
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("my.dot", DOT)]


def test_a_wrong_drawing_fails_with_the_first_wrong_step(tmp_path: Path) -> None:
    (tmp_path / "wrong.dot").write_text(DOT.replace("move_back", "move_ahead"))
    ran = run("check", "wrong.dot", "monk", "6", "--segments", "9", cwd=tmp_path)
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines[0].startswith("wrong.dot: FAILED: line 15: with 6 disks from 0 to 2, step 4")
    assert "move 4 of segment 1 of 9" in ran.lines[0]
    assert ran.lines[1].startswith("monk: holds in all 9 segments")


def test_a_row_for_each_segment() -> None:
    rows = cells("check", "monk", "6", "--segments", "4")
    assert [(row["segment"], row["first"], row["moves"], row["verdict"]) for row in rows] == [
        ("1", "1", "15", "holds"),
        ("2", "16", "16", "holds"),
        ("3", "32", "16", "holds"),
        ("4", "48", "16", "holds"),
    ]
    [row] = jsonl("check", "4", "--segments", "1")
    assert (row["file"], row["moves"], row["step"]) == ("two-storey", 15, None)


def test_the_row_of_a_segment_that_fails_has_its_step(tmp_path: Path) -> None:
    (tmp_path / "wrong.dot").write_text(DOT.replace("move_back", "move_ahead"))
    ran = run("check", "wrong.dot", "6", "--segments", "63", "--format", "jsonl", cwd=tmp_path)
    rows = [json.loads(line) for line in ran.lines]
    assert ran.code == 1
    assert [row["verdict"] for row in rows] == ["holds"] * 3 + ["failed"]
    assert (rows[-1]["step"], rows[-1]["expected"]) == (4, "disk 3: 0 -> 1")


def test_a_faulty_drawing_fails_in_every_format(tmp_path: Path) -> None:
    (tmp_path / "wrong.dot").write_text(DOT.replace("move_back", "fly"))
    for format in ("text", "csv", "jsonl"):
        words = ["check", "wrong.dot", "6", "--segments", "3", "--format", format]
        ran = run(*words, cwd=tmp_path)
        assert (ran.code, ran.err) == (1, "")
        assert ("FAILED" if format == "text" else "failed") in ran.out


def test_it_resumes_from_a_file_and_repeats_nothing(tmp_path: Path) -> None:
    words = ["check", "7", "--segments", "9", "--resume", "kept"]
    assert len(cells_in(tmp_path, *words)) == 9
    kept = (tmp_path / "kept").read_text().splitlines(keepends=True)
    (tmp_path / "kept").write_text("".join(kept[:5]) + kept[5][:-3])
    assert [row["segment"] for row in cells_in(tmp_path, *words)] == [5, 6, 7, 8, 9]
    [said] = lines(*words, cwd=tmp_path)
    assert "all 9 segments" in said
    assert "(9 segments in an earlier run)" in said


def cells_in(folder: Path, *words: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in lines(*words, "--format", "jsonl", cwd=folder)]


def test_a_machine_of_a_users_file_is_checked(tmp_path: Path) -> None:
    text = "from dataclasses import replace\nfrom hanoi_fsm import automata\n"
    (tmp_path / "my.py").write_text(f"{text}f = automata.get('monk')\ng = f.automaton\n")
    for name in ("f", "g"):
        [said] = lines("check", f"my.py:{name}", "6", "--segments", "4", cwd=tmp_path)
        assert said.startswith(f"my.py:{name}: holds in all 4 segments")
