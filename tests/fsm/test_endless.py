"""No run goes on without end, takes one of two enabled transitions, or fills the memory."""

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from checked_machines import COUNTDOWN, Counter, counting, over_two_storey

from hanoi_fsm import Automaton, Memory, action, automata, find, path, solve, trace
from hanoi_fsm.fsm.engines import endless
from hanoi_fsm.fsm.errors import BadInput, HanoiError, MachineStopped
from hanoi_fsm.hanoi import solving

pytestmark = pytest.mark.usefixtures("no_hang")

BACK = "count -> back : step [!empty] / take \n back -> count : step / put"
CIRCLE = f"{BACK} \n count -> done : step [empty]"


def test_a_run_that_repeats_itself_is_stopped() -> None:
    machine = counting(CIRCLE)
    records = machine.run()
    with pytest.raises(MachineStopped, match="recurs with the same memory"):
        for record in records:
            last = record.number
    assert last < 4 * endless.FIRST
    with pytest.raises(MachineStopped, match="never ends"):
        trace(by=machine)


def test_a_long_run_that_ends_is_not_taken_for_one_that_repeats() -> None:
    left = 3 * endless.FIRST
    assert sum(1 for _ in counting(COUNTDOWN, left).run()) == left + 1


def test_a_memory_that_grows_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    class Growing(Counter):
        def __init__(self) -> None:
            super().__init__()
            self.all = [0]

        @action
        def grow(self) -> None:
            """one number more"""
            self.all.append(0)

        key, cells = Memory.key, Memory.cells

    monkeypatch.setattr(endless, "MOST_CELLS", 1_000)
    machine = replace(counting(COUNTDOWN.replace("take", "grow")), starts=None, memory=Growing)
    with pytest.raises(MachineStopped, match=f"grown to .* after {endless.FIRST} events"):
        for _ in machine.run():
            pass


def test_a_trace_keeps_no_more_than_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "MOST_RECORDS", 8)
    assert len(trace(3)) == 8
    with pytest.raises(BadInput, match="more than 8 records"):
        trace(4)
    with pytest.raises(BadInput, match="more than 8 records"):
        trace(100, by="formula")


CIRCLES = over_two_storey(
    "a -> a : step [!built] / carry \n a -> done : step [built & ahead_smaller]"
)


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


def test_a_pathfinder_in_circles_is_stopped() -> None:
    machine = automata.PATHFINDERS["any-to-any"]
    table = str(machine.automaton) + "\n carry -> carry : step [!right] / drop"
    wrong = Automaton.from_table("any-to-any", initial="search", final="done", table=table)
    with pytest.raises(HanoiError):
        list(path("0000", "2222", by=wrong))


OVERLAP = f"{COUNTDOWN} \n count -> done : step [odd]"


def test_a_run_stops_where_two_transitions_are_enabled() -> None:
    records = counting(OVERLAP, 2).run()
    assert next(records).output == 1
    with pytest.raises(MachineStopped) as caught:
        next(records)
    for said in ("state 'count'", "event 'step'", "[!empty] / take", "[odd]"):
        assert said in str(caught.value)
    assert len(list(islice(counting(COUNTDOWN, 2).run(), 9))) == 3


def test_words_are_not_counted_over_two_transitions() -> None:
    machine = counting(OVERLAP, 3)
    with pytest.raises(MachineStopped, match="two transitions at once"):
        machine.counts(1)


NEVER_ASKED = "count -> done : step [broken & odd] \n count -> count : step [!empty] / take"


def test_a_guard_that_raises_is_named_only_where_the_library_asks_it() -> None:
    table = "\n".join(reversed(NEVER_ASKED.splitlines()))
    assert next(counting(table, 1).run()).output == 0
    with pytest.raises(ZeroDivisionError):
        next(counting(NEVER_ASKED, 1).run())


@pytest.mark.parametrize("name", [*automata.SOLVERS, *automata.PATHFINDERS])
def test_no_action_repeated_for_ever_makes_a_memory_grow(name: str) -> None:
    machine = automata.get(name)
    for start in machine.starts_up_to(3):
        for word in machine.vocabulary.actions():
            memory: Any = start.make()
            with pytest.raises(HanoiError):
                for _ in range(100):
                    getattr(memory, word)()
                assert memory.cells() <= 40, f"{word} can be done 100 times"
                raise HanoiError
