"""The pictures of the two trees show the recursion, and the solution from left to right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest
from reading_pictures import Drawn, drawn, numbers

from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.hanoi import formulas
from hanoi_fsm.hanoi.pegs import TASKS
from hanoi_fsm.hanoi.pictures.trees import MoveTree, RecursionTree


def tree_rows(tree: Drawn) -> dict[float, int]:
    """The k or the disk that is written before each row, where there are such names."""
    named = [name for name, node in tree.nodes.items() if node["shape"] == "plain"]
    return {tree.at(name)[1]: numbers(tree.nodes[name]["label"])[0] for name in named}


def tree_nodes(tree: Drawn) -> dict[str, list[int]]:
    """What each node shows: its number, k or the disk, i, j."""
    rows, shown = tree_rows(tree), {}
    for name, node in tree.nodes.items():
        if node["shape"] == "box":
            number, *rest = numbers(node["label"])
            shown[name] = [number, *([] if len(rest) == 3 else [rows[tree.at(name)[1]]]), *rest]
    return shown


def below(tree: Drawn, name: str) -> list[str]:
    """The nodes below one, from left to right."""
    return sorted((head for tail, head, _ in tree.edges if tail == name), key=tree.at)


def root(tree: Drawn) -> str:
    (name,) = tree_nodes(tree).keys() - {head for _, head, _ in tree.edges}
    return str(name)


def in_order(tree: Drawn, name: str) -> Iterator[str]:
    left, right = below(tree, name) or (None, None)
    yield from in_order(tree, left) if left else ()
    yield name
    yield from in_order(tree, right) if right else ()


def preorder(tree: Drawn, name: str) -> Iterator[str]:
    yield name
    for other in below(tree, name):
        yield from preorder(tree, other)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("disks", range(1, 7))
def test_the_tree_of_moves_read_in_order_is_the_solution(disks: int, task: tuple[int, int]) -> None:
    tree = drawn(MoveTree(disks, *task))
    read = list(in_order(tree, root(tree)))
    shown = tree_nodes(tree)
    moves = formulas.moves(1, 2**disks, disks, *task)
    assert [shown[name] for name in read] == [[step, *move] for step, move in enumerate(moves, 1)]
    assert read == sorted(read, key=tree.at), "that is from left to right"


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("disks", range(1, 7))
def test_a_call_makes_two_calls_with_a_disk_less(disks: int, task: tuple[int, int]) -> None:
    tree = drawn(RecursionTree(disks, *task))
    shown = tree_nodes(tree)
    assert len(shown) == 2**disks - 1
    assert shown[root(tree)] == [1, disks, *task]
    for name, (_, k, i, j) in shown.items():
        v = ({0, 1, 2} - {i, j}).pop()
        calls = [shown[other][1:] for other in below(tree, name)]
        assert calls == ([[k - 1, i, v], [k - 1, v, j]] if k > 1 else [])
    assert [shown[name][0] for name in preorder(tree, root(tree))] == list(range(1, 2**disks))


@pytest.mark.parametrize("kind", [RecursionTree, MoveTree])
@pytest.mark.parametrize("disks", range(2, 7))
def test_the_nodes_of_a_tree_do_not_overlap(disks: int, kind: Callable[..., Picture]) -> None:
    tree = drawn(kind(disks))
    for one, other in combinations(tree_nodes(tree), 2):
        (x1, y1), (x2, y2) = tree.at(one), tree.at(other)
        width, height = (72 * float(tree.nodes[one][size]) for size in ("width", "height"))
        assert abs(x1 - x2) > width or abs(y1 - y2) > height


@pytest.mark.parametrize("kind", [RecursionTree, MoveTree])
def test_the_trees_of_no_disks_are_empty(kind: Callable[..., Picture]) -> None:
    tree = drawn(kind(0))
    assert tree == Drawn({}, [])
