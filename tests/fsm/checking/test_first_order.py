"""First-order claims are decided as their words would be, one by one."""

from collections.abc import Callable, Mapping
from itertools import product
from random import Random

import pytest
from sampling import one_in

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.first_order import (
    ALWAYS,
    NEVER,
    Formula,
    MealyTransducer,
    Output,
    Relation,
    Variable,
    decide,
    exists,
)
from hanoi_fsm.fsm.checking.product import MealyMachine
from hanoi_fsm.fsm.checking.reachability import TooManyStates

LONGEST = 3
VARIABLES = [Variable("01"), Variable("01"), Variable("01")]
Values = Mapping[Variable, str]
Meaning = Callable[[Values], bool]

equal = Relation(lambda _, x, y: None if x == y else NEVER)
less = Relation(
    lambda _, x, y: None if x == y else ALWAYS if x < y else NEVER, holds=lambda _: False
)
has_a_one = Relation(lambda _, x: ALWAYS if x == "1" else None, holds=lambda _: False)
has_odd_length = Relation(lambda odd, x: not odd, start=False, holds=lambda odd: odd)
FLIP = Automaton.from_table(
    "flip", initial="as is", final=None, table="""
    as is -> turn : 0 / zero
    as is -> turn : 1 / one
    turn -> as is : 0 / one
    turn -> as is : 1 / zero
""")  # fmt: skip
flip = MealyTransducer(MealyMachine(FLIP, {"zero": "0", "one": "1"}, FLIP.final), "as is")


def flipped(word: str) -> str:
    """What the machine writes: every second bit is turned over."""
    return "".join(bit if at % 2 == 0 else "10"[int(bit)] for at, bit in enumerate(word))


def atom(random: Random) -> tuple[Formula, Meaning]:
    x, y = random.choice(VARIABLES), random.choice(VARIABLES)
    return random.choice([
        (equal(x, y), lambda read: read[x] == read[y]),
        (less(x, y), lambda read: read[x] < read[y]),
        (less(flip(x), y), lambda read: flipped(read[x]) < read[y]),
        (equal(flip(flip(x)), y), lambda read: read[x] == read[y]),
        (has_a_one(flip(x)), lambda read: "1" in flipped(read[x])),
        (has_odd_length(x), lambda read: len(read[x]) % 2 == 1),
    ])  # fmt: skip


def claim(random: Random, depth: int) -> tuple[Formula, Meaning]:
    """A random formula, and what it means for given words."""
    if not depth:
        return atom(random)
    one, says = claim(random, depth - 1)
    other, says_too = claim(random, depth - 1)
    word = random.choice(VARIABLES)

    def some(read: Values) -> bool:
        length = len(next(iter(read.values())))
        every = map("".join, product("01", repeat=length))
        return any(says({**read, word: value}) for value in every)

    return random.choice([
        (one & other, lambda read: says(read) and says_too(read)),
        (one | other, lambda read: says(read) or says_too(read)),
        (one >> other, lambda read: not says(read) or says_too(read)),
        (~one, lambda read: not says(read)),
        (exists(word, one), some),
    ])  # fmt: skip


@pytest.mark.parametrize("seed", one_in(40, range(600)))
def test_a_claim_is_decided_as_by_trying_all_words(seed: int) -> None:
    formula, says = claim(Random(seed), depth=seed % 3 + 1)
    found = decide(formula)
    wrong = []
    for length in range(LONGEST + 1):
        words = ["".join(letters) for letters in product("01", repeat=length)]
        for values in product(words, repeat=len(VARIABLES)):
            read = dict(zip(VARIABLES, values, strict=True))
            assert formula.is_true_of(read) == says(read), read
            wrong += [length] * (not says(read))
    if found.word is None:
        assert not wrong
    else:
        assert len(found.word) > LONGEST or len(found.word) == wrong[0], "a shortest one"
        spelt = ["".join(letters) for letters in zip(*found.word, strict=True)]
        read = dict.fromkeys(VARIABLES, "0" * len(found.word))
        read |= dict(zip(formula.variables, spelt or [""] * len(formula.variables), strict=True))
        assert not says(read)


def test_too_many_states_are_given_up() -> None:
    counting = Relation(lambda number, _: number + 1, start=0)
    with pytest.raises(TooManyStates, match="50"):
        decide(counting(Variable("0")), most=50)


PARTIAL = Automaton.from_table(
    "partial", initial="a", final="b", table="""
    a -> b : x / say
    b -> b : y
    b -> a : z / unknown
    a -> a : w
    a -> b : w
""")  # fmt: skip


@pytest.mark.parametrize(
    ("word", "written", "accepted", "ambiguous"),
    [
        ("", [], False, False),
        ("x", ["!"], True, False),
        ("xy", ["!", None], True, False),
        ("xz", ["!", "unknown"], False, False),
        ("y", [None], False, False),
        ("yx", [None, None], False, False),
        ("w", [None], False, True),
        ("wx", [None, None], False, True),
        ("xw", ["!", None], False, False),
        ("?", [None], False, False),
    ],
)
def test_a_mealy_machine_writes_until_it_can_read_nothing_more(
    word: str, written: list[str | None], accepted: bool, ambiguous: bool
) -> None:
    machine = MealyTransducer(MealyMachine(PARTIAL, {"say": "!"}, PARTIAL.final), "a")
    read = Variable("xyzw?")
    state, output = machine(read).start, []
    for letter in word:
        symbol, state = machine(read).step(state, {read: letter})
        output.append(symbol)
    assert output == written
    assert machine.accepts(read).is_true_of({read: word}) is accepted
    assert machine.is_ambiguous_on(read).is_true_of({read: word}) is ambiguous


def test_a_transducer_of_several_words_reads_tuples() -> None:
    class Both:
        start = None

        def step(self, state: None, letters: tuple[str, str]) -> tuple[str, None]:
            return str(int(letters == ("1", "1"))), None

    x, y, z = VARIABLES
    both = equal(Output(Both(), x, y), z)
    assert both.variables == (x, y, z)
    assert both.is_true_of({x: "0011", y: "0101", z: "0001"})
    assert not both.is_true_of({x: "0011", y: "0101", z: "0011"})
    assert decide(exists(z, both)).holds
