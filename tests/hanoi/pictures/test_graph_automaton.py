"""The Hanoi graph as an automaton: all configurations, all legal moves, and the solution."""

from math import dist
from typing import Any

import pytest

from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.pictures.graph_automaton import EDGE, hanoi_graph, places


@pytest.mark.parametrize("disks", range(1, 5))
def test_the_hanoi_graph_has_all_configurations_and_all_legal_moves(disks: int) -> None:
    graph = hanoi_graph(disks)
    assert len(graph.states) == 3**disks
    assert len(graph.transitions) == 3 * (3**disks - 1)  # each of 3(3**n - 1)/2 edges, both ways
    where = places(disks)
    for row in graph.transitions:
        assert dist(where[row.source], where[row.target]) == pytest.approx(EDGE)
    assert len({(round(x), round(y)) for x, y in where.values()}) == 3**disks
    top, left, right = (where[str(peg) * disks] for peg in range(3))
    assert top[1] < left[1] == pytest.approx(right[1])
    assert left[0] < top[0] < right[0]


@pytest.mark.parametrize("disks", range(1, 5))
def test_the_hanoi_graph_accepts_the_solution(disks: int) -> None:
    graph = hanoi_graph(disks)
    moves = formulas.moves(1, Task(disks).last_step + 1, Task(disks))
    *_, last = graph.read(f"{move.source}{move.target}" for move in moves)
    assert last.target in graph.final


@pytest.mark.parametrize("disks", [0, 5, -1, True, 2.0])
def test_the_hanoi_graph_is_for_one_to_four_disks(disks: Any) -> None:
    with pytest.raises(BadDisks, match=r"1 \.\. 4 disks"):
        hanoi_graph(disks)
