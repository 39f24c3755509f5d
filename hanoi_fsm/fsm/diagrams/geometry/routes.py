"""The curves of transitions: from the border of a state to the border of a state.

Transitions between the same two states are side by side, each to the right of the others as seen
in its own direction. Ends that would meet on a border are moved apart along it. A loop leaves its
state where most room is.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
        number = min(int(t * len(self.curves)), len(self.curves) - 1)
        return self.curves[number].at(t * len(self.curves) - number)

    def towards(self, t: float) -> Point:
        """The direction in which it goes at t, as a vector."""
        step = 1e-3
        return self.at(min(1, t + step)).minus(self.at(max(0, t - step)))


@dataclass(eq=False)
class _Line:
    """An edge between two states: where in them it aims at, and how far it bows to its left."""

    states: tuple[Box, Box]
    aims: tuple[Point, Point]
    bow: float = 0.0

    def border(self, end: int) -> Point:
        """Where it crosses the border of its source, the `end` 0, or of its target, 1."""
        curve, box = Bezier.bowed(*self.aims, self.bow), self.states[end]
        inside, outside = float(end), 0.5
        for _ in range(12):
            t = (inside + outside) / 2
            inside, outside = (t, outside) if box.holds(curve.at(t)) else (inside, t)
        return curve.at(outside)

    def shift(self, end: int, by: Point) -> None:
        """Let it aim at another point of one of its states, but not beyond the corners."""
        box, aim = self.states[end], self.aims[end].plus(by)
        across, up = max(0, box.width / 2 - INSET), max(0, box.height / 2 - INSET)
        aim = Point(
            min(max(aim.x, box.middle.x - across), box.middle.x + across),
            min(max(aim.y, box.middle.y - up), box.middle.y + up),
        )
        self.aims = (self.aims[0], aim) if end else (aim, self.aims[1])

    def part(self, end: int, between: Point, far: Point, share: float) -> None:
        """Move an end away from what is nearer than it should be, as `between` or `far` leads."""
        along = between if between.length > 1 else self.aims[1 - end].minus(far)
        missing = (ENDS_APART - between.length) * share
        self.shift(end, along.times(missing / (along.length or 1)))


def routes(
    edges: Sequence[tuple[str, str]],
    boxes: Mapping[str, Box],
    layout: Layout,
    fixed: Sequence[Route] = (),
) -> list[Route]:
    """The route of each edge between two states of `boxes`; they avoid those that are `fixed`."""
    lines = _lines(edges, boxes, layout)
    _spread(list(lines.values()), [route.tip for route in fixed])
    found = {
        number: between_borders(Bezier.bowed(*line.aims, line.bow), *line.states)
        for number, line in lines.items()
    }
    loops: dict[str, list[int]] = defaultdict(list)
    for number, (source, target) in enumerate(edges):
        if source == target:
            loops[source].append(number)
    taken = [point for route in (*fixed, *found.values()) for point in route.points]
    for state, numbers in loops.items():
        own = _loops(state, len(numbers), boxes, layout, taken)
        taken += [point for route in own for point in route.points]
        found |= zip(numbers, own, strict=True)
    return [found[number] for number in range(len(edges))]


def _lines(
    edges: Sequence[tuple[str, str]], boxes: Mapping[str, Box], layout: Layout
) -> dict[int, _Line]:
    """The edges between two states by their numbers; what bows is beside no other."""
    beside: dict[frozenset[str], list[int]] = defaultdict(list)
    lines: dict[int, _Line] = {}
    for number, (source, target) in enumerate(edges):
        if source != target:
            ends = boxes[source], boxes[target]
            bow = layout.bends.get((source, target))
            lines[number] = _Line(ends, (ends[0].middle, ends[1].middle), bow or 0)
            if bow is None:
                beside[frozenset([source, target])].append(number)
    for numbers in beside.values():
        first = edges[numbers[0]]
        aside = boxes[first[1]].middle.minus(boxes[first[0]].middle).left
        # those in the first direction come first: on their right, which is not `aside`
        for place, number in enumerate(sorted(numbers, key=lambda one: edges[one] != first)):
            line, shift = lines[number], (place - (len(numbers) - 1) / 2) * APART
            if len(numbers) == 1:
                others = [box.grown(6) for name, box in boxes.items() if name not in first]
                line.bow = _free_bow(line.aims, others)
            for end in (0, 1):
                line.shift(end, aside.times(shift))
    return lines


def _free_bow(aims: Sequence[Point], others: Sequence[Box]) -> float:
    """The least bow with which a curve meets no other state."""
    for bow in BOWS:
        points = Bezier.bowed(aims[0], aims[1], bow).points(24)
        if not any(box.meets(points) for box in others):
            return bow
    return 0


def _spread(lines: Sequence[_Line], tips: Sequence[Point]) -> None:
    """Move ends apart that meet each other or some tips on the border of a state."""
    ends: dict[Box, list[tuple[_Line, int]]] = defaultdict(list)
    for line in lines:
        for end, box in enumerate(line.states):
            ends[box].append((line, end))
    for _ in range(TURNS):
        moved = False
        for here in ends.values():
            if len(here) > MOST_ENDS:
                continue
            places = [(line, end, line.border(end)) for line, end in here]
            for (one, at, place), (other, there, its) in combinations(places, 2):
                between = place.minus(its)
                if between.length < ENDS_APART - 0.5:
                    far, its_far = one.aims[1 - at], other.aims[1 - there]
                    one.part(at, between, its_far, 0.35)
                    other.part(there, between.times(-1), far, 0.35)
                    moved = True
            for line, end, place in places:
                for tip in tips:
                    if place.minus(tip).length < ENDS_APART:
                        line.part(end, place.minus(tip), tip, 0.7)
                        moved = True
        if not moved:
            return


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
    state: str, count: int, boxes: Mapping[str, Box], layout: Layout, taken: Sequence[Point]
) -> list[Route]:
    """The loops of a state, where most room is between the points that are `taken`."""
    box = boxes[state]
    taken = [*taken, *(other.middle for name, other in boxes.items() if name != state)]
    far = (math.hypot(box.width, box.height) / 2 + LOOP) / 0.65 + FREE
    near = [point for point in taken if math.dist(point, box.middle) < far]
    sides = sorted(SIDES, key=lambda side: -_room(_loop(box, side), near))
    if state in layout.loops:
        sides.insert(0, layout.loops[state])
    chosen: list[float] = []
    while len(chosen) < count:
        turns = {one: [abs((one - other + 180) % 360 - 180) for other in chosen] for one in sides}
        chosen.append(max(sides, key=lambda one: min([90.0, *turns[one]])))
    return [_loop(box, side) for side in chosen]


def _loop(box: Box, side: float) -> Route:
    reach = (box.reach(direction(side)) + LOOP) / 0.65
    begin = box.middle.plus(direction(side + SPREAD), reach)
    end = box.middle.plus(direction(side - SPREAD), reach)
    return between_borders(Bezier(box.middle, begin, end, box.middle), box, box)


def _room(loop: Route, taken: Sequence[Point]) -> float:
    """How far everything else is from a loop, as far as that matters."""
    return min([FREE, *(math.dist(at, point) for at in loop.points[::4] for point in taken)])
