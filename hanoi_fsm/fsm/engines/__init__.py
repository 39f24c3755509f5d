"""Engines run an automaton on a memory and yield the trace, the same from every engine.

An engine yields the index in `Automaton.transitions` of each transition, as it is taken. The
default engine is the `transitions` library. The fast engine is the automaton as a Python function,
generated once and kept: the text that `hanoi-fsm code` prints is the code that runs here.
"""

import linecache
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import inf
from typing import TypeVar, cast

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.fsm.errors import (
    BadInput,
    MachineStopped,
    Undecided,
    UnknownName,
    shortened,
)
from hanoi_fsm.fsm.inputs import received
from hanoi_fsm.fsm.memory import Firing, Memory, contents_of, lasting
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.stepping import (
    CANNOT_GO_ON,
    Refused,
    next_step,
    refusal,
    refuse_overlap,
)
from hanoi_fsm.fsm.trace import ENGINE, GENERATED, Record, Views, check_engine
from hanoi_fsm.fsm.validation import validate

FIRST = 1 << 14  # shorter runs are not watched
MOST_CELLS = 4_000_000  # a memory may grow to this many numbers
_Item = TypeVar("_Item")
Taken = Callable[..., Iterator[int]]
"""A generated function, which yields the indexes of the transitions as they are taken."""
MOST_KEPT = 256
_kept: dict[tuple[int, type[Memory]], tuple[Automaton, Taken]] = {}
"""Functions by the identity of their automaton, as the order of its transitions matters; it is kept
with them, so that its identity is not reused."""


@checked
def run(
    automaton: Automaton,
    memory: Memory,
    events: Iterable[str] | None = None,
    *,
    state: str | None = None,
    views: Views = False,
    engine: str | Taken | None = None,
) -> Iterator[Record]:
    """Run `automaton` on `memory`, which changes in place, and yield one record per event.

    The run starts in `state`, by default the initial one. Without `events` the automaton's only
    event is fired until a final state is reached. With `views` every record shows the memory, with
    "contents" also its values. `engine` is the name of an engine, or a function that `code` has
    written. Raises at the call `UnknownName` for an unknown engine or state, `DefinitionError` with
    the faults, and `BadInput` without events if the automaton has several or never ends; then
    `MachineStopped` if no transition is enabled, and whatever the actions raise.
    """
    if not isinstance(automaton, Automaton) or not isinstance(memory, Memory):
        raise BadInput(
            f"run takes an Automaton and a Memory, got {shortened(automaton)} and "
            f"{shortened(memory)}: a Machine has a method run"
        )
    numbers = taken(automaton, memory, events, state=state, engine=engine or ENGINE)
    return records(automaton, memory, numbers, views)


def records(
    automaton: Automaton, memory: Memory, numbers: Iterable[int], views: Views
) -> Iterator[Record]:
    """Yield the records of a run, each made when the memory is in its state after the event."""
    transitions = automaton.transitions
    return (
        record(event, transitions[number], memory, views) for event, number in enumerate(numbers, 1)
    )


def begin(
    automaton: Automaton, memory: Memory, events: Iterable[str] | None, state: str | None
) -> Iterable[str]:
    """Put the memory in its first state, and return the run's events; raises as `run` does."""
    if state is not None and state not in automaton.states:
        raise UnknownName.among("state", state, automaton.states)
    if not (automaton.events or automaton.acceptor):
        raise BadInput(f"{automaton.name} has no transitions: there is nothing to run")
    asks = memory.__free__ and automaton.guards
    needs_none = automaton.final and not automaton.acceptor
    runs_alone = needs_none and len(automaton.events) == 1 and not asks
    if events is None and not runs_alone:
        names = ", ".join(automaton.events)
        raise BadInput(f"{automaton.name} needs events to fire: choose from {names}")
    memory.__state__ = automaton.initial if state is None else state
    takes_inputs = memory.__free__ and not isinstance(memory, Firing)  # whose steps take them
    if events is not None and takes_inputs:
        memory.__inputs__ = dict.fromkeys(automaton.guards)
        return map(partial(received, automaton, memory), events)
    return until_final(automaton, memory, automaton.events[0]) if events is None else events


def until_final(automaton: Automaton, memory: Memory, event: str) -> Iterator[str]:
    """Repeat an event until the memory is in a final state of the automaton."""
    while memory.__state__ not in automaton.final:
        yield event


def record(number: int, transition: Transition, memory: Memory, views: Views) -> Record:
    """The record of an event, made when the memory is in its state after the event."""
    view = memory.show() if views else None
    held = contents_of(memory) if views == "contents" else None
    # `Record(...)` takes three times as long.
    return tuple.__new__(Record, (number, transition, lasting(memory.output), view, held))


def taken(
    automaton: Automaton,
    memory: Memory,
    events: Iterable[str] | None = None,
    *,
    state: str | None = None,
    engine: str | Taken = GENERATED,
) -> Iterator[int]:
    """Yield the index of each transition that an engine takes, when records are not needed.

    The memory is then in its state after the event, with the `output`. Raises as `run` does.
    """
    check_engine(engine)
    if isinstance(memory, Firing):
        return _fired(automaton, memory, begin(automaton, memory, events, state))
    if engine == ENGINE:
        from hanoi_fsm.fsm.engines import library  # the library is slow to import

        validate(automaton, type(memory))  # the library notices a fault only when it fires
        return library.taken(automaton, memory, begin(automaton, memory, events, state))
    fired = begin(automaton, memory, events, state)
    if automaton.autonomous and events is not None:
        if callable(engine):
            raise BadInput(f"the program of {automaton.name} runs by itself: leave the events out")
        automaton = replace(automaton, final=frozenset())  # then it is not autonomous
    function = engine if callable(engine) else compiled(automaton, type(memory))
    if callable(engine):  # a script only has the text of the function
        for name, value in names_for(automaton).items():
            getattr(engine, "__globals__", {}).setdefault(name, value)
    given = () if automaton.autonomous else (fired,)
    return function(memory, *given, memory.__state__)


def _fired(automaton: Automaton, memory: Firing, events: Iterable[str]) -> Iterator[int]:
    """Yield the index of each transition taken on such a memory, also on events that it raises."""
    numbers = {transition: number for number, transition in enumerate(automaton.transitions)}
    for event in events:
        made = next_step(automaton, memory.__state__, memory, event)
        if isinstance(made.error, Refused):
            raise MachineStopped(f"{CANNOT_GO_ON}: {made.error}")
        if made.error is not None:
            raise made.error
        yield from map(numbers.__getitem__, made.parts)
        if made.unlike:
            raise Undecided(f"on event {shortened(event)} {made.unlike}")


def compiled(automaton: Automaton, memory: type[Memory]) -> Taken:
    """The function of an automaton for memories of one class, made once.

    Tracebacks show its source, as for any function. Raises `DefinitionError` with
    the faults, and `BadInput` for an automaton that is too large for Python.
    """
    key = id(automaton), memory
    if key in _kept:
        return _kept[key][1]
    validate(automaton, memory)
    text = python.code(automaton)
    file = f"<generated: {automaton.name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names = names_for(automaton)
    try:
        exec(compile(text, file, "exec"), names)
    except (RecursionError, MemoryError) as error:  # Python nests the branches of one `if`
        raise BadInput(
            f"{automaton.name} is too large for the engine {GENERATED} ({automaton.sizes}): "
            f"use the engine {ENGINE}"
        ) from error
    if len(_kept) >= MOST_KEPT:
        _kept.clear()
    function = cast("Taken", names[python.function_name(automaton)])
    _kept[key] = automaton, function
    return function


def names_for(automaton: Automaton) -> dict[str, object]:
    """The names that the function's text presupposes."""
    return {
        "refused": partial(refusal, automaton),
        "consistent": partial(refuse_overlap, automaton),
    }


def unless_endless(taken: Iterable[_Item], memory: Memory) -> Iterator[_Item]:
    """Yield the items of a run on a `memory`, event by event; raises as `Watch.after` does."""
    watch = Watch(memory, FIRST, "end")
    for number, item in enumerate(taken, 1):
        yield item
        watch.after(number)


class Watch:
    """Watches a run on a `memory` from the event `first` on, until it does what is `awaited`.

    A run that returns to a state with the same memory never does. It is compared with one earlier
    point, which moves up to the present whenever the run has doubled in length (Brent 1980). The
    more cells a large memory has, the fewer events are compared with each point.
    """

    def __init__(self, memory: Memory, first: int, awaited: str, most: float = inf) -> None:
        self.memory, self.awaited, self.most = memory, awaited, most
        self.due, self.last, self.state, self.key = first, 0, "", memory.key()

    def after(self, number: int) -> None:
        """Raise `MachineStopped` if the run recurs at the event of this number.

        Raises `Undecided` after the `most` events, or if the memory becomes too large.
        """
        memory = self.memory
        if number == self.due:
            if (cells := memory.cells()) > MOST_CELLS:
                raise Undecided(f"no {self.awaited} until its memory has grown to {cells} numbers")
            self.last = number + number // max(1, cells // 16)
            self.due, self.state, self.key = 2 * number, memory.__state__, memory.key()
        elif number <= self.last and memory.__state__ == self.state and memory.key() == self.key:
            raise MachineStopped(
                f"no {self.awaited} in {number} events: it never ends, "
                f"as state {self.state!r} recurs with the same memory"
            )
        if number == self.most:
            raise Undecided(
                f"no {self.awaited} in {number} events, "
                "but no state recurs with the same memory: it may end"
            )
