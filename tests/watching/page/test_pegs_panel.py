"""The picture of the pegs shows where the disks are, at every size, and how one of them moves."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from explorer_page import ExplorerPage

from hanoi_fsm import automata
from hanoi_fsm.watching.frames import frames

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

OTHERS = "closed=graph,formula,diagram,guards,memory,trace,code"

DRAWN = """
const svg = document.querySelector(".panel-pegs svg");
const box = (one) => { const {x, y, width, height} = one.getBoundingClientRect();
                       return [x, y, x + width, y + height]; };
const all = (selector) => [...svg.querySelectorAll(selector)];
return {
  sheet: box(svg),
  columns: all(".pegs-area").map(box),
  disks: all(".pegs-disk").map((one) => [Number(one.dataset.disk), box(one.children[1])]),
  numerals: all(".pegs-numeral").map(box),
  sizes: all("text").map((one) => parseFloat(getComputedStyle(one).fontSize)),
  names: all(".pegs-name").map((one) => one.textContent),
  moved: all(".moved").map((one) => Number(one.dataset.disk)),
  compared: all(".pegs-peg.compared").map((one) => Number(one.dataset.peg)),
  brackets: all(".pegs-compared.shown").map(box),
  ghost: all(".pegs-ghost.shown").map(box),
  label: svg.getAttribute("aria-label"),
  animated: svg.getAnimations({subtree: true}).length,
};
"""


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def inside(self, other: "Box") -> bool:
        return (
            self.left >= other.left - 0.5
            and self.top >= other.top - 0.5
            and self.right <= other.right + 0.5
            and self.bottom <= other.bottom + 0.5
        )


class Drawn:
    """What is drawn in the panel now."""

    def __init__(self, page: ExplorerPage) -> None:
        self.found: dict[str, Any] = page.run(DRAWN)
        self.sheet = Box(*self.found["sheet"])
        self.columns = [Box(*one) for one in self.found["columns"]]
        self.disks = {disk: Box(*box) for disk, box in self.found["disks"]}
        self.numerals = [Box(*one) for one in self.found["numerals"]]

    def peg(self, box: Box) -> int:
        """The peg that the middle of a box is above."""
        middle = (box.left + box.right) / 2
        return next(n for n, one in enumerate(self.columns) if one.left < middle < one.right)

    @property
    def configuration(self) -> str:
        return "".join(str(self.peg(self.disks[disk])) for disk in sorted(self.disks)[::-1])


@pytest.fixture
def page(page_of: Callable[..., ExplorerPage]) -> Iterator[ExplorerPage]:
    found = page_of(5, by=["two-storey", "monk", "rank-reader"])
    found.resize(1000, 900)
    found.emulate(still=True)
    yield found
    assert found.complaints() == []


def assert_tidy(drawn: Drawn) -> None:
    """All is within the picture, nothing overlaps, and numerals are on their disks."""
    boxes = [drawn.disks[disk] for disk in sorted(drawn.disks)]
    assert all(box.inside(drawn.sheet) for box in boxes)
    assert all(box.inside(drawn.columns[drawn.peg(box)]) for box in boxes)
    widths = [box.right - box.left for box in boxes]
    assert all(wider - narrower > 2 for narrower, wider in itertools.pairwise(widths))
    for disk, numeral in zip(drawn.disks.values(), drawn.numerals, strict=True):
        assert disk.left < numeral.left < numeral.right < disk.right
    for peg in range(3):
        rows = sorted(box.top for box in boxes if drawn.peg(box) == peg)
        assert all(below - above > 15 for above, below in itertools.pairwise(rows))
    assert min(drawn.found["sizes"]) >= 12


@pytest.mark.parametrize("name", ["two-storey", "monk"])
@pytest.mark.parametrize(("source", "target"), [(0, 2), (2, 1)])
def test_every_moment_is_drawn(page: ExplorerPage, name: str, source: int, target: int) -> None:
    page.open(f"by={name}&disks=4&from={source}&to={target}&{OTHERS}")
    for frame in frames(automata.get(name), 4, source=source, target=target):
        page.settle()
        drawn = Drawn(page)
        assert drawn.configuration == str(frame.configuration)
        assert drawn.found["moved"] == ([] if frame.move is None else [frame.move.disk])
        assert drawn.found["compared"] == sorted(frame.compared)
        assert len(drawn.found["brackets"]) == len(frame.compared)
        ghosts = [drawn.peg(Box(*one)) for one in drawn.found["ghost"]]
        assert ghosts == ([] if frame.move is None else [frame.move.source])
        if frame.move is not None and frame.move.source in frame.compared:
            place, brackets = Box(*drawn.found["ghost"][0]), drawn.found["brackets"]
            assert any(place.inside(Box(*one)) for one in brackets), "the top before the move"
        assert_tidy(drawn)
        page.press("right")
    marks = {source: " source", target: " target"}
    assert drawn.found["names"] == [f"{peg}{marks.get(peg, '')}" for peg in range(3)]


@pytest.mark.parametrize("width", [320, 360, 700, 1250])
def test_it_fits_any_number_of_disks_at_any_width(
    page_of: Callable[..., ExplorerPage], width: int
) -> None:
    page = page_of(10, by="two-state")
    page.resize(width, 900)
    page.emulate(still=True)
    page.open(OTHERS)
    for disks in range(11):
        page.follow(f"disks={disks}&step={2**disks // 3}&{OTHERS}")
        drawn = Drawn(page)
        assert len(drawn.disks) == disks
        assert_tidy(drawn)


def test_it_is_laid_out_anew_when_the_window_changes(page: ExplorerPage) -> None:
    page.open(f"step=9&{OTHERS}")
    for width in (900, 400, 1300):
        page.resize(width, 900)
        page.settle()
        assert_tidy(Drawn(page))
        assert page.run(
            "const svg = document.querySelector('.panel-pegs svg');"
            "return svg.viewBox.baseVal.width === Math.round(svg.getBoundingClientRect().width)"
        )


def animated(page: ExplorerPage, *steps: tuple[str, int]) -> list[int]:
    """How many animations run right after each of these keys, pressed at these milliseconds."""
    return list(
        page.run(
            "const svg = document.querySelector('.panel-pegs svg');"
            "return arguments[0].map(([key, time]) => {"
            " performance.now = () => time;"
            " document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));"
            " return svg.getAnimations({subtree: true}).length; })",
            steps,
        )
    )


@pytest.mark.parametrize(
    ("steps", "count"),
    [
        pytest.param([("ArrowRight", 0)], [1], id="a step"),
        pytest.param([("ArrowLeft", 0)], [1], id="a step back"),
        pytest.param([("ArrowRight", 0), ("ArrowRight", 900)], [1, 1], id="in one's own time"),
        pytest.param([("ArrowRight", 0), ("ArrowRight", 90)], [1, 0], id="quickly"),
        pytest.param([("End", 0), ("Home", 900)], [0, 0], id="far"),
    ],
)
def test_single_moves_are_animated_if_there_is_time(
    page: ExplorerPage, steps: list[tuple[str, int]], count: list[int]
) -> None:
    page.emulate()
    page.open(f"step=4&{OTHERS}")
    assert animated(page, *steps) == count
    page.emulate(still=True)
    page.open(f"step=4&{OTHERS}")
    assert sum(animated(page, *steps)) == 0, "the system asks for less motion"


def test_what_is_compared_is_said(page: ExplorerPage) -> None:
    page.open(f"by=two-storey&disks=4&step=4&{OTHERS}")
    assert page.texts(".pegs-caption") == [
        "moved disk 3: 0 -> 1; compared disk 3 on 0 with nothing on 1"
    ]
    assert Drawn(page).found["label"] == (
        "Pegs. peg 0 source: disk 4; peg 1: disk 3; peg 2 target: disks 2, 1; "
        "moved: disk 3 from 0 to 1; compared: the tops of pegs 0 and 1"
    )


def test_a_machine_without_pegs_has_no_such_panel(page: ExplorerPage) -> None:
    page.open("by=rank-reader")
    assert page.count(".panel-pegs") == 0
