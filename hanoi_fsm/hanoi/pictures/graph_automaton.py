"""The Hanoi graph as an automaton: configurations are its states, moves its symbols.

It accepts the words of moves that take the tower from peg 0 to peg 2, and stops at an illegal one.
In the plane it is a Sierpinski triangle (Hinz).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from math import sqrt

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import PEGS, Configuration, PegMatrix, whole

NAME = "hanoi-graph"
MAX_AUTOMATON_DISKS = 4
EDGE = 90
"""The length of an edge in pixels."""


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
    number = whole(disks)
    if number is None or not 1 <= number <= MAX_AUTOMATON_DISKS:
        raise BadDisks(
            f"invalid number of disks {shortened(disks)}: "
            f"the Hanoi graph is exported for 1 to {MAX_AUTOMATON_DISKS} disks"
        )
    name = f"{NAME}-{number}"
    states = tuple("".join(word) for word in product("012", repeat=number))
    rows = tuple(row for state in states for row in _moves(state))
    return Automaton(name, states, states[0], frozenset({states[-1]}), rows, name)


def _moves(state: str) -> Iterator[Transition]:
    """The two or three legal moves from a configuration."""
    here = Configuration(state)
    pegs = PegMatrix.standing(here)
    for a, b in permutations(PEGS, 2):
        if pegs.top(a) < pegs.top(b):
            move = PegMatrix.standing(here).move(a, b)
            yield Transition(state, str(here.after(move)), Label(f"{a}{b}"))


def places(disks: int) -> dict[str, tuple[float, float]]:
    """Where the configurations are, all edges being of the same length, tower 0 at the top.

    A side is 2**disks - 1 edges long; a configuration is as far from a corner as from its tower.
    """
    side = 2**disks - 1
    found = {}
    for word in product("012", repeat=disks):
        state = Configuration("".join(word))
        left, right = (side - formulas.distance_to_tower(state, target=peg) for peg in (1, 2))
        x, y = (side + right - left) / 2, (left + right) * sqrt(3) / 2
        found[str(state)] = (EDGE * (x + 1), EDGE * (y + 1))
    return found
