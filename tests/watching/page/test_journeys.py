"""A user on the page: the journeys in journeys.md, and all ways through a run."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from selenium.common.exceptions import WebDriverException
from support.browser_page import BrowserPage, Pages
from support.chance import chance
from support.checked_machines import CIRCLES, CLOCK, GAP, IDLES, changed, counting
from support.what_is_shown import Happening, since_step, tower_run

from hanoi_fsm import Automaton, Machine, automata, find

pytestmark = pytest.mark.browser


DOOR = """
    closed -> open   : press [!locked]
    open   -> closed : press
"""
RADIO = """
    on {
        band {
            am -> fm : switch
        }
        --
        sound {
            loud -> mute : mute
        }
    }
"""
PLAYER = """
    off -> on : power
    on {
        stopped -> playing : play
        playing -> stopped : stop
    }
    on -> off : power
"""
OWN: dict[str, Any] = {
    "clock": CLOCK,
    "circles": CIRCLES,
    "idles": IDLES,
    "gap": counting(GAP),
    "breaks": changed(automata.get("two-storey"), ("/ move_back", "/ move_ahead")),
    "misreads": changed(
        automata.get("rank-reader"), ("021 -> 012 : 0 / write_0", "021 -> 012 : 0 / write_1")
    ),
    "door": find(Automaton.from_table("door", initial="closed", final=(), table=DOOR)),
    "tank": Machine(
        Automaton.from_table("tank", initial="open", final="closed", table="open -> closed : shut"),
        claims=("never closed", "from open can reach closed"),
    ),
    "radio": find(Automaton.from_table("radio", initial="on", final=(), table=RADIO)),
    "player": find(Automaton.from_table("player", initial="off", final=(), table=PLAYER)),
}


def journeys() -> list[Any]:
    """The lines of each section."""
    journeys = []
    text = Path(__file__).with_name("journeys.md").read_text("utf-8")
    for section in text.split("\n## ")[1:]:
        title, *lines = section.splitlines()
        steps = [line.strip() for line in lines if line.startswith("    ")]
        journeys.append(pytest.param(steps, id=title))
    return journeys


POINTER = """
const [kind, across, down, part = ".strip svg"] = arguments;
const svg = document.querySelector(".strip svg");
const { left, top, width } = svg.getBoundingClientRect();
const where = { clientX: left + across * width, clientY: top + Number(down) };
svg.setPointerCapture = () => {};
const buttons = kind === "pointerdown" ? 1 : 0;
const bubbles = !["pointerleave", "pointerenter"].includes(kind);
const over = kind === "pointerleave" ? svg.parentNode : document.querySelector(part);
over.dispatchEvent(new PointerEvent(kind, { ...where, buttons, bubbles }));
"""


def go(page: BrowserPage, way: str) -> None:
    """Go back or forward; the browser may abort the script that does it."""
    with suppress(WebDriverException):
        page.run(f"history.{way}()")


def done(page: BrowserPage, line: str) -> bool:
    """Do what a line says; whether the page is as it says."""
    word, _, rest = line.partition(" ")
    first, _, last = rest.partition(" => ")
    if word == "is":
        state = page.fragment | page.shown
        wanted = parse_qsl(rest, keep_blank_values=True)
        return all(state.get(name, "") == value for name, value in wanted)
    if word in ("says", "none"):
        texts = page.texts(first)
        return any(last in text for text in texts) == (word == "says")
    if word == "count":
        selector, _, number = rest.rpartition(" ")
        return page.count(selector) == int(number)
    doing: dict[str, Callable[[str], Any]] = {
        "open": page.open,
        "follow": page.follow,
        "reopen": lambda _: page.open(urlencode(page.fragment)),
        "press": lambda keys: page.press(*keys.split()),
        "click": page.click,
        "choose": lambda pegs: page.choose(*pegs.split()),
        "focus": page.focus,
        "set": lambda given: page.set(*given.split(maxsplit=1)),
        "wait": page.wait,
        "go": lambda way: go(page, way),
        "point": lambda given: page.run(POINTER, *given.split(maxsplit=3)),
    }
    doing[word](rest)
    return True


@pytest.mark.parametrize("steps", journeys())
def test_a_journey(steps: list[str], page_of: Pages) -> None:
    _, *names = steps[0].split()
    page = page_of([OWN.get(name, name) for name in names] or None)
    page.resize(1400, 900)
    page.emulate(still=True)
    for number, line in enumerate(steps[1:], 1):
        assert done(page, line), (steps[: number + 1], page.shown, page.fragment)
        page.wait("document.body.dataset.state")  # a page that is loaded shows a moment soon
        assert page.count("script") == 2, line


MOVES = ("home", "end", "right", "left", "shift+right", "shift+left")
BUTTONS = ("first", "last", "forward", "back")
WAYS = [*MOVES, *BUTTONS, "column", "slider"]
PLACES = """
const columns = document.querySelectorAll(".strip .future g[data-go]");
return [...columns].map((one) => Number(one.dataset.go));
"""
WRITTEN = """
let count = 0;
const write = history.replaceState;
history.replaceState = function (...given) { count += 1; write.apply(this, given); };
const slider = document.querySelector("#step");
for (let step = 0; step <= 310; step++) {
  slider.value = step % 8;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}
return count;
"""


def after(run: Happening, at: int, move: str) -> int:
    """Where a key leads to: by events, or by steps, of which the end of a run is one."""
    last = len(run.moments) - 1
    stops = [moment for moment in range(last + 1) if since_step(run, moment) == 0 or moment == last]
    places = {
        "home": 0,
        "end": last,
        "shift+right": min((stop for stop in stops if stop > at), default=at),
        "shift+left": max((stop for stop in stops if stop < at), default=0),
        "right": min(at + 1, last),
        "left": max(at - 1, 0),
    }
    return places[move]


def goes(page: BrowserPage, run: Happening, at: int, way: str, random: Random) -> int:
    """Go somewhere in one of the ways that there are; the number of the moment."""
    if way in MOVES:
        page.press(way)
        return after(run, at, way)
    if way in BUTTONS:
        page.run("document.getElementById(arguments[0]).click()", way)
        return after(run, at, MOVES[BUTTONS.index(way)])
    if way == "column":
        at = int(random.choice(page.run(PLACES)))
        page.run(POINTER, "pointerdown", 0.5, 50, f".strip .future [data-go='{at}']")
        page.settle()
        return at
    step = random.choice(run.steps)
    at = run.steps.index(step)
    page.set("#step", step)
    return at


def walk(page: BrowserPage, ways: list[str], random: Random) -> None:
    """Go in all these ways through a run with many events that move no disk."""
    run, at = tower_run(find("call-stack"), 3, 0, 2), 0
    for number, way in enumerate(ways, 1):
        at = goes(page, run, at, way, random)
        wanted = str(run.steps[at]), str(since_step(run, at)), run.moments[at].state
        shown = page.shown["step"], page.shown["event"], page.shown["state"]
        assert shown == wanted, ways[:number]


@pytest.fixture
def page(page_of: Pages) -> BrowserPage:
    page = page_of(["call-stack", "monk"])
    page.emulate(still=True)
    page.resize(1400, 900)
    page.open("by=call-stack&disks=3")
    return page


WRITTEN_OUT = """(() => {{
    const said = new URLSearchParams(location.hash.slice(1));
    return said.get("step") === "{step}" && (said.get("event") ?? "0") === "{event}";
}})()"""
FOCUSED = ["#step", "#forward", "#modes button"]


@pytest.mark.parametrize("focused", ["body", *FOCUSED])
def test_every_way_through_a_run_leads_where_it_should(page: BrowserPage, focused: str) -> None:
    """From near its end, wherever the focus is, and back by the address."""
    random = chance()
    page.focus(focused)
    ways = [*random.sample(WAYS, len(WAYS)), *random.choices(WAYS, k=40)]
    walk(page, ["end", *["left"] * 4, *ways, "right"], random)
    before = page.shown
    page.wait(WRITTEN_OUT.format(**before))  # later than it is shown where much happens together
    page.open(urlencode(page.fragment))
    assert page.shown == before


def test_the_address_is_written_seldom_however_fast_the_slider_is(page: BrowserPage) -> None:
    """Browsers allow about a hundred times in half a minute."""
    assert page.run(WRITTEN) <= 100
    page.set("#step", 5)
    page.wait("location.hash.includes('step=5')")
