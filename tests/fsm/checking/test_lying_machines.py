"""Machines that are judged by what they do: no class, key or copy of theirs decides about that."""

from collections.abc import Hashable, Sequence
from typing import Any

import pytest

from hanoi_fsm import Automaton, Machine, Memory, action, check, guard
from hanoi_fsm.fsm.errors import BadMemory, MachineStopped

GO = Automaton.from_table("go", initial="on", table="on -> on : go / put")


class Liar(str):
    """A text that is equal to everything."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


class Anything:
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


def putting(value: Any) -> type[Memory]:
    class Putting(Memory):
        @action
        def put(self) -> None:
            """put it out"""
            self.output = value

    return Putting


def xs(events: Sequence[str]) -> list[object]:
    return ["x"] * len(events)


@pytest.mark.parametrize("value", [Liar("zzz"), Anything(), ("x", 1), 1, None])
def test_an_output_is_equal_only_if_its_value_is(value: object) -> None:
    assert not check(Machine(GO, putting(value), specification=xs)).holds


@pytest.mark.parametrize("value", ["x", Liar("x")])
def test_a_subclass_with_the_right_value_is_right(value: object) -> None:
    assert check(Machine(GO, putting(value), specification=xs)).holds


def test_not_a_number_is_right_where_it_is_expected() -> None:
    nan = float("nan")
    machine = Machine(GO, putting(nan), specification=lambda events: [float("nan")] * len(events))
    assert check(machine).holds


class Counting(Memory):
    """It puts out x, four times, and then y."""

    def __init__(self) -> None:
        self.times = 0

    @action
    def put(self) -> None:
        """put out x, or y"""
        self.times += 1
        self.output = "x" if self.times < 5 else "y"


class OneKey(Counting):
    def key(self) -> Hashable:
        return "always the same"


def test_a_key_that_takes_two_memories_for_one_does_not_hide_a_fault() -> None:
    finding = check(Machine(GO, OneKey, specification=xs)).finding
    assert finding is not None
    assert finding.got.startswith("y")


@pytest.mark.sweep
def test_the_random_words_that_are_read_are_counted() -> None:
    said = str(
        check(
            Machine(
                GO,
                Counting,
                specification=lambda events: [
                    "x" if number < 4 else "y" for number in range(len(events))
                ],
            )
        )
    )
    assert "1 random" in said


class NoCopy(Counting):
    def copy(self) -> Any:
        return None


class ListKey(Counting):
    def key(self) -> Any:
        return [self.times]


@pytest.mark.parametrize(("memory", "method"), [(NoCopy, "copy"), (ListKey, "key")])
def test_a_copy_or_a_key_that_is_none_is_named(memory: type[Memory], method: str) -> None:
    with pytest.raises(BadMemory, match=rf"{memory.__name__}\.{method} "):
        check(Machine(GO, memory, specification=xs))


def test_words_are_not_counted_over_an_action_that_fails() -> None:
    class Failing(Memory):
        @guard
        def never(self) -> bool:
            """never"""
            return False

        @action
        def put(self) -> None:
            """fail"""
            raise ZeroDivisionError("nothing to put")

    with pytest.raises(MachineStopped, match="nothing to put"):
        Machine(GO, Failing).counts(2)
