"""A machine of the `transitions` library as an automaton and a memory.

Each transition keeps the conditions that its author wrote, so that exploration can find what the
library never reports: transitions that are enabled together, cases that none covers, transitions
that are never taken. A memory holds a stand-in for the model: an object of a subclass of its class,
with a copy of its data, and without triggers. Guards and actions call the model's own methods on
it, in the library's order: before, on_exit, on_enter, after.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial, partialmethod
from typing import Any, ClassVar, Self

import transitions

from hanoi_fsm.fsm.automaton import Automaton
from hanoi_fsm.fsm.errors import BadAction, BadInput, DefinitionError, cut, shortened
from hanoi_fsm.fsm.memory import RESERVED, Memory, action, guard
from hanoi_fsm.fsm.notation import Guard, Label, Transition
from hanoi_fsm.fsm.values import attributes

Guards = tuple[Guard, ...]
Observe = Callable[[Any], object]

_MOST_ALTERNATIVES = 1000  # a fallback that needs more transitions than this stays as it is
_LONGEST_DOC = 120
_EXTENSIONS = {"HierarchicalMachine", "AsyncMachine", "LockedMachine"}
_CALLBACKS = "prepare_event before_state_change after_state_change finalize_event on_exception"
_OPTIONS = {
    "has_queue": "queued=True: fire events from outside, not in callbacks",
    "send_event": "send_event=True: let callbacks take no arguments",
    **{
        name: f"{name} of the whole machine: name the callback in each transition"
        for name in [*_CALLBACKS.split(), "on_final"]
    },
}


def from_transitions(
    machine: transitions.Machine, *, observe: Observe | None = None
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
    if faults := _unsupported(machine):
        raise DefinitionError(title, faults)
    vocabulary = _Vocabulary(machine, observe)
    found = tuple(_transitions(machine, vocabulary))
    if faults := vocabulary.faults:
        raise DefinitionError(title, list(dict.fromkeys(faults)))
    memory = vocabulary.memory()
    memory.key()  # raises now if the data cannot be compared
    final = frozenset(state.name for state in machine.states.values() if state.final)
    return Automaton(title, tuple(machine.states), memory.state, final, found, title), memory.copy


def _unsupported(machine: transitions.Machine) -> list[str]:
    """What in the whole machine has no place in an automaton, whatever its callbacks are."""
    attribute = machine.model_attribute
    kinds = {kind.__name__ for kind in type(machine).__mro__}
    called = {machine.transition_cls.execute, *(type(one).enter for one in machine.states.values())}
    plain = {transitions.Transition.execute, transitions.State.enter}
    found = {
        "nested states, async callbacks or locks: use a plain Machine": kinds & _EXTENSIONS,
        "states or transitions of another class (as timeouts): use plain ones": called - plain,
        f"model_attribute={attribute!r}: leave it out": attribute != "state",
        f"the machine has {len(machine.models)} models: expected 1": len(machine.models) != 1,
        **{fault: getattr(machine, option) for option, fault in _OPTIONS.items()},
    }
    return [fault for fault, is_there in found.items() if is_there]


def _transitions(machine: transitions.Machine, vocabulary: "_Vocabulary") -> Iterator[Transition]:
    """The transitions in the order in which they were added, then the ignored ones by state."""
    ignored: list[Transition] = []
    automatic = [f"to_{state}" for state in machine.states] if machine.auto_transitions else []
    for name, event in machine.events.items():
        in_order = dict.fromkeys([*event.transitions, *machine.states])
        for state in map(machine.get_state, in_order if name not in automatic else ()):
            earlier: list[Guards] = []
            for each in event.transitions.get(state.name, ()):
                asked = [vocabulary.guard(name, condition) for condition in each.conditions]
                guards, action = tuple(dict.fromkeys(asked)), vocabulary.action(name, each)
                for alternative in alternatives(guards, earlier):
                    label = Label(name, alternative, action)
                    yield Transition(state.name, each.dest or state.name, label)
                earlier.append(guards)
            own = state.ignore_invalid_triggers
            if not earlier and (machine.ignore_invalid_triggers if own is None else own):
                ignored.append(Transition(state.name, state.name, Label(name)))
    order = list(machine.states)
    yield from sorted(ignored, key=lambda one: order.index(one.source))


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
    opposites = [one._replace(negated=not one.negated) for one in other]
    if not set(opposites).isdisjoint(choice):
        yield choice
        return
    for one, opposite in zip(other, opposites, strict=True):
        if one not in choice:
            yield (*choice, opposite)
            choice = (*choice, one)


class ModelMemory(Memory):
    """A memory that holds a model; a subclass made on the fly has its guards and actions."""

    _remedy = "let the model keep plain data"
    _of: ClassVar["_Vocabulary"]

    def __init__(self, model: Any, state: str) -> None:
        self._model: Any = self._copied(model, self._of.kind, self._of.not_data)
        self.state = state

    @property
    def state(self) -> str:
        return self._state

    @state.setter
    def state(self, name: str) -> None:
        self._state, self._model.state = name, self._of.states.get(name, name)

    @property
    def output(self) -> Any:
        """What is observed of the model now; what an engine sets before each event is ignored."""
        return self._state if self._of.observe is None else self._of.observe(self._model)

    @output.setter
    def output(self, value: object) -> None: ...

    def copy(self) -> Self:
        return type(self)(self._model, self._state)

    def _data(self) -> dict[str, Any]:
        return attributes(self._model, self._of.not_data)

    def _call(self, names: Iterable[str]) -> None:
        for name in names:
            getattr(self._model, name)()


class _Vocabulary:
    """What the memories of a machine share, with a guard or an action per callback requested.

    The `faults` are callbacks that are not methods of the model without arguments.
    """

    def __init__(self, machine: transitions.Machine, observe: Observe | None) -> None:
        self.machine, self.model, self.observe = machine, machine.model, observe
        self.states = {state.name: state.value for state in machine.states.values()}
        own_model = isinstance(self.model, transitions.Machine)
        library = vars(transitions.Machine(None, initial=None)) if own_model else {}
        kept = [name for name, value in vars(self.model).items() if value is machine]
        self.not_data = frozenset({"state", *library, *kept})
        self.kind = _stand_in(self.model)
        self.methods: dict[str, Any] = {"_of": self}
        self.words: dict[object, str] = {}
        self.taken = {*RESERVED, *dir(ModelMemory), "_of", "_model", "_state", *machine.events}
        self.faults: list[str] = []

    def memory(self) -> ModelMemory:
        """The model as it is now, with all words so far; its class has the name of the model's."""
        kind = type(self.kind.__name__, (ModelMemory,), self.methods)
        made: ModelMemory = kind(self.model, self.machine.get_model_state(self.model).name)
        return made

    def guard(self, event: str, condition: Any) -> Guard:
        [name] = self._names(event, [condition.func])

        def ask(self: ModelMemory) -> bool:
            answer = getattr(self._model, name)()
            if answer not in (True, False):
                raise BadAction(f"{name} answered {answer!r}: expected True or False")
            return bool(answer)

        return Guard(self._word((name, None), guard(ask), [name]), not condition.target)

    def action(self, event: str, transition: transitions.Transition) -> str | None:
        """The word for the callbacks of a transition, in the library's order; None without any."""
        if transition.prepare:
            self.faults.append(f"trigger {event!r}: prepare: move it into an action")
        states, target = self.machine.states, transition.dest
        before, after = transition.before, transition.after
        if target is not None:
            before = [*before, *states[transition.source].on_exit]
            after = [*(states[target].on_enter if target in states else ()), *after]
        first, last = self._names(event, before), self._names(event, after)
        entered = target if last else None

        def carry_out(self: ModelMemory) -> None:
            self._call(first)
            if entered is not None:
                self.state = entered
            self._call(last)

        called = first + last
        key = ((*first, None, *last), entered)
        return self._word(key, action(carry_out), called) if called else None

    def _names(self, event: str, callbacks: Iterable[Any]) -> list[str]:
        """The names of the methods of the model that are called; what cannot be is a fault."""
        names = []
        for callback in callbacks:
            own = isinstance(callback, str) or getattr(callback, "__self__", None) is self.model
            name = str(getattr(callback, "__qualname__" if not own else "__name__", callback))
            if fault := _fault_of(self.model, name) if own else "is not a method of the model":
                self.faults.append(f"trigger {event!r}: the callback {shortened(name)} {fault}")
            names.append(name)
        return names

    def _word(
        self, key: tuple[Any, str | None], method: Callable[..., Any], called: list[str]
    ) -> str:
        """The name of a method, made of what it calls, as its docstring is."""
        if key in self.words:
            return self.words[key]
        word = "_then_".join(called)
        if word in self.taken and key[1]:
            word += "_to_" + re.sub(r"\W", "_", key[1])
        while word in self.taken:
            word += "_"
        docs = [(name, (getattr(self.kind, name, None).__doc__ or "").strip()) for name in called]
        text = "; ".join(doc.partition("\n")[0] or name.replace("_", " ") for name, doc in docs)
        method.__doc__ = cut(text, _LONGEST_DOC)
        self.taken.add(word)
        self.methods[word], self.words[key] = method, word
        return word


def _fault_of(model: object, name: str) -> str:
    """Why a callback of that name cannot be called without an engine; "" if it can."""
    bound = vars(model).get(name)
    if isinstance(bound, partial):
        return "" if _asks_for_state(bound) else "fires an event: fire it from outside"
    method = getattr(type(model), name, None)
    if inspect.iscoroutinefunction(method):
        return "is async: make it a plain method"
    try:
        inspect.signature(method).bind(model)  # type: ignore[arg-type]  # None raises as well
    except TypeError:
        return "is not a method of the model without arguments: make it one"
    return ""


def _asks_for_state(bound: partial[Any]) -> bool:
    """Whether what the library has put into a model is an `is_<state>()`, not a trigger."""
    return getattr(bound.func, "__name__", "") == "is_state"


def _stand_in(model: object) -> type:
    """A subclass of a model's class that answers `is_<state>()`, and fires no events."""
    kind = type(model)
    methods: dict[str, Any] = {"__module__": kind.__module__}
    for name, bound in vars(model).items():
        if isinstance(bound, partial):
            asks = _asks_for_state(bound)
            methods[name] = (
                partialmethod(_is, bound.args[0]) if asks else partialmethod(_fire, name)
            )
    return type(kind.__name__, (kind,), methods)


def _is(model: Any, state: object, *_: object, **__: object) -> bool:
    return bool(model.state == state)


def _fire(model: object, name: str, *_: object, **__: object) -> None:
    raise BadAction(f"a callback calls {name}(): events are fired from outside only")
