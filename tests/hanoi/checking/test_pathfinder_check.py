"""A pathfinder must arrive by legal moves, on a path as long as breadth-first search says."""

from __future__ import annotations

import oracle
import pytest
from checked_machines import changed

from hanoi_fsm import automata, check
from hanoi_fsm.hanoi.bfs import length_of_shortest
from hanoi_fsm.hanoi.checking.pathfinder_check import all_pairs, pairs
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.specifications import path_length


@pytest.mark.parametrize("name", automata.PATHFINDERS)
def test_both_hold_and_progress_counts_the_pairs(name: str) -> None:
    told: list[int] = []
    report = check(name, 4, progress=told.append)
    assert report.holds
    assert f"{len(told)} paths" in str(report)
    assert told == list(range(1, automata.PATHFINDERS[name].work(4) + 1))


def test_all_pairs_are_tried_and_of_four_disks_those_that_move_the_next_one_twice() -> None:
    tried = list(pairs(5))
    assert tried[: 1 + 9 + 81 + 729] == [pair for n in range(4) for pair in oracle.pairs(n)]
    assert len(tried) == 1 + 9 + 81 + 729 + 18
    assert all(start[0] == goal[0] == "0" for start, goal in tried[820:])
    for start, goal in tried:
        assert length_of_shortest(start, goal) == oracle.distances(goal)[start]
    assert path_length("monk", "0", "2") is None
    with pytest.raises(BadDisks, match="4 disks"):
        all_pairs(4)


DIFFERENCES = """
any-to-any | done : step [empty]      | done : step [!nothing] |         | 0 | a legal move | empty
any-to-any | [!empty] / move_put_off  | [!empty]               | 0 1     | 0 | 1 moves      | no end
any-to-any | search : step [!empty]   | done : step [!empty]   | 00 10   | 1 | the goal 10  | end
shortest   | & twice] / put_off_twice | & twice] / put_off     | 011 100 | 7 | 5 moves      | 7 move
shortest   | step [empty]             | stop [empty]           |         | 0 | a legal move | stop
"""


@pytest.mark.parametrize("row", DIFFERENCES.strip().splitlines())
def test_what_is_wrong_is_named_with_the_pair_the_step_and_where_it_is(row: str) -> None:
    name, old, new, ends, step, expected, got = (cell.strip() for cell in row.split("|"))
    start, goal = ends.split() or ("", "")
    [finding] = changed(automata.PATHFINDERS[name], (old, new)).conform(4).findings
    assert (finding.kind, finding.context) == ("output", f"from {start} to {goal}")
    assert (finding.size, finding.step, finding.expected) == (len(start), int(step), expected)
    assert finding.memory == {"0": f"at {start}", "1": "at 02", "7": "at 100"}[step]
    assert got in finding.got
