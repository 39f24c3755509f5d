"""Where Graphviz's `dot` puts the states and transitions of a diagram without a table of places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hanoi_fsm.fsm.diagrams.geometry.placement import Placement, badges_on
from hanoi_fsm.fsm.diagrams.geometry.routes import Route
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point
from hanoi_fsm.fsm.diagrams.render import positions


def laid_out(
    dot: str,
    states: Sequence[str],
    edges: Sequence[tuple[float, float]],
    renderer: str,
    badges: dict[int, tuple[float, float]],
) -> Placement:
    """The placement of a DOT text whose nodes and edges have the ids of a state diagram.

    `edges` are the sizes of their labels, `badges` those of the badges on some of them.

    Raises `RenderError` as `render` does.
    """
    import json

    found = json.loads(positions(dot, renderer))
    nodes = {one.get("id"): _box(one) for one in found.get("objects", ()) if "pos" in one}
    lines = {one.get("id"): one for one in found.get("edges", ())}
    routes = [_route(lines[f"edge-{number}"]["pos"]) for number in range(1, len(edges) + 1)]
    labels = [
        Box(_point(lines[f"edge-{number}"]["lp"]), *size)
        if "lp" in lines[f"edge-{number}"]
        else Box(route.at(0.5), 0, 0)
        for number, (route, size) in enumerate(zip(routes, edges, strict=True), 1)
    ]
    boxes = {state: nodes[f"state-{number}"] for number, state in enumerate(states, 1)}
    return Placement(
        boxes,
        routes,
        labels,
        badges_on(
            routes, [badges.get(at) for at in range(len(routes))], [*boxes.values(), *labels]
        ),
        _route(lines["start"]["pos"]) if "start" in lines else None,
        bounds_given=_bounds(found["bb"]),
    )


def _bounds(bb: str) -> Box:
    left, low, right, high = map(float, bb.split(","))
    return Box.around([Point(left, low), Point(right, high)])


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
