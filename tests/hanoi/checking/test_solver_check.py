"""A solver is compared with the closed formula, and everything that is wrong with one is caught."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from hanoi_fsm import Automaton, Diagram, Move, automata, check, find
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.errors import MachineStopped
from hanoi_fsm.fsm.finding import Finding, Report
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.machines import Solver
from hanoi_fsm.hanoi.machines.solver import moves_up_to
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.plain import PLAIN, PlainSolver

pytestmark = pytest.mark.usefixtures("no_hang")

SOLVER = automata.SOLVERS["two-storey"]
AUTOMATON = SOLVER.automaton
ROWS = AUTOMATON.transitions
DOT = Diagram(AUTOMATON).dot


def written(dot: str, folder: Path) -> str:
    """The path of a file with that text."""
    file = folder / "mutant.dot"
    file.write_text(dot, encoding="utf-8")
    return str(file)


def finding_of(report: Report) -> Finding:
    """The one thing that is wrong."""
    [finding] = report.findings
    return finding


# What is right


@pytest.mark.parametrize("name", [*automata.SOLVERS, *PLAIN])
def test_every_solver_of_the_package_holds(name: str) -> None:
    report = check(name)
    assert report.holds
    assert str(report).startswith(f"{name}: holds for 0 .. 10 disks: 2636 moves in 46 tasks")
    assert ("counts" in str(report)) == (name in automata.SOLVERS)


@pytest.mark.parametrize(
    ("disks", "tasks", "moves"), [(0, 6, 0), (1, 12, 6), (2, 18, 24), (6, 42, 720), (7, 43, 847)]
)
def test_all_six_tasks_are_tried_up_to_six_disks(disks: int, tasks: int, moves: int) -> None:
    told: list[int] = []
    assert f": {moves} moves in {tasks} tasks" in str(check(SOLVER, disks, progress=told.append))
    assert moves_up_to(disks) == SOLVER.work(disks) == told[-1] == moves
    assert (len(told), told) == (tasks, sorted(told))


# What is wrong with a drawing; the mutants of the table are in test_mutants_of_the_package


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


def test_only_the_title_promises_how_often_each_edge_is_taken() -> None:
    held = set()
    for edit in mutations(AUTOMATON, SOLVER.vocabulary):
        own = replace(edit.automaton, name="mine", memory="two-storey")
        if check(SOLVER.with_automaton(own), 7).holds:
            held.add(edit.text)
    assert held == {EQUIVALENT, *DETOURS}


TABLE = {edit.text: edit.automaton for edit in mutations(AUTOMATON, SOLVER.vocabulary)}
END, OVERLAP = "the end", "two transitions at once, "
WRONG = [  # what is wrong; disks, step, state, pegs, the move that was expected, the line; the rest
    (
        f"`{ROWS[2]}` does move_ahead",
        (2, 3, "crown", "- | 1 | 2", "disk 1: 1 -> 2", 14),
        "is empty",
    ),
    (
        f"`{ROWS[3]}` does carry",
        (3, 4, "foundation", "3 | 2 1 | -", "disk 3: 0 -> 2", 15),
        "1 -> 0",
    ),
    (
        f"`{ROWS[7]}` leads to foundation",
        (2, 4, "foundation", "- | - | 2 1", END, 19),
        "2000 events",
    ),
    (f"`{ROWS[7]}` does carry", (2, 4, "foundation", "- | - | 2 1", END, 19), "disk 1: 2 -> 0"),
    ("ends in crown too", (2, 3, "base", "- | 1 | 2", "disk 1: 1 -> 2", 13), END),
    (f"drop `{ROWS[6]}`", (1, 2, "base", "- | - | 1", END, 7), "built is true"),
    (
        f"`{ROWS[3]}` without the guard ahead_smaller",
        *((4, 8, "foundation", "4 | 3 2 1 | -", "disk 4: 0 -> 2", 15), OVERLAP),
    ),
    (
        f"`{ROWS[4]}` without the guard !ahead_smaller",
        *((3, 4, "foundation", "3 | 2 1 | -", "disk 3: 0 -> 2", 16), OVERLAP),
    ),
    (
        "the initial state is foundation",
        *((0, 0, "dismantle", "- | - | -", f"`{ROWS[5]}` to be taken 1 times", 17), "0 times"),
    ),
]


@pytest.mark.parametrize(("wrong", "fields", "got"), WRONG)
def test_the_first_difference_has_the_task_the_step_the_pegs_and_the_line(
    wrong: str, fields: tuple[object, ...], got: str, tmp_path: Path
) -> None:
    dot = Diagram((STRAY | TABLE)[wrong]).dot
    finding = finding_of(check(written(dot, tmp_path)))
    pegs = finding.memory.removeprefix("pegs ")
    where = finding.size, finding.step, finding.state, pegs, finding.expected, finding.line
    assert where == fields
    assert finding.kind == "output"
    assert finding.context == f"with {Task(finding.size or 0)}"
    assert got in finding.got


def test_a_machine_without_a_file_has_no_lines_to_name_and_the_check_stops_at_once() -> None:
    told: list[int] = []
    wrong = SOLVER.with_automaton(replace(AUTOMATON, final=frozenset({"done", "crown"})))
    finding = finding_of(check(wrong, progress=told.append))
    assert (finding.size, finding.line, str(finding)[:6]) == (2, None, "with 2")
    assert (len(told), told[-1]) == (12, 6)


def test_a_wrong_count_is_a_finding_and_without_closed_counts_none_is_compared() -> None:
    closed, crown = SOLVER.closed, ROWS[2]
    assert closed is not None
    one_more = replace(
        SOLVER,
        closed=lambda disks: [n + (at == 2 and disks == 5) for at, n in enumerate(closed(disks))],
    )
    finding = finding_of(check(one_more))
    assert (finding.about, finding.size, finding.step) == (crown, 5, 31)
    assert (finding.expected, finding.got) == (f"`{crown}` to be taken 9 times", "8 times")
    report = check(replace(SOLVER, closed=None), 3)
    assert report.holds
    assert "counts" not in str(report)


def test_what_only_exploration_finds_is_told_with_its_line(tmp_path: Path) -> None:
    """The moves are right, but one more edge asks for what never is."""
    dead = 'foundation -> done [label="step [built & ahead_smaller] / carry"]'
    dot = DOT.replace("foundation -> done [", f"{dead}\n foundation -> done [")
    dot = dot.replace("step [built]", "step [built & !ahead_smaller]")
    machine = find(written(dot, tmp_path))
    assert machine.conform(10).findings == ()
    finding = finding_of(check(machine))
    line = 1 + next(at for at, text in enumerate(dot.splitlines()) if dead in text)
    assert (finding.kind, finding.line) == ("used", line)


def test_a_diagram_without_a_transition_is_checked_too(tmp_path: Path) -> None:
    """Nothing is to be done for no disks; for one disk it ends too early."""
    dot = 'digraph "two-storey" {\ns [shape=point]\ns -> done\ndone [peripheries=2]\n}'
    finding = finding_of(check(written(dot, tmp_path)))
    assert (finding.size, finding.step, finding.got, finding.line) == (1, 1, "the end", 4)


def test_a_machine_that_goes_in_circles_is_stopped_by_every_run(tmp_path: Path) -> None:
    dot = (
        'digraph "two-storey" { s [shape=point]; s -> a; b [peripheries=2]\n'
        'a -> a [label="step [!built]"]; a -> b [label="step [built]"] }'
    )
    machine = find(written(dot, tmp_path))
    assert isinstance(machine, Solver)
    finding = finding_of(check(machine))
    assert (finding.size, finding.got) == (1, "no move in 600 events")
    runs: list[Callable[[], object]] = [lambda: machine.counts(1), lambda: list(machine.run(1))]
    for run in runs:
        with pytest.raises(MachineStopped, match="600"):
            run()


# What is wrong: formulas


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
    finding = finding_of(Report("broken", (solver.conform(10),)))
    assert (finding.size, finding.step, finding.expected) == (disks, wrong, expected)
    assert finding.got.startswith(got)


def test_formulas_that_agree_on_another_task_do_not_build_the_tower(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The check does not lean on one formula alone: the tower must stand in the end."""
    moves = formulas.moves

    def elsewhere(start: int, stop: int, task: Task) -> Iterator[Move]:
        other = Task(task.disks, task.source, 3 - task.source - task.target)
        return moves(start, stop, other)

    monkeypatch.setattr(formulas, "moves", elsewhere)
    finding = finding_of(Report("elsewhere", (plain(lambda step, move: move).conform(2),)))
    assert (finding.size, finding.expected, finding.got) == (1, "the tower on peg 2", "- | 1 | -")
