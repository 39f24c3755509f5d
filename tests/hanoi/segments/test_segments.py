"""A long run is checked in segments: what is wrong is found in its segment and at its step."""

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sampling import one_in
from segment_subjects import LATE, SOLVER, counting, early, late, redrawn, tuples

from hanoi_fsm import Automaton, Diagram, Move, automata, check_segments
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.errors import BadInput, HanoiError
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.fsm.trace import ENGINES
from hanoi_fsm.hanoi.checking.solver_check import difference
from hanoi_fsm.hanoi.pegs import PAIRS, Task

pytestmark = pytest.mark.usefixtures("no_hang")


def only_finding(subject: Any, disks: int, **options: Any) -> Finding:
    [finding] = check_segments(subject, disks, **options).findings
    return finding


@pytest.mark.parametrize("name", automata.SOLVERS)
def test_every_solver_holds_however_its_run_is_cut(name: str) -> None:
    for disks, segments in [(0, 1), (0, 9), (1, 1), (1, 5), (2, 2), (5, 31), (6, 5), (7, 1000)]:
        source, target = PAIRS[(disks + segments) % 6]
        report = check_segments(name, disks, segments=segments, source=source, target=target)
        assert report.holds, str(report)
        assert f"the 2^{disks} - 1 moves of {Task(disks, source, target)}" in str(report)


# The monk reads all pegs before each move, which would take long.
@pytest.mark.parametrize("name", one_in(5, [name for name in automata.SOLVERS if name != "monk"]))
def test_windows_of_a_run_that_would_never_end(name: str) -> None:
    report = check_segments(name, 3000, sample=1, seed=5, jobs=1)
    assert report.holds
    assert "1 random window of 10000 moves (seed 5)" in str(report)


CUTS = [(1, 1), (2, 1), (3, 1), (5, 1), (8, 1), (4095, 1), (2, 2), (7, 2)]


@pytest.mark.parametrize(("segments", "jobs"), CUTS)
@pytest.mark.one_in(3)
def test_a_machine_that_errs_late_is_found_at_that_step(segments: int, jobs: int) -> None:
    found = only_finding(late, 12, segments=segments, jobs=jobs)
    assert (found.kind, found.step, found.size) == ("output", LATE, 12)
    assert found.expected == str(Move(11, 0, 1))
    number = next(i for i in range(1, segments + 1) if 4095 * i // segments >= LATE)
    first = 4095 * (number - 1) // segments + 1
    assert f"move {LATE - first + 1} of segment {number} of {segments}" in found.text


def test_another_state_at_a_boundary_is_found_although_the_moves_are_right() -> None:
    twice = redrawn(
        (
            "foundation -> dismantle : step [!built & ahead_smaller]",
            "foundation -> other : step [!built & ahead_smaller]",
        ),
        (
            "foundation -> dismantle : step [!built & !ahead_smaller]",
            "foundation -> other : step [!built & !ahead_smaller]",
        ),
        ("dismantle -> done", "other -> base : step [!built] / carry\ndismantle -> done"),
    )
    assert difference(twice, Task(6)) is None
    assert check_segments(twice, 6, segments=1).holds
    found = only_finding(twice, 6, segments=7)  # 9 moves each: the first that ends a round is 4
    assert (found.kind, found.step) == ("handover", 37)
    assert (found.expected, found.got) == ("state dismantle", "state other")


def test_another_memory_at_a_boundary_is_found_although_the_moves_are_right() -> None:
    assert difference(counting, Task(6)) is None
    found = only_finding(counting, 6, segments=3)
    assert (found.kind, found.step) == ("handover", 22)
    assert (found.expected, found.got) == ("moves 0", "moves 11")
    assert "what follows segment 1 of 3" in found.text


class Fragile(SOLVER.memory):  # type: ignore[misc, name-defined]  # a class
    """Equal to the published memory as long as it is only compared."""


def test_a_memory_of_another_kind_than_the_next_segment_has_is_found() -> None:
    mixed = replace(SOLVER, memory=Fragile)
    assert check_segments(mixed, 6, segments=1).holds
    found = only_finding(mixed, 6, segments=3)
    assert (found.kind, found.step) == ("handover", 22)
    assert (found.expected, found.got) == ("TwoStorey", "Fragile")


WRONG_ENDS = [
    (("foundation -> done : step [built]", ""), "the end", "no transition is enabled"),
    (
        ("foundation -> done : step [built]", "foundation -> foundation : step [built]"),
        "the end",
        "no move in",
    ),
    (
        ("foundation -> done : step [built]", "foundation -> done : step [built] / move_back"),
        "the end",
        "cannot move",
    ),
]


@pytest.mark.parametrize(("change", "expected", "got"), WRONG_ENDS)
def test_after_the_last_move_it_must_end(change: tuple[str, str], expected: str, got: str) -> None:
    found = only_finding(redrawn(change), 6, segments=4)
    assert (found.step, found.expected) == (64, expected)
    assert got in found.got


def test_a_machine_that_ends_early_is_found_where_it_ends() -> None:
    shown = difference(early, Task(6))
    assert shown is not None
    found = only_finding(early, 6, segments=3)
    assert (found.step, found.expected, found.got) == (shown.step, shown.expected, "the end")
    assert shown.step is not None
    assert 2 < shown.step < 63


def test_each_wrong_edge_that_a_run_shows_is_found_and_not_later() -> None:
    random, seen = Random(4), 0
    print("seed 4")
    for edit in random.sample(list(mutations(SOLVER.automaton, SOLVER.vocabulary)), 25):
        mutant = SOLVER.with_automaton(edit.changes.on(SOLVER.automaton))
        if mutant.faults():
            continue
        shown = difference(mutant, Task(5))
        if shown is not None:
            seen += 1
            found = only_finding(mutant, 5, segments=random.randint(1, 40))
            assert found.step is not None and shown.step is not None  # for mypy
            assert found.step <= shown.step, edit.text
    assert seen > 5


def test_an_output_that_is_equal_to_a_move_but_is_not_one_is_found() -> None:
    found = only_finding(tuples, 3, segments=1)
    assert (found.step, found.got) == (1, "(1, 0, 2), which is not a move")


def test_a_drawing_is_checked_and_its_line_is_named(tmp_path: Path) -> None:
    dot = Diagram.of(SOLVER).dot
    (tmp_path / "right.dot").write_text(dot)
    (tmp_path / "wrong.dot").write_text(dot.replace("move_back", "move_ahead"))
    assert check_segments(tmp_path / "right.dot", 6, segments=5).holds
    found = only_finding(tmp_path / "wrong.dot", 6, segments=5)
    assert (found.step, found.line) == (4, dot[: dot.index("move_back")].count("\n") + 1)


def test_a_faulty_definition_is_a_finding() -> None:
    report = check_segments(redrawn((" / move_back", " / fly")), 5)
    assert [finding.kind for finding in report.findings] == ["definition"]


REFUSED = [
    ({"disks": -1}, "invalid number of disks -1"),
    ({"disks": 65}, "at most 64"),
    ({"disks": 10**12, "sample": 1}, "invalid number of disks"),
    ({"segments": 0}, "number of segments 0"),
    ({"segments": 2.5}, "number of segments 2.5"),
    ({"segments": True}, "number of segments True"),
    ({"sample": 0}, "sample 0"),
    ({"sample": -3}, "sample -3"),
    ({"seed": "x", "sample": 1}, "seed 'x'"),
    ({"engine": "steam"}, "unknown engine 'steam'"),
    ({"jobs": 0}, "number of jobs 0"),
    ({"source": 2}, "both peg 2"),
    ({"target": 3}, "invalid peg 3"),
    ({"subject": "formula"}, "formula cannot be set up"),
    ({"subject": "shortest"}, "shortest cannot be set up"),
    ({"subject": "rank-reader"}, "rank-reader cannot be set up"),
    ({"subject": lambda disks: []}, "cannot be set up in the middle of a run"),
    ({"subject": "two-story"}, "did you mean"),
]


@pytest.mark.parametrize(("changes", "said"), REFUSED)
def test_what_cannot_be_checked_is_refused_in_one_line(changes: dict[str, Any], said: str) -> None:
    options: dict[str, Any] = {"subject": "two-storey", "disks": 4, "segments": 2} | changes
    with pytest.raises(HanoiError) as caught:
        check_segments(options.pop("subject"), options.pop("disks"), **options)
    assert said in str(caught.value)
    assert len(str(caught.value)) <= 300
    assert "\n" not in str(caught.value)


def test_a_drawing_that_has_renamed_the_state_to_resume_in_cannot_be_set_up() -> None:
    table = {state: f"{state}_" for state in SOLVER.automaton.states}
    rows = "\n".join(map(str, SOLVER.automaton.transitions))
    for old, new in table.items():
        rows = rows.replace(f"{old} ->", f"{new} ->").replace(f"-> {old} ", f"-> {new} ")
    made = Automaton.from_table(
        "mine", initial="dismantle_", final="done_", table=rows, memory="two-storey"
    )
    renamed = SOLVER.with_automaton(made)
    with pytest.raises(BadInput, match=r"segment 1 of 3: .*no state"):
        check_segments(renamed, 5, segments=3)
    assert check_segments(renamed, 5, segments=1).holds


def test_of_very_many_disks_a_finding_is_still_one_line() -> None:
    found = only_finding(late, 20_000, sample=2, seed=1, jobs=1)
    assert "window 1 of 2 (seed 1)" in found.text
    assert len(str(found)) < 800
    assert "a number of" in str(found)


@pytest.mark.parametrize("engine", ENGINES)
def test_either_engine_makes_the_moves(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_segments(SOLVER, 6, segments=4, engine=engine).holds
    assert only_finding(late, 11, segments=3, engine=engine).step == LATE
    monkeypatch.setattr("hanoi_fsm.hanoi.machines.disk_machine.run", None)  # only one needs it
    with nullcontext() if engine == "generated" else pytest.raises(BadInput, match="TypeError"):
        check_segments(SOLVER, 6, segments=4, engine=engine, jobs=1)


def test_progress_counts_the_moves() -> None:
    done: list[int] = []
    assert check_segments(SOLVER, 6, segments=4, progress=done.append).holds
    assert (sorted(set(done)), done) == ([15, 31, 47, 63], sorted(done))
