"""A working memory as a picture: its registers, rows of cells, and stacks, by their names."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from hanoi_fsm.fsm.diagrams.palette import FAINT, INK, LINE, PAPER
from hanoi_fsm.fsm.diagrams.svg import Panel, document, fitted, rect, stacked
from hanoi_fsm.fsm.diagrams.text_width import cut_to, text_width
from hanoi_fsm.fsm.errors import counted, shortened

_Part = TypeVar("_Part")

ROOM = 200.0
"""The width of a memory's picture, in pixels."""

CELL, TEXT, GAP = 18, 11.5, 8
MOST_CELLS, MOST_FRAMES, MOST_PARTS = 64, 16, 6
"""The longest row of cells, the highest stack and the longest frame that are drawn in cells."""


def picture(contents: Mapping[str, object], name: str) -> str:
    """The SVG of what a memory of that `name` holds."""
    return document(panel(contents), f"the memory of {name}", spoken(contents))


def spoken(contents: Mapping[str, object]) -> str:
    """The contents in a line."""
    return ", ".join(f"{name}: {_short(value)}" for name, value in contents.items()) or "nothing"


def panel(contents: Mapping[str, object], room: float = ROOM) -> Panel:
    """What a memory holds: registers first, then rows of cells, then stacks."""
    registers = {k: v for k, v in contents.items() if not isinstance(v, tuple)}
    rows = {k: v for k, v in contents.items() if isinstance(v, tuple) and not _is_stack(v)}
    stacks = {k: v for k, v in contents.items() if isinstance(v, tuple) and _is_stack(v)}
    parts = [_registers(registers, room)]
    parts += [_row(name, cells, room) for name, cells in rows.items()]
    parts += [_stack(name, frames, room) for name, frames in stacks.items()]
    found = stacked(parts)
    if not found.height:
        found = Panel(room, CELL, (fitted(0, 13, "no memory", room, fill=FAINT),))
    return found._replace(width=room)


def _is_stack(value: tuple[object, ...]) -> bool:
    return bool(value) and all(isinstance(one, tuple) for one in value)


def _registers(values: Mapping[str, object], room: float) -> Panel:
    """Names with their values, as many side by side as there is room for."""
    x, y, shapes = 0.0, 0.0, []
    for name, value in values.items():
        shown = cut_to(_short(value), room / 2 - 8, TEXT, bold=True)
        cell = max(CELL, text_width(shown, TEXT, bold=True) + 8)
        label = cut_to(name, room - cell - 5, TEXT)
        wide = text_width(label, TEXT) + cell + 5
        if x and x + wide > room:
            x, y = 0, y + CELL + 4
        shapes.append(fitted(x, y + 13, name, room - cell - 5, size=TEXT, fill=FAINT))
        shapes.append(_cell(x + wide - cell, y, cell, _short(value)))
        x += wide + GAP
    return Panel(room, y + CELL if shapes else 0, tuple(shapes))


def _cell(x: float, y: float, width: float, words: str, fill: str = PAPER) -> str:
    middle, look = x + width / 2, {"size": TEXT, "font_weight": "bold", "text_anchor": "middle"}
    box = rect(x, y, width, CELL, fill=fill, stroke=LINE)
    return box + fitted(middle, y + 13, words, width - 4, **look)


def _row(name: str, cells: Sequence[object], room: float) -> Panel:
    """A row of cells with its name before it, or above it where both do not fit."""
    words = [_short(cell) for cell in cells[:MOST_CELLS]]
    width = min(room, max([CELL, *(text_width(word, TEXT, bold=True) + 8 for word in words)]))
    label = text_width(cut_to(name, room, TEXT), TEXT) + 5
    beside = label + width * max(1, len(words)) <= room
    shapes = [fitted(0, 13, name, room, size=TEXT, fill=FAINT)]
    left, y = (label, 0.0) if beside else (0.0, float(CELL))
    x = left
    for word in words:
        if x + width > room + 0.1:
            x, y = left, y + CELL
        shapes.append(_cell(x, y, width, word))
        x += width
    if not words:
        shapes.append(fitted(left, 13, "empty", room, size=TEXT, fill=FAINT))
    if more := len(cells) - len(words):
        y += CELL
        shapes.append(fitted(left, y + 13, f"and {more} more", room, size=TEXT, fill=FAINT))
    return Panel(room, y + CELL, tuple(shapes))


def _stack(name: str, frames: Sequence[tuple[object, ...]], room: float) -> Panel:
    """A stack of named tuples, the top first; or tuples without names, in their order."""
    headings: tuple[str, ...] = getattr(frames[-1], "_fields", ())
    shown = [*(reversed(frames) if headings else frames)][:MOST_FRAMES]
    if max(map(len, shown)) > MOST_PARTS or not min(map(len, shown)):
        shown, headings = [(_short(frame),) for frame in shown], ()
    widths = _columns([headings, *shown], room - 2)
    said = f"{counted(len(frames), 'frame')}, top first" if headings else f"{len(frames)}"
    shapes = [fitted(0, 13, f"{name}: {said}", room, size=TEXT, fill=FAINT)]
    y = float(CELL)
    for x, width, heading in _places(widths, headings):
        look = {"size": TEXT, "fill": FAINT, "text_anchor": "middle"}
        shapes.append(fitted(x + width / 2, y + 12, heading, width - 2, **look))
    y += CELL if headings else 2
    for frame in shown:
        shapes += [_cell(x, y, width, _short(part)) for x, width, part in _places(widths, frame)]
        whole = sum(widths[: len(frame)])
        shapes.append(rect(1, y, whole, CELL, fill="none", stroke=INK, stroke_width=1.5))
        y += CELL + 2
    if more := len(frames) - len(shown):
        shapes.append(fitted(0, y + 13, f"and {more} more", room, size=TEXT, fill=FAINT))
        y += CELL
    return Panel(room, y, tuple(shapes))


def _columns(rows: Sequence[Sequence[object]], room: float) -> list[float]:
    """The widths of the columns of a table that fills a room, each as its longest part needs."""
    count = max(map(len, rows))
    columns = ([_short(row[at]) for row in rows if at < len(row)] for at in range(count))
    needed = [max(text_width(part, TEXT, bold=True) for part in column) + 8 for column in columns]
    return [width * room / sum(needed) for width in needed]


def _places(widths: Sequence[float], row: Sequence[_Part]) -> Iterator[tuple[float, float, _Part]]:
    """Each part of a row with where its cell begins, and how wide it is."""
    x = 1.0
    for width, part in zip(widths, row, strict=False):
        yield x, width, part
        x += width


def _short(value: object) -> str:
    """A value in a few letters: `-` for None, yes or no for a bool."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_short, value)) + ")"
    if isinstance(value, str):
        return value
    return "-" if value is None else shortened(value)
