"""What the signs in a film mean, beside its first frame."""

from collections.abc import Iterator, Sequence

from hanoi_fsm.fsm.diagrams.palette import CHIPS, FAINT, INK, LINE, LIT_LINE, PAPER
from hanoi_fsm.fsm.diagrams.svg import Panel, fitted, path, rect, text
from hanoi_fsm.fsm.diagrams.texts import folded
from hanoi_fsm.fsm.errors import counted
from hanoi_fsm.hanoi.pictures.frames import Frame
from hanoi_fsm.hanoi.pictures.peg_matrix import has_matrix
from hanoi_fsm.hanoi.pictures.towers import GHOST

ROW, SIGN = 21.0, 34.0
"""The height of a line, and the room for a sign before its words."""


def legend(title: str, frames: Sequence[Frame], room: float) -> Panel:
    """The title of a film, how long it is, and its signs, in a certain width."""
    moves = sum(1 for frame in frames if frame.move is not None)
    events = counted(len(frames) - 1, "event")
    long = events if moves == len(frames) - 1 else f"{events}, {counted(moves, 'move')}"
    bold = {"size": 16, "font_weight": "bold"}
    lines = folded(title, room, 16, bold=True)
    lines[2:] = [" ".join(lines[2:])] if lines[2:] else []
    shapes = [
        fitted(0, 20 + ROW * n, line, room, **bold, class_="title") for n, line in enumerate(lines)
    ]
    y = 19 + ROW * len(lines)
    shapes.append(fitted(0, y, long, room, fill=FAINT))
    y += ROW + 1
    for sign, words in _signs(frames):
        shapes += [*(_sign(y, sign)), text(SIGN, y, words)]
        y += ROW
    return Panel(room, y, tuple(shapes))


def _signs(frames: Sequence[Frame]) -> Iterator[tuple[str, str]]:
    """The signs that these frames have, with their meanings."""
    yield "chip", "the state in which an event begins, with its action"
    if any(frame.move is not None for frame in frames):
        yield "rim", "the disk that has moved"
        yield "ghost", "the place that it left"
    if has_matrix(frames[0].contents):
        yield "top", "the top of a peg: the cell of its height"
        yield "sentinel", "the sentinel, larger than every disk"
        if any(frame.compared for frame in frames):
            yield "compared", "the two tops that this event compared, before the move"


def _sign(y: float, sign: str) -> Iterator[str]:
    """A sign as the film has it, on the line of a text at height `y`."""
    x, top = 2.0, y - 11
    if sign == "chip":
        yield rect(x, top, 24, 14, rx=7, fill=CHIPS[0])
    elif sign == "rim":
        yield rect(x, top, 24, 14, rx=5, fill=PAPER, stroke=INK, stroke_width=2)
        yield rect(x + 3, top + 3, 18, 8, rx=2, fill=LINE)
    elif sign == "ghost":
        yield rect(x, top, 24, 14, rx=5, **GHOST)
    elif sign == "top":
        yield path("M", x + 8, y - 4, "l", 7, -5, "v", 10, "z", fill=INK)
    elif sign == "sentinel":
        yield rect(x, top, 24, 14, fill=PAPER, stroke=LINE)
        hatching = "l -6 6  m 12 -6  l -12 12  m 18 -12  l -14 14  m 14 -8  l -8 8"
        yield path("M", x + 6, top, *hatching.split(), stroke=LINE)
    else:
        yield rect(x, top, 24, 14, rx=6, fill="none", stroke=LIT_LINE, stroke_width=2.5)
