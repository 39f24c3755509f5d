"""Edges that would begin or end among the loops of a state, led round the corner of the state.

All is said for loops to the right of a state: `turned` are the coordinates of those above it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from hanoi_fsm.fsm.diagrams.geometry.routes import ARROW, Route
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point

BELOW = 9.0
"""How far from the state an edge passes along below the loops, or above them."""

CORNER, APART = 12.0, 12.0
"""Between an end and the corner of a state, and between ends on its border."""

FINENESS = 64


def turned(route: Route) -> Route:
    """The same with x for y and y for x."""
    curves = (Bezier(*(Point(point.y, point.x) for point in curve)) for curve in route.curves)
    return Route(tuple(curves), Point(route.tip.y, route.tip.x))


def led_round(
    routes: Sequence[Route], leaving: Sequence[int], entering: Sequence[int], state: Box, loops: Box
) -> dict[int, Route]:
    """New routes for those `leaving` and `entering` a state that meet the box of its `loops`."""
    taken = [routes[at].begin for at in leaving] + [routes[at].tip for at in entering]
    found = {}
    for numbers, back in ((leaving, False), (entering, True)):
        for at in numbers:
            route = _reversed(routes[at]) if back else routes[at]
            if loops.meets(route.points):
                route = _round_the_corner(route, state, taken)
                taken.append(route.begin)
                found[at] = _with_tip(_reversed(route)) if back else route
    return found


def _round_the_corner(route: Route, state: Box, taken: Sequence[Point]) -> Route:
    """The route as it was from beyond the loops on, and before that from the nearest free place."""
    (_, low), (right, high) = state.corners
    number, t = _beyond(route, low - BELOW, high + BELOW)
    rest = route.curves[number].between(t, 1)
    down = -1 if rest.begin.y < state.middle.y else 1
    border = low if down < 0 else high
    begin = next(
        (one for one in _places(state, border) if all(dist(one, other) >= APART for other in taken)),
        Point(right - CORNER, border),
    )
    out = Point(0, down * BELOW)
    far = rest.begin.minus(begin)
    near_end = Point(rest.begin.x - far.x / 2, rest.begin.y)
    first = Bezier(begin, begin.plus(out), near_end, rest.begin)
    rest = rest._replace(near_begin=rest.begin.plus(rest.begin.minus(near_end), 0.3))
    return Route((first, rest, *route.curves[number + 1 :]), route.tip)


def _places(state: Box, border: float) -> Iterator[Point]:
    """Places on the upper or lower border of a state, those near its loops first."""
    right = state.middle.x + state.width / 2 - CORNER
    for number in range(int((state.width - 2 * CORNER) / (APART / 2)) + 1):
        yield Point(right - number * APART / 2, border)


def _beyond(route: Route, low: float, high: float) -> tuple[int, float]:
    """On which curve and where on it a route from between two levels is beyond them."""
    for number, curve in enumerate(route.curves):
        for step in range(FINENESS):
            if not low < curve.at(step / FINENESS).y < high:
                return number, step / FINENESS
    return len(route.curves) - 1, 1 - 1 / FINENESS


def _reversed(route: Route) -> Route:
    """Backwards, without a place for an arrowhead."""
    last = route.curves[-1]
    curves = (*route.curves[:-1], last._replace(end=route.tip))
    return Route(tuple(Bezier(*reversed(curve)) for curve in reversed(curves)), route.begin)


def _with_tip(route: Route) -> Route:
    """With room for the arrowhead at its end."""
    last = route.curves[-1]
    end = next(
        step
        for step in range(FINENESS, -1, -1)
        if step == 0 or dist(last.at(step / FINENESS), last.end) >= ARROW
    )
    return Route((*route.curves[:-1], last.between(0, max(end, 1) / FINENESS)), last.end)
