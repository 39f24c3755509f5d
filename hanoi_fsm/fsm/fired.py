"""A memory that holds the data of a user's model, on which the library fires each event.

For each event, the data are moved into the model, the event is fired, the new data are saved, and
the model's own data are restored. So conditions, callbacks, arguments, queues and everything else
in `transitions` behave as they do there, and a step consists of the transitions that the library
takes. Meanwhile three of its methods are watched: they begin an event, try a transition, and look
up a callback. A step reports any effect that the diagram does not show.
"""

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from enum import Enum
from functools import partial, partialmethod
from inspect import getattr_static, signature
from itertools import chain, takewhile
from traceback import walk_tb
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import transitions
from transitions.core import Condition, EventData
from transitions.extensions.nesting import FunctionWrapper, NestedState

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import (
    BadAction,
    BadMemory,
    Undecided,
    cut,
    one_line,
    shortened,
)
from hanoi_fsm.fsm.isolate import OURS, is_users, shown
from hanoi_fsm.fsm.memory import PLAIN, Data, Firing, Met, defaults, frozen
from hanoi_fsm.fsm.notation import ELSE, Label, Row, Transition
from hanoi_fsm.fsm.stepping import Refused, Step

if TYPE_CHECKING:
    from hanoi_fsm.fsm.from_transitions import Library, Names

Value = Any  # any value of a model, or any callback
Call = tuple[str, tuple[Value, ...], Mapping[str, Value]]
"""An event of the library with its arguments."""
WIDE = (
    "prepare_event",
    "before_state_change",
    "after_state_change",
    "finalize_event",
    "on_final",
)
"""The attributes with callbacks of a whole machine."""
TRIGGER = (partial, FunctionWrapper)
"""The types of the methods that the library gives to a model."""
_ATOMS = (Enum, type, FunctionType, BuiltinFunctionType, ModuleType)
_CODE = (FunctionType, MethodType, type)
_PLAIN = PLAIN | {tuple, list, dict, set}
_CHANGING = (list, dict, set)
_DECLARED = frozenset({"states", "transitions"})  # often declared in a class
_OF_STATES = {"_on_timeout", "runner"} | vars(NestedState("")).keys()  # attributes of every state
_LONGEST_DOC, _MOST_LEFT_OUT = 120, 100
_EXECUTE = transitions.Transition.execute
MOST_TWICE = 50
"""Once this many events have had the same effect twice, they are fired only once per state."""
BY_CHANCE = (
    "depends on chance or the clock: the same event on the same data need not do the same again, "
    "so name such a condition in `inputs`"
)
UNDRAWN = (
    "the library takes a transition that the diagram leaves out: an automatic one "
    "(`automatic=True`), one whose conditions change while they are asked, one into a single "
    "region, or one of a region beside"
)


class Fired(Firing):
    """A memory that holds the data of a model; a subclass has its guards and actions.

    The data are `saved` place by place, and moved into the model while an event is fired.
    """

    SEES_STATE = True  # which is part of the model's data
    _of: ClassVar["Works"]

    def __init__(self, saved: list[Data], output: object = None) -> None:
        self._saved, self.output = saved, output

    @property
    def __state__(self) -> str:
        return self._of.name_of(self._saved[0][self._of.machine.model_attribute])

    @__state__.setter
    def __state__(self, name: str) -> None:
        if name != self.__state__:
            state = {self._of.machine.model_attribute: self._of.value_of(name)}
            self._saved = [self._saved[0] | state, *self._saved[1:]]

    def copy(self) -> Self:
        made = type(self)(self._saved, self.output)
        made.__inputs__ = getattr(self, "__inputs__", {})
        return made

    def _data(self) -> Data:
        """The data of the model by name."""
        data = defaults(self._of.kind) | self._saved[0]
        for name in self._of.not_data & data.keys():
            del data[name]
        return data

    def _frozen(self) -> dict[str, Hashable]:
        met: Met = {key: ("kept", value) for key, value in self._of.kept.items()}
        data = enumerate([self._data(), *self._saved[1:]])
        try:
            return {str(number): frozen(part, met, _frozen_object) for number, part in data}
        except TypeError as error:
            advice = "set it in __init__, so that it is known to be left out, or keep plain data"
            raise BadMemory(f"data cannot be compared ({error}): {advice}") from error

    def __fire__(self, automaton: Automaton, event: str) -> Step:
        """Fire an event, and return the library's effect as a step.

        The first few times it is fired again on the same data, to detect chance; not on an edited
        machine, which has the same callbacks.
        """
        works, pair, again = self._of, (self.__state__, event), self.copy()
        watch = _Watch(works, self)
        step, called = watch.step(automaton, event), watch.called
        works.times[pair] += 1
        if not watch.by_chance:
            if works.is_edited or works.times[pair] > MOST_TWICE:
                return step
            second = _Watch(works, again)
            other = second.step(automaton, event)
            is_like = step.parts == other.parts and step.transition == other.transition
            if is_like and type(step.error) is type(other.error) and self._is_like(again):
                return step
            pairs = zip(called, second.called, strict=False)
            called = [first for first, repeated in pairs if first != repeated][:1] or called
        works.times[pair] = 0  # or another check of the same machine might not see it
        text = f"{' or '.join(dict.fromkeys(name for name, _ in called))} {BY_CHANCE}"
        if step.error is not None:
            return step._replace(error=Undecided(text))
        return step._replace(unlike=text)

    def _is_like(self, other: "Fired") -> bool:
        """Whether its data equal another's; true if they differ even from a copy, as mocks do."""
        if self.key() == other.key():
            return True
        twin = self.copy()
        with self._of.on(twin):
            pass
        return twin.key() != self.key()


def _frozen_object(value: Value, met: Met) -> Hashable:
    """A hashable key of an object, made of its class and attributes."""
    if isinstance(value, _ATOMS):
        return value
    if id(value) in met:
        return ..., met[id(value)][0]
    met[id(value)] = len(met), value
    if isinstance(value, set | frozenset):
        return type(value), frozenset(frozen(part, met, _frozen_object) for part in value)
    try:
        _, *parts = value.__reduce_ex__(4)
    except TypeError:
        if deepcopy(value) is not value:
            raise
        return type(value), id(value)  # it never changes, like a pattern of `re`
    parts = [[*part] if isinstance(part, Iterator) else part for part in parts]
    return type(value), frozen(parts, met, _frozen_object)


def _left_out(data: list[Data], kept: dict[int, Value]) -> Iterator[str]:
    """Yield the names of parts that cannot be copied, such as locks, and add them to `kept`."""
    for _ in range(_MOST_LEFT_OUT):
        try:
            deepcopy(data, {**kept})
            return
        except Exception as error:  # a value may raise anything
            frames = [frame for frame, _ in walk_tb(error.__traceback__)]
        copies = [frame.f_locals for frame in frames if frame.f_globals["__name__"] == "copy"]
        value = [names["x"] for names in copies if "x" in names][-1]
        kept[id(value)] = value
        yield next((str(names["key"]) for names in copies[::-1] if "key" in names), "a value")


class Place(NamedTuple):
    """A place of data: a dict, such as the attributes of an object, or a class or cell.

    It holds the data in `names`, or without any names all data but `others`.
    """

    owner: Value
    names: Collection[str] | None
    others: Collection[str] = ()

    def data(self) -> Data:
        """The data by name."""
        if not isinstance(self.owner, dict):
            return {name: getattr(self.owner, name) for name in self.names or ()}
        if self.names is None:
            return {name: self.owner[name] for name in self.owner if name not in self.others}
        return {name: self.owner[name] for name in self.names if name in self.owner}

    def put(self, data: Data) -> None:
        """Replace the data of the place."""
        if isinstance(self.owner, dict):
            for name in self.data().keys() - data.keys():
                del self.owner[name]
            self.owner.update(data)
        else:
            for name, value in data.items():
                setattr(self.owner, name, value)


Setting = tuple[Place, Data]


def _setting(owner: Value, **data: Value) -> Setting:
    """Attributes of an object, with their temporary values."""
    return Place(vars(owner), data.keys()), data


@contextmanager
def _holding(settings: Sequence[Setting]) -> Iterator[None]:
    """Replace the data of places temporarily."""
    before = [(place, place.data()) for place, _ in settings]
    for place, data in settings:
        place.put(data)
    try:
        yield
    finally:
        for place, data in before:
            place.put(data)


class Works:
    """A user's machine, on which the events of memories are fired.

    Meanwhile its model, and all objects that its callbacks use, have the data of the memory;
    afterwards their own data are restored. `names` has the names of its callbacks in the automaton,
    and `calls` the events with arguments. Data that cannot be copied are `left_out`.
    """

    def __init__(
        self,
        library: "Library",
        names: "Names",
        automaton: Automaton,
        calls: Mapping[str, Call],
        observe: Callable[[Value], object] | None,
    ) -> None:
        self.library, self.names, self.automaton = library, names, automaton
        self.calls, self.observe = calls, observe or self.state_of
        self.machine: Value = library.machine
        self.model: Value = library.machine.models[0]
        self.kind: Value = self.model.__class__
        self.not_data = {self.machine.model_attribute, *_DECLARED}
        roots = [self.model, self.machine, *library.states.values()]
        for callback in names.every:
            roots += callback, _plain(callback, self.model)
        around = [*_around(roots, self.machine)]
        self.places = [place for _, place in around]
        self.kept = {id(owner): owner for owner, _ in around}
        for events in library.scopes.values():
            self.kept |= {id(event): event for event in events.values()}
        data = [defaults(self.kind), *self.saved()]
        self.left_out = [*_left_out(data, self.kept)]
        timed = [state for state in library.states.values() if hasattr(state, "timeout")]
        self.timers = [_setting(state, timeout=0) for state in timed]  # so that none of them starts
        self.installed: Automaton | None = None
        self.times = Counter[tuple[str, str]]()

    def state_of(self, model: Value) -> str:
        """The automaton's state in which a model is."""
        return self.name_of(getattr(model, self.machine.model_attribute))

    def name_of(self, value: Value) -> str:
        """The automaton's state for a state of the model."""
        tree, names = self.automaton.chart.tree.parent, self.library.active(value)
        if len(names) > 1:
            names.sort(key=[*self.library.states].index)  # in an event the library lists only some
        return ", ".join(f"{name} itself" if f"{name} itself" in tree else name for name in names)

    def value_of(self, name: str) -> Value:
        """The model's state for a state of the automaton."""
        names = name.split(", ") if self.automaton.chart.tree.parent else [name]
        values = []
        for leaf in (name.removesuffix(" itself") for name in names):
            value = self.library.states[leaf].value
            values.append(value if isinstance(value, Enum) else leaf)
        return values if len(values) > 1 else values[0]

    def saved(self) -> list[Data]:
        """The current data of all places."""
        return [place.data() for place in self.places]

    @contextmanager
    def on(self, memory: Fired) -> Iterator[Value]:
        """Give the data of a memory to the model and to all that it uses, temporarily."""
        data = deepcopy(memory._saved, {**self.kept})
        self.chance = random.getstate()
        with _holding([*zip(self.places, data, strict=True)]):
            try:
                yield self.model
                memory.output = self.observe(self.model)
            finally:
                memory._saved = self.saved()
                random.setstate(self.chance)

    def install(self, automaton: Automaton) -> None:
        """Give the machine the transitions of an automaton: its own, or an edited one."""
        if automaton is self.installed:
            return
        self.installed, chart, own = automaton, automaton.chart, self.automaton.chart
        given = zip(self.library.given, self.names.rows, strict=True)
        self.rows = {id(part.transition): row for part, row in given}
        self.settings: list[Setting] = []
        written = [(each.rows, each.entry, each.exit) for each in (chart, own)]
        self.is_edited = written[0] != written[1]
        if self.is_edited:
            self._edit(chart)

    def _edit(self, chart: Automaton) -> None:
        """Give the machine the rows of an edited automaton, and its state callbacks.

        Each row stays in the state where it was written; a new row replaces a missing one.
        """
        machine, callbacks = self.machine, self.names.callbacks
        given = dict(zip(self.names.rows, self.library.given, strict=True))
        missing = next((given[row].scope for row in given if row not in chart.rows), "")
        lists = defaultdict[tuple[str, str], Value](lambda: defaultdict(list))
        self.rows = {}
        for row in chart.rows:
            scope, stays = "", False
            if row in given:
                scope, stays = given[row].scope, given[row].dest is None
            elif row.source.startswith(missing) and row.target.startswith(missing):
                scope = missing
            source, target = row.source.removeprefix(scope), row.target.removeprefix(scope)
            early = [*takewhile(self.names.early.__contains__, row.actions)]
            made = machine.transition_cls(source, None if stays else target)
            made.before = [callbacks[name] for name in early]
            made.after = [callbacks[name] for name in row.actions[len(early) :]]
            guards = [guard for guard in row.guards if guard != ELSE]
            made.conditions = [Condition(callbacks[name], not negated) for name, negated in guards]
            self.rows[id(made)] = row
            for name in dict.fromkeys(self.calls.get(event, (event,))[0] for event in row.events):
                lists[scope, name][source].append(made)
        events = {name: machine.event_cls(name, machine) for _, name in lists} | machine.events
        wide: Data = {f"_{name}": [] for name in WIDE}
        self.settings.append(_setting(machine, events=events, **wide))
        for scope, known in (self.library.scopes | {"": events}).items():
            for name, event in known.items():
                self.settings.append(_setting(event, transitions=lists[scope, name]))
        for name, state in self.library.states.items():
            enter = [callbacks[action] for action in chart.entry.get(name, ())]
            leave = [callbacks[action] for action in chart.exit.get(name, ())]
            self.settings.append(_setting(state, on_enter=enter, on_exit=leave))

    def part(
        self,
        automaton: Automaton,
        before: str,
        event: str,
        rows: Sequence[Row | None],
        after: str = "",
    ) -> Transition | None:
        """The transition of the automaton that consists of these rows, if there is one."""
        written, name = set[Transition](), event
        for row in rows:
            if row is None:
                return None
            name = event if event in row.events else row.events[0]
            written.add(row.transitions[row.events.index(name)])
        parts = [
            transition
            for transition in automaton.transitions_for(before, name)
            if written.issubset(automaton.written(transition))
        ]
        return min(parts, key=lambda part: part.target != after, default=None)

    def memory(self) -> Fired:
        """Make a memory of the model's current data, with the automaton's guards and actions."""
        chart = self.automaton
        inside = chain(*chart.entry.values(), *chart.exit.values())
        words = dict.fromkeys((*chart.actions, *inside), "action")
        words |= dict.fromkeys(chart.guards, "guard")
        methods = {name: _method(kind, name, self._about(name)) for name, kind in words.items()}
        kind = type(self.kind.__name__, (Fired,), {"_of": self, **methods})
        made: Fired = kind(deepcopy(self.saved(), {**self.kept}))
        with self.on(made):  # so that it can be observed
            return made

    def _about(self, word: str) -> str:
        """The first line of a callback's docstring, or its name in words."""
        callback = _plain(self.names.callbacks.get(word), self.model)
        doc = (getattr(callback, "__doc__", "") or "").strip().partition("\n")[0]
        is_own = isinstance(callback, FunctionType)
        return cut(doc, _LONGEST_DOC) if doc and is_own else word.replace("_", " ")


class _Watch:
    """Fires an event on the model of a memory, and records the library's actions.

    `fired` lists the events begun, in order; each gets the state before it, the callback that began
    it, and the rows taken. `called` lists the callbacks, each with its answer; `by_chance` says
    whether they use random numbers. `unlike` describes effects that the diagram does not show, and
    `wrong` is the error that ended the event, or should have.
    """

    def __init__(self, works: Works, memory: Fired) -> None:
        self.works, self.memory, self.machine = works, memory, works.machine
        self.fired: list[Value] = []
        self.called: list[tuple[str, object]] = []
        self.by_chance, self.unlike = False, ""
        self.wrong: BaseException | None = None
        self.begin, self.find = self.machine._process, self.machine.resolve_callable

    def step(self, automaton: Automaton, event: str) -> Step:
        """Fire an event, and return the library's effect as a step."""
        works, memory, before = self.works, self.memory, self.memory.__state__
        saved, error, after = memory._saved, self.fire(automaton, event), memory.__state__
        first = self.fired[0]
        is_refused = isinstance(error, transitions.MachineError) and first.transition is None
        if error is not None and not is_refused:
            tried = works.rows.get(id(first.transition))
            return Step(works.part(automaton, before, event, [tried]), memory, error=error)
        done = [
            works.part(automaton, data.before, event, data.rows or [None], after)
            for data in self.fired
            if data.rows or data.result  # a subclass may execute in its own way
        ]
        if is_refused or not (done or first.error is not None):
            if self.called and type(memory)(saved).key() != memory.key():
                where = f"{self.called[-1][0]} or a callback before it changes data"
                self.note(f"{where} though no transition is taken: let an action change them")
            elif is_refused or first.transition is not None:
                refused = Refused(automaton, memory, before, event)
                return Step(None, memory, error=refused)
        parts = tuple(part for part in done if part is not None)
        if None in done or (parts and parts[-1].target != after):
            self.note(UNDRAWN)
        shown_as = done[0] if done and done[0] else Transition(before, before, Label(event))
        taken = Transition(before, after, shown_as.label, shown_as.written)
        return Step(taken, memory, memory.output, None, parts, self.unlike)

    def fire(self, automaton: Automaton, event: str) -> BaseException | None:
        """Fire it on the machine with the rows of an automaton, and return any exception."""
        works, machine = self.works, self.machine
        name, args, kwargs = works.calls.get(event, (event, (), {}))
        works.install(automaton)

        def execute(transition: transitions.Transition, data: Value) -> bool:
            """Try a transition, and note whether it is taken; replaces the library's method."""
            is_taken = _EXECUTE(transition, data)
            if is_taken and data.machine is machine:
                data.rows.append(works.rows.get(id(transition)))
            return is_taken

        watched = [
            _setting(machine, _process=self.process, resolve_callable=self.resolve),
            (Place(transitions.Transition, ["execute"]), {"execute": execute}),
        ]
        with works.on(self.memory) as model, _holding([*works.timers, *works.settings, *watched]):
            try:
                machine._get_trigger(model, name, *args, **kwargs)
            except (Exception, SystemExit) as error:  # a callback may raise anything
                return self.wrong or error
            finally:
                self.by_chance = random.getstate() != works.chance
                machine._transition_queue.clear()
        return self.wrong

    def process(self, trigger: partial[bool]) -> bool:
        """Begin an event, or put it into the queue; replaces the library's method."""
        return bool(self.begin(partial(self.follow, trigger)))

    def follow(self, trigger: partial[bool]) -> bool:
        """Process an event, perhaps while others are still running."""
        data = trigger.args[0]
        data.before, data.rows = self.works.state_of(data.model), []
        data.caller = self.called[-1][0] if self.called else ""
        self.fired.append(data)
        answer = trigger()
        if data.error is not None:
            self.note(f"on_exception handles {one_line(data.error)}")
        return answer

    def note(self, text: str) -> None:
        self.unlike = self.unlike or text

    def resolve(self, callback: Value, data: EventData) -> Callable[..., object]:
        """Resolve a callback to a watched function; replaces the library's method."""
        works, memory = self.works, self.memory
        word = works.names.known(callback)
        if isinstance(vars(type(memory)).get(word), partialmethod):  # an input from outside
            if data is not self.fired[0]:
                asks = f"fires {data.event.name}, which asks for the input {word}"
                self.note(f"a callback {asks}, but inputs come with events from outside alone")
            return lambda *args, **kwargs: getattr(memory, word)()
        function: Value = self.find(callback, data)
        name = f"{word}{_place(_plain(callback, works.model) or function)}"
        if data in self.fired[:-1]:
            first = self.fired[self.fired.index(data) + 1].caller
            self.note(f"{first} fires an event, after which {word} of the one before still runs")

        def called(*args: object, **kwargs: object) -> object:
            before, fired, number = works.state_of(works.model), len(self.fired), len(self.called)
            self.called.append((name, None))
            try:
                answer = function(*args, **kwargs)
            except (TypeError, LookupError, AttributeError) as error:
                self.wrong = self.wrong or _lacks_arguments(function, name, error, data)
                raise
            self.called[number] = name, answer if isinstance(answer, bool) else None
            if works.state_of(works.model) != before and len(self.fired) == fired:
                self.note(f"{name} sets the state itself")
            conditions = data.transition.conditions if data.transition else []
            meant = {condition.target for condition in conditions if condition.func == callback}
            if meant and answer not in (True, False) and bool(answer) in meant:
                said = f"{name} answered {shortened(answer)}, which the library takes for neither"
                advice = "True nor False, so that no transition is taken: return a bool"
                self.wrong = self.wrong or BadAction(f"{said} {advice}")
            return answer

        return called


def _lacks_arguments(
    function: Value, name: str, error: Exception, data: EventData
) -> Undecided | None:
    """The error for a callback that may lack the arguments of its event, or None."""
    if data.args or data.kwargs:
        return None
    with suppress(TypeError, ValueError):  # a builtin may have no signature
        if not signature(function).parameters:
            return None
    event = data.event.name if data.event else "EVENT"
    given, said = f"arguments={{{event!r}: [(1,)]}}", f"{name} raised {one_line(error)}"
    return Undecided(f"{said}: if it needs arguments of {event}, pass them, as in `{given}`")


def _place(function: Value) -> str:
    """The line and file of a function, in brackets."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return f" (line {code.co_firstlineno} of {shown(code.co_filename)})" if code else ""


def _method(kind: str, word: str, about: str) -> object:
    """Make a guard or an action that calls the callback of this name on the memory's model."""

    def ask(self: Fired) -> bool:
        works, twin = self._of, self.copy()
        with works.on(twin) as model:
            data = EventData(None, None, works.machine, model, (), {})
            return bool(Condition(works.names.callbacks[word]).check(data))

    ask.__doc__ = about
    ask._kind = kind  # type: ignore[attr-defined]  # as the decorators do
    return ask


def _plain(callback: Value, model: Value) -> Value:
    """The function of a callback; a text names an attribute of the model."""
    if isinstance(callback, str):
        callback = getattr_static(model, callback, None)
    callback = getattr(callback, "fget", callback)
    return getattr(callback, "__func__", callback)


def _around(roots: Iterable[Value], machine: Value) -> Iterator[tuple[Value, Place]]:
    """Yield the places of data that are reachable from objects and functions, with their owners.

    They are the attributes of these objects, of the owners of methods and partials, and of their
    classes; the attributes and closures of functions; and the variables of the user's modules that
    functions name. Functions and classes among these are followed in turn.
    """
    met, waiting = dict[int, Value](), [*roots]
    variables = dict[int, tuple[Data, set[str]]]()
    for part in waiting:
        if id(part) in met:
            continue
        met[id(part)] = part
        values = list[Value]()
        if isinstance(part, MethodType):
            waiting += [part.__func__, part.__self__]
        elif isinstance(part, partial):
            waiting += [part.func, *part.args, *part.keywords.values()]
        elif _is_users(part, type):
            bases = [base for base in part.__mro__ if _is_users(base, type)]
            given = [*chain.from_iterable(vars(base).items() for base in bases)]
            shared = {name for name, value in given if type(value) in _PLAIN}
            yield part, Place(part, {name for name in shared if name[:2] != "__"} - _DECLARED)
            values += [_plain(value, None) for _, value in given]
        elif isinstance(part, FunctionType) and is_users(part.__code__.co_filename):
            cells = [cell for cell in part.__closure__ or () if cell != CellType()]  # an empty one
            yield from ((cell, Place(cell, ["cell_contents"])) for cell in cells)
            yield part, Place(vars(part), None)
            if any(isinstance(value, _CHANGING) for value in part.__defaults__ or ()):
                yield part, Place(part, ["__defaults__"])
            values += [cell.cell_contents for cell in cells]
            names = {*_names(part.__code__)}
            imported = [part.__globals__.get(name) for name in names]
            modules = [vars(module) for module in imported if _is_users(module, ModuleType)]
            for scope in (part.__globals__, *modules):
                seen = {name: scope[name] for name in names & scope.keys()}
                values += seen.values()
                _, known = variables.setdefault(id(scope), (scope, set()))
                known.update(name for name in seen if not isinstance(seen[name], _ATOMS))
        elif hasattr(part, "__dict__") and not isinstance(part, _ATOMS):
            yield part, Place(vars(part), None, _of_library(part, machine))
            waiting.append(type(part))
        waiting += [value for value in values if isinstance(value, _CODE)]
    yield from ((scope, Place(scope, known)) for scope, known in variables.values())


def _of_library(owner: Value, machine: Value) -> set[str]:
    """The names of the attributes that the library gives to an object."""
    if isinstance(owner, transitions.State):
        return {*_OF_STATES}
    given = vars(owner).items()
    names = {name for name, value in given if isinstance(value, TRIGGER)}
    if owner is machine:
        kinds = type(machine).__mro__
        kind = next(kind for kind in kinds if kind.__module__.startswith("transitions."))
        names |= vars(kind(None, initial=None)).keys()
    return names


def _is_users(value: Value, kind: type) -> bool:
    """Whether a value is a module (or a class, by `kind`) of the user, but not an Enum."""
    if not isinstance(value, kind) or (isinstance(value, type) and issubclass(value, Enum)):
        return False
    module = value if kind is ModuleType else sys.modules.get(value.__module__)
    return is_users(getattr(module, "__file__", None) or OURS[0])


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names in the code of a function and of its inner functions."""
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _names(part)
