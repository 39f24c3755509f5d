"""A pathfinder must arrive by legal moves, on a path as long as breadth-first search says."""

import oracle
import pytest
from checked_machines import cells, changed

from hanoi_fsm import Automaton, automata, check
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.bfs import length_of_shortest
from hanoi_fsm.hanoi.checking.pathfinder_check import (
    RANDOM_PAIRS,
    all_pairs,
    all_pairs_up_to,
    pairs,
    pairs_in_words,
    tried_pairs,
)
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.formulas import path_lengths
from hanoi_fsm.hanoi.machines import Pathfinder
from hanoi_fsm.hanoi.specifications import path_length


@pytest.mark.parametrize("name", automata.PATHFINDERS)
def test_both_hold_and_progress_counts_the_pairs(name: str) -> None:
    done: list[int] = []
    report = check(name, 3, progress=done.append)
    assert (report.holds, f" {len(done)} " in str(report)) == (True, True)
    assert done == list(range(1, automata.PATHFINDERS[name].work(3) + 1))


def test_all_pairs_are_tried_and_of_four_disks_those_that_move_the_next_one_twice() -> None:
    tried = list(pairs(5))
    some = tried[1 + 9 + 81 + 729 :]
    assert tried[: -len(some)] == [pair for n in range(4) for pair in oracle.pairs(n)]
    assert {(len(some), start[0], goal[0]) for start, goal in some} == {(18, "0", "0")}
    for start, goal in tried:
        assert length_of_shortest(start, goal) == oracle.distances(goal)[start]
    assert path_length("monk", "0", "2") is None
    with pytest.raises(BadDisks, match="4"):
        all_pairs(4)


PLACES = {"any-to-any1": "02", "shortest1": "1", "shortest7": "100"}
"""Where the disks are after the step that is wrong, if not at the start."""

DIFFERENCES = """
any-to-any | done : step [empty]      | done : step [!nothing] |         | 0 | a legal move | empty
any-to-any | [!empty] / move_put_off  | [!empty]               | 0 1     | 0 | 1 move       | no end
any-to-any | search : step [!empty]   | done : step [!empty]   | 00 10   | 1 | the goal 10  | end
shortest   | & twice] / put_off_twice | & twice] / put_off     | 011 100 | 7 | 5 moves      | 7 move
shortest   | step [empty]             | stop [empty]           | 0 1     | 1 | a legal move | empty
"""


@pytest.mark.parametrize(
    ("name", "old", "new", "ends", "step", "expected", "got"), cells(DIFFERENCES)
)
def test_what_is_wrong_is_named_with_the_pair_the_step_and_where_it_is(
    name: str, old: str, new: str, ends: str, step: str, expected: str, got: str
) -> None:
    start, goal = ends.split() or ("", "")
    [finding] = changed(automata.PATHFINDERS[name], (old, new)).conform(4).findings
    assert (finding.kind, finding.context) == (
        "output",
        f"from {start} to {goal}" if ends else "without disks",
    )
    assert (finding.size, finding.step, finding.expected) == (len(start), int(step), expected)
    assert not ends or finding.memory == f"at {PLACES.get(name + step, start)}"
    assert got in finding.got
    assert step == "0" or isinstance(finding.about, Transition)


FORGETFUL = """
    compare -> first  : step [!nothing & right]           / drop
    first   -> second : step [!nothing & right]           / drop
    second  -> second : step [!nothing & right]           / drop
    compare -> search : step [!nothing & !right & !twice] / put_off
    compare -> search : step [!nothing & !right & twice]  / put_off_twice
    first   -> search : step [!nothing & !right & !twice] / put_off
    first   -> search : step [!nothing & !right & twice]  / put_off_twice
    second  -> search : step [!nothing & !right]          / put_off
    compare -> done   : step [nothing]
    first   -> done   : step [nothing]
    second  -> done   : step [nothing]
    search  -> search : step [!nothing & right]           / drop
    search  -> search : step [!nothing & !right]          / put_off
    search  -> carry  : step [nothing]
    carry   -> search : step [!empty]                     / move_put_off
    carry   -> done   : step [empty]
"""
"""After two disks in place it never asks whether the next one should move twice."""


def version(by: str, table: str) -> Pathfinder:
    initial = table.split(maxsplit=1)[0]
    drawing = Automaton.from_table("mine", initial=initial, final="done", table=table, memory=by)
    return automata.PATHFINDERS[by].with_automaton(drawing)


@pytest.mark.parametrize("disks", [6, *(pytest.param(n, marks=pytest.mark.sweep) for n in (5, 10))])
@pytest.mark.sweep
def test_a_move_too_many_below_two_disks_in_place_is_found(disks: int) -> None:
    machine = version("shortest", FORGETFUL)
    assert sum(record.output is not None for record in machine.run("22211", "22120")) == 7
    [finding] = machine.conform(disks).findings
    start, goal = finding.context.removeprefix("from ").split(" to ")
    assert (len(start), start[:2], start[2] == goal[2]) == (5, goal[:2], False)
    lengths = path_lengths(start, goal)
    assert lengths is not None
    assert (finding.expected, finding.got) == (f"{min(lengths)} moves", f"{lengths.once} moves")


def test_the_pairs_that_are_tried() -> None:
    tried = {disks: list(tried_pairs(disks)) for disks in (0, 3, 4, 6, 10, 11)}
    for disks in (0, 3, 4):
        assert tried[disks] == [pair for n in range(disks + 1) for pair in oracle.pairs(n)]
    assert [all_pairs_up_to(disks) for disks in (5, 6, 10)] == [5, 4, 4]
    for disks in (6, 10):
        few, more = tried[disks][: len(tried[4])], tried[disks][len(tried[4]) :]
        assert few == tried[4]
        assert {len(start) for start, _ in more} == set(range(5, disks + 1))
        placed = [(start[-3:], goal[-3:]) for start, goal in more if start[:-3] == goal[:-3]]
        assert set(placed) == set(oracle.pairs(3))
        assert len(more) - 729 * (disks - 4) == RANDOM_PAIRS
        assert len(tried[disks]) == automata.PATHFINDERS["shortest"].work(disks)
    assert tried[11] == tried[10]


def test_what_was_tried_is_said() -> None:
    assert pairs_in_words(5) == "every pair of configurations of 0 .. 5 disks"
    for fragment in ("0 .. 4 disks, ", " 5 .. 10 disks ", " 100 random ", "(seed 1)"):
        assert fragment in pairs_in_words(10)


@pytest.mark.parametrize("disks", [8, *(pytest.param(n, marks=pytest.mark.sweep) for n in (9, 10))])
def test_the_lengths_of_long_paths_are_those_of_the_search(disks: int) -> None:
    found = [pair for pair in tried_pairs(10) if len(pair[0]) == disks][-2:]
    for start, goal in found:
        assert path_length("shortest", start, goal) == oracle.distances(goal)[start]
        once, _ = oracle.once_and_twice(start, goal) or (0, 0)
        assert path_length("any-to-any", start, goal) == once


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("carry -> search : step [!empty] / move_put_off", "carry -> carry : step [!empty]"),
        ("search -> carry : step [nothing]", "search -> search : step [nothing]"),
        ("carry -> done : step [empty]", "carry -> done : step [empty & !empty]"),
        ("carry -> done : step [empty]", "carry -> search : step [empty]"),
    ],
)
def test_a_run_that_goes_in_circles_ends_in_a_finding(old: str, new: str) -> None:
    [finding] = changed(automata.PATHFINDERS["any-to-any"], (old, new)).conform(10).findings
    assert (finding.kind, (finding.size or 0) < 2) == ("output", True)


def test_two_rows_at_once_are_a_finding() -> None:
    both = changed(automata.PATHFINDERS["any-to-any"], ("[!nothing & right]", "[right]"))
    assert both.conform(3).findings == ()  # without disks left there is none in place
    both = changed(automata.PATHFINDERS["any-to-any"], ("[!nothing & !right]", "[!nothing]"))
    [finding] = both.conform(3).findings
    assert (finding.size, "two transitions at once" in finding.got) == (1, True)
