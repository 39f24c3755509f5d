"""A whole state diagram in its places: those of a layout, or those that Graphviz's dot chooses.

The first of some scales is taken at which nothing overlaps. A label is beside its own curve, and
clear of everything else: each in turn takes the best of some places, by what is fixed (states,
curves) and by the labels that have theirs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.routes import ARROW, Route, between_borders, routes
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point, direction
from hanoi_fsm.fsm.diagrams.picture import inches, render
from hanoi_fsm.fsm.diagrams.texts import text_size
from hanoi_fsm.fsm.notation import Transition

SCALES = (1.0, 1.1, 1.2, 1.3, 1.45, 1.6, 1.8, 2.0, 2.3, 2.7, 3.2)
MANY_EDGES = 100
"""With more edges than these, the first scale is taken at which the states are apart."""
MOST_STATES, MOST_EDGES = 300, 300
"""The largest diagram that is placed: more would take too long, and nobody could read it."""
START, DOT = 34.0, 6.0
"""How long the arrow from the start point is, and the point's radius."""
LABEL, BADGE = 12, 11.5
"""The sizes of the letters of labels and badges."""

CLEAR = 4.0
"""The least distance between a label and its own curve."""

ALONG = (0.5, 0.44, 0.56, 0.38, 0.62, 0.31, 0.69, 0.25, 0.75, 0.18, 0.82)
FURTHER = (0.0, 9.0)
CLASH = 1000.0
MEETING_EDGE, NEAR, APART = 3.0, 9.0, 4.0
CROWDED, INNER, HINTED = 8.0, 3.0, -50.0

Size = tuple[float, float]
"""A width and a height, in points."""

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
    def size(self) -> Size:
        """That of the label, with the badge above it if there is one."""
        width, height = text_size(self.lines, LABEL)
        badge_width, badge_height = self.badge_size
        return max(width, badge_width), height + badge_height

    @property
    def badge_size(self) -> Size:
        if not self.badge:
            return 0.0, 0.0
        return max(17.0, text_size([self.badge], BADGE)[0] + 9), 17.0


class Placement(NamedTuple):
    """The boxes of states by their names, the routes and labels of edges, and the start.

    `clashes` is the number of overlaps that could not be avoided.
    """

    states: Mapping[str, Box]
    routes: Sequence[Route]
    labels: Sequence[Box]
    start: Route | None
    clashes: int

    @property
    def bounds(self) -> Box:
        """The box around everything, as far as it is known here how large that is."""
        boxes = [*self.states.values(), *self.labels, *_start_point(self.start)]
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
    sizes: Mapping[str, Size],
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
    sizes: Mapping[str, Size],
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
    hints: Mapping[int, Box],
) -> Placement:
    """The states and curves with places for labels, one after the other.

    The `hints` are places where some labels may well be.
    """
    lines = [_Line.of(route) for route in curves]
    first = [_Line.of(start)] if start else []
    taken = [*states.values(), *_start_point(start)]
    middle = Box.around(box.middle for box in states.values()).middle
    labels, clashes = [], 0
    for at, edge in enumerate(edges):
        label = Box(curves[at].at(0.5), 0, 0)
        if edge.lines or edge.badge:
            places = _places_beside(curves[at], edge.size, middle)
            if at in hints:
                places.append((HINTED, hints[at]))
            cost, label = _clearest(places, [*lines, *first], taken, lines[at])
            clashes += round(cost / CLASH)
            taken.append(label)
        labels.append(label)
    return Placement(states, curves, labels, start, clashes)


def _start_point(start: Route | None) -> list[Box]:
    """The box of the start point, if there is one."""
    return [Box(start.begin, 2 * DOT, 2 * DOT)] if start else []


def _places_beside(route: Route, size: Size, middle: Point) -> list[Place]:
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


def _half(aside: Point, size: Size) -> float:
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


# by Graphviz's dot, which is given no names, only sizes: so the fonts of the machine do not matter

FONT, LETTER, LINE = 5, 3.0, 6.0
"""A size of letters of Courier, which every renderer knows, their width, and that of a line."""

DISTANCES = (0.5, 0.8, 1.1)
"""Between states side by side, and between ranks, in inches."""

MARGIN, LEAST = 9.0, 4.0
"""Around a label, beside its edge and along it: dot lets edges come nearer than it should."""

LOOP, ROW, BESIDE = 30.0, 20.0, 5.0
"""The length of a loop, the least height of its row, and the distance of its label."""


class DotLayout(NamedTuple):
    """A diagram as dot is asked to lay it out, by the `sizes` of its states.

    A state with loops is a record for dot, whose second field has room for them: each loop with its
    label is in a row of its own, to the right of the state or above.
    """

    sizes: Mapping[str, Size]
    edges: Sequence[Edge]
    initial: str
    to_the_right: bool

    def placement(self, renderer: str) -> Placement:
        """Where everything is; raises `RenderError` as `render` does."""
        return first_without_clashes(self._placement(apart, renderer) for apart in DISTANCES)

    def _placement(self, apart: float, renderer: str) -> Placement:
        import json

        found = json.loads(render("\n".join(self._dot(apart)), "json0", renderer))
        start: Route | None = None
        routes: dict[int, Route] = {}
        hints: dict[int, Box] = {}
        states: dict[str, Box] = {}
        for line in found.get("edges", ()):
            if line["id"] == "start":
                start = _route(line["pos"])
            else:
                number = int(line["id"])
                routes[number] = _route(line["pos"])
                if "lp" in line:
                    hints[number] = Box(_point(line["lp"]), *self.edges[number].size)
        for state, node in zip(self.sizes, found["objects"], strict=False):
            states[state] = _state(node["rects"])
            for number, route, label in self._drawn_loops(state, states[state]):
                routes[number], hints[number] = route, label
        curves = [routes[number] for number in range(len(self.edges))]
        return completed(states, curves, self.edges, start, hints)

    def _dot(self, apart: float) -> Iterator[str]:
        font = f"fontname=Courier fontsize={FONT}"
        yield f"digraph {{ node [shape=record margin=0 width=0 height=0 {font}] edge [{font}]"
        yield f"rankdir={'LR' if self.to_the_right else 'TB'} nodesep={apart} ranksep={apart}"
        ends = {state: f"s{number}:state" for number, state in enumerate(self.sizes)}
        for number, (state, size) in enumerate(self.sizes.items()):
            fields = f"<state> {_text(*size)}"
            if self._loops(state):
                room = _text(*self._room(state))
                fields = f"{room}|{fields}" if self.to_the_right else f"{fields}|{room}"
            yield f's{number} [label="{fields}"]'
        if self.initial:
            yield f'start [shape=point label="" width={inches(2 * DOT)}]'
            yield f"start -> {ends[self.initial]} [id=start arrowsize=0.8]"
        across, up = (LEAST, MARGIN) if self.to_the_right else (MARGIN, LEAST)
        for at, edge in enumerate(self.edges):
            if edge.source != edge.target:
                width, height = edge.size
                label = _text(width + 2 * across, height + 2 * up) if width else ""
                yield f"{ends[edge.source]} -> {ends[edge.target]}"
                yield f'[id={at} label="{label}" arrowsize=0.8]'
        yield "}"

    def _loops(self, state: str) -> list[int]:
        """The numbers of its loops."""
        return [at for at, one in enumerate(self.edges) if one.source == one.target == state]

    def _rows(self, state: str) -> list[float]:
        """The heights of the rows of its loops."""
        return [max(ROW, self.edges[at].size[1] + BESIDE) for at in self._loops(state)]

    def _room(self, state: str) -> Size:
        """The size of the field for its loops."""
        width = max(self.edges[at].size[0] for at in self._loops(state))
        height = sum(self._rows(state))
        if self.to_the_right:
            return width + ROW * (len(self._loops(state)) + 1), height + 2 * BESIDE
        return width + LOOP + 2 * BESIDE, height

    def _drawn_loops(self, state: str, box: Box) -> Iterator[tuple[int, Route, Box]]:
        """The numbers of its loops, their routes, and their labels."""
        (left, _), (right, high) = box.corners
        rows = self._rows(state)
        y = high + sum(rows) + BESIDE if self.to_the_right else box.middle.y + sum(rows) / 2
        x = left + ROW * 0.9
        for number, row in zip(self._loops(state), rows, strict=True):
            level = y - row / 2
            if self.to_the_right:
                foot, tip = Point(x, high), Point(x, level)
                begin = x + ROW / 2 + BESIDE
            else:
                foot, tip = Point(right, level), Point(right + LOOP, level)
                begin = tip.x + BESIDE
            width, height = self.edges[number].size
            label = Box(Point(begin + width / 2, level), width, height)
            yield number, between_borders(_turning(foot, tip), box, box), label
            x, y = x + ROW, y - row


def _turning(foot: Point, tip: Point) -> Bezier:
    """Out of a state and back, around a tip, clockwise around the `foot` on its border."""
    aside = tip.minus(foot).left.times(ROW / 4)
    far = foot.plus(tip.minus(foot), 4 / 3)  # the curve passes three quarters of the way to it
    return Bezier(foot.plus(aside), far.plus(aside, 2), far.plus(aside, -2), foot.plus(aside, -1))


def _text(width: float, height: float) -> str:
    """Letters that take at least as much room."""
    letters, lines = math.ceil(width / LETTER), math.ceil(height / LINE)
    return r"\n".join(["x" * letters] * lines)


def _state(rects: str) -> Box:
    """The box of a state: of the fields of its node, the one at the lower left."""
    left, low, right, high = min(tuple(map(float, rect.split(","))) for rect in rects.split())
    return Box.around([Point(left, low), Point(right, high)])


def _point(text: str) -> Point:
    x, y = text.split(",")
    return Point(float(x), float(y))


def _route(pos: str) -> Route:
    """A route from the B-spline of an edge: `e,x,y` is the tip, then 3k + 1 points."""
    tip, *points = [_point(word.removeprefix("e,")) for word in pos.split()]
    curves = tuple(Bezier(*points[at : at + 4]) for at in range(0, len(points) - 1, 3))
    return Route(curves, tip)
