"""A state diagram as a graph of Graphviz: the program, which is read back, and the illustration.

Where the places are known, all positions are written, and Graphviz only draws. The illustration of
any other diagram takes two steps: dot chooses the positions, and then all is drawn at them. Notes,
badges and small pictures are for people: the program has none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.diagrams.dot_layout import DotLayout
from hanoi_fsm.fsm.diagrams.geometry.placement import BADGE, Edge, Placement, placement_of
from hanoi_fsm.fsm.diagrams.geometry.routes import Route
from hanoi_fsm.fsm.diagrams.geometry.shapes import Box, Point
from hanoi_fsm.fsm.diagrams.palette import FAINT, INK, LIT_LINE, PAPER, SHADE
from hanoi_fsm.fsm.diagrams.picture import LETTERING, SHEET, inches, place
from hanoi_fsm.fsm.diagrams.texts import (
    ROOMY,
    escaped_label,
    folded,
    joined_lines,
    node_id,
    text_size,
)
from hanoi_fsm.fsm.errors import printable

if TYPE_CHECKING:
    import graphviz

    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram, Inset, State

BOX = {"shape": "box", "style": "rounded,filled", "fillcolor": SHADE, "color": INK}
BOX |= {"fontsize": "15", "margin": "0.2,0.1"}
FIXED = {"layout": "nop2", "outputorder": "edgesfirst"}
ORNAMENT = {"shape": "box", "style": "", "margin": "0", "peripheries": "1", "penwidth": "0"}
CORNER = {"shape": "point", "style": "invis", "width": "0", "height": "0", "label": ""}
"""Of the sheet: Graphviz takes it to be as large as texts are in its own fonts."""

SMALL, GAP = 12, 12.0
"""The size of the letters of notes; between the diagram and the notes."""

BELOW = 10.0
"""Between a small picture and the border of its state."""

NARROWEST = 480.0
"""Notes may be this wide below a diagram that is narrower."""


def program(diagram: Diagram) -> graphviz.Digraph:
    """The graph that is read back: the definition, whole labels, and the positions if known."""
    states, edges = diagram.states(short=False), diagram.edges(short=False)
    return _drawn(diagram, states, edges, _in_places(diagram, states, edges))


def illustration(diagram: Diagram, renderer: str) -> graphviz.Digraph:
    """The graph for people: short labels, and all that is drawn on it."""
    if not diagram.closed_in_itself:
        return program(diagram)
    placement = placed(diagram, renderer)
    graph = _drawn(diagram, diagram.states(), diagram.edges(), placement)
    for number, state in enumerate(diagram.automaton.states, 1):
        if inset := diagram.insets.get(state):
            box = placement.states[state]
            middle = Point(box.middle.x, box.corners[0].y + inset.height / 2 + BELOW)
            _draw_inset(graph, f"inset-{number}", inset, middle)
    for number, edge in enumerate(diagram.edges(), 1):
        if edge.badge:
            _draw_badge(graph, f"badge-{number}", edge.badge, placement.badges[number - 1])
    _write_notes(graph, diagram, placement.bounds)
    return graph


def placed(diagram: Diagram, renderer: str) -> Placement:
    """Where everything is in the picture for people, for a diagram that is closed in itself."""
    states, edges = diagram.states(), diagram.edges()
    known = _in_places(diagram, states, edges)
    if known is not None:
        return known
    sizes = {name: state.size for name, state in states.items()}
    asked = DotLayout(sizes, edges, diagram.automaton.initial, diagram.direction)
    return asked.placement(renderer)


def _in_places(
    diagram: Diagram, states: Mapping[str, State], edges: Sequence[Edge]
) -> Placement | None:
    """Where everything is, if the places of the states are known."""
    layout = diagram.fixed()
    if layout is None:
        return None
    sizes = {name: state.size for name, state in states.items()}
    return placement_of(layout, sizes, edges, diagram.automaton.initial)


def _drawn(
    diagram: Diagram,
    states: Mapping[str, State],
    edges: Sequence[Edge],
    placement: Placement | None,
) -> graphviz.Digraph:
    """The diagram without ornaments."""
    import graphviz

    automaton = diagram.automaton
    title = [automaton.title, diagram.caption] if diagram.caption else [automaton.title]
    attributes = {"label": joined_lines(title)}
    if placement:
        attributes |= FIXED | {"bb": _bb(*placement.bounds.corners)}
    else:
        attributes |= {"nodesep": "0.6", "ranksep": "0.7"}
        attributes |= {"rankdir": "LR"} if diagram.direction == "right" else {}
    graph = graphviz.Digraph(
        node_id(automaton.name),
        graph_attr=SHEET | attributes,
        node_attr=LETTERING | BOX | ({"fixedsize": "true"} if placement else {}),
        edge_attr=LETTERING | {"color": INK, "fontsize": "12", "arrowsize": "0.8"},
    )
    _draw_states(graph, diagram, states, placement)
    for number, edge in enumerate(edges, 1):
        looks = {"id": f"edge-{number}", **edge.looks}
        if placement is None:
            label = "".join(f"  {escaped_label(line)} \\l" for line in edge.lines)
        else:
            label = joined_lines(edge.lines)
            looks["pos"] = _spline(placement.routes[number - 1])
            looks["lp"] = _pair(placement.labels[number - 1].middle)
        graph.edge(node_id(edge.source), node_id(edge.target), label=label, **looks)
    return graph


def _draw_states(
    graph: graphviz.Digraph,
    diagram: Diagram,
    states: Mapping[str, State],
    placement: Placement | None,
) -> None:
    """Draw the states, and the start point with its arrow."""
    initial, start = diagram.automaton.initial, "initial"
    while start in states:
        start += "'"
    arrow: dict[str, str] = {}
    if initial:
        point = {"shape": "point", "width": "0.16", "fillcolor": INK}
        if placement and placement.start:
            point |= {"height": "0.16", "pos": _pair(placement.start.begin)}
            arrow = {"pos": _spline(placement.start)}
        graph.node(start, label="", id="initial", **point)
    for number, (name, state) in enumerate(states.items(), 1):
        looks = {"id": f"state-{number}", **state.looks}
        if placement:
            middle, width, height = placement.states[name]
            width, height = width - state.border, height - state.border
            looks |= {"pos": _pair(middle), "width": inches(width), "height": inches(height)}
        graph.node(node_id(name), label=joined_lines(state.lines), **looks)
    if initial:
        graph.edge(start, node_id(initial), id="start", **arrow)


# ornaments


def _draw_inset(graph: graphviz.Digraph, name: str, inset: Inset, middle: Point) -> None:
    """Draw a small picture around a `middle`; its nodes are called after the `name`."""
    left, low = middle.x - inset.width / 2, middle.y - inset.height / 2
    for number, part in enumerate(inset.parts, 1):
        box = Box(
            Point(left + part.x + part.width / 2, low + part.y + part.height / 2),
            part.width,
            part.height,
        )
        looks = {"fontsize": f"{part.size:g}", "fontcolor": part.colour}
        if part.fill:
            style = "filled,rounded" if part.height > 6 else "filled"
            looks |= {"style": style, "fillcolor": part.fill, "color": part.fill}
        else:
            looks |= {"shape": "plain", "peripheries": "0"}
        _ornament(graph, f"{name}-{number}", [part.text] if part.text else [], box, **looks)


def _draw_badge(graph: graphviz.Digraph, name: str, text: str, box: Box) -> None:
    """Draw a badge on an edge."""
    looks = {"style": "rounded,filled", "fillcolor": LIT_LINE, "color": LIT_LINE}
    _ornament(graph, name, [text], box, fontcolor=PAPER, fontsize=f"{BADGE:g}", **looks)


def _write_notes(graph: graphviz.Digraph, diagram: Diagram, bounds: Box) -> None:
    """The subtitle above the diagram, the notes below it, and a sheet that holds them all."""
    (left, low), (right, high) = bounds.corners
    look = {"fontsize": f"{SMALL}", "fontcolor": FAINT}
    if diagram.subtitle:
        width, height = text_size([diagram.subtitle], SMALL)
        box = Box(Point((left + right) / 2, high + GAP + height / 2), width, height)
        _ornament(graph, "note-subtitle", [diagram.subtitle], box, **look)
        (left, low), (right, high) = Box.around([*bounds.corners, *box.corners]).corners
    if diagram.notes:
        room = max(right - left, NARROWEST) / ROOMY
        notes = (folded(printable(note), room, SMALL, indent="    ") for note in diagram.notes)
        lines = list(chain.from_iterable(notes))
        width, height = text_size(lines, SMALL)
        left = min(left, (left + right - width) / 2)
        low -= GAP + height
        box = Box(Point(left + width / 2, low + height / 2), width, height)
        _ornament(graph, "note-below", lines, box, end=r"\l", **look)
        right = max(right, left + width)
    for number, corner in enumerate((Point(left, low), Point(right, high))):
        graph.node(f"corner-{number}", pos=place(*corner), **CORNER)


def _ornament(
    graph: graphviz.Digraph,
    name: str,
    lines: Sequence[str],
    box: Box,
    end: str = r"\n",
    **looks: str,
) -> None:
    """Draw a node that is not a state."""
    size = {"width": inches(box.width), "height": inches(box.height)}
    label = joined_lines(lines, end) if lines else ""
    graph.node(name, label=label, pos=place(*box.middle), id=name, **size, **ORNAMENT | looks)


# positions


def _number(value: float) -> str:
    return f"{round(value, 1) + 0.0:.10g}"


def _pair(point: Point) -> str:
    return f"{_number(point.x)},{_number(point.y)}"


def _bb(low: Point, high: Point) -> str:
    return f"{_pair(low)},{_pair(high)}"


def _spline(route: Route) -> str:
    points = [route.begin, *(point for curve in route.curves for point in curve[1:])]
    return " ".join([f"e,{_pair(route.tip)}", *map(_pair, points)])
