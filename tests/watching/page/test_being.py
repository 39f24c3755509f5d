"""Being the machine: right answers go on, wrong ones are told why, and the score is kept."""

import pytest
from explorer_page import Pages, script_of
from selenium.webdriver.common.keys import Keys
from walking import MACHINES, opened

from hanoi_fsm import Automaton, Machine
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.watching.frames import Frame

pytestmark = [pytest.mark.browser, pytest.mark.sweep]


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


@pytest.mark.parametrize(
    ("name", "harder"),
    [*((name, False) for name in MACHINES), ("two-storey", True), ("alarm-clock", True)],
)
def test_each_wrong_answer_has_its_reasons_and_the_right_one_goes_on(
    page_of: Pages, name: str, harder: bool
) -> None:
    machine = MACHINES[name]
    transitions = machine.automaton.transitions
    page, found = opened(page_of, machine, mode="be")
    answered = page.run(script_of("be_wrong.js"), [frame.taken for frame in found[1:]], harder)
    first_tries = 0
    for asked, (frame, seen) in enumerate(zip(found, answered["found"], strict=False), 1):
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
    assert (found[-1].stopped or ends) in answered["heading"]
    assert answered["left"] == 0
    assert page.complaints() == []


def test_a_name_cannot_be_markup(page_of: Pages) -> None:
    name = "</script><b>\"'& {{data}}"
    table = f"{name} -> off : press \n off -> {name} : press"
    machine = Machine(Automaton.from_table("odd", initial=name, final=(), table=table))
    page, _ = opened(page_of, machine, mode="be", word="press press")
    assert page.texts(".be-choice")[0].startswith(f"{name} -> off")
    page.click(".be-choice")
    assert name in page.texts(".be-feedback")[0]
    assert name in page.texts(".panel-code")[0]
    assert name in page.texts(".panel-trace")[0]
    assert page.complaints() == []


def test_tell_me_gives_the_answer_and_its_reasons_and_goes_on(page_of: Pages) -> None:
    page, _ = opened(page_of, MACHINES["two-storey"], mode="be", step="3")
    tell = page.chrome.find_element("css selector", ".be-tell")
    tell.click()
    assert page.texts(".be-score")[0].endswith("0 of 1")
    assert "It is: foundation -> dismantle" in page.texts(".be-feedback")[0]
    assert "ahead_smaller is yes here, as it must be: " in page.texts(".be-feedback")[0]
    assert page.shown["step"] == "3"
    assert tell.text == "Go on"
    tell.click()
    assert (page.shown["step"], tell.text) == ("4", "Tell me")
    assert page.texts(".be-score")[0].endswith("0 of 1")


def test_a_question_counts_once_also_when_it_is_asked_again(page_of: Pages) -> None:
    page, _ = opened(page_of, MACHINES["monk"], mode="be")
    for _ in range(2):
        page.click(".be-choice")
        assert page.texts(".be-score")[0].endswith("1 of 1")
        page.click("#first")


def test_the_keyboard_alone_is_enough(page_of: Pages) -> None:
    page, _ = opened(page_of, MACHINES["monk"], mode="be")
    page.chrome.find_element("css selector", ".be-choice").send_keys(Keys.ENTER)
    for step in range(2, 5):
        page.chrome.switch_to.active_element.send_keys(Keys.ENTER)
        assert page.shown["step"] == str(step)


def test_an_edge_of_the_diagram_is_an_answer_too(page_of: Pages) -> None:
    page, _ = opened(page_of, MACHINES["two-storey"], mode="be")
    edges = page.chrome.find_elements("css selector", ".diagram .pickable[role=button]")
    assert len(edges) == 2
    names = [edge.accessible_name for edge in edges]
    at = next(at for at, name in enumerate(names) if "dismantle -> done" in name)
    edges[at].send_keys(Keys.ENTER)
    assert "built is no here, but it must be yes" in page.texts(".be-feedback")[0]
    assert page.shown["step"] == "0"
    edges[1 - at].send_keys(Keys.ENTER)
    assert page.shown["step"] == "1"
    page.click("#modes button")
    assert page.chrome.find_elements("css selector", ".diagram .pickable") == []


def test_the_answer_is_not_given_away(page_of: Pages) -> None:
    page, _ = opened(page_of, MACHINES["two-storey"], mode="be", step="3")
    for selector in (".guards-answer", ".guards-choices", ".trace-later"):
        found = page.chrome.find_elements("css selector", selector)
        assert not any(one.is_displayed() for one in found), selector
