"""The model of somebody's `transitions.Machine` as the memory of an automaton.

A memory holds a stand-in for the model: an object of a subclass of its class, with a copy of its
data, and without triggers. Guards and actions call the model's own methods on it.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from types import new_class
from typing import Any, ClassVar, Self

import transitions

from hanoi_fsm.fsm.errors import BadAction
from hanoi_fsm.fsm.memory import RESERVED, Memory, action, guard
from hanoi_fsm.fsm.unconvertible import callback_name, is_predicate
from hanoi_fsm.fsm.values import attributes

_TEXT_LENGTH = 120
_Observe = Callable[[Any], object]


class ModelMemory(Memory):
    """A memory that holds a model; a subclass made on the fly has its guards and actions."""

    _remedy = "let the model keep plain data"
    _kind: ClassVar[type]
    _states: ClassVar[Mapping[str, object]]
    _not_data: ClassVar[frozenset[str]]
    _observe: ClassVar[_Observe | None]

    def __init__(self, model: Any, state: str) -> None:
        self._model: Any = self._copied(model, self._kind, self._not_data)
        self.state = state

    @property
    def state(self) -> str:
        return self._state

    @state.setter
    def state(self, name: str) -> None:
        self._state, self._model.state = name, self._states.get(name, name)

    @property
    def output(self) -> Any:
        """What is observed of the model now; what an engine sets before each event is ignored."""
        observe = type(self)._observe
        return self._state if observe is None else observe(self._model)

    @output.setter
    def output(self, value: object) -> None: ...

    def copy(self) -> Self:
        return type(self)(self._model, self._state)

    def _data(self) -> dict[str, Any]:
        return attributes(self._model, self._not_data)


class Vocabulary:
    """The class of a machine's memories, with a guard or an action per callback requested."""

    def __init__(self, machine: transitions.Machine, observe: _Observe | None) -> None:
        self.machine, self.model = machine, machine.model
        self.words: dict[object, str] = {}
        library = vars(transitions.Machine(None, initial=None)) if _is_machine(self.model) else {}
        kept = {name for name, value in vars(self.model).items() if _is_machine(value)}
        self.kind = _stand_in(machine.model)
        self.methods: dict[str, Any] = {
            "_kind": self.kind,
            "_states": {state.name: state.value for state in machine.states.values()},
            "_not_data": frozenset({"state", *library, *kept}),
            "_observe": observe,
        }
        own = ("_model", "_state", *self.methods)
        self.taken = {*RESERVED, *dir(ModelMemory), *own, *machine.events}

    def memory(self) -> type[ModelMemory]:
        """The class with all words so far; it has the name of the model's class."""
        return type(self.kind.__name__, (ModelMemory,), self.methods)

    def guard(self, condition: Any) -> str:
        name = callback_name(condition.func, self.model)

        def ask(self: ModelMemory) -> bool:
            answer = getattr(self._model, name)()
            if answer not in (True, False):
                raise BadAction(f"{name} answered {answer!r}: expected True or False")
            return bool(answer)

        return self._word((name, None), guard(ask), (name,))

    def action(self, transition: transitions.Transition) -> str | None:
        """The word for the callbacks of a transition, in the library's order; None without any."""
        states, target = self.machine.states, transition.dest
        before, after = transition.before, transition.after
        if target is not None:
            before = [*before, *states[transition.source].on_exit]
            after = [*(states[target].on_enter if target in states else ()), *after]
        model = self.model
        first, last = [tuple(callback_name(one, model) for one in some) for some in (before, after)]
        entered = target if last else None

        def carry_out(self: ModelMemory) -> None:
            for name in first:
                getattr(self._model, name)()
            if entered is not None:
                self.state = entered
            for name in last:
                getattr(self._model, name)()

        key = (first, entered, last)
        return self._word(key, action(carry_out), first + last) if first + last else None

    def _word(self, key: Any, method: Callable[..., Any], called: tuple[str, ...]) -> str:
        """The name of a method, made of what it calls, as its docstring is."""
        if key in self.words:
            return self.words[key]
        word = "_then_".join(called)
        if word in self.taken and key[1]:
            word += "_to_" + re.sub(r"\W", "_", key[1])
        while word in self.taken:
            word += "_"
        docs = [(name, (getattr(self.kind, name).__doc__ or "").strip()) for name in called]
        text = "; ".join(doc.partition("\n")[0] or name.replace("_", " ") for name, doc in docs)
        method.__doc__ = text if len(text) <= _TEXT_LENGTH else text[: _TEXT_LENGTH - 3] + "..."
        self.taken.add(word)
        self.methods[word], self.words[key] = method, word
        return word


def _is_machine(value: object) -> bool:
    return isinstance(value, transitions.Machine)


def _stand_in(model: object) -> type:
    kind = type(model)
    bound = [(name, value) for name, value in vars(model).items() if type(value) is partial]
    methods = {name: _method(name, value) for name, value in bound}
    made = new_class(kind.__name__, (kind,), {}, lambda body: body.update(methods))
    made.__module__ = kind.__module__
    return made


def _method(name: str, bound: partial[Any]) -> Callable[..., bool]:
    """An `is_<state>()`; or the refusal of a trigger: no event is fired inside a callback."""

    def method(self: Any, *_: object, **__: object) -> bool:
        if is_predicate(bound):
            return bool(self.state == bound.args[0])
        raise BadAction(f"a callback calls {name}(): events are fired from outside only")

    return method
