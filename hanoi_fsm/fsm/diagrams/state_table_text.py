"""A state table as text: aligned lines for a terminal, and Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from hanoi_fsm.fsm.diagrams.picture import ARROW
from hanoi_fsm.fsm.diagrams.state_table import OUTPUT

if TYPE_CHECKING:
    from hanoi_fsm.fsm.diagrams.state_table import Row, StateTable

NOTHING = "-"
"""What a cell without a transition shows."""

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~&])")


def text(table: StateTable, columns: int) -> str:
    """The table in lines of at most `columns` characters, unless a single event needs more."""
    states = ["   state", *(_marks(row, table) + row.state for row in table.rows)]
    if table.entering:
        outputs = [OUTPUT, *(table.entering.get(row.state, NOTHING) for row in table.rows)]
        wide = max(map(len, states))
        pairs = zip(states, outputs, strict=True)
        states = [f"{state:{wide}}  {output}" for state, output in pairs]
    side = max(map(len, states))
    widths = {event: max(map(len, [event, *_column(table, event)])) for event in table.events}
    blocks = []
    for events in _fitting(table.events, widths, columns - side):
        wide_ones = [side, *(widths[event] for event in events)]
        lines = [_line([states[0], *events], wide_ones)]
        names = iter(states[1:])
        for heading, rows in table.grouped:
            lines += ["", heading] if heading else [""] * (len(lines) > 1)
            for row in rows:
                cells = (_lines(table, row, event) for event in events)
                parts = zip_longest([next(names)], *cells, fillvalue="")
                lines += [_line(line, wide_ones) for line in parts]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _marks(row: Row, table: StateTable) -> str:
    """The marks of textbooks: an arrow for the initial state, an asterisk for a final one."""
    arrow = "-> " if row.initial else "   "
    final = "" if table.all_final or not table.automaton.final else "* " if row.final else "  "
    return arrow + final


def _lines(table: StateTable, row: Row, event: str) -> list[str]:
    return [" ".join(table.lines(one)) for one in row.cells[event]] or [NOTHING]


def _column(table: StateTable, event: str) -> Iterator[str]:
    return (line for row in table.rows for line in _lines(table, row, event))


def _fitting(events: Sequence[str], widths: Mapping[str, int], room: int) -> list[Sequence[str]]:
    """The events in blocks that fit into the room beside the states, of equal size if possible."""
    blocks: list[list[str]] = [[]]
    left = room
    for event in events:
        if blocks[-1] and widths[event] + 2 > left:
            blocks.append([])
            left = room
        blocks[-1].append(event)
        left -= widths[event] + 2
    size = -(-len(events) // len(blocks))
    even = [events[at : at + size] for at in range(0, len(events), size)]
    fit = all(sum(widths[event] + 2 for event in block) <= room for block in even)
    return even if fit else list(blocks)


def _line(parts: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(f"{part:{wide}}" for part, wide in zip(parts, widths, strict=True)).rstrip()


def markdown(table: StateTable) -> str:
    """The table in the Markdown of GitHub; a heading is a row of its own."""
    output = [OUTPUT] * bool(table.entering)
    header = ["state", *output, *map(_escaped, table.events)]
    lines = [_row(header), _row(["---"] * len(header))]
    for heading, rows in table.grouped:
        if heading:
            lines.append(_row([f"*{_escaped(heading)}*", *[""] * (len(header) - 1)]))
        for row in rows:
            final = row.final and not table.all_final
            marks = ARROW * row.initial, f"**{_escaped(row.state)}**", r"\*" * final
            outputs = [_escaped(table.entering.get(row.state, "")) for _ in output]
            cells = [[" ".join(table.lines(one)) for one in found] for found in row.cells.values()]
            texts = ("<br>".join(map(_escaped, cell)) for cell in cells)
            lines.append(_row([" ".join(filter(None, marks)), *outputs, *texts]))
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    r"""A text in which Markdown sees no markup.

    >>> print(_escaped("a|b / next_hour"))
    a\|b / next\_hour
    """
    return _SPECIAL.sub(r"\\\1", text)
