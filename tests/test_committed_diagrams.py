"""The pictures in diagrams/ are what the code exports now, and what they show solves the puzzle."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from hanoi_fsm import find
from hanoi_fsm.cli import main
from hanoi_fsm.fsm.diagrams.dot_reader import read_file
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.checking import check
from hanoi_fsm.hanoi.solving import counts, find_solver

FOLDER = Path(__file__).parent.parent / "diagrams"
COUNTED = {"two-storey": 6}
"""How many disks the picture with counts is for."""

OF_THE_PUZZLE = [
    "hanoi-graph",
    "hanoi-graph --path 001 200",
    "hanoi-graph --path 00000 11222",
    "recursion-tree",
    "move-tree --disks 4",
    "disk-table --disks 4",
]
"""The pictures that show no automaton, as they are asked for."""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the command line draws now, in the renderer that does not depend on the machine."""
    folder = tmp_path_factory.mktemp("fresh")
    for format in ("dot", "svg"):
        asked = ["draw", "--out", str(folder), "--renderer", "wasm", "--format", format]
        assert main(asked) == 0
        for name, disks in COUNTED.items():
            assert main([*asked, name, "--counts", str(disks)]) == 0
        for picture in OF_THE_PUZZLE:
            assert main([*asked, *picture.split()]) == 0
    assert main(["draw", "run", "--out", str(folder)]) == 0
    return folder


def shown(svg: Path) -> list[tuple[str, ...]]:
    """Every title and text of a picture, with its place: what a person sees, whatever the bytes."""
    seen = []
    for element in ElementTree.parse(svg).iter():
        tag = element.tag.rpartition("}")[2]
        place = [element.get(name) or "" for name in ("x", "y", "width", "d", "transform")]
        if tag in {"title", "text", "path", "rect", "g"}:
            seen.append((tag, (element.text or "").strip(), *place))
    return seen


def test_the_folder_holds_what_is_drawn_and_nothing_else(fresh: Path) -> None:
    assert {file.name for file in FOLDER.iterdir()} == {file.name for file in fresh.iterdir()}


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.dot")), ids=lambda file: file.name)
def test_a_committed_dot_is_what_is_exported_now(file: Path, fresh: Path) -> None:
    assert file.read_text(encoding="utf-8") == (fresh / file.name).read_text(encoding="utf-8")


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.svg")), ids=lambda file: file.name)
def test_a_committed_svg_shows_what_is_drawn_now(file: Path, fresh: Path) -> None:
    assert shown(file) == shown(fresh / file.name)
    assert len(shown(file)) > 10


@pytest.mark.parametrize("name", automata.names())
def test_the_committed_dot_is_the_definition_and_solves_the_puzzle(name: str) -> None:
    file = FOLDER / f"{name}.dot"
    assert read_file(file).automaton == automata.get(name).automaton
    report = check(find(str(file)), disks=8)
    assert report.holds, report


@pytest.mark.parametrize(("name", "disks"), COUNTED.items())
def test_the_counts_in_the_committed_picture_are_those_of_a_run(name: str, disks: int) -> None:
    drawing = read_file(FOLDER / f"{name}-counts-{disks}.dot")
    assert drawing.counts == counts(find_solver(name), disks)
    assert sum(drawing.counts.values()) == 2**disks
