"""The vocabulary of the claims about readers: relations between words of the same length.

A number is a word of bits, a configuration a word of pegs, largest disk first, an address a word of
corners. A relation reads its words from the left, and remembers only what it needs: the common
prefix, the first difference, the lead of one number. `u` is a common prefix, and `r^j` is the
letter r, j times.
"""

from collections.abc import Callable
from itertools import permutations

from hanoi_fsm.fsm.theory.first_order import (
    ALWAYS,
    NEVER,
    Formula,
    Letter,
    Relation,
    State,
    Term,
    relation,
)

BITS, PEGS = "01", "012"
THIRD: dict[tuple[Letter, Letter], str] = {(p, q): r for p, q, r in permutations(PEGS)}


def all_are(letter: Letter, word: Term) -> Formula:
    """Every letter of the word is this one: 0^n, 1^n, or a tower on one peg."""
    return Relation(lambda _, x: None if x == letter else NEVER)(word)


is_tower = Relation(lambda peg, x: x if peg in ("", x) else NEVER, start="")
"""All disks are on the same peg."""

equal = Relation(lambda _, x, y: None if x == y else NEVER)
"""Two words are the same."""

has_odd_length = Relation(lambda odd, x: not odd, start=False, holds=lambda odd: odd)
"""The length of a word is odd."""


is_end = Relation(lambda marked, mark: NEVER if marked and mark == "0" else mark == "1", False)
"""A word 0^j 1^k marks the last k letters."""


@relation(start="")
def alike_where_marked(letter: Letter, mark: Letter, x: Letter) -> State:
    """All letters of a word at the places where another word has a 1 are the same."""
    if mark == "0":
        return letter
    return x if letter in ("", x) else NEVER


@relation(start=False, holds=lambda carried: carried)
def one_more(carried: bool, bit: str, next_bit: str) -> State:
    """The second number is the one after the first: w = u 0 1^j and w + 1 = u 1 0^j."""
    if carried:
        return True if (bit, next_bit) == ("1", "0") else NEVER
    if (bit, next_bit) == ("0", "1"):
        return True
    return False if bit == next_bit else NEVER


@relation(holds=lambda r: r is not None)
def neighbours(r: Letter, p: Letter, q: Letter) -> State:
    """A legal move leads from one configuration to the other: c = u p r^j and d = u q r^j.

    A disk goes from peg p to another peg q. It may do so if no smaller disk is on either of them:
    all of these are on the third peg r.
    """
    if r is None:
        return None if p == q else THIRD.get((p, q), NEVER)
    return r if p == q == r else NEVER


@relation(start=(), holds=bool)
def adjacent(differ: tuple[Letter, ...], p: Letter, q: Letter) -> State:
    """An edge of the Sierpinski triangle joins the two addresses: a = u p q^j and b = u q p^j.

    Each is the corner that is nearest to the other's triangle.
    """
    if not differ:
        return (p, q) if p != q else ()
    return differ if (q, p) == differ else NEVER


@relation(start=("", ""), holds=lambda state: "" != state[0] == state[1])
def names_move(state: tuple[str, Letter], answer: Letter, p: str, q: str) -> State:
    """The last letter of the answer is the two pegs where the two configurations differ first."""
    return state[0] or (p + q if p != q else ""), answer


def last_is(letter: Letter, answer: Term, before: Letter) -> Formula:
    """The last letter of the answer is this one; `before` is what counts for the empty word."""
    return Relation(lambda _, x: x, start=before, holds=lambda last: last == letter)(answer)


def has_zeros_where(letter: Letter, address: Term, number: Term) -> Formula:
    """The address has this letter exactly where the number has its 0 bits."""
    zeros = Relation(lambda _, x, bit: None if (x == letter) == (bit == "0") else NEVER)
    return zeros(address, number)


FAR = 2
"""Two numbers that differ by this much so far never get nearer.

A further digit of each turns their difference D into 2 D + x - y. A digit is 0 or 1, or 2 where two
numbers are added without carrying, so that |2 D + x - y| >= 2 |D| - 2 >= |D| as soon as |D| >= 2.
"""

DIGITS: dict[Letter, int] = {"0": 0, "1": 1, 0: 0, 1: 1, 2: 2}


def compares(holds: Callable[[int], bool]) -> Relation:
    """The relation of two numbers whose difference `holds`; beyond `FAR` its size is ignored."""

    def after(so_far: int, x: Letter, y: Letter) -> State:
        if x not in DIGITS or y not in DIGITS:
            return NEVER
        difference = 2 * so_far + DIGITS[x] - DIGITS[y]
        if abs(difference) < FAR:
            return difference
        return ALWAYS if holds(difference) else NEVER

    return Relation(after, start=0, holds=holds)


at_most_one_more = compares(lambda difference: difference <= 1)
"""x <= y + 1, for two numbers."""

verdicts = {
    "once": compares(lambda difference: difference < 0),
    "tie": compares(lambda difference: difference == 0),
    "twice": compares(lambda difference: difference > 0),
}
"""Comparisons of the path that moves the largest disk once with the path that moves it twice."""


def weighs(answer: Term, once: Term, twice: Term) -> Formula:
    """The last letter of a verdict says which of two numbers is smaller: once, twice, or a tie."""
    right = [last_is(word, answer, "tie") | ~holds(once, twice) for word, holds in verdicts.items()]
    return right[0] & right[1] & right[2]
