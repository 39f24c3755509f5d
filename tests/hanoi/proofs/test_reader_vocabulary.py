"""What the claims about readers are made of is what it says, on all short words."""

from collections.abc import Callable, Iterator
from itertools import product

import oracle
import pytest

from hanoi_fsm.fsm.checking.first_order import NEVER, Formula, Relation, Term, Variable
from hanoi_fsm.hanoi.proofs.readers import vocabulary
from hanoi_fsm.hanoi.proofs.readers.any_two import lengths
from hanoi_fsm.hanoi.proofs.readers.reading import c, d, published, v, w
from hanoi_fsm.hanoi.specifications import address

LONGEST = [*range(5), *(pytest.param(n, marks=pytest.mark.sweep) for n in (5, 6))]


def words(letters: str, length: int) -> list[str]:
    return ["".join(word) for word in product(letters, repeat=length)]


def related(formula: Formula, length: int) -> Iterator[tuple[str, ...]]:
    """The words of which a formula is true, made letter by letter while that is possible."""
    level = [(("",) * len(formula.variables), formula.start)]
    for _ in range(length):
        level = [
            (longer, after)
            for read, state in level
            for letters in product(*(word.alphabet for word in formula.variables))
            for longer in [tuple(a + str(b) for a, b in zip(read, letters, strict=True))]
            for after in [formula.after(state, dict(zip(formula.variables, letters, strict=True)))]
            if after is not NEVER
        ]
    return (read for read, state in level if formula.holds(state))


@pytest.mark.parametrize("disks", LONGEST)
def test_neighbours_are_one_legal_move_away(disks: int) -> None:
    legal = {(here, there) for here in words("012", disks) for _, there in oracle.neighbours(here)}
    found = list(related(vocabulary.neighbours(c, d), disks))
    assert set(found) == legal
    assert len(found) == len(legal) == 3 * (3**disks - 1)


@pytest.mark.parametrize("disks", LONGEST)
def test_edges_of_the_triangle_join_the_addresses_of_neighbours(disks: int) -> None:
    at = {here: str(address(tuple(here), 0, 2)) for here in words("012", disks)}
    edges = {(at[here], at[there]) for here in at for _, there in oracle.neighbours(here)}
    assert set(related(vocabulary.adjacent(c, d), disks)) == edges


ON_NUMBERS: list[tuple[str, Callable[[Term, Term], Formula], Callable[[int, int], bool]]] = [
    ("one more", vocabulary.one_more, lambda x, y: y == x + 1),
    ("equal", vocabulary.equal, lambda x, y: x == y),
    ("less", vocabulary.less, lambda x, y: x < y),
    ("at most one more", vocabulary.at_most_one_more, lambda x, y: x <= y + 1),
]


@pytest.mark.parametrize(("_", "formula", "holds"), ON_NUMBERS)
@pytest.mark.parametrize("bits", range(5))
def test_numbers_are_compared_bit_by_bit(
    _: str,
    formula: Callable[[Term, Term], Formula],
    holds: Callable[[int, int], bool],
    bits: int,
) -> None:
    numbers = range(2**bits)
    right = {(x, y) for x, y in product(numbers, numbers) if holds(x, y)}
    found = [tuple(int(word or "0", 2) for word in pair) for pair in related(formula(w, v), bits)]
    assert set(found) == right


def value(digits: str) -> int:
    number = 0
    for digit in digits:
        number = 2 * number + int(digit)
    return number


X, Y, ANSWER = Variable((0, 1, 2)), Variable((0, 1, 2)), Variable(("once", "tie", "twice"))


@pytest.mark.parametrize("places", range(4))
def test_sums_are_compared_before_anything_is_carried(places: int) -> None:
    for x, y in product(words("012", places), repeat=2):
        read = {X: [int(digit) for digit in x], Y: [int(digit) for digit in y]}
        assert vocabulary.less(X, Y).is_true_of(read) == (value(x) < value(y))
        assert vocabulary.at_most_one_more(X, Y).is_true_of(read) == (value(x) <= value(y) + 1)
        right = "tie" if value(x) == value(y) else "once" if value(x) < value(y) else "twice"
        for last in ANSWER.alphabet if places else ():
            answers = ["once"] * (places - 1) + [last]
            formula = vocabulary.weighs(ANSWER, X, Y)
            assert formula.is_true_of({ANSWER: answers, **read}) == (last == right)


@pytest.mark.parametrize("relation", [vocabulary.less, vocabulary.at_most_one_more])
@pytest.mark.parametrize("broken", [None, "2", "none"])
def test_what_is_not_a_number_compares_with_none(relation: Relation, broken: str | None) -> None:
    one, other = Variable("01"), Variable([broken])
    assert not relation(one, other).is_true_of({one: "1", other: [broken]})
    assert not relation(other, one).is_true_of({one: "1", other: [broken]})


@pytest.mark.parametrize("disks", [0, 1, 2, 3, pytest.param(4, marks=pytest.mark.sweep)])
def test_the_two_paths_are_as_long_as_the_searched_ones_less_one(disks: int) -> None:
    once, twice = lengths(c, d)
    for start, goal in oracle.pairs(disks):
        if searched := oracle.once_and_twice(start, goal):
            found = [value(written(term, start, goal)) + 1 for term in (once, twice)]
            assert tuple(found) == searched
            assert min(found) == oracle.distances(goal)[start]


def written(term: Term, start: str, goal: str) -> str:
    state, digits = term.start, ""
    for pegs in zip(start, goal, strict=True):
        digit, state = term.step(state, dict(zip((c, d), pegs, strict=True)))
        digits += str(digit)
    return digits


@pytest.mark.parametrize("length", range(5))
def test_the_words_of_one_letter(length: int) -> None:
    assert set(related(vocabulary.all_are("0", w), length)) == {("0" * length,)}
    assert set(related(vocabulary.is_tower(c), length)) == {(peg * length,) for peg in "012"}
    assert len(list(related(vocabulary.consists_of("02", c), length))) == 2**length
    assert any(related(vocabulary.has_odd_length(c), length)) == (length % 2 == 1)


MOVE = Variable(("01", "12", None))


@pytest.mark.parametrize(
    ("answer", "here", "there", "named"),
    [
        (["01"], "0", "1", True),
        (["12"], "0", "1", False),
        ([None], "0", "1", False),
        (["12", "01"], "20", "21", True),
        (["01", "12"], "20", "21", False),
        (["01", "01"], "02", "12", True),
        (["01"], "0", "0", False),
    ],
)
def test_a_move_is_named_by_the_pegs_that_differ(
    answer: list[str], here: str, there: str, named: bool
) -> None:
    formula = vocabulary.names_move(MOVE, c, d)
    assert formula.is_true_of({MOVE: answer, c: here, d: there}) is named


def test_what_a_reader_answers_is_the_last_that_it_wrote() -> None:
    read = published("next-move-reader")
    assert read.answers(c, "none").is_true_of({c: ""})
    assert read.answers(c, "none").is_true_of({c: "222"})
    assert read.answers(c, "02").is_true_of({c: "0"})
    assert not read.answers(c, "none").is_true_of({c: "0"})
    later = read.after("0")
    assert later.answers(c, "02").is_true_of({c: ""})
    assert vocabulary.same_last(read(c), later(d), ("none", "02")).is_true_of({c: "0", d: "1"})
    assert not vocabulary.same_last(read(c), later(c), ("none", "02")).is_true_of({c: ""})
