"""Little pegs in the states of a diagram: how they stand when a run first enters the state."""

from collections.abc import Iterable, Iterator

from hanoi_fsm.fsm.diagrams.palette import FAINT, LINE, disk_colours
from hanoi_fsm.fsm.diagrams.state_diagram import Inset, Part
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi.pegs import Configuration, Move
from hanoi_fsm.hanoi.pictures import check_few

MAX_DISKS = 5
PEG, THICK, FLOOR, ABOVE = 56.0, 13.0, 16.0, 5.0
"""The distance between pegs, the height of a disk, how high the floor is, and a free peg's end."""


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


def _pegs(height: float) -> Iterator[Part]:
    for peg in range(3):
        middle = PEG * (peg + 0.5)
        yield Part(middle - 1.2, FLOOR, 2.4, height - FLOOR, LINE)
        yield Part(middle - PEG / 2 + 3, FLOOR - 2.4, PEG - 6, 2.4, LINE)
        yield Part(middle - 8, 0, 16, FLOOR - 3, text=str(peg), colour=FAINT, size=11)


def _disks(configuration: Configuration) -> Iterator[Part]:
    disks = max(len(configuration), 2)
    for peg, stack in enumerate(configuration.pegs()):
        for level, disk in enumerate(stack):
            width = 20 + (PEG - 28) * disk / disks
            fill, ink = disk_colours(disk)
            left, low = PEG * (peg + 0.5) - width / 2, FLOOR + THICK * level
            yield Part(left, low, width, THICK - 1, fill, str(disk), ink, 10)
