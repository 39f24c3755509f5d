"""The three towers as SVG: what a configuration looks like, in a film or in a notebook."""

from collections.abc import Iterator

from hanoi_fsm.fsm.diagrams.palette import FAINT, INK, LINE, PAPER, SHADE, disk_colours
from hanoi_fsm.fsm.diagrams.svg import Panel, centred, document, path, rect
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi.pegs import Configuration, Move

PEG, THICK = 64, 18
"""The distance between pegs and the height of a disk, in pixels."""

NUMERALS, ARC = 18, 26
"""The room for the numerals of the pegs, and that for an arc above them."""

MIN_ROOM, MAX_DISKS_DRAWN = 2, 40
"""The pegs have room for two disks at least; more than 40 are not drawn in a notebook."""

GHOST = {"fill": SHADE, "stroke": FAINT, "stroke_width": 1.5, "stroke_dasharray": "4 3"}
"""How the place that a disk has left looks."""


def towers(configuration: Configuration, width: float, move: Move | None = None) -> Panel:
    """The three towers after a `move`.

    The disk that was moved has a rim, its former place is dashed, and an arc leads from peg to peg.
    """
    disks = max(len(configuration), MIN_ROOM)
    tip = ARC if move is not None else 4
    floor = float(tip + 8 + THICK * disks)
    shapes: list[str] = []
    stacks = configuration.pegs()
    for peg, stack in enumerate(stacks):
        middle = _middle(peg, width)
        lines = ("M", middle, floor, "V", tip, "M", middle - 29, floor, "h", 58)
        look = {"stroke": LINE, "stroke_width": 3, "stroke_linecap": "round", "class_": "peg"}
        shapes.append(path(*lines, **look))
        shapes.append(centred(middle, floor + 14, str(peg), fill=FAINT, class_="peg"))
        for level, disk in enumerate(stack, 1):
            lit = move is not None and disk == move.disk
            shapes += _disk(disk, disks, (middle, floor - THICK * level), rim=lit)
    if move is not None:
        shapes.append(_ghost(move, disks, width, floor - THICK * (len(stacks[move.source]) + 1)))
        shapes += _arc(_middle(move.source, width), _middle(move.target, width), tip - 4)
    return Panel(width, floor + NUMERALS, tuple(shapes))


def _middle(peg: int, width: float) -> float:
    return width / 2 + (peg - 1) * PEG


def _half(disk: int, disks: int) -> float:
    """Half the width of a disk: each of up to 40 is wider than its numeral, and than the next."""
    return 10 + 19 * disk / disks


def _disk(disk: int, disks: int, top: tuple[float, float], *, rim: bool) -> Iterator[str]:
    """A disk with its numeral; a rim keeps its distance, and so is seen on every fill."""
    (middle, y), half = top, _half(disk, disks)
    fill, ink = disk_colours(disk)
    x, width, height = middle - half, 2 * half, THICK - 4
    if rim:
        look = {"rx": 7, "fill": PAPER, "stroke": INK, "stroke_width": 1.75, "class_": "rim"}
        yield rect(x - 2, y, width + 4, height + 4, **look)
    yield rect(x, y + 2, width, height, rx=5, fill=fill)
    look = {"size": 11, "fill": ink, "font_weight": "bold", "class_": "disk"}
    yield centred(middle, y + 13, str(disk), **look)


def _ghost(move: Move, disks: int, width: float, y: float) -> str:
    half = _half(move.disk, disks)
    look = GHOST | {"rx": 5, "class_": "ghost"}
    return rect(_middle(move.source, width) - half, y + 2, 2 * half, THICK - 4, **look)


def _arc(start: float, end: float, y: float) -> Iterator[str]:
    """An arc above two pegs, with an arrowhead in the direction in which it ends."""
    high = y - 18
    lean = 5 if end > start else -5
    curve = (start + 3 * lean, high, end - 3 * lean, high, end - lean, y - 6)
    yield path("M", start, y, "C", *curve, stroke=INK, stroke_width=1.5, class_="arc")
    yield path("M", end, y, "l", -2 * lean, -3, "l", 1.7 * lean, -6, "z", fill=INK)


def picture(configuration: Configuration) -> str:
    """The three towers as an SVG document of their own."""
    stacks = (" ".join(map(str, stack)) or "-" for stack in configuration.pegs())
    said = ", ".join(f"peg {peg}: {stack}" for peg, stack in enumerate(stacks))
    title = f"a configuration of {counted(len(configuration), 'disk')}"
    return document(towers(configuration, 3 * PEG + 12), title, said, margin=2)
