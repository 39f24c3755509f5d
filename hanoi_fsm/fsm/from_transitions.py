"""A machine of the `transitions` library as an automaton, and as a memory on which it runs.

The form of every flat machine is converted: its transitions in the library's order, conditions as
guards, and callbacks as actions, by their names. By default none of the machine's code runs, and
conditions are inputs. On request, a memory holds the data of the model, on which the library itself
fires each event (`fired`).
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from inspect import iscoroutinefunction
from itertools import chain, count, product
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
from hanoi_fsm.fsm.fired import (
    WIDE,
    Call,
    Fired,
    Value,
    Works,
    active,
    callbacks_of,
    scopes_of,
    separator_of,
    states_of,
)
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
        raise BadInput(f"from_transitions takes a Machine of transitions, got {given}")
    kind = type(next(iter(machine.models), machine))
    title = machine.name.removesuffix(": ") or kind.__name__
    calls = dict(_calls(machine, arguments or {}))
    if not run and (must_run or observe is not None or calls):
        needs = "a specification, `observe` and `arguments` need callbacks that run"
        raise DefinitionError(title, [f"{needs}: pass `run=True`"])
    faults = _unfit(machine) if run else []
    if faults and must_run:
        raise DefinitionError(title, faults)
    if not run or faults:
        why = f": {listed(faults, 150, '; ')}" if run else " (`run=True` calls them)"
        form, _ = _formed(machine, title, automatic, {}, ())
        texts = [f"conditions are inputs and callbacks names{why}"]
    else:
        form, names = _formed(machine, title, automatic, calls, {*vars(Memory), *vars(Fired)})
        works = Works(machine, form["automaton"], names, calls, observe)
        memory, texts = works.memory(), [*_limits(works)]
        memory.key()  # raises if the data cannot be compared
        form["memory"] = memory.copy
    states = states_of(machine)
    ignoring = [name for name, state in states.items() if state.ignore_invalid_triggers]
    if machine.ignore_invalid_triggers or ignoring:
        where = "" if machine.ignore_invalid_triggers else f" in {listed(ignoring)}"
        texts.append(f"`ignore_invalid_triggers`: other events are ignored{where}")
    entered = {form["automaton"].initial, *(row.target for row in form["automaton"].rows)}
    if machine.auto_transitions and not automatic and states.keys() - entered:
        texts.append("the automatic `to_STATE` triggers are left out")
    assumptions = [Assumption(text) for text in texts]
    staying = [one.event for one in _written(machine) if _stays_in(states.get(one.source), one)]
    if staying:
        text = f"{listed(staying)}, which stays in the states of a composite, as leaving it"
        assumptions.append(Assumption(text, "transitions of the states in it"))
    return form | {"assumptions": tuple(assumptions)}


def _stays_in(source: Value, written: "Written") -> bool:
    """Whether a transition of a composite state leaves none of the states in it."""
    return written.dest is None and bool(getattr(source, "states", None))


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


def _unfit(machine: transitions.Machine) -> list[str]:
    """The reasons why a machine cannot be run; empty if it can."""
    if not machine.models:
        return ["it has no model"]
    faults = []
    kinds = type(machine.models[0]).__mro__[:-1]
    if any(vars(kind).get("__slots__") for kind in kinds):
        faults.append("data in `__slots__` are not seen: keep them in plain attributes")
    if iscoroutinefunction(machine.transition_cls.execute):
        faults.append("async machines are form only")
    if unknown := _unknown(machine):
        faults.append(f"unknown states {listed(sorted(unknown))}")
    return faults


def _limits(works: Works) -> Iterator[str]:
    """Yield the limitations of running a machine."""
    kind = type(works.model).__name__
    yield f"its callbacks run; {kind}'s data are restored afterwards, but files stay changed"
    if works.left_out:
        yield f"parts that cannot be copied are not compared: {listed(works.left_out)}"
    if any(hasattr(state, "timeout") for state in works.states.values()):
        yield "timeouts never elapse"
    if len(works.machine.models) > 1:
        yield f"only the first of its {len(works.machine.models)} models runs"


def _formed(
    machine: transitions.Machine,
    title: str,
    automatic: bool,
    calls: Mapping[str, Call],
    reserved: Collection[str],
) -> tuple[dict[str, Value], "Names"]:
    """The form of the machine, with callbacks by name, and these names."""
    states, written = states_of(machine), _written(machine, automatic)
    names = Names(machine, written, calls, reserved)
    initial: object = machine.initial or ""
    if len(machine.models) == 1:
        initial = getattr(machine.models[0], machine.model_attribute, initial)
    leaves = active(machine, initial)
    begin = _joined(machine, leaves)
    tree, more = _tree(title, machine, states, {begin, *(each.dest for each in written)})
    if tree.parent and (unknown := _unknown(machine)):
        raise DefinitionError(title, [f"unknown states {listed(sorted(unknown))}"])
    final = {leaf for name, state in states.items() if state.final for leaf in tree.leaves(name)}
    automaton = Automaton(
        title,
        (*states, *more),
        begin,
        frozenset(final),
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
    suspects = (*_suspects(machine), *left_out, *_dead_ends(automaton))
    form = {"automaton": automaton, "memory": Uncalled, "suspects": suspects}
    return form | {"markup": names.markup(leaves)}, names


def _dead_ends(automaton: Automaton) -> Iterator[Finding]:
    """Yield the non-final states that are never left, unless this is true of all states."""
    left = {row.source for row in automaton.rows if row.target != row.source}
    for state in automaton.states if left else ():
        is_inner = state not in automaton.tree.inner and state not in automaton.final
        if is_inner and left.isdisjoint((state, *automaton.tree.around(state))):
            text = f"no transition leads on from state {state}, and it is not final"
            yield Finding("ends", text, state)


def _unknown(machine: transitions.Machine) -> set[str]:
    """The names of undefined states in transitions."""
    written = _written(machine)
    named = {*(each.source for each in written), *(each.dest or each.source for each in written)}
    return named - states_of(machine).keys()


def _suspects(machine: transitions.Machine) -> tuple[Finding, ...]:
    """Hidden triggers, missing commas between states, and undefined callbacks."""
    unknown, states = _unknown(machine), states_of(machine)
    triggers = {each.event for each in _written(machine)}
    callbacks = [one for one in dict.fromkeys(callbacks_of(machine)) if isinstance(one, str)]
    texts = []
    for state, first in product(states, unknown | states.keys()):
        second = state.removeprefix(first)
        both = {first, second} - states.keys()
        if state == first + second and both and both <= unknown:
            texts.append(f"the state {state!r} may be {first!r} and {second!r} without a comma")
    for model in machine.models:
        kind = type(model).__name__
        answers = getattr(type(model), "__getattr__", transitions.Machine.__getattr__)
        if answers is not transitions.Machine.__getattr__ or not type(model).__dictoffset__:
            continue  # it may have any attributes
        defined = {*dir(type(model)), *vars(model)}
        hidden = defined & triggers - vars(model).keys()
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


class Written(NamedTuple):
    """A transition of the library with its trigger, and the full names of its states."""

    event: str
    source: str
    dest: str | None
    transition: transitions.Transition


def _written(machine: transitions.Machine, automatic: bool = False) -> list[Written]:
    """The transitions, perhaps with the `automatic` ones; the innermost come first."""
    is_usual = machine.model_attribute == "state" or separator_of(machine)
    prefix = "to_" if is_usual else f"to_{machine.model_attribute}_"
    states = states_of(machine)
    left_out = {prefix + name for name in states} if machine.auto_transitions else set()
    written = list[Written]()
    for scope, events in reversed(scopes_of(machine).items()):
        for name, event in events.items():
            by_source = event.transitions.values()
            is_more = any(len(competing) > 1 for competing in by_source)  # than automatic ones
            for each in chain.from_iterable(by_source):
                if automatic or is_more or name not in left_out:
                    dest = each.dest and f"{scope}{each.dest}"
                    written.append(Written(name, f"{scope}{each.source}", dest, each))
    return written


def _joined(machine: transitions.Machine, names: list[str]) -> str:
    """The full name of a model's state; for several states, of the state around them."""
    separator = separator_of(machine)
    paths = [name.split(separator) for name in names] if separator else [names]
    return separator.join(commonprefix(paths))  # noqa: RUF071  # of lists, not of paths


def _tree(
    title: str,
    machine: transitions.Machine,
    states: Mapping[str, Value],
    targets: Collection[str | None],
) -> tuple[Tree, list[str]]:
    """The nesting of the states, and the states that represent a composite itself.

    A composite that can be entered without any state in it contains a state `NAME itself`.
    """
    separator, more = separator_of(machine), list[str]()
    parent = {
        name: name.removesuffix(f"{separator}{state.name}")
        for name, state in states.items()
        if separator and name != state.name
    }
    initial, parallel = dict[str, str](), set[str]()
    for name, inner in grouped(parent, parent.__getitem__).items():
        firsts = [first.split(separator)[0] for first in _firsts(states[name])]
        entered = [f"{name}{separator}{first}" for first in firsts]
        if len(entered) > 1:
            parallel.add(name)
            if {*entered} != {*inner}:
                fault = f"of the states in {name} only some are entered: enter one, or all"
                raise DefinitionError(title, [fault])
            more += [region for region in inner if region not in parent.values()]
        elif entered:
            initial[name] = entered[0]
        elif name in targets:
            more.append(name)
    for name in more:
        parent[f"{name} itself"] = name
        initial[name] = f"{name} itself"
    return Tree(parent, initial, frozenset(parallel)), [f"{name} itself" for name in more]


def _firsts(state: Value) -> list[str]:
    """The names of the states that are entered together with their parent."""
    first = state.initial or []
    firsts = first if isinstance(first, list | tuple) else [first]
    return [str(getattr(one, "name", one)) for one in firsts]


def _name_of(callback: object) -> str:
    """The name of a callback: its text, or the name of its function or class."""
    function = getattr(callback, "func", callback)
    named = function if isinstance(function, str) else type(function).__name__
    return str(getattr(function, "__name__", named))


class Names:
    """The names of callbacks that are not run, and the rows that use them.

    A state's callbacks become its `entry` and `exit` actions, unless others run in between: on the
    way into or out of a state, or where a transition neither leaves nor enters it.
    """

    def __init__(
        self,
        machine: transitions.Machine,
        written: Sequence[Written],
        calls: Mapping[str, Call],
        reserved: Collection[str],
    ) -> None:
        self.machine, self.models, self.reserved = machine, [*machine.models], reserved
        self.words: dict[tuple[str, str, object], str] = {}
        self.callbacks: dict[str, Value] = {}
        self.early: set[str] = set()
        self.made: dict[int, Row] = {}
        """The row of each transition, by its identity."""
        states = states_of(machine)
        is_nested = len(states) > len(machine.states)
        prepared = defaultdict[tuple[str, str], list[Value]](lambda: [*machine.prepare_event])
        calls_of = list[tuple[list[Value], list[Value]]]()
        leaving, entering = set[str](), set[str]()
        for event, source, dest, each in written:
            prepared[event, source] += each.prepare  # of its competitors, too
            before = [*prepared[event, source], *machine.before_state_change, *each.before]
            after = [*each.after, *machine.after_state_change, *machine.finalize_event]
            calls_of.append((before, after))
            if not is_nested and (before or dest is None):
                leaving.add(source)
            if not is_nested and (after or dest is None):
                entering.add(dest or source)
        leave = {name: state.on_exit for name, state in states.items()}
        enter = {
            name: [*state.on_enter, *(machine.on_final if state.final else ())]
            for name, state in states.items()
        }
        self.exit = {name: self._named(leave.pop(name)) for name in states if name not in leaving}
        self.entry = {name: self._named(enter.pop(name)) for name in states if name not in entering}
        self.events = {each.event for each in written}
        named = grouped(calls, lambda call: calls[call][0])
        self.rows = list[Row]()
        for (event, source, dest, each), (before, after) in zip(written, calls_of, strict=True):
            if dest is not None:
                before.extend(leave.get(source, []))
                after[:0] = enter.get(dest, [])
            conditions = [
                (self._word("condition", one.func), one.target) for one in each.conditions
            ]
            guards = tuple(Guard(name, not target) for name, target in dict.fromkeys(conditions))
            early = self._named(before)
            self.early.update(early)
            actions = (*early, *self._named(after))
            row = Row(source, dest or source, tuple(named.get(event, [event])), guards, actions)
            self.made[id(each)] = row
            self.rows.append(row)

    def known(self, callback: object) -> str:
        """The name of a callback as a condition or action, or else of its function."""
        kinds = ((kind, *self._key(callback)) for kind in ("condition", "action"))
        return next((self.words[key] for key in kinds if key in self.words), _name_of(callback))

    def markup(self, initial: list[str]) -> dict[str, object]:
        """The arguments of the library's `Machine`, with callbacks named as in the model."""
        machine = self.machine
        return self._given(
            machine,
            *(*WIDE, "on_exception", "send_event", "auto_transitions", "model_attribute"),
            *("ignore_invalid_triggers", "model_override"),
            name=machine.name.removesuffix(": "),
            queued=machine.has_queue,
            initial=initial if len(initial) > 1 else initial[0],
        ) | self._inside(machine, "states")

    def _inside(self, outer: Value, what: str) -> dict[str, object]:
        """The states and transitions in the machine or in a state."""
        states: list[dict[str, object]] = []
        for name, state in outer.states.items():
            attributes = ("final", "on_enter", "on_exit", "on_final", "ignore_invalid_triggers")
            given = self._given(state, *attributes, name=name)
            if getattr(state, "states", None):
                given |= {"initial": _firsts(state)} | self._inside(state, "children")
            states.append(given)
        events = [name for name in outer.events if name in self.events]
        rows = [
            {"trigger": name, "source": each.source, "dest": each.dest}
            | self._given(
                each,
                *("prepare", "before", "after"),
                conditions=[one.func for one in each.conditions if one.target],
                unless=[one.func for one in each.conditions if not one.target],
            )
            for name in events
            for each in chain.from_iterable(outer.events[name].transitions.values())
        ]
        return {what: states, "transitions": rows}

    def _given(self, thing: object, *names: str, **parts: object) -> dict[str, object]:
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
        is_own = isinstance(callback, str) or any(owner is model for model in self.models)
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
