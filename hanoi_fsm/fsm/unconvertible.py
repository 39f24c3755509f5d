"""What of a machine of the `transitions` library has no place in an automaton, in one line each."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

import transitions

from hanoi_fsm.fsm.errors import NotationError, shortened
from hanoi_fsm.fsm.memory import RESERVED
from hanoi_fsm.fsm.model_memory import ModelMemory
from hanoi_fsm.fsm.notation import LONGEST, Label, Transition, parse_row

_MISSING = object()
_MACHINE_WIDE = (
    "prepare_event",
    "before_state_change",
    "after_state_change",
    "finalize_event",
    "on_exception",
    "on_final",
)


def of_machine(machine: transitions.Machine) -> Iterator[str]:
    """What in the whole machine has no place, whatever its callbacks are."""
    from transitions.extensions.asyncio import AsyncMachine
    from transitions.extensions.nesting import HierarchicalMachine

    if isinstance(machine, HierarchicalMachine):
        yield "nested states (HierarchicalMachine): write them as states of a plain Machine"
    if isinstance(machine, AsyncMachine):
        yield "async callbacks (AsyncMachine): use a plain Machine"
    if machine.has_queue:
        yield "queued=True: fire events from outside, not in callbacks"
    if machine.send_event:
        yield "send_event=True: let callbacks take no arguments"
    for where in _MACHINE_WIDE:
        if getattr(machine, where):
            yield f"{where} of the whole machine: name the callback in each transition"
    if len(machine.models) != 1:
        yield f"the machine has {len(machine.models)} models: expected 1"
    for model in machine.models:
        if any(vars(kind).get("__slots__") for kind in type(model).__mro__):
            yield f"the model's class {type(model).__name__} has __slots__: leave them out"
    yield from _of_classes(machine)


def _of_classes(machine: transitions.Machine) -> Iterator[str]:
    for state in machine.states.values():
        if _overrides(state, transitions.State, "enter", "exit"):
            yield f"state {state.name!r} is a {type(state).__name__}: use a plain State"
    for transition in machine.get_transitions():
        if _overrides(transition, transitions.Transition, "execute", "_eval_conditions") or any(
            _overrides(condition, transitions.core.Condition, "check")
            for condition in transition.conditions
        ):
            yield f"the transition class {type(transition).__name__}: use the library's own"


def _overrides(thing: object, base: type, *methods: str) -> bool:
    return any(getattr(type(thing), name) is not getattr(base, name) for name in methods)


def of_callbacks(machine: transitions.Machine) -> Iterator[str]:
    """The callbacks that cannot be called as a method of the model that takes no arguments."""
    for event, _, found in triggers(machine):
        for transition in found:
            where = f"trigger {event!r}"
            if transition.prepare:
                yield f"{where}: prepare: let conditions only look"
            asked = [condition.func for condition in transition.conditions]
            for callback in chain(asked, transition.before, transition.after):
                yield from _of_callback(machine, where, callback)
    for state in machine.states.values():
        for callback in chain(state.on_enter, state.on_exit):
            yield from _of_callback(machine, f"state {state.name!r}", callback)


def _of_callback(machine: transitions.Machine, where: str, callback: Any) -> Iterator[str]:
    model = machine.model
    name = callback_name(callback, model)
    found = inspect.getattr_static(model, name, _MISSING)
    if not name:
        what = shortened(getattr(callback, "__qualname__", callback))
        yield f"{where}: the callback {what} is not a method of the model: make it one"
    elif found is _MISSING:
        yield f"{where}: the model has no method {shortened(name)}"
    elif type(found) is partial:
        if getattr(found.func, "__name__", "") != "is_state":
            yield f"{where}: the callback {name!r} fires an event: fire it from outside"
    elif name in vars(model) and callable(found):
        yield f"{where}: the callback {name!r} is a value of the model: make it a method"
    elif not isinstance(found, property) and callable(method := getattr(model, name)):
        if inspect.iscoroutinefunction(method):
            yield f"{where}: the callback {name!r} is async: make it a plain method"
        try:
            inspect.signature(method).bind()
        except TypeError:
            yield f"{where}: the callback {name!r} needs arguments: let it take none"


def callback_name(callback: Any, model: object) -> str:
    """The name of the model's method that a callback is, or ""."""
    if isinstance(callback, str):
        return callback
    return callback.__name__ if getattr(callback, "__self__", None) is model else ""


def triggers(
    machine: transitions.Machine,
) -> Iterator[tuple[str, str, list[transitions.Transition]]]:
    """Each trigger and source state, with the transitions in the library's order."""
    attribute = machine.model_attribute
    prefix = "to_" if attribute == "state" else f"to_{attribute}_"
    automatic = [prefix + state for state in machine.states] if machine.auto_transitions else []
    for name, event in machine.events.items():
        if name not in automatic:
            for source, found in event.transitions.items():
                yield name, source, found


def of_names(machine: transitions.Machine) -> Iterator[str]:
    """The names of states and triggers that the notation or a memory cannot take."""
    for state in machine.states:
        if not _survives(Transition(state, state, Label("event"))):
            yield f"state {shortened(state)}: its name does not fit into `state -> next : event`"
    events = list(dict.fromkeys(event for event, _, _ in triggers(machine)))
    bound = {f"is_{state}" for state in machine.states} | {f"may_{event}" for event in events}
    for event in events:
        if not _survives(Transition("state", "state", Label(event))):
            yield f"trigger {shortened(event)}: its name does not fit into `event [guard] / action`"
        elif event in RESERVED | bound or hasattr(ModelMemory, event):
            yield f"trigger {event!r}: a memory has an attribute of that name: call it otherwise"


def of_rows(rows: Iterable[Transition]) -> Iterator[str]:
    """The transitions whose labels are too long to be read back."""
    for row in rows:
        if len(str(row.label)) > LONGEST and _survives(Transition("a", "a", Label(row.event))):
            yield (
                f"the label `{shortened(str(row.label))}` has {len(str(row.label))} characters, "
                f"expected at most {LONGEST}: join conditions or callbacks in one method"
            )


def _survives(row: Transition) -> bool:
    try:
        return parse_row(str(row)) == row
    except NotationError:
        return False
