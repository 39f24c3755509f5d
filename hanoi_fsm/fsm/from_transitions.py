"""A machine of the `transitions` library as an automaton and a memory.

Each transition keeps the conditions that its author wrote, so that exploration can find what the
library never reports: transitions that are enabled together, cases that none covers, transitions
that are never taken. The order of the callbacks is the library's: before, on_exit, on_enter, after.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import transitions

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadInput, DefinitionError, shortened
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.model_memory import Vocabulary
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.fsm.unconvertible import of_callbacks, of_machine, of_transitions, triggers

_MOST_ALTERNATIVES = 1000  # a fallback that needs more transitions than this stays as it is
Guards = tuple[Guard, ...]


def from_transitions(
    machine: transitions.Machine, *, observe: Callable[[Any], object] | None = None
) -> tuple[Automaton, Callable[[], Memory]]:
    """The automaton of a machine, and a function that makes a fresh memory for it.

    The model is taken as it is now: its data, and its state as the initial one. The output after
    each event is `observe(model)`, by default the model's state. A trigger that a state ignores
    (`ignore_invalid_triggers`) is a transition to itself; automatic `to_<state>` triggers are left
    out. Raises `DefinitionError` with a fault for each thing that cannot be converted, and
    `BadMemory` for a model that cannot be copied.

    The library takes the first transition whose conditions hold. A later transition whose guards
    are a subset of an earlier one's is its fallback: it is given the negation of the earlier one's
    extra guards; all others stay as they are. Exploration evaluates every condition, so conditions
    must have no side effects.
    """
    if not isinstance(machine, transitions.Machine):
        given = shortened(machine)
        raise BadInput(f"from_transitions takes a Machine of transitions, got {given}")
    title = machine.name.removesuffix(": ") or type(machine.model).__name__
    _raise(title, of_machine(machine))
    _raise(title, of_callbacks(machine))
    words = Vocabulary(machine, observe)
    found = (*_explicit(machine, words), *_ignored(machine))
    _raise(title, of_transitions(found))
    initial = machine.get_model_state(machine.model).name
    memory = words.memory()(machine.model, initial)
    memory.key()  # raises now if the data cannot be compared
    final = frozenset(state.name for state in machine.states.values() if state.final)
    return Automaton(title, tuple(machine.states), initial, final, found, title), memory.copy


def _raise(title: str, faults: Iterable[str]) -> None:
    if found := list(dict.fromkeys(faults)):
        raise DefinitionError(title, found)


def _explicit(machine: transitions.Machine, words: Vocabulary) -> Iterator[Transition]:
    for event, source, found in triggers(machine):
        earlier: list[Guards] = []
        for each in found:
            asked = [Guard(words.guard(one), not one.target) for one in each.conditions]
            guards, action = tuple(dict.fromkeys(asked)), words.action(each)
            target = source if each.dest is None else each.dest
            for alternative in alternatives(guards, earlier):
                yield Transition(source, target, Label(event, alternative, action))
            earlier.append(guards)


def _ignored(machine: transitions.Machine) -> Iterator[Transition]:
    known = {(event, source): True for event, source, _ in triggers(machine)}
    for state in machine.states.values():
        ignores = state.ignore_invalid_triggers
        if machine.ignore_invalid_triggers if ignores is None else ignores:
            for event in dict.fromkeys(event for event, _ in known):
                if (event, state.name) not in known:
                    yield Transition(state.name, state.name, Label(event))


def alternatives(guards: Guards, earlier: Iterable[Guards]) -> list[Guards]:
    """The guards of a transition after `earlier` ones of the same trigger and state.

    Of an earlier one that asks for all that it asks for, and for more, it is the fallback.

    >>> a, b, c = Guard("a"), Guard("b"), Guard("c")
    >>> [" & ".join(map(str, each)) for each in alternatives((c,), [(a, b, c), (a,)])]
    ['c & !a', 'c & a & !b']
    """
    choices = [guards]
    for other in earlier:
        if set(guards) < set(other) and len(choices) < _MOST_ALTERNATIVES:
            choices = [each for choice in choices for each in _but_not(choice, other)]
    return choices or [guards]


def _but_not(choice: Guards, other: Guards) -> Iterator[Guards]:
    """The choice where not all of the other guards hold, in parts that exclude each other."""
    opposites = [guard._replace(negated=not guard.negated) for guard in other]
    if not set(opposites).isdisjoint(choice):
        yield choice
        return
    for guard, opposite in zip(other, opposites, strict=True):
        if guard not in choice:
            yield (*choice, opposite)
            choice = (*choice, guard)
