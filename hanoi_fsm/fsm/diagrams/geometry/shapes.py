"""Boxes and curves in the plane of complex numbers: a point is x + y * 1j, with y upwards.

So points and vectors can be added, and scaled by numbers; `1j *` turns them to the left.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple


def direction(degrees: float) -> complex:
    """The vector of length 1 in a direction: 0 is to the right, 90 upwards."""
    return cmath.rect(1, math.radians(degrees))


def unit(vector: complex) -> complex:
    """The vector of length 1 in the direction of another."""
    return vector / (abs(vector) or 1)


class Box(NamedTuple):
    """A rectangle around its middle."""

    middle: complex
    width: float
    height: float

    @classmethod
    def around(cls, points: Iterable[complex]) -> Box:
        xs, ys = zip(*((point.real, point.imag) for point in points), strict=True)
        low, high = complex(min(xs), min(ys)), complex(max(xs), max(ys))
        size = high - low
        return cls((low + high) / 2, size.real, size.imag)

    @property
    def corners(self) -> tuple[complex, complex]:
        half = complex(self.width, self.height) / 2
        return self.middle - half, self.middle + half

    @property
    def top(self) -> float:
        return self.middle.imag + self.height / 2

    @property
    def outline(self) -> list[complex]:
        """Its corners, in order around the box."""
        low, high = self.corners
        return [low, complex(high.real, low.imag), high, complex(low.real, high.imag), low]

    def grown(self, by: float) -> Box:
        return Box(self.middle, self.width + 2 * by, self.height + 2 * by)

    def holds(self, point: complex) -> bool:
        """Whether a point is inside."""
        away = point - self.middle
        return 2 * abs(away.real) <= self.width and 2 * abs(away.imag) <= self.height

    def overlaps(self, other: Box) -> bool:
        middle, width, height = self
        away = other.middle - middle
        is_near = abs(away.real) * 2 < width + other.width
        return is_near and abs(away.imag) * 2 < height + other.height

    def meets(self, points: Sequence[complex]) -> bool:
        """Whether the line through these points enters it."""
        width, height = self.width / 2, self.height / 2
        for begin, end in pairwise(points):
            half = (end - begin) / 2
            away = begin + half - self.middle
            across, up = abs(half.real), abs(half.imag)
            if abs(away.real) < width + across and abs(away.imag) < height + up:
                aside = abs(half.real * away.imag - half.imag * away.real)
                if aside < width * up + height * across:  # corners are on both sides of the line
                    return True
        return False

    def reach(self, towards: complex) -> float:
        """The distance from the middle to the border, in a direction of length 1."""
        across = self.width / 2 / abs(towards.real) if towards.real else math.inf
        up = self.height / 2 / abs(towards.imag) if towards.imag else math.inf
        return min(across, up)

    def border(self, towards: complex) -> complex:
        """The point of the border in a direction of length 1."""
        return self.middle + self.reach(towards) * towards


class Bezier(NamedTuple):
    """A cubic Bezier curve."""

    begin: complex
    near_begin: complex
    near_end: complex
    end: complex

    def at(self, t: float) -> complex:
        """The point at t, from 0 to 1."""
        begin, near_begin, near_end, end = self
        u = 1 - t
        return u * u * (u * begin + 3 * t * near_begin) + t * t * (3 * u * near_end + t * end)

    def points(self, count: int) -> list[complex]:
        """Points along the curve, in `count` steps."""
        return [self.at(number / count) for number in range(count + 1)]

    def between(self, t: float, u: float) -> Bezier:
        """The part of it from t to u."""
        begin, end, third = self.at(t), self.at(u), (u - t) / 3
        return Bezier(begin, begin + third * self.slope(t), end - third * self.slope(u), end)

    def slope(self, t: float) -> complex:
        """The direction of the curve at t, as a vector."""
        step = 1e-3
        return (self.at(t + step) - self.at(t - step)) * 0.5 / step
