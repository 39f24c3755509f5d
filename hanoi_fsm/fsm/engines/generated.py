"""The fast engine: the automaton as a generated Python function, which is made once and kept.

It takes the same transitions as the default engine and yields the same trace. `codegen.python` has
the text of the function; what `hanoi-fsm code` prints is what runs here.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from traceback import walk_tb
from typing import Any, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.codegen import python
from hanoi_fsm.fsm.codegen.flow_counts import all_counts
from hanoi_fsm.fsm.engines import (
    check_run,
    interrupted,
    refusal,
    refuse_clashes,
    refuse_overlap,
    until_final,
)
from hanoi_fsm.fsm.errors import BadInput
from hanoi_fsm.fsm.memory import Memory, contents_of
from hanoi_fsm.fsm.time_limit import CALL_LIMIT, OutOfTime
from hanoi_fsm.fsm.trace import ENGINE, GENERATED, Record, Views
from hanoi_fsm.fsm.validation import validate
from hanoi_fsm.fsm.values import lasting

FILE = "<generated: "
BLOCK = 256
"""The number of outputs in a list: few enough not to set off the cyclic garbage collector."""
Taken = Callable[..., Iterator[int]]
"""A generated function: the numbers of the transitions that are taken, as they are taken."""
_in_place: dict[Automaton, Taken] = {}


@contextmanager
def replaced(automaton: Automaton, function: Taken) -> Iterator[None]:
    """Within it, `function` runs wherever that of an equal automaton would be generated."""
    _in_place[automaton] = function
    try:
        yield
    finally:
        del _in_place[automaton]


class Itself(NamedTuple):
    """An automaton that is equal to itself only: the order of its transitions gives their numbers.

    To compare two automata would also take longer than to run most of them.
    """

    automaton: Automaton

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.automaton is other.automaton

    def __hash__(self) -> int:
        return id(self.automaton)


def compiled(automaton: Automaton, event_driven: bool) -> Taken:
    """The function of an automaton whose definition is valid, made once.

    Its text is shown in tracebacks, as that of any other function.
    """
    if _in_place and automaton in _in_place:
        return _in_place[automaton]
    return _compiled(Itself(automaton), event_driven)


@lru_cache(maxsize=256)
def _compiled(itself: Itself, event_driven: bool) -> Taken:
    automaton = itself.automaton
    text = python.code(automaton, event_driven=event_driven)
    file = f"{FILE}{automaton.name}{' on events' if event_driven else ''}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {
        "refused": partial(refusal, automaton),
        "consistent": partial(refuse_overlap, automaton),
    }
    try:
        exec(compile(text, file, "exec"), names)
    except (RecursionError, MemoryError) as error:  # Python nests the branches of one `if`
        raise BadInput(
            f"{automaton.name} is too large for the engine {GENERATED} ({automaton.sizes}): "
            f"use the engine {ENGINE}"
        ) from error
    function: Taken = names[python.function_name(automaton)]
    return function


class Engine:
    """A generated function on its memory; the definition is validated once."""

    def __init__(self, automaton: Automaton, memory: Memory) -> None:
        validate(automaton, type(memory))
        refuse_clashes(automaton, memory)
        self.automaton, self.memory = automaton, memory

    def run(
        self, events: Iterable[str] | None = None, *, state: str | None = None, views: Views = False
    ) -> Iterator[Record]:
        return self._records(self.taken(events, state=state), views)

    def taken(
        self, events: Iterable[str] | None = None, *, state: str | None = None
    ) -> Iterator[int]:
        """The number of each transition taken; after each the memory has its output.

        For those who need no records. Raises as `run` does, within `stopping()`.
        """
        memory = self.memory
        memory.state = state = check_run(self.automaton, events, state)
        return limited(compiled(self.automaton, self._driven(events))(*self._given(events, state)))

    def blocks(self, most: int) -> Iterator[list[Any]]:
        """The outputs of at most `most` events, in lists; None for an event without an output.

        The run continues from the state of the memory. After each list the memory is as after the
        list's last event, except for its output. The lists end a few events before `most`, and
        there are none if the memory's methods cannot be inlined: continue with `taken` for the
        rest. Raises as `taken` does, after the outputs that precede the error.
        """
        from hanoi_fsm.fsm.engines.inlined import form

        automaton, memory = self.automaton, self.memory
        check_run(automaton, None, memory.state)
        most -= len(automaton.states)  # as a list may be longer by a round
        if CALL_LIMIT.is_ticking or most < BLOCK:
            return
        found = form(automaton, memory, counting=False)
        while found and most >= BLOCK and memory.state not in automaton.final:
            made: list[Any] = []
            error = None
            try:
                self._uninterrupted(found.function, made, BLOCK)
            except Exception as caught:
                error = caught
            most -= len(made)
            yield made
            if error:
                raise error

    def _uninterrupted(self, function: Callable[..., Any], *given: Any) -> Any:
        """Call a function with inlined methods, from the state of the memory on."""
        memory = self.memory
        memory.output = None
        try:
            return function(memory, *given, state=memory.state)
        except StopIteration as error:
            raise interrupted(error, memory.state, self._event_of(error)) from error

    def _driven(self, events: Iterable[str] | None) -> bool:
        return not (events is None and self.automaton.autonomous)

    def _given(self, events: Iterable[str] | None, state: str) -> tuple[Any, ...]:
        """What the function is called with."""
        memory = self.memory
        if not self._driven(events):
            return memory, state
        return memory, until_final(self.automaton, memory) if events is None else events, state

    def counts(self, state: str | None = None) -> list[int]:
        """How often each transition is taken in a run to the end, in their order.

        The memory is left as it is then, but for its output. Raises as `run` does, and
        `BadInput` for an automaton that needs events.
        """
        from hanoi_fsm.fsm.engines.inlined import form

        automaton, memory = self.automaton, self.memory
        memory.state = first = check_run(automaton, None, state)
        found = None if CALL_LIMIT.is_ticking else form(automaton, memory, counting=True)
        counts = [0] * len(automaton.transitions)
        with self.stopping():
            if found is None:
                for number in self.taken(state=first):
                    counts[number] += 1
                memory.output = None
                return counts
            known = self._uninterrupted(found.function)
        return all_counts(automaton, known, first, memory.state)

    @contextmanager
    def stopping(self) -> Iterator[None]:
        """Where a guard or an action takes too long, or would end a generator: `MachineStopped`."""
        try:
            yield
        except OutOfTime as error:
            raise interrupted(error, self.memory.state, self._event_of(error)) from error
        except RuntimeError as error:
            ended = error.__cause__
            if not isinstance(ended, StopIteration):
                raise
            raise interrupted(ended, self.memory.state, self._event_of(ended)) from ended

    def _event_of(self, error: BaseException) -> str:
        """The event that was being dealt with: what the function's own frame says."""
        for frame, _ in walk_tb(error.__traceback__):
            if frame.f_code.co_filename.startswith(FILE):
                return str(frame.f_locals.get("event", self.automaton.events[0]))
        return self.automaton.events[0]

    def _records(self, taken: Iterable[int], views: Views) -> Iterator[Record]:
        memory, transitions, new = self.memory, self.automaton.transitions, tuple.__new__
        with self.stopping():
            for event, number in enumerate(taken, 1):
                view = memory.show() if views else None
                held = contents_of(memory) if views == "contents" else None
                # `Record(...)` would take three times as long.
                yield new(Record, (event, transitions[number], lasting(memory.output), view, held))


def limited(taken: Iterator[int]) -> Iterator[int]:
    """The same; while a user's file is run, each event has its limit of time."""
    return _one_by_one(taken) if CALL_LIMIT.is_ticking else taken


def _one_by_one(taken: Iterator[int]) -> Iterator[int]:
    while True:
        with CALL_LIMIT:
            number = next(taken, None)
        if number is None:
            return
        yield number
