"""The fast engine: the automaton as a generated Python function, which is made once and kept.

It takes the same transitions as the default engine and yields the same trace. `codegen.python` has
the text of the function; what `hanoi-fsm code` prints is what runs here.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.fsm.engines.running import (
    beginning,
    record,
    refusal,
    refuse_overlap,
    until_final,
)
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.trace import ENGINE, GENERATED, Record, Views
from hanoi_fsm.fsm.validation import validate

FILE = "<generated: "
Taken = Callable[..., Iterator[int]]
"""A generated function: the numbers of the transitions that are taken, as they are taken."""
MOST_KEPT = 256
_kept: dict[tuple[int, type[Memory], bool], tuple[Automaton, Taken]] = {}
"""Functions by the identity of their automaton, as the order of its transitions matters; it is kept
with them, so that no other one has the same identity."""


def run(
    automaton: Automaton,
    memory: Memory,
    events: Iterable[str] | None,
    state: str | None,
    views: Views,
    function: Taken | None = None,
) -> Iterator[Record]:
    """One record per event, as `engines.run` describes it."""
    numbers = taken(automaton, memory, events, state, function)
    transitions = automaton.transitions
    return (
        record(event, transitions[number], memory, views) for event, number in enumerate(numbers, 1)
    )


def taken(
    automaton: Automaton,
    memory: Memory,
    events: Iterable[str] | None = None,
    state: str | None = None,
    function: Taken | None = None,
) -> Iterator[int]:
    """The number in `Automaton.transitions` of each transition taken, where no records are needed.

    After each of them the memory is as it is after the event, with its `output`. Another `function`
    may take the place of the generated one. Raises as `engines.run` does.
    """
    memory.state = state = beginning(automaton, memory, events, state)
    alone = automaton.autonomous and events is None
    if function is None:
        function = compiled(automaton, type(memory), event_driven=not alone)
    elif automaton.autonomous and not alone:
        raise BadInput(f"the program of {automaton.name} runs by itself: leave the events out")
    if alone:
        return function(memory, state)
    if events is None:
        events = until_final(automaton, memory)
    return function(memory, events, state)


def compiled(automaton: Automaton, memory: type[Memory], *, event_driven: bool) -> Taken:
    """The function of an automaton for memories of one class, made once.

    Its text is shown in tracebacks, as that of any other function. Raises `DefinitionError` with
    the faults, and `BadInput` for an automaton that is too large for Python.
    """
    key = id(automaton), memory, event_driven
    if key in _kept:
        return _kept[key][1]
    validate(automaton, memory)
    text = python.code(automaton, event_driven=event_driven)
    file = f"{FILE}{automaton.name}{' on events' if event_driven else ''}>"
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
    function: Taken = names[python.function_name(automaton)]
    _kept[key] = automaton, function
    return function


def names_for(automaton: Automaton) -> dict[str, Any]:
    """The names that the text of the function takes for granted."""
    return {
        "refused": partial(refusal, automaton),
        "consistent": partial(refuse_overlap, automaton),
    }
