"""What is untidy in a picture is found, and nothing else."""

import re
from pathlib import Path

import clashes
import measuring
import pytest
from selenium.webdriver import Chrome

pytestmark = [pytest.mark.browser, pytest.mark.sweep]


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
LEFT = "98,142 92,150 104,147"  # an arrowhead at the right side of a
RIGHT = "390,145 400,150 390,155"
THERE = edge("there", "M100,150L390,150", RIGHT, text("there", 250, 130))
PLAIN = edge("plain", "M100,150L390,150", RIGHT)
BACK = edge("back", "M400,165C350,250 150,250 105,172", "109,170 100,165 100,175")
ALONE = '<g class="node" id="note-1"><title>n</title>{}</g>'

TIDY = {
    "an edge between two nodes with its label above": THERE,
    "an edge back": THERE + BACK + text("back", 250, 250),
    "an edge that ends in the middle of a node": edge("e", "M60,150L440,150"),
    "a loop": edge("loop", "M45,130C30,80 90,80 78,126", "74,122 76,130 82,123"),
    "a badge on its edge": THERE + node("badge-there", 300, 150, "1", 30),
    "a number on a path": THERE + node("path-1-number-2", 300, 150, "2", 30),
    "an inset in the box of a state": node("big", 250, 60, "", 200)
    + '<g class="node" id="inset-1"><path d="M200,60h40v10h-40z"/>'
    + text("012", 280, 60)
    + "</g>",
    "a text in a box": '<rect x="150" y="20" width="200" height="40"/>' + text("boxed", 250, 40),
    "a text beside a box": '<rect x="150" y="20" width="10" height="40"/>' + text("it", 250, 40),
    "a label of two lines": edge(
        "e", "M100,150L400,150", "", text("one", 250, 180) + text("two", 250, 199)
    ),
    "a note": ALONE.format(text("what all edges share", 250, 40)),
    "blanks in a label": edge(
        "e", "M100,150L400,150", RIGHT, text("   i   ", 250, 130, 'xml:space="preserve"')
    )
    + edge("f", "M235,20L235,270"),
    "what is only defined": f"<defs>{text('x', 250, 150)}<path d='M0,0'/></defs>" + THERE,
    "two edges that end in one point": edge("e", "M100,150L390,150", RIGHT)
    + edge("f", "M100,165C200,250 300,250 390,152", RIGHT),
    "an edge of another sheet within": f'<g transform="translate(0 100)">{text("in", 250, 90)}</g>',
}

UNTIDY = {
    "an edge through its own label": (
        edge("e", "M100,150L400,150", "", text("through", 250, 150)),
        'e (any words) runs through "through" (e) at 250,150',
    ),
    "an edge through the label of another": (
        THERE + edge("f", "M250,20L250,140"),
        'f (any words) runs through "there" (there) at 250,130',
    ),
    "an edge through a note": (
        THERE + ALONE.format(text("what all edges share", 250, 150)),
        'there (any words) runs through "what all edges share" (note-1) at 250,150',
    ),
    "an edge through a caption": (
        THERE + text("caption", 250, 150),
        'there (any words) runs through "caption" (text) at 250,150',
    ),
    "an edge through a node": (
        edge("e", "M100,150L400,150") + node("c", 250, 164, ""),
        "e (any words) runs through the node c (c)",
    ),
    "a thick edge beside a label": (
        edge("e", "M100,150L400,150").replace('"#000"', '"#000" stroke-width="16"')
        + text("beside", 250, 137),
        'e (any words) runs through "beside" (text) at 250,136',
    ),
    "an edge that is a curve": (
        edge("e", "M100,150C200,30 300,30 400,150") + text("curve", 250, 60),
        'e (any words) runs through "curve" (text) at 250,59',
    ),
    "a moved group": (
        PLAIN + f'<g transform="translate(50 50) scale(2)">{text("moved", 100, 50)}</g>',
        'plain (any words) runs through "moved" (text) at 250,149',
    ),
    "two labels": (
        text("one label", 250, 40) + text("another", 290, 45),
        '"one label" (text) at 250,39 overlaps "another" (text) at 290,44',
    ),
    "a label over a node": (
        THERE + node("c", 250, 105),
        '"there" (there) at 250,129 overlaps the node c (c)',
    ),
    "a badge over a label": (
        THERE + node("badge-1", 265, 130, "", 20),
        '"there" (there) at 250,129 overlaps the node badge-1 (badge-1)',
    ),
    "a badge on a foreign edge": (
        edge("e", "M100,150L400,150") + node("badge-1", 250, 144, "1", 30),
        'e (any words) runs through "1" (badge-1) at 250,144',
    ),
    "an inset that hangs out": (
        node("big", 250, 60, "", 60) + f'<g class="node" id="inset-1">{text("012", 280, 60)}</g>',
        '"012" (inset-1) at 280,59 overlaps the node big (big)',
    ),
    "a text off its node": (
        node("c", 250, 60, "a long name", 40),
        '"a long name" (c) at 250,59 is wider or higher than its box',
    ),
    "a text beside its node": (
        node("c", 250, 60) .replace("</text>", "x</text>").replace('x="250"', 'x="350"'),
        '"x" (c) at 350,59 is beside its own node',
    ),
    "a text off its box": (
        '<rect x="230" y="40" width="40" height="30"/>' + text("too long for it", 250, 55),
        '"too long for it" (text) at 250,54 is wider or higher than its box',
    ),
    "a text off the sheet to the right": (
        text("at the edge", 480, 60),
        '"at the edge" (text) at 480,59 is cut off by the edge of the sheet',
    ),
    "a text off the sheet to the top": (
        text("top", 250, 2),
        '"top" (text) at 250,1 is cut off by the edge of the sheet',
    ),
    "a turned text": (
        PLAIN + text("turned", 0, 0, 'transform="translate(250 150) rotate(90)"'),
        'plain (any words) runs through "turned" (text) at 251,150',
    ),
    "a tail on an arrowhead": (
        THERE + edge("f", "M392,148C350,80 150,80 105,140"),
        "f (any words) begins on the arrowhead of there (any words) at 392,148",
    ),
}  # fmt: skip


def found(chrome: Chrome, folder: Path, content: str, wider: float = 1.0) -> list[str]:
    """What is found where two nodes are, and this."""
    opening = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 300" width="700">'
    file = folder / "picture.svg"
    file.write_text(f"{opening}{A}{B}{content}</svg>", "utf-8")
    said = clashes.clashes(measuring.measured(chrome, file, wider))
    assert all(line.startswith("picture.svg: ") for line in said)
    return [line.removeprefix("picture.svg: ") for line in said]


@pytest.mark.parametrize("case", TIDY)
def test_nothing_is_found_in_what_is_tidy(case: str, chrome: Chrome, tmp_path: Path) -> None:
    assert found(chrome, tmp_path, TIDY[case]) == []


@pytest.mark.parametrize("case", UNTIDY)
def test_what_is_untidy_is_found_with_its_place(case: str, chrome: Chrome, tmp_path: Path) -> None:
    content, expected = UNTIDY[case]
    (line,) = found(chrome, tmp_path, content)
    words, places = split(line)
    assert words == split(expected)[0]
    assert places == pytest.approx(split(expected)[1], abs=4), "more or less, whatever the font"


def split(line: str) -> tuple[str, list[int]]:
    """What a line says, and the numbers of its places."""
    numbers = [int(number) for place in re.findall(r" at (\d+),(\d+)", line) for number in place]
    return re.sub(r" at \d+,\d+", " at ...", line), numbers


def test_wider_texts_are_a_tenth_wider(chrome: Chrome, tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    words = [text("some words", 250, 60), text("<tspan>others</tspan>", 250, 90)]
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(words)}</svg>')
    for text1, text2 in zip(
        *(measuring.measured(chrome, file, wider).texts for wider in (1, clashes.WIDER)),
        strict=True,
    ):
        widths = [text.box.right - text.box.left for text in (text1, text2)]
        assert widths[1] == pytest.approx(1.1 * widths[0], rel=0.01)
        assert text1.box.middle == pytest.approx(text2.box.middle, abs=0.5)


def test_the_command_prints_what_it_finds_and_fails(
    chrome: Chrome, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.svg", tmp_path / "bad.svg"
    for file, words in ((good, "x"), (bad, "far too long for this")):
        file.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="99" height="60">{text(words, 50, 30)}'
            "</svg>"
        )
    assert (clashes.main([str(good)]), capsys.readouterr().out) == (0, "")
    assert clashes.main([str(good), str(bad)]) == 1
    one, wide = capsys.readouterr().out.splitlines()
    assert one.startswith('bad.svg: "far too long for this" (text) at 50,')
    assert wide.endswith(" is cut off by the edge of the sheet (wider text)")
