"""The working memory of an automaton: what its guards look at and its actions change.

A memory marks its vocabulary: every guard and every action is a method declared as one, with a
docstring of one line. In the words of automata programming the memory is the controlled object, its
guards are the inputs x and its actions the outputs z; together they are the connection scheme.
Nothing else of a memory can be named in a diagram.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable
from copy import deepcopy
from functools import partial
from typing import Any, ClassVar, Self, TypeVar

_Guard = TypeVar("_Guard", bound=Callable[[Any], bool])
_Action = TypeVar("_Action", bound=Callable[[Any], None])

RESERVED = frozenset({"state", "trigger", "may_trigger", "output"})
"""Attributes of a running memory that are no words of its vocabulary."""


def guard(method: _Guard) -> _Guard:
    """Declare a method of a memory as a guard: a question answered by a real `bool`."""
    method._kind = "guard"  # type: ignore[attr-defined]  # functions carry attributes
    return method


def action(method: _Action) -> _Action:
    """Declare a method of a memory as an action: it changes the memory and may set `output`."""
    method._kind = "action"  # type: ignore[attr-defined]  # functions carry attributes
    return method


class Memory:
    """Base of every working memory.

    A subclass declares its guards and actions, and says how it is copied, compared and shown. An
    action that puts something out (a move, a digit) leaves it in `output`; the engine takes it
    from there after each event.

    >>> class Counter(Memory):
    ...     def __init__(self, left: int) -> None:
    ...         self.left = left
    ...     @guard
    ...     def empty(self) -> bool:
    ...         "nothing is left"
    ...         return self.left == 0
    ...     @action
    ...     def take(self) -> None:
    ...         "take one away"
    ...         self.left -= 1
    >>> Counter.guards(), Counter.actions()
    ({'empty': 'nothing is left'}, {'take': 'take one away'})
    """

    output: Any = None
    state: str
    """Where the machine is: kept here by the engine while it runs."""
    _vocabulary: ClassVar[dict[str, dict[str, str]]] = {"guard": {}, "action": {}}

    def __init_subclass__(cls) -> None:
        """Collect the declared methods, and refuse those that could not work."""
        super().__init_subclass__()
        cls._vocabulary = {kind: dict(words) for kind, words in cls._vocabulary.items()}
        for name, method in vars(cls).items():
            kind = getattr(method, "_kind", None)
            if kind is not None and inspect.isfunction(method):
                cls._declare(kind, name, method)

    @classmethod
    def _declare(cls, kind: str, name: str, method: Callable[..., object]) -> None:
        if name in RESERVED or name in vars(Memory):
            raise TypeError(f"{cls.__name__}.{name} is no {kind}: that name is the machine's own")
        told = inspect.cleandoc(method.__doc__ or "")
        if len(told.splitlines()) != 1:
            raise TypeError(f"the {kind} {cls.__name__}.{name} needs a docstring of one line")
        if kind == "guard" and method.__annotations__.get("return") not in (bool, "bool"):
            raise TypeError(f"the guard {cls.__name__}.{name} must be annotated to return bool")
        cls._vocabulary[kind][name] = told

    @classmethod
    def guards(cls) -> dict[str, str]:
        """The guards by name, each with the line that says what it asks."""
        return dict(cls._vocabulary["guard"])

    @classmethod
    def actions(cls) -> dict[str, str]:
        """The actions by name, each with the line that says what it does."""
        return dict(cls._vocabulary["action"])

    def copy(self) -> Self:
        """A memory that is equal now, shares nothing that changes, and belongs to no machine.

        `copy.copy` would not do: it keeps the triggers that a `Machine` has bound to the original.
        """
        twin = object.__new__(type(self))
        for name, value in vars(self).items():
            if name != "state" and not isinstance(value, partial):
                setattr(twin, name, deepcopy(value))
        return twin

    def key(self) -> Hashable:
        """All that can influence the memory's future, as a hashable value."""
        raise NotImplementedError

    def cells(self) -> int:
        """How many numbers the machine keeps in it now, a number being 64 bits."""
        raise NotImplementedError

    def show(self) -> str:
        """The memory in a few characters, for the column of a trace."""
        return str(self.key())
