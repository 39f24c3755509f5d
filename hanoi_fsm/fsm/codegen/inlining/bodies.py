"""The bodies of a memory's methods, inlined where they are called.

Methods of objects kept in attributes of the memory and functions of modules are inlined too.
Whatever cannot be, such as a loop with a `return` in it, raises `Opaque`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from hanoi_fsm.fsm.codegen.inlining.calls import Calls
from hanoi_fsm.fsm.codegen.inlining.flow import (
    leaves,
    needless,
    returns,
    without_docstring,
)
from hanoi_fsm.fsm.codegen.inlining.names import Frame, assign, name_of
from hanoi_fsm.fsm.codegen.inlining.raising import raised
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque
from hanoi_fsm.fsm.codegen.inlining.subject import ROOT


class Bodies(Calls):
    """Writes the statements of methods; where transitions are `counting`, outputs are left out."""

    counting: bool

    def word(self, name: str, *, wanted: bool) -> ast.expr | None:
        """Inline the method of a word; returns the expression of its answer if `wanted`."""
        method = self.subject.method(ROOT, name)
        if method is None:
            raise Opaque(f"{name} is not a method")
        self.current = name
        self.seen.sets.setdefault(name, set())
        try:
            return self.body_of(method, ROOT, [], [], wanted=wanted)
        except Opaque as why:
            raise Opaque(f"{name}: {why}") from why

    def run(self, tree: ast.FunctionDef, frame: Frame, *, wanted: bool) -> ast.expr | None:
        """Write the body; returns the expression of its value if `wanted`."""
        body = without_docstring(tree)
        early = sum(returns(one) for one in body[:-1]) or not body
        if not early and isinstance(body[-1], ast.Return):
            self.block(body[:-1], frame)
            value = body[-1].value
            found = ast.Constant(None) if value is None else self.expr(value, frame)
            if wanted:
                return found
            self.drop(found)
            return None
        frame.result = self.names.fresh(tree.name) if wanted else ""
        self.tail(body, frame)
        return name_of(frame.result) if wanted else None

    def drop(self, value: ast.expr) -> None:
        """Write an expression whose value is unused, for its effect."""
        if not needless(value):
            self.out.append(ast.Expr(value))

    def tail(self, body: Sequence[ast.stmt], frame: Frame) -> None:
        """Statements at the end of a method, where `return` means to go to the end."""
        for number, one in enumerate(body):
            if isinstance(one, ast.Return):
                value = ast.Constant(None) if one.value is None else self.expr(one.value, frame)
                if frame.result:
                    self.out.append(assign(name_of(frame.result), value))
                else:
                    self.drop(value)
                return
            if isinstance(one, ast.If) and returns(one):
                rest = list(body[number + 1 :])
                test = self.expr(one.test, frame)
                then, other = (
                    self.inside(self.tail, way if leaves(way) else [*way, *rest], frame)[0]
                    for way in (one.body, one.orelse)
                )
                self.out.append(ast.If(test, then or [ast.Pass()], other))
                return
            self.statement(one, frame)
            if isinstance(one, ast.Raise):
                return
        if frame.result:
            self.out.append(assign(name_of(frame.result), ast.Constant(None)))

    def block(self, body: Iterable[ast.stmt], frame: Frame) -> None:
        for one in body:
            self.statement(one, frame)

    def statement(self, one: ast.stmt, frame: Frame) -> None:
        write: Callable[[Any, Frame], None] | None = getattr(
            self, f"write_{type(one).__name__}", None
        )
        if write is None:
            raise Opaque(f"a method contains {type(one).__name__.lower()}")
        write(one, frame)

    def write_Pass(self, one: ast.Pass, frame: Frame) -> None:
        pass

    def write_Break(self, one: ast.Break, frame: Frame) -> None:
        self.out.append(ast.Break())

    def write_Continue(self, one: ast.Continue, frame: Frame) -> None:
        self.out.append(ast.Continue())

    def write_Expr(self, one: ast.Expr, frame: Frame) -> None:
        if isinstance(one.value, ast.Call):
            found = self.call(one.value, frame, wanted=False)
            if found is not None:
                self.drop(found)
        else:
            self.drop(self.expr(one.value, frame))

    def write_Raise(self, one: ast.Raise, frame: Frame) -> None:
        if one.exc is None:
            raise Opaque("it raises again what it does not name")
        error, asks = raised(self, one, frame)
        if asks:
            self.settle()
        self.out.append(error)

    def write_If(self, one: ast.If, frame: Frame) -> None:
        if returns(one):
            raise Opaque("it returns out of the middle")
        test = self.expr(one.test, frame)
        then, other = (self.inside(self.block, way, frame)[0] for way in (one.body, one.orelse))
        self.out.append(ast.If(test, then or [ast.Pass()], other))

    def write_While(self, one: ast.While, frame: Frame) -> None:
        if returns(one) or one.orelse:
            raise Opaque("it returns out of a loop")
        test = self.alone(one.test, frame)
        body, _ = self.inside(self.block, one.body, frame)
        self.out.append(ast.While(test, body or [ast.Pass()], []))

    def write_For(self, one: ast.For, frame: Frame) -> None:
        if returns(one) or one.orelse:
            raise Opaque("it returns out of a loop")
        over = self.expr(one.iter, frame)
        target = self.target(one.target, frame)
        body, _ = self.inside(self.block, one.body, frame)
        self.out.append(ast.For(target, over, body or [ast.Pass()], [], lineno=0))

    def write_Delete(self, one: ast.Delete, frame: Frame) -> None:
        for target in one.targets:
            if not isinstance(target, ast.Subscript):
                raise Opaque("a name or an attribute is deleted")
            self.out.append(ast.Delete([self.target(target, frame)]))

    def write_AnnAssign(self, one: ast.AnnAssign, frame: Frame) -> None:
        if one.value is not None:
            self.write_Assign(ast.Assign([one.target], one.value), frame)

    def write_Assign(self, one: ast.Assign, frame: Frame) -> None:
        targets, value = one.targets, one.value
        both = [*targets, value]
        if len(targets) == 1 and all(isinstance(side, ast.Tuple) for side in both):
            self._several(targets[0], value, frame)  # type: ignore[arg-type]  # tuples
            return
        if len(targets) == 1 and self._names_an_object(targets[0], value, frame):
            return
        found = self.expr(value, frame)
        if len(targets) == 1 and self._only_a_name(targets[0], found, frame):
            return
        goals = [self.target(target, frame) for target in targets]
        if self.is_unasked_output(goals):
            self.drop(found)
        else:
            self.out.append(ast.Assign(goals, found, lineno=0))

    def _several(self, targets: ast.Tuple, value: ast.Tuple, frame: Frame) -> None:
        if len(targets.elts) != len(value.elts) or any(
            isinstance(one, ast.Starred) for one in (*targets.elts, *value.elts)
        ):
            raise Opaque("it takes apart what has another length")
        both = [
            (target, one)
            for target, one in zip(targets.elts, value.elts, strict=True)
            if not self._names_an_object(target, one, frame)
        ]
        values = self.many([one for _, one in both], frame)
        pairs = [
            (target, found)
            for (target, _), found in zip(both, values, strict=True)
            if not self._only_a_name(target, found, frame)
        ]
        if len(pairs) == 1:
            target, found = pairs[0]
            self.out.append(assign(self.target(target, frame), found))
        elif pairs:
            goals = [self.target(target, frame) for target, _ in pairs]
            self.out.append(assign(ast.Tuple(goals), ast.Tuple([found for _, found in pairs])))

    def _names_an_object(self, target: ast.expr, value: ast.expr, frame: Frame) -> bool:
        """Whether a local is another name of an object in the memory; then no line is needed."""
        if not (isinstance(target, ast.Name) and self.is_single(target.id, frame)):
            return False
        path = self.path(value, frame)
        if path is None:
            return False
        frame.objects[target.id] = path
        return True

    def _only_a_name(self, target: ast.expr, value: ast.expr, frame: Frame) -> bool:
        """Whether a local is only another name of something; then no line is needed."""
        if not (isinstance(target, ast.Name) and self.is_single(target.id, frame)):
            return False
        if not self.steady(value):
            return False
        frame.names[target.id] = value
        return True

    def write_AugAssign(self, one: ast.AugAssign, frame: Frame) -> None:
        written, value = self.inside(self.expr, one.value, frame)
        target = self.target(one.target, frame, read=True)
        if written:
            if not isinstance(target, ast.Name | ast.Attribute):
                raise Opaque("what is added to is looked up before a method is called")
            kept = name_of(self.names.fresh("value"))
            self.out += [assign(kept, target), *written, ast.AugAssign(kept, one.op, value)]
            self.out.append(assign(target, kept))
        else:
            assert isinstance(target, ast.Name | ast.Attribute | ast.Subscript)
            self.out.append(ast.AugAssign(target, one.op, value))

    def is_unasked_output(self, goals: Sequence[ast.expr]) -> bool:
        """Whether a value becomes the output of a function that runs to the end."""
        return (
            self.counting
            and len(goals) == 1
            and isinstance(goals[0], ast.Name)
            and goals[0].id == "output"
        )
