"""Engines run an automaton on a memory and yield the trace, the same from every engine."""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import (
    BadInput,
    DefinitionError,
    HanoiError,
    MachineStopped,
    UnknownName,
    shortened,
)
from hanoi_fsm.fsm.memory import RESERVED, Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import at_once, where, why_refused
from hanoi_fsm.fsm.time_limit import OutOfTime, too_long
from hanoi_fsm.fsm.trace import ENGINE, GENERATED, Record, Views, check_engine


class Engine(Protocol):
    """An automaton on its memory, which changes in place; `run` can be called repeatedly."""

    def run(
        self, events: Iterable[str] | None = None, *, state: str | None = None, views: Views = False
    ) -> Iterator[Record]:
        """Yield one record per event, starting in `state` (by default the initial one).

        Without `events` the automaton's only event is fired until a final state is reached. With
        `views` every record shows the memory, with "contents" also what it holds. Raises at the
        call `UnknownName` for an unknown state, and `BadInput` without events if the automaton has
        several or never ends; then `MachineStopped` if no transition is enabled, and whatever the
        actions raise.
        """


def run(
    automaton: Automaton,
    memory: Memory,
    events: Iterable[str] | None = None,
    *,
    state: str | None = None,
    views: Views = False,
    engine: str | None = None,
) -> Iterator[Record]:
    """Run `automaton` on `memory`, which changes in place, and yield one record per event.

    Raises at the call `UnknownName` for an unknown engine, and `DefinitionError` with the faults;
    for the rest see `Engine.run`.
    """
    engine = ENGINE if engine is None else engine
    check_engine(engine)
    if not isinstance(automaton, Automaton) or not isinstance(memory, Memory):
        raise BadInput(
            f"run takes an Automaton and a Memory, got {shortened(automaton)} and "
            f"{shortened(memory)}: a Machine has a method run"
        )
    if engine == GENERATED:
        from hanoi_fsm.fsm.engines.generated import Engine as Chosen
    else:
        from hanoi_fsm.fsm.engines.pytransitions import Engine as Chosen  # type: ignore[assignment]  # another Engine
    chosen: Engine = Chosen(automaton, memory)
    return chosen.run(events, state=state, views=views)


def check_run(automaton: Automaton, events: Iterable[str] | None, state: str | None) -> str:
    """The state in which a run begins; raises as `Engine.run` does at the call."""
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


def refuse_clashes(automaton: Automaton, memory: Memory) -> None:
    """Raise `DefinitionError` for events that would hide a name of the memory.

    The `transitions` library adds a method per event to it, `is_<state>()` and `may_<event>()`, and
    skips those whose names are taken. A memory that has them already raises `HanoiError`.
    """
    # `vars` comes second: CPython is slower with an object whose `__dict__` was ever asked for.
    if hasattr(memory, "trigger") and "trigger" in vars(memory):
        raise HanoiError("this memory already belongs to a machine: use its copy() here")
    added = {f"is_{state}" for state in automaton.states}
    added |= {f"may_{event}" for event in automaton.events}
    clashes = [one for one in automaton.events if one in RESERVED | added or hasattr(memory, one)]
    if clashes:
        why = "is the name of an attribute of the memory: rename the event"
        raise DefinitionError(automaton.name, [f"event {event!r} {why}" for event in clashes])


def until_final(automaton: Automaton, memory: Memory) -> Iterator[str]:
    """The only event of an automaton, again and again until the memory is in a final state."""
    (event,) = automaton.events
    while memory.state not in automaton.final:
        yield event


def refuse_overlap(automaton: Automaton, memory: Memory, state: str, event: str) -> None:
    """Raise `MachineStopped` if two transitions are enabled: their order must never decide."""
    try:
        found = automaton.enabled(state, event, memory)
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


def interrupted(error: BaseException, state: str, event: str) -> MachineStopped:
    """The error of a guard or action that takes too long, or raises what would end a generator."""
    what = too_long(error) if isinstance(error, OutOfTime) else "raised StopIteration"
    return MachineStopped(f"a guard or action {where(state, event)} {what}")


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
