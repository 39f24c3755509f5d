"""The table of places that an automaton may have, for its states in the diagram.

>>> Layout(ring("abcd", 100, first=90)).places["b"]
(100.0, 0.0)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from hanoi_fsm.fsm.diagrams.geometry.shapes import direction
from hanoi_fsm.fsm.errors import BadInput, shortened


@dataclass(frozen=True)
class Layout:
    """The `places` of all states, in points with y upwards; the picture may need a larger scale.

    `loops` gives the directions of loops from their states, and `start` the direction of the start
    point from the initial state: 0 degrees is to the right, 90 upwards.
    """

    places: Mapping[str, tuple[float, float]]
    loops: Mapping[str, float] = field(default_factory=dict)
    start: float = 180

    def __post_init__(self) -> None:
        try:
            for place in self.places.values():
                _x, _y = map(float, place)
        except (AttributeError, TypeError, ValueError):
            example = "expected a place per state, as in Layout({'off': (0, 0), 'on': (140, 0)})"
            raise BadInput(f"invalid places {shortened(self.places)}: {example}") from None

    @property
    def turned(self) -> Layout:
        """The layout with right and down exchanged."""
        places = {name: (-y, -x) for name, (x, y) in self.places.items()}
        return replace(self, places=places)


def ring(states: Iterable[str], radius: float, first: float = 90) -> dict[str, tuple[float, float]]:
    """Place the `states` clockwise on a circle, starting in the direction `first`."""
    names = list(states)
    places = {}
    for number, name in enumerate(names):
        out = radius * direction(first - 360 / len(names) * number)
        places[name] = round(out.real, 3), round(out.imag, 3)
    return places
