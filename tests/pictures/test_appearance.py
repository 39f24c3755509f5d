"""How pictures look: as they are committed, explained in the gallery, legible, and tidy."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import combinations
from math import dist
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
    for arguments in chance().sample(each(), 2):
        draw_one(arguments, tmp_path)
    assert len([*tmp_path.iterdir()]) >= 2
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

MISSING = {
    "red receptors": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "green receptors": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "blue receptors": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "nothing": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
}
"""What is seen of linear red, green and blue without them (Machado, Oliveira, Fernandes 2009)."""

TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.0888)


def light(colour: str) -> list[float]:
    """The linear red, green and blue of a colour such as `#1e293b`, each from 0 to 1."""
    parts = [part / 255 for part in bytes.fromhex(colour.removeprefix("#"))]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def times(matrix: tuple[tuple[float, ...], ...], vector: list[float]) -> list[float]:
    mixed = [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
    return [min(1.1, max(0.0, part)) for part in mixed]


def contrast(one: str, other: str) -> float:
    """From 1, for the same colour, to 21, for black and white (WCAG 2.1)."""
    dark, bright = sorted(times(TO_XYZ, light(colour))[1] for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def seen(colour: str, missing: str) -> list[float]:
    """Lightness, red and yellow (CIE 1976) of a colour to a person without these receptors."""
    parts = zip(times(TO_XYZ, times(MISSING[missing], light(colour))), WHITE, strict=True)
    x, y, z = (
        (part / white) ** (1 / 3) if part / white > 0.00886 else 7.787 * part / white + 16 / 116
        for part, white in parts
    )
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


def apart(one: str, other: str) -> float:
    """How different two colours look at least, to any eye; 2 is just seen."""
    return min(dist(seen(one, missing), seen(other, missing)) for missing in MISSING)


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


def test_disks_and_highlights_look_different_to_every_eye_on_either_page(tmp_path: Path) -> None:
    [tree] = lines("draw", "tree", "6", "moves", "-o", tmp_path)
    root = ET.parse(tree).getroot()
    shapes = [element for element in root.iter() if element.tag != f"{SVG}text"]
    disks = [colour for colour in dict.fromkeys(shape.get("fill", "none") for shape in shapes)
             if colour not in ("none", PAPER)]  # fmt: skip
    assert len(disks) == 6
    for ramp in (disks, [in_the_dark(root)[disk] for disk in disks]):
        bright = [times(TO_XYZ, light(disk))[1] for disk in ramp]
        assert bright == sorted(bright, reverse=True), "the larger the darker"
        assert min(apart(*pair) for pair in combinations(ramp, 2)) >= 7
    two = ET.parse(FOLDER / "graph-001-200.svg").getroot()
    wide = [path for path in two.iter(f"{SVG}path") if float(path.get("stroke-width", 1)) > 2]
    machine = find("two-storey")
    red = Diagram.of(machine, faulty=machine.automaton.transitions).render("svg", "wasm")
    faulty = {path.get("stroke", "") for path in ET.fromstring(red).iter(f"{SVG}path")
              if float(path.get("stroke-width", 1)) > 2}  # fmt: skip
    lit = {path.get("stroke", "") for path in wide}
    assert (len(lit), len(faulty)) == (2, 1)
    dark = in_the_dark(two) | in_the_dark(ET.fromstring(red))
    for many in (lit | faulty, {dark[colour] for colour in lit | faulty}):
        for one, other in combinations(sorted(many), 2):
            assert apart(one, other) >= 12, (one, other)


# what is untidy, to a browser


def text(words: str, x: float, y: float, more: str = "") -> str:
    style = 'font-family="sans-serif" font-size="16" text-anchor="middle"'
    return f'<text x="{x}" y="{y + 5}" {style} {more}>{words}</text>'


def node(id: str, x: float, y: float, words: str = "", width: float = 80) -> str:
    box = f'<rect x="{x - width / 2}" y="{y - 20}" width="{width}" height="40" fill="#eee"/>'
    return f'<g class="node" id="{id}"><title>{id}</title>{box}{text(words, x, y)}</g>'


def edge(id: str, path: str, head: str = "", label: str = "") -> str:
    line = f'<path fill="none" stroke="#000" d="{path}"/>'
    arrow = f'<polygon points="{head}"/>' if head else ""
    return f'<g class="edge" id="{id}"><title>any words</title>{line}{arrow}{label}</g>'


A, B = node("a", 60, 150, "from"), node("b", 440, 150, "to")
RIGHT = "390,145 400,150 390,155"
THERE = edge("there", "M100,150L390,150", RIGHT, text("there", 250, 130))
PLAIN = edge("plain", "M100,150L390,150", RIGHT)
BACK = edge("back", "M400,165C350,250 150,250 105,172", "109,170 100,165 100,175")
ALONE = '<g class="node" id="note-1"><title>n</title>{}</g>'
THICK = edge("e", "M100,150L400,150").replace('"#000"', '"#000" stroke-width="16"')
TWO_LINES = text("one", 250, 180) + text("two", 250, 199)

TIDY = {
    "an edge between two nodes with its label above": THERE,
    "an edge back": THERE + BACK + text("back", 250, 250),
    "an edge that ends in the middle of a node": edge("e", "M60,150L440,150"),
    "a loop": edge("loop", "M45,130C30,80 90,80 78,126", "74,122 76,130 82,123"),
    "a badge on its edge": THERE + node("badge-there", 300, 150, "1", 30),
    "a number on a path": THERE + node("path-1-number-2", 300, 150, "2", 30),
    "an inset in the box of a state": node("big", 250, 60, "", 200)
    + f'<g class="node" id="inset-1"><path d="M200,60h40v10h-40z"/>{text("012", 280, 60)}</g>',
    "a text in a box": '<rect x="150" y="20" width="200" height="40"/>' + text("boxed", 250, 40),
    "a text beside a box": '<rect x="150" y="20" width="10" height="40"/>' + text("it", 250, 40),
    "a label of two lines": edge("e", "M100,150L400,150", "", TWO_LINES),
    "a note": ALONE.format(text("what all edges share", 250, 40)),
    "what is only defined": f"<defs>{text('x', 250, 150)}<path d='M0,0'/></defs>" + THERE,
    "two edges that end in one point": edge("e", "M100,150L390,150", RIGHT)
    + edge("f", "M100,165C200,250 300,250 390,152", RIGHT),
    "a group that is moved": f'<g transform="translate(0 100)">{text("in", 250, 90)}</g>',
}
UNTIDY = {
    'e (any words) runs through "through" (e)': edge(
        "e", "M100,150L400,150", "", text("through", 250, 150)
    ),
    'f (any words) runs through "there" (there)': THERE + edge("f", "M250,20L250,140"),
    'there (any words) runs through "what all edges share" (note-1)': THERE
    + ALONE.format(text("what all edges share", 250, 150)),
    'there (any words) runs through "caption" (text)': THERE + text("caption", 250, 150),
    "e (any words) runs through the node c (c)": edge("e", "M100,150L400,150")
    + node("c", 250, 164, ""),
    'e (any words) runs through "beside" (text)': THICK + text("beside", 250, 137),
    'e (any words) runs through "curve" (text)': edge("e", "M100,150C200,30 300,30 400,150")
    + text("curve", 250, 60),
    'plain (any words) runs through "moved" (text)': PLAIN
    + f'<g transform="translate(50 50)">{text("moved", 200, 100)}</g>',
    '"one label" (text) overlaps "another" (text)': text("one label", 250, 40)
    + text("another", 290, 45),
    '"there" (there) overlaps the node c (c)': THERE + node("c", 250, 105),
    '"there" (there) overlaps the node badge-1 (badge-1)': THERE
    + node("badge-1", 265, 130, "", 20),
    'e (any words) runs through "1" (badge-1)': edge("e", "M100,150L400,150")
    + node("badge-1", 250, 144, "1", 30),
    '"012" (inset-1) overlaps the node big (big)': node("big", 250, 60, "", 60)
    + f'<g class="node" id="inset-1">{text("012", 280, 60)}</g>',
    '"a long name" (c) is wider or higher than its box': node("c", 250, 60, "a long name", 40),
    '"x" (c) is beside its own node': node("c", 250, 60)
    .replace("</text>", "x</text>")
    .replace('x="250"', 'x="350"'),
    '"too long for it" (text) is wider or higher than its box': (
        '<rect x="230" y="40" width="40" height="30"/>' + text("too long for it", 250, 55)
    ),
    '"at the edge" (text) is cut off by the edge of the sheet': text("at the edge", 480, 60),
    '"top" (text) is cut off by the edge of the sheet': text("top", 250, 2),
    "f (any words) begins on the arrowhead of there (any words)": THERE
    + edge("f", "M392,148C350,80 150,80 105,140"),
    'plain (any words) runs through "scaled" (text)': PLAIN
    + f'<g transform="translate(50 50) scale(2)">{text("scaled", 100, 50)}</g>',
    'plain (any words) runs through "turned" (text)': PLAIN
    + text("turned", 0, 0, 'transform="translate(250 150) rotate(90)"'),
}


@pytest.mark.browser
def test_what_is_untidy_is_found_and_nothing_else(chrome: Chrome) -> None:
    opening = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 300" width="700">'
    for expected, content in (UNTIDY | TIDY).items():
        picture = measured(chrome, f"{opening}{A}{B}{content}</svg>".encode(), "a picture")
        collisions = [re.sub(r" at \d+,\d+", "", line) for line in clashes(picture)]
        wanted = [] if expected in TIDY else [f"a picture: {expected}"]
        assert collisions == wanted, expected


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
    pictures = {"faulty": faulty.render("svg", "wasm"), "towers": towers}
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
