"""The order of states on a ring in which the edges between them are short.

What is to be small is the sum of the squared distances along the ring. Two states at a time change
places: always if that makes the sum smaller, and else the less often the larger and the later
(simulated annealing, Kirkpatrick 1983). The result need not be the best of all, but it is always
the same, since the seed of the random numbers is.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from random import Random
from typing import TypeVar

State = TypeVar("State", bound=Hashable)

STEPS = 1000
"""How many exchanges are tried per state."""

HOT, COLD = 8.0, 0.3
"""By how much the sum may well grow with one exchange, per state at first and in all at the end."""

MOST_STATES = 60
"""More states stay in their own order: on a ring their edges could not be followed."""


def ring_order(after: Mapping[State, Iterable[State]]) -> list[State]:
    """The states in the order of a ring, the first of `after` first; it has their successors.

    >>> "".join(ring_order({"a": "c", "b": "ed", "c": "e", "d": "a", "e": ""}))
    'acebd'
    """
    states = list(after)
    if not 3 < len(states) <= MOST_STATES:
        return states
    order = _annealed(states, _beside(after))
    first = order.index(states[0])
    return order[first:] + order[:first]


def _beside(after: Mapping[State, Iterable[State]]) -> dict[State, list[State]]:
    """The states at the other ends of the edges of each state."""
    beside: dict[State, list[State]] = {state: [] for state in after}
    for one, others in after.items():
        for other in others:
            if other != one:
                beside[one].append(other)
                beside[other].append(one)
    return beside


def _annealed(order: list[State], beside: Mapping[State, list[State]]) -> list[State]:
    order, size, random = order.copy(), len(order), Random(1)
    place = {state: at for at, state in enumerate(order)}
    near = [min(apart, size - apart) ** 2 for apart in range(size)]

    def length(*some: State) -> int:
        """The part of the sum that has to do with these states."""
        return sum(near[abs(place[one] - place[other])] for one in some for other in beside[one])

    def exchange(one: State, other: State) -> None:
        place[one], place[other] = place[other], place[one]
        order[place[one]], order[place[other]] = one, other

    steps = STEPS * size
    for step in range(steps):
        heat = HOT * size * (COLD / HOT / size) ** (step / steps)
        pair = random.sample(order, 2)
        before = length(*pair)
        exchange(*pair)
        growth = length(*pair) - before
        if growth > 0 and random.random() > math.exp(-growth / heat):
            exchange(*pair)
    return order
