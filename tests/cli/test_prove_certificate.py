"""prove --certificate writes what was found, and prove --verify checks it again."""

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from commands import DOT, assert_refused, run

pytestmark = pytest.mark.one_in(3)

WRONG = DOT.replace("move_back", "carry")
OWN = "from hanoi_fsm.hanoi.automata.monk import Monk\nclass Mine(Monk): pass\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "my.dot").write_text(DOT)
    (tmp_path / "wrong.dot").write_text(WRONG)
    (tmp_path / "own.py").write_text(OWN)
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir() if one.is_file()}


def test_what_is_written_is_verified_without_the_drawing(folder: Path) -> None:
    ran = run("prove", "my.dot", "--certificate", "sub.json", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0].startswith("my.dot: proved ")
    assert ran.lines[0].endswith("; certificate: sub.json")
    for_drawing = run("prove", "--verify", "sub.json", "my.dot", cwd=folder)
    (folder / "my.dot").unlink()
    ran = run("prove", "--verify", "sub.json", cwd=folder)
    said = "proved for every number of disks, all six tasks (1212 subtowers checked)"
    assert ran == for_drawing == (0, f"sub.json: two-storey: {said}\n", "")
    other = run("prove", "--verify", "sub.json", "wrong.dot", cwd=folder)
    assert (other.code, other.err) == (1, "")
    assert other.out.startswith("sub.json: a proof of two-storey, but not of wrong.dot")


def test_a_certificate_goes_through_standard_output_and_input(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = run("prove", "monk", "--certificate", "-", cwd=folder)
    assert (ran.code, ran.err.count("\n")) == (0, 1)
    assert ran.err.startswith("monk: proved ")
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(ran.out.encode())))
    assert run("prove", "--verify", "-", "monk").out.startswith("-: monk: proved ")
    changed = json.loads(ran.out)
    changed["tables"][0]["levels"][1][2][4] ^= 1
    (folder / "changed.json").write_text(json.dumps(changed))
    rejected = run("prove", "--verify", "changed.json", cwd=folder, columns=1000)
    assert (rejected.code, rejected.err) == (1, "")
    place = "monk: 0 -> 2, odd numbers of disks: level 1: line 3 "
    assert rejected.out.startswith(f"changed.json: not a proof: {place}")


@pytest.mark.parametrize(
    ("command", "code"), [("wrong.dot", 1), ("call-stack", 3), ("two-state wrong.dot", 2)]
)
def test_nothing_is_written_where_there_is_no_proof(command: str, code: int, folder: Path) -> None:
    before = files(folder)
    assert run("prove", *command.split(), "--certificate", "new.json", cwd=folder).code == code
    assert files(folder) == before


REFUSED = [
    ("--certificate new.json", "exactly one NAME"),
    ("my.dot monk --certificate new.json", "exactly one NAME"),
    ("my.dot --certificate my.dot", "would replace"),
    ("own.py:Mine --certificate own.py", "would replace"),
    ("my.dot --certificate missing/new.json", "missing/new.json"),
    ("--verify my.dot", "my.dot: not a certificate: line 1, column 1: this is not JSON"),
    ("--verify missing.json", "missing.json: No such file"),
    ("--verify .", "directory"),
    ("--verify x.json --certificate y.json", "--certificate does nothing with --verify"),
    ("--verify x.json --memory own.py:Mine", "--memory does nothing with --verify"),
    ("--verify x.json monk my.dot", "at most one NAME"),
    ("--verify x.json mnok", "did you mean 'monk'?"),
]


@pytest.mark.parametrize(("command", "words"), REFUSED)
def test_what_makes_no_sense_is_refused_in_one_line(command: str, words: str, folder: Path) -> None:
    before = files(folder)
    assert_refused(run("prove", *command.split(), cwd=folder), words)
    assert files(folder) == before


def test_a_memory_of_ones_own_has_no_certificate_and_none_is_for_it(folder: Path) -> None:
    drawn = run("export", "monk", "--to", "json", cwd=folder).out
    (folder / "monk.json").write_text(drawn)
    (folder / "own.py").write_text(
        f"{OWN}from dataclasses import replace\nfrom hanoi_fsm import automata\n"
        "machine = replace(automata.get('monk'), memory=Mine)\n"
    )
    before = files(folder)
    refused = run("prove", "own.py:machine", "--certificate", "new.json", cwd=folder)
    assert_refused(refused, "own.py:machine is proved, but that has no certificate")
    assert files(folder) == before
    assert run("prove", "monk", "--certificate", "new.json", cwd=folder).code == 0
    assert run("prove", "--verify", "new.json", "monk.json", cwd=folder).code == 0
    assert run("prove", "--verify", "new.json", "own.py:machine", cwd=folder).code == 1
