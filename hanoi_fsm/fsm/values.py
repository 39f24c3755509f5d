"""The data of a memory: which attributes they are, how they are copied, frozen and counted.

Data are numbers, texts, bools and None, lists, tuples, dicts and sets of them, and objects that are
equal and hashed by their value. Explorations ask for them hundreds of thousands of times, hence the
short cuts for plain values.
"""

from collections.abc import Hashable
from contextlib import suppress
from copy import deepcopy
from functools import cache, partial
from struct import pack
from types import FunctionType
from typing import Any

from hanoi_fsm.fsm.errors import shortened, with_article

PLAIN = frozenset({int, str, bool, type(None), float, complex, bytes})
"""The types of values that never change: copies share them."""

COMPARABLE = frozenset({int, str, type(None), bytes})
"""Those that are equal only if they are the same: not so True and 1, or 0.0 and -0.0."""

_WORD = 1 << 64  # what does not fit into one cell
_TRUE, _FALSE = (bool, True), (bool, False)  # one object each: a memory may hold very many
_BY_IDENTITY: Any = object.__hash__
_DEEPEST = 6  # a list may be in itself


@cache
def _of_class(kind: type) -> tuple[tuple[str, ...], frozenset[str]]:
    """The names of a class's data attributes, and those of its properties."""
    found: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.partition(".")[0] not in ("builtins", "transitions"):
            found.update(vars(base))
    described = {name: value for name, value in found.items() if hasattr(value, "__get__")}
    own = tuple(
        name
        for name, value in found.items()
        if not (name in described or isinstance(value, type) or name.isupper())
        and not name.startswith(("__", "_abc_"))
    )
    # An object's own value hides a method of its class, and is data like any other.
    return own, frozenset(
        name for name, value in described.items() if not isinstance(value, FunctionType)
    )


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
    if kind in (list, set) and PLAIN.issuperset(map(type, value)) and id(value) not in memo:
        twin = memo[id(value)] = value.copy()
        return twin
    return deepcopy(value, memo)


def lasting(value: Any) -> Any:
    """The value as it is now, however it changes later: a copy, if it can be copied."""
    if type(value) in PLAIN or (isinstance(value, tuple) and PLAIN.issuperset(map(type, value))):
        return value
    try:
        return copied(value, {})
    except Exception:  # whatever a user's class raises
        return value


def alike(one: Any, other: Any) -> bool:
    """Whether two outputs are equal, also where they are NaN, or have it as an item.

    >>> alike((1, "a"), (1, "a")), alike((1, "a"), [1, "a"]), alike(float("nan"), float("nan"))
    (True, False, True)
    """
    if one == other:
        return True
    if isinstance(one, tuple | list) and type(one) is type(other):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one != one and other != other)  # noqa: PLR0124  # NaN


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
    if kind in COMPARABLE:
        return value  # type: ignore[no-any-return]  # all of them are hashable
    if kind is bool:
        return _TRUE if value else _FALSE
    if kind is float:
        return kind, pack("d", value)
    if kind is complex:
        return kind, pack("dd", value.real, value.imag)
    if isinstance(value, tuple | list):
        return (kind, *map(frozen, value))
    if isinstance(value, set | frozenset):
        return kind, frozenset(map(frozen, value))
    if isinstance(value, dict):
        return kind, frozenset((frozen(key), frozen(item)) for key, item in value.items())
    if getattr(kind, "__hash__", None) in (None, _BY_IDENTITY):
        raise TypeError(f"{with_article(kind.__name__)} has no hash of its value")
    hash(value)
    return value  # type: ignore[no-any-return]  # it has just been hashed


def spelt_out(value: Any, depth: int = 0) -> Any:
    """A value of numbers, texts and tuples only, to be read by people; others become texts.

    Named tuples stay such, as their names are headings.

    >>> spelt_out([1, {"a": ["b", "c"]}, 2.5])
    (1, (('a', ('b', 'c')),), '2.5')
    """
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, dict):
        value = list(value.items())
    elif isinstance(value, set | frozenset):
        value = list(value)
        with suppress(TypeError):  # unlike things have no order
            value.sort()
    if isinstance(value, tuple | list) and depth < _DEEPEST:
        made = getattr(type(value), "_make", tuple)
        return made([spelt_out(one, depth + 1) for one in value])
    return shortened(value)


def cells(value: Hashable) -> int:
    """How many numbers of 64 bits a frozen value takes; containers count their items.

    >>> [cells(frozen(value)) for value in (7, 2**64, "nine bytes", [1, [2, 3]], {1: True})]
    [1, 2, 2, 3, 2]
    """
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
