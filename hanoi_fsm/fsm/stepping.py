"""One step: the effect of an event on a state and a memory, straight from the definition.

Exploration, comparison and blame loop over `steps`, or over `follow`, which runs them; every engine
must agree with it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, BadMemory, FsmError, MachineStopped, one_line, shortened
from hanoi_fsm.fsm.inputs import received
from hanoi_fsm.fsm.memory import Firing, Memory, Value, frozen, lasting
from hanoi_fsm.fsm.notation import Transition

CANNOT_GO_ON = "the machine cannot go on"
SAME_KEY = "memories that behave differently have the same key(): let it tell them apart"


class GuardFailed(FsmError):
    """A guard that raised an exception."""


class Refused(MachineStopped):
    """No transition is enabled; the text, which evaluates the guards again, is made when shown."""

    def __str__(self) -> str:
        """Why no transition is enabled: the guards evaluated, and their answers."""
        automaton, memory, state, event = self.args
        at = where(state, event)
        transitions = automaton.transitions_for(state, event)
        if not transitions:
            if state in automaton.final or automaton.leaving(state):
                return f"no transition starts {at}"
            return f"no transition starts {at} (if it is final, draw it with two circles)"
        said: dict[bool | str, str] = {True: "is true", False: "is false"}
        asked = [
            f"{name} {said.get(answer, answer)}"
            for name, answer in answers(transitions, memory).items()
        ]
        return f"no transition is enabled {at} ({', '.join(asked)})"


class Overlap(MachineStopped):
    """Several transitions are enabled together; the first argument is the text before that."""

    def __str__(self) -> str:
        before, first, second = self.args[:3]
        return f"{before}two transitions are enabled, `{first}` and `{second}`"


class Step(NamedTuple):
    """The effect of one event: the transition taken, the memory after it and its output.

    Or the `error` that stopped it; then the transition is the culprit, if there is one. If the
    event raised others, which were read too, the transition leads to their target, and the `parts`
    are the automaton's transitions; `unlike` says what else was done.
    """

    transition: Transition | None
    memory: Memory
    output: Value = None
    error: BaseException | None = None
    parts: tuple[Transition, ...] = ()
    unlike: str = ""

    @property
    def taken(self) -> Transition:
        """The transition of a step that was not stopped."""
        assert self.transition is not None  # only a stopped step may lack one
        return self.transition

    @property
    def failure(self) -> str:
        """Why it was stopped, in words; "" if it was not."""
        if self.error is None:
            return ""
        return str(self.error) if isinstance(self.error, FsmError) else one_line(self.error)

    @property
    def placed_failure(self) -> str:
        """The failure, with the transition in which an action failed."""
        in_action = self.transition is not None and not isinstance(self.error, Overlap)
        return f"{self.failure} (in `{self.transition}`)" if in_action else self.failure


def steps(
    automaton: Automaton,
    state: str,
    memory: Memory,
    event: str,
    *,
    in_place: bool = False,
    key: tuple[Hashable] | None = None,
) -> list[Step]:
    """The effect of an event: one step per enabled transition, so more than one is an overlap.

    If none is enabled, or a guard raises, the only step has the error and no transition; a step
    whose action raises has both. Each step has its own memory, but `in_place` the last step changes
    `memory` itself. Given the memory's key in a tuple, guards that change it fail, or leave an
    output.

    >>> from hanoi_fsm.fsm.memory import NoMemory
    >>> lamp = Automaton.from_table("lamp", initial="off", table="off -> on : press")
    >>> [step.taken.target for step in steps(lamp, "off", NoMemory(), "press")]
    ['on']
    >>> [str(step.error) for step in steps(lamp, "on", NoMemory(), "press")]
    ["no transition starts in state 'on' on event 'press' (if it is final, draw it with two...)"]
    """
    memory.__state__, memory.output = state, None
    if memory.__free__:
        event = received(automaton, memory, event)
    if isinstance(memory, Firing):
        return [(memory if in_place else memory.copy()).__fire__(automaton, event)]
    try:
        transitions = enabled(automaton, state, memory, event)
    except BadMemory:
        raise
    except (Exception, SystemExit) as error:  # whatever a user's memory raises
        failed = GuardFailed(f"a guard {where(state, event)} raised {one_line(error)}")
        failed.__cause__ = error
        return [Step(None, memory, error=failed)]
    leaving = automaton.transitions_for(state, event) if key else ()
    guards = {guard.name for transition in leaving for guard in transition.guards}
    if guards and (vars(memory).get("output") is not None or (key_of(memory),) != key):
        name = f"the guard {' or '.join(sorted(guards))}"
        text = f"{name} changes the memory in state {shortened(state)}: guards may only look"
        return [Step(None, memory, error=GuardFailed(text))]
    if not transitions:
        return [Step(None, memory, error=Refused(automaton, memory, state, event))]
    last = transitions[-1] if in_place else None
    return [_taken(row, memory if row is last else twin(memory)) for row in transitions]


def next_step(
    automaton: Automaton,
    state: str,
    memory: Memory,
    event: str,
    key: tuple[Hashable] | None = None,
) -> Step:
    """Make a run's next step on `memory` itself; it may have the error that stops it; see `steps`.

    If transitions are enabled together, the transition with the fewest guards is blamed.
    """
    made = steps(automaton, state, memory, event, in_place=True, key=key)
    if len(made) == 1:
        return made[0]
    transitions = [step.taken for step in made]
    blamed = min(transitions, key=lambda transition: len(transition.guards))
    return Step(blamed, memory, error=Overlap("", *transitions))


def follow(
    automaton: Automaton, state: str, memory: Memory, events: Iterable[str]
) -> Iterator[Step]:
    """Yield the steps of a run, which change `memory`; the last step may have stopped it."""
    for event in events:
        made = next_step(automaton, state, memory, event)
        yield made
        if made.error is not None:
            return
        state = made.taken.target


def enabled(automaton: Automaton, state: str, memory: Memory, event: str) -> list[Transition]:
    """The transitions whose guards hold; a guard is evaluated once, and only if needed."""
    holding: list[Transition] = []
    known: dict[str, object] = {}
    for transition in automaton.by_state_and_event.get((state, event), ()):
        for name, negated in transition.label.guards:
            if name not in known:
                known[name] = memory.__word__(name)()
            wanted = not negated
            if known[name] is not wanted:
                break
        else:
            holding.append(transition)
    return holding


def _taken(transition: Transition, memory: Memory) -> Step:
    """Take a transition, which changes `memory`."""
    memory.__state__ = transition.source  # a copy is in no state
    try:
        for action in transition.actions:
            memory.__word__(action)()
        memory.__state__ = transition.target
        return Step(transition, memory, lasting(memory.output))
    except BadMemory:
        raise
    except (Exception, SystemExit) as error:  # whatever a user's memory raises
        return Step(transition, memory, None, error)


def where(state: str, event: str) -> str:
    """The state and the event, as a phrase in a message."""
    return f"in state {shortened(state)} on event {shortened(event)}"


def twin(memory: Memory) -> Memory:
    """A copy of a memory; raises `BadMemory` if its own `copy` returns anything else."""
    kind = type(memory).__name__
    copy: object = memory.copy()
    if isinstance(copy, Memory):
        return copy
    raise BadMemory(f"{kind}.copy returned {shortened(copy)}: return a {kind} that is equal now")


def key_of(memory: Memory) -> Hashable:
    """The key of a memory; raises `BadMemory` if it cannot be hashed."""
    kind = type(memory).__name__
    try:
        key = memory.key()
        hash(key)
        if type(memory).key is not Memory.key:
            with suppress(TypeError):  # a set in the key means that its order does not matter
                key = frozen(key)
    except TypeError as error:
        raise BadMemory(f"{kind}.key cannot be hashed ({error}): return a tuple") from error
    return key


class At:
    """A state with a memory; two are equal if their memories have the same `key`."""

    __slots__ = ("hash", "key", "memory", "state")

    def __init__(self, state: str, memory: Memory) -> None:
        self.state, self.memory = state, memory
        self.key = key_of(memory)
        self.hash = hash((state, self.key))

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, At) and self.state == other.state and self.key == other.key

    def step(self, automaton: Automaton, event: str) -> Step:
        """The step that a run makes from here, on a copy of the memory."""
        return next_step(automaton, self.state, twin(self.memory), event, (self.key,))

    def after(self, step: Step) -> At:
        """The state and memory after a step from here: the same if it was stopped."""
        return self if step.error else At(step.taken.target, step.memory)


def refusal(automaton: Automaton, memory: Memory, state: str, event: str) -> MachineStopped:
    """The error of a run that has no transition for an event."""
    return MachineStopped(f"{CANNOT_GO_ON}: {Refused(automaton, memory, state, event)}")


def refuse_overlap(automaton: Automaton, memory: Memory, state: str, event: str) -> None:
    """Raise `Overlap` if two transitions are enabled: their order must never decide."""
    try:
        transitions = enabled(automaton, state, memory, event)
    except Exception as error:  # the engine may skip that guard, or raises the error itself
        if memory.__free__ and isinstance(error, BadInput):
            raise  # without the value of an input, it is unknown
        return
    if len(transitions) > 1:
        raise Overlap(f"{CANNOT_GO_ON}: {where(state, event)} ", *transitions)


def answers(transitions: Iterable[Transition], memory: Memory) -> dict[str, bool | str]:
    """The guards of some transitions, each with its answer, or the reason that it has none."""
    guards = (guard for transition in transitions for guard in transition.guards)
    return {name: answer_of(memory, name) for name in dict.fromkeys(guard.name for guard in guards)}


def answer_of(memory: Memory, name: str) -> bool | str:
    """The answer of a guard, or the reason that it has none."""
    try:
        answer = memory.__word__(name)()
    except Exception as error:  # it may rely on an earlier guard
        return f"raises {one_line(error)}"
    if isinstance(answer, bool):
        return answer
    return f"answered {shortened(answer)}, expected True or False"
