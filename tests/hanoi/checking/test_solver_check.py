"""A solver is compared with the closed formula, and everything that is wrong with one is caught."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from checked_machines import changed, drawn
from sampling import one_in

from hanoi_fsm import Automaton, Move, action, automata, check, find
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.fsm.finding import Finding
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.machines.solver import moves_up_to
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.plain import PLAIN, PlainSolver

pytestmark = pytest.mark.usefixtures("no_hang")

SOLVER = automata.SOLVERS["two-storey"]
AUTOMATON = SOLVER.automaton
ROWS = AUTOMATON.transitions


def only_finding(subject: Any, disks: int = 10, **options: Any) -> Finding:
    [finding] = check(subject, disks, **options).findings
    return finding


@pytest.mark.parametrize("name", one_in(2, [*automata.SOLVERS, *PLAIN]))
def test_every_solver_of_the_package_holds_in_all_six_tasks(name: str) -> None:
    said = str(report := check(name))
    assert (report.holds, "2636 moves in 46 tasks" in said) == (True, True)
    assert ("counts" in said) == (name in automata.SOLVERS)


def test_progress_counts_the_moves_task_by_task() -> None:
    for disks, tasks, moves in [(0, 6, 0), (6, 42, 720), (7, 43, 847)]:
        done: list[int] = []
        assert check(SOLVER, disks, progress=done.append).holds
        assert moves_up_to(disks) == SOLVER.work(disks) == done[-1] == moves
        assert (len(done), done) == (tasks, sorted(done))


def stray_edits() -> Iterator[tuple[str, Automaton]]:
    """What only a person can get wrong: sources, events and final marks."""
    for row in ROWS:
        wrong = [replace(row, source=state) for state in AUTOMATON.states if state != row.source]
        for new in (*wrong, replace(row, label=row.label._replace(event="stop"))):
            rows = tuple(new if other is row else other for other in ROWS)
            yield f"{row} becomes {new}", replace(AUTOMATON, transitions=rows)
    for state in AUTOMATON.states[:-1]:
        yield f"ends in {state} too", replace(AUTOMATON, final=frozenset({"done", state}))
    yield "ends nowhere", replace(AUTOMATON, final=frozenset())


STRAY = dict(stray_edits())


@pytest.mark.parametrize("name", STRAY)
@pytest.mark.one_in(2)
def test_no_stray_edit_of_a_drawing_goes_unnoticed(name: str) -> None:
    assert not check(SOLVER.with_automaton(STRAY[name]), 7).holds


DETOURS = {
    "`foundation -> dismantle : step [!built & !ahead_smaller] / move_ahead` leads to crown",
    *(
        f"`{state} -> done : step [built]` leads to {other}"
        for state, other in permutations(["dismantle", "base", "foundation"], 2)
    ),
}
"""The mutants that make the same moves on another path: only the counts tell them apart."""
EQUIVALENT = f"`{ROWS[3]}` without the guard !built"
MUTANTS = {
    edit.text: edit.changes.on(AUTOMATON) for edit in mutations(AUTOMATON, SOLVER.vocabulary)
}


@pytest.mark.parametrize("name", ["two-storey", "mine"])
@pytest.mark.sweep
def test_the_moves_decide_and_not_the_title(name: str) -> None:
    titled = {text: replace(one, name=name) for text, one in MUTANTS.items()}
    reports = {text: check(SOLVER.with_automaton(one), 4) for text, one in titled.items()}
    held = {text for text, report in reports.items() if report.holds}
    assert held == {EQUIVALENT, *DETOURS}
    counted = {text for text in held if "counts" in [one.kind for one in reports[text].remarks]}
    assert counted == (DETOURS if name == "two-storey" else set())


def unrolled(times: int) -> Automaton:
    """The four-step cycle written out several times, which asks for the end only where it must."""
    steps = ["dismantle", "base", "crown", "foundation"]
    chain = [f"{step}{turn}" for turn in range(times) for step in steps]
    rows = []
    for state, after in zip(chain, [*chain[1:], chain[0]], strict=True):
        for row in ROWS:
            if row.source == state.rstrip("0123456789"):
                target = "done" if row.target == "done" else after
                rows.append(f"{state} -> {target} : {row.label}")
    return Automaton.from_table(
        "unrolled", initial=chain[0], final="done", memory="two-storey", table="\n".join(rows)
    )


@pytest.mark.parametrize("times", [1, 4, 8, 300])
@pytest.mark.one_in(2)
def test_a_cycle_that_is_unrolled_is_as_right_as_the_cycle(times: int) -> None:
    report = check(unrolled(times), 10)
    assert (report.holds, {remark.kind for remark in report.remarks} <= {"used"}) == (True, True)
    crowned = [remark for remark in report.remarks if "crown" in str(remark.about)]
    assert (crowned == []) == (times <= 8)  # a longer run than those of 5 disks reaches them


def test_what_was_not_reached_is_a_remark_and_a_fault_if_asked_for(tmp_path: Path) -> None:
    drawing = drawn(unrolled(8), tmp_path)
    report = check(drawing, 3)
    assert (report.holds, {remark.kind for remark in report.remarks}) == (True, {"used"})
    assert all(remark.line and "up to 5 disks" in remark.text for remark in report.remarks)
    strict = check(drawing, 3, strict=True)
    assert (strict.holds, strict.findings) == (False, report.remarks)
    assert not check(drawing, 3).findings


END = "the end"
EITHER = f"`{ROWS[4]}` without the guard !ahead_smaller"
TWO, BUILT, FOUR = "- | 1 | 2", "- | - | 2 1", "3 | 2 1 | -"
WRONG = [  # what is wrong; disks, step, state, the line; pegs; the move that was expected; the rest
    (f"`{ROWS[2]}` does move_ahead", (2, 3, "crown", 14), TWO, "disk 1: 1 -> 2", "empty"),
    (f"`{ROWS[3]}` does carry", (3, 4, "foundation", 15), FOUR, "disk 3: 0 -> 2", "1 -> 0"),
    (f"`{ROWS[7]}` leads to foundation", (2, 4, "foundation", 19), BUILT, END, "2000"),
    (f"`{ROWS[7]}` does carry", (2, 4, "foundation", 19), BUILT, END, "disk 1: 2 -> 0"),
    ("ends in crown too", (2, 3, "base", 13), TWO, "disk 1: 1 -> 2", END),
    (f"drop `{ROWS[6]}`", (1, 2, "base", 7), "- | - | 1", END, "built is true"),
    (EITHER, (3, 4, "foundation", 16), FOUR, "disk 3: 0 -> 2", str(ROWS[3])),
    ("the initial state is foundation", (1, 1, "foundation", 16), "1 | - | -", "0 -> 2", "empty"),
]


@pytest.mark.parametrize(("wrong", "where", "pegs", "expected", "got"), WRONG)
def test_the_first_difference_has_the_task_the_step_the_pegs_and_the_line(
    wrong: str, where: tuple[object, ...], pegs: str, expected: str, got: str, tmp_path: Path
) -> None:
    finding = only_finding(drawn((STRAY | MUTANTS)[wrong], tmp_path))
    assert (finding.size, finding.step, finding.state, finding.line) == where
    assert (finding.kind, finding.memory) == ("output", f"pegs {pegs}")
    assert finding.context == f"with {Task(finding.size or 0)}"
    assert (expected in finding.expected, got in finding.got) == (True, True)


def test_a_machine_without_a_file_has_no_lines_to_name_and_the_check_stops_at_once() -> None:
    done: list[int] = []
    finding = only_finding(SOLVER.with_automaton(STRAY["ends in crown too"]), progress=done.append)
    assert (finding.size, finding.line, len(done), done[-1]) == (2, None, 12, 6)


def test_a_wrong_count_is_a_remark_and_without_closed_counts_none_is_compared() -> None:
    def one_more(disks: int) -> list[int]:
        counts = SOLVER.closed_counts(disks)
        return [counts[row] + (row == ROWS[2] and disks == 5) for row in ROWS]

    report = check(replace(SOLVER, closed=one_more))
    [remark] = report.remarks
    assert (report.holds, remark.kind, remark.about, remark.size) == (True, "counts", ROWS[2], 5)
    assert (remark.expected, remark.got) == ("9 times", "8 times")
    assert check(replace(SOLVER, closed=one_more), strict=True).findings == (remark,)
    report = check(replace(SOLVER, closed=None), 3)
    assert (report.holds, "counts" in str(report)) == (True, False)


class Liar(Move):
    """A move that is equal to every other."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Move.__hash__


@pytest.mark.parametrize(
    ("output", "got"),
    [(Liar(1, 0, 1), "disk 1: 0 -> 1"), (Liar(1, 0, True), "not a move"), ((1, 0, 2), "not a")],
)
def test_outputs_are_judged_by_plain_numbers(output: object, got: str) -> None:
    class Lying(SOLVER.memory):  # type: ignore[name-defined,misc]  # a class that is looked up
        @action
        def carry(self) -> None:
            """lie about the move"""
            self.output = output

    finding = only_finding(replace(SOLVER, memory=Lying))
    assert (finding.size, finding.step, finding.expected) == (1, 1, "disk 1: 0 -> 2")
    assert got in finding.got


IDLE = [
    # edges that take longer, and how many events without a move there are for 0 .. 3 disks
    (("foundation -> dismantle", "foundation -> rest"), "rest -> dismantle : step", 6),
    (("base -> done", "base -> late"), "late -> done : step", 6),
]


@pytest.mark.parametrize(("change", "rows", "idle"), IDLE)
def test_events_without_a_move_are_allowed_and_mentioned(
    change: tuple[str, str], rows: str, idle: int
) -> None:
    table = "\n".join([*map(str, ROWS), rows]).replace(*change)
    assert change[1] in table
    late = Automaton.from_table(
        "late", initial="dismantle", final="done", memory="two-storey", table=table
    )
    report = check(late, 3)
    assert (report.holds, f"{idle} more events made no move" in str(report)) == (True, True)
    assert "no move" not in str(check("two-storey", 3))


def test_what_only_exploration_finds_is_told_with_its_line(tmp_path: Path) -> None:
    """The moves are right, but one more edge asks for what never is."""
    end, dead = str(ROWS[7]), "foundation -> done : step [built & ahead_smaller] / carry"
    split = end.replace("[built]", "[built & !ahead_smaller]")
    machine = find(drawn(changed(SOLVER, (end, f"{split} \n {dead}")).automaton, tmp_path))
    assert machine.conform(10).findings == ()
    [remark] = check(machine).remarks
    assert (remark.kind, str(remark.about)) == ("used", dead)
    assert remark.line == machine.lines[machine.automaton.transitions[-1]]


def test_a_diagram_without_a_transition_ends_too_early_for_one_disk(tmp_path: Path) -> None:
    empty = Automaton("two-storey", ("done",), "done", frozenset({"done"}), (), "two-storey")
    finding = only_finding(drawn(empty, tmp_path))
    assert (finding.size, finding.step, finding.got, finding.line) == (1, 1, END, 6)


def test_a_machine_that_goes_in_circles_is_stopped_by_every_run() -> None:
    table = "a -> a : step [!built] \n a -> b : step [built]"
    circle = Automaton.from_table("two-storey", initial="a", final="b", table=table)
    machine = SOLVER.with_automaton(circle)
    finding = only_finding(machine)
    assert (finding.size, "600" in finding.got) == (1, True)
    with pytest.raises(MachineStopped, match="600"):
        machine.counts(1)
    with pytest.raises(MachineStopped, match="600"):
        list(machine.run(1))


def plain(change: Callable[[int, Move], Move]) -> PlainSolver:
    """A formula that is right but for a `change` of some of its moves."""

    def make(task: Task, start: int) -> Iterator[Move]:
        for step, move in enumerate(formulas.moves(start, task.last_step + 1, task), start):
            yield change(step, move)

    return replace(PLAIN["hbits"], make=make)


@pytest.mark.parametrize(
    ("wrong", "change", "disks", "expected", "got"),
    [
        (3, lambda m: Move(2, m.target, m.source), 2, "disk 1: 1 -> 2", "cannot move disk 2"),
        (5, lambda m: m._replace(target=m.source), 3, "disk 1: 1 -> 0", "cannot move disk 1"),
        (4, lambda m: m._replace(disk=1), 3, "disk 3: 0 -> 2", "disk 1: 0 -> 2"),
        (1, lambda m: m._replace(target=3 - sum(m[1:])), 1, "disk 1: 0 -> 2", "disk 1: 0 -> 1"),
    ],
)
def test_a_broken_formula_is_caught(
    wrong: int, change: Callable[[Move], Move], disks: int, expected: str, got: str
) -> None:
    solver = plain(lambda step, move: change(move) if step == wrong else move)
    [finding] = solver.conform(10).findings
    assert (finding.size, finding.step, finding.expected) == (disks, wrong, expected)
    assert got in finding.got


def test_formulas_that_agree_on_another_task_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = formulas.moves

    def elsewhere(start: int, stop: int, task: Task, by: object = None) -> Iterator[Move]:
        third = 3 - task.source - task.target
        return moves(start, stop, Task(task.disks, task.source, third))

    monkeypatch.setattr(formulas, "moves", elsewhere)
    [finding] = plain(lambda step, move: move).conform(2).findings
    assert (finding.size, finding.expected, finding.got) == (1, "the tower on peg 2", "- | 1 | -")
