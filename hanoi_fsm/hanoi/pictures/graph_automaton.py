"""The Hanoi graph as an automaton: configurations are its states, moves its events.

It accepts the words of moves that take the tower from peg 0 to peg 2, and stops at an illegal one.
In the plane it is a Sierpinski triangle (Hinz).
"""

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import shortened
from hanoi_fsm.fsm.notation import Label, Transition
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import whole
from hanoi_fsm.hanoi.pictures.sierpinski import moves_from, position, vertices

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
            f"the Hanoi graph is exported for 1 .. {MAX_AUTOMATON_DISKS} disks"
        )
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
    """The places of the configurations, in pixels from the upper left: tower 0 is at the top."""
    middle = (2**disks - 1) / 2
    at = {str(vertex): position(vertex) for vertex in vertices(disks)}
    return {state: (EDGE * (middle + x + 1), EDGE * (1 - y)) for state, (x, y) in at.items()}
