"""A machine of the `transitions` library as an automaton, and as a memory on which it runs.

The form of every flat machine is converted: its transitions in the library's order, conditions as
guards, and callbacks as actions, by their names. By default none of the machine's code runs, and
conditions are inputs. On request, a memory holds the data of the model, on which the library itself
fires each event (`fired`).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from inspect import iscoroutinefunction
from itertools import chain, count, pairwise, product
from os.path import commonprefix
from typing import NamedTuple

import transitions

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.chart import Tree
from hanoi_fsm.fsm.errors import (
    BadInput,
    DefinitionError,
    UnknownName,
    listed,
    nearest,
)
from hanoi_fsm.fsm.finding import Assumption, Finding
from hanoi_fsm.fsm.fired import TRIGGER, WIDE, Call, Fired, Value, Works
from hanoi_fsm.fsm.memory import Memory, Uncalled
from hanoi_fsm.fsm.notation import Guard, Row, contradict
from hanoi_fsm.fsm.search import grouped

Observe = Callable[[Value], object]
Arguments = Mapping[str, Sequence[Sequence[object] | Mapping[str, object]]]
"""The arguments to try for each event: tuples, or dicts of keyword arguments."""


def convert(
    machine: transitions.Machine,
    *,
    run: bool,
    observe: Observe | None,
    must_run: bool,
    arguments: Arguments | None,
    automatic: bool,
) -> dict[str, Value]:
    """The arguments of our `Machine`: its form, and with `run` its behaviour.

    Raises `DefinitionError` if it `must_run` but cannot, and if its nested states do not form a
    chart.
    """
    if not isinstance(machine, transitions.Machine) or "events" not in vars(machine):
        given = type(machine).__name__
        advice = "give the machine of a model, as in `door.machine`"
        raise BadInput(f"from_transitions takes a Machine of transitions, got {given}: {advice}")
    library = Library(machine, automatic)
    calls = dict(_calls(machine, arguments or {}))
    if not run and (must_run or observe is not None or calls):
        needs = "a specification, `observe` and `arguments` need callbacks that run"
        raise DefinitionError(library.title, [f"{needs}: pass `run=True`"])
    faults = [*_unfit(library)] if run else []
    if faults and must_run:
        raise DefinitionError(library.title, faults)
    runs = run and not faults
    reserved = {*vars(Memory), *vars(Fired)} if runs else ()
    names = Names(library, calls if runs else {}, reserved)
    form = _formed(library, names)
    if runs:
        works = Works(library, names, form["automaton"], calls, observe)
        memory = works.memory()
        memory.key()  # raises if the data cannot be compared
        form["memory"] = memory.copy
        texts = [*_limits(works)]
    else:
        why = f": {listed(faults, 150, '; ')}" if run else " (`run=True` calls them)"
        texts = [f"conditions are inputs and callbacks names{why}"]
    texts += _left_out(library, form["automaton"], automatic)
    assumptions = [Assumption(text) for text in texts]
    composite = {*library.parent.values()}
    staying = [given for given in library.given if given.dest is None and composite]
    inside = [given for given in staying if given.source in composite]
    if inside:
        events = listed([given.event for given in inside])
        text = f"{events}, which stays in the states of a composite, as leaving it"
        assumptions.append(Assumption(text, "transitions of the states in it"))
    if not runs and (alone := [*_leaving_alone(library, form["automaton"].tree)]):
        text = (
            f"{listed(alone)}, to which several regions react and one leaves, as the first's alone"
        )
        assumptions.append(Assumption(text, "`run=True`"))
    called = {name for actions in (names.entry, names.exit) for name in actions if actions[name]}
    if noisy := [given for given in staying if given.source in called - composite]:
        events = listed([given.event for given in noisy])
        assumptions.append(Assumption(f"{events}, which stays in a state, as leaving it"))
    return form | {"assumptions": tuple(assumptions)}


def _leaving_alone(library: "Library", tree: Tree) -> Iterator[str]:
    """Yield the events on which one region of a state leaves it while another region reacts too.

    The library takes the transitions of both regions, and a chart takes only the first.
    """
    for event, given in grouped(library.given, lambda given: given.event).items():
        acting, left = dict[str, set[str]](), set[str]()
        for one in given:
            path = [one.source, *tree.around(one.source)]
            for region, state in pairwise(path):
                if state in tree.parallel:
                    acting.setdefault(state, set()).add(region)
                    left |= {state} - {one.target, *tree.around(one.target)}
        if any(len(acting[state]) > 1 for state in left):
            yield event


def _calls(machine: transitions.Machine, arguments: Arguments) -> Iterator[tuple[str, Call]]:
    """The events with arguments, under names such as `deposit(5)`."""
    for event, lists in arguments.items():
        if event not in machine.events:
            raise UnknownName.among("event", event, [*machine.events])
        for given in lists:
            by_name = given if isinstance(given, Mapping) else {}
            args = () if by_name else tuple(given)
            words = [*map(repr, args), *(f"{name}={value!r}" for name, value in by_name.items())]
            yield f"{event}({', '.join(words)})", (event, args, by_name)


class Given(NamedTuple):
    """A transition of the library with its trigger, and the full names of its states.

    If it is written in a state, `scope` is the prefix of these names. Its callbacks, and those of
    the machine, run `before` the source is left, or `after` the target is entered.
    """

    event: str
    source: str
    dest: str | None
    scope: str
    transition: transitions.Transition
    before: list[Value]
    after: list[Value]

    @property
    def target(self) -> str:
        return self.dest or self.source


class Library:
    """A machine of the library: its states by full names, and its transitions, innermost first.

    Unless asked for, the `automatic` transitions are left out. The `scopes` are the events of the
    machine and of each state, by the prefix of their state names; `separator` joins nested names,
    and is empty without any.
    """

    def __init__(self, machine: transitions.Machine, automatic: bool) -> None:
        self.machine = machine
        self.separator = str(getattr(machine.state_cls, "separator", ""))
        self.states: dict[str, Value] = {}
        self.parent: dict[str, str] = {}
        self.scopes: dict[str, dict[str, Value]] = {"": machine.events}
        self.given: list[Given] = []
        self._read_states("", machine.states)
        is_usual = machine.model_attribute == "state" or self.separator
        prefix = "to_" if is_usual else f"to_{machine.model_attribute}_"
        has_automatic = machine.auto_transitions and not automatic
        left_out = {f"{prefix}{name}" for name in self.states} if has_automatic else set()
        for scope, events in reversed(self.scopes.items()):
            for name, event in events.items():
                lists = event.transitions.values()
                is_automatic = name in left_out and all(len(competing) < 2 for competing in lists)
                for competing in lists:
                    given = [*self._read_transitions(scope, name, competing)]
                    self.given += [] if is_automatic else given

    def _read_transitions(
        self, scope: str, event: str, competing: Sequence[transitions.Transition]
    ) -> Iterator[Given]:
        machine = self.machine
        prepared = [*machine.prepare_event]
        for part in competing:
            prepared += part.prepare
            before = [*prepared, *machine.before_state_change, *part.before]
            after = [*part.after, *machine.after_state_change, *machine.finalize_event]
            dest = part.dest and f"{scope}{part.dest}"
            yield Given(event, f"{scope}{part.source}", dest, scope, part, before, after)

    def _read_states(self, outer: str, states: Mapping[str, Value]) -> None:
        scope = f"{outer}{self.separator}" if outer else ""
        for short, state in states.items():
            name = f"{scope}{short}"
            self.states[name] = state
            if outer:
                self.parent[name] = outer
            if self.separator:
                self.scopes[f"{name}{self.separator}"] = state.events
                self._read_states(name, state.states)

    @property
    def title(self) -> str:
        """The name of the machine, or else of the class of its model."""
        kind = type(next(iter(self.machine.models), self.machine))
        return self.machine.name.removesuffix(": ") or kind.__name__

    @property
    def unknown(self) -> list[str]:
        """The names of undefined states in transitions."""
        named = {name for given in self.given for name in (given.source, given.target)}
        return sorted(named - self.states.keys())

    @property
    def initial(self) -> list[str]:
        """The innermost states in which the machine is, or in which it begins."""
        machine = self.machine
        state: object = machine.initial or ""
        if len(machine.models) == 1:
            state = getattr(machine.models[0], machine.model_attribute, state)
        return self.active(state)

    def active(self, state: Value) -> list[str]:
        """The full names of the innermost active states of a model."""
        if isinstance(state, list | tuple):
            return [*chain.from_iterable(map(self.active, state))]
        if isinstance(state, Enum) and self.separator:
            return [name for name, known in self.states.items() if known.value is state]
        return [str(getattr(state, "name", state))]


def _unfit(library: Library) -> Iterator[str]:
    """Yield the reasons why a machine cannot be run."""
    machine = library.machine
    kinds = type(machine.models[0]).__mro__[:-1] if machine.models else ()
    if not machine.models:
        yield "it has no model"
    if any(vars(kind).get("__slots__") for kind in kinds):
        yield "data in `__slots__` are not seen: keep them in plain attributes"
    if iscoroutinefunction(machine.transition_cls.execute):
        yield "async machines are form only"
    if library.unknown:
        yield f"unknown states {listed(library.unknown)}"


def _limits(works: Works) -> Iterator[str]:
    """Yield the limitations of running a machine."""
    kind, models = works.kind.__name__, works.machine.models
    yield f"its callbacks run; {kind}'s data are restored afterwards, but files stay changed"
    if works.left_out:
        yield f"parts that cannot be copied are not compared: {listed(works.left_out)}"
    if works.timers:
        yield "timeouts never elapse"
    if len(models) > 1:
        yield f"only the first of its {len(models)} models runs"


def _left_out(library: Library, automaton: Automaton, automatic: bool) -> Iterator[str]:
    """Yield the parts of a machine that its automaton leaves out."""
    machine, states = library.machine, library.states
    ignoring = [name for name, state in states.items() if state.ignore_invalid_triggers]
    if machine.ignore_invalid_triggers:
        yield "`ignore_invalid_triggers`: other events are ignored"
    elif ignoring:
        yield f"`ignore_invalid_triggers`: other events are ignored in {listed(ignoring)}"
    entered = {automaton.initial, *(row.target for row in automaton.rows)}
    if machine.auto_transitions and not automatic and states.keys() - entered:
        yield "the automatic `to_STATE` triggers are left out"


def _formed(library: Library, names: "Names") -> dict[str, Value]:
    """The form of the machine, with callbacks by name."""
    title, tree = library.title, _tree(library)
    if tree.parent and library.unknown:
        raise DefinitionError(title, [f"unknown states {listed(library.unknown)}"])
    final = [name for name, state in library.states.items() if state.final]
    automaton = Automaton(
        title,
        tuple(dict.fromkeys((*library.states, *tree.parent))),
        _joined(library),
        frozenset(chain.from_iterable(map(tree.leaves, final))),
        tuple(names.rows),
        title,
        entry=names.entry,
        exit=names.exit,
        tree=tree,
    )
    automaton = replace(automaton, ordered=bool(automaton.overlapping))
    rows, left_out = list[Row](), list[Finding]()
    for row, taken in zip(names.rows, automaton.flat, strict=True):
        why = "" if taken else "one of its competitors always is"
        if contradict(row.guards, row.guards):
            why = "its conditions are never true together"
        if why:
            text = f"`{row}` is never taken, as {why}: it is left out"
            left_out.append(Finding("used", text, row))
        else:
            rows.append(row)
    automaton = replace(automaton, rows=tuple(rows))
    suspects = [Finding("definition", text) for text in dict.fromkeys(_suspects(library, names))]
    return {
        "automaton": automaton,
        "memory": Uncalled,
        "suspects": (*suspects, *left_out, *_dead_ends(automaton)),
        "markup": names.markup(),
    }


def _dead_ends(automaton: Automaton) -> Iterator[Finding]:
    """Yield the non-final states that are never left, unless this is true of all states."""
    left = {row.source for row in automaton.rows if row.target != row.source}
    for state in automaton.states if left else ():
        is_inner = state not in automaton.tree.inner and state not in automaton.final
        if is_inner and left.isdisjoint((state, *automaton.tree.around(state))):
            text = f"no transition leads on from state {state}, and it is not final"
            yield Finding("ends", text, state)


def _suspects(library: Library, names: "Names") -> Iterator[str]:
    """Yield missing commas between states, hidden triggers, and undefined callbacks."""
    machine, states, unknown = library.machine, library.states, library.unknown
    for state, first in product(states, {*unknown, *states}):
        second = state.removeprefix(first)
        both = {first, second} - states.keys()
        if state == first + second and both and both.issubset(unknown):
            yield f"the state {state!r} may be {first!r} and {second!r} without a comma"
    triggers = {given.event for given in library.given}
    callbacks = [name for name in names.every if isinstance(name, str) and "." not in name]
    for model in machine.models:
        kind = type(model)
        answers = getattr(kind, "__getattr__", transitions.Machine.__getattr__)
        if answers is not transitions.Machine.__getattr__ or not kind.__dictoffset__:
            continue  # it may have any attributes
        defined = {*dir(kind), *vars(model)}
        for name in () if machine.model_override else sorted(triggers & defined):
            if not isinstance(vars(model).get(name), TRIGGER):
                yield f"{kind.__name__}.{name} hides the trigger {name!r}: rename one"
        for name in callbacks:
            if name not in defined:
                similar = nearest(name, sorted(defined))
                hint = f"did you mean {similar!r}?" if similar else "define it"
                yield f"{kind.__name__} does not define the callback {name!r}: {hint}"


def _joined(library: Library) -> str:
    """The full name of the initial state; for several states, of the state around them."""
    names, separator = library.initial, library.separator
    if not separator:
        return names[0]
    paths = [name.split(separator) for name in names]
    return separator.join(commonprefix(paths))  # noqa: RUF071  # of lists, not of paths


def _tree(library: Library) -> Tree:
    """The nesting of the states.

    A composite that can be entered without any state in it contains a state `NAME itself`, which
    represents it.
    """
    separator, parent, alone = library.separator, {**library.parent}, list[str]()
    targets = {_joined(library), *(given.dest for given in library.given)}
    initial, parallel = dict[str, str](), set[str]()
    for name, inner in grouped(parent, parent.__getitem__).items():
        firsts = [first.split(separator)[0] for first in _firsts(library.states[name])]
        entered = [f"{name}{separator}{first}" for first in firsts]
        if len(entered) > 1:
            parallel.add(name)
            if {*entered} != {*inner}:
                fault = f"of the states in {name} only some are entered: enter one, or all"
                raise DefinitionError(library.title, [fault])
            alone += [region for region in inner if region not in parent.values()]
        elif entered:
            initial[name] = entered[0]
        elif name in targets:
            alone.append(name)
    for name in alone:
        parent[f"{name} itself"] = name
        initial[name] = f"{name} itself"
    return Tree(parent, initial, frozenset(parallel))


def _firsts(state: Value) -> list[str]:
    """The names of the states that are entered together with their parent."""
    first = state.initial or []
    firsts = first if isinstance(first, list | tuple) else [first]
    return [str(getattr(name, "name", name)) for name in firsts]


def _name_of(callback: object) -> str:
    """The name of a callback: its text, or the name of its function or class."""
    function = getattr(callback, "func", callback)
    named = function if isinstance(function, str) else type(function).__name__
    return str(getattr(function, "__name__", named))


class Names:
    """The names of callbacks that are not run, and the rows that use them.

    A state's callbacks become its `entry` and `exit` actions, unless others run in between: on the
    way into or out of a state, or where a transition neither leaves nor enters it. `early` has the
    actions that run before a state is left.
    """

    def __init__(
        self, library: Library, calls: Mapping[str, Call], reserved: Collection[str]
    ) -> None:
        self.library, self.reserved = library, reserved
        self.words: dict[tuple[str, str, object], str] = {}
        self.callbacks: dict[str, Value] = {}
        self.early: set[str] = set()
        self.rows: list[Row] = []
        machine, states = library.machine, library.states
        leaving, entering = set[str](), set[str]()
        for given in () if library.parent else library.given:
            if given.before or given.dest is None:
                leaving.add(given.source)
            if given.after or given.dest is None:
                entering.add(given.target)
        leave = {name: state.on_exit for name, state in states.items()}
        enter = {
            name: [*state.on_enter, *(machine.on_final if state.final else ())]
            for name, state in states.items()
        }
        self.exit = {name: self._named(leave.pop(name)) for name in states if name not in leaving}
        self.entry = {name: self._named(enter.pop(name)) for name in states if name not in entering}
        events = grouped(calls, lambda call: calls[call][0])
        for given in library.given:
            before, after = given.before, given.after
            if given.dest is not None:
                before = before + leave.get(given.source, [])
                after = enter.get(given.dest, []) + after
            guards = dict.fromkeys(
                Guard(self._word("condition", condition.func), not condition.target)
                for condition in given.transition.conditions
            )
            early = self._named(before)
            actions = (*early, *self._named(after))
            named = tuple(events.get(given.event, [given.event]))
            row = Row(given.source, given.target, named, tuple(guards), actions)
            self.early.update(early)
            self.rows.append(row)

    @property
    def every(self) -> list[Value]:
        """All callbacks of the machine, and of its states and transitions."""
        inner = (getattr(state, "on_final", []) for state in self.library.states.values())
        more = chain(self.library.machine.on_exception, *inner)
        return [*self.callbacks.values(), *more]

    def known(self, callback: object) -> str:
        """The name of a callback as a condition or action, or else of its function."""
        kinds = ((kind, *self._key(callback)) for kind in ("condition", "action"))
        return next((self.words[key] for key in kinds if key in self.words), _name_of(callback))

    def markup(self) -> dict[str, object]:
        """The arguments of the library's `Machine`, with callbacks named as in the model."""
        machine, initial = self.library.machine, self.library.initial
        return self._attributes(
            machine,
            *(*WIDE, "on_exception", "send_event", "auto_transitions", "model_attribute"),
            *("ignore_invalid_triggers", "model_override"),
            name=machine.name.removesuffix(": "),
            queued=machine.has_queue,
            initial=initial if len(initial) > 1 else initial[0],
        ) | self._inside(machine, "", "states")

    def _inside(self, outer: Value, scope: str, what: str) -> dict[str, object]:
        """The states and transitions in the machine or in a state."""
        states: list[dict[str, object]] = []
        for name, state in outer.states.items():
            attributes = ("final", "on_enter", "on_exit", "on_final", "ignore_invalid_triggers")
            given = self._attributes(state, *attributes, name=name)
            if getattr(state, "states", None):
                inner = f"{scope}{name}{self.library.separator}"
                given |= {"initial": _firsts(state)} | self._inside(state, inner, "children")
            states.append(given)
        rows = [
            {"trigger": given.event, "source": given.transition.source}
            | {"dest": given.transition.dest}
            | self._attributes(
                given.transition,
                *("prepare", "before", "after"),
                conditions=[one.func for one in given.transition.conditions if one.target],
                unless=[one.func for one in given.transition.conditions if not one.target],
            )
            for given in self.library.given
            if given.scope == scope
        ]
        return {what: states, "transitions": rows}

    def _attributes(self, thing: object, *names: str, **parts: object) -> dict[str, object]:
        """The attributes of a thing and other parts, without missing ones."""
        parts |= {name: getattr(thing, name, None) for name in names}
        return {
            name: [*map(self._on_model, part)] if isinstance(part, list) else part
            for name, part in parts.items()
            if part not in (None, "", [])
        }

    def _on_model(self, callback: object) -> str:
        name, other = self._key(callback)
        return self.known(callback) if other else name

    def _named(self, callbacks: Iterable[object]) -> tuple[str, ...]:
        return tuple(self._word("action", callback) for callback in callbacks)

    def _key(self, callback: object) -> tuple[str, object]:
        """The identity of a callback: its text, or its function and the object it is bound to."""
        owner = getattr(callback, "__self__", None)
        models = self.library.machine.models
        is_own = isinstance(callback, str) or any(owner is model for model in models)
        function = id(getattr(callback, "__func__", callback))
        return _name_of(callback), None if is_own else (function, id(owner))

    def _word(self, kind: str, callback: object) -> str:
        """The name of a callback, with a number if another callback has the same name."""
        key = kind, *self._key(callback)
        if key not in self.words:
            name = key[1].rpartition(".")[2]
            names = chain([name], (f"{name}_{number}" for number in count(2)))
            if not name.isidentifier():  # a lambda
                names = chain(f"{kind}_{number}" for number in count(1))
            taken = {*self.callbacks, *self.reserved}
            self.words[key] = next(name for name in names if name not in taken)
            self.callbacks[self.words[key]] = callback
        return self.words[key]
