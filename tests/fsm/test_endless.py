"""No run goes on without end, takes one of two enabled transitions, or fills the memory."""

from dataclasses import replace
from itertools import islice

import pytest
from checked_machines import COUNTDOWN, Counter, counting

from hanoi_fsm import Memory, action, trace
from hanoi_fsm.fsm.engines import endless
from hanoi_fsm.fsm.errors import MachineStopped

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


@pytest.mark.sweep
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
