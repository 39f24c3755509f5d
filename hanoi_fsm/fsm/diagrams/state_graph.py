"""A state diagram as a graph of Graphviz: the program, which is read back, and the illustration.

Where the places are known, all positions are written, and Graphviz only draws. The illustration of
any other diagram takes two steps: dot chooses the positions, and then all is drawn at them.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.diagrams.dot_layout import Sketch
from hanoi_fsm.fsm.diagrams.geometry.placement import Placement
from hanoi_fsm.fsm.diagrams.geometry.routes import Route
from hanoi_fsm.fsm.diagrams.geometry.shapes import Box, Point
from hanoi_fsm.fsm.diagrams.ornaments import (
    SMALL,
    draw_badge,
    draw_inset,
    draw_note,
)
from hanoi_fsm.fsm.diagrams.palette import INK, SHADE
from hanoi_fsm.fsm.diagrams.picture import LETTERING, SHEET, inches
from hanoi_fsm.fsm.diagrams.text_width import ROOMY, folded, text_size
from hanoi_fsm.fsm.diagrams.texts import escaped_label, joined_lines, node_id
from hanoi_fsm.fsm.errors import printable

if TYPE_CHECKING:
    import graphviz

    from hanoi_fsm.fsm.diagrams.edges import DrawnEdge
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram

BOX = {"shape": "box", "style": "rounded,filled", "fillcolor": SHADE, "color": INK}
BOX |= {"fontsize": "15", "margin": "0.2,0.1"}
FIXED = {"layout": "nop2", "outputorder": "edgesfirst"}
GAP = 12.0
"""Between the diagram and the notes, in points."""

BELOW = 10.0
"""Between a small picture and the border of its state."""

NARROWEST = 480.0
"""Notes may be this wide below a diagram that is narrower."""


def program(diagram: Diagram) -> graphviz.Digraph:
    """The graph that is read back: the definition, whole labels, and the positions if known."""
    return _drawn(diagram, diagram.placement(short=False), short=False)


def illustration(diagram: Diagram, renderer: str) -> graphviz.Digraph:
    """The graph for people: short labels, and all that is drawn on it."""
    if not diagram.closed_in_itself:
        return _drawn(diagram, None, short=False)
    placement, badges = placed(diagram, renderer), diagram.badges()
    graph = _drawn(diagram, placement, short=True)
    for number, state in enumerate(diagram.automaton.states, 1):
        if inset := diagram.insets.get(state):
            box = placement.states[state]
            middle = Point(box.middle.x, box.corners[0].y + inset.height / 2 + BELOW)
            draw_inset(graph, f"inset-{number}", inset, middle)
    for at, text in badges.items():
        draw_badge(graph, f"badge-{at + 1}", text, placement.badges[at])
    _write_notes(graph, diagram, placement.bounds)
    return graph


def placed(diagram: Diagram, renderer: str) -> Placement:
    """Where everything is in the picture for people, for a diagram that is closed in itself."""
    return diagram.placement(short=True) or _by_dot(diagram, renderer)


def _by_dot(diagram: Diagram, renderer: str) -> Placement:
    to_the_right = diagram.direction == "right"
    states, edges = diagram.sizes(short=True), diagram.sized_edges(short=True)
    sketch = Sketch(states, edges, diagram.automaton.initial, to_the_right)
    return sketch.laid_out(renderer)


def _write_notes(graph: graphviz.Digraph, diagram: Diagram, bounds: Box) -> None:
    """The subtitle above the diagram, the notes below it, and a sheet that holds them all."""
    (left, low), (right, high) = bounds.corners
    if diagram.subtitle:
        lines = [" \N{MIDDLE DOT} ".join(diagram.subtitle)]
        width, height = text_size(lines, SMALL)
        high += GAP + height
        draw_note(graph, "note-subtitle", lines, Point((left + right) / 2, high - height / 2))
        middle = (left + right) / 2
        left, right = min(left, middle - width / 2), max(right, middle + width / 2)
    if diagram.notes:
        room = max(right - left, NARROWEST) / ROOMY
        notes = (folded(printable(note), room, SMALL, indent="    ") for note in diagram.notes)
        lines = list(chain.from_iterable(notes))
        width, height = text_size(lines, SMALL)
        low -= GAP + height
        begin = min(left, (left + right - width) / 2)
        draw_note(graph, "note-below", lines, Point(begin + width / 2, low + height / 2), left=True)
        left, right = begin, max(right, begin + width)
    graph.graph_attr["bb"] = _bb(Point(left, low), Point(right, high))


def _drawn(
    diagram: Diagram,
    placement: Placement | None,
    *,
    short: bool,
) -> graphviz.Digraph:
    """The diagram without ornaments."""
    import graphviz

    automaton = diagram.automaton
    attributes = {"label": escaped_label(automaton.title)}
    if placement:
        attributes |= FIXED | {"bb": _bb(*placement.bounds.corners)}
    else:
        attributes |= {"nodesep": "0.6", "ranksep": "0.7"}
        attributes |= {"rankdir": "LR"} if diagram.direction == "right" else {}
    box = BOX | ({"fixedsize": "true"} if placement else {})
    graph = graphviz.Digraph(
        node_id(automaton.name),
        graph_attr=SHEET | attributes,
        node_attr=LETTERING | box,
        edge_attr=LETTERING | {"color": INK, "fontsize": "12", "arrowsize": "0.8"},
    )
    _draw_states(graph, diagram, placement, short)
    for number, edge in enumerate(diagram.edges, 1):
        lines = edge.short if short else edge.lines
        looks = dict(edge.looks)
        if placement is not None:
            looks |= {"pos": _spline(placement.routes[number - 1])}
            if lines:
                looks |= {"lp": _pair(placement.labels[number - 1].middle)}
        _draw_edge(graph, number, edge, _label(lines, placement is None), looks)
    return graph


def _draw_states(
    graph: graphviz.Digraph, diagram: Diagram, placement: Placement | None, short: bool
) -> None:
    automaton = diagram.automaton
    start = "initial"
    while start in automaton.states:
        start += "'"
    arrow: dict[str, str] = {}
    if automaton.initial:
        point = {"shape": "point", "width": "0.16", "fillcolor": INK}
        if placement and placement.start:
            point |= {"height": "0.16", "pos": _pair(placement.start.begin)}
            arrow = {"pos": _spline(placement.start)}
        graph.node(start, label="", id="initial", **point)
    for number, state in enumerate(automaton.states, 1):
        looks = diagram.looks_of(state, short=short)
        width, height = diagram.size_of(state, short=short)
        if placement:
            looks |= {"pos": _pair(placement.states[state].middle)}
            if placement.bounds_given:  # dot counts a second border as part of the state
                border = diagram.border_of(state, short=short)
                width, height = (length - border for length in placement.states[state][1:])
        if placement or (short and state in diagram.insets):
            looks |= {"width": inches(width), "height": inches(height)}
        label = joined_lines(diagram.lines_of(state, short=short))
        graph.node(node_id(state), label=label, id=f"state-{number}", **looks)
    if automaton.initial:
        graph.edge(start, node_id(automaton.initial), id="start", **arrow)


def _draw_edge(
    graph: graphviz.Digraph, number: int, edge: DrawnEdge, label: str, looks: dict[str, str]
) -> None:
    source, target = node_id(edge.source), node_id(edge.target)
    named = {"label": label} if label else {}
    graph.edge(source, target, **named, id=f"edge-{number}", **looks)


def _label(lines: tuple[str, ...], left: bool) -> str:
    """The lines of a label: to the left with some room, for dot; or centred."""
    if left:
        return "".join(f"  {escaped_label(line)} \\l" for line in lines)
    return joined_lines(list(lines))


def _number(value: float) -> str:
    return f"{round(value, 1) + 0.0:.10g}"


def _pair(point: Point) -> str:
    return f"{_number(point.x)},{_number(point.y)}"


def _bb(low: Point, high: Point) -> str:
    return f"{_pair(low)},{_pair(high)}"


def _spline(route: Route) -> str:
    points = [route.begin]
    for curve in route.curves:
        points += curve[1:]
    return " ".join([f"e,{_pair(route.tip)}", *map(_pair, points)])
