"""Equal, different on the shortest events, or undecided: machines of anybody's, compared."""

from collections.abc import Callable
from functools import partial
from itertools import product

import pytest
from chance import chance
from checked_machines import Counter, reactive
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from hanoi_fsm import Automaton, Machine, Memory
from hanoi_fsm.fsm.checking import paired_runs
from hanoi_fsm.fsm.checking.equivalence import (
    AS_DRAWN,
    Comparison,
    Equivalence,
    compare_machines,
    compare_mealy_machines,
    equal_as_drawn,
    mealy_machine_of,
)
from hanoi_fsm.fsm.checking.product import MealyMachine
from hanoi_fsm.fsm.errors import BadMemory
from hanoi_fsm.fsm.notation import Label, Transition

EQUAL, DIFFERENT, UNDECIDED = Comparison
BOX = "a -> a : in / put \n a -> a : out [!empty] / take"
TWO = """
    a -> b : in / put
    b -> a : in / put
    a -> b : out [!empty] / take
    b -> a : out [!empty] / take
"""
PARTED = (
    "a -> a : in / put \n a -> a : out [!empty & odd] / take \n a -> a : out [!empty & !odd] / take"
)
DOWN, DOWN_PARTED = (table.replace("a -> a : in / put", "") for table in (BOX, PARTED))
OVERLAP = "a -> a : out [!empty] / take \n a -> a : out [!empty & odd] / take"


class Liar(Counter):
    """A counter that does not show how much is left."""

    def key(self) -> str:
        return "always the same"


def compared(one: Machine, other: Machine) -> Equivalence:
    return compare_machines((one.name, other.name), (one, other))


def box(table: str, make: Callable[..., Memory] = Counter, name: str = "box") -> Machine:
    return reactive(name, table, make, partial=True)


CASES = [
    (BOX, BOX, Counter, Counter, EQUAL, ""),
    (BOX, TWO, Counter, Counter, EQUAL, ""),
    (BOX, PARTED, Counter, Counter, UNDECIDED, ""),
    (DOWN, DOWN_PARTED, Counter, Counter, EQUAL, ""),
    (DOWN, OVERLAP, Counter, Counter, DIFFERENT, "out"),
    (DOWN, DOWN, Counter, partial(Counter, 5), DIFFERENT, "out"),
    (DOWN, DOWN.replace("take", "take_strictly"), Counter, Counter, DIFFERENT, "out"),
    (DOWN, BOX, Counter, Counter, DIFFERENT, "in"),
    (DOWN, "a -> a : out [broken] / take", Counter, Counter, DIFFERENT, "out out out"),
    (DOWN, "a -> a : out / take", Counter, Counter, DIFFERENT, "out out out out"),
    ("a -> a : x / divide", "a -> b : x / divide \n b -> b : x", Counter, Counter, EQUAL, ""),
    (DOWN, DOWN_PARTED, Liar, Liar, EQUAL, ""),
    (DOWN, DOWN, Liar, partial(Liar, 5), DIFFERENT, "out"),
    (DOWN, "a -> a : out / take", Liar, Liar, DIFFERENT, "out out out out"),
]


@pytest.mark.parametrize(("one", "other", "make", "make_other", "verdict", "word"), CASES)
def test_two_machines_on_memories(
    one: str,
    other: str,
    make: Callable[..., Memory],
    make_other: Callable[..., Memory],
    verdict: Comparison,
    word: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(paired_runs, "REACTIVE_BOUND", 300)
    both = box(one, make, "one"), box(other, make_other, "other")
    for first, second in (both, both[::-1]):
        found = compared(first, second)
        assert found.verdict is verdict
        assert (" ".join(found.witness.word) if found.witness else "") == word
        assert found.holds is (verdict is EQUAL)


def test_what_each_of_them_does_is_said_in_words() -> None:
    found = compared(box(DOWN, name="one"), box(OVERLAP, name="other"))
    assert found.witness is not None
    first, second = found.witness.answers
    assert (first, second.partition(":")[0]) == ("puts out 2", "stops")
    assert str(found).startswith("one differs from other: reading out: one puts out 2, other stops")
    assert "(the first)" in str(compared(box(DOWN), box(OVERLAP)))


def test_drawn_alike_is_equal_on_a_memory_without_bounds() -> None:
    found = compared(box(BOX), box(TWO))
    assert (found.verdict, found.text) == (EQUAL, AS_DRAWN)
    assert equal_as_drawn(box(BOX), box(TWO))
    assert not equal_as_drawn(box(BOX), box(PARTED))
    assert not equal_as_drawn(box(BOX), box(BOX, partial(Counter, 5)))


def test_final_states_count_and_without_any_a_word_may_end_anywhere() -> None:
    rows = "off -> on : press \n on -> off : press"
    lamps = [
        Machine(Automaton.from_table("lamp", initial="off", final=final, table=rows))
        for final in ((), None, "on", "off")
    ]
    verdicts = {}
    for (number, one), (another, other) in product(enumerate(lamps), repeat=2):
        machines = mealy_machine_of(one), mealy_machine_of(other)
        assert machines[0] is not None and machines[1] is not None
        found = compare_mealy_machines(("one", "other"), (machines[0], machines[1]), " ".join)
        verdicts[number, another] = found.verdict
        assert compared(one, other).verdict is found.verdict
    equal = {pair for pair, verdict in verdicts.items() if verdict is EQUAL}
    assert equal == {(0, 0), (0, 1), (1, 0), (1, 1), (2, 2), (3, 3)}


STATES = ["None", "stop", "initial", "final", "digraph", "", "0"]


@pytest.mark.parametrize("state", STATES)
def test_states_with_the_names_of_other_things(state: str) -> None:
    rows = [("a", "b"), ("b", "a")]

    def lamp(other: str, final: str) -> Machine:
        names = {"a": "a", "b": other}
        edges = tuple(Transition(names[x], names[y], Label("press")) for x, y in rows)
        final_states = frozenset({names[final]})
        return Machine(Automaton("lamp", ("a", other), "a", final_states, edges, "lamp"))

    assert compared(lamp(state, "b"), lamp("b", "b")).verdict is EQUAL
    assert compared(lamp(state, "b"), lamp("b", "a")).verdict is DIFFERENT


def test_an_automaton_without_states_or_events() -> None:
    empty = Machine(Automaton("none", (), "", frozenset(), (), "none"))
    alone = Machine(Automaton("one", ("a",), "a", frozenset({"a"}), (), "one"))
    assert compared(empty, empty).verdict is EQUAL
    assert compared(empty, alone).verdict is DIFFERENT
    assert compared(alone, alone).verdict is EQUAL


def test_starts_of_the_same_names_are_compared_with_one_another() -> None:
    def counting(*numbers: int) -> Machine:
        starts = {f"from {place}": partial(Counter, left) for place, left in enumerate(numbers)}
        return reactive("box", DOWN, Counter, starts=starts, partial=True)

    assert compared(counting(3, 1), counting(3, 1)).verdict is EQUAL
    found = compared(counting(3, 1), counting(3, 2))
    assert found.witness is not None
    assert (found.verdict, found.witness.context) == (DIFFERENT, "reading out from 1")


class Moody(Counter):
    """A counter whose key follows from how often it was asked."""

    asked = 0

    def key(self) -> int:
        Moody.asked += 1
        return Moody.asked // 7


def test_a_key_that_cannot_be_right_is_bad_memory_or_no_difference() -> None:
    for table in (DOWN, DOWN_PARTED):
        try:
            verdict = compared(box(table, Moody), box(DOWN_PARTED, Moody)).verdict
        except BadMemory as error:
            assert "key()" in str(error)
        else:
            assert verdict is not DIFFERENT


def test_large_machines_that_are_alike_are_equal_at_once_and_others_are_given_up() -> None:
    def ring(size: int, letters: str = "ab") -> Automaton:
        rows = [f"{n} -> {(n + 1) % size} : {letters[0]}" for n in range(size)]
        return Automaton.from_table("ring", initial="0", table="\n".join(rows))

    one, other = (
        MealyMachine(each, {}, frozenset(each.states)) for each in (ring(997), ring(1009))
    )
    assert compare_mealy_machines(("x", "y"), (one, other), " ".join).verdict is EQUAL
    ends = [MealyMachine(each, {}, frozenset({"0"})) for each in (ring(997), ring(1009))]
    found = compare_mealy_machines(("x", "y"), (ends[0], ends[1]), " ".join)
    assert (found.verdict, found.witness and found.witness.size) == (DIFFERENT, 997)


EDGES = st.sampled_from(
    ["", "in / put", "out [!empty] / take", "out / take", "in", "out [odd] / take"]
)


@seed(7)
@settings(max_examples=25, database=None, deadline=None)
@given(st.lists(EDGES, min_size=8, max_size=8))
def test_what_is_found_is_what_all_short_words_say(edges: list[str]) -> None:
    """Of two machines with two states each; of an overlap only the words that reach it differ."""
    tables = []
    for some in (edges[:4], edges[4:]):
        ends = ("a -> a", "a -> b", "b -> a", "b -> b")
        rows = [f"{way} : {edge}" for way, edge in zip(ends, some, strict=True) if edge]
        tables.append("\n".join([*rows, "a -> a : idle", "b -> b : idle"]))
    one, other = (
        Machine(Automaton.from_table("it", initial="a", table=table), partial(Counter, 1))
        for table in tables
    )
    found = compared(one, other)
    words = [word for length in range(5) for word in product(("in", "out"), repeat=length)]
    apart = [word for word in words if outcome(one, word) != outcome(other, word)]
    if found.verdict is DIFFERENT and found.witness is not None:
        assert outcome(one, found.witness.word) != outcome(other, found.witness.word)
        shorter = [word for word in apart if len(word) < len(found.witness.word)]
        assert shorter == []
    else:
        assert apart == []


def outcome(machine: Machine, word: tuple[str, ...]) -> list[object]:
    """What a machine puts out for each event, and where it stops, straight from its table."""
    memory, state = machine.memory(), machine.automaton.initial
    made: list[object] = []
    assert isinstance(memory, Counter)
    for event in word:
        enabled = [
            one
            for one in machine.automaton.transitions_for(state, event)
            if all(getattr(memory, guard.name)() is guard.answer for guard in one.guards)
        ]
        if len(enabled) != 1:
            made.append("refused" if not enabled else "overlap")
            break
        memory.output = None
        if enabled[0].action:
            getattr(memory, enabled[0].action)()
        made.append(memory.output)
        state = enabled[0].target
    return made


def test_random_events_tell_what_a_lying_key_hides() -> None:
    random = chance()
    for _ in range(2):
        left, more = random.sample(range(1, 20), 2)
        one, other = (box("a -> a : out [!empty] / put", partial(Liar, n)) for n in (left, more))
        assert compared(one, other).verdict is EQUAL, "neither puts out anything, nor gets empty"
