"""Places for the labels of transitions: beside their own curve, and clear of everything else.

Each label has some candidates, which are first judged by what is fixed (states, curves), and then
chosen in turn, several times over, so that the labels keep clear of each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.routes import Route
from hanoi_fsm.fsm.diagrams.geometry.shapes import Box, Point

CLEAR = 4.0
"""The least distance between a label and its own curve."""

ALONG = (0.5, 0.44, 0.56, 0.38, 0.62, 0.31, 0.69, 0.25, 0.75, 0.18, 0.82)
FURTHER = (0.0, 9.0)
CLASH = 1000.0
MEETING_EDGE, NEAR, APART = 3.0, 9.0, 4.0
CROWDED, INNER = 8.0, 3.0
TURNS = 8

MANY, MIDDLE, QUICK_TURNS = 100, (0.5, 0.38, 0.62), 2
"""With more labels than these, each has fewer candidates, and is chosen less often."""


class Candidate(NamedTuple):
    """A place, and how bad it is, whatever the other labels do; `CLASH` for each overlap."""

    box: Box
    cost: float


def place_labels(
    sizes: Sequence[tuple[float, float]],
    routes: Sequence[Route],
    curves: Sequence[Route],
    boxes: Sequence[Box],
) -> tuple[list[Box], int]:
    """A box for the label of each route, and how many overlaps could not be avoided.

    They keep clear of all `curves`, the routes among them, and of the `boxes`. An empty label is in
    nobody's way.
    """
    lines = [(Box.around(curve.points), curve.points) for curve in curves]
    states = [box.grown(3) for box in boxes]
    middle = Box.around([corner for box in boxes for corner in box.corners]).middle
    many = sum(size[0] > 0 for size in sizes) > MANY
    along, turns = (MIDDLE, QUICK_TURNS) if many else (ALONG, TURNS)
    choices = {
        number: [
            Candidate(box, cost + _judged(box, lines, states, number))
            for box, cost in _around(route, *size, middle, along)
        ]
        for number, (route, size) in enumerate(zip(routes, sizes, strict=True))
        if size[0]
    }
    near = _neighbours(choices)
    chosen = {number: min(options, key=lambda one: one.cost) for number, options in choices.items()}
    for _ in range(turns):
        before = dict(chosen)
        for number, options in choices.items():
            others = [chosen[at].box for at in near[number]]
            chosen[number] = min(options, key=lambda one: one.cost + CLASH * _met(one.box, others))
        if chosen == before:
            break
    clashes = sum(int(one.cost // CLASH) for one in chosen.values())
    clashes += sum(
        _met(one.box, [chosen[at].box for at in near[number] if at < number])
        for number, one in chosen.items()
    )
    nowhere = (Box(route.at(0.5), 0, 0) for route in routes)
    placed = [
        chosen[number].box if number in chosen else empty for number, empty in enumerate(nowhere)
    ]
    return placed, clashes


def _neighbours(choices: Mapping[int, Sequence[Candidate]]) -> dict[int, list[int]]:
    """For each label the others that it might overlap, wherever the two are."""
    regions = {
        number: Box.around([corner for one in options for corner in one.box.corners])
        for number, options in choices.items()
    }
    roomy = {number: region.grown(APART) for number, region in regions.items()}
    return {
        number: [at for at, other in regions.items() if at != number and region.overlaps(other)]
        for number, region in roomy.items()
    }


def _met(box: Box, others: Sequence[Box]) -> int:
    roomy = box.grown(APART)
    return sum(roomy.overlaps(other) for other in others)


def _judged(
    box: Box, lines: Sequence[tuple[Box, list[Point]]], states: Sequence[Box], own: int
) -> float:
    """What speaks against a place: overlaps, and curves so near that it seems to be theirs."""
    met = sum(box.overlaps(state) for state in states)
    near, roomy = 0, box.grown(NEAR)
    tight = box.grown(MEETING_EDGE)
    for number, (around, points) in enumerate(lines):
        if roomy.overlaps(around) and roomy.meets(points):
            met += tight.overlaps(around) and tight.meets(points)
            near += number != own
    return CLASH * met + CROWDED * near


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
