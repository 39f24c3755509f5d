"""A machine of the `transitions` library as an automaton and a memory.

The library takes the first transition whose conditions hold, and so does an automaton that is
ordered. Exploration finds what the library never reports: cases that no transition covers, and
transitions that are never taken. A memory holds a stand-in for
the model: an object of a subclass of its class, with a copy of its data, and without triggers.
Guards and actions call the model's own methods on it, in the library's order: before, on_exit,
on_enter, after.

Where callbacks cannot be run like this (functions, arguments, queues, async), only the form is
taken: conditions are inputs, callbacks are names, and nothing of the model runs.
"""

import inspect
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, compress, count, product
from typing import Any, ClassVar, NamedTuple, Self

import transitions
from transitions.core import Condition

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import (
    BadAction,
    BadInput,
    BadMemory,
    ConversionWarning,
    DefinitionError,
    cut,
    listed,
    nearest,
    shortened,
)
from hanoi_fsm.fsm.finding import Assumption, Finding
from hanoi_fsm.fsm.flat import NONE, Actions
from hanoi_fsm.fsm.memory import Memory, NoMemory, action, attributes, guard
from hanoi_fsm.fsm.notation import Guard, Row, contradict

Model = Any  # that of a caller's machine
Observe = Callable[[Model], object]

_LONGEST_DOC = 120
_CALLBACKS = "prepare_event before_state_change after_state_change finalize_event on_exception"
_OPTIONS = ("send_event", *_CALLBACKS.split(), "on_final")
"""The options of a whole machine with which its callbacks cannot be run."""


class Converted(NamedTuple):
    """A machine of the library as an automaton, with a function that makes its memories.

    The `suspects` are likely mistakes that the library does not report.
    """

    automaton: Automaton
    memory: Callable[[], Memory]
    suspects: tuple[Finding, ...] = ()
    assumptions: tuple[Assumption, ...] = ()


def from_transitions(
    machine: transitions.Machine, *, observe: Observe | None = None
) -> tuple[Automaton, Callable[[], Memory]]:
    """The automaton of a machine, and a function that makes a fresh memory for it.

    The model is taken as it is now: its data, and its state as the initial one. The output after
    each event is `observe(model)`, by default the model's state. A trigger that a state ignores
    (`ignore_invalid_triggers`) is a transition to itself; automatic `to_<state>` triggers are left
    out.

    A machine with callbacks that cannot be run on a copy of the model is taken as form, with a
    `ConversionWarning`: its memory is `NoMemory`. Raises `DefinitionError` for nested states, and
    where `observe` needs callbacks that cannot be run.

    The library takes the first transition whose conditions hold: where that makes a difference the
    automaton is `ordered`. A transition that can never be taken is left out, with a
    `ConversionWarning`. Exploration evaluates every condition, so conditions must have no
    side effects; before the first action runs there is a `ConversionWarning`, too.
    """
    converted = convert(machine, observe=observe)
    for assumption in converted.assumptions:
        said = f"{converted.automaton.name}: {assumption}"
        warnings.warn(said, ConversionWarning, stacklevel=2)
    return converted.automaton, converted.memory


def convert(
    machine: transitions.Machine, *, observe: Observe | None = None, must_run: bool = False
) -> Converted:
    """A machine with its behaviour, or where its callbacks cannot be run, its form.

    Raises `DefinitionError` for nested states, and in place of a form if it `must_run`.
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
    try:
        return _behaviour(machine, title, observe)
    except (DefinitionError, BadMemory) as error:
        faults = error.faults if isinstance(error, DefinitionError) else [str(error)]
        why = listed(faults, 150, "; ")
        if must_run or observe is not None:
            needs = "a specification and `observe` need callbacks that run on a copy of the model"
            raise DefinitionError(title, [f"{needs}: {why}"]) from error
        return _form(machine, title, why)


def _behaviour(machine: transitions.Machine, title: str, observe: Observe | None) -> Converted:
    if faults := _unsupported(machine):
        raise DefinitionError(title, faults)
    vocabulary = _Vocabulary(machine, observe)
    rows = tuple(_rows(machine, vocabulary))
    if faults := vocabulary.faults:
        raise DefinitionError(title, list(dict.fromkeys(faults)))
    memory = vocabulary.memory()
    memory.key()  # raises now if the data cannot be compared
    automaton = _automaton(machine, title, memory.state, rows)
    return Converted(automaton, memory.copy, _suspects(machine, []))


def _form(machine: transitions.Machine, title: str, why: str) -> Converted:
    """The machine without its callbacks, of which only the names are left."""
    names = _Names(machine)
    rows = tuple(_rows(machine, names))
    initial = machine.initial or ""
    if len(machine.models) == 1:
        current = getattr(machine.models[0], machine.model_attribute, initial)
        initial = str(getattr(current, "name", current))
    automaton = _automaton(machine, title, initial, rows, names.entry, names.exit)
    text = f"its conditions are inputs and its callbacks names: {why}"
    suspects = _suspects(machine, names.texts)
    return Converted(automaton, NoMemory, suspects, (Assumption(text),))


def _automaton(
    machine: transitions.Machine,
    title: str,
    initial: str,
    rows: tuple[Row, ...],
    entry: Actions = NONE,
    exit: Actions = NONE,
) -> Automaton:
    """The automaton of these rows, without those that are never taken."""
    final = frozenset(state.name for state in machine.states.values() if state.final)
    states = tuple(machine.states)
    automaton = Automaton(title, states, initial, final, rows, title, entry=entry, exit=exit)
    automaton = replace(automaton, ordered=bool(automaton.overlapping))
    is_taken = [
        bool(parts) and not contradict(row.guards, row.guards)
        for row, parts in zip(rows, automaton.flat, strict=True)
    ]
    if never := [f"`{row}`" for row, taken in zip(rows, is_taken, strict=True) if not taken]:
        said = f"{title}: transitions that are never taken are left out: {listed(never, 150)}"
        warnings.warn(said, ConversionWarning, stacklevel=5)
    return replace(automaton, rows=tuple(compress(rows, is_taken)))


def _unsupported(machine: transitions.Machine) -> list[str]:
    """The properties of the whole machine with which its callbacks cannot be run."""
    called = {
        machine.transition_cls.execute,
        *(type(state).enter for state in machine.states.values()),
    }
    foreign = called - {transitions.Transition.execute, transitions.State.enter}
    models, unknown = machine.models, _unknown(machine)
    properties = {
        "async callbacks, nested states, timeouts or the like": foreign or _is_nesting(machine),
        f"model_attribute={machine.model_attribute!r}": machine.model_attribute != "state",
        f"{len(models)} models": len(models) != 1,
        "a model with __getattr__ or __slots__": not all(map(_is_plain, map(type, models))),
        f"unknown states {listed(sorted(unknown))}": unknown,
        "prepare": any(row.prepare for row in chain.from_iterable(_written(machine).values())),
        "queued": machine.has_queue,
        **{option: getattr(machine, option) for option in _OPTIONS},
    }
    return [name for name, holds in properties.items() if holds]


def _unknown(machine: transitions.Machine) -> set[str]:
    """The names in transitions that no state has."""
    every = [*chain.from_iterable(_written(machine).values())]
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


def _written(machine: transitions.Machine) -> dict[str, list[transitions.Transition]]:
    """The transitions by their triggers, without the automatic ones."""
    is_usual = machine.model_attribute == "state" or _is_nesting(machine)
    prefix = "to_" if is_usual else f"to_{machine.model_attribute}_"
    states = machine.states if machine.auto_transitions else ()
    automatic = {prefix + state for state in states}
    return {
        name: [*chain.from_iterable(event.transitions.values())]
        for name, event in machine.events.items()
        if name not in automatic
    }


def _ignored(machine: transitions.Machine, name: str) -> Iterator[str]:
    """The states that ignore a trigger."""
    for state in machine.states.values():
        own = state.ignore_invalid_triggers
        ignores = machine.ignore_invalid_triggers if own is None else own
        if ignores and not machine.events[name].transitions.get(state.name):
            yield state.name


def _rows(machine: transitions.Machine, words: "_Vocabulary | _Names") -> Iterator[Row]:
    """The transitions by their triggers, those that are ignored among them."""
    for name, written in _written(machine).items():
        for each in written:
            guards = dict.fromkeys(words.guard(name, one) for one in each.conditions)
            actions = words.actions(name, each)
            yield Row(each.source, each.dest or each.source, (name,), tuple(guards), actions)
        for state in _ignored(machine, name):
            yield Row(state, state, (name,))


def _callbacks(machine: transitions.Machine, row: transitions.Transition) -> list[list[Any]]:
    """The callbacks of a transition: before it leaves a state, on exit, on entry, and after."""
    before = [*machine.prepare_event, *row.prepare, *machine.before_state_change, *row.before]
    after = [*row.after, *machine.after_state_change, *machine.finalize_event]
    if row.dest is None:
        return [before, [], [], after]
    nothing = transitions.State("")  # in place of a misspelt state
    source, target = (machine.states.get(name, nothing) for name in (row.source, row.dest))
    return [before, source.on_exit, _on_enter(machine, target), after]


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

    def __init__(self, machine: transitions.Machine) -> None:
        self.machine = machine
        self.words: dict[tuple[str, str, object], str] = {}
        self.texts: dict[str, None] = {}  # of callbacks that are written as texts
        every = [*chain.from_iterable(_written(machine).values())]
        inside = {transition.source for transition in every if transition.dest is None}
        inside.update(*(_ignored(machine, name) for name in _written(machine)))
        leaving = {row.source for row in every if _callbacks(machine, row)[0]}
        entering = {row.dest or "" for row in every if _callbacks(machine, row)[-1]}
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

    def guard(self, event: str, condition: Condition) -> Guard:
        return Guard(self._word("condition", condition.func), not condition.target)

    def actions(self, event: str, transition: transitions.Transition) -> tuple[str, ...]:
        """The callbacks of a transition, and those of its states that no entry or exit has."""
        before, on_exit, on_enter, after = _callbacks(self.machine, transition)
        if transition.source in self.exit:
            on_exit = []
        if transition.dest in self.entry:
            on_enter = []
        return self._named([*before, *on_exit, *on_enter, *after])

    def _named(self, callbacks: Iterable[object]) -> tuple[str, ...]:
        return tuple(self._word("action", callback) for callback in callbacks)

    def _word(self, kind: str, callback: object) -> str:
        """The name of a callback, with a number if another one has the name already."""
        owner = getattr(callback, "__self__", None)
        text = _name_of(callback)
        if isinstance(callback, str):
            self.texts[callback] = None
        is_own = isinstance(callback, str) or any(owner is model for model in self.machine.models)
        same = None if is_own else (id(getattr(callback, "__func__", callback)), id(owner))
        if (kind, text, same) not in self.words:
            name = text.rpartition(".")[2]
            names = chain([name], (f"{name}_{number}" for number in count(2)))
            if not name.isidentifier():  # a lambda
                names = chain(f"{kind}_{number}" for number in count(1))
            known = {*self.words.values(), *vars(Memory)}
            self.words[kind, text, same] = next(name for name in names if name not in known)
        return self.words[kind, text, same]


class ModelMemory(Memory):
    """A memory that holds a model; a subclass made on the fly has its guards and actions."""

    SEES_STATE = True  # it is data of the model
    _REMEDY = "let the model keep plain data"
    _of: ClassVar["_Vocabulary"]

    def __init__(self, model: Model, state: str) -> None:
        self._model: Model = object.__new__(self._of.kind)
        data = dict(vars(model))
        if model is self._of.model:  # copies of it have nothing else
            data = {name: one for name, one in data.items() if name not in self._of.not_data}
        self._copy_data(data, self._model.__dict__, {id(model): self._model})
        self.__state__ = state

    @property
    def __state__(self) -> str:
        return self._state

    @__state__.setter
    def __state__(self, name: str) -> None:
        self._state, self._model.state = name, self._of.states[name]

    @property
    def output(self) -> object:
        """What is observed of the model now; what an engine sets before each event is ignored."""
        return self._state if self._of.observe is None else self._of.observe(self._model)

    @output.setter
    def output(self, value: object) -> None: ...

    def copy(self) -> Self:
        return type(self)(self._model, self._state)

    def _data(self) -> dict[str, object]:
        return attributes(self._model, self._of.not_data)

    def _call(self, names: Iterable[str]) -> None:
        for name in names:
            self._of.warn(name)
            getattr(self._model, name)()


class _Vocabulary:
    """The vocabulary shared by the memories of a machine: a guard or an action per callback.

    The `faults` are callbacks that are not methods of the model without arguments.
    """

    def __init__(self, machine: transitions.Machine, observe: Observe | None) -> None:
        self.machine, self.model, self.observe = machine, machine.model, observe
        self.states = {state.name: state.value for state in machine.states.values()}
        self.asked = {f"is_{name}": value for name, value in self.states.items()}
        own_model = isinstance(self.model, transitions.Machine)
        library = vars(transitions.Machine(None, initial=None)) if own_model else {}
        self.own = vars(self.model)
        bound = [name for name, one in self.own.items() if one is machine or type(one) is partial]
        declared = {"states", "transitions"} - self.own.keys()  # of the class, as it is usual
        self.not_data = frozenset({"state", *library, *bound, *declared})
        self.kind = self._stand_in(type(self.model))
        self.methods: dict[str, object] = {"_of": self}
        self.words: dict[object, str] = {}
        self.taken = {*dir(ModelMemory), "_of", "_model", "_state", *machine.events}
        self.faults: list[str] = []
        self.warned = False

    def _stand_in(self, kind: type) -> type:
        """A subclass of a model's class that answers `is_<state>()`, and fires no events."""

        def missing(model: Model, name: str) -> object:
            if name in self.asked:
                return lambda: bool(model.state == self.asked[name])
            own = self.own.get(name)
            if isinstance(own, partial):
                raise BadAction(f"a callback calls {name}(): events are fired from outside only")
            if name not in self.not_data:
                raise AttributeError(f"{kind.__name__} has no attribute {name!r}")
            return own

        return type(kind.__name__, (kind,), {"__module__": kind.__module__, "__getattr__": missing})

    def memory(self) -> ModelMemory:
        """The model as it is now, with all words so far; its class has the name of the model's."""
        kind = type(self.kind.__name__, (ModelMemory,), self.methods)
        made: ModelMemory = kind(self.model, self.machine.get_model_state(self.model).name)
        return made

    def warn(self, action: str) -> None:
        """Say once that the actions run; this one is the first."""
        if not self.warned:
            self.warned = True
            kind = type(self.model).__name__
            said = f"this runs the actions of {kind}, {action}() first: where one has effects "
            said += f"outside, replace it beforehand, as in `{kind}.{action} = lambda self: None`"
            warnings.warn(said, ConversionWarning, stacklevel=2)

    def guard(self, event: str, condition: Condition) -> Guard:
        [name] = self._names(event, [condition.func])

        def ask(self: ModelMemory) -> bool:
            answer = getattr(self._model, name)()
            if answer not in (True, False):
                raise BadAction(f"{name} answered {answer!r}: expected True or False")
            return bool(answer)

        return Guard(self._word(guard(ask), [name], (name, None)), not condition.target)

    def actions(self, event: str, transition: transitions.Transition) -> tuple[str, ...]:
        """One word for the callbacks of a transition, in the library's order; none without any."""
        before, on_exit, on_enter, after = _callbacks(self.machine, transition)
        first = self._names(event, before + on_exit)
        last = self._names(event, on_enter + after)
        entered = transition.dest if last else None

        def carry_out(self: ModelMemory) -> None:
            self._call(first)
            if entered is not None:
                self.__state__ = entered
            self._call(last)

        key = (*first, None, *last, entered)
        if not (first or last):
            return ()
        return (self._word(action(carry_out), [*first, *last], key),)

    def _names(self, event: str, callbacks: Iterable[object]) -> list[str]:
        """The names of the methods of the model that are called; what cannot be is a fault."""
        names = []
        for callback in callbacks:
            name = _name_of(callback)
            if fault := self._fault_of(name, callback):
                self.faults.append(f"trigger {event!r}: the callback {shortened(name)} {fault}")
            names.append(name)
        return names

    def _fault_of(self, name: str, callback: object) -> str:
        """Why a callback of that name cannot be called without an engine; "" if it can."""
        if isinstance(self.own.get(name), partial):
            return "" if name in self.asked else "fires an event"
        if isinstance(callback, str) or getattr(callback, "__self__", None) is self.model:
            with suppress(TypeError, ValueError):  # a builtin may have no signature
                method = getattr(type(self.model), name, None)
                inspect.signature(method).bind(self.model)  # type: ignore[arg-type]  # None raises
                return ""
        return "is not a method of the model without arguments"

    def _word(self, method: Callable[..., object], called: list[str], key: Sequence[object]) -> str:
        """The name of a method, made of what it calls and where it leads, as its docstring is."""
        if key not in self.words:
            word = "_then_".join(called)
            while word in self.taken:
                word += "_"
            docs = []
            for name in called:
                doc = (getattr(self.kind, name, None).__doc__ or "").strip()
                docs.append(doc.partition("\n")[0] or name.replace("_", " "))
            method.__doc__ = cut("; ".join(docs), _LONGEST_DOC)
            self.taken.add(word)
            self.methods[word], self.words[key] = method, word
        return self.words[key]
