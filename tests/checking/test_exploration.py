"""Exploration asks five things of a machine on real memories, and names what is wrong."""

import pytest
from support.cases import ids
from support.checked_machines import COUNTDOWN, GAP, counting

from hanoi_fsm import (
    explore,
)

TAKE = COUNTDOWN.splitlines()[0].strip()
DONE = "count -> done : step"
OVERLAP = "count -> other : step [odd & !huge] / put"
FOUND = [
    # the table, the starts; the kind, the blamed part, the memories on the way, the words
    (GAP, [0, 4, 6], "complete", "count", ["3"], ["'count'", "empty is false", "odd is true"]),
    (f"{COUNTDOWN} \n {OVERLAP} \n other -> done : step", [4], "consistent", OVERLAP, ["3"], TAKE),
    (f"{TAKE} \n {DONE} [empty & huge] \n count -> count : step [empty & !huge]", [2], "ends",
     "count", ["1", "0", "0"], ["recurs with the same memory"]),
    (f"{TAKE} \n {DONE} [empty] / take_strictly", [2], "possible", "", ["1", "0"], ["nothing is"]),
    (f"{TAKE} \n {DONE} [empty] / divide", [2], "possible", "", ["1", "0"], ["ZeroDivision"]),
    (f"{TAKE} \n {DONE} [broken & empty]", [2], "possible", "count", ["1"], ["ZeroDivision"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("table", "starts", "kind", "about", "path", "said"), FOUND, ids=ids(FOUND, 2)
)
def test_what_is_wrong_is_named_with_the_nearest_way_to_it(
    table: str, starts: list[int], kind: str, about: str, path: list[str], said: list[str]
) -> None:
    explored = explore(counting(table, *starts))
    finding = explored.of_kind(kind)[0]
    assert str(finding.about) == (about or table.splitlines()[-1].strip()), table
    assert [record.view for record in finding.path] == path, table
    assert [words for words in said if words not in finding.text] == [], finding.text
    assert finding.context == (f"from {starts[1]}" if len(starts) > 1 else finding.context)


def test_a_pair_that_several_starts_lead_to_is_visited_once() -> None:
    explored = explore("path-reader", 4)
    assert explored.visited == len(explored.machine.automaton.states) == 3
    assert len([*explored.machine.starts_up_to(4)]) > 1
