"""What of a machine of the `transitions` library has no place in an automaton is named."""

from collections.abc import Callable
from functools import partial
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


@add_state_features(Timeout)
class Timed(transitions.Machine):
    pass


OF_THE_MACHINE = ["prepare_event", "before_state_change", "after_state_change", "finalize_event"]
OF_THE_MACHINE += ["on_exception", "on_final"]
NO_METHODS = ["nowhere", "os.getcwd", "stored", "rusty"]
FAULTS: list[tuple[Callable[[], Any], str]] = [
    (lambda: HierarchicalMachine(Door(), states=["a"]), "nested states"),
    (lambda: AsyncMachine(Door(), states=["a"]), "async"),
    (lambda: door(queued=True), "queued"),
    (lambda: door(send_event=True), "send_event"),
    *((partial(door, **{each: "squeak"}), each) for each in OF_THE_MACHINE),
    (lambda: door(model_attribute="place"), "model_attribute='place'"),
    (lambda: transitions.Machine(None, states=["a"]), "0 models"),
    (lambda: transitions.Machine([Door(), Door()], states=["a"]), "2 models"),
    (
        lambda: Timed(Door(), [{"name": "a", "timeout": 1, "on_timeout": "squeak"}]),
        "timeouts",
    ),
    (lambda: odd(prepare="squeak"), "prepare"),
    (lambda: odd(before=lambda: None), "<lambda>"),
    *((partial(odd, before=each), f"'{each}' is not a method") for each in NO_METHODS),
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
    with pytest.raises(DefinitionError, match=r"3 faults.*queued.*send_event.*on_final"):
        from_transitions(door(queued=True, send_event=True, on_final="squeak"))


def test_a_model_that_cannot_be_copied_is_named() -> None:
    machine = door()
    machine.model.held = object()
    with pytest.raises(BadMemory, match=r"Door\.held .* plain data"):
        from_transitions(machine)
