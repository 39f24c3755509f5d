"""Engines run an automaton on a memory and yield the trace, the same from every engine."""

from collections.abc import Iterable, Iterator

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.engines import generated
from hanoi_fsm.fsm.errors import BadInput, shortened
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.trace import ENGINE, Record, Views, check_engine


def run(
    automaton: Automaton,
    memory: Memory,
    events: Iterable[str] | None = None,
    *,
    state: str | None = None,
    views: Views = False,
    engine: str | generated.Taken | None = None,
) -> Iterator[Record]:
    """Run `automaton` on `memory`, which changes in place, and yield one record per event.

    The run starts in `state`, by default the initial one. Without `events` the automaton's only
    event is fired until a final state is reached. With `views` every record shows the memory, with
    "contents" also what it holds. `engine` is the name of an engine, or a function that `code` has
    written. Raises at the call `UnknownName` for an unknown engine or state, `DefinitionError` with
    the faults, and `BadInput` without events if the automaton has several or never ends; then
    `MachineStopped` if no transition is enabled, and whatever the actions raise.
    """
    engine = ENGINE if engine is None else engine
    check_engine(engine)
    if not isinstance(automaton, Automaton) or not isinstance(memory, Memory):
        raise BadInput(
            f"run takes an Automaton and a Memory, got {shortened(automaton)} and "
            f"{shortened(memory)}: a Machine has a method run"
        )
    if engine == ENGINE:
        from hanoi_fsm.fsm.engines import library  # the library takes its time to load

        return library.run(automaton, memory, events, state, views)
    function = None if isinstance(engine, str) else engine
    return generated.run(automaton, memory, events, state, views, function)
