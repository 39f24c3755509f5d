"""A whole state diagram in its places, at the smallest scale at which nothing overlaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.labels import place_labels
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.routes import ARROW, Route, routes
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point, direction

SCALES = (1.0, 1.1, 1.2, 1.3, 1.45, 1.6, 1.8, 2.0, 2.3, 2.7, 3.2)
FEW_EDGES, COARSE = 40, (1.0, 1.4, 2.0)
"""With more edges than a few, not every scale is tried."""
MANY_EDGES = 100
"""With more edges than these, the first scale is taken at which the states are apart."""
MOST_STATES, MOST_EDGES = 300, 300
"""The largest diagram that is placed: more would take too long, and nobody could read it."""
START, DOT = 34.0, 6.0
"""How long the arrow from the start point is, and the point's radius."""
TOUCHING = 4.0
"""How far a badge beside its curve still reaches over it."""


class Edge(NamedTuple):
    """One or more transitions between two states, and the sizes of their label and badge."""

    source: str
    target: str
    size: tuple[float, float]
    badge: tuple[float, float] | None = None


class Placement(NamedTuple):
    """The boxes of states by their names, the routes, labels and badges of edges, and the start.

    `clashes` is the number of overlaps that could not be avoided.
    """

    states: Mapping[str, Box]
    routes: Sequence[Route]
    labels: Sequence[Box]
    badges: Mapping[int, Box]
    start: Route | None
    clashes: int = 0
    bounds_given: Box | None = None

    @property
    def bounds(self) -> Box:
        """The box around everything, as far as it is known here how large that is."""
        if self.bounds_given:
            return self.bounds_given
        boxes = [*self.states.values(), *self.labels, *self.badges.values()]
        if self.start:
            boxes.append(Box(self.start.begin, 2 * DOT, 2 * DOT))
        corners = [corner for box in boxes for corner in box.corners]
        return Box.around([*corners, *(point for route in self.routes for point in route.points)])


def placement_of(
    layout: Layout,
    sizes: Mapping[str, tuple[float, float]],
    edges: Sequence[Edge],
    initial: str,
) -> Placement:
    """The states at the places of the layout, further apart where that is needed.

    `sizes` are the widths and heights of the states. The last scale is used, or the best, where
    something overlaps at every scale.
    """
    best: Placement | None = None
    scales = SCALES if len(edges) <= FEW_EDGES else COARSE
    for scale in scales:
        boxes = {
            state: Box(
                Point(layout.places[state][0] * scale, layout.places[state][1] * scale), *size
            )
            for state, size in sizes.items()
        }
        if scale < scales[-1] and _crowded(list(boxes.values())):
            continue
        found = _placed(boxes, edges, layout, initial)
        if best is None or found.clashes < best.clashes:
            best = found
        if not best.clashes or len(edges) > MANY_EDGES:
            break
    assert best is not None  # the last scale is always tried
    return best


def _crowded(boxes: Sequence[Box]) -> bool:
    return any(one.overlaps(other) for one, other in combinations([b.grown(7) for b in boxes], 2))


def _placed(
    boxes: Mapping[str, Box], edges: Sequence[Edge], layout: Layout, initial: str
) -> Placement:
    start = start_of(boxes[initial], layout.start) if initial in boxes else None
    ends = [(edge.source, edge.target) for edge in edges]
    found = routes(ends, boxes, layout, [start] if start else [])
    badges = badges_on(found, [edge.badge for edge in edges], boxes.values())
    point = [Box(start.begin, 2 * DOT, 2 * DOT)] if start else []
    labels, clashes = place_labels(
        [edge.size for edge in edges],
        found,
        [*found, start] if start else found,
        [*boxes.values(), *badges.values(), *point],
    )
    return Placement(boxes, found, labels, badges, start, clashes)


def start_of(box: Box, side: float) -> Route:
    """A straight arrow from the start point to the border of the initial state."""
    out = direction(side)
    tip = box.middle.plus(out, box.reach(out))
    return Route((Bezier.bowed(tip.plus(out, START), tip.plus(out, ARROW), 0),), tip)


def badges_on(
    routes: Sequence[Route], sizes: Sequence[tuple[float, float] | None], boxes: Iterable[Box] = ()
) -> dict[int, Box]:
    """A place on the curve for the badge of each edge that has one.

    It is clear of the other curves and of the `boxes` where it can be; for that it may lie to one
    side, so that its own curve only touches it.
    """
    found: dict[int, Box] = {}
    fixed = list(boxes)
    for number, (route, size) in enumerate(zip(routes, sizes, strict=True)):
        if size is not None:
            taken = [*fixed, *found.values()]
            lines = [other.points for at, other in enumerate(routes) if at != number]
            found[number] = min(
                _places_on(route, size),
                key=lambda box: (
                    sum(box.overlaps(other) for other in taken)
                    + sum(box.meets(line) for line in lines)
                ),
            )
    return found


def _places_on(route: Route, size: tuple[float, float]) -> Iterator[Box]:
    """Places for a badge on a curve, the best first."""
    for side in (0, 1, -1):
        for t in (0.4, 0.5, 0.3, 0.6, 0.7, 0.2):
            aside = route.towards(t).left
            half = abs(aside.x) * size[0] / 2 + abs(aside.y) * size[1] / 2
            yield Box(route.at(t).plus(aside, side * (half - TOUCHING)), *size)
