"""A state table as a picture: every cell is a node at a fixed place.

The embedded renderer is built without HTML-like labels, and an SVG of our own would give no PNG and
no PDF. States look as in a state diagram: a point marks the initial one, double borders final ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from hanoi_fsm.fsm.diagrams.palette import CHIPS, FAINT, INK, LINE, PAPER, SHADE
from hanoi_fsm.fsm.diagrams.picture import FIXED, LETTERING, SHEET, inches, place
from hanoi_fsm.fsm.diagrams.state_table import OUTPUT
from hanoi_fsm.fsm.diagrams.text_width import ROOMY, text_width
from hanoi_fsm.fsm.diagrams.texts import escaped_label
from hanoi_fsm.fsm.errors import cut

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.state_table import Cell, Row, StateTable

NAME = "state-table"
"""The identifier of the graph, by which the reader of DOT knows what it is."""

LONGEST = 40  # the most characters of a line in a cell
SIZE, LINE_HEIGHT, GAP, MARGIN = 14, 17, 4, 14
LEFT = 26  # for the point beside the initial state
BOLD = "Helvetica-Bold"  # as Graphviz has to spell it, to make the weight an attribute of its own
HEADING = {"style": "", "peripheries": "0", "fontcolor": FAINT}


class _Box(NamedTuple):
    left: float
    top: float
    width: float
    height: float

    @property
    def attributes(self) -> dict[str, str]:
        middle = place(self.left + self.width / 2, -self.top - self.height / 2)
        return {"pos": middle, "width": inches(self.width), "height": inches(self.height)}


class Sheet:
    """The graph of a table, without edges, while it is filled from top to bottom."""

    def __init__(self, table: StateTable) -> None:
        import graphviz

        self.table = table
        self.top = 0.0
        self.graph = graphviz.Graph(
            NAME,
            graph_attr=SHEET
            | FIXED
            | {"label": f"{escaped_label(table.automaton.name)}: state table"},
            node_attr=LETTERING
            | {"shape": "box", "style": "filled", "fixedsize": "true", "margin": "0.03"}
            | {"fontsize": str(SIZE), "color": LINE},
        )

    def filled(self) -> Any:
        """The graph with all rows, and a legend below them."""
        self.top += 12
        self._draw_header()
        for number, (heading, rows) in enumerate(self.table.grouped, 1):
            self.top += 8 * (number > 1)
            if heading:
                self._say(f"heading {number}", heading)
            for row in rows:
                self._draw_row(row)
        self.top += 10
        for number, line in enumerate(self._legend(), 1):
            self._say(f"legend {number}", line)
        return self.graph

    @cached_property
    def cells(self) -> list[Cell]:
        return [one for row in self.table.rows for found in row.cells.values() for one in found]

    @cached_property
    def fills(self) -> dict[str, str]:
        """The fill of each output; none if there are more than fills that differ."""
        outputs = list(dict.fromkeys(one.output for one in self.cells if one.output))
        return dict(zip(outputs, CHIPS, strict=False)) if len(outputs) <= len(CHIPS) else {}

    @cached_property
    def columns(self) -> dict[str, tuple[float, float]]:
        """The left edge and the width of the column of each event."""
        found, left = {}, self.state_width + GAP
        if self.table.entering:
            left += self.output_width + GAP
        for event in self.table.events:
            cells = (row.cells[event] for row in self.table.rows)
            lines = (line for found in cells for line in self._lines(found))
            found[event] = left, max(44, _wide([event, *lines]))
            left += found[event][1] + GAP
        return found

    @cached_property
    def state_width(self) -> float:
        return max(44, _wide([row.state for row in self.table.rows]))

    @cached_property
    def output_width(self) -> float:
        return _wide([OUTPUT, *self.table.entering.values()])

    def _lines(self, cells: Sequence[Cell]) -> list[str]:
        return [line for one in cells for line in self.table.lines(one)]

    def _draw_header(self) -> None:
        height = LINE_HEIGHT + 4
        if self.table.entering:
            box = _Box(self.state_width + GAP, self.top, self.output_width, height)
            self._node("output", [OUTPUT], box, **HEADING)
        for number, (event, (left, width)) in enumerate(self.columns.items(), 1):
            self._node(f"event {number}", [event], _Box(left, self.top, width, height), **HEADING)
        self.top += height + GAP

    def _draw_row(self, row: Row) -> None:
        number = self.table.automaton.states.index(row.state) + 1
        height = LINE_HEIGHT * max([1, *map(len, map(self._lines, row.cells.values()))]) + 9
        state = {"style": "rounded,filled", "fillcolor": SHADE, "color": INK}
        if row.final and not self.table.all_final:
            state["peripheries"] = "2"
        box = _Box(0, self.top, self.state_width, height)
        self._node(f"state {number}", [row.state], box, **state)
        if row.initial:
            point = {"shape": "point", "width": "0.16", "height": "0.16", "fillcolor": INK}
            at = _Box(-LEFT, self.top, LEFT, height).attributes["pos"]
            self.graph.node("initial", label="", pos=at, color=INK, id="initial", **point)
        if output := self.table.entering.get(row.state):
            box = _Box(self.state_width + GAP, self.top, self.output_width, height)
            self._node(f"output {number}", [output], box, fillcolor=self._fill([output]))
        for column, (event, (left, width)) in enumerate(self.columns.items(), 1):
            box = _Box(left, self.top, width, height)
            self._draw_cell(f"cell {number} {column}", row.cells[event], box)
        self.top += height + GAP

    def _draw_cell(self, name: str, cells: Sequence[Cell], box: _Box) -> None:
        look = {"fillcolor": self._fill([one.output for one in cells])}
        if any(one.decides for one in cells):
            look["fontname"] = BOLD
        self._node(name, self._lines(cells), box, **(look if cells else {"style": "dotted"}))

    def _fill(self, outputs: Sequence[str]) -> str:
        several = set(outputs)
        return self.fills.get(several.pop(), PAPER) if len(several) == 1 else PAPER

    def _node(self, name: str, lines: Sequence[str], box: _Box, **attributes: str) -> None:
        from graphviz import nohtml

        label = nohtml(r"\n".join(escaped_label(_short(line)) for line in lines))
        known = {"label": label, "id": name.replace(" ", "-")}
        self.graph.node(name, **known, **box.attributes, **attributes)

    def _say(self, name: str, text: str) -> None:
        """A line of text from the left edge of the table on."""
        left, width = list(self.columns.values())[-1]
        height = LINE_HEIGHT + 6
        box = _Box(0, self.top, max(left + width, _whole(text)), height)
        known = {"label": escaped_label(text) + r"\l", "id": name.replace(" ", "-")}
        self.graph.node(name, **known, **box.attributes, **HEADING)
        self.top += height

    def _legend(self) -> Iterator[str]:
        table = self.table
        filled = ", filled as its output is" if table.entering else ", which is also the fill"
        yield f"A cell: {table.legend}{filled if self.fills else ''}."
        marks = ["The point marks the initial state."]
        if table.all_final:
            marks.append("Every state is final.")
        elif table.automaton.final:
            marks.append("Double borders mark final states.")
        if any(one.decides for one in self.cells):
            marks.append("Bold: never left again.")
        yield " ".join(marks)


def _short(line: str) -> str:
    return cut(line, LONGEST)


def _wide(lines: Sequence[str]) -> float:
    """How wide a box for these lines is, in points, with some room for wider fonts."""
    return max(_whole(_short(line)) for line in lines)


def _whole(line: str) -> float:
    return ROOMY * text_width(line, SIZE) + MARGIN
