"""Places for the labels of transitions: beside their own curve, and clear of everything else.

Each label has some candidates, which are first judged by what is fixed (states, curves), and then
chosen in turn, so that the labels keep clear of each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.routes import Route
from hanoi_fsm.fsm.diagrams.geometry.shapes import Box, Point

CLEAR = 4.0
"""The least distance between a label and its own curve."""

ALONG = (0.5, 0.44, 0.56, 0.38, 0.62, 0.31, 0.69, 0.25, 0.75, 0.18, 0.82)
MANY, MIDDLE = 100, (0.5, 0.38, 0.62)
"""With more labels than these, each has fewer candidates."""
FURTHER = (0.0, 9.0)
CLASH = 1000.0
MEETING_EDGE, NEAR, APART = 3.0, 9.0, 4.0
CROWDED, INNER = 8.0, 3.0


class Candidate(NamedTuple):
    """A place, and how bad it is, whatever the other labels do; `CLASH` for each overlap."""

    box: Box
    cost: float


class _Line(NamedTuple):
    """The course of a curve, and the box around it."""

    around: Box
    points: Sequence[Point]


class _Near(NamedTuple):
    """What some place of a label may meet: states, and curves, one of which is its `own`."""

    states: Sequence[Box]
    lines: Sequence[_Line]
    own: _Line


class _Candidates:
    """The candidates for a label in order of their costs, judged only as far as that needs."""

    def __init__(self, places: Sequence[tuple[Box, float]], near: _Near) -> None:
        self._near = near
        self._found: list[Candidate] = []
        self._waiting = [(cost, number, False, box) for number, (box, cost) in enumerate(places)]
        heapify(self._waiting)

    def __iter__(self) -> Iterator[Candidate]:
        yield from self._found
        while self._waiting:
            cost, number, judged, box = heappop(self._waiting)
            if judged:  # no other can be better: what speaks against a place only adds to its cost
                self._found.append(Candidate(box, cost))
                yield self._found[-1]
            else:
                heappush(self._waiting, (cost + _judged(box, self._near), number, True, box))


def place_labels(
    sizes: Sequence[tuple[float, float]],
    routes: Sequence[Route],
    curves: Sequence[Route],
    boxes: Sequence[Box],
) -> tuple[list[Box], int]:
    """A box for the label of each route, and how many overlaps could not be avoided.

    They keep clear of all `curves`, the routes among them, and of the `boxes`. An empty label
    takes no place.
    """
    lines = [_Line(Box.around(curve.points), curve.points) for curve in curves]
    states = [box.grown(3) for box in boxes]
    middle = Box.around([corner for box in boxes for corner in box.corners]).middle
    along = MIDDLE if sum(size[0] > 0 for size in sizes) > MANY else ALONG
    choices: dict[int, _Candidates] = {}
    for number, (route, size) in enumerate(zip(routes, sizes, strict=True)):
        if size[0]:
            places = _around(route, *size, middle, along)
            region = Box.around([corner for box, _ in places for corner in box.corners])
            near = _Near(
                [box for box in states if box.overlaps(region)],
                [line for line in lines if line.around.overlaps(region.grown(NEAR))],
                lines[number],
            )
            choices[number] = _Candidates(places, near)
    chosen = {number: next(iter(options)) for number, options in choices.items()}
    for number, options in choices.items():
        others = [one.box for at, one in chosen.items() if at != number]
        chosen[number] = _best(options, others)
    clashes = sum(int(one.cost // CLASH) for one in chosen.values())
    found = [one.box for one in chosen.values()]
    clashes += sum(_met(box, found[:number]) for number, box in enumerate(found))
    nowhere = (Box(route.at(0.5), 0, 0) for route in routes)
    placed = [
        chosen[number].box if number in chosen else empty for number, empty in enumerate(nowhere)
    ]
    return placed, clashes


def _best(options: _Candidates, others: Sequence[Box]) -> Candidate:
    """The best candidate, overlaps with `others` included."""
    best, least = next(iter(options)), math.inf
    for one in options:
        if one.cost >= least:  # nor is any that follows better
            break
        if (cost := one.cost + CLASH * _met(one.box, others)) < least:
            best, least = one, cost
    return best


def _met(box: Box, others: Sequence[Box]) -> int:
    roomy = box.grown(APART)
    return sum(roomy.overlaps(other) for other in others)


def _judged(box: Box, near: _Near) -> float:
    """What speaks against a place: overlaps, and curves so near that it seems to be theirs."""
    met = sum(box.overlaps(state) for state in near.states)
    crowded, roomy = 0, box.grown(NEAR)
    tight = box.grown(MEETING_EDGE)
    for line in near.lines:
        if roomy.overlaps(line.around) and roomy.meets(line.points):
            met += tight.overlaps(line.around) and tight.meets(line.points)
            crowded += line is not near.own
    return CLASH * met + CROWDED * crowded


def _around(
    route: Route, width: float, height: float, middle: Point, along: Sequence[float]
) -> list[tuple[Box, float]]:
    """Places beside a curve with what speaks against them, the outer side preferred."""
    found = []
    for t in along:
        on, towards = route.at(t), route.towards(t)
        for side in (-1, 1):
            aside = Point(side * towards.left.x, side * towards.left.y)
            outwards = on.minus(middle)
            inner = aside.x * outwards.x + aside.y * outwards.y < 0
            half = abs(aside.x) * width / 2 + abs(aside.y) * height / 2
            for further in FURTHER:
                at = on.plus(aside, half + CLEAR + further)
                cost = INNER * inner + 30 * abs(t - 0.5) + further
                found.append((Box(at, width, height), cost))
    return found
