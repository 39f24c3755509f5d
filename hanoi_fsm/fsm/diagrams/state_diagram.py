"""The state diagram of an automaton: exactly its definition, as a picture and as DOT.

An edge bears its transition's label in the notation. A filled point leads to the initial state, and
final states have a double border. The DOT text is a program and says all of that; the picture for
people says once what all edges have in common, and may have notes, badges and small pictures.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, cast

from hanoi_fsm.fsm.automaton import Automaton, automaton_of, table_rows
from hanoi_fsm.fsm.diagrams.count_text import SHORT, STATE, count_text
from hanoi_fsm.fsm.diagrams.drawing import visits
from hanoi_fsm.fsm.diagrams.edges import DrawnEdge, edges_apart, edges_together, shared_event
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, circle
from hanoi_fsm.fsm.diagrams.geometry.placement import (
    MOST_EDGES,
    MOST_STATES,
    Edge,
    Placement,
    placement_of,
)
from hanoi_fsm.fsm.diagrams.ornaments import Inset, badge_size, badge_text
from hanoi_fsm.fsm.diagrams.palette import FAINT, FAULT_FILL, FAULT_LINE, LIT_FILL, LIT_LINE
from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.fsm.diagrams.text_width import LINE_HEIGHT, text_size
from hanoi_fsm.fsm.diagrams.texts import TIMES
from hanoi_fsm.fsm.errors import BadInput, UnknownName, counted, shortened
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.numerals import number_text

if TYPE_CHECKING:
    import graphviz

LAYOUTS = ("auto", "dot", "circle")
DIRECTIONS = ("down", "right")
STATE_SIZE = 15
"""The size of the letters of states."""

LEAST_WIDTH, LEAST_HEIGHT, MARGIN, BORDER = 60.0, 34.0, 14.0, 4.0
"""The least size of a state, what is left free beside its name, and what a second border adds."""

ROOM = 6.0
"""Between a state's name and the small picture below it."""


class Drawable(Protocol):
    """What a machine says about its diagram."""

    @property
    def automaton(self) -> Automaton: ...
    @property
    def layout(self) -> Layout | None: ...
    @property
    def meanings(self) -> Mapping[str, str]: ...


@dataclass(frozen=True)
class Diagram(Picture):
    """The picture of an `automaton`, with the states `lit` and transitions `taken` highlighted.

    `counts` says how often each transition was taken: its edge is thicker the larger the count, and
    each state shows how often it was visited. `closed` are counts by a formula, shown in brackets.

    The diagram of a machine also shows what that adds: the `places` of its states, if the `layout`
    is "auto", and their `meanings` as tooltips. Without places, or with more than 300 states or
    edges, it is laid out by Graphviz's dot. `direction` is "down" or "right". `order` are the
    transitions of a path, whose edges are numbered. `faulty` states and transitions are red.
    `notes` are written below the diagram, `insets` are small pictures in states, and `fills` are
    colours of states.

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
    layout: str = "auto"
    direction: str = "down"
    order: Sequence[Transition] = ()
    faulty: Collection[Transition | str] = ()
    notes: Sequence[str] = ()
    insets: Mapping[str, Inset] = field(default_factory=dict)
    fills: Mapping[str, str] = field(default_factory=dict)
    places: Layout | None = None
    meanings: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.automaton, Automaton):
            self._take_from(self.automaton)
        for state in self.lit:
            if state not in self.automaton.states:
                raise UnknownName.among("state", state, self.automaton.states)
        if self.layout not in LAYOUTS:
            raise UnknownName.among("layout", self.layout, LAYOUTS)
        if self.direction not in DIRECTIONS:
            raise UnknownName.among("direction", self.direction, DIRECTIONS)

    @classmethod
    def of(cls, machine: Drawable, **options: Any) -> Diagram:
        """The diagram of a machine; the `options` are those of a diagram."""
        return cls(cast(Any, machine), **options)

    def _take_from(self, machine: object) -> None:
        """Take the automaton of a machine, and what the machine says about it."""
        object.__setattr__(self, "automaton", automaton_of(machine))
        if self.places is None:
            object.__setattr__(self, "places", getattr(machine, "layout", None))
        if not self.meanings:
            object.__setattr__(self, "meanings", getattr(machine, "meanings", {}))

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
        states = {
            f"state-{number}": f"{state}: {self.meanings[state]}"
            for number, state in enumerate(self.automaton.states, 1)
            if state in self.meanings
        }
        edges = {
            f"edge-{number}": "\n".join([*map(str, edge.transitions), *self._exact(edge)])
            for number, edge in enumerate(self.edges, 1)
        }
        return {"start": f"initial state: {self.automaton.initial}"} | states | edges

    def _exact(self, edge: DrawnEdge) -> list[str]:
        count = self.counts.get(edge.transitions[0], 0)
        text = number_text(count)
        return [f"{TIMES} {text}"] if text != count_text(count, SHORT) else []

    @property
    def subtitle(self) -> list[str]:
        """What all edges, or all states, have in common, in words."""
        event = shared_event(self.automaton)
        return [
            *([f"every edge: event {event}"] if event else []),
            *(["every state is final"] if self.all_final else []),
        ]

    @property
    def all_final(self) -> bool:
        states = set(self.automaton.states)
        return len(states) > 1 and states == self.automaton.final

    @cached_property
    def edges(self) -> list[DrawnEdge]:
        """The edges with their labels and looks, one per transition if anything else differs.

        Without guards, counts and highlights transitions that differ only in the event share one.
        """
        apart = self.counts or self.taken or self.order or self.faulty or self.automaton.guards
        if not apart:
            return edges_together(self.automaton)
        return edges_apart(self.automaton, self.counts, self.closed, self._looks)

    def _looks(self, transition: Transition) -> dict[str, str]:
        """Highlighted edges keep the width that their count gives them."""
        looks = {}
        if transition in self.taken or transition in self.order:
            looks = {"color": LIT_LINE, "fontcolor": LIT_LINE, "penwidth": "2.5"}
        count = self.counts.get(transition)
        if count is not None and count > 0:
            looks["penwidth"] = f"{1 + 4 * (count / self._most) ** 0.5:.2f}"
        if count == 0:
            looks |= {"color": FAINT, "fontcolor": FAINT, "style": "dashed"}
        if transition in self.faulty:
            looks = {"color": FAULT_LINE, "fontcolor": FAULT_LINE, "penwidth": "2.5"}
        return looks

    @cached_property
    def _most(self) -> int:
        return max(self.counts.values())

    def lines_of(self, state: str, *, short: bool) -> list[str]:
        """The lines in the box of a state; the `short` form has empty ones where its picture is."""
        times = count_text(self._visits.get(state, 0), SHORT if short else STATE)
        visited = [f"{TIMES} {times}"] if self.counts else []
        inset = self.insets.get(state) if short else None
        room = math.ceil((inset.height + ROOM) / (LINE_HEIGHT * STATE_SIZE)) if inset else 0
        return [state, *visited, *[""] * room]

    @cached_property
    def _visits(self) -> dict[str, int]:
        return visits(self.counts)

    def looks_of(self, state: str, *, short: bool) -> dict[str, str]:
        """The attributes of a state; in the `short` form no border says that all are final."""
        doubled = state in self.automaton.final and not (short and self.all_final)
        looks = {"peripheries": "2"} if doubled else {}
        if state in self.fills:
            looks |= {"fillcolor": self.fills[state]}
        if state in self.lit:
            looks |= {"fillcolor": LIT_FILL, "color": LIT_LINE, "penwidth": "2.5"}
        if state in self.faulty:
            looks |= {"fillcolor": FAULT_FILL, "color": FAULT_LINE, "penwidth": "2.5"}
        return looks

    def size_of(self, state: str, *, short: bool) -> tuple[float, float]:
        """The width and the height of the inner border of a state."""
        width, height = text_size(self.lines_of(state, short=short), STATE_SIZE)
        if short and state in self.insets:
            width = max(width, self.insets[state].width)
        return max(LEAST_WIDTH, width + 2 * MARGIN), max(LEAST_HEIGHT, height + MARGIN)

    def border_of(self, state: str, *, short: bool) -> float:
        """By how much a second border makes a state wider and higher."""
        return 2 * BORDER if "peripheries" in self.looks_of(state, short=short) else 0.0

    def badges(self) -> dict[int, str]:
        """The numbers on the edges, by the edges' indices."""
        found: dict[int, list[int]] = {}
        index = {one: at for at, edge in enumerate(self.edges) for one in edge.transitions}
        for number, one in enumerate(self.order, 1):
            found.setdefault(index[one], []).append(number)
        return {at: badge_text(numbers) for at, numbers in found.items()}

    # where everything is

    @property
    def closed_in_itself(self) -> bool:
        """Whether transitions and the start lead to states of the automaton, as they should."""
        ends = {end for one in self.automaton.transitions for end in (one.source, one.target)}
        ends |= {self.automaton.initial} if self.automaton.initial else set()
        return ends <= set(self.automaton.states)

    def fixed(self) -> Layout | None:
        """The places of all states, unless Graphviz's dot is to choose them."""
        automaton = self.automaton
        if self.layout == "dot" or not self.closed_in_itself:
            return None
        if len(automaton.states) > MOST_STATES or len(self.edges) > MOST_EDGES:
            if self.layout == "circle":
                raise BadInput(
                    f"{shortened(automaton.name)} has {counted(len(automaton.states), 'state')} "
                    f"and {counted(len(self.edges), 'edge')}, too many for the layout circle: "
                    f"expected at most {MOST_STATES} and {MOST_EDGES}, or choose the layout dot"
                )
            return None
        if self.layout == "circle":
            return circle(automaton.states)
        known = self.places is not None and self.places.knows(automaton.states)
        return self.places if known else None

    def placement(self, *, short: bool) -> Placement | None:
        """Where everything is, with whole or `short` labels; None if dot is to choose."""
        layout = self.fixed()
        if layout is None:
            return None
        if self.direction == "right" and self.layout == "auto":
            layout = layout.transposed()
        sizes, edges = self.sizes(short=short), self.sized_edges(short=short)
        return placement_of(layout, sizes, edges, self.automaton.initial)

    def sizes(self, *, short: bool) -> dict[str, tuple[float, float]]:
        """The width and the height of each state, its outer border included."""
        found = {}
        for state in self.automaton.states:
            border = self.border_of(state, short=short)
            width, height = self.size_of(state, short=short)
            found[state] = width + border, height + border
        return found

    def sized_edges(self, *, short: bool) -> list[Edge]:
        """The edges with the sizes of their labels, and in the `short` form of their badges."""
        badges = {at: badge_size(text) for at, text in self.badges().items()} if short else {}
        return [
            Edge(edge.source, edge.target, edge.size(short=short), badges.get(at))
            for at, edge in enumerate(self.edges)
        ]

    def _graph(self) -> graphviz.Digraph:
        from hanoi_fsm.fsm.diagrams import state_graph

        return state_graph.program(self)

    def _illustration(self, renderer: str) -> graphviz.Digraph:
        from hanoi_fsm.fsm.diagrams import state_graph

        return state_graph.illustration(self, renderer)
