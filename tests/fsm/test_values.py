"""Two memories are the same only if nothing can tell them apart, and an output stays as it was."""

from itertools import combinations
from typing import Any

import pytest

from hanoi_fsm import Automaton, Machine, Memory, action, explore, guard, trace
from hanoi_fsm.fsm.values import cells, frozen

DIFFERENT: list[Any] = [0, False, 0.0, -0.0, 0j, "", b"", None, (), [], {}, set()]
DIFFERENT += [1, True, 1.0, 1 + 0j, [1], [True], [1.0], {1: 1}, {True: 1}, {1: True}, {1}, {1.0}]
NAN = float("nan")


@pytest.mark.parametrize(("one", "other"), [*combinations(DIFFERENT, 2)])
@pytest.mark.one_in(4)
def test_values_that_a_guard_can_tell_apart_are_different(one: Any, other: Any) -> None:
    assert frozen(one) != frozen(other)


def test_not_a_number_is_the_same_as_itself() -> None:
    assert frozen([NAN]) == frozen([float("nan")])
    assert [cells(frozen(value)) for value in (NAN, 1 + 2j, True)] == [1, 2, 1]


class Switch(Memory):
    """What is on is True at first, and later the number 1."""

    def __init__(self) -> None:
        self.on: object = True
        self.seen: list[object] = []

    @guard
    def real(self) -> bool:
        """it is on, and not a number"""
        return self.on is True

    @action
    def count(self) -> None:
        """count it"""
        self.on = 1

    @action
    def note(self) -> None:
        """put out all that was noted"""
        self.seen.append(len(self.seen))
        self.output = self.seen


def test_a_number_and_a_truth_are_two_memories() -> None:
    table = "on -> on : press [real] / count \n on -> off : press [!real]"
    automaton = Automaton.from_table("switch", initial="on", final="off", table=table)
    assert (
        explore(Machine(automaton, Switch)).sound,
        len(trace(by=Machine(automaton, Switch))),
    ) == (
        True,
        2,
    )


def test_an_output_does_not_change_with_the_memory() -> None:
    table = "on -> on : press / note"
    machine = Machine(Automaton.from_table("switch", initial="on", table=table), Switch)
    assert [record.output for record in trace("press", "press", by=machine)] == [[0], [0, 1]]

    def specified(events: Any) -> list[object]:
        return [list(range(number)) for number in range(1, len(events) + 1)]

    described = Machine(machine.automaton, Switch, specification=specified)
    assert described.conform(4).findings == ()
