"""Boxes, curves, routes and labels: what a state diagram with places is made of."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fsm.fsm.diagrams.geometry.labels import place_labels
from hanoi_fsm.fsm.diagrams.geometry.layout import Layout, circle, ring
from hanoi_fsm.fsm.diagrams.geometry.placement import (
    MOST_EDGES,
    Edge,
    Placement,
    badges_on,
    placement_of,
)
from hanoi_fsm.fsm.diagrams.geometry.routes import ENDS_APART, LOOP, Route, routes
from hanoi_fsm.fsm.diagrams.geometry.shapes import Bezier, Box, Point
from hanoi_fsm.fsm.diagrams.text_width import ROOMY, text_size, text_width

NUMBERS = st.floats(-500, 500).map(lambda number: round(number, 2))
POINTS = st.builds(Point, NUMBERS, NUMBERS)
SQUARE = Box(Point(0, 0), 100, 60)


@pytest.mark.parametrize(
    ("line", "meets"),
    [
        ([(-100, 0), (100, 0)], True),
        ([(-100, 29), (100, 29)], True),
        ([(-100, 31), (100, 31)], False),
        ([(-100, 100), (100, -100)], True),
        ([(-100, 100), (100, 90)], False),
        ([(40, 100), (100, 20)], False),  # past a corner
        ([(10, 10), (20, 20)], True),  # all inside
        ([(200, 0), (300, 0)], False),
        ([(0, 200), (0, 100), (0, 40)], False),
    ],
)
def test_a_box_meets_the_lines_that_enter_it(line: list[tuple[float, float]], meets: bool) -> None:
    points = [Point(*one) for one in line]
    assert SQUARE.meets(points) is SQUARE.meets(points[::-1]) is meets


def test_the_corners_of_a_box_are_rounded() -> None:
    assert SQUARE.holds(Point(49, 0))
    assert SQUARE.holds(Point(0, 29))
    assert not SQUARE.holds(Point(49, 29))
    assert not SQUARE.holds(Point(51, 0))


@given(POINTS, POINTS, st.floats(-200, 200), st.floats(0, 1))
def test_a_part_of_a_curve_is_on_it(begin: Point, end: Point, bow: float, t: float) -> None:
    curve = Bezier.bowed(begin, end, bow)
    part = curve.between(0.25, 0.75)
    assert part.at(t).minus(curve.at(0.25 + t / 2)).length < 1e-6


def test_a_curve_bows_to_its_left() -> None:
    middle = Bezier.bowed(Point(0, 0), Point(100, 0), 30).at(0.5)
    assert (round(middle.x), round(middle.y)) == (50, 30)


def test_a_broad_text_needs_more_room() -> None:
    assert text_width("mmm", 12) > text_width("abc", 12) > text_width("ill", 12) > 0
    assert text_size(["a", "abc"], 12)[0] == ROOMY * text_width("abc", 12)
    assert text_size([], 12) == (0.0, 0)
    assert text_size(["\N{CJK UNIFIED IDEOGRAPH-5854}" * 4], 12)[0] >= 4 * 12


# routes


def four() -> dict[str, Box]:
    places = {"a": (0, 0), "b": (300, 0), "c": (300, 200), "d": (150, 0)}
    return {name: Box(Point(*at), 60, 34) for name, at in places.items()}


def assert_on_the_border(point: Point, box: Box) -> None:
    """A point is on the border, to about two points."""
    assert box.grown(2.5).holds(point)
    assert not box.grown(-2.5).holds(point)


@pytest.mark.parametrize("edge", [("a", "c"), ("c", "a"), ("a", "b"), ("b", "c"), ("a", "a")])
def test_a_route_leads_from_border_to_border(edge: tuple[str, str]) -> None:
    boxes = four()
    [route] = routes([edge], boxes, Layout({}))
    assert_on_the_border(route.begin, boxes[edge[0]])
    assert_on_the_border(route.tip, boxes[edge[1]])
    for name, box in boxes.items():
        assert name in edge or not box.meets(route.points)  # a -> b goes round d
    assert route.curves[-1].end.minus(route.tip).length == pytest.approx(8, abs=2.5)


def test_opposite_transitions_are_side_by_side_each_on_its_right() -> None:
    boxes = {"a": Box(Point(0, 0), 60, 34), "b": Box(Point(300, 0), 60, 34)}
    there, back = routes([("a", "b"), ("b", "a")], boxes, Layout({}))
    assert there.begin.y < -5
    assert back.begin.y > 5
    assert there.tip.y == pytest.approx(there.begin.y, abs=1)


def test_a_bend_is_that_of_the_table_and_the_others_stay_straight() -> None:
    boxes = four()
    layout = Layout({}, bends={("a", "c"): 50})
    bent, straight = routes([("a", "c"), ("c", "b")], boxes, layout)
    middle = bent.at(0.5)
    assert middle.y - 2 / 3 * middle.x > 20  # to the left of the line from a to c
    assert straight.at(0.5).x == pytest.approx(300, abs=1)


def test_ends_keep_apart_on_the_border_of_a_state() -> None:
    """In a triangle the inner ones of two pairs would meet right on the border of a small state."""
    boxes = {name: Box(at, 60, 34) for name, at in ring("abc", 110).items()}
    edges = [(one, other) for one in "abc" for other in "abc" if one != other]
    found = dict(zip(edges, routes(edges, boxes, Layout({})), strict=True))
    for name in "abc":
        ends = [route.begin for (source, _), route in found.items() if source == name]
        ends += [route.tip for (_, target), route in found.items() if target == name]
        assert len(ends) == 4
        for one, other in combinations(ends, 2):
            assert one.minus(other).length > ENDS_APART - 4


def test_loops_of_a_state_are_on_different_sides_and_the_first_where_the_table_says() -> None:
    boxes = {"a": Box(Point(0, 0), 60, 34)}
    first, second, third = routes([("a", "a")] * 3, boxes, Layout({}, loops={"a": 180}))
    assert first.at(0.5).x < -LOOP / 2
    far = [route.at(0.5) for route in (first, second, third)]
    assert all(one.minus(other).length > LOOP for one, other in combinations(far, 2))


# labels


def test_labels_keep_clear_of_curves_states_and_each_other() -> None:
    boxes = four()
    edges = [("a", "d"), ("d", "a"), ("d", "b"), ("b", "c"), ("c", "a"), ("a", "a")]
    found = routes(edges, boxes, Layout({}))
    labels, clashes = place_labels([(50, 15)] * 6, found, found, list(boxes.values()))
    assert clashes == 0
    for label in labels:
        assert not any(label.meets(route.points) for route in found)
        assert not any(label.overlaps(box) for box in boxes.values())
    assert not any(one.overlaps(other) for one, other in combinations(labels, 2))


def test_what_cannot_be_placed_is_counted() -> None:
    boxes = four()
    found = routes([("a", "d"), ("d", "a")], boxes, Layout({}))
    assert place_labels([(900, 400)] * 2, found, found, list(boxes.values()))[1] > 0


def test_an_empty_label_takes_no_room() -> None:
    boxes = four()
    found = routes([("a", "d")], boxes, Layout({}))
    [label], clashes = place_labels([(0, 0)], found, found, list(boxes.values()))
    assert (label.width, clashes) == (0, 0)


# placements


def placed(width: float, label: float, badge: tuple[float, float] | None = None) -> Placement:
    sizes = dict.fromkeys("abcd", (width, 34.0))
    ends = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "a")]
    edges = [Edge(*pair, size=(label, 15.0), badge=badge) for pair in ends]
    return placement_of(circle("abcd"), sizes, edges, "a")


def test_what_needs_more_room_is_drawn_larger_with_the_same_shape() -> None:
    small, large = placed(60, 40), placed(60, 160)
    assert small.clashes == large.clashes == 0
    assert large.bounds.width > small.bounds.width
    for placement in (small, large):
        a, b = placement.states["a"].middle, placement.states["b"].middle
        assert a.x == pytest.approx(-b.y)
        assert a.y == b.x == pytest.approx(0)


def test_states_never_overlap_as_long_as_they_can_be_kept_apart() -> None:
    boxes = placed(400, 40).states.values()
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_everything_is_within_the_bounds() -> None:
    placement = placed(60, 100, badge=(20, 17))
    (left, low), (right, high) = placement.bounds.corners
    everything = [*placement.states.values(), *placement.labels, *placement.badges.values()]
    points = [corner for box in everything for corner in box.corners]
    points += [point for route in placement.routes for point in route.points]
    assert all(left <= x <= right and low <= y <= high for x, y in points)


def test_a_badge_is_on_its_own_curve_and_no_label_is_below_it() -> None:
    placement = placed(60, 40, badge=(20, 17))
    assert len(placement.badges) == 5
    for number, badge in placement.badges.items():
        assert badge.meets(placement.routes[number].points)
        assert not any(badge.overlaps(label) for label in placement.labels)


def test_a_wide_badge_touches_its_own_curve_and_no_curve_beside_it() -> None:
    boxes = four()
    for ends in (("a", "d"), ("b", "c")):
        found = routes([ends, (ends[1], ends[0])], boxes, Layout({}))
        for number, badge in badges_on(found, [(60, 17), (60, 17)], boxes.values()).items():
            assert badge.meets(found[number].points), ends
            assert not badge.meets(found[1 - number].points), ends
            assert not any(badge.overlaps(box) for box in boxes.values()), ends


def test_the_start_leads_to_the_initial_state_from_the_direction_of_the_table() -> None:
    sizes = {"a": (60.0, 34.0), "b": (60.0, 34.0)}
    for start, x, y in ((180, -1, 0), (90, 0, 1), (0, 1, 0)):
        layout = Layout({"a": (0, 0), "b": (0, -200)}, start=start)
        route = placement_of(layout, sizes, [], "a").start
        assert isinstance(route, Route)
        way = route.begin.minus(route.tip)
        assert (round(way.x / way.length), round(way.y / way.length)) == (x, y)
        assert_on_the_border(route.tip, Box(Point(0, 0), 60, 34))


def test_transposed_what_led_down_leads_to_the_right_and_the_other_way_round() -> None:
    layout = Layout({"a": (0, 0), "b": (0, -100)}, {("a", "b"): 30}, {"a": 90}, start=135)
    right = layout.transposed()
    assert right.places == {"a": (0, 0), "b": (100, 0)}
    assert (right.bends, right.loops, right.start) == ({("a", "b"): -30}, {"a": 180}, 135)
    assert right.transposed() == layout


def test_places_must_tell_all_states_apart() -> None:
    assert Layout({"a": (0, 0), "b": (100, 0)}).tells_apart("ab")
    assert not Layout({"a": (0, 0), "b": (10, 0)}).tells_apart("ab")
    assert not Layout({"a": (0, 0)}).tells_apart("ab")


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [("\N{CJK UNIFIED IDEOGRAPH-72B6}", "s"), ("\N{SLIGHTLY SMILING FACE}", "m"), ("a", "\u0301")],
)
def test_an_ideograph_fills_a_square_and_an_accent_takes_no_room(wide: str, narrow: str) -> None:
    assert text_width(8 * wide, 10) > text_width(8 * narrow, 10)
    assert wide == "a" or text_width(wide, 10) >= 10 * 1.25


def dense(states: int, edges: int) -> tuple[Layout, list[Edge]]:
    names = [f"s{number}" for number in range(states)]
    ends = [(names[at % states], names[(at // states + at) % states]) for at in range(edges)]
    return circle(names), [Edge(*one, (40, 14)) for one in ends]


@pytest.mark.parametrize("states", [2, 17, 299])
@pytest.mark.sweep
def test_the_largest_diagrams_are_placed_at_the_first_scale_with_room_for_their_states(
    states: int,
) -> None:
    layout, edges = dense(states, MOST_EDGES)
    sizes = dict.fromkeys(layout.places, (60.0, 34.0))
    found = placement_of(layout, sizes, edges, "s0")
    assert len(found.routes) == len(found.labels) == MOST_EDGES
    assert not any(one.overlaps(other) for one, other in combinations(found.states.values(), 2))
