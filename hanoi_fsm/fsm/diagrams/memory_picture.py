"""A working memory as a picture: values in cells behind their names, rows of cells, and stacks."""

from collections.abc import Iterable, Mapping
from typing import Any

from hanoi_fsm.fsm.diagrams.palette import FAINT, LINE, PAPER
from hanoi_fsm.fsm.diagrams.svg import Panel, document, fitted, rect, stacked
from hanoi_fsm.fsm.diagrams.texts import text_width
from hanoi_fsm.fsm.errors import shortened

ROOM = 200.0
"""The width of a memory's picture, in pixels."""

CELL, TEXT, GAP, LINE_GAP = 18, 11.5, 8, 4
NAME = {"size": TEXT, "fill": FAINT}
VALUE = {"size": TEXT, "font_weight": "bold", "text_anchor": "middle"}
"""How the texts beside cells look, and those in them."""

MOST_CELLS, MOST_FRAMES = 64, 16
"""The most cells of a row, and frames of a stack, that are drawn."""


def picture(contents: Mapping[str, object], name: str) -> str:
    """The SVG of what a memory of that `name` holds."""
    return document(panel(contents), f"the memory of {name}", spoken(contents))


def spoken(contents: Mapping[str, object]) -> str:
    """The contents in a line."""
    return ", ".join(f"{name}: {_short(value)}" for name, value in contents.items()) or "nothing"


def panel(contents: Mapping[str, object], room: float = ROOM) -> Panel:
    """What a memory holds: registers first, then rows of cells and stacks."""
    if not contents:
        return _words("no memory", room)
    registers = {name: one for name, one in contents.items() if not isinstance(one, tuple)}
    parts = [_cells(registers.items(), room)]
    for name, value in contents.items():
        if isinstance(value, tuple):
            parts.append(_row_or_stack(name, value, room))
    return stacked(parts)._replace(width=room)


def _row_or_stack(name: str, values: tuple[Any, ...], room: float) -> Panel:
    """A row of cells, or a stack of named tuples with its top, the last of them, first."""
    if not values:
        return _words(f"{name}: empty", room)
    if fields := getattr(values[-1], "_fields", ()):
        parts = [_words(f"{name}, top first: {', '.join(fields)}", room)]
        shown = values[-MOST_FRAMES:]
        for frame in reversed(shown):
            parts.append(_cells([("", one) for one in frame], room))
    else:
        shown = values[:MOST_CELLS]
        parts = [_cells([(name, shown[0]), *(("", one) for one in shown[1:])], room)]
    if more := len(values) - len(shown):
        parts.append(_words(f"and {more} more", room))
    return stacked(parts, LINE_GAP)


def _cells(named: Iterable[tuple[str, object]], room: float) -> Panel:
    """Cells behind their names, if they have any, as many side by side as there is room for."""
    x, y, shapes = 0.0, 0.0, []
    for name, value in named:
        words = _short(value)
        cell = min(max(CELL, text_width(words, TEXT, bold=True) + 8), room / 2)
        label = min(text_width(name, TEXT) + 5, room - cell) if name else 0
        if x and name:
            x += GAP
        if x and x + label + cell > room:
            x, y = 0, y + CELL + (LINE_GAP if name else 0)
        if name:
            shapes.append(fitted(x, y + 13, name, label, **NAME))
        shapes.append(rect(x + label, y, cell, CELL, fill=PAPER, stroke=LINE))
        shapes.append(fitted(x + label + cell / 2, y + 13, words, cell - 4, **VALUE))
        x += label + cell
    return Panel(room, y + CELL if shapes else 0, tuple(shapes))


def _words(words: str, room: float) -> Panel:
    return Panel(room, CELL, (fitted(0, 13, words, room, **NAME),))


def _short(value: object) -> str:
    """A value in a few letters."""
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_short, value)) + ")"
    return value if isinstance(value, str) else shortened(value)
