"""prove: one verdict per machine, and the exit codes that sum them up."""

import csv
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import DOT, ENVIRONMENT, TIMEOUT, run

from hanoi_fsm.fsm.proof import Proof, Verdict
from hanoi_fsm.hanoi.machines import Solver

pytestmark = pytest.mark.one_in(3)

WRONG = DOT.replace("/ move_back", "/ move_ahead")
PROVED, REFUTED, OPEN = "two-state", "wrong.dot", "call-stack"

MEMORY = """
from hanoi_fsm import Automaton
from hanoi_fsm.fsm.memory import guard
from hanoi_fsm.hanoi.automata.memories import in_turn
from hanoi_fsm.hanoi.automata.two_state import AUTOMATON, TwoState
from hanoi_fsm.hanoi.machines import Solver

class Mine(TwoState):
    @guard
    def built(self) -> bool:
        "the tower is built, and some disk is there or missing"
        pegs = self.pegs
        return pegs.heights[self.target] == pegs.disks and pegs.top(self.target) + pegs.disks > 0

class Same(TwoState):
    "As it is published."

asks = Solver(AUTOMATON, Mine, resume=in_turn(Mine, "small", "other"))
same = Solver(AUTOMATON, Same, resume=in_turn(Same, "small", "other"))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "wrong.dot").write_text(WRONG)
    (tmp_path / "right.dot").write_text(DOT.replace("crown", "krone"))
    (tmp_path / "mine.py").write_text(MEMORY)
    return tmp_path


def test_there_is_a_right_and_a_wrong_diagram() -> None:
    assert WRONG != DOT
    assert "crown" in DOT


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ([PROVED], 0),
        ([REFUTED], 1),
        ([OPEN], 3),
        ([PROVED, "monk"], 0),
        ([PROVED, OPEN], 3),
        ([OPEN, REFUTED, PROVED], 1),
    ],
)
def test_the_exit_code_is_the_worst_of_the_verdicts(
    names: list[str], code: int, folder: Path
) -> None:
    ran = run("prove", *names, cwd=folder)
    assert (ran.code, ran.err) == (code, "")
    assert [line.split(": ")[0] for line in ran.lines] == names


def test_a_proof_says_its_size_and_its_time(folder: Path) -> None:
    [line] = run("prove", "right.dot", cwd=folder).lines
    name, verdict, rest = line.partition(": proved for every number of disks, all six tasks (")
    assert (name, bool(verdict)) == ("right.dot", True)
    assert rest.split()[1:3] == ["subtowers),", rest.split()[2]]
    assert rest.endswith(" s")


def test_a_counterexample_is_the_finding_of_check(folder: Path) -> None:
    [proved] = run("prove", "wrong.dot", cwd=folder).lines
    [checked] = run("check", "wrong.dot", cwd=folder).lines
    assert proved.startswith("wrong.dot: FAILED: line 15: with ")
    assert checked.partition(" (try")[0] == proved


@pytest.mark.sweep
def test_a_diagram_is_read_from_standard_input_and_with_another_memory(folder: Path) -> None:
    command = [sys.executable, "-m", "hanoi_fsm", "prove", "-"]
    options = {"cwd": folder, "env": ENVIRONMENT, "timeout": TIMEOUT, "capture_output": True}
    ran = subprocess.run(command, input=DOT.encode(), check=False, **options)  # type: ignore[call-overload]  # the options are those of a run
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"proved" in ran.stdout
    (folder / "cycle.dot").write_text("\n".join(unrolled(2)))
    other = run("prove", "cycle.dot", "--memory", "mine.py:same", cwd=folder)
    assert (other.code, other.err) == (0, "")
    assert "if its guards" in other.out


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("mine.py:same", 0, "if its guards and actions use its attributes alone"),
        (
            "mine.py:asks",
            3,
            "not provable this way: the guard `built` asks for the size of the top disk",
        ),
    ],
)
def test_a_memory_of_ones_own_is_judged_by_what_it_asks(
    name: str, code: int, says: str, folder: Path
) -> None:
    ran = run("prove", name, cwd=folder)
    assert (ran.code, ran.err) == (code, "")
    assert says in ran.out


@pytest.mark.parametrize(
    ("old", "new"),
    [("/ carry", "/ carri"), ("digraph", "dograph"), ("!built", "!bilt")],
)
def test_a_faulty_definition_is_refused_as_by_trace(old: str, new: str, folder: Path) -> None:
    assert old in DOT
    (folder / "faulty.dot").write_text(DOT.replace(old, new))
    ran, traced = (run(command, *rest, cwd=folder) for command, *rest in (
        ("prove", "faulty.dot"), ("trace", "2", "--by", "faulty.dot")))  # fmt: skip
    assert (ran.code, ran.out, ran.err) == (2, "", traced.err)


def test_rows_are_written_as_csv_and_jsonl(folder: Path) -> None:
    names = [PROVED, REFUTED, OPEN]
    table = run("prove", *names, "--format", "csv", cwd=folder)
    lines = run("prove", *names, "--format", "jsonl", cwd=folder)
    assert (table.code, lines.code) == (1, 1)
    proved, refuted, left = map(json.loads, lines.lines)
    for one, other in zip((proved, refuted, left), csv.DictReader(table.lines), strict=True):
        assert {name: str(value) for name, value in one.items() if value is not None} | {
            "seconds": ""
        } == {name: value for name, value in other.items() if value} | {"seconds": ""}
    assert [one["verdict"] for one in (proved, refuted, left)] == ["proved", "refuted", "open"]
    assert [one["file"] for one in (proved, refuted, left)] == names
    assert proved["size"] > 100
    assert (proved["n"], proved["step"], left["size"]) == (None, None, None)
    assert (refuted["n"], refuted["step"], refuted["line"]) == (2, 2, 15) or refuted["n"] > 2
    assert refuted["expected"].startswith("disk ")
    assert left["text"].startswith("not provable this way: ")
    assert all(one["seconds"] >= 0 for one in (proved, refuted, left))


def test_a_format_that_is_not_there_is_refused(folder: Path) -> None:
    ran = run("prove", "monk", "--format", "xml", cwd=folder)
    assert (ran.code, ran.out, "'xml'" in ran.err) == (2, "", True)
    ran = run("prove", "monk", "--format", "csv", "--certificate", "c.json", cwd=folder)
    assert (ran.code, ran.out, "--format" in ran.err) == (2, "", True)


def test_what_was_proved_before_an_unknown_name_is_printed(folder: Path) -> None:
    ran = run("prove", "monk", "nothing.dot", cwd=folder)
    assert (ran.code, ran.err.count("\n"), "nothing.dot" in ran.err) == (2, 1, True)
    assert ran.out.startswith("monk: proved")


def test_an_interrupted_proof_ends_with_130(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(machine: Solver, progress: object) -> Proof:
        raise KeyboardInterrupt

    monkeypatch.setattr("hanoi_fsm.hanoi.proofs.solvers.prove", interrupted)
    ran = run("prove", "monk", cwd=folder)
    assert (ran.code, ran.out) == (130, "")
    assert "Traceback" not in ran.err


def unrolled(times: int, *, rests: bool = False) -> Iterator[str]:
    """two-state with its cycle repeated; if it `rests` once, no two states are equivalent."""
    yield 'digraph "two-state" { s [shape=point]; s -> a0; done [peripheries=2];'
    for at in range(times):
        then = "rest" if rests and at + 1 == times else f"a{(at + 1) % times}"
        yield f'a{at} -> b{at} [label="step [!built] / carry"];'
        yield f'b{at} -> {then} [label="step [!built] / move_other"];'
        yield f'a{at} -> done [label="step [built]"]; b{at} -> done [label="step [built]"];'
    yield 'rest -> a0 [label="step"]; }' if rests else "}"


@pytest.mark.sweep
def test_ctrl_c_stops_the_proof_of_a_large_diagram(folder: Path) -> None:
    (folder / "large.dot").write_text("\n".join(unrolled(331, rests=True)))
    command = [sys.executable, "-m", "hanoi_fsm", "prove", *["large.dot"] * 9]
    with subprocess.Popen(
        command, cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert b"gave up after" in process.stdout.readline()  # on the first of them
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode in (130, -signal.SIGINT)
    assert b"Traceback" not in err
    assert out.count(b"\n") < 8


def test_every_verdict_has_a_word() -> None:
    assert {verdict.value for verdict in Verdict} == {"proved", "refuted", "open"}
