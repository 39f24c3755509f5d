"""A long run is checked in segments: what is wrong is found at its step, however it is cut.

A check is resumed, whatever stopped it and was left in its file; no other file is touched.
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from support import oracle
from support.cases import ids, sweep_if
from support.chance import chance
from support.commands import assert_refused, process, run
from support.random_solvers import fault, run_of, version
from support.wrong_solvers import (
    LATE,
    SOLVER,
    counting,
    early,
    failing,
    late,
    redrawn,
    tuples,
    twin,
)

from hanoi_fsm import (
    ENGINES,
    PATHFINDERS,
    READERS,
    SOLVERS,
    Move,
    Task,
    check_segments,
    errors,
)
from hanoi_fsm import solve as moves_of
from hanoi_fsm.fsm.isolate import Limits
from hanoi_fsm.hanoi import segments as segments_of_a_run

HANOI = [sys.executable, "-m", "hanoi_fsm"]


def only_finding(subject: Any, disks: int, **options: Any) -> Any:
    [finding] = check_segments(subject, disks, **options).findings
    return finding


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=sweep_if(name != "two-storey")) for name in SOLVERS],
)
def test_every_solver_holds_however_its_run_is_cut(name: str) -> None:
    random = chance()
    for disks, segments in [(0, 1), (0, 9), (1, 1), (1, 5), (2, 2), (5, 31), (6, 5), (7, 1000)]:
        source, target = random.choice(oracle.TASKS)
        report = check_segments(name, disks, segments=segments, source=source, target=target)
        assert report.holds, str(report)
        assert f"the 2^{disks} - 1 moves of {disks} disk" in str(report)
        assert f"from {source} to {target}" in str(report)


FEW = [(1, 1), (2, 1), (3, 1), (8, 1), (100, 1), (7, 2)]
CUTS = [*FEW, pytest.param(4095, 2, marks=pytest.mark.sweep)]


@pytest.mark.parametrize(("segments", "jobs"), CUTS)
def test_a_machine_that_errs_late_is_found_at_that_step(segments: int, jobs: int) -> None:
    number = -(-LATE * segments // 4095)
    first = 4095 * (number - 1) // segments + 1
    for engine in ENGINES if segments == 3 else [None]:
        finding = only_finding(late, 12, segments=segments, jobs=jobs, engine=engine)
        assert (finding.kind, finding.step, finding.size) == ("output", LATE, 12)
        assert finding.expected == str(Move(11, 0, 1))
        assert f"move {LATE - first + 1} of segment {number} of {segments}" in finding.text


FOUNDATION = "foundation -> {} : step [!built & {}ahead_smaller]"
TWICE = redrawn(
    *((FOUNDATION.format("dismantle", no), FOUNDATION.format("other", no)) for no in ("", "!")),
    ("dismantle -> done", "other -> base : step [!built] / carry\ndismantle -> done"),
)
HANDOVERS: list[tuple[Any, int, int]] = [
    (counting, 3, 1),
    (twin, 3, 1),
    # 9 moves each: the first that ends a round is 4
    (TWICE, 7, 4),
]


@pytest.mark.parametrize(
    ("right", "segments", "number"), HANDOVERS, ids=["memory", "kind", "state"]
)
def test_what_cannot_be_set_up_where_a_segment_ends_is_not_called_wrong(
    right: Any, segments: int, number: int
) -> None:
    assert list(moves_of(6, by=right)) == list(oracle.textbook(6))
    assert check_segments(right, 6, segments=1).holds
    with pytest.raises(errors.BadInput) as refused:
        check_segments(right, 6, segments=segments)
    said = f"segment {number} of {segments}: it ends in another state or memory"
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("many", [20, pytest.param(200, marks=pytest.mark.sweep)])
def test_a_random_drawing_fails_exactly_where_its_whole_run_does(many: int) -> None:
    random, seen = chance(), set[str]()
    for _ in range(many):
        drawing, disks = version(random), random.randint(3, 6)
        task = Task(disks, 0, 2)
        wrong = fault(run_of(drawing, task), task)
        try:
            finding = check_segments(drawing, disks, segments=random.randint(2, 9)).finding
        except errors.BadInput:
            seen.add("cannot be set up")
            continue
        seen.add("wrong" if finding else "right")
        assert (finding and finding.step) == (wrong and wrong.step), str(drawing.automaton)
    assert seen >= {"right", "wrong"}


DONE = "foundation -> done : step [built]"
WRONG_ENDS = [
    ("", "no transition is enabled"),
    ("foundation -> foundation : step [built]", "no move in"),
    (f"{DONE} / move_back", "no disk can move"),
]


@pytest.mark.parametrize(("change", "got"), WRONG_ENDS, ids=ids(WRONG_ENDS, 1))
def test_after_the_last_move_a_machine_must_end_and_not_before(change: str, got: str) -> None:
    finding = only_finding(redrawn((DONE, change)), 6, segments=4)
    assert (finding.step, finding.expected) == (64, "the end")
    assert got in finding.got


def test_a_machine_must_not_end_before_the_last_move() -> None:
    ended = len(list(early.moves(6))) + 1
    finding = only_finding(early, 6, segments=3)
    assert (finding.step, finding.got) == (ended, "the end")
    assert finding.expected == str(Move(*list(oracle.textbook(6))[ended - 1]))


def test_an_output_that_is_equal_to_a_move_but_is_not_one_is_found() -> None:
    finding = only_finding(tuples, 3, segments=1)
    assert (finding.step, finding.got) == (1, "(1, 0, 2), which is not a move")


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"disks": -1}, "invalid number of disks -1"),
    ({"disks": 65}, "at most 64"),
    ({"disks": 10**12}, "invalid number of disks"),
    *(({"segments": wrong}, f"number of segments {wrong}") for wrong in (0, 2.5, True)),
    ({"engine": "steam"}, "unknown engine 'steam'"),
    *(({"jobs": wrong}, f"number of processes {wrong}") for wrong in (0, -1)),
    ({"source": 2}, "both peg 2"),
    ({"target": 3}, "invalid peg 3"),
    *(({"subject": name}, "cannot be set up") for name in ("formula", *READERS, *PATHFINDERS)),
    ({"subject": lambda disks: []}, "cannot be set up"),
    ({"subject": "two-story"}, "did you mean"),
    ({"subject": failing("leave"), "disks": 12}, "raised SystemExit: 3"),
]


@pytest.mark.parametrize(("changes", "said"), REFUSED, ids=ids(REFUSED, 1))
def test_what_cannot_be_checked_is_refused_in_one_line(changes: dict[str, Any], said: str) -> None:
    given: dict[str, Any] = {"subject": "two-storey", "disks": 4, "segments": 2} | changes
    with pytest.raises(errors.FsmError) as caught:
        check_segments(given.pop("subject"), given.pop("disks"), **given)
    assert said in str(caught.value)
    assert len(str(caught.value)) <= 300
    assert "\n" not in str(caught.value)


def test_progress_counts_the_moves() -> None:
    done: list[int] = []
    assert check_segments(SOLVER, 6, segments=4, progress=done.append).holds
    assert (sorted(set(done)), done) == ([15, 31, 47, 63], sorted(done))


def kept(file: Path) -> list[int]:
    """The segments that a file of `--resume` names, sorted."""
    lines = file.read_text().splitlines()[1:]
    return sorted(json.loads(line)["segment"] for line in lines)


def test_a_machine_that_ends_its_process_is_an_error_of_one_line() -> None:
    with pytest.raises(errors.FsmError, match="exited with code 7"):
        check_segments(failing("crash"), 12, segments=9, jobs=2)


def test_a_machine_that_hangs_is_an_error_however_short_its_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(segments_of_a_run, "LIMITS", Limits(0.3, calls=True))
    with pytest.raises(errors.BadInput, match=r"segment 2 of 3: .* was still running after 0.3 s"):
        check_segments(failing("hang"), 11, segments=3, jobs=1)


SEGMENTS = 12
HERE = ["check", "6", "--segments", str(SEGMENTS), "--resume", "kept"]


def check_here(folder: Path) -> Any:
    return run(*HERE, cwd=folder)


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The content of `kept` after a check of twelve segments."""
    folder = tmp_path_factory.mktemp("whole")
    assert check_here(folder).code == 0
    return (folder / "kept").read_bytes()


@pytest.fixture
def whole(checked: bytes, tmp_path: Path) -> bytes:
    """The same, in a folder of each test."""
    (tmp_path / "kept").write_bytes(checked)
    return checked


def is_refused_as_it_is(content: bytes, folder: Path) -> bool:
    """Whether a check refuses a file of this content, which it must not change then."""
    (folder / "kept").write_bytes(content)
    ran = check_here(folder)
    if ran.code == 0:
        return False
    assert_refused(ran, "'kept' ", ": name another file")
    return (folder / "kept").read_bytes() == content


def test_what_is_done_is_not_done_again(whole: bytes, tmp_path: Path) -> None:
    again = check_here(tmp_path)
    assert (again.code, "(12 segments in an earlier run)" in again.out) == (0, True)
    assert (tmp_path / "kept").read_bytes() == whole


@pytest.mark.parametrize("sizes", [1, pytest.param(10, marks=pytest.mark.sweep)])
def test_a_file_that_was_cut_off_at_any_byte_is_resumed(
    sizes: int, whole: bytes, tmp_path: Path
) -> None:
    header = whole.index(b"\n") + 1
    sample = chance().sample
    anywhere = sample(range(header), sizes) + sample(range(header, len(whole)), sizes)
    for size in [0, header, *anywhere]:
        (tmp_path / "kept").write_bytes(whole[:size])
        ran = check_here(tmp_path)
        before = max(0, whole[:size].count(b"\n") - 1)
        words = f"({before} segment{'s' * (before > 1)} in an earlier run)"
        assert (ran.code, words in ran.out) == (0, before > 0), size
        assert kept(tmp_path / "kept") == list(range(1, SEGMENTS + 1))
        assert (tmp_path / "kept").read_bytes()[:size] == whole[:size]


def test_a_file_that_was_edited_anywhere_is_refused_as_it_is_or_completed(
    whole: bytes, tmp_path: Path
) -> None:
    random = chance()
    for _ in range(3):
        edited = bytearray(whole[: random.choice([len(whole), -30])])
        edited[random.randrange(len(edited))] = random.choice(b'0123456789 {}"x\n\0\xff')
        if not is_refused_as_it_is(bytes(edited), tmp_path):
            assert {*kept(tmp_path / "kept")} == {*range(1, SEGMENTS + 1)}


FOREIGN = [b"precious", b"precious\n", b"\0" * 5000, b"{}\n", b'{"machine": "monk"}\n', b"[1]\n1\n"]
FOREIGN += [b"{" * 10_000 + b"\n"]


@pytest.mark.parametrize("content", FOREIGN, ids=[repr(content[:20]) for content in FOREIGN])
def test_a_file_of_anything_else_is_refused_and_stays_as_it_is(
    content: bytes, tmp_path: Path
) -> None:
    assert is_refused_as_it_is(content, tmp_path)


def test_a_check_cannot_be_kept_in_a_pipe_a_folder_or_a_device(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for odd in (tmp_path / "pipe", tmp_path, "no/such/folder", "/dev/full"):
        assert_refused(run(*HERE[:-1], odd), "")


CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("kept", {"disks": 7}),
    ("kept", {"subject": "monk"}),
    ("kept", {"segments": 13}),
    ("kept", {"source": 1}),
    ("kept", {"target": 1}),
    ("kept", {"engine": "transitions"}),
    ("mine", {"subject": counting, "disks": 8, "segments": 64}),
]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("file", "changes"), CHANGES, ids=[" ".join(changes) for _, changes in CHANGES]
)
def test_a_check_of_something_else_is_not_resumed(
    file: str, changes: dict[str, Any], whole: bytes, tmp_path: Path
) -> None:
    assert check_segments(late, 8, resume=tmp_path / "mine").holds
    given: dict[str, Any] = {"subject": "two-storey", "disks": 6, "segments": 12} | changes
    with pytest.raises(errors.BadInput, match="is of another check or machine"):
        check_segments(**given, resume=tmp_path / file)


OF_TWO_FILES = """
from dataclasses import replace
import helper
from hanoi_fsm import action
from hanoi_fsm.hanoi.automata.memories import in_turn
from hanoi_fsm.hanoi.automata.two_state import MACHINE, TwoState

class Moving(TwoState):
    @action
    def move_other(self):
        "move the other disk"
        self.output = self.pegs.move_between(self.ahead, self.behind)

class Mine(Moving):
    @action
    def carry(self):
        "move disk 1"
        helper.move(self)

mine = replace(MACHINE, memory=Mine, resume=in_turn(Mine, "small", "other"))
"""
HELPER = """
from hanoi_fsm.hanoi.automata.two_state import TwoState
move = TwoState.carry
"""


@pytest.mark.sweep
def test_a_check_of_a_file_that_has_changed_is_not_resumed(tmp_path: Path) -> None:
    """Whether in the memory, in its base class, or in a module beside it."""
    file, helper = tmp_path / "my.py", tmp_path / "helper.py"
    file.write_text(OF_TWO_FILES)
    helper.write_text(HELPER)
    words = ["check", "my.py:mine", "6", "--segments", "3", "--resume", "kept"]
    for _ in range(2):
        assert process(*words, cwd=tmp_path).code == 0
    for path in (file, helper):
        before = path.read_text()
        path.write_text(before + "# another line\n")
        assert_refused(process(*words, cwd=tmp_path), "is of another check or machine")
        path.write_text(before)


def test_a_segment_that_does_not_hold_is_not_kept(tmp_path: Path) -> None:
    for _ in range(2):
        report = check_segments(late, 11, segments=4, resume=tmp_path / "kept", jobs=1)
        assert [finding.step for finding in report.findings] == [LATE]
    assert kept(tmp_path / "kept") == [1, 2]


CHILDREN = Path(f"/proc/self/task/{os.getpid()}/children")


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="this system has no /proc"
)


@needs_proc
@pytest.mark.sweep
def test_a_worker_that_is_killed_costs_only_its_segments(tmp_path: Path) -> None:
    others = {*CHILDREN.read_text().split()}  # such as a browser that other tests have started
    moves: list[int] = []

    def progress(done: int) -> None:
        moves.append(done)
        if len(moves) >= 10:
            for victim in {*CHILDREN.read_text().split()} - others:
                os.kill(int(victim), signal.SIGKILL)

    options: dict[str, Any] = {"segments": 40, "jobs": 2, "resume": tmp_path / "kept"}
    with pytest.raises(errors.BadInput, match="was killed by SIGKILL"):
        check_segments("two-storey", 18, **options, progress=progress)
    assert len(kept(tmp_path / "kept")) >= 10
    assert check_segments("two-storey", 18, **options).holds
    assert kept(tmp_path / "kept") == list(range(1, 41))
