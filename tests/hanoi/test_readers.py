"""Every reader answers every word as recursion and breadth-first search do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import oracle
import pytest

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, MachineStopped
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi.automata import READERS

LONGEST = 8
STOPS = "stops"


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
    return moved(*oracle.solution(LONGEST + 1, 0, 1)[step : step + 2])


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


BINARY: dict[str, Oracle] = {
    "move-reader": move_made,
    "move-reader-small": move_in_a_large_odd_tower,
    "configuration-reader": configuration_passed,
}
TERNARY: dict[str, Oracle] = {
    "rank-reader": rank,
    "path-reader": membership,
    "distance-reader": moves_left,
    "next-move-reader": move_nearer,
    "sierpinski-reader": subtriangles,
}
ORACLES = {**BINARY, **TERNARY}
SIX_TASKS = ["configuration-reader", "rank-reader", "path-reader", "distance-reader"]
"""The readers that answer for all six tasks."""

each_case = pytest.mark.parametrize(
    ("name", "task"),
    [
        (name, task)
        for name in ORACLES
        for task in (oracle.TASKS if name in SIX_TASKS else [(0, 2)])
    ],
)


# The calls


def read(name: str, word: str, source: int = 0, target: int = 2) -> Iterator[Record]:
    return READERS[name].read(word, source=source, target=target)


def answers(name: str, longest: int, task: tuple[int, int] = (0, 2)) -> Iterator[tuple[str, str]]:
    """Every word with the reader's answer, prefixes first, by one walk through its table."""
    reader = READERS[name]
    level: list[tuple[str, str | None, str]]
    level = [("", reader.state_for(*task), reader.empty_word_answer)]
    for _ in range(longest + 1):
        yield from ((word, answer) for word, _, answer in level)
        longer: list[tuple[str, str | None, str]] = []
        for word, here, answer in level:
            for symbol in reader.automaton.events:
                rows = reader.automaton.transitions_for(here, symbol) if here else ()
                if not rows:
                    longer.append((word + symbol, None, STOPS))
                    continue
                new = reader.outputs[rows[0].action] if rows[0].action else ""
                whole = new if reader.memory.answers_last else answer + new
                longer.append((word + symbol, rows[0].target, whole))
        level = longer


# Answers


@each_case
def test_every_word_of_up_to_8_symbols_gets_the_right_answer(
    name: str, task: tuple[int, int]
) -> None:
    alphabet = "01" if name in BINARY else "012"
    assert sorted(READERS[name].automaton.events) == list(alphabet)
    seen = 0
    for word, answer in answers(name, LONGEST, task):
        assert answer == ORACLES[name](word, *task), word
        if len(word) in range(1, 5):
            assert engine_answer(name, word, task) == answer, word
        seen += 1
    assert seen == sum(len(alphabet) ** n for n in range(LONGEST + 1))


def engine_answer(name: str, word: str, task: tuple[int, int]) -> str:
    try:
        *_, last = READERS[name].read(word, source=task[0], target=task[1], views=True)
    except MachineStopped:
        return STOPS
    return str(last.view)


@pytest.mark.parametrize("name", sorted(set(READERS) - set(SIX_TASKS)))
def test_a_reader_for_one_task_refuses_the_others(name: str) -> None:
    with pytest.raises(BadInput, match="0 -> 2"):
        read(name, "", 2, 0)


@pytest.mark.parametrize(
    ("name", "word", "place"),
    [
        ("move-reader", "0120", 3),
        ("distance-reader", "0x", 2),
        ("twice-reader", "00 0", 2),
        ("twice-reader-small", "03", 1),
    ],
)
def test_an_unknown_symbol_is_named_with_its_place(name: str, word: str, place: int) -> None:
    with pytest.raises(BadInput, match=f"symbol {place} "):
        read(name, word)


@pytest.mark.parametrize(
    ("name", "word", "steps"), [("rank-reader", "0212", 1), ("path-reader", "1", 0)]
)
def test_off_the_path_the_trace_ends_where_it_shows(name: str, word: str, steps: int) -> None:
    records = read(name, word)
    for _ in range(steps):
        next(records)
    with pytest.raises(MachineStopped):
        next(records)


# Tables


@pytest.mark.parametrize("name", ["rank-reader", "path-reader"])
def test_a_reader_of_the_path_accepts_exactly_2_to_the_n_words(name: str) -> None:
    automaton = READERS[name].automaton
    words = {automaton.initial: 1}
    for length in range(40):
        assert sum(words.values()) == 2**length
        longer = dict.fromkeys(automaton.states, 0)
        for row in automaton.transitions:
            longer[row.target] += words.get(row.source, 0)
        words = longer


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
    zeros = reached(automaton, {automaton.initial}, "0")
    after_a_one = {automaton.transitions_for(state, "1")[0].target for state in zeros}
    seen = reached(automaton, after_a_one, "01")
    assert len(seen) == 12
    assert set(automaton.states) - seen == zeros


def reached(automaton: Automaton, states: set[str], symbols: str) -> set[str]:
    """All states that words of these symbols lead to from some states."""
    onward = {
        row.target
        for state in states
        for s in symbols
        for row in automaton.transitions_for(state, s)
    }
    return states if onward <= states else reached(automaton, states | onward, symbols)


RULES = {"a": "aC", "b": "cB", "c": "bA", "A": "ac", "B": "cb", "C": "ba"}
MOVES = {"a": "01", "b": "12", "c": "20", "A": "10", "B": "21", "C": "02"}


def test_the_fixed_point_of_the_substitution_is_what_move_reader_small_answers() -> None:
    word = "a"
    for width in range(LONGEST + 1):
        found = [
            answer for text, answer in answers("move-reader-small", width) if len(text) == width
        ]
        assert found == [MOVES[letter] for letter in word]
        longer = "".join(RULES[letter] for letter in word)
        assert longer.startswith(word)
        word = longer
