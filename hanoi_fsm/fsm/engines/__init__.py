"""Engines run an automaton on a memory and yield the trace; any of them gives the same records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import UnknownName
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.trace import Record

ENGINES = ("transitions",)
"""The names of all engines, the default first."""


class Engine(Protocol):
    """An automaton on its memory, which it changes in place; it can be started again and again."""

    def run(
        self, events: Iterable[str] | None = None, *, state: str | None = None, views: bool = False
    ) -> Iterator[Record]:
        """Yield one record per event, from `state` (by default the initial one) on.

        Without `events` the automaton's first event is fired until a final state is reached. With
        `views` every record shows the memory. Raises `MachineStopped` where no transition is
        enabled, and what the actions raise.
        """


def engine(automaton: Automaton, memory: Memory, name: str = ENGINES[0]) -> Engine:
    """The engine of that `name`, ready to run; `UnknownName`, or `DefinitionError` with faults."""
    if name not in ENGINES:
        raise UnknownName.among("engine", name, ENGINES)
    from hanoi_fsm.fsm.engines.pytransitions import Engine as PyTransitions

    return PyTransitions(automaton, memory)


def run(
    automaton: Automaton,
    memory: Memory,
    events: Iterable[str] | None = None,
    *,
    state: str | None = None,
    views: bool = False,
    engine_name: str = ENGINES[0],
) -> Iterator[Record]:
    """Run `automaton` on `memory`, which changes in place, and yield one record per event.

    The definition is validated at the call; for the rest see `Engine.run`.
    """
    return engine(automaton, memory, engine_name).run(events, state=state, views=views)
