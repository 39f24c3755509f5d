"""A machine of the `transitions` library as an automaton, and as a memory on which it runs.

The form is taken of every flat machine: its transitions in the library's order, conditions as
guards, callbacks as actions by their names. Nothing of somebody's machine runs unless that is asked
for: conditions are inputs. Where it is, a memory holds a copy of the model on which the library
itself fires each event (`fired`).
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from inspect import iscoroutinefunction
from itertools import chain, compress, count, product
from typing import Any, NamedTuple

import transitions

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import (
    BadInput,
    ConversionWarning,
    DefinitionError,
    UnknownName,
    listed,
    nearest,
)
from hanoi_fsm.fsm.finding import Assumption, Finding
from hanoi_fsm.fsm.fired import Call, Fired, Works, assigned, callbacks_of
from hanoi_fsm.fsm.memory import Memory, Uncalled
from hanoi_fsm.fsm.notation import ELSE, Guard, Row, contradict

Model = Any  # that of a caller's machine
Observe = Callable[[Model], object]
Arguments = Mapping[str, Sequence[Sequence[object] | Mapping[str, object]]]
"""Of each event the arguments to try: tuples, or dicts of those that are given by name."""


class Converted(NamedTuple):
    """A machine of the library as an automaton, with a function that makes its memories.

    The `suspects` are likely mistakes that the library does not report.
    """

    automaton: Automaton
    memory: Callable[[], Memory]
    suspects: tuple[Finding, ...] = ()
    assumptions: tuple[Assumption, ...] = ()


def from_transitions(
    machine: transitions.Machine,
    *,
    run: bool = False,
    observe: Observe | None = None,
    arguments: Arguments | None = None,
    automatic: bool = False,
) -> tuple[Automaton, Callable[[], Memory]]:
    """The automaton of a machine, and a function that makes a fresh memory for it.

    The options are those of `Machine.from_transitions`; where nothing is `run`, the memory is
    `Uncalled`. Each assumption is a `ConversionWarning`. Raises as that method does.
    """
    converted = convert(machine, run=run, observe=observe, arguments=arguments, automatic=automatic)
    for assumption in converted.assumptions:
        said = f"{converted.automaton.name}: {assumption}"
        warnings.warn(said, ConversionWarning, stacklevel=2)
    return converted.automaton, converted.memory


def convert(
    machine: transitions.Machine,
    *,
    run: bool = False,
    observe: Observe | None = None,
    must_run: bool = False,
    arguments: Arguments | None = None,
    automatic: bool = False,
) -> Converted:
    """A machine as its form, or if it is `run` with its behaviour.

    Raises `DefinitionError` for nested states, and if it `must_run` but cannot.
    """
    if not isinstance(machine, transitions.Machine) or "events" not in vars(machine):
        given = type(machine).__name__
        raise BadInput(f"from_transitions takes a Machine of transitions, got {given}")
    title = machine.name.removesuffix(": ")
    if not title:
        title = type(machine.models[0] if machine.models else machine).__name__
    nested = [state.name for state in machine.states.values() if getattr(state, "states", None)]
    if nested or not isinstance(machine.initial, str | None):
        about = listed(nested) or "several initial states"
        fault = f"nested states ({about}): write a plain state such as b_c for each nested one"
        raise DefinitionError(title, [fault])
    calls = dict(_calls(machine, arguments or {}))
    if not run:
        if must_run or observe is not None or calls:
            needs = "a specification, `observe` and `arguments` need callbacks that run"
            raise DefinitionError(title, [f"{needs}: pass `run=True`"])
        text = "conditions are inputs and callbacks names (`run=True` calls them on a copy)"
        return _form(machine, title, automatic)._replace(assumptions=(Assumption(text),))
    if faults := _unfit(machine):
        if must_run:
            raise DefinitionError(title, faults)
        text = f"conditions are inputs and callbacks names: {listed(faults, 150, '; ')}"
        return _form(machine, title, automatic)._replace(assumptions=(Assumption(text),))
    return _running(machine, title, Works(machine, calls, observe), automatic)


def _calls(machine: transitions.Machine, arguments: Arguments) -> Iterator[tuple[str, Call]]:
    """The events with arguments, by the names that they have, such as `deposit(5)`."""
    for event, lists in arguments.items():
        if event not in machine.events:
            raise UnknownName.among("event", event, [*machine.events])
        for given in lists:
            by_name = given if isinstance(given, Mapping) else {}
            args = () if by_name else tuple(given)
            words = [*map(repr, args), *(f"{name}={value!r}" for name, value in by_name.items())]
            yield f"{event}({', '.join(words)})", (event, args, by_name)


def _unfit(machine: transitions.Machine) -> list[str]:
    """Why a machine cannot be run on copies of its model; nothing if it can."""
    if not machine.models:
        return ["it has no model"]
    faults = [
        f"the callback {_name_of(one)} assigns to {name}, outside the model"
        for one in callbacks_of(machine)
        if (name := assigned(one, machine.models[0]))
    ]
    if iscoroutinefunction(machine.transition_cls.execute):
        faults.append("async machines are form only")
    if any(hasattr(state, "retry_counts") for state in machine.states.values()):
        faults.append("states with retries count by model")
    if unknown := _unknown(machine):
        faults.append(f"unknown states {listed(sorted(unknown))}")
    return list(dict.fromkeys(faults))


def _running(machine: transitions.Machine, title: str, works: Works, automatic: bool) -> Converted:
    """The machine whose memories run."""
    form, names = _formed(works.machine, title, automatic, works.calls)
    works.automaton, works.made = form.automaton, names.made
    works.word, works.callbacks, works.early = names.known, names.callbacks, names.early
    memory = works.memory()
    memory.key()  # raises now if the data cannot be compared
    kind = type(machine.models[0]).__name__
    texts = [
        f"its callbacks run on copies of {kind}; their effects outside, such as files, are real"
    ]
    if works.left_out:
        texts.append(f"{listed(works.left_out)} cannot be copied: left out of what is compared")
    if any(hasattr(state, "timeout") for state in machine.states.values()):
        texts.append("timeouts never elapse")
    if len(machine.models) > 1:
        texts.append(f"of its {len(machine.models)} models the first one runs")
    return form._replace(memory=memory.copy, assumptions=tuple(map(Assumption, texts)))


def _form(machine: transitions.Machine, title: str, automatic: bool) -> Converted:
    return _formed(machine, title, automatic, {})[0]


def _formed(
    machine: transitions.Machine, title: str, automatic: bool, calls: Mapping[str, Call]
) -> tuple[Converted, "_Names"]:
    """The machine without its callbacks, of which only the names are left, and these names."""
    written = _written(machine, automatic)
    names = _Names(machine, written, calls)
    initial = machine.initial or ""
    if len(machine.models) == 1:
        current = getattr(machine.models[0], machine.model_attribute, initial)
        initial = str(getattr(current, "name", current))
    rows = tuple(names.rows())
    final = frozenset(state.name for state in machine.states.values() if state.final)
    automaton = Automaton(
        title,
        tuple(machine.states),
        initial,
        final,
        rows,
        title,
        entry=names.entry,
        exit=names.exit,
    )
    automaton = replace(automaton, ordered=bool(automaton.overlapping))
    is_taken = [
        bool(parts) and not contradict(row.guards, row.guards)
        for row, parts in zip(rows, automaton.flat, strict=True)
    ]
    never = [row for row, taken in zip(rows, is_taken, strict=True) if not taken]
    automaton = replace(automaton, rows=tuple(compress(rows, is_taken)))
    suspects = (*_suspects(machine, names.texts), *map(_never, never))
    return Converted(automaton, Uncalled, suspects), names


def _never(row: Row) -> Finding:
    text = f"`{row}` is never taken, as one of its competitors always is: it is left out"
    return Finding("used", text, row)


def _unknown(machine: transitions.Machine) -> set[str]:
    """The names in transitions that no state has."""
    every = machine.get_transitions()
    named = {*(row.source for row in every), *(row.dest or row.source for row in every)}
    return named - machine.states.keys()


def _suspects(machine: transitions.Machine, callbacks: Iterable[str]) -> tuple[Finding, ...]:
    """Hidden triggers, states with no comma between them, and `callbacks` that do not exist."""
    unknown = _unknown(machine)
    texts = []
    for state, first in product(machine.states, unknown | machine.states.keys()):
        second = state.removeprefix(first)
        both = {first, second} - machine.states.keys()
        if state == first + second and both and both <= unknown:
            texts.append(f"the state {state!r} is {first!r} and {second!r} without a comma")
    for model in machine.models if all(map(_is_plain, map(type, machine.models))) else ():
        kind = type(model).__name__
        defined = {*dir(type(model)), *vars(model)}
        hidden = defined.intersection(_written(machine)) - vars(model).keys()
        if not machine.model_override:
            texts += [
                f"{kind}.{name} hides the trigger {name!r}: rename one" for name in sorted(hidden)
            ]
        for name in callbacks:
            if name not in defined and "." not in name:
                similar = nearest(name, sorted(defined))
                hint = f"did you mean {similar!r}?" if similar else "define it"
                texts.append(f"{kind} does not define the callback {name!r}: {hint}")
    return tuple(Finding("definition", text) for text in dict.fromkeys(texts))


def _is_nesting(machine: transitions.Machine) -> bool:
    """Whether its states might have children: then their names have a separator."""
    return hasattr(machine.state_cls, "separator")


def _is_plain(kind: type) -> bool:
    """Whether the objects of a class have all their attributes in their `__dict__`."""
    asks = getattr(kind, "__getattr__", None) not in (None, transitions.Machine.__getattr__)
    slots = any(vars(base).get("__slots__") for base in kind.__mro__)
    return kind.__dictoffset__ != 0 and not asks and not slots


def _written(
    machine: transitions.Machine, automatic: bool = False
) -> dict[str, list[transitions.Transition]]:
    """The transitions by their triggers, with the `automatic` ones or without."""
    is_usual = machine.model_attribute == "state" or _is_nesting(machine)
    prefix = "to_" if is_usual else f"to_{machine.model_attribute}_"
    states = machine.states if machine.auto_transitions and not automatic else ()
    left_out = {prefix + state for state in states}
    return {
        name: [*chain.from_iterable(event.transitions.values())]
        for name, event in machine.events.items()
        if name not in left_out
    }


def _ignored(machine: transitions.Machine, name: str) -> Iterator[str]:
    """The states that ignore a trigger."""
    for state in machine.states.values():
        own = state.ignore_invalid_triggers
        ignores = machine.ignore_invalid_triggers if own is None else own
        if ignores and not machine.events[name].transitions.get(state.name):
            yield state.name


def _on_enter(machine: transitions.Machine, state: transitions.State) -> list[Any]:
    return [*state.on_enter, *(machine.on_final if state.final else ())]


def _name_of(callback: object) -> str:
    """The name of a callback: the text, or the name of its function or class."""
    function = getattr(callback, "func", callback)
    named = function if isinstance(function, str) else type(function).__name__
    return str(getattr(function, "__name__", named))


class _Names:
    """The names of callbacks that are not run, in the library's order.

    The callbacks of a state are its own `entry` and `exit` actions unless others run between: on
    the way in or out of a state, or where a transition neither leaves nor enters it.
    """

    def __init__(
        self,
        machine: transitions.Machine,
        written: Mapping[str, list[transitions.Transition]],
        calls: Mapping[str, Call],
    ) -> None:
        self.machine, self.models, self.written = machine, [*machine.models], written
        self.events = {name: [one for one in calls if calls[one][0] == name] for name in written}
        self.words: dict[tuple[str, object], dict[str, str]] = {}
        self.callbacks: dict[str, object] = {}
        self.texts: dict[str, None] = {}  # of callbacks that are written as texts
        self.early: set[str] = set()
        self.made: dict[int, Row] = {}
        """The row of each transition, by its identity."""
        every = [*chain.from_iterable(written.values())]
        inside = {transition.source for transition in every if transition.dest is None}
        inside.update(*(_ignored(machine, name) for name in written))
        inside.update(source for name in written for source, _ in self._waiting(name))
        self.before: dict[int, list[Any]] = {}
        for rivals in (
            rows for event in machine.events.values() for rows in event.transitions.values()
        ):
            prepared = [*machine.prepare_event]
            for each in rivals:
                prepared += each.prepare
                self.before[id(each)] = [*prepared, *machine.before_state_change, *each.before]
        leaving = {each.source for each in every if self.before[id(each)]}
        entering = {each.dest or "" for each in every if self._after(each)}
        states = machine.states.items()
        self.exit = {
            name: self._named(state.on_exit)
            for name, state in states
            if name not in inside | leaving
        }
        self.entry = {
            name: self._named(_on_enter(machine, state))
            for name, state in states
            if name not in inside | entering
        }

    def _after(self, transition: transitions.Transition) -> list[Any]:
        """The callbacks after the state was entered."""
        machine = self.machine
        return [*transition.after, *machine.after_state_change, *machine.finalize_event]

    def rows(self) -> Iterator[Row]:
        """The rows of the transitions, and those that are ignored or only prepare."""
        machine = self.machine
        for name, written in self.written.items():
            events = tuple(self.events[name]) or (name,)
            for each in written:
                row = Row(
                    each.source,
                    each.dest or each.source,
                    events,
                    self._guards(each),
                    self._actions(each),
                )
                self.made[id(each)] = row
                yield row
            for source, callbacks in self._waiting(name):
                yield Row(source, source, events, (ELSE,), self._named(callbacks))
            for state in _ignored(machine, name):
                yield Row(state, state, events, (), self._named(machine.finalize_event))

    def _waiting(self, name: str) -> Iterator[tuple[str, list[Any]]]:
        """The states that may stay on an event, and the callbacks that are called even then."""
        machine = self.machine
        for source, rivals in machine.events[name].transitions.items():
            prepared = chain(machine.prepare_event, *(each.prepare for each in rivals))
            callbacks = [*prepared, *machine.finalize_event]
            if callbacks and all(each.conditions for each in rivals):
                yield source, callbacks

    def known(self, callback: object) -> str:
        """The name of a callback as a condition or an action, or else that of its function."""
        return next(iter(self.words.get(self._key(callback), {}).values()), _name_of(callback))

    def _guards(self, transition: transitions.Transition) -> tuple[Guard, ...]:
        guards = (
            Guard(self._word("condition", condition.func), not condition.target)
            for condition in transition.conditions
        )
        return tuple(dict.fromkeys(guards))

    def _actions(self, transition: transitions.Transition) -> tuple[str, ...]:
        """The callbacks of a transition, and those of its states that no entry or exit has."""
        before, after = self.before[id(transition)], self._after(transition)
        nothing = transitions.State("")  # in place of a misspelt state
        if transition.dest is not None and transition.source not in self.exit:
            before = [*before, *self.machine.states.get(transition.source, nothing).on_exit]
        if transition.dest is not None and transition.dest not in self.entry:
            target = self.machine.states.get(transition.dest, nothing)
            after = [*_on_enter(self.machine, target), *after]
        early = self._named(before)
        self.early.update(early)
        return (*early, *self._named(after))

    def _named(self, callbacks: Iterable[object]) -> tuple[str, ...]:
        return tuple(self._word("action", callback) for callback in callbacks)

    def _key(self, callback: object) -> tuple[str, object]:
        """The identity of a callback: its text, or the function and the object it belongs to."""
        owner = getattr(callback, "__self__", None)
        is_own = isinstance(callback, str) or any(owner is model for model in self.models)
        function = id(getattr(callback, "__func__", callback))
        return _name_of(callback), None if is_own else (function, id(owner))

    def _word(self, kind: str, callback: object) -> str:
        """The name of a callback, with a number if another one has the name already."""
        if isinstance(callback, str):
            self.texts[callback] = None
        key = self._key(callback)
        words = self.words.setdefault(key, {})
        if kind not in words:
            name = key[0].rpartition(".")[2]
            names = chain([name], (f"{name}_{number}" for number in count(2)))
            if not name.isidentifier():  # a lambda
                names = chain(f"{kind}_{number}" for number in count(1))
            taken = {*self.callbacks, *vars(Memory), *vars(Fired)}
            words[kind] = next(name for name in names if name not in taken)
            self.callbacks[words[kind]] = callback
        return words[kind]
