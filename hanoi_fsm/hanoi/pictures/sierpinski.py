"""The Hanoi graph as a graph: every configuration a vertex, every legal move an edge.

It is a Sierpinski triangle (Hinz), and `sierpinski-reader` writes addresses in it: the digit for
disk k says which of three triangles of side 2**(k-1) a vertex is in. So the place of a vertex is
u * e1 + v * e2, where u is the sum of the sides for the digits 1, v that for the digits 2, and e1
and e2 are unit vectors 60 degrees apart; then all edges have length 1.
"""

from collections.abc import Iterable, Iterator
from itertools import permutations, product
from math import sqrt

from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, Move


def vertices(disks: int) -> Iterator[Configuration]:
    """All 3**disks configurations."""
    return (Configuration(digits) for digits in product(PEGS, repeat=disks))


def moves_from(vertex: Configuration) -> Iterator[Move]:
    """The two or three legal moves from a configuration; none where there are no disks."""
    tops = [stack[-1] if stack else len(vertex) + 1 for stack in vertex.pegs()]
    for a, b in permutations(PEGS, 2):
        if tops[a] < tops[b]:
            yield Move(tops[a], a, b)


def edges(disks: int) -> Iterator[tuple[Configuration, Configuration]]:
    """All 3 * (3**disks - 1) / 2 edges, each once: as the move to the peg of the higher number."""
    for vertex in vertices(disks):
        for move in moves_from(vertex):
            if move.source < move.target:
                yield vertex, vertex.after(move)


def stations(start: Configuration, moves: Iterable[Move]) -> Iterator[Configuration]:
    """The vertices on a path, its two ends included."""
    yield start
    for move in moves:
        start = start.after(move)
        yield start


def address(vertex: Configuration) -> tuple[int, int]:
    """The coordinates (u, v) of a vertex, as `sierpinski-reader` writes them digit by digit."""
    u = v = 0
    for transition in automata.get("sierpinski-reader").automaton.read(str(vertex)):
        u = 2 * u + (transition.action == "write_1")
        v = 2 * v + (transition.action == "write_2")
    return u, v


def position(vertex: Configuration) -> tuple[float, float]:
    """The place (x, y) of a vertex: tower 0 is at the top, 1 at the lower left, 2 at the right."""
    u, v = address(vertex)
    return (v - u) / 2, -(u + v) * sqrt(3) / 2
