"""The pathfinders: legal paths between any two configurations, shortest or with one big move."""

from itertools import islice
from random import Random

import oracle
import pytest
from chance import chance

from hanoi_fsm import Configuration, distance, path
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.hanoi.formulas import path_lengths


def length(start: str, goal: str, by: str) -> int:
    """How many moves a path has, after each was found legal and the goal reached."""
    moves = list(islice(path(start, goal, by=by), 2 ** (len(start) + 1)))
    assert [*oracle.replay(start, moves)][-1] == goal
    largest = max((move.disk for move in moves), default=0)
    assert by == "shortest" or [move.disk for move in moves].count(largest) <= 1
    return len(moves)


def random_pair(random: Random, disks: int) -> tuple[str, str]:
    start, goal = ("".join(random.choices("012", k=disks)) for _ in range(2))
    return start, goal


def goals(*disks: int) -> list[str]:
    return [word for n in disks for word in oracle.words(n)]


@pytest.mark.parametrize(
    "goal",
    [*goals(0, 1, 2), *(pytest.param(goal, marks=pytest.mark.sweep) for goal in goals(3, 4))],
)
def test_from_everywhere_shortest_is_optimal_and_any_to_any_makes_one_big_move(goal: str) -> None:
    for start, moves in oracle.distances(goal).items():
        once, _ = oracle.once_and_twice(start, goal) or (0, 0)
        assert length(start, goal, "shortest") == moves, start
        assert length(start, goal, "any-to-any") == once, start


@pytest.mark.sweep
@pytest.mark.parametrize("goal", goals(5))
def test_shortest_is_as_short_as_breadth_first_search_with_5_disks(goal: str) -> None:
    for start, moves in oracle.distances(goal).items():
        assert length(start, goal, "shortest") == moves, start


@pytest.mark.parametrize("disks", [8, 10, pytest.param(12, marks=pytest.mark.sweep)])
def test_a_path_between_random_configurations_is_as_long_as_the_formulas_say(disks: int) -> None:
    random = chance()
    for _ in range(2):
        start, goal = random_pair(random, disks)
        lengths = path_lengths(Configuration(start), Configuration(goal))
        assert lengths is not None or start == goal
        assert length(start, goal, "shortest") == (min(lengths) if lengths else 0)
        assert length(start, goal, "any-to-any") == (lengths.once if lengths else 0)


@pytest.mark.parametrize("by", ["shortest", "any-to-any"])
@pytest.mark.parametrize("task", oracle.TASKS)
def test_between_towers_a_path_is_the_solution(by: str, task: tuple[int, int]) -> None:
    source, target = task
    found = path(str(source) * 5, str(target) * 5, by=by)
    assert [*found] == [*oracle.textbook(5, source, target)]


def test_each_of_the_first_moves_between_3_000_disks_leads_nearer() -> None:
    start, end = random_pair(chance(), 3_000)
    here, goal = Configuration(start), Configuration(end)
    before = distance(here, goal)
    for made, move in enumerate(islice(path(start, end), 50), 1):
        here = here.after(move)
        assert distance(here, goal) == before - made


@pytest.mark.parametrize(("by", "named"), [("shortes", "'shortest'"), ("monk", "monk")])
def test_a_name_of_no_pathfinder_is_refused_at_the_call(by: str, named: str) -> None:
    with pytest.raises(UnknownName, match=named):
        path("1", "0", by=by)
