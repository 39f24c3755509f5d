"""Where Graphviz's `dot` puts the states and transitions of a diagram without a table of places.

What dot is given has no names, only sizes: of the states, and of the labels, for which it keeps
room beside their edges. So the fonts of the machine do not matter. Of the loops of a state it only
knows how much room they need.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.detours import (
    backwards,
    forwards,
    round_the_corner,
    spread,
    turned,
    turned_box,
)
from hanoi_fsm.fsm.diagrams.geometry.labels import place_labels
from hanoi_fsm.fsm.diagrams.geometry.placement import DOT, Edge, Placement, badges_on
from hanoi_fsm.fsm.diagrams.geometry.routes import Route
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point
from hanoi_fsm.fsm.diagrams.geometry.stacked_loops import LoopStack, Size
from hanoi_fsm.fsm.diagrams.picture import inches
from hanoi_fsm.fsm.diagrams.render import positions

LETTER, LINE = 7.2, 14.4
"""The width of a letter of Courier of size 12, which every renderer knows, and of a line."""

BESIDE, STRAYING = 4.0, 10
"""Between a label and its edge, and how far dot lets that into the room for the label."""

APART = (0.5, 0.75, 1.1, 1.5)
"""Between states side by side, and between ranks, in inches."""

STATE, LABEL = 'shape=box fixedsize=true label=""', "fontname=Courier fontsize=12 arrowsize=0.8"


class Sketch(NamedTuple):
    """What is known of a diagram before it is laid out: its states and edges with their sizes."""

    states: Mapping[str, Size]
    edges: Sequence[Edge]
    initial: str
    to_the_right: bool

    def laid_out(self, renderer: str) -> Placement:
        """Where everything is, with the least distances with which no curve crosses a label.

        Raises `RenderError` as `render` does.
        """
        found = []
        for apart in APART:
            found.append(self._with_distances(apart, renderer))
            if not found[-1].clashes:
                break
        return min(found, key=lambda one: one.clashes)

    def _with_distances(self, apart: float, renderer: str) -> Placement:
        import json

        stacks = {state: stack for state in self.states if (stack := self._loops(state))}
        found = json.loads(positions("\n".join(self._dot(stacks, apart)), renderer))
        nodes = {one["id"]: one for one in found.get("objects", ())}
        lines = {one["id"]: one for one in found.get("edges", ())}
        boxes = {state: _box(nodes[f"s{number}"]) for number, state in enumerate(self.states, 1)}
        stacked = {state: stack.placed(boxes[state]) for state, stack in stacks.items()}
        placed = [
            next(stacked[edge.source])
            if edge.source == edge.target
            else self._placed(lines[f"e{number}"], edge.size)
            for number, edge in enumerate(self.edges, 1)
        ]
        labels = [label for _, label in placed]
        routes = [
            self._clear_of_loops(edge, route, boxes, labels)
            for edge, (route, _) in zip(self.edges, placed, strict=True)
        ]
        routes = spread(routes, [(edge.source, edge.target) for edge in self.edges], boxes)
        start = _route(lines["start"]["pos"]) if "start" in lines else None
        labels, clashes = _cleared(labels, routes, boxes, start)
        fixed = [*boxes.values(), *labels]
        badges = badges_on(routes, [edge.badge for edge in self.edges], fixed)
        whole = Placement(boxes, routes, labels, badges, start, clashes)
        return whole._replace(bounds_given=whole.bounds)

    def _clear_of_loops(
        self, edge: Edge, route: Route, boxes: Mapping[str, Box], labels: Sequence[Box]
    ) -> Route:
        """The route of an edge, which neither begins nor ends among the loops of a state."""
        if edge.source == edge.target:
            return route
        route = self._from(edge.source, route, boxes, labels)
        back = backwards(route)
        clear = self._from(edge.target, back, boxes, labels)
        return route if clear is back else forwards(clear)

    def _from(
        self, state: str, route: Route, boxes: Mapping[str, Box], labels: Sequence[Box]
    ) -> Route:
        stack, box = self._loops(state), boxes[state]
        if stack is None or not (loops := stack.box(box)).meets(route.points):
            return route
        others = [*labels, *(other for name, other in boxes.items() if name != state)]
        if not self.to_the_right:
            return round_the_corner(route, box, loops, others)
        box, loops, *others = map(turned_box, (box, loops, *others))
        return turned(round_the_corner(turned(route), box, loops, others))

    def _loops(self, state: str) -> LoopStack | None:
        sizes = [edge.size for edge in self.edges if edge.source == edge.target == state]
        return LoopStack(sizes, above=self.to_the_right) if sizes else None

    def _room(self, size: Size) -> Size:
        """What a label needs, with what its edge may take of it."""
        width, height = size
        more = STRAYING + 2 * BESIDE
        return (width, height + more) if self.to_the_right else (width + more, height)

    def _placed(self, edge: dict[str, Any], size: Size) -> tuple[Route, Box]:
        """The route, and the box of the label as near to it as it may be, or an empty one."""
        route = _route(edge["pos"])
        if "lp" not in edge:
            return route, Box(route.at(0.5), 0, 0)
        points, away = route.points, Point(0, 1) if self.to_the_right else Point(1, 0)
        far = Box(_point(edge["lp"]).plus(away, STRAYING / 2), *size)
        for nearer in range(STRAYING, 0, -1):
            label = far._replace(middle=far.middle.plus(away, -nearer))
            if not label.grown(BESIDE).meets(points):
                return route, label
        return route, far

    def _dot(self, stacks: Mapping[str, LoopStack], apart: float) -> Iterator[str]:
        numbers = {state: number for number, state in enumerate(self.states, 1)}
        yield "digraph {"
        yield f"node [{STATE}]"
        yield f"edge [{LABEL}]"
        yield f"rankdir={'LR' if self.to_the_right else 'TB'}"
        yield f"nodesep={apart} ranksep={apart}"
        if self.initial:
            yield f"0 [id=initial shape=point width={inches(2 * DOT)}]"
        for state, size in self.states.items():
            width, height = stacks[state].widened(size) if state in stacks else size
            sides = f"width={inches(width)} height={inches(height)}"
            yield f"{numbers[state]} [id=s{numbers[state]} {sides}]"
        if self.initial:
            yield f"0 -> {numbers[self.initial]} [id=start]"
        for number, edge in enumerate(self.edges, 1):
            if edge.source != edge.target:
                label = _label(*self._room(edge.size)) if edge.size[0] else ""
                ends = f"{numbers[edge.source]} -> {numbers[edge.target]}"
                yield f"{ends} [id=e{number}{label}]"
        for state, stack in stacks.items():
            yield f"{numbers[state]} -> {numbers[state]} [id=loops{_label(*stack.room)}]"
        yield "}"


def _cleared(
    labels: Sequence[Box], routes: Sequence[Route], boxes: Mapping[str, Box], start: Route | None
) -> tuple[list[Box], int]:
    """The labels, with other places for those that a curve crosses, and how many have none."""
    curves = [*routes, start] if start else routes
    lines = [curve.points for curve in curves]
    crossed = [
        label.width > 0 and any(label.grown(1).meets(line) for line in lines) for label in labels
    ]
    fixed = [label for label, moved in zip(labels, crossed, strict=True) if not moved]
    point = [Box(start.begin, 2 * DOT, 2 * DOT)] if start else []
    sizes = [
        (label.width, label.height) if moved else (0.0, 0.0)
        for label, moved in zip(labels, crossed, strict=True)
    ]
    found, clashes = place_labels(sizes, routes, curves, [*boxes.values(), *fixed, *point])
    places = zip(labels, found, crossed, strict=True)
    return [new if moved else label for label, new, moved in places], clashes


def _label(width: float, height: float) -> str:
    """The label of an edge that is at least so large."""
    letters, lines = math.ceil(width / LETTER), math.ceil(round(height / LINE, 6))
    return ' label="' + r"\n".join(["x" * letters] * lines) + '"'


def _box(node: dict[str, Any]) -> Box:
    return Box(_point(node["pos"]), 72 * float(node["width"]), 72 * float(node["height"]))


def _point(text: str) -> Point:
    x, y = text.split(",")
    return Point(float(x), float(y))


def _route(pos: str) -> Route:
    """A route from the B-spline of an edge: `e,x,y` is the tip, then 3k + 1 points."""
    words = pos.split(";", maxsplit=1)[0].split()
    tips = [word for word in words if word.startswith("e,")]
    points = [_point(word) for word in words if word[0] not in "es"]
    curves = tuple(Bezier(*points[at : at + 4]) for at in range(0, len(points) - 1, 3))
    return Route(curves, _point(tips[0].removeprefix("e,")) if tips else points[-1])
