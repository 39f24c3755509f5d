"""The placement of a whole state diagram: from a layout, or by Graphviz's dot.

An edge runs from border to border of its states, with a gap for its label; the label of a loop is
beyond its far end. Edges between the same two states are bent apart.

With a layout, each edge in turn takes the best of several curves and the best place for its label,
until nothing improves; the scale is the first one at which nothing collides.
For dot, a label is a node between two edges, and a composite state is a cluster.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import chain, combinations, product, tee
from typing import NamedTuple

from hanoi_fsm.fsm.chart import FLAT, TOP, Tree
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, direction, unit
from hanoi_fsm.fsm.diagrams.picture import inches, render
from hanoi_fsm.fsm.search import grouped

Size = tuple[float, float]
"""A width and a height."""
Crossing = Sequence[Sequence[complex]]
"""The points of lines that should not cross something."""

START, DOT, ARROW = 34.0, 6.0, 9.0
"""The length of the arrow from the start point, the point's radius, the length of an arrowhead."""

LOOP, SPREAD, APART = 36.0, 30.0, 14.0
"""The distance of a loop from its state, half the angle between its ends, in degrees, and half
their distance."""

SIDES = (90, 270, 0, 180)
"""The possible directions of a loop, in degrees, preferred ones first."""

SCALES = (1.25, 1.4, 1.6, 1.8, 2.1, 2.5, 3.0)

ALONG = (0.5, 0.56, 0.44, 0.63, 0.37, 0.7, 0.3, 0.78, 0.22)
"""The possible places of a label on its curve, from 0 to 1, preferred places first."""

BOWS = (0.0, 18.0, -18.0, 36.0, -36.0, 60.0, -60.0, 90.0, -90.0)
"""The possible distances of an edge's middle from the straight line."""

BETWEEN = 3.0
"""The gap between the labels of a stack."""

GAP, CLEAR, TOUCHING = 2.0, 10.0, 9.0
"""The gap between a label and its own edge, and the least gap to others; the distance at which a
head and a tail look like one."""

CLASH, BENT, OFF, CROWDED = 1000.0, 0.05, 16.0, 60.0
"""The costs of an overlap, of a point of bending, of a label's distance from the middle as a share
of its curve, and of a tail on a head."""

NEAT = 2.0
"""The most that an arrow may cost at scale 1; at larger scales that grows with the area."""

SWEEPS, HOPELESS = 3, 4
"""The number of times that each edge chooses its place, and the most edges that may clash then."""

FINE = 150
"""The parts of a curve that are left out if they are in a label."""


class Arrow(NamedTuple):
    """A line from a state to a state, with the labels of one or more edges in a stack.

    `labels` has the sizes of their lines by the numbers of their edges.
    """

    ends: tuple[str, str]
    labels: Mapping[int, Sequence[Size]]

    @property
    def size(self) -> Size:
        """The size of the stack."""
        widths, heights = zip(*chain(*self.labels.values()), strict=True)
        return max(widths), sum(heights) + BETWEEN * (len(self.labels) - 1)

    def lines(self, stack: Box) -> Iterator[tuple[int, Box]]:
        """The boxes of the lines in a stack from its top downwards, after their edges' numbers."""
        top = stack.top
        for number, sizes in self.labels.items():
            for width, height in sizes:
                yield number, Box(complex(stack.middle.real, top - height / 2), width, height)
                top -= height
            top -= BETWEEN


@dataclass(frozen=True)
class Parts:
    """The parts of a diagram to be placed: states by their sizes, and arrows.

    The size of a composite state is the size of the text above its children.
    """

    sizes: Mapping[str, Size]
    arrows: Sequence[Arrow]
    initial: str
    tree: Tree = FLAT

    @cached_property
    def firsts(self) -> Mapping[str, str]:
        """The initial states of the whole, under an empty name, and of composite states."""
        return {TOP: self.initial, **self.tree.initial} if self.initial else self.tree.initial

    @cached_property
    def ids(self) -> Mapping[str, str]:
        """The names of states, and of the whole, in the graph for dot."""
        names = {name: f"s{number}" for number, name in enumerate([TOP, *self.sizes])}
        return names | {name: f"cluster_{names[name]}" for name in self.tree.inner}

    def end(self, state: str) -> tuple[str, str]:
        """The node at which an edge ends, and the cluster at whose border it is cut, if any."""
        return self.ids[self.tree.leaf(state)], self.ids[state] * (state in self.tree.inner)


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
        curves = chain(*self.parts)
        return [*(point for curve in curves for point in curve.points(8)), self.tip]

    @property
    def splines(self) -> list[list[complex]]:
        """The points of each part as a B-spline: its begin, and three for each curve."""
        return [
            [part[0].begin, *(point for curve in part for point in curve[1:])]
            for part in self.parts
        ]


@dataclass(frozen=True)
class Placement:
    """The boxes of states by their names, the arrows with their whole routes, and the starts.

    The `starts` are the arrows from start points of the whole (under an empty name) and of
    composite states, whose `titles` also have places. `cost` measures the most crooked arrow.
    """

    states: Mapping[str, Box]
    arrows: Sequence[tuple[Arrow, Route, Box]]
    starts: Mapping[str, Route]
    titles: Mapping[str, Box] = field(default_factory=dict)
    cost: float = 0.0

    @property
    def is_tidy(self) -> bool:
        """Whether nothing overlaps."""
        return self.cost < CLASH

    def text_box(self, state: str) -> Box:
        """The place of a state's text, which is at the top of a composite state."""
        return self.titles.get(state) or self.states[state]

    @cached_property
    def labels(self) -> list[Box]:
        """The places of the labels of edges."""
        corners = defaultdict[int, list[complex]](list)
        for arrow, _, stack in self.arrows:
            for number, line in arrow.lines(stack):
                corners[number] += line.corners
        return [Box.around(corners[number]) for number in sorted(corners)]

    @cached_property
    def routes(self) -> list[Route]:
        """The routes of edges, with gaps at labels and titles."""
        routes: dict[int, Route] = {}
        for arrow, (whole, tip), stack in self.arrows:
            parts = [*whole]
            lines = [line.grown(GAP) for _, line in arrow.lines(stack) if line.width]
            for boxes in (lines, *([title] for title in self.titles.values())):
                parts = [piece for part in parts for piece in _cut(part, boxes)]
            routes |= dict.fromkeys(arrow.labels, Route(tuple(parts), tip))
        return [routes[number] for number in sorted(routes)]

    @property
    def bounds(self) -> Box:
        """The box around everything whose size is known here."""
        boxes = [*self.states.values(), *(stack for *_, stack in self.arrows)]
        boxes += [Box(start.begin, 2 * DOT, 2 * DOT) for start in self.starts.values()]
        points = [corner for box in boxes for corner in box.corners]
        points += [point for _, route, _ in self.arrows for point in route.points]
        return Box.around(points or [0])


def arrows_of(ends: Sequence[tuple[str, str]], labels: Sequence[Sequence[Size]]) -> list[Arrow]:
    """The arrows of edges; more than two from one state to another share one."""
    arrows = []
    for pair, numbers in grouped(range(len(ends)), ends.__getitem__).items():
        groups = [numbers] if len(numbers) > 2 else [[number] for number in numbers]
        arrows += [Arrow(pair, {number: labels[number] for number in group}) for group in groups]
    return arrows


def _cut(part: tuple[Bezier, ...], boxes: Sequence[Box]) -> list[tuple[Bezier, ...]]:
    """The part of a line before some boxes, and the part after them; the whole if it meets none."""
    inside = []
    for at, curve in enumerate(part):
        around = Box.around(curve)  # its four points, and so all of it
        near = [box for box in boxes if box.overlaps(around)]
        for step in range(FINE + 1 if near else 0):
            point = curve.at(step / FINE)
            if any(box.holds(point) for box in near):
                inside.append((at, step))
    if not inside:
        return [part]
    (first, begin), (last, end) = inside[0], inside[-1]
    before = part[first].between(0, max(begin - 1, 0.5) / FINE)
    after = part[last].between(min(end + 1, FINE - 0.5) / FINE, 1)
    return [(*part[:first], before), (after, *part[last + 1 :])]


# the places of a layout


class Line(NamedTuple):
    """A line without a label, and whether it runs through a state.

    `head` is the middle of its arrowhead.
    """

    route: Route
    points: Sequence[complex]
    around: Box
    head: complex
    crosses: bool


@dataclass(frozen=True, eq=False)
class Way:
    """A possible way of an arrow: its line, the label on it, and the cost of both.

    Other lines and labels must keep out of `clear`.
    """

    cost: float
    line: Line
    label: Box
    clear: Box


def placement_of(layout: Layout, parts: Parts, scales: Sequence[float] = SCALES) -> Placement:
    """Place the states by a layout, at the first scale that is neat enough, or the last."""
    for scale in scales:
        boxes = {}
        for name, size in parts.sizes.items():
            boxes[name] = Box(scale * complex(*layout.places[name]), *size)
        placement = _routed(layout, boxes, parts)
        if placement.cost < NEAT * scale**2:
            break
    return placement


def _routed(layout: Layout, boxes: Mapping[str, Box], parts: Parts) -> Placement:
    """Choose the best way for each arrow between the states."""
    chosen, starts = {}, {}
    if parts.initial:
        starts[TOP] = start = _start(boxes[parts.initial], direction(layout.start))
        point = Box(start.begin, 2 * DOT, 2 * DOT)
        chosen[-1] = Way(0.0, _line(start, ()), point, point.grown(CLEAR))
    pairs = Counter(frozenset(arrow.ends) for arrow in parts.arrows)
    options, costs = [], {}
    for arrow in parts.arrows:
        options.append(_ways(arrow, boxes, layout, pairs[frozenset(arrow.ends)] == 1))
    for _ in range(SWEEPS):
        before = dict(chosen)
        for at, _ in enumerate(parts.arrows):
            ways, options[at] = tee(options[at])
            others = [way for number, way in chosen.items() if number != at]
            costs[at], chosen[at] = _best(ways, others)
        clashing = sum(cost >= CLASH for cost in costs.values())
        if chosen == before or clashing > HOPELESS:
            break
    cost = max(costs.values(), default=0.0)
    roomy = [box.grown(6) for box in boxes.values()]
    if any(box.overlaps(other) for box, other in combinations(roomy, 2)):
        cost = CLASH
    lines = []
    for at, arrow in enumerate(parts.arrows):
        lines.append((arrow, chosen[at].line.route, chosen[at].label))
    return Placement(boxes, lines, starts, cost=cost)


def _best(ways: Iterator[Way], others: list[Way]) -> tuple[float, Way]:
    """The cheapest way next to others, after its cost; the ways come cheapest first.

    Another way that one clashes with is tried first on the next, which probably clashes, too.
    """
    least = math.inf
    for way in ways:
        if way.cost >= least:
            break
        cost = way.cost
        for at, other in enumerate(others):
            cost += _price(way, other)
            if cost >= least:
                others.insert(0, others.pop(at))
                break
        else:
            least, best = cost, way
    return least, best


@lru_cache(maxsize=4096)
def _price(way: Way, other: Way) -> float:
    """The cost of two ways together."""
    cost = CLASH * way.clear.overlaps(other.label)
    for labelled, line in ((way, other.line), (other, way.line)):
        if labelled.clear.overlaps(line.around) and labelled.clear.meets(line.points):
            cost += CLASH
        if abs(labelled.line.points[0] - line.head) < TOUCHING:
            cost += CROWDED
    return cost


def _ways(arrow: Arrow, boxes: Mapping[str, Box], layout: Layout, is_alone: bool) -> Iterator[Way]:
    """Yield the ways of an arrow that meet no state, cheapest first; and then one that may."""
    for cost, line, label in _drafts(arrow, boxes, layout, is_alone):
        clear = label.grown(CLEAR)
        if not (line.crosses or any(map(clear.overlaps, boxes.values()))):
            yield Way(cost, line, label, clear)
    _, line, label = next(_drafts(arrow, boxes, layout, is_alone))
    yield Way(CLASH, line, label, label.grown(CLEAR))


def _drafts(
    arrow: Arrow, boxes: Mapping[str, Box], layout: Layout, is_alone: bool
) -> Iterator[tuple[float, Line, Box]]:
    """Yield the costs, lines and labels of all ways of an arrow, cheapest first.

    An arrow that is not alone between its states is bent to make room for half its label.
    """
    width, height = arrow.size
    source, target = (boxes[end] for end in arrow.ends)
    others = [box.grown(1) for name, box in boxes.items() if name not in arrow.ends]
    if source is target:
        sides = [layout.loops.get(arrow.ends[0], SIDES[0]), *SIDES]
        for number, side in enumerate(sides):
            line, out = _line(_loop(source, side), others), direction(side)
            beyond = line.route.parts[0][0].at(0.5) + (GAP + 1) * out
            label = Box(beyond, width, height)
            yield float(number), line, Box(label.border(out), width, height)
        return
    straight = unit(target.middle - source.middle)
    across = abs(straight.imag) * width + abs(straight.real) * height
    best = 0.0 if is_alone else 0.45 * (across + CLEAR)

    def cost(way: tuple[float, float]) -> float:
        bow, along = way
        return BENT * abs(abs(bow) - best) + OFF * abs(along - ALONG[0])

    bent = cache(lambda bow: _line(_bent(source, target, bow), others))
    for way in sorted(product(BOWS, ALONG), key=cost):
        bow, along = way
        line = bent(bow)
        yield cost(way), line, Box(line.route.parts[0][0].at(along), width, height)


def _line(route: Route, others: Sequence[Box]) -> Line:
    """A line, and whether it runs through one of some boxes."""
    points = route.points
    around = Box.around(points)
    crosses = any(box.overlaps(around) and box.meets(points) for box in others)
    return Line(route, points, around, (points[-2] + points[-1]) / 2, crosses)


def _start(box: Box, out: complex) -> Route:
    """The straight arrow from a start point to a state, from some direction."""
    tip = box.border(out)
    return _curve(tip + START * out, -out, tip, out, START / 3)


def _bent(source: Box, target: Box, bow: float) -> Route:
    """The line between two states; its middle is to the left of the straight way by a `bow`."""
    way = target.middle - source.middle
    turned = 1 + 4j * bow / (abs(way) or 1)
    out, back = unit(way * turned), -unit(way * turned.conjugate())
    begin, tip = source.border(out), target.border(back)
    return _curve(begin, out, tip, back, abs(turned) * abs(tip - begin) / 3)


def _loop(box: Box, side: float) -> Route:
    """A loop at a side of a state."""
    out, leaves, enters = (direction(side + turn) for turn in (0, SPREAD, -SPREAD))
    aims = (box.reach(out) * out + apart * 1j * out for apart in (APART, -APART))
    begin, tip = (box.border(unit(aim)) for aim in aims)
    return _curve(begin, leaves, tip, enters, LOOP / 0.65)


def _curve(begin: complex, out: complex, tip: complex, back: complex, handle: float) -> Route:
    """The route between a point and a tip, with the directions to leave both, and its handles."""
    end = tip + ARROW * back
    return Route(((Bezier(begin, begin + handle * out, end + handle * back, end),),), tip)


# by Graphviz's dot, which gets sizes instead of names, so that installed fonts do not matter

DISTANCE = 0.35
"""The distance of neighbours and of ranks, in inches; a label has a rank of its own."""

MARGIN = 5.0
"""The extra space of a label for dot, on each side."""

M, ROOM = 0.889, 14
"""The relative width of the letter M, and its size, for text that makes dot reserve room."""

AROUND = (180, 90, 0, 270, 135, 225, 45, 315)
"""The possible places of a composite state's start point, in degrees, preferred ones first."""

ASIDE = (0.0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1.0, 1.0)
"""The possible offsets of a composite state's title from the middle, as shares of the room."""


def placement_by_dot(parts: Parts, rankdir: str = "TB") -> Placement:
    """Let the embedded dot place everything; raises `RenderError` as `render` does."""
    import json

    tree, ids, firsts = parts.tree, parts.ids, parts.firsts
    text = "\n".join(_program(parts, rankdir))
    drawn = json.loads(render(text, "json0"))
    edges = {edge["id"]: edge["pos"] for edge in drawn.get("edges", ())}
    places = {node["name"]: node.get("bb") or node["pos"] for node in drawn.get("objects", ())}
    boxes = {name: _box(places[ids[name]], size) for name, size in parts.sizes.items()}
    lines = []
    for at, arrow in enumerate(parts.arrows):
        ([head], tip), tail = _route(edges[f"b{at}"]), _curves(edges[f"a{at}"])
        lines.append((arrow, Route(((*tail, *head),), tip), _box(places[f"l{at}"], arrow.size)))
    starts = {name: _route(edges[f"start{ids[name]}"]) for name in firsts}
    crossing = [route.points for _, route, _ in lines]
    crossing += [starts[name].points for name in firsts if firsts[name] not in tree.inner]
    titles = {name: _title(boxes[name], parts.sizes[name], crossing) for name in tree.inner}
    taken = [*boxes.values(), *titles.values(), *(label for *_, label in lines)]
    crossing += [box.outline for box in taken]
    for name, first in firsts.items():
        if first in tree.inner:
            starts[name] = _freest_start(boxes[first], crossing)
    return Placement(boxes, lines, starts, titles)


def _program(parts: Parts, rankdir: str) -> Iterator[str]:
    """The lines of the graph for dot; each arrow is two edges with its label between them."""
    ids, nodes = parts.ids, {}
    yield f"digraph {{ nodesep={DISTANCE} ranksep={DISTANCE} rankdir={rankdir} compound=true"
    yield 'node [shape=box fixedsize=true label=""] edge [arrowsize=0.9]'
    if parts.tree.parent:
        yield from _clusters(parts)
    for name, size in parts.sizes.items():
        if name not in parts.tree.inner:
            nodes[ids[name]] = size
    for at, arrow in enumerate(parts.arrows):
        (tail, leaves), (head, enters) = map(parts.end, arrow.ends)
        yield f'{tail} -> l{at} [id=a{at} arrowhead=none headclip=false ltail="{leaves}"]'
        yield f'l{at} -> {head} [id=b{at} tailclip=false lhead="{enters}"]'
        width, height = arrow.size
        nodes[f"l{at}"] = width + 2 * MARGIN, height + 2 * MARGIN
    for node, (width, height) in nodes.items():
        yield f"{node} [width={inches(width)} height={inches(height)}]"
    for name, first in parts.firsts.items():
        (node, enters), start = parts.end(first), f"start{ids[name]}"
        yield f"{start} [shape=circle width={inches(2 * DOT)}]"
        yield f'{start} -> {node} [id={start} lhead="{enters}"]'
    yield "}"


def _clusters(parts: Parts) -> Iterator[str]:
    """The lines for composite states, with the labels of the arrows inside them.

    Letters of a known width reserve the room for the text above the states.
    """
    arrows, tree, ids = parts.arrows, parts.tree, parts.ids
    labels = grouped(range(len(arrows)), lambda at: tree.common(*arrows[at].ends))
    for kind, state, _ in tree.walk([*parts.sizes]):
        if kind == "opens":
            width, height = parts.sizes[state]
            line = "M" * math.ceil(width / (M * ROOM))
            room = r"\n".join([line] * math.ceil(height / (1.2 * ROOM)))
            yield f'subgraph {ids[state]} {{ label="{room}" fontsize={ROOM} margin=12'
        elif kind == "closes":  # other nodes come last, as the first nodes are at the top
            yield f"start{ids[state]}" * (state in tree.initial)
            yield " ".join(f"l{at}" for at in labels.get(state, ()))
            yield "}"
        elif kind == "state":
            yield ids[state]


def _freest_start(box: Box, lines: Crossing) -> Route:
    """The start arrow to a composite state, at the place where fewest lines cross it."""

    def crossings(start: Route) -> int:
        room = Box.around([start.begin, start.tip]).grown(DOT)
        return sum(map(room.meets, lines))

    return min((_start(box, direction(side)) for side in AROUND), key=crossings)


def _title(box: Box, size: Size, lines: Crossing) -> Box:
    """The place at the top of a box that fewest lines cross, as close to the middle as possible."""
    width, height = size[0] - 4 * MARGIN, size[1]
    high = box.middle + (box.height - height) / 2 * 1j
    room = max(0.0, box.width - MARGIN - width) / 2
    places = [Box(high + room * share, width, height) for share in ASIDE]
    return min(places, key=lambda place: sum(map(place.meets, lines)))


def _box(place: str, size: Size) -> Box:
    """The box of a node, by its middle and its size, or of a cluster, by two corners."""
    x, y, *corner = map(float, place.split(","))
    point = complex(x, y)
    return Box.around([point, complex(*corner)]) if corner else Box(point, *size)


def _curves(pos: str) -> tuple[Bezier, ...]:
    """The curves of a B-spline, which has 3k + 1 points."""
    words = [word for word in pos.split() if not word.startswith("e,")]
    points = [complex(*map(float, word.split(","))) for word in words]
    return tuple(Bezier(*points[at : at + 4]) for at in range(0, len(points) - 1, 3))


def _route(pos: str) -> Route:
    """A route from the B-spline of an edge, after its tip, `e,x,y`."""
    x, y = pos.split(maxsplit=1)[0].removeprefix("e,").split(",")
    return Route((_curves(pos),), complex(float(x), float(y)))
