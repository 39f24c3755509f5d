"""The curves of transitions: from the border of a state to the border of a state.

Transitions between the same two states are side by side, each to the right of the others as seen
in its own direction. A loop leaves its
state where it meets least.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point, direction

APART, INSET = 13.0, 7.0
"""Between transitions side by side, and at least between them and the corners of a state."""

ARROW = 8.0
"""The length of an arrowhead."""

LOOP, SPREAD = 36.0, 30.0
"""How far a loop stands out from its state, and half the angle between its ends, in degrees."""

TURNS = (0, 90, -90, 180, 45, -45, 135, -135)
"""Where a loop may be, in degrees from the direction outwards, the preferred ones first."""

FREE = 4.0
"""What is nearer to a loop than this is in its way."""

BOWS = (0, 40, -40, 70, -70, 110, -110, 160, -160)
"""How a transition bows to go round the states in its way, in the order in which that is tried."""


class Route(NamedTuple):
    """Curves as they are drawn, one after the other: up to the arrowhead, and the tip of that."""

    curves: tuple[Bezier, ...]
    tip: Point

    @property
    def begin(self) -> Point:
        return self.curves[0].begin

    @property
    def points(self) -> list[Point]:
        fineness = max(4, 16 // len(self.curves))
        found = [point for curve in self.curves for point in curve.points(fineness)]
        return [*found, self.tip]

    def at(self, t: float) -> Point:
        """The point at t, from 0 to 1, where each curve counts the same."""
        number = min(int(t * len(self.curves)), len(self.curves) - 1)
        return self.curves[number].at(t * len(self.curves) - number)

    def towards(self, t: float) -> Point:
        """The direction in which it goes at t, as a vector."""
        step = 1e-3
        return self.at(min(1, t + step)).minus(self.at(max(0, t - step)))


def routes(
    edges: Sequence[tuple[str, str]],
    boxes: Mapping[str, Box],
    layout: Layout,
    fixed: Sequence[Route] = (),
) -> list[Route]:
    """The route of each edge between two states of `boxes`; loops avoid those that are `fixed`."""
    found: dict[int, Route] = {}
    beside: dict[frozenset[str], list[int]] = defaultdict(list)
    for number, ends in enumerate(edges):
        if ends in layout.bends:
            source, target = boxes[ends[0]], boxes[ends[1]]
            bowed = Bezier.bowed(source.middle, target.middle, layout.bends[ends])
            found[number] = between_borders(bowed, source, target)
        elif ends[0] != ends[1]:
            beside[frozenset(ends)].append(number)
    for numbers in beside.values():
        found |= _side_by_side(numbers, edges, boxes)
    taken = [route.points for route in (*fixed, *found.values())]
    sides = dict(layout.loops)
    for number, (state, other) in enumerate(edges):
        if state == other:
            found[number] = _loop_of(boxes[state], sides.pop(state, None), boxes, taken)
            taken.append(found[number].points)
    return [found[number] for number in range(len(edges))]


def _side_by_side(
    numbers: Sequence[int], edges: Sequence[tuple[str, str]], boxes: Mapping[str, Box]
) -> dict[int, Route]:
    """The routes of the edges with these numbers, all between the same two states."""
    first = edges[numbers[0]]
    one, other = (boxes[state] for state in first)
    aside = other.middle.minus(one.middle).left
    room = min(abs(aside.x) * box.width + abs(aside.y) * box.height for box in (one, other))
    gaps = len(numbers) - 1
    apart = min(APART, (room - 2 * INSET) / gaps) if gaps else 0
    others = [box.grown(6) for state, box in boxes.items() if state not in first]
    found = {}
    # those in the first direction come first: on their right, which is not `aside`
    for place, number in enumerate(sorted(numbers, key=lambda one: edges[one] != first)):
        source, target = (boxes[state] for state in edges[number])
        shift = aside.times((place - gaps / 2) * apart)
        straight = Bezier.bowed(source.middle.plus(shift), target.middle.plus(shift), 0)
        curve = _around(others, straight)
        found[number] = between_borders(curve, source, target)
    return found


def _around(others: Sequence[Box], straight: Bezier) -> Bezier:
    """The curve between the same points with the least bow that meets no other state."""
    for bow in BOWS:
        curve = Bezier.bowed(straight.begin, straight.end, bow)
        points = curve.points(24)
        if not any(box.meets(points) for box in others):
            return curve
    return straight


def between_borders(curve: Bezier, source: Box, target: Box) -> Route:
    """The part of a curve between two borders; its ends must be inside, and its middle outside."""
    begin = _crossing(0.0, 0.5, lambda t: source.holds(curve.at(t)))
    tip = _crossing(1.0, 0.5, lambda t: target.holds(curve.at(t)))
    if tip <= begin:  # the boxes touch
        begin, tip = 0.0, 1.0
    point = curve.at(tip)
    end = _crossing(tip, begin, lambda t: curve.at(t).minus(point).length < ARROW)
    return Route((curve.between(begin, max(end, begin + 1e-3)),), point)


def _crossing(inside: float, outside: float, is_inside: Callable[[float], bool]) -> float:
    """Where between two numbers `is_inside` begins to be false."""
    for _ in range(12):
        middle = (inside + outside) / 2
        if is_inside(middle):
            inside = middle
        else:
            outside = middle
    return outside


def _loop_of(
    box: Box, side: float | None, boxes: Mapping[str, Box], taken: Sequence[Sequence[Point]]
) -> Route:
    """A loop at this side of a state, or where it meets least, rather outwards."""
    if side is not None:
        return loop(box, side)
    out = box.middle.minus(Box.around(other.middle for other in boxes.values()).middle)
    outwards = 90 * round(math.degrees(math.atan2(out.y, out.x)) / 90)

    def met(tried: Route) -> int:
        around = Box.around(tried.points).grown(FREE)
        lines = sum(around.meets(points) for points in taken)
        return lines + sum(around.overlaps(other) for other in boxes.values())

    return min((loop(box, outwards + turn) for turn in TURNS), key=met)


def loop(box: Box, side: float) -> Route:
    """A loop in this direction from the middle of a box."""
    reach = (box.reach(direction(side)) + LOOP) / 0.65
    begin = box.middle.plus(direction(side + SPREAD), reach)
    end = box.middle.plus(direction(side - SPREAD), reach)
    return between_borders(Bezier(box.middle, begin, end, box.middle), box, box)
