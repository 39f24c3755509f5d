"""Where Graphviz's `dot` puts the states, transitions and labels of a diagram without a layout.

What dot is given has no names, only sizes: of the states, and of the labels with a margin. So the
fonts of the machine do not matter. A state with loops is a record for dot, whose second field has
room for them: each loop with its label is in a row of its own, to the right of the state or above.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanoi_fsm.fsm.diagrams.geometry.placement import (
    DOT,
    Edge,
    Placement,
    completed,
    first_without_clashes,
)
from hanoi_fsm.fsm.diagrams.geometry.routes import Route, between_borders
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point
from hanoi_fsm.fsm.diagrams.picture import inches, render

LETTER, LINE = 7.2, 14.4
"""The width of a letter of Courier of size 12, which every renderer knows, and of a line."""

APART = (0.5, 0.8, 1.1)
"""Between states side by side, and between ranks, in inches; the first without clashes is taken."""

MARGIN, LEAST = 9.0, 4.0
"""Around a label, beside its edge and along it: dot lets edges come nearer than it should."""

LENGTH, ROW, BESIDE, INSIDE = 30.0, 20.0, 5.0, 12.0
"""The length of a loop, the least height of its row, the distance of its label, and how far within
the state it begins."""

START = -1
"""The number of the edge from the start point."""

Size = tuple[float, float]


class DotLayout:
    """A diagram as dot is asked to lay it out, by the `sizes` of its states."""

    def __init__(
        self, sizes: Mapping[str, Size], edges: Sequence[Edge], initial: str, direction: str
    ) -> None:
        self.sizes, self.edges, self.initial = sizes, edges, initial
        self.to_the_right = direction == "right"
        self.loops: dict[str, list[int]] = {state: [] for state in sizes}
        for at, edge in enumerate(edges):
            if edge.source == edge.target:
                self.loops[edge.source].append(at)
        self.ends = {}
        for number, (state, loops) in enumerate(self.loops.items()):
            self.ends[state] = f"s{number}:state" if loops else f"s{number}"

    def placement(self, renderer: str) -> Placement:
        """Where everything is; raises `RenderError` as `render` does."""
        return first_without_clashes(self._placement(apart, renderer) for apart in APART)

    def _placement(self, apart: float, renderer: str) -> Placement:
        import json

        found = json.loads(render("\n".join(self._dot(apart)), "json0", renderer))
        routes: dict[int, Route] = {}
        hints: dict[int, Point] = {}
        states: dict[str, Box] = {}
        for line in found.get("edges", ()):
            number = int(line["id"])
            routes[number] = _route(line["pos"])
            if "lp" in line:
                hints[number] = _point(line["lp"])
        for state, node in zip(self.sizes, found["objects"], strict=False):
            states[state] = _state(node, self.to_the_right)
            for at, route, label in self._drawn_loops(state, states[state]):
                routes[at], hints[at] = route, label
        curves = [routes[at] for at in range(len(self.edges))]
        return completed(states, curves, self.edges, routes.get(START), hints)

    def _dot(self, apart: float) -> Iterator[str]:
        yield 'digraph { node [shape=box fixedsize=true label="" fontname=Courier fontsize=12]'
        yield "edge [fontname=Courier fontsize=12 arrowsize=0.8]"
        yield f"rankdir={'LR' if self.to_the_right else 'TB'} nodesep={apart} ranksep={apart}"
        for number, (state, size) in enumerate(self.sizes.items()):
            looks = _size(*size)
            if self.loops[state]:
                fields = [f"<state> {_text(*size)}", f"<loops> {_text(*self._room(state))}"]
                shown = "|".join(reversed(fields) if self.to_the_right else fields)
                looks = f'shape=record fixedsize=false margin=0 label="{shown}"'
            yield f"s{number} [{looks}]"
        if self.initial:
            yield f"start [shape=point {_size(2 * DOT, 2 * DOT)}]"
            yield f"start -> {self.ends[self.initial]} [id={START}]"
        across, up = (LEAST, MARGIN) if self.to_the_right else (MARGIN, LEAST)
        for at, edge in enumerate(self.edges):
            if edge.source != edge.target:
                width, height = edge.size
                label = _text(width + 2 * across, height + 2 * up) if width else ""
                ends = f"{self.ends[edge.source]} -> {self.ends[edge.target]}"
                yield f'{ends} [id={at} label="{label}"]'
        yield "}"

    # loops

    def _rows(self, state: str) -> list[float]:
        """The heights of the rows of its loops."""
        return [max(ROW, self.edges[at].size[1] + BESIDE) for at in self.loops[state]]

    def _room(self, state: str) -> Size:
        """The size of the field for its loops."""
        width = max(self.edges[at].size[0] for at in self.loops[state])
        height = sum(self._rows(state))
        if self.to_the_right:
            return width + ROW * (len(self.loops[state]) + 1), height + 2 * BESIDE
        return width + LENGTH + 2 * BESIDE, height

    def _drawn_loops(self, state: str, box: Box) -> Iterator[tuple[int, Route, Point]]:
        """The numbers of its loops, their routes, and the middles of their labels."""
        (left, _), (right, high) = box.corners
        rows = self._rows(state)
        y = high + sum(rows) + BESIDE if self.to_the_right else box.middle.y + sum(rows) / 2
        for number, (at, row) in enumerate(zip(self.loops[state], rows, strict=True)):
            level = y - row / 2
            y -= row
            if self.to_the_right:
                foot = Point(left + ROW * (number + 0.9), high)
                tip = Point(foot.x, level)
                begin = tip.x + ROW / 2 + BESIDE
            else:
                foot, tip = Point(right, level), Point(right + LENGTH, level)
                begin = tip.x + BESIDE
            label = Point(begin + self.edges[at].size[0] / 2, level)
            yield at, between_borders(_loop(foot, tip), box, box), label


def _loop(foot: Point, tip: Point) -> Bezier:
    """Out of a state, around a tip, and back, clockwise around the `foot` on its border."""
    aside = tip.minus(foot).left
    out = Point(aside.y, -aside.x)
    begin, end = (foot.plus(aside, side * ROW / 4).plus(out, -INSIDE) for side in (1, -1))
    middle = foot.plus(out, -INSIDE)
    far = middle.plus(tip.minus(middle), 4 / 3)  # the curve passes three quarters of the way to it
    return Bezier(begin, far.plus(aside, ROW / 2), far.plus(aside, -ROW / 2), end)


def _text(width: float, height: float) -> str:
    """Letters that take at least as much room."""
    letters, lines = math.ceil(width / LETTER), math.ceil(round(height / LINE, 6))
    return r"\n".join(["x" * letters] * lines)


def _size(width: float, height: float) -> str:
    return f"width={inches(width)} height={inches(height)}"


def _state(node: Mapping[str, Any], to_the_right: bool) -> Box:
    """The box of a state: its node, or the field of that."""
    if "rects" in node:
        rect = node["rects"].split()[1 if to_the_right else 0]
        left, low, right, high = map(float, rect.split(","))
        return Box.around([Point(left, low), Point(right, high)])
    return Box(_point(node["pos"]), 72 * float(node["width"]), 72 * float(node["height"]))


def _point(text: str) -> Point:
    x, y = text.split(",")
    return Point(float(x), float(y))


def _route(pos: str) -> Route:
    """A route from the B-spline of an edge: `e,x,y` is the tip, then 3k + 1 points."""
    tip, *points = [_point(word.removeprefix("e,")) for word in pos.split()]
    curves = tuple(Bezier(*points[at : at + 4]) for at in range(0, len(points) - 1, 3))
    return Route(curves, tip)
