"""A whole state diagram in its places, at the smallest scale at which nothing overlaps.

A label is beside its own curve, and clear of everything else. It has some candidates, and takes the
best by what is fixed (states, curves), and then, in turn, the best by the other labels too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.routes import ARROW, Route, routes
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point, direction
from hanoi_fsm.fsm.diagrams.text_width import text_size
from hanoi_fsm.fsm.notation import Transition

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
LABEL, BADGE = 12, 11.5
"""The sizes of the letters of labels and badges."""


CLEAR = 4.0
"""The least distance between a label and its own curve."""

ALONG = (0.5, 0.44, 0.56, 0.38, 0.62, 0.31, 0.69, 0.25, 0.75, 0.18, 0.82)
MANY, MIDDLE = 100, (0.5, 0.38, 0.62)
"""With more labels than these, each has fewer candidates."""
FURTHER = (0.0, 9.0)
CLASH = 1000.0
MEETING_EDGE, NEAR, APART = 3.0, 9.0, 4.0
CROWDED, INNER = 8.0, 3.0


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
    scales = SCALES if len(edges) <= FEW_EDGES else COARSE
    for scale in scales:
        boxes = {
            state: Box(Point(*layout.places[state]).times(scale), *size)
            for state, size in sizes.items()
        }
        roomy = [box.grown(7) for box in boxes.values()]
        if scale < scales[-1] and any(a.overlaps(b) for a, b in combinations(roomy, 2)):
            continue
        start = start_of(boxes[initial], layout.start) if initial in boxes else None
        curves = routes(ends, boxes, layout, [start] if start else [])
        yield completed(boxes, curves, edges, start, {})
        if len(edges) > MANY_EDGES:
            return


def completed(
    states: Mapping[str, Box],
    curves: Sequence[Route],
    edges: Sequence[Edge],
    start: Route | None,
    hints: Mapping[int, Point],
) -> Placement:
    """The states and curves with places for badges and labels.

    The `hints` are the middles of places where some labels may well be.
    """
    fixed = [*states.values(), *_point(start)]
    badges = badges_on(curves, edges, fixed)
    lines = [*curves, start] if start else curves
    sizes = [edge.size for edge in edges]
    labels, clashes = place_labels(sizes, curves, lines, [*fixed, *badges.values()], hints)
    return Placement(states, curves, labels, badges, start, clashes)


def _point(start: Route | None) -> list[Box]:
    """The box of the start point, if there is one."""
    return [Box(start.begin, 2 * DOT, 2 * DOT)] if start else []


def start_of(box: Box, side: float) -> Route:
    """A straight arrow from the start point to the border of the initial state."""
    out = direction(side)
    tip = box.middle.plus(out, box.reach(out))
    return Route((Bezier.bowed(tip.plus(out, START), tip.plus(out, ARROW), 0),), tip)


def badges_on(
    routes: Sequence[Route], edges: Sequence[Edge], fixed: Sequence[Box]
) -> dict[int, Box]:
    """A place on the curve for the badge of each edge that has one.

    It is clear of the other curves and of what is `fixed` where it can be; for that it may lie to
    one side, so that its own curve only touches it.
    """
    found: dict[int, Box] = {}
    for number, (route, edge) in enumerate(zip(routes, edges, strict=True)):
        if edge.badge:
            taken = [*fixed, *found.values()]
            lines = [other.points for at, other in enumerate(routes) if at != number]
            found[number] = min(
                _places_on(route, edge.badge_size),
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


class _Line(NamedTuple):
    """The course of a curve, and the box around it."""

    around: Box
    points: Sequence[Point]


def place_labels(
    sizes: Sequence[tuple[float, float]],
    routes: Sequence[Route],
    curves: Sequence[Route],
    boxes: Sequence[Box],
    hints: Mapping[int, Point],
) -> tuple[list[Box], int]:
    """A box for the label of each route, and how many overlaps could not be avoided.

    They keep clear of all `curves`, the routes among them first, and of the `boxes`. An empty label
    takes no place. Where a label has a place by the `hints`, that is the first to be tried.
    """
    lines = [_Line(Box.around(curve.points), curve.points) for curve in curves]
    states = [box.grown(3) for box in boxes]
    middle = Box.around([corner for box in boxes for corner in box.corners]).middle
    along = MIDDLE if sum(size[0] > 0 for size in sizes) > MANY else ALONG
    chosen = {at: Box(route.at(0.5), 0, 0) for at, route in enumerate(routes)}
    costs, choices = {}, {}
    for at, (route, size) in enumerate(zip(routes, sizes, strict=True)):
        if size[0]:
            places = sorted(_around(route, *size, middle, along), key=lambda one: one[1])
            places[:0] = [(Box(hints[at], *size), 0.0)] if at in hints else []
            judged = _judge(lines, states, lines[at], [box for box, _ in places])
            choices[at] = places, judged
            chosen[at], costs[at] = _best(places, judged, [])
    for at, (places, judged) in choices.items():
        others = [chosen[other] for other in choices if other != at]
        chosen[at], costs[at] = _best(places, judged, others)
    return list(chosen.values()), sum(int(cost // CLASH) for cost in costs.values())


def _best(
    places: Sequence[tuple[Box, float]], judged: Callable[[Box], float], others: Sequence[Box]
) -> tuple[Box, float]:
    """The best of some places, which are in the order of their own costs, and its whole cost."""
    best, least = places[0][0], float("inf")
    for box, cost in places:
        if cost >= least:  # what speaks against a place only adds to its cost
            break
        whole = cost + judged(box) + CLASH * _met(box, others)
        if whole < least:
            best, least = box, whole
    return best, least


def _judge(
    lines: Sequence[_Line], states: Sequence[Box], own: _Line, places: Sequence[Box]
) -> Callable[[Box], float]:
    """What speaks against each of some `places`, whatever the other labels do."""
    region = Box.around([corner for box in places for corner in box.corners]).grown(NEAR)
    near = [line for line in lines if line.around.overlaps(region)]
    around = [box for box in states if box.overlaps(region)]

    @cache
    def judged(box: Box) -> float:
        """Overlaps, and curves so near that the label seems to be theirs."""
        met, crowded = sum(box.overlaps(state) for state in around), 0
        roomy, tight = box.grown(NEAR), box.grown(MEETING_EDGE)
        for line in near:
            if roomy.overlaps(line.around) and roomy.meets(line.points):
                met += tight.overlaps(line.around) and tight.meets(line.points)
                crowded += line is not own
        return CLASH * met + CROWDED * crowded

    return judged


def _met(box: Box, others: Sequence[Box]) -> int:
    roomy = box.grown(APART)
    return sum(roomy.overlaps(other) for other in others)


def _around(
    route: Route, width: float, height: float, middle: Point, along: Sequence[float]
) -> Iterator[tuple[Box, float]]:
    """Places beside a curve with what speaks against them, the outer side preferred."""
    for t in along:
        on, left = route.at(t), route.towards(t).left
        for side in (-1, 1):
            aside = left.times(side)
            outwards = on.minus(middle)
            inner = aside.x * outwards.x + aside.y * outwards.y < 0
            half = abs(aside.x) * width / 2 + abs(aside.y) * height / 2
            for further in FURTHER:
                cost = INNER * inner + 30 * abs(t - 0.5) + further
                yield Box(on.plus(aside, half + CLEAR + further), width, height), cost
