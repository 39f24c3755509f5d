"""The default engine: an automaton driven by `Machine` of the `transitions` library.

The working memory is the machine's model. The library finds guards and actions by their names among
the model's methods, gives the model a `state` and a method `trigger`, and evaluates the transitions
of an event in order until the conditions of one hold. Events are fired from the loop below, never
from inside a callback, and `auto_transitions=False` keeps out the `to_<state>()` shortcuts by which
a run could leave the drawn edges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import transitions

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import (
    BadInput,
    DefinitionError,
    HanoiError,
    MachineStopped,
    UnknownName,
)
from hanoi_fsm.fsm.memory import RESERVED, Memory
from hanoi_fsm.fsm.notation import Transition as Row
from hanoi_fsm.fsm.stepping import why_refused
from hanoi_fsm.fsm.trace import Record
from hanoi_fsm.fsm.validation import validate


def machine_for(automaton: Automaton, memory: Memory) -> TracedMachine:
    """A `Machine` whose model is `memory`, in the initial state.

    Raises `DefinitionError` for a faulty definition, which the library itself would notice only
    when it fires, and for events that would hide a name of the memory.
    """
    validate(automaton, type(memory))
    _refuse_clashes(automaton, memory)
    return TracedMachine(
        model=[memory],  # in a list, since the library passes over a model that counts as false
        states=[{"name": name, "final": name in automaton.final} for name in automaton.states],
        transitions=[arguments(row) for row in automaton.transitions],
        initial=automaton.initial,
        auto_transitions=False,
    )


def _refuse_clashes(automaton: Automaton, memory: Memory) -> None:
    """The library never replaces an attribute of its model: it would skip the trigger instead.

    To the memory's own attributes it adds `is_<state>()` and `may_<event>()`.
    """
    if "trigger" in vars(memory):
        raise HanoiError(
            "this memory is the model of a machine already: give its copy() to this one"
        )
    given = {f"is_{state}" for state in automaton.states}
    given |= {f"may_{event}" for event in automaton.events}
    clashes = [
        event for event in automaton.events if event in RESERVED | given or hasattr(memory, event)
    ]
    if clashes:
        raise DefinitionError(
            automaton.name,
            [
                f"event {event!r} is a name of the memory itself: call it otherwise"
                for event in clashes
            ],
        )


def arguments(row: Row) -> dict[str, Any]:
    """A transition in the words of the library: what `Machine(transitions=[...])` takes.

    >>> from hanoi_fsm.fsm.notation import parse_row
    >>> arguments(parse_row("a -> b : step [x & !y] / z"))["unless"]
    ['y']
    """
    return {
        "trigger": row.event,
        "source": row.source,
        "dest": row.target,
        "conditions": [guard.name for guard in row.guards if not guard.negated],
        "unless": [guard.name for guard in row.guards if guard.negated],
        "before": row.action,
        "row": row,
    }


_execute = transitions.Transition.execute


class TracedTransition(transitions.Transition):
    """A transition that knows the row it stands for and tells its machine when it is taken."""

    def __init__(self, *args: Any, row: Row, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row

    def execute(self, event_data: transitions.EventData) -> bool:
        """Do what the library does, and note it down.

        It is called at least once per event, hence without the detour of `super()`.
        """
        if _execute(self, event_data):
            event_data.machine.taken = self.row  # type: ignore[attr-defined]  # a TracedMachine
            return True
        return False


class PlainState(transitions.State):
    """A state without callbacks: an action that is called `on_enter_<state>` is no more than that.

    The library would call such a method of its model whenever it enters the state.
    """

    dynamic_methods: list[str] = []  # noqa: RUF012  # as the library declares it


class PlainEvent(transitions.Event):
    """An event without callbacks to finish with: there the library would swallow a Ctrl-C."""

    def _trigger(self, event_data: transitions.EventData) -> bool:
        """Do what the library does, but for those callbacks."""
        event_data.state = self.machine.get_model_state(event_data.model)
        if self._is_valid_source(event_data.state):
            self._process(event_data)
        return bool(event_data.result)


class TracedMachine(transitions.Machine):
    """A `Machine` that remembers the row of the transition `taken` last."""

    state_cls = PlainState
    transition_cls = TracedTransition
    event_cls = PlainEvent
    wildcard_all = wildcard_same = ""  # `*` and `=` are names of states like any other
    taken: Row


class Engine:
    """A machine on its memory, that can be started again and again.

    The definition is validated once; `run` puts the machine into a state and yields the trace.
    """

    def __init__(self, automaton: Automaton, memory: Memory) -> None:
        self.automaton, self.memory = automaton, memory
        self.machine = machine_for(automaton, memory)

    def run(
        self, events: Iterable[str] | None = None, *, state: str | None = None, views: bool = False
    ) -> Iterator[Record]:
        """Run as the protocol `Engine` says; wrong arguments are refused at the call.

        Raises `UnknownName` for a state that the automaton does not have, and `BadInput` where
        there are no events to fire and the automaton has several, or never ends.
        """
        if state is None:
            state = self.automaton.initial
        if state not in self.automaton.states:
            raise UnknownName.among("state", state, self.automaton.states)
        if events is None and not (self.automaton.final and len(self.automaton.events) == 1):
            raise BadInput(
                f"{self.automaton.name} does not run by itself: give the events to fire, "
                f"choose from {', '.join(self.automaton.events)}"
            )
        self.machine.set_state(state, self.memory)
        return self._records(self._until_final() if events is None else events, views)

    def _until_final(self) -> Iterator[str]:
        """The automaton's only event, as long as no final state is reached."""
        memory, final, events = self.memory, self.automaton.final, self.automaton.events
        while memory.state not in final:
            yield events[0]

    def _records(self, events: Iterable[str], views: bool) -> Iterator[Record]:
        machine, memory, new = self.machine, self.memory, tuple.__new__
        triggers: dict[str, Callable[[], bool]] = {
            event: getattr(memory, event) for event in self.automaton.events
        }
        for number, event in enumerate(events, 1):
            memory.output = None
            trigger = triggers.get(event)
            try:
                taken = trigger is not None and trigger()
            except transitions.MachineError:  # the event has no transition in this state
                taken = False
            if not taken:
                why = why_refused(self.automaton, memory, memory.state, event)
                raise MachineStopped(f"the machine cannot go on: {why}")
            view = memory.show() if views else None
            # One record per event: `Record(...)` itself would take three times as long.
            yield new(Record, (number, machine.taken, memory.output, view))
