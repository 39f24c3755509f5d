"""The picture of the Hanoi graph shows all of it, and on it the shortest paths, both of two."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from itertools import combinations, pairwise, product
from math import dist

import pytest
from reading_pictures import Drawn, drawn, words

from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.errors import BadConfiguration, BadDisks
from hanoi_fsm.hanoi.pegs import TASKS, Configuration
from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph

# The puzzle in plain words, largest disk first: it shares no code with the package.


def one_move_apart(a: str, b: str) -> bool:
    places = [place for place, (p, q) in enumerate(zip(a, b, strict=True)) if p != q]
    if len(places) != 1:
        return False
    smaller = a[places[0] + 1 :]
    return a[places[0]] not in smaller and b[places[0]] not in smaller


@cache
def neighbours(word: str) -> list[str]:
    changed = (
        word[:place] + peg + word[place + 1 :] for place in range(len(word)) for peg in "012"
    )
    return [other for other in changed if one_move_apart(word, other)]


@cache
def shortest_paths(start: str, goal: str) -> set[tuple[str, ...]]:
    """All of them, by breadth-first search."""
    paths: dict[str, list[tuple[str, ...]]] = {start: [(start,)]}
    front = [start]
    while goal not in paths:
        reached: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for word in front:
            for other in neighbours(word):
                if other not in paths:
                    reached[other] += [(*path, other) for path in paths[word]]
        paths |= reached
        front = list(reached)
    return set(paths[goal])


def ties(disks: int) -> list[tuple[str, str]]:
    every = words(disks)
    return [(a, b) for a in every for b in every if len(shortest_paths(a, b)) == 2]


def hanoi_graph(start: str, goal: str) -> HanoiGraph:
    return HanoiGraph(Configuration(start), Configuration(goal))


def lit_ways(graph: Drawn, start: str) -> dict[str, tuple[str, ...]]:
    """The lit edges of each colour, followed from tail to head as far as they lead."""
    colours = {edge["color"] for _, _, edge in graph.edges if "penwidth" in edge}
    ways = {}
    for colour in colours:
        lit = [(tail, head) for tail, head, edge in graph.edges if edge["color"] == colour]
        onward, way = dict(lit), [start]
        while way[-1] in onward:
            way.append(onward.pop(way[-1]))
        assert len(way) == len(lit) + 1, "the lit edges of one colour are one way"
        ways[colour] = tuple(way)
    return ways


@pytest.mark.parametrize("disks", range(8))
def test_the_graph_has_every_configuration_and_every_move(disks: int) -> None:
    graph = drawn(HanoiGraph.of_task(disks))
    assert set(words(disks)) <= set(graph.nodes)
    edges = Counter(frozenset((tail, head)) for tail, head, _ in graph.edges)
    assert set(edges.values()) <= {1}, "an edge is drawn once"
    assert len(edges) == 3 * (3**disks - 1) // 2
    assert all(one_move_apart(*edge) for edge in edges)


@pytest.mark.parametrize("disks", range(1, 8))
def test_every_edge_has_the_same_length_and_every_vertex_its_own_place(disks: int) -> None:
    graph = drawn(HanoiGraph.of_task(disks))
    lengths = [dist(graph.at(tail), graph.at(head)) for tail, head, _ in graph.edges]
    assert max(lengths) - min(lengths) < 0.01
    places = {word: graph.at(word) for word in words(disks)}
    assert len(set(places.values())) == 3**disks
    if disks <= 5:
        apart = min(dist(a, b) for a, b in combinations(places.values(), 2))
        assert apart == pytest.approx(lengths[0], abs=0.01), "what is close is one move apart"


@pytest.mark.parametrize("disks", range(1, 8))
def test_the_towers_are_the_corners(disks: int) -> None:
    graph = drawn(HanoiGraph.of_task(disks))
    top, left, right = (graph.at(peg * disks) for peg in "012")
    xs, ys = zip(*(graph.at(word) for word in words(disks)), strict=True)
    assert top[1] == max(ys)
    assert left == (min(xs), min(ys))
    assert right == (max(xs), min(ys))
    side = (2**disks - 1) * dist(*map(graph.at, graph.edges[0][:2]))
    for one, other in combinations((top, left, right), 2):
        assert dist(one, other) == pytest.approx(side, rel=1e-3)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("disks", [1, 2, 3, 4, 6])
def test_the_solution_of_a_task_is_lit(disks: int, task: tuple[int, int]) -> None:
    source, target = task
    graph = drawn(HanoiGraph.of_task(disks, source, target))
    route = [formulas.configuration(step, disks, source, target) for step in range(2**disks)]
    assert list(lit_ways(graph, str(source) * disks).values()) == [tuple(map(str, route))]


@pytest.mark.parametrize(("start", "goal"), [*product(words(2), repeat=2)])
def test_all_shortest_paths_are_lit_and_nothing_else(start: str, goal: str) -> None:
    ways = lit_ways(drawn(hanoi_graph(start, goal)), start)
    assert set(ways.values()) == shortest_paths(start, goal) - {(start,)}


@pytest.mark.parametrize("disks", [2, 3, 4])
def test_of_two_shortest_paths_both_are_lit_in_two_colours(disks: int) -> None:
    found = ties(disks)
    assert found
    for start, goal in found[:: disks**2]:
        ways = lit_ways(drawn(hanoi_graph(start, goal)), start)
        assert len(ways) == 2
        assert set(ways.values()) == shortest_paths(start, goal)


@pytest.mark.parametrize(
    ("start", "goal"),
    [("00000", "11222"), ("01201", "21020"), ("000001", "100000"), ("0120120", "2102102")],
)
def test_a_way_through_many_disks_is_a_shortest_path(start: str, goal: str) -> None:
    ways = lit_ways(drawn(hanoi_graph(start, goal)), start)
    assert set(ways.values()) == shortest_paths(start, goal)


@pytest.mark.parametrize("disks", range(4))
def test_the_formula_knows_all_shortest_paths(disks: int) -> None:
    for start, goal in product(words(disks), repeat=2):
        routes = set()
        for way in formulas.shortest_ways(Configuration(start), Configuration(goal)):
            now = Configuration(start)
            route = [str(now), *(str(now := now.after(move)) for move in way.moves)]
            routes.add(tuple(route))
            moved = Counter(move.disk for move in way.moves)
            assert moved[max(moved, default=0)] == way.times
        assert routes == shortest_paths(start, goal)


@pytest.mark.parametrize(("start", "goal"), [("0", "2"), ("01", "10"), ("001", "200")])
def test_the_moves_on_the_way_are_numbered_in_the_middle_of_their_edges(
    start: str, goal: str
) -> None:
    graph = drawn(hanoi_graph(start, goal))
    expected = set()
    for colour, way in lit_ways(graph, start).items():
        for step, (one, other) in enumerate(pairwise(way), 1):
            x, y = ((a + b) / 2 for a, b in zip(graph.at(one), graph.at(other), strict=True))
            expected.add((str(step), colour, round(x, 1), round(y, 1)))
    numbered = [name for name in graph.nodes if re.fullmatch(r"\d", graph.nodes[name]["label"])]
    badges = {name for name in numbered if name not in words(len(start))}
    assert expected == {
        (graph.nodes[name]["label"], graph.nodes[name]["fillcolor"], *rounded(graph.at(name)))
        for name in badges
    }


def rounded(place: tuple[float, float]) -> tuple[float, float]:
    return round(place[0], 1), round(place[1], 1)


@pytest.mark.parametrize("disks", range(1, 8))
def test_the_vertices_have_labels_up_to_4_disks_and_are_dots_beyond(disks: int) -> None:
    graph = drawn(HanoiGraph.of_task(disks))
    shown = {graph.nodes[word]["label"] for word in words(disks)}
    assert shown == (set(words(disks)) if disks <= 4 else {""})
    corners = {peg * disks for peg in "012"}
    written = {node["label"] for node in graph.nodes.values() if node["shape"] == "plain"}
    assert corners <= shown | written, "the corners can be told apart"


@pytest.mark.parametrize("disks", range(4, 8))
def test_edges_without_numbers_are_arrows_where_there_is_room(disks: int) -> None:
    graph = drawn(HanoiGraph.of_task(disks))
    arrows = [edge for _, _, edge in graph.edges if edge.get("dir") == "forward"]
    assert len(arrows) == (2**disks - 1 if disks <= 5 else 0)
    assert "1" not in {node["label"] for node in graph.nodes.values()}, "no numbers here"


@pytest.mark.parametrize(("start", "goal"), [("001", "200"), ("00001", "10000")])
def test_the_vertices_on_a_way_have_its_colour_and_the_goal_a_ring(start: str, goal: str) -> None:
    graph = drawn(hanoi_graph(start, goal))
    ways = lit_ways(graph, start)
    (dull,) = {graph.nodes[word]["color"] for word in words(len(start))} - ways.keys()
    colours = dict.fromkeys(words(len(start)), dull)
    colours |= {word: colour for colour, way in ways.items() for word in way[1:-1]}
    assert graph.nodes[start]["color"] in ways
    colours |= dict.fromkeys((start, goal), graph.nodes[start]["color"])
    assert {word: graph.nodes[word]["color"] for word in colours} == colours
    rings = {word for word in colours if graph.nodes[word].get("peripheries") == "2"}
    assert rings == {goal}


@pytest.mark.parametrize(
    ("start", "goal", "legends"),
    [
        ("000", "222", ["000 → 222: 7 moves"]),
        ("0", "1", ["0 → 1: 1 move"]),
        ("21", "21", ["21 → 21: 0 moves"]),
        ("100", "011", ["100 → 011: 5 moves, disk 3 moves twice"]),
        (
            "001",
            "200",
            ["001 → 200: 7 moves, disk 3 moves once", "001 → 200: 7 moves, disk 3 moves twice"],
        ),
        ("00000", "11222", ["● 00000 → ◉ 11222: 31 moves"]),
    ],
)
def test_the_legend_tells_each_way_in_its_colour(start: str, goal: str, legends: list[str]) -> None:
    graph = drawn(hanoi_graph(start, goal))
    written = {node["label"]: node["fontcolor"] for node in graph.nodes.values()}
    assert set(legends) <= set(written)
    assert sum("move" in label for label in written) == len(legends)
    colours = {written[legend] for legend in legends}
    assert len(colours) == len(legends)
    if start != goal:
        assert colours == set(lit_ways(graph, start))


def test_a_path_has_two_ends_with_as_many_disks() -> None:
    with pytest.raises(BadConfiguration, match="the start has 2 disks and the goal 3"):
        hanoi_graph("00", "000")
    with pytest.raises(BadDisks, match="at most 7"):
        hanoi_graph("0" * 8, "1" * 8)
