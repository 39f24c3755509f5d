"""What tests ask of a page is found where it is wrong, and nothing is found where all is right."""

from pathlib import Path

import pytest
from explorer_page import ExplorerPage
from selenium.webdriver import Chrome

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

PAGE = """<!doctype html><html lang="en"><head><title>A page</title><style>
body {{ margin: 0; font: 16px sans-serif }} button {{ width: 40px; height: 30px }} {style}
</style></head><body><main><h1>A page</h1>{body}</main></body></html>"""

RIGHT = """<button>one</button> <button>two</button>
<label><input type="checkbox"> a small box with a long label, which is touched too</label>
<div style="overflow-x: auto"><div style="width: 2000px">a wide picture</div></div>"""
STYLE = "label { display: block; padding: 4px }"


@pytest.fixture
def opened(chrome: Chrome, tmp_path: Path) -> ExplorerPage:
    page = ExplorerPage(chrome, tmp_path / "page.html")
    page.resize(400, 300)
    page.emulate()
    return page


def show(page: ExplorerPage, body: str, style: str = STYLE) -> None:
    Path(page.address.removeprefix("file://")).write_text(PAGE.format(body=body, style=style))
    page.open()


def test_nothing_is_found_where_all_is_right(opened: ExplorerPage) -> None:
    show(opened, RIGHT)
    assert (opened.untidy(), opened.violations(), opened.complaints()) == ([], [], [])
    assert opened.requests() == [opened.address]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('<p style="width: 500px">wide</p>', "ends beyond the window"),
        (
            f'<div style="display: flex"><p style="flex: none">{"wide " * 99}</p></div>',
            "beyond",
        ),
        ('<button>one</button><button style="margin-left: -9px">two</button>', "overlaps"),
        ('<button style="height: 20px">one</button>', "smaller than 24"),
        ('<p style="font-size: 11px">tiny</p>', "below 12"),
    ],
)
def test_an_untidy_page_is_found(opened: ExplorerPage, body: str, found: str) -> None:
    show(opened, body)
    assert any(found in line for line in opened.untidy())


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ('<p style="color: #999">pale</p>', "color-contrast"),
        ("<input>", "label"),
        ("<button></button>", "button-name"),
    ],
)
def test_an_inaccessible_page_is_found(opened: ExplorerPage, body: str, rule: str) -> None:
    show(opened, body)
    assert [line.partition(":")[0] for line in opened.violations()] == [rule]


def test_an_error_and_another_request_are_found(opened: ExplorerPage) -> None:
    show(opened, '<img alt="" src="other.png"><script>console.warn("ouch"); none()</script>')
    assert len(opened.requests()) == 2
    told = "\n".join(opened.complaints())
    assert "ouch" in told
    assert "none is not defined" in told


def test_colours_motion_and_size_are_emulated(opened: ExplorerPage) -> None:
    show(opened, "")
    asked = "return [matchMedia('(prefers-color-scheme: dark)').matches,"
    asked += " matchMedia('(prefers-reduced-motion: reduce)').matches, innerWidth, innerHeight]"
    assert opened.run(asked) == [False, False, 400, 300]
    opened.emulate(dark=True, still=True)
    opened.resize(360, 640)
    assert opened.run(asked) == [True, True, 360, 640]
    opened.emulate()
