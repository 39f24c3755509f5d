"""The working memory of an automaton, read by its guards and changed by its actions.

A memory marks its vocabulary: every guard and every action is a decorated method with a docstring
of one line. In the terms of automata programming, the memory is the controlled object, its guards
are the inputs x and its actions the outputs z; together they are the connection scheme. A diagram
cannot name any other part of a memory.

Its data are numbers, texts, bools and None, lists, tuples and dicts of them, and objects that hash
by value or have a `key` of their own. Explorations compare them hundreds of thousands of times,
hence the shortcuts for plain values.
"""

from collections.abc import Callable, Hashable, Mapping, Set
from copy import deepcopy
from functools import cache, partial
from operator import attrgetter
from types import FunctionType
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from hanoi_fsm.fsm.calls import checked
from hanoi_fsm.fsm.errors import (
    MOST_SHOWN,
    BadInput,
    BadMemory,
    printable,
    shortened,
    window,
    with_article,
)
from hanoi_fsm.fsm.notation import is_output, output_of

Value = Any  # any value that a memory keeps
Data = dict[str, Value]
Met = dict[int, Value]
"""Values by their identity."""
_Guard = TypeVar("_Guard", bound=Callable[..., bool])
_Action = TypeVar("_Action", bound=Callable[..., None])

_DATA = "data are numbers, texts, bools, None, and lists, tuples and dicts of them"
PLAIN = frozenset({int, str, bool, type(None), float})
"""The types of immutable values, which copies share."""

COMPARABLE = frozenset({int, str, type(None)})
"""Types whose equal values are indistinguishable, unlike True and 1."""

_CONTAINERS = tuple, list, dict
_WORD = 1 << 64  # larger numbers need more than one cell
_BY_IDENTITY: object = object.__hash__


@checked
def guard(method: _Guard) -> _Guard:
    """Declare a method of a memory as a guard: a question answered by a real `bool`."""
    method._kind = "guard"  # type: ignore[attr-defined]  # functions carry attributes
    return method


@checked
def action(method: _Action) -> _Action:
    """Declare a method of a memory as an action: it changes the memory and may set `output`."""
    method._kind = "action"  # type: ignore[attr-defined]  # functions carry attributes
    return method


@checked
def predicate(method: _Guard) -> _Guard:
    """Declare a question that only claims may ask, not transitions."""
    method._kind = "predicate"  # type: ignore[attr-defined]  # functions carry attributes
    return method


class Shown(NamedTuple):
    """The path of attributes to a value that a memory shows under a name.

    Lists are shown from index `first` on; a list of tuples is a stack of `frame` tuples. `words`
    replace some values, by the name or by the field of the frame.
    """

    path: str
    first: int = 0
    frame: Value = None  # the class of a named tuple
    words: Mapping[str, Mapping[Value, str]] = {}

    def of(self, memory: object, name: str) -> object:
        """The value that the memory shows under this name."""
        value = attrgetter(self.path)(memory)
        if self.frame is None:
            return window(value, self.first) if isinstance(value, list) else self._said(name, value)
        fields = self.frame._fields
        return tuple(
            row if isinstance(row, str) else self.frame._make(map(self._said, fields, row))
            for row in window(value)
        )

    def _said(self, name: str, value: Value) -> object:
        return self.words.get(name, {}).get(value, value)


class Memory:
    """Base of every working memory.

    A subclass declares its guards and actions. It is copied, compared, counted and shown by its
    attributes, unless it overrides these methods. An action with an output (a move, a digit) leaves
    it in `output`, from which the engine takes it after each event.

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

    # so all its data are in its __dict__
    __slots__ = ("__dict__", "__inputs__", "__state__", "__weakref__")
    output: Value = None
    __state__: str  # the machine's state, set only by the engine
    __inputs__: Mapping[str, bool | None]  # the values that come with an event, likewise
    __free__: ClassVar[bool] = False  # whether guards ask for these values
    SEES_STATE: ClassVar[bool] = False
    """Whether its guards or actions look at `state`, so that the names of states matter."""
    SHOWS: ClassVar[Mapping[str, Shown]] = {}
    """The values to show by name, if not simply the public data."""
    UNKEYED: ClassVar[tuple[str, ...]] = ("output", "SHOWS", "_VOCABULARY")
    """Attributes that never influence later steps, and are left out of its key."""
    _UNKEYED: ClassVar[frozenset[str]] = frozenset(UNKEYED)
    _VOCABULARY: ClassVar[dict[str, dict[str, str]]] = {"guard": {}, "action": {}, "predicate": {}}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if vars(cls).get("__slots__"):
            raise BadMemory(f"{cls.__name__} has __slots__: a memory keeps its data without them")
        cls._VOCABULARY = {"guard": {}, "action": {}, "predicate": {}}
        for base in reversed(cls.__mro__):
            for name, value in vars(base).items():
                if isinstance(value, FunctionType) and hasattr(value, "_kind"):
                    cls._declare(value._kind, name, value)
        if not isinstance(cls.UNKEYED, tuple):
            raise BadMemory(f"{cls.__name__}.UNKEYED is {shortened(cls.UNKEYED)}: write a tuple")
        cls._UNKEYED = frozenset[str]().union(
            *(vars(base).get("UNKEYED", ()) for base in cls.__mro__)
        )
        for name, value in _class_data(cls).items():
            try:
                hash(None if name in cls._UNKEYED else value)
            except TypeError as error:
                why = f"is {with_article(type(value).__name__)} that all its memories would share"
                advice = "set it in __init__, or name it in UNKEYED if nothing ever changes it"
                raise BadMemory(f"{cls.__name__}.{name} {why}: {advice}") from error

    @classmethod
    def _declare(cls, kind: str, name: str, method: FunctionType) -> None:
        """Add a word to the vocabulary, in which a base may have it as another kind."""
        text, fault = (method.__doc__ or "").strip(), ""
        if not (text or __debug__):  # `python -OO` takes all docstrings away
            text = name.replace("_", " ")
        if name in vars(Memory):
            fault = "has a reserved name: rename it"
        elif len(text.splitlines()) != 1:
            fault = "needs a docstring of one line"
        elif kind != "action" and method.__annotations__.get("return") not in (bool, "bool"):
            fault = "must be annotated to return bool"
        if fault:
            raise BadMemory(f"the {kind} {cls.__name__}.{name} {fault}")
        for words in cls._VOCABULARY.values():
            words.pop(name, None)
        cls._VOCABULARY[kind][name] = text

    @classmethod
    def guards(cls) -> dict[str, str]:
        """The guards by name, each with its docstring."""
        return dict(cls._VOCABULARY["guard"])

    @classmethod
    def actions(cls) -> dict[str, str]:
        """The actions by name, each with its docstring."""
        return dict(cls._VOCABULARY["action"])

    @classmethod
    def predicates(cls) -> dict[str, str]:
        """The predicates by name, each with its docstring."""
        return dict(cls._VOCABULARY["predicate"])

    def __word__(self, name: str) -> Callable[[], Value]:
        """The guard or action of this name, as every engine looks it up."""
        return getattr(self, name)  # type: ignore[no-any-return]  # the vocabulary has it

    @property
    def state(self) -> str:
        """The machine's state; raises `BadMemory` unless the class sets `SEES_STATE`."""
        if not type(self).SEES_STATE:
            advice = "declare that in the class, `SEES_STATE = True`"
            raise BadMemory(f"{type(self).__name__} looks at the state of its machine: {advice}")
        return self.__state__

    def copy(self) -> Self:
        """A copy that shares no mutable data, and is not in any state."""
        twin, name = object.__new__(type(self)), ""
        data, memo = {**self.__dict__}, {id(self): twin}
        twin.__dict__ = data
        try:
            for name, value in self.__dict__.items():
                if type(value) not in PLAIN:
                    data[name] = copied(value, memo)
        except (TypeError, RecursionError) as error:
            raise self._unfit("copy", name, error) from error
        return twin

    def key(self) -> Hashable:
        """Everything that can influence later steps, as a hashable value: names and data.

        These are all attributes but `output` and the names in `UNKEYED`. Raises `BadMemory`
        for data that cannot be compared by value.
        """
        return tuple(sorted(self._frozen().items()))

    def cells(self) -> int:
        """The size of its current data, in 64-bit words."""
        return sum(map(cells, self._frozen().values()))

    def show(self) -> str:
        """The memory in one line, for a column of a trace: a custom `key`, or its public data."""
        if type(self).key is not Memory.key:
            return str(self.key())
        public = [_word(name, value) for name, value in self._data().items() if name[0] != "_"]
        return printable(" ".join(public))

    def contents(self) -> Mapping[str, object]:
        """Its contents by name: numbers, texts and tuples of them; by default its public data.

        A tuple of named tuples is a stack with the top last.

        >>> contents_of(Memory())
        {}
        """
        if self.SHOWS:
            return {name: shown.of(self, name) for name, shown in self.SHOWS.items()}
        return {name: spelt_out(value) for name, value in self._data().items() if name[0] != "_"}

    def _data(self) -> Data:
        return attributes(self, {"output"})

    def _frozen(self) -> dict[str, Hashable]:
        met: Met = {}
        data = attributes(self, self._UNKEYED)
        try:
            for name, value in data.items():
                if type(value) not in COMPARABLE:
                    data[name] = frozen(value, met)
        except (TypeError, RecursionError) as error:
            raise self._unfit("key", name, error) from error
        return data

    def _unfit(self, method: str, name: str, error: Exception) -> BadMemory:
        kind, why = type(self).__name__, str(error) or type(error).__name__
        fault = f"{kind}.{name} does not fit into {method}() of the memory ({why}; {_DATA})"
        return BadMemory(f"{fault}: define {kind}.{method}")


def contents_of(memory: Memory) -> Mapping[str, object]:
    """The contents of a memory, with numbers, texts and tuples as values.

    >>> class Basket(Memory):
    ...     def __init__(self) -> None:
    ...         self.contents = ["apple"]
    >>> contents_of(Basket())
    {'contents': ('apple',)}
    """
    held = type(memory).contents(memory)
    return {str(name): spelt_out(value) for name, value in held.items()}


def _word(name: str, value: object) -> str:
    """An attribute in a line: `hours=7`, or `bell` and `!bell` for a bool."""
    if isinstance(value, bool):
        return name if value else f"!{name}"
    text = shortened(value)
    return f"{name}={text[1:-1] if isinstance(value, str) and value.isidentifier() else text}"


# the data of a memory: selected, copied, frozen and counted


def _class_data(kind: type) -> Data:
    """The data that all objects of a class share."""
    data: Data = {}
    for base in reversed(kind.__mro__):
        if base.__module__.partition(".")[0] != "transitions":
            data.update(vars(base))
    for name, value in [*data.items()]:
        is_code = hasattr(value, "__get__") or isinstance(value, type)
        if is_code or name.startswith(("__", "_abc_")):
            del data[name]
    return data


@cache
def defaults(kind: type) -> Data:
    """The data that objects get from their class, without constants in capitals."""
    return {name: value for name, value in _class_data(kind).items() if not name.isupper()}


def attributes(thing: object, without: Set[str]) -> Data:
    """The data of an object by name, its own before the data of its class.

    Constants in capitals are not data, and neither are the names in `without`.

    >>> class Purse:
    ...     coins, LARGEST = 0, 3
    ...     def empty(self): return self.coins == 0
    >>> attributes(Purse(), set())
    {'coins': 0}
    """
    data = defaults(type(thing)) | thing.__dict__  # type: ignore[arg-type]  # it is hashable
    for name in without:
        data.pop(name, None)
    return data


def copied(value: Value, memo: Met) -> Value:
    """A copy that shares no mutable data; `memo` keeps earlier copies."""
    kind = type(value)  # an abstract value of a proof refuses `isinstance`
    if kind in PLAIN or (issubclass(kind, tuple) and PLAIN.issuperset(map(type, value))):
        return value
    if kind in (list, set) and PLAIN.issuperset(map(type, value)) and id(value) not in memo:
        twin = memo[id(value)] = value.copy()
        return twin
    return deepcopy(value, memo)


def lasting(value: Value) -> Value:
    """A snapshot of the value: a copy, if it can be copied."""
    try:
        return copied(value, {})
    except Exception:  # a user's class may raise anything
        return value


def frozen(
    value: Value, met: Met | None = None, of_object: Callable[[Value, Met], Hashable] | None = None
) -> Hashable:
    """A hashable key that is equal only for indistinguishable values.

    A list or dict that was `met` before becomes a reference: changing one changes the other.
    Without `of_object`, which freezes all other values, it raises `TypeError` for a set, whose
    order depends on its past, and for an object that neither hashes by value nor has a method
    `key`, as all its copies would differ.

    >>> frozen({"a": [1, 2]}) == frozen({"a": [1, 2]}), frozen([]) == frozen(())
    (True, False)
    >>> frozen(True) == frozen(1), frozen([1.0]) == frozen([1])
    (False, False)
    """
    kind = type(value)
    if kind in COMPARABLE:
        return value  # type: ignore[no-any-return]  # these types are all hashable
    met = {} if met is None else met
    if isinstance(value, _CONTAINERS):
        if kind is not tuple:
            if id(value) in met:
                return ..., met[id(value)][0]
            met[id(value)] = len(met), value  # kept alive as long as its id is in use
        parts = value.items() if isinstance(value, dict) else value
        if COMPARABLE.issuperset(map(type, parts)):
            return (kind, *parts)
        return (kind, *[frozen(part, met, of_object) for part in parts])
    if kind in (bool, float, bytes):
        return kind, value or str(value)  # distinguishes -0.0 from 0.0
    if of_object is not None:
        return of_object(value, met)
    if isinstance(value, type):
        return value
    if callable(getattr(kind, "key", None)):
        return kind, frozen(value.key(), met)
    if isinstance(value, set | frozenset):
        raise TypeError("the order of a set depends on its past")
    if kind.__hash__ in (None, _BY_IDENTITY):
        raise TypeError(f"{with_article(kind.__name__)} has no hash of its value")
    return kind, frozen(value.__reduce_ex__(4)[1:3], met)


def spelt_out(value: Value) -> Value:
    """Convert a value for people, to numbers, texts and tuples; others become texts.

    Named tuples are kept, as their names are headings.

    >>> spelt_out([1, {"a": ["b", "c"]}, 2.5])
    (1, (('a', ('b', 'c')),), '2.5')
    """
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, dict | set | frozenset) and len(value) <= MOST_SHOWN:
        value = list(value.items()) if isinstance(value, dict) else sorted(value, key=repr)
    if hasattr(value, "_make"):
        return value._make(map(spelt_out, value))
    if isinstance(value, tuple | list):
        shown = window(value)
        return shown if COMPARABLE.issuperset(map(type, shown)) else tuple(map(spelt_out, shown))
    return shortened(value)


def cells(value: Hashable) -> int:
    """The size of a frozen value in 64-bit words; containers count their items.

    >>> [cells(frozen(value)) for value in (7, 2**64, "nine bytes", [1, [2, 3]], {1: True})]
    [1, 2, 2, 3, 2]
    """
    words, parts = 0, list[Value]([value])
    for part in parts:
        kind = type(part)
        if kind is tuple or kind is frozenset:
            parts += part
        elif kind is int:
            words += 1 if -_WORD < part < _WORD else -(-part.bit_length() // 64)
        elif kind is str:
            size = len(part) if part.isascii() else len(part.encode(errors="surrogatepass"))
            words += (size + 7) // 8 or 1
        else:
            words += not isinstance(part, type)
    return words


def asked(memory: Memory, name: str) -> bool:
    """The value of a free input; `BadInput` if none came with the event."""
    answer = memory.__inputs__.get(name)
    if answer is None:
        either = f"`event [{name}]` or `event [!{name}]`"
        raise BadInput(f"it matters whether {name} is true: write {either}")
    return answer


class NoMemory(Memory):
    """The memory of an automaton that has none: guards are inputs, with the values of the event.

    Actions output their names, and quoted outputs their texts, in the order of the transition.
    Any of these may be called like a method of the memory, such as `key`.
    """

    __free__ = True

    def __word__(self, name: str) -> Callable[[], Value]:
        if name in getattr(self, "__inputs__", ()):  # a copy has no inputs, and asks for none
            return partial(asked, self, name)
        return partial(_put_out, self, output_of(name) if is_output(name) else name)

    def __getattr__(self, name: str) -> Callable[[], Value]:
        if name.startswith("__"):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return self.__word__(name)


def _put_out(memory: Memory, text: str) -> None:
    memory.output = text if memory.output is None else f"{memory.output}, {text}"


class Uncalled(NoMemory):
    """The memory of code whose guards and actions are not called, as in a drawing."""


class Firing(Memory):
    """A memory that takes each step itself."""

    def __fire__(self, automaton: Any, event: str) -> Any:  # both classes use memories
        """The `Step` for an event in the current state."""
        raise NotImplementedError
