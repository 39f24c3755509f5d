"""The effect of one event on a machine, directly from the definition, without an engine.

Every engine must agree with it; exploration and conformance are built on it.
"""

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadAction, BadMemory, HanoiError, shortened
from hanoi_fsm.fsm.exception_origin import one_line
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.notation import Transition
from hanoi_fsm.fsm.time_limit import CALL_LIMIT, OutOfTime, too_long
from hanoi_fsm.fsm.values import lasting


class GuardFailed(HanoiError):
    """A guard that raised an exception."""


class Step(NamedTuple):
    """One transition taken: the memory after it and its output, or the error that stopped it."""

    transition: Transition
    memory: Memory
    output: Any = None
    error: Exception | None = None

    @property
    def failure(self) -> str:
        error = self.error
        return one_line(error) if error and not isinstance(error, HanoiError) else str(error)


def take(transition: Transition, memory: Memory) -> Step:
    """Take a transition on `memory`, which changes in place."""
    memory.output = None
    try:
        with CALL_LIMIT:
            if transition.action:
                getattr(memory, transition.action)()
            memory.state = transition.target
            return Step(transition, memory, lasting(memory.output))
    except OutOfTime as error:
        return Step(transition, memory, None, BadAction(f"the action {too_long(error)}"))
    except Exception as error:  # whatever a user's memory raises
        return Step(transition, memory, None, error)


def enabled(automaton: Automaton, state: str, memory: Memory, event: str) -> list[Transition]:
    """The transitions whose guards hold; more than one is an overlap.

    Raises `GuardFailed`, whatever a guard raises.
    """
    memory.state = state
    try:
        with CALL_LIMIT:
            return automaton.enabled(state, event, memory)
    except OutOfTime as error:
        raise GuardFailed(f"a guard {where(state, event)} {too_long(error)}") from error
    except Exception as error:  # whatever a user's memory raises
        raised = f"raised {one_line(error)}"
        raise GuardFailed(f"a guard {where(state, event)} {raised}") from error


def where(state: str, event: str) -> str:
    """The place of an event in a message."""
    return f"in state {state!r} on event {shortened(event)}"


def twin(memory: Memory) -> Memory:
    """A copy of a memory; `BadMemory` if its own `copy` returns anything else."""
    kind = type(memory).__name__
    try:
        with CALL_LIMIT:
            copy: object = memory.copy()
    except OutOfTime as error:
        raise BadMemory(f"{kind}.copy {too_long(error)}") from error
    if isinstance(copy, Memory):
        return copy
    raise BadMemory(f"{kind}.copy returned {shortened(copy)}: return a {kind} that is equal now")


def key_of(memory: Memory) -> Hashable:
    """The key of a memory; `BadMemory` if it cannot be hashed."""
    kind = type(memory).__name__
    try:
        with CALL_LIMIT:
            key = memory.key()
            hash(key)
    except OutOfTime as error:
        raise BadMemory(f"{kind}.key {too_long(error)}") from error
    except TypeError as error:
        raise BadMemory(f"{kind}.key cannot be hashed ({error}): return a tuple") from error
    return key


def at_once(found: Sequence[Transition]) -> str:
    """Of several enabled transitions the first two, in words."""
    return f"two transitions at once, `{found[0]}` and `{found[1]}`"


def why_refused(automaton: Automaton, memory: Memory, state: str, event: str) -> str:
    """Why no transition is enabled: the guards evaluated, and their answers."""
    at = where(state, event)
    transitions = automaton.transitions_for(state, event)
    if not transitions:
        return f"no transition starts {at}"
    asked = dict.fromkeys(guard.name for one in transitions for guard in one.guards)
    answers = ", ".join(f"{name} {_answer(memory, name)}" for name in asked)
    return f"no transition is enabled {at} ({answers})"


def _answer(memory: Memory, name: str) -> str:
    try:
        answer = getattr(memory, name)()
        if isinstance(answer, bool):
            return f"is {str(answer).lower()}"
        return f"answered {shortened(answer)}, expected True or False"
    except Exception as error:  # it may need an earlier guard to be safe
        return f"raises {one_line(error)}"
