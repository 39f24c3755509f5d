"""Errors that methods raise: the code that makes one may call anything, since it ends the run."""

from __future__ import annotations

import ast
from typing import Any

from hanoi_fsm.fsm.codegen.inlining.names import Frame
from hanoi_fsm.fsm.codegen.inlining.places import Places
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque


def raised(writer: Places, one: ast.Raise, frame: Frame) -> tuple[ast.Raise, bool]:
    """The statement in the generated function, and whether the memory is asked for more."""
    cold = _Cold(writer, frame)
    exc, cause = (None if some is None else cold.visit(some) for some in (one.exc, one.cause))
    return ast.Raise(exc, cause), cold.asks


class _Cold(ast.NodeTransformer):
    """Code that ends the run, with the names of the generated function."""

    def __init__(self, writer: Places, frame: Frame) -> None:
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
