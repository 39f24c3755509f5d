"""The loops of a state in a stack, each with its label in a row of its own: none meets another.

The stack is to the right of the state or, where the diagram leads to the right, above it. There the
loops are side by side, the first the highest, so that its label passes above the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.routes import Route, between_borders
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point

LENGTH = 30.0
"""How far a loop beside a state stands out."""

FOOT, CORNER = 20.0, 16.0
"""How much of the border a loop takes, and what is left free at the corners."""

ROW, CLEAR = 18.0, 5.0
"""The least height of a row, and what is left free around a label."""

INSIDE = 12.0
"""How far within the state a loop begins and ends, before its border cuts it."""

Size = tuple[float, float]


class LoopStack(NamedTuple):
    """The loops of a state, with the `sizes` of their labels, `above` the state or beside it."""

    sizes: Sequence[Size]
    above: bool

    @property
    def rows(self) -> list[float]:
        return [max(ROW, height + CLEAR) for _, height in self.sizes]

    @property
    def room(self) -> Size:
        """The width and the height of what is outside of the state."""
        if not self.above:
            return LENGTH + 2 * CLEAR + max(width for width, _ in self.sizes), sum(self.rows)
        ends = (FOOT * (at + 1.3) + width for at, (width, _) in enumerate(self.sizes))
        return CORNER + CLEAR + max(ends), CLEAR + sum(self.rows)

    def widened(self, size: Size) -> Size:
        """The size of a state with enough border for the loops."""
        width, height = size
        if self.above:
            return max(width, self.room[0]), height
        return width, max(height, self.room[1] + CORNER)

    def box(self, state: Box) -> Box:
        """Where they and their labels are."""
        width, height = self.room
        (left, _), (right, high) = state.corners
        if self.above:
            return Box(Point(left + width / 2, high + height / 2), width, height)
        return Box(Point(right + width / 2, state.middle.y), width, height)

    def placed(self, state: Box) -> Iterator[tuple[Route, Box]]:
        """The route and the box of the label of each loop."""
        (left, _), (right, high) = state.corners
        rows = self.rows
        top = high + self.room[1] if self.above else state.middle.y + sum(rows) / 2
        for at, (size, row, down) in enumerate(
            zip(self.sizes, rows, accumulate(rows), strict=True)
        ):
            level = top - down + row / 2
            if self.above:
                foot = Point(left + CORNER + FOOT * (at + 0.5), high)
                tip = Point(foot.x, level + FOOT / 4)
                beside = foot.x + FOOT * 0.8
            else:
                foot = Point(right, level)
                tip = Point(right + LENGTH, level)
                beside = tip.x + CLEAR
            label = Box(Point(beside + size[0] / 2, level), *size)
            yield between_borders(_loop(foot, tip), state, state), label


def _loop(foot: Point, tip: Point) -> Bezier:
    """Out of a state, around a tip, and back, clockwise around the `foot` on its border."""
    out = Point(0, 1) if tip.x == foot.x else Point(1, 0)
    aside = Point(-out.y, out.x)
    begin, end = (foot.plus(aside, side * FOOT / 4).plus(out, -INSIDE) for side in (1, -1))
    middle = begin.plus(end.minus(begin), 0.5)
    far = middle.plus(tip.minus(middle), 4 / 3)  # the curve passes three quarters of the way to it
    return Bezier(begin, far.plus(aside, 0.5 * FOOT), far.plus(aside, -0.5 * FOOT), end)
