"""The pathfinders: legal paths between any two configurations, shortest or with one big move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import oracle
import pytest
from chance import chance

from hanoi_fsm import Configuration, Move, distance
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.hanoi import solving
from hanoi_fsm.hanoi.errors import BadConfiguration
from hanoi_fsm.hanoi.formulas import path_lengths

each_pathfinder = pytest.mark.parametrize("by", ["shortest", "any-to-any"])


def path(start: str, goal: str, by: str) -> Iterator[Move]:
    return solving.path(start, goal, by=by)


def length(start: str, goal: str, by: str) -> int:
    """How many moves a path has, after each was found legal and the goal reached."""
    moves = list(islice(path(start, goal, by), 2 ** (len(start) + 1)))
    assert [*oracle.replay(start, moves)][-1] == goal
    return len(moves)


def random_pair(random: Random, disks: int) -> tuple[str, str]:
    start, goal = ("".join(random.choices("012", k=disks)) for _ in range(2))
    return start, goal


@pytest.mark.parametrize("disks", range(4))
def test_between_all_pairs_shortest_is_optimal_and_any_to_any_makes_one_big_move(
    disks: int,
) -> None:
    for start, goal in oracle.pairs(disks):
        once, _ = oracle.once_and_twice(start, goal) or (0, 0)
        assert length(start, goal, "shortest") == oracle.distances(goal)[start], (start, goal)
        assert length(start, goal, "any-to-any") == once, (start, goal)


@pytest.mark.sweep
@pytest.mark.parametrize("goal", [word for disks in (4, 5) for word in oracle.words(disks)])
def test_shortest_is_as_short_as_breadth_first_search_with_4_and_5_disks(goal: str) -> None:
    for start in oracle.words(len(goal)):
        assert length(start, goal, "shortest") == oracle.distances(goal)[start], (start, goal)


@pytest.mark.parametrize("disks", [8, 9, 10, 11, 12])
def test_a_path_between_random_configurations_is_as_long_as_the_formulas_say(disks: int) -> None:
    random = chance()
    for _ in range(2):
        start, goal = random_pair(random, disks)
        lengths = path_lengths(Configuration(start), Configuration(goal))
        assert lengths is not None or start == goal
        assert length(start, goal, "shortest") == (min(lengths) if lengths else 0)
        assert length(start, goal, "any-to-any") == (lengths.once if lengths else 0)


@each_pathfinder
@pytest.mark.parametrize("task", oracle.TASKS)
def test_between_towers_a_path_is_the_solution(by: str, task: tuple[int, int]) -> None:
    source, target = task
    assert [*path(str(source) * 5, str(target) * 5, by)] == [*oracle.textbook(5, source, target)]


def test_each_of_the_first_moves_between_3_000_disks_leads_nearer() -> None:
    start, end = random_pair(chance(), 3_000)
    here, goal = Configuration(start), Configuration(end)
    before = distance(here, goal)
    for made, move in enumerate(islice(path(start, end, "shortest"), 100), 1):
        here = here.after(move)
        assert distance(here, goal) == before - made


@each_pathfinder
def test_a_start_and_a_goal_of_different_lengths_are_refused_at_the_call(by: str) -> None:
    with pytest.raises(BadConfiguration, match=r"3 .*2"):
        path("100", "01", by)


@pytest.mark.parametrize(("by", "named"), [("shortes", "'shortest'"), ("monk", "monk")])
def test_a_name_of_no_pathfinder_is_refused_at_the_call(by: str, named: str) -> None:
    with pytest.raises(UnknownName, match=named):
        path("1", "0", by)
