"""The data of a memory: which attributes they are, how they are copied, frozen and counted.

Explorations ask this hundreds of thousands of times, hence the short cuts for plain values.
"""

from array import array
from collections import OrderedDict, deque
from collections.abc import Hashable, ItemsView
from contextlib import suppress
from copy import deepcopy
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from struct import pack
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, cast

from hanoi_fsm.fsm.errors import shortened

PLAIN = frozenset({int, str, bool, type(None), float, complex, bytes})
"""The types of values that never change: copies share them, and keys take them as they are."""

COMPARABLE = frozenset({int, str, type(None), bytes})
"""Those that are equal only if they are the same: not so True and 1, or 0.0 and -0.0."""

_WORD = 1 << 64  # what does not fit into one cell
_TRUE, _FALSE = (bool, True), (bool, False)  # one object each: a memory may hold very many
_FLAT = frozenset({list, set, deque})
_BY_IDENTITY = (type, Enum, FunctionType, BuiltinFunctionType)
_BUFFERS = ((array,), (memoryview,))
_LISTED = (tuple, list, deque, array, ItemsView)
_DEEPEST = 6  # a list may be in itself
_BY_DEFAULT: Any = object.__eq__


@cache
def _of_class(kind: type) -> tuple[tuple[str, ...], frozenset[str]]:
    """The names of a class's data attributes, and those of its descriptors other than methods."""
    found: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.partition(".")[0] not in ("builtins", "transitions"):
            found.update(vars(base))
    described = {name: value for name, value in found.items() if hasattr(value, "__get__")}
    not_data = {*described, *(name for name, value in found.items() if isinstance(value, type))}
    names = [name for name in found if name not in not_data and not name.isupper()]
    own = tuple(name for name in names if not name.startswith(("__", "_abc_")))
    # An object's own value hides a method of its class, and is data like any other.
    return own, frozenset(name for name, value in described.items() if not _is_method(value))


def _is_method(value: object) -> bool:
    return isinstance(value, FunctionType)


def attributes(thing: object, without: frozenset[str]) -> dict[str, Any]:
    """The data of an object by name: those of its class and, over them, its own.

    Constants in capitals are not data, and neither are the `partial` objects, with which the
    `transitions` library binds its triggers to a model.

    >>> class Purse:
    ...     coins, LARGEST = 0, 3
    ...     def empty(self): return self.coins == 0
    >>> attributes(Purse(), frozenset())
    {'coins': 0}
    """
    kind = type(thing)
    names, described = _of_class(kind)  # type: ignore[arg-type]  # classes are hashable
    data = {name: getattr(kind, name) for name in names} | thing.__dict__
    return {
        name: value
        for name, value in data.items()
        if not (name in without or name in described or type(value) is partial)
    }


def copied(value: Any, memo: dict[int, Any]) -> Any:
    """An equal value that shares nothing that changes; `memo` keeps what was copied before."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind in _FLAT and PLAIN.issuperset(map(type, value)) and id(value) not in memo:
        twin = memo[id(value)] = value.copy()
        return twin
    return _view_of_copy(value, memo) if kind is memoryview else deepcopy(value, memo)


def _view_of_copy(view: memoryview, memo: dict[int, Any]) -> memoryview:
    """A view of a copy: of the same buffer as another attribute's, if that is copied too."""
    _viewed(view)
    if view.readonly and type(view.obj) is bytes:
        return view
    whole = memoryview(view.obj)
    if view.contiguous and (view.nbytes, view.ndim) == (whole.nbytes, 1):
        twin = memoryview(copied(view.obj, memo)).cast("B")
    else:
        twin = memoryview(bytearray(view.tobytes()))
    shape: Any = view.shape
    return twin.cast(cast(Any, view.format), shape)


def lasting(value: Any) -> Any:
    """The value as it is now, however it changes later: a copy, if it can be copied."""
    if type(value) in PLAIN or (isinstance(value, tuple) and PLAIN.issuperset(map(type, value))):
        return value
    try:
        return copied(value, {})
    except Exception:  # whatever a user's class raises
        return value


def alike(one: Any, other: Any) -> bool:
    """Whether two outputs are equal as plain values, whatever a subclass says of itself.

    >>> class Liar(str):
    ...     __eq__, __hash__ = lambda self, other: True, str.__hash__
    >>> alike("a", Liar("b")), alike("b", Liar("b")), alike(float("nan"), float("nan"))
    (False, True, True)
    """
    if _are_plain(one) and _are_plain(other) and one == other:
        return True
    one, other = plain(one), plain(other)
    if isinstance(one, tuple | list) and type(one) is type(other):
        return len(one) == len(other) and all(map(alike, one, other))
    if type(one) in PLAIN or type(other) in PLAIN:
        both = type(one) in PLAIN and type(other) in PLAIN
        return both and bool(one == other or (one != one and other != other))  # noqa: PLR0124  # NaN
    return type(one) is type(other) and bool(one == other)


def _are_plain(value: Any) -> bool:
    return type(value) is tuple and PLAIN.issuperset(map(type, value))


def plain(value: Any) -> Any:
    """The value of a subclass of a plain type as one of that type; any other value as it is."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int.__index__(value)
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, tuple):
        return tuple(tuple.__iter__(value))
    return value


def frozen(value: Any) -> Hashable:
    """A hashable value that is equal for equal values of the same type only.

    Raises `TypeError` for what has no value of its own, such as a lock or an object that compares
    by identity: its copies would all be different.

    >>> frozen({"a": [1, 2]}) == frozen({"a": [1, 2]}), frozen([]) == frozen(())
    (True, False)
    >>> frozen(True) == frozen(1), frozen(0.0) == frozen(-0.0)
    (False, False)
    """
    kind = type(value)
    if kind in COMPARABLE or isinstance(value, _BY_IDENTITY):
        return value  # type: ignore[no-any-return]  # all of them are hashable
    if kind is bool:
        return _TRUE if value else _FALSE
    if kind is float:
        return kind, pack("d", value)
    if kind is complex:
        return kind, pack("dd", value.real, value.imag)
    if isinstance(value, tuple | list | deque):
        return (kind, *map(frozen, value))
    if isinstance(value, set | frozenset):
        return kind, frozenset(map(frozen, value))
    if isinstance(value, dict):
        items = [(frozen(key), frozen(item)) for key, item in value.items()]
        return kind, tuple(items) if isinstance(value, OrderedDict) else frozenset(items)
    if isinstance(value, bytearray):
        return kind, bytes(value)
    if isinstance(value, array):
        return kind, value.typecode, value.tobytes()
    if isinstance(value, memoryview):
        return kind, *_viewed(value)
    if is_dataclass(value):
        return (kind, *(frozen(getattr(value, field.name)) for field in fields(value)))
    if isinstance(value, MethodType) or kind.__eq__ is _BY_DEFAULT:
        raise TypeError(f"{kind.__name__} objects compare by identity")
    hash(value)
    return value  # type: ignore[no-any-return]  # it has just been hashed


def _viewed(view: memoryview) -> tuple[Hashable, bytes]:
    """What a view is as data; `TypeError` if it cannot be looked at any more."""
    try:
        return (view.format, view.shape), view.tobytes()
    except ValueError as error:  # it has been released
        raise TypeError(str(error)) from error


def spelt_out(value: Any, depth: int = 0) -> Any:
    """A value of numbers, texts and tuples only, to be read by people; others become texts.

    Named tuples stay such, as their names are headings.

    >>> spelt_out([1, {"a": deque("bc")}, 2.5])
    (1, (('a', ('b', 'c')),), '2.5')
    """
    made = getattr(type(value), "_make", tuple) if isinstance(value, tuple) else tuple
    value = plain(value)
    if type(value) in (int, str, bool, type(None)):
        return value
    if isinstance(value, dict):
        value = value.items()
    elif isinstance(value, set | frozenset):
        with suppress(TypeError):  # unlike things have no order
            value = sorted(value)
    if isinstance(value, _LISTED) and depth < _DEEPEST:
        spelt = [spelt_out(one, depth + 1) for one in value]
        return made(spelt)
    return shortened(value)


def cells(value: Hashable) -> int:
    """How many numbers of 64 bits a frozen value takes; containers count their items.

    >>> [cells(frozen(value)) for value in (7, 2**64, "nine bytes", [1, [2, 3]], {1: True})]
    [1, 2, 2, 3, 2]
    >>> cells(frozen(array("I", range(10))))
    5
    """
    if isinstance(value, tuple) and value[:1] in _BUFFERS:
        value = value[-1]
    if isinstance(value, tuple | frozenset):
        found = 0
        for part in value:
            found += 1 if type(part) is int and -_WORD < part < _WORD else cells(part)
        return found
    if isinstance(value, type):
        return 0
    bits = 64
    if isinstance(value, int):
        bits = value.bit_length()
    elif isinstance(value, str | bytes):
        bits = 8 * len(value.encode(errors="surrogatepass") if isinstance(value, str) else value)
    return max(1, -(-bits // 64))
