"""What does not move, what is said, and where help is, while a user steps through a run."""

from collections.abc import Callable, Iterator

import pytest
from explorer_page import ExplorerPage

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

PLACES = """
return Object.fromEntries(Array.from(document.querySelectorAll(".panel"), (one) => {
  const { top, height } = one.getBoundingClientRect();
  return [one.className, [Math.round(top + scrollY), Math.round(height)]];
}))
"""


@pytest.fixture
def page(page_of: Callable[..., ExplorerPage]) -> Iterator[ExplorerPage]:
    page = page_of(5, by=["two-storey", "monk", "call-stack"])
    page.emulate(still=True)
    page.resize(1400, 900)
    page.open()
    yield page
    assert page.complaints() == []


@pytest.mark.parametrize("width", [360, 1400])
@pytest.mark.parametrize("fragment", ["by=two-storey&disks=3", "by=call-stack&disks=2", "by=monk"])
def test_no_panel_moves_while_one_steps_through_a_run(
    page: ExplorerPage, fragment: str, width: int
) -> None:
    page.resize(width, 800)
    page.open(fragment)
    page.wait("[...document.querySelectorAll('.panel')].every((one) => one.style.minHeight)")
    page.settle()
    places = page.run(PLACES)
    while page.run("return !document.querySelector('#forward').disabled"):
        page.press("right")
        assert page.run(PLACES) == places


def test_nothing_is_said_while_it_plays_but_where_it_pauses(page: ExplorerPage) -> None:
    said = "document.querySelector('#status').textContent"
    page.set("#speed", 16)
    page.click("#play")
    page.wait("document.body.dataset.step > 3")
    assert page.run(f"return {said}") == "Step 0 of 31, state dismantle."
    page.click("#play")
    assert page.run(f"return {said}").startswith(f"Step {page.shown['step']} of 31, disk ")


def test_events_that_move_no_disk_are_told_from_the_step_before(page: ExplorerPage) -> None:
    page.open("by=call-stack&disks=5&step=0&event=2")
    assert page.texts(".now") == ["Step 0 of 31 and 2 events, state call."]
    assert page.texts("#count small") == ["+2 events"]
    assert page.texts(".pegs-caption") == ["this event moved no disk"]


def test_help_opens_and_closes_by_keyboard_and_copies_the_link(page: ExplorerPage) -> None:
    page.focus("#help summary")
    page.press("enter")
    assert "one event back or forward" in page.texts("#help dd")
    page.click("#help button")
    page.wait("document.querySelector('#help [role=status]').textContent")
    page.press("escape")
    assert page.texts("#help dd") == []
    page.click("#panels summary")
    page.click("h1")
    assert page.texts("#panels label") == []


def test_a_link_to_an_automaton_that_the_page_lacks_says_so(page: ExplorerPage) -> None:
    page.open("by=monk&and=stack&step=3")
    assert page.texts("#problem") == ["This page has no automaton with the name stack."]
    assert (page.shown["automaton"], page.shown["step"]) == ("monk", "3")
    page.press("right")
    assert page.texts("#problem") == []
