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

from hanoi_fsm.fsm.errors import DefinitionError
from hanoi_fsm.fsm.from_transitions import from_transitions


class Odd(Door):
    def __init__(self) -> None:
        self.stored = len

    def needs(self, what: str) -> bool:
        return bool(what)

    async def later(self) -> None: ...


def odd(**row: Any) -> Callable[[], Any]:
    def machine() -> Any:
        made = door(model=Odd())
        made.add_transition(**{"trigger": "go", "source": "shut", "dest": "open", **row})
        return made

    return machine


def with_timeout() -> transitions.Machine:
    kind = add_state_features(Timeout)(type("Timed", (transitions.Machine,), {}))
    machine = kind(Door(), states=[{"name": "a", "timeout": 1, "on_timeout": "squeak"}, "b"])
    assert isinstance(machine, transitions.Machine)
    return machine


def with_lock() -> Any:
    machine = door(model=Odd())
    machine.model.held = object()
    return machine


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
    (lambda: transitions.Machine(None, states=["a"]), "0 models"),
    (lambda: transitions.Machine([Door(), Door()], states=["a"]), "2 models"),
    (with_timeout, "state 'a'"),
    (with_lock, "model's held"),
    (odd(prepare="squeak"), "prepare"),
    (odd(before=lambda: None), "<lambda>"),
    (odd(before="nowhere"), "'nowhere'"),
    (odd(before="os.getcwd"), "'os.getcwd'"),
    (odd(conditions="stored"), "'stored'"),
    (odd(conditions="needs"), "'needs' needs arguments"),
    (odd(after="later"), "'later' is async"),
    (odd(after="push"), "'push' fires an event"),
    (odd(conditions="may_push"), "'may_push'"),
    (odd(trigger="go on"), "'go on'"),
    (odd(trigger="key"), "'key'"),
    (odd(trigger="output"), "'output'"),
    (odd(before=["turn_key"] * 30), "characters"),
]


@pytest.mark.parametrize(("machine", "told"), FAULTS, ids=[told for _, told in FAULTS])
def test_what_has_no_place_is_named(machine: Callable[[], Any], told: str) -> None:
    with pytest.raises(DefinitionError) as error:
        from_transitions(machine())
    [*found] = [fault for fault in error.value.faults if told in fault]
    assert len(found) == 1


def test_all_that_has_no_place_is_named_at_once() -> None:
    with pytest.raises(DefinitionError) as error:
        from_transitions(door(queued=True, send_event=True, on_final="squeak"))
    assert len(error.value.faults) == 3
