"""The pictures in diagrams/ are what the code draws now, and what they show solves the puzzle.

`python tests/committed_diagrams.py` draws them all again.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import lines
from committed_diagrams import FOLDER, draw

from hanoi_fsm import automata, read, trace


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the command line draws now, in the renderer that does not depend on the machine."""
    folder = tmp_path_factory.mktemp("fresh")
    draw(folder)
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
    assert file.read_text("utf-8") == (fresh / file.name).read_text("utf-8")


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.svg")), ids=lambda file: file.name)
def test_a_committed_svg_shows_what_is_drawn_now(file: Path, fresh: Path) -> None:
    assert shown(file) == shown(fresh / file.name)
    assert len(shown(file)) > 10


def test_the_committed_dot_is_the_definition_and_passes_the_check() -> None:
    for name in automata.names():
        text = (FOLDER / f"{name}.dot").read_text("utf-8")
        assert read(text).automaton == automata.get(name).automaton
    for name in ("two-storey", "shortest", "rank-reader"):
        [line] = lines("check", FOLDER / f"{name}.dot", "--disks", "4")
        assert ": holds for " in line


def test_the_counts_in_the_committed_picture_are_those_of_a_run() -> None:
    drawing = read((FOLDER / "two-storey-counts-6.dot").read_text("utf-8"))
    passed = Counter(record.transition for record in trace(6))
    assert drawing.counts == {each: passed[each] for each in drawing.automaton.transitions}
    assert passed.total() == 2**6
