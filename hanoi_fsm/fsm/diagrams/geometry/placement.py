"""A whole state diagram in its places: those of a layout, or those that Graphviz's dot chooses.

Transitions go from the border of a state to the border of a state. Those between the same two
states are side by side, each to the right of the others as seen in its own direction. A loop leaves
its state where the layout says, or where it meets least.

The first of some scales is taken at which nothing overlaps. A label is beside its own curve, and
clear of everything else: each in turn takes the best of some places.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point, direction
from hanoi_fsm.fsm.diagrams.picture import inches, render
from hanoi_fsm.fsm.diagrams.texts import text_size
from hanoi_fsm.fsm.notation import Transition

LABEL, BADGE = 12, 11.5
"""The sizes of the letters of labels and badges."""

BESIDE, INSET = 13.0, 7.0
"""Between transitions side by side, and at least between them and the corners of a state."""

START, DOT, ARROW = 34.0, 6.0, 8.0
"""The length of the arrow from the start point, the point's radius, the length of an arrowhead."""

LOOP, SPREAD = 36.0, 30.0
"""How far a loop stands out from its state, and half the angle between its ends, in degrees."""

SIDES = (90, 270, 0, 180)
"""Where a loop may be, in degrees, the preferred ones first."""

SCALES = (1.0, 1.1, 1.2, 1.3, 1.45, 1.6, 1.8, 2.0, 2.3, 2.7, 3.2)
ALONG = (0.5, 0.44, 0.56, 0.38, 0.62, 0.31, 0.69, 0.25, 0.75, 0.18, 0.82)
"""Where beside its curve a label may be, from 0 to 1, the preferred places first."""

CLEAR, NEAR, TIGHT = 4.0, 9.0, 2.5
"""Between a label and its curve, between it and other lines, and at least between it and them."""

CLASH, CROWDED, OFF_MIDDLE = 1000.0, 20.0, 30.0
"""What an overlap costs a label, what a line that is near, and what a place far from the middle."""


class State(NamedTuple):
    """The lines in the box of a state, its looks, its size, and the width of a second border."""

    lines: Sequence[str]
    looks: Mapping[str, str]
    size: tuple[float, float]
    border: float


class Edge(NamedTuple):
    """One or more transitions between two states, the lines of their label, looks, and a badge."""

    transitions: tuple[Transition, ...]
    lines: Sequence[str]
    looks: Mapping[str, str]
    badge: str = ""

    @property
    def ends(self) -> tuple[str, str]:
        return self.transitions[0].source, self.transitions[0].target

    @property
    def size(self) -> tuple[float, float]:
        """That of the label, with the badge above it if there is one."""
        width, height = text_size(self.lines, LABEL)
        badge_width, badge_height = self.badge_size
        return max(width, badge_width), height + badge_height

    @property
    def badge_size(self) -> tuple[float, float]:
        if not self.badge:
            return 0.0, 0.0
        return max(17.0, text_size([self.badge], BADGE)[0] + 9), 17.0


class Route(NamedTuple):
    """Curves as they are drawn, one after the other: up to the arrowhead, and the tip of that."""

    curves: tuple[Bezier, ...]
    tip: Point

    @property
    def begin(self) -> Point:
        return self.curves[0].begin

    @property
    def points(self) -> list[Point]:
        fineness = max(4, 16 // len(self.curves))
        found = [point for curve in self.curves for point in curve.points(fineness)]
        return [*found, self.tip]


class Placement(NamedTuple):
    """The boxes of states by their names, the routes and labels of edges, and the start."""

    states: Mapping[str, Box]
    routes: Sequence[Route]
    labels: Sequence[Box]
    start: Route | None

    @property
    def bounds(self) -> Box:
        """The box around everything, as far as it is known here how large that is."""
        boxes = [*self.states.values(), *self.labels, *_start_point(self.start)]
        corners = [corner for box in boxes for corner in box.corners]
        corners += [point for route in self.routes for point in route.points]
        return Box.around(corners or [Point(0, 0)])


def placement_of(
    layout: Layout, states: Mapping[str, State], edges: Sequence[Edge], initial: str
) -> Placement:
    """The states at the places of the layout, at the first scale with the fewest overlaps."""
    best: tuple[int, Placement] | None = None
    for scale in SCALES:
        boxes = {}
        for name, state in states.items():
            boxes[name] = Box(Point(*layout.places[name]).times(scale), *state.size)
        start = start_of(boxes[initial], layout.start) if initial else None
        routes = _routes([edge.ends for edge in edges], boxes, layout, start)
        clashes, labels = _labels(boxes, routes, edges, start)
        roomy = [box.grown(7) for box in boxes.values()]
        clashes += sum(len(edges) for one, other in combinations(roomy, 2) if one.overlaps(other))
        if best is None or clashes < best[0]:
            best = clashes, Placement(boxes, routes, labels, start)
        if not clashes:
            break
    assert best is not None  # the first scale is always tried
    return best[1]


def start_of(box: Box, side: float) -> Route:
    """A straight arrow from the start point to the border of the initial state."""
    out = direction(side)
    tip = box.middle.plus(out, box.reach(out))
    return Route((Bezier.bowed(tip.plus(out, START), tip.plus(out, ARROW), 0),), tip)


def _start_point(start: Route | None) -> list[Box]:
    """The box of the start point, if there is one."""
    return [Box(start.begin, 2 * DOT, 2 * DOT)] if start else []


def _routes(
    edges: Sequence[tuple[str, str]], boxes: Mapping[str, Box], layout: Layout, start: Route | None
) -> list[Route]:
    """The route of each edge; loops come last, and are where they meet the others least."""
    found: dict[int, Route] = {}
    beside: dict[frozenset[str], list[int]] = defaultdict(list)
    for number, ends in enumerate(edges):
        if ends in layout.bends:
            source, target = boxes[ends[0]], boxes[ends[1]]
            bowed = Bezier.bowed(source.middle, target.middle, layout.bends[ends])
            found[number] = between_borders(bowed, source, target)
        elif ends[0] != ends[1]:
            beside[frozenset(ends)].append(number)
    for numbers in beside.values():
        found |= _side_by_side(numbers, edges, boxes)
    taken = [route.points for route in (*found.values(), *([start] if start else []))]
    sides = dict(layout.loops)
    for number, (state, other) in enumerate(edges):
        if state == other:
            side = sides.pop(state, None)
            found[number] = _loop(boxes[state], SIDES if side is None else [side], boxes, taken)
            taken.append(found[number].points)
    return [found[number] for number in range(len(edges))]


def _side_by_side(
    numbers: Sequence[int], edges: Sequence[tuple[str, str]], boxes: Mapping[str, Box]
) -> dict[int, Route]:
    """The routes of the edges with these numbers, all between the same two states."""
    first = edges[numbers[0]]
    one, other = (boxes[state] for state in first)
    aside = other.middle.minus(one.middle).left
    room = min(abs(aside.x) * box.width + abs(aside.y) * box.height for box in (one, other))
    gaps = len(numbers) - 1
    apart = min(BESIDE, (room - 2 * INSET) / gaps) if gaps else 0
    found = {}
    # those in the first direction come first: on their right, which is not `aside`
    for place, number in enumerate(sorted(numbers, key=lambda one: edges[one] != first)):
        source, target = (boxes[state] for state in edges[number])
        shift = aside.times((place - gaps / 2) * apart)
        straight = Bezier.bowed(source.middle.plus(shift), target.middle.plus(shift), 0)
        found[number] = between_borders(straight, source, target)
    return found


def between_borders(curve: Bezier, source: Box, target: Box) -> Route:
    """The part of a curve between two borders; its ends must be inside, and its middle outside."""
    begin = _crossing(0.0, 0.5, lambda t: source.holds(curve.at(t)))
    tip = _crossing(1.0, 0.5, lambda t: target.holds(curve.at(t)))
    if tip <= begin:  # the boxes touch
        begin, tip = 0.0, 1.0
    point = curve.at(tip)
    end = _crossing(tip, begin, lambda t: curve.at(t).minus(point).length < ARROW)
    return Route((curve.between(begin, max(end, begin + 1e-3)),), point)


def _crossing(inside: float, outside: float, is_inside: Callable[[float], bool]) -> float:
    """Where between two numbers `is_inside` begins to be false."""
    for _ in range(12):
        middle = (inside + outside) / 2
        if is_inside(middle):
            inside = middle
        else:
            outside = middle
    return outside


def _loop(
    box: Box, sides: Sequence[float], boxes: Mapping[str, Box], taken: Sequence[Sequence[Point]]
) -> Route:
    """A loop at that of the `sides` of a state where it meets least."""

    def met(tried: Route) -> int:
        around = Box.around(tried.points).grown(CLEAR)
        lines = sum(around.meets(points) for points in taken)
        return lines + sum(around.overlaps(other) for other in boxes.values())

    tried = []
    for side in sides:
        reach = (box.reach(direction(side)) + LOOP) / 0.65
        begin = box.middle.plus(direction(side + SPREAD), reach)
        end = box.middle.plus(direction(side - SPREAD), reach)
        tried.append(between_borders(Bezier(box.middle, begin, end, box.middle), box, box))
    return min(tried, key=met)


def _labels(
    states: Mapping[str, Box], routes: Sequence[Route], edges: Sequence[Edge], start: Route | None
) -> tuple[int, list[Box]]:
    """The number of overlaps that cannot be avoided, and places for the labels, one by one."""
    courses = [route.points for route in (*routes, *([start] if start else []))]
    lines = [(Box.around(points), points) for points in courses]
    taken = [*states.values(), *_start_point(start)]
    labels, clashes = [], 0
    for route, points, edge in zip(routes, courses, edges, strict=False):
        best, label = math.inf, Box(route.begin, 0, 0)
        for own, box in _places_beside(route, edge.size) if any(edge.size) else ():
            if own >= best:
                continue
            roomy, tight = box.grown(NEAR), box.grown(TIGHT)
            cost = own + CLASH * sum(map(box.grown(CLEAR).overlaps, taken))
            for around, line in lines:
                if roomy.overlaps(around) and roomy.meets(line):
                    cost += CROWDED * (line is not points) + CLASH * tight.meets(line)
            if cost < best:
                best, label = cost, box
        if any(edge.size):
            clashes += round(best / CLASH)
            taken.append(label)
        labels.append(label)
    return clashes, labels


def _places_beside(route: Route, size: tuple[float, float]) -> Iterator[tuple[float, Box]]:
    """Places for a label on both sides of its curve, and what speaks against each of them."""
    [curve] = route.curves
    for t in ALONG:
        left = curve.slope(t).left
        near = (abs(left.x) * size[0] + abs(left.y) * size[1]) / 2 + CLEAR
        for further, side in product((0, NEAR), (-1, 1)):
            box = Box(curve.at(t).plus(left, side * (near + further)), *size)
            yield OFF_MIDDLE * abs(t - 0.5) + further, box


# by Graphviz's dot, which is given no names, only sizes: so the fonts of the machine do not matter

FONT, LETTER, LINE = 5, 3.0, 6.0
"""A size of letters of Courier, which every renderer knows, their width, and that of a line."""

DISTANCE, MARGIN = 0.7, 14.0
"""Between states side by side and between ranks, in inches; and what a label is made larger."""

FOOT, ROW = 20.0, 10.0
"""Of a state, the part to which one loop belongs; between the labels of two loops."""


def placement_by_dot(
    states: Mapping[str, State], edges: Sequence[Edge], initial: str, renderer: str
) -> Placement:
    """Where dot puts everything; raises `RenderError` as `render` does.

    For dot, a state is a record: the state itself, and a field for each of its loops, on its right.
    """
    import json

    ends, text = {}, [f"digraph {{ nodesep={DISTANCE} ranksep={DISTANCE}"]
    text.append(f"node [shape=record margin=0 width=0 height=0 fontname=Courier fontsize={FONT}]")
    text.append(f"edge [arrowsize=0.8 fontname=Courier fontsize={FONT}]")
    for number, (name, state) in enumerate(states.items()):
        loops = [edge.size for edge in edges if edge.ends == (name, name)]
        rooms = "|".join(_reserved(size, LOOP + 2 * CLEAR, ROW) for size in loops)
        ends[name] = f"s{number}:state:c"
        beside = f"|{{{rooms}}}" if loops else ""
        text.append(f's{number} [id=s{number} label="<state> {_reserved(state.size)}{beside}"]')
    if initial:
        text.append(f'start [shape=point label="" width={inches(2 * DOT)}]')
        text.append(f"start -> {ends[initial]} [id=start]")
    for at, edge in enumerate(edges):
        if edge.ends[0] != edge.ends[1]:
            label = _reserved(edge.size, MARGIN, MARGIN)
            text.append(f'{ends[edge.ends[0]]} -> {ends[edge.ends[1]]} [id={at} label="{label}"]')
    found = json.loads(render("\n".join([*text, "}"]), "json0", renderer))
    lines = {line["id"]: line for line in found.get("edges", ())}
    boxes, fields, routes, labels = {}, {}, [], []
    for name, node in zip(states, found.get("objects", ()), strict=False):
        boxes[name], *fields[name] = map(_box, node["rects"].split())
    for at, edge in enumerate(edges):
        if f"{at}" in lines:
            route, middle = _route(lines[f"{at}"]["pos"]), _point(lines[f"{at}"]["lp"])
        else:
            (left, low), (_, high) = fields[edge.ends[0]].pop(0).corners
            y = (low + high) / 2
            route = _loop(Box(Point(left - FOOT / 2, y), FOOT, FOOT), [0], {}, [])
            middle = Point(left + LOOP + CLEAR + edge.size[0] / 2, y)
        routes.append(route)
        labels.append(Box(middle, *edge.size))
    return Placement(boxes, routes, labels, _route(lines["start"]["pos"]) if initial else None)


def _reserved(size: tuple[float, float], wider: float = 0, higher: float = 0) -> str:
    """Letters that take as much room as a label, and some more."""
    letters, lines = math.ceil((size[0] + wider) / LETTER), math.ceil((size[1] + higher) / LINE)
    return r"\n".join(["x" * letters] * lines)


def _box(rect: str) -> Box:
    """The box of a field of a record."""
    left, low, right, high = map(float, rect.split(","))
    return Box.around([Point(left, low), Point(right, high)])


def _point(text: str) -> Point:
    x, y = text.split(",")
    return Point(float(x), float(y))


def _route(pos: str) -> Route:
    """A route from the B-spline of an edge: `e,x,y` is the tip, then 3k + 1 points."""
    tip, *points = [_point(word.removeprefix("e,")) for word in pos.split()]
    curves = tuple(Bezier(*points[at : at + 4]) for at in range(0, len(points) - 1, 3))
    return Route(curves, tip)
