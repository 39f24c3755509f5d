"""Engines run an automaton on a memory and yield the trace, the same from every engine."""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, UnknownName, shortened
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.trace import Record, Views

ENGINES = ("transitions",)  # the names of all engines, the default first


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
    engine_name: str = ENGINES[0],
) -> Iterator[Record]:
    """Run `automaton` on `memory`, which changes in place, and yield one record per event.

    Raises at the call `UnknownName` for an unknown engine, and `DefinitionError` with the faults;
    for the rest see `Engine.run`.
    """
    if engine_name not in ENGINES:
        raise UnknownName.among("engine", engine_name, ENGINES)
    if not isinstance(automaton, Automaton) or not isinstance(memory, Memory):
        raise BadInput(
            f"run takes an Automaton and a Memory, got {shortened(automaton)} and "
            f"{shortened(memory)}: a Machine has a method run"
        )
    from hanoi_fsm.fsm.engines import pytransitions

    engine: Engine = pytransitions.Engine(automaton, memory)
    return engine.run(events, state=state, views=views)


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
