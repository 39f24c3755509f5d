"""What is known of a memory when its methods are inlined, and whether it still holds."""

from __future__ import annotations

import builtins
from array import array
from collections import deque
from collections.abc import Iterator
from types import FunctionType, MemberDescriptorType
from typing import Any

from hanoi_fsm.fsm.codegen.inlining.sources import Opaque
from hanoi_fsm.fsm.memory import Memory

ROOT = "memory"
"""The path of the memory itself; that of an object kept in it is `memory.<attribute>`."""
MISSING = object()
CONTAINERS = (list, dict, set, deque, bytearray, array, tuple, str, bytes, frozenset)
PLAIN = frozenset({*CONTAINERS, int, bool, float, complex, range, type(None)})
CONTAINER_METHODS = frozenset(
    name for kind in CONTAINERS for name in vars(kind) if not name.startswith("_")
)
HARMLESS = frozenset(
    {abs, bool, divmod, enumerate, float, frozenset, int, len, list, max, min, range, reversed}
    | {round, set, sorted, str, sum, tuple, zip}
)
"""Functions and types of Python that call nothing that could change a memory of plain data."""
_HOOKS = ("__getattribute__", "__setattr__", "__delattr__", "__getattr__")


class Subject:
    """A memory, the objects kept in its attributes, and all that has been taken for granted."""

    def __init__(self, memory: Memory) -> None:
        self.objects: dict[str, Any] = {ROOT: memory}
        self.found: dict[tuple[str, str], object] = {}
        self.data: dict[tuple[str, str], bool] = {}
        self.globals: dict[tuple[int, str], tuple[dict[str, Any], object]] = {}
        if not _ordinary(type(memory)):
            raise Opaque("the memory has attributes of its own kind")
        for name in ("state", "output"):
            if hasattr(_in_class(type(memory), name), "__set__"):
                raise Opaque(f"the memory has a property {name!r}")

    def method(self, path: str, name: str) -> FunctionType | None:
        """The method of an object that a call by name would run; None if it is not a method."""
        thing = self.objects[path]
        found = _in_class(type(thing), name)
        if isinstance(found, staticmethod):
            found = found.__func__
        if not isinstance(found, FunctionType) or _own(thing, name):
            return None
        self.found[path, name] = _in_class(type(thing), name)
        return found

    def getter(self, path: str, name: str) -> FunctionType | None:
        """What a property without a setter calls; None if it is not a property."""
        found = _in_class(type(self.objects[path]), name)
        if type(found) is not property:
            return None
        if found.fset or found.fdel or not isinstance(found.fget, FunctionType):
            raise Opaque(f"the property {name!r} can be set")
        self.found[path, name] = found
        return found.fget

    def is_static(self, path: str, name: str) -> bool:
        return isinstance(_in_class(type(self.objects[path]), name), staticmethod)

    def value(self, path: str, name: str) -> object:
        """The value of an attribute that holds data; raises `Opaque` for any other."""
        thing = self.objects[path]
        found = _in_class(type(thing), name)
        if hasattr(type(found), "__get__") and not isinstance(found, MemberDescriptorType):
            raise Opaque(f"{name!r} is not data")
        value = getattr(thing, name, MISSING)
        if value is MISSING:
            raise Opaque(f"there is no {name!r} yet")
        self.data[path, name] = self.owned(path, name)
        return value

    def owned(self, path: str, name: str) -> bool:
        """Whether the object has an attribute itself, not only its class."""
        thing = self.objects[path]
        slot = isinstance(_in_class(type(thing), name), MemberDescriptorType)
        return slot or _own(thing, name)

    def within(self, path: str, name: str) -> str | None:
        """The path of an object whose methods are known, kept in an attribute; None for others."""
        value = self.value(path, name)
        inner = f"{path}.{name}"
        if inner in self.objects:
            return inner
        if type(value) in PLAIN or not _ordinary(type(value)) or path.count(".") > 1:
            return None
        self.objects[inner] = value
        return inner

    def world(self, function: FunctionType, name: str) -> object:
        """What a global name means in a function; raises `Opaque` where it is not defined yet."""
        names = function.__globals__
        value = names.get(name, getattr(builtins, name, MISSING))
        if value is MISSING:
            raise Opaque(f"there is no {name!r}")
        self.globals[id(names), name] = names, value
        return value

    def twins(self) -> bool:
        """Whether two paths lead to the same object."""
        return len({id(one) for one in self.objects.values()}) < len(self.objects)

    def holds(self, memory: Memory) -> bool:
        """Whether all that was taken for granted is true of a memory."""
        return all(self._true_of(memory))

    def _true_of(self, memory: Memory) -> Iterator[bool]:
        things: dict[str, Any] = {}
        for path, known in self.objects.items():
            around, _, name = path.rpartition(".")
            things[path] = getattr(things[around], name, MISSING) if around else memory
            yield type(things[path]) is type(known)
        yield len({id(one) for one in things.values()}) == len(things) or self.twins()
        for (path, name), found in self.found.items():
            thing = things[path]
            yield _in_class(type(thing), name) is found
            yield isinstance(found, property) or not _own(thing, name)
        for (path, name), owned in self.data.items():
            value = getattr(things[path], name, MISSING)
            yield f"{path}.{name}" in things or type(value) in PLAIN
            yield not owned or _own(things[path], name) or not hasattr(things[path], "__dict__")
        for (_, name), (names, value) in self.globals.items():
            yield names.get(name, getattr(builtins, name, MISSING)) is value


def _ordinary(kind: type) -> bool:
    """Whether attributes of the objects of a class are what they are by default."""
    return kind.__module__ != "builtins" and all(
        _in_class(kind, hook) in (vars(object).get(hook), MISSING) for hook in _HOOKS
    )


def _in_class(kind: type, name: str) -> object:
    return next((vars(one)[name] for one in kind.__mro__ if name in vars(one)), MISSING)


def _own(thing: object, name: str) -> bool:
    return name in getattr(thing, "__dict__", ())
