"""twice-reader: does the largest differing disk move once or twice? (Romik 2006)

It reads the pegs of the smaller disks of two configurations in pairs, largest first, renamed so
that the largest differing disk goes from peg 0 to peg 2. A state compares the two paths. It has a
pair of pegs (p, q) for the start and one for the goal: what counts of a configuration is its
distance to the tower on p minus that to the tower on q. R is how much longer the path with two
moves is, as far as that is known. Once R >= 2, one move stays shorter; once R <= -2, two do.

The 18 live states and their 162 transitions are built from that rule; nothing is listed by hand.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.hanoi.formulas import check_same_disks
from hanoi_fsm.hanoi.machines import Reader, Verdicts
from hanoi_fsm.hanoi.pegs import PEGS, AnyConfiguration, third

ONCE, TWICE = "ONCE", "TWICE"
ANSWERS = {1: "once", 0: "tie", -1: "twice"}


class Comparison(NamedTuple):
    """A live state: the pairs of pegs for start and goal, and R."""

    start: tuple[int, int]
    goal: tuple[int, int]
    rest: int

    def __str__(self) -> str:
        (a, b), (c, d) = self.start, self.goal
        return f"{a}{b} {c}{d} {self.rest:+d}" if self.rest else f"{a}{b} {c}{d} 0"


FIRST = Comparison((1, 2), (1, 0), 1)


def read_digit(pair: tuple[int, int], digit: int) -> tuple[tuple[int, int], int]:
    """The pair after a disk on peg `digit`, and by how much its first distance is longer.

    >>> read_digit((1, 2), 1), read_digit((1, 2), 2), read_digit((1, 2), 0)
    (((1, 0), -1), ((0, 2), 1), ((2, 1), 0))
    """
    p, q = pair
    if digit == p:
        return (p, third(p, q)), -1
    if digit == q:
        return (third(p, q), q), +1
    return (q, p), 0


def after(state: Comparison, s: int, t: int) -> Comparison | str:
    """The state after a disk on peg `s` in the start and on peg `t` in the goal."""
    start, c_s = read_digit(state.start, s)
    goal, c_t = read_digit(state.goal, t)
    rest = 2 * state.rest - (c_s + c_t)
    if abs(rest) >= 2:
        return ONCE if rest > 0 else TWICE
    return Comparison(start, goal, rest)


def build() -> Automaton:
    """All states that the rule reaches, and a transition for each pair of pegs."""
    transitions = []
    states: list[Comparison | str] = [FIRST]
    for state in states:
        for s, t in product(PEGS, PEGS):
            target = after(state, s, t) if isinstance(state, Comparison) else state
            answer = ANSWERS[target.rest] if isinstance(target, Comparison) else target.lower()
            transitions.append(Transition(str(state), str(target), Label(f"{s}{t}", (), answer)))
            if target not in states:
                states.append(target)
    names = tuple(map(str, states))
    edges = tuple(transitions)
    return Automaton("twice-reader", names, str(FIRST), frozenset(names), edges, "verdicts")


def pairs_of(start: AnyConfiguration, goal: AnyConfiguration) -> Iterator[str]:
    """The word for two configurations: the pairs below the first difference, f, v, t as 0, 1, 2.

    Raises `BadConfiguration` for different numbers of disks.
    """
    start, goal = check_same_disks(start, goal)
    both = zip(str(start), str(goal), strict=True)
    for f, t in both:
        if f != t:
            renamed = {f: "0", str(third(int(f), int(t))): "1", t: "2"}
            yield from (renamed[s] + renamed[g] for s, g in both)


MACHINE = Reader(
    build(),
    Verdicts,
    idea="Romik 2006",
    summary="does a shortest path move the largest disk twice? on pegs",
    reads="pairs of pegs of the smaller disks, start and goal, largest disk first",
    task="any two configurations: two words, or one word of pairs",
    pairs_of=pairs_of,
    empty_word_answer="once",
)


class Verdict(NamedTuple):
    """How often the largest differing disk moves on a shortest path, and when that was known.

    `kind` is "once", "twice", "tie" where both paths are equally short, or "same" where start and
    goal are equal; `pairs` is how many pairs of smaller disks had to be read.
    """

    kind: str
    pairs: int


def verdict(start: AnyConfiguration, goal: AnyConfiguration) -> Verdict:
    """What the reader answers for two configurations; it stops as soon as the answer is known.

    Raises `BadConfiguration` for different numbers of disks.

    >>> verdict("100", "011")
    Verdict(kind='twice', pairs=2)
    """
    start, goal = check_same_disks(start, goal)
    answer, pairs = "same" if start == goal else MACHINE.empty_word_answer, 0
    for transition in MACHINE.automaton.read(pairs_of(start, goal)):
        answer, pairs = str(transition.action), pairs + 1
        if transition.target in (ONCE, TWICE):
            break
    return Verdict(answer, pairs)
