"""The three towers: one drawing, as SVG in films and notebooks, in states, and as text."""

from collections.abc import Iterator
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.shapes import Box, Point
from hanoi_fsm.fsm.diagrams.palette import FAINT, INK, LINE, SHADE, disk_colours
from hanoi_fsm.fsm.diagrams.state_diagram import Inset, Ornament
from hanoi_fsm.fsm.diagrams.svg import Panel, centred, document, path, rect
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi.pegs import Configuration, Move

PEG, THICK, NUMERAL = 64.0, 18.0, 12
"""The distance between pegs, the height of a disk, and the size of numerals, in pixels."""

BELOW, ABOVE, ARC = 18.0, 7.0, 26.0
"""The room for the numerals of the pegs, for their free ends, and for an arc above these."""

MAX_DISKS_AS_TEXT = 12
"""The most disks in lines of 80 characters."""

GHOST = {"fill": SHADE, "stroke": FAINT, "stroke_width": 1.5, "stroke_dasharray": "4 3"}
RIM = {"stroke": INK, "stroke_width": 2.5, "class_": "rim"}
"""How the place that a disk has left looks, and the rim of the disk that has moved."""


class Part(NamedTuple):
    """A box of the drawing, y upwards from the floor, with a numeral in it; `disk` 0 is none."""

    box: Box
    fill: str
    words: str = ""
    ink: str = FAINT
    disk: int = 0


def parts(configuration: Configuration) -> Iterator[Part]:
    """The pegs, which have room for two disks at least, and the disks on them."""
    disks = max(len(configuration), 2)
    height = THICK * disks + ABOVE
    for peg, stack in enumerate(configuration.pegs()):
        middle = PEG * (peg + 0.5)
        yield Part(Box(Point(middle, height / 2), 3, height), LINE)
        yield Part(Box(Point(middle, 0), PEG - 6, 3), LINE)
        yield Part(Box(Point(middle, -BELOW / 2), PEG, BELOW - 5), "none", str(peg))
        for level, disk in enumerate(stack):
            fill, ink = disk_colours(disk)
            yield Part(_place(disk, disks, peg, level), fill, str(disk), ink, disk)


def _place(disk: int, disks: int, peg: int, level: int) -> Box:
    """Where a disk is: each of up to 40 is wider than its numeral, and than the next."""
    middle = Point(PEG * (peg + 0.5), THICK * (level + 0.5) + 1)
    return Box(middle, 20 + (PEG - 28) * disk / disks, THICK - 4)


def towers(configuration: Configuration, width: float, move: Move | None, tip: float) -> Panel:
    """The three towers after a `move`, with a `tip` of free room above them.

    The disk that was moved has a rim, its former place is dashed, and an arc leads from peg to peg.
    """
    disks = max(len(configuration), 2)
    left, floor = width / 2 - 1.5 * PEG, tip + THICK * disks + ABOVE

    def shape(box: Box, **look: object) -> str:
        x, y = left + box.middle.x - box.width / 2, floor - box.middle.y - box.height / 2
        return rect(x, y, box.width, box.height, **look)

    shapes = []
    for part in parts(configuration):
        if part.disk:
            rim = RIM if move is not None and part.disk == move.disk else {}
            shapes.append(shape(part.box, rx=5, fill=part.fill, **rim))
        elif part.fill != "none":  # a line: no numeral has to fit into it
            (x, y), wide, high = part.box
            line = {"stroke": part.fill, "stroke_width": high}
            shapes.append(path("M", left + x - wide / 2, floor - y, "l", wide, 0, **line))
        if part.words:
            weight = {"font_weight": "bold", "class_": "disk"} if part.disk else {"class_": "peg"}
            x, y = left + part.box.middle.x, floor - part.box.middle.y + 4
            shapes.append(centred(x, y, part.words, size=NUMERAL, fill=part.ink, **weight))
    if move is not None:
        level = len(configuration.pegs()[move.source])
        ghost = _place(move.disk, disks, move.source, level)
        shapes.append(shape(ghost, rx=5, class_="ghost", **GHOST))
        start, end = (left + PEG * (peg + 0.5) for peg in (move.source, move.target))
        shapes += _arc(start, end, tip - 4)
    return Panel(width, floor + BELOW, tuple(shapes))


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
    return document(towers(configuration, 3 * PEG + 12, None, 4), title, said, margin=2)


def inset(configuration: Configuration) -> Inset:
    """The three towers for the box of a state."""
    drawn = []
    for box, fill, words, ink, _ in parts(configuration):
        looks = {"fontcolor": ink, "fontsize": f"{NUMERAL}"}
        if fill != "none":
            looks |= {"style": "filled,rounded", "fillcolor": fill, "color": fill}
        lifted = box._replace(middle=box.middle.plus(Point(0, BELOW)))
        drawn.append(Ornament(lifted, [words] if words else [], looks))
    return Inset(3 * PEG, BELOW + THICK * max(len(configuration), 2) + ABOVE, drawn)


def text_towers(configuration: Configuration) -> list[str]:
    r"""The towers as lines of text; disk d is 2d + 1 characters wide.

    >>> print("\n".join(text_towers(Configuration("021"))))
       |        |        |
       |        |        |
       |        |        |
    [==3==]    [1]    [=2=]
    -------  -------  -------
       0        1        2
    """
    disks = len(configuration)
    room = max(2 * disks + 1, 3)
    columns = []
    for peg, stack in enumerate(configuration.pegs()):
        shaft = ["|"] * (disks + 1 - len(stack))
        shown = (f"[{str(disk).center(2 * disk - 1, '=')}]" for disk in reversed(stack))
        rows = [*shaft, *shown, "-" * room, str(peg)]
        columns.append([row.center(room) for row in rows])
    return ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]
