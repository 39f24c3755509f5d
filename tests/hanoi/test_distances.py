"""What closed formulas know of one configuration, and of the paths between any two."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import oracle
import pytest
from chance import chance

from hanoi_fsm import Configuration, path
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadConfiguration, NotOnPath
from hanoi_fsm.hanoi.formulas import distance, distance_to_tower, next_move, path_lengths
from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph

each_task = pytest.mark.parametrize("task", oracle.TASKS)
each_target = pytest.mark.parametrize("target", range(3))


def step_of(word: str, task: tuple[int, int]) -> int:
    return formulas.step_of(Configuration(word), source=task[0], target=task[1])


@each_task
@pytest.mark.parametrize("disks", range(7))
@pytest.mark.one_in(3)
def test_a_step_belongs_to_the_configurations_of_the_solution_and_to_no_other(
    disks: int, task: tuple[int, int]
) -> None:
    steps = {word: step for step, word in enumerate(oracle.solution(disks, *task))}
    beginnings = {word[:k] for word in steps for k in range(disks + 1)}
    for word in oracle.words(disks):
        if word in steps:
            assert step_of(word, task) == steps[word]
            left = distance_to_tower(Configuration(word), target=task[1])
            assert left == steps[word] ^ 2**disks - 1, "the bits of the step, inverted"
        else:
            with pytest.raises(NotOnPath) as caught:
                step_of(word, task)
            off = next(k for k in range(disks + 1) if word[:k] not in beginnings)
            assert caught.value.disk == disks + 1 - off, "the largest disk that shows it"


@each_target
@pytest.mark.parametrize("disks", range(7))
def test_the_next_move_and_the_distance_to_a_tower_are_those_of_breadth_first_search(
    disks: int, target: int
) -> None:
    left = oracle.distances(str(target) * disks)
    for word, moves in left.items():
        here = Configuration(word)
        nearer = [step for step, there in oracle.neighbours(word) if left[there] < moves]
        found = next_move(here, target=target)
        assert distance_to_tower(here, target=target) == moves
        assert ([] if found is None else [found]) == nearer, word


def test_the_distances_to_the_three_towers_add_up_to_twice_the_longest() -> None:
    here = Configuration("".join(chance().choices("012", k=5_000)))
    assert sum(distance_to_tower(here, target=peg) for peg in range(3)) == 2 * (2**5_000 - 1)


FIVE = pytest.param(5, 1_476, 3_372, marks=pytest.mark.sweep)


@pytest.mark.parametrize(
    ("disks", "ties", "twice"), [(0, 0, 0), (1, 0, 0), (2, 6, 0), (3, 48, 18), (4, 282, 294), FIVE]
)
def test_the_lengths_are_those_of_searches_and_equal_where_there_are_two_shortest_paths(
    disks: int, ties: int, twice: int
) -> None:
    kinds = Counter[int]()
    for start, goal in oracle.pairs(disks):
        here, there = Configuration(start), Configuration(goal)
        lengths = path_lengths(here, there)
        assert lengths == oracle.once_and_twice(start, goal), (start, goal)
        assert distance(here, there) == oracle.distances(goal)[start], (start, goal)
        once, double = lengths or (0, 1)
        kinds[(once > double) - (once < double)] += 1
        paths = len(oracle.shortest_paths(start, goal))
        assert paths == (2 if once == double else 1), (start, goal)
    assert (kinds[0], kinds[1]) == (ties, twice)


@each_task
@pytest.mark.parametrize("disks", [1, 10, 1_000, 100_000])
def test_between_two_towers_lie_all_the_moves_of_the_solution(
    disks: int, task: tuple[int, int]
) -> None:
    towers = [Configuration.tower(disks, peg) for peg in task]
    assert distance(*towers) == 2**disks - 1


@pytest.mark.parametrize("disks", range(4))
def test_the_formula_knows_all_shortest_paths_move_by_move(disks: int) -> None:
    for start, goal in oracle.pairs(disks):
        found = formulas.shortest_paths(Configuration(start), Configuration(goal))
        routes = {tuple(oracle.replay(start, way.moves)) for way in found}
        assert routes == oracle.shortest_paths(start, goal)
        assert len(routes) == len(found)
        for way in found:
            moved = Counter(move.disk for move in way.moves)
            assert moved[max(moved, default=0)] == way.times


FUNCTIONS: list[Callable[[str, str], object]] = [
    path_lengths,
    distance,
    formulas.shortest_paths,
    HanoiGraph,
    partial(path, by="shortest"),
    partial(path, by="any-to-any"),
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_start_and_a_goal_have_equally_many_disks(function: Callable[[str, str], object]) -> None:
    with pytest.raises(BadConfiguration, match=r"3 .*2"):
        function("100", "01")
