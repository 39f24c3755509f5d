"""The state table of an automaton: one row per state, one column per event, in a cell what is next.

It shows what a state diagram with too many edges hides. The rows may be grouped under headings that
the machine declares. Where whatever leads to a state puts out the same, as in a Moore machine, that
is a column beside the states, and the cells are free of it. As text, an arrow marks the initial
state and an asterisk the final ones, as in textbooks; the picture is an SVG of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, groupby, zip_longest
from typing import Any, NamedTuple, Protocol

from hanoi_fsm.fsm.automaton import Automaton, automaton_of
from hanoi_fsm.fsm.diagrams.palette import CHIPS, FAINT, INK, LINE, PAPER, SHADE
from hanoi_fsm.fsm.diagrams.picture import ARROW
from hanoi_fsm.fsm.diagrams.svg import (
    Panel,
    centred,
    document,
    element,
    escaped,
    rect,
    stacked,
    text,
)
from hanoi_fsm.fsm.diagrams.text_width import text_width
from hanoi_fsm.fsm.errors import BadInput, cut, shortened
from hanoi_fsm.fsm.notation import in_order
from hanoi_fsm.fsm.validation import check_lines

MOST_CELLS = 2_000
LONGEST = 40
"""The most cells of a picture, and the most characters of a line in a cell."""

OUTPUT = "output"
"""The heading of the column with what is put out on the way to a state."""

NOTHING = "-"
"""What a cell without a transition shows as text."""

SIZE, LINE_HEIGHT, GAP, PADDING = 14, 17, 4, 14
"""Of the letters, of a line, between boxes, and beside the longest line in a box."""

LEFT, TITLE = 26.0, 20
"""The room for the point beside the initial state, and the size of the title."""

STATE = {"fill": SHADE, "stroke": INK, "rx": 8}
HEADING = {"fill": "none", "stroke": "none", "ink": FAINT}
"""How the boxes of states and the headings of columns look."""

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~&])")


class Cell(NamedTuple):
    """One transition in a cell: where it leads, under which guards, and what it puts out.

    `decides` says that the next state is never left again.
    """

    next: str
    guards: str
    output: str
    decides: bool

    def __str__(self) -> str:
        return self.target + (f" / {self.output}" if self.output else "")

    @property
    def target(self) -> str:
        return (f"[{self.guards}] " if self.guards else "") + self.next


class Row(NamedTuple):
    """A state with its heading, what marks it, and its cells by event."""

    state: str
    group: str
    initial: bool
    final: bool
    cells: Mapping[str, tuple[Cell, ...]]


class Described(Protocol):
    """A machine, as far as a table asks."""

    @property
    def automaton(self) -> Automaton: ...
    @property
    def groups(self) -> Mapping[str, str]: ...
    @property
    def outputs(self) -> Mapping[str, str]: ...


class StateTable:
    """The table of an automaton with several events, or of a machine.

    `groups` are the headings of states, whose rows come in this order, and `outputs` says what an
    action puts out where that is always the same; a machine brings both. Raises `BadInput` for an
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

    def __init__(
        self,
        subject: Automaton | Described,
        groups: Mapping[str, str] | None = None,
        outputs: Mapping[str, str] | None = None,
    ) -> None:
        self.automaton = automaton_of(subject)
        own: Mapping[str, Mapping[str, str]] = {}
        if not isinstance(subject, Automaton):
            own = {"groups": subject.groups, "outputs": subject.outputs}
        self.groups = {**own.get("groups", {}), **(groups or {})}
        self.outputs = {**own.get("outputs", {}), **(outputs or {})}
        check_lines("groups", self.groups, self.automaton.states)
        events = self.automaton.events
        if len(events) < 2:
            what = f"only one event, {shortened(events[0])}" if events else "no event"
            raise BadInput(
                f"{shortened(self.automaton.name)} has {what}: a state table has a column for each "
                "of several, draw the state diagram instead"
            )

    def __repr__(self) -> str:
        return repr(self.automaton).replace("Automaton", "StateTable", 1)

    @property
    def events(self) -> tuple[str, ...]:
        """The columns: symbols that are numbers are sorted."""
        events = self.automaton.events
        return tuple(in_order(events)) if all(map(str.isdecimal, events)) else events

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """One row per state, those with a heading first."""
        automaton = self.automaton
        headings = list(dict.fromkeys(self.groups.values()))
        headed = [state for state in self.groups if state in automaton.states]
        headed.sort(key=lambda state: headings.index(self.groups[state]))
        return tuple(
            Row(
                state,
                self.groups.get(state, ""),
                state == automaton.initial,
                state in automaton.final,
                {event: self._cells(state, event) for event in self.events},
            )
            for state in dict.fromkeys([*headed, *automaton.states])
        )

    def _cells(self, state: str, event: str) -> tuple[Cell, ...]:
        return tuple(
            Cell(
                one.target,
                " & ".join(map(str, one.guards)),
                self.outputs.get(one.action or "", one.action or ""),
                one.target in self._kept,
            )
            for one in self.automaton.transitions_for(state, event)
        )

    @cached_property
    def _kept(self) -> set[str]:
        """The states with transitions that all lead back to them."""
        left = {one.source for one in self.automaton.transitions if one.source != one.target}
        return {one.source for one in self.automaton.transitions} - left

    @property
    def grouped(self) -> Iterator[tuple[str, tuple[Row, ...]]]:
        """The rows under their headings, the last of which may be empty."""
        for heading, rows in groupby(self.rows, key=lambda row: row.group):
            yield heading, tuple(rows)

    @property
    def all_final(self) -> bool:
        """Whether marks of final states would say nothing."""
        return self.automaton.final.issuperset(self.automaton.states)

    @cached_property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [one for row in self.rows for found in row.cells.values() for one in found]

    @cached_property
    def entering(self) -> Mapping[str, str]:
        """What is put out on the way to each state, if that depends on the state alone; or empty.

        Only known outputs count: an action may depend on the memory.
        """
        outputs = {one.next: one.output for one in self.cells if one.output}
        alike = all(outputs.get(one.next, "") == one.output for one in self.cells)
        return outputs if self.outputs and alike else {}

    def lines(self, cell: Cell) -> list[str]:
        """What is written for a transition: the next state, and the output if it belongs here."""
        return [cell.target] + ([f"/ {cell.output}"] if cell.output and not self.entering else [])

    @property
    def legend(self) -> str:
        """What is in a cell, in words."""
        guards = "[guards] " if any(one.guards for one in self.cells) else ""
        shown = any(one.output for one in self.cells) and not self.entering
        output = (" / the output" if self.outputs else " / the action") if shown else ""
        return f"{guards}the next state{output}"

    # as text

    def text(self, columns: int = 80) -> str:
        """The table as aligned lines; the columns that do not fit beside the states come below."""
        output = [[OUTPUT]] if self.entering else []
        head = [["   state"], *output, *([event] for event in self.events)]
        body = {row.state: self._texts(row) for row in self.rows}
        table = zip(head, *body.values(), strict=True)
        widths = [max(map(len, chain(*column))) for column in table]
        beside = range(1 + len(output))
        room = columns - sum(widths[at] + 2 for at in beside) + 2
        blocks = []
        for chosen in _fitting(range(len(beside), len(head)), widths, room):
            shown = [*beside, *chosen]
            lines = [*_aligned(head, shown, widths)]
            for heading, rows in self.grouped:
                lines += ["", heading] if heading else [""] * (len(lines) > 1)
                for row in rows:
                    lines += _aligned(body[row.state], shown, widths)
            blocks.append("\n".join(lines))
        return "\n\n".join(blocks)

    def _texts(self, row: Row) -> list[list[str]]:
        """The lines in each column of a row, with the marks of textbooks before the state."""
        final = "" if self.all_final or not self.automaton.final else "* " if row.final else "  "
        output = [[self.entering.get(row.state, NOTHING)]] if self.entering else []
        cells = ([" ".join(self.lines(one)) for one in found] for found in row.cells.values())
        marked = f"{'-> ' if row.initial else '   '}{final}{row.state}"
        return [[marked], *output, *(lines or [NOTHING] for lines in cells)]

    def markdown(self) -> str:
        """The table in Markdown, as GitHub shows it; a heading is a row of its own."""
        output = [OUTPUT] if self.entering else []
        header = ["state", *output, *map(_escaped, self.events)]
        rows = [header, ["---"] * len(header)]
        for heading, grouped in self.grouped:
            if heading:
                rows.append([f"*{_escaped(heading)}*", *[""] * (len(header) - 1)])
            for row in grouped:
                final = row.final and not self.all_final
                marks = ARROW * row.initial, f"**{_escaped(row.state)}**", r"\*" * final
                outputs = [_escaped(self.entering.get(row.state, "")) for _ in output]
                cells = (
                    "<br>".join(_escaped(" ".join(self.lines(one))) for one in found)
                    for found in row.cells.values()
                )
                rows.append([" ".join(filter(None, marks)), *outputs, *cells])
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)

    def grid(self) -> Iterator[list[str]]:
        """The table as texts for a spreadsheet: a header, then one list per state."""
        yield ["group", "state", "initial", "final", *self.events]
        for row in self.rows:
            marks = ["yes" if mark else "no" for mark in (row.initial, row.final)]
            cells = ("; ".join(map(str, cells)) for cells in row.cells.values())
            yield [row.group, row.state, *marks, *cells]

    def objects(self) -> Iterator[dict[str, Any]]:
        """The rows as objects for JSON; a cell is a list of transitions."""
        for row in self.rows:
            cells = {
                event: [
                    {"next": one.next, "guards": one.guards, "output": one.output} for one in cells
                ]
                for event, cells in row.cells.items()
            }
            yield {**row._asdict(), "cells": cells}

    # as a picture

    @property
    def svg(self) -> str:
        """The table as an SVG, with what its marks mean below; raises `BadInput` if too large."""
        name = self.automaton.name
        if len(self.automaton.states) * len(self.events) > MOST_CELLS:
            raise BadInput(
                f"the state table of {shortened(name)} has more than {MOST_CELLS} cells, too many "
                "for a picture: print it by `describe NAME --table`"
            )
        head = ["", *([OUTPUT] if self.entering else []), *self.events]
        heading = [Box(f"column-{at}", [one], HEADING) for at, one in enumerate(head)]
        boxes = {row.state: self._boxes(row) for row in self.rows}
        columns, left = [], LEFT
        for column in zip(heading, *boxes.values(), strict=True):
            width = max(44.0, *(_wide(line) for box in column for line in box.lines))
            columns.append((left, width))
            left += width + GAP
        panels = [_line(f"{name}: state table", TITLE), _in_columns(heading, columns)]
        for group, rows in self.grouped:
            panels += [_line(group)] if group else [Panel(0, 1, ())]
            for row in rows:
                panel = _in_columns(boxes[row.state], columns)
                marks = self._marks(row, columns[0][1], panel.height)
                panels.append(panel._replace(shapes=(*panel.shapes, *marks)))
        panels += map(_line, self._said())
        return document(stacked(panels, GAP), f"The state table of {name}", self.text(), margin=21)

    def _repr_svg_(self) -> str:
        return self.svg

    def _boxes(self, row: Row) -> list[Box]:
        """The boxes of a row: the state, its output, and the cells."""
        number = self.automaton.states.index(row.state) + 1
        found = [Box(f"state-{number}", [row.state], STATE)]
        if self.entering:
            output = self.entering.get(row.state, "")
            fill = self._fills.get(output, PAPER)
            found.append(Box(f"output-{number}", [output], {"fill": fill}))
        for at, cells in enumerate(row.cells.values(), 1):
            outputs = {one.output for one in cells}
            look = {"fill": self._fills.get(outputs.pop(), PAPER) if len(outputs) == 1 else PAPER}
            look |= {"font_weight": "bold"} if any(one.decides for one in cells) else {}
            look |= {} if cells else {"stroke_dasharray": "1 3"}
            found.append(Box(f"cell-{number}-{at}", [*chain(*map(self.lines, cells))], look))
        return found

    @cached_property
    def _fills(self) -> dict[str, str]:
        """The fill of each output; none if there are more than fills that differ."""
        outputs = dict.fromkeys(one.output for one in self.cells if one.output)
        return dict(zip(outputs, CHIPS, strict=False)) if len(outputs) <= len(CHIPS) else {}

    def _marks(self, row: Row, width: float, height: float) -> Iterator[str]:
        """The second border of a final state, and the point beside the initial one."""
        if row.final and not self.all_final:
            look = {"fill": "none", "stroke": INK, "rx": 6}
            yield rect(LEFT + 3, 3, width - 6, height - 6, **look)
        if row.initial:
            yield element("circle", cx=LEFT / 2, cy=height / 2, r=6, fill=INK)

    def _said(self) -> Iterator[str]:
        """What is in a cell, and what the marks mean."""
        filled = ", filled as its output is" if self.entering else ", which is also the fill"
        yield f"A cell: {self.legend}{filled if self._fills else ''}."
        final = "Double borders mark final states." if self.automaton.final else ""
        said = [
            "The point marks the initial state.",
            "Every state is final." if self.all_final else final,
            "Bold: never left again." if any(one.decides for one in self.cells) else "",
        ]
        yield " ".join(filter(None, said))


class Box(NamedTuple):
    """A box with lines in its middle; its `look` is that of the border and of the letters."""

    name: str
    lines: Sequence[str]
    look: Mapping[str, object]

    def drawn(self, left: float, width: float, height: float) -> str:
        look = {"stroke": LINE, **self.look}
        letters = {"fill": look.pop("ink", INK), "font_weight": look.pop("font_weight", None)}
        y = (height - LINE_HEIGHT * len(self.lines)) / 2 - 0.25 * LINE_HEIGHT
        shown = (
            centred(left + width / 2, y + LINE_HEIGHT * at, _short(line), size=SIZE, **letters)
            for at, line in enumerate(self.lines, 1)
        )
        box = rect(left, 0, width, height, **look)
        title = element("title", escaped(self.name))
        return element("g", title, box, *shown, class_="node", id=self.name)


def _in_columns(boxes: Sequence[Box], columns: Sequence[tuple[float, float]]) -> Panel:
    """The boxes of a row beside each other."""
    height = LINE_HEIGHT * max(1, *(len(box.lines) for box in boxes)) + 9.0
    places = zip(boxes, columns, strict=True)
    width = sum(columns[-1])
    return Panel(width, height, tuple(box.drawn(*place, height) for box, place in places))


def _line(words: str, size: float = SIZE) -> Panel:
    """The title, a heading, or a line of the legend."""
    shown = text(LEFT, size, words, size=size, fill=INK if size > SIZE else FAINT)
    return Panel(LEFT + text_width(words, size), size + 6, (shown,))


def _short(line: str) -> str:
    return cut(line, LONGEST)


def _wide(line: str) -> float:
    return text_width(_short(line), SIZE, bold=True) + PADDING


def _fitting(columns: range, widths: Sequence[int], room: int) -> list[range]:
    """The columns in as few blocks of equal size as fit into the room, or one by one."""
    for count in range(1, len(columns) + 1):
        size = -(-len(columns) // count)
        blocks = [columns[at : at + size] for at in range(0, len(columns), size)]
        if size == 1 or all(sum(widths[at] + 2 for at in block) <= room for block in blocks):
            break
    return blocks


def _aligned(
    cells: Sequence[Sequence[str]], shown: Sequence[int], widths: Sequence[int]
) -> Iterator[str]:
    """The lines of some cells beside each other."""
    for parts in zip_longest(*(cells[at] for at in shown), fillvalue=""):
        aligned = (f"{part:{widths[at]}}" for part, at in zip(parts, shown, strict=True))
        yield "  ".join(aligned).rstrip()


def _escaped(text: str) -> str:
    r"""A text in which Markdown sees no markup.

    >>> print(_escaped("a|b / next_hour"))
    a\|b / next\_hour
    """
    return _SPECIAL.sub(r"\\\1", text)
