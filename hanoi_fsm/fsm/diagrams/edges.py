"""The edges of a state diagram: which transitions share one, how each is labelled, how it looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.diagrams.palette import FAINT, FAULT_LINE, LIT_LINE
from hanoi_fsm.fsm.diagrams.texts import TIMES, label_lines
from hanoi_fsm.fsm.notation import Label, Transition, grouped

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.state_diagram import Diagram


class DrawnEdge(NamedTuple):
    """The transitions that an edge stands for, and the lines of its label.

    `short` leaves out what all edges of the diagram have in common.
    """

    transitions: tuple[Transition, ...]
    lines: tuple[str, ...]
    short: tuple[str, ...]
    looks: Mapping[str, str]

    @property
    def source(self) -> str:
        return self.transitions[0].source

    @property
    def target(self) -> str:
        return self.transitions[0].target


def edges_together(diagram: Diagram) -> list[DrawnEdge]:
    """One edge for the transitions that differ only in the event."""
    edges = []
    for transitions, label in grouped(diagram.automaton.transitions):
        lines = tuple(label_lines(str(label)))
        short = _without_event(label) if diagram.shared_event else lines
        edges.append(DrawnEdge(transitions, lines, short, {}))
    return edges


def edges_apart(diagram: Diagram) -> list[DrawnEdge]:
    """One edge per transition, with its count."""
    edges, most = [], max(diagram.counts.values(), default=0)
    for one in diagram.automaton.transitions:
        count = _count(diagram, one)
        action = "\n/ " if one.guards else " / "  # two lines, or one
        lines = (*str(one.label).replace(" / ", action).split("\n"), *count)
        short = (*_without_event(one.label), *count) if diagram.shared_event else lines
        edges.append(DrawnEdge((one,), lines, short, _looks(diagram, one, most)))
    return edges


def _count(diagram: Diagram, transition: Transition) -> list[str]:
    """How often it is taken, in a line; none where nothing is counted."""
    if transition not in diagram.counts:
        return []
    closed = f" ({diagram.closed[transition]})" if transition in diagram.closed else ""
    return [f"{TIMES} {diagram.counts[transition]}{closed}"]


def _without_event(label: Label) -> tuple[str, ...]:
    """The lines of a label without its event."""
    rest = str(label._replace(event="")).strip()
    return tuple(filter(None, rest.replace(" / ", "\n/ ").split("\n")))


def _looks(diagram: Diagram, transition: Transition, most: int) -> dict[str, str]:
    """Highlighted edges keep the width that their count gives them, by its ratio to the `most`."""
    looks = {}
    if transition in diagram.taken or transition in diagram.order:
        looks = {"color": LIT_LINE, "fontcolor": LIT_LINE, "penwidth": "2.5"}
    count = diagram.counts.get(transition)
    if count is not None and count > 0:
        looks["penwidth"] = f"{1 + 4 * (count / most) ** 0.5:.2f}"
    if count == 0:
        looks |= {"color": FAINT, "fontcolor": FAINT, "style": "dashed"}
    if transition in diagram.faulty:
        looks = {"color": FAULT_LINE, "fontcolor": FAULT_LINE, "penwidth": "2.5"}
    return looks
