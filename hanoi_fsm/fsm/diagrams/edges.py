"""The edges of a state diagram: which transitions share one, and what its label says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.diagrams.count_text import EDGE, SHORT, count_text
from hanoi_fsm.fsm.diagrams.text_width import text_size
from hanoi_fsm.fsm.diagrams.texts import TIMES, label_lines
from hanoi_fsm.fsm.notation import Label, Transition, grouped

LABEL_SIZE = 12
"""The size of the letters of labels."""

LONG = 36
"""Events and guards with more characters are broken between the guards."""


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

    def size(self, *, short: bool) -> tuple[float, float]:
        """The width and the height of the label, in points."""
        return text_size(self.short if short else self.lines, LABEL_SIZE)


def shared_event(automaton: Automaton) -> str | None:
    """The only event, where there is more than one transition for it."""
    events = automaton.events
    return events[0] if len(events) == 1 and len(automaton.transitions) > 1 else None


def edges_together(automaton: Automaton) -> list[DrawnEdge]:
    """One edge for the transitions that differ only in the event."""
    edges, shared = [], shared_event(automaton)
    for transitions, label in grouped(automaton.transitions):
        lines = tuple(label_lines(str(label)))
        short = _without_event(label) if shared else lines
        edges.append(DrawnEdge(transitions, lines, short, {}))
    return edges


def edges_apart(
    automaton: Automaton,
    counts: Mapping[Transition, int],
    closed: Mapping[Transition, int],
    looks: Callable[[Transition], Mapping[str, str]],
) -> list[DrawnEdge]:
    """One edge per transition, with its counts and its `looks`."""
    edges, shared = [], shared_event(automaton)
    for one in automaton.transitions:
        count, few = (_count(counts.get(one), closed.get(one), most) for most in (EDGE, SHORT))
        whole = _lines(one.label, apart=bool(one.guards))
        short = (*(_without_event(one.label) if shared else whole), *few)
        lines = (*whole, *count)
        edges.append(DrawnEdge((one,), lines, short, looks(one)))
    return edges


def _count(count: int | None, closed: int | None, digits: int) -> list[str]:
    """How often a transition is taken, in a line; none where it was not counted."""
    if count is None:
        return []
    formula = "" if closed is None else f" ({count_text(closed, digits)})"
    return [f"{TIMES} {count_text(count, digits)}{formula}"]


def _without_event(label: Label) -> tuple[str, ...]:
    """The lines of a label without its event."""
    return _lines(label._replace(event=""), apart=True)


def _lines(label: Label, *, apart: bool) -> tuple[str, ...]:
    """The lines of a label, its action `apart` from the rest; long guards are below one another."""
    head = str(label._replace(action=None)).strip()
    if len(head) > LONG:
        head = head.replace(" & ", " &\n")
    lines = head.split("\n") if head else []
    if label.action and lines and not apart:
        lines[-1] += f" / {label.action}"
    elif label.action:
        lines.append(f"/ {label.action}")
    return tuple(lines)
