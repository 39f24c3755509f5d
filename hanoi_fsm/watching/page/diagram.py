"""The state diagram of a machine for the page: where its parts are; the page draws and lights them.

It is in the places in which `draw` draws it; where it would be too small in a pane, these are
stretched or turned. A tall sketch leaves out what its states do.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.geometry.placement import CLASH, Placement, Route
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import FsmError
from hanoi_fsm.fsm.machine import Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.watching.page.data import Data

MOST_STATES, MOST_EDGES = 9, 40
"""The largest diagram that a page shows: of a larger one nobody could read a part that fits."""

MARGIN = 8.0
"""Around a sketch."""

PANES = {
    "wide": (840, 387, "LR", ((False, 0.9, 0.3), (True, 1.2, 0.4))),
    "tall": (366, 326, "TB", ((False, 0.64, 1.28), (True, 0.64, 0.38))),
}
"""The width and height of each pane, the direction of dot, and how places are changed in a pane
that is too small: whether they are turned, and how much they are stretched across and upwards."""

LEGIBLE = 0.72
"""The scale at which a sketch is large enough: labels have 10 pixels."""


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
    """Where everything is in a pane: the first shape that is legible there, or the largest."""
    width, height, rankdir, shapes = PANES[pane]

    def scale(placement: Placement) -> float:
        low, high = placement.bounds.corners
        across, up = high.real - low.real, high.imag - low.imag
        fits = min(width / (across + 2 * MARGIN), height / (up + 2 * MARGIN))
        return fits if placement.cost < CLASH else 0.0

    tried, layout = [diagram.placed(rankdir)], diagram.places
    for is_turned, across, up in shapes:
        if layout is None or scale(tried[-1]) >= LEGIBLE:
            break
        places = {}
        for name, (x, y) in layout.places.items():
            right, above = (-y, -x) if is_turned else (x, y)
            places[name] = (across * right, up * above)
        tried.append(replace(diagram, places=replace(layout, places=places)).placed(rankdir))
    return max(tried, key=scale)


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

    def part(curves: Sequence[Bezier]) -> list[float]:
        return at(curves[0].begin, *(point for curve in curves for point in curve[1:]))

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
                "line": [*map(part, route.parts)],
                "tip": at(route.tip),
            }
            for edge, route, box in edges
            if any(numbers[row] for row in edge.transitions)
        ],
    }
