"""The untidy places of a picture, found by measuring it in a browser.

A node whose id begins with `badge-` lies on an edge, one with `inset-` in the box of a state, and
one with `note-` is a text that stands alone. All places are in the units of the `viewBox`.
"""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist, hypot, inf
from pathlib import Path
from typing import NamedTuple, Self

from selenium.webdriver import Chrome

from support import browser

Point = tuple[float, float]


class Box(NamedTuple):
    """The smallest and the largest coordinates."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def corners(self) -> tuple[Point, ...]:
        left, top, right, bottom = self
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def grown(self, by: float) -> Self:
        left, top, right, bottom = self
        return type(self)(left - by, top - by, right + by, bottom + by)

    def meets(self, other: "Box") -> bool:
        beside = self.right < other.left or other.right < self.left
        return not beside and self.top <= other.bottom and other.top <= self.bottom

    def holds(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


class Course:
    """A line, by points that are close to each other."""

    def __init__(self, points: list[Point]) -> None:
        self.points = [(x, y) for x, y in points]
        xs, ys = zip(*points, strict=True)
        self.box = Box(min(xs), min(ys), max(xs), max(ys))

    @property
    def without_gaps(self) -> "Course":
        """The line with straight pieces where it is left out, by eight points between any two."""
        pairs = pairwise([*self.points, self.points[-1]])
        shares = [part / 8 for part in range(8)]
        return Course(
            [(x + t * (u - x), y + t * (v - y)) for (x, y), (u, v) in pairs for t in shares]
        )

    def meets(self, box: Box) -> bool:
        return self.box.meets(box) and any(map(box.holds, self.points))

    def away(self, point: Point) -> float:
        return min(dist(point, own) for own in self.points)

    def from_box(self, box: Box) -> float:
        """How far it is from a box, at the nearest place."""
        left, top, right, bottom = box
        return min(
            hypot(max(left - x, x - right, 0), max(top - y, y - bottom, 0)) for x, y in self.points
        )


class Outline(Course):
    """A line that is closed."""

    @property
    def sides(self) -> list[tuple[Point, Point]]:
        return list(pairwise([*self.points, self.points[0]]))

    @property
    def area(self) -> float:
        return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in self.sides)) / 2

    def holds(self, point: Point) -> bool:
        """Whether a ray from the point to the right crosses an odd number of sides."""
        x, y = point
        return self.box.holds(point) and sum(
            (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)
            for (x1, y1), (x2, y2) in self.sides
        ) % 2 == 1  # fmt: skip

    def holds_all(self, box: Box) -> bool:
        return all(map(self.holds, box.corners))

    def meets(self, box: Box) -> bool:
        return super().meets(box) or self.holds(box.middle)

    def away(self, point: Point) -> float:
        return 0 if self.holds(point) else super().away(point)


class Text(NamedTuple):
    """A line of text, its box, the node or edge it is in, its colour and the one behind it."""

    words: str
    box: Box
    owner: str
    colour: str
    behind: str


class Edge(NamedTuple):
    """The course of an edge from tail to head, its width, and its arrowheads."""

    id: str
    title: str
    course: Course
    width: float
    heads: list[Outline]


class Node(NamedTuple):
    """The outlines of the shapes of a node, none for a text that stands alone."""

    id: str
    title: str
    outlines: list[Outline]


class Measured(NamedTuple):
    """Everything that the checks look at, the `boxes` being the rectangles outside of nodes."""

    name: str
    sheet: Box
    texts: list[Text]
    edges: list[Edge]
    nodes: list[Node]
    boxes: list[Outline]


SHEET = "data:text/html,<!doctype html><title>pictures</title>"
"""A page that shows one picture after the other, which is quicker than a page for each."""


def measured(chrome: Chrome, svg: bytes, name: str = "", wider: float = 1.0) -> Measured:
    """The picture as a browser really draws it, with all texts stretched to be `wider`."""
    if chrome.current_url != SHEET:
        chrome.get(SHEET)
    answer = browser.call(chrome, Path(__file__).with_name("measure.js"), svg.decode(), wider)
    for edge in answer["edges"]:
        edge |= {"course": Course(edge["course"]), "heads": [*map(Outline, edge["heads"])]}
    return Measured(
        name,
        Box(*answer["sheet"]),
        [Text(**text | {"box": Box(*text["box"])}) for text in answer["texts"]],
        [Edge(**edge) for edge in answer["edges"]],
        [
            Node(**node | {"outlines": [*map(Outline, node["outlines"])]})
            for node in answer["nodes"]
        ],
        [*map(Outline, answer["boxes"])],
    )


WIDER = 1.1
"""By how much texts are wider where a font is missing."""

SLACK = 0.6
"""Half a pixel of a smoothed line or letter is tolerated."""

TAIL = 3
"""How near to an arrowhead an edge may not begin."""

BADGE, INSET = re.compile(r"badge-|path-\d+-number-"), re.compile(r"inset-")


def clashes(picture: Measured) -> list[str]:
    """One line for each fault: what is wrong, and where on the sheet."""
    lines = [
        *_texts_off_the_sheet(picture),
        *_texts_off_their_box(picture),
        *_texts_over_texts(picture),
        *_texts_over_nodes(picture),
        *_edges_through_texts_and_nodes(picture),
        *_tails_on_arrowheads(picture),
    ]
    return [f"{picture.name}: {what}" for what in dict.fromkeys(lines)]


def _texts_off_the_sheet(picture: Measured) -> Iterator[str]:
    for text in picture.texts:
        if not all(map(picture.sheet.grown(SLACK).holds, text.box.corners)):
            yield f"{_the_text(text)} is cut off by the edge of the sheet"


def _texts_off_their_box(picture: Measured) -> Iterator[str]:
    """The box of a text is the smallest shape around its middle, in its own node if it has one."""
    nodes = {node.id: node.outlines for node in picture.nodes}
    for text in picture.texts:
        own = nodes.get(text.owner, [] if text.owner else picture.boxes)
        around = [outline for outline in own if outline.holds(text.box.middle)]
        if around:
            if not min(around, key=lambda outline: outline.area).holds_all(text.box.grown(-SLACK)):
                yield f"{_the_text(text)} is wider or higher than its box"
        elif text.owner and own and not INSET.match(text.owner):
            yield f"{_the_text(text)} is beside its own node"


def _texts_over_texts(picture: Measured) -> Iterator[str]:
    for one, other in combinations(picture.texts, 2):
        if one.box.grown(-SLACK).meets(other.box.grown(-SLACK)):
            yield f"{_the_text(one)} overlaps {_the_text(other)}"


def _texts_over_nodes(picture: Measured) -> Iterator[str]:
    """Within a node that is not its own a text may only be if it is in an inset of that node."""
    for node in picture.nodes:
        for text in picture.texts:
            if text.owner == node.id or _in_one_inset(text.owner, node.id):
                continue
            for outline in node.outlines:
                inside = INSET.match(text.owner) and outline.holds_all(text.box)
                if not inside and outline.meets(text.box.grown(-SLACK)):
                    yield f"{_the_text(text)} overlaps {_the_node(node)}"


def _in_one_inset(one: str, other: str) -> bool:
    """Whether both are parts of one small picture: there a disk has its numeral, on a peg."""
    return bool(INSET.match(one)) and one.rpartition("-")[0] == other.rpartition("-")[0]


def _edges_through_texts_and_nodes(picture: Measured) -> Iterator[str]:
    for edge in picture.edges:
        ends = _ends(edge, picture.nodes)
        for text in picture.texts:
            box = text.box.grown(edge.width / 2 - SLACK)
            if text.owner in ends or not edge.course.meets(box):
                continue
            if not (BADGE.match(text.owner) and edge.course.away(text.box.middle) < TAIL):
                yield f"{_the_edge(edge)} runs through {_the_text(text)}"
        for node in picture.nodes:
            if node.id in ends or BADGE.match(node.id) or INSET.match(node.id):
                continue
            near = [outline for outline in node.outlines if outline.box.meets(edge.course.box)]
            if any(sum(map(outline.holds, edge.course.points)) > 2 for outline in near):
                yield f"{_the_edge(edge)} runs through {_the_node(node)}"


def _tails_on_arrowheads(picture: Measured) -> Iterator[str]:
    for edge in picture.edges:
        tail = edge.course.points[0]
        for other in picture.edges:
            near = [head for head in other.heads if head.box.grown(TAIL).holds(tail)]
            if other is not edge and any(head.away(tail) < TAIL for head in near):
                where = f"{_the_edge(other)} at {_place(tail)}"
                yield f"{_the_edge(edge)} begins on the arrowhead of {where}"


def _ends(edge: Edge, nodes: list[Node]) -> set[str]:
    """The ids of the two nodes nearest to the ends of an edge, whose title may say anything."""
    first, last = edge.course.points[0], edge.course.points[-1]
    if edge.heads:
        last = max(edge.heads[-1].points, key=lambda point: dist(point, last))
    return {_nearest(first, nodes), _nearest(last, nodes)} - {""}


def _nearest(point: Point, nodes: list[Node]) -> str:
    nearest, least = "", inf
    for node in nodes:
        for outline in [] if BADGE.match(node.id) or INSET.match(node.id) else node.outlines:
            if outline.box.grown(least).holds(point) and (away := outline.away(point)) < least:
                nearest, least = node.id, away
    return nearest


def _the_text(text: Text) -> str:
    return f'"{text.words}" ({text.owner or "text"}) at {_place(text.box.middle)}'


def _the_edge(edge: Edge) -> str:
    return f"{edge.id} ({' '.join(edge.title.split())})"


def _the_node(node: Node) -> str:
    return f"the node {node.id} ({' '.join(node.title.split())})"


def _place(point: Point) -> str:
    return f"{point[0]:.0f},{point[1]:.0f}"
