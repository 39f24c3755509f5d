"""Names and attributes in a memory's methods, and what the generated function calls them."""

from __future__ import annotations

import ast
from types import FunctionType

from hanoi_fsm.fsm.codegen.inlining.names import Frame, Names, Plan, name_of
from hanoi_fsm.fsm.codegen.inlining.sources import Opaque
from hanoi_fsm.fsm.codegen.inlining.subject import PLAIN, ROOT, Subject


class Places:
    """What is known while a function is written, and what its writing has shown so far."""

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
        """The name in the generated function for a global name of a method."""
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
        """The path of the object that an expression denotes, if it is known."""
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
            return self.property(getter, path)
        return self.datum(path, node.attr)

    def datum(self, path: str, name: str) -> ast.expr:
        """An attribute that holds plain data."""
        if (path, name) == (ROOT, "state"):
            return name_of("state")
        if type(self.subject.value(path, name)) not in PLAIN:
            raise Opaque(f"{name!r} is not plain data")
        if name == "output":
            self.seen.reads_output = True
        return self.at(path, name)

    def at(self, path: str, name: str) -> ast.expr:
        """An attribute in the generated function: a local variable where that is equivalent."""
        inner = f"{path}.{name}"
        usable = self.subject.owned(path, name) and name not in {"state", "output"}
        if usable and name not in self.before.rebound:
            alias = self.names.fixed_for(inner, name.strip("_") or "value")
            self.aliases[inner] = alias
            around = path
            while around != ROOT and around not in self.aliases:
                shorter, _, last = around.rpartition(".")
                self.aliases[around] = self.names.fixed_for(around, last.strip("_") or "value")
                around = shorter
            return name_of(alias)
        if inner == f"{ROOT}.output":
            return name_of("output")
        if usable and path == ROOT:
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
        """The target of an assignment; `read` if its old value is used."""
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

    def alone(self, node: ast.expr, frame: Frame) -> ast.expr:
        """Overridden: an expression that is written without statements before it."""
        raise NotImplementedError

    def property(self, getter: FunctionType, path: str) -> ast.expr:
        """Overridden: the value of a property, inlined."""
        raise NotImplementedError
