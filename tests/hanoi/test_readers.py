"""Every reader answers every word as recursion and breadth-first search do."""

from collections.abc import Callable
from itertools import product

import oracle
import pytest
from sampling import one_in

from hanoi_fsm.fsm.errors import BadInput, MachineStopped
from hanoi_fsm.hanoi.automata import READERS

STOPS = "stops"
LONGEST = {"01": 7, "012": 5}
"""The lengths of the words that are tried, by their alphabet."""

Oracle = Callable[[str, int, int], str]
"""(word, source, target) to the right answer."""


def bits(number: int, width: int) -> str:
    return f"{number:0{width}b}" if width else ""


def number(word: str) -> int:
    return int(word or "0", 2)


def moved(before: str, after: str) -> str:
    [(a, b)] = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    return a + b


def move_made(word: str, source: int, target: int) -> str:
    passed, step = oracle.solution(len(word), source, target), number(word)
    return moved(*passed[step - 1 : step + 1]) if step else "none"


def move_in_a_large_odd_tower(word: str, source: int, target: int) -> str:
    step = number(word)
    return moved(*oracle.solution(9, 0, 1)[step : step + 2])


def configuration_passed(word: str, source: int, target: int) -> str:
    return oracle.solution(len(word), source, target)[number(word)]


def rank(word: str, source: int, target: int) -> str:
    passed = oracle.solution(len(word), source, target)
    return bits(passed.index(word), len(word)) if word in passed else STOPS


def membership(word: str, source: int, target: int) -> str:
    return "" if word in oracle.solution(len(word), source, target) else STOPS


def moves_left(word: str, source: int, target: int) -> str:
    return bits(oracle.distances(str(target) * len(word))[word], len(word))


def move_nearer(word: str, source: int, target: int) -> str:
    left = oracle.distances(str(target) * len(word))
    for (_, a, b), there in oracle.neighbours(word):
        if left[there] < left[word]:
            return f"{a}{b}"
    return "none"


def subtriangles(word: str, source: int, target: int) -> str:
    """Seen from a corner, the digits that are another corner's are the bits of its distance."""
    far = [moves_left(word, source, corner) for corner in range(3)]
    return "".join(str(place.index("0")) for place in zip(*far, strict=True))


ORACLES: dict[str, Oracle] = {
    "move-reader": move_made,
    "move-reader-small": move_in_a_large_odd_tower,
    "configuration-reader": configuration_passed,
    "rank-reader": rank,
    "path-reader": membership,
    "distance-reader": moves_left,
    "next-move-reader": move_nearer,
    "sierpinski-reader": subtriangles,
}
SIX_TASKS = ["configuration-reader", "rank-reader", "path-reader", "distance-reader"]
"""The readers that answer for all six tasks."""


def answer(name: str, word: str, source: int = 0, target: int = 2) -> str:
    reader, view = READERS[name], READERS[name].empty_word_answer
    try:
        for record in reader.read(word, source=source, target=target, views=True):
            view = str(record.view)
    except MachineStopped:
        return STOPS
    return view


@pytest.mark.parametrize(
    ("name", "task"),
    one_in(
        3,
        (
            (name, task)
            for name in ORACLES
            for task in (oracle.TASKS if name in SIX_TASKS else [(0, 2)])
        ),
    ),
)
@pytest.mark.one_in(6)
def test_every_word_gets_the_right_answer(name: str, task: tuple[int, int]) -> None:
    alphabet = "".join(sorted(READERS[name].automaton.events))
    for length in range(LONGEST[alphabet] + 1):
        for word in map("".join, product(alphabet, repeat=length)):
            assert answer(name, word, *task) == ORACLES[name](word, *task), word


@pytest.mark.parametrize("name", sorted(set(READERS) - set(SIX_TASKS)))
def test_a_reader_for_one_task_refuses_the_others(name: str) -> None:
    with pytest.raises(BadInput, match="omit --from"):
        READERS[name].read("", source=2, target=0)


@pytest.mark.parametrize(
    ("name", "word", "steps"), [("rank-reader", "0212", 1), ("path-reader", "1", 0)]
)
def test_off_the_path_the_trace_ends_where_it_shows(name: str, word: str, steps: int) -> None:
    records = READERS[name].read(word)
    for _ in range(steps):
        next(records)
    with pytest.raises(MachineStopped):
        next(records)


SIZES = {
    "move-reader": (14, 28),
    "move-reader-small": (6, 12),
    "configuration-reader": (6, 12),
    "rank-reader": (6, 12),
    "path-reader": (3, 6),
    "distance-reader": (3, 9),
    "next-move-reader": (7, 21),
    "sierpinski-reader": (6, 18),
    "twice-reader": (20, 180),
    "twice-reader-small": (5, 45),
}
"""The states and transitions of the readers; a word may end in every state."""


def test_the_sizes_of_the_tables() -> None:
    tables = {name: reader.automaton for name, reader in READERS.items()}
    assert {name: (len(t.states), len(t.transitions)) for name, t in tables.items()} == SIZES
    assert all(table.final == set(table.states) for table in tables.values())


def test_move_reader_is_in_12_states_after_a_first_1() -> None:
    automaton = READERS["move-reader"].automaton
    words = [word for length in range(1, 9) for word in product("01", repeat=length)]
    seen = {[*automaton.read(word)][-1].target for word in words if "1" in word}
    zeros = {automaton.initial, *(row.target for row in automaton.read("0" * 8))}
    assert (len(seen), set(automaton.states) - seen) == (12, zeros)


RULES = {"a": "aC", "b": "cB", "c": "bA", "A": "ac", "B": "cb", "C": "ba"}
MOVES = {"a": "01", "b": "12", "c": "20", "A": "10", "B": "21", "C": "02"}


def test_the_fixed_point_of_the_substitution_is_what_move_reader_small_answers() -> None:
    word = "a"
    for width in range(8):
        steps = map("".join, product("01", repeat=width))
        found = [answer("move-reader-small", step) for step in steps]
        assert found == [MOVES[letter] for letter in word]
        longer = "".join(RULES[letter] for letter in word)
        assert longer.startswith(word)
        word = longer
