"""A machine of the `transitions` library as an automaton and a memory.

The library tries the transitions of a trigger in order and takes the first whose conditions hold.
An automaton has no such order: each transition gets the guards that exclude the earlier ones, and
one that an earlier transition always precedes is left out. The order of the callbacks is the
library's: before, on_exit, on_enter, after.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

import transitions

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadMemory, DefinitionError
from hanoi_fsm.fsm.memory import RESERVED, Memory
from hanoi_fsm.fsm.model_memory import (
    Answers,
    Callbacks,
    Model,
    ModelMemory,
    memory_class,
    stand_in,
)
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.fsm.unconvertible import (
    callback_name,
    of_callbacks,
    of_machine,
    of_names,
    of_rows,
    triggers,
)

_MOST_ROWS = 1000
"""More rows than this are not written for one trigger in one state."""

Choice = dict[str, bool]
"""What guards must answer, by their names."""


def from_transitions(
    machine: transitions.Machine,
    *,
    name: str | None = None,
    observe: Callable[[Any], object] | None = None,
) -> tuple[Automaton, Callable[[], Memory]]:
    """The automaton of a machine, and a function that makes a fresh memory for it.

    The model is taken as it is now: its data, and its state as the initial one. The output after
    each event is `observe(model)`, or the name of the state that the model is in. A trigger that a
    state ignores (`ignore_invalid_triggers`) is a transition to itself. Automatic `to_<state>`
    triggers are left out.

    Conditions should only look: they may be asked more often than by the library, and in
    explorations all of them are asked. Raises `DefinitionError`, whose `faults` name each thing of
    the machine that an automaton has no place for.
    """
    title = name or machine.name.removesuffix(": ")
    _raise(title or "machine", of_machine(machine))
    model = machine.model
    title = title or type(model).__name__
    _raise(title, chain(of_callbacks(machine), of_names(machine)))
    return _Conversion(machine, title, observe).result()


def _raise(name: str, faults: Iterable[str]) -> None:
    found = list(dict.fromkeys(faults))
    if found:
        raise DefinitionError(name, found)


class _Conversion:
    """One machine on its way; `actions` and `guards` are the words of its memory."""

    def __init__(
        self,
        machine: transitions.Machine,
        title: str,
        observe: Callable[[Any], object] | None,
    ) -> None:
        self.machine, self.title, self.model = machine, title, machine.model
        states = {state.name: state.value for state in machine.states.values()}
        attribute = machine.model_attribute
        library = _library_attributes(self.model)
        kind = stand_in(self.model, states, attribute)
        self.about = Model(kind, attribute, states, library, observe)
        events = list(dict.fromkeys(event for event, _, _ in triggers(machine)))
        self.taken = {*RESERVED, *dir(ModelMemory), *ModelMemory.__annotations__, *events}
        self.guards = self._guards()
        self.actions = self._actions()

    def result(self) -> tuple[Automaton, Callable[[], Memory]]:
        """The automaton and the function that makes its memories."""
        rows = list(self._rows())
        states = tuple(self.machine.states)
        final = frozenset(state.name for state in self.machine.states.values() if state.final)
        initial = self.machine.get_model_state(self.model).name
        words = {word: answers for answers, word in self.guards.items()}
        memory = memory_class(self.about, words, {word: c for c, word in self.actions.items()})
        _raise(self.title, of_rows(rows))
        try:
            original = memory(self.model, initial)
            original.key()
        except BadMemory as error:
            raise DefinitionError(self.title, [str(error)]) from error
        automaton = Automaton(self.title, states, initial, final, tuple(rows), self.title)
        return automaton, original.copy

    def _word(self, name: str) -> str:
        """A name that neither an event nor the memory itself has."""
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name

    def _guards(self) -> dict[Answers, str]:
        asked: dict[str, set[bool]] = {}
        for _, _, found in triggers(self.machine):
            for condition in chain.from_iterable(each.conditions for each in found):
                asked.setdefault(callback_name(condition.func, self.model), set()).add(
                    condition.target
                )
        bound = [name for name in asked if type(vars(self.model).get(name)) is partial]
        every = [
            Answers(name, True in ways, False in ways)
            for name, ways in asked.items()
            if name not in bound
        ]
        return {answers: self._word(answers.name) for answers in every}

    def _actions(self) -> dict[Callbacks, str]:
        every = [self._callbacks(each) for _, _, found in triggers(self.machine) for each in found]
        different = [calls for calls in dict.fromkeys(every) if calls.before or calls.after]
        names = {calls: "_then_".join([*calls.before, *calls.after]) for calls in different}
        often = Counter(names.values())
        for calls, name in names.items():
            if often[name] > 1 and calls.target is not None:
                names[calls] = f"{name}_to_" + re.sub(r"\W", "_", calls.target)
        return {calls: self._word(name) for calls, name in names.items()}

    def _callbacks(self, transition: transitions.Transition) -> Callbacks:
        """What a transition calls, in the library's order."""
        machine, dest = self.machine, transition.dest
        before, after = list(transition.before), list(transition.after)
        if dest is not None:
            before += _of_state(machine, transition.source, "on_exit")
            after = [*_of_state(machine, dest, "on_enter"), *after]
        names = [
            tuple(callback_name(each, self.model) for each in calls) for calls in (before, after)
        ]
        if not after or dest is None:
            return Callbacks(names[0] + names[1])
        return Callbacks(names[0], dest, names[1])

    def _rows(self) -> Iterator[Transition]:
        taken = set()
        for event, source, found in triggers(self.machine):
            taken.add((source, event))
            left: list[Choice] = [{}]
            for transition in found:
                asked = self._asked(transition)
                target = source if transition.dest is None else transition.dest
                for choice in both(left, asked):
                    guards = tuple(Guard(name, not answer) for name, answer in choice.items())
                    action = self.actions.get(self._callbacks(transition))
                    yield Transition(source, target, Label(event, guards, action))
                left = neither(left, asked)
                if len(left) > _MOST_ROWS:
                    _raise(self.title, [f"trigger {event!r} in {source!r}: too many conditions"])
        yield from self._ignored(taken)

    def _asked(self, transition: transitions.Transition) -> list[tuple[str, bool]]:
        """What a transition asks; `is_<state>()` is answered here, by an impossible [x & !x]."""
        words = {answers.name: word for answers, word in self.guards.items()}
        asked = []
        for each in transition.conditions:
            name = callback_name(each.func, self.model)
            if name in words:
                asked.append((words[name], each.target))
            elif self._is_state(name, transition.source) is not each.target:
                return [(name, True), (name, False)]
        return asked

    def _is_state(self, name: str, source: str) -> bool:
        return bool(vars(self.model)[name].args[0] == self.about.states.get(source))

    def _ignored(self, taken: set[tuple[str, str]]) -> Iterator[Transition]:
        events = dict.fromkeys(event for event, _, _ in triggers(self.machine))
        for state in self.machine.states.values():
            ignores = state.ignore_invalid_triggers
            if self.machine.ignore_invalid_triggers if ignores is None else ignores:
                for event in events:
                    if (state.name, event) not in taken:
                        yield Transition(state.name, state.name, Label(event))


def _of_state(machine: transitions.Machine, state: str, callbacks: str) -> list[Any]:
    """The callbacks of a state; the library misses an unknown state only when it gets there."""
    return list(getattr(machine.states[state], callbacks)) if state in machine.states else []


def _library_attributes(model: object) -> frozenset[str]:
    """The attributes that the library keeps in a model that is its own machine."""
    for kind in type(model).__mro__:
        if issubclass(kind, transitions.Machine) and kind.__module__.startswith("transitions."):
            return frozenset(vars(kind(model=None, initial=None)))
    return frozenset()


def both(choices: Iterable[Choice], asked: Iterable[tuple[str, bool]]) -> list[Choice]:
    """The choices in which the guards answer as asked too.

    >>> both([{"a": True}, {"b": False}], [("b", True)])
    [{'a': True, 'b': True}]
    """
    asked = list(asked)
    grown = [{**choice, **dict(asked), **choice} for choice in choices]
    return [choice for choice in grown if all(choice[name] is answer for name, answer in asked)]


def neither(choices: Iterable[Choice], asked: Iterable[tuple[str, bool]]) -> list[Choice]:
    """What is left of the choices where some guard does not answer as asked, without overlaps.

    >>> neither([{}], [("a", True), ("b", True)])
    [{'a': False}, {'a': True, 'b': False}]
    """
    asked, left = list(asked), []
    for choice in choices:
        if not both([choice], asked):
            left.append(choice)
            continue
        grown = dict(choice)
        for name, answer in dict(asked).items():
            if name not in grown:
                left.append({**grown, name: not answer})
                grown[name] = answer
    return left
