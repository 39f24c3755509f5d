"""A finding says what is wrong in fields, and in one line that has none of the empty ones."""

import pickle
from dataclasses import replace

import pytest
from checked_machines import LAMP

from hanoi_fsm.fsm.finding import Finding, Outcome, Report, shifted
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Record

ROW = LAMP.automaton.transitions[0]
WRONG = Finding("output", "wrong light", ROW, expected="on", got="off", error=ValueError())
PATH = (Record(1, ROW, "on"),)
FULL = replace(WRONG, context="from dusk", size=3, step=2, state="off", memory="left=1", path=PATH)
SAID = "from dusk, step 2, state off, left=1: wrong light: expected on, got off"


@pytest.mark.parametrize(
    ("finding", "line"),
    [
        (replace(FULL, line=7), f"line 7: {SAID}"),
        (FULL, SAID),
        (Finding("ends", "it never ends", "off", 4), "line 4: it never ends"),
        (Finding("output", step=0, expected="on", got="off"), "step 0: expected on, got off"),
        (Finding("output"), ""),
    ],
)
def test_the_line_of_a_finding_leaves_out_what_is_empty(finding: Finding, line: str) -> None:
    assert str(finding) == line


def test_a_finding_is_placed_by_the_line_of_what_it_is_about() -> None:
    places: dict[Transition | str, int] = {ROW: 12, "off": 3}
    lines = [replace(FULL, about=about).placed(places).line for about in (ROW, "off", None)]
    assert lines == [12, 3, None]
    assert replace(FULL, line=5).placed({}).line == 5


def test_what_is_sent_to_another_process_has_all_the_words() -> None:
    sent = pickle.loads(pickle.dumps(FULL.sendable()))
    assert (sent, sent.error, str(sent)) == (replace(FULL, path=()), None, SAID)


def test_a_report_fails_with_its_first_finding_or_all_the_faults_of_a_definition() -> None:
    faults = Finding("definition", "no state"), Finding("definition", "no end")
    report = Report("lamp", (Outcome("", faults), Outcome("", (FULL,))))
    assert (report.holds, report.finding, report.findings) == (False, faults[0], (*faults, FULL))
    assert str(report) == "lamp: FAILED: no state; no end"
    assert str(Report("lamp", (Outcome("", (FULL, FULL)),))) == f"lamp: FAILED: {SAID}"


def test_a_report_that_holds_says_what_was_compared_then_the_rest() -> None:
    slow = Finding("unspecified", "slow")
    compared, sound = Outcome("for 3 words", (), (slow,), compared=True), Outcome("complete")
    assert str(Report("lamp", (compared, sound))) == "lamp: holds for 3 words; complete; slow"
    many = replace(compared, remarks=(slow,) * 5)
    assert str(Report("lamp", (many,))).endswith("slow; slow; slow; and 2 more remarks")
    assert str(Report("lamp", (Outcome(""), sound))) == "lamp: is sound: complete"
    assert Report("lamp", (compared, sound)).finding is None


def test_progress_can_go_on_from_what_was_done_before() -> None:
    done: list[int] = []
    shifted(done.append, 10)(3)
    assert done == [13]
