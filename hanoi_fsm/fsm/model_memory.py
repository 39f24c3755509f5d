"""The model of somebody's `transitions.Machine` as the memory of an automaton.

A memory holds a stand-in for the model: an object of a subclass of its class, with a copy of its
data, and with neither triggers nor machine. Guards and actions call the model's own methods on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from types import new_class
from typing import Any, ClassVar, NamedTuple, NoReturn, Self

import transitions

from hanoi_fsm.fsm.errors import BadAction, BadMemory
from hanoi_fsm.fsm.memory import Memory, action, guard
from hanoi_fsm.fsm.values import attributes, copied

_TEXT_LENGTH = 120


class Callbacks(NamedTuple):
    """What one action calls: methods before the state changes to `target`, and methods after it.

    `target` is None where the state does not change, or where nothing is called after it has.
    """

    before: tuple[str, ...]
    target: str | None = None
    after: tuple[str, ...] = ()


class Answers(NamedTuple):
    """How one guard answers: it is asked by `conditions`, by `unless`, or by both."""

    name: str
    conditions: bool
    unless: bool


@dataclass(frozen=True)
class Model:
    """What is known of a model: its attributes that are no data, its states, what is observed."""

    kind: type
    state_attribute: str
    states: Mapping[str, object]
    library: frozenset[str]
    observe: Callable[[Any], object] | None

    def copy(self, model: Any) -> Any:
        """An object of the stand-in class with a copy of the model's data.

        What the library keeps in a model that is its own machine is shared, and so is a machine
        that the model keeps.
        """
        twin: Any = object.__new__(self.kind)
        memo = {id(model): twin}
        for name, value in vars(model).items():
            if type(value) is partial:
                continue
            shared = name in self.library or isinstance(value, transitions.Machine)
            try:
                twin.__dict__[name] = value if shared else copied(value, memo)
            except (TypeError, RecursionError) as error:
                raise BadMemory(f"the model's {name} cannot be copied: {error}") from error
        return twin

    def data(self, model: Any) -> dict[str, Any]:
        """The model's own data by name."""
        found = attributes(model, self.library | {self.state_attribute})
        return {
            name: value
            for name, value in found.items()
            if not isinstance(value, transitions.Machine)
        }


class ModelMemory(Memory):
    """A memory that holds a model; a subclass made on the fly has its guards and actions."""

    _about: ClassVar[Model]
    _model: Any
    _state: str

    def __init__(self, model: Any, state: str) -> None:
        self._model = self._about.copy(model)
        self.state = state

    @property
    def state(self) -> str:
        """The name of the state that the model is in."""
        return self._state

    @state.setter
    def state(self, name: str) -> None:
        self._state = name
        setattr(self._model, self._about.state_attribute, self._about.states.get(name, name))

    @property
    def output(self) -> Any:
        """What is observed of the model now; it cannot be set."""
        observe = self._about.observe
        return self._state if observe is None else observe(self._model)

    @output.setter
    def output(self, value: object) -> None:
        """Ignore what the engine clears before each event."""

    def copy(self) -> Self:
        """A memory with a copy of the model."""
        twin = object.__new__(type(self))
        twin._model, twin._state = self._about.copy(self._model), self._state
        return twin

    def _data(self) -> dict[str, Any]:
        return self._about.data(self._model)

    def _asked(self, question: Callable[..., Any], method: str, name: str, *given: Any) -> Any:
        try:
            return super()._asked(question, method, name, *given)
        except BadMemory as error:
            raise BadMemory(
                f"the model's {name} cannot be compared by value ({error.__cause__}): "
                "let the model keep plain data"
            ) from error


def stand_in(model: object, states: Mapping[str, object], attribute: str) -> type:
    """A subclass of the model's class with what the library binds to a model: `is_<state>()`.

    Its triggers and the like raise `BadAction`: no event is fired from inside a callback.
    """
    prefix = "is_" if attribute == "state" else f"is_{attribute}_"
    predicates = {prefix + name: value for name, value in states.items()}
    methods: dict[str, Callable[..., object]] = {
        name: _predicate(attribute, predicates[name]) if name in predicates else _refusal(name)
        for name in bound_by_library(model)
    }
    kind = type(model)
    made = new_class(kind.__name__, (kind,), {}, lambda names: names.update(methods))
    made.__module__, made.__qualname__ = kind.__module__, kind.__qualname__
    return made


def bound_by_library(model: object) -> list[str]:
    """The names of the triggers and predicates that the library put into the model."""
    return [name for name, value in vars(model).items() if type(value) is partial]


def _predicate(attribute: str, value: object) -> Callable[[Any], bool]:
    return lambda self: bool(getattr(self, attribute) == value)


def _refusal(name: str) -> Callable[..., NoReturn]:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise BadAction(f"a callback calls {name}(): events are fired from outside only")

    return refuse


def memory_class(
    about: Model, guards: Mapping[str, Answers], actions: Mapping[str, Callbacks]
) -> type[ModelMemory]:
    """The class of memories with these words; its name is the one of the model's class."""
    methods: dict[str, Any] = {"_about": about}
    for word, answers in guards.items():
        methods[word] = guard(_named(_guard(answers), word, [answers.name], about))
    for word, calls in actions.items():
        called = [*calls.before, *calls.after]
        methods[word] = action(_named(_action(calls), word, called, about))
    return type(about.kind.__name__, (ModelMemory,), methods)


def _named(
    method: Callable[..., Any], word: str, called: Iterable[str], about: Model
) -> Callable[..., Any]:
    """The method with its name, and with the first lines of the docstrings of what it calls."""
    texts = [
        _first_line(getattr(about.kind, name, None)) or name.replace("_", " ") for name in called
    ]
    text = "; ".join(texts)
    if len(text) > _TEXT_LENGTH:
        text = text[: _TEXT_LENGTH - 3] + "..."
    method.__name__, method.__doc__ = word, text
    return method


def _first_line(method: object) -> str:
    text = (getattr(method, "__doc__", None) or "").strip() if hasattr(method, "__get__") else ""
    return text.splitlines()[0].strip() if text else ""


def _called(model: Any, name: str) -> object:
    """What the library gets from a callback: the answer of a method, or the value of a property."""
    found = getattr(model, name)
    return found() if callable(found) else found


def _guard(answers: Answers) -> Callable[[Any], bool]:
    name = answers.name

    def asked(self: ModelMemory) -> bool:
        return bool(_called(self._model, name) == True)  # noqa: E712  # as the library compares

    def asked_unless(self: ModelMemory) -> bool:
        return not _called(self._model, name) == False  # noqa: E712, SIM201

    def asked_both_ways(self: ModelMemory) -> bool:
        answer = _called(self._model, name)
        if answer == True or answer == False:  # noqa: E712, PLR1714
            return bool(answer)
        raise BadAction(f"{name} answered {answer!r}: expected True or False")

    if answers.conditions and answers.unless:
        return asked_both_ways
    return asked_unless if answers.unless else asked


def _action(calls: Callbacks) -> Callable[[Any], None]:
    def carry_out(self: ModelMemory) -> None:
        for name in calls.before:
            _called(self._model, name)
        if calls.target is not None:
            self.state = calls.target
        for name in calls.after:
            _called(self._model, name)

    return carry_out
