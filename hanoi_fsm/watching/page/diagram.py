"""The state diagram of a machine for the page: where its parts are; the page draws and lights them.

It is in the places in which `draw` draws it; where it would be too small in a pane, these are
stretched or turned. A tall sketch leaves out what its states do.
"""

from collections import defaultdict
from dataclasses import replace
from itertools import chain

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.placement import Placement, Route, placement_of
from hanoi_fsm.fsm.diagrams.geometry.shapes import Box
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import FsmError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.watching.page.data import Data

MOST_STATES, MOST_EDGES = 9, 40
"""The largest diagram that a page shows: of a larger one nobody could read a part that fits."""

MARGIN = 8.0
"""Around a sketch."""

PANES = {"wide": (840, 387, "LR"), "tall": (366, 326, "TB")}
"""The width and height of each pane, and the direction of dot."""

LEGIBLE = 0.72
"""The scale at which a sketch is large enough: labels have 10 pixels."""

TRIALS = 4
"""The number of scales for which the places are changed, turned or not."""


def diagram_data(machine: Machine) -> Data:
    """The positions of the parts of a diagram in panes of two shapes, or why it is not drawn."""
    diagram = Diagram.of(machine)
    states, edges = len(diagram.automaton.states), len(diagram.edges())
    if states > MOST_STATES or edges > MOST_EDGES:
        many = f"{edges} edges" if edges > MOST_EDGES else f"{states} states"
        return {"failed": f"{many} are too many to be read here; hanoi-fsm draw draws them all"}
    try:
        plain = replace(diagram, does={})
        shown = {"wide": diagram, "tall": plain}
        return {pane: _sketch(machine, one, _placed(one, pane)) for pane, one in shown.items()}
    except FsmError as error:
        return {"failed": str(error)}


def drawn(automaton: Automaton) -> list[Data]:
    """The states as written, outer ones first, each with the states of a run that are in it."""
    chart = automaton.chart
    depths = {state: len([*chart.tree.around(state)]) for state in chart.states}
    return [
        {
            "name": state,
            "composite": state in chart.tree.inner,
            "region": chart.tree.parent.get(state) in chart.tree.parallel,
            "inner": [flat for flat in automaton.states if state in automaton.active(flat)],
        }
        for state in sorted(chart.states, key=depths.__getitem__)
    ]


def _placed(diagram: Diagram, pane: str) -> Placement:
    """Where everything is in a pane.

    If that is too small to be legible, the places are stretched to fill the pane at a larger scale,
    also turned, and the scale is halved between one that was tidy and one that was not.
    """
    width, height, rankdir = PANES[pane]

    def scale(placement: Placement) -> float:
        bounds = placement.bounds
        fits = min(width / (bounds.width + 2 * MARGIN), height / (bounds.height + 2 * MARGIN))
        return fits if placement.is_tidy else 0.0

    best = placement = diagram.placed(rankdir)
    layouts = [diagram.layout, diagram.layout.turned] if diagram.layout else []
    for layout in layouts:
        low, high = scale(best), 2 * LEGIBLE - scale(best)
        for _ in range(TRIALS):
            if scale(best) >= LEGIBLE:
                return best
            aim = (low + high) / 2
            room = width / aim - 2 * MARGIN, height / aim - 2 * MARGIN
            placement = placement_of(_filling(layout, placement, room), diagram.parts, [1])
            low, high = (aim, high) if placement.is_tidy else (low, aim)
            best = max(best, placement, key=scale)
    return best


def _filling(layout: Layout, last: Placement, room: tuple[float, float]) -> Layout:
    """A layout stretched to fill some room, with as much outside of it as in a placement."""
    extent = Box.around(complex(*place) for place in layout.places.values())
    inside = Box.around(box.middle for box in last.states.values())
    across = max(0.0, room[0] - last.bounds.width + inside.width) / (extent.width or 1)
    up = max(0.0, room[1] - last.bounds.height + inside.height) / (extent.height or 1)
    stretched = {name: (across * x, up * y) for name, (x, y) in layout.places.items()}
    return replace(layout, places=stretched)


def _sketch(machine: Machine, diagram: Diagram, placement: Placement) -> Data:
    """The diagram for a pane, with y downwards from the top left corner."""
    low, high = placement.bounds.corners
    size = high - low
    corner = complex(low.real - MARGIN, high.imag + MARGIN)

    def at(*points: complex) -> list[float]:
        away = [point - corner for point in points]
        return [round(part, 1) for point in away for part in (point.real, -point.imag)]

    def around(box: Box) -> list[float]:
        *_, top_left, _ = box.outline
        return [*at(top_left), round(box.width, 1), round(box.height, 1)]

    def arrow(start: Route) -> list[float]:
        return at(start.begin, start.parts[-1][-1].end, start.tip)

    runs, numbers = machine.automaton, defaultdict[Transition, list[int]](list)
    for number, transition in enumerate(runs.transitions):
        for part_of in runs.written(transition) if runs.origin else (transition,):
            numbers[part_of].append(number)
    edges = zip(diagram.edges(shown=True), placement.routes, placement.labels, strict=True)
    return {
        "width": round(size.real + 2 * MARGIN),
        "height": round(size.imag + 2 * MARGIN),
        "does": bool(diagram.does),
        "states": [around(placement.states[state["name"]]) for state in drawn(runs)],
        "starts": [*map(arrow, placement.starts.values())],
        "edges": [
            {
                "transitions": [*chain.from_iterable(numbers[row] for row in edge.transitions)],
                "lines": list(edge.lines),
                "box": around(box),
                "line": [at(*points) for points in route.splines],
                "tip": at(route.tip),
            }
            for edge, route, box in edges
            if any(numbers[row] for row in edge.transitions)
        ],
    }
