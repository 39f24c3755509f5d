"""Points, boxes, outlines and courses in the plane: which of them meet."""

from itertools import pairwise
from math import dist, inf
from typing import NamedTuple, Self

Point = tuple[float, float]


class Box(NamedTuple):
    """The smallest and the largest coordinates."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, points: list[Point]) -> Self:
        xs, ys = zip(*points, strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def corners(self) -> tuple[Point, ...]:
        left, top, right, bottom = self
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def grown(self, by: float) -> Self:
        left, top, right, bottom = self
        return type(self)(left - by, top - by, right + by, bottom + by)

    def meets(self, other: "Box") -> bool:
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )

    def holds(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def is_met_by(self, one: Point, other: Point) -> bool:
        """Whether a straight line meets the box (Liang and Barsky 1984)."""
        begin, end = 0.0, 1.0
        for start, stop, low, high in (
            (one[0], other[0], self.left, self.right),
            (one[1], other[1], self.top, self.bottom),
        ):
            if start == stop:
                if not low < start < high:
                    return False
            else:
                first, last = (low - start) / (stop - start), (high - start) / (stop - start)
                begin, end = max(begin, min(first, last)), min(end, max(first, last))
        return begin < end


class Outline:
    """A closed shape, by its corners in turn."""

    def __init__(self, corners: list[Point]) -> None:
        self.corners = corners
        self.sides = list(pairwise([*corners, corners[0]]))
        self.box = Box.around(corners)

    @property
    def area(self) -> float:
        return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in self.sides)) / 2

    def holds(self, point: Point) -> bool:
        """Whether a ray from the point to the right crosses an odd number of sides."""
        x, y = point
        return self.box.holds(point) and sum(
            (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)
            for (x1, y1), (x2, y2) in self.sides
        ) % 2 == 1  # fmt: skip

    def holds_all(self, box: Box) -> bool:
        return all(map(self.holds, box.corners))

    def meets(self, box: Box) -> bool:
        return self.box.meets(box) and (
            self.holds(box.middle) or any(box.is_met_by(*side) for side in self.sides)
        )

    def away(self, point: Point) -> float:
        """The distance to a point; zero inside."""
        return 0 if self.holds(point) else min(_away(point, *side) for side in self.sides)


class Course:
    """A line from point to point."""

    def __init__(self, points: list[Point]) -> None:
        self.points = points
        parts = [points[at : at + 33] for at in range(0, len(points), 32)]
        self._parts = [(Box.around(part), part) for part in parts]  # most are far from most boxes

    def meets(self, box: Box) -> bool:
        return any(
            box.is_met_by(one, other)
            for around, part in self._parts
            if around.meets(box)
            for one, other in pairwise(part)
        )

    def length_within(self, outline: Outline) -> float:
        return sum(
            dist(one, other)
            for around, part in self._parts
            if around.meets(outline.box)
            for one, other in pairwise(part)
            if outline.holds(one) and outline.holds(other)
        )

    def away(self, point: Point) -> float:
        return min((_away(point, *part) for part in pairwise(self.points)), default=inf)


def _away(point: Point, one: Point, other: Point) -> float:
    """The distance from a point to a straight line that ends in two others."""
    length = dist(one, other)
    if not length:
        return dist(point, one)
    along = sum((p - a) * (b - a) for p, a, b in zip(point, one, other, strict=True)) / length**2
    share = max(0.0, min(1.0, along))
    return dist(point, [a + share * (b - a) for a, b in zip(one, other, strict=True)])
