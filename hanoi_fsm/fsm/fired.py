"""A memory that holds the data of somebody's model, on which the library fires each event.

For each event the data are put where the callbacks find them, the event is fired, the data are
taken away again, and the model has its own back. So conditions, callbacks, arguments, queues and
all else that `transitions` knows do what they do there, and a step is whichever transition the
library has taken. Two methods of its machine are watched meanwhile: the one that begins an event,
and the one that looks a callback up. Where the library does more than the transition shows, the
step says so.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from enum import Enum
from functools import partial, partialmethod
from inspect import getattr_static, signature
from itertools import chain
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, ClassVar, NamedTuple, Self

import transitions
from transitions.core import Condition, EventData
from transitions.extensions.nesting import NestedState

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
from hanoi_fsm.fsm.memory import COMPARABLE, Data, Firing, defaults
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
_OF_STATES = frozenset({"_on_timeout", "runner"})  # and those of every state
_LONGEST_DOC = 120


class Fired(Firing):
    """A memory that holds the data of a model; a subclass has its guards and actions.

    They are `saved` place by place, and put where the library finds them while it fires an event.
    """

    SEES_STATE = True  # it is data of the model
    _of: ClassVar["Works"]

    def __init__(self, saved: list[Data], seen: object = None) -> None:
        self._saved, self._seen = saved, seen

    @property
    def __state__(self) -> str:
        value = self._saved[0][self._of.machine.model_attribute]
        return str(getattr(value, "name", value))

    @__state__.setter
    def __state__(self, name: str) -> None:
        machine = self._of.machine
        if name != self.__state__:
            state = {machine.model_attribute: machine.get_state(name).value}
            self._saved = [self._saved[0] | state, *self._saved[1:]]

    @property
    def output(self) -> object:
        """What is observed of the model now; what an engine sets before each event is ignored."""
        return self.__state__ if self._of.observe is None else self._seen

    @output.setter
    def output(self, value: object) -> None: ...

    def copy(self) -> Self:
        return type(self)(self._saved, self._seen)

    def _data(self) -> Data:
        """The data of the model by name."""
        kind: Value = type(self._of.model)
        given = (defaults(kind) | self._saved[0]).items()
        return {name: value for name, value in given if name not in self._of.not_data}

    def _frozen(self) -> dict[str, Hashable]:
        met: Met = {key: ("kept", value) for key, value in self._of.kept.items()}
        data = [self._data(), *self._saved[1:]]
        return {str(number): _value(part, met) for number, part in enumerate(data)}

    def __fire__(self, automaton: Automaton, event: str) -> Step:
        """What the library does on an event, as a step."""
        works, before = self._of, self.__state__
        library, saved = works.machine, self._saved
        is_known = automaton.transitions_for(before, event)
        if not (is_known or library.on_exception or library.finalize_event):
            return Step(None, self, error=Refused(automaton, self, before, event))
        watch = _Watch(works, self)
        error = watch.fire(automaton, event)
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
            if type(self)(saved).key() == self.key():
                return Step(None, self, error=Refused(automaton, self, before, event))
            where = f"{watch.latest} or a callback before it changes data"
            advice = "though no transition is taken: let an action change them"
            return Step(None, self, error=Undecided(f"{where} {advice}"))
        parts, after = tuple(part for part in done if part is not None), self.__state__
        if None in done or (parts and parts[-1].target != after):
            watch.note(
                "the library takes a transition that the diagram leaves out: an automatic one "
                "(`automatic=True`), or one whose conditions change while they are asked"
            )
        if begun.target != after or len(parts) > 1:
            begun = Transition(before, after, begun.label, begun.written)
        return Step(begun, self, self.output, None, parts, watch.unlike)


def _own(model: Value) -> Mapping[str, Value]:
    """The attributes of an object, also of one with slots, or of a class."""
    if isinstance(model, type):
        return vars(model)
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


class Place(NamedTuple):
    """Where data are kept: attributes of an object, variables of a module, or a closure's cell."""

    owner: Value
    names: frozenset[str] | None = None
    others: frozenset[str] = frozenset()

    def data(self) -> Data:
        """The data by name: all attributes but `others`, if no names are given."""
        if isinstance(self.owner, CellType):
            return {"": self.owner.cell_contents}
        if isinstance(self.owner, list):
            return {"": [*self.owner]}
        own = self.owner if isinstance(self.owner, dict) else _own(self.owner)
        names = own.keys() - self.others if self.names is None else self.names
        return {name: own[name] for name in own if name in names}

    def put(self, data: Data) -> None:
        """Let the place have these data in place of its own."""
        if isinstance(self.owner, CellType):
            self.owner.cell_contents = data[""]
        elif isinstance(self.owner, list):
            self.owner[:] = data[""]
        elif isinstance(self.owner, dict):
            self.owner.update(data)
        elif isinstance(self.owner, type):
            for name, value in data.items():
                if vars(self.owner).get(name, ...) is not value:
                    setattr(self.owner, name, value)
        else:
            for name in self.data().keys() - data.keys():
                object.__delattr__(self.owner, name)
            for name, value in data.items():
                object.__setattr__(self.owner, name, value)


class Works:
    """Somebody's machine, on which the events of memories are fired.

    Meanwhile its model, and what its callbacks belong to or see, have the data of the memory;
    afterwards they have their own again. `calls` has the events that carry arguments. Data that
    cannot be copied are `left_out`.
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
        machine: Value,
        calls: Mapping[str, Call],
        observe: Callable[[Value], object] | None,
    ) -> None:
        self.machine, self.model, self.calls = machine, machine.models[0], calls
        self.observe = observe
        met = set[int]()
        seen = chain.from_iterable(_seen(one, self.model, met) for one in callbacks_of(machine))
        library = {
            name
            for name, value in _own(self.model).items()
            if value is machine or isinstance(value, partial)
        }
        kinds = type(machine).__mro__
        kind = next(kind for kind in kinds if kind.__module__.startswith("transitions."))
        library |= vars(kind(None, initial=None)).keys()
        of_states = _OF_STATES | vars(NestedState("")).keys()
        self.not_data = frozenset({machine.model_attribute, *_DECLARED})
        first = Place(self.model, None, frozenset(library - {machine.model_attribute}))
        places: dict[tuple[int, object], Place] = {(id(self.model), None): first}
        for place in (
            *map(_shared, type(self.model).__mro__[:-1]),
            Place(machine, None, frozenset(library)),
            *map(_shared, (*type(machine).__mro__, *machine.state_cls.__mro__)),
            *(Place(one, None, of_states) for one in machine.states.values()),
            *seen,
        ):
            places.setdefault((id(place.owner), place.names), place)
        self.places = [*places.values()]
        kept = [machine, machine.states, machine.events]
        kept += [*machine.states.values(), *machine.events.values()]
        kept += [place.owner for place in self.places if not isinstance(place.owner, dict)]
        self.kept = {id(part): part for part in kept}
        self.left_out: list[str] = []
        for name, value in _left_out([place.data() for place in self.places], "", {*self.kept}):
            self.kept[id(value)] = value
            self.left_out.append(name)
        self.written = {name: event.transitions for name, event in machine.events.items()}
        self.wide = {name: getattr(machine, name) for name in WIDE}
        self.lists: Mapping[str, Value] = self.written
        self.installed: Automaton | None = None
        self.parts: dict[int, tuple[Transition, ...]] = {}
        self.resting: dict[tuple[str, str], Transition] = {}

    @contextmanager
    def on(self, memory: Fired) -> Iterator[Value]:
        """The model, which has the data of a memory for a while, as all it works with."""
        callers, models = [place.data() for place in self.places], [*self.machine.models]
        for place, data in zip(self.places, deepcopy(memory._saved, {**self.kept}), strict=True):
            place.put(data)
        self.machine.models[:] = [self.model]
        try:
            yield self.model
            memory._seen = self.observe(self.model) if self.observe else None
        finally:
            memory._saved = [place.data() for place in self.places]
            for place, data in zip(self.places, callers, strict=True):
                place.put(data)
            self.machine.models[:] = models

    def install(self, automaton: Automaton) -> None:
        """Let the machine have the transitions of an automaton: its own, or an edited one."""
        if automaton is self.installed:
            return
        own, self.installed = self.automaton, automaton
        parts = {id(row): part for row, part in zip(automaton.rows, automaton.flat, strict=True)}
        is_own = all(
            getattr(automaton, name) == getattr(own, name) for name in ("rows", "entry", "exit")
        )
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
        self.lists = self.written if is_own else written
        by_hand = {id(row) for row in own.rows} - {id(row) for row in self.made.values()}
        waits = [part for row in by_hand for part in same.get(row, ())]
        self.resting = {(part.source, part.event): part for part in waits}

    def part(self, data: EventData, event: str) -> Transition | None:
        """The transition of the automaton that the library has taken, if it has that one."""
        parts = self.parts.get(id(data.transition), ())
        return next((part for part in parts if part.event == event), parts[0] if parts else None)

    def memory(self) -> Fired:
        """A memory of the model as it is, with the guards and actions of the automaton."""
        words = {"guard": self.automaton.guards, "action": self.automaton.actions}
        methods: dict[str, object] = {
            word: _method(kind, word, self._about(word)) for kind in words for word in words[kind]
        }
        kind = type(type(self.model).__name__, (Fired,), {"_of": self, **methods})
        saved = deepcopy([place.data() for place in self.places], {**self.kept})
        for place, data in zip(self.places, saved, strict=True):
            if isinstance(place.owner, transitions.State) and "timeout" in data:
                data["timeout"] = 0  # no timer starts
        made: Fired = kind(saved)
        with self.on(made):  # to observe it
            return made

    def _about(self, word: str) -> str:
        """The first line of a callback's docstring, or its name in words."""
        callback = _plain(self.callbacks.get(word), self.model)
        doc = (getattr(callback, "__doc__", "") or "").strip().partition("\n")[0]
        is_own = isinstance(callback, FunctionType)
        return cut(doc, _LONGEST_DOC) if doc and is_own else word.replace("_", " ")


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
        self.latest, self.unlike = "", ""
        self.wrong: BaseException | None = None
        self.begin = works.machine._process
        self.find = works.machine.resolve_callable

    def fire(self, automaton: Automaton, event: str) -> BaseException | None:
        """Fire it on the machine as an automaton has it, and return what it raised."""
        works, machine = self.works, self.works.machine
        name, args, kwargs = works.calls.get(event, (event, (), {}))
        with works.on(self.memory) as model:
            works.install(automaton)
            for one, event_ in machine.events.items():
                event_.transitions = works.lists[one]
            for one, callbacks in works.wide.items():
                setattr(machine, one, callbacks if works.lists is works.written else [])
            machine.__dict__.update(_process=self.process, resolve_callable=self.resolve)
            try:
                if hasattr(machine, "trigger_event"):  # states may be nested there
                    machine.trigger_event(model, name, *args, **kwargs)
                else:
                    machine.events[name].trigger(model, *args, **kwargs)
            except (Exception, SystemExit) as error:  # whatever a callback raises
                return self.wrong or error
            finally:
                del machine.__dict__["_process"], machine.__dict__["resolve_callable"]
                machine._transition_queue.clear()
                for one, event_ in machine.events.items():
                    event_.transitions = works.written[one]
                for one, callbacks in works.wide.items():
                    setattr(machine, one, callbacks)
        return self.wrong

    @property
    def state(self) -> str:
        """The state in which the model is now."""
        value = getattr(self.works.model, self.works.machine.model_attribute)
        return str(getattr(value, "name", value))

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
        function: Value = self.find(callback, data)
        name = f"{word}{_place(function)}"
        if id(data) in self.interrupted:
            first = self.interrupted[id(data)]
            self.note(f"{first} fires an event, after which {word} of the one before still runs")

        def called(*args: object, **kwargs: object) -> object:
            before, fired, self.latest = self.state, len(self.fired), name
            try:
                answer = function(*args, **kwargs)
            except (TypeError, LookupError, AttributeError) as error:
                said = f"{name} raised {one_line(error)}"
                self.wrong = self.wrong or self._asks_for_arguments(function, said, data)
                raise
            if self.state != before and len(self.fired) == fired:
                self.note(f"{name} sets the state itself")
            conditions = data.transition.conditions if data.transition else []
            meant = {one.target for one in conditions if one.func == callback}
            if meant and answer not in (True, False) and bool(answer) in meant:
                said = f"{name} answered {shortened(answer)}, which the library takes for neither"
                advice = "True nor False, so that no transition is taken: return a bool"
                self.wrong = self.wrong or BadAction(f"{said} {advice}")
            return answer

        return called

    def _asks_for_arguments(self, function: Value, said: str, data: EventData) -> Undecided | None:
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
        return Undecided(f"{said}: if it needs arguments of {event}, pass such as `{given}`")


def _place(function: Value) -> str:
    """The line of a function, in brackets."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return f" (line {code.co_firstlineno} of {shown(code.co_filename)})" if code else ""


def _method(kind: str, word: str, about: str) -> object:
    """A guard or an action, which calls the callback of that name on the model of its memory."""

    def ask(self: Fired) -> bool:
        works, twin = self._of, self.copy()
        with works.on(twin) as model:
            data = EventData(None, None, works.machine, model, (), {})
            called = _Watch(works, twin).resolve(works.callbacks[word], data)
            return bool((called(data) if works.machine.send_event else called()) == True)  # noqa: E712  # as the library does

    ask.__doc__ = about
    ask._kind = kind  # type: ignore[attr-defined]  # as the decorators do
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


def _seen(callback: Value, model: Value, met: set[int]) -> Iterator[Place]:
    """The places of the data that a callback works with, besides those of the model.

    Those of the functions and methods that it names are among them, unless they are in `met`.
    """
    if isinstance(callback, partial):
        given = (*callback.args, *callback.keywords.values())
        yield from (Place(one) for one in given if _has_data(one) or isinstance(one, list))
        yield from _seen(callback.func, model, met)
    elif isinstance(callback, MethodType) and _has_data(callback.__self__):
        yield Place(callback.__self__)
    function = _plain(callback, model)
    if isinstance(function, FunctionType):
        if id(function) in met or _is_installed(function):
            return
        met.add(id(function))
        variables, names = function.__globals__, {*_names(function.__code__)}
        cells = [*filter(_is_set, function.__closure__ or ())]
        yield from (Place(cell) for cell in cells if not isinstance(cell.cell_contents, _ATOMS))
        data = {name for name in names & {*variables} if not isinstance(variables[name], _ATOMS)}
        yield Place(variables, frozenset(data))
        called = [variables.get(name) for name in names]
        called += [cell.cell_contents for cell in cells]
        called += [_plain(name, model) for name in names]
        for one in called:
            if isinstance(one, FunctionType | MethodType):
                yield from _seen(one, model, met)
    elif _has_data(callback):
        yield Place(callback)


def _shared(kind: type) -> Place:
    """The data that all objects of a class share."""
    is_users = not kind.__module__.startswith("transitions.")
    plain = (*COMPARABLE, bool, float, tuple, list, dict, set)
    names = [name for name, value in vars(kind).items() if is_users and type(value) in plain]
    return Place(kind, frozenset(name for name in names if name[:2] != "__") - _DECLARED)


def _has_data(value: Value) -> bool:
    """Whether it is an object with attributes, and no code."""
    return hasattr(value, "__dict__") and not isinstance(value, (*_ATOMS, partial, MethodType))


def _is_set(cell: CellType) -> bool:
    """Whether a variable of a closure has a value."""
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def _names(code: CodeType) -> Iterator[str]:
    """The names in the code of a function, and in that of the functions in it."""
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _names(part)


def _is_installed(function: FunctionType) -> bool:
    """Whether it belongs to a library."""
    name = str(function.__globals__.get("__name__")).partition(".")[0]
    return name in sys.stdlib_module_names or "site-packages" in function.__code__.co_filename
