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
from hanoi_fsm.fsm.engines import library_transition
from hanoi_fsm.fsm.errors import BadInput, DefinitionError, HanoiError, MachineStopped, UnknownName
from hanoi_fsm.fsm.memory import RESERVED, Memory, contents_of
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import at_once, why_refused
from hanoi_fsm.fsm.time_limit import CALL_LIMIT, OutOfTime, too_long
from hanoi_fsm.fsm.trace import Record, Views
from hanoi_fsm.fsm.validation import validate
from hanoi_fsm.fsm.values import lasting


def machine_for(automaton: Automaton, memory: Memory) -> TracedMachine:
    """A `Machine` whose model is `memory`, in the initial state.

    Raises `DefinitionError` for a faulty definition, which the library itself would notice only
    when it fires, and for events that would hide a name of the memory.
    """
    validate(automaton, type(memory))
    _refuse_clashes(automaton, memory)
    edges = [library_transition(one) | {"definition": one} for one in automaton.transitions]
    return TracedMachine(
        model=[memory],  # in a list, since the library skips a model that is falsy
        states=[{"name": name, "final": name in automaton.final} for name in automaton.states],
        transitions=edges,
        initial=automaton.initial,
        auto_transitions=False,
    )


def _refuse_clashes(automaton: Automaton, memory: Memory) -> None:
    """The library never replaces an attribute of its model: it would skip the trigger instead.

    It adds `is_<state>()` and `may_<event>()` to the memory's attributes.
    """
    if "trigger" in vars(memory):
        raise HanoiError("this memory already belongs to a machine: use its copy() here")
    added = {f"is_{state}" for state in automaton.states}
    added |= {f"may_{event}" for event in automaton.events}
    clashes = [one for one in automaton.events if one in RESERVED | added or hasattr(memory, one)]
    if clashes:
        why = "is the name of an attribute of the memory: rename the event"
        raise DefinitionError(automaton.name, [f"event {event!r} {why}" for event in clashes])


_execute = transitions.Transition.execute
_eval_conditions = transitions.Transition._eval_conditions


class StrictCondition(Condition):
    """A guard on the model that must answer a real `bool`: to the library 1 counts as True."""

    def check(self, event_data: transitions.EventData) -> bool:
        return getattr(event_data.model, self.func)() is self.target  # type: ignore[arg-type]  # a name


class TracedTransition(transitions.Transition):
    """A transition that knows its definition and tells its machine when it is taken."""

    condition_cls = StrictCondition

    def __init__(self, *args: Any, definition: Transition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.definition = definition

    def _eval_conditions(self, event_data: transitions.EventData) -> bool:
        enabled = _eval_conditions(self, event_data)
        event_data.model.output = None  # type: ignore[attr-defined]  # a guard puts nothing out
        return bool(enabled)

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
        self.unsure = set(automaton.overlapping)

    def run(
        self, events: Iterable[str] | None = None, *, state: str | None = None, views: Views = False
    ) -> Iterator[Record]:
        automaton = self.automaton
        if state is None:
            state = automaton.initial
        if state not in automaton.states:
            raise UnknownName.among("state", state, automaton.states)
        if events is None and not (automaton.final and len(automaton.events) == 1):
            if not automaton.events:
                raise BadInput(f"{automaton.name} has no transitions: there is nothing to run")
            names = ", ".join(automaton.events)
            raise BadInput(f"{automaton.name} needs events to fire: choose from {names}")
        self.machine.set_state(state, self.memory)
        return self._records(self._until_final() if events is None else events, views)

    def _until_final(self) -> Iterator[str]:
        memory, final, (event,) = self.memory, self.automaton.final, self.automaton.events
        while memory.state not in final:
            yield event

    def _records(self, events: Iterable[str], views: Views) -> Iterator[Record]:
        machine, memory, new = self.machine, self.memory, tuple.__new__
        triggers = {event: getattr(memory, event) for event in self.automaton.events}
        for number, event in enumerate(events, 1):
            if self.unsure and (memory.state, event) in self.unsure:
                self._refuse_overlap(event)
            memory.output = None
            trigger = triggers.get(event)
            try:
                with CALL_LIMIT:
                    taken = trigger is not None and trigger()
            except transitions.MachineError:  # the event has no transition in this state
                taken = False
            except OutOfTime as error:
                where = f"in state {memory.state!r} on event {event!r}"
                raise MachineStopped(f"a guard or action {where} {too_long(error)}") from error
            except StopIteration as error:  # it would end this generator
                where = f"in state {memory.state!r} on event {event!r}"
                raise MachineStopped(f"a guard or action {where} raised StopIteration") from error
            if not taken:
                why = why_refused(self.automaton, memory, memory.state, event)
                raise MachineStopped(f"the machine cannot go on: {why}")
            view = memory.show() if views else None
            held = contents_of(memory) if views == "contents" else None
            # `Record(...)` would take three times as long.
            yield new(Record, (number, machine.taken, lasting(memory.output), view, held))

    def _refuse_overlap(self, event: str) -> None:
        """The library takes the first of several enabled transitions, whatever their order is."""
        try:
            found = self.automaton.enabled(self.memory.state, event, self.memory)
        except Exception:  # the library may never ask the guard that raises
            return
        if len(found) > 1:
            where = f"in state {self.memory.state!r} on event {event!r}"
            raise MachineStopped(f"the machine cannot go on: {where} {at_once(found)}")
