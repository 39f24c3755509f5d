"""Every reader answers every word as recursion and breadth-first search do."""

from collections.abc import Callable
from functools import cache
from itertools import product

import pytest
from support import oracle
from support.chance import chance

from hanoi_fsm import ENGINES, READERS, check, errors, trace

REFUSED = "refused"
Answer = Callable[[str, int, int], str]
"""(word, source, target) to the right answer."""


def bits(number: int, width: int) -> str:
    return f"{number:0{width}b}" if width else ""


def step(word: str) -> int:
    return int(word or "0", 2)


def moved(before: str, after: str) -> str:
    [pegs] = [a + b for a, b in zip(before, after, strict=True) if a != b]
    return pegs


def move_made(word: str, source: int, target: int) -> str:
    passed = oracle.solution(len(word), source, target)
    return moved(*passed[step(word) - 1 : step(word) + 1]) if step(word) else "none"


def move_in_a_large_odd_tower(word: str, source: int, target: int) -> str:
    return moved(*oracle.solution(9, 0, 1)[step(word) : step(word) + 2])


def configuration_passed(word: str, source: int, target: int) -> str:
    return oracle.solution(len(word), source, target)[step(word)]


def rank(word: str, source: int, target: int) -> str:
    passed = oracle.solution(len(word), source, target)
    return bits(passed.index(word), len(word)) if word in passed else REFUSED


def membership(word: str, source: int, target: int) -> str:
    return "" if word in oracle.solution(len(word), source, target) else REFUSED


def moves_left(word: str, source: int, target: int) -> str:
    return bits(oracle.distances(str(target) * len(word))[word], len(word))


def move_nearer(word: str, source: int, target: int) -> str:
    left = oracle.distances(str(target) * len(word))
    nearer = (f"{a}{b}" for (_, a, b), there in oracle.neighbours(word) if left[there] < left[word])
    return next(nearer, "none")


def subtriangles(word: str, source: int, target: int) -> str:
    """Seen from a corner, the digits that are another corner's are the bits of its distance."""
    far = [moves_left(word, source, corner) for corner in range(3)]
    return "".join(str(place.index("0")) for place in zip(*far, strict=True))


def of_pairs(word: str) -> tuple[str, str]:
    """The two configurations of a word of pairs, which follow the first difference, 0 and 2."""
    return "0" + word[::2], "2" + word[1::2]


def kind(word: str, source: int, target: int) -> str:
    return oracle.kind(*of_pairs(word))


@cache
def standing_at(disks: int) -> dict[str, str]:
    """The configurations by their addresses in the Sierpinski triangle."""
    return {subtriangles(word, 0, 2): word for word in oracle.words(disks)}


def kind_of_addresses(word: str, source: int, target: int) -> str:
    start, goal = (standing_at(len(place))[place] for place in of_pairs(word))
    return oracle.kind(start, goal)


USUAL = [(0, 2)]
ANSWERS: dict[str, tuple[Answer, list[tuple[int, int]]]] = {
    "move-reader": (move_made, [(0, 2), (0, 1)]),
    "move-reader-small": (move_in_a_large_odd_tower, USUAL),
    "configuration-reader": (configuration_passed, [*oracle.TASKS]),
    "rank-reader": (rank, [*oracle.TASKS]),
    "path-reader": (membership, [*oracle.TASKS]),
    "distance-reader": (moves_left, [*oracle.TASKS]),
    "next-move-reader": (move_nearer, USUAL),
    "sierpinski-reader": (subtriangles, USUAL),
    "twice-reader": (kind, USUAL),
    "twice-reader-small": (kind_of_addresses, USUAL),
}
"""The answer of each reader, and its tasks."""


def answer(name: str, word: str, task: tuple[int, int], engine: str) -> str:
    source, target = task
    try:
        records = trace(word, by=name, source=source, target=target, engine=engine)
    except errors.MachineStopped:
        return REFUSED
    return str(records[-1].view) if records else READERS[name].empty_word_answer


def words_up_to(name: str, length: int) -> list[str]:
    symbols = sorted(READERS[name].automaton.events)
    lengths = range(length + 1)
    return ["".join(word) for width in lengths for word in product(symbols, repeat=width)]


LENGTHS = {2: 5, 3: 4, 9: 2}
"""The longest words that are tried every day, by the size of their alphabet."""


@pytest.mark.parametrize("further", [0, pytest.param(1, marks=pytest.mark.sweep)])
@pytest.mark.parametrize("name", READERS)
def test_every_word_gets_the_right_answer(name: str, further: int) -> None:
    if name not in ANSWERS:
        assert check(name, 4 + further).holds
        return
    due, tasks = ANSWERS[name]
    length = LENGTHS[len(READERS[name].automaton.events)] + further
    for task in tasks:
        for word in words_up_to(name, length if task == (0, 2) else length - 1):
            for engine in ENGINES if len(word) < 2 else ["generated"]:
                assert answer(name, word, task, engine) == due(word, *task), (word, task, engine)


def test_a_reader_for_one_task_refuses_the_others() -> None:
    for name, (_, tasks) in ANSWERS.items():
        for source, target in {*oracle.TASKS} - {*tasks}:
            with pytest.raises(errors.BadInput, match=r"only for .*: (leave out|choose)"):
                trace("", by=name, source=source, target=target)


def test_two_configurations_are_read_as_the_pairs_after_their_first_difference() -> None:
    pairs = [(start, goal) for start, goal in oracle.pairs(3) if start != goal]
    for start, goal in chance().sample(pairs, 40):
        records = trace(start, goal, by="twice-reader", engine="generated")
        last = str(records[-1].view) if records else READERS["twice-reader"].empty_word_answer
        assert last == oracle.kind(start, goal), (start, goal)


def test_reading_changes_nothing_about_the_word() -> None:
    """Blanks and commas between the symbols make no difference."""
    for word in ("0 1 1 0", "0,1,1,0", "01 10"):
        assert trace(word, by="move-reader") == trace("0110", by="move-reader")
