"""Questions about pieces of syntax trees: what they store, whether they have an effect."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Sequence

from hanoi_fsm.fsm.codegen.inlining.sources import Opaque

_PURE = (
    *(ast.Name, ast.Constant, ast.Tuple, ast.Attribute, ast.BinOp, ast.UnaryOp, ast.Compare),
    *(ast.BoolOp, ast.IfExp, ast.Subscript, ast.Slice, ast.operator, ast.unaryop, ast.cmpop),
    *(ast.boolop, ast.expr_context),
)
"""What these make of plain data changes nothing, though it can raise."""
CALLS_TO_NOTHING = "harmless"
"""The attribute that marks a call which is known to change nothing."""

_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_LAZY = (ast.BoolOp, ast.IfExp, ast.comprehension)


def pure(node: ast.expr) -> bool:
    """Whether an expression changes nothing; it may raise."""
    return all(
        isinstance(one, _PURE) or (isinstance(one, ast.Call) and hasattr(one, CALLS_TO_NOTHING))
        for one in ast.walk(node)
        if not isinstance(one, ast.keyword)
    )


def needless(node: ast.expr) -> bool:
    """Whether an expression can be left out: it has no effect and cannot raise."""
    if isinstance(node, ast.Call):
        return getattr(node, CALLS_TO_NOTHING, "") == "tuple" and all(map(needless, node.args))
    if isinstance(node, ast.Tuple):
        return all(map(needless, node.elts))
    return isinstance(node, ast.Constant | ast.Name)


def lasts(node: ast.expr) -> bool:
    """Whether a value is surely the same later: a constant, or a named tuple just made."""
    return isinstance(node, ast.Constant) or getattr(node, CALLS_TO_NOTHING, "") == "tuple"


def is_bool(node: ast.expr) -> bool:
    """Whether the value of an expression of plain data is a `bool`.

    >>> [is_bool(ast.parse(one, mode="eval").body) for one in ("a < b", "not a", "a < b or c", "a")]
    [True, True, False, False]
    """
    if isinstance(node, ast.BoolOp):
        return all(map(is_bool, node.values))
    if isinstance(node, ast.IfExp):
        return is_bool(node.body) and is_bool(node.orelse)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "bool"
    return isinstance(node, ast.Compare) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def negated(node: ast.expr) -> ast.expr:
    """The opposite of a condition.

    >>> ast.unparse(negated(ast.parse("a == b", mode="eval").body))
    'a != b'
    """
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        if is_bool(node.operand):
            return node.operand
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        opposite = _OPPOSITE.get(type(node.ops[0]))
        if opposite is not None:
            return ast.Compare(node.left, [opposite()], node.comparators)
    return ast.UnaryOp(ast.Not(), node)


def quiet(node: ast.expr) -> bool:
    """Whether an expression only reads data: it may be evaluated later, or not at all."""
    return isinstance(node, ast.Constant | ast.Name) or (
        isinstance(node, ast.Attribute) and quiet(node.value)
    )


def stored(nodes: Iterable[ast.AST]) -> Counter[str]:
    """How often each name is stored, those of comprehensions included."""
    return Counter(
        one.id
        for node in nodes
        for one in ast.walk(node)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store | ast.Del)
    )


def leaves(statements: Sequence[ast.stmt]) -> bool:
    """Whether these statements always return or raise."""
    if not statements:
        return False
    last = statements[-1]
    if isinstance(last, ast.If):
        return leaves(last.body) and leaves(last.orelse)
    return isinstance(last, ast.Return | ast.Raise)


def returns(node: ast.AST) -> bool:
    """Whether there is a `return` in it."""
    return any(isinstance(one, ast.Return) for one in ast.walk(node))


def without_docstring(tree: ast.FunctionDef) -> list[ast.stmt]:
    """The statements of a function after its docstring."""
    first = tree.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return tree.body[1:] if documented else tree.body


def check_assigned(tree: ast.FunctionDef) -> None:
    """Raise `Opaque` if a name might be read before it has a value, which Python would notice."""
    arguments = tree.args
    names = {one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    _Assigned(set(stored(tree.body))).block(tree.body, names)


class _Assigned:
    """Walks through statements with the set of the names that surely have a value."""

    def __init__(self, locals_: set[str]) -> None:
        self.locals = locals_

    def block(self, statements: Sequence[ast.stmt], known: set[str]) -> set[str]:
        for one in statements:
            known = self.statement(one, known)
        return known

    def statement(self, one: ast.stmt, known: set[str]) -> set[str]:
        if isinstance(one, ast.If):
            known = self.read([one.test], known)
            ways = [self.block(some, known) for some in (one.body, one.orelse)]
            going = [
                way
                for way, some in zip(ways, (one.body, one.orelse), strict=True)
                if not leaves(some)
            ]
            return set.intersection(*going) if going else known
        if isinstance(one, ast.While):
            known = self.read([one.test], known)
            self.block(one.body, known)
            return known
        if isinstance(one, ast.For):
            known = self.read([one.iter], known)
            self.block(one.body, known | set(stored([one.target])))
            return known
        if isinstance(one, ast.AugAssign):
            self.read([one.target, one.value], known, also=ast.Store)
            return known
        return self.read([one], known)

    def read(
        self, nodes: Iterable[ast.AST], known: set[str], also: type[ast.expr_context] = ast.Load
    ) -> set[str]:
        inner = {
            name
            for node in nodes
            for one in ast.walk(node)
            if isinstance(one, ast.comprehension)
            for name in stored([one.target])
        }
        walruses = [
            one for node in nodes for one in ast.walk(node) if isinstance(one, ast.NamedExpr)
        ]
        if walruses and any(isinstance(one, _LAZY) for node in nodes for one in ast.walk(node)):
            raise Opaque("a name has a value only where an expression comes so far")
        given = inner | {one.target.id for one in walruses}
        for node in nodes:
            for one in ast.walk(node):
                if not (isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load | also)):
                    continue
                if one.id in self.locals and one.id not in known | given:
                    raise Opaque(f"{one.id!r} may be read before it has a value")
        return known | {name for name in stored(nodes) if name not in inner}
