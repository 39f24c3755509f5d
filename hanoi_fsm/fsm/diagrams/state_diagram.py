"""The state diagram of an automaton: exactly its definition, as a picture and as DOT.

An edge bears its transition's label in the notation. A filled point leads to the initial state, and
final states have a double border. The DOT text is a program and says all of that; the picture for
people says once what all edges have in common, and may have notes, badges and small pictures.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton, automaton_of, table_rows
from hanoi_fsm.fsm.diagrams import state_graph
from hanoi_fsm.fsm.diagrams.drawing import EDGE, SHORT, STATE, count_text, visits
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, circle
from hanoi_fsm.fsm.diagrams.geometry.placement import MOST_EDGES, MOST_STATES, Edge
from hanoi_fsm.fsm.diagrams.palette import (
    FAINT,
    FAULT_FILL,
    FAULT_LINE,
    INK,
    LIT_FILL,
    LIT_LINE,
)
from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.fsm.diagrams.texts import LINE_HEIGHT, TIMES, label_lines, text_size
from hanoi_fsm.fsm.errors import BadInput, UnknownName, counted, shortened
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Label, Transition, grouped
from hanoi_fsm.fsm.numerals import number_text

if TYPE_CHECKING:
    import graphviz

    from hanoi_fsm.fsm.machine import Machine

LAYOUTS = ("auto", "dot", "circle")
DIRECTIONS = ("down", "right")
STATE_SIZE = 15
"""The size of the letters of states."""

LEAST_WIDTH, LEAST_HEIGHT, MARGIN, BORDER = 60.0, 34.0, 14.0, 4.0
"""The least size of a state, what is left free beside its name, and what a second border adds."""

ROOM = 6.0
"""Between a state's name and the small picture below it."""

LONG = 36
"""Events and guards with more characters are broken between the guards."""


class Part(NamedTuple):
    """A rectangle, perhaps with a text, by its lower left corner in a small picture."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    text: str = ""
    colour: str = INK
    size: float = 10


class Inset(NamedTuple):
    """A small picture, drawn in the box of a state."""

    width: float
    height: float
    parts: Sequence[Part]


class State(NamedTuple):
    """The lines in the box of a state, how it looks, and the size of its inner border."""

    lines: Sequence[str]
    looks: Mapping[str, str]
    width: float
    height: float

    @property
    def border(self) -> float:
        """By how much a second border makes it wider and higher."""
        return 2 * BORDER if "peripheries" in self.looks else 0.0

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height with the second border, if it has one."""
        return self.width + self.border, self.height + self.border


@dataclass(frozen=True)
class Diagram(Picture):
    """The picture of an `automaton`, with the states `lit` and transitions `taken` highlighted.

    `counts` says how often each transition was taken: its edge is thicker the larger the count, and
    each state shows how often it was visited. `closed` are counts by a formula, shown in brackets.
    The `caption`, a line such as `counts for 6 disks`, says whose they are.

    The diagram of a machine, `Diagram.of(machine)`, also shows what that adds: the `places` of its
    states, if the `layout` is "auto", and their `meanings` as tooltips. Without places, or with
    more than 300 states or edges, it is laid out by Graphviz's dot. `direction` is "down" or
    "right". `order` are the transitions of a path, whose edges are numbered. `faulty` states and
    transitions are red. `notes` are written below the diagram, `insets` are small pictures in
    states, and `fills` are colours of states. Raises `UnknownName` for states and options that do
    not exist, and `BadInput` for what is not an automaton.

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
        said = {"places": machine.layout, "meanings": machine.meanings}
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
            exact = number_text(count := self.counts.get(edge.transitions[0], 0))
            rounded = [f"{TIMES} {exact}"] if exact != count_text(count, SHORT) else []
            found[f"edge-{number}"] = "\n".join([*map(str, edge.transitions), *rounded])
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
        states = set(self.automaton.states)
        return len(states) > 1 and states == self.automaton.final

    # its parts: whole, as in the program, or `short`, as in the picture for people

    def edges(self, *, short: bool = True) -> list[Edge]:
        """The edges with their labels and looks, one per transition if anything else differs.

        Without guards, counts and highlights transitions that differ only in the event share one.
        The `short` labels leave out what all edges of the diagram have in common.
        """
        automaton = self.automaton
        groups: Iterator[tuple[tuple[Transition, ...], Label]]
        shared = short and shared_event(automaton) is not None
        if self.counts or self.taken or self.order or self.faulty or automaton.guards:
            groups = iter(((one,), one.label) for one in automaton.transitions)
        else:
            groups = grouped(automaton.transitions)
        return [
            Edge(
                transitions,
                [*_lines(label, shared=shared), *self._count(transitions[0], short)],
                self._edge_looks(transitions[0]),
                self._badge(transitions[0]) if short else "",
            )
            for transitions, label in groups
        ]

    def _count(self, transition: Transition, short: bool) -> list[str]:
        """How often a transition is taken, in a line; none where it was not counted."""
        if transition not in self.counts:
            return []
        taken, formula = (
            count_text(counts[transition], SHORT if short else EDGE) if transition in counts else ""
            for counts in (self.counts, self.closed)
        )
        return [f"{TIMES} {taken}" + (f" ({formula})" if formula else "")]

    def _badge(self, transition: Transition) -> str:
        """At which places in the path an edge was taken: all, or the first three of many."""
        numbers = [str(at) for at, one in enumerate(self.order, 1) if one == transition]
        return " ".join(numbers if len(numbers) <= 4 else [*numbers[:3], "\N{HORIZONTAL ELLIPSIS}"])

    def _edge_looks(self, transition: Transition) -> dict[str, str]:
        """Highlighted edges keep the width that their count gives them."""
        looks = {}
        if transition in self.taken or transition in self.order:
            looks = _coloured(LIT_LINE)
        count = self.counts.get(transition)
        if count is not None and count > 0:
            looks["penwidth"] = f"{1 + 4 * (count / max(self.counts.values())) ** 0.5:.2f}"
        if count == 0:
            looks |= {"color": FAINT, "fontcolor": FAINT, "style": "dashed"}
        return _coloured(FAULT_LINE) if transition in self.faulty else looks

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
            found[state] = State(lines, looks, width, max(LEAST_HEIGHT, height + MARGIN))
        return found

    def _state_looks(self, state: str, *, doubled: bool) -> dict[str, str]:
        looks = {"peripheries": "2"} if doubled and state in self.automaton.final else {}
        if state in self.fills:
            looks |= {"fillcolor": self.fills[state]}
        if state in self.lit:
            looks |= {"fillcolor": LIT_FILL, "color": LIT_LINE, "penwidth": "2.5"}
        if state in self.faulty:
            looks |= {"fillcolor": FAULT_FILL, "color": FAULT_LINE, "penwidth": "2.5"}
        return looks

    # where everything is

    @property
    def closed_in_itself(self) -> bool:
        """Whether transitions and the start lead to states of the automaton, as they should."""
        ends = {end for one in self.automaton.transitions for end in (one.source, one.target)}
        ends |= {self.automaton.initial} if self.automaton.initial else set()
        return ends <= set(self.automaton.states)

    def fixed(self) -> Layout | None:
        """The places of all states, unless Graphviz's dot is to choose them."""
        states, edges = self.automaton.states, self.edges()
        if self.layout == "dot" or not self.closed_in_itself:
            return None
        if len(states) > MOST_STATES or len(edges) > MOST_EDGES:
            if self.layout == "circle":
                raise BadInput(
                    f"{shortened(self.automaton.name)} has {counted(len(states), 'state')} and "
                    f"{counted(len(edges), 'edge')}, too many for the layout circle: "
                    f"expected at most {MOST_STATES} and {MOST_EDGES}, or choose the layout dot"
                )
            return None
        if self.layout == "circle":
            return circle(sorted(states, key=lambda state: state != self.automaton.initial))
        if self.places is None or not self.places.knows(states):
            return None
        return self.places.transposed() if self.direction == "right" else self.places

    def _graph(self) -> graphviz.Digraph:
        return state_graph.program(self)

    def _illustration(self, renderer: str) -> graphviz.Digraph:
        return state_graph.illustration(self, renderer)


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


def legend(automaton: Automaton, vocabulary: type[Memory]) -> list[str]:
    """A line for each guard and each action that the automaton uses, by their docstrings.

    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> off : press")
    >>> legend(lamp, Memory)
    []
    """
    guards, actions = vocabulary.guards(), vocabulary.actions()
    return [
        f"{word}: {meanings[word]}"
        for used, meanings in ((automaton.guards, guards), (automaton.actions, actions))
        for word in used
        if meanings.get(word)
    ]
