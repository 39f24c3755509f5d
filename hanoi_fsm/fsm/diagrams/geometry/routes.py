"""The curves of transitions: from the border of a state to the border of a state.

Transitions between the same two states are side by side, each to the right of the others as seen
in its own direction. A loop leaves its state where most room is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.shapes import Box, Curve, Point, direction

APART = 17.0
"""Between transitions side by side."""

ARROW = 8.0
"""The length of an arrowhead."""

LOOP, SPREAD = 36.0, 30.0
"""How far a loop stands out from its state, and half the angle between its ends, in degrees."""

FINENESS = 160
BOWS = (0, 40, -40, 70, -70, 110, -110, 160, -160)
"""How a transition bows to go round the states in its way, in the order in which that is tried."""

SIDES = (90.0, 270.0, 180.0, 0.0, 45.0, 135.0, 315.0, 225.0)
"""In which directions a loop may be, the preferred ones first."""


class Route(NamedTuple):
    """Curves as they are drawn, one after the other: up to the arrowhead, and the tip of that."""

    curves: tuple[Curve, ...]
    tip: Point

    @property
    def begin(self) -> Point:
        return self.curves[0].begin

    @property
    def points(self) -> list[Point]:
        fineness = max(4, 16 // len(self.curves))
        return [*(point for curve in self.curves for point in curve.points(fineness)), self.tip]

    def at(self, t: float) -> Point:
        """The point at t, from 0 to 1, where each curve counts the same."""
        return self._curve(t)[0].at(self._curve(t)[1])

    def towards(self, t: float) -> Point:
        curve, rest = self._curve(t)
        return curve.towards(rest)

    def _curve(self, t: float) -> tuple[Curve, float]:
        number = min(int(t * len(self.curves)), len(self.curves) - 1)
        return self.curves[number], t * len(self.curves) - number


def routes(
    edges: Sequence[tuple[str, str]], boxes: Mapping[str, Box], layout: Layout
) -> list[Route]:
    """The route of each edge between two states of `boxes`."""
    found: dict[int, Route] = {}
    beside: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, (source, target) in enumerate(edges):
        beside[tuple(sorted((source, target)))].append(number)
    for (one, other), numbers in beside.items():
        if one != other:
            found.update(_between(one, other, numbers, edges, boxes, layout))
    for (one, other), numbers in beside.items():
        if one == other:
            found.update(_loops(one, numbers, boxes, layout, found.values()))
    return [found[number] for number in range(len(edges))]


def _between(
    one: str,
    other: str,
    numbers: Sequence[int],
    edges: Sequence[tuple[str, str]],
    boxes: Mapping[str, Box],
    layout: Layout,
) -> dict[int, Route]:
    """Edges that bow are not among those side by side, as they have a way of their own."""
    straight = [number for number in numbers if edges[number] not in layout.bends]
    straight.sort(key=lambda number: (edges[number] != (one, other), number))
    begin, end = boxes[one].middle, boxes[other].middle
    aside = end.minus(begin).left
    found = {}
    for place, number in enumerate(straight):
        # those from one to the other come first: they are on their right, which is not `aside`
        shift = (place - (len(straight) - 1) / 2) * APART
        line = begin.plus(aside, shift), end.plus(aside, shift)
        forwards = edges[number] == (one, other)
        ends = line if forwards else line[::-1]
        bow = _free_bow(ends, edges[number], boxes) if len(straight) == 1 else 0
        found[number] = _route(Curve.bowed(*ends, bow), *(boxes[name] for name in edges[number]))
    for number in numbers:
        if number not in found:
            source, target = (boxes[name] for name in edges[number])
            curve = Curve.bowed(source.middle, target.middle, layout.bends[edges[number]])
            found[number] = _route(curve, source, target)
    return found


def _free_bow(ends: tuple[Point, Point], edge: tuple[str, str], boxes: Mapping[str, Box]) -> float:
    """The least bow with which a curve meets no third state."""
    others = [box.grown(6) for name, box in boxes.items() if name not in edge]
    for bow in BOWS:
        points = Curve.bowed(*ends, bow).points(24)
        if not any(box.meets(points) for box in others):
            return bow
    return 0


def _route(curve: Curve, source: Box, target: Box) -> Route:
    """The part of a curve between two borders; the ends must be inside."""
    begin = next((t for t in _steps() if not source.holds(curve.at(t))), 0.0)
    tip = next((t for t in reversed(_steps()) if not target.holds(curve.at(t))), 1.0)
    if tip <= begin:  # the boxes touch
        begin, tip = 0.0, 1.0
    end = tip
    while end > begin and curve.at(end).minus(curve.at(tip)).length < ARROW:
        end -= 1 / FINENESS
    return Route((curve.between(begin, max(end, begin + 1e-3)),), curve.at(tip))


def _steps() -> list[float]:
    return [number / FINENESS for number in range(FINENESS + 1)]


def _loops(
    state: str,
    numbers: Sequence[int],
    boxes: Mapping[str, Box],
    layout: Layout,
    routes: Iterable[Route],
) -> dict[int, Route]:
    taken = [point for route in routes for point in route.points]
    taken += [box.middle for name, box in boxes.items() if name != state]
    chosen: list[float] = []
    found = {}
    for number in numbers:
        if not chosen and state in layout.loops:
            side = layout.loops[state]
        else:
            free = [one for one in SIDES if all(abs(one - other) > 2 * SPREAD for other in chosen)]
            box = boxes[state]
            side = max(free or SIDES, key=lambda one: _room(_loop(box, one), taken))
        chosen.append(side)
        found[number] = _loop(boxes[state], side)
    return found


def _loop(box: Box, side: float) -> Route:
    reach = (box.reach(direction(side)) + LOOP) / 0.65
    begin = box.middle.plus(direction(side + SPREAD), reach)
    end = box.middle.plus(direction(side - SPREAD), reach)
    return _route(Curve(box.middle, begin, end, box.middle), box, box)


def _room(loop: Route, taken: Sequence[Point]) -> float:
    """How far everything else is from the far end of a loop, as far as that matters."""
    far = loop.at(0.5)
    return min([80.0, *(point.minus(far).length for point in taken)])
