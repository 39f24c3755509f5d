"""The trace panel shows the rows of `hanoi-fsm trace` around each moment; a click goes there."""

from typing import Any

import pytest
from checked_machines import changed
from explorer_page import ExplorerPage, Pages
from walking import MACHINES, opened, walk

from hanoi_fsm import Machine
from hanoi_fsm.watching.frames import Frame

pytestmark = [pytest.mark.browser, pytest.mark.sweep]

ROWS = """
return Array.from(document.querySelectorAll(".panel-trace tbody tr"), (row) => ({
  cells: [...row.cells].filter((cell) => !cell.hidden).map((cell) => cell.textContent.trim()),
  index: row.dataset.index,
  current: row.getAttribute("aria-current"),
}));
"""
ERRING = changed(
    MACHINES["two-storey"],
    ("foundation -> dismantle : step [!built & ahead_smaller] / move_back", ""),
    ("[!built & !ahead_smaller] / move_ahead", "[!built] / move_ahead"),
)


def expected(machine: Machine, found: list[Frame], index: int) -> list[str]:
    """The row of the event that led to a frame, as the command `trace` has it."""
    frame = found[index]
    pegs = frame.configuration is not None
    if frame.transition is None:
        return ["start", "", "", frame.state, ""]
    label = frame.transition.label
    text = str(label) if len(machine.alphabet) > 1 else str(label).removeprefix(label.event).strip()
    step = str(frame.step) if frame.move or not pegs else "\u00b7"
    output = "" if frame.output is None else str(frame.output)
    return [step, frame.transition.source, text, frame.state, output]


@pytest.mark.parametrize("name", MACHINES)
def test_each_moment_has_the_rows_around_it(page_of: Pages, name: str) -> None:
    machine = MACHINES[name]
    page, found = opened(page_of, machine)
    shown = walk(page, ROWS)
    assert len(shown) == len(found)
    (count,) = {len(rows) for rows in shown}
    for index, rows in enumerate(shown):
        events = [row for row in rows if row["index"] != ""]
        places = [int(row["index"]) for row in events]
        assert index in places
        assert places == list(range(places[0], places[0] + len(places)))
        assert len(places) >= min(len(found), count - 1)
        assert [row["current"] for row in events] == [
            "step" if place == index else None for place in places
        ]
        for row, place in zip(events, places, strict=True):
            assert row["cells"] == expected(machine, found, place)
    assert page.complaints() == []


@pytest.mark.parametrize("part", ["td:nth-child(3)", "button"])
def test_a_click_on_a_row_goes_to_its_moment(page_of: Pages, part: str) -> None:
    page, _ = opened(page_of, MACHINES["call-stack"], step="3")
    for at in (0, -1, 1):
        wanted = [row["index"] for row in rows(page) if row["index"] != ""][at]
        row = f".panel-trace tr[data-index='{wanted}']"
        page.run("document.querySelector(arguments[0]).click()", f"{row} {part}")
        (now,) = [row for row in rows(page) if row["current"]]
        assert now["index"] == wanted


def rows(page: ExplorerPage) -> list[dict[str, Any]]:
    return list(page.run(ROWS))


def test_the_row_of_a_fault_shows_expected_against_got(page_of: Pages) -> None:
    page, found = opened(page_of, ERRING)
    finding = found[-1].finding
    assert finding is not None
    last = walk(page, ROWS)[-1]
    at = next(at for at, row in enumerate(last) if row["current"])
    assert found[-1].stopped  # this move is right, and it is the next one that cannot be made
    assert last[at]["cells"][-1] == str(found[-1].output)
    assert last[at + 1]["cells"] == [f"\u2717 expected {finding.expected}, got {finding.got}"]


def test_a_word_that_is_refused_says_why(page_of: Pages) -> None:
    page, _ = opened(page_of, MACHINES["path-reader"], word="1")
    shown = rows(page)
    assert "no transition starts in state '1' on event '1'" in shown[1]["cells"][0]
