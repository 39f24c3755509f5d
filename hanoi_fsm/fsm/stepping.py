"""What one event does to a machine, straight from the definition: no engine, no library.

It is the meaning that every engine must agree with, and what exploration and conformance walk by.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import HanoiError, shortened
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition


class Step(NamedTuple):
    """One transition taken: the memory after it and its output, or what its action raised."""

    transition: Transition
    memory: Memory
    output: Any = None
    error: Exception | None = None

    @property
    def failure(self) -> str:
        """What the action raised, in words."""
        error = self.error
        return str(error) if isinstance(error, HanoiError) else f"{type(error).__name__}: {error}"


def take(transition: Transition, memory: Memory) -> Step:
    """Carry out a transition on `memory`, which changes in place."""
    memory.output = None
    try:
        if transition.action:
            getattr(memory, transition.action)()
        memory.state = transition.target
        return Step(transition, memory, memory.output)
    except Exception as error:  # whatever somebody's memory raises is a fault of that memory
        return Step(transition, memory, None, error)


def steps(automaton: Automaton, state: str, memory: Memory, event: str) -> Iterator[Step]:
    """Every enabled transition, each taken on a copy of `memory`; more than one is an overlap."""
    memory.state = state
    for transition in automaton.enabled(state, event, memory):
        yield take(transition, memory.copy())


def why_refused(automaton: Automaton, memory: Memory, state: str, event: str) -> str:
    """Why no transition is enabled: the guards that were asked, and their answers."""
    transitions = automaton.transitions_for(state, event)
    if not transitions:
        return f"no transition starts in state {state!r} on event {shortened(event)}"
    asked = dict.fromkeys(guard.name for row in transitions for guard in row.guards)
    answers = ", ".join(f"{name} is {str(getattr(memory, name)()).lower()}" for name in asked)
    return f"no guard fits in state {state!r} on event {shortened(event)} ({answers})"
