"""The state table of an automaton: a row per state, a column per event, the next states in cells.

It is readable where a state diagram would have too many edges. The machine may group the rows under
headings. If all transitions to a state have the same output, as in a Moore machine, that output has
a column next to the states, and is left out of the cells. An arrow marks the initial state, and an
asterisk the final states, as in textbooks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton, automaton_of
from hanoi_fsm.fsm.diagrams.palette import CHIPS, LINE, PAPER, SHADE
from hanoi_fsm.fsm.diagrams.picture import ARROW
from hanoi_fsm.fsm.diagrams.svg import Panel, centred, document, rect, stacked, text
from hanoi_fsm.fsm.diagrams.texts import text_width
from hanoi_fsm.fsm.errors import BadInput, counted, shortened
from hanoi_fsm.fsm.notation import Transition, in_order, last_output
from hanoi_fsm.fsm.search import grouped
from hanoi_fsm.fsm.validation import is_line

if TYPE_CHECKING:
    from hanoi_fsm.fsm.machine import Machine

MOST_CELLS = 2_000
"""The most cells of a picture."""

SIZE, LINE_HEIGHT, GAP, PADDING = 14, 17, 4, 14
"""The sizes of letters and lines, the gap between boxes, and the margin of the longest line."""


class Box(NamedTuple):
    """The lines in one column of a row, and the colour behind them."""

    lines: Sequence[str]
    fill: str = SHADE


class StateTable:
    """The table of an automaton with several events, or of a machine.

    A machine may have `groups`, headings for its states, in the order of their rows, and `outputs`,
    the output of each action that always has the same. Raises `BadInput` for an
    automaton with fewer than two events, and as a picture for one with too many cells.

    >>> table = StateTable(Automaton.from_table("gate", initial="locked", final=None, table='''
    ...     locked -> open   : coin
    ...     open   -> locked : push / bell
    ... '''))
    >>> print(table.text())
       state   coin  push
    -> locked  open  -
       open    -     locked / bell
    """

    def __init__(self, subject: Automaton | Machine) -> None:
        self.automaton = automaton_of(subject)
        self.groups: Mapping[str, str] = getattr(subject, "groups", {})
        self.outputs: Mapping[str, str] = getattr(subject, "outputs", {})
        if (events := len(self.automaton.events)) < 2:
            raise BadInput(
                f"{shortened(self.automaton.name)} has {counted(events, 'event')}: a state table "
                "needs at least two, draw the state diagram instead"
            )

    def __repr__(self) -> str:
        return repr(self.automaton).replace("Automaton", "StateTable", 1)

    @cached_property
    def events(self) -> tuple[str, ...]:
        """The columns: symbols that are numbers are sorted."""
        events = self.automaton.events
        return tuple(in_order(events)) if all(map(str.isdecimal, events)) else events

    @cached_property
    def grouped(self) -> dict[str, list[str]]:
        """The states under their headings; a table without groups has one empty heading."""
        others = "other states" if self.groups else ""
        states = dict.fromkeys([*self.groups, *self.automaton.states])
        return grouped(states, lambda state: self.groups.get(state, others))

    @property
    def states(self) -> list[str]:
        """The states in the order of their rows."""
        return [state for states in self.grouped.values() for state in states]

    @cached_property
    def final(self) -> frozenset[str]:
        """The states to mark as final; empty if all states are final."""
        final = self.automaton.final
        return frozenset() if final.issuperset(self.automaton.states) else frozenset(final)

    @cached_property
    def entering(self) -> Mapping[str, str]:
        """The output of transitions to each state, if it depends only on the state; else empty.

        Only known outputs count: an action may depend on the memory.
        """
        entering: dict[str, str] = {}
        for transition in self.automaton.transitions:
            output = self.output(transition)
            if entering.setdefault(transition.target, output) != output:
                return {}
        return entering if self.outputs and self.automaton.actions else {}

    def output(self, transition: Transition) -> str:
        """The output of a transition, quoted if ambiguous, or else its actions."""
        effect = transition.label.effect
        if not self.outputs.keys() >= {*transition.actions}:
            return effect
        output = last_output(transition.actions, self.outputs) or ""
        return output if is_line(output) else effect

    def line(self, transition: Transition) -> str:
        """The text of a transition: the next state, and any output that belongs in the cell."""
        guards = f"[{transition.label.condition}] " if transition.guards else ""
        output = "" if self.entering else self.output(transition)
        return guards + transition.target + (f" / {output}" if output else "")

    @property
    def legend(self) -> str:
        """The contents of a cell, in words."""
        guards = "[guards] " if self.automaton.guards else ""
        if self.entering or not self.automaton.actions:
            return f"{guards}the next state"
        return f"{guards}the next state / the {'output' if self.outputs else 'action'}"

    def key(self, arrow: str = "->") -> str:
        """An explanation of the marks of states."""
        final = "; every state is final" if self.automaton.final else ""
        final = "; *: a final state" if self.final else final
        return f"{arrow}: the initial state{final}"

    @property
    def head(self) -> list[str]:
        """The heading of each column."""
        return ["state", *(["output"] if self.entering else []), *self.events]

    def boxes(self, state: str) -> list[Box]:
        """The contents of each column in a state's row, with the state marked."""
        marked = f"{ARROW} {state}" if state == self.automaton.initial else state
        if state in self.final:
            marked += " *"
        boxes = [Box([marked])]
        if self.entering:
            output = self.entering.get(state, "")
            boxes.append(Box([output] if output else [], self._fills.get(output, PAPER)))
        for event in self.events:
            cells = self.automaton.transitions_for(state, event)
            output = self.output(cells[0]) if cells else ""
            lines = [self.line(transition) for transition in cells]
            boxes.append(Box(lines, self._fills.get(output, PAPER)))
        return boxes

    @cached_property
    def _fills(self) -> dict[str, str]:
        """The fills of outputs in their column, until no fills are left."""
        outputs = dict.fromkeys(self.entering.values())
        return dict(zip(outputs, CHIPS, strict=False))

    # its forms

    def text(self, columns: int = 80) -> str:
        """The table as aligned lines; columns that do not fit next to the states come below."""
        head = ["   state", *self.head[1:]]
        body = {state: self._lines(state) for state in self.states}
        table = zip(head, *chain(*body.values()), strict=True)
        widths = [max(map(len, column)) + 2 for column in table]
        beside = 2 if self.entering else 1
        room = columns + 2 - sum(widths[:beside])
        across = max(1, room // max(widths[beside:]))
        blocks = []
        for first in range(beside, len(head), across):
            shown = [*range(beside), *range(len(head))[first : first + across]]
            lines = [_aligned(head, widths, shown)]
            for heading, states in self.grouped.items():
                lines += ["", heading] if heading else []
                for state in states:
                    lines += [_aligned(line, widths, shown) for line in body[state]]
            blocks.append("\n".join(lines))
        return "\n\n".join(blocks)

    def _lines(self, state: str) -> list[Sequence[str]]:
        """The text lines of a row, each as the texts in its columns."""
        marks = "-> " if state == self.automaton.initial else "   "
        if self.final:
            marks += "* " if state in self.final else "  "
        _, *others = self.boxes(state)
        columns = [[marks + state], *(box.lines or ["-"] for box in others)]
        return list(zip_longest(*columns, fillvalue=""))

    @property
    def svg(self) -> str:
        """The table as an SVG, with a legend of its marks; raises `BadInput` if too large."""
        name = self.automaton.name
        if len(self.automaton.states) * len(self.events) > MOST_CELLS:
            raise BadInput(
                f"the state table of {shortened(name)} has more than {MOST_CELLS} cells, too many "
                "for a picture: print it as text"
            )
        head = [Box([heading]) for heading in self.head]
        boxes = {state: self.boxes(state) for state in self.states}
        widths = [_width(column) for column in zip(head, *boxes.values(), strict=True)]
        panels = [_note(f"{name}: state table", 20), _beside(head, widths)]
        for heading, states in self.grouped.items():
            panels += [_note(heading)] if heading else []
            panels += [_beside(boxes[state], widths) for state in states]
        panels += [_note(f"in a cell: {self.legend}"), _note(self.key(ARROW))]
        return document(stacked(panels, GAP), f"The state table of {name}", self.text(), margin=21)

    def _repr_svg_(self) -> str:
        return self.svg


def _width(column: Sequence[Box]) -> float:
    longest = max(text_width(line, SIZE) for box in column for line in box.lines)
    return max(longest + PADDING, 44.0)


def _beside(boxes: Sequence[Box], widths: Sequence[float]) -> Panel:
    """The boxes of a row, side by side."""
    height = LINE_HEIGHT * max(1, *(len(box.lines) for box in boxes)) + 9.0
    x, shapes = 0.0, []
    for box, width in zip(boxes, widths, strict=True):
        shapes.append(rect(x, 0, width, height, fill=box.fill, stroke=LINE))
        y = (height - LINE_HEIGHT * len(box.lines)) / 2 + 0.75 * LINE_HEIGHT
        for line in box.lines:
            shapes.append(centred(x + width / 2, y, line, size=SIZE))
            y += LINE_HEIGHT
        x += width + GAP
    return Panel(x - GAP, height, tuple(shapes))


def _note(words: str, size: float = SIZE) -> Panel:
    """A title, a heading, or a line of the legend."""
    return Panel(text_width(words, size), size + 6, (text(0, size, words, size=size),))


def _aligned(line: Sequence[str], widths: Sequence[int], shown: Sequence[int]) -> str:
    """The texts of a line in some columns."""
    return "".join(f"{line[at]:{widths[at]}}" for at in shown).rstrip()
