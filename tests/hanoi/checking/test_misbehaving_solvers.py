"""Files of solvers that hang, crash, lie or meddle: each has its own verdict, in one line."""

import os
import time
from pathlib import Path

import pytest
from commands import process, run
from misbehaving_solvers import BAD, HARMLESS, LINE, RIGHT
from sampling import one_in

from hanoi_fsm.fsm.workers import can_fork
from hanoi_fsm.hanoi.checking.solver_run import Kind
from hanoi_fsm.hanoi.checking.user_solvers import UserSolver, judge
from hanoi_fsm.hanoi.solving import find_any

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif(not can_fork(), reason="this platform cannot fork"),
    pytest.mark.usefixtures("no_hang"),
]


@pytest.mark.parametrize("name", one_in(4, HARMLESS))
@pytest.mark.one_in(2)
def test_what_does_no_harm_is_right(name: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(RIGHT + HARMLESS[name])
    ran = process("check", "mine.py:f", "--disks", "3", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    [line] = ran.lines
    tasks = "66 moves in 24" if "source" in HARMLESS[name] else "11 moves in 4"
    assert line.startswith(f"mine.py:f: holds for 0 .. 3 disks: {tasks} tasks")


@pytest.mark.parametrize("name", one_in(6, BAD))
@pytest.mark.one_in(2)
def test_each_misbehaviour_has_its_own_verdict(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    body, kind, said = BAD[name]
    file = tmp_path / "mine.py"
    file.write_text(f"{RIGHT}def f(disks):\n    {body}\n")
    solver = find_any(f"{file}:f")
    assert isinstance(solver, UserSolver)
    solver = UserSolver(solver.function, seconds=0.4 if kind is Kind.LOOPS else 20)
    [finding] = solver.over([2], 2, lambda done: None).findings
    assert (finding.kind, finding.size) == (kind, 2)
    assert said in finding.got
    assert str(finding).isprintable()
    assert capfd.readouterr() == ("", "")
    ran = run("check", f"{file}:f", "--disks", "1") if kind is not Kind.LOOPS else None
    if ran is not None:
        assert (ran.code, ran.out.count("\n"), ran.err) in ((1, 1, ""), (0, 1, ""))


def test_a_function_that_keeps_something_is_named_as_such() -> None:
    moves: list[tuple[int, int]] = []
    memo: dict[int, list[tuple[int, int]]] = {}

    def grows(disks: int) -> list[tuple[int, int]]:
        moves.extend(pairs(disks))
        return moves

    def confuses(disks: int, source: int = 0, target: int = 2) -> list[tuple[int, int]]:
        return memo.setdefault(disks, list(pairs(disks, source, target)))

    grown, confused = judge(grows), judge(confuses)
    assert grown and confused
    assert grown.text.startswith("the first call is right, the second is not: it keeps something")
    assert (grown.kind, grown.size, grown.step) == (Kind.KEEPS, 1, 2)
    assert confused.text.startswith("right by itself, but not after calls for other towers")
    assert (confused.size, confused.context) == (1, "with 1 disk from 0 to 1")
    assert (moves, memo) == ([], {})


def pairs(disks: int, source: int = 0, target: int = 2) -> list[tuple[int, int]]:
    if not disks:
        return []
    spare = 3 - source - target
    return [
        *pairs(disks - 1, source, spare),
        (source, target),
        *pairs(disks - 1, spare, target),
    ]


def test_no_process_stays_behind() -> None:
    def children() -> str:
        return Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text("ascii")

    if not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists():
        pytest.skip("this system does not list the children of a process")
    before = children()
    judge(pairs, [1, 2])
    judge(lambda disks: time.sleep(100), [1], seconds=0.1)
    assert children() == before


def test_a_solver_of_any_pegs_is_asked_for_them(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(RIGHT + "def alone(disks):\n    return right(disks)\n")
    there = run("solve", "3", "--by", f"{file}:right", "--from", "1", "--to", "0")
    assert there == run("solve", "3", "--from", "1", "--to", "0")
    refused = run("solve", "3", "--by", f"{file}:alone", "--from", "1", "--to", "0")
    assert (refused.code, refused.out) == (2, "")
    assert "has no parameters `source` and `target`" in refused.err
    wrong = judge(lambda disks, source, target: pairs(disks), [1])
    assert wrong and wrong.context == "with 1 disk from 0 to 1"


@pytest.mark.parametrize(
    ("body", "printed", "said"),
    [
        ("yield 0, 2; os._exit(0)", 1, "exit code 0"),
        ("yield 0, 2; yield 0, 2", 1, "the smaller disk 1 is there"),
        ("yield Move(2, 0, 2)", 0, "disk 1, not 2, is on top of peg 0"),
        ("yield from right(2); yield 2, 0", 3, "more than 3 moves"),
        ("yield 'x'", 0, "got 'x'"),
        ("return 7", 0, "got 7"),
        ("yield 0, 2; 1 / 0", 1, f"ZeroDivisionError: division by zero (line {LINE + 1} of "),
    ],
)
def test_solve_stops_where_a_function_does(
    body: str, printed: int, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"{RIGHT}def f(disks):\n    {body}\n")
    ran = run("solve", "2", "--by", f"{file}:f")
    assert (ran.code, len(ran.lines), ran.err.count("\n")) == (2, printed, 1)
    assert said in ran.err


def test_a_stream_of_moves_may_be_left_at_any_time(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(RIGHT)
    assert run("solve", "60", "--by", f"{file}:right", "--count", "5").code == 0


def test_without_fork_a_function_is_judged_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    moves: list[tuple[int, int]] = []

    def grows(disks: int) -> list[tuple[int, int]]:
        moves.extend(pairs(disks))
        return moves

    def loops(disks: int) -> None:
        while True:
            pass

    assert judge(pairs, range(5)) is None
    solvers: list[object] = [grows, loops, lambda: [], 42]
    found = [judge(solver, [2], seconds=0.2) for solver in solvers]
    kinds = [finding and finding.kind for finding in found]
    assert kinds == [Kind.KEEPS, Kind.LOOPS, Kind.RAISED, Kind.NOT_CALLABLE]
    assert "(line " in str(found[1])
