"""A machine of the `transitions` library as an automaton and a memory.

The library takes the first transition whose conditions hold, and so does an automaton that is
ordered. Exploration finds what the library never reports: cases that no transition covers, and
transitions that are never taken. A memory holds a stand-in for
the model: an object of a subclass of its class, with a copy of its data, and without triggers.
Guards and actions call the model's own methods on it, in the library's order: before, on_exit,
on_enter, after.

Where the callbacks cannot be run so (functions, arguments, queues, async), only the form is taken:
conditions are inputs, callbacks are names, and nothing of the model runs.
"""

import inspect
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, compress, count
from typing import Any, ClassVar, NamedTuple, Protocol, Self

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
    shortened,
)
from hanoi_fsm.fsm.finding import Assumption
from hanoi_fsm.fsm.flat import NONE, Actions
from hanoi_fsm.fsm.memory import Memory, NoMemory, action, attributes, guard
from hanoi_fsm.fsm.notation import Guard, Row, contradict

Model = Any  # that of a caller's machine
Observe = Callable[[Model], object]

_LONGEST_DOC = 120
_CALLBACKS = "prepare_event before_state_change after_state_change finalize_event on_exception"
_OPTIONS = {
    "has_queue": "queued=True: fire events from outside, not in callbacks",
    "send_event": "send_event=True: leave it out, and let callbacks take no arguments but `self`",
    **{
        name: f"{name} of the whole machine: name the callback in each transition"
        for name in [*_CALLBACKS.split(), "on_final"]
    },
}


class Converted(NamedTuple):
    """A machine of the library: its automaton, a function that makes memories, assumptions."""

    automaton: Automaton
    memory: Callable[[], Memory]
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
    if not isinstance(machine, transitions.Machine):
        given = shortened(machine)
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
        if must_run or observe is not None:
            raise
        faults = error.faults if isinstance(error, DefinitionError) else [str(error)]
        return _form(machine, title, listed(faults, 150, "; "))


def _behaviour(machine: transitions.Machine, title: str, observe: Observe | None) -> Converted:
    if faults := [*_unsupported(machine)]:
        raise DefinitionError(title, faults)
    vocabulary = _Vocabulary(machine, observe)
    rows = tuple(_rows(machine, vocabulary))
    if faults := vocabulary.faults:
        raise DefinitionError(title, list(dict.fromkeys(faults)))
    memory = vocabulary.memory()
    memory.key()  # raises now if the data cannot be compared
    return Converted(_automaton(machine, title, memory.state, rows), memory.copy)


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
    return Converted(automaton, NoMemory, (Assumption(text),))


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


def _unsupported(machine: transitions.Machine) -> Iterator[str]:
    """The properties of the whole machine with which its callbacks cannot be run."""
    called = {machine.transition_cls.execute, *(type(one).enter for one in machine.states.values())}
    foreign = called - {transitions.Transition.execute, transitions.State.enter}
    if foreign or hasattr(machine.state_cls, "separator"):  # between the names of nested states
        yield "async callbacks, timeouts or the like: use a plain Machine"
    if machine.model_attribute != "state":
        yield f"model_attribute={machine.model_attribute!r}: leave it out"
    if len(machine.models) != 1:
        yield f"the machine has {len(machine.models)} models: expected 1"
    for kind in map(type, machine.models):
        asked = getattr(kind, "__getattr__", None) not in (None, transitions.Machine.__getattr__)
        slots = any(vars(base).get("__slots__") for base in kind.__mro__)
        if asked or slots or not kind.__dictoffset__:
            yield f"the attributes of {kind.__name__} are not in its __dict__: keep them there"
    for option, fault in _OPTIONS.items():
        if getattr(machine, option):
            yield fault
    every = [transition for _, transition in _written(machine)]
    named = {*(row.source for row in every), *(row.dest or row.source for row in every)}
    if unknown := sorted(named - machine.states.keys()):
        yield f"unknown states: {listed(unknown)}"


def _written(machine: transitions.Machine) -> Iterator[tuple[str, transitions.Transition]]:
    """The triggers that somebody wrote, each with its transitions: not the automatic ones."""
    automatic: set[str] = set()
    if machine.auto_transitions:
        is_plain = machine.model_attribute == "state" or hasattr(machine.state_cls, "separator")
        prefix = "" if is_plain else f"{machine.model_attribute}_"
        automatic = {f"to_{prefix}{state}" for state in machine.states}
    for name, event in machine.events.items():
        if name not in automatic:
            for transition in chain.from_iterable(event.transitions.values()):
                yield name, transition


def _ignored(machine: transitions.Machine, name: str) -> Iterator[str]:
    """The states that ignore a trigger."""
    for state in machine.states.values():
        own = state.ignore_invalid_triggers
        ignores = machine.ignore_invalid_triggers if own is None else own
        if ignores and not machine.events[name].transitions.get(state.name):
            yield state.name


def _rows(machine: transitions.Machine, words: "Words") -> Iterator[Row]:
    """The transitions by their triggers, those that are ignored among them."""
    written: dict[str, list[transitions.Transition]] = {}
    for name, transition in _written(machine):
        written.setdefault(name, []).append(transition)
    for name, every in written.items():
        for each in every:
            guards = tuple(dict.fromkeys(words.guard(name, one) for one in each.conditions))
            actions = words.actions(name, each)
            yield Row(each.source, each.dest or each.source, (name,), guards, actions)
        for state in _ignored(machine, name):
            yield Row(state, state, (name,))


class Words(Protocol):
    """The words for callbacks on the rows of an automaton."""

    def guard(self, event: str, condition: Condition) -> Guard: ...
    def actions(self, event: str, transition: transitions.Transition) -> tuple[str, ...]: ...


class _Names:
    """The names of callbacks that are not run, in the library's order.

    The callbacks of a state are its own `entry` and `exit` actions unless others run between: on
    the way in or out of a state, or where a transition neither leaves nor enters it.
    """

    def __init__(self, machine: transitions.Machine) -> None:
        self.machine = machine
        self.words: dict[object, str] = {}
        triggers = {name: None for name, _ in _written(machine)}
        moves = [move for _, move in _written(machine) if move.dest is not None]
        inside = {stay.source for _, stay in _written(machine) if stay.dest is None}
        inside.update(chain.from_iterable(_ignored(machine, name) for name in triggers))
        self.leaving = inside | {move.source for move in moves if self._around(move)[0]}
        self.entering = inside | {str(move.dest) for move in moves if self._around(move)[1]}
        states = machine.states
        self.exit = {name: self._on_exit(name) for name in states if name not in self.leaving}
        self.entry = {name: self._on_enter(name) for name in states if name not in self.entering}

    def guard(self, event: str, condition: Condition) -> Guard:
        return Guard(self._word("condition", condition.func), not condition.target)

    def actions(self, event: str, transition: transitions.Transition) -> tuple[str, ...]:
        before, after = self._around(transition)
        if transition.dest is not None:
            before += self._on_exit(transition.source) if transition.source in self.leaving else ()
            before += self._on_enter(transition.dest) if transition.dest in self.entering else ()
        return before + after

    def _around(self, transition: transitions.Transition) -> tuple[tuple[str, ...], ...]:
        """The callbacks before a state is left, and those after the next one is entered."""
        whole = self.machine
        first = [*whole.prepare_event, *transition.prepare]
        first += [*whole.before_state_change, *transition.before]
        last = [*transition.after, *whole.after_state_change, *whole.finalize_event]
        return self._named(first), self._named(last)

    def _on_exit(self, name: str) -> tuple[str, ...]:
        state = self.machine.states.get(name)
        return self._named(state.on_exit) if state else ()

    def _on_enter(self, name: str) -> tuple[str, ...]:
        state = self.machine.states.get(name)
        final = self.machine.on_final if state and state.final else []
        return self._named([*state.on_enter, *final]) if state else ()

    def _named(self, callbacks: Iterable[object]) -> tuple[str, ...]:
        return tuple(self._word("action", callback) for callback in callbacks)

    def _word(self, kind: str, callback: object) -> str:
        """The name of a callback; two with the same name are told apart by a number."""
        owner = getattr(callback, "__self__", None)
        function = getattr(callback, "func", callback)  # of a partial
        name = str(getattr(function, "__name__", function)).rpartition(".")[2]
        if any(owner is model for model in self.machine.models):
            callback, owner = name, None
        same = (
            callback if isinstance(callback, str) else id(getattr(callback, "__func__", callback))
        )
        key = kind, same, id(owner)
        if key not in self.words:
            known = {*self.words.values(), *vars(Memory)}
            numbered = (f"{name}_{number}" for number in count(2))
            if not name.isidentifier():  # a lambda
                numbered = (f"{kind}_{number}" for number in count(1))
                name = next(numbered)
            while name in known:
                name = next(numbered)
            self.words[key] = name
        return self.words[key]


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
        if transition.prepare:
            self.faults.append(f"trigger {event!r}: prepare: move it into an action")
        states, target = self.machine.states, transition.dest
        first, last = self._names(event, transition.before), []
        if target is not None:
            first += self._names(event, states[transition.source].on_exit)
            last += self._names(event, states[target].on_enter)
        last += self._names(event, transition.after)
        entered = target if last else None

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
            name = str(getattr(callback, "__name__", callback))
            if fault := self._fault_of(name, callback):
                self.faults.append(f"trigger {event!r}: the callback {shortened(name)} {fault}")
            names.append(name)
        return names

    def _fault_of(self, name: str, callback: object) -> str:
        """Why a callback of that name cannot be called without an engine; "" if it can."""
        if callback != name and getattr(callback, "__self__", None) is not self.model:
            return "is not a method of the model: write it as one, and give its name as a text"
        if isinstance(self.own.get(name), partial):
            return "" if name in self.asked else "fires an event: fire it from outside"
        method = getattr(type(self.model), name, None)
        try:
            inspect.signature(method).bind(self.model)  # type: ignore[arg-type]  # None raises too
        except (TypeError, ValueError):  # a builtin may have no signature
            return (
                "is not a method of the model without arguments: let it take what it needs from "
                "the model, as in `def put(self)`"
            )
        return ""

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
