"""What of a machine of the `transitions` library has no place in an automaton, in one line each."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

import transitions

from hanoi_fsm.fsm.errors import NotationError, shortened
from hanoi_fsm.fsm.notation import Transition, parse_transition

_Transitions = list[transitions.Transition]
_EXTENSIONS = {"HierarchicalMachine", "AsyncMachine", "LockedMachine"}
_OPTIONS = {
    "has_queue": "queued=True: fire events from outside, not in callbacks",
    "send_event": "send_event=True: let callbacks take no arguments",
}
_CALLBACKS = "prepare_event before_state_change after_state_change finalize_event on_exception"
for _name in [*_CALLBACKS.split(), "on_final"]:
    _OPTIONS[_name] = f"{_name} of the whole machine: name the callback in each transition"


def of_machine(machine: transitions.Machine) -> Iterator[str]:
    """What in the whole machine has no place, whatever its callbacks are."""
    if not _EXTENSIONS.isdisjoint(kind.__name__ for kind in type(machine).__mro__):
        yield "nested states, async callbacks or locks: use a plain Machine"
    yield from (fault for option, fault in _OPTIONS.items() if getattr(machine, option))
    if machine.model_attribute != "state":
        yield f"model_attribute={machine.model_attribute!r}: leave it out"
    if len(machine.models) != 1:
        yield f"the machine has {len(machine.models)} models: expected 1"
    if any(vars(kind).get("__slots__") for one in machine.models for kind in type(one).__mro__):
        yield "the model's class has __slots__: leave them out"
    if any(type(state).enter is not transitions.State.enter for state in machine.states.values()):
        yield "states of another class (timeouts and the like): use plain ones"
    if machine.transition_cls.execute is not transitions.Transition.execute:
        yield "transitions of another class: use plain ones"


def of_callbacks(machine: transitions.Machine) -> Iterator[str]:
    """The callbacks that cannot be called as a method of the model that takes no arguments."""
    callbacks: list[tuple[str, Any]] = []
    for event, _, found in triggers(machine):
        for each in found:
            if each.prepare:
                yield f"trigger {event!r}: prepare: move it into an action"
            asked = [condition.func for condition in each.conditions]
            called = chain(asked, each.before, each.after)
            callbacks += [(f"trigger {event!r}", callback) for callback in called]
    for state in machine.states.values():
        called = chain(state.on_enter, state.on_exit)
        callbacks += [(f"state {state.name!r}", callback) for callback in called]
    for where, callback in callbacks:
        name = callback_name(callback, machine.model)
        what = shortened(name or getattr(callback, "__qualname__", callback))
        if fault := _of_callback(machine.model, name):
            yield f"{where}: the callback {what} {fault}"


def _of_callback(model: object, name: str) -> str:
    bound = vars(model).get(name)
    if type(bound) is partial:
        return "" if is_predicate(bound) else "fires an event: fire it from outside"
    if not callable(getattr(type(model), name, None)):
        return "is not a method of the model: make it one"
    method: Callable[..., Any] = getattr(model, name)
    if inspect.iscoroutinefunction(method):
        return "is async: make it a plain method"
    try:
        inspect.signature(method).bind()
    except TypeError:
        return "needs arguments: let it take none"
    return ""


def of_transitions(found: Iterable[Transition]) -> Iterator[str]:
    """The transitions that would not be read back as they are written."""
    for transition in found:
        try:
            same = parse_transition(str(transition)) == transition
        except NotationError:
            same = False
        if not same:
            text = shortened(str(transition), 100)
            yield f"{text} cannot be read back: give simpler names, join callbacks in one method"


def is_predicate(bound: partial[Any]) -> bool:
    """Whether what the library has put into a model is an `is_<state>()`, not a trigger."""
    return getattr(bound.func, "__name__", "") == "is_state"


def callback_name(callback: Any, model: object) -> str:
    """The name of the model's method that a callback is, or ""."""
    if isinstance(callback, str):
        return callback
    return callback.__name__ if getattr(callback, "__self__", None) is model else ""


def triggers(machine: transitions.Machine) -> Iterator[tuple[str, str, _Transitions]]:
    """Each trigger and source state, with the transitions in the library's order."""
    automatic = [f"to_{state}" for state in machine.states] if machine.auto_transitions else []
    for name, event in machine.events.items():
        if name not in automatic:
            for source, found in event.transitions.items():
                yield name, source, found
