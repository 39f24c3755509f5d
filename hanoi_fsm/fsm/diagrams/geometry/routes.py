"""The curves of transitions: from the border of a state to the border of a state.

Transitions between the same two states are side by side, each to the right of the others as seen
in its own direction. Ends that would meet on a border are moved apart along it. A loop leaves its
state where most room is.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import NamedTuple

from hanoi_fsm.fsm.diagrams.geometry.layout import Layout
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point, direction

APART = 17.0
"""Between transitions side by side."""

ENDS_APART, INSET = 14.0, 7.0
"""Between ends on a border, and between ends and corners."""

ARROW = 8.0
"""The length of an arrowhead."""

LOOP, SPREAD = 36.0, 30.0
"""How far a loop stands out from its state, and half the angle between its ends, in degrees."""

FREE = 60.0
"""Beyond this distance from a loop nothing is in its way."""

FINENESS = 160
STEPS = [number / FINENESS for number in range(FINENESS + 1)]
"""Where on a curve its ends are looked for."""

TURNS, MOST_ENDS = 12, 40
"""How often ends are moved apart, and on how crowded a border there is no room to do so."""
BOWS = (0, 40, -40, 70, -70, 110, -110, 160, -160)
"""How a transition bows to go round the states in its way, in the order in which that is tried."""

SIDES = (90.0, 270.0, 180.0, 0.0, 45.0, 135.0, 315.0, 225.0)
"""In which directions a loop may be, the preferred ones first."""


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
        return [*(point for curve in self.curves for point in curve.points(fineness)), self.tip]

    def at(self, t: float) -> Point:
        """The point at t, from 0 to 1, where each curve counts the same."""
        curve, rest = self._curve(t)
        return curve.at(rest)

    def towards(self, t: float) -> Point:
        curve, rest = self._curve(t)
        return curve.towards(rest)

    def _curve(self, t: float) -> tuple[Bezier, float]:
        number = min(int(t * len(self.curves)), len(self.curves) - 1)
        return self.curves[number], t * len(self.curves) - number


@dataclass
class _Line:
    """An edge between two states: where it aims at, and how far it bows to its left."""

    source: Box
    target: Box
    begin: Point
    end: Point
    bow: float = 0.0
    crossings: dict[bool, tuple[tuple[Point, Point], Point]] = field(default_factory=dict)

    @property
    def curve(self) -> Bezier:
        return Bezier.bowed(self.begin, self.end, self.bow)

    def border(self, box: Box) -> Point:
        """Where it crosses the border of one of its states; found anew only after it was moved."""
        aims, at_source = (self.begin, self.end), box is self.source
        known = self.crossings.get(at_source)
        if known is None or known[0] != aims:
            known = self.crossings[at_source] = aims, self._crossing(self.curve, box)
        return known[1]

    def _crossing(self, curve: Bezier, box: Box) -> Point:
        inside, outside = (0.0, 0.5) if box is self.source else (1.0, 0.5)
        for _ in range(12):
            t = (inside + outside) / 2
            inside, outside = (t, outside) if box.holds(curve.at(t)) else (inside, t)
        return curve.at(outside)

    def shift(self, box: Box, by: Point) -> None:
        """Let it aim at another point of one of its states, but not beyond the corners."""
        aim = (self.begin if box is self.source else self.end).plus(by)
        across, up = max(0, box.width / 2 - INSET), max(0, box.height / 2 - INSET)
        aim = Point(
            min(max(aim.x, box.middle.x - across), box.middle.x + across),
            min(max(aim.y, box.middle.y - up), box.middle.y + up),
        )
        if box is self.source:
            self.begin = aim
        else:
            self.end = aim


def routes(
    edges: Sequence[tuple[str, str]],
    boxes: Mapping[str, Box],
    layout: Layout,
    fixed: Sequence[Route] = (),
) -> list[Route]:
    """The route of each edge between two states of `boxes`; they avoid those that are `fixed`."""
    lines = _lines(edges, boxes, layout)
    _spread(lines, boxes, fixed)
    found = {
        number: between_borders(line.curve, line.source, line.target)
        for number, line in lines.items()
    }
    loops: dict[str, list[int]] = defaultdict(list)
    for number, (source, target) in enumerate(edges):
        if source == target:
            loops[source].append(number)
    taken = [point for route in (*fixed, *found.values()) for point in route.points]
    for state, numbers in loops.items():
        own = _loops(state, numbers, boxes, layout, taken)
        taken += [point for route in own.values() for point in route.points]
        found |= own
    return [found[number] for number in range(len(edges))]


def _lines(
    edges: Sequence[tuple[str, str]], boxes: Mapping[str, Box], layout: Layout
) -> dict[int, _Line]:
    """The edges between two states by their numbers; what bows is beside no other."""
    beside: dict[frozenset[str], list[int]] = defaultdict(list)
    lines: dict[int, _Line] = {}
    for number, edge in enumerate(edges):
        if edge in layout.bends:
            source, target = (boxes[name] for name in edge)
            lines[number] = _Line(source, target, source.middle, target.middle, layout.bends[edge])
        elif edge[0] != edge[1]:
            beside[frozenset(edge)].append(number)
    for numbers in beside.values():
        first = edges[numbers[0]]
        numbers.sort(key=lambda number: (edges[number] != first, number))
        aside = boxes[first[1]].middle.minus(boxes[first[0]].middle).left
        for place, number in enumerate(numbers):
            # those in the first direction come first: on their right, which is not `aside`
            source, target = (boxes[name] for name in edges[number])
            shift = (place - (len(numbers) - 1) / 2) * APART
            line = _Line(source, target, source.middle, target.middle)
            if len(numbers) == 1:
                line.bow = _free_bow(line, edges[number], boxes)
            for box in (source, target):
                line.shift(box, Point(aside.x * shift, aside.y * shift))
            lines[number] = line
    return lines


def _free_bow(line: _Line, edge: tuple[str, str], boxes: Mapping[str, Box]) -> float:
    """The least bow with which a curve meets no third state."""
    others = [box.grown(6) for name, box in boxes.items() if name not in edge]
    for bow in BOWS:
        points = Bezier.bowed(line.begin, line.end, bow).points(24)
        if not any(box.meets(points) for box in others):
            return bow
    return 0


def _spread(lines: Mapping[int, _Line], boxes: Mapping[str, Box], fixed: Sequence[Route]) -> None:
    """Move ends apart that meet on the border of a state, several times over."""
    tips = [route.tip for route in fixed]
    ends_on: dict[int, list[_Line]] = defaultdict(list)
    for line in lines.values():
        for box in (line.source, line.target):
            ends_on[id(box)].append(line)
    for _ in range(TURNS):
        moved = False
        for box in boxes.values():
            ends = ends_on[id(box)]
            if len(ends) > MOST_ENDS:
                continue
            places = {id(line): line.border(box) for line in ends}
            for one, other in combinations(ends, 2):
                moved |= _part(box, one, other, places[id(one)].minus(places[id(other)]))
            for line in ends:
                for tip in tips:
                    away = places[id(line)].minus(tip)
                    if away.length < ENDS_APART:
                        line.shift(box, _push(away, _far(line, box).minus(tip), 0.7))
                        moved = True
        if not moved:
            return


def _part(box: Box, one: _Line, other: _Line, between: Point) -> bool:
    """Move the ends of two lines apart; whether that was necessary."""
    if between.length >= ENDS_APART - 0.5:
        return False
    push = _push(between, _far(one, box).minus(_far(other, box)), 0.35)
    one.shift(box, push)
    other.shift(box, Point(-push.x, -push.y))
    return True


def _push(between: Point, far: Point, share: float) -> Point:
    """A step that makes the distance `between` larger; where there is none the `far` ends say."""
    along = between if between.length > 1 else far
    missing = (ENDS_APART - between.length) * share / (along.length or 1)
    return Point(along.x * missing, along.y * missing)


def _far(line: _Line, box: Box) -> Point:
    return line.end if box is line.source else line.begin


def between_borders(curve: Bezier, source: Box, target: Box) -> Route:
    """The part of a curve between two borders; the ends must be inside."""
    begin = next((t for t in STEPS if not source.holds(curve.at(t))), 0.0)
    tip = next((t for t in reversed(STEPS) if not target.holds(curve.at(t))), 1.0)
    if tip <= begin:  # the boxes touch
        begin, tip = 0.0, 1.0
    end = tip
    while end > begin and curve.at(end).minus(curve.at(tip)).length < ARROW:
        end -= 1 / FINENESS
    return Route((curve.between(begin, max(end, begin + 1e-3)),), curve.at(tip))


def _loops(
    state: str,
    numbers: Sequence[int],
    boxes: Mapping[str, Box],
    layout: Layout,
    taken: Sequence[Point],
) -> dict[int, Route]:
    """The loops of a state, where most room is between the points that are `taken`."""
    box = boxes[state]
    taken = [*taken, *(other.middle for name, other in boxes.items() if name != state)]
    far = (math.hypot(box.width, box.height) / 2 + LOOP) / 0.65 + FREE
    near = [point for point in taken if math.dist(point, box.middle) < far]
    room = cache(lambda side: _room(_loop(box, side), near))
    chosen: list[float] = []
    found = {}
    for number in numbers:
        if not chosen and state in layout.loops:
            side = layout.loops[state]
        else:
            free = [one for one in SIDES if all(_turn(one, other) >= 90 for other in chosen)]
            side = max(free or SIDES, key=room)
        if side not in chosen:
            chosen.append(side)
        found[number] = _loop(box, side)
    return found


def _turn(one: float, other: float) -> float:
    """The angle between two directions."""
    return abs((one - other + 180) % 360 - 180)


def _loop(box: Box, side: float) -> Route:
    reach = (box.reach(direction(side)) + LOOP) / 0.65
    begin = box.middle.plus(direction(side + SPREAD), reach)
    end = box.middle.plus(direction(side - SPREAD), reach)
    return between_borders(Bezier(box.middle, begin, end, box.middle), box, box)


def _room(loop: Route, taken: Sequence[Point]) -> float:
    """How far everything else is from a loop, as far as that matters."""
    return min([FREE, *(math.dist(at, point) for at in loop.points[::4] for point in taken)])
