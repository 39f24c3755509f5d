"""A whole state diagram in its places: those of a layout, or those that Graphviz's dot chooses.

Transitions go from the border of a state to the border of a state. Those between the same two
states are side by side, each to the right of the others as seen in its own direction. A loop leaves
its state where it meets least.

The first of some scales is taken at which nothing overlaps. A label is beside its own curve, and
clear of everything else: each in turn takes the best of some places, by what is fixed (states,
curves) and by the labels that have theirs.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point, direction
from hanoi_fsm.fsm.diagrams.picture import inches, render
from hanoi_fsm.fsm.diagrams.texts import text_size
from hanoi_fsm.fsm.notation import Transition

BESIDE, INSET = 13.0, 7.0
"""Between transitions side by side, and at least between them and the corners of a state."""

ARROW = 8.0
"""The length of an arrowhead."""

LOOP, SPREAD = 36.0, 30.0
"""How far a loop stands out from its state, and half the angle between its ends, in degrees."""

TURNS = (0, 90, -90, 180, 45, -45, 135, -135)
"""Where a loop may be, in degrees from the direction outwards, the preferred ones first."""

FREE = 4.0
"""What is nearer to a loop than this is in its way."""

BOWS = (0, 40, -40, 70, -70, 110, -110, 160, -160)
"""How a transition bows to go round the states in its way, in the order in which that is tried."""


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

    def at(self, t: float) -> Point:
        """The point at t, from 0 to 1, where each curve counts the same."""
        number = min(int(t * len(self.curves)), len(self.curves) - 1)
        return self.curves[number].at(t * len(self.curves) - number)

    def towards(self, t: float) -> Point:
        """The direction in which it goes at t, as a vector."""
        step = 1e-3
        return self.at(min(1, t + step)).minus(self.at(max(0, t - step)))


def routes(
    edges: Sequence[tuple[str, str]],
    boxes: Mapping[str, Box],
    layout: Layout,
    fixed: Sequence[Route] = (),
) -> list[Route]:
    """The route of each edge between two states of `boxes`; loops avoid those that are `fixed`."""
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
    taken = [route.points for route in (*fixed, *found.values())]
    sides = dict(layout.loops)
    for number, (state, other) in enumerate(edges):
        if state == other:
            found[number] = _loop_of(boxes[state], sides.pop(state, None), boxes, taken)
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
    others = [box.grown(6) for state, box in boxes.items() if state not in first]
    found = {}
    # those in the first direction come first: on their right, which is not `aside`
    for place, number in enumerate(sorted(numbers, key=lambda one: edges[one] != first)):
        source, target = (boxes[state] for state in edges[number])
        shift = aside.times((place - gaps / 2) * apart)
        straight = Bezier.bowed(source.middle.plus(shift), target.middle.plus(shift), 0)
        curve = _around(others, straight)
        found[number] = between_borders(curve, source, target)
    return found


def _around(others: Sequence[Box], straight: Bezier) -> Bezier:
    """The curve between the same points with the least bow that meets no other state."""
    for bow in BOWS:
        curve = Bezier.bowed(straight.begin, straight.end, bow)
        points = curve.points(24)
        if not any(box.meets(points) for box in others):
            return curve
    return straight


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


def _loop_of(
    box: Box, side: float | None, boxes: Mapping[str, Box], taken: Sequence[Sequence[Point]]
) -> Route:
    """A loop at this side of a state, or where it meets least, rather outwards."""
    if side is not None:
        return loop(box, side)
    out = box.middle.minus(Box.around(other.middle for other in boxes.values()).middle)
    outwards = 90 * round(math.degrees(math.atan2(out.y, out.x)) / 90)

    def met(tried: Route) -> int:
        around = Box.around(tried.points).grown(FREE)
        lines = sum(around.meets(points) for points in taken)
        return lines + sum(around.overlaps(other) for other in boxes.values())

    return min((loop(box, outwards + turn) for turn in TURNS), key=met)


def loop(box: Box, side: float) -> Route:
    """A loop in this direction from the middle of a box."""
    reach = (box.reach(direction(side)) + LOOP) / 0.65
    begin = box.middle.plus(direction(side + SPREAD), reach)
    end = box.middle.plus(direction(side - SPREAD), reach)
    return between_borders(Bezier(box.middle, begin, end, box.middle), box, box)


# all of them together

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
CROWDED, INNER = 8.0, 3.0
NEARER = 4
"""How many places are tried between a curve and where dot has its label."""

Size = tuple[float, float]
"""A width and a height, in points."""

Course = tuple[Box, Sequence[Point]]
"""The box around a curve, and points on it."""

Place = tuple[float, Box]
"""What speaks against a place, and where it is."""


class State(NamedTuple):
    """The lines in the box of a state, its looks, its size, and the width of a second border."""

    lines: Sequence[str]
    looks: Mapping[str, str]
    size: Size
    border: float


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
        return Box.around([*corners, *(point for route in self.routes for point in route.points)])


def placement_of(
    layout: Layout,
    states: Mapping[str, State],
    edges: Sequence[Edge],
    initial: str,
) -> Placement:
    """The states at the places of the layout, further apart where that is needed.

    Where something overlaps at every scale, it is the scale with the fewest clashes, of those at
    which the states are apart.
    """
    ends = [(edge.source, edge.target) for edge in edges]
    best: tuple[float, Placement] | None = None
    for scale in SCALES:
        boxes = {}
        for name, state in states.items():
            boxes[name] = Box(Point(*layout.places[name]).times(scale), *state.size)
        roomy = [box.grown(7) for box in boxes.values()]
        if scale < SCALES[-1] and any(a.overlaps(b) for a, b in combinations(roomy, 2)):
            continue
        start = start_of(boxes[initial], layout.start) if initial in boxes else None
        curves = routes(ends, boxes, layout, [start] if start else [])
        clashes, labels = _labels(boxes, curves, edges, start)
        if best is None or clashes < best[0]:
            best = clashes, Placement(boxes, curves, labels, start)
        if not clashes or len(edges) > MANY_EDGES:
            break
    assert best is not None  # the last scale is always tried
    return best[1]


def start_of(box: Box, side: float) -> Route:
    """A straight arrow from the start point to the border of the initial state."""
    out = direction(side)
    tip = box.middle.plus(out, box.reach(out))
    return Route((Bezier.bowed(tip.plus(out, START), tip.plus(out, ARROW), 0),), tip)


def _labels(
    states: Mapping[str, Box], curves: Sequence[Route], edges: Sequence[Edge], start: Route | None
) -> tuple[int, list[Box]]:
    """The number of overlaps that cannot be avoided, and places for the labels, one by one."""
    courses = [route.points for route in (*curves, *([start] if start else []))]
    lines = [(Box.around(points), points) for points in courses]
    taken = [*states.values(), *_start_point(start)]
    middle = Box.around(box.middle for box in states.values()).middle
    labels, clashes = [], 0
    for at, edge in enumerate(edges):
        label = Box(curves[at].at(0.5), 0, 0)
        if edge.lines or edge.badge:
            places = _places_beside(curves[at], edge.size, middle)
            cost, label = _clearest(places, lines, taken, lines[at])
            clashes += round(cost / CLASH)
            _, label = _clearest(_places_nearer(label, curves[at]), lines, taken, lines[at])
            taken.append(label)
        labels.append(label)
    return clashes, labels


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


def _places_nearer(label: Box, route: Route) -> list[Place]:
    """Places for a label between its curve and where it is."""
    gap = nearest(label, route)
    step = gap.times(max(0, 1 - CLEAR / (gap.length or CLEAR)) / NEARER)
    return [
        (at, label._replace(middle=label.middle.plus(step, NEARER - at)))
        for at in range(NEARER + 1)
    ]


def nearest(label: Box, route: Route) -> Point:
    """The shortest vector from a label to its curve."""
    return min(map(label.gap, route.points), key=lambda gap: gap.length)


def _half(aside: Point, size: Size) -> float:
    """How far the middle of a box is from a line that it touches, and that it is beside."""
    return abs(aside.x) * size[0] / 2 + abs(aside.y) * size[1] / 2


def _clearest(
    places: list[Place], lines: Sequence[Course], taken: Sequence[Box], own: Course
) -> Place:
    """The place with the least cost, and that: its own, and what it costs to meet others.

    A place may be near the `own` line, but not so near to others that it seems to be theirs.
    """
    best = math.inf, places[0][1]
    for own_cost, box in sorted(places, key=itemgetter(0)):
        if own_cost >= best[0]:
            break
        apart, roomy, tight = box.grown(APART), box.grown(NEAR), box.grown(MEETING_EDGE)
        cost = own_cost + CLASH * sum(map(apart.overlaps, taken))
        for line in lines:
            if roomy.overlaps(line[0]) and roomy.meets(line[1]):
                cost += CROWDED * (line is not own) + CLASH * tight.meets(line[1])
        if cost < best[0]:
            best = cost, box
    return best


# by Graphviz's dot, which is given no names, only sizes: so the fonts of the machine do not matter

FONT, LETTER, LINE = 5, 3.0, 6.0
"""A size of letters of Courier, which every renderer knows, their width, and that of a line."""

DISTANCE = 0.7
"""Between states side by side, and between ranks, in inches."""

MARGIN, LEAST = 9.0, 4.0
"""Around a label, beside its edge and along it: dot lets edges come nearer than it should."""

FOOT, ROW = 20.0, 10.0
"""Of a state, the part to which one loop belongs; between the labels of two loops."""


class DotLayout(NamedTuple):
    """A diagram as dot is asked to lay it out, by the sizes of its `states`.

    For dot, a state is a record: the state itself, and a field for each of its loops, on its right
    or, in a diagram that leads `to_the_right`, below it.
    """

    states: Mapping[str, State]
    edges: Sequence[Edge]
    initial: str
    to_the_right: bool

    def placement(self, renderer: str) -> Placement:
        """Where everything is; raises `RenderError` as `render` does."""
        import json

        found = json.loads(render("\n".join(self._dot()), "json0", renderer))
        lines = {line["id"]: line for line in found.get("edges", ())}
        fields, boxes = {}, {}
        for name, node in zip(self.states, found["objects"], strict=False):
            boxes[name], *fields[name] = map(_box, node["rects"].split())
        routes, labels = [], []
        for at, edge in enumerate(self.edges):
            if edge.source == edge.target:
                route, label = self._loop(fields[edge.source].pop(0), edge.size)
            else:
                line = lines[f"{at}"]
                route = _route(line["pos"])
                label = Box(_point(line["lp"]) if "lp" in line else route.at(0.5), *edge.size)
            routes.append(route)
            labels.append(label)
        courses = [(Box.around(route.points), route.points) for route in routes]
        for at, label in enumerate(labels):
            taken = [*boxes.values(), *labels[:at], *labels[at + 1 :]]
            nearer = _places_nearer(label, routes[at])
            labels[at] = _clearest(nearer, courses, taken, courses[at])[1]
        start = _route(lines["start"]["pos"]) if self.initial else None
        return Placement(boxes, routes, labels, start)

    def _loop(self, field: Box, size: Size) -> tuple[Route, Box]:
        """A loop and its label in a field, which touches the state."""
        side = -90 if self.to_the_right else 0
        out = direction(side)
        border = field.middle.plus(out, -field.reach(out))
        label = border.plus(out, LOOP + LEAST + _half(out, size))
        return loop(Box(border.plus(out, -FOOT / 2), FOOT, FOOT), side), Box(label, *size)

    def _dot(self) -> Iterator[str]:
        font = f"fontname=Courier fontsize={FONT}"
        yield f"digraph {{ node [shape=record margin=0 width=0 height=0 {font}]"
        yield f"edge [arrowsize=0.8 {font}] nodesep={DISTANCE} ranksep={DISTANCE}"
        yield f"rankdir={'LR' if self.to_the_right else 'TB'}"
        ends = {}
        for number, (name, state) in enumerate(self.states.items()):
            loops = [edge.size for edge in self.edges if edge.source == edge.target == name]
            rooms = "|".join(self._text(label, LOOP + MARGIN, ROW) for label in loops)
            ends[name] = f"s{number}:state:c" if loops else f"s{number}"
            beside = f"|{{{rooms}}}" if loops else ""
            yield f's{number} [label="<state> {self._text(state.size)}{beside}"]'
        if self.initial:
            yield f'start [shape=point label="" width={inches(2 * DOT)}]'
            yield f"start -> {ends[self.initial]} [id=start]"
        for at, edge in enumerate(self.edges):
            if edge.source != edge.target:
                label = self._text(edge.size, 2 * MARGIN, 2 * LEAST) if any(edge.size) else ""
                yield f'{ends[edge.source]} -> {ends[edge.target]} [id={at} label="{label}"]'
        yield "}"

    def _text(self, size: Size, beside: float = 0, along: float = 0) -> str:
        """Letters that take as much room, and more `beside` an edge and `along` it."""
        across, up = (along, beside) if self.to_the_right else (beside, along)
        letters, lines = math.ceil((size[0] + across) / LETTER), math.ceil((size[1] + up) / LINE)
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
