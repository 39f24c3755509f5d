"""The peg matrix as a picture: three columns of n + 1 cells, each with its height.

In cell 0, at the bottom of each column, is the sentinel, the disk n + 1, which is grey. The cell
of a column's height, its top, is marked; the two tops that are compared are ringed.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from hanoi_fsm.fsm.diagrams import memory_picture as generic
from hanoi_fsm.fsm.diagrams.palette import CHIPS, FAINT, INK, LINE, LIT_LINE, PAPER, disk_colours
from hanoi_fsm.fsm.diagrams.svg import Panel, centred, document, path, rect, stacked
from hanoi_fsm.hanoi.pegs import MOST_SHOWN, PEGS, Move
from hanoi_fsm.hanoi.pictures.towers import GHOST, NUMERAL, PEG

WIDTH, HEIGHT = 32, 17
"""The size of a cell, in pixels; the columns are as far apart as pegs."""

SENTINEL = CHIPS[-1]
COLUMNS = tuple(f"peg {peg}" for peg in PEGS)
"""What the columns are called in the contents of a memory."""


def memory_picture(contents: Mapping[str, object], name: str, compared: Collection[int]) -> str:
    """The SVG of a memory that may have a peg matrix, with the tops that are `compared` ringed."""
    panel = memory_panel(contents, compared=compared, heads=True)
    return document(panel, f"the memory of {name}", generic.spoken(contents))


def has_matrix(contents: Mapping[str, object] | None) -> bool:
    """Whether a memory keeps a peg matrix, by what it holds."""
    return {*COLUMNS, "heights"} <= (contents or {}).keys()


def memory_panel(
    contents: Mapping[str, object],
    move: Move | None = None,
    compared: Collection[int] = (),
    *,
    heads: bool = False,
    room: float = generic.ROOM,
) -> Panel:
    """What a memory holds after a `move`: its peg matrix, if it has one, and all the rest.

    The tops of the pegs `compared` before it are ringed; with `heads` the columns are named.
    """
    named: dict[str, Any] = dict(contents)
    if not has_matrix(named) or len(named[COLUMNS[0]]) > MOST_SHOWN + 1:
        return generic.panel(named, room)
    cells, heights = [named.pop(name) for name in COLUMNS], named.pop("heights")
    floor = (18.0 if heads else 3.0) + HEIGHT * len(cells[0])
    shapes: list[str] = []
    for peg, column in enumerate(cells):
        middle = room / 2 + (peg - 1) * PEG
        if heads:
            shapes.append(centred(middle, 12, COLUMNS[peg], fill=FAINT))
        shapes += _cells(middle, floor, column)
        shapes += _marks(middle, floor, peg, heights[peg], move, peg in compared)
    matrix = Panel(room, floor + 20, tuple(shapes))
    return stacked([matrix, generic.panel(named, room)] if named else [matrix])


def _cells(middle: float, floor: float, column: Collection[int]) -> Iterator[str]:
    for level, disk in enumerate(column):
        y, (fill, ink) = floor - HEIGHT * (level + 1), (PAPER, INK)
        if disk:
            fill, ink = disk_colours(disk) if level else (SENTINEL, INK)
        yield rect(middle - WIDTH / 2, y, WIDTH, HEIGHT, fill=fill, stroke=LINE)
        if disk:
            look = {"size": NUMERAL, "fill": ink, "font_weight": "bold"}
            yield centred(middle, y + 13, str(disk), **look)


def _marks(
    middle: float, floor: float, peg: int, height: int, move: Move | None, compared: bool
) -> Iterator[str]:
    """The height and its mark, the place that a disk left, and the ring of a top compared."""
    x, y = middle - WIDTH / 2, floor - HEIGHT * (height + 0.5)
    right = middle + WIDTH / 2 + 4
    yield path("M", right, y, "l", 7, -5, "l", 0, 10, "z", fill=INK, class_="top")
    yield centred(middle, floor + 15, f"height {height}", class_="height")
    before = height
    if move is not None:
        before += (move.source == peg) - (move.target == peg)
    if before > height:
        left = floor - HEIGHT * (before + 1)
        yield rect(x + 3, left + 3, WIDTH - 6, HEIGHT - 6, **GHOST, class_="ghost")
    if compared:
        ring = {"rx": 6, "fill": "none", "stroke": LIT_LINE, "stroke_width": 2.5}
        top = floor - HEIGHT * (before + 1)
        yield rect(x - 2.5, top - 1.5, WIDTH + 5, HEIGHT + 3, **ring, class_="compared")
