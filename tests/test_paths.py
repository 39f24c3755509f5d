"""Paths between any two configurations, and what closed formulas tell of a configuration."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import bfs
import pytest

from hanoi_fsm import Configuration, distance, next_move, path, step_of, verdict
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadConfiguration, BadPeg, NotOnPath

SEED = random.randrange(2**32)


def gone(start: str, goal: str, by: str) -> int:
    """How many moves a path has, after each of them was found legal and the goal reached."""
    moves = list(islice(path(Configuration(start), Configuration(goal), by), 2 ** (len(start) + 1)))
    assert [*bfs.walk(start, moves)][-1] == goal
    return len(moves)


def pairs(disks: int) -> list[tuple[str, str]]:
    return [(start, goal) for start in bfs.words(disks) for goal in bfs.words(disks)]


def some_pairs(disks: int, count: int) -> list[tuple[str, str]]:
    """Random pairs of large configurations; the seed is printed."""
    print(f"seed {SEED}")
    chance = random.Random(SEED + disks)
    return [
        ("".join(chance.choices("012", k=disks)), "".join(chance.choices("012", k=disks)))
        for _ in range(count)
    ]


# --- lengths, in closed form ---


@pytest.mark.parametrize("disks", range(6))
def test_the_distance_is_that_of_breadth_first_search(disks: int) -> None:
    configurations = {word: Configuration(word) for word in bfs.words(disks)}
    for goal, there in configurations.items():
        found = bfs.distances(goal)
        for start, here in configurations.items():
            assert distance(here, there) == found[start], (start, goal)


@pytest.mark.parametrize("disks", range(5))
def test_both_lengths_are_those_of_a_search_that_counts_the_largest_disk_s_moves(
    disks: int,
) -> None:
    for start, goal in pairs(disks):
        lengths = formulas.path_lengths(Configuration(start), Configuration(goal))
        assert lengths == bfs.once_and_twice(start, goal), (start, goal)


@pytest.mark.parametrize(
    ("disks", "ties", "twice"), [(0, 0, 0), (1, 0, 0), (2, 6, 0), (3, 48, 18), (4, 282, 294)]
)
def test_where_both_lengths_are_equal_there_are_two_shortest_paths_and_else_one(
    disks: int, ties: int, twice: int
) -> None:
    kinds = Counter[str]()
    for goal in bfs.words(disks):
        paths = bfs.shortest_paths(goal)
        for start in bfs.words(disks):
            lengths = formulas.path_lengths(Configuration(start), Configuration(goal))
            once, double = lengths or (0, 1)
            kinds["tie" if once == double else "once" if once < double else "twice"] += 1
            assert paths[start] == (2 if once == double else 1), (start, goal)
    assert (kinds["tie"], kinds["twice"]) == (ties, twice)


@pytest.mark.parametrize(
    ("start", "goal", "lengths"),
    [
        ("", "", None),
        ("0121", "0121", None),
        ("0", "2", (1, 2)),
        ("000", "222", (7, 11)),
        ("100", "011", (7, 5)),
        ("2100", "2011", (7, 5)),
    ],
)
def test_the_lengths_of_some_pairs(start: str, goal: str, lengths: tuple[int, int] | None) -> None:
    assert formulas.path_lengths(Configuration(start), Configuration(goal)) == lengths


@pytest.mark.parametrize("disks", [1, 2, 3, 10, 1000, 100_000])
def test_between_two_towers_lie_all_the_moves_of_the_solution(disks: int) -> None:
    for source, target in bfs.TASKS:
        towers = Configuration.tower(disks, source), Configuration.tower(disks, target)
        assert distance(*towers) == 2**disks - 1


def test_the_distance_is_the_same_there_and_back() -> None:
    for start, goal in some_pairs(1000, 20):
        there, back = Configuration(start), Configuration(goal)
        assert distance(there, back) == distance(back, there) > 0


# --- the pathfinders ---


@pytest.mark.parametrize("disks", range(4))
def test_shortest_is_as_short_as_breadth_first_search_on_all_pairs(disks: int) -> None:
    for start, goal in pairs(disks):
        assert gone(start, goal, "shortest") == bfs.distances(goal)[start], (start, goal)


@pytest.mark.sweep
@pytest.mark.parametrize("goal", [word for disks in (4, 5) for word in bfs.words(disks)])
def test_shortest_is_as_short_as_breadth_first_search_with_4_and_5_disks(goal: str) -> None:
    for start in bfs.words(len(goal)):
        assert gone(start, goal, "shortest") == bfs.distances(goal)[start], (start, goal)


@pytest.mark.parametrize("disks", range(4))
def test_any_to_any_moves_the_largest_differing_disk_exactly_once(disks: int) -> None:
    for start, goal in pairs(disks):
        ways = bfs.once_and_twice(start, goal)
        expected = 0 if ways is None else ways[0]
        assert gone(start, goal, "any-to-any") == expected, (start, goal)


@pytest.mark.parametrize("disks", range(4))
def test_any_to_any_is_longer_than_shortest_exactly_where_two_moves_are_needed(
    disks: int,
) -> None:
    for start, goal in pairs(disks):
        longer = gone(start, goal, "any-to-any") > gone(start, goal, "shortest")
        assert longer == (bfs.kind(start, goal) == "twice"), (start, goal)


@pytest.mark.parametrize("disks", range(5))
def test_the_verdict_is_twice_exactly_where_one_move_makes_the_way_longer(disks: int) -> None:
    for start, goal in pairs(disks):
        here, there = Configuration(start), Configuration(goal)
        lengths = formulas.path_lengths(here, there)
        longer = lengths is not None and lengths.once > bfs.distances(goal)[start]
        assert longer == (verdict(here, there).kind == "twice"), (start, goal)


@pytest.mark.parametrize(("by", "length"), [("shortest", 5), ("any-to-any", 7)])
@pytest.mark.parametrize(
    ("start", "goal"), [("100", "011"), ("2100", "2011"), ("02100", "02011"), ("011", "100")]
)
def test_the_smallest_pair_that_any_to_any_takes_too_long_for(
    start: str, goal: str, by: str, length: int
) -> None:
    assert gone(start, goal, by) == length


@pytest.mark.parametrize("disks", [8, 9, 10, 11, 12])
def test_a_path_between_random_configurations_is_as_long_as_the_formulas_say(disks: int) -> None:
    for start, goal in some_pairs(disks, 2):
        lengths = formulas.path_lengths(Configuration(start), Configuration(goal))
        assert lengths is not None or start == goal
        assert gone(start, goal, "shortest") == (min(lengths) if lengths else 0)
        assert gone(start, goal, "any-to-any") == (lengths.once if lengths else 0)


@pytest.mark.parametrize("by", ["shortest", "any-to-any"])
@pytest.mark.parametrize("word", ["", "0", "12", "02120"])
def test_from_a_configuration_to_itself_there_is_nothing_to_do(word: str, by: str) -> None:
    assert gone(word, word, by) == 0


@pytest.mark.parametrize("by", ["shortest", "any-to-any"])
@pytest.mark.parametrize(("source", "target"), bfs.TASKS)
def test_between_towers_a_path_is_the_solution(by: str, source: int, target: int) -> None:
    towers = Configuration.tower(5, source), Configuration.tower(5, target)
    assert list(path(*towers, by)) == list(bfs.recursion(5, source, target))


def test_each_of_the_first_moves_between_3_000_disks_leads_nearer() -> None:
    [(start, end)] = some_pairs(3000, 1)
    here, goal = Configuration(start), Configuration(end)
    before = distance(here, goal)
    for made, move in enumerate(islice(path(here, goal), 100), 1):
        here = here.after(move)
        assert distance(here, goal) == before - made


@pytest.mark.parametrize("by", ["shortest", "any-to-any"])
def test_a_start_and_a_goal_of_different_lengths_are_refused_at_the_call(by: str) -> None:
    with pytest.raises(BadConfiguration, match="3 disks and the goal 2"):
        path(Configuration("100"), Configuration("01"), by)


@pytest.mark.parametrize(
    ("by", "message"), [("shortes", "did you mean 'shortest'"), ("monk", "no pathfinder 'monk'")]
)
def test_a_name_that_is_no_pathfinder_is_refused_at_the_call(by: str, message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        path(Configuration("1"), Configuration("0"), by)


# --- one configuration ---


@pytest.mark.parametrize(("source", "target"), bfs.TASKS)
def test_a_step_belongs_to_the_configurations_of_the_solution_and_to_no_other(
    source: int, target: int
) -> None:
    for disks in range(7):
        steps = {word: step for step, word in enumerate(bfs.solution(disks, source, target))}
        for word in bfs.words(disks):
            if word in steps:
                assert step_of(Configuration(word), source, target) == steps[word]
            else:
                with pytest.raises(NotOnPath):
                    step_of(Configuration(word), source, target)


@pytest.mark.parametrize(("source", "target"), bfs.TASKS)
def test_the_disk_that_is_named_off_the_path_is_the_largest_that_shows_it(
    source: int, target: int
) -> None:
    beginnings = {word[:k] for word in bfs.solution(6, source, target) for k in range(7)}
    for word in bfs.words(6):
        off = next((k for k in range(7) if word[:k] not in beginnings), None)
        if off is not None:
            with pytest.raises(NotOnPath, match=f"disk {7 - off} lies on peg") as caught:
                step_of(Configuration(word), source, target)
            assert caught.value.disk == 7 - off


@pytest.mark.parametrize("target", range(3))
def test_the_distance_to_a_tower_is_that_of_breadth_first_search(target: int) -> None:
    for disks in range(7):
        for word, left in bfs.distances(str(target) * disks).items():
            assert formulas.distance_to_tower(Configuration(word), target) == left


@pytest.mark.parametrize("target", range(3))
def test_the_next_move_is_the_one_that_leads_nearer(target: int) -> None:
    for disks in range(7):
        left = bfs.distances(str(target) * disks)
        for word in left:
            nearer = [step for step, there in bfs.neighbours(word) if left[there] < left[word]]
            came = next_move(Configuration(word), target)
            assert ([] if came is None else [came]) == nearer, word


@pytest.mark.parametrize("peg", [3, -1, True])
def test_a_target_that_is_no_peg_is_refused(peg: int) -> None:
    with pytest.raises(BadPeg):
        next_move(Configuration("01"), peg)
    with pytest.raises(BadPeg):
        formulas.distance_to_tower(Configuration("01"), peg)
    with pytest.raises(BadPeg):
        step_of(Configuration("01"), 0, peg)


# --- as a number, as bit words ---


@pytest.mark.parametrize(
    ("word", "number"),
    [("", 0), ("0", 0), ("2", 2), ("100", 1), ("001", 9), ("0121", 1 * 3 + 2 * 9 + 1 * 27)],
)
def test_the_right_ternary_digit_of_its_number_is_the_largest_disk(word: str, number: int) -> None:
    assert Configuration(word).to_number() == number
    assert str(Configuration.from_number(number, len(word))) == word


@pytest.mark.parametrize("disks", range(7))
def test_every_number_below_3_to_the_n_is_exactly_one_configuration(disks: int) -> None:
    numbers = {word: Configuration(word).to_number() for word in bfs.words(disks)}
    assert sorted(numbers.values()) == list(range(3**disks))
    for word, number in numbers.items():
        assert number == sum(int(digit) * 3**place for place, digit in enumerate(word))
        assert str(Configuration.from_number(number, disks)) == word


@pytest.mark.parametrize("disks", [511, 512, 513, 1024, 5_000, 100_000])
def test_a_large_configuration_comes_back_from_its_number(disks: int) -> None:
    [(word, other)] = some_pairs(disks, 1)
    number = Configuration(word).to_number()
    assert number % 9 == int(word[0]) + 3 * int(word[1])
    assert str(Configuration.from_number(number, disks)) == word
    assert Configuration(other).to_number() != number


@pytest.mark.parametrize(
    ("number", "disks"),
    [(-1, 3), (27, 3), (1, 0), (3**600, 600), (3**5000, 5000), (True, 3), (1.0, 3), ("1", 3)],
)
def test_a_number_that_is_no_configuration_s_is_refused_in_one_line(
    number: int, disks: int
) -> None:
    with pytest.raises(BadConfiguration, match="is the number of no configuration") as caught:
        Configuration.from_number(number, disks)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("number", [3**3 - 1, 3**512 - 1, 3**600 - 1, 3**5000 - 1])
def test_the_largest_number_is_the_tower_on_peg_2(number: int) -> None:
    disks = next(n for n in (3, 512, 600, 5000) if 3**n > number)
    assert Configuration.from_number(number, disks) == Configuration.tower(disks, 2)


@pytest.mark.parametrize(
    ("word", "masks"), [("", (0, 0, 0)), ("0", (1, 0, 0)), ("0021", (12, 1, 2)), ("12", (0, 2, 1))]
)
def test_a_disk_is_a_bit_in_the_word_of_its_peg(word: str, masks: tuple[int, int, int]) -> None:
    assert Configuration(word).masks() == masks


@pytest.mark.parametrize("disks", [*range(6), 64, 5_000])
def test_a_configuration_comes_back_from_its_bit_words(disks: int) -> None:
    some = bfs.words(disks) if disks < 6 else [word for word, _ in some_pairs(disks, 3)]
    for word in some:
        masks = Configuration(word).masks()
        assert [f"{mask:b}".count("1") for mask in masks] == [word.count(peg) for peg in "012"]
        assert str(Configuration.from_masks(masks, disks)) == word


@pytest.mark.parametrize(
    ("masks", "disks"),
    [
        ((1, 1, 0), 1),  # a disk on two pegs
        ((1, 1, 1), 1),  # a disk on three
        ((0, 0, 0), 1),  # a disk on none
        ((2, 0, 0), 1),  # a disk too many
        ((-1, 0, 0), 1),
        ((1, 2, 8), 3),
    ],
)
def test_bit_words_that_are_no_configuration_are_refused(
    masks: tuple[int, int, int], disks: int
) -> None:
    with pytest.raises(BadConfiguration, match="set every disk's bit in exactly one"):
        Configuration.from_masks(masks, disks)
