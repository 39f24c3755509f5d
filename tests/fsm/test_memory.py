"""The vocabulary that a memory declares, and copies of a memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from small_machine import Gate

from hanoi_fsm.fsm.memory import RESERVED, Memory, action, guard


def test_a_memory_tells_its_guards_and_actions_with_what_they_mean() -> None:
    told = {"last_coin": "this coin makes up the fare", "full": "three people are inside"}
    assert Gate.guards() == told
    assert list(Gate.actions()) == ["take", "give_back", "let_in", "jam"]
    assert Gate.actions()["jam"] == "something breaks"
    Gate.guards().clear()
    Gate.actions().clear()
    assert (len(Gate.guards()), len(Gate.actions())) == (2, 4)


def test_a_memory_inherits_a_vocabulary_and_adds_to_it_without_changing_it() -> None:
    class Loud(Gate):
        @action
        def ring(self) -> None:
            """a bell rings"""

        @guard
        def full(self) -> bool:
            """it is never full"""
            return False

    assert list(Loud.actions()) == [*Gate.actions(), "ring"]
    assert Loud.guards() == Gate.guards() | {"full": "it is never full"}
    assert Gate.guards()["full"] == "three people are inside"
    assert "ring" not in Gate.actions()


def test_a_method_that_is_not_declared_is_no_word() -> None:
    class Plain(Memory):
        def word(self) -> bool:
            """nobody asks"""
            return True

    assert (Plain.guards(), Plain.actions()) == ({}, {})


def method(doc: str | None, returns: object = bool) -> Callable[..., Any]:
    """A method with a docstring and an annotation of what it returns."""

    def word(self: Memory) -> bool:
        return True

    word.__doc__ = doc
    word.__annotations__["return"] = returns
    if returns is Any:
        del word.__annotations__["return"]
    return word


@pytest.mark.parametrize(
    ("declared", "word", "needed"),
    [
        (guard, method(None), "docstring"),
        (guard, method(" "), "docstring"),
        (guard, method("a question\n\nand what it is good for"), "docstring"),
        (action, method(None, None), "docstring"),
        (guard, method("a question of how many", int), "bool"),
        (guard, method("a question without a kind of answer", Any), "bool"),
    ],
)
def test_a_word_needs_a_docstring_and_a_guard_a_real_bool(
    declared: Callable[[Any], object], word: Callable[[Any], object], needed: str
) -> None:
    with pytest.raises(TypeError, match=rf"the {declared.__name__} Bad\.word .*{needed}"):
        type("Bad", (Memory,), {"word": declared(word)})


@pytest.mark.parametrize("name", [*sorted(RESERVED), "copy", "key", "show", "guards", "actions"])
@pytest.mark.parametrize("declared", [guard, action])
def test_a_word_must_not_be_called_like_what_the_machine_uses_itself(
    declared: Callable[[Any], object], name: str
) -> None:
    with pytest.raises(TypeError, match=rf"Bad\.{name} cannot be a {declared.__name__}"):
        type("Bad", (Memory,), {name: declared(method("a question"))})
