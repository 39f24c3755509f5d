"""Being the machine: right answers go on, wrong ones are told why, and the score is kept."""

from pathlib import Path
from typing import Any

import pytest
from measuring import script
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys
from walking import MACHINES, complaints, opened

from hanoi_fsm import Automaton, Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.watching.frames import Frame

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

ANSWER = script(Path(__file__).parent / "be_wrong.js")


def reasons(transition: Transition, frame: Frame, event: str) -> list[str]:
    """What is right and wrong with a transition at a frame."""
    if transition.source != frame.state:
        left = transition.source
        return [f"\u2717 it leaves the state {left}, but the machine is in {frame.state}"]
    if transition.event != event:
        return [f"\u2717 it needs the event {transition.event}, but the next one is {event}"]
    questions = {question.guard: question for question in frame.questions}
    found = []
    for guard in transition.guards:
        question = questions[guard.name]
        fits = question.answer is guard.answer
        got = "yes" if question.answer else "no"
        must = "as it must be" if fits else f"but it must be {'yes' if guard.answer else 'no'}"
        why = f": {question.comparison}" if question.comparison else ""
        sign = "\u2713" if fits else "\u2717"
        found.append(f"{sign} {guard.name} is {got} here, {must}{why}")
    return found


def told(chrome: Chrome, found: list[Frame], *, harder: bool) -> dict[str, Any]:
    taken = [frame.taken for frame in found[1:]]
    return dict(chrome.execute_script(ANSWER, taken, harder))


@pytest.mark.parametrize(
    ("name", "harder"),
    [*((name, False) for name in MACHINES), ("two-storey", True), ("alarm-clock", True)],
)
def test_each_wrong_answer_has_its_reasons_and_the_right_one_goes_on(
    chrome: Chrome, tmp_path: Path, name: str, harder: bool
) -> None:
    machine = MACHINES[name]
    transitions = machine.automaton.transitions
    found = opened(chrome, tmp_path, machine, mode="be")
    page = told(chrome, found, harder=harder)
    first_tries = 0
    for asked, (frame, seen) in enumerate(zip(found, page["found"], strict=False), 1):
        right = found[asked].taken
        assert right is not None
        leaving = [choice.number for choice in frame.choices]
        assert seen["numbers"] == (list(range(len(transitions))) if harder else leaving)
        for answer in seen["answers"]:
            transition = transitions[answer["number"]]
            wanted = reasons(transition, frame, transitions[right].event)
            assert answer["reasons"] == wanted
            is_right = answer["number"] == right
            assert answer["verdict"] == ("\u2713 Right" if is_right else "\u2717 No")
            assert answer["moved"] is is_right
            assert is_right or any(line.startswith("\u2717") for line in wanted)
        first_tries += len(seen["answers"]) == 1
        assert seen["score"] == f"Right at the first try: {first_tries} of {asked}"
    ends = "final state" if machine.autonomous else "whole word"
    assert (found[-1].stopped or ends) in page["heading"]
    assert page["left"] == 0
    assert list(complaints(chrome)) == []


def test_a_name_cannot_be_markup(chrome: Chrome, tmp_path: Path) -> None:
    name = "</script><b>\"'& {{data}}"
    table = f"{name} -> off : press \n off -> {name} : press"
    machine = Machine(Automaton.from_table("odd", initial=name, final=(), table=table))
    opened(chrome, tmp_path, machine, mode="be", word="press press")
    assert shown(chrome, ".be-choice").startswith(f"{name} -> off")
    chrome.find_element("css selector", ".be-choice").click()
    assert name in shown(chrome, ".be-feedback")
    assert name in shown(chrome, ".panel-code")
    assert name in shown(chrome, ".panel-trace")
    assert list(complaints(chrome)) == []


def shown(chrome: Chrome, selector: str) -> str:
    return str(chrome.find_element("css selector", selector).text)


def moment(chrome: Chrome) -> str:
    return str(chrome.execute_script("return document.body.dataset.step"))


def test_tell_me_gives_the_answer_and_its_reasons_and_goes_on(
    chrome: Chrome, tmp_path: Path
) -> None:
    opened(chrome, tmp_path, MACHINES["two-storey"], mode="be", step="3")
    tell = chrome.find_element("css selector", ".be-tell")
    tell.click()
    assert shown(chrome, ".be-score").endswith("0 of 1")
    assert "It is: foundation -> dismantle" in shown(chrome, ".be-feedback")
    assert "ahead_smaller is yes here, as it must be: " in shown(chrome, ".be-feedback")
    assert moment(chrome) == "3"
    assert tell.text == "Go on"
    tell.click()
    assert (moment(chrome), tell.text) == ("4", "Tell me")
    assert shown(chrome, ".be-score").endswith("0 of 1")


def test_a_question_counts_once_also_when_it_is_asked_again(chrome: Chrome, tmp_path: Path) -> None:
    opened(chrome, tmp_path, MACHINES["monk"], mode="be")
    for _ in range(2):
        chrome.find_element("css selector", ".be-choice").click()
        assert shown(chrome, ".be-score").endswith("1 of 1")
        chrome.find_element("css selector", "#first").click()


def test_the_keyboard_alone_is_enough(chrome: Chrome, tmp_path: Path) -> None:
    opened(chrome, tmp_path, MACHINES["monk"], mode="be")
    chrome.find_element("css selector", ".be-choice").send_keys(Keys.ENTER)
    for step in range(2, 5):
        chrome.switch_to.active_element.send_keys(Keys.ENTER)
        assert moment(chrome) == str(step)


def test_an_edge_of_the_diagram_is_an_answer_too(chrome: Chrome, tmp_path: Path) -> None:
    opened(chrome, tmp_path, MACHINES["two-storey"], mode="be")
    edges = chrome.find_elements("css selector", ".diagram .pickable[role=button]")
    assert len(edges) == 2
    names = [edge.accessible_name for edge in edges]
    at = next(at for at, name in enumerate(names) if "dismantle -> done" in name)
    edges[at].send_keys(Keys.ENTER)
    assert "built is no here, but it must be yes" in shown(chrome, ".be-feedback")
    assert moment(chrome) == "0"
    edges[1 - at].send_keys(Keys.ENTER)
    assert moment(chrome) == "1"
    chrome.find_element("css selector", "#modes button").click()
    assert chrome.find_elements("css selector", ".diagram .pickable") == []


def test_the_answer_is_not_given_away(chrome: Chrome, tmp_path: Path) -> None:
    opened(chrome, tmp_path, MACHINES["two-storey"], mode="be", step="3")
    for selector in (".guards-answer", ".guards-choices", ".trace-later"):
        found = chrome.find_elements("css selector", selector)
        assert not any(one.is_displayed() for one in found), selector
