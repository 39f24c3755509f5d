"""The three towers as SVG: what a configuration looks like, in a filmstrip or in a notebook."""

from collections.abc import Iterator

from hanoi_fsm.fsm.diagrams.picture import INK
from hanoi_fsm.fsm.diagrams.picture import LIT_LINE as RIM
from hanoi_fsm.hanoi.pegs import Configuration
from hanoi_fsm.hanoi.pictures import DISK_COLOURS

PEG, THICK = 68, 14
"""The distance between pegs and the height of a disk, in pixels."""

MIN_ROOM, MAX_DISKS_DRAWN = 2, 40
"""The pegs have room for two disks at least; more than 40 are not drawn in a notebook."""


def towers(configuration: Configuration, corner: tuple[int, int], moved: int = 0) -> Iterator[str]:
    """The shapes of the three towers above the floor that ends in `corner` (width, height).

    The disk that has just `moved` has a rim.
    """
    width, floor = corner
    disks = max(len(configuration), MIN_ROOM)
    for peg, stack in enumerate(configuration.pegs()):
        middle = width // 2 + (peg - 1) * PEG
        yield (
            f'<path d="M{middle} {floor}V{floor - THICK * disks - 8}M{middle - 31} {floor}h62" '
            f'stroke="{INK}" stroke-width="2" stroke-linecap="round"/>'
        )
        for level, disk in enumerate(stack, 1):
            half = 9 + 20 * disk // disks
            colour = DISK_COLOURS[(disk - 1) % len(DISK_COLOURS)]
            rim = f'stroke="{RIM}" stroke-width="2.5"' if disk == moved else ""
            yield (
                f'<rect x="{middle - half}" y="{floor - level * THICK}" width="{2 * half}" '
                f'height="{THICK - 2}" rx="5" fill="{colour}" {rim}/>'
            )


def picture(configuration: Configuration) -> str:
    """The three towers as an SVG document of their own."""
    width, height = 3 * PEG + 12, THICK * max(len(configuration), MIN_ROOM) + 24
    shapes = "".join(towers(configuration, (width, height - 6)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">{shapes}</svg>'
    )
