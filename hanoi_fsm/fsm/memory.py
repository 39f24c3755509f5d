"""The working memory of an automaton: what its guards look at and its actions change.

A memory marks its vocabulary: every guard and every action is a method declared as one, with a
docstring of one line. In the words of automata programming the memory is the controlled object, its
guards are the inputs x and its actions the outputs z; together they are the connection scheme.
Nothing else of a memory can be named in a diagram.
"""

import sys
from array import array
from collections import deque
from collections.abc import Callable, Collection, Hashable, Mapping
from functools import partial
from types import FunctionType
from typing import Any, ClassVar, Self, TypeVar

from hanoi_fsm.fsm.errors import BadMemory, printable, shortened
from hanoi_fsm.fsm.values import COMPARABLE, PLAIN, attributes, cells, copied, frozen, spelt_out

_Thing = TypeVar("_Thing")
_Guard = TypeVar("_Guard", bound=Callable[[Any], bool])
_Action = TypeVar("_Action", bound=Callable[[Any], None])

RESERVED = frozenset({"state", "trigger", "may_trigger", "output"})
"""Attributes of a running memory that are neither words of its vocabulary nor data."""
_ALSO_WORDS = frozenset({"contents", "picture"})
"""Methods that only show a memory: a subclass may have a word, or data, of that name."""
_NO_DATA = RESERVED | {"_vocabulary", "_remedy"}
_SHARED_BY_ALL = (list, dict, set, deque, bytearray, array)


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

    A subclass declares its guards and actions. How it is copied, compared, counted and shown
    follows from its attributes, unless it defines that itself. An action that puts something out
    (a move, a digit) leaves it in `output`; the engine takes it from there after each event.

    >>> class Counter(Memory):
    ...     left = 3
    ...     @guard
    ...     def empty(self) -> bool:
    ...         "nothing is left"
    ...         return self.left == 0
    ...     @action
    ...     def take(self) -> None:
    ...         "take one away"
    ...         self.left -= 1
    >>> Counter().key(), Counter().show(), Counter().cells()
    ((('left', 3),), 'left=3', 1)
    >>> Counter.guards(), Counter.actions()
    ({'empty': 'nothing is left'}, {'take': 'take one away'})
    """

    output: Any = None
    state: str  # where the machine is: kept here by the engine while it runs
    _remedy: ClassVar[str] = ""
    _vocabulary: ClassVar[dict[str, dict[str, str]]] = {"guard": {}, "action": {}}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._vocabulary = {kind: dict(words) for kind, words in cls._vocabulary.items()}
        if vars(cls).get("__slots__"):
            raise TypeError(f"{cls.__name__} has __slots__: a memory keeps its data without them")
        for name, value in vars(cls).items():
            kind = getattr(value, "_kind", None)
            if kind is not None and isinstance(value, FunctionType):
                cls._declare(kind, name, value)
            elif isinstance(value, _SHARED_BY_ALL) and not (name.isupper() or name[0] == "_"):
                why = f"is a {type(value).__name__} that all its memories would share"
                advice = "set it in __init__ (or write a constant in capitals)"
                raise TypeError(f"{cls.__name__}.{name} {why}: {advice}")

    @classmethod
    def _declare(cls, kind: str, name: str, method: FunctionType) -> None:
        if name in RESERVED or (name in vars(Memory) and name not in _ALSO_WORDS):
            article = "an" if kind == "action" else "a"
            fault = f"{cls.__name__}.{name} cannot be {article} {kind}"
            raise TypeError(f"{fault}: the name is reserved, rename it")
        text = (method.__doc__ or "").strip()
        if not text and sys.flags.optimize >= 2:  # `python -OO` takes all docstrings away
            text = name.replace("_", " ")
        if len(text.splitlines()) != 1:
            raise TypeError(f"the {kind} {cls.__name__}.{name} needs a docstring of one line")
        if kind == "guard" and method.__annotations__.get("return") not in (bool, "bool"):
            raise TypeError(f"the guard {cls.__name__}.{name} must be annotated to return bool")
        cls._vocabulary[kind][name] = text

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
        twin = self._copied(self, type(self))
        twin.__dict__.pop("state", None)
        return twin

    def _copied(self, thing: object, kind: type[_Thing], shared: Collection[str] = ()) -> _Thing:
        """An object of some kind with a copy of another's data, but for what they share."""
        own, twin = thing.__dict__, object.__new__(kind)
        into = twin.__dict__
        into.update(own)
        if not PLAIN.issuperset(map(type, own.values())):
            memo = {id(thing): twin}
            for name, value in own.items():
                if type(value) is partial:
                    del into[name]
                elif type(value) not in PLAIN and name not in shared:
                    into[name] = self._asked(copied, "copy", name, value, memo)
        return twin

    def key(self) -> Hashable:
        """All that can influence the memory's future, as a hashable value: names and data.

        Raises `BadMemory` for data that cannot be compared by value.
        """
        return tuple(sorted(self._frozen().items()))

    def cells(self) -> int:
        """How many numbers the machine keeps in it now, in 64-bit words."""
        return sum(map(cells, self._frozen().values()))

    def show(self) -> str:
        """The memory in one line, for the column of a trace: its own `key`, or its public data."""
        if type(self).key is not Memory.key:
            return str(self.key())
        public = [_word(name, value) for name, value in self._data().items() if name[0] != "_"]
        return printable(" ".join(public))

    def contents(self) -> Mapping[str, object]:
        """What it holds, by name: numbers, texts and tuples of them; by default its public data.

        A tuple of named tuples is a stack, whose top is its last item. `contents_of` returns this
        whatever a subclass calls `contents`.

        >>> Memory().contents()
        {}
        """
        return {name: spelt_out(value) for name, value in self._data().items() if name[0] != "_"}

    def picture(self) -> str:
        """What it holds as an SVG text."""
        from hanoi_fsm.fsm.diagrams.memory_picture import picture

        return picture(contents_of(self), type(self).__name__)

    def _repr_svg_(self) -> str:
        method = type(self).picture
        return (Memory.picture if hasattr(method, "_kind") else method)(self)

    def _data(self) -> dict[str, Any]:
        return attributes(self, _NO_DATA)

    def _frozen(self) -> dict[str, Hashable]:
        data = self._data()
        for name, value in data.items():
            if type(value) not in COMPARABLE:
                data[name] = self._asked(frozen, "key", name, value)
        return data

    def _asked(self, question: Callable[..., Any], method: str, name: str, *given: Any) -> Any:
        try:
            return question(*given)
        except (TypeError, RecursionError) as error:
            kind, why = type(self).__name__, str(error) or type(error).__name__
            fault = f"{kind}.{name} does not fit into {method}() of the memory ({why})"
            raise BadMemory(f"{fault}: {self._remedy or f'define {kind}.{method}'}") from error


def contents_of(memory: Memory) -> Mapping[str, object]:
    """What a memory holds by its own `contents`, or by default where it calls another thing so.

    Whatever a subclass returns, names are texts here, and values are numbers, texts and tuples.

    >>> class Basket(Memory):
    ...     def __init__(self) -> None:
    ...         self.contents = ["apple"]
    >>> contents_of(Basket())
    {'contents': ('apple',)}
    """
    kind = type(memory)
    defined = next(vars(one)["contents"] for one in kind.__mro__ if "contents" in vars(one))
    if isinstance(defined, FunctionType) and not hasattr(defined, "_kind"):
        found: object = defined(memory)
        if isinstance(found, Mapping):
            return {
                name if isinstance(name, str) else shortened(name): spelt_out(value)
                for name, value in found.items()
            }
    return Memory.contents(memory)


def _word(name: str, value: object) -> str:
    """An attribute in a line: `hours=7`, and of a bool `bell` or `!bell`."""
    if isinstance(value, bool):
        return name if value else f"!{name}"
    text = shortened(value)
    return f"{name}={text[1:-1] if isinstance(value, str) and value.isidentifier() else text}"


class NoMemory(Memory):
    """The memory of an automaton that needs none: without data, guards and actions."""
