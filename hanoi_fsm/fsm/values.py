"""The data of a memory: which attributes they are, how they are copied, frozen and counted.

Explorations ask this hundreds of thousands of times, hence the short cuts for plain values.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from copy import deepcopy
from enum import Enum
from functools import cache, partial
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

PLAIN = frozenset({int, str, bool, type(None), float, complex, bytes})
"""The types of values that never change: copies share them, and keys take them as they are."""

_BY_IDENTITY = (type, Enum, FunctionType, BuiltinFunctionType)
_BY_DEFAULT: Any = object.__eq__
_CELL_BITS = 64


@cache
def class_attributes(kind: type) -> tuple[tuple[str, ...], frozenset[str]]:
    """The names of a class's data attributes, and of those that are no data.

    Methods, properties and other descriptors, nested classes and constants in capitals are no data.

    >>> class Purse:
    ...     coins, LARGEST = 0, 3
    ...     def empty(self): return self.coins == 0
    >>> class_attributes(Purse)[0]
    ('coins',)
    """
    found: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.partition(".")[0] not in ("builtins", "transitions"):
            found.update(vars(base))
    described = frozenset(name for name, value in found.items() if hasattr(value, "__get__"))
    names = [
        name
        for name, value in found.items()
        if name not in described
        and not name.startswith(("__", "_abc_"))
        and not name.isupper()
        and not isinstance(value, type | partial)
    ]
    return tuple(names), described


def attributes(thing: object, without: frozenset[str]) -> dict[str, Any]:
    """The data of an object by name: those of its class and, over them, its own.

    The triggers that the `transitions` library binds to a model are `partial` objects, not data.
    """
    kind, own = type(thing), thing.__dict__
    names, described = class_attributes(kind)  # type: ignore[arg-type]  # classes are hashable
    data = {name: getattr(kind, name) for name in names}
    data.update(own)
    if partial in map(type, own.values()):
        data = {name: value for name, value in data.items() if type(value) is not partial}
    if not described.isdisjoint(data):
        data = {name: value for name, value in data.items() if name not in described}
    if not without.isdisjoint(data):
        data = {name: value for name, value in data.items() if name not in without}
    return data


def copied(value: Any, memo: dict[int, Any]) -> Any:
    """An equal value that shares nothing that changes; `memo` keeps what was copied before.

    >>> rows = [[1, 2], "x"]
    >>> twin = copied(rows, {})
    >>> twin == rows, twin[0] is rows[0]
    (True, False)
    """
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind in (tuple, frozenset) and PLAIN.issuperset(map(type, value)):
        return value
    if id(value) in memo:
        return memo[id(value)]
    if (kind in (list, set, deque) and PLAIN.issuperset(map(type, value))) or (
        kind is dict
        and PLAIN.issuperset(map(type, value))
        and PLAIN.issuperset(map(type, value.values()))
    ):
        twin = memo[id(value)] = value.copy()
        return twin
    if kind is list:
        twin = memo[id(value)] = []
        twin.extend([copied(item, memo) for item in value])
        return twin
    return deepcopy(value, memo)


def frozen(value: Any) -> Hashable:
    """A hashable value that is equal for equal values only.

    Raises `TypeError` for what has no value of its own, such as a lock or an object that compares
    by identity: its copies would all be different.

    >>> frozen({"a": [1, 2]}) == frozen({"a": [1, 2]}), frozen([]) == frozen(())
    (True, False)
    """
    kind = type(value)
    if kind in PLAIN:
        return value  # type: ignore[no-any-return]  # all of them are hashable
    if isinstance(value, tuple | list | deque):
        return (kind, *map(frozen, value))
    if isinstance(value, OrderedDict):
        return (kind, *[(frozen(key), frozen(item)) for key, item in value.items()])
    if isinstance(value, dict):
        return kind, frozenset([(frozen(key), frozen(item)) for key, item in value.items()])
    if isinstance(value, set | frozenset):
        return kind, frozenset(map(frozen, value))
    if isinstance(value, bytearray):
        return kind, bytes(value)
    if hasattr(kind, "__dataclass_fields__"):
        return (kind, *map(frozen, _fields(value)))
    if isinstance(value, _BY_IDENTITY):
        return value
    if isinstance(value, MethodType) or kind.__eq__ is _BY_DEFAULT:
        raise TypeError(f"{kind.__name__} objects compare by identity")
    hash(value)
    return value  # type: ignore[no-any-return]  # it has just been hashed


def cells(value: Any) -> int:
    """How many numbers of 64 bits a value takes; of containers those of all their items.

    >>> [cells(value) for value in (7, 2**64, "nine bytes", [1, [2, 3]], {1: True})]
    [1, 2, 2, 3, 2]
    """
    if isinstance(value, int):
        return max(1, -(-value.bit_length() // _CELL_BITS))
    if isinstance(value, str | bytes | bytearray):
        data = value.encode(errors="surrogatepass") if isinstance(value, str) else value
        return max(1, -(-len(data) * 8 // _CELL_BITS))
    if isinstance(value, complex):
        return 2
    if isinstance(value, tuple | list | deque | set | frozenset):
        return sum(map(cells, value))
    if isinstance(value, dict):
        return sum(map(cells, value)) + sum(map(cells, value.values()))
    if hasattr(type(value), "__dataclass_fields__"):
        return sum(map(cells, _fields(value)))
    return 1


def _fields(value: Any) -> list[Any]:
    from dataclasses import fields

    return [getattr(value, field.name) for field in fields(value)]


def word(name: str, value: object, cut: Callable[[object], str]) -> str:
    """An attribute as a word of one line: `hours=7`, and of a bool `bell` or `!bell`.

    >>> [word("bell", value, repr) for value in (True, False, None, 7, "day", "two words")]
    ['bell', '!bell', 'bell=None', 'bell=7', 'bell=day', "bell='two words'"]
    """
    if isinstance(value, bool):
        return name if value else f"!{name}"
    if isinstance(value, str) and value.isidentifier():
        return f"{name}={cut(value)[1:-1]}"
    return f"{name}={cut(value)}"
