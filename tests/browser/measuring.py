"""What a browser really drew: the boxes of texts, the courses of edges, the outlines of nodes.

All of it is in the units of the picture's `viewBox`.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from geometry import Box, Course, Outline, Point
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
"""Where Debian has them; selenium would look elsewhere, and download what it does not find."""

SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-ipc-flooding-protection",  # tests follow more links per second than a person
)


class Text(NamedTuple):
    """One line of text, the box around its letters, and the id of the node or edge it is in."""

    words: str
    box: Box
    owner: str


class Edge(NamedTuple):
    """The course of an edge from tail to head, its width, and its arrowheads."""

    id: str
    title: str
    course: Course
    width: float
    heads: list[Outline]


class Node(NamedTuple):
    """The outlines of the shapes of a node, none for a text that stands alone."""

    id: str
    title: str
    outlines: list[Outline]


class Measured(NamedTuple):
    """Everything that the checks look at, the `boxes` being the rectangles outside of nodes."""

    name: str
    sheet: Box
    texts: list[Text]
    edges: list[Edge]
    nodes: list[Node]
    boxes: list[Outline]


def missing() -> list[str]:
    """What has to be installed first, if anything."""
    return [file for file in (CHROMIUM, DRIVER) if shutil.which(file) is None]


@contextmanager
def browser() -> Iterator[Chrome]:
    """A browser without a window."""
    options = ChromeOptions()
    options.binary_location = CHROMIUM
    for switch in SWITCHES:
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = Chrome(options, Service(DRIVER))
    try:
        yield chrome
    finally:
        chrome.quit()


def measured(chrome: Chrome, file: Path, wider: float = 1.0) -> Measured:
    """The picture in a file, with all its texts stretched to be `wider`."""
    chrome.get(file.resolve().as_uri())
    found: dict[str, Any] = chrome.execute_script(MEASURE, wider)
    return Measured(
        file.name,
        Box(*found["sheet"]),
        [Text(one["words"], Box(*one["box"]), one["owner"]) for one in found["texts"]],
        [
            Edge(
                one["id"],
                one["title"],
                Course(_points(one["points"])),
                one["width"],
                _outlines(one["heads"]),
            )
            for one in found["edges"]
        ],
        [Node(one["id"], one["title"], _outlines(one["outlines"])) for one in found["nodes"]],
        _outlines(found["boxes"]),
    )


def _points(pairs: list[list[float]]) -> list[Point]:
    return [(x, y) for x, y in pairs]


def _outlines(found: list[list[list[float]]]) -> list[Outline]:
    return [Outline(_points(outline)) for outline in found]


def script(file: Path) -> str:
    """What a browser is to execute for the one function that a file exports."""
    exported = re.compile(r"^export (?=(?:async )?function (\w+))", re.MULTILINE)
    text = file.read_text("utf-8")
    [name] = exported.findall(text)
    return f"{exported.sub('', text)}\nreturn {name}(...arguments);"


MEASURE = script(Path(__file__).parent / "measure.js")
