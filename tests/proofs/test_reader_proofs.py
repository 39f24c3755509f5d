"""A reader is proved for words of every length, or refuted, by a logic that decides claims."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from support import oracle
from support.chance import chance
from support.random_solvers import changed, fields, first_difference, with_rows

from hanoi_fsm import READERS, Automaton, check
from hanoi_fsm.fsm.search import TooManyStates
from hanoi_fsm.fsm.theory.first_order import (
    ALWAYS,
    NEVER,
    Formula,
    MealyTransducer,
    Relation,
    Variable,
    decide,
    exists,
)
from hanoi_fsm.fsm.theory.mealy import MealyMachine
from hanoi_fsm.hanoi.proofs import readers as claims
from hanoi_fsm.hanoi.proofs import vocabulary
from hanoi_fsm.hanoi.proofs.readers import THEOREMS, Reading, c, d, v, w

LESS = vocabulary.compares(lambda difference: difference < 0)
"""x < y, for two numbers."""

SAMPLE = pytest.mark.parametrize("number", [2, pytest.param(20, marks=pytest.mark.sweep)])


def test_every_reader_is_proved() -> None:
    for name, reader in READERS.items():
        proof = reader.prove()
        assert (proof.name, proof.verdict.value, proof.finding) == (name, "proved", None)
        assert ("all six tasks" in proof.text) == (len(reader.tasks) == 6)


@SAMPLE
def test_a_changed_reader_is_refuted_by_a_shortest_word_if_it_answers_otherwise(
    number: int,
) -> None:
    random = chance()
    for reader in READERS.values():
        for _ in range(number):
            version = changed(reader, random)
            wrong = first_difference(version.automaton, reader.automaton)
            proof = version.prove()
            assert (proof.finding is None) == proof.holds == (wrong is None), version.automaton
            if proof.finding and not version.faults():
                assert (proof.finding.size, proof.finding.step) == (wrong, wrong)
                assert proof.finding.expected != proof.finding.got
                assert fields(check(version, 0).finding) == fields(proof.finding)


def split(reader: Any, random: Random, levels: int = 0) -> Any:
    """The reader with every state twice, or on levels: it refuses all words with more symbols."""
    copies = range(levels + 1) if levels else range(2)
    rows = [
        replace(row, source=f"q{row.source}/{at}", target=f"q{row.target}/{then}")
        for row in reader.automaton.transitions
        for at in copies
        for then in ([at + 1] if levels else [random.choice(copies)])
        if then in copies
    ]
    return with_rows(reader, rows, f"q{reader.automaton.initial}/0")


def test_other_names_and_redundant_states_change_nothing_and_a_late_refusal_is_found() -> None:
    random = chance()
    for name, reader in READERS.items():
        assert split(reader, random).prove().holds, name
        if len(reader.automaton.states) < 9:
            finding = split(reader, random, levels=11).prove().finding
            assert (finding.size, finding.step) == (12, 12)


@pytest.mark.parametrize("name", THEOREMS)
def test_each_claim_is_true_of_the_reader_and_false_of_some_that_is_changed(name: str) -> None:
    """So none is idle; and no proof goes round in a circle."""
    random, reader = chance(), READERS[name]
    open_claims = dict.fromkeys(THEOREMS[name].claims)
    for claim in open_claims:
        assert decide(claim(Reading(reader, 0, 2))).holds
        assert claim.__doc__
    for _ in range(400):
        version = Reading(changed(reader, random), 0, 2)
        for claim in list(open_claims):
            formula = claim(version)
            word = decide(formula).word
            if word is not None:
                read = [[letters[at] for letters in word] for at in range(len(formula.variables))]
                assert not is_true_of(formula, dict(zip(formula.variables, read, strict=True)))
                del open_claims[claim]
        if not open_claims:
            break
    assert not open_claims
    names = list(THEOREMS)
    assert all(names.index(lemma) < names.index(name) for lemma in THEOREMS[name].rests_on)


def related(formula: Formula, length: int) -> Iterator[tuple[str, ...]]:
    """The words of which a formula is true, made letter by letter while that is possible."""
    level = [(("",) * len(formula.variables), formula.start)]
    for _ in range(length):
        level = [
            (longer, later)
            for read, state in level
            for letters in product(*(word.alphabet for word in formula.variables))
            for longer in [tuple(a + str(b) for a, b in zip(read, letters, strict=True))]
            for later in [formula.after(state, dict(zip(formula.variables, letters, strict=True)))]
            if later is not NEVER
        ]
    return (read for read, state in level if formula.holds(state))


def is_move(here: str, there: str) -> bool:
    return there in [after for _, after in oracle.neighbours(here)]


def address(word: str) -> str:
    """Its address in the triangle, by the distances to the three towers."""
    bits = [f"{oracle.distances(peg * len(word))[word]:0{len(word)}b}" for peg in "012"]
    return "".join(str(column.index("0")) for column in zip(*bits, strict=True)) if word else ""


def value(digits: str) -> int:
    """The number of digits 0, 1 and 2 before anything is carried."""
    return sum(int(digit) << place for place, digit in enumerate(reversed(digits)))


X, Y = Variable((0, 1, 2)), Variable((0, 1, 2))
AT = {address(word): word for n in range(5) for word in oracle.words(n)}
RELATIONS: list[tuple[Formula, str, Callable[..., bool]]] = [
    (vocabulary.neighbours(c, d), "012", is_move),
    (vocabulary.adjacent(c, d), "012", lambda a, b: is_move(AT[a], AT[b])),
    (vocabulary.one_more(w, v), "01", lambda a, b: value(b) == value(a) + 1),
    (vocabulary.equal(w, v), "01", lambda a, b: a == b),
    (LESS(X, Y), "012", lambda a, b: value(a) < value(b)),
    (vocabulary.at_most_one_more(X, Y), "012", lambda a, b: value(a) <= value(b) + 1),
    (vocabulary.all_are("0", w), "01", lambda a: not a.strip("0")),
    (vocabulary.is_tower(c), "012", lambda a: len({*a}) < 2),
    (vocabulary.has_odd_length(c), "012", lambda a: len(a) % 2 == 1),
]


@pytest.mark.parametrize("length", [1, 2, 3, pytest.param(4, marks=pytest.mark.sweep)])
def test_what_claims_are_made_of_is_what_it_says(length: int) -> None:
    for number, (formula, letters, holds) in enumerate(RELATIONS):
        words = ["".join(word) for word in product(letters, repeat=length)]
        right = {ws for ws in product(words, repeat=len(formula.variables)) if holds(*ws)}
        assert set(related(formula, length)) == right, number


@pytest.mark.parametrize("disks", [2, 3, pytest.param(4, marks=pytest.mark.sweep)])
def test_the_lengths_of_two_paths_are_those_that_are_searched(disks: int) -> None:
    for start, goal in oracle.pairs(disks):
        if start != goal:
            lengths = []
            for term in claims.lengths(c, d):
                state, digits = term.start, ""
                for pegs in zip(start, goal, strict=True):
                    digit, state = term.step(state, dict(zip((c, d), pegs, strict=True)))
                    digits += str(digit)
                lengths.append(value(digits) + 1)
            assert tuple(lengths) == oracle.once_and_twice(start, goal)
            assert min(lengths) == oracle.distances(goal)[start]


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
FLIP_TABLE = """
    as is -> turn : 0 / zero
    as is -> turn : 1 / one
    turn -> as is : 0 / one
    turn -> as is : 1 / zero
"""
FLIP = Automaton.from_table("flip", initial="as is", final=None, table=FLIP_TABLE)
flip = MealyTransducer(MealyMachine(FLIP, {"zero": "0", "one": "1"}), "as is")


def flipped(word: str) -> str:
    """The output of the machine: every second bit is flipped."""
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


def is_true_of(formula: Formula, words: Mapping[Variable, Sequence[Any]]) -> bool:
    state = formula.start
    for letters in zip(*words.values(), strict=True):
        state = formula.after(state, dict(zip(words, letters, strict=True)))
    return formula.holds(state)


def decided_as_by_trying(random: Random, depth: int) -> None:
    formula, says = claim(random, depth)
    decided = decide(formula)
    wrong = []
    for length in range(LONGEST + 1):
        words = ["".join(letters) for letters in product("01", repeat=length)]
        for values in product(words, repeat=len(VARIABLES)):
            read = dict(zip(VARIABLES, values, strict=True))
            assert is_true_of(formula, read) == says(read), read
            wrong += [length] * (not says(read))
    if decided.word is None:
        assert not wrong
        return
    assert len(decided.word) > LONGEST or len(decided.word) == wrong[0], "a shortest one"
    spelt = ["".join(letters) for letters in zip(*decided.word, strict=True)]
    read = dict.fromkeys(VARIABLES, "0" * len(decided.word))
    read |= dict(zip(formula.variables, spelt or [""] * len(formula.variables), strict=True))
    assert not says(read)


@pytest.mark.parametrize("number", [12, pytest.param(60, marks=pytest.mark.sweep)])
def test_a_claim_is_decided_as_by_trying_all_words(number: int) -> None:
    random = chance()
    for at in range(number):
        decided_as_by_trying(random, at % 3 + 1)


def test_too_many_states_are_given_up() -> None:
    counting = Relation(lambda number, _: number + 1, start=0)
    with pytest.raises(TooManyStates, match="50"):
        decide(counting(Variable("0")), most=50)
