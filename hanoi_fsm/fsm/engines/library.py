"""The default engine: an automaton driven by `Machine` of the `transitions` library.

The working memory is the machine's model. The library finds guards and actions by name among the
model's methods, gives the model a `state` and a method per event, which triggers it, and evaluates
the transitions of an event in order until the conditions of one hold. Events are fired from the
loop in `run`, never from a callback, and `auto_transitions=False` excludes the `to_<state>()`
shortcuts, which bypass edges. The subclasses only make the library as strict as a definition is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import transitions
from transitions.core import Condition

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines.running import (
    beginning,
    library_transition,
    record,
    refusal,
    refuse_overlap,
    until_final,
)
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Guard, Transition
from hanoi_fsm.fsm.trace import Record, Views
from hanoi_fsm.fsm.validation import validate


class StrictCondition(Condition):
    """A guard on the model that must answer a real `bool`: to the library 1 counts as True."""

    def check(self, event_data: transitions.EventData) -> bool:
        return getattr(event_data.model, self.func)() is self.target  # type: ignore[arg-type]  # a name


class StrictTransition(transitions.Transition):
    """A transition whose guards are asked in their order: the library would ask `unless` last."""

    def __init__(self, *args: Any, guards: Iterable[Guard], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conditions = [StrictCondition(guard.name, guard.answer) for guard in guards]


class PlainState(transitions.State):
    """A state without callbacks: the library would call an action named `on_enter_<state>`."""

    dynamic_methods: list[str] = []  # noqa: RUF012  # as the library declares it


class PlainEvent(transitions.Event):
    """An event without final callbacks, in which the library would swallow a Ctrl-C."""

    def _trigger(self, event_data: transitions.EventData) -> bool:
        event_data.state = self.machine.get_model_state(event_data.model)
        if self._is_valid_source(event_data.state):
            self._process(event_data)
        return bool(event_data.result)


class StrictMachine(transitions.Machine):
    """A `Machine` of these, to which `*` and `=` are ordinary names of states."""

    state_cls = PlainState
    transition_cls = StrictTransition
    event_cls = PlainEvent
    wildcard_all = wildcard_same = ""


def run(
    automaton: Automaton,
    memory: Memory,
    events: Iterable[str] | None,
    state: str | None,
    views: Views,
) -> Iterator[Record]:
    """One record per event, as `engines.run` describes it.

    The definition is validated first: the library itself would notice a fault only when it fires.
    """
    validate(automaton, type(memory))
    state = beginning(automaton, memory, events, state)
    taken: list[Transition] = []

    def begin(transition: Transition) -> None:
        """Called before the action of a transition."""
        memory.output = None
        taken[:] = [transition]

    StrictMachine(
        model=[memory],  # in a list, since the library skips a model that is falsy
        states=[{"name": name, "final": name in automaton.final} for name in automaton.states],
        transitions=[
            {
                **library_transition(one),
                "guards": one.guards,
                "before": [partial(begin, one), *([one.action] if one.action else [])],
            }
            for one in automaton.transitions
        ],
        initial=state,
        auto_transitions=False,
    )
    triggers = {event: getattr(memory, event) for event in automaton.events}
    overlapping = set(automaton.overlapping)
    if events is None:
        events = until_final(automaton, memory)

    def records() -> Iterator[Record]:
        for number, event in enumerate(events, 1):
            if overlapping and (memory.state, event) in overlapping:
                refuse_overlap(automaton, memory, memory.state, event)
            try:
                fired = event in triggers and triggers[event]()
            except transitions.MachineError:  # the event has no transition in this state
                fired = False
            if not fired:
                raise refusal(automaton, memory, memory.state, event)
            yield record(number, taken[0], memory, views)

    return records()
