"""A run as a strip of pictures: the start, and each move with the state that made it."""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import islice

from hanoi_fsm.fsm.diagrams.picture import ARROW, FONT, INK, PAPER, SHADE
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import AnyConfiguration, Configuration, Move
from hanoi_fsm.hanoi.pictures.towers import THICK, towers

FRAME, GAP = 216, 16
MAX_FILMSTRIP_DISKS, ACROSS = 6, 4


def filmstrip(start: AnyConfiguration, trace: Iterable[Record]) -> str:
    """The run as an SVG text, four frames per row; `BadDisks` for more than 6 disks."""
    start = Configuration.of(start)
    disks = len(start)
    if disks > MAX_FILMSTRIP_DISKS:
        most = f"draw at most {MAX_FILMSTRIP_DISKS}"
        raise BadDisks(f"a filmstrip of {disks} disks would be too long: {most}")
    frames = list(_frames(start, trace))
    height = 78 + THICK * max(disks, 2)
    rows = -(-len(frames) // ACROSS)
    wide, high = min(len(frames), ACROSS) * (FRAME + GAP) + GAP, rows * (height + GAP) + GAP
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide}" height="{high}" font-family="{FONT}" fill="{INK}">',
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
    ]
    for number, (title, subtitle, configuration, moved) in enumerate(frames):
        x, y = number % ACROSS * (FRAME + GAP) + GAP, number // ACROSS * (height + GAP) + GAP
        drawn += [
            f'<g transform="translate({x} {y})">',
            f'<rect width="{FRAME}" height="{height}" rx="8" fill="{SHADE}"/>',
            f'<text x="{FRAME // 2}" y="21" text-anchor="middle" font-size="14" '
            f'font-weight="bold">{escape(title)}</text>',
            f'<text x="{FRAME // 2}" y="39" text-anchor="middle" font-size="12">'
            f"{escape(subtitle)}</text>",
            *towers(configuration, (FRAME, height - 12), moved),
            "</g>",
        ]
    return "\n".join([*drawn, "</svg>", ""])


def _frames(
    start: Configuration, trace: Iterable[Record]
) -> Iterator[tuple[str, str, Configuration, int]]:
    """Title, subtitle, configuration, and the disk that has just moved."""
    yield "start", " ", start, 0
    now = start
    moving = (record for record in trace if isinstance(record.output, Move))
    for step, record in enumerate(islice(moving, 1 << MAX_FILMSTRIP_DISKS), 1):
        now = now.after(record.output)
        disk, source, target = record.output
        subtitle = f"{record.action}: disk {disk}, {source} {ARROW} {target}"
        yield f"{step}  {record.state}", subtitle, now, disk
