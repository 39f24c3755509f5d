"""All pictures of the puzzle are rendered, and drawn on the command line."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import oracle
import pytest
from commands import assert_refused, lines, run
from reading_pictures import drawn

from hanoi_fsm.cli.puzzle_pictures import PICTURES
from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.errors import BadDisks
from hanoi_fsm.hanoi.pegs import Task
from hanoi_fsm.hanoi.pictures.disk_table import DiskTable
from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph
from hanoi_fsm.hanoi.pictures.trees import MoveTree, RecursionTree

TREES = (RecursionTree, MoveTree)
MOST: dict[Callable[..., Picture], int]
MOST = {HanoiGraph.of_task: 7, **dict.fromkeys((*TREES, DiskTable), 6)}
"""The pictures, and how many disks they have room for."""

each_kind = pytest.mark.parametrize("kind", MOST)
each_renderer = pytest.mark.parametrize(
    "renderer", ["wasm", pytest.param("dot", marks=pytest.mark.dot)]
)


@each_kind
def test_more_disks_than_can_be_read_are_refused(kind: Callable[..., Picture]) -> None:
    kind(Task(MOST[kind]))
    with pytest.raises(BadDisks, match=f"{MOST[kind]}"):
        kind(Task(MOST[kind] + 1))


@each_renderer
@pytest.mark.parametrize("disks", [0, 2, 5])
@each_kind
@pytest.mark.one_in(2)
def test_a_renderer_draws_every_node_and_edge(
    kind: Callable[..., Picture], disks: int, renderer: str
) -> None:
    picture = kind(Task(disks))
    shown, svg = drawn(picture), [*groups_of(picture, renderer)]
    ports = (":s->", ":n") if isinstance(picture, TREES) else ("--", "")
    titles = [(name, node) for name, node in shown.nodes.items()]
    titles += [(ports[0].join((tail, head)) + ports[1], edge) for tail, head, edge in shown.edges]
    expected = [picture.tooltips.get(shape.get("id", ""), name) for name, shape in titles]
    assert Counter(title for title, _ in svg) == Counter(expected)
    texts = {
        " ".join(part.text for part in group.iter() if part.tag.endswith("text") and part.text)
        for _, group in svg
    }
    assert {" ".join(node["label"].split("\\n")) for node in shown.nodes.values()} <= texts | {""}


def groups_of(picture: Picture, renderer: str) -> Iterator[tuple[str, ElementTree.Element]]:
    """Every node and edge of the rendered picture with its title."""
    for group in ElementTree.fromstring(picture.render("svg", renderer)).iter():
        if group.get("class") in {"node", "edge"}:
            yield next(part.text or "" for part in group if part.tag.endswith("title")), group


@each_renderer
def test_a_renderer_leaves_every_vertex_where_it_was_put(renderer: str) -> None:
    picture = HanoiGraph.of_task(Task(4))
    shown, shifts = drawn(picture), []
    for title, group in groups_of(picture, renderer):
        if title in oracle.words(4):
            circle = next(part for part in group.iter() if part.tag.endswith("ellipse"))
            x, y = shown.at(title)
            shifts.append((float(circle.get("cx", 0)) - x, float(circle.get("cy", 0)) + y))
    assert len(shifts) == 3**4
    for axis in zip(*shifts, strict=True):
        assert max(axis) - min(axis) < 0.6, "all are shifted alike, by half a point at most"


def test_no_picture_has_the_name_of_an_automaton() -> None:
    assert not PICTURES.keys() & set(automata.names())


@pytest.mark.parametrize(
    ("arguments", "stem", "picture"),
    [
        ("hanoi-graph", "3", HanoiGraph.of_task(Task(3))),
        ("hanoi-graph --disks 2 --to 1", "2-from-0-to-1", HanoiGraph.of_task(Task(2, 0, 1))),
        ("hanoi-graph --disks 1 --path 0 1", "1-from-0-to-1", HanoiGraph("0", "1")),
        ("hanoi-graph --disks 2 --path 00 12", "2-from-00-to-12", HanoiGraph("00", "12")),
        ("recursion-tree --disks 4", "4", RecursionTree(Task(4))),
        ("move-tree --from 2 --to 0", "3-from-2-to-0", MoveTree(Task(3, 2, 0))),
        ("disk-table --disks 6", "6", DiskTable(Task(6))),
    ],
)
def test_draw_writes_the_picture_that_is_asked_for(
    arguments: str, stem: str, picture: Picture, tmp_path: Path
) -> None:
    name, *options = arguments.split()
    [file] = lines("draw", name, *options, "--out", tmp_path, "--format", "dot")
    assert file == str(tmp_path / f"{name}-{stem}.dot")
    assert Path(file).read_text(encoding="utf-8") == picture.dot


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("hanoi-graph --disks 8", "at most 7"),
        ("disk-table --disks -1", "-1"),
        ("move-tree --from 1 --to 1", "peg 1"),
        ("hanoi-graph --path 000", "START GOAL| 1"),
        ("hanoi-graph --path 000 222 move-tree", " 3: |before"),
        ("hanoi-graph --path 000 0222", "3 | 4"),
        ("hanoi-graph --path 000 223", "'223'"),
        ("hanoi-graph --disks 4 --path 000 222", "3 |--disks| 4"),
        ("hanoi-graph --from 0 --path 000 222", "--from and --to"),
        ("two-storey --path 000 222", "'000 222'|--path STEP..STEP"),
        ("hanoi-graph run --path 000 222", "--path |hanoi-graph"),
        ("two-storey --to 1", "--to |'two-storey'"),
    ],
)
def test_draw_refuses_what_has_no_picture(arguments: str, named: str, tmp_path: Path) -> None:
    assert_refused(run("draw", *arguments.split(), "--out", tmp_path), *named.split("|"))
    assert not list(tmp_path.iterdir())
