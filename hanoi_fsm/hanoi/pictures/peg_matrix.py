"""The peg matrix as a picture: three columns of n + 1 cells, each with its height.

In cell 0, at the bottom of each column, is the sentinel, the disk n + 1, which is hatched. The cell
of a column's height, its top, is marked; the two tops that are compared are ringed.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams import memory_picture as generic
from hanoi_fsm.fsm.diagrams.palette import FAINT, INK, LINE, LIT_LINE, PAPER, disk_colours
from hanoi_fsm.fsm.diagrams.svg import Panel, centred, document, path, rect, stacked
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi.pegs import PEGS, Move
from hanoi_fsm.hanoi.pictures.towers import GHOST

WIDTH, HEIGHT = 32, 17
"""The size of a cell, in pixels."""

ACROSS = 64
"""The distance between two columns, that of the pegs."""

MAX_DISKS_DRAWN = 40
COLUMNS = tuple(f"peg {peg}" for peg in PEGS)
"""What the columns are called in the contents of a memory."""


class Event(NamedTuple):
    """What an event does to a matrix: a move or None, and the pegs whose tops it compares."""

    move: Move | None = None
    compared: Collection[int] = ()


def memory_picture(contents: Mapping[str, object], name: str, compared: Collection[int]) -> str:
    """The SVG of a memory that may have a peg matrix."""
    panel = memory_panel(contents, Event(compared=compared), heads=True)
    return document(panel, f"the memory of {name}", generic.spoken(contents))


def memory_panel(
    contents: Mapping[str, object], event: Event, *, heads: bool = False, room: float = generic.ROOM
) -> Panel:
    """What a memory holds after an `event`: its peg matrix, if it has one, and all the rest."""
    named = dict(contents)
    if not has_matrix(named):
        return generic.panel(named, room)
    cells = [_numbers(named.pop(name)) for name in COLUMNS]
    matrix = panel(cells, _numbers(named.pop("heights")), event, heads=heads, room=room)
    return stacked([matrix, generic.panel(named, room)] if named else [matrix])


def has_matrix(contents: Mapping[str, object] | None) -> bool:
    """Whether a memory keeps a peg matrix, by what it holds."""
    rows = [(contents or {}).get(name) for name in (*COLUMNS, "heights")]
    cells, heights = _numbers(rows[0]), _numbers(rows[-1])
    return (
        all(_numbers(row) for row in rows)
        and len({len(_numbers(row)) for row in rows[:-1]}) == 1
        and len(heights) == len(PEGS)
        and all(0 <= height < len(cells) for height in heights)
    )


def _numbers(value: object) -> Sequence[int]:
    """A row of numbers as a `PegMemory` shows it; empty for anything else."""
    numbers = isinstance(value, tuple) and all(type(one) is int for one in value)
    return value if isinstance(value, tuple) and numbers else ()


def picture(cells: Sequence[Sequence[int]], heights: Sequence[int]) -> str:
    """The SVG of a matrix by itself."""
    disks = len(cells[0]) - 1
    stacks = (column[1 : height + 1] for column, height in zip(cells, heights, strict=True))
    said = (f"peg {peg}: {' '.join(map(str, stack)) or '-'}" for peg, stack in enumerate(stacks))
    title = f"the peg matrix of {counted(disks, 'disk')}"
    return document(panel(cells, heights, Event(), heads=True), title, ", ".join(said))


def panel(
    cells: Sequence[Sequence[int]],
    heights: Sequence[int],
    event: Event,
    *,
    heads: bool = False,
    room: float = generic.ROOM,
) -> Panel:
    """The columns after an `event`; with `heads` they are named."""
    disks = len(cells[0]) - 1
    if disks > MAX_DISKS_DRAWN:
        words = f"a matrix of {counted(disks, 'disk')}"
        return Panel(room, HEIGHT, (centred(room / 2, 13, words, fill=FAINT),))
    top = 18.0 if heads else 3.0
    floor = top + HEIGHT * (disks + 1)
    shapes: list[str] = []
    for peg, column in enumerate(cells):
        middle = room / 2 + (peg - 1) * ACROSS
        if heads:
            shapes.append(centred(middle, 12, f"peg {peg}", fill=FAINT))
        for level, disk in enumerate(column):
            shapes += _cell(middle, floor - HEIGHT * (level + 1), disk, sentinel=level == 0)
        shapes += _marks(middle, floor, peg, heights[peg], event)
    return Panel(room, floor + 20, tuple(shapes))


def _cell(middle: float, y: float, disk: int, *, sentinel: bool) -> Iterator[str]:
    x = middle - WIDTH / 2
    fill, ink = PAPER, INK
    if disk and not sentinel:
        fill, ink = disk_colours(disk)
    yield rect(x, y, WIDTH, HEIGHT, fill=fill, stroke=LINE)
    if sentinel:
        words: list[str | float] = []
        for start in range(4, WIDTH + HEIGHT, 6):
            right, low = min(start, WIDTH), max(0, start - WIDTH)
            left, high = max(0, start - HEIGHT), min(start, HEIGHT)
            words += ["M", x + right, y + low, "L", x + left, y + high]
        yield path(*words, stroke=LINE, class_="sentinel")
        yield rect(middle - 10, y + 0.5, 20, HEIGHT - 1, fill=PAPER)
    if disk:
        yield centred(middle, y + 13, str(disk), fill=ink, font_weight="bold")


def _marks(middle: float, floor: float, peg: int, height: int, event: Event) -> Iterator[str]:
    """The height and its mark, the place that a disk left, and the ring of a top compared."""
    x, move = middle - WIDTH / 2, event.move
    y = floor - HEIGHT * (height + 0.5)
    right = middle + WIDTH / 2 + 4
    yield path("M", right, y, "l", 7, -5, "v", 10, "z", fill=INK, class_="top")
    yield centred(middle, floor + 15, f"height {height}", class_="height")
    before = height
    if move is not None:
        before += (move.source == peg) - (move.target == peg)
        if move.source == peg:
            left = floor - HEIGHT * (before + 1)
            yield rect(x + 3, left + 3, WIDTH - 6, HEIGHT - 6, **GHOST, class_="ghost")
    if peg in event.compared:
        y = floor - HEIGHT * (before + 1)
        look = {"stroke": LIT_LINE, "stroke_width": 2.5, "class_": "compared"}
        yield rect(x - 2, y - 1.5, WIDTH + 4, HEIGHT + 3, fill="none", rx=8, **look)
