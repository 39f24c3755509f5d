"""The data of a memory: which attributes they are, how they are copied, frozen and counted.

Data are numbers, texts, bools and None, lists, tuples, dicts and sets of them, and objects that are
equal and hashed by their value. Explorations ask for them hundreds of thousands of times, hence the
short cuts for plain values.
"""

from collections.abc import Hashable
from contextlib import suppress
from copy import deepcopy
from functools import cache
from typing import Any

from hanoi_fsm.fsm.errors import shortened, with_article

PLAIN = frozenset({int, str, bool, type(None), float})
"""The types of values that never change: copies share them."""

COMPARABLE = frozenset({int, str, type(None)})
"""Those that are equal only if they are the same: not so True and 1."""

_WORD = 1 << 64  # what does not fit into one cell
_BY_IDENTITY: Any = object.__hash__


@cache
def _defaults(kind: type) -> dict[str, Any]:
    """The data that a class gives to all its objects."""
    found: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.partition(".")[0] not in ("builtins", "transitions"):
            found.update(vars(base))
    for name, value in [*found.items()]:
        is_code = hasattr(value, "__get__") or isinstance(value, type)
        if is_code or name.isupper() or name.startswith(("__", "_abc_")):
            del found[name]
    return found


def attributes(thing: object, without: frozenset[str]) -> dict[str, Any]:
    """The data of an object by name: those of its class and, over them, its own.

    Constants in capitals are not data, and neither are the names in `without`.

    >>> class Purse:
    ...     coins, LARGEST = 0, 3
    ...     def empty(self): return self.coins == 0
    >>> attributes(Purse(), frozenset())
    {'coins': 0}
    """
    data = _defaults(type(thing)) | thing.__dict__  # type: ignore[arg-type]  # it is hashable
    for name in without:
        data.pop(name, None)
    return data


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


def frozen(value: Any) -> Hashable:
    """A hashable value that is equal for equal values of the same type only.

    Raises `TypeError` for what has no value of its own, such as a lock or an object that compares
    by identity: its copies would all be different.

    >>> frozen({"a": [1, 2]}) == frozen({"a": [1, 2]}), frozen([]) == frozen(())
    (True, False)
    >>> frozen(True) == frozen(1), frozen([1.0]) == frozen([1])
    (False, False)
    """
    kind = type(value)
    if kind in COMPARABLE:
        return value  # type: ignore[no-any-return]  # all of them are hashable
    if isinstance(value, tuple | list):
        return (kind, *map(frozen, value))
    if isinstance(value, set | frozenset):
        return kind, frozenset(map(frozen, value))
    if isinstance(value, dict):
        return kind, frozenset((frozen(key), frozen(item)) for key, item in value.items())
    if getattr(kind, "__hash__", None) in (None, _BY_IDENTITY):
        raise TypeError(f"{with_article(kind.__name__)} has no hash of its value")
    return kind, value


def spelt_out(value: Any) -> Any:
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
    if isinstance(value, tuple | list):
        made = getattr(type(value), "_make", tuple)
        return made(map(spelt_out, value))
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
    if isinstance(value, int):
        return max(1, -(-value.bit_length() // 64))
    if isinstance(value, str):
        return max(1, -(-len(value.encode(errors="surrogatepass")) // 8))
    return 1
