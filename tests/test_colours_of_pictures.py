"""Every colour in a picture comes from the palette, and none of them carries meaning alone."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from committed_diagrams import FOLDER
from every_picture import DIAGRAMS, NAMES, OURS, PUZZLE, svg

from hanoi_fsm.fsm import diagrams
from hanoi_fsm.fsm.diagrams.palette import DARK, DISKS, FAULT_LINE, LIT_LINE, SECOND_LINE
from hanoi_fsm.fsm.diagrams.picture import Picture
from hanoi_fsm.hanoi import pictures

PALETTE = {*DARK, *(colour for pair in DISKS for colour in pair)}
NO_COLOUR = {"none", "transparent"}
SVG = "{http://www.w3.org/2000/svg}"
each = pytest.mark.parametrize("name", NAMES)


def colours(picture: str) -> set[str]:
    """Those of all shapes and texts, as attributes or in their style."""
    return set(_colours(ET.fromstring(picture))) - NO_COLOUR


def _colours(root: ET.Element) -> Iterator[str]:
    for element in root.iter():
        style = re.findall(r"(?:^|;)\s*(fill|stroke|color)\s*:\s*([^;]+)", element.get("style", ""))
        for name, value in (*element.attrib.items(), *style):
            if name in {"fill", "stroke", "color", "stop-color"} and "url(" not in value:
                yield value.strip()


@each
@pytest.mark.one_in(2)
def test_every_colour_of_a_picture_is_in_the_palette(name: str) -> None:
    assert colours(svg(name)) <= PALETTE


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.svg")), ids=lambda file: file.stem)
@pytest.mark.one_in(2)
def test_every_colour_of_a_committed_picture_is_in_the_palette(file: Path) -> None:
    assert colours(file.read_text("utf-8")) <= PALETTE


@each
@pytest.mark.one_in(2)
def test_every_colour_of_a_picture_changes_on_a_dark_page_or_is_that_of_a_disk(name: str) -> None:
    style = ET.fromstring(svg(name)).findtext(f"{SVG}style", "")
    changed = set(re.findall(r'(#[0-9a-f]{6})"\]', style))
    assert changed == colours(svg(name)) & DARK.keys()


@each
@pytest.mark.one_in(2)
def test_a_picture_has_a_title_and_a_description_of_its_own(name: str) -> None:
    root = ET.fromstring(svg(name))
    texts = [root.findtext(f"{SVG}{tag}", "") for tag in ("title", "desc")]
    assert root.get("role") == "img"
    assert " " in texts[0], "it is for people"
    assert texts[1] or name.endswith(" of 0")


def test_no_two_pictures_of_the_puzzle_are_described_alike() -> None:
    words = [(made().title, made().description) for made in PUZZLE.values()]
    assert len(set(words)) == len(words)


@each
@pytest.mark.one_in(2)
def test_a_highlighted_edge_is_wider_and_not_only_of_another_colour(name: str) -> None:
    for edge in ET.fromstring(svg(name)).iter(f"{SVG}g"):
        for line in edge.iter(f"{SVG}path") if edge.get("class") == "edge" else ():
            if line.get("stroke") in {LIT_LINE, SECOND_LINE, FAULT_LINE}:
                assert float(line.get("stroke-width", 1)) >= 1.5


def test_there_is_a_picture_of_every_kind_here() -> None:
    for package in (diagrams, pictures):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    kinds = {type(made()) for made in (*DIAGRAMS.values(), *PUZZLE.values())}
    assert kinds == {kind for kind in below(Picture) if "_graph" in vars(kind)}
    assert {"towers", "a film"} <= OURS.keys()


def below(kind: type[Picture]) -> Iterator[type[Picture]]:
    for one in kind.__subclasses__():
        yield from (one, *below(one))
