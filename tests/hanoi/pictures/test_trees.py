"""The pictures of the two trees show the recursion, and the solution from left to right."""

import re
from itertools import combinations

import oracle
import pytest
from reading_pictures import Drawn, drawn

from hanoi_fsm.fsm.diagrams.palette import DISKS
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.pictures.trees import MoveTree, RecursionTree, Tree

TREES = (RecursionTree, MoveTree)
each_tree = pytest.mark.parametrize("kind", TREES)
each_task = pytest.mark.parametrize("task", oracle.TASKS)


def nodes(tree: Drawn) -> dict[str, list[int]]:
    """What each node shows: its number, k or the disk (in its label or before its row), i, j."""
    boxes, rows = {}, {}
    for name, node in tree.nodes.items():
        numbers = [int(found) for found in re.findall(r"\d+", node["label"])]
        if node["shape"] == "box":
            boxes[name] = numbers
        else:
            rows[tree.at(name)[1]] = numbers
    return {
        name: shown if len(shown) == 4 else [shown[0], *rows[tree.at(name)[1]], *shown[1:]]
        for name, shown in boxes.items()
    }


def below(tree: Drawn, name: str) -> list[str]:
    """The nodes below one, from left to right."""
    return sorted((head for tail, head, _ in tree.edges if tail == name), key=tree.at)


def root(tree: Drawn) -> str:
    (name,) = nodes(tree).keys() - {head for _, head, _ in tree.edges}
    return name


def in_order(tree: Drawn, name: str) -> list[str]:
    left, right = [in_order(tree, other) for other in below(tree, name)] or ([], [])
    return [*left, name, *right]


def preorder(tree: Drawn, name: str) -> list[str]:
    return [name, *(found for other in below(tree, name) for found in preorder(tree, other))]


@each_task
@pytest.mark.parametrize("disks", [1, 2, 3, 6])
def test_the_tree_of_moves_read_in_order_is_the_solution(disks: int, task: tuple[int, int]) -> None:
    tree = drawn(MoveTree(Task(disks, *task)))
    read, shown = in_order(tree, root(tree)), nodes(tree)
    moves = enumerate(oracle.textbook(disks, *task), 1)
    assert [shown[name] for name in read] == [[step, *move] for step, move in moves]
    assert read == sorted(read, key=tree.at), "that is from left to right"


@each_task
@pytest.mark.parametrize("disks", [1, 2, 3, 6])
def test_a_call_makes_two_calls_with_one_disk_less(disks: int, task: tuple[int, int]) -> None:
    tree = drawn(RecursionTree(Task(disks, *task)))
    shown = nodes(tree)
    assert len(shown) == 2**disks - 1
    assert shown[root(tree)] == [1, disks, *task]
    for name, (_, k, i, j) in shown.items():
        (v,) = {0, 1, 2} - {i, j}
        calls = [shown[other][1:] for other in below(tree, name)]
        assert calls == ([[k - 1, i, v], [k - 1, v, j]] if k > 1 else [])
    assert [shown[name][0] for name in preorder(tree, root(tree))] == list(range(1, 2**disks))


@each_tree
@pytest.mark.parametrize("disks", range(2, 7))
def test_the_nodes_of_a_tree_do_not_overlap(disks: int, kind: type[Tree]) -> None:
    tree = drawn(kind(Task(disks)))
    for one, other in combinations(nodes(tree), 2):
        (x1, y1), (x2, y2) = tree.at(one), tree.at(other)
        width, height = (72 * float(tree.nodes[one][size]) for size in ("width", "height"))
        assert abs(x1 - x2) > width or abs(y1 - y2) > height


@each_tree
def test_the_trees_of_no_disks_are_empty(kind: type[Tree]) -> None:
    assert drawn(kind(Task(0))) == Drawn({}, [])


@each_task
def test_the_description_lists_the_nodes_by_their_numbers(task: tuple[int, int]) -> None:
    calls, moves = (kind(Task(3, *task)).description.split("\n") for kind in TREES)
    assert moves == [
        f"step {step}: disk {disk}: {i} → {j}"
        for step, (disk, i, j) in enumerate(oracle.textbook(3, *task), 1)
    ]
    shown = nodes(drawn(RecursionTree(Task(3, *task))))
    assert calls == [f"{name}: ({k}, {i} → {j})" for name, (_, k, i, j) in shown.items()]


@pytest.mark.parametrize("disks", [1, 3, 6])
def test_what_moves_a_disk_has_its_colour_in_both_trees(disks: int) -> None:
    for tree in (drawn(kind(Task(disks))) for kind in TREES):
        for name, (_, k, _, _) in nodes(tree).items():
            node = tree.nodes[name]
            assert (node["fillcolor"], node["fontcolor"]) == DISKS[k - 1]
