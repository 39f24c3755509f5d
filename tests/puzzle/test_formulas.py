"""Any step and configuration by the closed formulas, and the paths between any two of them."""

from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from support import oracle
from support.chance import chance
from support.contenders import configuration_after, moves_of, pegs_of

from hanoi_fsm import (
    ENGINES,
    PATHFINDERS,
    Configuration,
    HanoiGraph,
    Task,
    configuration,
    distance,
    errors,
    formula,
    next_move,
    path,
    step_of,
    trace,
)

FAMILIES = (formula.legalov, formula.hbits, formula.itinerary)
SIZES = [*range(8), *(pytest.param(disks, marks=pytest.mark.sweep) for disks in range(8, 12))]


@pytest.mark.parametrize("disks", SIZES)
def test_every_step_has_its_move_and_its_configuration_in_every_family(disks: int) -> None:
    for ends in oracle.TASKS:
        task, expected = Task(disks, *ends), list(oracle.textbook(disks, *ends))
        for family in FAMILIES:
            assert list(formula.moves(1, 2**disks, task, by=family)) == expected
            single = (formula.move(step, task, by=family) for step in range(1, 2**disks))
            assert list(single) == expected
        words = [str(formula.configuration(step, task)) for step in range(2**disks)]
        assert words == oracle.solution(disks, *ends)


LARGE = [1, 7, 8, 9, 15, 16, 17, 29, 30, 31, 63, 64, 65, 255, 256, 1_000, 5_001]


def downwards(word: str, target: int) -> tuple[int, oracle.Step | None]:
    """The distance to a tower and the next move, disk by disk from the largest down."""
    bits, move = "0", None
    for disk, peg in zip(range(len(word), 0, -1), map(int, word), strict=True):
        bits += "01"[peg != target]
        if peg != target:
            move = disk, peg, target
            target = 3 - peg - target
    return int(bits, 2), move


def test_in_a_large_tower_all_formulas_agree_with_the_recursion_followed_down() -> None:
    random = chance()
    for disks in LARGE:
        ends, target = random.choice(oracle.TASKS), random.randrange(3)
        given: dict[str, Any] = {"source": ends[0], "target": ends[1]}
        for step in (0, 2**disks - 1, random.randrange(2**disks)):
            here = configuration(step, disks, **given)
            assert str(here) == configuration_after(step, disks, ends)
            assert step_of(here, **given) == step
            for family in FAMILIES:
                moves = formula.moves(max(step, 1), step + 1, Task(disks, *ends), by=family)
                assert list(moves) == moves_of(max(step, 1), step + 1, disks, ends)
        word = "".join(random.choices("012", k=disks))
        left, move = downwards(word, target)
        assert formula.distance_to_tower(word, target=target) == left
        assert next_move(word, target=target) == move
        away = (formula.distance_to_tower(word, target=peg) for peg in range(3))
        assert sum(away) == 2 * (2**disks - 1)
        assert distance(str(ends[0]) * disks, str(ends[1]) * disks) == 2**disks - 1


@pytest.mark.parametrize("disks", range(6))
def test_a_step_belongs_to_the_configurations_of_the_solution_and_to_no_other(disks: int) -> None:
    for source, target in oracle.TASKS:
        steps = {word: step for step, word in enumerate(oracle.solution(disks, source, target))}
        beginnings = {word[:length] for word in steps for length in range(disks + 1)}
        for word in oracle.words(disks):
            if word in steps:
                assert step_of(word, source=source, target=target) == steps[word]
                continue
            with pytest.raises(errors.NotOnPath) as caught:
                step_of(word, source=source, target=target)
            off = next(length for length in range(disks + 1) if word[:length] not in beginnings)
            assert caught.value.disk == disks + 1 - off, "the largest disk that shows it"


@pytest.mark.parametrize("disks", range(7))
def test_next_moves_and_distances_to_a_tower_are_those_of_breadth_first_search(disks: int) -> None:
    for target in range(3):
        left = oracle.distances(str(target) * disks)
        for word, moves in left.items():
            nearer = [step for step, there in oracle.neighbours(word) if left[there] < moves]
            move = next_move(word, target=target)
            assert ([] if move is None else [move]) == nearer, word
            assert formula.distance_to_tower(word, target=target) == moves


@pytest.mark.parametrize(
    ("disks", "ties", "twice"),
    [
        (0, 0, 0),
        (1, 0, 0),
        (2, 6, 0),
        (3, 48, 18),
        pytest.param(4, 282, 294, marks=pytest.mark.sweep),
    ],
)
def test_between_any_two_configurations_all_shortest_paths_are_known(
    disks: int, ties: int, twice: int
) -> None:
    kinds = Counter(oracle.kind(start, goal) for start, goal in oracle.pairs(disks))
    assert (kinds["tie"], kinds["twice"]) == (ties, twice)
    for start, goal in oracle.pairs(disks):
        lengths = formula.path_lengths(start, goal)
        assert lengths == (oracle.once_and_twice(start, goal) or (0, 0))
        assert distance(start, goal) == oracle.distances(goal)[start]
        paths = formula.shortest_paths(start, goal)
        routes = {tuple(oracle.replay(start, way.moves)) for way in paths}
        assert routes == oracle.shortest_paths(start, goal)
        assert len(routes) == len(paths) == (2 if oracle.kind(start, goal) == "tie" else 1)
        for way in paths:
            moved = Counter(move.disk for move in way.moves)
            assert moved[max(moved, default=0)] == way.times


OF_TWO: list[Callable[[Any, Any], object]] = [
    formula.path_lengths,
    distance,
    formula.shortest_paths,
    lambda start, goal: HanoiGraph(start, goal).dot,
    lambda start, goal: list(path(start, goal, by="any-to-any")),
    lambda start, goal: list(path(start, goal)),
]
OF_ONE: list[Callable[[Any], object]] = [step_of, next_move, formula.distance_to_tower]


def test_every_function_takes_digits_in_any_form_and_refuses_anything_else() -> None:
    asks = [*OF_ONE, *(lambda word, ask=ask: ask(word, "2222") for ask in OF_TWO)]
    for ask in asks:
        assert ask("0021") == ask(Configuration("0021")) == ask([0, 0, 2, 1]) == ask((0, 0, 2, 1))
        for wrong in (None, 3, b"0021", [0, 0, 2.0, 1], [0, 0, True, 1], [["0"]], "0031", len):
            with pytest.raises(errors.BadConfiguration):
                ask(wrong)
    for two in OF_TWO:
        with pytest.raises(errors.BadConfiguration, match=r"3 .*2"):
            two("100", "01")


each_pathfinder = pytest.mark.parametrize("by", PATHFINDERS)


def with_one_big_move(start: str, goal: str) -> int:
    """The length of the path on which the largest differing disk moves only once."""
    return (oracle.once_and_twice(start, goal) or (0, 0))[0]


LENGTHS: dict[str, Callable[[str, str], int]] = {
    "shortest": lambda start, goal: oracle.distances(goal)[start],
    "any-to-any": with_one_big_move,
}


def path_of(by: str, start: str, goal: str, engine: str | None = None) -> list[oracle.Step]:
    """The moves of a path, after each was found legal and the goal reached."""
    moves = list(islice(path(start, goal, by=by, engine=engine), 2 ** (len(start) + 1)))
    assert [*oracle.replay(start, moves)][-1] == goal
    return [tuple(move) for move in moves]  # type: ignore[misc]  # of three numbers


@pytest.mark.parametrize(
    "disks", [*range(3), *(pytest.param(n, marks=pytest.mark.sweep) for n in (3, 4))]
)
@each_pathfinder
def test_between_any_two_configurations_there_is_a_path_of_the_right_length(
    by: str, disks: int
) -> None:
    for start, goal in oracle.pairs(disks):
        for engine in ENGINES if disks < 3 else [None]:
            moves = path_of(by, start, goal, engine)
            if by in LENGTHS:
                assert len(moves) == LENGTHS[by](start, goal), (start, goal)


@pytest.mark.parametrize("disks", [9, pytest.param(12, marks=pytest.mark.sweep)])
def test_a_long_path_is_as_long_as_the_formulas_say(disks: int) -> None:
    random = chance()
    for _ in range(3):
        start, goal = ("".join(random.choices("012", k=disks)) for _ in range(2))
        once, twice = formula.path_lengths(start, goal)
        assert len(path_of("shortest", start, goal)) == min(once, twice)
        assert len(path_of("any-to-any", start, goal)) == once


@each_pathfinder
def test_a_trace_shows_the_pegs_after_each_move(by: str) -> None:
    for start, goal in (("100", "011"), ("0122", "2010")):
        for engine in ENGINES:
            records = trace(start, goal, by=by, engine=engine)
            words = oracle.replay(start, (record.output for record in records if record.output))
            assert [record.view for record in records if record.output] == [
                pegs_of(word) for word in islice(words, 1, None)
            ]
