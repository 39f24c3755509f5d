"""The state diagram of an automaton: exactly its definition, as a picture and as DOT.

An edge bears its transition's label in the notation. A filled point leads to the initial state, and
final states have a double border. The DOT text is a program; the picture for people is the same,
and may have notes, badges and small pictures besides.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton, automaton_of, table_rows
from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.diagrams.drawing import PARTIAL, count_text, visits
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.placement import (
    BADGE,
    LABEL,
    Edge,
    Placement,
    Route,
    State,
    placement_by_dot,
    placement_of,
)
from hanoi_fsm.fsm.diagrams.geometry.shapes import Box, Point
from hanoi_fsm.fsm.diagrams.palette import (
    FAINT,
    FAULT_FILL,
    FAULT_LINE,
    INK,
    LIT_FILL,
    LIT_LINE,
    PAPER,
    SHADE,
)
from hanoi_fsm.fsm.diagrams.picture import LETTERING, SHEET, Picture, inches, place
from hanoi_fsm.fsm.diagrams.texts import (
    LINE_HEIGHT,
    ROOMY,
    TIMES,
    folded,
    joined_lines,
    label_lines,
    node_id,
    text_size,
)
from hanoi_fsm.fsm.errors import (
    BadInput,
    RenderError,
    UnknownName,
    counted,
    printable,
    shortened,
)
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Label, Transition, grouped

if TYPE_CHECKING:
    import graphviz

    from hanoi_fsm.fsm.finding import Finding
    from hanoi_fsm.fsm.machine import Machine

MOST_PLACED, MOST_DRAWN = 100, 300
"""The most edges of a diagram in places of its own, as dot is faster with more, and the most states
or edges of a picture, as nobody could read more."""

STATE_SIZE = 15
"""The size of the letters of states."""

LEAST_WIDTH, LEAST_HEIGHT, MARGIN, BORDER = 60.0, 34.0, 14.0, 4.0
"""The least size of a state, what is left free beside its name, and what a second border adds."""

ROOM, BELOW = 6.0, 10.0
"""Between a state's name and the small picture below it, and between that and the border."""

LONG = 36
"""Events and guards with more characters are broken between the guards."""

BOX = {
    "shape": "box",
    "style": "rounded,filled",
    "fillcolor": SHADE,
    "color": INK,
    "fontsize": f"{STATE_SIZE}",
    "margin": "0.1,0.05",
}
FIXED = {"layout": "nop2", "outputorder": "edgesfirst"}
ORNAMENT = {"shape": "box", "style": "", "margin": "0", "peripheries": "1", "penwidth": "0"}
BADGE_LOOKS = {
    "style": "rounded,filled",
    "fillcolor": LIT_LINE,
    "color": LIT_LINE,
    "fontcolor": PAPER,
    "fontsize": f"{BADGE:g}",
}
CORNER = {"shape": "point", "style": "invis", "width": "0", "height": "0", "label": ""}
"""Of the sheet: Graphviz takes it to be as large as texts are in its own fonts."""

SMALL, GAP = 12, 12.0
"""The size of the letters of notes; between the diagram and the notes."""

NOTE = {"fontsize": f"{SMALL}", "fontcolor": FAINT}

MOST_FINDINGS = 5
"""The most findings that are written below a diagram."""

NARROWEST = 480.0
"""Notes may be this wide below a diagram that is narrower."""


class Ornament(NamedTuple):
    """What is drawn and is not a state: lines of text in a box, perhaps none, and its looks."""

    box: Box
    lines: Sequence[str]
    looks: dict[str, str]


class Inset(NamedTuple):
    """A small picture, drawn in the box of a state; its lower left corner is at (0, 0)."""

    width: float
    height: float
    parts: Sequence[Ornament]


@dataclass(frozen=True)
class Diagram(Picture):
    """The picture of an `automaton`, with the states `lit` highlighted.

    `counts` says how often each transition was taken: its edge is thicker the larger the count, and
    each state shows how often it was visited. The `caption`, a line such as `counts for 6 disks`,
    says whose they are; that a machine is `partial` is a line below the title, too.

    The diagram of a machine, `Diagram.of(machine)`, also shows what that adds: the `places` of its
    states, and their `meanings` as tooltips. Without places, or with more than 100 edges, it is
    laid out by Graphviz's dot. `order` are the transitions of a path, whose edges are highlighted
    and numbered. `faulty` states and transitions are red. `notes` and groups of `words` are written
    below the diagram, `insets` are small pictures in states. Raises `UnknownName` for states that
    do not exist, and `BadInput` for what is not an automaton.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> 'shape=point' in Diagram(lamp, lit=["off"]).dot
    True
    """

    automaton: Automaton
    lit: Collection[str] = ()
    counts: Mapping[Transition, int] = field(default_factory=dict)
    _: KW_ONLY
    caption: str = ""
    partial: bool = False
    order: Sequence[Transition] = ()
    faulty: Collection[Transition | str] = ()
    notes: Sequence[str] = ()
    insets: Mapping[str, Inset] = field(default_factory=dict)
    places: Layout | None = None
    meanings: Mapping[str, str] = field(default_factory=dict)
    words: Sequence[Sequence[str]] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.automaton, Automaton):
            given = shortened(self.automaton)
            raise BadInput(f"cannot draw {given}: expected an Automaton, or Diagram.of(machine)")
        for state in self.lit:
            if state not in self.automaton.states:
                raise UnknownName.among("state", state, self.automaton.states)

    @classmethod
    def of(cls, machine: Machine, **options: Any) -> Diagram:
        """The diagram of a machine; the `options` are those of a diagram."""
        said: dict[str, Any] = {"places": machine.layout, "meanings": machine.meanings}
        said["partial"] = machine.shows_partial
        return checked(cls)(automaton_of(machine), **said | options)

    @classmethod
    def of_faults(cls, machine: Machine, findings: Sequence[Finding]) -> Diagram:
        """The diagram with what is wrong in red and written below, and the path to it numbered."""
        diagram = cls.of(machine, notes=[*map(str, findings[:MOST_FINDINGS])])
        states = diagram.states()
        faulty: set[Any] = {one.about for one in findings}
        faulty &= {*states, *diagram.automaton.transitions}
        faulty |= {*states} - {*diagram.automaton.states}
        if faulty:
            return replace(diagram, faulty=faulty)
        first = next((one for one in findings if one.path or one.state in states), None)
        if first is None or not first.path:
            return replace(diagram, faulty=[first.state] if first else ())
        path = [record.transition for record in first.path]
        numbered = "the numbers say in which order the edges were taken"
        notes = [*diagram.notes, numbered]
        return replace(diagram, faulty=path[-1:], order=path, notes=notes)

    def __repr__(self) -> str:
        return repr(self.automaton).replace("Automaton", "Diagram", 1)

    @property
    def title(self) -> str:
        return f"State diagram of {self.automaton.title}"

    @property
    def description(self) -> str:
        return "\n".join(table_rows(self.automaton.transitions))

    @property
    def tooltips(self) -> Mapping[str, str]:
        """The meanings of states, and the whole transitions of edges."""
        found = {"start": f"initial state: {self.automaton.initial}"}
        for number, state in enumerate(self.states(), 1):
            if state in self.meanings:
                found[f"state-{number}"] = f"{state}: {self.meanings[state]}"
        for number, edge in enumerate(self.edges(), 1):
            found[f"edge-{number}"] = "\n".join(map(str, edge.transitions))
        return found

    # its parts

    def edges(self) -> list[Edge]:
        """The edges with their labels and looks.

        Transitions that differ only in the event share one, if there are no guards, and none is
        faulty.
        """
        single = self.automaton.guards or self.faulty
        alone = (((one,), one.label) for one in self.automaton.transitions)
        found = []
        for transitions, label in alone if single else grouped(self.automaton.transitions):
            lines, count = _lines(label), None
            if all(one in self.counts for one in transitions):
                count = sum(self.counts[one] for one in transitions)
                lines.append(f"{TIMES} {count_text(count)}")
            taken = [str(at) for at, one in enumerate(self.order, 1) if one in transitions]
            badge = taken if len(taken) <= 4 else [*taken[:3], "\N{HORIZONTAL ELLIPSIS}"]
            looks = _coloured(LIT_LINE) if taken else {}
            if count:  # a highlighted edge keeps the width that its count gives it
                share = min(1.0, count / max(self.counts.values()))
                looks["penwidth"] = f"{1 + 4 * share**0.5:.2f}"
            elif count == 0:
                looks |= {"color": FAINT, "fontcolor": FAINT, "style": "dashed"}
            if transitions[0] in self.faulty:
                looks = _coloured(FAULT_LINE)
            found.append(Edge(transitions, lines, looks, " ".join(badge)))
        return found

    def states(self) -> dict[str, State]:
        """The states by their names, those that are only named by transitions included."""
        automaton, visited = self.automaton, visits(self.counts)
        ends = [end for one in automaton.transitions for end in (one.source, one.target)]
        found = {}
        for state in dict.fromkeys(filter(None, [*automaton.states, automaton.initial, *ends])):
            lines, wide = [state], 0.0
            if self.counts:
                lines.append(f"{TIMES} {count_text(visited.get(state, 0))}")
            if inset := self.insets.get(state):
                lines += [""] * math.ceil((inset.height + ROOM) / (LINE_HEIGHT * STATE_SIZE))
                wide = inset.width
            width, height = text_size(lines, STATE_SIZE)
            looks = self._state_looks(state)
            border = BORDER if "peripheries" in looks else 0.0
            width = max(LEAST_WIDTH, max(width, wide) + 2 * MARGIN) + 2 * border
            size = width, max(LEAST_HEIGHT, height + MARGIN) + 2 * border
            found[state] = State(lines, looks, size, border)
        return found

    def _state_looks(self, state: str) -> dict[str, str]:
        looks = {"peripheries": "2"} if state in self.automaton.final else {}
        if state in self.lit:
            looks |= {"fillcolor": LIT_FILL, "color": LIT_LINE, "penwidth": "2.5"}
        if state in self.faulty:
            looks |= {"fillcolor": FAULT_FILL, "color": FAULT_LINE, "penwidth": "2.5"}
        return looks

    # where everything is

    def fixed(self) -> Placement | None:
        """Where everything is, if the places of the states are known and dot need not choose."""
        states, edges = self.states(), self.edges()
        layout = self.places
        if layout is None or len(edges) > MOST_PLACED or not layout.places.keys() >= {*states}:
            return None
        return placement_of(layout, states, edges, self.automaton.initial)

    def placed(self, renderer: str) -> Placement:
        """Where everything is in the picture for people; `RenderError` if it would be too large."""
        states, edges, initial = self.states(), self.edges(), self.automaton.initial
        if max(len(states), len(edges)) > MOST_DRAWN:
            size = f"{counted(len(states), 'state')} and {counted(len(edges), 'edge')}"
            raise RenderError(
                f"a picture of {size} could not be read: draw at most {MOST_DRAWN} of each, or "
                "export the machine to dot or mermaid, or ask for its state table"
            )
        return self.fixed() or placement_by_dot(states, edges, initial, renderer)

    # its graph

    def _graph(self) -> graphviz.Digraph:
        """The program: the definition, and the positions if they are known."""
        return self._drawn(self.fixed())

    def _illustration(self, renderer: str) -> graphviz.Digraph:
        """The graph for people, with all that is drawn on it."""
        placement = self.placed(renderer)
        graph = self._drawn(placement)
        for number, (name, box) in enumerate(placement.states.items(), 1):
            inset = self.insets.get(name, Inset(0, 0, ()))
            origin = Point(box.middle.x - inset.width / 2, box.corners[0].y + BELOW)
            for at, part in enumerate(inset.parts, 1):
                moved = part.box._replace(middle=part.box.middle.plus(origin))
                _draw_ornament(graph, f"inset-{number}-{at}", part._replace(box=moved))
        for number, (edge, label) in enumerate(zip(self.edges(), placement.labels, strict=True), 1):
            if edge.badge:
                width, height = edge.badge_size
                middle = Point(label.middle.x, label.corners[1].y - height / 2)
                badge = Ornament(Box(middle, width, height), [edge.badge], BADGE_LOOKS)
                _draw_ornament(graph, f"badge-{number}", badge)
        _write_notes(graph, [self.notes, *self.words], placement.bounds)
        return graph

    def _drawn(self, placement: Placement | None) -> graphviz.Digraph:
        """The diagram without ornaments."""
        import graphviz

        automaton = self.automaton
        title = [automaton.title, self.caption, PARTIAL * self.partial]
        sheet = SHEET | {"label": joined_lines([one for one in title if one])}
        if placement:
            low, high = placement.bounds.corners
            sheet |= FIXED | {"bb": f"{_pair(low)},{_pair(high)}"}
        else:
            sheet |= {"nodesep": "0.6", "ranksep": "0.7"}
        graph = graphviz.Digraph(
            node_id(automaton.name),
            graph_attr=sheet,
            node_attr=LETTERING | BOX,
            edge_attr=LETTERING | {"color": INK, "fontsize": f"{LABEL}", "arrowsize": "0.8"},
        )
        states, start, arrow = self.states(), "initial", {"id": "start"}
        while start in states:
            start += "'"
        if automaton.initial:
            point = {"id": "initial", "shape": "point", "width": "0.16", "fillcolor": INK}
            if placement and placement.start:
                point |= {"height": "0.16", "pos": _pair(placement.start.begin)}
                arrow["pos"] = _spline(placement.start)
            graph.node(start, label="", **point)
        for number, (name, state) in enumerate(states.items(), 1):
            box = Box(Point(0, 0), *state.size)
            looks = {"id": f"state-{number}", **state.looks}
            if placement:
                box = placement.states[name]
                looks["pos"] = _pair(box.middle)
            looks["width"], looks["height"] = (inches(one - 2 * state.border) for one in box[1:])
            graph.node(node_id(name), label=joined_lines(state.lines), **looks)
        if automaton.initial:
            graph.edge(start, node_id(automaton.initial), **arrow)
        for at, edge in enumerate(self.edges()):
            looks = {"id": f"edge-{at + 1}", **edge.looks}
            if placement:
                route, label = placement.routes[at], placement.labels[at]
                middle = label.middle.plus(Point(0, -edge.badge_size[1] / 2))
                looks["label"] = joined_lines(edge.lines)
                looks |= {"pos": _spline(route), "lp": _pair(middle)}
            else:
                looks["label"] = joined_lines([f"  {line} " for line in edge.lines], r"\l")
            graph.edge(*map(node_id, edge.ends), **looks)
        return graph


def _lines(label: Label) -> list[str]:
    """The lines of a label; long guards are below one another."""
    if not label.guards:
        return label_lines(str(label))
    head = str(label._replace(action=None))
    folded = head.replace(" & ", " &\n") if len(head) > LONG else head
    return [*folded.splitlines(), *([f"/ {label.action}"] if label.action else [])]


def _coloured(colour: str) -> dict[str, str]:
    return {"color": colour, "fontcolor": colour, "penwidth": "2.5"}


def legend(automaton: Automaton, vocabulary: type[Memory]) -> list[list[str]]:
    """The guards, and then the actions that the automaton uses, each with its docstring.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> legend(lamp, Memory)
    [[], []]
    """
    guards, actions = vocabulary.guards(), vocabulary.actions()
    return [
        [f"[{word}]: {guards[word]}" for word in automaton.guards if guards.get(word)],
        [f"/ {word}: {actions[word]}" for word in automaton.actions if actions.get(word)],
    ]


# the graph


def _write_notes(graph: graphviz.Digraph, notes: Sequence[Sequence[str]], sheet: Box) -> None:
    """Groups of notes below the diagram, each line folded, and a sheet for them all."""
    room = max(sheet.width, NARROWEST) / ROOMY
    for number, group in enumerate(filter(None, notes)):
        lines: list[str] = []
        for note in group:
            lines += folded(printable(note), room, SMALL, indent="    ")
        width, height = text_size(lines, SMALL)
        left, low = sheet.corners[0]
        box = Box(Point(left + width / 2, low - GAP - height / 2), width, height)
        _draw_ornament(graph, f"note-{number}", Ornament(box, lines, NOTE), r"\l")
        sheet = Box.around([*sheet.corners, *box.corners])
    for number, corner in enumerate(sheet.corners):
        graph.node(f"corner-{number}", pos=place(*corner), **CORNER)


def _draw_ornament(
    graph: graphviz.Digraph, name: str, ornament: Ornament, end: str = r"\n"
) -> None:
    box, lines, looks = ornament
    label = joined_lines(lines, end) if lines else ""
    size = {"width": inches(box.width), "height": inches(box.height)}
    known = {"id": name, "pos": place(*box.middle), "fixedsize": "true", **size, **ORNAMENT}
    graph.node(name, label=label, **known | looks)


def _pair(point: Point) -> str:
    x, y = (f"{round(value, 1) + 0.0:.10g}" for value in point)
    return f"{x},{y}"


def _spline(route: Route) -> str:
    points = [route.begin]
    for curve in route.curves:
        points += curve[1:]
    return " ".join([f"e,{_pair(route.tip)}", *map(_pair, points)])
