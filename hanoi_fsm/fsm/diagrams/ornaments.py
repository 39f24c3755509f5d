"""What is drawn on a state diagram besides the diagram: notes, badges, small pictures in states.

They are for people. The DOT text of a diagram, which is a program, has none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.shapes import Box, Point
from hanoi_fsm.fsm.diagrams.palette import FAINT, INK, LIT_LINE, PAPER
from hanoi_fsm.fsm.diagrams.picture import inches, place
from hanoi_fsm.fsm.diagrams.text_width import text_size
from hanoi_fsm.fsm.diagrams.texts import joined_lines

if TYPE_CHECKING:
    import graphviz

SMALL, BADGE = 12, 11.5
"""The sizes of the letters of notes and badges."""


class Part(NamedTuple):
    """A rectangle, perhaps with a text, by its lower left corner in a small picture."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    text: str = ""
    colour: str = INK
    size: float = 10


class Inset(NamedTuple):
    """A small picture, drawn in the box of a state."""

    width: float
    height: float
    parts: Sequence[Part]


def draw_inset(graph: graphviz.Digraph, name: str, inset: Inset, middle: Point) -> None:
    """Draw a small picture around a `middle`; its nodes are called after the `name`."""
    left, low = middle.x - inset.width / 2, middle.y - inset.height / 2
    for number, part in enumerate(inset.parts, 1):
        style = {"style": "filled,rounded" if part.height > 6 else "filled"}
        looks = style | {"fillcolor": part.fill, "color": part.fill} if part.fill else {"style": ""}
        graph.node(
            f"{name}-{number}",
            label=joined_lines([part.text]) if part.text else "",
            shape="box" if part.fill else "plain",
            pos=place(left + part.x + part.width / 2, low + part.y + part.height / 2),
            width=inches(part.width),
            height=inches(part.height),
            margin="0",
            fontsize=f"{part.size:g}",
            fontcolor=part.colour,
            peripheries="1" if part.fill else "0",
            penwidth="0",
            id=f"{name}-{number}",
            **looks,
        )


def draw_note(
    graph: graphviz.Digraph, name: str, lines: Sequence[str], middle: Point, *, left: bool = False
) -> None:
    """Write some lines around a `middle`, each centred, or all from the same `left` edge on."""
    width, height = text_size(lines, SMALL)
    graph.node(
        name,
        label=joined_lines(list(lines), r"\l" if left else r"\n"),
        shape="box",
        style="",
        penwidth="0",
        pos=place(*middle),
        width=inches(width),
        height=inches(height),
        margin="0",
        fontsize=f"{SMALL}",
        fontcolor=FAINT,
        id=name,
    )


def badge_text(numbers: Sequence[int]) -> str:
    """The numbers on an edge: at which places in a path it was taken.

    >>> badge_text([3]), badge_text([1, 5, 9, 13, 17])
    ('3', '1 5 9 …')
    """
    shown = " ".join(map(str, numbers[:3]))
    return f"{shown} \N{HORIZONTAL ELLIPSIS}" if len(numbers) > 4 else " ".join(map(str, numbers))


def badge_size(text: str) -> tuple[float, float]:
    """The width and the height of a badge."""
    return max(17.0, text_size([text], BADGE)[0] + 9), 17.0


def draw_badge(graph: graphviz.Digraph, name: str, text: str, box: Box) -> None:
    """Draw a badge on an edge."""
    graph.node(
        name,
        label=joined_lines([text]),
        shape="box",
        style="rounded,filled",
        fillcolor=LIT_LINE,
        color=LIT_LINE,
        fontcolor=PAPER,
        fontsize=f"{BADGE:g}",
        pos=place(*box.middle),
        width=inches(box.width),
        height=inches(box.height),
        margin="0",
        peripheries="1",
        penwidth="0",
        id=name,
    )
