"""Little pegs in the states of a diagram: how they stand when a run first enters the state."""

from collections.abc import Iterable, Iterator

from hanoi_fsm.fsm.diagrams.geometry.shapes import Box, Point
from hanoi_fsm.fsm.diagrams.palette import FAINT, LINE, disk_colours
from hanoi_fsm.fsm.diagrams.state_diagram import Inset, Ornament
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi.pegs import Configuration, Move
from hanoi_fsm.hanoi.pictures import check_few

MAX_DISKS = 5
PEG, THICK, FLOOR, ABOVE = 56.0, 13.0, 16.0, 5.0
"""The distance between pegs, the height of a disk, how high the floor is, and a free peg's end."""

WOOD = {"style": "filled", "fillcolor": LINE, "color": LINE}
NUMERAL = {"shape": "plain", "peripheries": "0", "fontsize": "11", "fontcolor": FAINT}


def first_entries(
    initial: str, start: Configuration, trace: Iterable[Record]
) -> dict[str, Configuration]:
    """The configuration when a run that begins in the state `initial` first enters each state."""
    now = start
    found = {initial: now}
    for record in trace:
        if isinstance(record.output, Move):
            now = now.after(record.output)
        found.setdefault(record.next_state, now)
    return found


def pegs_inset(configuration: Configuration) -> Inset:
    """The three pegs with their disks; `BadDisks` for more than 5 disks."""
    disks = len(configuration)
    check_few("the pegs in a state", disks, MAX_DISKS)
    height = FLOOR + THICK * max(disks, 2) + ABOVE
    return Inset(3 * PEG, height, [*_pegs(height), *_disks(configuration)])


def _pegs(height: float) -> Iterator[Ornament]:
    for peg in range(3):
        middle = PEG * (peg + 0.5)
        pole = Box(Point(middle, (FLOOR + height) / 2), 2.4, height - FLOOR)
        yield Ornament(pole, [], WOOD | {"style": "filled,rounded"})
        yield Ornament(Box(Point(middle, FLOOR - 1.2), PEG - 6, 2.4), [], WOOD)
        yield Ornament(Box(Point(middle, (FLOOR - 3) / 2), 16, FLOOR - 3), [str(peg)], NUMERAL)


def _disks(configuration: Configuration) -> Iterator[Ornament]:
    disks = max(len(configuration), 2)
    for peg, stack in enumerate(configuration.pegs()):
        for level, disk in enumerate(stack):
            fill, ink = disk_colours(disk)
            looks = {"style": "filled,rounded", "fillcolor": fill, "color": fill}
            middle = Point(PEG * (peg + 0.5), FLOOR + THICK * (level + 0.5) - 0.5)
            box = Box(middle, 20 + (PEG - 28) * disk / disks, THICK - 1)
            yield Ornament(box, [str(disk)], looks | {"fontcolor": ink, "fontsize": "10"})
