"""The state diagram of a machine for the page: where its parts are; the page draws and lights them.

It is in the places in which `draw` draws it.
"""

from __future__ import annotations

from collections.abc import Sequence

from hanoi_fsm.fsm.diagrams.geometry.placement import Route
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import HanoiError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.watching.page.data import Data, Sketch, SketchedEdge

RENDERER = "wasm"
"""The renderer that comes with the package: a page is the same wherever it is made."""

MOST_EDGES = 60
"""The largest diagram that a panel shows: of a larger one nobody could read a part that fits."""

MARGIN = 12.0


def diagram_data(machine: Machine) -> Data:
    """Where the parts of a machine's diagram are, or why it is not drawn."""
    diagram = Diagram.of(machine)
    edges = len(diagram.edges())
    if edges > MOST_EDGES:
        failed = f"{edges} edges are too many to be read here; hanoi-fsm draw draws them all"
        return {"failed": failed}
    try:
        return _places(diagram)
    except HanoiError as error:
        return {"failed": str(error)}


def _places(diagram: Diagram) -> Data:
    """The parts with y downwards from the top left corner."""
    automaton, placement = diagram.automaton, diagram.placed(RENDERER)
    low, high = placement.bounds.corners
    corner = Point(low.x - MARGIN, high.y + MARGIN)

    def at(*points: Point) -> list[float]:
        pairs = ((point.x - corner.x, corner.y - point.y) for point in points)
        return [round(part, 1) for pair in pairs for part in pair]

    def around(box: Box) -> list[float]:
        left, top = box.corners[0].x, box.corners[1].y
        return [*at(Point(left, top)), round(box.width, 1), round(box.height, 1)]

    def part(curves: Sequence[Bezier]) -> list[float]:
        return at(curves[0].begin, *(point for curve in curves for point in curve[1:]))

    def whole(route: Route) -> list[float]:
        """The line without its gap."""
        curves = [*route.parts[0]]
        for after in route.parts[1:]:
            curves += [Bezier.bowed(curves[-1].end, after[0].begin, 0), *after]
        return [*part(curves), *at(route.tip)]

    numbers = {one: number for number, one in enumerate(automaton.transitions)}
    parts = diagram.edges(shown=True), placement.routes, placement.labels
    edges = [*zip(*parts, strict=True)]
    start = placement.start
    sketch = Sketch(
        width=round(high.x - low.x + 2 * MARGIN),
        height=round(high.y - low.y + 2 * MARGIN),
        text=14,
        does=False,
        states=[around(placement.states[state]) for state in automaton.states],
        start=at(start.begin, start.parts[-1][-1].end, start.tip) if start else [],
        edges=[
            SketchedEdge(
                transitions=[numbers[one] for one in edge.transitions],
                lines=list(edge.lines),
                box=around(box),
                line=[*map(part, route.parts)],
                tip=at(route.tip),
            )
            for edge, route, box in edges
        ],
    )
    return {
        "wide": sketch,
        "tall": sketch,
        "width": round(high.x - low.x + 2 * MARGIN),
        "height": round(high.y - low.y + 2 * MARGIN),
        "states": [around(placement.states[state]) for state in automaton.states],
        "start": whole(placement.start) if placement.start else [],
        "edges": [
            {
                "transitions": [numbers[one] for one in edge.transitions],
                "lines": edge.texts,
                "line": whole(route),
                "box": around(box),
            }
            for edge, route, box in edges
        ],
    }
