"""Calls within a memory's methods: inlined, kept as they are, or not possible."""

from __future__ import annotations

import ast
from functools import lru_cache
from types import FunctionType

from hanoi_fsm.fsm.codegen.inlining.arguments import is_named_tuple, parameters
from hanoi_fsm.fsm.codegen.inlining.expressions import Expressions
from hanoi_fsm.fsm.codegen.inlining.flow import (
    CALLS_TO_NOTHING,
    check_assigned,
    pure,
    quiet,
    stored,
    without_docstring,
)
from hanoi_fsm.fsm.codegen.inlining.names import Frame, assign, name_of
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque, definition
from hanoi_fsm.fsm.codegen.inlining.subject import (
    CONTAINER_METHODS,
    CONTAINERS,
    HARMLESS,
    ROOT,
)

_DEEPEST = 8
NEW = "new"
"""What a generated function calls `tuple.__new__`, which makes named tuples faster."""


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
        """A call of a method of a list, a dictionary, ... in an attribute."""
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
        """A call of a global name."""
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
        if len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
            given = self.expr(node.args[0].value, frame)
            if not isinstance(given, ast.Tuple) or node.keywords:
                raise Opaque("it hands on as many arguments as there are")
            return list(given.elts), []
        several = any(isinstance(one, ast.Starred) for one in node.args)
        if several or any(one.arg is None for one in node.keywords):
            raise Opaque("it hands on as many arguments as there are")
        values = self.many([*node.args, *(one.value for one in node.keywords)], frame)
        places, words = len(node.args), [str(one.arg) for one in node.keywords]
        return values[:places], list(zip(words, values[places:], strict=True))

    def body_of(
        self,
        function: FunctionType,
        path: str | None,
        given: list[ast.expr],
        named: list[tuple[str, ast.expr]],
        *,
        wanted: bool = True,
    ) -> ast.expr | None:
        """Inline a function with its parameters replaced; returns the expression of its value."""
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
                written, found = self.inside(
                    self._bound, tree, frame, bound, replaced=replaced, wanted=wanted
                )
                if not replaced or self._may_replace(tree, bound, written, found):
                    self.out += written
                    return found
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
        """Whether the arguments mean the same in the body as where the function is called."""
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

    def property(self, getter: FunctionType, path: str) -> ast.expr:
        found = self.body_of(getter, path, [], [])
        assert found is not None
        return found

    def settle(self) -> None:
        """Write local variables back to the memory, for code that reads it."""
        for name, local in [*sorted(self.before.kept.items()), ("state", "state")]:
            self.out.append(assign(ast.Attribute(name_of(ROOT), name), name_of(local)))

    def run(self, tree: ast.FunctionDef, frame: Frame, *, wanted: bool) -> ast.expr | None:
        """Overridden: the body itself."""
        raise NotImplementedError


@lru_cache(maxsize=1024)
def _prepared(function: FunctionType) -> tuple[ast.FunctionDef, dict[str, int]]:
    """The definition of a function, and how often it stores each name."""
    tree = definition(function)
    check_assigned(tree)
    return tree, dict(stored(tree.body))


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
