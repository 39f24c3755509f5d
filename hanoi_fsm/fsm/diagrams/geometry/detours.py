"""What is changed of the routes that dot chooses: where they begin and end.

A route that would begin or end among the loops of its state is led round the corner of the state.
Ends that would meet on a border are moved apart along it. All is said for loops to the right of a
state: `turned` are the coordinates of those above it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import atan2, degrees, dist

from hanoi_fsm.fsm.diagrams.geometry.routes import ARROW, Route
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point

BELOW = 9.0
"""How far from the state an edge passes along below the loops, or above them."""

CORNER = 9.0
"""Between an end and the corner of a state."""

ENDS_APART, TURNS = 11.0, 8
"""Between ends on a border, and how often they are moved for it."""

FINENESS, JOINS, FINEST = 32, 8, 400
"""How many places are tried on a curve: to leave the loops, to join it, to end at an arrowhead."""


def turned(route: Route) -> Route:
    """The same with x for y and y for x."""
    curves = (Bezier(*(Point(point.y, point.x) for point in curve)) for curve in route.curves)
    return Route(tuple(curves), Point(route.tip.y, route.tip.x))


def turned_box(box: Box) -> Box:
    """The same with x for y and y for x."""
    return Box(Point(box.middle.y, box.middle.x), box.height, box.width)


def backwards(route: Route) -> Route:
    """From its tip to its begin, without room for an arrowhead."""
    last = route.curves[-1]
    curves = (*route.curves[:-1], last._replace(end=route.tip))
    return Route(tuple(Bezier(*reversed(curve)) for curve in reversed(curves)), route.begin)


def forwards(route: Route) -> Route:
    """A route that was led backwards, with room for its arrowhead."""
    route = backwards(route)
    last = route.curves[-1]
    far = (at for at in range(FINEST, 0, -1) if dist(last.at(at / FINEST), last.end) >= ARROW)
    return Route((*route.curves[:-1], last.between(0, next(far, 1) / FINEST)), last.end)


def round_the_corner(route: Route, state: Box, loops: Box, others: Sequence[Box]) -> Route:
    """A route from a `state` that is clear of its `loops`, and where it can be of `others`."""
    (_, low), (right, high) = state.corners
    number, t = _beyond(route, low - BELOW, high + BELOW)
    down = route.curves[number].at(t).y < state.middle.y
    begin = Point(right - CORNER, low if down else high)
    obstacles = [loops, *(box.grown(3) for box in others if not box.meets(route.points))]
    joined = [
        (first, rest)
        for first, rest in _joined(begin, Point(0, -1 if down else 1), route, number, t)
        if not any(box.meets(first.points(16)) for box in obstacles)
    ]
    if joined:
        first, rest = min(joined, key=lambda one: _turning(one[0]))
        return Route((first, *rest), route.tip)
    rest = (route.curves[number].between(t, 1), *route.curves[number + 1 :])
    level = begin.plus(Point(0, -BELOW if down else BELOW))
    first = Bezier(begin, level, Point((begin.x + rest[0].begin.x) / 2, level.y), rest[0].begin)
    return Route((first, *rest), route.tip)


def _joined(
    begin: Point, out: Point, route: Route, number: int, t: float
) -> Iterator[tuple[Bezier, tuple[Bezier, ...]]]:
    """Curves from a border that join a route before its middle, each with what is left of that."""
    for at in range(number, max(number, len(route.curves) // 2) + 1):
        curve, after = route.curves[at], route.curves[at + 1 :]
        for step in range(JOINS):
            join = step / JOINS
            if (at == number and join <= t) or (at + join) * 2 > len(route.curves):
                continue
            rest = curve.between(join, 1)
            reach = dist(begin, rest.begin) * 0.4
            along = curve.towards(join)
            back = rest.begin.plus(along, -reach / (along.length or 1))
            yield Bezier(begin, begin.plus(out, reach), back, rest.begin), (rest, *after)


def _turning(curve: Bezier) -> float:
    """By how many degrees a curve turns, to either side."""
    steps = [other.minus(one) for one, other in pairwise(curve.points(16))]
    ways = [degrees(atan2(step.y, step.x)) for step in steps]
    return sum(abs((other - one + 180) % 360 - 180) for one, other in pairwise(ways))


def _beyond(route: Route, low: float, high: float) -> tuple[int, float]:
    """On which curve and where on it a route from between two levels is beyond them."""
    for number, curve in enumerate(route.curves):
        for step in range(FINENESS):
            if not low < curve.at(step / FINENESS).y < high:
                return number, step / FINENESS
    return len(route.curves) - 1, 1 - 1 / FINENESS


def spread(
    routes: Sequence[Route], ends: Sequence[tuple[str, str]], boxes: Mapping[str, Box]
) -> list[Route]:
    """The routes with ends apart on each border, and off the corners; loops stay as they are."""
    found = list(routes)
    for state, box in boxes.items():
        here = [
            (at, begins)
            for at, pair in enumerate(ends)
            for begins in (True, False)
            if pair[0] != pair[1] and pair[not begins] == state
        ]
        for at, begins in here:
            found[at] = _shifted(found[at], begins, 0, box)
        for _ in range(TURNS):
            moved = False
            for one, other in combinations(here, 2):
                moved |= _part(found, one, other, box)
            if not moved:
                break
    return found


def _part(found: list[Route], one: tuple[int, bool], other: tuple[int, bool], box: Box) -> bool:
    """Move two ends apart if they are on the same side of a state; whether that was necessary."""
    (first, first_far), (second, second_far) = (
        _end(found[at], begins) for at, begins in (one, other)
    )
    missing = ENDS_APART - dist(first, second)
    upright = _upright(first, box)
    if missing < 0.5 or upright != _upright(second, box):
        return False
    before = first_far.y < second_far.y if upright else first_far.x < second_far.x
    push = missing / 2 if before else -missing / 2
    for (at, begins), by in ((one, -push), (other, push)):
        found[at] = _shifted(found[at], begins, by, box)
    return True


def _end(route: Route, begins: bool) -> tuple[Point, Point]:
    """An end of a route, and a point on it on the way there."""
    if begins:
        return route.begin, route.curves[0].at(0.6)
    return route.tip, route.curves[-1].at(0.4)


def _upright(point: Point, box: Box) -> bool:
    """Whether a point is on the left or the right side of a box."""
    across = abs(point.x - box.middle.x) - box.width / 2
    return across > abs(point.y - box.middle.y) - box.height / 2


def _shifted(route: Route, begins: bool, by: float, box: Box) -> Route:
    """The route with one end moved along the side of a state, though not beyond its corners."""
    end, _ = _end(route, begins)
    upright = _upright(end, box)
    at, middle = (end.y, box.middle.y) if upright else (end.x, box.middle.x)
    half = max(0.0, (box.height if upright else box.width) / 2 - CORNER)
    by = min(max(at + by, middle - half), middle + half) - at
    move = Point(0, by) if upright else Point(by, 0)
    if begins:
        first = route.curves[0]
        first = first._replace(begin=end.plus(move), near_begin=first.near_begin.plus(move))
        return Route((first, *route.curves[1:]), route.tip)
    last = route.curves[-1]
    last = last._replace(near_end=last.near_end.plus(move), end=last.end.plus(move))
    return Route((*route.curves[:-1], last), end.plus(move))
