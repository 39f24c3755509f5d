"""What of a machine of the `transitions` library has no place in an automaton is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import transitions
from door_machine import Door, door
from transitions.extensions import HierarchicalMachine
from transitions.extensions.asyncio import AsyncMachine
from transitions.extensions.states import Timeout, add_state_features

from hanoi_fsm.fsm.errors import BadMemory, DefinitionError
from hanoi_fsm.fsm.from_transitions import from_transitions


class Odd(Door):
    def __init__(self) -> None:
        self.stored = len

    @property
    def rusty(self) -> bool:
        return True

    def needs(self, what: str) -> bool:
        return bool(what)

    async def later(self) -> None: ...


def odd(**row: Any) -> Any:
    return door({"trigger": "go", "source": "shut", "dest": "open", **row}, model=Odd())


def with_timeout() -> Any:
    kind = add_state_features(Timeout)(type("Timed", (transitions.Machine,), {}))
    return kind(Door(), states=[{"name": "a", "timeout": 1, "on_timeout": "squeak"}, "b"])


FAULTS: list[tuple[Callable[[], Any], str]] = [
    (lambda: HierarchicalMachine(Door(), states=["a"]), "nested states"),
    (lambda: AsyncMachine(Door(), states=["a"]), "async"),
    (lambda: door(queued=True), "queued"),
    (lambda: door(send_event=True), "send_event"),
    (lambda: door(prepare_event="squeak"), "prepare_event"),
    (lambda: door(before_state_change="squeak"), "before_state_change"),
    (lambda: door(after_state_change="squeak"), "after_state_change"),
    (lambda: door(finalize_event="squeak"), "finalize_event"),
    (lambda: door(on_exception="squeak"), "on_exception"),
    (lambda: door(on_final="squeak"), "on_final"),
    (lambda: door(model_attribute="place"), "model_attribute='place'"),
    (lambda: transitions.Machine(None, states=["a"]), "0 models"),
    (lambda: transitions.Machine([Door(), Door()], states=["a"]), "2 models"),
    (with_timeout, "timeouts"),
    (lambda: odd(prepare="squeak"), "prepare"),
    (lambda: odd(before=lambda: None), "<lambda>"),
    (lambda: odd(before="nowhere"), "'nowhere' is not a method"),
    (lambda: odd(before="os.getcwd"), "'os.getcwd' is not a method"),
    (lambda: odd(conditions="stored"), "'stored' is not a method"),
    (lambda: odd(conditions="rusty"), "'rusty' is not a method"),
    (lambda: odd(conditions="needs"), "'needs' needs arguments"),
    (lambda: odd(after="later"), "'later' is async"),
    (lambda: odd(after="push"), "'push' fires an event"),
    (lambda: odd(conditions="may_push"), "'may_push' fires an event"),
    (lambda: odd(trigger="go on"), "go on"),
    (lambda: odd(before=["turn_key"] * 30), "join callbacks"),
]


@pytest.mark.parametrize(("machine", "text"), FAULTS, ids=[text for _, text in FAULTS])
def test_what_has_no_place_is_named(machine: Callable[[], Any], text: str) -> None:
    with pytest.raises(DefinitionError) as error:
        from_transitions(machine())
    assert len([fault for fault in error.value.faults if text in fault]) == 1


def test_all_that_has_no_place_is_named_at_once() -> None:
    with pytest.raises(DefinitionError) as error:
        from_transitions(door(queued=True, send_event=True, on_final="squeak"))
    assert len(error.value.faults) == 3


def test_a_model_that_cannot_be_copied_is_named() -> None:
    machine = door()
    machine.model.held = object()
    with pytest.raises(BadMemory, match=r"Door\.held .* plain data"):
        from_transitions(machine)
