"""A solver or pathfinder in circles is stopped, and none of its actions fills the memory."""

from contextlib import suppress
from typing import Any

import pytest
from checked_machines import over_two_storey

from hanoi_fsm import Automaton, automata, check, explore, find, path, solve, trace
from hanoi_fsm.fsm.checking.repair import Search
from hanoi_fsm.fsm.errors import BadInput, HanoiError, MachineStopped
from hanoi_fsm.hanoi import solving

pytestmark = pytest.mark.usefixtures("no_hang")

CIRCLES = over_two_storey(
    "a -> a : step [!built] / carry \n a -> done : step [built & ahead_smaller]"
)


def test_a_trace_keeps_no_more_than_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "MOST_RECORDS", 8)
    assert len(trace(3)) == 8
    with pytest.raises(BadInput, match="more than 8 records"):
        trace(4)
    with pytest.raises(BadInput, match="more than 8 records"):
        trace(100, by="formula")


@pytest.mark.parametrize(
    "moving",
    [lambda: solve(2, by=CIRCLES), lambda: trace(2, by=CIRCLES), lambda: find(CIRCLES).counts(2)],
)
def test_a_solver_in_circles_makes_no_more_moves_than_there_are(moving: Any) -> None:
    with pytest.raises(MachineStopped, match="one more move than the 3"):
        list(moving())


def test_a_solver_in_circles_is_stopped_from_the_middle_too() -> None:
    monk = automata.SOLVERS["monk"]
    assert len(list(monk.run(5, start=17))) == 16


def with_a_row_too_many() -> Automaton:
    table = str(automata.get("any-to-any").automaton) + "\n carry -> carry : step [!right] / drop"
    return Automaton.from_table("any-to-any", initial="search", final="done", table=table)


@pytest.mark.sweep
def test_a_pathfinder_that_drops_what_is_not_there_is_stopped() -> None:
    with pytest.raises(HanoiError):
        list(path("0000", "2222", by=with_a_row_too_many()))
    assert not check(with_a_row_too_many()).holds
    kinds = {finding.kind for finding in explore(with_a_row_too_many()).findings}
    assert kinds == {"consistent", "possible"}
    [repair, *_] = Search(find(with_a_row_too_many()), 3).run()
    assert repair.changes.on(with_a_row_too_many()) == automata.get("any-to-any").automaton


@pytest.mark.parametrize("name", [*automata.SOLVERS, *automata.PATHFINDERS])
def test_no_action_repeated_for_ever_makes_a_memory_grow(name: str) -> None:
    machine = automata.get(name)
    for start in machine.starts_up_to(3):
        for word in machine.vocabulary.actions():
            memory: Any = start.make()
            with suppress(HanoiError):
                for _ in range(100):
                    getattr(memory, word)()
            assert memory.cells() <= 40, f"{word} can be done 100 times"
