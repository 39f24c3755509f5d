"""Points, boxes and curves, in points with y upwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple


class Point(NamedTuple):
    """A point, or a vector."""

    x: float
    y: float

    def plus(self, other: Point, times: float = 1) -> Point:
        return Point(self.x + times * other.x, self.y + times * other.y)

    def minus(self, other: Point) -> Point:
        return Point(self.x - other.x, self.y - other.y)

    def times(self, factor: float) -> Point:
        return Point(self.x * factor, self.y * factor)

    @property
    def length(self) -> float:
        return math.hypot(self.x, self.y)

    @property
    def left(self) -> Point:
        """The vector of length 1 to the left of this one; to the left of none is none."""
        length = self.length or 1
        return Point(-self.y / length, self.x / length)


def direction(degrees: float) -> Point:
    """The vector of length 1 in a direction: 0 is to the right, 90 upwards."""
    return Point(math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))


class Box(NamedTuple):
    """A rectangle around a middle."""

    middle: Point
    width: float
    height: float

    @classmethod
    def around(cls, points: Iterable[Point]) -> Box:
        xs, ys = zip(*points, strict=True)
        left, right, low, high = min(xs), max(xs), min(ys), max(ys)
        middle = Point((left + right) / 2, (low + high) / 2)
        return cls(middle, right - left, high - low)

    @property
    def corners(self) -> tuple[Point, Point]:
        half = Point(self.width / 2, self.height / 2)
        return self.middle.minus(half), self.middle.plus(half)

    @property
    def outline(self) -> list[Point]:
        """Its corners all the way round."""
        low, high = self.corners
        return [low, Point(high.x, low.y), high, Point(low.x, high.y), low]

    def grown(self, by: float) -> Box:
        return Box(self.middle, self.width + 2 * by, self.height + 2 * by)

    def holds(self, point: Point) -> bool:
        """Whether a point is inside."""
        (x, y), width, height = self
        return 2 * abs(point[0] - x) <= width and 2 * abs(point[1] - y) <= height

    def overlaps(self, other: Box) -> bool:
        (x, y), width, height = self
        (other_x, other_y), other_width, other_height = other
        return (
            abs(x - other_x) * 2 < width + other_width
            and abs(y - other_y) * 2 < height + other_height
        )

    def meets(self, points: Sequence[Point]) -> bool:
        """Whether the line through these points enters it."""
        half_width, half_height = self.width / 2, self.height / 2
        for begin, other in pairwise(points):
            across, up = (other.x - begin.x) / 2, (other.y - begin.y) / 2
            x, y = begin.x + across - self.middle.x, begin.y + up - self.middle.y
            if abs(x) < half_width + abs(across) and abs(y) < half_height + abs(up):
                # the corners are on both sides of the line
                reach = half_width * abs(up) + half_height * abs(across)
                if abs(across * y - up * x) < reach:
                    return True
        return False

    def reach(self, towards: Point) -> float:
        """How far its border is from its middle in a direction of length 1."""
        across = self.width / 2 / abs(towards.x) if towards.x else math.inf
        up = self.height / 2 / abs(towards.y) if towards.y else math.inf
        return min(across, up)


class Bezier(NamedTuple):
    """A cubic Bezier curve."""

    begin: Point
    near_begin: Point
    near_end: Point
    end: Point

    @classmethod
    def bowed(cls, begin: Point, end: Point, bow: float) -> Bezier:
        """From point to point; its middle is `bow` points to the left of the straight line."""
        way = end.minus(begin)
        aside = begin.plus(way.left, bow * 4 / 3)
        return cls(begin, aside.plus(way, 1 / 3), aside.plus(way, 2 / 3), end)

    def at(self, t: float) -> Point:
        """The point at t, from 0 to 1, by de Casteljau's algorithm."""
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = self
        x, y = x2 + t * (x3 - x2), y2 + t * (y3 - y2)
        near_x, near_y = x1 + t * (x2 - x1), y1 + t * (y2 - y1)
        near_x, near_y = near_x + t * (x - near_x), near_y + t * (y - near_y)
        far_x, far_y = x3 + t * (x4 - x3), y3 + t * (y4 - y3)
        return Point(
            near_x + t * (x + t * (far_x - x) - near_x), near_y + t * (y + t * (far_y - y) - near_y)
        )

    def points(self, count: int) -> list[Point]:
        """Points on it, `count` steps apart."""
        return [self.at(number / count) for number in range(count + 1)]

    def between(self, t: float, u: float) -> Bezier:
        """The part of it from t to u."""
        begin, end, third = self.at(t), self.at(u), (u - t) / 3
        near_begin = begin.plus(self.slope(t), third)
        near_end = end.plus(self.slope(u), -third)
        return Bezier(begin, near_begin, near_end, end)

    def slope(self, t: float) -> Point:
        """The direction in which it goes at t, as a vector."""
        step = 1e-3
        return self.at(t + step).minus(self.at(t - step)).times(0.5 / step)
