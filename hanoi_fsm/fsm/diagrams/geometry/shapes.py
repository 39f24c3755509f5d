"""Points, boxes and curves, in points with y upwards, and the room that a text needs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple
from unicodedata import combining, east_asian_width

LINE_HEIGHT = 1.2
"""From one line of text to the next, in font sizes."""

ROOMY = 1.12
"""Texts get this much more room: fonts differ from one machine to the next."""

_WIDTHS = {"iljI|!'.,:; ": 0.36, 'ftr()[]{}/\\-"': 0.44, "mwMW@%\N{RIGHTWARDS ARROW}": 0.95}
_SQUARE = 1.15  # of an ideograph or an emoji, which fill a square
_CHARACTERS = {character: width for group, width in _WIDTHS.items() for character in group}


def text_width(text: str, size: float) -> float:
    """The width of a line of text in a broad font without serifs, such as DejaVu Sans.

    >>> round(text_width("move_ahead", 12)), text_width("", 12)
    (89, 0.0)
    """
    return ROOMY * size * sum(map(_width, text))


@cache
def _width(character: str) -> float:
    """The width of a character in font sizes."""
    if character in _CHARACTERS:
        return _CHARACTERS[character]
    if character.isascii():
        return 0.72 if character.isupper() else 0.63
    if combining(character):
        return 0
    return _SQUARE if east_asian_width(character) in "WF" else 0.72


def text_size(lines: Sequence[str], size: float) -> tuple[float, float]:
    """The width and the height of some lines of text."""
    width = max((text_width(line, size) for line in lines), default=0.0)
    return width, len(lines) * LINE_HEIGHT * size


class Point(NamedTuple):
    """A point, or a vector."""

    x: float
    y: float

    def plus(self, other: Point, times: float = 1) -> Point:
        return Point(self.x + times * other.x, self.y + times * other.y)

    def minus(self, other: Point) -> Point:
        return Point(self.x - other.x, self.y - other.y)

    @property
    def length(self) -> float:
        return math.hypot(self.x, self.y)

    @property
    def left(self) -> Point:
        """The vector of length 1 to the left of this one; to the left of none is none."""
        length = self.length or 1
        return Point(-self.y / length, self.x / length)

    def turned(self, degrees: float) -> Point:
        """Turned counterclockwise around the origin."""
        angle = math.radians(degrees)
        sin, cos = math.sin(angle), math.cos(angle)
        return Point(cos * self.x - sin * self.y, sin * self.x + cos * self.y)


def direction(degrees: float) -> Point:
    """The vector of length 1 in a direction: 0 is to the right, 90 upwards."""
    return Point(1, 0).turned(degrees)


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

    def grown(self, by: float) -> Box:
        return Box(self.middle, self.width + 2 * by, self.height + 2 * by)

    def holds(self, point: Point) -> bool:
        """Whether a point is inside, if its corners are rounded as those of a state are."""
        radius = min(12, min(self.width, self.height) / 3)
        x = max(abs(point.x - self.middle.x) - self.width / 2 + radius, 0)
        y = max(abs(point.y - self.middle.y) - self.height / 2 + radius, 0)
        return math.hypot(x, y) <= radius

    def overlaps(self, other: Box) -> bool:
        return (
            abs(self.middle.x - other.middle.x) * 2 < self.width + other.width
            and abs(self.middle.y - other.middle.y) * 2 < self.height + other.height
        )

    def meets(self, points: Sequence[Point]) -> bool:
        """Whether the line through these points enters it."""
        (left, low), (right, high) = self.corners
        for (x, y), (to_x, to_y) in pairwise(points):
            beside = max(x, to_x) <= left or min(x, to_x) >= right
            if beside or max(y, to_y) <= low or min(y, to_y) >= high:
                continue
            across, up = to_x - x, to_y - y
            sides = [
                up * (at_x - x) - across * (at_y - y)
                for at_x in (left, right)
                for at_y in (low, high)
            ]
            if min(sides) < 0 < max(sides):  # corners on both sides
                return True
        return False

    def reach(self, towards: Point) -> float:
        """How far its border is from its middle in a direction of length 1."""
        across = self.width / 2 / abs(towards.x) if towards.x else math.inf
        up = self.height / 2 / abs(towards.y) if towards.y else math.inf
        return min(across, up)


class Curve(NamedTuple):
    """A cubic Bezier curve."""

    begin: Point
    near_begin: Point
    near_end: Point
    end: Point

    @classmethod
    def bowed(cls, begin: Point, end: Point, bow: float) -> Curve:
        """From point to point; its middle is `bow` points to the left of the straight line."""
        way = end.minus(begin)
        aside = way.left
        near, far = begin.plus(way, 1 / 3), begin.plus(way, 2 / 3)
        return cls(begin, near.plus(aside, bow * 4 / 3), far.plus(aside, bow * 4 / 3), end)

    def at(self, t: float) -> Point:
        s = 1 - t
        weights = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        x = sum(weight * point.x for weight, point in zip(weights, self, strict=True))
        y = sum(weight * point.y for weight, point in zip(weights, self, strict=True))
        return Point(x, y)

    def towards(self, t: float) -> Point:
        """The direction in which it goes at t, as a vector."""
        step = 1e-3
        return self.at(min(1, t + step)).minus(self.at(max(0, t - step)))

    def points(self, count: int) -> list[Point]:
        """Points on it, `count` steps apart; of a straight one its ends."""
        if self._straight:
            return [self.begin, self.end]
        return [self.at(number / count) for number in range(count + 1)]

    @property
    def _straight(self) -> bool:
        aside = self.end.minus(self.begin).left
        between = (self.near_begin.minus(self.begin), self.near_end.minus(self.begin))
        return self.begin != self.end and all(
            abs(way.x * aside.x + way.y * aside.y) < 0.01 for way in between
        )

    def between(self, t: float, u: float) -> Curve:
        """The part of it from t to u."""
        begin, end, third = self.at(t), self.at(u), (u - t) / 3
        return Curve(
            begin, begin.plus(self._slope(t), third), end.plus(self._slope(u), -third), end
        )

    def _slope(self, t: float) -> Point:
        s = 1 - t
        first = self.near_begin.minus(self.begin)
        second = self.near_end.minus(self.near_begin)
        third = self.end.minus(self.near_end)
        return Point(
            3 * (s * s * first.x + 2 * s * t * second.x + t * t * third.x),
            3 * (s * s * first.y + 2 * s * t * second.y + t * t * third.y),
        )
