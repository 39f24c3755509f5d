"""The three towers: one drawing, as SVG in films and notebooks, in states, and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.shapes import Box
from hanoi_fsm.fsm.diagrams.palette import FAINT, INK, LINE, SHADE, disk_colours
from hanoi_fsm.fsm.diagrams.state_diagram import Inset, Ornament
from hanoi_fsm.fsm.diagrams.svg import Panel, centred, document, path, rect
from hanoi_fsm.fsm.errors import counted

if TYPE_CHECKING:
    from hanoi_fsm.hanoi.pegs import Configuration, Move

PEG, THICK, NUMERAL = 64.0, 18.0, 12
"""The distance between pegs, the height of a disk, and the size of numerals, in pixels."""

BELOW, ABOVE, ARC = 18.0, 7.0, 26.0
"""The room for the numerals of the pegs, for their free ends, and for an arc above these."""

MAX_DISKS_AS_TEXT = 12
"""The most disks in lines of 80 characters."""

GHOST = {"fill": SHADE, "stroke": FAINT, "stroke_width": 1.5, "stroke_dasharray": "4 3"}
RIM = {"stroke": INK, "stroke_width": 2.5, "class_": "rim"}
"""The looks of the place that a disk has left, and of the rim of the disk that has moved."""


class Part(NamedTuple):
    """A box of the drawing, y upwards from the floor, with a numeral in it; disks are rounded.

    Its `look` are the attributes of an SVG rectangle.
    """

    box: Box
    look: Mapping[str, object]
    words: str = ""
    ink: str = FAINT


def parts(configuration: Configuration, move: Move | None = None) -> Iterator[Part]:
    """The pegs, which have room for two disks at least, and the disks on them after a `move`."""
    disks = max(len(configuration), 2)
    height = THICK * disks + ABOVE
    for peg, stack in enumerate(configuration.pegs()):
        middle = PEG * (peg + 0.5)
        yield Part(Box(complex(middle, height / 2), 3, height), {"fill": LINE})
        yield Part(Box(middle, PEG - 6, 3), {"fill": LINE})
        yield Part(Box(complex(middle, -BELOW / 2), PEG, BELOW - 5), {"fill": "none"}, str(peg))
        for level, disk in enumerate(stack):
            fill, ink = disk_colours(disk, len(configuration))
            look = {"rx": 5, "fill": fill} | (RIM if move and disk == move.disk else {})
            yield Part(_place(disk, disks, peg, level), look, str(disk), ink)
    if move is not None:
        left = len(configuration.pegs()[move.source])
        look = {"rx": 5, "class_": "ghost"} | GHOST
        yield Part(_place(move.disk, disks, move.source, left), look)


def _place(disk: int, disks: int, peg: int, level: int) -> Box:
    """Place a disk: each of up to 40 is wider than its numeral, and than the next smaller."""
    middle = complex(PEG * (peg + 0.5), THICK * (level + 0.5) + 1)
    return Box(middle, 20 + (PEG - 28) * disk / disks, THICK - 4)


def towers(configuration: Configuration, width: float, move: Move | None, tip: float) -> Panel:
    """The three towers after a `move`, with a `tip` of free room above them.

    The disk that was moved has a rim, its former place is dashed, and an arc leads from peg to peg.
    """
    left = width / 2 - 1.5 * PEG
    floor = tip + THICK * max(len(configuration), 2) + ABOVE
    shapes = []
    for box, look, words, ink in parts(configuration, move):
        x, y = left + box.middle.real, floor - box.middle.imag
        if "rx" in look:
            shapes.append(
                rect(x - box.width / 2, y - box.height / 2, box.width, box.height, **look)
            )
        elif look["fill"] != "none":  # a line: no numeral has to fit into it
            line = {"stroke": look["fill"], "stroke_width": box.height}
            shapes.append(path("M", x - box.width / 2, y, "l", box.width, 0, **line))
        if words:
            weight = (
                {"font_weight": "bold", "class_": "disk"} if "rx" in look else {"class_": "peg"}
            )
            shapes.append(centred(x, y + 4, words, size=NUMERAL, fill=ink, **weight))
    if move is not None:
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
    for box, look, words, ink in parts(configuration):
        looks, fill = {"fontcolor": ink, "fontsize": f"{NUMERAL}"}, str(look["fill"])
        if fill != "none":
            looks |= {"style": "filled,rounded", "fillcolor": fill, "color": fill}
        lifted = box._replace(middle=box.middle + BELOW * 1j)
        drawn.append(Ornament(lifted, [words] if words else [], looks))
    return Inset(3 * PEG, BELOW + THICK * max(len(configuration), 2) + ABOVE, drawn)


def text_towers(configuration: Configuration) -> list[str]:
    r"""The towers as lines of text; disk d is 2d + 1 characters wide.

    >>> from hanoi_fsm import Configuration
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
