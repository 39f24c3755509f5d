"""What lies on what in a state diagram, found from where everything is, without a browser."""

from collections.abc import Iterator
from itertools import combinations

from hanoi_fsm.fsm.diagrams.geometry.placement import DOT, Placement
from hanoi_fsm.fsm.diagrams.geometry.routes import Route
from hanoi_fsm.fsm.diagrams.geometry.shapes import Box, Point

HALF_A_PIXEL = 0.5
WITHIN = 3.0
"""How far a curve must reach into a state to run through it."""


def clashes_of(
    placement: Placement, ends: list[tuple[str, str]], initial: str, numbered: bool = True
) -> list[str]:
    """One line per fault; `ends` are the two states of each edge."""
    labels = {f"label {at}": box for at, box in enumerate(placement.labels) if box.width}
    states = {f"state {name}": box for name, box in placement.states.items()}
    badges = {f"badge {at}": box for at, box in placement.badges.items()} if numbered else {}
    fixed = states | badges
    routes = {f"edge {at}": _points(route) for at, route in enumerate(placement.routes)}
    own = {f"edge {at}": {f"state {one}" for one in pair} for at, pair in enumerate(ends)}
    if placement.start:
        fixed["the start"] = Box(placement.start.begin, 2 * DOT, 2 * DOT)
        routes["the start's edge"] = _points(placement.start)
        own["the start's edge"] = {f"state {initial}", "the start"}
    return [
        *_overlaps(labels, fixed),
        *_runs(routes, labels, -HALF_A_PIXEL, {}),
        *_runs(routes, states, -WITHIN, own),
    ]


def _overlaps(labels: dict[str, Box], fixed: dict[str, Box]) -> Iterator[str]:
    small = {name: box.grown(-HALF_A_PIXEL) for name, box in (fixed | labels).items()}
    for one, other in combinations(small, 2):
        if small[one].overlaps(small[other]):
            yield f"{one} overlaps {other}"


def _runs(
    routes: dict[str, list[Point]], boxes: dict[str, Box], by: float, own: dict[str, set[str]]
) -> Iterator[str]:
    for edge, points in routes.items():
        around = Box.around(points)
        for name, box in boxes.items():
            inner = box.grown(by)
            if name in own.get(edge, ()) or not inner.overlaps(around.grown(1)):
                continue
            if inner.meets(points):
                yield f"{edge} runs through {name}"


def _points(route: Route) -> list[Point]:
    return [*(point for curve in route.curves for point in curve.points(24)), route.tip]
