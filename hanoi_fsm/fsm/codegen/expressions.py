"""Expressions of a memory's methods, written out; what must come before them becomes statements.

The order in which things are asked and done stays the same: where a later part of an expression
needs statements, the values of its earlier parts are kept in variables.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from hanoi_fsm.fsm.codegen.names import Frame, Names, Plan, assign, name_of
from hanoi_fsm.fsm.codegen.sources import Opaque
from hanoi_fsm.fsm.codegen.subject import PLAIN, ROOT, Subject

_EAGER = (
    *(ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript, ast.Slice, ast.Tuple, ast.List),
    *(ast.Set, ast.JoinedStr, ast.FormattedValue),
)
_GATHERING = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Expressions:
    """Writes expressions; `out` takes the statements that come before them."""

    def __init__(self, subject: Subject, plan: Plan) -> None:
        self.subject, self.before = subject, plan
        self.names = Names(plan.fixed)
        self.out: list[ast.stmt] = []
        self.seen = Plan()
        self.aliases: dict[str, str] = {}
        self.kept: dict[str, str] = {}
        self.globals: dict[str, tuple[str, str, object]] = {}
        self.active: list[FunctionType] = []
        self.current = ""  # the word that is being written

    def call(self, node: ast.Call, frame: Frame, *, wanted: bool = True) -> ast.expr | None:
        """Overridden: a call within a method."""
        raise NotImplementedError

    # --- where statements go ---

    def inside(self, write: Callable[[], Any]) -> list[ast.stmt]:
        """The statements that something writes."""
        outer, self.out = self.out, []
        try:
            write()
            return self.out
        finally:
            self.out = outer

    def apart(self, node: ast.expr, frame: Frame, written: list[ast.stmt]) -> ast.expr:
        """An expression, and apart from it the statements before it."""
        found: list[ast.expr] = []
        written += self.inside(lambda: found.append(self.expr(node, frame)))
        return found[0]

    def alone(self, node: ast.expr, frame: Frame) -> ast.expr:
        """An expression that is written without statements before it."""
        written: list[ast.stmt] = []
        found = self.apart(node, frame, written)
        if written:
            raise Opaque("statements would have to come within an expression")
        return found

    def many(self, nodes: Sequence[ast.expr], frame: Frame) -> list[ast.expr]:
        """Expressions whose values are found one after another."""
        found: list[ast.expr] = []
        for node in nodes:
            written: list[ast.stmt] = []
            one = self.apart(node, frame, written)
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
        """An expression all of whose parts are asked, in the order in which they stand."""
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
        """`and` and `or`: the later values are asked only where the earlier ones do not decide."""
        first = self.expr(values[0], frame)
        found = [first]
        for number, node in enumerate(values[1:], 1):
            written: list[ast.stmt] = []
            one = self.apart(node, frame, written)
            if written:
                so_far = found[0] if len(found) == 1 else ast.BoolOp(op, found)
                answer = name_of(self.names.fresh("answer", single=False))
                self.out.append(assign(answer, so_far))
                rest = self.inside(
                    lambda left=values[number:]: self.out.append(
                        assign(answer, self.in_turn(op, left, frame))
                    )
                )
                test = answer if isinstance(op, ast.And) else ast.UnaryOp(ast.Not(), answer)
                self.out.append(ast.If(test, rest, []))
                return answer
            found.append(one)
        return found[0] if len(found) == 1 else ast.BoolOp(op, found)

    def either(self, node: ast.IfExp, frame: Frame) -> ast.expr:
        test = self.expr(node.test, frame)
        if isinstance(test, ast.Constant):
            return self.expr(node.body if test.value else node.orelse, frame)
        ways: list[tuple[list[ast.stmt], ast.expr]] = []
        for way in (node.body, node.orelse):
            written: list[ast.stmt] = []
            ways.append((written, self.apart(way, frame, written)))
        (first, yes), (second, no) = ways
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
        parts = {
            name: self.alone(value, frame)
            for name, value in given.items()
            if isinstance(value, ast.expr)
        }
        made = type(node)(**parts, generators=rounds)  # type: ignore[call-arg]  # of any kind
        return made

    # --- names ---

    def name(self, name: str, frame: Frame) -> ast.expr:
        if name == frame.own:
            raise Opaque("the memory itself is handed on")
        if name in frame.names:
            return frame.names[name]
        if name in frame.counts:
            raise Opaque(f"{name!r} may be read before it has a value")
        value = self.subject.world(frame.function, name)
        if type(value) not in PLAIN:
            raise Opaque(f"{name!r} is not plain data")
        return self.fixed(frame.function, name, value)

    def fixed(self, function: FunctionType, name: str, value: object) -> ast.Name:
        """The name by which the function knows what is called so in the module of a method."""
        if name not in function.__globals__:
            return name_of(name)  # of Python itself
        found = self.names.fixed_for((id(function.__globals__), name), name)
        self.globals[found] = (str(function.__globals__.get("__name__")), name, value)
        return name_of(found)

    def local(self, name: str, frame: Frame) -> ast.Name:
        """The variable for a local of a method that is set."""
        known = frame.names.get(name)
        if isinstance(known, ast.Name) and known.id in self.names.taken:
            return known
        found = name_of(self.names.fresh(name, single=self.is_single(name, frame)))
        frame.names[name] = found
        return found

    def is_single(self, name: str, frame: Frame) -> bool:
        return frame.counts.get(name) == 1

    def steady(self, value: ast.expr) -> bool:
        """Whether a name means the same as long as the word is being written."""
        if isinstance(value, ast.Name) and value.id in self.names.moving:
            known = self.before.sets.get(self.current)
            return known is not None and not any(self.kept.get(name) == value.id for name in known)
        return isinstance(value, ast.Name) and self.names.stable(value)

    # --- attributes ---

    def path(self, node: ast.expr, frame: Frame) -> str | None:
        """The path of the object whose attributes an expression is asked for, if it is known."""
        if isinstance(node, ast.Name):
            return frame.path if node.id == frame.own else frame.objects.get(node.id)
        if isinstance(node, ast.Attribute):
            around = self.path(node.value, frame)
            if around is not None and node.attr not in self.before.rebound:
                return self.subject.within(around, node.attr)
        return None

    def attribute(self, node: ast.Attribute, frame: Frame) -> ast.expr:
        path = self.path(node.value, frame)
        if path is None:
            raise Opaque(f"{node.attr!r} of what is not known")
        getter = self.subject.getter(path, node.attr)
        if getter is not None:
            return self.body_of(getter, path, [], [])
        return self.datum(path, node.attr)

    def datum(self, path: str, name: str) -> ast.expr:
        """An attribute that holds plain data."""
        if (path, name) == (ROOT, "state"):
            return name_of("state") if self.before.keep else self.at(path, name)
        if type(self.subject.value(path, name)) not in PLAIN:
            raise Opaque(f"{name!r} is not plain data")
        if name == "output":
            self.seen.reads_output = True
            return self.at(path, name)
        return self.at(path, name)

    def at(self, path: str, name: str) -> ast.expr:
        """What the function calls an attribute: a local where that is the same."""
        inner = f"{path}.{name}"
        usable = self.subject.owned(path, name) and name not in {"state", "output"}
        if usable and self.before.closed and name not in self.before.rebound:
            alias = self.names.fixed_for(inner, name.strip("_") or "value")
            self.aliases[inner] = alias
            around = path
            while around != ROOT and around not in self.aliases:
                shorter, _, last = around.rpartition(".")
                self.aliases[around] = self.names.fixed_for(around, last.strip("_") or "value")
                around = shorter
            return name_of(alias)
        if self.before.closed and inner == f"{ROOT}.output":
            return name_of("output")
        if usable and self.before.keep and path == ROOT:
            local = self.kept.get(name)
            if local is None:
                wish = name.strip("_") or "value"
                local = self.kept[name] = self.names.fixed_for(("kept", name), wish)
                self.names.moving.add(local)
            return name_of(local)
        return ast.Attribute(self.object_at(path), name)

    def object_at(self, path: str) -> ast.expr:
        if path == ROOT:
            return name_of(ROOT)
        around, _, name = path.rpartition(".")
        return self.at(around, name)

    def target(self, node: ast.expr, frame: Frame, *, read: bool = False) -> ast.expr:
        """Where a value is put; `read` if what is there is asked for first."""
        if isinstance(node, ast.Name):
            return self.local(node.id, frame)
        if isinstance(node, ast.Tuple | ast.List):
            return ast.Tuple([self.target(one, frame) for one in node.elts])
        if isinstance(node, ast.Subscript):
            return ast.Subscript(self.alone(node.value, frame), self.alone(node.slice, frame))
        if not isinstance(node, ast.Attribute):
            raise Opaque("a value is put where several go")
        path = self.path(node.value, frame)
        if path is None:
            raise Opaque(f"{node.attr!r} of what is not known is set")
        if (path, node.attr) != (ROOT, "state"):
            self.subject.value(path, node.attr)
        self.seen.rebound.add(node.attr)
        self.seen.sets.setdefault(self.current, set()).add(node.attr)
        if not read:
            self.seen.assigned.add(node.attr)
        elif node.attr == "output":
            self.seen.reads_output = True
        return self.at(path, node.attr)

    def body_of(self, *given: Any, **options: Any) -> Any:
        """Overridden: the body of a function, written out."""
        raise NotImplementedError


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
