"""A memory that holds copies of somebody's model, on which the library fires each event.

So conditions, callbacks, arguments, queues and all else that `transitions` knows do what they do
there, and a step is whichever transition the library has taken. Two methods of the library's
machine, which is a copy too, are watched meanwhile: the one that begins an event, and the one that
looks a callback up. Where the library does more than the transition shows, the step says so.
"""

import dis
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from copy import deepcopy
from enum import Enum
from functools import lru_cache, partial, partialmethod
from inspect import getattr_static, getclosurevars, signature
from itertools import chain
from types import BuiltinFunctionType, CellType, FunctionType, MethodType, ModuleType
from typing import Any, ClassVar, Self

import transitions
from transitions.core import Condition, EventData

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import (
    BadAction,
    BadMemory,
    Undecided,
    cut,
    one_line,
    shortened,
    with_article,
)
from hanoi_fsm.fsm.isolate import shown
from hanoi_fsm.fsm.memory import COMPARABLE, Data, Firing, attributes
from hanoi_fsm.fsm.notation import ELSE, Label, Row, Transition
from hanoi_fsm.fsm.stepping import Refused, Step

Value = Any  # whatever somebody's model keeps, or a callback is
Call = tuple[str, tuple[Value, ...], Mapping[str, Value]]
"""An event of the library with its arguments."""
WIDE = (
    "prepare_event",
    "before_state_change",
    "after_state_change",
    "finalize_event",
    "on_final",
)
"""The callbacks of a whole machine."""
Met = dict[int, tuple[Value, Value]]
"""Values by their identity, each with its number."""
_ATOMS = (Enum, type, FunctionType, BuiltinFunctionType, ModuleType)
_DECLARED = frozenset({"states", "transitions"})  # of a class, as is usual
_GRAPHS = frozenset({"model_graphs"})
_LONGEST_DOC = 120


class Fired(Firing):
    """A memory that holds a model; a subclass made on the fly has its guards and actions."""

    SEES_STATE = True  # it is data of the model
    _of: ClassVar["Works"]

    def __init__(self, held: list[Value]) -> None:
        self._held = _copies(held, self._of.shared.copy())

    @property
    def _model(self) -> Value:
        return self._held[0]

    @property
    def __state__(self) -> str:
        value = getattr(self._model, self._of.machine.model_attribute)
        return str(getattr(value, "name", value))

    @__state__.setter
    def __state__(self, name: str) -> None:
        if name != self.__state__:
            machine = self._of.machine
            setattr(self._model, machine.model_attribute, machine.get_state(name).value)

    @property
    def output(self) -> object:
        """What is observed of the model now; what an engine sets before each event is ignored."""
        model = self._of.activate(self)
        return self.__state__ if self._of.observe is None else self._of.observe(model)

    @output.setter
    def output(self, value: object) -> None: ...

    def copy(self) -> Self:
        return type(self)(self._held)

    def _data(self) -> Data:
        """The data of the model by name."""
        given = _own(self._model).items()
        return {name: value for name, value in given if name not in self._of.not_data}

    def _frozen(self) -> dict[str, Hashable]:
        met: Met = {key: ("shared", value) for key, value in self._of.shared.items()}
        met[id(self._model)] = 0, self._model
        data = [self._data(), *self._held[1:]]
        return {str(number): _value(part, met) for number, part in enumerate(data)}

    def __fire__(self, automaton: Automaton, event: str) -> Step:
        """What the library does on an event, as a step."""
        works, before = self._of, self.__state__
        is_known = automaton.transitions_for(before, event) or works.machine.on_exception
        if not is_known:
            return Step(None, self, error=Refused(automaton, self, before, event))
        works.install(automaton)
        watch = _Watch(works, self)
        error = watch.fire(event)
        done = [works.part(data, event) for data in watch.fired if data.result]
        begun = works.part(watch.fired[0], event) if watch.fired else None
        if error is not None:
            return Step(begun, self, error=error)
        if not done and watch.fired[0].error is None:
            begun = works.resting.get((before, event))
            done = [begun] if begun else []
        if begun is None and (watch.fired[0].error is not None or None in done):
            begun = Transition(before, before, Label(event))
        if begun is None:
            return Step(None, self, error=Refused(automaton, self, before, event))
        parts, after = tuple(part for part in done if part is not None), self.__state__
        if None in done or (parts and parts[-1].target != after):
            watch.note(
                "the library takes a transition that the diagram leaves out: an automatic one "
                "(`automatic=True`), or one whose conditions change while they are asked"
            )
        if begun.target != after or len(parts) > 1:
            begun = Transition(before, after, begun.label, begun.written)
        return Step(begun, self, self.output, None, parts, watch.unlike)


def _own(model: Value) -> Data:
    """The attributes of an object, also of one with slots."""
    names = chain.from_iterable(vars(kind).get("__slots__", ()) for kind in type(model).__mro__)
    slots = {name: getattr(model, name) for name in names if hasattr(model, name)}
    return {**slots, **getattr(model, "__dict__", {})}


def _value(value: Value, met: Met) -> Hashable:
    """A hashable value that is equal for equal data; objects are their classes and attributes.

    Raises `BadMemory` for an object that has no data to compare, such as a lock.
    """
    kind = type(value)
    if kind in COMPARABLE or isinstance(value, _ATOMS):
        return value  # type: ignore[no-any-return]  # all of them are hashable
    if isinstance(value, bool | float | bytes | complex):
        return kind, str(value)
    if id(value) in met:
        return ..., met[id(value)][0]
    if kind is not tuple:
        met[id(value)] = len(met), value  # which lives as long as its number counts
    if isinstance(value, set | frozenset):
        return kind, frozenset(_value(part, met) for part in value)
    if kind in (tuple, list):
        parts = value
    elif kind is dict:
        parts = chain.from_iterable(value.items())
    else:
        try:
            _, *parts = value.__reduce_ex__(4)
        except TypeError as error:
            advice = "set it in __init__, so that it is known to be left out, or keep plain data"
            raise BadMemory(
                f"{with_article(kind.__name__)} cannot be compared: {advice}"
            ) from error
        parts = [[*part] if isinstance(part, Iterator) else part for part in parts]
    return kind, *[_value(part, met) for part in parts]


def _left_out(value: Value, name: str, seen: set[int]) -> Iterator[tuple[str, Value]]:
    """The parts of a value that cannot be copied, such as locks, each with its name."""
    if id(value) in seen:
        return
    seen.add(id(value))
    try:
        deepcopy(value)
        return
    except Exception:  # whatever the value raises
        if isinstance(value, dict | list | tuple):
            parts = [value]
        else:
            try:
                _, *parts = value.__reduce_ex__(4)
            except Exception:
                yield name, value
                return
    kind = type(value).__name__
    for part in parts:
        inside = part.items() if isinstance(part, dict) else enumerate(part or ())
        for key, one in inside:
            yield from _left_out(one, f"{kind}.{key}", seen)


def _copies(roots: list[Value], memo: dict[int, Value]) -> list[Value]:
    """Copies of objects that see each other; machines among them draw no graphs."""
    machines = [
        one for one in roots if isinstance(one, transitions.Machine) and id(one) not in memo
    ]
    for one in machines:
        memo[id(one)] = object.__new__(type(one))
    for one in machines:
        data = deepcopy({**vars(one), **{name: {} for name in _GRAPHS & vars(one).keys()}}, memo)
        memo[id(one)].__dict__.update(data)
    return deepcopy(roots, memo)


class Works:
    """A copy of somebody's machine, on which the events of its memories are fired.

    It copies the model, and the objects that its callbacks belong to or see. `calls` has the events
    that carry arguments. Those that cannot be copied are `left_out`.
    """

    automaton: Automaton
    made: Mapping[int, Row]
    """The row of each transition, by its identity."""
    word: Callable[[Value], str]
    """The name of a callback in the automaton."""
    callbacks: Mapping[str, Value]
    """The callbacks by these names."""
    early: Collection[str]
    """The names of the callbacks that run before the state changes."""

    def __init__(
        self,
        machine: transitions.Machine,
        calls: Mapping[str, Call],
        observe: Callable[[Value], object] | None,
    ) -> None:
        model, self.calls, self.observe = machine.models[0], calls, observe
        seen = chain.from_iterable(_seen(callback, model) for callback in callbacks_of(machine))
        roots = {id(one): one for one in (model, machine, *machine.models, *seen)}
        self.originals = [*roots.values()]
        memo: dict[int, Value] = {}
        self.left_out: list[str] = []
        for name, value in _left_out(self.originals, "", set()):
            memo[id(value)] = value
            self.left_out.append(name)
        shared = [*memo.values()]
        self.held = _copies(self.originals, memo)
        self.machine: Value = memo[id(machine)]
        self._settle()
        library, late = self._library()
        self.not_data = frozenset({self.machine.model_attribute, *library})
        shared += [*late, self.machine.events, self.machine.states]
        shared += [*self.machine.events.values(), *self.machine.states.values()]
        if self.held[0] is not self.machine:
            shared.append(self.machine)
        self.shared = {id(part): part for part in shared}
        self.written = {name: event.transitions for name, event in self.machine.events.items()}
        self.wide = {name: getattr(self.machine, name) for name in WIDE}
        self.installed: Automaton | None = None
        self.parts: dict[int, tuple[Transition, ...]] = {}
        self.resting: dict[tuple[str, str], Transition] = {}

    def _settle(self) -> None:
        """Let the machine start no timers and draw nothing, and its models share no data."""
        for state in self.machine.states.values():
            if hasattr(state, "timeout"):
                state.timeout = 0
        if hasattr(self.machine, "model_graphs"):
            from transitions.extensions.diagrams import TransitionGraphSupport as Drawing

            for each in self.machine.get_transitions():
                kinds = type(each).__mro__
                each.__class__ = next(kind for kind in kinds if not issubclass(kind, Drawing))
        model = self.held[0]
        data = attributes(model, _DECLARED) if hasattr(model, "__dict__") else {}
        for name, value in data.items():
            if isinstance(value, list | dict | set) and name not in vars(model):
                setattr(model, name, deepcopy(value))

    def _library(self) -> tuple[set[str], list["_Late"]]:
        """The attributes of the model that the library has put there, and those that are bound.

        These are bound to whatever model is active, so that copies share them.
        """
        model, names, late = self.held[0], set[str](), []
        if model is self.machine:
            kinds = type(model).__mro__
            kind = next(kind for kind in kinds if kind.__module__.startswith("transitions."))
            names.update(vars(kind(None, initial=None)))
        for name, value in _own(model).items():
            if isinstance(value, partial) and isinstance(value.func, MethodType):
                late.append(_Late(value, model, self.machine))
                setattr(model, name, late[-1])
            if isinstance(value, partial) or value is self.machine:
                names.add(name)
        return names, late

    def activate(self, memory: Fired) -> Value:
        """Let the machine have the model of a memory, which is returned."""
        self.machine.models[:] = [memory._model]
        return memory._model

    def install(self, automaton: Automaton) -> None:
        """Let the machine have the transitions of an automaton: its own, or an edited one."""
        if automaton is self.installed:
            return
        own, self.installed = self.automaton, automaton
        is_own = (automaton.rows, automaton.entry, automaton.exit) == (
            own.rows,
            own.entry,
            own.exit,
        )
        parts = {id(row): part for row, part in zip(automaton.rows, automaton.flat, strict=True)}
        pairs = zip(own.rows, automaton.rows, strict=True) if is_own else ()
        same = {id(row): parts[id(other)] for row, other in pairs}
        found = {each: same.get(id(row), ()) for each, row in self.made.items()}
        written = {name: defaultdict[str, list[Value]](list) for name in self.written}
        for row in () if is_own else automaton.rows:
            each = _Edited(self, automaton, row)
            found[id(each)] = parts[id(row)]
            for name in dict.fromkeys(self.calls.get(event, (event,))[0] for event in row.events):
                written[name][row.source].append(each)
        self.parts = found
        for name, event in self.machine.events.items():
            event.transitions = self.written[name] if is_own else written[name]
        for name, callbacks in self.wide.items():
            setattr(self.machine, name, callbacks if is_own else [])
        by_hand = {id(row) for row in own.rows} - {id(row) for row in self.made.values()}
        waits = [part for row in by_hand for part in same.get(row, ())]
        self.resting = {(part.source, part.event): part for part in waits}

    def part(self, data: EventData, event: str) -> Transition | None:
        """The transition of the automaton that the library has taken, if it has that one."""
        parts = self.parts.get(id(data.transition), ())
        return next((part for part in parts if part.event == event), parts[0] if parts else None)

    def memory(self) -> Fired:
        """A memory of the model as it is, with the guards and actions of the automaton."""
        kinds = {"condition": self.automaton.guards, "action": self.automaton.actions}
        methods: dict[str, object] = {
            word: _method(kind, word, self._about(word))
            for kind, words in kinds.items()
            for word in words
        }
        kind = type(type(self.held[0]).__name__, (Fired,), {"_of": self, **methods})
        made: Fired = kind(self.held)
        return made

    def _about(self, word: str) -> str:
        """The first line of a callback's docstring, or its name in words."""
        callback = _plain(self.callbacks.get(word), self.held[0])
        doc = (getattr(callback, "__doc__", "") or "").strip().partition("\n")[0]
        is_own = isinstance(callback, FunctionType | MethodType | property)
        return cut(doc, _LONGEST_DOC) if doc and is_own else word.replace("_", " ")

    def seen_by(self, memory: Fired) -> dict[int, Value]:
        """The objects of a memory, by the identity of those of the caller and of other memories."""
        memo = self.shared.copy()
        for originals in (self.originals, self.held, memory._held):
            memo.update(zip(map(id, originals), memory._held, strict=True))
        return memo


class _Late:
    """A method that the library has bound to a model, as one of the model that is active."""

    def __init__(self, bound: partial[object], model: Value, machine: Value) -> None:
        self.bound, self.model, self.machine = bound, model, machine

    def __call__(self, *args: object, **kwargs: object) -> object:
        [active] = self.machine.models
        given = (active if one is self.model else one for one in self.bound.args)
        return self.bound.func(*given, *args, **self.bound.keywords, **kwargs)


class _Edited(transitions.Transition):
    """A row of an edited automaton in the library's machine."""

    def __init__(self, works: Works, automaton: Automaton, row: Row) -> None:
        super().__init__(row.source, row.target)
        callbacks, early = works.callbacks, 0
        while row.actions[early : early + 1] and row.actions[early] in works.early:
            early += 1
        before = (*automaton.exit.get(row.source, ()), *row.actions[:early])
        after = (*row.actions[early:], *automaton.entry.get(row.target, ()))
        self.before = [callbacks[name] for name in before]
        self.after = [callbacks[name] for name in after]
        guards = [guard for guard in row.guards if guard != ELSE]
        self.conditions = [Condition(callbacks[name], not negated) for name, negated in guards]

    def _change_state(self, event_data: EventData) -> None:
        """Set the state alone: the callbacks of states are among its own."""
        event_data.machine.set_state(self.dest or self.source, event_data.model)
        event_data.update(event_data.machine.get_model_state(event_data.model).name)


class _Watch:
    """Fires an event on the model of a memory, and notes what the library does.

    `fired` has all events that were begun, in their order. `unlike` says what is not seen in the
    diagram, and `wrong` what ended it, or should have.
    """

    def __init__(self, works: Works, memory: Fired) -> None:
        self.works, self.memory = works, memory
        self.fired: list[EventData] = []
        self.running: list[EventData] = []
        self.interrupted: dict[int, str] = {}
        self.latest, self.unlike, self.seen = "", "", works.seen_by(memory)
        self.wrong: BaseException | None = None
        self.begin = works.machine._process
        self.find = works.machine.resolve_callable

    def fire(self, event: str) -> BaseException | None:
        """Fire it, and return what it raised."""
        machine, model = self.works.machine, self.works.activate(self.memory)
        name, args, kwargs = self.works.calls.get(event, (event, (), {}))
        watched = [machine, model] if isinstance(model, transitions.Machine) else [machine]
        for one in watched:
            vars(one).update(_process=self.process, resolve_callable=self.resolve)
        try:
            if hasattr(machine, "trigger_event"):  # states may be nested there
                machine.trigger_event(model, name, *args, **kwargs)
            else:
                machine.events[name].trigger(model, *args, **kwargs)
        except (Exception, SystemExit) as error:  # whatever a callback raises
            return self.wrong or error
        finally:
            for one in watched:
                del vars(one)["_process"], vars(one)["resolve_callable"]
            machine._transition_queue.clear()
        return self.wrong

    def process(self, trigger: partial[bool]) -> bool:
        """Begin an event, or put it into the queue; in place of the library's method."""
        return bool(self.begin(partial(self.follow, trigger)))

    def follow(self, trigger: partial[bool]) -> bool:
        """Carry out an event, in the midst of those that are still running."""
        data = trigger.args[0]
        self.interrupted.update((id(one), self.latest) for one in self.running)
        self.fired.append(data)
        self.running.append(data)
        try:
            return trigger()
        finally:
            self.running.pop()
            if data.error is not None:
                self.note(f"on_exception handles {one_line(data.error)}")

    def note(self, text: str) -> None:
        self.unlike = self.unlike or text

    def resolve(self, callback: Value, data: EventData) -> Callable[..., object]:
        """The function of a callback, watched; in place of the library's method."""
        works, memory = self.works, self.memory
        word = works.word(callback)
        if isinstance(vars(type(memory)).get(word), partialmethod):  # an input from outside
            return lambda *args, **kwargs: getattr(memory, word)()
        function = _rebound(self.find(callback, data), self.seen)
        name = f"{word}{_place(function)}"
        if id(data) in self.interrupted:
            first = self.interrupted[id(data)]
            self.note(f"{first} fires an event, after which {word} of the one before still runs")

        def called(*args: object, **kwargs: object) -> object:
            before, fired, self.latest = memory.__state__, len(self.fired), name
            try:
                answer = function(*args, **kwargs)
            except (TypeError, LookupError, AttributeError):
                self.wrong = self.wrong or self._asks_for_arguments(function, name, data)
                raise
            if memory.__state__ != before and len(self.fired) == fired:
                self.note(f"{name} sets the state itself")
            meant = {one.target for one in _conditions(data) if one.func == callback}
            if meant and answer not in (True, False) and bool(answer) in meant:
                said = f"{name} answered {shortened(answer)}, which the library takes for neither"
                advice = "True nor False, so that no transition is taken: return a bool"
                self.wrong = self.wrong or BadAction(f"{said} {advice}")
            return answer

        return called

    def _asks_for_arguments(self, function: Value, name: str, data: EventData) -> Undecided | None:
        """The error of a callback that may lack the arguments of its event, or None."""
        if data.args or data.kwargs:
            return None
        if not self.works.machine.send_event:
            try:
                signature(function).bind()
                return None
            except (TypeError, ValueError):  # a builtin may have no signature
                pass
        event = data.event.name if data.event else "EVENT"
        given = f"arguments={{{event!r}: [(1,)]}}"
        return Undecided(f"{name} needs the arguments of {event}: pass such as `{given}`")


def _conditions(data: EventData) -> list[Condition]:
    return data.transition.conditions if data.transition else []


def _place(function: Value) -> str:
    """The line of a function, in brackets."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return f" (line {code.co_firstlineno} of {shown(code.co_filename)})" if code else ""


def _method(kind: str, word: str, about: str) -> object:
    """A guard or an action, which calls the callback of that name on the model of its memory."""

    def ask(self: Fired) -> bool:
        works = self._of
        data = EventData(None, None, works.machine, works.activate(self), (), {})
        called = _Watch(works, self).resolve(works.callbacks[word], data)
        return bool((called(data) if works.machine.send_event else called()) == True)  # noqa: E712  # as the library does

    ask.__doc__ = about
    ask._kind = "guard" if kind == "condition" else "action"  # type: ignore[attr-defined]  # as the decorators do
    return ask


def callbacks_of(machine: transitions.Machine) -> Iterator[Value]:
    """All callbacks of a machine, texts or functions."""
    for each in machine.get_transitions():
        yield from (condition.func for condition in each.conditions)
        yield from chain(each.prepare, each.before, each.after)
    for state in machine.states.values():
        yield from chain(state.on_enter, state.on_exit)
    yield from chain.from_iterable(getattr(machine, name) for name in (*WIDE, "on_exception"))


def _plain(callback: Value, model: Value) -> Value:
    """The function of a callback; of a text the one that the model has."""
    if isinstance(callback, str):
        callback = getattr_static(model, callback, None)
    callback = getattr(callback, "fget", callback)
    return getattr(callback, "__func__", callback)


def _seen(callback: Value, model: Value) -> Iterator[Value]:
    """The objects that a callback belongs to, and the data that it sees outside the model."""
    if isinstance(callback, partial):
        yield from _seen(callback.func, model)
        yield from filter(_may_change, (*callback.args, *callback.keywords.values()))
        return
    if isinstance(callback, MethodType):
        yield callback.__self__
    function = _plain(callback, model)
    if isinstance(function, FunctionType):
        yield from filter(_may_change, _outside(function).values())
    elif not isinstance(callback, str | MethodType) and _may_change(callback):
        yield callback


def _may_change(value: Value) -> bool:
    """Whether it is data that a function may change: a container, or an object with attributes."""
    is_code = isinstance(value, (*_ATOMS, partial, MethodType))
    return isinstance(value, list | dict | set) or (hasattr(value, "__dict__") and not is_code)


@lru_cache(maxsize=1024)
def _outside(function: FunctionType) -> Mapping[str, Value]:
    """The values that a function finds in its closure and its module, by name."""
    try:
        seen = getclosurevars(function)
    except ValueError:  # a variable without a value
        return {}
    return {**seen.globals, **seen.nonlocals}


def assigned(callback: Value, model: Value) -> str:
    """The name of a variable outside the model that a callback assigns to; or ""."""
    function = _plain(getattr(callback, "func", callback), model)
    for step in dis.get_instructions(function) if isinstance(function, FunctionType) else ():
        is_outside = step.argval in function.__code__.co_freevars
        if step.opname == "STORE_GLOBAL" or (step.opname == "STORE_DEREF" and is_outside):
            return str(step.argval)
    return ""


def _rebound(called: Value, memo: dict[int, Value]) -> Value:
    """A callback with other objects in place of those in the memo."""
    if isinstance(called, MethodType):
        return MethodType(_rebound(called.__func__, memo), deepcopy(called.__self__, memo))
    if isinstance(called, partial):
        args, keywords = deepcopy((called.args, called.keywords), memo)
        return partial(_rebound(called.func, memo), *args, **keywords)
    if not isinstance(called, FunctionType):
        return called if isinstance(called, _ATOMS) else deepcopy(called, memo)
    others = {
        name: memo[id(value)] for name, value in _outside(called).items() if id(value) in memo
    }
    if not others:
        return called
    cells = zip(called.__code__.co_freevars, called.__closure__ or (), strict=True)
    closure = tuple(CellType(others[name]) if name in others else cell for name, cell in cells)
    names = {**called.__globals__, **others}
    made = FunctionType(called.__code__, names, called.__name__, called.__defaults__, closure)
    made.__kwdefaults__ = called.__kwdefaults__
    return made
