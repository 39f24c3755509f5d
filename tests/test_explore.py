"""Exploration asks five things of an automaton on real memories, and names what is wrong."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from hanoi_fsm import find
from hanoi_fsm.cli import main
from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.checking.exploration import Fault, explore
from hanoi_fsm.fsm.errors import BadAction
from hanoi_fsm.fsm.memory import Memory, action, guard
from hanoi_fsm.hanoi import automata
from hanoi_fsm.hanoi.checking import Start, soundness


class Counter(Memory):
    """A number that is counted down from `left`."""

    def __init__(self, left: int) -> None:
        self.left = left

    @guard
    def empty(self) -> bool:
        """nothing is left"""
        return self.left == 0

    @guard
    def odd(self) -> bool:
        """an odd number is left"""
        return self.left % 2 == 1

    @guard
    def huge(self) -> bool:
        """more than a thousand are left"""
        return self.left > 1000

    @action
    def take(self) -> None:
        """take one away"""
        self.left -= 1
        self.output = self.left

    @action
    def take_strictly(self) -> None:
        """take one away, where there is one"""
        if not self.left:
            raise BadAction("nothing is left to take")
        self.left -= 1

    @action
    def put(self) -> None:
        """put one more in"""
        self.left += 1

    @action
    def divide(self) -> None:
        """do what cannot be done"""
        self.left //= 0

    def key(self) -> Hashable:
        return self.left

    def show(self) -> str:
        return str(self.left)


def counting(table: str, *, initial: str = "count") -> Automaton:
    return Automaton.from_table("countdown", initial=initial, final="done", table=table)


SOUND = """
    count -> count : step [!empty] / take
    count -> done  : step [empty]
"""


def only_fault(table: str, left: int = 3, *, initial: str = "count") -> Fault:
    automaton = counting(table, initial=initial)
    found = explore(automaton, [Start("from three", Counter(left), 50)])
    [fault] = found.faults.values()
    assert not found.sound
    assert found.found(fault.kind) == [fault]
    return fault


def steps(fault: Fault) -> list[tuple[str, str, str | None]]:
    """The way to a fault: what was taken from which state, and the memory after it."""
    return [(record.state, record.next_state, record.view) for record in fault.way]


def test_a_sound_automaton_has_no_fault_and_every_pair_is_visited() -> None:
    automaton = counting(SOUND)
    told: list[int] = []
    found = explore(automaton, [Start("", Counter(3)), Start("", Counter(1))], told=told.append)
    assert found.sound
    assert found.faults == {}
    assert found.visited == (4 + 1) + (2 + 1)
    assert found.entered == {"count", "done"}
    assert found.taken == set(automaton.transitions)
    assert told == [5, 8]


def test_the_memory_that_is_given_may_be_used_up_but_a_copy_is_not() -> None:
    memory = Counter(3)
    explore(counting(SOUND), [Start("", memory.copy())])
    assert memory.left == 3


INCOMPLETE = """
    count -> count : step [!empty & !odd] / take
    count -> done  : step [empty]
"""


def test_incomplete_tells_the_state_the_guards_and_the_shortest_way() -> None:
    found = explore(
        counting(INCOMPLETE), [Start("even", Counter(0)), Start("from four", Counter(4))]
    )
    [fault] = found.found("complete")
    assert fault.about == "count"
    assert fault.text == (
        "in state count with event step: no guard fits (empty is false, odd is true)"
    )
    assert str(fault) == f"from four: {fault.text}"
    assert steps(fault) == [("count", "count", "3")]
    assert [record.output for record in fault.way] == [3]
    assert len(found.faults) == 1


def test_a_state_in_which_nothing_starts_is_incomplete_too() -> None:
    automaton = Automaton(
        "trap",
        ("count", "stuck", "done"),
        "count",
        frozenset({"done"}),
        counting("count -> stuck : step / take").transitions,
        "countdown",
    )
    found = explore(automaton, [Start("", Counter(1))])
    [fault] = found.found("complete")
    assert fault.text == "in state stuck with event step: no transition starts there"
    assert str(fault) == fault.text
    assert steps(fault) == [("count", "stuck", "0")]


def test_with_partial_a_state_may_refuse_an_event() -> None:
    found = explore(
        counting(INCOMPLETE), [Start("", Counter(0)), Start("", Counter(4))], partial=True
    )
    assert found.sound


def test_it_is_inconsistent_where_two_transitions_are_enabled_at_once() -> None:
    table = """
        count -> count : step [!empty]      / take
        count -> done  : step [odd & !huge] / take
        count -> done  : step [empty]
    """
    fault = only_fault(table, left=4)
    rows = counting(table).transitions
    assert fault.kind == "consistent"
    assert fault.about == rows[1]
    assert fault.text == (
        f"in state count 2 transitions are enabled at once: `{rows[0]}` and `{rows[1]}`"
    )
    assert steps(fault) == [("count", "count", "3")]


def test_both_of_two_enabled_transitions_are_followed() -> None:
    table = """
        count -> count : step [!empty] / take
        count -> other : step [odd]    / put
        count -> done  : step [empty]
        other -> done  : step
    """
    found = explore(counting(table), [Start("", Counter(1))])
    assert [fault.kind for fault in found.faults.values()] == ["consistent"]
    assert found.entered == {"count", "other", "done"}


def test_a_dead_edge_tells_the_guard_that_is_never_true() -> None:
    fault = only_fault(SOUND + "count -> done : step [huge & empty] / take")
    assert fault.kind == "used"
    assert fault.text == (
        "`count -> done : step [huge & empty] / take` is never taken: there huge is never true"
    )
    assert fault.way == ()


def test_a_dead_edge_tells_all_guards_that_are_never_true() -> None:
    found = explore(counting(SOUND + "count -> done : step [huge & odd]"), [Start("", Counter(0))])
    texts = [fault.text for fault in found.found("used")]
    assert texts[-1].endswith("is never taken: there huge and odd are never true")


def test_a_dead_edge_whose_guards_are_never_true_together() -> None:
    fault = only_fault(SOUND + "count -> done : step [odd & empty]")
    assert fault.kind == "used"
    assert fault.text.endswith("its guards are never true together in state count")


def test_a_dead_state_and_its_edges_are_named() -> None:
    table = (
        SOUND
        + """
        count -> spare : step [huge]
        spare -> done  : step
    """
    )
    found = explore(counting(table), [Start("", Counter(3))])
    assert [fault.text for fault in found.found("used")] == [
        "state spare is never entered",
        "`count -> spare : step [huge]` is never taken: there huge is never true",
        "`spare -> done : step` is never taken: state spare is never entered",
    ]
    assert len(found.faults) == 3


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("take_strictly", "nothing is left to take"),
        ("divide", "ZeroDivisionError: "),
    ],
)
def test_an_action_that_cannot_be_carried_out_is_named_with_the_way(row: str, text: str) -> None:
    table = f"""
        count -> count : step [!empty] / take
        count -> done  : step [empty]  / {row}
    """
    found = explore(counting(table), [Start("", Counter(2))])
    [fault] = found.found("possible")
    assert [fault.text for fault in found.found("used")] == ["state done is never entered"]
    assert fault.about == counting(table).transitions[1]
    assert fault.text.startswith(f"in `{fault.about}`: {text}")
    assert [view for *_, view in steps(fault)] == ["1", "0"]


def test_a_loop_that_repeats_its_memory_never_ends() -> None:
    table = """
        count -> back : step [!empty] / take
        back  -> count : step         / put
        count -> done  : step [empty]
    """
    found = explore(counting(table), [Start("none", Counter(0)), Start("three", Counter(3))])
    [fault] = found.faults.values()
    assert fault.kind == "ends"
    assert fault.about == "count"
    assert str(fault) == "three: it never ends: state count comes again with the same memory"
    assert steps(fault) == [("count", "back", "2"), ("back", "count", "3")]


def test_the_same_memory_in_another_state_or_twice_by_two_ways_is_no_loop() -> None:
    table = """
        count -> left  : step [!empty]
        count -> right : step [!empty]
        count -> done  : step [empty]
        left  -> done  : step
        right -> done  : step
    """
    found = explore(counting(table), [Start("", Counter(3)), Start("", Counter(0))])
    assert found.found("ends") == []
    assert [fault.kind for fault in found.faults.values()] == ["consistent"]


def test_a_memory_that_only_grows_never_ends() -> None:
    table = """
        count -> count : step [!empty] / put
        count -> done  : step [empty]
    """
    found = explore(counting(table), [Start("none", Counter(0)), Start("one", Counter(1), 30)])
    [fault] = found.faults.values()
    assert fault.kind == "ends"
    assert "after 30 different memories in state count there is still a new one" in fault.text
    assert [view for *_, view in steps(fault)][:3] == ["2", "3", "4"]
    assert len(fault.way) <= 20


def test_only_the_first_fault_of_a_kind_is_kept_for_a_state() -> None:
    starts = [Start(f"from {left}", Counter(left)) for left in (0, 2, 4, 6)]
    found = explore(counting(INCOMPLETE), starts)
    [fault] = found.faults.values()
    assert fault.start == "from 2"


def test_a_reader_may_loop_as_it_likes() -> None:
    reader = Automaton.from_table(
        "parity",
        initial="even",
        final=None,
        table="""
            even -> odd  : a
            odd  -> even : a
            even -> even : b
            odd  -> odd  : b
        """,
    )
    found = explore(reader, [Start("", Counter(0))])
    assert found.sound
    assert found.visited == 2


@pytest.mark.parametrize("name", automata.names())
def test_every_automaton_of_the_package_is_sound(name: str) -> None:
    disks = 5 if name in automata.SOLVERS else 2 if name == "any-to-any" else 3
    found = soundness(find(name), disks)
    assert [str(fault) for fault in found.faults.values()] == []
    assert found.taken == set(automata.get(name).automaton.transitions)


def test_with_few_disks_some_edges_are_dead() -> None:
    found = soundness(find("two-storey"), 2)
    assert {fault.kind for fault in found.faults.values()} == {"used"}
    assert len(found.faults) == 2


def test_the_command_explores_and_refuses_more_disks_than_anybody_would_wait_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["explore", "monk", "--disks", "3"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["explore", "monk", "--disks", "15"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "give at most 14" in err
