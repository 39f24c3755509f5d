"""The pictures in diagrams/, and the gallery of them, are what the code draws now.

`python tests/committed_diagrams.py` draws them all again.
"""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from committed_diagrams import FOLDER, draw

PHOTOGRAPH = "explorer.png"
"""Not drawn: it shows a page in a browser."""


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
    drawn = {file.name for file in fresh.iterdir()}
    assert {file.name for file in FOLDER.iterdir()} == {*drawn, PHOTOGRAPH}


@pytest.mark.parametrize(
    "file",
    [file for file in sorted(FOLDER.iterdir()) if file.name != PHOTOGRAPH],
    ids=lambda file: file.name,
)
def test_a_committed_picture_shows_what_is_drawn_now(file: Path, fresh: Path) -> None:
    if file.suffix in (".dot", ".md"):
        assert file.read_text("utf-8") == (fresh / file.name).read_text("utf-8")
    else:
        assert shown(file) == shown(fresh / file.name)
        assert len(shown(file)) > 10
