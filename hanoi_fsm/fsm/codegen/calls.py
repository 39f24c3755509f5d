"""Calls within a memory's methods: written out, kept as they are, or not possible."""

from __future__ import annotations

import ast
from functools import lru_cache
from types import FunctionType
from typing import Any

from hanoi_fsm.fsm.codegen.expressions import Expressions
from hanoi_fsm.fsm.codegen.flow import (
    CALLS_TO_NOTHING,
    check_assigned,
    pure,
    quiet,
    stored,
    without_docstring,
)
from hanoi_fsm.fsm.codegen.names import Frame, assign, name_of
from hanoi_fsm.fsm.codegen.sources import Opaque, definition
from hanoi_fsm.fsm.codegen.subject import (
    CONTAINER_METHODS,
    CONTAINERS,
    HARMLESS,
    ROOT,
)

_DEEPEST = 8
NEW = "new"
"""What a generated function calls `tuple.__new__`, by which named tuples are made in less time."""


class Calls(Expressions):
    """Writes calls."""

    def call(self, node: ast.Call, frame: Frame, *, wanted: bool = True) -> ast.expr | None:
        called = node.func
        if isinstance(called, ast.Name) and called.id not in frame.counts | frame.names:
            return self.function(node, called.id, frame, wanted=wanted)
        if not isinstance(called, ast.Attribute):
            raise Opaque("what is called is not known")
        path = self.path(called.value, frame)
        if path is not None:
            method = self.subject.method(path, called.attr)
            if method is None:
                raise Opaque(f"{called.attr} is not a method")
            given, named = self.arguments(node, frame)
            own = None if self.subject.is_static(path, called.attr) else path
            return self.body_of(method, own, given, named, wanted=wanted)
        if self.is_new_tuple(node, frame):
            first, second = node.args
            kind = first.id if isinstance(first, ast.Name) else ""
            return self.new_tuple(frame.function, kind, self.expr(second, frame))
        return self.of_container(node, called, frame)

    def of_container(self, node: ast.Call, called: ast.Attribute, frame: Frame) -> ast.expr:
        """A method of a list, a dictionary, ... that an attribute holds."""
        around = called.value
        if isinstance(around, ast.Attribute) and called.attr in CONTAINER_METHODS:
            path = self.path(around.value, frame)
            if path is not None and around.attr not in self.before.assigned:
                kept = self.subject.value(path, around.attr)
                if type(kept) in CONTAINERS and not node.keywords:
                    holder = self.datum(path, around.attr)
                    return ast.Call(
                        ast.Attribute(holder, called.attr), self.many(node.args, frame), []
                    )
        raise Opaque(f"{called.attr} of what is not known is called")

    def function(self, node: ast.Call, name: str, frame: Frame, *, wanted: bool) -> ast.expr | None:
        """A call of what has a global name."""
        value = self.subject.world(frame.function, name)
        if isinstance(value, type) and is_named_tuple(value):
            plain = not node.keywords and not any(isinstance(a, ast.Starred) for a in node.args)
            if plain and len(node.args) == len(value._fields):  # type: ignore[attr-defined]  # it has
                made = ast.Tuple(self.many(node.args, frame))
                return self.new_tuple(frame.function, name, made)
            raise Opaque(f"{name} is made with defaults")
        if isinstance(value, FunctionType):
            given, named = self.arguments(node, frame)
            return self.body_of(value, None, given, named, wanted=wanted)
        if not isinstance(value, type | type(len)) or value not in HARMLESS or node.keywords:
            raise Opaque(f"{name} is called")
        for one in node.args:
            if isinstance(one, ast.GeneratorExp):
                one.consumed = True  # type: ignore[attr-defined]  # a mark for `gathering`
        found = ast.Call(self.fixed(frame.function, name, value), self.many(node.args, frame), [])
        setattr(found, CALLS_TO_NOTHING, "function")
        return found

    def is_new_tuple(self, node: ast.Call, frame: Frame) -> bool:
        """Whether it is `tuple.__new__(Kind, (...))` of a named tuple."""
        called = node.func
        return (
            isinstance(called, ast.Attribute)
            and called.attr == "__new__"
            and isinstance(called.value, ast.Name)
            and called.value.id not in frame.counts | frame.names
            and self.subject.world(frame.function, called.value.id) is tuple
            and len(node.args) == 2
            and not node.keywords
            and isinstance(node.args[0], ast.Name)
            and node.args[0].id not in frame.counts | frame.names
            and is_named_tuple(self.subject.world(frame.function, node.args[0].id))
        )

    def new_tuple(self, function: FunctionType, name: str, made: ast.expr) -> ast.expr:
        kind = self.fixed(function, name, self.subject.world(function, name))
        new = self.names.fixed_for((0, NEW), NEW)
        self.globals[new] = ("", NEW, tuple.__new__)
        found = ast.Call(name_of(new), [kind, made], [])
        setattr(found, CALLS_TO_NOTHING, "tuple")
        return found

    def arguments(
        self, node: ast.Call, frame: Frame
    ) -> tuple[list[ast.expr], list[tuple[str, ast.expr]]]:
        """The values that a call gives, by place and by name."""
        given: list[ast.expr] = []
        names: list[str | None] = [None] * len(node.args) + [one.arg for one in node.keywords]
        if len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
            several = self.expr(node.args[0].value, frame)
            if not isinstance(several, ast.Tuple) or node.keywords:
                raise Opaque("it hands on as many arguments as there are")
            return list(several.elts), []
        if (
            any(isinstance(one, ast.Starred) for one in node.args)
            or None in names[len(node.args) :]
        ):
            raise Opaque("it hands on as many arguments as there are")
        given = self.many([*node.args, *(one.value for one in node.keywords)], frame)
        places = len(node.args)
        named = [
            (str(one.arg), value) for one, value in zip(node.keywords, given[places:], strict=True)
        ]
        return given[:places], named

    def body_of(
        self,
        function: FunctionType,
        path: str | None,
        given: list[ast.expr],
        named: list[tuple[str, ast.expr]],
        *,
        wanted: bool = True,
    ) -> Any:
        """The body of a function with its parameters replaced; what stands for its value."""
        if function in self.active or len(self.active) >= _DEEPEST:
            raise Opaque(f"{function.__name__} calls itself")
        tree, stores = _prepared(function)
        bound = parameters(tree, function, path is not None, given, named)
        counts = dict(stores)
        counts |= {name: counts[name] + 1 for name, _ in bound if name in counts}
        own = tree.args.args[0].arg if path is not None and tree.args.args else None
        if path is not None and (own is None or own in counts):
            raise Opaque(f"{function.__name__} has no name for its own object")
        self.active.append(function)
        try:
            for replaced in (True, False):
                frame = Frame(function, path, own, counts)
                taken, single = set(self.names.taken), set(self.names.single)
                found: list[ast.expr | None] = []
                written = self.inside(
                    lambda frame=frame, replaced=replaced: found.append(
                        self._bound(tree, frame, bound, replaced=replaced, wanted=wanted)
                    )
                )
                if not replaced or self._may_replace(tree, bound, written, found[0]):
                    self.out += written
                    return found[0]
                self.names.taken, self.names.single = taken, single
        finally:
            self.active.pop()
        raise AssertionError("the second writing is always taken")

    def _bound(
        self,
        tree: ast.FunctionDef,
        frame: Frame,
        bound: list[tuple[str, ast.expr]],
        *,
        replaced: bool,
        wanted: bool,
    ) -> ast.expr | None:
        single = _is_expression(tree)
        all_pure = all(pure(value) for _, value in bound)
        for name, value in bound:
            stays = name not in frame.counts and (
                self.names.stable(value)
                or (replaced and all_pure and isinstance(value, ast.Name))
                or (replaced and all_pure and single and quiet(value))
            )
            if stays:
                frame.names[name] = value
            else:
                local = name_of(self.names.fresh(name, single=name not in frame.counts))
                self.out.append(assign(local, value))
                frame.names[name] = local
        return self.run(tree, frame, wanted=wanted)

    def _may_replace(
        self,
        tree: ast.FunctionDef,
        bound: list[tuple[str, ast.expr]],
        written: list[ast.stmt],
        found: ast.expr | None,
    ) -> bool:
        """Whether the arguments mean the same within the body as where they were found."""
        changed = {
            one.id if isinstance(one, ast.Name) else one.attr
            for statement in written
            for one in _goals(statement)
        }
        moving = [
            value
            for _, value in bound
            if not self.names.stable(value) and not isinstance(value, ast.Constant)
        ]
        names = [value.id for value in moving if isinstance(value, ast.Name)]
        others = len(names) < len(moving)
        if others and _is_expression(tree) and (written or (found is not None and not pure(found))):
            return False
        return not changed.intersection(names)

    def raised(self, one: ast.Raise, frame: Frame) -> None:
        """An error, whose making may call anything, as nothing comes after it."""
        cold = _Cold(self, frame)
        raised = ast.Raise(
            *[None if some is None else cold.visit(some) for some in (one.exc, one.cause)]
        )
        if cold.asks:
            self.settle()
        self.out.append(raised)

    def settle(self) -> None:
        """Put what is kept in locals back."""
        for name, local in sorted(self.before.kept.items()):
            self.out.append(assign(ast.Attribute(name_of(ROOT), name), name_of(local)))
        if self.before.closed and not self.before.keep:
            self.out.append(assign(ast.Attribute(name_of(ROOT), "output"), name_of("output")))

    def run(self, tree: ast.FunctionDef, frame: Frame, *, wanted: bool) -> ast.expr | None:
        """Overridden: the body itself."""
        raise NotImplementedError


@lru_cache(maxsize=1024)
def _prepared(function: FunctionType) -> tuple[ast.FunctionDef, dict[str, int]]:
    """The definition of a function, and how often it stores each name."""
    tree = definition(function)
    check_assigned(tree)
    return tree, dict(stored(tree.body))


class _Cold(ast.NodeTransformer):
    """Code that ends the run, with the names of the generated function."""

    def __init__(self, writer: Calls, frame: Frame) -> None:
        self.writer, self.frame, self.asks = writer, frame, False

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:  # as `ast` calls it
        path = self.writer.path(node.value, self.frame)
        if path is not None:
            try:
                return self.writer.datum(path, node.attr)
            except Opaque:
                self.asks = True
                return ast.Attribute(self.writer.object_at(path), node.attr)
        return ast.Attribute(self.visit(node.value), node.attr)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        writer, frame = self.writer, self.frame
        path = writer.path(node, frame)
        if path is not None:
            self.asks = True
            return writer.object_at(path)
        if node.id in frame.names:
            return frame.names[node.id]
        if node.id in frame.counts:
            raise Opaque(f"{node.id!r} may be read before it has a value")
        return writer.fixed(frame.function, node.id, writer.subject.world(frame.function, node.id))

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Lambda | ast.comprehension | ast.NamedExpr | ast.Yield | ast.Await):
            raise Opaque("an error is made in an intricate way")
        given: dict[str, Any] = {}
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                given[name] = [
                    self.visit(one) if isinstance(one, ast.AST) else one for one in value
                ]
            else:
                given[name] = self.visit(value) if isinstance(value, ast.AST) else value
        return type(node)(**given)


def parameters(
    tree: ast.FunctionDef,
    function: FunctionType,
    bound: bool,
    given: list[ast.expr],
    named: list[tuple[str, ast.expr]],
) -> list[tuple[str, ast.expr]]:
    """Each parameter with its value, in the order in which the values are found."""
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
    """Whether making a tuple of a class is all that making one does."""
    if not (type(kind) is type and issubclass(kind, tuple) and hasattr(kind, "_fields")):
        return False
    world = getattr(kind.__new__, "__globals__", {})
    return world.get("_tuple_new") is tuple.__new__ and kind.__init__ is object.__init__  # type: ignore[misc]  # asked, not called


def _is_expression(tree: ast.FunctionDef) -> bool:
    body = without_docstring(tree)
    return len(body) == 1 and isinstance(body[0], ast.Return)


def _goals(statement: ast.stmt) -> list[ast.Name | ast.Attribute]:
    """The names and attributes that a written statement sets."""
    found: list[ast.Name | ast.Attribute] = []
    for node in ast.walk(statement):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.NamedExpr | ast.For):
            targets = [node.target]
        for target in targets:
            parts = target.elts if isinstance(target, ast.Tuple) else [target]
            found += [one for one in parts if isinstance(one, ast.Name | ast.Attribute)]
    return found
