"""A whole state diagram in its places, at the smallest scale at which nothing overlaps.

A label is beside its own curve, and clear of everything else. Each in turn takes the best of some
places, by what is fixed (states, curves) and by the labels that have theirs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.routes import ARROW, Route, routes
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point, direction
from hanoi_fsm.fsm.diagrams.texts import text_size
from hanoi_fsm.fsm.notation import Transition

SCALES = (1.0, 1.2, 1.4, 1.6, 2.0, 2.5, 3.2)
MANY_EDGES = 100
"""With more edges than these, the first scale is taken at which the states are apart."""
MOST_STATES, MOST_EDGES = 300, 300
"""The largest diagram that is placed: more would take too long, and nobody could read it."""
START, DOT = 34.0, 6.0
"""How long the arrow from the start point is, and the point's radius."""
TOUCHING = 4.0
"""How far a badge beside its curve still reaches over it."""
LABEL, BADGE = 12, 11.5
"""The sizes of the letters of labels and badges."""


CLEAR = 4.0
"""The least distance between a label and its own curve."""

ALONG = (0.5, 0.44, 0.56, 0.38, 0.62, 0.31, 0.69, 0.25, 0.75, 0.18, 0.82)
FURTHER = (0.0, 9.0)
CLASH = 1000.0
MEETING_EDGE, NEAR, APART = 3.0, 9.0, 4.0
CROWDED, INNER = 8.0, 3.0


Place = tuple[float, Box]
"""What speaks against a place, and where it is."""


class _Line(NamedTuple):
    """The course of a curve, and the box around it."""

    around: Box
    points: Sequence[Point]

    @classmethod
    def of(cls, route: Route) -> _Line:
        points = route.points
        return cls(Box.around(points), points)


class Edge(NamedTuple):
    """One or more transitions between two states, the lines of their label, looks, and a badge."""

    transitions: tuple[Transition, ...]
    lines: Sequence[str]
    looks: Mapping[str, str]
    badge: str = ""

    @property
    def source(self) -> str:
        return self.transitions[0].source

    @property
    def target(self) -> str:
        return self.transitions[0].target

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the label, in points."""
        return text_size(self.lines, LABEL)

    @property
    def badge_size(self) -> tuple[float, float]:
        return max(17.0, text_size([self.badge], BADGE)[0] + 9), 17.0


class Placement(NamedTuple):
    """The boxes of states by their names, the routes, labels and badges of edges, and the start.

    `clashes` is the number of overlaps that could not be avoided.
    """

    states: Mapping[str, Box]
    routes: Sequence[Route]
    labels: Sequence[Box]
    badges: Mapping[int, Box]
    start: Route | None
    clashes: int

    @property
    def bounds(self) -> Box:
        """The box around everything, as far as it is known here how large that is."""
        boxes = [*self.states.values(), *self.labels, *self.badges.values(), *_point(self.start)]
        corners = [corner for box in boxes for corner in box.corners]
        return Box.around([*corners, *(point for route in self.routes for point in route.points)])


def first_without_clashes(tried: Iterable[Placement]) -> Placement:
    """The first of some placements without clashes, or the one with the fewest."""
    found: list[Placement] = []
    for one in tried:
        if not one.clashes:
            return one
        found.append(one)
    return min(found, key=lambda one: one.clashes)


def placement_of(
    layout: Layout,
    sizes: Mapping[str, tuple[float, float]],
    edges: Sequence[Edge],
    initial: str,
) -> Placement:
    """The states at the places of the layout, further apart where that is needed.

    `sizes` are the widths and heights of the states. Where something overlaps at every scale, it is
    the scale with the fewest clashes.
    """
    return first_without_clashes(_scaled(layout, sizes, edges, initial))


def _scaled(
    layout: Layout,
    sizes: Mapping[str, tuple[float, float]],
    edges: Sequence[Edge],
    initial: str,
) -> Iterator[Placement]:
    """The placements at the scales at which the states are apart, and at the last."""
    ends = [(edge.source, edge.target) for edge in edges]
    for scale in SCALES:
        boxes = {}
        for state, size in sizes.items():
            boxes[state] = Box(Point(*layout.places[state]).times(scale), *size)
        roomy = [box.grown(7) for box in boxes.values()]
        if scale < SCALES[-1] and any(a.overlaps(b) for a, b in combinations(roomy, 2)):
            continue
        start = start_of(boxes[initial], layout.start) if initial in boxes else None
        curves = routes(ends, boxes, layout, [start] if start else [])
        yield completed(boxes, curves, edges, start, {})
        if len(edges) > MANY_EDGES:
            return


def start_of(box: Box, side: float) -> Route:
    """A straight arrow from the start point to the border of the initial state."""
    out = direction(side)
    tip = box.middle.plus(out, box.reach(out))
    return Route((Bezier.bowed(tip.plus(out, START), tip.plus(out, ARROW), 0),), tip)


def completed(
    states: Mapping[str, Box],
    curves: Sequence[Route],
    edges: Sequence[Edge],
    start: Route | None,
    hints: Mapping[int, Point],
) -> Placement:
    """The states and curves with places for badges and labels, one after the other.

    The `hints` are the middles of places where some labels may well be.
    """
    lines = [_Line.of(route) for route in curves]
    first = [_Line.of(start)] if start else []
    taken = [*states.values(), *_point(start)]
    badges = {}
    for at, edge in enumerate(edges):
        if edge.badge:
            others = [*lines[:at], *lines[at + 1 :], *first]
            places = _places_on(curves[at], edge.badge_size)
            _, badges[at] = _clearest(places, others, taken)
            taken.append(badges[at])
    middle = Box.around(box.middle for box in states.values()).middle
    labels, clashes = [], 0
    for at, edge in enumerate(edges):
        label = Box(curves[at].at(0.5), 0, 0)
        if edge.lines:
            places = _places_beside(curves[at], edge.size, middle)
            if at in hints:
                places.append((0.0, Box(hints[at], *edge.size)))
            cost, label = _clearest(places, [*lines, *first], taken, lines[at])
            clashes += int(cost // CLASH)
            taken.append(label)
        labels.append(label)
    return Placement(states, curves, labels, badges, start, clashes)


def _point(start: Route | None) -> list[Box]:
    """The box of the start point, if there is one."""
    return [Box(start.begin, 2 * DOT, 2 * DOT)] if start else []


def _places_on(route: Route, size: tuple[float, float]) -> list[Place]:
    """Places for a badge on its curve, or so far to one side that the curve only touches it."""
    found: list[Place] = []
    for side in (0, 1, -1):
        for t in (0.4, 0.5, 0.3, 0.6, 0.7, 0.2):
            aside = route.towards(t).left
            far = side * (_half(aside, size) - TOUCHING)
            found.append((float(len(found)), Box(route.at(t).plus(aside, far), *size)))
    return found


def _places_beside(route: Route, size: tuple[float, float], middle: Point) -> list[Place]:
    """Places for a label beside its curve, the outer side preferred."""
    found = []
    for t in ALONG:
        on, left = route.at(t), route.towards(t).left
        outwards = on.minus(middle)
        for side in (-1, 1):
            aside = left.times(side)
            is_inner = aside.x * outwards.x + aside.y * outwards.y < 0
            for further in FURTHER:
                cost = INNER * is_inner + 30 * abs(t - 0.5) + further
                far = _half(aside, size) + CLEAR + further
                found.append((cost, Box(on.plus(aside, far), *size)))
    return found


def _half(aside: Point, size: tuple[float, float]) -> float:
    """How far the middle of a box is from a line that it touches, and that it is beside."""
    return abs(aside.x) * size[0] / 2 + abs(aside.y) * size[1] / 2


def _clearest(
    places: list[Place], lines: Sequence[_Line], taken: Sequence[Box], own: _Line | None = None
) -> Place:
    """The place with the least cost, and that: its own, and what it costs to meet others.

    A place may be near the `own` line, but not so near to others that it seems to be theirs.
    """
    region = Box.around(corner for _, box in places for corner in box.corners).grown(NEAR)
    lines = [line for line in lines if line.around.overlaps(region)]
    taken = [box for box in taken if box.overlaps(region)]
    best = math.inf, places[0][1]
    for own_cost, box in sorted(places, key=itemgetter(0)):
        if own_cost >= best[0]:
            break
        apart, roomy, tight = box.grown(APART), box.grown(NEAR), box.grown(MEETING_EDGE)
        cost = own_cost + CLASH * sum(map(apart.overlaps, taken))
        for line in lines:
            if roomy.overlaps(line.around) and roomy.meets(line.points):
                cost += CROWDED * (line is not own) + CLASH * tight.meets(line.points)
        if cost < best[0]:
            best = cost, box
    return best
