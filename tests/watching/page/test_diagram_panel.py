"""What the panels of the diagram and of the guards show in a browser, and how edges are picked."""

from pathlib import Path
from typing import Any

import pytest
from checked_machines import CIRCLES, CLOCK, GAP, counting, reactive
from explorer_page import ExplorerPage, Pages, spelt
from selenium.webdriver import ActionChains
from test_diagram_data import NASTY, hostile

from hanoi_fsm import Machine, automata
from hanoi_fsm.fsm.diagrams import state_graph
from hanoi_fsm.fsm.diagrams.state_diagram import Diagram
from hanoi_fsm.fsm.errors import RenderError
from hanoi_fsm.hanoi.resolver import find
from hanoi_fsm.watching.frames import Frame, frames

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

LARGEST = "twice-reader"
LARGE = reactive("large", "\n".join(f"s{n} -> s{(n + 7) % 50} : go, run" for n in range(50)))

RUNS: list[tuple[Machine, str, tuple[Any, ...]]] = [
    (automata.get("two-storey"), "disks=3", (3,)),
    (automata.get("two-storey"), "disks=0", (0,)),
    (automata.get("call-stack"), "disks=2", (2,)),
    (automata.get("shortest"), "disks=3&start=100&goal=011", ("100", "011")),
    (automata.get("rank-reader"), "word=00111", ("00111",)),
    (automata.get(LARGEST), "word=00 02 21 10 11 22", ("00 02 21 10 11 22",)),
    (find(CLOCK), "word=H M A tick", (["H", "M", "A", "tick"],)),
    (LARGE, "word=go run run go go", (["go", "run", "run", "go", "go"],)),
    (find(CIRCLES), "disks=3", (3,)),
    (counting(GAP), "", ()),
]

DIAGRAM = """
const svg = document.querySelector(".panel-diagram svg.state-diagram");
const all = (selector) => [...svg.querySelectorAll(selector)];
const numbers = (one) => one.dataset.transitions.split(" ").map(Number);
return {
  states: all(".state.lit").map((one) => one.dataset.state),
  edges: all(".edge.lit").map(numbers),
  labels: all(".label.lit").map(numbers),
  parts: all("tspan.lit").map((one) => Number(one.dataset.transition)),
  faults: all(".fault").map((one) => one.getAttribute("class").split(" ")[0]),
  counts: all(".label").map((one) => [numbers(one), one.querySelector(".count").textContent]),
  label: svg.getAttribute("aria-label"),
  now: document.querySelector(".diagram-now").textContent,
};
"""

GUARDS = """
const panel = document.querySelector(".panel-guards");
const text = (one, selector) => one.querySelector(selector)?.textContent ?? "";
return {
  situation: text(panel, ".guards-state"),
  stopped: text(panel, ".guards-fault"),
  questions: [...panel.querySelectorAll("[data-guard]")].map((one) => ({
    guard: one.dataset.guard,
    answer: text(one, ".guards-answer"),
    comparison: text(one, ".guards-comparison"),
    meaning: text(one, ".guards-meaning"),
  })),
  choices: [...panel.querySelectorAll("[data-taken]")].map((one) => ({
    taken: Number(one.dataset.taken),
    enabled: one.classList.contains("enabled"),
    next: one.classList.contains("next"),
    text: [...one.cells].map((cell) => cell.textContent).slice(1),
  })),
};
"""

VIEW = """
const view = document.querySelector(".diagram-view").getBoundingClientRect();
const state = document.querySelector(".state.lit rect").getBoundingClientRect();
return state.left >= view.left && state.right <= view.right
  && state.top >= view.top && state.bottom <= view.bottom;
"""

LETTERS = """
const svg = document.querySelector("svg.state-diagram");
const texts = [...svg.querySelectorAll("text")].map((one) => getComputedStyle(one).fontSize);
return Math.min(...texts.map(parseFloat)) * svg.getScreenCTM().a;
"""


def columns(machine: Machine, frame: Frame) -> list[list[str]]:
    """The rows of the table of transitions, without the columns where there is nothing to say."""
    rows = [
        [
            one.transition.event if len(machine.alphabet) > 1 else "",
            " & ".join(map(str, one.transition.guards)),
            one.transition.target,
            one.transition.action or "",
        ]
        for one in frame.choices
    ]
    said = [at for at in range(4) if any(row[at] for row in rows)]
    return [[row[at] for at in said] for row in rows]


@pytest.mark.parametrize(("machine", "fragment", "inputs"), RUNS, ids=lambda one: str(one)[:30])
def test_the_panels_show_the_frames(
    machine: Machine, fragment: str, inputs: tuple[Any, ...], page_of: Pages
) -> None:
    page = page_of(3, by=machine)
    page.open(fragment)
    page.click("#first")
    film = list(frames(machine, *inputs))
    for frame, following in zip(film, [*film[1:], None], strict=True):
        shown, asked = page.run(DIAGRAM), page.run(GUARDS)
        assert shown["states"] == [frame.state]
        assert shown["labels"] == shown["edges"]
        taken = [number for edge in shown["edges"] for number in edge]
        assert (frame.taken in taken) if frame.transition else not taken
        assert shown["parts"] == ([frame.taken] if len(taken) > 1 else [])
        for edge, text in shown["counts"]:
            count = sum(frame.counts[number] for number in edge)
            assert text == (f"\N{MULTIPLICATION SIGN} {count}" if count else "")
        assert f"Current state: {frame.state}." in shown["label"]
        assert (f"taken: {frame.transition}." in shown["label"]) == bool(frame.transition)
        assert machine.meanings.get(frame.state, "") in shown["now"]
        assert bool(shown["faults"]) == (frame.finding is not None)
        guards = machine.vocabulary.guards()
        assert asked["questions"] == [
            {
                "guard": one.guard,
                "answer": spelt(one.answer),
                "comparison": one.comparison,
                "meaning": guards[one.guard],
            }
            for one in frame.questions
        ]
        assert asked["choices"] == [
            {
                "taken": one.number,
                "enabled": one.enabled,
                "next": following is not None and one.number == following.taken,
                "text": text,
            }
            for one, text in zip(frame.choices, columns(machine, frame), strict=True)
        ]
        assert ("has ended" in asked["situation"]) == (following is None)
        assert asked["stopped"] == frame.stopped
        if following:
            page.click("#forward-event" if page.texts("#forward-event") else "#forward")
    assert page.complaints() == []


def test_a_fault_is_red_where_it_happens(page_of: Pages) -> None:
    page = page_of(3, by=find(CIRCLES))
    page.open("disks=3&step=9")
    assert page.run(DIAGRAM)["faults"] == ["edge", "label", "state"]
    page.click("#first")
    assert page.run(DIAGRAM)["faults"] == []


def test_a_transition_that_cannot_be_taken_is_red_and_not_the_one_before(
    page_of: Pages, tmp_path: Path
) -> None:
    """The check names the same transition."""
    text = Diagram.of(automata.get("two-storey")).dot.replace("move_back", "move_ahead")
    (tmp_path / "broken.dot").write_text(text, "utf-8")
    page = page_of(3, by=find(str(tmp_path / "broken.dot")))
    page.open("disks=3&step=3")
    [verdict] = page.texts(".verdict")
    [fails] = page.texts(".diagram-fails")
    assert fails.removeprefix("fails: ") in verdict
    assert page.run(DIAGRAM)["faults"] == ["edge", "label", "state"]
    titles = (
        "return [...document.querySelectorAll('.edge.fault title')].map((one) => one.textContent)"
    )
    assert page.run(titles) == [fails.removeprefix("fails: ")]
    assert page.count(".edge.lit:not(.fault)") == 1
    assert page.count(".trace-fault") == 0


@pytest.mark.parametrize("width", [360, 1400])
def test_what_is_lit_stays_in_view_and_letters_are_large_enough(width: int, page_of: Pages) -> None:
    page = page_of(3, by=[*automata.names(), LARGE])
    page.resize(width, 700)
    page.emulate(still=True)
    page.open()
    try:
        for name in [*automata.names(), "large"]:
            page.follow(f"by={name}&step=0")
            for _ in range(4):
                assert page.run(VIEW), (name, page.shown)
                assert page.run(LETTERS) >= 11.99, name
                if page.run("return document.querySelector('#forward').disabled"):
                    break
                page.click("#forward")
            if width > 1000:
                page.screenshot(f"diagram-{name}")
    finally:
        page.emulate()
        page.resize(1400, 1000)


def test_a_large_diagram_can_be_seen_whole_and_zoomed(page_of: Pages) -> None:
    page = page_of(3, by=LARGEST)
    page.open("word=00 11")
    size = "const {width, height} = document.querySelector('svg.state-diagram')"
    size += ".getBoundingClientRect(); const view = document.querySelector('.diagram-view');"
    size += " return [width / view.clientWidth, height / view.clientHeight]"
    assert max(page.run(size)) > 2
    page.click("[aria-label='Whole diagram']")
    assert max(page.run(size)) <= 1
    page.click("[aria-label='Larger diagram']")
    assert max(page.run(size)) > 1
    page.click("[aria-label='Smaller diagram']")
    assert max(page.run(size)) <= 1


def test_nothing_moves_for_those_who_want_no_motion(page_of: Pages) -> None:
    page = page_of(3, by="two-storey")
    asked = "return getComputedStyle(document.querySelector('.state-diagram .line'))"
    asked += ".transitionDuration"
    page.open()
    assert page.run(asked) != "0s"
    page.emulate(still=True)
    assert page.run(asked) == "0s"
    page.emulate()


def test_two_diagrams_on_one_page_share_no_id(page_of: Pages) -> None:
    page = page_of(3, by=["two-storey", "monk"])
    page.open("by=two-storey&and=monk&step=2")
    assert page.count("svg.state-diagram") == 2
    assert page.count(".state.lit") == 2
    ids = page.run("return [...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids))


def test_hostile_names_stay_texts(page_of: Pages) -> None:
    page = page_of(3, by=hostile())
    page.open('word=<b> < "')
    page.click("#first")
    for state in NASTY[:4]:
        shown = page.run(DIAGRAM)
        assert shown["states"] == [state]
        assert f"Current state: {state}." in shown["label"]
        if not page.run("return document.querySelector('#forward').disabled"):
            page.click("#forward")
    assert page.count(".panel-diagram b, .panel-guards b, .panel-guards i") == 0
    assert page.complaints() == []


def test_what_cannot_be_drawn_is_said(page_of: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> None:
        raise RenderError("the picture is not drawn after 20 seconds")

    monkeypatch.setattr(state_graph, "placed", refuse)
    page = page_of(2, by="monk")
    page.open("step=1")
    [said] = page.texts(".diagram")
    assert "the picture is not drawn after 20 seconds" in said
    assert page.run(GUARDS)["choices"]
    assert page.complaints() == []


def pointed_at(page: ExplorerPage, selector: str) -> None:
    """Click on the middle of an element, whatever part of the same edge is there."""
    found = page.chrome.find_element("css selector", selector)
    page.run("arguments[0].scrollIntoView({block: 'center'})", found)
    ActionChains(page.chrome).move_to_element(found).click().perform()
    page.settle()


def test_edges_are_picked_by_mouse_and_keyboard_and_only_while_asked(page_of: Pages) -> None:
    page = page_of(3, by=["two-storey", LARGEST])
    page.open("by=two-storey&disks=3&step=3&mode=be")
    offered = "return [...document.querySelectorAll('.edge.pickable')]"
    offered += ".map((one) => one.dataset.transitions)"
    assert page.run(offered) == ["3", "4", "7"]
    assert page.run("return document.querySelector('svg.state-diagram').role") == "group"
    [label] = page.run("return [document.querySelector('.edge[data-transitions=\"3\"]').ariaLabel]")
    assert label == "foundation -> dismantle : step [!built & ahead_smaller] / move_back"
    pointed_at(page, ".edge[data-transitions='7'] .broad")
    assert page.shown["step"] == "3"
    page.focus(".edge[data-transitions='3']")
    assert page.count(".edge.aimed") == page.count(".label.aimed") == 1
    page.press("enter")
    assert page.shown["step"] == "4"
    assert page.run(offered) == ["0", "5"]
    pointed_at(page, ".label[data-transitions='0'] text")
    assert page.shown["step"] == "5"
    page.focus(".edge[data-transitions='1']")
    page.press("space")
    assert (page.shown["step"], page.shown["playing"]) == ("6", "false")
    page.follow("by=two-storey&disks=3&step=3&mode=watch")
    assert page.run(offered) == []
    assert page.count(".aimed, .broad, .edge[tabindex], .edge[role]") == 0
    assert page.run("return document.querySelector('svg.state-diagram').role") == "img"
    page.follow(f"by={LARGEST}&word=00+11&step=0&mode=be")
    taken = list(frames(automata.get(LARGEST), "00 11"))[1].taken
    edges = [edge for edge in page.run(offered) if str(taken) in edge.split()]
    page.run('document.querySelector(`.edge[data-transitions="${arguments[0]}"]`).focus()', *edges)
    page.press("enter")
    assert page.shown["step"] == "1"
    assert page.complaints() == []
