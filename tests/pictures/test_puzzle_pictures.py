"""Pictures of the puzzle: the Hanoi graph, the trees and the table of disks, by their places."""

import json
import re
from collections import Counter, defaultdict
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support import oracle
from support.chance import chance
from support.commands import lines
from support.oracle import words

from hanoi_fsm.fsm.diagrams import picture

TREES = ("tree 0", "tree 0 moves")

sizes = pytest.mark.parametrize(
    "most", [3, pytest.param(7, marks=pytest.mark.sweep)], ids=["up to 3 disks", "all"]
)


class Drawn(NamedTuple):
    """The nodes by name, and the edges as (tail, head, attributes)."""

    nodes: dict[str, dict[str, Any]]
    edges: list[tuple[str, str, dict[str, Any]]]

    def at(self, name: str) -> tuple[float, float]:
        x, y = self.nodes[name]["pos"].removesuffix("!").split(",")
        return float(x), float(y)


def drawn(name: str, *options: str, folder: Path) -> Drawn:
    """Nodes and edges, read by Graphviz's parser; each node must be pinned, and occur once."""
    [file] = lines("draw", *name.split(), *options, "-o", folder / "picture.dot")
    parsed = json.loads(picture._backend().render(Path(file).read_text("utf-8"), format="dot_json"))
    nodes = parsed.get("objects", [])
    assert all(node["pos"].endswith("!") for node in nodes), "a node is not pinned"
    names = [node["name"] for node in nodes]
    assert len(set(names)) == len(names)
    edges = [(names[edge["tail"]], names[edge["head"]], edge) for edge in parsed.get("edges", [])]
    return Drawn(dict(zip(names, nodes, strict=True)), edges)


# the Hanoi graph


@sizes
def test_the_graph_has_every_configuration_and_every_move_at_its_place(
    most: int, tmp_path: Path
) -> None:
    for disks in range(max(0, most - 4), most + 1):
        graph = drawn("graph", str(disks), folder=tmp_path)
        assert set(words(disks)) <= set(graph.nodes)
        moves = {frozenset((here, w)) for here in words(disks) for _, w in oracle.neighbours(here)}
        assert Counter(frozenset((tail, head)) for tail, head, _ in graph.edges) == Counter(moves)
        shown = {graph.nodes[word]["label"] for word in words(disks)}
        assert shown == (set(words(disks)) if disks <= 4 else {""})
        written = {node["label"] for node in graph.nodes.values()}
        assert {peg * disks for peg in "012"} <= written, "the corners differ"
        assert disks < 4 or "1" not in written, "no numbers where they have no room"
        if disks:
            assert_is_the_triangle(graph, disks)


def assert_is_the_triangle(graph: Drawn, disks: int) -> None:
    """All edges have one length, what is close is one move apart, and towers are the corners."""
    lengths = [dist(graph.at(tail), graph.at(head)) for tail, head, _ in graph.edges]
    assert max(lengths) - min(lengths) < 0.01
    places = [graph.at(word) for word in words(disks)]
    assert len(set(places)) == 3**disks
    if disks <= 5:
        apart = min(dist(a, b) for a, b in combinations(places, 2))
        assert apart == pytest.approx(lengths[0], abs=0.01)
    xs, ys = zip(*places, strict=True)
    top, left, right = corners = [graph.at(peg * disks) for peg in "012"]
    assert (top[1], left, right) == (max(ys), (min(xs), min(ys)), (max(xs), min(ys)))
    for one, other in combinations(corners, 2):
        assert dist(one, other) == pytest.approx((2**disks - 1) * lengths[0], rel=1e-3)


def highlighted(graph: Drawn, start: str) -> dict[str, tuple[str, ...]]:
    """The highlighted edges of each colour, followed from tail to head."""
    paths = {}
    for colour in {edge["color"] for _, _, edge in graph.edges if "path" in edge["id"]}:
        edges = [(tail, head) for tail, head, edge in graph.edges if edge["color"] == colour]
        onward, path = dict(edges), [start]
        while path[-1] in onward:
            path.append(onward.pop(path[-1]))
        assert len(path) == len(edges) + 1, "the highlighted edges of one colour are one path"
        paths[colour] = tuple(path)
    return paths


TIES = [pair for disks in (2, 3, 4) for pair in oracle.pairs(disks) if oracle.kind(*pair) == "tie"]
FAR = [("0", "2"), ("21", "21"), ("001", "200"), ("00000", "11222"), ("00001", "20000")]


@pytest.mark.parametrize("many", [6, pytest.param(80, marks=pytest.mark.sweep)])
def test_all_shortest_paths_are_highlighted_and_numbered_each_in_a_colour(
    many: int, tmp_path: Path
) -> None:
    random = chance()
    for start, goal in [*FAR, *random.sample(TIES, many), *random.sample(oracle.pairs(3), many)]:
        graph = drawn("graph", start, goal, folder=tmp_path)
        paths = highlighted(graph, start)
        expected = oracle.shortest_paths(start, goal) - {(start,)}
        assert (len(paths), set(paths.values())) == (len(expected), expected)
        vertices = {word: graph.nodes[word]["color"] for word in words(len(start))}
        inner = {word: colour for colour, path in paths.items() for word in path[1:-1]}
        assert inner.items() <= vertices.items()
        rest = {word for word in vertices if vertices[word] in paths} - inner.keys()
        assert rest == ({start, goal} if paths else set())
        numbers = [node["label"] for node in graph.nodes.values() if "number" in node["id"]]
        steps = [str(step) for path in paths.values() for step in range(1, len(path))]
        assert sorted(numbers) == (sorted(steps) if len(start) <= 3 else [])


# trees


def numbers(tree: Drawn) -> dict[str, list[int]]:
    """The numbers of each node: its own, k or the disk, i, j."""
    return {
        name: [int(number) for number in re.findall(r"\d+", node["label"])]
        for name, node in tree.nodes.items()
    }


def below(tree: Drawn, name: str) -> list[str]:
    """The nodes below one, from left to right."""
    return sorted((head for tail, head, _ in tree.edges if tail == name), key=tree.at)


def root(tree: Drawn) -> str:
    (name,) = numbers(tree).keys() - {head for _, head, _ in tree.edges}
    return name


def in_order(tree: Drawn, name: str) -> list[str]:
    left, right = [in_order(tree, other) for other in below(tree, name)] or ([], [])
    return [*left, name, *right]


def preorder(tree: Drawn, name: str) -> list[str]:
    return [name, *(node for other in below(tree, name) for node in preorder(tree, other))]


@sizes
def test_the_trees_are_the_recursion_and_read_in_order_the_solution(
    most: int, tmp_path: Path
) -> None:
    colours: dict[int, tuple[str, str]] = {}
    for disks in range(max(1, most - 3), min(most, 6) + 1):
        colours.clear()  # the largest disk has the last colour of the ramp
        moves = drawn("tree", str(disks), "moves", folder=tmp_path)
        read, shown = in_order(moves, root(moves)), numbers(moves)
        solution = enumerate(oracle.textbook(disks), 1)
        assert [shown[name] for name in read] == [[step, *move] for step, move in solution]
        assert read == sorted(read, key=moves.at), "that is from left to right"
        calls = drawn("tree", str(disks), folder=tmp_path)
        assert_is_the_recursion(calls, disks)
        for tree in (moves, calls):
            for name, (_, disk, *_) in numbers(tree).items():
                look = tree.nodes[name]["fillcolor"], tree.nodes[name]["fontcolor"]
                assert colours.setdefault(disk, look) == look
    assert len(set(colours.values())) == len(colours)


def assert_is_the_recursion(tree: Drawn, disks: int) -> None:
    shown = numbers(tree)
    assert len(shown) == 2**disks - 1
    assert shown[root(tree)] == [1, disks, 0, 2]
    for name, (_, k, i, j) in shown.items():
        (v,) = {0, 1, 2} - {i, j}
        made = [shown[other][1:] for other in below(tree, name)]
        assert made == ([[k - 1, i, v], [k - 1, v, j]] if k > 1 else [])
    assert [shown[name][0] for name in preorder(tree, root(tree))] == list(range(1, 2**disks))


def test_the_trees_without_disks_are_empty(tmp_path: Path) -> None:
    for name in TREES:
        assert drawn(name, folder=tmp_path) == Drawn({}, [])


# the table of disks by steps


def cells(shown: Drawn) -> dict[tuple[str, int], tuple[str, str]]:
    """Text and fill by (name of the row, step), found by their places as a person finds them."""
    rows = defaultdict(list)
    for name, node in shown.nodes.items():
        x, y = shown.at(name)
        rows[-y].append((x, node))
    drawn, steps = {}, {}
    for _, row in sorted(rows.items()):
        (_, title), *rest = sorted(row, key=lambda cell: cell[0])
        if title["label"] == "step":
            steps = {x: int(node["label"]) for x, node in rest}
        for x, node in rest:
            drawn[title["label"], steps[x]] = node["label"], node.get("fillcolor", "")
    return drawn


@sizes
def test_the_table_is_the_solution_and_fills_a_cell_where_the_disk_has_just_moved(
    most: int, tmp_path: Path
) -> None:
    for disks in range(max(0, most - 4), min(most, 6) + 1):
        shown = drawn("disks", str(disks), folder=tmp_path)
        expected, moved = {}, set()
        for step, word in enumerate(oracle.solution(disks)):
            expected["step", step] = str(step)
            expected |= {(f"disk {disks - place}", step): peg for place, peg in enumerate(word)}
        for step, (disk, source, target) in enumerate(oracle.textbook(disks), 1):
            expected["move", step] = f"{source}→{target}"
            moved.add((f"disk {disk}", step))
        table = cells(shown)
        assert {place: text for place, (text, _) in table.items()} == expected
        fills = {place: fill for place, (_, fill) in table.items() if place in moved}
        others = {fill for place, (_, fill) in table.items() if place not in moved}
        assert others.isdisjoint(fills.values())
        hues = {(name, fill) for (name, _), fill in fills.items()}
        assert len(hues) == disks == len({hue for _, hue in hues})
