"""The state diagram of an automaton: exactly its definition, as a picture and as DOT.

An edge has its transition's label in the notation. A filled point leads to the initial state, and
final states have a double border. A composite state is a box around others, in which another point
leads to its default state; regions have dashed borders. The DOT text is a program; the picture for
people shows the same, and may add notes, badges and small pictures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from itertools import chain, cycle
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton, automaton_of
from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.chart import TOP
from hanoi_fsm.fsm.claims import CLAIM
from hanoi_fsm.fsm.diagrams.drawing import ACCEPTOR, ORDERED, PARTIAL, count_text, visits
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.placement import (
    Parts,
    Placement,
    Route,
    arrows_of,
    placement_by_dot,
    placement_of,
)
from hanoi_fsm.fsm.diagrams.geometry.shapes import Box
from hanoi_fsm.fsm.diagrams.palette import (
    FAINT,
    FAULT_FILL,
    FAULT_LINE,
    INK,
    LINE,
    PAPER,
    STATES,
)
from hanoi_fsm.fsm.diagrams.picture import LETTERING, SHEET, Picture, inches, place
from hanoi_fsm.fsm.diagrams.texts import (
    BOLD,
    CODE,
    FONT,
    LINE_HEIGHT,
    LONGEST_LINE,
    ROOMY,
    STRONG,
    TIMES,
    code_width,
    folded,
    joined_lines,
    label_lines,
    node_id,
    text_size,
    text_width,
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
from hanoi_fsm.fsm.notation import Row, Transition
from hanoi_fsm.fsm.search import grouped

if TYPE_CHECKING:
    import graphviz

    from hanoi_fsm.fsm.finding import Finding
    from hanoi_fsm.fsm.machine import Machine

MOST_PLACED, MOST_DRAWN = 100, 300
"""The most edges of a diagram with its own layout (dot is faster with more), and the most states or
edges of a readable picture."""


NAME, LABEL, BADGE, SHORT = 20, 14, 11.5, 16
"""The sizes of letters, and the most characters of a label on a single line."""

LOW, MORE, CIRCLE_SIZE, BORDER = 44.0, 18.0, 28.0, 4.0
"""The height of a state with its name alone, and of each line below that; the size of a circle with
an initial; the extra size for a second border."""

BESIDE, MARGIN = 49.5, 13.0
"""The room to the left of a name for a circle, and the room on a side without a circle."""

LEAST_WIDTH, ROOM, BELOW = 60.0, 6.0, 10.0
"""The least width of a state; the gaps between its name and the small picture below it, and between
the picture and the border."""

INITIAL = 0.8
"""The distance from the middle of a circle with an initial to the name, in circle widths."""

LONG = 36
"""The longest line in a label of a program, if it can be broken."""

BOX = {
    "shape": "box",
    "style": "rounded,filled",
    "fillcolor": PAPER,
    "color": INK,
    "penwidth": "1.5",
    "fontname": BOLD,
    "fontsize": f"{NAME}",
    "margin": "0.1,0.05",
}
LINES = {
    "fontname": CODE,
    "labelfontname": STRONG,
    "fontsize": f"{LABEL}",
    "labelfontsize": f"{LABEL}",
    "fontcolor": FAINT,
    "labelfontcolor": INK,
    "color": LINE,
    "penwidth": "1.75",
    "arrowsize": "0.9",
}
FIXED = {"layout": "nop2", "outputorder": "edgesfirst"}
START_LOOKS = {"id": "initial", "shape": "point", "width": "0.16", "fillcolor": LINE, "color": LINE}
WIDE, MARKED = {"penwidth": "4"}, {"penwidth": "2.5"}
FAULTY_LOOKS = dict.fromkeys(("color", "fontcolor", "labelfontcolor"), FAULT_LINE)
CIRCLE = {"shape": "circle", "style": "filled", "fontsize": "14", "fontname": BOLD}
ORNAMENT = {"shape": "box", "style": "", "margin": "0", "peripheries": "1", "penwidth": "0"}
BADGE_LOOKS = {
    "style": "rounded,filled",
    "fillcolor": INK,
    "color": INK,
    "fontcolor": PAPER,
    "fontsize": f"{BADGE:g}",
}
CLUSTER = {"fontname": BOLD, "fontsize": f"{NAME}", "fontcolor": INK, "penwidth": "1.5"}
"""The looks of a composite state; regions have dashed borders."""
CORNER = {"shape": "point", "style": "invis", "width": "0", "height": "0", "label": ""}
"""The looks of a corner of the sheet, which Graphviz would size by texts in its own fonts."""

SMALL, LETTERS, GAP = 12, 72, 12.0
"""The smallest letters of notes, and how many fit into a line before they grow (up to the size of
labels); and the distance from the diagram to the notes."""

MOST_FINDINGS = 5
"""The most findings to write below a diagram."""

NARROWEST = 480.0
"""The width of notes below a narrower diagram."""


class Edge(NamedTuple):
    """A row and its transitions, the lines of its label, looks, and a badge.

    Each line has a quiet part, such as guards, and a strong part, the action or a count.
    """

    row: Row
    transitions: tuple[Transition, ...]
    lines: Sequence[tuple[str, str]]
    looks: Mapping[str, str]
    badge: str = ""

    @property
    def ends(self) -> tuple[str, str]:
        return self.row.source, self.row.target

    @property
    def texts(self) -> list[str]:
        return [" ".join(filter(None, line)) for line in self.lines]

    @property
    def rows(self) -> list[tuple[float, float]]:
        """The sizes of the badge, if there is one, and of the lines below it."""
        lines = [(code_width(text, LABEL), LINE_HEIGHT * LABEL) for text in self.texts]
        return [self.badge_size, *lines] if self.badge else lines

    @property
    def badge_size(self) -> tuple[float, float]:
        """The size of the badge, which is 0 without a text."""
        width = max(17.0, text_size([self.badge], BADGE)[0] + 9)
        return (width, 17.0) if self.badge else (0.0, 0.0)

    def in_two(self, box: Box) -> dict[str, str]:
        """The label in two parts, quiet and strong, as attributes.

        A single line has them side by side; otherwise they are one above the other.
        """
        middle, size = box.middle - self.badge_size[1] / 2 * 1j, LABEL
        quiet, strong = ([text for text in part if text] for part in zip(*self.lines, strict=True))
        apart = [len(strong) * 1j, -len(quiet) * 1j]
        if len(self.lines) == 1:
            whole, *halves = (code_width("".join(part), 1) for part in (self.texts, quiet, strong))
            apart = [halves[0] - whole, whole - halves[1]]
        high = LINE_HEIGHT * size / 2 if len(self.lines) > 1 else size / 2
        where = [_pair(middle + high * offset) for offset in apart]
        return {
            "label": joined_lines(quiet),
            "lp": where[0],
            "headlabel": joined_lines(strong),
            "head_lp": where[1],
        }


class Ornament(NamedTuple):
    """A drawing other than a state: lines of text in a box, perhaps none, and its looks."""

    box: Box
    lines: Sequence[str]
    looks: dict[str, str]

    def moved(self, by: complex) -> Ornament:
        return self._replace(box=self.box._replace(middle=self.box.middle + by))


class Inset(NamedTuple):
    """A small picture, drawn in the box of a state; its lower left corner is at (0, 0)."""

    width: float
    height: float
    parts: Sequence[Ornament]


class State(NamedTuple):
    """A state in the program and the picture: its lines, looks and size.

    In the picture its name has a place, and its other parts are drawn on it, all relative to the
    middle of its box.
    """

    lines: Sequence[str]
    looks: Mapping[str, str]
    size: tuple[float, float]
    name_at: complex
    parts: Sequence[Ornament]


@dataclass(frozen=True)
class Diagram(Picture):
    """The picture of an `automaton`, with the states `lit` highlighted.

    `counts` has the number of times that each transition was taken: larger counts make thicker
    edges, and each state shows its number of visits. The `caption`, such as `counts for 6 disks`,
    describes them; other lines below the title tell whether a machine is `partial`, and which
    inputs come `together`.

    The diagram of a machine, `Diagram.of(machine)`, also shows the machine's additions: the
    `places` of its states, and their `meanings` as tooltips. Without places, or with more than 100
    edges, it is laid out by Graphviz's dot. `order` is a path of transitions, whose edges are
    highlighted and numbered. `faulty` states, rows and transitions are red. `notes` and groups of
    `words` are written below the diagram, `insets` are small pictures in states, and `verdicts` are
    written after their claims. Raises `UnknownName` for states that do not exist, and `BadInput`
    for anything but an automaton.

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
    together: Sequence[str] = ()
    order: Sequence[Transition] = ()
    faulty: Collection[Row | Transition | str] = ()
    notes: Sequence[str] = ()
    insets: Mapping[str, Inset] = field(default_factory=dict)
    places: Layout | None = None
    meanings: Mapping[str, str] = field(default_factory=dict)
    does: Mapping[str, str] = field(default_factory=dict)
    words: Sequence[Sequence[str]] = ()
    verdicts: Mapping[str, str] = field(default_factory=dict)
    about: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.automaton, Automaton):
            given = shortened(self.automaton)
            raise BadInput(f"cannot draw {given}: expected an Automaton, or Diagram.of(machine)")
        runs, chart = self.automaton, self.automaton.chart
        for state in self.lit:
            if state not in (*runs.states, *chart.states):
                raise UnknownName.among("state", state, runs.states)
        lit = (state for name in self.lit for state in (runs.active(name) or (name,)))
        object.__setattr__(self, "automaton", chart)
        object.__setattr__(self, "lit", frozenset(lit) if runs.origin else self.lit)

    @classmethod
    def of(cls, machine: Machine, **options: object) -> Diagram:
        """The diagram of a machine; `options` are fields of the diagram."""
        said: dict[str, object] = {
            "places": machine.layout,
            "meanings": machine.meanings,
            "partial": machine.shows_partial,
            "does": machine.does,
            "together": machine.together,
        }
        if machine.idea and not machine.reference:
            said["about"] = f"{machine.summary} \N{MIDDLE DOT} {machine.idea}"
        return checked(cls)(automaton_of(machine), **said | options)

    @classmethod
    def of_faults(cls, machine: Machine, findings: Sequence[Finding]) -> Diagram:
        """The diagram with faults in red and described below, and numbers on the path to them."""
        diagram = cls.of(machine, notes=[*map(str, findings[:MOST_FINDINGS])])
        states = diagram.states()
        runs, chart = machine.automaton, diagram.automaton
        about = {finding.about for finding in findings if finding.about is not None}
        faulty = about & {*states, *chart.rows, *chart.transitions, *runs.transitions}
        faulty |= {*states} - {*chart.states}
        faulty |= {leaf for name in runs.states if name in about for leaf in runs.active(name)[-1:]}
        shown = (finding for finding in findings if finding.path or finding.state in states)
        first = None if faulty else next(shown, None)
        if first is None or not first.path:
            return replace(diagram, faulty=[first.state] if first else faulty)
        path = [record.transition for record in first.path]
        notes = [*diagram.notes, "the numbers say in which order the edges were taken"]
        return replace(diagram, faulty=path[-1:], order=path, notes=notes)

    def __repr__(self) -> str:
        return repr(self.automaton).replace("Automaton", "Diagram", 1)

    @property
    def captions(self) -> list[str]:
        """The lines below the title, without empty ones."""
        automaton = self.automaton
        marks = {PARTIAL: self.partial, ORDERED: automaton.ordered, ACCEPTOR: automaton.acceptor}
        marked = [mark for mark, holds in marks.items() if holds]
        return [*filter(None, [self.caption]), *marked, *self.together, *automaton.captions]

    @property
    def title(self) -> str:
        return f"State diagram of {self.automaton.title}"

    @property
    def description(self) -> str:
        return "\n".join(self.automaton.table)

    @property
    def tooltips(self) -> Mapping[str, str]:
        """The meanings of states, and the full transitions of edges."""
        tooltips = {"start": f"initial state: {self.automaton.initial}"}
        for number, state in enumerate(self._names, 1):
            if state in self.meanings:
                tooltips[f"state-{number}"] = f"{state}: {self.meanings[state]}"
        for number, transitions in enumerate(self._taken, 1):
            tooltips[f"edge-{number}"] = "\n".join(dict.fromkeys(map(str, transitions)))
        return tooltips

    # its parts

    def edges(self, *, shown: bool = False) -> list[Edge]:
        """The edges with their labels and looks.

        In a picture `shown` to people, labels omit an event that all transitions share.
        """
        edges = []
        chart, most = self.automaton, max(self.counts.values(), default=1) or 1
        for row, number, transitions in zip(chart.rows, chart.numbers, self._taken, strict=True):
            taken = [str(at) for at, step in enumerate(self.order, 1) if step in transitions]
            looks: dict[str, str] = {}
            if any(part in self.faulty for part in (row, *transitions)):
                looks = FAULTY_LOOKS | WIDE
            elif taken:
                looks = {"color": self._colours[row.source][0]} | WIDE
            count = None
            if self.counts and self.counts.keys() >= {*transitions}:
                count = sum(self.counts[transition] for transition in transitions)
            if count:  # a highlighted edge keeps the width for its count
                looks["penwidth"] = f"{1 + 4 * min(1.0, count / most) ** 0.5:.2f}"
            elif count == 0:
                looks |= {"color": FAINT, "style": "dashed"}
            label = row.label
            head = str(label._replace(actions=()))
            if shown and self.named_below and str(label) != label.event:
                head = f"[{label.condition}]" if label.guards else ""
            effect = f"/ {label.effect}" if label.actions else ""
            lines = _lines((number + head).strip(), effect, count, shown=shown)
            if len(taken) > 4:
                taken[3:] = ["\N{HORIZONTAL ELLIPSIS}"]
            edges.append(Edge(row, transitions, lines, looks, " ".join(taken)))
        return edges

    @cached_property
    def _taken(self) -> Sequence[tuple[Transition, ...]]:
        """The transitions of each row, in a run if the edges describe one."""
        chart = self.automaton
        if not (chart.tree.parent and (self.order or self.counts or self.faulty)):
            return chart.flat
        runs = chart.flattened
        parts = ((part, one) for one in runs.transitions for part in runs.written(one))
        made = grouped(parts, lambda pair: pair[0])
        return [
            tuple(one for part in row.transitions for _, one in made.get(part, ()))
            for row in chart.rows
        ]

    @property
    def named_below(self) -> str:
        """The event shared by all transitions, named once below the picture."""
        automaton = self.automaton
        has_more = automaton.guards or automaton.actions
        return automaton.events[0] if len(automaton.events) == 1 and has_more else ""

    @cached_property
    def _names(self) -> list[str]:
        """The states, including names that occur only in transitions."""
        automaton = self.automaton
        ends = [end for row in automaton.rows for end in (row.source, row.target)]
        return [*dict.fromkeys(filter(None, [*automaton.states, automaton.initial, *ends]))]

    @cached_property
    def _colours(self) -> Mapping[str, tuple[str, str, str]]:
        """The solid colour of each state, the colour of text on it, and the tint.

        States in which every run ends have the colour of ink.
        """
        colours = dict.fromkeys(self._names, (INK, PAPER, PAPER))
        plain = {*self.automaton.ends, *self.automaton.tree.inner}
        coloured = [name for name in self._names if name not in plain]
        return colours | dict(zip(coloured, cycle(STATES), strict=False))

    def states(self) -> dict[str, State]:
        """The states by name, including names that occur only in transitions."""
        initials, visited = initials_of(self.automaton), Counter[str]()
        for name, count in visits(self.counts).items():
            visited.update(dict.fromkeys(self.automaton.flattened.active(name), count))
        states = {}
        for name in self._names:
            lines = self.automaton.inside(name)
            below = [*lines, self.does[name]] if self.does.get(name) else lines
            if self.counts:
                lines = below = [*lines, f"{TIMES} {count_text(visited[name])}"]
            states[name] = self._state(name, lines, below, initials.get(name, ""))
        return states

    def _state(self, name: str, lines: Sequence[str], below: Sequence[str], initial: str) -> State:
        """A state with some lines in the program, and others below its name in the picture."""
        inset = self.insets.get(name, Inset(0, 0, ()))
        left = BESIDE if initial else MARGIN
        border = BORDER if name in self.automaton.final else 0.0
        wide = max(
            [text_width(name, NAME, bold=True), *(text_width(line, LABEL) for line in below)]
        )
        width = max(LEAST_WIDTH, max(wide, inset.width) + left + MARGIN)
        high = LOW + MORE * len(below)
        height = high + (inset.height + ROOM if inset.height else 0.0)
        chip, sign, tint = self._colours[name]
        looks = {"fillcolor": tint, "color": chip, "fontcolor": INK}
        if name in self.lit and name not in self.automaton.tree.inner:
            looks = {"fillcolor": chip, "color": chip, "fontcolor": sign} | MARKED
            chip, sign = sign, chip
        written = {"fontsize": f"{LABEL}", "fontname": FONT, "fontcolor": looks["fontcolor"]}
        x, top, parts = (left - MARGIN) / 2, height / 2, []
        if initial:
            middle = complex(left - width / 2 - INITIAL * CIRCLE_SIZE, top - high / 2)
            circle = Box(middle, CIRCLE_SIZE, CIRCLE_SIZE)
            colours = {"fillcolor": chip, "color": chip, "fontcolor": sign}
            parts.append(Ornament(circle, [initial], CIRCLE | colours))
        if below:
            box = Box(complex(x, top - (LOW + high - 12) / 2), *text_size(below, LABEL))
            parts.append(Ornament(box, below, written))
        corner = complex(-inset.width / 2, BELOW - border - height / 2)
        parts += [part.moved(corner) for part in inset.parts]
        if name in self.faulty:
            looks |= {"fillcolor": FAULT_FILL, "color": FAULT_LINE} | MARKED
        looks |= {"width": inches(width), "height": inches(height)}
        looks |= {"peripheries": "2"} if border else {}
        looks = self._border(name) if name in self.automaton.tree.inner else looks
        size = width + 2 * border, height + 2 * border
        return State([name, *lines], looks, size, complex(x, top - LOW / 2), parts)

    def _border(self, name: str) -> dict[str, str]:
        """The looks of the box of a composite state; the box of a region is dashed."""
        tree = self.automaton.tree
        dashed = ",dashed" * (tree.parent.get(name, "") in tree.parallel)
        looks = CLUSTER | {"color": LINE, "style": f"rounded{dashed}"}
        if name in self.lit:
            looks |= {"color": INK} | MARKED
        if name in self.faulty:
            looks |= {"color": FAULT_LINE} | MARKED
        return looks

    # its layout

    def placed(self, rankdir: str = "TB") -> Placement:
        """The layout of the picture for people: by the places of the states, or by dot.

        Ranks run from top to bottom or, with `LR`, from left to right. Raises `RenderError` if the
        picture would be too large.
        """
        if self.layout:
            return placement_of(self.layout, self.parts)
        return placement_by_dot(self.parts, rankdir)

    @property
    def layout(self) -> Layout | None:
        """The places, if they are of all states, and the diagram is flat and not too large."""
        is_placed = not self.automaton.tree.parent and len(self.automaton.rows) <= MOST_PLACED
        known = self.places.places.keys() if self.places and is_placed else set[str]()
        return self.places if known >= {*self._names} else None

    @cached_property
    def parts(self) -> Parts:
        """The parts to be placed; raises `RenderError` if there are too many."""
        sizes = {name: state.size for name, state in self.states().items()}
        edges = self.edges(shown=True)
        if max(len(sizes), len(edges)) > MOST_DRAWN:
            size = f"{counted(len(sizes), 'state')} and {counted(len(edges), 'edge')}"
            raise RenderError(
                f"a picture of {size} could not be read: draw at most {MOST_DRAWN} of each, or "
                "export the machine to dot or mermaid, or ask for its state table"
            )
        arrows = arrows_of([edge.ends for edge in edges], [edge.rows for edge in edges])
        return Parts(sizes, arrows, self.automaton.initial, self.automaton.tree)

    # its graph

    def _graph(self) -> graphviz.Digraph:
        """The program, which is only the definition: the tool that draws it chooses the places."""
        return self._drawn(self.edges(), None)

    def _illustration(self) -> graphviz.Digraph:
        """The graph for people, with all its ornaments."""
        placement, edges = self.placed(), self.edges(shown=True)
        graph = self._drawn(edges, placement)
        for number, (name, state) in enumerate(self.states().items(), 1):
            middle = placement.text_box(name).middle
            for at, part in enumerate(state.parts, 1):
                _draw_ornament(graph, f"inset-{number}-{at}", part.moved(middle))
        for at, edge in enumerate(edges):
            if edge.badge:
                box, (width, height) = placement.labels[at], edge.badge_size
                middle = complex(box.middle.real, box.top - height / 2)
                badge = Ornament(Box(middle, width, height), [edge.badge], BADGE_LOOKS)
                _draw_ornament(graph, f"badge-{at + 1}", badge)
        judged = {f"{CLAIM} {claim}": f" ({words})" for claim, words in self.verdicts.items()}
        captions = [line + judged.get(line, "") for line in (self.about, *self.captions) if line]
        texts: list[tuple[str, Sequence[str]]] = [("about", captions)]
        texts.append(("title", [self.automaton.title]))
        key = [f"event of every arrow: {self.named_below}"] if self.named_below else []
        notes = filter(None, [[*self.notes, *key], *self.words])
        texts += [(f"note-{number}", group) for number, group in enumerate(notes)]
        _write_texts(graph, placement.bounds, texts)
        return graph

    def _drawn(self, edges: Sequence[Edge], placement: Placement | None) -> graphviz.Digraph:
        """The program, or with a placement, the diagram without title and ornaments."""
        import graphviz

        if placement:
            low, high = placement.bounds.corners
            sheet = SHEET | FIXED | {"label": "", "bb": f"{_pair(low)},{_pair(high)}"}
        else:
            title = joined_lines([self.automaton.title, *self.captions])
            sheet = SHEET | {"label": title, "nodesep": "0.6", "ranksep": "0.7"}
            sheet |= {"compound": "true"} if self.automaton.tree.parent else {}
        name, nodes = node_id(self.automaton.name), LETTERING | BOX
        graph = graphviz.Digraph(name, graph_attr=sheet, node_attr=nodes, edge_attr=LINES)
        self._draw_states(graph, placement)
        if self.automaton.initial:
            self._draw_start(graph, TOP, self.automaton.initial, placement)
        for number, edge in enumerate(edges):
            looks = {"id": f"edge-{number + 1}", "label": joined_lines(edge.texts), **edge.looks}
            if placement:
                looks |= edge.in_two(placement.labels[number])
                looks["pos"] = _spline(placement.routes[number])
            (source, tail), (target, head) = map(self._end, edge.ends, ("ltail", "lhead"))
            graph.edge(source, target, **looks, **tail, **head)
        return graph

    def _draw_start(
        self, graph: graphviz.Digraph, around: str, first: str, placement: Placement | None
    ) -> None:
        """Draw the start point of the whole or of a composite state, and its arrow."""
        number = f"-{self._names.index(around) + 1}" if around else ""
        start, point, arrow = f"initial{number}", START_LOOKS, {"id": f"start{number}"}
        while start in self._names:
            start += "'"
        if placement:
            route = placement.starts[around]
            point = point | {"height": point["width"], "pos": _pair(route.begin)}
            arrow["pos"] = _spline(route)
        target, head = self._end(first, "lhead")
        graph.node(start, label="", **point | {"id": f"initial{number}"})
        graph.edge(start, target, **arrow, **head)

    def _draw_states(self, graph: graphviz.Digraph, placement: Placement | None) -> None:
        """Draw the states, each composite around its children."""
        states, tree = self.states(), self.automaton.tree
        for kind, name, _ in tree.walk(self._names):
            number = self._names.index(name) + 1
            state = states[name]
            looks = {"label": joined_lines(state.lines), "id": f"state-{number}", **state.looks}
            if placement:
                box, text = placement.states[name], joined_lines([name])
                where = _pair(placement.text_box(name).middle + state.name_at)
                if kind == "state":
                    looks |= {"label": "", "pos": _pair(box.middle), "xlabel": text, "xlp": where}
                else:
                    looks |= {"label": text, "lp": where, "bb": ",".join(map(_pair, box.corners))}
            if kind == "state":
                graph.node(node_id(name), **looks)
            elif kind == "opens":
                graph.body.append(f"\tsubgraph cluster_{number} {{\n")
                graph.attr(**looks)
            elif kind == "closes":
                if name in tree.initial:
                    self._draw_start(graph, name, tree.initial[name], placement)
                graph.body.append("\t}\n")

    def _end(self, state: str, key: str) -> tuple[str, dict[str, str]]:
        """The node at which an edge ends, and the attribute that cuts it at a cluster's border."""
        tree = self.automaton.tree
        cut = {key: f"cluster_{self._names.index(state) + 1}"} if state in tree.inner else {}
        return node_id(tree.leaf(state)), cut


def initials_of(automaton: Automaton) -> dict[str, str]:
    r"""One or two letters for each state that no other has, or a check mark if all runs end there.

    They are the first letter of its name, the first ones of its two words, or its first two
    letters. Empty if a state has none of its own.

    >>> table = "base -> crown : step \n crown -> done : step"
    >>> initials_of(Automaton.from_table("it", initial="base", final="done", table=table))
    {'done': '✓', 'base': 'B', 'crown': 'C'}
    >>> table = "first_base -> first_crown : step \n first_crown -> found : step"
    >>> initials_of(Automaton.from_table("it", initial="first_base", table=table))
    {'first_base': 'FB', 'first_crown': 'FC', 'found': 'Fo'}
    >>> initials_of(Automaton.from_table("it", initial="012", table="012 -> 120 : 0"))
    {}
    """
    initials = dict.fromkeys(automaton.ends, "\N{CHECK MARK}")
    plain = {*automaton.ends, *automaton.tree.inner}
    shorts = {state: _shorts(state) for state in automaton.states if state not in plain}
    used = Counter(chain.from_iterable(map(set, shorts.values())))
    for state, shorter in shorts.items():
        own = [one for one in shorter if used[one] == 1 and len(one) < len(state)]
        if not own or not state[0].isalpha():
            return {}
        initials[state] = own[0] if own[0].isupper() else own[0].capitalize()
    return initials


def _shorts(state: str) -> list[str]:
    """What may stand for a state, preferred ones first: a number is a word, too."""
    words = "".join(word[0] for word in re.findall(r"[^\W\d_]+|\d+", state))
    return [state[:1], *([words.upper()] if len(words) == 2 else []), state[:2]]


def _lines(head: str, action: str, count: int | None, *, shown: bool) -> list[tuple[str, str]]:
    """The lines of a label: events and guards, the action, and the count."""
    if count is None and len(f"{head} {action}") <= SHORT:
        return [(head, action)]
    strong = [action, "" if count is None else f"{TIMES} {count_text(count)}"]
    lines = label_lines(head, LONGEST_LINE if shown else LONG) if head else []
    return [*((line, "") for line in lines), *(("", line) for line in strong if line)]


def legend(automaton: Automaton, vocabulary: type[Memory]) -> list[list[str]]:
    """The guards and the actions that the automaton uses, each with its docstring.

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


def _draw_ornament(
    graph: graphviz.Digraph, name: str, ornament: Ornament, end: str = r"\n"
) -> None:
    box, lines, looks = ornament
    label = joined_lines(lines, end) if lines else ""
    size = {"width": inches(box.width), "height": inches(box.height)}
    known = {"id": name, "pos": place(box.middle), "fixedsize": "true", **size, **ORNAMENT}
    graph.node(name, label=label, **known | looks)


def _write_texts(
    graph: graphviz.Digraph, sheet: Box, texts: Iterable[tuple[str, Sequence[str]]]
) -> None:
    """Write captions and title above a diagram and groups of notes below; draw the sheet."""
    room = max(sheet.width, NARROWEST) / ROOMY
    sizes = {"about": LABEL, "title": NAME}
    small = min(max(SMALL, sheet.width / LETTERS), LABEL)
    for name, group in texts:
        is_note, is_title, size = name not in sizes, name == "title", sizes.get(name, small)
        lines: list[str] = []
        for words in group:
            lines += folded(printable(words), room, size, indent="    " if is_note else "")
        looks = {"fontname": FONT, "fontcolor": FAINT, "fontsize": f"{size:.1f}"}
        looks |= {"fontname": BOLD, "fontcolor": INK} if is_title else {}
        width, height = text_size(lines, size, bold=is_title)
        low, high = sheet.corners
        y = low.imag - GAP - height / 2 if is_note else high.imag + (GAP + height) / 2
        if lines:
            box = Box(complex(low.real + width / 2, y), width, height)
            _draw_ornament(graph, name, Ornament(box, lines, looks), r"\l")
            sheet = Box.around([*sheet.corners, *box.corners])
    for number, corner in enumerate(sheet.corners):
        graph.node(f"corner-{number}", pos=place(corner), **CORNER)


def _pair(point: complex) -> str:
    return place(point, digits=1).removesuffix("!")


def _spline(route: Route) -> str:
    """The parts of a route as a spline; the last part has the arrowhead."""
    *parts, last = (" ".join(map(_pair, points)) for points in route.splines)
    return ";".join([*parts, f"e,{_pair(route.tip)} {last}"])
