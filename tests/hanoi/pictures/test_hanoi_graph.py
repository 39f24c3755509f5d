"""The picture of the Hanoi graph shows all of it, and on it the shortest paths, both of two."""

import re
from collections import Counter
from itertools import combinations, pairwise
from math import dist

import oracle
import pytest
from oracle import words
from reading_pictures import Drawn, drawn
from sampling import one_in

from hanoi_fsm.hanoi.pegs import Configuration, Task
from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph

TIES = [pair for disks in (2, 3, 4) for pair in oracle.pairs(disks) if oracle.kind(*pair) == "tie"]
FAR = [("00000", "11222"), ("01201", "21020"), ("000001", "100000")]
LARGEST = pytest.param(7, marks=pytest.mark.sweep)


def between(start: str, goal: str) -> Drawn:
    return drawn(HanoiGraph(Configuration(start), Configuration(goal)))


def of_task(disks: int, source: int = 0, target: int = 2) -> Drawn:
    return drawn(HanoiGraph.of_task(Task(disks, source, target)))


def highlighted(graph: Drawn, start: str) -> dict[str, tuple[str, ...]]:
    """The highlighted edges of each colour, followed from tail to head as far as they lead."""
    paths = {}
    for colour in {edge["color"] for _, _, edge in graph.edges if "penwidth" in edge}:
        edges = [(tail, head) for tail, head, edge in graph.edges if edge["color"] == colour]
        onward, path = dict(edges), [start]
        while path[-1] in onward:
            path.append(onward.pop(path[-1]))
        assert len(path) == len(edges) + 1, "the highlighted edges of one colour are one path"
        paths[colour] = tuple(path)
    return paths


@pytest.mark.parametrize("disks", [*one_in(2, range(6)), LARGEST])
def test_the_graph_has_every_configuration_and_every_move_once(disks: int) -> None:
    graph = of_task(disks)
    assert set(words(disks)) <= set(graph.nodes)
    moves = {frozenset((here, w)) for here in words(disks) for _, w in oracle.neighbours(here)}
    assert Counter(frozenset((tail, head)) for tail, head, _ in graph.edges) == Counter(moves)


@pytest.mark.parametrize("disks", [1, 2, 3, 4, 5, LARGEST])
def test_every_edge_has_the_same_length_and_the_towers_are_the_corners(disks: int) -> None:
    graph = of_task(disks)
    lengths = [dist(graph.at(tail), graph.at(head)) for tail, head, _ in graph.edges]
    assert max(lengths) - min(lengths) < 0.01
    places = [graph.at(word) for word in words(disks)]
    assert len(set(places)) == 3**disks
    if disks <= 5:
        apart = min(dist(a, b) for a, b in combinations(places, 2))
        assert apart == pytest.approx(lengths[0], abs=0.01), "what is close is one move apart"
    xs, ys = zip(*places, strict=True)
    top, left, right = corners = [graph.at(peg * disks) for peg in "012"]
    assert (top[1], left, right) == (max(ys), (min(xs), min(ys)), (max(xs), min(ys)))
    for one, other in combinations(corners, 2):
        assert dist(one, other) == pytest.approx((2**disks - 1) * lengths[0], rel=1e-3)


@pytest.mark.parametrize("task", oracle.TASKS)
@pytest.mark.parametrize("disks", [1, 3, 5])
def test_the_solution_of_a_task_is_highlighted(disks: int, task: tuple[int, int]) -> None:
    paths = highlighted(of_task(disks, *task), str(task[0]) * disks)
    assert list(paths.values()) == [tuple(oracle.solution(disks, *task))]


@pytest.mark.parametrize(("start", "goal"), [*oracle.pairs(2), *TIES[::16], *FAR])
@pytest.mark.one_in(4)
def test_all_shortest_paths_are_highlighted_each_in_a_colour_and_nothing_else(
    start: str, goal: str
) -> None:
    paths = list(highlighted(between(start, goal), start).values())
    expected = oracle.shortest_paths(start, goal) - {(start,)}
    assert (len(paths), set(paths)) == (len(expected), expected)


@pytest.mark.parametrize(("start", "goal"), [("0", "2"), ("01", "10"), ("001", "200")])
def test_the_moves_of_a_path_are_numbered_in_the_middle_of_their_edges(
    start: str, goal: str
) -> None:
    graph = between(start, goal)
    expected = set()
    for colour, path in highlighted(graph, start).items():
        for step, ends in enumerate(pairwise(path), 1):
            x, y = (sum(pair) / 2 for pair in zip(*map(graph.at, ends), strict=True))
            expected.add((str(step), colour, round(x, 1), round(y, 1)))
    badges = {
        (node["label"], node["fillcolor"], *(round(z, 1) for z in graph.at(name)))
        for name, node in graph.nodes.items()
        if re.fullmatch(r"\d", node["label"]) and name not in words(len(start))
    }
    assert badges == expected


@pytest.mark.parametrize("disks", [1, 2, 3, 4, 5, 6, LARGEST])
def test_vertices_have_labels_up_to_4_disks_and_edges_arrows_where_there_is_room(
    disks: int,
) -> None:
    graph = of_task(disks)
    shown = {graph.nodes[word]["label"] for word in words(disks)}
    assert shown == (set(words(disks)) if disks <= 4 else {""})
    written = {node["label"] for node in graph.nodes.values()}
    assert {peg * disks for peg in "012"} <= written, "the corners can be told apart"
    arrows = sum(edge.get("dir") == "forward" for _, _, edge in graph.edges)
    assert arrows == (2**disks - 1 if disks in (4, 5) else 0)
    assert disks < 4 or "1" not in written, "arrows or nothing, where numbers have no room"


@pytest.mark.parametrize(("start", "goal"), [("001", "200"), ("00001", "10000")])
def test_the_vertices_of_a_path_have_its_colour_and_the_goal_a_ring(start: str, goal: str) -> None:
    graph = between(start, goal)
    paths = highlighted(graph, start)
    (dull,) = {graph.nodes[word]["color"] for word in words(len(start))} - paths.keys()
    colours = dict.fromkeys(words(len(start)), dull)
    colours |= {word: colour for colour, path in paths.items() for word in path[1:-1]}
    assert graph.nodes[start]["color"] in paths
    colours |= dict.fromkeys((start, goal), graph.nodes[start]["color"])
    assert {word: graph.nodes[word]["color"] for word in colours} == colours
    assert [word for word in colours if graph.nodes[word].get("peripheries") == "2"] == [goal]


@pytest.mark.parametrize(
    ("start", "goal", "legends"),
    [
        ("000", "222", [": 7 moves"]),
        ("0", "1", [": 1 move"]),
        ("21", "21", [": 0 moves"]),
        ("100", "011", [": 5 moves, disk 3 moves twice"]),
        (
            "001",
            "200",
            [
                ": 7 moves, disk 3 moves once (thick line)",
                ": 7 moves, disk 3 moves twice (thin line)",
            ],
        ),
        ("00000", "11222", [": 31 moves"]),
    ],
)
def test_the_legend_names_each_path_in_its_colour(
    start: str, goal: str, legends: list[str]
) -> None:
    graph = between(start, goal)
    ends = f"● {start} → ◉ {goal}" if len(start) > 4 else f"{start} → {goal}"
    moves = {
        node["label"]: node["fontcolor"] for node in graph.nodes.values() if "move" in node["label"]
    }
    assert sorted(moves) == [ends + legend for legend in legends]
    colours = set(moves.values())
    assert len(colours) == len(legends)
    assert start == goal or colours == set(highlighted(graph, start))


@pytest.mark.parametrize("pair", [*TIES[::16], ("001", "200")])
@pytest.mark.sweep
def test_of_two_paths_one_is_thick_and_one_thin_and_both_thicker_than_the_rest(
    pair: tuple[str, str],
) -> None:
    widths: dict[str, set[float]] = {}
    for _, _, edge in between(*pair).edges:
        widths.setdefault(edge["color"], set()).add(float(edge.get("penwidth", 1)))
    (rest,), (thin,), (thick,) = sorted(widths.values(), key=sorted)
    assert (rest, thin >= 1.5, thick >= 1.5 * thin) == (1, True, True)


def test_the_description_tells_each_path_move_by_move() -> None:
    assert HanoiGraph("10", "21").title == "The Hanoi graph of 2 disks, from 10 to 21"
    assert HanoiGraph("10", "21").description.split("\n") == [
        "10 → 21: 2 moves",
        "1. disk 2: 1 -> 2, then 20",
        "2. disk 1: 0 -> 1, then 21",
    ]
    two = HanoiGraph("001", "200").description.split("\n")
    assert [line.endswith(", then 200") for line in two].count(True) == 2
    assert [line[:2] for line in two] == [one for _ in "12" for one in ["00", *numbered(7)]]
    assert HanoiGraph("21", "21").description == "21 → 21: 0 moves"
    assert HanoiGraph("", "").description == "0 moves"


def numbered(many: int) -> list[str]:
    return [f"{number}." for number in range(1, many + 1)]


def test_over_an_edge_of_a_path_its_move_is_shown() -> None:
    tooltips = HanoiGraph("001", "200").tooltips
    assert len(tooltips) == 2 * 2 * 7
    assert tooltips["path-2-move-1"] == tooltips["path-2-number-1"]
    assert tooltips["path-1-move-1"] == "move 1 of 7, disk 1: 1 -> 2"
