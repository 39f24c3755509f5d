"""The page can be read and used by everybody: in any colours, at any width, without a mouse."""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import photograph
import pytest
from selenium.webdriver import Chrome
from support.browser_page import BrowserPage, Pages

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

VIEWS = {
    "towers": "by=two-storey&step=17",
    "stack": "by=call-stack&step=9&event=1",
    "refused word": "by=rank-reader&word=00110&step=3",
    "large": "by=twice-reader-small&word=00 12&step=1",
    "table": "by=twice-reader&word=00 12&step=1",
    "beside": "by=two-storey&and=monk&step=17",
    "no disks": "by=two-storey&disks=0",
    "try": "mode=try&disks=4&from=0&to=1",
    "be": "mode=be&by=two-storey&step=5",
    "edit": 'by=call-stack&disks=3&step=2&edit=[[0,["call","done","step",["single"],null]]]',
    "path": "by=any-to-any&start=100&goal=011&step=3",
    "problem": "by=rank-reader&word=xyz",
}
MACHINES = ["two-storey", "call-stack", "monk", "rank-reader", "twice-reader-small", "any-to-any"]
SIZES = {"phone": (360, 740), "laptop": (1400, 900), "projector": (1920, 1080)}

FITS = """
const view = document.querySelector(".diagram-view").getBoundingClientRect();
const state = document.querySelector(".state.lit rect").getBoundingClientRect();
const svg = document.querySelector("svg.state-diagram");
const texts = [...svg.querySelectorAll("text")].map((one) => getComputedStyle(one).fontSize);
return [Math.min(...texts.map(parseFloat)) * svg.getScreenCTM().a >= 9,
  state.left >= view.left && state.right <= view.right
  && state.top >= view.top && state.bottom <= view.bottom];
"""
PLACES = """
return Object.fromEntries(Array.from(document.querySelectorAll(".pane, #player"), (one) => {
  const { top, height } = one.getBoundingClientRect();
  return [one.ariaLabel, [Math.round(top + scrollY), Math.round(height)]];
}))
"""
WIDE = """
const panels = [...document.querySelectorAll(".panel-pegs, .card")];
return panels.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className);
"""
CLICKED = """
const [button, ready] = [document.querySelector("{0}"), arguments[0]];
button.click();
const done = () => ready([(() => {{{1}}})(), button.disabled]);
setTimeout(() => requestAnimationFrame(() => setTimeout(done)));
"""
"""Click a button, and ask the page something when that is drawn; whether it was the last time."""
FOCUSED = """
const one = document.activeElement;
const { outlineStyle, outlineWidth } = getComputedStyle(one);
return [one.id || one.getAttribute("aria-label") || one.textContent,
  one === document.body || (outlineStyle !== "none" && outlineWidth !== "0px")];
"""
ANIMATED = """
const picture = document.querySelector(".panel-pegs .pegs");
return picture.getAnimations({ subtree: true }).length > 0;
"""
DIFFERENCE = """
const [pictures, done] = arguments;
const pixels = async (text) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${text}`;
  await picture.decode();
  const [width, height] = [picture.width, picture.height];
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(picture, 0, 0);
  return [width, height, context.getImageData(0, 0, width, height).data];
};
Promise.all(pictures.map(pixels)).then(([[width, height, one], [, , other]]) => {
  let sum = 0;
  for (let i = 0; i < one.length; i++) {
    sum += Math.abs(one[i] - (other[i] ?? 255));
  }
  done([width, height, sum / one.length]);
});
"""


@pytest.fixture
def page(page_of: Pages) -> Iterator[BrowserPage]:
    page = page_of([*MACHINES, "twice-reader"])
    yield page
    page.emulate()


@pytest.mark.parametrize(
    ("size", "colours"), [("phone", "light"), ("laptop", "light"), ("projector", "dark")]
)
def test_each_view_is_tidy_and_accessible(page: BrowserPage, size: str, colours: str) -> None:
    wrong = {}
    page.resize(*SIZES[size])
    page.emulate(dark=colours == "dark", still=True)
    page.open()
    for view, fragment in VIEWS.items():
        page.follow(fragment)
        wrong[view] = page.untidy() + page.violations()
    assert {view: problems for view, problems in wrong.items() if problems} == {}
    colour = page.run("return getComputedStyle(document.body).backgroundColor")
    light = sum(int(part) for part in colour.strip("rgb()").split(",")[:3])
    assert light > 600 if colours == "light" else light < 200


def clicked_through(page: BrowserPage, button: str, asked: str) -> Iterator[Any]:
    """Click a button until it is disabled; what is asked of the page each time."""
    is_last = page.run("return document.querySelector(arguments[0]).disabled", button)
    while not is_last:
        answer, is_last = page.chrome.execute_async_script(CLICKED.format(button, asked))
        yield answer


def test_what_is_lit_stays_in_view_and_what_was_seen_does_not_move(page: BrowserPage) -> None:
    """Letters of a diagram have at least 9 pixels; the stage stays where it is."""
    page.emulate(still=True)
    page.open()
    both = f"return [(() => {{{FITS}}})(), (() => {{{PLACES}}})()]"
    for width in (360, 700, 1400):
        page.resize(width, 800)
        for name in MACHINES:
            page.follow("mode=watch")
            page.follow(f"by={name}&disks=2")
            for answer in clicked_through(page, "#forward", both):
                assert answer[0] == [True] * 2, (name, width, page.shown)
            places = page.run(PLACES)
            for answer in clicked_through(page, "#back", both):
                assert answer == [[True] * 2, places], (name, width, page.shown)


def test_a_move_is_animated_unless_somebody_minds(page: BrowserPage) -> None:
    for still in (False, True):
        page.emulate(still=still)
        page.open("by=two-storey&step=4")
        page.press("right")
        assert page.run(ANIMATED) is not still


def test_every_control_is_reached_by_the_keyboard_and_shows_it(page: BrowserPage) -> None:
    page.resize(1400, 900)
    page.open("by=two-storey&step=3")
    reached = []
    for _ in range(36):
        page.press("tab")
        reached.append(page.run(FOCUSED))
    wanted = {"automaton", "disks", "from", "to", "first", "back", "play", "forward", "last"}
    wanted |= {"step", "speed", "Watch", "Try it yourself", "Be the machine", "get-help"}
    assert wanted <= {name for name, _ in reached}
    assert [name for name, is_seen in reached if not is_seen] == []


def test_any_number_of_disks_fits_at_any_width(page_of: Pages) -> None:
    page = page_of("two-state")
    page.open()
    for width in (320, 700, 1250):
        page.resize(width, 900)
        page.settle()
        for disks in (1, 8, 10, 16):
            [dumped] = page.dump([f"disks={disks}&step={2**disks // 3}"], "here")
            assert dumped["moments"][0]["pegs"]["untidy"] == [], (width, disks)
            assert page.count(".graph") == (disks <= 6)
            assert page.run(WIDE) == [], (width, disks)


TOUCHED = """
return Array.from(document.querySelectorAll(".label, button:not(#voice *), select"), (one) => {
  const { width, height } = one.getBoundingClientRect();
  return one.checkVisibility() && Math.min(width, height) < 43.9 ? one.outerHTML : null;
}).filter(Boolean);
"""


def test_under_a_finger_all_that_can_be_pressed_is_large(page: BrowserPage) -> None:
    page.resize(390, 844)
    touch = "Emulation.setTouchEmulationEnabled"
    page.chrome.execute_cdp_cmd(touch, {"enabled": True})
    try:
        page.open("by=two-storey&step=3")
        assert page.run(TOUCHED) == []
    finally:
        page.chrome.execute_cdp_cmd(touch, {"enabled": False})


TOURED = """
const box = (one) => one.getBoundingClientRect();
const [tour, panel] = ["#tour", "[data-toured]"].map((one) => document.querySelector(one));
const [one, other, title] = [box(tour), box(panel), tour.querySelector("h2")];
const lies = one.left < other.right && one.right > other.left && one.top < other.bottom;
return [panel.id === "stage" || !(lies && one.bottom > other.top),
  other.top >= -1 && other.top < innerHeight - 100, document.activeElement === title];
"""


def test_a_stop_of_the_tour_leaves_what_it_speaks_of_in_view(page_of: Pages) -> None:
    page = page_of()
    page.emulate(still=True)
    page.resize(1400, 900)
    page.open()
    for stop in range(1, 14):
        page.open(f"tour={stop}")
        assert page.run(TOURED) == [True, True, True], stop
    page.resize(390, 844)
    for stop in (4, 5, 7):
        page.open(f"tour={stop}")
        assert page.run(TOURED)[1:] == [True, True], stop
    page.press("escape")
    assert (page.count("#tour"), page.fragment.get("tour")) == (0, None)
    assert page.run("return document.activeElement.id") == "begin-tour"


def test_the_picture_in_the_readme_shows_the_page(chrome: Chrome, tmp_path: Path) -> None:
    """Other fonts make some difference, of 255 on average, and another layout makes more."""
    now = photograph.photograph(chrome, tmp_path)
    chrome.get("about:blank")
    pictures = [b64encode(picture).decode() for picture in (photograph.FILE.read_bytes(), now)]
    width, height, difference = chrome.execute_async_script(DIFFERENCE, pictures)
    assert (width, height) == (photograph.WIDTH, photograph.HEIGHT)
    assert difference < 6, "take it again: python tests/photograph.py"
