"""Claims about the shortest path to a tower: how long it is, and how it begins.

distance-reader comes first, by claims that no other number satisfies than the distance in the Hanoi
graph. next-move-reader names the move to the neighbour that is nearer, and sierpinski-reader draws
the graph: an address says how near the three towers are.
"""

from hanoi_fsm.fsm.theory.first_order import Formula, exists
from hanoi_fsm.hanoi.proofs.readers.reading import Reading, c, d, distance_to, e
from hanoi_fsm.hanoi.proofs.readers.vocabulary import (
    BITS,
    PEGS,
    adjacent,
    all_are,
    at_most_one_more,
    consists_of,
    equal,
    is_tower,
    names_move,
    neighbours,
    one_more,
    zeros_where,
)


def writes_a_number(read: Reading) -> Formula:
    """What it writes are bits."""
    return consists_of(BITS, read(c))


def is_zero_at_the_goal(read: Reading) -> Formula:
    """(a) It writes 0^n for the tower on the target."""
    return all_are(read.target, c) >> all_are("0", read(c))


def is_zero_at_the_goal_only(read: Reading) -> Formula:
    """(a) It writes 0^n for no other configuration."""
    return all_are("0", read(c)) >> all_are(read.target, c)


def changes_by_at_most_1(read: Reading) -> Formula:
    """(b) The numbers of two neighbours differ by at most 1.

    So a path to the goal has at least as many moves as the number says. It is enough to compare
    neighbours in one direction, since each is a neighbour of the other.
    """
    return neighbours(c, d) >> at_most_one_more(read(c), read(d))


def some_neighbour_is_nearer(read: Reading) -> Formula:
    """(c) All but the goal have a neighbour whose number is one less.

    So there is a path of as many moves as the number says.
    """
    return all_are(read.target, c) | exists(d, is_nearer(read))


def only_one_neighbour_is_nearer(read: Reading) -> Formula:
    """No two neighbours of a configuration are nearer; so there is only one shortest path."""
    return (is_nearer(read) & neighbours(c, e) & one_more(read(e), read(c))) >> equal(d, e)


def is_nearer(distance: Reading) -> Formula:
    """d is a neighbour of c, and one move nearer to the goal."""
    return neighbours(c, d) & one_more(distance(d), distance(c))


def the_other_towers_are_farthest(read: Reading) -> Formula:
    """It writes 1^n for the towers on the other pegs: 2^n - 1 moves are necessary."""
    return (~all_are(read.target, c) & is_tower(c)) >> all_are("1", read(c))


def names_no_move_at_the_goal(read: Reading) -> Formula:
    """At the goal the answer is that no disk moves."""
    return all_are(read.target, c) >> read.answers(c, "none")


def names_the_move_to_the_nearer_neighbour(read: Reading) -> Formula:
    """Elsewhere the answer is the legal move that leads one move nearer to the goal."""
    return is_nearer(distance_to(read.target)) >> names_move(read(c), c, d)


def writes_an_address(read: Reading) -> Formula:
    """What it writes are corners, which have the names of the pegs."""
    return consists_of(PEGS, read(c))


def gives_each_configuration_its_own_address(read: Reading) -> Formula:
    """Two configurations with the same address are the same."""
    return equal(read(c), read(d)) >> equal(c, d)


def turns_moves_into_edges(read: Reading) -> Formula:
    """The addresses of neighbours are joined by an edge of the triangle."""
    return neighbours(c, d) >> adjacent(read(c), read(d))


def puts_towers_into_corners(read: Reading) -> Formula:
    """The address of the tower on peg p is p^n, the corner p of the triangle."""
    return is_tower(c) >> equal(read(c), c)


def has_a_corner_where_its_distance_has_a_0(read: Reading) -> Formula:
    """The letter of an address is p exactly where the distance to the tower on p has a 0 bit.

    That leaves no choice: of the distances to the three towers only one has a 0 bit there.
    """
    by_peg = [zeros_where[peg](read(c), distance_to(peg)(c)) for peg in PEGS]
    return by_peg[0] & by_peg[1] & by_peg[2]
