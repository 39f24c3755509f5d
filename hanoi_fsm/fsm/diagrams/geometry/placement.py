"""The placement of a whole state diagram: from a layout, or by Graphviz's dot.

An edge runs from border to border of its states, with a gap for its label; the label of a loop is
beyond its far end. Edges between the same two states are bent apart.

With a layout, each edge in turn takes the best of several curves and the best place for its label,
until nothing improves; the scale is the first one at which nothing collides.
For dot, a label is a node between two edges, and a composite state is a cluster.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from hanoi_fsm.fsm.chart import FLAT, Tree
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, direction
from hanoi_fsm.fsm.diagrams.picture import inches, render
from hanoi_fsm.fsm.search import grouped

START, DOT, ARROW = 34.0, 6.0, 9.0
"""The length of the arrow from the start point, the point's radius, the length of an arrowhead."""

LOOP, SPREAD = 36.0, 30.0
"""The distance of a loop from its state, and half the angle between its ends, in degrees."""

SIDES = (90, 270, 0, 180)
"""The possible directions of a loop, in degrees, preferred ones first."""

SCALES = (1.25, 1.4, 1.6, 1.8, 2.1, 2.5, 3.0)
M, ROOM = 0.889, 14
"""The relative width of the letter M, and its size, for text that makes dot reserve room."""

ALONG = (0.5, 0.56, 0.44, 0.63, 0.37, 0.7, 0.3, 0.78, 0.22)
"""The possible places of a label on its curve, from 0 to 1, preferred places first."""

BOWS = (0.0, 24.0, -24.0, 48.0, -48.0, 84.0, -84.0)
"""The possible distances of an edge's middle from the straight line."""

LABELS = 3.0
"""The gap between the labels of a stack."""

GAP, CLEAR, TOUCHING = 2.0, 10.0, 9.0
"""The gap between a label and its own edge, and the least gap to others; the distance at which a
head and a tail look like one."""

CLASH, STEP, BENT, CROWDED = 1000.0, 1.0, 0.05, 60.0
"""The costs of an overlap, of each place of a label off the middle, of a point of bending, and of a
tail on a head."""

FINE = 150
"""The parts of a curve that are left out if they meet a label."""

SWEEPS = 3
"""The number of times that each edge chooses its place again."""


class Arrow(NamedTuple):
    """A line from a state to a state, with the labels of one or more edges in a stack.

    Each label has the number of its edge, and rows with widths and heights.
    """

    ends: tuple[str, str]
    labels: Mapping[int, Sequence[tuple[float, float]]]

    @property
    def size(self) -> tuple[float, float]:
        """The size of the stack."""
        widths, heights = zip(*chain(*self.labels.values()), strict=True)
        return max(widths), sum(heights) + LABELS * (len(self.labels) - 1)

    def rows(self, box: Box) -> dict[int, list[Box]]:
        """The boxes of the rows of each label, from the top of the stack downwards."""
        high, boxes = box.middle + box.height / 2 * 1j, {}
        for number, rows in self.labels.items():
            boxes[number] = [Box(high, 0, 0)]
            for width, height in rows:
                boxes[number].append(Box(high - height / 2 * 1j, width, height))
                high -= height * 1j
            high -= LABELS * 1j
        return boxes


class Route(NamedTuple):
    """The parts of a line, as curves in drawing order, and the tip of the arrowhead after them.

    The gap between two parts is for the label.
    """

    parts: tuple[tuple[Bezier, ...], ...]
    tip: complex

    @property
    def begin(self) -> complex:
        return self.parts[0][0].begin

    @property
    def points(self) -> list[complex]:
        curves = [curve for part in self.parts for curve in part]
        fineness = max(4, 16 // len(curves))
        return [*(point for curve in curves for point in curve.points(fineness)), self.tip]


class Placement(NamedTuple):
    """The boxes of states by their names, the routes and labels of edges, and the starts.

    The `starts` are the arrows from start points of the whole (under an empty name) and of
    composite states, whose `titles` also have places.
    `cost` measures crooked lines and unavoidable overlaps.
    """

    states: Mapping[str, Box]
    routes: Sequence[Route]
    labels: Sequence[Box]
    starts: Mapping[str, Route]
    cost: float = 0.0
    titles: Mapping[str, Box] = MappingProxyType({})

    def text_box(self, state: str) -> Box:
        """The place of a state's text, which is at the top of a composite state."""
        return self.titles.get(state) or self.states[state]

    @property
    def bounds(self) -> Box:
        """The box around everything whose size is known here."""
        boxes = [*self.states.values(), *self.labels]
        boxes += [Box(start.begin, 2 * DOT, 2 * DOT) for start in self.starts.values()]
        corners = [corner for box in boxes for corner in box.corners]
        corners += [point for route in self.routes for point in route.points]
        return Box.around(corners or [0])


def arrows_of(
    ends: Sequence[tuple[str, str]], labels: Sequence[Sequence[tuple[float, float]]]
) -> list[Arrow]:
    """The arrows of edges; more than two from one state to another share one."""
    together = grouped(range(len(ends)), ends.__getitem__)
    arrows = []
    for pair, numbers in together.items():
        groups = [numbers] if len(numbers) > 2 else [[number] for number in numbers]
        for group in groups:
            arrows.append(Arrow(pair, {number: labels[number] for number in group}))
    return arrows


def _placement(
    boxes: Mapping[str, Box],
    arrows: Sequence[Arrow],
    lines: Sequence[tuple[Route, Box]],
    starts: Mapping[str, Route],
    cost: float = 0.0,
    titles: Mapping[str, Box] = MappingProxyType({}),
) -> Placement:
    """The placement of edges, which share the routes and labels of their arrows.

    The routes have gaps at labels and titles.
    """
    routes, labels = {}, {}
    for arrow, (route, box) in zip(arrows, lines, strict=True):
        stack = arrow.rows(box)
        texts = [row.grown(GAP) for row in chain(*stack.values()) if row.width]
        parts = [*route.parts]
        for gap in (texts, *([title] for title in titles.values())):
            parts = [piece for part in parts for piece in _cut(part, gap)]
        for number, rows in stack.items():
            routes[number] = Route(tuple(parts), route.tip)
            labels[number] = Box.around(corner for row in rows for corner in row.corners)
    numbers = range(len(routes))
    in_order = [routes[number] for number in numbers], [labels[number] for number in numbers]
    return Placement(boxes, *in_order, starts, cost, titles)


# the places of a layout


class Line(NamedTuple):
    """A line without a label, and its cost between the states.

    `head` is the middle of its arrowhead.
    """

    route: Route
    points: Sequence[complex]
    around: Box
    head: complex
    cost: float


class Way(NamedTuple):
    """A possible way of an edge: its line, the label on it, and the cost of both.

    Other lines and labels must keep out of `clear`.
    """

    line: Line
    label: Box
    clear: Box
    cost: float


def placement_of(
    layout: Layout,
    sizes: Mapping[str, tuple[float, float]],
    arrows: Sequence[Arrow],
    initial: str,
) -> Placement:
    """Place the states by a layout, at the first scale at which nothing overlaps."""
    tried: list[Placement] = []
    for scale in SCALES:
        boxes = {}
        for name, size in sizes.items():
            x, y = layout.places[name]
            boxes[name] = Box(scale * complex(x, y), *size)
        tried.append(_routed(layout, boxes, arrows, initial))
        if tried[-1].cost < CLASH:
            break
    return min(tried, key=lambda placement: placement.cost)


def _routed(
    layout: Layout, boxes: Mapping[str, Box], arrows: Sequence[Arrow], initial: str
) -> Placement:
    """Choose the best way for each arrow between the states."""
    starts, fixed = {}, []
    if initial:  # a straight arrow from the start point
        box, out = boxes[initial], direction(layout.start)
        starts[""] = start = _straight(box.middle + box.reach(out) * out, out)
        fixed = [_way(_line(start, {}), Box(start.begin, 2 * DOT, 2 * DOT), {}, 0.0)]
    options = [sorted(_ways(arrow, boxes, layout), key=attrgetter("cost")) for arrow in arrows]
    chosen = [ways[0] for ways in options]
    for _ in range(SWEEPS):
        before = list(chosen)
        for at, ways in enumerate(options):
            chosen[at] = _best(ways, [*fixed, *chosen[:at], *chosen[at + 1 :]])
        if chosen == before:
            break
    roomy = [box.grown(6) for box in boxes.values()]
    cost = CLASH * sum(box.overlaps(other) for box, other in combinations(roomy, 2))
    cost += sum(way.cost for way in chosen)
    cost += sum(_cost(way, other) for way, other in combinations([*fixed, *chosen], 2))
    lines = [(way.line.route, way.label) for way in chosen]
    return _placement(boxes, arrows, lines, starts, cost)


def _straight(tip: complex, out: complex) -> Route:
    """The arrow from the start point to a tip, from a given direction."""
    away = out / (abs(out) or 1)
    return Route(((Bezier.bowed(tip + START * away, tip + ARROW * away, 0),),), tip)


def _best(ways: Sequence[Way], others: Sequence[Way]) -> Way:
    """The cheapest way next to others; the ways come in the order of their own costs."""
    best, least = ways[0], math.inf
    for way in ways:
        cost = way.cost
        for other in others:
            if cost >= least:
                break
            cost += _cost(way, other)
        if cost < least:
            best, least = way, cost
    return best


def _ways(arrow: Arrow, boxes: Mapping[str, Box], layout: Layout) -> Iterator[Way]:
    """Yield the possible ways of an arrow."""
    size = arrow.size
    source, target = (boxes[end] for end in arrow.ends)
    if source is target:
        first = layout.loops.get(arrow.ends[0], SIDES[0])
        for number, side in enumerate([first, *SIDES]):
            out = direction(side)
            route = _loop(source, side)
            beyond = route.parts[0][0].at(0.5) + (GAP + 1 + Box(out, *size).reach(out)) * out
            yield _way(_line(route, boxes), Box(beyond, *size), boxes, number * STEP)
        return
    for bow in BOWS:
        bowed = Bezier.bowed(source.middle, target.middle, bow)
        line = _line(between_borders(bowed, source, target), boxes)
        [[curve]] = line.route.parts
        for place, along in enumerate(ALONG):
            label = Box(curve.at(along), *size)
            yield _way(line, label, boxes, abs(bow) * BENT + place * STEP)


def _line(route: Route, boxes: Mapping[str, Box]) -> Line:
    """A line between states, with a cost for running through a state."""
    [[curve]], tip = route
    points = [*curve.points(8), tip]
    around, head = Box.around(points), (points[-2] + tip) / 2
    cost = 0.0
    for box in (box.grown(1) for box in boxes.values()):
        is_end = box.holds(curve.begin) or box.holds(tip)
        if not is_end and box.overlaps(around) and box.meets(points):
            cost += CLASH
    return Line(route, points, around, head, cost)


def _way(line: Line, label: Box, boxes: Mapping[str, Box], cost: float) -> Way:
    """A line with a label, which should meet neither states nor the line's ends."""
    clear = label.grown(CLEAR)
    clashes = sum(map(clear.overlaps, boxes.values()))
    clashes += clear.holds(line.points[0]) + clear.grown(2).holds(line.route.tip)
    return Way(line, label, clear, cost + line.cost + CLASH * clashes)


def _cost(way: Way, other: Way) -> float:
    """The cost of two ways together."""
    cost = CLASH * way.clear.overlaps(other.label)
    for labelled, line in ((way, other.line), (other, way.line)):
        if labelled.clear.overlaps(line.around) and labelled.clear.meets(line.points):
            cost += CLASH
        if abs(labelled.line.points[0] - line.head) < TOUCHING:
            cost += CROWDED
    return cost


def _cut(part: tuple[Bezier, ...], boxes: Sequence[Box]) -> list[tuple[Bezier, ...]]:
    """Cut gaps for boxes into a part of a line."""
    before = _until(part, boxes)
    return [part] if before == part else [before, _turned(_until(_turned(part), boxes))]


def _until(curves: tuple[Bezier, ...], rows: Sequence[Box]) -> tuple[Bezier, ...]:
    """The curves up to the first row that they meet."""
    for at, curve in enumerate(curves):
        around = Box.around(curve)  # its four points, and so all of it
        near = [row for row in rows if row.overlaps(around)]
        for step in range(FINE + 1 if near else 0):
            point = curve.at(step / FINE)
            if any(row.holds(point) for row in near):
                return (*curves[:at], curve.between(0, max(step - 1, 0.5) / FINE))
    return curves


def _turned(curves: tuple[Bezier, ...]) -> tuple[Bezier, ...]:
    """The curves in the opposite direction."""
    return tuple(Bezier(*reversed(curve)) for curve in reversed(curves))


def between_borders(curve: Bezier, source: Box, target: Box) -> Route:
    """The part of a curve between two borders; its ends must be inside, its middle outside."""
    begin = _crossing(0.0, 0.5, lambda t: source.holds(curve.at(t)))
    tip = _crossing(1.0, 0.5, lambda t: target.holds(curve.at(t)))
    if tip <= begin:  # the boxes touch
        begin, tip = 0.0, 1.0
    point = curve.at(tip)
    end = _crossing(tip, begin, lambda t: abs(curve.at(t) - point) < ARROW)
    return Route(((curve.between(begin, max(end, begin + 1e-3)),),), point)


def _crossing(inside: float, outside: float, is_inside: Callable[[float], bool]) -> float:
    """The number between two others at which `is_inside` becomes false."""
    for _ in range(12):
        middle = (inside + outside) / 2
        if is_inside(middle):
            inside = middle
        else:
            outside = middle
    return outside


def _loop(box: Box, side: float) -> Route:
    """A loop at a side of a state."""
    reach = (box.reach(direction(side)) + LOOP) / 0.65
    begin = box.middle + reach * direction(side + SPREAD)
    end = box.middle + reach * direction(side - SPREAD)
    return between_borders(Bezier(box.middle, begin, end, box.middle), box, box)


# by Graphviz's dot, which gets sizes instead of names, so that installed fonts do not matter

DISTANCE = 0.35
"""The distance of neighbours and of ranks, in inches; a label has a rank of its own."""

MARGIN = 5.0
"""The extra space of a label for dot, on each side."""

AROUND = (*SIDES, 45, 135, 225, 315)
"""The possible places of a composite state's start point, in degrees, preferred ones first."""

ASIDE = (0.0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1.0, 1.0)
"""The possible offsets of a composite state's title from the middle, as shares of the room."""


def placement_by_dot(
    sizes: Mapping[str, tuple[float, float]],
    arrows: Sequence[Arrow],
    initial: str,
    rankdir: str = "TB",
    tree: Tree = FLAT,
) -> Placement:
    """Let the embedded dot place everything; raises `RenderError` as `render` does.

    The size of a composite state is the size of the text above its children.
    """
    import json

    known = {name: f"s{number}" for number, name in enumerate(["", *sizes])}
    firsts = ({"": initial} if initial else {}) | dict(tree.initial)
    text = "\n".join(_program(sizes, arrows, firsts, rankdir, tree, known))
    drawn = json.loads(render(text, "json0"))
    edges = {line["id"]: line["pos"] for line in drawn.get("edges", ())}
    objects = {node["name"]: node for node in drawn.get("objects", ())}
    boxes = {}
    for name, size in sizes.items():
        if name in tree.inner:
            boxes[name] = _cluster_box(objects[f"cluster_{known[name]}"]["bb"])
        else:
            boxes[name] = Box(_point(objects[known[name]]["pos"]), *size)
    lines = []
    for at, arrow in enumerate(arrows):
        label = Box(_point(objects[f"l{at}"]["pos"]), *arrow.size)
        [head], tip = _route(edges[f"b{at}"])
        lines.append((Route(((*_curves(edges[f"a{at}"]), *head),), tip), label))
    starts = {name: _route(edges[f"start{known[name]}"]) for name in firsts}
    others = [route.points for route, _ in lines]
    others += [starts[name].points for name, first in firsts.items() if first not in tree.inner]
    titles = {name: _title(boxes[name], *sizes[name], others) for name in tree.inner}
    taken = [*boxes.values(), *titles.values(), *(label for _, label in lines)]
    others += [box.outline for box in taken]
    for name, first in firsts.items():
        if first in tree.inner:
            starts[name] = _start(boxes[first], starts[name], others)
    return _placement(boxes, arrows, lines, starts, titles=titles)


def _program(
    sizes: Mapping[str, tuple[float, float]],
    arrows: Sequence[Arrow],
    firsts: Mapping[str, str],
    rankdir: str,
    tree: Tree,
    known: Mapping[str, str],
) -> Iterator[str]:
    """The lines of the graph for dot; each arrow is two edges with its label between them."""
    yield f"digraph {{ nodesep={DISTANCE} ranksep={DISTANCE} rankdir={rankdir} compound=true"
    yield 'node [shape=box fixedsize=true label=""] edge [arrowsize=0.9]'
    yield from _clusters(tree, sizes, known, arrows)
    nodes = {known[name]: size for name, size in sizes.items() if name not in tree.inner}
    borders = {name: f"cluster_{known[name]}" if name in tree.inner else "" for name in sizes}
    for at, arrow in enumerate(arrows):
        source, target = arrow.ends
        width, height = arrow.size
        nodes[f"l{at}"] = width + 2 * MARGIN, height + 2 * MARGIN
        tail = f'[id=a{at} arrowhead=none headclip=false ltail="{borders[source]}"]'
        yield f"{known[tree.leaf(source)]} -> l{at} {tail}"
        head = f'[id=b{at} tailclip=false lhead="{borders[target]}"]'
        yield f"l{at} -> {known[tree.leaf(target)]} {head}"
    for name, (width, height) in nodes.items():
        yield f"{name} [width={inches(width)} height={inches(height)}]"
    for name, first in firsts.items():
        start = f"start{known[name]}"
        yield f"{start} [shape=circle width={inches(2 * DOT)}]"
        yield f'{start} -> {known[tree.leaf(first)]} [id={start} lhead="{borders[first]}"]'
    yield "}"


def _start(box: Box, route: Route, others: Sequence[Sequence[complex]]) -> Route:
    """The start arrow in a composite state, at the place where fewest lines cross it."""
    ways = [_straight(route.tip, route.begin - route.tip)]
    for out in map(direction, AROUND):
        ways.append(_straight(box.middle + box.reach(out) * out, out))
    return ways[_freest([Box.around([way.begin, way.tip]).grown(DOT) for way in ways], others)]


def _title(box: Box, width: float, height: float, others: Sequence[Sequence[complex]]) -> Box:
    """The place at the top of a box that fewest lines cross, as close to the middle as possible."""
    width, high = width - 4 * MARGIN, box.middle + (box.height - height) / 2 * 1j
    room = max(0.0, box.width - MARGIN - width) / 2
    places = [Box(high + room * share, width, height) for share in ASIDE]
    return places[_freest(places, others)]


def _freest(boxes: Sequence[Box], lines: Sequence[Sequence[complex]]) -> int:
    """The index of the box that fewest lines cross."""
    crossed = [sum(map(box.meets, lines)) for box in boxes]
    return crossed.index(min(crossed))


def _clusters(
    tree: Tree,
    sizes: Mapping[str, tuple[float, float]],
    known: Mapping[str, str],
    arrows: Sequence[Arrow],
) -> Iterator[str]:
    """The lines for composite states, with the labels of the arrows inside them.

    Letters of a known width reserve the room for the text above the states.
    """
    labels = grouped(range(len(arrows)), lambda at: tree.common(*arrows[at].ends))
    for kind, state, _ in tree.walk([*sizes]) if tree.parent else ():
        if kind == "opens":
            width, height = sizes[state]
            room = r"\n".join(
                ["M" * math.ceil(width / (M * ROOM))] * math.ceil(height / (1.2 * ROOM))
            )
            yield f'subgraph cluster_{known[state]} {{ label="{room}" fontsize={ROOM} margin=12'
        elif kind == "closes":  # other nodes come last, as the first nodes are at the top
            yield f"start{known[state]}" * (state in tree.initial)
            yield " ".join(f"l{at}" for at in labels.get(state, ()))
            yield "}"
        elif kind != "beside":
            yield known[state]


def _cluster_box(corners: str) -> Box:
    left, low, right, high = map(float, corners.split(","))
    return Box.around([complex(left, low), complex(right, high)])


def _point(text: str) -> complex:
    return complex(*map(float, text.split(",")))


def _curves(pos: str) -> tuple[Bezier, ...]:
    """The curves of a B-spline, which has 3k + 1 points."""
    points = [_point(word) for word in pos.split() if not word.startswith("e,")]
    return tuple(Bezier(*points[at : at + 4]) for at in range(0, len(points) - 1, 3))


def _route(pos: str) -> Route:
    """A route from the B-spline of an edge, after its tip, `e,x,y`."""
    return Route((_curves(pos),), _point(pos.split(maxsplit=1)[0].removeprefix("e,")))
