"""The table of places that an automaton may carry: where its states are in the diagram.

>>> Layout(ring("abcd", 100, first=90)).places["b"]
Point(x=100.0, y=0.0)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from hanoi_fsm.fsm.diagrams.geometry.shapes import Point, direction

ACROSS = 150.0
"""The distance between neighbours on a circle that is drawn without a table."""

MOST_ON_RING = 40


@dataclass(frozen=True)
class Layout:
    """The `places` of all states, in points with y upwards; the picture may need a larger scale.

    `bends` says how far the transitions from one state to another bow to the left of the straight
    line, `loops` in which direction from a state its loops are, and `start` from which direction
    the start point leads to the initial state: 0 degrees is to the right, 90 upwards.
    """

    places: Mapping[str, tuple[float, float]]
    bends: Mapping[tuple[str, str], float] = field(default_factory=dict)
    loops: Mapping[str, float] = field(default_factory=dict)
    start: float = 180

    def knows(self, states: Iterable[str]) -> bool:
        return all(state in self.places for state in states)

    def transposed(self) -> Layout:
        """The same with what leads down leading to the right, and to the right down."""
        places = {state: (-y, -x) for state, (x, y) in self.places.items()}
        bends = {edge: -bow for edge, bow in self.bends.items()}
        loops = {state: 270 - angle for state, angle in self.loops.items()}
        return Layout(places, bends, loops, 270 - self.start)


def ring(states: Iterable[str], radius: float, first: float = 90) -> dict[str, Point]:
    """The `states` clockwise on a circle, the first of them in the direction `first`."""
    names = list(states)
    found = {}
    for number, name in enumerate(names):
        out = direction(first - 360 / len(names) * number).times(radius)
        found[name] = Point(round(out.x, 3), round(out.y, 3))
    return found


def ring_order(after: Mapping[str, Iterable[str]]) -> list[str]:
    """The states in the order of a ring with short edges; `after` has their successors.

    While that makes the edges shorter, some neighbours are reversed, or one state moves elsewhere.
    More than 40 states stay in their own order: on a ring their edges could not be followed.

    >>> "".join(ring_order({"a": "c", "b": "ed", "c": "e", "d": "a", "e": ""}))
    'adbec'
    """
    order = list(after)
    if len(order) > MOST_ON_RING:
        return order
    edges = [(state, other) for state, others in after.items() for other in others]
    least, shorter = _length(order, edges), True
    while shorter:
        shorter = False
        for one, other in combinations(range(len(order)), 2):
            end = other + 1
            turned = order[:one] + order[one:end][::-1] + order[end:]
            moved = order[:one] + order[one + 1 : end] + [order[one]] + order[end:]
            for candidate in (turned, moved):
                if (length := _length(candidate, edges)) < least:
                    order, least, shorter = candidate, length, True
    first = order.index(next(iter(after)))
    return order[first:] + order[:first]


def _length(order: Sequence[str], edges: Iterable[tuple[str, str]]) -> int:
    """The sum of the squared distances along the ring."""
    place = {state: at for at, state in enumerate(order)}
    total = 0
    for one, other in edges:
        apart = abs(place[one] - place[other])
        total += min(apart, len(order) - apart) ** 2
    return total


def circle(states: Iterable[str]) -> Layout:
    """A layout for anything: all states on one circle, the first on the left."""
    names = list(states)
    radius = ACROSS * max(1.0, len(names) / 6) if len(names) > 1 else 0
    return Layout(ring(names, radius, first=180))
