"""The Hanoi graph: configurations are vertices, moves edges.

It is a Sierpinski triangle (Hinz), and `sierpinski-reader` writes addresses in it: the digit for
disk k says which of three triangles of side 2**(k-1) a vertex is in. So the place of a vertex is
u * e1 + v * e2, where u is the sum of the sides for the digits 1, v that for the digits 2, and e1
and e2 are unit vectors 60 degrees apart; then all edges have length 1.
"""

from collections.abc import Iterator
from itertools import combinations, product
from math import sqrt

from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, Move


def vertices(disks: int) -> Iterator[Configuration]:
    """All 3**disks configurations."""
    return (Configuration(digits) for digits in product(PEGS, repeat=disks))


def edges(disks: int) -> Iterator[tuple[Configuration, Configuration]]:
    """All 3 * (3**disks - 1) / 2 edges, each once: as the move to the peg of the higher number."""
    for vertex in vertices(disks):
        tops = [stack[-1] if stack else disks + 1 for stack in vertex.pegs()]
        for source, target in combinations(PEGS, 2):
            if tops[source] < tops[target]:
                yield vertex, vertex.after(Move(tops[source], source, target))


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
