"""The table shows the solution; all pictures of the puzzle are rendered, named and asked for."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from reading_pictures import drawn, words

from hanoi_fsm.cli import main
from hanoi_fsm.cli.puzzle_pictures import PICTURES
from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.hanoi import automata, formulas
from hanoi_fsm.hanoi.errors import BadDisks, BadPeg
from hanoi_fsm.hanoi.pegs import TASKS, Configuration
from hanoi_fsm.hanoi.pictures.disk_table import DiskTable
from hanoi_fsm.hanoi.pictures.hanoi_graph import HanoiGraph
from hanoi_fsm.hanoi.pictures.trees import MoveTree, RecursionTree

needs_dot = pytest.mark.dot
RENDERERS = ["wasm", pytest.param("dot", marks=[pytest.mark.dot, needs_dot])]
KINDS: list[Callable[..., Picture]] = [HanoiGraph.of_task, RecursionTree, MoveTree, DiskTable]


# The table of disks by steps.


class Cell(NamedTuple):
    """What stands in a cell of the table."""

    text: str
    fill: str
    is_dark: bool


def table(picture: Picture) -> dict[tuple[str, int], Cell]:
    """The cells by (name of the row, step), found by where they stand as a person finds them."""
    shown = drawn(picture)
    rows = defaultdict(list)
    for name, node in shown.nodes.items():
        x, y = shown.at(name)
        rows[-y].append((x, node))
    cells, steps = {}, {}
    for _, row in sorted(rows.items()):
        (_, title), *rest = sorted(row, key=lambda cell: cell[0])
        if title["label"] == "step":
            steps = {x: int(node["label"]) for x, node in rest}
        for x, node in rest:
            fill = node.get("fillcolor", "#ffffff")
            is_dark = sum(bytes.fromhex(fill[1:])) < 3 * 128
            assert is_dark == (node["fontcolor"] == "#ffffff"), "text is to be read"
            cells[title["label"], steps[x]] = Cell(node["label"], fill, is_dark)
    return cells


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("disks", range(7))
def test_the_table_is_the_formula(disks: int, task: tuple[int, int]) -> None:
    cells = table(DiskTable(disks, *task))
    expected, moved = {}, set()
    for step in range(2**disks):
        expected["step", step] = str(step)
        standing = str(formulas.configuration(step, disks, *task))
        for disk, peg in zip(range(disks, 0, -1), standing, strict=True):
            expected[f"disk {disk}", step] = peg
        if step:
            move = formulas.move(step, disks, *task)
            expected["move", step] = f"{move.source}→{move.target}"
            moved.add((f"disk {move.disk}", step))
    assert {place: cell.text for place, cell in cells.items()} == expected
    assert {place for place, cell in cells.items() if cell.is_dark} == moved


@pytest.mark.parametrize("disks", range(7))
def test_the_table_stands_in_two_bands_at_most(disks: int) -> None:
    labels = [node["label"] for node in drawn(DiskTable(disks)).nodes.values()]
    assert labels.count("step") == (1 if disks <= 4 else 2)


def test_a_colour_of_the_table_is_a_peg_pale_or_dark() -> None:
    cells = [cell for (name, _), cell in table(DiskTable(4)).items() if name.startswith("disk")]
    looks = {(cell.text, cell.is_dark): cell.fill for cell in cells}
    assert len(set(looks.values())) == len(looks) == 6
    assert all(looks[cell.text, cell.is_dark] == cell.fill for cell in cells)


# What all pictures have in common.


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("task", "error"),
    [((-1,), BadDisks), ((2.0,), BadDisks), ((10**30,), BadDisks), ((3, 1, 1), BadPeg)],
)
def test_what_is_no_task_is_refused(
    kind: Callable[..., Picture], task: tuple[Any, ...], error: type[Exception]
) -> None:
    with pytest.raises(error):
        kind(*task)


@pytest.mark.parametrize(("kind", "most"), [*zip(KINDS, [7, 6, 6, 6], strict=True)])
def test_more_disks_than_can_be_read_are_refused(kind: Callable[..., Picture], most: int) -> None:
    kind(most)
    with pytest.raises(BadDisks, match=f"draw at most {most}"):
        kind(most + 1)


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("disks", [0, 2, 5])
@pytest.mark.parametrize("kind", KINDS)
def test_a_renderer_draws_every_node_and_edge(
    kind: Callable[..., Picture], disks: int, renderer: str
) -> None:
    picture = kind(disks)
    shown, svg = drawn(picture), svg_of(picture, renderer)
    titles = [title for title, _ in svg]
    edges = ["--".join(ends) for *ends, _ in shown.edges]
    if isinstance(picture, RecursionTree | MoveTree):
        edges = [f"{tail}:s->{head}:n" for tail, head, _ in shown.edges]
    assert Counter(titles) == Counter([*shown.nodes, *edges])
    texts = {" ".join(text for text in texts if text) for _, texts in svg}
    labels = {" ".join(node["label"].split("\\n")) for node in shown.nodes.values()}
    assert labels <= texts | {""}


def svg_of(picture: Picture, renderer: str) -> list[tuple[str, list[str]]]:
    """The title of every node and edge, with the lines of its text."""
    drawing = ElementTree.fromstring(picture.render("svg", renderer))
    groups = [group for group in drawing.iter() if group.get("class") in {"node", "edge"}]
    return [
        (
            next((child.text or "" for child in group if child.tag.endswith("title")), ""),
            [part.text or "" for part in group.iter() if part.tag.endswith("text")],
        )
        for group in groups
    ]


@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_renderer_leaves_every_vertex_where_it_was_put(renderer: str) -> None:
    picture = HanoiGraph.of_task(4)
    shown = drawn(picture)
    drawing = ElementTree.fromstring(picture.render("svg", renderer))
    shifts = []
    for group in drawing.iter():
        title = next((part.text or "" for part in group if part.tag.endswith("title")), "")
        if group.get("class") == "node" and title in words(4):
            circle = next(part for part in group.iter() if part.tag.endswith("ellipse"))
            x, y = shown.at(title)
            shifts.append((float(circle.get("cx", 0)) - x, float(circle.get("cy", 0)) + y))
    assert len(shifts) == 3**4
    for axis in zip(*shifts, strict=True):
        assert max(axis) - min(axis) < 0.6, "all are shifted alike, by half a point at most"


@pytest.mark.dot
@needs_dot
@pytest.mark.parametrize("kind", KINDS)
def test_dot_makes_png_and_pdf(kind: Callable[..., Picture]) -> None:
    assert kind(2).render("png").startswith(b"\x89PNG")
    assert kind(2).render("pdf").startswith(b"%PDF")


@pytest.mark.parametrize(
    "picture", [*(kind(2) for kind in KINDS), Diagram(automata.get("monk").automaton)]
)
def test_a_picture_shows_itself_in_a_notebook(picture: Picture) -> None:
    bundle = picture._repr_mimebundle_()
    assert bundle.keys() == {"image/svg+xml", "text/plain"}
    assert "</svg>" in bundle["image/svg+xml"]
    assert bundle["text/plain"] == picture.dot
    assert picture._repr_mimebundle_(include=["text/plain"]).keys() == {"text/plain"}
    assert picture._repr_mimebundle_(exclude=["text/plain"]).keys() == {"image/svg+xml"}


# On the command line.


def path_graph(start: str, goal: str) -> HanoiGraph:
    return HanoiGraph(Configuration(start), Configuration(goal))


def test_no_picture_has_the_name_of_an_automaton() -> None:
    assert not PICTURES.keys() & set(automata.names())


@pytest.mark.parametrize(
    ("arguments", "stem", "picture"),
    [
        ("hanoi-graph", "hanoi-graph-3", HanoiGraph.of_task(3)),
        ("hanoi-graph --disks 2 --to 1", "hanoi-graph-2-from-0-to-1", HanoiGraph.of_task(2, 0, 1)),
        ("hanoi-graph --path 001 200", "hanoi-graph-3-from-001-to-200", path_graph("001", "200")),
        (
            "hanoi-graph --disks 5 --path 00000 11222",
            "hanoi-graph-5-from-00000-to-11222",
            path_graph("00000", "11222"),
        ),
        ("recursion-tree --disks 4", "recursion-tree-4", RecursionTree(4)),
        ("move-tree --from 2 --to 0", "move-tree-3-from-2-to-0", MoveTree(3, 2, 0)),
        ("disk-table --disks 6", "disk-table-6", DiskTable(6)),
    ],
)
def test_draw_writes_the_picture_that_is_asked_for(
    arguments: str, stem: str, picture: Picture, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", *arguments.split(), "--out", str(tmp_path), "--format", "dot"]) == 0
    file = tmp_path / f"{stem}.dot"
    assert capsys.readouterr().out == f"{file}\n"
    assert file.read_text(encoding="utf-8") == picture.dot


def test_draw_renders_a_picture(tmp_path: Path) -> None:
    asked = ["draw", "move-tree", "disk-table", "--out", str(tmp_path), "--renderer", "wasm"]
    assert main(asked) == 0
    for stem in ("move-tree-3", "disk-table-3"):
        assert b"</svg>" in (tmp_path / f"{stem}.svg").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("hanoi-graph --disks 8", "the Hanoi graph of 8 disks .* draw at most 7"),
        ("move-tree --disks 7", "a tree of 7 disks .* draw at most 6"),
        ("recursion-tree --disks 7", "a tree of 7 disks .* draw at most 6"),
        ("disk-table --disks 7", "the table of 7 disks .* draw at most 6"),
        ("disk-table --disks -1", "the number of disks is -1"),
        ("move-tree --from 1 --to 1", "both peg 1"),
        ("hanoi-graph --path 000", "two configurations, START GOAL, .* came with 1"),
        ("hanoi-graph --path 000 222 move-tree", "came with 3: .* pictures before it"),
        ("hanoi-graph --path 000 0222", "the start has 3 disks and the goal 4"),
        ("hanoi-graph --path 000 223", "'223' is no configuration"),
        ("hanoi-graph --disks 4 --path 000 222", "has 3 disks, --disks is 4: leave --disks out"),
        ("hanoi-graph --from 0 --path 000 222", "leave out --from and --to"),
        ("two-storey --path 000 222", "of 'two-storey' --path lights a stretch of the run"),
        ("hanoi-graph run --path 000 222", "--path is for hanoi-graph and solvers, not for run"),
        ("two-storey --to 1", "--to is for .* only, not for 'two-storey'"),
    ],
)
def test_draw_says_in_one_line_what_is_wrong_and_writes_nothing(
    arguments: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", *arguments.split(), "--out", str(tmp_path)]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert re.search(said, error)
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())
