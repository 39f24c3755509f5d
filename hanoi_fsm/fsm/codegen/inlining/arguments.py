"""The arguments of a call, bound to the parameters of a function."""

from __future__ import annotations

import ast
from types import FunctionType

from hanoi_fsm.fsm.codegen.inlining.sources import Opaque


def parameters(
    tree: ast.FunctionDef,
    function: FunctionType,
    bound: bool,
    given: list[ast.expr],
    named: list[tuple[str, ast.expr]],
) -> list[tuple[str, ast.expr]]:
    """Each parameter with its value, in the order of evaluation."""
    arguments = tree.args
    if arguments.vararg or arguments.kwarg:
        raise Opaque(f"{function.__name__} takes as many arguments as there are")
    places = [one.arg for one in (*arguments.posonlyargs, *arguments.args)][int(bound) :]
    only_named = [one.arg for one in arguments.kwonlyargs]
    if len(given) > len(places):
        raise Opaque(f"{function.__name__} is called with too many arguments")
    found = list(zip(places, given, strict=False))
    early = {one.arg for one in arguments.posonlyargs}
    for name, value in named:
        if name in dict(found) or name in early or name not in (*places, *only_named):
            raise Opaque(f"{function.__name__} is called with a wrong argument")
        found.append((name, value))
    defaults = dict(function.__kwdefaults__ or {})
    values = function.__defaults__ or ()
    defaults |= dict(zip(places[len(places) - len(values) :], values, strict=False))
    for name in (*places, *only_named):
        if name not in dict(found):
            value = defaults.get(name, ...)
            if type(value) not in (int, str, bool, type(None)):
                raise Opaque(f"{function.__name__} lacks a plain value for {name}")
            found.append((name, ast.Constant(value)))
    return found


def is_named_tuple(kind: object) -> bool:
    """Whether a class is a named tuple that does nothing else when one is made."""
    if not (type(kind) is type and issubclass(kind, tuple) and hasattr(kind, "_fields")):
        return False
    world = getattr(kind.__new__, "__globals__", {})
    return world.get("_tuple_new") is tuple.__new__ and kind.__init__ is object.__init__
