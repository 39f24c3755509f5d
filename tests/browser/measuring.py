"""What a browser really drew: the boxes of texts, the courses of edges, the outlines of nodes.

All of it is in the units of the picture's `viewBox`.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
"""Where Debian has them; selenium would look elsewhere, and download what it does not find."""

SWITCHES = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
Point = tuple[float, float]


class Box(NamedTuple):
    """The smallest and the largest coordinates."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def corners(self) -> tuple[Point, ...]:
        left, top, right, bottom = self
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def grown(self, by: float) -> "Box":
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def meets(self, other: "Box") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class Text(NamedTuple):
    """One line of text as a box around its letters, and the id of the node or edge it is in."""

    words: str
    box: Box
    owner: str


class Edge(NamedTuple):
    """The points along an edge from tail to head, its width, and the corners of its arrowheads."""

    id: str
    title: str
    points: list[Point]
    width: float
    heads: list[list[Point]]


class Node(NamedTuple):
    """The outlines of the shapes of a node, none for a text that stands alone."""

    id: str
    title: str
    outlines: list[list[Point]]


class Measured(NamedTuple):
    """Everything that the checks look at, the `rects` being those outside of nodes."""

    name: str
    sheet: Box
    texts: list[Text]
    edges: list[Edge]
    nodes: list[Node]
    rects: list[list[Point]]


def installed() -> bool:
    return shutil.which(CHROMIUM) is not None and shutil.which(DRIVER) is not None


@contextmanager
def browser() -> Iterator[Chrome]:
    """A browser without a window."""
    options = ChromeOptions()
    options.binary_location = CHROMIUM
    for switch in SWITCHES:
        options.add_argument(switch)
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
            Edge(one["id"], one["title"], _points(one["points"]), one["width"], _all(one["heads"]))
            for one in found["edges"]
        ],
        [Node(one["id"], one["title"], _all(one["outlines"])) for one in found["nodes"]],
        _all(found["rects"]),
    )


def _points(pairs: list[list[float]]) -> list[Point]:
    return [(x, y) for x, y in pairs]


def _all(outlines: list[list[list[float]]]) -> list[list[Point]]:
    return [_points(outline) for outline in outlines]


MEASURE = (Path(__file__).parent / "measure.js").read_text("utf-8")
