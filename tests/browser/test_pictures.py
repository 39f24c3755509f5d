"""The committed pictures, and those of every kind, are tidy and can be read on either page."""

from pathlib import Path

import clashes
import measuring
import pytest
from colour_vision import contrast
from committed_diagrams import FOLDER
from every_picture import DIAGRAMS, NAMES, svg
from selenium.webdriver import Chrome

pytestmark = [pytest.mark.browser, pytest.mark.sweep]
COMMITTED = sorted(FOLDER.glob("*.svg"))
SCRIPT = measuring.script(Path(__file__).parent / "contrast.js")

each_width = pytest.mark.parametrize("wider", [1, clashes.WIDER], ids=["as it is", "wider text"])
each_page = pytest.mark.parametrize(
    ("scheme", "page"), [("light", (255, 255, 255)), ("dark", (13, 17, 23))]
)

each_committed = pytest.mark.parametrize("file", COMMITTED, ids=lambda file: file.stem)


def unreadable(chrome: Chrome, file: Path, scheme: str, page: tuple[int, ...]) -> list[str]:
    """The texts of a picture with too little contrast on a page of this colour."""
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    chrome.get(file.resolve().as_uri())
    found = [
        (words, *("#" + bytes(colour).hex() for colour in colours))
        for words, *colours in chrome.execute_script(SCRIPT, page)
    ]
    assert found, "a picture without a word"
    return [f"{words}: {of} on {on}" for words, of, on in found if contrast(of, on) < 4.5]


@each_width
@each_committed
def test_a_committed_picture_is_tidy(file: Path, wider: float, chrome: Chrome) -> None:
    assert clashes.clashes(measuring.measured(chrome, file, wider)) == []


@each_page
@each_committed
def test_every_text_of_a_committed_picture_can_be_read(
    file: Path, scheme: str, page: tuple[int, ...], chrome: Chrome
) -> None:
    assert unreadable(chrome, file, scheme, page) == []


def drawn(name: str, folder: Path) -> Path:
    """A picture of each kind in a file."""
    file = folder / "picture.svg"
    file.write_text(svg(name), "utf-8")
    return file


@each_width
@pytest.mark.parametrize("name", [name for name in NAMES if name not in DIAGRAMS])
def test_a_picture_of_every_kind_is_tidy(
    name: str, wider: float, chrome: Chrome, tmp_path: Path
) -> None:
    assert clashes.clashes(measuring.measured(chrome, drawn(name, tmp_path), wider)) == []


@each_page
@pytest.mark.parametrize("name", NAMES)
def test_every_text_of_a_picture_of_every_kind_can_be_read(
    name: str, scheme: str, page: tuple[int, ...], chrome: Chrome, tmp_path: Path
) -> None:
    assert unreadable(chrome, drawn(name, tmp_path), scheme, page) == []


PALE = '<rect width="99" height="99" fill="#ffffff"/>'
UNREADABLE = {
    "a faint text": ('<text y="20" fill="#999999">a</text>', ["a: #999999 on #ffffff"], []),
    "a dark text": ('<text y="20" fill="#222222">a</text>', [], ["a: #222222 on #0d1117"]),
    "a text on a sheet": (PALE + '<text y="20" fill="#222222">a</text>', [], []),
    "a text under a sheet": (
        '<text y="20" fill="#222222">a</text>' + PALE,
        [],
        ["a: #222222 on #0d1117"],
    ),
    "a text on a tint": (
        '<rect width="99" height="99" fill="#ff0000" fill-opacity="0.5"/>'
        '<text y="20" fill="#000000">a</text>',
        [],
        ["a: #000000 on #86090c"],
    ),
}


@each_page
@pytest.mark.parametrize("case", UNREADABLE)
def test_a_text_that_cannot_be_read_is_found(
    case: str, scheme: str, page: tuple[int, ...], tmp_path: Path, chrome: Chrome
) -> None:
    content, *expected = UNREADABLE[case]
    file = tmp_path / "picture.svg"
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{content}</svg>')
    assert unreadable(chrome, file, scheme, page) == expected[scheme == "dark"]
