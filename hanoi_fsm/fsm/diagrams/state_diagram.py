"""The state diagram of an automaton: exactly its definition, as a picture and as DOT.

An edge bears its transition's label in the notation. A filled point leads to the initial state, and
final states have a double border. The DOT text is a program and says all of that; the picture for
people says once what all edges have in common, and may have notes, badges and small pictures.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton, automaton_of, table_rows
from hanoi_fsm.fsm.diagrams.drawing import EDGE, PARTIAL, SHORT, STATE, count_text, visits
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.placement import (
    BADGE,
    LABEL,
    MOST_EDGES,
    MOST_STATES,
    DotLayout,
    Edge,
    Placement,
    Route,
    State,
    nearest,
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
    escaped_label,
    folded,
    joined_lines,
    label_lines,
    node_id,
    text_size,
)
from hanoi_fsm.fsm.errors import BadInput, UnknownName, printable, shortened
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Label, Transition, grouped
from hanoi_fsm.fsm.numerals import number_text

if TYPE_CHECKING:
    import graphviz

    from hanoi_fsm.fsm.machine import Machine

LAYOUTS = ("auto", "dot")
DIRECTIONS = ("down", "right")
STATE_SIZE = 15
"""The size of the letters of states."""

LEAST_WIDTH, LEAST_HEIGHT, MARGIN, BORDER = 60.0, 34.0, 14.0, 4.0
"""The least size of a state, what is left free beside its name, and what a second border adds."""

ROOM = 6.0
"""Between a state's name and the small picture below it."""

LONG = 36
"""Events and guards with more characters are broken between the guards."""

BOX = {
    "shape": "box",
    "style": "rounded,filled",
    "fillcolor": SHADE,
    "color": INK,
    "fontsize": f"{STATE_SIZE}",
    "margin": "0.2,0.1",
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

SMALL, GAP, APART = 12, 12.0, 24.0
"""The size of the letters of notes; between the diagram and the notes, and two columns of them."""

USUAL = 0.78
"""The width of a label in usual letters, as a part of what is reserved for it."""

BELOW = 10.0
"""Between a small picture and the border of its state."""
NOTE = {"fontsize": f"{SMALL}", "fontcolor": FAINT}

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
    """The picture of an `automaton`, with the states `lit` and transitions `taken` highlighted.

    `counts` says how often each transition was taken: its edge is thicker the larger the count, and
    each state shows how often it was visited. `closed` are counts by a formula, shown in brackets.
    The `caption`, a line such as `counts for 6 disks`, says whose they are; that a machine is
    `partial` is a line below the title, too.

    The diagram of a machine, `Diagram.of(machine)`, also shows what that adds: the `places` of its
    states, if the `layout` is "auto", and their `meanings` as tooltips. Without places, or with
    more than 300 states or edges, it is laid out by Graphviz's dot. `direction` is "down" or
    "right". `order` are the transitions of a path, whose edges are numbered. `faulty` states and
    transitions are red. `notes` and groups of `words` are written below the diagram, `insets` are
    small pictures in states. Raises `UnknownName` for states and options that do not exist, and
    `BadInput` for what is not an automaton.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> 'shape=point' in Diagram(lamp, lit=["off"]).dot
    True
    """

    automaton: Automaton
    lit: Collection[str] = ()
    counts: Mapping[Transition, int] = field(default_factory=dict)
    closed: Mapping[Transition, int] = field(default_factory=dict)
    taken: Collection[Transition] = ()
    _: KW_ONLY
    caption: str = ""
    partial: bool = False
    layout: str = "auto"
    direction: str = "down"
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
        for kind, names, known in (
            ("state", self.lit, self.automaton.states),
            ("layout", [self.layout], LAYOUTS),
            ("direction", [self.direction], DIRECTIONS),
        ):
            for name in names:
                if name not in known:
                    raise UnknownName.among(kind, name, known)

    @classmethod
    def of(cls, machine: Machine, **options: Any) -> Diagram:
        """The diagram of a machine; the `options` are those of a diagram."""
        said: dict[str, Any] = {"places": machine.layout, "meanings": machine.meanings}
        said["partial"] = machine.kind.shows_partial
        return cls(automaton_of(machine), **said | options)

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
        """The meanings of states, the whole labels of edges, and counts that are rounded there."""
        found = {"start": f"initial state: {self.automaton.initial}"}
        for number, state in enumerate(self.automaton.states, 1):
            if state in self.meanings:
                found[f"state-{number}"] = f"{state}: {self.meanings[state]}"
        for number, edge in enumerate(self.edges(), 1):
            lines = list(map(str, edge.transitions))
            count = _sum(self.counts, edge.transitions) or 0
            if (exact := number_text(count)) != count_text(count, SHORT):
                lines.append(f"{TIMES} {exact}")
            found[f"edge-{number}"] = "\n".join(lines)
        return found

    @property
    def subtitle(self) -> str:
        """What all edges, or all states, have in common, in words."""
        event = shared_event(self.automaton)
        said = [f"every edge: event {event}"] if event else []
        said += ["every state is final"] if self.all_final else []
        return " \N{MIDDLE DOT} ".join(said)

    @property
    def all_final(self) -> bool:
        return len(self.automaton.states) > 1 and self.automaton.final == {*self.automaton.states}

    # its parts: whole, as in the program, or `short`, as in the picture for people

    def edges(self, *, short: bool = True) -> list[Edge]:
        """The edges with their labels and looks, one per transition if anything else differs.

        Without guards transitions that differ only in the event share one; in the program, where
        counts are read back, only without counts and highlights. The `short` labels leave out what
        all edges of the diagram have in common.
        """
        automaton = self.automaton
        shared = short and shared_event(automaton) is not None
        marked = self.counts or self.taken or self.order
        differs = self.faulty or automaton.guards or (marked and not short)
        alone = (((one,), one.label) for one in automaton.transitions)
        found = []
        for transitions, label in alone if differs else grouped(automaton.transitions):
            lines = _lines(label, shared=shared)
            if (count := _sum(self.counts, transitions)) is not None:
                digits = SHORT if short else EDGE
                closed = _sum(self.closed, transitions)
                behind = "" if closed is None else f" ({count_text(closed, digits)})"
                lines.append(f"{TIMES} {count_text(count, digits)}{behind}")
            looks = self._edge_looks(transitions)
            found.append(Edge(transitions, lines, looks, self._badge(transitions) if short else ""))
        return found

    def _badge(self, transitions: Sequence[Transition]) -> str:
        """At which places in the path an edge was taken: all, or the first three of many."""
        numbers = [str(at) for at, one in enumerate(self.order, 1) if one in transitions]
        return " ".join(numbers if len(numbers) <= 4 else [*numbers[:3], "\N{HORIZONTAL ELLIPSIS}"])

    def _edge_looks(self, transitions: Sequence[Transition]) -> dict[str, str]:
        """Highlighted edges keep the width that their count gives them."""
        looks = {}
        if any(one in self.taken or one in self.order for one in transitions):
            looks = _coloured(LIT_LINE)
        count = _sum(self.counts, transitions)
        if count is not None and count > 0:
            share = min(1.0, count / max(self.counts.values()))
            looks["penwidth"] = f"{1 + 4 * share**0.5:.2f}"
        if count == 0:
            looks |= {"color": FAINT, "fontcolor": FAINT, "style": "dashed"}
        return _coloured(FAULT_LINE) if transitions[0] in self.faulty else looks

    def states(self, *, short: bool = True) -> dict[str, State]:
        """The states by their names; the `short` form has room for the small pictures in them."""
        visited, found = visits(self.counts), {}
        for state in self.automaton.states:
            times = count_text(visited.get(state, 0), SHORT if short else STATE)
            lines = [state, f"{TIMES} {times}"] if self.counts else [state]
            inset = self.insets.get(state) if short else None
            if inset:
                lines += [""] * math.ceil((inset.height + ROOM) / (LINE_HEIGHT * STATE_SIZE))
            width, height = text_size(lines, STATE_SIZE)
            width = max(LEAST_WIDTH, max(width, inset.width if inset else 0) + 2 * MARGIN)
            looks = self._state_looks(state, doubled=not (short and self.all_final))
            border = BORDER if "peripheries" in looks else 0.0
            size = width + 2 * border, max(LEAST_HEIGHT, height + MARGIN) + 2 * border
            found[state] = State(lines, looks, size, border)
        return found

    def _state_looks(self, state: str, *, doubled: bool) -> dict[str, str]:
        looks = {"peripheries": "2"} if doubled and state in self.automaton.final else {}
        if state in self.lit:
            looks |= {"fillcolor": LIT_FILL, "color": LIT_LINE, "penwidth": "2.5"}
        if state in self.faulty:
            looks |= {"fillcolor": FAULT_FILL, "color": FAULT_LINE, "penwidth": "2.5"}
        return looks

    # where everything is

    @property
    def closed_in_itself(self) -> bool:
        """Whether there are states, and transitions and the start lead to them, as they should."""
        automaton = self.automaton
        ends = {end for one in automaton.transitions for end in (one.source, one.target)}
        known = {*automaton.states, ""}  # without an initial state
        return len(known) > 1 and ends | {automaton.initial} <= known

    def fixed(self) -> Layout | None:
        """The places of all states, unless Graphviz's dot is to choose them."""
        states, edges = self.automaton.states, self.edges()
        if self.layout == "dot" or not self.closed_in_itself:
            return None
        too_large = len(states) > MOST_STATES or len(edges) > MOST_EDGES
        if too_large or self.places is None or not self.places.places.keys() >= {*states}:
            return None
        return self.places.transposed() if self.direction == "right" else self.places

    def _in_places(self, *, short: bool) -> Placement | None:
        """Where everything is, if the places of the states are known."""
        layout = self.fixed()
        if layout is None:
            return None
        states, edges = self.states(short=short), self.edges(short=short)
        return placement_of(layout, states, edges, self.automaton.initial)

    def placed(self, renderer: str) -> Placement:
        """Where everything is in the picture for people, for a diagram that is closed in itself."""
        to_the_right = self.direction == "right"
        asked = DotLayout(self.states(), self.edges(), self.automaton.initial, to_the_right)
        return self._in_places(short=True) or asked.placement(renderer)

    # its graph

    def _graph(self) -> graphviz.Digraph:
        """The program: the definition, whole labels, and the positions if they are known."""
        return self._drawn(self._in_places(short=False), short=False)

    def _illustration(self, renderer: str) -> graphviz.Digraph:
        """The graph for people: short labels, and all that is drawn on it."""
        if not self.closed_in_itself:
            return self._graph()
        placement = self.placed(renderer)
        graph = self._drawn(placement, short=True)
        for number, state in enumerate(self.automaton.states, 1):
            if inset := self.insets.get(state):
                _draw_inset(graph, f"inset-{number}", inset, placement.states[state])
        for number, (edge, label) in enumerate(zip(self.edges(), placement.labels, strict=True), 1):
            if edge.badge:
                width, height = edge.badge_size
                text, _ = _beside(placement.routes[number - 1], label)
                middle = Point(text.x, label.corners[1].y - height / 2)
                badge = Ornament(Box(middle, width, height), [edge.badge], BADGE_LOOKS)
                _draw_ornament(graph, f"badge-{number}", badge)
        _write_notes(graph, self, placement.bounds)
        return graph

    def _drawn(self, placement: Placement | None, *, short: bool) -> graphviz.Digraph:
        """The diagram without ornaments."""
        import graphviz

        automaton = self.automaton
        title = [automaton.title, self.caption, PARTIAL * self.partial]
        sheet = SHEET | {"label": joined_lines([one for one in title if one])}
        nodes = LETTERING | BOX
        if placement:
            low, high = placement.bounds.corners
            sheet |= FIXED | {"bb": f"{_pair(low)},{_pair(high)}"}
            nodes |= {"fixedsize": "true"}
        else:
            sheet |= {"nodesep": "0.6", "ranksep": "0.7"}
            if self.direction == "right":
                sheet["rankdir"] = "LR"
        graph = graphviz.Digraph(
            node_id(automaton.name),
            graph_attr=sheet,
            node_attr=nodes,
            edge_attr=LETTERING | {"color": INK, "fontsize": f"{LABEL}", "arrowsize": "0.8"},
        )
        _draw_states(graph, automaton.initial, self.states(short=short), placement)
        for at, edge in enumerate(self.edges(short=short)):
            looks = {"id": f"edge-{at + 1}", **edge.looks}
            if placement:
                route, label = placement.routes[at], placement.labels[at]
                text, end = _beside(route, label)
                looks["label"] = joined_lines(edge.lines, end if short else r"\n")
                looks["pos"] = _spline(route)
                looks["lp"] = _pair(text.plus(Point(0, -edge.badge_size[1] / 2)))
            else:
                looks["label"] = "".join(f"  {escaped_label(line)} \\l" for line in edge.lines)
            graph.edge(node_id(edge.source), node_id(edge.target), **looks)
        return graph


def shared_event(automaton: Automaton) -> str | None:
    """The only event, where there is more than one transition for it."""
    events = automaton.events
    return events[0] if len(events) == 1 and len(automaton.transitions) > 1 else None


def _lines(label: Label, *, shared: bool) -> list[str]:
    """The lines of a label, without a `shared` event; long guards are below one another."""
    if not (shared or label.guards):
        return label_lines(str(label))
    label = label._replace(event="") if shared else label
    head = str(label._replace(action=None)).strip()
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


def _draw_states(
    graph: graphviz.Digraph,
    initial: str,
    states: Mapping[str, State],
    placement: Placement | None,
) -> None:
    """Draw the states, and the start point with its arrow."""
    start = "initial"
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
            inner = placement.states[name].grown(-state.border)
            looks |= {"pos": _pair(inner.middle), **_size(inner)}
        graph.node(node_id(name), label=joined_lines(state.lines), **looks)
    if initial:
        graph.edge(start, node_id(initial), id="start", **arrow)


def _draw_inset(graph: graphviz.Digraph, name: str, inset: Inset, state: Box) -> None:
    """Draw a small picture at the bottom of a state; its nodes are called after the `name`."""
    origin = Point(state.middle.x - inset.width / 2, state.corners[0].y + BELOW)
    for number, part in enumerate(inset.parts, 1):
        box = part.box._replace(middle=part.box.middle.plus(origin))
        _draw_ornament(graph, f"{name}-{number}", part._replace(box=box))


def _sum(counts: Mapping[Transition, int], transitions: Sequence[Transition]) -> int | None:
    """The count of an edge, whose transitions all have one; None if they have not."""
    found = [counts[one] for one in transitions if one in counts]
    return sum(found) if len(found) == len(transitions) else None


def _write_notes(graph: graphviz.Digraph, diagram: Diagram, sheet: Box) -> None:
    """The subtitle above the diagram, notes and the legend below it, and a sheet for them all."""
    room = max(sheet.width, NARROWEST)
    for number, notes in enumerate(filter(None, [diagram.notes, *diagram.words])):
        said = [folded(printable(note), room / ROOMY, SMALL, indent="    ") for note in notes]
        lines = [*chain(*said)]
        width, _ = text_size(lines, SMALL)
        columns = int((room + APART) // (width + APART)) or 1
        rows = math.ceil(len(lines) / columns)
        height, (left, low) = text_size(lines[:rows], SMALL)[1], sheet.corners[0]
        below = Point(left + width / 2, low - GAP - height / 2)
        for at in range(0, len(lines), rows):
            middle = below.plus(Point(at / rows * (width + APART), 0))
            shown = [*lines[at : at + rows], *[""] * (at + rows - len(lines))]
            box = Box(middle, width, height)
            _draw_ornament(graph, f"note-{number}-{at}", Ornament(box, shown, NOTE), r"\l")
            sheet = Box.around([*sheet.corners, *box.corners])
    if diagram.subtitle:  # in the middle, as the title is
        width, height = text_size([diagram.subtitle], SMALL)
        above = sheet.middle.plus(Point(0, sheet.height / 2 + GAP + height / 2))
        box = Box(above, width, height)
        _draw_ornament(graph, "note-subtitle", Ornament(box, [diagram.subtitle], NOTE))
        sheet = Box.around([*sheet.corners, *box.corners])
    for number, corner in enumerate(sheet.corners):
        graph.node(f"corner-{number}", pos=place(*corner), **CORNER)


def _draw_ornament(
    graph: graphviz.Digraph, name: str, ornament: Ornament, end: str = r"\n"
) -> None:
    box, lines, looks = ornament
    label = joined_lines(lines, end) if lines else ""
    known = {"id": name, "pos": place(*box.middle), **_size(box), **ORNAMENT}
    graph.node(name, label=label, **known | looks)


def _beside(route: Route, label: Box) -> tuple[Point, str]:
    """The middle of the text in the box of a label, and how its lines end.

    The box has room for the widest letters. Where it is on the right or on the left of its curve,
    the text begins or ends there, as wide as it is in usual letters.
    """
    aside = nearest(label, route).x
    if not aside:
        return label.middle, r"\n"
    rest = label.width * (1 - USUAL) / 2
    return label.middle.plus(Point(math.copysign(rest, aside), 0)), r"\r" if aside > 0 else r"\l"


def _size(box: Box) -> dict[str, str]:
    return {"width": inches(box.width), "height": inches(box.height)}


def _pair(point: Point) -> str:
    x, y = (f"{round(value, 1) + 0.0:.10g}" for value in point)
    return f"{x},{y}"


def _spline(route: Route) -> str:
    points = [route.begin]
    for curve in route.curves:
        points += curve[1:]
    return " ".join([f"e,{_pair(route.tip)}", *map(_pair, points)])
