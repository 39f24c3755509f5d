"""The check holds for what is right and, as important, fails for everything that is wrong.

A mutant is the exported diagram with one thing changed, written as a student would write it. Every
mutant must be caught, but for those that are known to be the same machine, with the reason why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import DefinitionError, MachineStopped
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi import automata, checking, formulas, solving
from hanoi_fsm.hanoi.checking import Difference, Report
from hanoi_fsm.hanoi.pegs import TASKS, Configuration, Move

pytestmark = pytest.mark.usefixtures("no_hang")

SOLVER = automata.SOLVERS["two-storey"]
AUTOMATON = SOLVER.automaton
DOT = Diagram(AUTOMATON).dot
ACTIONS = (None, *SOLVER.memory.actions())

COUNTED = ", the counts on its transitions too"
SOUND = "; complete, consistent, no edge is dead"


def written(dot: str, folder: Path) -> str:
    """The path of a file with that text."""
    file = folder / "mutant.dot"
    file.write_text(dot, encoding="utf-8")
    return str(file)


def verdict(file: str) -> str:
    """What the check has to say against a diagram; nothing where it holds."""
    try:
        report = checking.check(solving.find(file))
    except DefinitionError as error:
        return str(error)
    return "" if report.holds else str(report)


def compared(disks: int, tasks: int, moves: int) -> str:
    """What the check of a solver has compared, in words."""
    return f"0 .. {disks} disks: {moves} moves in {tasks} tasks are those of the formula"


# What is right


def test_two_storey_solves_every_task() -> None:
    report = checking.check(solving.find("two-storey"))
    assert report == Report("two-storey", compared(10, 46, 2636) + COUNTED + SOUND)
    assert report.holds
    assert str(report) == (
        "two-storey: holds for 0 .. 10 disks: 2636 moves in 46 tasks are those of the formula, "
        "the counts on its transitions too; complete, consistent, no edge is dead"
    )


def test_the_exported_diagram_of_two_storey_solves_every_task(tmp_path: Path) -> None:
    file = written(DOT, tmp_path)
    assert verdict(file) == ""
    report = checking.check(solving.find(file), disks=7)
    assert report == Report(file, compared(7, 43, 847) + COUNTED + SOUND)


@pytest.mark.parametrize("name", solving.PLAIN)
def test_every_plain_solver_keeps_the_rules_and_agrees(name: str) -> None:
    assert checking.check_plain(name) == Report(name, compared(10, 46, 2636))


@pytest.mark.parametrize(
    ("disks", "tasks", "moves"), [(0, 6, 0), (1, 12, 6), (2, 18, 24), (6, 42, 720), (7, 43, 847)]
)
def test_all_six_tasks_are_tried_up_to_six_disks(disks: int, tasks: int, moves: int) -> None:
    report = checking.check(solving.find("two-storey"), disks)
    assert report == Report("two-storey", compared(disks, tasks, moves) + COUNTED + SOUND)
    assert checking.moves_up_to(disks) == moves


def test_whoever_wants_to_hear_is_told_how_far_the_check_is() -> None:
    told: list[int] = []
    checking.check(solving.find("two-storey"), 2, told.append)
    assert len(told) == 18
    assert told == sorted(told)
    assert told[-1] == checking.moves_up_to(2)


# What is wrong: mutants of the diagram


def edge(row: Transition) -> str:
    """An edge as a student would write it."""
    return f'{row.source} -> {row.target} [label="{row.label}"]'


def changes(row: Transition) -> Iterator[tuple[str, Transition]]:
    """Everything that can be wrong with one transition."""
    label = row.label
    for action in ACTIONS:
        if action != row.action:
            yield f"does {action or 'nothing'}", replace(row, label=label._replace(action=action))
    for place, guard in enumerate(row.guards):
        before, after = row.guards[:place], row.guards[place + 1 :]
        negated = (*before, guard._replace(negated=not guard.negated), *after)
        yield f"asks for not {guard}", replace(row, label=label._replace(guards=negated))
        dropped = label._replace(guards=before + after)
        yield f"does not ask for {guard}", replace(row, label=dropped)
    for state in AUTOMATON.states:
        if state != row.target:
            yield f"leads to {state}", replace(row, target=state)
        if state != row.source:
            yield f"starts in {state}", replace(row, source=state)
    yield "has another event", replace(row, label=label._replace(event="stop"))


def mutants() -> Iterator[tuple[str, str]]:
    """Every mutant, by a name that says what was changed, as DOT."""
    lines = DOT.splitlines()
    for number, row in enumerate(AUTOMATON.transitions, 1):
        (place,) = (i for i, line in enumerate(lines) if f'id="edge-{number}"' in line)
        before, after = lines[:place], lines[place + 1 :]
        yield f"{row}: is missing", "\n".join([*before, "", *after])
        for change, changed in changes(row):
            yield f"{row}: {change}", "\n".join([*before, edge(changed), *after])
    for state in AUTOMATON.states[1:]:
        yield f"begins in {state}", DOT.replace("initial -> dismantle", f"initial -> {state}")
    for state in AUTOMATON.states[:-1]:
        marked = DOT.replace(f"{state} [label={state}", f"{state} [label={state} peripheries=2")
        yield f"ends in {state} too", marked
    yield "ends nowhere", DOT.replace("peripheries=2", "")


MUTANTS = dict(mutants())

DETOURS = {
    "foundation -> dismantle : step [!built & !ahead_smaller] / move_ahead: leads to crown": ""
    "crown carries as dismantle does, and foundation, which then comes instead of base, finds the "
    "top ahead not smaller and so moves ahead as base does.",
    "dismantle -> done : step [built]: leads to base": "base goes on to done, for all is built.",
    "dismantle -> done : step [built]: leads to foundation": "foundation goes on to done.",
    "base -> done : step [built]: leads to dismantle": "dismantle goes on to done.",
    "base -> done : step [built]: leads to foundation": "foundation goes on to done.",
    "foundation -> done : step [built]: leads to dismantle": "dismantle goes on to done.",
    "foundation -> done : step [built]: leads to base": "base goes on to done.",
}
"""The mutants that go another way and make the same moves on it, with the reason why."""

EQUIVALENT = {
    "foundation -> dismantle : step [!built & ahead_smaller] / move_back: "
    "does not ask for !built": "When the tower is built, the pegs ahead and behind are both empty "
    "after crown, their tops are the same sentinel, and so ahead_smaller is false anyway.",
}
"""The mutants that solve the puzzle, with the reason why no move can tell them apart."""


def test_the_mutants_are_as_many_as_the_things_that_can_be_wrong() -> None:
    rows = AUTOMATON.transitions
    literals = sum(len(row.guards) for row in rows)
    ends = len(rows) * 2 * (len(AUTOMATON.states) - 1)
    edges = len(rows) + len(rows) * (len(ACTIONS) - 1) + 2 * literals + ends + len(rows)
    assert len(MUTANTS) == edges + 4 + 4 + 1
    assert len(set(MUTANTS.values())) == len(MUTANTS)
    assert DOT not in MUTANTS.values()


def test_the_survivors_are_mutants() -> None:
    assert MUTANTS.keys() >= EQUIVALENT.keys()


@pytest.mark.parametrize("name", [name for name in MUTANTS if name not in EQUIVALENT])
def test_a_wrong_diagram_is_caught_and_the_line_is_named(name: str, tmp_path: Path) -> None:
    said = verdict(written(MUTANTS[name], tmp_path))
    assert said, f"this mutant survives: {name}"
    assert re.search(r"\bline [0-9]+: ", said) or name == "ends nowhere"


@pytest.mark.parametrize("name", EQUIVALENT)
def test_a_survivor_makes_the_same_moves_in_every_task(name: str, tmp_path: Path) -> None:
    file = written(MUTANTS[name], tmp_path)
    assert verdict(file) == ""
    for disks in range(11):
        for source, target in TASKS:
            mutant = solving.solve(disks, file, source, target)
            assert list(mutant) == list(solving.solve(disks, "formula", source, target))


@pytest.mark.parametrize("name", DETOURS)
def test_a_detour_is_refused_under_the_title_of_two_storey_and_holds_under_its_own(
    name: str, tmp_path: Path
) -> None:
    """The title promises how often each edge is taken; a machine of another name need not."""
    assert re.search(
        r"expected `[^`]+` to be taken \d+ times, came", verdict(mutant(name, tmp_path))
    )
    own = MUTANTS[name].replace('label="two-storey"', 'label="mine over two-storey"')
    assert own != MUTANTS[name]
    assert verdict(written(own, tmp_path)) == ""


def mutant(name: str, folder: Path) -> str:
    """The file of one mutant."""
    return written(MUTANTS[name], folder)


# The report


def changed(change: str, folder: Path) -> solving.Machine:
    """The machine of one mutant."""
    return solving.find_solver(written(MUTANTS[change], folder))


def difference_of(report: Report) -> Difference:
    """The difference that a comparison with the formula found."""
    assert isinstance(report.difference, Difference)
    return report.difference


@pytest.mark.parametrize(
    ("mutant", "expected", "pegs"),
    [
        (
            "crown -> foundation : step / carry: does move_ahead",
            Difference(
                disks=2,
                source=0,
                target=2,
                step=3,
                state="crown",
                expected="disk 1: 1 -> 2",
                came="cannot move from peg 0 to peg 2: peg 0 is empty "
                "(in `crown -> foundation : step / move_ahead`)",
                line=14,
            ),
            "- | 1 | 2",
        ),
        (
            "foundation -> dismantle : step [!built & ahead_smaller] / move_back: does carry",
            Difference(3, 0, 2, 4, "foundation", "disk 3: 0 -> 2", "disk 1: 1 -> 0", line=15),
            "3 | 2 1 | -",
        ),
        (
            "foundation -> done : step [built]: leads to foundation",
            Difference(2, 0, 2, 4, "foundation", "the end", "no move in 2000 events", line=19),
            "- | - | 2 1",
        ),
        (
            "foundation -> done : step [built]: does carry",
            Difference(2, 0, 2, 4, "foundation", "the end", "disk 1: 2 -> 0", line=19),
            "- | - | 2 1",
        ),
        (
            "ends in crown too",
            Difference(2, 0, 2, 3, "base", "disk 1: 1 -> 2", "the end", line=13),
            "- | 1 | 2",
        ),
        (
            "base -> crown : step [!built] / move_ahead: is missing",
            None,  # crown cannot be reached any more: the definition is refused before it runs
            "",
        ),
        (
            "base -> done : step [built]: is missing",
            Difference(
                1,
                0,
                2,
                2,
                "base",
                "the end",
                "the machine cannot go on from state 'base' with event 'step': "
                "no guard fits (built is true)",
                line=7,
            ),
            "- | - | 1",
        ),
        (
            "foundation -> dismantle : step [!built & ahead_smaller] / move_back: "
            "does not ask for ahead_smaller",
            Difference(
                4,
                0,
                2,
                8,
                "foundation",
                "disk 4: 0 -> 2",
                "two transitions at once, `foundation -> dismantle : step [!built] / move_back` "
                "and `foundation -> dismantle : step [!built & !ahead_smaller] / move_ahead`",
                line=15,
            ),
            "4 | 3 2 1 | -",
        ),
        (
            "foundation -> dismantle : step [!built & !ahead_smaller] / move_ahead: "
            "does not ask for !ahead_smaller",
            Difference(
                3,
                0,
                2,
                4,
                "foundation",
                "disk 3: 0 -> 2",
                "two transitions at once, "
                "`foundation -> dismantle : step [!built & ahead_smaller] / move_back` "
                "and `foundation -> dismantle : step [!built] / move_ahead`",
                line=16,
            ),
            "3 | 2 1 | -",
        ),
        (
            "begins in foundation",
            Difference(
                0,
                0,
                2,
                0,
                "dismantle",
                "`dismantle -> done : step [built]` to be taken 1 times",
                "0 times",
                line=17,
            ),
            "- | - | -",
        ),
    ],
)
def test_the_first_difference_is_named_in_full(
    mutant: str, expected: Difference | None, pegs: str, tmp_path: Path
) -> None:
    if expected is None:
        with pytest.raises(DefinitionError, match="line 8: state 'crown' cannot be reached"):
            changed(mutant, tmp_path)
        return
    report = checking.check(changed(mutant, tmp_path))
    assert report.difference == expected
    assert not report.holds
    disks = "1 disk" if expected.disks == 1 else f"{expected.disks} disks"
    place = f"line {expected.line}: with {disks} from 0 to 2, step {expected.step}"
    here = f"state {expected.state}, pegs {pegs}"
    rest = f"expected {expected.expected}, came: {expected.came}"
    assert str(report) == f"{report.name}: FAILED: {place}, {here}: {rest}"


def test_a_machine_of_the_library_has_no_lines_to_name() -> None:
    wrong = replace(AUTOMATON, initial="crown")
    report = checking.check(solving.Machine(replace(SOLVER, automaton=wrong), "wrong"))
    assert difference_of(report).line is None
    assert str(report).startswith("wrong: FAILED: with 0 disks")


def test_a_check_stops_at_the_first_difference(tmp_path: Path) -> None:
    told: list[int] = []
    machine = changed("ends in crown too", tmp_path)
    report = checking.check(machine, told=told.append)
    assert difference_of(report)[:3] == (2, 0, 2)
    assert (len(told), told[-1]) == (12, 6)


def test_wrong_counts_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = SOLVER.closed_counts
    assert closed is not None
    crown = AUTOMATON.transitions[2]

    def one_too_many(disks: int) -> dict[Transition, int]:
        return {**closed(disks), crown: closed(disks)[crown] + (disks == 5)}

    monkeypatch.setattr(
        "hanoi_fsm.hanoi.automata.two_storey.SOLVER", replace(SOLVER, closed_counts=one_too_many)
    )
    report = checking.check(solving.find("two-storey"))
    assert report.difference == Difference(
        5, 0, 2, 31, "crown", f"`{crown}` to be taken 9 times", "8 times"
    )


def test_a_machine_without_closed_counts_is_checked_for_its_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "hanoi_fsm.hanoi.automata.two_storey.SOLVER", replace(SOLVER, closed_counts=None)
    )
    report = checking.check(solving.find("two-storey"), 3)
    assert report == Report("two-storey", compared(3, 24, 66) + SOUND)


@pytest.mark.parametrize("name", EQUIVALENT)
def test_a_diagram_with_other_transitions_is_not_said_to_be_counted(
    name: str, tmp_path: Path
) -> None:
    machine = changed(name, tmp_path)
    assert checking.check(machine) == Report(machine.origin, compared(10, 46, 2636) + SOUND)


def test_what_only_exploration_finds_is_told_with_its_line(tmp_path: Path) -> None:
    """The moves are right, but one more edge asks for what never is."""
    dead = 'foundation -> done [label="step [built & ahead_smaller] / carry"]'
    dot = DOT.replace("foundation -> done [", f"{dead}\n foundation -> done [")
    dot = dot.replace("step [built]", "step [built & !ahead_smaller]")
    machine = solving.find(written(dot, tmp_path))
    line = 1 + next(at for at, text in enumerate(dot.splitlines()) if dead in text)
    assert checking.compare(machine).holds
    assert str(checking.check(machine)) == (
        f"{machine.origin}: FAILED: line {line}: "
        "`foundation -> done : step [built & ahead_smaller] / carry` is never taken: "
        "its guards are never true together in state foundation"
    )


def test_a_diagram_without_a_transition_is_checked_too(tmp_path: Path) -> None:
    """Nothing is to be done for no disks; for one disk it ends too early."""
    dot = 'digraph "two-storey" {\ns [shape=point]\ns -> done\ndone [peripheries=2]\n}'
    report = checking.check(solving.find(written(dot, tmp_path)))
    assert report.difference == Difference(1, 0, 2, 1, "done", "disk 1: 0 -> 2", "the end", line=4)


def test_a_machine_that_goes_in_circles_is_stopped_by_every_command(tmp_path: Path) -> None:
    dot = (
        'digraph "two-storey" { s [shape=point]; s -> a; b [peripheries=2]\n'
        'a -> a [label="step [!built]"]; a -> b [label="step [built]"] }'
    )
    machine = solving.find_solver(written(dot, tmp_path))
    difference = difference_of(checking.check(machine))
    assert (difference.disks, difference.came) == (1, "no move in 600 events")
    for run in (solving.counts, lambda machine, disks: list(machine.run(disks))):
        with pytest.raises(MachineStopped, match="no move in 600 events: the machine goes in circ"):
            run(machine, 1)


# What is wrong: formulas


def by(change: Callable[[int, Move], Move]) -> formulas.Family:
    """A formula that is right but for a `change` of some of its moves."""

    def family(step: int, disks: int, source: int, target: int) -> Move:
        return change(step, formulas.legalov(step, disks, source, target))

    return family


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            lambda step, move: move if step != 3 else Move(2, move.target, move.source),
            Difference(2, 0, 2, 3, "-", "disk 1: 1 -> 2", "cannot move disk 2 from peg 2 to peg 1"),
        ),
        (
            lambda step, move: move if step != 5 else move._replace(target=move.source),
            Difference(3, 0, 2, 5, "-", "disk 1: 1 -> 0", "cannot move disk 1 from peg 1 to peg 1"),
        ),
        (
            lambda step, move: move if step != 4 else move._replace(disk=1),
            Difference(3, 0, 2, 4, "-", "disk 3: 0 -> 2", "disk 1: 0 -> 2"),
        ),
        (
            lambda step, move: move if step != 1 else move._replace(target=3 - sum(move[1:])),
            Difference(1, 0, 2, 1, "-", "disk 1: 0 -> 2", "disk 1: 0 -> 1"),
        ),
    ],
)
def test_a_broken_formula_is_caught(
    change: Callable[[int, Move], Move], expected: Difference, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(formulas.FAMILIES, "hbits", by(change))
    difference = difference_of(checking.check_plain("hbits"))
    assert difference.came.startswith(expected.came)
    assert difference._replace(came=expected.came) == expected
    assert checking.check_plain("itinerary").holds


def test_formulas_that_agree_on_another_task_do_not_build_the_tower(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The check does not lean on one formula alone: the tower must stand in the end."""

    def elsewhere(step: int, disks: int, source: int = 0, target: int = 2) -> Move:
        return legalov(step, disks, source, 3 - source - target)

    legalov = formulas.legalov
    monkeypatch.setitem(formulas.FAMILIES, "hbits", elsewhere)
    monkeypatch.setattr(formulas.moves, "__defaults__", (0, 2, elsewhere))
    difference = checking.check_plain("hbits").difference
    assert difference == Difference(1, 0, 2, 1, "-", "the tower on peg 2", "- | 1 | -")


def test_the_moves_that_are_compared_build_the_tower() -> None:
    """What every machine is judged by is judged here by the rules alone."""
    for disks in range(8):
        for source, target in TASKS:
            standing = Configuration.tower(disks, source)
            for move in formulas.moves(1, 2**disks, disks, source, target):
                standing = standing.after(move)
            assert standing == Configuration.tower(disks, target)
