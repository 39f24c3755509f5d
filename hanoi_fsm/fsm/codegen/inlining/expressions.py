"""Expressions of a memory's methods, inlined; what must come before them becomes statements.

The order of evaluation stays the same: where a later part of an expression needs statements, the
values of its earlier parts are kept in variables.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar

from hanoi_fsm.fsm.codegen.inlining.names import Frame, assign, name_of
from hanoi_fsm.fsm.codegen.inlining.places import Places
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque

_EAGER = (
    *(ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript, ast.Slice, ast.Tuple, ast.List),
    *(ast.Set, ast.JoinedStr, ast.FormattedValue),
)
_GATHERING = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


class Expressions(Places):
    """Writes expressions; `out` takes the statements that come before them."""

    def call(self, node: ast.Call, frame: Frame, *, wanted: bool = True) -> ast.expr | None:
        """Overridden: a call within a method."""
        raise NotImplementedError

    # --- where statements go ---

    def inside(
        self, write: Callable[_Given, _Found], *given: _Given.args, **options: _Given.kwargs
    ) -> tuple[list[ast.stmt], _Found]:
        """The statements that something writes, and what it returns."""
        outer, self.out = self.out, []
        try:
            found = write(*given, **options)
            return self.out, found
        finally:
            self.out = outer

    def alone(self, node: ast.expr, frame: Frame) -> ast.expr:
        """An expression that is written without statements before it."""
        written, found = self.inside(self.expr, node, frame)
        if written:
            raise Opaque("statements would have to come within an expression")
        return found

    def many(self, nodes: Sequence[ast.expr], frame: Frame) -> list[ast.expr]:
        """Expressions that are evaluated one after another."""
        found: list[ast.expr] = []
        for node in nodes:
            written, one = self.inside(self.expr, node, frame)
            if written:
                for number, earlier in enumerate(found):
                    if not self.names.stable(earlier):
                        found[number] = self.held(earlier)
            self.out += written
            found.append(one)
        return found

    def held(self, value: ast.expr, wish: str = "value") -> ast.Name:
        """A variable that holds a value."""
        variable = name_of(self.names.fresh(wish))
        self.out.append(assign(variable, value))
        return variable

    # --- expressions ---

    def expr(self, node: ast.expr, frame: Frame) -> ast.expr:
        if isinstance(node, ast.Constant):
            return node
        if isinstance(node, ast.Name):
            return self.name(node.id, frame)
        if isinstance(node, ast.Attribute):
            return self.attribute(node, frame)
        if isinstance(node, ast.Call):
            found = self.call(node, frame)
            assert found is not None
            return found
        if isinstance(node, ast.BoolOp):
            return self.in_turn(node.op, node.values, frame)
        if isinstance(node, ast.IfExp):
            return self.either(node, frame)
        if isinstance(node, ast.NamedExpr):
            value = self.expr(node.value, frame)
            return ast.NamedExpr(self.local(node.target.id, frame), value)
        if isinstance(node, ast.Dict):
            return self.dictionary(node, frame)
        if isinstance(node, _GATHERING):
            return self.gathering(node, frame)
        if isinstance(node, _EAGER):
            return self.eager(node, frame)
        raise Opaque(f"an expression contains {type(node).__name__.lower()}")

    def eager(self, node: ast.expr, frame: Frame) -> ast.expr:
        """An expression all of whose parts are evaluated, from left to right."""
        chained = isinstance(node, ast.Compare) and len(node.ops) > 1
        parts: list[tuple[str, int | None, ast.expr]] = []
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                parts += [
                    (name, number, one)
                    for number, one in enumerate(value)
                    if isinstance(one, ast.expr)
                ]
            elif isinstance(value, ast.expr):
                parts.append((name, None, value))
        nodes = [one for _, _, one in parts]
        found = [self.alone(one, frame) for one in nodes] if chained else self.many(nodes, frame)
        given: dict[str, Any] = {
            name: [*value] if isinstance(value, list) else value
            for name, value in ast.iter_fields(node)
        }
        for (name, number, _), one in zip(parts, found, strict=True):
            if number is None:
                given[name] = one
            else:
                given[name][number] = one
        return folded(type(node)(**given))

    def dictionary(self, node: ast.Dict, frame: Frame) -> ast.expr:
        if None in node.keys:
            raise Opaque("a dictionary takes in another")
        pairs = zip(node.keys, node.values, strict=True)
        found = self.many([one for pair in pairs for one in pair if one is not None], frame)
        return ast.Dict(list(found[::2]), found[1::2])

    def in_turn(self, op: ast.boolop, values: Sequence[ast.expr], frame: Frame) -> ast.expr:
        """`and` and `or`: later values are evaluated only where the earlier ones do not decide."""
        first = self.expr(values[0], frame)
        found = [first]
        for number, node in enumerate(values[1:], 1):
            written, one = self.inside(self.expr, node, frame)
            if written:
                so_far = found[0] if len(found) == 1 else ast.BoolOp(op, found)
                answer = name_of(self.names.fresh("answer", single=False))
                self.out.append(assign(answer, so_far))
                rest, last = self.inside(self.in_turn, op, values[number:], frame)
                rest.append(assign(answer, last))
                test = answer if isinstance(op, ast.And) else ast.UnaryOp(ast.Not(), answer)
                self.out.append(ast.If(test, rest, []))
                return answer
            found.append(one)
        return found[0] if len(found) == 1 else ast.BoolOp(op, found)

    def either(self, node: ast.IfExp, frame: Frame) -> ast.expr:
        test = self.expr(node.test, frame)
        if isinstance(test, ast.Constant):
            return self.expr(node.body if test.value else node.orelse, frame)
        first, yes = self.inside(self.expr, node.body, frame)
        second, no = self.inside(self.expr, node.orelse, frame)
        if not first and not second:
            return ast.IfExp(test, yes, no)
        answer = name_of(self.names.fresh("value"))
        self.out.append(ast.If(test, [*first, assign(answer, yes)], [*second, assign(answer, no)]))
        return answer

    def gathering(self, node: ast.expr, frame: Frame) -> ast.expr:
        """A comprehension: nothing but plain expressions is in it."""
        if isinstance(node, ast.GeneratorExp) and not hasattr(node, "consumed"):
            raise Opaque("a generator is kept")
        given = dict(ast.iter_fields(node))
        rounds = []
        for one in given["generators"]:
            if one.is_async:
                raise Opaque("a comprehension waits")
            over = self.alone(one.iter, frame)
            target = self.target(one.target, frame)
            rounds.append(
                ast.comprehension(target, over, [self.alone(test, frame) for test in one.ifs], 0)
            )
        parts: dict[str, ast.expr] = {
            name: self.alone(value, frame)
            for name, value in given.items()
            if isinstance(value, ast.expr)
        }
        kind: Any = type(node)
        made: ast.expr = kind(**parts, generators=rounds)
        return made


def folded(node: ast.expr) -> ast.expr:
    """A comparison of two constants as its answer; anything else as it is."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        sides = [node.left, *node.comparators]
        if all(isinstance(one, ast.Constant) and type(one.value) in (str, int) for one in sides):
            left, right = [one.value for one in sides]  # type: ignore[attr-defined]  # constants
            if isinstance(node.ops[0], ast.Eq):
                return ast.Constant(left == right)
            if isinstance(node.ops[0], ast.NotEq):
                return ast.Constant(left != right)
    return node
