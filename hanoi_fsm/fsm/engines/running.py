"""What the engines share: where a run begins, what its records are, and why it cannot go on."""

from collections.abc import Iterable, Iterator
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, DefinitionError, HanoiError, MachineStopped, UnknownName
from hanoi_fsm.fsm.memory import RESERVED, Memory, contents_of
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import at_once, enabled, where, why_refused
from hanoi_fsm.fsm.trace import Record, Views
from hanoi_fsm.fsm.values import lasting


def beginning(
    automaton: Automaton, memory: Memory, events: Iterable[str] | None, state: str | None
) -> str:
    """The state in which a run begins; raises what `engines.run` raises at the call.

    Events must not hide a name of the memory: the `transitions` library adds a method per event to
    it, `is_<state>()` and `may_<event>()`, and skips those whose names are taken.
    """
    if hasattr(memory, "trigger"):
        raise HanoiError("this memory already belongs to a machine: use its copy() here")
    added = {f"is_{state}" for state in automaton.states}
    added |= {f"may_{event}" for event in automaton.events}
    clashes = [one for one in automaton.events if one in RESERVED | added or hasattr(memory, one)]
    if clashes:
        why = "is the name of an attribute of the memory: rename the event"
        raise DefinitionError(automaton.name, [f"event {event!r} {why}" for event in clashes])
    if state is None:
        state = automaton.initial
    if state not in automaton.states:
        raise UnknownName.among("state", state, automaton.states)
    if events is None and not (automaton.final and len(automaton.events) == 1):
        if not automaton.events:
            raise BadInput(f"{automaton.name} has no transitions: there is nothing to run")
        names = ", ".join(automaton.events)
        raise BadInput(f"{automaton.name} needs events to fire: choose from {names}")
    return state


def until_final(automaton: Automaton, memory: Memory) -> Iterator[str]:
    """The only event of an automaton, again and again until the memory is in a final state."""
    (event,) = automaton.events
    while memory.state not in automaton.final:
        yield event


def record(number: int, transition: Transition, memory: Memory, views: Views) -> Record:
    """The record of an event, when the memory is as it is after it."""
    view = memory.show() if views else None
    held = contents_of(memory) if views == "contents" else None
    # `Record(...)` would take three times as long.
    return tuple.__new__(Record, (number, transition, lasting(memory.output), view, held))


def refuse_overlap(automaton: Automaton, memory: Memory, state: str, event: str) -> None:
    """Raise `MachineStopped` if two transitions are enabled: their order must never decide."""
    try:
        found = enabled(automaton, state, memory, event)
    except Exception:  # the engine may never ask that guard, or raises it itself
        return
    if len(found) > 1:
        at = where(state, event)
        raise MachineStopped(f"the machine cannot go on: {at} {at_once(found)}")


def refusal(automaton: Automaton, memory: Memory, state: str, event: str) -> MachineStopped:
    """The error of a machine that has no transition for an event."""
    return MachineStopped(
        f"the machine cannot go on: {why_refused(automaton, memory, state, event)}"
    )


def library_transition(transition: Transition) -> dict[str, Any]:
    """A transition as the library `transitions` takes it, without empty parts."""
    parts = {
        "trigger": transition.event,
        "source": transition.source,
        "dest": transition.target,
        "conditions": [guard.name for guard in transition.guards if not guard.negated],
        "unless": [guard.name for guard in transition.guards if guard.negated],
        "before": transition.action,
    }
    return {key: value for key, value in parts.items() if value}
