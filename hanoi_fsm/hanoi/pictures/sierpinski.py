"""The Hanoi graph as a graph and as an automaton: configurations are vertices, moves edges.

It is a Sierpinski triangle (Hinz), and `sierpinski-reader` writes addresses in it: the digit for
disk k says which of three triangles of side 2**(k-1) a vertex is in. So the place of a vertex is
u * e1 + v * e2, where u is the sum of the sides for the digits 1, v that for the digits 2, and e1
and e2 are unit vectors 60 degrees apart; then all edges have length 1. As an automaton it accepts
the words of moves that take the tower from peg 0 to peg 2, and stops at an illegal one.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate, permutations, product
from math import sqrt

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, Move, whole

NAME = "hanoi-graph"
MAX_AUTOMATON_DISKS = 4
EDGE = 90
"""The length of an edge of the automaton, in pixels."""


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
    return accumulate(moves, Configuration.after, initial=start)


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


def hanoi_graph(disks: int) -> Automaton:
    """The graph of 1 .. 4 disks; the event `ab` moves the top disk of peg a to peg b.

    Raises `BadDisks` for any other number of disks.

    >>> print(hanoi_graph(1))
    0 -> 1 : 01
    0 -> 2 : 02
    1 -> 0 : 10
    1 -> 2 : 12
    2 -> 0 : 20
    2 -> 1 : 21
    """
    number = _checked(disks)
    name = f"{NAME}-{number}"
    here = tuple(vertices(number))
    states = tuple(map(str, here))
    transitions = tuple(
        Transition(str(one), str(one.after(move)), Label(f"{move.source}{move.target}"))
        for one in here
        for move in moves_from(one)
    )
    return Automaton(name, states, states[0], frozenset({states[-1]}), transitions, name)


def places(disks: int) -> dict[str, tuple[float, float]]:
    """The places of the configurations, in pixels from the upper left: tower 0 is at the top.

    Raises `BadDisks` as `hanoi_graph` does.
    """
    number = _checked(disks)
    middle = (2**number - 1) / 2
    at = {str(vertex): position(vertex) for vertex in vertices(number)}
    return {state: (EDGE * (middle + x + 1), EDGE * (1 - y)) for state, (x, y) in at.items()}


def _checked(disks: int) -> int:
    number = whole(disks)
    if number is None or not 1 <= number <= MAX_AUTOMATON_DISKS:
        raise BadDisks(
            f"invalid number of disks {shortened(disks)}: "
            f"the Hanoi graph is exported for 1 .. {MAX_AUTOMATON_DISKS} disks"
        )
    return number
