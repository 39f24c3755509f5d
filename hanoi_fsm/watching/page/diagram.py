"""The state diagram of a machine for the page: where its parts are; the page draws and lights them.

It is in the places in which `draw` draws it; a tall sketch leaves out what its states do.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.geometry.placement import Placement, Route
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


def diagram_data(machine: Machine) -> Data:
    """The positions of the parts of a diagram in panes of two shapes, or why it is not drawn."""
    diagram = Diagram.of(machine)
    states, edges = len(diagram.automaton.states), len(diagram.edges())
    if states > MOST_STATES or edges > MOST_EDGES:
        many = f"{edges} edges" if edges > MOST_EDGES else f"{states} states"
        return {"failed": f"{many} are too many to be read here; hanoi-fsm draw draws them all"}
    try:
        wide = _sketch(machine, diagram, diagram.placed("LR"))
        plain = replace(diagram, does={})
        return {"wide": wide, "tall": _sketch(machine, plain, plain.placed())}
    except FsmError as error:
        return {"failed": str(error)}


def drawn(automaton: Automaton) -> list[Data]:
    """The states of a chart, each with those of a run in which it is active; the outer ones first.

    A flat automaton has none.
    """
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
        if automaton.origin
    ]


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
    names = [state["name"] for state in drawn(runs)] or runs.states
    edges = zip(diagram.edges(shown=True), placement.routes, placement.labels, strict=True)
    return {
        "width": round(size.real + 2 * MARGIN),
        "height": round(size.imag + 2 * MARGIN),
        "does": bool(diagram.does),
        "states": [around(placement.states[state]) for state in names],
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
