"""The plain subset of Python in which a memory can be translated into other languages.

A memory is written once, in Python. What its methods may use, so that they mean the same in C99 and
in JavaScript:

- numbers, bools, texts; None for a number, or a tuple, that is missing. The numbers of C have 64
  bits and those of JavaScript are whole up to 2^53: a program stops aloud before one is larger.
- lists and tuples, of one type of items and of one type per item. A list belongs to one name, field
  or list for good, so that nobody has to ask who frees it; what is short for it, as `cells =
  self.cells`, is a local name.
- objects of plain classes, such as the matrix of the pegs, with fields that their `__init__` makes.
- local names with a value on every way to them, since C would read what happens to be there.
- assignments, `if`, `while`, `for` over a `range` or a list, `break`, `continue`, `return`, `pass`,
  and `raise` with a text: an error ends the run, and so nothing can be caught.
- `+ - * // % << >> & | ^ ~`, comparisons, `and`, `or`, `not`, `x if c else y`; an index that counts
  from the end is a constant, as in `x[-1]`.
- `len abs min max divmod int bool`, f-texts of numbers and texts, `append`, `pop`, `list(x)`.
- calls of its own methods, of plain functions of the module, and of `super()`. None calls itself,
  as C has little room for that. A call that changes something stands alone: `self.f()`, `x =
  self.f()` or `return self.f()`; languages differ in the order in which they work out the parts of
  an expression.
- texts that are put together are put out or raised, not kept: C has one place for them.
- no `*args`, no lists of objects, no object that is made after `__init__`, as nobody would free it.

Where one line goes wrong in two ways, a program in C may name the other one first.

Everything else is refused, with what it is, the method and the line.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from types import FunctionType
from typing import Any, NoReturn

from hanoi_fsm.fsm.errors import ExportError, HanoiError, shortened
from hanoi_fsm.fsm.memory import Memory
from hanoi_fsm.fsm.search import reachable

NUMBER, BOOL, TEXT, BUILT = "number", "bool", "text", "text that is put together"
LIST, TUPLE, OBJECT = "list", "tuple", "object"
_SCALARS = {int: NUMBER, bool: BOOL, str: TEXT}
_BY_NAME = {one.__name__: kind for one, kind in _SCALARS.items()}
_BUILT_IN = (len, abs, min, max, divmod, int, bool, list)
SMALL = 2**31
"""Sums of two numbers up to this one need no check in C."""
_LASTING = ("name", "field", "item", "from the end")
"""The operations whose value is kept somewhere."""
_STOPPING = ("//", "%", "<<", ">>", "item", "table", "from the end", "pop", "call", "make")
"""The operations that may stop a run, but for numbers that get too large, or change something."""
_ARITHMETIC = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.LShift: "<<",
    ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip
_MAKING = ("__new__", "__post_init__", "__getattr__", "__getattribute__", "__setattr__")
"""The methods by which an object may be other than its `__init__` says."""
_COMPARED = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "==", ast.IsNot: "!=",
}  # fmt: skip


@dataclass(eq=False)
class Type:
    """What is known of the values in a place.

    `kind` is "" as long as nothing is known. The `parts` are the types of the items: one of a list,
    one per item of a tuple. An object and a named tuple are `of` a class. None may be in a place
    that is `optional`, and nowhere else; one that was `declared` otherwise never becomes optional.
    The `lengths` are those of the lists in brackets that are there, and -1 for any other one. The
    `values` are those that a number may have, as far as they are known to be few.
    """

    kind: str = ""
    parts: tuple[Type, ...] = ()
    of: type | None = None
    optional: bool = False
    declared: bool = False
    like: Type | None = None
    lengths: set[int] = field(default_factory=set)
    values: range | None = None

    def found(self) -> Type:
        """The type that it turned out to be."""
        known = self
        while known.like is not None:
            known = known.like
        return known

    def __str__(self) -> str:
        known = self.found()
        return known.of.__name__ if known.of else known.kind or "nothing"


@dataclass(eq=False)
class Value:
    """An expression: what is done with which others, and the type of the result.

    `about` is what the operation needs besides: a constant, a name, a function, pieces of a text.
    """

    operation: str
    type: Type
    parts: tuple[Value, ...] = ()
    about: Any = None


@dataclass(eq=False)
class Statement:
    """A statement: its word, its expressions, and the blocks inside; `about` as of a `Value`."""

    word: str
    values: tuple[Value, ...] = ()
    blocks: tuple[list[Statement], ...] = ()
    about: Any = None


@dataclass(eq=False)
class Function:
    """A function, or a method of its `owner`; the parameters are the first of its `names`.

    It frees the lists and objects that are `owned`, those which it makes itself; some are made
    `again`. Its `counters` are those of loops. It `sets` these fields. With `changes` a call
    changes something else; with `replaces`, what a name may be short for; where it `makes` an
    object, there is why no action may.
    """

    name: str
    owner: type | None
    parameters: list[str]
    names: dict[str, Type]
    result: Type = field(default_factory=Type)
    body: list[Statement] = field(default_factory=list)
    owned: set[str] = field(default_factory=set)
    again: set[str] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)
    sets: set[str] = field(default_factory=set)
    changes: bool = False
    replaces: bool = False
    makes: str = ""
    is_read: bool = False


class Program:
    """All that has to be translated for some functions, each after those that it calls.

    The `classes` have the types of their fields, and the `defaults` what these hold at first.
    """

    def __init__(self) -> None:
        self.functions: dict[tuple[FunctionType, type | None], Function] = {}
        self.classes: dict[type, dict[str, Type]] = {}
        self.defaults: dict[type, dict[str, Value]] = {}
        self.tables: dict[str, Value] = {}
        self.outputs = Type()
        self.flows: list[tuple[Type, Type]] = []
        self.limits: list[tuple[Type, frozenset[str], str]] = []

    def meet(self, source: Type, target: Type) -> bool:
        """Note that values go from one place to another; whether they can."""
        one, two = source.found(), target.found()
        if one is two:
            return True
        unknown, known = (one, two) if two.kind else (two, one)
        is_new = not unknown.kind and known.kind not in _SCALARS.values()
        if is_new or (one.kind, two.kind) == (LIST, LIST):
            unknown.like, known.optional = known, known.optional or unknown.optional
            known.lengths |= unknown.lengths
            return is_new or self.meet(one.parts[0], two.parts[0])
        unknown.kind = unknown.kind or known.kind
        if (one.kind, two.kind) == (BUILT, TEXT) and not two.declared:
            two.kind = BUILT
        is_like = (one.kind, one.of) == (two.kind, two.of) or (one.kind, two.kind) == (TEXT, BUILT)
        if not is_like or len(one.parts) != len(two.parts):
            return False
        self.flows.append((one, two))
        pairs = zip(one.parts, two.parts, strict=True)
        return all(self.meet(a, b) and self.meet(b, a) for a, b in pairs)

    def settle(self) -> None:
        """Find the places to which None may come from others, and those where numbers are small."""
        changed = True
        while changed:
            changed = False
            for source, target in self.flows:
                one, two = source.found(), target.found()
                if one.optional and not (two.optional or two.declared):
                    two.optional = changed = True
                if (one.kind, two.kind) == (BUILT, TEXT):
                    two.kind, changed = BUILT, True
        for place, kinds, refusal in self.limits:
            if place.found().kind not in kinds:
                raise ExportError(refusal)

        before: dict[Type, list[Type]] = {}
        for source, target in self.flows:
            before.setdefault(target.found(), []).append(source.found())
        for place in before:
            origins = [
                one
                for one in reachable([place], lambda one: before.get(one, []))
                if one not in before
            ]
            known = [one.values for one in origins if one.values is not None]
            if known and len(known) == len(origins):
                place.values = range(
                    min(one.start for one in known), max(one.stop for one in known)
                )

    def function(
        self,
        python: FunctionType,
        owner: type | None,
        given: Mapping[str, Type] | None = None,
        name: str = "",
    ) -> Function:
        """The translation of a function, or of a method of a class, which is called like this."""
        found = self.functions.get((python, owner))
        if found is None:
            return _Reader(self, python, owner, given or {}, name or python.__name__).read()
        if not found.is_read:
            raise ExportError(f"{python.__qualname__} cannot be translated: it calls itself")
        return found

    def word(self, memory: type[Memory], word: str) -> None:
        """Translate a guard or an action."""
        found = self.function(inspect.getattr_static(memory, word), memory, name=word)
        if found.makes:
            raise ExportError(found.makes)
        if word in memory.guards() and (found.result.found().kind != BOOL or found.changes):
            why = "changes something" if found.changes else "does not return a bool"
            raise ExportError(f"the guard {word} cannot be translated: it {why}")


def core(value: Value) -> Value:
    """The value that goes into a place."""
    while value.operation == "as":
        [value] = value.parts
    return value


def _parts(value: Value) -> Iterator[Value]:
    """A value and all that is in it."""
    yield value
    for one in value.parts:
        yield from _parts(one)


def _calls(value: Value) -> bool:
    return any(one.operation in ("call", "make", "pop") for one in _parts(value))


def _may_stop(value: Value) -> bool:
    """Whether it may stop a run, or change something."""
    return any(one.operation in _STOPPING for one in _parts(value))


def _place(node: ast.AST) -> str:
    """What may be set by another name: all items are one place, and all fields of a name."""
    match node:
        case ast.Subscript():
            return "[]"
        case ast.Attribute(attr=name):
            return f".{name}"
        case ast.Name(id=name):
            return name
    return ""


def _shown(table: Value) -> list[object]:
    return [one.about for one in table.parts]


def _is_name(value: Value, name: str) -> bool:
    return (value.operation, value.about) == ("name", name)


class _Reader:
    """Reads one function: finds the types, and refuses what is outside of the subset."""

    def __init__(
        self,
        program: Program,
        python: FunctionType,
        owner: type | None,
        given: Mapping[str, Type],
        name: str,
    ) -> None:
        self.program, self.python, self.owner = program, python, owner
        self.node = self._source()
        names = [one.arg for one in self.node.args.args]
        self.me = names.pop(0) if owner else ""
        known = {name: Type() for name in names}
        if owner and inspect.getattr_static(owner, name) is not python:  # hidden by a subclass
            name = re.sub(r"\W+", "_", python.__qualname__)
        self.found = Function(name, owner, names, known)
        if any((one.name, one.owner) == (name, owner) for one in program.functions.values()):
            self.refuse(self.node, "has the name of another function")
        asked = self.node.args
        if name == "constructor" or asked.vararg or asked.kwonlyargs or asked.kwarg:
            self.refuse(self.node, "has a name, or parameters, that other languages have not")
        for one in self.node.args.args:
            if one.arg in known:
                self.declare(known[one.arg], one.annotation)
                if one.arg in given:
                    self.program.meet(given[one.arg], known[one.arg])
        self.declare(self.found.result, self.node.returns)
        self.assigned, self.block = {*names}, self.found.body
        self.outside = inspect.getclosurevars(python)
        self.aliases, self.lost = {*names}, set[str]()
        self.maybe, self.loops = 0, 0

    def _source(self) -> ast.FunctionDef:
        try:
            text = inspect.getsource(self.python)
        except (OSError, TypeError):
            text = ""
        first = self.python.__code__.co_firstlineno - 1 - text[:1].isspace()
        for node in ast.walk(ast.parse("if 1:\n" * text[:1].isspace() + text)):
            if isinstance(node, ast.FunctionDef) and not hasattr(self.python, "__wrapped__"):
                ast.increment_lineno(node, first)
                return node
        raise ExportError(f"{self.python.__qualname__} cannot be translated: it has no source")

    def refuse(self, node: ast.AST, why: str = "is outside of the subset") -> NoReturn:
        raise ExportError(self.told(node, why))

    def told(self, node: ast.AST, why: str) -> str:
        """What is wrong with a construct, the method, and the line."""
        where = f"{self.python.__qualname__}, line {getattr(node, 'lineno', self.node.lineno)}"
        return f"`{shortened(ast.unparse(node))[1:-1]}` {why} ({where})"

    def read(self) -> Function:
        functions, key = self.program.functions, (self.python, self.owner)
        functions[key] = self.found
        leaves = self.statements(self.node.body)
        result = self.found.result.found()
        if not leaves and (result.kind or result.optional):
            self.refuse(self.node, "may end without a value")
        if self.found.name == "__init__":
            fields = {*self.program.classes.get(self.owner, {})}  # type: ignore[arg-type]
            unset = fields - {*self.defaults} - self.set_fields
            if unset:
                self.refuse(self.node, f"may leave {min(unset)} without a value")
        self.found.sets = self.set_fields
        functions[key] = functions.pop(key)  # after those that it calls
        self.found.is_read = True
        return self.found

    def declare(self, place: Type, note: ast.expr | None) -> None:
        """Take what an annotation says of a place; the names of classes say nothing."""
        match note:
            case ast.Name(id=name) if name in _BY_NAME:
                place.kind, place.declared = _BY_NAME[name], name != "str"
            case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
                self.declare(place, left)
                place.optional, place.declared = True, False
            case ast.Subscript(value=ast.Name(id="list"), slice=item):
                place.kind, place.parts = LIST, (Type(),)
                self.declare(place.parts[0], item)
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=items)):
                place.kind, place.parts = TUPLE, tuple(Type() for _ in items)
                for part, item in zip(place.parts, items, strict=True):
                    self.declare(part, item)

    @property
    def set_fields(self) -> set[str]:
        """The fields of its object that have a value on every way here."""
        return {name[1:] for name in self.assigned if name[0] == "."}

    @property
    def defaults(self) -> Mapping[str, Value]:
        return self.program.defaults.get(self.owner, {}) if self.owner else {}

    # statements

    def statements(self, nodes: Sequence[ast.stmt]) -> bool:
        """Read a block; whether what comes after it is never reached."""
        leaves = False
        for node in nodes:
            leaves = self.statement(node) or leaves
        return leaves

    def inside(self, nodes: Sequence[ast.stmt]) -> tuple[list[Statement], set[str], bool]:
        """A block inside of a statement, the names with a value after it, whether it leaves."""
        block, assigned = self.block, self.assigned
        self.block, self.assigned = [], {*assigned}
        leaves = self.statements(nodes)
        found = self.block, self.assigned, leaves
        self.block, self.assigned = block, assigned
        return found

    def add(
        self, word: str, *values: Value, blocks: tuple[list[Statement], ...] = (), about: Any = None
    ) -> None:
        self.block.append(Statement(word, values, blocks, about))

    def statement(self, node: ast.stmt) -> bool:
        """Read a statement; whether what comes after it is never reached."""
        read = getattr(self, f"read_{type(node).__name__.lower()}", None)
        return bool(read(node)) if read else self.refuse(node)

    def read_pass(self, node: ast.Pass) -> None:
        """Nothing is done."""

    def read_expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # such as a docstring
            value = self.value(node.value, alone=True)
            if value.type.found().kind == LIST:
                self.refuse(node, "makes a list that nothing keeps")
            self.add("do", value)

    def read_assign(self, node: ast.Assign) -> None:
        first, *others = sorted(node.targets, key=lambda one: not isinstance(one, ast.Name))
        if others and not isinstance(first, ast.Name):
            self.refuse(node)
        self.assign(first, node.value)
        for one in others:
            self.assign(one, ast.copy_location(ast.Name(ast.unparse(first), ast.Load()), node))

    def read_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is None:
            self.refuse(node)
        is_name = isinstance(node.target, ast.Name)
        place = self.found.names.setdefault(ast.unparse(node.target), Type()) if is_name else None
        self.declare(place or self.value(node.target, storing=True).type, node.annotation)
        self.assign(node.target, node.value)

    def read_augassign(self, node: ast.AugAssign) -> None:
        old = ast.parse(ast.unparse(node.target), mode="eval").body
        old = ast.fix_missing_locations(ast.copy_location(old, node))
        place = self.value(old)
        if place.type.found().kind != LIST:
            whole = ast.BinOp(old, node.op, node.value)
            self.assign(node.target, ast.copy_location(whole, node))
        elif isinstance(node.value, ast.List):
            for one in node.value.elts:
                self.append(node, place, one)
        else:
            self.refuse(node, "adds other than a list in brackets")

    def read_return(self, node: ast.Return) -> bool:
        if self.python.__name__ == "__init__":
            self.refuse(node, "leaves __init__ early")
        if node.value is None:
            if self.node.returns is None or ast.unparse(self.node.returns) != "None":
                self.refuse(node, "returns no value: annotate the method with `-> None`")
            self.add("return")
            return True
        value = self.flow(node, self.value(node.value, alone=True), self.found.result)
        self.keep(node, value, self.found.owned)
        self.add("return", value)
        return True

    def read_if(self, node: ast.If) -> bool:
        condition = self.condition(node.test)
        yes, after_yes, yes_leaves = self.inside(node.body)
        no, after_no, no_leaves = self.inside(node.orelse)
        ways = [
            after
            for after, leaves in ((after_yes, yes_leaves), (after_no, no_leaves))
            if not leaves
        ] or [after_yes]
        self.assigned = set.intersection(*ways)
        self.add("if", condition, blocks=(yes, no))
        return yes_leaves and no_leaves

    def read_while(self, node: ast.While) -> None:
        if node.orelse:
            self.refuse(node)
        self.maybe += 1
        condition = self.condition(node.test)
        self.maybe -= 1
        self.add("while", condition, blocks=(self.repeated(node, node.body),))

    def read_break(self, node: ast.Break | ast.Continue) -> bool:
        self.add(type(node).__name__.lower())
        return True

    read_continue = read_break

    def read_raise(self, node: ast.Raise) -> bool:
        """The end of a run by an error, in the words that the package shows of it."""
        match node.exc:
            case ast.Call(func=ast.Name(id=name), args=[text]):
                error, said = self.known(node, name), self.value(text, alone=True)
                own = [getattr(error, one, None) for one in ("__init__", "__new__")]
                is_plain = getattr(error, "__str__", None) is Exception.__str__ and not any(
                    isinstance(one, FunctionType) for one in own
                )
                if is_plain and said.type.found().kind in (TEXT, BUILT):
                    first = "" if issubclass(error, HanoiError) else f"{error.__name__}: "
                    self.add("raise", said, about=first)
                    return True
        return self.refuse(node)

    def read_for(self, node: ast.For) -> None:
        if node.orelse or not isinstance(node.target, ast.Name):
            self.refuse(node)
        name, over = node.target.id, node.iter
        values: tuple[Value, ...]
        match over:
            case ast.Call(func=ast.Name(id="range"), args=ends, keywords=[]) if len(ends) <= 3:
                found = [self.number(one) for one in ends]
                first = Value("constant", Type(NUMBER), about=0)
                start, stop = found[:2] if len(found) > 1 else (first, found[0])
                step = found[2] if len(found) == 3 else Value("constant", Type(NUMBER), about=1)
                if step.operation != "constant" or not step.about:
                    self.refuse(over, "needs a step that is a constant")
                values, item, word = (start, stop, step), Type(NUMBER), "count"
            case _:
                items = self.value(over)
                if items.type.found().kind != LIST or items.operation not in _LASTING:
                    self.refuse(over, "is not a range or a list that is kept")
                items = items if items.operation == "name" else self.new(items)
                values, item, word = (items,), items.type.found().parts[0], "each"
        place = self.found.names.setdefault(name, Type())
        before = {*self.assigned}
        self.assigned.add(name)  # in the body; after it, only if it had a value before
        if not self.program.meet(item, place):
            self.refuse(node, f"gives `{name}` another type")
        if item.found().kind == LIST:
            self.aliases.add(name)
        at = self.free("at")
        self.found.names[at] = Type(NUMBER, declared=True)
        self.found.counters.add(at)
        known = values[0].about if word == "each" else ""
        block = self.repeated(node, node.body, known)
        self.assigned &= before
        self.add(word, *values, blocks=(block,), about=(name, at))

    def repeated(
        self, node: ast.stmt, body: Sequence[ast.stmt], items: str = ""
    ) -> list[Statement]:
        """The body of a loop, in which no name is short for what is replaced meanwhile."""
        lost, self.lost = self.lost, set()
        self.loops += 1
        block = self.inside(body)[0]
        self.loops -= 1
        names = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
        used = {one.id for one in names if isinstance(one.ctx, ast.Load)} | {items}
        stored = {one.id for one in names if isinstance(one.ctx, ast.Store)}
        if used & self.lost & self.assigned or items in stored:
            self.refuse(node, "replaces a list that it looks at")
        self.assigned -= self.lost
        self.lost |= lost
        return block

    def replace(self) -> None:
        """Note that a list is replaced, or moved, for which names may be short."""
        kinds = self.found.names
        gone = {one for one in self.aliases if kinds[one].found().kind in (LIST, OBJECT)}
        self.lost |= gone
        self.assigned -= gone
        self.found.replaces = True

    def free(self, stem: str) -> str:
        """A name that no other one is."""
        taken = {*self.found.names, *self.python.__code__.co_varnames}
        return next(name for at in count() if (name := f"{stem}_{at}") not in taken)

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            self.unpack(target, value)
        else:
            self.put(target, self.value(value, alone=True))

    def unpack(self, target: ast.Tuple, value: ast.expr) -> None:
        """Set several targets; by names of their own, where a part may read what was set before."""
        if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
            texts = {_place(one) for one in target.elts[:-1]}
            later = [part for one in value.elts[1:] for part in ast.walk(one)]
            calls = any(_calls(self.value(one)) for one in value.elts[1:])
            if not calls and not any(_place(one) in texts for one in later):
                for left, right in zip(target.elts, value.elts, strict=True):
                    self.assign(left, right)
                return
        parts = self.parts_of(value, self.value(value, alone=True))
        if len(parts) != len(target.elts):
            self.refuse(value, f"is not a tuple of {len(target.elts)}")
        for one, part in zip(target.elts, parts, strict=True):
            if not (isinstance(one, ast.Name) and one.id == "_"):
                self.put(one, part)

    def parts_of(self, node: ast.expr, whole: Value) -> list[Value]:
        """The items of a tuple, which gets a name."""
        place = whole.type.found()
        if place.kind != TUPLE:
            self.refuse(node, f"is a {whole.type} where a tuple is expected")
        known = Type(TUPLE, place.parts, place.of, declared=True)
        name = self.new(Value("as", known, (whole,)))
        return [Value("part", one, (name,), (at, place)) for at, one in enumerate(place.parts)]

    def new(self, value: Value) -> Value:
        """The value under a name of its own."""
        if self.maybe:
            self.refuse(self.node, "makes something inside of a condition")
        name = self.free("new")
        self.found.names[name] = Type(declared=True)
        self.assigned.add(name)
        self.store(self.node, name, value)
        return Value("name", self.found.names[name], about=name)

    def put(self, target: ast.expr, value: Value) -> None:
        """Give a value to a name, a field or an item of a list."""
        match target:
            case ast.Name(id=name):
                self.store(target, name, value)
                self.assigned.add(name)
            case ast.Attribute(value=ast.Name(id=self.me), attr="output") if self.is_memory:
                self.found.changes = True
                if value.operation != "nothing" and not self.program.meet(
                    value.type, self.program.outputs
                ):
                    self.refuse(target, "is of another type than other outputs")
                self.add("put", value)
            case ast.Attribute() | ast.Subscript():
                into = self.value(target, storing=True)
                if into.operation not in ("field", "item"):
                    self.refuse(target)
                self.change(into)
                name = f".{into.about}" if into.operation == "field" else ""
                is_own = bool(name) and _is_name(into.parts[0], self.me)
                is_first = (
                    is_own
                    and self.python.__name__ == "__init__"
                    and not ({name} & self.assigned or into.about in self.defaults)
                )
                if into.type.found().kind in (LIST, OBJECT) and not is_first:
                    self.replace()
                if is_own:
                    self.assigned.add(name)
                if not name and _may_stop(value):
                    if value.type.found().kind in (LIST, OBJECT):
                        self.refuse(target, "is set to what may stop or change something")
                    value = self.new(value)
                value = self.flow(target, value, into.type)
                self.keep(target, value, set())
                self.add("set", into, value)
            case _:
                self.refuse(target)

    @property
    def is_memory(self) -> bool:
        return self.owner is not None and issubclass(self.owner, Memory)

    def store(self, node: ast.AST, name: str, value: Value) -> None:
        """Give a value to a local name, which owns it if it is made here."""
        place = self.found.names.setdefault(name, Type())
        value = self.flow(node, value, place)
        if place.found().kind in (LIST, OBJECT):
            owners = self.aliases if core(value).operation in _LASTING else self.found.owned
            others = self.found.owned if owners is self.aliases else self.aliases
            if name in others:
                self.refuse(node, "is short for a list or object here, and makes one there")
            if owners is self.found.owned and (name in owners or self.loops):
                self.found.again.add(name)
                self.replace()
            owners.add(name)
        self.add("set", Value("name", place, about=name), value)

    def keep(self, node: ast.AST, value: Value, owned: set[str]) -> None:
        """Refuse a list or an object that belongs to another place, and a text that passes."""
        kind, made = value.type.found().kind, core(value)
        is_owned = made.operation == "name" and made.about in owned
        if kind in (LIST, OBJECT) and made.operation in _LASTING and not is_owned:
            self.refuse(node, f"would share a {kind}: make one of its own, as by list(x)")
        if kind in (TEXT, BUILT) and not isinstance(node, ast.Return):
            why = "keeps a text that is put together: put it out, or raise it"
            self.limit(node, value.type, why, TEXT)

    def limit(self, node: ast.AST, place: Type, why: str, *kinds: str) -> None:
        """Refuse what a place holds unless, in the end, it is one of these kinds."""
        self.program.limits.append((place, frozenset(kinds), self.told(node, why)))

    def change(self, place: Value) -> None:
        """Note that something is changed, unless it is this function's own."""
        root = place
        while root.parts:
            root = root.parts[0]
        is_new = self.python.__name__ == "__init__" and root.about == self.me
        if not is_new and root.about not in self.found.owned:
            self.found.changes = True

    def append(self, node: ast.AST, items: Value, value: ast.expr) -> None:
        self.change(items)
        items.type.found().lengths.add(-1)
        item = self.flow(node, self.value(value), items.type.found().parts[0])
        self.no_objects(node, item.type)
        self.keep(node, item, set())
        if item.type.found().kind == LIST:
            self.replace()
        self.add("append", items, item)

    def flow(self, node: ast.AST, value: Value, place: Type) -> Value:
        """A value as it goes into a place: checked there, where None must not be in it."""
        if value.operation == "nothing":
            if place.found().declared:
                self.refuse(node, f"is None where a {place} is expected")
            place.found().optional = True
            self.limit(node, place, "is None where no number or tuple is", NUMBER, TUPLE, "")
            return Value("nothing", place)
        if place.found().kind == NUMBER and value.type.found().kind == BOOL:
            self.refuse(node, "is a bool where a number is expected: write int(...)")
        if not self.program.meet(value.type, place):
            self.refuse(node, f"is a {value.type} where a {place} is expected")
        return value if value.operation == "constant" else Value("as", place, (value,))

    # expressions

    def number(self, node: ast.expr) -> Value:
        return self.as_number(node, self.value(node))

    def as_number(self, node: ast.AST, value: Value) -> Value:
        """A part of arithmetic, in which True counts as 1."""
        if value.type.found().kind == BOOL:
            return Value("number", Type(NUMBER, values=range(2)), (value,))
        return self.flow(node, value, Type(NUMBER, declared=True))

    def condition(self, node: ast.expr, *, is_kept: bool = False) -> Value:
        """An expression where only its truth counts; one whose value `is_kept` must be a bool."""
        yes = Type(BOOL)
        match node:
            case ast.BoolOp(op=op, values=values):
                first = self.condition(values[0], is_kept=is_kept)
                self.maybe += 1
                parts = (first, *(self.condition(one, is_kept=is_kept) for one in values[1:]))
                self.maybe -= 1
                return Value("and" if isinstance(op, ast.And) else "or", yes, parts)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Value("not", yes, (self.condition(operand),))
        value = self.value(node)
        kind = value.type.found().kind
        if kind == BOOL:
            return self.flow(node, value, Type(BOOL, declared=True))
        if is_kept:
            self.refuse(node, "may be the value of `and` or `or`: write bool(...) around it")
        if kind != NUMBER and not (kind == LIST and value.operation in _LASTING):
            self.refuse(node, f"is a {value.type}, whose truth is asked: compare it")
        return Value("truth", yes, (value,))

    def value(self, node: ast.expr, *, alone: bool = False, storing: bool = False) -> Value:
        """An expression; `alone` if it is a whole statement, `storing` if it is about to be set."""
        match node:
            case ast.Call():
                return self.call(node, alone)
            case ast.Attribute(value=whole, attr=name):
                return self.attribute(node, whole, name, storing)
            case ast.UnaryOp(op=ast.Not()):
                return self.condition(node)
        read = getattr(self, f"value_of_{type(node).__name__.lower()}", None)
        found: Value = read(node) if read else self.refuse(node)
        return found

    def value_of_constant(self, node: ast.Constant) -> Value:
        return self.constant(node, node.value)

    def value_of_boolop(self, node: ast.BoolOp) -> Value:
        return self.condition(node, is_kept=True)

    def value_of_unaryop(self, node: ast.UnaryOp) -> Value:
        found = self.number(node.operand)
        if isinstance(node.op, ast.Invert):
            return Value("~", Type(NUMBER), (found,))
        sign = "-" if isinstance(node.op, ast.USub) else "+"
        if found.operation == "constant":
            return Value(
                "constant", Type(NUMBER), about=-found.about if sign == "-" else found.about
            )
        return Value(sign, Type(NUMBER), (Value("constant", Type(NUMBER), about=0), found))

    def value_of_ifexp(self, node: ast.IfExp) -> Value:
        condition, place = self.condition(node.test), Type()
        self.maybe += 1
        yes, no = self.value(node.body), self.value(node.orelse)
        self.maybe -= 1
        if {yes.type.found().kind, no.type.found().kind} & {LIST, OBJECT}:
            self.refuse(node, "chooses a list or an object: write it with `if`")
        parts = self.flow(node.body, yes, place), self.flow(node.orelse, no, place)
        return Value("choose", place, (condition, *parts))

    def value_of_tuple(self, node: ast.Tuple) -> Value:
        return self.tuple_of(node, tuple(map(self.value, node.elts)), None)

    def value_of_list(self, node: ast.List) -> Value:
        part = Type()
        values = tuple(self.flow(one, self.value(one), part) for one in node.elts)
        for one, value in zip(node.elts, values, strict=True):
            self.keep(one, value, set())
        self.no_objects(node, part)
        place = Type(LIST, (part,), lengths={len(values)} if values else {-1})
        return Value("list", place, values)

    def value_of_joinedstr(self, node: ast.JoinedStr) -> Value:
        parts = tuple(map(self.piece, node.values))
        return Value("text", Type(BUILT), parts)

    def constant(self, node: ast.AST, constant: object) -> Value:
        if constant is None:
            return Value("nothing", Type())
        if isinstance(constant, tuple) and constant:
            parts = tuple(self.constant(node, one) for one in constant)
            return self.tuple_of(node, parts, None)
        kind = _SCALARS.get(type(constant), "")
        if not kind:
            self.refuse(node, "is not a number, a bool, a text or a tuple of them")
        if isinstance(constant, str) and not constant.replace("\n", "").isprintable():
            self.refuse(node, "is a text with characters that cannot be printed")
        values = None
        if isinstance(constant, int) and abs(constant) < SMALL:
            values = range(constant, constant + 1)
        return Value("constant", Type(kind, values=values), about=constant)

    def tuple_of(self, node: ast.AST, values: tuple[Value, ...], of: type | None) -> Value:
        places = tuple(Type() for _ in values)
        parts = tuple(self.flow(node, *one) for one in zip(values, places, strict=True))
        for one in parts:
            if one.type.found().kind in (LIST, OBJECT, BUILT):
                self.refuse(node, f"has a {one.type} in it")
            if one.type.found().kind == TEXT:
                self.limit(node, one.type, "keeps a text that is put together", TEXT)
        return Value("tuple", Type(TUPLE, places, of), parts)

    def known(self, node: ast.AST, name: str) -> Any:
        """What a name of the module, of the function around it, or of Python stands for."""
        for names in (self.outside.nonlocals, self.outside.globals, self.outside.builtins):
            if name in names:
                found = names[name]  # a function that is cached, too
                return inspect.unwrap(found, stop=inspect.isfunction) if callable(found) else found
        return self.refuse(node, "is not known")

    def value_of_name(self, node: ast.Name) -> Value:
        name = node.id
        if name == self.me and self.owner:
            return Value("name", Type(OBJECT, of=self.owner), about=name)
        if name in self.found.names:
            if name not in self.assigned:
                self.refuse(node, "may have no value here, or one that is replaced meanwhile")
            return Value("name", self.found.names[name], about=name)
        return self.constant(node, self.known(node, name))

    def attribute(self, node: ast.Attribute, whole: ast.expr, name: str, storing: bool) -> Value:
        of = self.value(whole)
        place = of.type.found()
        if place.kind == TUPLE and place.of is not None and name in place.of._fields:  # type: ignore[attr-defined]
            number = place.of._fields.index(name)  # type: ignore[attr-defined]
            return Value("part", place.parts[number], (of,), (number, place))
        if place.kind != OBJECT or place.of is None:
            self.refuse(node)
        if name.startswith("__"):
            self.refuse(node, "is a private name")
        fields = self.fields(node, place.of)
        found = inspect.getattr_static(place.of, name, None)
        if isinstance(found, property) and isinstance(found.fget, FunctionType):
            return self.called(node, found.fget, place.of, (of,), [], alone=False)
        if issubclass(place.of, Memory) and name in ("state", "output"):
            self.refuse(node, "looks at what the machine keeps of the run")
        if name not in fields and type(found) in (*_SCALARS, tuple):
            default = self.constant(node, found)
            if name.isupper():
                return default
            fields[name] = Type(default.type.kind, default.type.parts, default.type.of)
            self.program.meet(default.type, fields[name])
            self.program.defaults.setdefault(place.of, {})[name] = default
        if name not in fields:
            if not storing:
                self.refuse(node, "has no value yet: set it in __init__")
            if self.python.__name__ != "__init__":
                self.refuse(node, "is not set in __init__")
            fields[name] = Type()
        is_early = self.python.__name__ == "__init__" and _is_name(of, self.me) and not storing
        if is_early and name not in {*self.set_fields, *self.defaults}:
            self.refuse(node, "may have no value here")
        return Value("field", fields[name], (of,), name)

    def fields(self, node: ast.AST, of: type) -> dict[str, Type]:
        """The fields of a class so far; its name is that of no other one."""
        classes = self.program.classes
        if of not in classes and of.__name__ in [one.__name__ for one in classes]:
            self.refuse(node, f"is of another class of the name {of.__name__}")
        return classes.setdefault(of, {})

    def no_objects(self, node: ast.AST, item: Type) -> None:
        if item.found().kind == OBJECT:
            self.refuse(node, "is a list of objects")

    def value_of_subscript(self, node: ast.Subscript) -> Value:
        whole, index = node.value, node.slice
        of = self.value(whole)
        place = of.type.found()
        if of.operation == "tuple" and isinstance(whole, ast.Name):
            return self.looked_up(node, whole.id, of, index)
        if place.kind == TUPLE and isinstance(index, ast.Constant):
            if type(index.value) is not int or not 0 <= index.value < len(place.parts):
                self.refuse(node, "is not one of its items")
            number = index.value
            return Value("part", place.parts[number], (of,), (number, place))
        if place.kind != LIST or isinstance(index, ast.Slice) or of.operation not in _LASTING:
            self.refuse(node)
        at = self.number(index)
        if at.operation == "constant" and at.about < 0:
            return Value("from the end", place.parts[0], (of,), -at.about)
        return Value("item", place.parts[0], (of, at))

    def looked_up(self, node: ast.expr, name: str, table: Value, index: ast.expr) -> Value:
        """An item of a constant of the module, whose items are of one type."""
        item = table.parts[0].type
        if not all(self.program.meet(one.type, item) for one in table.parts):
            self.refuse(node, "has items of different types")
        if _shown(self.program.tables.setdefault(name, table)) != _shown(table):
            self.refuse(node, "is another table of the same name")
        return Value("table", item, (self.number(index),), name)

    def value_of_binop(self, node: ast.BinOp) -> Value:
        one, two, op = self.value(node.left), self.value(node.right), node.op
        kinds = one.type.found().kind, two.type.found().kind
        if isinstance(op, ast.Mult) and kinds[0] == LIST and one.operation == "list":
            if len(one.parts) != 1 or kinds[1] != NUMBER:
                self.refuse(node)
            if one.parts[0].type.found().kind == LIST:
                self.refuse(node, "has one list several times")
            one.type.lengths.add(-1)
            return Value("repeat", one.type, (one.parts[0], two))
        if isinstance(op, ast.Add) and kinds == (LIST, LIST):
            if not self.program.meet(two.type, one.type):
                self.refuse(node, "joins lists of different types")
            one.type.found().lengths.add(-1)
            joined = Type(LIST, one.type.found().parts, lengths={-1})
            return Value("join", joined, (one, two))
        if {*kinds} <= {TEXT, BUILT} and isinstance(op, ast.Add):
            return Value("text", Type(BUILT), (one, two))
        if kinds[0] in (TEXT, BUILT) and kinds[1] == BOOL and isinstance(op, ast.Mult):
            empty = Value("constant", Type(TEXT), about="")
            return Value("choose", one.type, (two, one, empty))
        is_bits = isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor)
        if type(op) not in _ARITHMETIC or (is_bits and kinds == (BOOL, BOOL)):
            self.refuse(node)
        parts = tuple(self.as_number(node, value) for value in (one, two))
        by = two.about if isinstance(op, ast.Mod) and two.operation == "constant" else 0
        values = range(by) if by <= SMALL else None
        return Value(_ARITHMETIC[type(op)], Type(NUMBER, values=values or None), parts)

    def value_of_compare(self, node: ast.Compare) -> Value:
        found, nodes = [], [node.left, *node.comparators]
        for left, op, right in zip(nodes, node.ops, node.comparators, strict=False):
            pair: tuple[Value, ...]
            one, two = self.value(left), self.value(right)
            sign = _COMPARED.get(type(op), "")
            kinds = {one.type.found().kind, two.type.found().kind}
            if "nothing" in (one.operation, two.operation):
                here = one if two.operation == "nothing" else two
                if here.type.found().kind not in (NUMBER, TUPLE, ""):
                    self.refuse(node, f"asks whether a {here.type} is None")
                pair, operation = (here,), "missing"
            elif kinds <= {NUMBER, BOOL}:
                pair, operation = (one, two), "compare"
                if len(kinds) > 1 or sign not in ("==", "!="):
                    pair = self.as_number(left, one), self.as_number(right, two)
            elif (kinds <= {TEXT, BUILT} or kinds == {TUPLE}) and sign in ("==", "!="):
                if TUPLE in kinds and not self.program.meet(one.type, two.type):
                    self.refuse(node, "compares different types")
                pair, operation = (one, two), "same"
            else:
                self.refuse(node, "compares what cannot be compared")
            if not sign:
                self.refuse(node)
            found.append(Value(operation, Type(BOOL), pair, sign))
        if len(found) > 1 and any(isinstance(one, ast.Call) for one in ast.walk(node)):
            self.refuse(node, "would call twice: write it with `and`")
        return found[0] if len(found) == 1 else Value("and", Type(BOOL), tuple(found))

    def piece(self, node: ast.expr) -> Value:
        """A piece of an f-text: a text, or a value with the width to which zeros fill it."""
        if isinstance(node, ast.Constant):
            return self.constant(node, node.value)
        width = 0
        match node:
            case ast.FormattedValue(value=inner, conversion=-1, format_spec=None):
                pass
            case ast.FormattedValue(
                value=inner,
                conversion=-1,
                format_spec=ast.JoinedStr(values=[ast.Constant(value=str(spec))]),
            ) if re.fullmatch("0[1-9]", spec):
                width = int(spec)
            case _:
                self.refuse(node)
        value = self.value(inner)
        kind = value.type.found().kind
        if kind not in (NUMBER, TEXT, BUILT) or (width and kind != NUMBER):
            self.refuse(node, f"shows a {value.type}")
        if kind == NUMBER:
            value = self.flow(node, value, Type(NUMBER, declared=True))
        return Value("digits", Type(BUILT), (value,), width) if kind == NUMBER else value

    # calls

    def call(self, node: ast.Call, alone: bool) -> Value:
        if None in [one.arg for one in node.keywords]:
            self.refuse(node)
        match node.func:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr=name):
                after = self.outside.nonlocals.get("__class__")
                if self.owner is None or after is None:
                    self.refuse(node)
                rest = self.owner.__mro__[self.owner.__mro__.index(after) + 1 :]
                python = next((vars(one)[name] for one in rest if name in vars(one)), None)
                if python is object.__init__:
                    return Value("nothing", Type())
                is_init = name == "__init__" == self.python.__name__
                if not isinstance(python, FunctionType) or (name[:2] == "__" and not is_init):
                    self.refuse(node)
                me = Value("name", Type(OBJECT, of=self.owner), about=self.me)
                return self.called(node, python, self.owner, (me,), node.keywords, alone=alone)
            case ast.Attribute(value=whole, attr=name):
                return self.method(node, self.value(whole), name, alone)
            case ast.Name(id=name) if name not in self.found.names:
                target = self.known(node.func, name)
                if target in _BUILT_IN:
                    return self.built_in(node, name, alone)
                if isinstance(target, FunctionType):
                    return self.called(node, target, None, (), node.keywords, alone=alone)
                if isinstance(target, type):
                    return self.made(node, target)
        return self.refuse(node)

    def made(self, node: ast.Call, of: type) -> Value:
        """An object, or a named tuple."""
        if issubclass(of, tuple) and hasattr(of, "_fields"):
            given = dict(zip(of._fields, map(self.value, node.args), strict=False))
            given |= {str(one.arg): self.value(one.value) for one in node.keywords}
            if {*given} != {*of._fields}:
                self.refuse(node, "leaves fields out")
            return self.tuple_of(node, tuple(given[one] for one in of._fields), of)
        place = Type(OBJECT, of=of)
        me = Value("new", place)
        fields = self.fields(node, of)
        own = [
            name for name in _MAKING if getattr(of, name, None) is not getattr(object, name, None)
        ]
        if own and of.__module__ != Memory.__module__:
            self.refuse(node, f"makes an object by {own[0]}")
        self.found.makes = self.told(node, "makes an object, which only __init__ may")
        make = inspect.getattr_static(of, "__init__")
        is_plain = not isinstance(make, FunctionType) or make.__code__.co_filename == "<string>"
        if is_plain:  # or written by `dataclass`
            for one in getattr(of, "__dataclass_fields__", {}).values():
                if one.default_factory is list:
                    fields[one.name] = Type(LIST, (Type(),))
                    self.program.defaults.setdefault(of, {})[one.name] = Value(
                        "list", fields[one.name]
                    )
            if node.args or node.keywords:
                self.refuse(node, "gives what no __init__ takes")
            return Value("make", place)
        call = self.called(node, make, of, (me,), node.keywords, alone=False)
        return Value("make", place, call.parts[1:], call.about)

    def method(self, node: ast.Call, of: Value, name: str, alone: bool) -> Value:
        place = of.type.found()
        if place.kind == LIST and of.operation in _LASTING:
            match name, node.args:
                case "append", [item] if alone:
                    self.append(node, of, item)
                    return Value("nothing", Type())
                case "pop", [] if alone:
                    self.change(of)
                    if place.parts[0].found().kind == LIST:
                        self.replace()
                    place.lengths.add(-1)
                    return Value("pop", place.parts[0], (of,))
        if place.kind != OBJECT or place.of is None:
            self.refuse(node)
        python = inspect.getattr_static(place.of, name, None)
        if not isinstance(python, FunctionType) or name == "__init__":
            self.refuse(node)
        return self.called(node, python, place.of, (of,), node.keywords, alone=alone)

    def arguments(self, node: ast.Call, alone: bool) -> list[ast.expr | Value]:
        """The arguments of a call; a tuple is unpacked where nothing is worked out before."""
        nodes: list[ast.expr | Value] = []
        for one in node.args:
            if not isinstance(one, ast.Starred):
                nodes.append(one)
            elif alone and not nodes:
                nodes += self.parts_of(one.value, self.value(one.value, alone=True))
            else:
                self.refuse(node, "unpacks a tuple inside of a larger expression")
        return nodes

    def called(
        self,
        node: ast.expr,
        python: FunctionType,
        owner: type | None,
        me: tuple[Value, ...],
        keywords: list[ast.keyword],
        *,
        alone: bool,
    ) -> Value:
        """A call of a function that is translated too."""
        nodes = self.arguments(node, alone) if isinstance(node, ast.Call) else []
        try:
            bound = inspect.signature(python).bind(
                *me, *nodes, **{str(one.arg): one.value for one in keywords}
            )
        except TypeError as error:
            self.refuse(node, f"cannot be called: {error}")
        if any(isinstance(one, tuple | dict) for one in bound.arguments.values()):
            self.refuse(node, "gives any number of arguments")
        given: dict[str, Value] = {}
        for name, parameter in [*inspect.signature(python).parameters.items()][len(me) :]:
            one = bound.arguments.get(name)
            if one is None:
                value = self.constant(node, parameter.default)
            else:
                value = one if isinstance(one, Value) else self.value(one)
            kind = value.type.found().kind
            if kind in (LIST, OBJECT) and value.operation not in _LASTING:
                value = self.new(value)
            given[name] = value
        types = {name: value.type for name, value in given.items()}
        function = self.program.function(python, owner, types)
        parts = [self.flow(node, one, function.names[name]) for name, one in given.items()]
        if python.__name__ == "__init__":
            self.assigned |= {f".{one}" for one in function.sets if me[0].operation == "name"}
        elif function.replaces:
            self.replace()
        self.found.makes = self.found.makes or function.makes
        if function.changes:
            root = me[0] if me else None
            if root is None or root.operation != "new":
                self.found.changes = self.found.changes or python.__name__ != "__init__"
            if not alone:
                self.refuse(node, "changes something inside of a larger expression")
        return Value("call", function.result, (*me, *parts), function)

    def built_in(self, node: ast.Call, name: str, alone: bool) -> Value:
        match name, node.args:
            case "len", [items]:
                found = self.value(items)
                place = found.type.found()
                if place.kind == LIST and found.operation in _LASTING:
                    return Value("length", Type(NUMBER), (found,))
                if place.kind == OBJECT and place.of is not None:
                    return self.method(ast.Call(node.func, [], []), found, "__len__", alone)
            case "list", [items]:
                found = self.value(items)
                if found.type.found().kind == LIST and found.operation in _LASTING:
                    if found.type.found().parts[0].found().kind == LIST:
                        self.refuse(node, "would share the lists in it")
                    return Value("copy", found.type, (found,))
            case (("abs" | "int"), [one]):
                return Value(name, Type(NUMBER), (self.number(one),))
            case (("min" | "max"), [one, other]):
                number = Type(NUMBER, declared=True)  # min(True, 1) shows True
                pair = tuple(self.flow(node, self.value(part), number) for part in (one, other))
                return Value(name, Type(NUMBER), pair)
            case "bool", [one]:
                return self.condition(one)
            case "divmod", [one, other]:
                pair = self.number(one), self.number(other)
                parts = tuple(Value(sign, Type(NUMBER), pair) for sign in ("//", "%"))
                return self.tuple_of(node, parts, None)
        return self.refuse(node)
