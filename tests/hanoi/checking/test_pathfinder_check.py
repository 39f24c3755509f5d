"""A pathfinder must arrive by legal moves, on a path as long as breadth-first search says."""

import oracle
import pytest
from checked_machines import cells, changed

from hanoi_fsm import automata, check
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.hanoi.bfs import length_of_shortest
from hanoi_fsm.hanoi.checking.pathfinder_check import all_pairs, pairs
from hanoi_fsm.hanoi.errors import BadDisks
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


DIFFERENCES = """
any-to-any | done : step [empty]      | done : step [!nothing] |         | 0 | a legal move | empty
any-to-any | [!empty] / move_put_off  | [!empty]               | 0 1     | 0 | 1 move       | no end
any-to-any | search : step [!empty]   | done : step [!empty]   | 00 10   | 1 | the goal 10  | end
shortest   | & twice] / put_off_twice | & twice] / put_off     | 011 100 | 7 | 5 moves      | 7 move
shortest   | step [empty]             | stop [empty]           |         | 0 | a legal move | stop
"""


@pytest.mark.parametrize(
    ("name", "old", "new", "ends", "step", "expected", "got"), cells(DIFFERENCES)
)
def test_what_is_wrong_is_named_with_the_pair_the_step_and_where_it_is(
    name: str, old: str, new: str, ends: str, step: str, expected: str, got: str
) -> None:
    start, goal = ends.split() or ("", "")
    [finding] = changed(automata.PATHFINDERS[name], (old, new)).conform(4).findings
    assert (finding.kind, finding.context) == ("output", f"from {start} to {goal}")
    assert (finding.size, finding.step, finding.expected) == (len(start), int(step), expected)
    assert finding.memory == {"0": f"at {start}", "1": "at 02", "7": "at 100"}[step]
    assert got in finding.got
    assert step == "0" or isinstance(finding.about, Transition)
