"""Where Graphviz's `dot` puts the states and transitions of a diagram without a table of places.

What dot is given has no names, only sizes: of the states, and of the labels, for which it keeps
room beside their edges. So the fonts of the machine do not matter. The loops of a state are one
loop for dot; each is drawn with its label in a row of its own, to the right of the state or above.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.placement import DOT, Edge, Placement, completed
from hanoi_fsm.fsm.diagrams.geometry.routes import Route, between_borders
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point
from hanoi_fsm.fsm.diagrams.picture import inches
from hanoi_fsm.fsm.diagrams.render import positions

LETTER, LINE = 7.2, 14.4
"""The width of a letter of Courier of size 12, which every renderer knows, and of a line."""

BESIDE, STRAYING = 4.0, 10.0
"""Between a label and its edge, and how far dot lets that into the room for the label."""

APART = (0.5, 0.75, 1.1, 1.5)
"""Between states side by side, and between ranks, in inches."""

LENGTH, FOOT, CORNER, INSIDE = 30.0, 20.0, 16.0, 12.0
"""The length of a loop, the border that it takes, what is left at the ends of that, and how far
within the state a loop begins."""

Size = tuple[float, float]
Boxes = dict[str, Box]
Routes = dict[str, Route]
Hints = dict[int, Point]
Sides = dict[tuple[int, str], str]


class Loops(NamedTuple):
    """The loops of a state of some `size`, with the `sizes` of their labels."""

    size: Size
    sizes: Sequence[Size]
    above: bool

    @property
    def rows(self) -> list[float]:
        """The heights of the labels, one below the other."""
        return [max(FOOT, height + BESIDE) for _, height in self.sizes]

    @property
    def room(self) -> Size:
        """The size of what is outside of the state."""
        widths = [width for width, _ in self.sizes]
        if self.above:
            ends = (FOOT * (at + 1) + width for at, width in enumerate(widths))
            return CORNER + BESIDE + max(ends), 2 * BESIDE + sum(self.rows)
        return LENGTH + 2 * BESIDE + max(widths), sum(self.rows)

    @property
    def border(self) -> Size:
        """The size of the state with enough border for the loops."""
        if not self.sizes:
            return self.size
        width, height = self.size
        if self.above:
            return max(width, self.room[0]), height
        return width, max(height, self.room[1] + CORNER)

    def box(self, state: Box) -> Box:
        """Where they and their labels are."""
        (left, _), (right, high) = state.corners
        width, height = self.room
        if self.above:
            return Box(Point(left + width / 2, high + height / 2), width, height)
        return Box(Point(right + width / 2, state.middle.y), width, height)

    def drawn(self, state: Box) -> Iterator[tuple[Route, Box]]:
        """The route and the label of each loop, from top to bottom."""
        (left, _), (right, high) = state.corners
        y = self.box(state).corners[1].y
        for number, ((width, height), row) in enumerate(zip(self.sizes, self.rows, strict=True)):
            level, y = y - row / 2, y - row
            if self.above:
                foot = Point(left + CORNER / 2 + FOOT * (number + 0.5), high)
                tip = Point(foot.x, level)
                middle = foot.x + FOOT / 2 + BESIDE + width / 2
            else:
                foot, tip = Point(right, level), Point(right + LENGTH, level)
                middle = tip.x + BESIDE + width / 2
            route = between_borders(_loop(foot, tip), state, state)
            yield route, Box(Point(middle, level), width, height)


def _loop(foot: Point, tip: Point) -> Bezier:
    """Out of a state, around a tip, and back, clockwise around the `foot` on its border."""
    aside = tip.minus(foot).left
    out = Point(aside.y, -aside.x)
    begin, end = (foot.plus(aside, side * FOOT / 4).plus(out, -INSIDE) for side in (1, -1))
    middle = foot.plus(out, -INSIDE)
    far = middle.plus(tip.minus(middle), 4 / 3)  # the curve passes three quarters of the way to it
    return Bezier(begin, far.plus(aside, FOOT / 2), far.plus(aside, -FOOT / 2), end)


class Sketch:
    """A diagram before it is laid out, by the sizes of its states, and their loops."""

    def __init__(
        self, sizes: Mapping[str, Size], edges: Sequence[Edge], initial: str, to_the_right: bool
    ) -> None:
        self.edges, self.initial, self.to_the_right = edges, initial, to_the_right
        self.numbers = {state: number for number, state in enumerate(sizes)}
        self.own: dict[str, list[int]] = {state: [] for state in sizes}
        for at, edge in enumerate(edges):
            if edge.source == edge.target:
                self.own[edge.source].append(at)
        self.loops = {
            state: Loops(sizes[state], [edges[at].size for at in own], to_the_right)
            for state, own in self.own.items()
        }

    def laid_out(self, renderer: str) -> Placement:
        """Where everything is, with the least distances with which no curve crosses a label.

        Raises `RenderError` as `render` does.
        """
        found: list[Placement] = []
        for apart in APART:
            found.append(self._placed(apart, renderer))
            if not found[-1].clashes:
                break
        return min(found, key=lambda one: one.clashes)

    def _placed(self, apart: float, renderer: str) -> Placement:
        """What dot makes of it.

        Edges that dot leads through the loops of a state leave or reach it on another side.
        """
        sides: Sides = {}
        boxes, curves, hints = self._asked(apart, sides, renderer)
        while (more := self._sides(boxes, curves)).keys() - sides.keys():
            sides = more | sides
            boxes, curves, hints = self._asked(apart, sides, renderer)
        states = {state: boxes[f"s{number}"] for state, number in self.numbers.items()}
        labels: dict[int, Box] = {}
        for state, own in self.own.items():
            if own:
                drawn = self.loops[state].drawn(states[state])
                for at, (route, label) in zip(own, drawn, strict=True):
                    curves[f"{at}"], labels[at] = route, label
        routes = [curves[f"{at}"] for at in range(len(self.edges))]
        return completed(states, routes, self.edges, curves.get("start"), labels, hints)

    def _asked(self, apart: float, sides: Sides, renderer: str) -> tuple[Boxes, Routes, Hints]:
        """Where dot puts the boxes, the routes of all edges but loops, and their labels."""
        import json

        found = json.loads(positions("\n".join(self._dot(apart, sides)), renderer))
        edges = [one for one in found.get("edges", ()) if "id" in one]
        boxes = {one["name"]: _box(one) for one in found.get("objects", ()) if "pos" in one}
        hints = {int(one["id"]): _point(one["lp"]) for one in edges if "lp" in one}
        return boxes, {one["id"]: _route(one["pos"]) for one in edges}, hints

    def _dot(self, apart: float, sides: Sides) -> Iterator[str]:
        yield 'digraph { node [shape=box fixedsize=true label=""]'
        yield "edge [fontname=Courier fontsize=12 arrowsize=0.8]"
        yield f"rankdir={'LR' if self.to_the_right else 'TB'} nodesep={apart} ranksep={apart}"
        if self.initial:
            yield f"start [shape=point {_size((2 * DOT, 2 * DOT))}]"
        for state, number in self.numbers.items():
            yield f"s{number} [{_size(self.loops[state].border)}]"
            if self.own[state]:
                yield f"s{number} -> s{number} [{_label(self.loops[state].room)}]"
        if self.initial:
            yield f"start -> s{self.numbers[self.initial]} [id=start]"
        for at, edge in enumerate(self.edges):
            if edge.source != edge.target:
                ends = f"s{self.numbers[edge.source]} -> s{self.numbers[edge.target]}"
                ports = " ".join(sides.get((at, end), "") for end in ("tail", "head"))
                yield f"{ends} [id={at} {self._room(edge.size)} {ports}]"
        yield "}"

    def _room(self, size: Size) -> str:
        """The label of an edge that is at least as large, with what the edge may take of it."""
        width, height = size
        more = STRAYING + 2 * BESIDE
        roomy = (width, height + more) if self.to_the_right else (width + more, height)
        return _label(roomy) if width else ""

    def _sides(self, boxes: Boxes, routes: Routes) -> Sides:
        """For each edge that meets the loops of its states where it should leave or reach them."""
        found: Sides = {}
        for at, edge in enumerate(self.edges):
            ends = (("tail", edge.source, edge.target), ("head", edge.target, edge.source))
            for end, state, other in ends:
                if state == other or not self.own[state]:
                    continue
                box = boxes[f"s{self.numbers[state]}"]
                if self.loops[state].box(box).meets(routes[f"{at}"].points):
                    way = boxes[f"s{self.numbers[other]}"].middle.minus(box.middle)
                    across, up = "w" if way.x < 0 else "e", "n" if way.y > 0 else "s"
                    found[at, end] = f"{end}port={across if self.to_the_right else up}"
        return found


def _label(size: Size) -> str:
    letters, lines = math.ceil(size[0] / LETTER), math.ceil(round(size[1] / LINE, 6))
    return 'label="' + r"\n".join(["x" * letters] * lines) + '"'


def _size(size: Size) -> str:
    return f"width={inches(size[0])} height={inches(size[1])}"


def _box(node: Mapping[str, Any]) -> Box:
    return Box(_point(node["pos"]), 72 * float(node["width"]), 72 * float(node["height"]))


def _point(text: str) -> Point:
    x, y = text.split(",")
    return Point(float(x), float(y))


def _route(pos: str) -> Route:
    """A route from the B-spline of an edge: `e,x,y` is the tip, then 3k + 1 points."""
    tip, *points = [_point(word.removeprefix("e,")) for word in pos.split()]
    curves = tuple(Bezier(*points[at : at + 4]) for at in range(0, len(points) - 1, 3))
    return Route(curves, tip)
