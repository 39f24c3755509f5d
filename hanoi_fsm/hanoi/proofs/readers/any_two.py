"""Claims about the shortest paths between any two configurations, between which Romik decides.

Let the largest disk that must move go from peg f to t, let v be the third peg, and s and g the m
smaller disks of start and goal. A shortest path moves that disk once or twice, and before each of
its moves the smaller disks must stand on one peg:

    once   f -> t       s goes to v,   one move,   v goes to g:          D(s, v) + 1 + D(g, v)
    twice  f -> v -> t  s goes to t,   one move,   t goes to f,
                        one move,      f goes to g:    D(s, t) + 1 + 2^m - 1 + 1 + D(g, f)

where D(s, p) is the distance to the tower on p, as distance-reader writes it. The last three claims
do not rest on that argument. With the goal read along, they say of the shorter of these two lengths
what the claims about distance-reader say of its number, and therefore that it is the distance.
"""

from collections.abc import Callable

from hanoi_fsm.fsm.theory.first_order import Formula, Letter, Output, State, Term, exists
from hanoi_fsm.hanoi.proofs.readers.reading import Reading, c, d, distance_to, goal, published
from hanoi_fsm.hanoi.proofs.readers.vocabulary import (
    DIGITS,
    PEGS,
    THIRD,
    all_are,
    at_most_one_more,
    equal,
    less,
    neighbours,
    weighs,
)


class PathLength:
    """How long the path from c to d is on which the largest disk that differs moves once, or twice.

    A transducer that reads c and d. It writes the binary digits of the length less one, the digits
    of both distances added without carrying, so that a digit may be 2; and where c and d first
    differ the 1 of 2^m, if the disk moves twice.
    """

    start: State = None

    def __init__(self, moves: int) -> None:
        self.moves, self.distance = moves, distance_to("0")
        self.towers = {peg: distance_to(peg).start for peg in PEGS}

    def step(self, state: State, pegs: tuple[str, str]) -> tuple[Letter, State]:
        f, t = pegs
        if state is None:
            if f == t:
                return 0, None
            v = THIRD[f, t]
            one, other = (v, v) if self.moves == 1 else (t, f)
            return self.moves - 1, (self.towers[one], self.towers[other])
        (x, here), (y, there) = map(self.distance.step, state, pegs)
        return DIGITS[x] + DIGITS[y], (here, there)


Lengths = Callable[[Term, Term], tuple[Term, Term]]


def lengths(start: Term, goal: Term) -> tuple[Term, Term]:
    """The lengths of both paths between two configurations that differ, each less one."""
    return Output(PathLength(moves=1), start, goal), Output(PathLength(moves=2), start, goal)


class Renamed:
    """A reader of pairs that reads two words after their first difference, renamed to 0 and 2."""

    start: State = None

    def __init__(self, read: Reading) -> None:
        self.read = read

    def step(self, state: State, letters: tuple[str, str]) -> tuple[Letter, State]:
        x, y = letters
        if state is None:
            return (None, None) if x == y else (self.read.answer_so_far, (x, y, self.read.start))
        f, t, here = state
        new_name = {f: "0", THIRD[f, t]: "1", t: "2"}
        answer, here = self.read.step(here, new_name[x] + new_name[y])
        return answer, (f, t, here)


def decides_on_pegs(read: Reading) -> Formula:
    """Of the pegs of two configurations it decides which path is shorter: once, twice, or a tie."""
    return ~equal(c, d) >> weighs(Output(Renamed(read), c, d), *lengths(c, d))


def decides_on_addresses(read: Reading) -> Formula:
    """Of the addresses of two configurations it decides the same.

    Every two addresses are those of two configurations, since sierpinski-reader is one to one.
    """
    address = published("sierpinski-reader")
    return ~equal(c, d) >> weighs(Output(Renamed(read), address(c), address(d)), *lengths(c, d))


def neighbours_of_the_goal_are_one_move_away(lengths: Lengths) -> Formula:
    """(a) From a neighbour of the goal one of the two paths is a single move."""
    once, twice = lengths(c, goal)
    return neighbours(c, goal) >> (all_are(0, once) | all_are(0, twice))


def a_move_changes_the_shorter_by_at_most_1(lengths: Lengths) -> Formula:
    """(b) With a move from c to d the length of the shorter path falls by at most 1."""
    once, twice = lengths(c, goal)

    def is_within_1_of(path: Term) -> Formula:
        return at_most_one_more(once, path) | at_most_one_more(twice, path)

    once_from_d, twice_from_d = lengths(d, goal)
    given = neighbours(c, d) & ~equal(c, goal) & ~equal(d, goal)
    return given >> (is_within_1_of(once_from_d) & is_within_1_of(twice_from_d))


def some_move_makes_the_shorter_shorter(lengths: Lengths) -> Formula:
    """(c) From all but the goal some move leads there, or to where the shorter path is shorter."""
    once, twice = lengths(c, goal)

    def is_shorter(path: Term) -> Formula:
        return less(path, once) & less(path, twice)

    once_from_d, twice_from_d = lengths(d, goal)
    arrived = equal(c, goal) | neighbours(c, goal)
    nearer = is_shorter(once_from_d) | is_shorter(twice_from_d)
    return arrived | exists(d, neighbours(c, d) & ~equal(d, goal) & nearer)


DISTANCE_OF_ANY_TWO = (
    neighbours_of_the_goal_are_one_move_away,
    a_move_changes_the_shorter_by_at_most_1,
    some_move_makes_the_shorter_shorter,
)
"""Together: the shorter of the two paths is as long as the distance, which is 0 at the goal."""
