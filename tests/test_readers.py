"""Every reader answers every word as recursion and breadth-first search do."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import bfs
import pytest

from hanoi_fsm import Configuration, find, verdict
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines.pytransitions import Engine
from hanoi_fsm.fsm.errors import BadInput, MachineStopped
from hanoi_fsm.fsm.trace import outputs
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.automata import READERS, Reader
from hanoi_fsm.hanoi.automata.output_tapes import Answer
from hanoi_fsm.hanoi.automata.twice_reader import pairs_of
from hanoi_fsm.hanoi.solving import ReaderMachine

LONGEST = 8
STOPS = "stops"
PAIRS = [s + t for s, t in product("012", repeat=2)]

Oracle = Callable[[str, int, int], str]
"""(word, source, target) to the right answer."""


def bits(number: int, width: int) -> str:
    return f"{number:0{width}b}" if width else ""


def number(word: str) -> int:
    return int(word or "0", 2)


@cache
def textbook(disks: int, source: int, target: int) -> list[bfs.Step]:
    return list(bfs.recursion(disks, source, target))


@cache
def ranks(disks: int, source: int, target: int) -> dict[str, int]:
    return {word: step for step, word in enumerate(bfs.solution(disks, source, target))}


def move_made(word: str, source: int, target: int) -> str:
    if number(word) == 0:
        return "none"
    _, a, b = textbook(len(word), source, target)[number(word) - 1]
    return f"{a}{b}"


def move_in_a_large_odd_tower(word: str, source: int, target: int) -> str:
    _, a, b = textbook(LONGEST + 1, 0, 1)[number(word)]
    return f"{a}{b}"


def place_on_the_way(word: str, source: int, target: int) -> str:
    return bfs.solution(len(word), source, target)[number(word)]


def rank(word: str, source: int, target: int) -> str:
    step = ranks(len(word), source, target).get(word)
    return STOPS if step is None else bits(step, len(word))


def membership(word: str, source: int, target: int) -> str:
    return "" if word in ranks(len(word), source, target) else STOPS


def moves_left(word: str, source: int, target: int) -> str:
    return bits(bfs.distances(str(target) * len(word))[word], len(word))


def move_nearer(word: str, source: int, target: int) -> str:
    left = bfs.distances(str(target) * len(word))
    for (_, a, b), there in bfs.neighbours(word):
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
    "configuration-reader": place_on_the_way,
}
TERNARY: dict[str, Oracle] = {
    "rank-reader": rank,
    "path-reader": membership,
    "distance-reader": moves_left,
    "next-move-reader": move_nearer,
    "sierpinski-reader": subtriangles,
}
ORACLES = {**BINARY, **TERNARY}
OTHER_TASKS = ["configuration-reader", "rank-reader", "path-reader", "distance-reader"]
"""The readers that answer for all six tasks."""
CASES = [
    (name, source, target)
    for name in ORACLES
    for source, target in (bfs.TASKS if name in OTHER_TASKS else [(0, 2)])
]


def answers(reader: Reader, state: str, alphabet: str, longest: int) -> Iterator[tuple[str, str]]:
    """Every word with the reader's answer, prefixes first, by one walk through its table."""
    tape = reader.memory()
    writes: dict[str | None, str] = {None: ""}
    for action in reader.memory.actions():
        getattr(tape, action)()
        writes[action] = str(tape.output)
    level: list[tuple[str, str | None, str]] = [("", state, reader.silent)]
    for _ in range(longest + 1):
        yield from ((word, answer) for word, _, answer in level)
        longer: list[tuple[str, str | None, str]] = []
        for word, here, answer in level:
            for symbol in alphabet:
                rows = reader.automaton.rows_for(here, symbol) if here else ()
                if not rows:
                    longer.append((word + symbol, None, STOPS))
                    continue
                new = writes[rows[0].action]
                whole = new if issubclass(reader.memory, Answer) else answer + new
                longer.append((word + symbol, rows[0].target, whole))
        level = longer


def test_there_are_these_readers() -> None:
    assert sorted(READERS) == sorted([*ORACLES, "twice-reader", "twice-reader-small"])
    assert sorted(OTHER_TASKS) == sorted(r.name for r in READERS.values() if r.start)


@pytest.mark.parametrize(("name", "source", "target"), CASES)
def test_every_word_of_up_to_8_symbols_is_answered_right(
    name: str, source: int, target: int
) -> None:
    reader = READERS[name]
    alphabet = "01" if name in BINARY else "012"
    state = reader.state_for(source, target)
    seen = 0
    for word, answer in answers(reader, state, alphabet, LONGEST):
        assert answer == ORACLES[name](word, source, target), word
        seen += 1
    assert seen == sum(len(alphabet) ** n for n in range(LONGEST + 1))


@pytest.mark.parametrize(("name", "source", "target"), CASES)
def test_the_engine_reads_as_the_table_says(name: str, source: int, target: int) -> None:
    reader = READERS[name]
    tape = reader.memory()
    engine = Engine(reader.automaton, tape)
    for length in range(1, 5):
        for symbols in product("01" if name in BINARY else "012", repeat=length):
            tape.written.clear()
            try:
                list(engine.run(symbols, state=reader.state_for(source, target)))
                came = tape.show()
            except MachineStopped:
                came = STOPS
            assert came == ORACLES[name]("".join(symbols), source, target), symbols


@pytest.mark.parametrize("name", sorted(set(READERS) - set(OTHER_TASKS)))
def test_a_reader_for_one_task_refuses_the_others(name: str) -> None:
    with pytest.raises(BadInput, match="task 0 -> 2 only"):
        machine(name).read("", 2, 0)


@pytest.mark.parametrize(
    ("name", "word", "place"),
    [
        ("move-reader", "0120", 3),
        ("distance-reader", "0x", 2),
        ("twice-reader", "00 0", 2),
        ("twice-reader-small", "03", 1),
    ],
)
def test_a_symbol_that_is_none_is_named_with_its_place(name: str, word: str, place: int) -> None:
    with pytest.raises(BadInput, match=f"symbol {place} is"):
        machine(name).read(word)


@pytest.mark.parametrize(
    ("name", "word", "read"), [("rank-reader", "0212", 1), ("path-reader", "1", 0)]
)
def test_off_the_path_the_trace_ends_where_it_shows(name: str, word: str, read: int) -> None:
    records = machine(name).read(word)
    for _ in range(read):
        next(records)
    with pytest.raises(MachineStopped):
        next(records)


@pytest.mark.parametrize("name", ["rank-reader", "path-reader"])
def test_a_reader_of_the_path_accepts_exactly_2_to_the_n_words(name: str) -> None:
    automaton = READERS[name].automaton
    ways = {automaton.initial: 1}
    for length in range(40):
        assert sum(ways.values()) == 2**length
        after: dict[str, int] = dict.fromkeys(automaton.states, 0)
        for row in automaton.transitions:
            after[row.target] += ways.get(row.source, 0)
        ways = after


@pytest.mark.parametrize(
    ("name", "states", "transitions"),
    [
        ("move-reader", 14, 28),
        ("move-reader-small", 6, 12),
        ("configuration-reader", 6, 12),
        ("rank-reader", 6, 12),
        ("path-reader", 3, 6),
        ("distance-reader", 3, 9),
        ("next-move-reader", 7, 21),
        ("sierpinski-reader", 6, 18),
        ("twice-reader", 20, 180),
        ("twice-reader-small", 5, 45),
    ],
)
def test_the_table_has_so_many_states_and_transitions(
    name: str, states: int, transitions: int
) -> None:
    automaton = READERS[name].automaton
    assert (len(automaton.states), len(automaton.transitions)) == (states, transitions)
    assert automaton.final == set(automaton.states)


def test_move_reader_is_in_12_states_after_a_first_1() -> None:
    automaton = READERS["move-reader"].automaton
    zeros = reached(automaton, automaton.initial, "0")
    after_a_one = {automaton.rows_for(state, "1")[0].target for state in zeros}
    seen = set().union(*(reached(automaton, state, "01") for state in after_a_one))
    assert len(seen) == 12
    assert set(automaton.states) - seen == zeros


def reached(automaton: Automaton, state: str, symbols: str) -> set[str]:
    seen, stack = {state}, [state]
    while stack:
        here = stack.pop()
        for symbol in symbols:
            for row in automaton.rows_for(here, symbol):
                if row.target not in seen:
                    seen.add(row.target)
                    stack.append(row.target)
    return seen


RULES = {"a": "aC", "b": "cB", "c": "bA", "A": "ac", "B": "cb", "C": "ba"}
MOVES = {"a": "01", "b": "12", "c": "20", "A": "10", "B": "21", "C": "02"}


def test_the_fixed_point_of_the_substitution_is_what_move_reader_small_answers() -> None:
    word = "a"
    for width in range(LONGEST + 1):
        came = [
            answer
            for text, answer in answers(READERS["move-reader-small"], "a", "01", width)
            if len(text) == width
        ]
        assert came == [MOVES[letter] for letter in word]
        longer = "".join(RULES[letter] for letter in word)
        assert longer.startswith(word)
        word = longer


def test_the_moves_hold_no_square() -> None:
    word = "a"
    for _ in range(7):
        word = "".join(RULES[letter] for letter in word)
    for half in range(1, len(word) // 2 + 1):
        for start in range(len(word) - 2 * half + 1):
            middle = start + half
            assert word[start:middle] != word[middle : middle + half]


# --- the Sierpinski triangle ---


@cache
def addresses(disks: int) -> dict[str, str]:
    reader = READERS["sierpinski-reader"]
    walk = answers(reader, reader.automaton.initial, "012", disks)
    return {word: address for word, address in walk if len(word) == disks}


def point(address: str) -> tuple[int, int]:
    """How many steps along the two sides that meet in corner 0: u and v."""
    u = number("".join(str(int(digit == "1")) for digit in address))
    v = number("".join(str(int(digit == "2")) for digit in address))
    return u, v


@pytest.mark.parametrize("disks", range(1, 7))
def test_the_hanoi_graph_lies_in_the_triangle_with_edges_of_length_1(disks: int) -> None:
    points = {word: point(address) for word, address in addresses(disks).items()}
    assert len(set(points.values())) == 3**disks
    assert all(u & v == 0 for u, v in points.values())
    edges = {frozenset((here, there)) for here in points for _, there in bfs.neighbours(here)}
    assert len(edges) == 3 * (3**disks - 1) // 2
    for one, other in map(tuple, edges):
        du, dv = (a - b for a, b in zip(points[one], points[other], strict=True))
        assert du * du + du * dv + dv * dv == 1, (one, other)


@pytest.mark.parametrize("disks", range(1, 7))
def test_the_three_towers_are_its_corners(disks: int) -> None:
    side = 2**disks - 1
    corners = [point(addresses(disks)[str(peg) * disks]) for peg in range(3)]
    assert corners == [(0, 0), (side, 0), (0, side)]


# --- how ranks and distances hang together ---


@pytest.mark.parametrize(("source", "target"), bfs.TASKS)
def test_on_the_optimal_path_the_rank_bits_are_the_distance_bits_inverted(
    source: int, target: int
) -> None:
    rank_reader, distance_reader = READERS["rank-reader"], READERS["distance-reader"]
    left = dict(answers(distance_reader, distance_reader.state_for(source, target), "012", 7))
    inverted = str.maketrans("01", "10")
    on_the_path = 0
    for word, came in answers(rank_reader, rank_reader.state_for(source, target), "012", 7):
        if came != STOPS:
            on_the_path += 1
            assert left[word] == came.translate(inverted)
    assert on_the_path == 2**8 - 1


def test_the_distances_to_the_three_towers_add_up_to_twice_the_longest() -> None:
    reader = READERS["distance-reader"]
    tables = [dict(answers(reader, str(peg), "012", LONGEST)) for peg in range(3)]
    for word in tables[0]:
        total = sum(number(table[word]) for table in tables)
        assert total == 2 * (2 ** len(word) - 1), word


def test_they_do_so_for_thousands_of_disks() -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    here = Configuration(random.Random(seed).choices(range(3), k=5000))
    total = sum(formulas.distance_to_tower(here, peg) for peg in range(3))
    assert total == 2 * (2**5000 - 1)


# --- once or twice ---


def after(automaton: Automaton, state: str, symbol: str) -> str:
    return automaton.rows_for(state, symbol)[0].target


def moore(reader: Reader) -> dict[str, str]:
    """The answer in each state; every transition into it gives the same."""
    said = {reader.automaton.initial: reader.silent}
    for row in reader.automaton.transitions:
        assert row.action is not None
        assert said.setdefault(row.target, row.action) == row.action, row
    return said


@pytest.mark.parametrize("disks", range(5))
def test_the_verdict_is_that_of_breadth_first_search(disks: int) -> None:
    for start, goal in product(bfs.words(disks), repeat=2):
        came = verdict(Configuration(start), Configuration(goal))
        assert came.kind == bfs.kind(start, goal), (start, goal)
        assert 0 <= came.pairs <= max(0, disks - 1)


@pytest.mark.parametrize(
    ("start", "goal", "kind", "pairs"),
    [
        ("", "", "same", 0),
        ("0121", "0121", "same", 0),
        ("0", "2", "once", 0),
        ("000", "222", "once", 1),
        ("100", "011", "twice", 2),
        ("2100", "2011", "twice", 2),
        ("1000000", "0110000", "twice", 2),
    ],
)
def test_the_verdict_stops_as_soon_as_it_is_known(
    start: str, goal: str, kind: str, pairs: int
) -> None:
    assert verdict(Configuration(start), Configuration(goal)) == (kind, pairs)


@pytest.mark.parametrize("name", ["twice-reader", "twice-reader-small"])
def test_the_states_of_a_twice_reader_are_told_apart_by_words(name: str) -> None:
    reader = READERS[name]
    block = {state: (answer,) for state, answer in moore(reader).items()}
    blocks: dict[str, object] = dict(block)
    while True:
        finer = {
            state: (blocks[state], *(blocks[after(reader.automaton, state, s)] for s in PAIRS))
            for state in reader.automaton.states
        }
        numbers = {key: at for at, key in enumerate(dict.fromkeys(finer.values()))}
        if len(numbers) == len(set(blocks.values())):
            break
        blocks = {state: numbers[key] for state, key in finer.items()}
    assert len(set(blocks.values())) == len(reader.automaton.states)


@pytest.mark.parametrize(("name", "live"), [("twice-reader", 18), ("twice-reader-small", 3)])
def test_two_states_are_never_left_again_and_the_others_are_live(name: str, live: int) -> None:
    automaton = READERS[name].automaton
    absorbing = {
        state
        for state in automaton.states
        if {after(automaton, state, symbol) for symbol in PAIRS} == {state}
    }
    assert absorbing == {"ONCE", "TWICE"}
    assert len(automaton.states) == live + 2
    said = moore(READERS[name])
    for state in set(automaton.states) - absorbing:
        onward = reached_by_pairs(automaton, state)
        assert len({said[other] for other in onward}) > 1, f"{state} is decided already"


def reached_by_pairs(automaton: Automaton, state: str) -> set[str]:
    seen, stack = {state}, [state]
    while stack:
        here = stack.pop()
        fresh = {after(automaton, here, symbol) for symbol in PAIRS} - seen
        seen |= fresh
        stack.extend(fresh)
    return seen


@pytest.mark.parametrize(("name", "start"), [("twice-reader", None), ("twice-reader-small", "A")])
def test_63_38_pairs_are_read_on_average_until_the_verdict_is_known(
    name: str, start: str | None
) -> None:
    """Exactly: the expected numbers of pairs solve a linear system, one equation a live state."""
    automaton = READERS[name].automaton
    live = [state for state in automaton.states if state not in ("ONCE", "TWICE")]
    rows = []
    for state in live:
        row = [Fraction(int(other == state)) for other in live] + [Fraction(1)]
        for symbol in PAIRS:
            target = after(automaton, state, symbol)
            if target in live:
                row[live.index(target)] -= Fraction(1, 9)
        rows.append(row)
    expected = dict(zip(live, solved(rows), strict=True))
    assert expected[start or automaton.initial] == Fraction(63, 38)


def solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """Gauss-Jordan elimination; each row is a left side, and the right side at its end."""
    for column in range(len(rows)):
        pivot = next(row for row in rows[column:] if row[column])
        rows.remove(pivot)
        pivot = [value / pivot[column] for value in pivot]
        rows.insert(column, pivot)
        for at, row in enumerate(rows):
            if at != column:
                rows[at] = [a - row[column] * b for a, b in zip(row, pivot, strict=True)]
    return [row[-1] for row in rows]


def renamed(first: str, second: str) -> dict[str, str]:
    """The digits, renamed so that the first difference is 0 in the start and 2 in the goal."""
    return {first: "0", second: "2", ({*"012"} - {first, second}).pop(): "1"}


def test_both_twice_readers_agree_on_all_pairs_of_configurations_of_any_length() -> None:
    """The two readers and two address readers run side by side, in every joint state there is.

    A joint state is that of the address readers of start and goal, the first pegs and the first
    digits that differ, and that of both twice-readers.
    """
    pegs, small = READERS["twice-reader"], READERS["twice-reader-small"]
    triangle = READERS["sierpinski-reader"].automaton
    on_pegs, on_addresses = moore(pegs), moore(small)
    queue: deque[tuple[str, str, str, str, str, str]] = deque()
    for corner in triangle.states:  # whatever the common prefix was
        for f, t in product("012", repeat=2):
            if f != t:
                s, u = address_digit(triangle, corner, f), address_digit(triangle, corner, t)
                first = after(triangle, corner, f), after(triangle, corner, t)
                queue.append((*first, f + t, s + u, pegs.automaton.initial, "A"))
    seen = set(queue)
    while queue:
        here, there, moved, digits, verdict_pegs, verdict_small = queue.popleft()
        assert on_pegs[verdict_pegs] == on_addresses[verdict_small]
        peg, digit = renamed(*moved), renamed(*digits)
        for s, t in product("012", repeat=2):
            pair = (
                digit[address_digit(triangle, here, s)] + digit[address_digit(triangle, there, t)]
            )
            joint = (
                after(triangle, here, s),
                after(triangle, there, t),
                moved,
                digits,
                after(pegs.automaton, verdict_pegs, peg[s] + peg[t]),
                after(small.automaton, verdict_small, pair),
            )
            if joint not in seen:
                seen.add(joint)
                queue.append(joint)
    assert {state[4] for state in seen} == set(pegs.automaton.states)


def address_digit(triangle: Automaton, state: str, peg: str) -> str:
    action = triangle.rows_for(state, peg)[0].action
    assert action is not None
    return action.removeprefix("write_")


@pytest.mark.parametrize("disks", range(4))
def test_the_small_twice_reader_answers_as_breadth_first_search(disks: int) -> None:
    small = READERS["twice-reader-small"]
    for start, goal in product(bfs.words(disks), repeat=2):
        pairs = list(zip(addresses(disks)[start], addresses(disks)[goal], strict=True))
        while pairs and pairs[0][0] == pairs[0][1]:
            pairs.pop(0)
        if pairs:
            digit = renamed(*pairs[0])
            word = [digit[s] + digit[t] for s, t in pairs[1:]]
            rows = list(small.automaton.read(word))
            came = rows[-1].action if rows else small.silent
            assert came == bfs.kind(start, goal), (start, goal)


@pytest.mark.parametrize(("start", "goal"), [("100", "011"), ("2100", "2011")])
def test_the_word_of_two_configurations_begins_below_their_first_difference(
    start: str, goal: str
) -> None:
    pairs = list(pairs_of(Configuration(start), Configuration(goal)))
    assert pairs == ["20", "20"]  # disk 3 goes from 1 to 0: these are called 0 and 2
    assert list(outputs(machine("twice-reader").read(" ".join(pairs)))) == ["tie", "twice"]


@pytest.mark.parametrize("disks", range(1, 5))
def test_the_average_distance_approaches_466_885_of_2_to_the_n(disks: int) -> None:
    words = [Configuration(word) for word in bfs.words(disks)]
    total = sum(formulas.distance(start, goal) for start, goal in product(words, repeat=2))
    error = abs(Fraction(total, 9**disks * 2**disks) - Fraction(466, 885))
    assert error < Fraction(2, 5 * 2**disks)


def machine(name: str) -> ReaderMachine:
    found = find(name)
    assert isinstance(found, ReaderMachine)
    return found


def test_a_reader_can_begin_in_the_state_of_another_task() -> None:
    reader = automata.READERS["rank-reader"]
    turned = replace(reader.automaton, initial=reader.state_for(2, 0))
    assert [row.action for row in turned.read("22")] == ["write_0", "write_0"]
