"""The default engine: an automaton driven by `Machine` of the `transitions` library.

The working memory is the machine's model. The library finds guards and actions by name among the
model's methods, gives the model a `state` and a method `trigger`, and evaluates the transitions of
an event in order until the conditions of one hold. Events are fired from the loop below, never from
a callback, and `auto_transitions=False` excludes the `to_<state>()` shortcuts, which bypass edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import transitions
from transitions.core import Condition

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import (
    check_run,
    interrupted,
    library_transition,
    refusal,
    refuse_clashes,
    refuse_overlap,
    until_final,
)
from hanoi_fsm.fsm.memory import Memory, contents_of
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.time_limit import CALL_LIMIT, OutOfTime
from hanoi_fsm.fsm.trace import Record, Views
from hanoi_fsm.fsm.validation import validate
from hanoi_fsm.fsm.values import lasting


def machine_for(automaton: Automaton, memory: Memory) -> TracedMachine:
    """A `Machine` whose model is `memory`, in the initial state.

    Raises `DefinitionError` for a faulty definition, which the library itself would notice only
    when it fires, and for events that would hide a name of the memory.
    """
    validate(automaton, type(memory))
    refuse_clashes(automaton, memory)
    edges = [library_transition(one) | {"definition": one} for one in automaton.transitions]
    return TracedMachine(
        model=[memory],  # in a list, since the library skips a model that is falsy
        states=[{"name": name, "final": name in automaton.final} for name in automaton.states],
        transitions=edges,
        initial=automaton.initial,
        auto_transitions=False,
    )


_execute = transitions.Transition.execute
_eval_conditions = transitions.Transition._eval_conditions


class StrictCondition(Condition):
    """A guard on the model that must answer a real `bool`: to the library 1 counts as True."""

    def check(self, event_data: transitions.EventData) -> bool:
        return getattr(event_data.model, self.func)() is self.target  # type: ignore[arg-type]  # a name


class TracedTransition(transitions.Transition):
    """A transition that knows its definition and notes in its machine that it was taken."""

    condition_cls = StrictCondition

    def __init__(self, *args: Any, definition: Transition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.definition = definition
        # The library would ask all `conditions` before all `unless`.
        order = [(guard.name, guard.answer) for guard in definition.guards]
        self.conditions.sort(key=lambda one: order.index((str(one.func), one.target)))

    def _eval_conditions(self, event_data: transitions.EventData) -> bool:
        enabled = bool(_eval_conditions(self, event_data))
        if enabled:  # a guard puts nothing out, but may look at what the last action did
            event_data.model.output = None  # type: ignore[attr-defined]  # of a Memory
        return enabled

    def execute(self, event_data: transitions.EventData) -> bool:
        # It is called at least once per event, hence without the detour of `super()`.
        if _execute(self, event_data):
            event_data.machine.taken = self.definition  # type: ignore[attr-defined]  # TracedMachine
            return True
        return False


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


class TracedMachine(transitions.Machine):
    """A `Machine` that remembers the transition `taken` last."""

    state_cls = PlainState
    transition_cls = TracedTransition
    event_cls = PlainEvent
    wildcard_all = wildcard_same = ""  # `*` and `=` are ordinary names of states
    taken: Transition


class Engine:
    """A machine on its memory; the definition is validated once, and `run` can be repeated."""

    def __init__(self, automaton: Automaton, memory: Memory) -> None:
        self.automaton, self.memory = automaton, memory
        self.machine = machine_for(automaton, memory)
        self.overlapping = set(automaton.overlapping)

    def run(
        self, events: Iterable[str] | None = None, *, state: str | None = None, views: Views = False
    ) -> Iterator[Record]:
        state = check_run(self.automaton, events, state)
        self.machine.set_state(state, self.memory)
        if events is None:
            events = until_final(self.automaton, self.memory)
        return self._records(events, views)

    def _records(self, events: Iterable[str], views: Views) -> Iterator[Record]:
        machine, memory, new = self.machine, self.memory, tuple.__new__
        triggers = {event: getattr(memory, event) for event in self.automaton.events}
        for number, event in enumerate(events, 1):
            if self.overlapping and (memory.state, event) in self.overlapping:
                refuse_overlap(self.automaton, memory, memory.state, event)
            trigger = triggers.get(event)
            try:
                with CALL_LIMIT:
                    taken = trigger is not None and trigger()
            except transitions.MachineError:  # the event has no transition in this state
                taken = False
            except (OutOfTime, StopIteration) as error:
                raise interrupted(error, memory.state, event) from error
            if not taken:
                raise refusal(self.automaton, memory, memory.state, event)
            view = memory.show() if views else None
            held = contents_of(memory) if views == "contents" else None
            # `Record(...)` would take three times as long.
            yield new(Record, (number, machine.taken, lasting(memory.output), view, held))
