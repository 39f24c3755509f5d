"""The source of a Python function as a syntax tree, if it is certain that this is what runs.

A file can have changed since it was imported, and a decorator can have replaced the function: what
the source says is compiled again and compared with the function itself.
"""

from __future__ import annotations

import ast
import inspect
from functools import lru_cache
from types import CodeType, FunctionType

_ODD_FLAGS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class Opaque(Exception):  # what a piece of code is: it can only be called
    """A piece of code that has to be called, as it cannot be inlined."""


@lru_cache(maxsize=1024)
def definition(function: FunctionType) -> ast.FunctionDef:
    """The definition of a function with its private names (`self.__x`) spelt out.

    Raises `Opaque` without a source that is surely its own, and for closures and generators.
    """
    code = function.__code__
    if code.co_freevars or code.co_flags & _ODD_FLAGS:
        raise Opaque(f"{function.__qualname__} is a closure or a generator")
    try:
        text = inspect.getsource(code)
    except (OSError, TypeError, IndexError, SyntaxError) as error:
        raise Opaque(f"{function.__qualname__} has no source") from error
    owner = function.__qualname__.split(".")[-2:-1]
    within = owner[0] if owner and owner[0].isidentifier() else "Owner"
    wrapped = text if not text[:1].isspace() else f"class {within}:\n{text}"
    try:
        tree = ast.parse(wrapped)
        inner = tree.body[0].body[0] if wrapped is not text else tree.body[0]  # type: ignore[attr-defined]  # a class
    except (SyntaxError, ValueError, IndexError) as error:
        raise Opaque(f"{function.__qualname__} has no source of its own") from error
    if not isinstance(inner, ast.FunctionDef):
        raise Opaque(f"{function.__qualname__} is not a plain function")
    inner.decorator_list = []
    if not _same(_compiled(tree, inner.name), code):
        raise Opaque(f"{function.__qualname__} is not what its source says")
    _Spelt(within if wrapped is not text else "").visit(inner)
    return inner


def _compiled(tree: ast.Module, name: str) -> CodeType:
    found = compile(tree, "<source>", "exec", dont_inherit=True)
    while found.co_name != name:
        inner = [one for one in found.co_consts if isinstance(one, CodeType)]
        if not inner:
            raise Opaque(f"{name} has no code")
        found = inner[-1]
    return found


def _same(one: CodeType, other: CodeType) -> bool:
    """Whether two pieces of code are the same, apart from their place in a file."""
    constants = list(zip(one.co_consts, other.co_consts, strict=False))
    return (
        one.co_code == other.co_code
        and one.co_names == other.co_names
        and one.co_varnames == other.co_varnames
        and len(one.co_consts) == len(other.co_consts)
        and all(
            _same(here, there)
            if isinstance(here, CodeType) and isinstance(there, CodeType)
            else (type(here), repr(here)) == (type(there), repr(there))
            for here, there in constants
        )
    )


class _Spelt(ast.NodeVisitor):
    """Writes the private names of a class as Python stores them."""

    def __init__(self, owner: str) -> None:
        self.owner = owner.lstrip("_")

    def _mangled(self, name: str) -> str:
        private = name.startswith("__") and not name.endswith("__")
        return f"_{self.owner}{name}" if private and self.owner else name

    def visit_Attribute(self, node: ast.Attribute) -> None:  # as `ast` calls it
        node.attr = self._mangled(node.attr)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        node.id = self._mangled(node.id)

    def visit_arg(self, node: ast.arg) -> None:
        node.arg = self._mangled(node.arg)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg:
            node.arg = self._mangled(node.arg)
        self.generic_visit(node)
