"""twice-reader: does the largest differing disk move once or twice? (Romik 2006)

It reads the pegs of the smaller disks of two configurations in pairs, largest first, renamed so
that the largest differing disk goes from peg 0 to peg 2. A state compares the two paths. It has a
pair of pegs (p, q) for the start and one for the goal: all that matters about a configuration is
its distance to the tower on p minus its distance to the tower on q. R is the extra length of the
path with two moves, by the digits read. Once R >= 2, one move stays shorter; once R <= -2, two do.

The 18 live states and their 162 transitions are built from that rule; nothing is listed by hand.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.notation import Label, Transition, in_rows
from hanoi_fsm.fsm.search import reachable
from hanoi_fsm.hanoi.formulas import check_same_disks
from hanoi_fsm.hanoi.machines import Reader, Verdicts
from hanoi_fsm.hanoi.pegs import PEGS, AnyConfiguration, Configuration, third

ANSWERS = {2: "once", 1: "once", 0: "tie", -1: "twice", -2: "twice"}
BALANCES = {1: "once is shorter", 0: "both are equally short", -1: "twice is shorter"}
DECIDED = {
    "ONCE": "moving the largest differing disk once is shorter, whatever follows",
    "TWICE": "moving the largest differing disk twice is shorter, whatever follows",
}
"""The meanings of the two absorbing states."""


class Comparison(NamedTuple):
    """A state: the pairs of pegs for start and goal, and R, which alone decides at 2 and -2."""

    start: tuple[int, int]
    goal: tuple[int, int]
    rest: int

    @property
    def is_live(self) -> bool:
        return abs(self.rest) < 2

    def __str__(self) -> str:
        if not self.is_live:
            return ANSWERS[self.rest].upper()
        (a, b), (c, d) = self.start, self.goal
        return f"{a}{b} {c}{d} {self.rest:+d}" if self.rest else f"{a}{b} {c}{d} 0"

    @property
    def meaning(self) -> str:
        """The meaning of a state before the answer is decided."""
        (a, b), (c, d) = self.start, self.goal
        pegs = f"to pegs {a} and {b} in the start, {c} and {d} in the goal"
        return f"{BALANCES[self.rest]} so far; next to compare: the distances {pegs}"


FIRST = Comparison((1, 2), (1, 0), 1)


def read_digit(p: int, q: int, digit: int) -> tuple[int, int, int]:
    """The pair after a disk on peg `digit`, and the excess of its first distance.

    >>> read_digit(1, 2, 1), read_digit(1, 2, 2), read_digit(1, 2, 0)
    ((1, 0, -1), (0, 2, 1), (2, 1, 0))
    """
    if digit == p:
        return p, third(p, q), -1
    if digit == q:
        return third(p, q), q, 1
    return q, p, 0


def after(state: Comparison, s: int, t: int) -> Comparison:
    """The state after a disk on peg `s` in the start and on peg `t` in the goal."""
    if not state.is_live:
        return state
    p, q, longer = read_digit(*state.start, s)
    u, v, shorter = read_digit(*state.goal, t)
    rest = 2 * state.rest - (longer + shorter)
    if abs(rest) >= 2:
        return Comparison((0, 0), (0, 0), 2 if rest > 0 else -2)
    return Comparison((p, q), (u, v), rest)


PAIRS = list(product(PEGS, PEGS))
STATES = reachable([FIRST], lambda state: [after(state, *pair) for pair in PAIRS])
LIVE = sorted((one for one in STATES if one.is_live), key=lambda one: (-one.rest, one))
EDGES = [(state, pair, after(state, *pair)) for state in STATES for pair in PAIRS]
GROUPS = {rest: f"balance {rest:+d}: {said}".replace("+0", "0") for rest, said in BALANCES.items()}


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
    Automaton(
        "twice-reader",
        states=tuple(map(str, STATES)),
        initial=str(FIRST),
        final=frozenset(map(str, STATES)),
        rows=in_rows(
            Transition(str(state), str(to), Label(f"{s}{t}", (), (ANSWERS[to.rest],)))
            for state, (s, t), to in EDGES
        ),
        memory="verdicts",
    ),
    Verdicts,
    idea="Romik 2006",
    summary="does a shortest path move the largest disk twice? on pegs",
    see="The same question on pegs. Eighteen states weigh the two paths against each other, and "
    "each of them has edges to ONCE or TWICE, where the answer is final. That makes 180 "
    "transitions, too many for a diagram to be read edge by edge; the state table shows the "
    "same automaton cell by cell.",
    meanings={str(state): state.meaning for state in LIVE} | DECIDED,
    groups={str(state): GROUPS[state.rest] for state in LIVE} | dict.fromkeys(DECIDED, "decided"),
    reads="pairs of pegs of the smaller disks, start and goal, largest disk first",
    task="any two configurations: two words, or one word of pairs",
    pairs_of=pairs_of,
    empty_word_answer="once",
)


def verdict(start: Configuration, goal: Configuration) -> str:
    """Decide how often the largest differing disk moves on a shortest path, by the table's rule.

    The result is "once", "twice", "tie" if both paths are equally short, or "same".
    """
    kind, rest = "same", 1
    p, q, u, v = 0, 0, 0, 0
    for disk in range(len(start), 0, -1):
        s, g = start.peg(disk), goal.peg(disk)
        if kind == "same" and s != g:
            kind = "once"
            p, q = third(s, g), g
            u, v = p, s
        elif kind != "same" and abs(rest) < 2:
            p, q, longer = read_digit(p, q, s)
            u, v, shorter = read_digit(u, v, g)
            rest = 2 * rest - (longer + shorter)
            kind = "once" if rest > 0 else "twice"
            if rest == 0:
                kind = "tie"
    return kind
