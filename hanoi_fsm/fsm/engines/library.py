"""The default engine: an automaton driven by `Machine` of the `transitions` library.

The working memory is the model of each event. The library finds guards and actions by name among
the model's methods, keeps the state in its `__state__`, and evaluates the transitions of an event
in order until the conditions of one hold. Events are fired from the loop in `taken`, never from a
callback, and `auto_transitions=False` excludes the `to_<state>()` shortcuts, which bypass edges.
The subclasses only make the library as strict as a definition.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, cast

import transitions
from transitions.core import Condition

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Guard
from hanoi_fsm.fsm.stepping import refusal, refuse_overlap


def word_of(event_data: transitions.EventData, name: str) -> Callable[[], object]:
    """A guard or an action of an event's model."""
    return cast("Memory", event_data.model).__word__(name)


class StrictCondition(Condition):
    """A guard on the model that must return a real `bool`: the library accepts 1 as True."""

    def check(self, event_data: transitions.EventData) -> bool:
        return word_of(event_data, str(self.func))() is self.target


class StrictTransition(transitions.Transition):
    """A transition with guards evaluated in order: the library evaluates `unless` last."""

    def __init__(self, *args: Any, guards: Iterable[Guard], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conditions = [StrictCondition(guard.name, guard.answer) for guard in guards]


class PlainEvent(transitions.Event):
    """An event without final callbacks, where the library would swallow a Ctrl-C."""

    def _trigger(self, event_data: transitions.EventData) -> bool:
        event_data.state = self.machine.get_model_state(event_data.model)
        if self._is_valid_source(event_data.state):
            self._process(event_data)
        return bool(event_data.result)


class StrictMachine(transitions.Machine):
    """A `Machine` of these classes, for which `*` and `=` are ordinary state names."""

    transition_cls = StrictTransition
    event_cls = PlainEvent
    wildcard_all = wildcard_same = ""

    @staticmethod
    def resolve_callable(func: Any, event_data: transitions.EventData) -> Any:
        """A callback; an action is found by name, whatever other attributes the model has."""
        return word_of(event_data, func) if isinstance(func, str) else func


def taken(automaton: Automaton, memory: Memory, events: Iterable[str]) -> Iterator[int]:
    """Yield the index of each transition that a valid definition takes from the memory's state."""
    latest = 0

    def begin(number: int) -> None:
        """Start a transition; called before its actions."""
        nonlocal latest
        latest = number

    machine = StrictMachine(
        model=None,  # the library would add methods to a registered model
        states=[{"name": name, "final": name in automaton.final} for name in automaton.states],
        transitions=[
            {
                "trigger": f"on {one.event}",  # the library allows no event named "state"
                "source": one.source,
                "dest": one.target,
                "guards": one.guards,
                "before": [partial(begin, number), *one.actions],
            }
            for number, one in enumerate(automaton.transitions)
        ],
        initial=memory.__state__,
        auto_transitions=False,
        model_attribute="__state__",
    )
    triggers = {event: machine.events[f"on {event}"].trigger for event in automaton.events}
    overlapping = set(automaton.overlapping)

    def numbers() -> Iterator[int]:
        for event in events:
            memory.output = None
            if overlapping and (memory.__state__, event) in overlapping:
                refuse_overlap(automaton, memory, memory.__state__, event)
            try:
                fired = event in triggers and triggers[event](memory)
            except transitions.MachineError:  # the event has no transition in this state
                fired = False
            if not fired:
                raise refusal(automaton, memory, memory.__state__, event)
            yield latest

    return numbers()
