"""Every single change of a diagram is noticed, unless the changed machine does just the same."""

from __future__ import annotations

from functools import cache
from itertools import islice, product
from pathlib import Path

import bfs
import pytest

from hanoi_fsm import Automaton, Configuration, find, path
from hanoi_fsm.cli import main
from hanoi_fsm.fsm.checking.edits import mutations
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.trace import outputs
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.checking.mutants import Mutant, judge, mutants, with_automaton
from hanoi_fsm.hanoi.solving import AnyMachine, Machine, PathMachine, subject_of

NOBODY_LOOKS = "it is done on the last edge, on registers that nobody looks at any more"
NONE_RIGHT = "where no disk is left, none stands right: the guard is implied by the other"
SET_ANEW = "how many disks are left is set anew by every move, and not looked at before"
TO_THE_END = "no disk is left and none put off: the way from there to the end makes no move"

SURVIVORS: dict[str, dict[str, str]] = {
    "two-storey": {
        "`foundation -> dismantle : step [!built & ahead_smaller] / move_back` without the guard "
        "!built": "a built tower leaves the pegs ahead and behind empty, and of two empty pegs "
        "none has the smaller top",
    },
    "call-stack": {
        "`return -> call : step [!empty & first] / move_and_call_second` without the guard "
        "!empty": "on an empty stack no caller waits for its first call",
        "`return -> done : step [empty]` does call_first": NOBODY_LOOKS,
        "`call -> done : step [nothing]` does call_first": NOBODY_LOOKS,
    },
    "action-tree": {
        "`up -> up : step [!root & right] / rise_from_right` without the guard "
        "!root": "the path to the root is 0, so that the root is no right node",
        "`up -> done : step [root]` does go_left": NOBODY_LOOKS,
        "`up -> done : step [root]` does rise_from_right": NOBODY_LOOKS,
        "`up -> done : step [root]` does rise_from_left": NOBODY_LOOKS,
        "`down -> done : step [nothing]` does rise_from_right": NOBODY_LOOKS,
        "`down -> done : step [nothing]` does rise_from_left": NOBODY_LOOKS,
    },
    "any-to-any": {
        "`search -> search : step [!nothing & right] / drop` without the guard "
        "!nothing": NONE_RIGHT,
        "`search -> carry : step [nothing]` does drop": SET_ANEW,
        "`carry -> done : step [empty]` does drop": NOBODY_LOOKS,
    },
    "shortest": {
        "`compare -> compare : step [!nothing & right] / drop` without the guard "
        "!nothing": NONE_RIGHT,
        "`compare -> search : step [!nothing & !right & !twice] / put_off` does "
        "nothing": "search puts the same disk off one event later",
        "`compare -> search : step [!nothing & !right & twice] / put_off_twice` without the guard "
        "!nothing": "where no disk differs, none moves twice",
        "`compare -> done : step [nothing]` leads to search": TO_THE_END,
        "`compare -> done : step [nothing]` leads to carry": TO_THE_END,
        "`compare -> done : step [nothing]` does drop": NOBODY_LOOKS,
        "`search -> search : step [!nothing & right] / drop` without the guard "
        "!nothing": NONE_RIGHT,
        "`search -> carry : step [nothing]` does drop": SET_ANEW,
        "`carry -> done : step [empty]` leads to compare": TO_THE_END,
        "`carry -> done : step [empty]` does drop": NOBODY_LOOKS,
    },
}
"""The mutants that may live: each does the same as the original, for the reason beside it."""

LONG = {"any-to-any", "shortest", "twice-reader"}
"""Where all the mutants take longer than an everyday run should."""
NAMES = [
    pytest.param(name, marks=pytest.mark.sweep) if name in LONG else name
    for name in automata.names()
]
EDITS = [(name, text) for name, texts in SURVIVORS.items() for text in texts]
SOLVER_EDITS = [(name, text) for name, text in EDITS if name in automata.SOLVERS]
PATH_EDITS = [(name, text) for name, text in EDITS if name in automata.PATHFINDERS]


@cache
def fates(name: str) -> list[Mutant]:
    return list(mutants(find(name), workers=2 if name in LONG else 1))


@pytest.mark.parametrize("name", NAMES)
def test_exactly_those_mutants_live_that_are_known_to_do_the_same(name: str) -> None:
    lived = {mutant.edit.text for mutant in fates(name) if mutant.killed is None}
    assert lived == set(SURVIVORS.get(name, {}))


@pytest.mark.parametrize("name", NAMES)
def test_no_two_mutants_are_called_the_same_and_none_is_the_original(name: str) -> None:
    edits = [mutant.edit for mutant in fates(name)]
    assert len({edit.text for edit in edits}) == len(edits)
    assert all(edit.automaton != automata.get(name).automaton for edit in edits)


@pytest.mark.parametrize(("name", "text"), SOLVER_EDITS)
def test_a_solver_s_mutant_that_lives_makes_the_same_moves(name: str, text: str) -> None:
    other = version_called(name, text)
    assert isinstance(other, Machine)
    for disks in range(11):
        for source, target in bfs.TASKS if disks <= 8 else bfs.TASKS[:1]:
            came = list(islice(outputs(other.run(disks, source, target)), 2**disks))
            assert came == list(bfs.recursion(disks, source, target)), (disks, source, target)


@pytest.mark.parametrize("disks", [0, 1, 2, pytest.param(3, marks=pytest.mark.sweep)])
@pytest.mark.parametrize(("name", "text"), PATH_EDITS)
def test_a_pathfinder_s_mutant_that_lives_makes_the_same_moves(
    name: str, text: str, disks: int
) -> None:
    other = version_called(name, text)
    assert isinstance(other, PathMachine)
    for start, goal in product(map(Configuration, bfs.words(disks)), repeat=2):
        came = list(islice(outputs(other.go(start, goal)), 2 ** (disks + 1)))
        assert came == list(path(start, goal, name))


@cache
def versions(name: str) -> dict[str, Automaton]:
    """Every mutant by its name."""
    machine = find(name)
    edits = mutations(machine.automaton, subject_of(machine).memory)
    return {edit.text: edit.automaton for edit in edits}


def version_called(name: str, text: str) -> AnyMachine:
    """The machine with the mutant of that name for its automaton."""
    return with_automaton(find(name), versions(name)[text])


def fate(name: str, text: str) -> str | None:
    """What kills the mutant of that name."""
    return judge(find(name), versions(name)[text])


@pytest.mark.parametrize(
    ("text", "killed"),
    [
        (
            "`compare -> compare : step [!nothing & right] / drop` leads to search",
            "comparison: from 0011 to 0100",
        ),
        (
            "`compare -> search : step [!nothing & !right & twice] / put_off_twice` without the "
            "guard !right",
            "exploration: from 0011 to 0100",
        ),
        (
            "`compare -> compare : step [!nothing & right] / drop` and `compare -> search : step "
            "[!nothing & !right & twice] / put_off_twice` with their targets swapped",
            "comparison: from 0011 to 0100",
        ),
    ],
)
def test_what_only_four_disks_show_is_killed_by_four_disks(text: str, killed: str) -> None:
    assert (fate("shortest", text) or "it lives").startswith(killed)


@pytest.mark.parametrize(
    ("row", "target"),
    [
        ("21 12 0 -> 12 21 0 : 00 / tie", "12 10 +1"),
        ("01 21 -1 -> TWICE : 21 / twice", "10 20 -1"),
        ("02 12 -1 -> 20 10 -1 : 11 / twice", "TWICE"),
    ],
)
def test_a_wrong_edge_deep_in_twice_reader_is_noticed(row: str, target: str) -> None:
    text = f"`{row}` leads to {target}"
    assert (fate("twice-reader", text) or "it lives").startswith("comparison: reading ")


@pytest.mark.parametrize(
    ("name", "text", "killed"),
    [
        ("monk", "drop `pray -> done : step [built]`", "validation: state 'done'"),
        ("monk", "the initial state is done", "validation: state 'pray'"),
        ("monk", "`pray -> pray : step [!built] / move_next` does nothing", "comparison: with 1"),
        ("monk", "`pray -> done : step [built]` without the guard built", "comparison: with 1"),
        (
            "two-state",
            "`other -> small : step [!built] / move_other` does carry",
            "comparison: with 2",
        ),
    ],
)
def test_a_mutant_is_killed_by_the_first_check_that_can_see_it(
    name: str, text: str, killed: str
) -> None:
    assert (fate(name, text) or "it lives").startswith(killed)


def test_the_original_is_judged_right() -> None:
    for name in automata.names():
        machine = find(name)
        assert judge(machine, machine.automaton) is None, name


def test_two_processes_judge_as_one_does() -> None:
    one = list(mutants(find("distance-reader"), workers=1))
    told: list[int] = []
    assert list(mutants(find("distance-reader"), workers=2, told=told.append)) == one
    assert told == list(range(1, len(one) + 1))


def test_the_command_tells_what_killed_each_mutant_and_which_live(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["mutants", "monk", "--disks", "3"]) == 0
    *fates, last = capsys.readouterr().out.splitlines()
    assert last == "monk: 12 of 12 mutants are killed"
    assert len(fates) == 24
    assert all(line.startswith("  killed by ") for line in fates[1::2])
    assert any("comparison: with 1 disk from 0 to 2, step 1" in line for line in fates)


def test_the_command_fails_where_a_mutant_lives_and_names_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.dot"
    file.write_text(Diagram(automata.get("two-storey").automaton).dot)
    assert main(["mutants", str(file), "--summary", "--disks", "4", "--jobs", "1"]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"{file}: 109 of 110 mutants are killed, 1 live:"
    assert second.startswith("  line 15: `foundation -> dismantle")
