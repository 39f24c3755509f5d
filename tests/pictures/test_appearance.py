"""How pictures look: as they are committed, explained in the gallery, legible, and tidy."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from committed_diagrams import FOLDER, draw, draw_one, each
from selenium.webdriver import Chrome
from support.chance import chance
from support.clashes import WIDER, Text, clashes, measured
from support.commands import lines
from support.reading_svg import SVG

from hanoi_fsm import Configuration, Diagram, find

PHOTOGRAPH = "page.png"
"""Not drawn: it shows a page in a browser."""

PAPER = "#fffefb"
"""The background of all pictures."""

COMMITTED = sorted(FOLDER.glob("*.svg"))
README = (FOLDER / "README.md").read_text("utf-8")

# what is committed

LOOKS = ("x", "y", "width", "d", "transform", "fill", "stroke", "stroke-width", "class", "role")


def shown(svg: Path) -> list[tuple[str, ...]]:
    """Every title and text of a picture, with its place: what a person sees, whatever the bytes."""
    seen = []
    for element in ET.parse(svg).iter():
        tag = element.tag.rpartition("}")[2]
        place = [element.get(name, "") for name in LOOKS]
        if tag in {"title", "desc", "text", "path", "rect", "g", "svg", "style"}:
            seen.append((tag, (element.text or "").strip(), *place))
    return seen


def changed(folder: Path) -> list[str]:
    """The files of a folder that show something else than those that are committed."""
    different = []
    for file in sorted(folder.iterdir()):
        look: Callable[[Path], object] = shown if file.suffix == ".svg" else Path.read_bytes
        if look(FOLDER / file.name) != look(file):
            different.append(file.name)
    return different


def test_some_of_the_committed_pictures_are_what_is_drawn_now(tmp_path: Path) -> None:
    """`python tests/committed_diagrams.py` draws them all again."""
    draw_one(chance().choice(each()), tmp_path)
    assert [*tmp_path.iterdir()]
    assert changed(tmp_path) == []


@pytest.mark.sweep
def test_all_of_them_and_their_gallery_are_what_is_drawn_now(tmp_path: Path) -> None:
    draw(tmp_path)
    fresh = [file.name for file in tmp_path.iterdir()]
    assert sorted(file.name for file in FOLDER.iterdir()) == sorted([*fresh, PHOTOGRAPH])
    assert changed(tmp_path) == []


def test_every_picture_of_the_gallery_has_some_sentences_a_command_and_a_title() -> None:
    headings = re.findall(r"^### (.*)$", README, re.MULTILINE)
    assert sorted(headings) == sorted(file.stem for file in COMMITTED)
    for entry in README.split("\n### ")[1:]:
        name, *_, about, command, image = entry.split("\n## ")[0].strip().split("\n\n")
        assert re.fullmatch(rf"!\[[^]]+\]\({re.escape(name)}\.svg\)", image)
        assert command.startswith("    hanoi-fsm draw ")
        assert 2 <= len(re.findall(r"[.:?](?= |$)", about)) <= 7


def test_a_picture_has_words_for_those_who_cannot_see_it_and_nothing_else() -> None:
    for file in COMMITTED:
        text = file.read_text("utf-8")
        root = ET.fromstring(text)
        title, desc = list(root)[:2]
        assert root.get("role") == "img"
        assert root.get("aria-labelledby") == title.get("id")
        assert root.get("aria-describedby") == desc.get("id")
        assert " " in (title.text or ""), "it is for people"
        assert desc.text
        assert not re.search(r"<!|<\?", text)


def test_no_text_is_smaller_than_10_pixels_on_a_slide_800_pixels_wide() -> None:
    small = {}
    for file in COMMITTED:
        root = ET.parse(file).getroot()
        width = float(root.get("viewBox", "").split()[2])
        least = min(float(text.get("font-size", 0)) for text in root.iter(f"{SVG}text"))
        if least * min(1, 800 / width) < 10:
            small[file.name] = round(least * 800 / width, 1)
    assert small == {}


# colours


def light(colour: str) -> float:
    """How bright a colour such as `#1e293b` is, from 0 to 1 (WCAG 2.1)."""
    parts = [part / 255 for part in bytes.fromhex(colour.removeprefix("#"))]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1, for the same colour, to 21, for black and white."""
    dark, bright = sorted(map(light, (one, other)))
    return (bright + 0.05) / (dark + 0.05)


def in_the_dark(root: ET.Element) -> dict[str, str]:
    """The colours of a picture, with their replacements on a dark page."""
    rules = root.findtext(f"{SVG}style", "")
    return dict(re.findall(r'\[(?:fill|stroke)="(#\w+)"\]\{\w+:(#\w+)', rules))


def is_warm(colour: str) -> bool:
    """Whether it is the colour of a disk; a small disk may be pale, as it has a numeral too."""
    red, _, blue = bytes.fromhex(colour.removeprefix("#"))
    return red > blue + 60


def illegible(svg: bytes, texts: list[Text]) -> set[tuple[str, str, str]]:
    """The texts with a contrast below 4.5, and the lines with one below 3, on either page."""
    root = ET.fromstring(svg)
    dark = in_the_dark(root)
    asked = [(text.words, text.colour, text.behind, 4.5) for text in texts]
    for line in root.iter(f"{SVG}path"):
        colour, width = line.get("stroke", "none"), line.get("stroke-width")
        if colour != "none" and width != "0" and not is_warm(colour):
            asked.append(("a line", colour, PAPER, 3))
    assert asked, "a picture with nothing in it"
    return {
        (words, of, on)
        for words, colour, behind, least in asked
        for of, on in ((colour, behind), (dark.get(colour, colour), dark.get(behind, behind)))
        if contrast(of, on) < least
    }


def test_the_larger_a_disk_the_darker_it_is_on_either_page(tmp_path: Path) -> None:
    [tree] = lines("draw", "tree", "6", "moves", "-o", tmp_path)
    root = ET.parse(tree).getroot()
    shapes = [element for element in root.iter() if element.tag != f"{SVG}text"]
    fills = dict.fromkeys(shape.get("fill", "none") for shape in shapes)
    disks = [colour for colour in fills if colour not in ("none", PAPER)]
    assert len(disks) == 6
    for ramp in (disks, [in_the_dark(root)[disk] for disk in disks]):
        assert sorted(ramp, key=light, reverse=True) == ramp


# tidy and legible

MORE = [
    *("graph 0", "graph 0010 2000", "graph 21 21"),
    *("tree 6", "tree 6 moves", "disks 5"),
    *("rank-reader --as table", "run 2 --by hbits", "two-storey --legend --pegs 2"),
]


IN_ITS_GAP = re.compile(r"(edge-\d+) .* runs through .*\(\1\)")
"""A label that is wider than it should be touches the ends of its own edge, and nothing else."""


@pytest.mark.browser
@pytest.mark.parametrize("wider", [1, WIDER])
def test_pictures_are_tidy_and_can_be_read_on_either_page(
    chrome: Chrome, tmp_path: Path, wider: float
) -> None:
    machine = find("two-storey")
    states, rows = machine.automaton.states, machine.automaton.transitions
    faulty = Diagram.of(machine, lit=states[:2], order=rows[:3], faulty=[*rows[4:], states[3]])
    towers = str(Configuration("0120210")._repr_svg_()).encode()
    pictures = {"faulty": faulty.render(), "towers": towers}
    drawn = [
        Path(*lines("draw", *arguments.split(), "-o", f"{tmp_path / arguments}/"))
        for arguments in MORE
    ]
    files = [*COMMITTED, *drawn]
    for name, svg in (pictures | {file.name: file.read_bytes() for file in files}).items():
        picture = measured(chrome, svg, name, wider)
        assert [
            clash for clash in clashes(picture) if wider == 1 or not IN_ITS_GAP.search(clash)
        ] == []
        assert illegible(svg, picture.texts) == set(), name
