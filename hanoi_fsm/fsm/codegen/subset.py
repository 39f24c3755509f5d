"""The plain subset of Python in which a memory can be translated into other languages.

A memory is written once, in Python. What its methods may use, so that they mean the same in C99 and
in JavaScript:

- numbers, bools, texts; None for a number, or a tuple that begins with one, that is missing. The
  numbers of C have 64 bits and those of JavaScript are whole up to 2^53: a program stops aloud
  before one is larger. A bool is not a number: `int(...)` makes it one.
- lists and tuples, of one type of items and of one type per item; a list may have several names,
  and grows by `append` alone.
- objects of plain classes, such as the matrix of the pegs. Their `__init__` sets each field first
  outside of `if` and loops, so that no method can meet a field without a value.
- types that are written down, or that of the first value: `x: list[int] = []`, `y: int | None`.
- local names with a value on every way to them, since C would read what happens to be there.
- assignments, `if`, `while`, `for` over a `range` or a list, `break`, `continue`, `return`, `pass`,
  and `raise` with a text: an error ends the run, and so nothing can be caught.
- `+ - * // % << >> & | ^ ~`, comparisons of two, `and`, `or`, `not`, `x if c else y`; an index that
  counts from the end is a constant, as in `x[-1]`.
- `len abs min max int bool`, f-texts of numbers and texts, `append`, `pop`, `list(x)`.
- calls of its own methods, of plain functions of the module, and of `super()`. None calls itself,
  as C has little room for that. A call that changes something stands alone: `self.f()`, `x =
  self.f()` or `return self.f()`; languages differ in the order in which they work out the parts of
  an expression.
- no `*args`, neither as parameters nor in calls; no properties, no dataclasses.

Where one line goes wrong in two ways, a program in C may name the other one first.

Everything else is refused, with what it is, the method and the line.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import count
from types import FunctionType
from typing import Any, NoReturn

from hanoi_fsm.fsm.errors import ExportError, HanoiError, shortened
from hanoi_fsm.fsm.memory import Memory

NUMBER, BOOL, TEXT = "number", "bool", "text"
LIST, TUPLE, OBJECT = "list", "tuple", "object"
_SCALARS = {int: NUMBER, bool: BOOL, str: TEXT}
_BY_NAME = {one.__name__: kind for one, kind in _SCALARS.items()}
_BUILT_IN = (len, abs, min, max, int, bool, list)
_ARITHMETIC = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.LShift: "<<",
    ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip
_COMPARED = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
_SAME = {ast.Eq: "==", ast.NotEq: "!=", ast.Is: "==", ast.IsNot: "!="}


@dataclass(frozen=True)
class Type:
    """What is in a place.

    The `parts` are the types of the items: one of a list, one per item of a tuple. An object and a
    named tuple are `of` a class. None may be there, too, where it is `optional`. The `kind` is ""
    where nothing is known, as of the items of `[]`.
    """

    kind: str = ""
    parts: tuple[Type, ...] = ()
    of: type | None = None
    optional: bool = False

    def __str__(self) -> str:
        known = self.of.__name__ if self.of else self.kind or "value of no known type"
        return f"{known} or None" if self.optional else known

    @property
    def is_known(self) -> bool:
        """Whether values can be put there."""
        return bool(self.kind) and all(one.is_known for one in self.parts)


Place = tuple[Any, str]
"""A local name of a function, or a field of a class."""


@dataclass(frozen=True, eq=False)
class Value:
    """An expression: what is done with which others, and the type of the result.

    `about` is what the operation needs besides: a constant, a name, a function, pieces of a text.
    A name and a field have a `place`.
    """

    operation: str
    type: Type
    parts: tuple[Value, ...] = ()
    about: Any = None
    place: Place | None = None


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement: its word, its expressions, and the blocks inside."""

    word: str
    values: tuple[Value, ...] = ()
    blocks: tuple[list[Statement], ...] = ()


@dataclass(eq=False)
class Function:
    """A function, or a method of its `owner`; the parameters are the first of its `names`.

    A call of one that `changes` sets a field or changes a list; one that `makes` leaves lists,
    texts or objects to be freed.
    """

    name: str
    owner: type | None
    parameters: list[str]
    names: dict[str, Type]
    result: Type | None = None
    body: list[Statement] = field(default_factory=list)
    changes: bool = False
    makes: bool = False
    is_read: bool = False


class Program:
    """All that has to be translated for some functions, each after those that it calls.

    The `classes` have the types of their fields, and the `defaults` what these hold at first. Lists
    of the types that have `grown` change their lengths. The `sources` of a place are all values
    that are put there.
    """

    def __init__(self) -> None:
        self.functions: dict[tuple[FunctionType, type | None], Function] = {}
        self.classes: dict[type, dict[str, Type]] = {}
        self.defaults: dict[type, dict[str, Value]] = {}
        self.tables: dict[str, Value] = {}
        self.outputs = Type()
        self.grown: set[Type] = set()
        self.sources: defaultdict[Place, list[Value]] = defaultdict(list)
        self.makes = False

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
        self.makes = self.makes or found.makes
        if word in memory.guards() and (found.result != Type(BOOL) or found.changes):
            why = "sets a field or changes a list" if found.changes else "does not return a bool"
            raise ExportError(f"the guard {word} cannot be translated: it {why}")

    def length(self, items: Value) -> int:
        """The number of items of a list that always has as many, 0 for any other."""
        sources = self.sources[items.place] if items.place else []
        if items.type in self.grown or (items.operation != "list" and len(sources) != 1):
            return 0
        return len(items.parts) if items.operation == "list" else self.length(sources[0])

    def is_below(self, number: Value, most: int, asked: set[Place] | None = None) -> bool:
        """Whether it can only be one of 0, ..., `most` - 1; so are those in places `asked` for."""
        asked = asked if asked is not None else set()
        match number.operation, number.parts:
            case "constant", _:
                return 0 <= int(number.about) < most
            case "%", [_, by]:
                return by.operation == "constant" and 0 < by.about <= most
            case "choose", [_, yes, no]:
                return self.is_below(yes, most, asked) and self.is_below(no, most, asked)
        if number.place in asked:
            return True
        sources = self.sources[number.place] if number.place else []
        asked |= {number.place} if number.place else set()
        return bool(sources) and all(self.is_below(one, most, asked) for one in sources)

    def is_within(self, items: Value, index: Value) -> bool:
        """Whether an index can only be one of a list that never changes its length."""
        return self.is_below(index, self.length(items))


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
        asked = self.node.args
        names = [one.arg for one in asked.args]
        self.me = names.pop(0) if owner else ""
        if owner and inspect.getattr_static(owner, name) is not python:  # hidden by a subclass
            name = re.sub(r"\W+", "_", python.__qualname__)
        self.found = Function(name, owner, names, {})
        if any((one.name, one.owner) == (name, owner) for one in program.functions.values()):
            self.refuse(self.node, "has the name of another function")
        if name == "constructor" or asked.vararg or asked.kwonlyargs or asked.kwarg:
            self.refuse(self.node, "has a name, or parameters, that other languages have not")
        for one in asked.args[bool(owner) :]:
            known = self.declared(one.annotation) or given.get(one.arg, Type())
            self.found.names[one.arg] = self.known_type(self.node, known, one.arg)
        self.found.result = self.declared(self.node.returns)
        self.assigned, self.block = {*names}, self.found.body
        self.outside = inspect.getclosurevars(python)
        self.is_init, self.numbers = python.__name__ == "__init__", count()
        self.itself = Value("name", Type(OBJECT, of=owner), about=self.me)

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
        """Say what is wrong with a construct, the method, and the line."""
        where = f"{self.python.__qualname__}, line {getattr(node, 'lineno', self.node.lineno)}"
        raise ExportError(f"`{shortened(ast.unparse(node))[1:-1]}` {why} ({where})")

    def read(self) -> Function:
        functions, key = self.program.functions, (self.python, self.owner)
        functions[key] = self.found
        leaves = self.statements(self.node.body)
        if not leaves and self.found.result:
            self.refuse(self.node, "may end without a value")
        functions[key] = functions.pop(key)  # after those that it calls
        self.found.is_read = True
        return self.found

    # types

    def declared(self, note: ast.expr | None) -> Type | None:
        """What an annotation says of a place; the names of classes say nothing."""
        match note:
            case ast.Name(id=name) if name in _BY_NAME:
                return Type(_BY_NAME[name])
            case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)) as both:
                known = self.declared(left)
                return known and self.optional(both, known)
            case ast.Subscript(value=ast.Name(id="list"), slice=item):
                parts, kind = [self.declared(item)], LIST
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=items)):
                parts, kind = [self.declared(one) for one in items], TUPLE
            case _:
                return None
        known_parts = tuple(one for one in parts if one)
        return Type(kind, known_parts) if len(known_parts) == len(parts) else None

    def optional(self, node: ast.AST, of: Type) -> Type:
        """The type of what may be missing."""
        first = of.parts[0] if of.kind == TUPLE else of
        if first.kind != NUMBER or (first.optional and of.kind == TUPLE):
            self.refuse(node, "is None where no number, or tuple that begins with one, is")
        return replace(of, optional=True)

    def known_type(self, node: ast.AST, of: Type, name: str) -> Type:
        if not of.is_known:
            self.refuse(node, f"does not say the type of `{name}`: write `{name}: list[int]`, say")
        return of

    def flow(self, node: ast.AST, value: Value, place: Type) -> Value:
        """A value as it goes into a place: checked there, where None must not be in it."""
        if value.operation == "nothing":
            if not place.optional:
                self.refuse(node, f"is None where a {place} is expected")
            return Value("nothing", place)
        parts = place.parts
        match value.operation, place.kind:
            case "list", "list":
                value = self.filled(node, value, parts * len(value.parts), place)
            case "tuple", "tuple" if len(parts) == len(value.parts):
                value = self.filled(node, value, parts, place)
            case "repeat", "list":
                value = self.filled(node, value, (*parts, Type(NUMBER)), place)
        given = replace(value.type, optional=place.optional)
        if (place.kind, place.of) == (TUPLE, None):
            given = replace(given, of=None)
        if given != place:
            hint = ": write int(...)" * ((given.kind, place.kind) == (BOOL, NUMBER))
            self.refuse(node, f"is a {value.type} where a {place} is expected{hint}")
        if value.type.optional == place.optional or value.operation == "constant":
            return value
        return Value("present" if place.optional else "known", place, (value,))

    def filled(self, node: ast.AST, value: Value, places: tuple[Type, ...], whole: Type) -> Value:
        """A list or a tuple that is written down, as it goes into a place."""
        parts = tuple(map(self.flow, [node] * len(places), value.parts, places))
        known = replace(whole, optional=False, of=value.type.of)
        return Value(value.operation, known, parts)

    def making(
        self, operation: str, of: Type, parts: tuple[Value, ...], about: Any = None
    ) -> Value:
        """What is freed when nothing knows it any more."""
        self.found.makes = True
        return Value(operation, of, parts, about)

    # statements

    def statements(self, nodes: Sequence[ast.stmt]) -> bool:
        """Read a block; whether what comes after it is never reached."""
        leaves = False
        for node in nodes:
            read = getattr(self, f"read_{type(node).__name__.lower()}", self.refuse)
            leaves = bool(read(node)) or leaves
        return leaves

    def inside(self, nodes: Sequence[ast.stmt]) -> tuple[list[Statement], set[str], bool]:
        """A block inside of a statement, the names with a value after it, whether it leaves."""
        block, assigned = self.block, self.assigned
        self.block, self.assigned = [], {*assigned}
        leaves = self.statements(nodes)
        found = self.block, self.assigned, leaves
        self.block, self.assigned = block, assigned
        return found

    def add(self, word: str, *values: Value, blocks: tuple[list[Statement], ...] = ()) -> None:
        self.block.append(Statement(word, values, blocks))

    def read_pass(self, node: ast.Pass) -> None:
        """Nothing is done."""

    def read_expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # such as a docstring
            value = self.value(node.value, alone=True)
            if value.operation in ("call", "make", "pop"):  # an `append` is there already
                self.add("do", value)

    def read_assign(self, node: ast.Assign) -> None:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple):
            self.unpack(node.targets[0], node.value)
            return
        value = self.value(node.value, alone=True)
        if len(node.targets) > 1:
            value = self.new(node, value)
        for one in node.targets:
            self.put(one, value)

    def read_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            value = self.value(node.value, alone=True)
            self.put(node.target, value, self.declared(node.annotation))

    def read_augassign(self, node: ast.AugAssign) -> None:
        old = ast.parse(ast.unparse(node.target), mode="eval").body
        old = ast.fix_missing_locations(ast.copy_location(old, node))
        if self.value(old).type.kind == LIST:
            self.refuse(node, "adds to a list: write `.append(...)`")
        whole = ast.BinOp(old, node.op, node.value)
        self.put(node.target, self.value(ast.copy_location(whole, node), alone=True))

    def read_return(self, node: ast.Return) -> bool:
        is_none = self.node.returns is not None and ast.unparse(self.node.returns) == "None"
        if self.is_init:
            self.refuse(node, "leaves __init__ early")
        if node.value is None and not is_none:
            self.refuse(node, "returns no value: annotate the method with `-> None`")
        if node.value is None:
            self.add("leave")
        else:
            value = self.value(node.value, alone=True)
            known = self.found.result or self.known_type(node, value.type, "-> ...")
            value = self.flow(node, value, known)
            self.found.result = known
            self.program.sources[self.found, ""].append(value)
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
        self.add("while", self.condition(node.test), blocks=(self.inside(node.body)[0],))

    def read_break(self, node: ast.Break | ast.Continue) -> bool:
        self.add(type(node).__name__.lower())
        return True

    read_continue = read_break

    def read_raise(self, node: ast.Raise) -> bool:
        """The end of a run by an error, in the words that the package shows of it."""
        match node.exc:
            case ast.Call(func=ast.Name(id=name), args=[text], keywords=[]):
                makes = self.found.makes
                error, said = self.known(node, name), self.value(text, alone=True)
                self.found.makes = makes  # nobody frees it after that
                own = [getattr(error, one, None) for one in ("__init__", "__new__")]
                is_plain = getattr(error, "__str__", None) is Exception.__str__ and not any(
                    isinstance(one, FunctionType) for one in own
                )
                if is_plain and said.type.kind == TEXT:
                    if not issubclass(error, HanoiError):
                        first = Value("constant", Type(TEXT), about=f"{error.__name__}: ")
                        said = Value("text", Type(TEXT), (first, said))
                    self.add("raise", said)
                    return True
        return self.refuse(node)

    def read_for(self, node: ast.For) -> None:
        if node.orelse or not isinstance(node.target, ast.Name):
            self.refuse(node)
        number, name, first = Type(NUMBER), node.target.id, Value("constant", Type(NUMBER), about=0)
        step, sign, before = replace(first, about=1), "<", {*self.assigned}
        counter = f"at_{next(self.numbers)}_"  # which nobody writes
        self.declare(node, counter, Value("item", number))
        self.assigned |= {name, counter}  # in the body; after it, only if it had a value before
        at = self.value_of_name(ast.Name(counter))
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=[_, *_] as ends, keywords=[]):
                found = [self.number(one) for one in ends]
                first, stop = found[:2] if len(found) > 1 else (first, found[0])
                step = found[2] if len(found) == 3 else step
                if step.operation != "constant" or not step.about or len(found) > 3:
                    self.refuse(node.iter, "needs a step that is a constant")
                item, stop, sign = at, self.new(node, stop), "<" if step.about > 0 else ">"
            case over:
                items = self.new(over, self.value(over, alone=True))
                if items.type.kind != LIST:
                    self.refuse(over, "is not a range or a list")
                item = Value("item", items.type.parts[0], (items, at))
                stop = Value("length", number, (items,))
        first_set = self.declare(node, name, item), self.value_of_name(ast.Name(name))
        block = [Statement("set", first_set[::-1]), *self.inside(node.body)[0]]
        self.assigned = before
        test = Value(sign, Type(BOOL), (at, stop))
        self.add("for", at, first, test, Value("+", number, (at, step)), blocks=(block,))

    def unpack(self, target: ast.Tuple, value: ast.expr) -> None:
        """Set several targets, after all parts have been worked out if one reads what is set."""
        if isinstance(value, ast.Tuple):
            parts = [*map(self.value, value.elts)]
            read = {one.id for one in ast.walk(value) if isinstance(one, ast.Name)}
            names = {one.id for one in target.elts if isinstance(one, ast.Name)}
            if len(names) < len(target.elts) or read & names:
                parts = [*map(self.new, value.elts, parts)]
        else:
            whole = self.value(value, alone=True)
            name = self.new(value, self.flow(value, whole, replace(whole.type, optional=False)))
            parts = [Value("part", one, (name,), at) for at, one in enumerate(name.type.parts)]
        if len(parts) != len(target.elts):  # none, if it is no tuple
            self.refuse(value, f"is not a tuple of {len(target.elts)}")
        for one, part in zip(target.elts, parts, strict=True):
            if not (isinstance(one, ast.Name) and one.id == "_"):
                self.put(one, part)

    def new(self, node: ast.AST, value: Value) -> Value:
        """The value under a name of its own; a constant needs none."""
        if value.operation == "constant":
            return value
        name = f"new_{next(self.numbers)}_"
        self.store(node, name, value)
        return self.value_of_name(ast.Name(name))

    def declare(self, node: ast.AST, name: str, value: Value, known: Type | None = None) -> Value:
        """A local name for a value, with the type of the first."""
        names = self.found.names
        place = names.get(name, known or value.type)
        names[name] = self.known_type(node, place, name)
        flown = value if value.type == place else self.flow(node, value, place)
        self.program.sources[self.found, name].append(flown)
        return flown

    def store(self, node: ast.AST, name: str, value: Value, known: Type | None = None) -> None:
        """Give a value to a local name."""
        flown = self.declare(node, name, value, known)
        self.assigned.add(name)
        self.add("set", self.value_of_name(ast.Name(name)), flown)

    def put(self, target: ast.expr, value: Value, known: Type | None = None) -> None:
        """Give a value to a name, a field or an item of a list."""
        changes = True
        match target:
            case ast.Name(id=name):
                self.store(target, name, value, known)
                return
            case ast.Attribute(value=whole, attr="output") if self.is_memory and self.is_me(whole):
                self.put_out(target, value)
                return
            case ast.Attribute(value=whole, attr=name) if self.is_init and self.is_me(whole):
                changes = False
                if self.block is self.found.body:
                    self.begin(target, name, known or value.type)
            case ast.Subscript() if value.operation != "name":
                value = self.new(target, value)  # what it stops with comes before the place
        into = self.value(target)
        if into.operation not in ("field", "item"):
            self.refuse(target)
        if into.operation == "item":
            into = replace(into, operation="place")
        self.found.changes = self.found.changes or changes
        value = self.flow(target, value, into.type)
        if into.place:
            self.program.sources[into.place].append(value)
        self.add("set", into, value)

    def put_out(self, target: ast.AST, value: Value) -> None:
        """Set the output of a memory, which is of one type."""
        self.found.changes = True
        if value.operation != "nothing":
            of = self.program.outputs if self.program.outputs.kind else value.type
            known = self.known_type(target, of, "self.output")
            self.program.outputs = replace(known, optional=False)
            value = self.flow(target, value, replace(known, optional=value.type.optional))
        self.add("put", value)

    def begin(self, node: ast.Attribute, name: str, of: Type) -> None:
        """A field gets its first value, unless it has a default."""
        fields = self.fields(node, self.owner)
        if name not in fields and self.default(node, self.owner, name) is None:
            fields[name] = self.known_type(node, of, f"self.{name}")

    @property
    def is_memory(self) -> bool:
        return self.owner is not None and issubclass(self.owner, Memory)

    # expressions

    def number(self, node: ast.expr) -> Value:
        return self.flow(node, self.value(node), Type(NUMBER))

    def condition(self, node: ast.expr, *, is_kept: bool = False) -> Value:
        """An expression where only its truth counts; one whose value `is_kept` must be a bool."""
        yes = Type(BOOL)
        match node:
            case ast.BoolOp(op=op, values=values):
                parts = tuple(self.condition(one, is_kept=is_kept) for one in values)
                sign = "and" if isinstance(op, ast.And) else "or"
                return reduce(lambda one, two: Value(sign, yes, (one, two)), parts)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Value("not", yes, (self.condition(operand),))
        value = self.value(node)
        if value.type == yes:
            return value
        if is_kept:
            self.refuse(node, "may be the value of `and` or `or`: write bool(...) around it")
        if value.type.kind not in (NUMBER, LIST) or value.type.optional:
            self.refuse(node, f"is a {value.type}, whose truth is asked: compare it")
        return Value("truth", yes, (value,))

    def value(self, node: ast.expr, *, alone: bool = False) -> Value:
        """An expression; `alone` if it is a whole statement."""
        match node:
            case ast.Call():
                return self.call(node, alone)
            case ast.UnaryOp(op=ast.Not()) | ast.BoolOp():
                return self.condition(node, is_kept=True)
            case ast.Constant(value=constant):
                return self.constant(node, constant)
            case ast.Tuple(elts=items):
                return self.tuple_of(node, tuple(map(self.value, items)), None)
            case ast.JoinedStr(values=pieces):
                return self.making("text", Type(TEXT), tuple(map(self.piece, pieces)))
        read: Any = getattr(self, f"value_of_{type(node).__name__.lower()}", self.refuse)
        return read(node)  # type: ignore[no-any-return]  # each returns one

    def is_me(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == self.me

    def value_of_unaryop(self, node: ast.UnaryOp) -> Value:
        found = self.number(node.operand)
        if isinstance(node.op, ast.Invert):
            return Value("~", Type(NUMBER), (found,))
        sign = "-" if isinstance(node.op, ast.USub) else "+"
        if found.operation == "constant":
            return replace(found, about=-found.about if sign == "-" else found.about)
        return Value(sign, Type(NUMBER), (Value("constant", Type(NUMBER), about=0), found))

    def value_of_ifexp(self, node: ast.IfExp) -> Value:
        condition, yes, no = (
            self.condition(node.test),
            self.value(node.body),
            self.value(node.orelse),
        )
        place = yes.type if yes.type.is_known else no.type
        if any(one.type.optional or one.operation == "nothing" for one in (yes, no)):
            place = self.optional(node, place)
        parts = self.flow(node.body, yes, place), self.flow(node.orelse, no, place)
        return Value("choose", place, (condition, *parts))

    def value_of_list(self, node: ast.List) -> Value:
        values = [*map(self.value, node.elts)]
        item = next((one.type for one in values if one.type.is_known), Type())
        parts = tuple(self.flow(node, one, item) for one in values)
        return self.making("list", Type(LIST, (item,)), parts)

    def constant(self, node: ast.AST, constant: object) -> Value:
        if constant is None:
            return Value("nothing", Type())
        if isinstance(constant, tuple) and constant:
            return self.tuple_of(node, tuple(self.constant(node, one) for one in constant), None)
        kind = _SCALARS.get(type(constant), "")
        if not kind:
            self.refuse(node, "is not a number, a bool, a text or a tuple of them")
        return Value("constant", Type(kind), about=constant)

    def tuple_of(self, node: ast.AST, parts: tuple[Value, ...], of: type | None) -> Value:
        for one in parts:
            if one.type.kind in (LIST, OBJECT):
                self.refuse(node, f"has a {one.type} in it")
        return Value("tuple", Type(TUPLE, tuple(one.type for one in parts), of), parts)

    def known(self, node: ast.AST, name: str) -> Any:
        """What a name of the module, of the function around it, or of Python stands for."""
        for names in (self.outside.nonlocals, self.outside.globals, self.outside.builtins):
            if name in names:
                found = names[name]  # a function that is cached, too
                return inspect.unwrap(found, stop=inspect.isfunction) if callable(found) else found
        return self.refuse(node, "is not known")

    def value_of_name(self, node: ast.Name) -> Value:
        name = node.id
        if name == self.me:
            return self.itself
        if name in self.found.names:
            if name not in self.assigned:
                self.refuse(node, "may have no value here")
            return Value("name", self.found.names[name], (), name, (self.found, name))
        return self.constant(node, self.known(node, name))

    def value_of_attribute(self, node: ast.Attribute) -> Value:
        of, name = self.value(node.value), node.attr
        owner = of.type.of
        if of.type.kind == TUPLE and name in getattr(owner, "_fields", ()):
            number = owner._fields.index(name)  # type: ignore[union-attr]  # a named tuple
            return Value("part", of.type.parts[number], (of,), number)
        if of.type.kind != OBJECT or owner is None:
            self.refuse(node)
        fields = self.fields(node, owner)
        default = None if name in fields else self.default(node, owner, name)
        if default and name.isupper():
            return default
        if name not in fields:
            self.refuse(node, "has no value yet: set it in __init__, outside of `if` and loops")
        return Value("field", fields[name], (of,), name, (owner, name))

    def fields(self, node: ast.AST, of: Any) -> dict[str, Type]:
        """The fields of a class so far; its name is that of no other one."""
        classes = self.program.classes
        if of not in classes and of.__name__ in [one.__name__ for one in classes]:
            self.refuse(node, f"is of another class of the name {of.__name__}")
        return classes.setdefault(of, {})

    def default(self, node: ast.AST, of: Any, name: str) -> Value | None:
        """What the class has for a field, which then is one, or a constant."""
        found = inspect.getattr_static(of, name, None)
        if type(found) not in (*_SCALARS, tuple):
            return None
        default = self.constant(node, found)
        if not name.isupper():
            self.program.classes[of][name] = default.type
            self.program.defaults.setdefault(of, {})[name] = default
            self.program.sources[of, name].append(default)
        return default

    def value_of_subscript(self, node: ast.Subscript) -> Value:
        of, index = self.value(node.value), node.slice
        if of.operation == "tuple" and isinstance(node.value, ast.Name):
            return self.looked_up(node, node.value.id, of, index)
        match of.type.kind, index:
            case "tuple", ast.Constant(value=int(number)) if number < len(of.type.parts):
                return Value("part", of.type.parts[number], (of,), number)
            case "list", _:
                at = self.number(index)
                if at.operation == "constant" and at.about < 0:
                    return Value("from the end", of.type.parts[0], (of,), -at.about)
                return Value("item", of.type.parts[0], (of, at))
        return self.refuse(node)

    def looked_up(self, node: ast.expr, name: str, table: Value, index: ast.expr) -> Value:
        """An item of a constant of the module, whose items are of one type."""
        item = table.parts[0].type
        parts = tuple(self.flow(node, one, item) for one in table.parts)
        self.program.tables[name] = replace(table, parts=parts)
        return Value("table", item, (self.number(index),), name)

    def value_of_binop(self, node: ast.BinOp) -> Value:
        one, two, op = self.value(node.left), self.value(node.right), node.op
        match op, one.type.kind, two.type.kind:
            case ast.Mult(), "list", "number" if one.operation == "list" and len(one.parts) == 1:
                return self.making("repeat", one.type, (one.parts[0], two))
            case ast.Add(), "text", "text":
                return self.making("text", Type(TEXT), (one, two))
        if type(op) not in _ARITHMETIC:
            self.refuse(node)
        parts = tuple(self.flow(node, value, Type(NUMBER)) for value in (one, two))
        return Value(_ARITHMETIC[type(op)], Type(NUMBER), parts)

    def value_of_compare(self, node: ast.Compare) -> Value:
        op, one, two = node.ops[0], self.value(node.left), self.value(node.comparators[0])
        if len(node.ops) > 1:
            self.refuse(node, "compares more than two: write it with `and`")
        sign = _COMPARED.get(type(op), "")
        if two.operation == "nothing" and type(op) in _SAME:
            if one.type.kind not in (NUMBER, TUPLE):
                self.refuse(node, f"asks whether a {one.type} is None")
            return Value("missing", Type(BOOL), (one,), _SAME[type(op)])
        kind = one.type.kind
        if not sign or (kind != NUMBER and (type(op) not in _SAME or kind in (LIST, OBJECT, ""))):
            self.refuse(node, "compares what cannot be compared")
        of = replace(one.type, of=None, optional=False)
        return Value(sign, Type(BOOL), (self.flow(node, one, of), self.flow(node, two, of)))

    def piece(self, node: ast.expr) -> Value:
        """A piece of an f-text: a text, or a number with the width to which zeros fill it."""
        match node:
            case ast.Constant(value=text):
                return self.constant(node, text)
            case ast.FormattedValue(value=inner, conversion=-1, format_spec=None):
                width = 0
            case ast.FormattedValue(
                value=inner,
                conversion=-1,
                format_spec=ast.JoinedStr(values=[ast.Constant(value=str(spec))]),
            ) if re.fullmatch("0[1-9]", spec):
                width = int(spec)
            case _:
                self.refuse(node)
        value = self.value(inner)
        if value.type.kind == TEXT and not width:
            return value
        return Value("digits", Type(TEXT), (self.flow(node, value, Type(NUMBER)),), width)

    # calls

    def call(self, node: ast.Call, alone: bool) -> Value:
        match node.func:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr=name):
                return self.of_super(node, name, alone)
            case ast.Attribute(value=whole, attr=name):
                return self.method(node, self.value(whole), name, alone)
            case ast.Name(id=name) if name not in self.found.names:
                target = self.known(node.func, name)
                if target in _BUILT_IN:
                    return self.built_in(node, name, alone)
                if isinstance(target, FunctionType):
                    return self.called(node, target, None, (), alone)
                if isinstance(target, type):
                    return self.made(node, target, alone)
        return self.refuse(node)

    def of_super(self, node: ast.Call, name: str, alone: bool) -> Value:
        """A call of the method that the class hides, outside of `if` and loops."""
        every: Any = inspect.getmro(self.owner) if self.owner else ()
        rest = every[every.index(self.outside.nonlocals["__class__"]) + 1 :]
        python = next((vars(one)[name] for one in rest if name in vars(one)), None)
        if python is object.__init__:
            return Value("nothing", Type())
        if not isinstance(python, FunctionType) or self.block is not self.found.body:
            self.refuse(node)
        return self.called(node, python, self.owner, (self.itself,), alone)

    def made(self, node: ast.Call, of: type, alone: bool) -> Value:
        """An object, or a named tuple."""
        if issubclass(of, tuple) and hasattr(of, "_fields"):
            if len(node.args) != len(of._fields):
                self.refuse(node, "does not give each field in order")
            return self.tuple_of(node, tuple(map(self.value, node.args)), of)
        self.fields(node, of)
        me, make = Value("new", Type(OBJECT, of=of)), inspect.getattr_static(of, "__init__")
        if not isinstance(make, FunctionType):
            return self.making("make", me.type, ())
        call = self.called(node, make, of, (me,), alone)
        return self.making("make", me.type, call.parts[1:], call.about)

    def method(self, node: ast.Call, of: Value, name: str, alone: bool) -> Value:
        if of.type.kind == LIST and alone:
            item = of.type.parts[0]
            self.found.changes = True
            self.program.grown.add(of.type)
            match name, node.args:
                case "append", [one]:
                    self.add("append", of, self.flow(node, self.value(one), item))
                    return Value("nothing", Type())
                case "pop", []:
                    return Value("pop", item, (of,))
        python = inspect.getattr_static(of.type.of, name, None)
        if of.type.kind != OBJECT or not isinstance(python, FunctionType) or name == "__init__":
            self.refuse(node)
        return self.called(node, python, of.type.of, (of,), alone)

    def called(
        self,
        node: ast.Call,
        python: FunctionType,
        owner: type | None,
        me: tuple[Value, ...],
        alone: bool,
    ) -> Value:
        """A call of a function that is translated too."""
        keywords = {str(one.arg): one.value for one in node.keywords}
        signature = inspect.signature(python)
        try:
            bound = signature.bind(*me, *node.args, **keywords)
        except TypeError as error:
            self.refuse(node, f"cannot be called: {error}")
        given: dict[str, Value] = {}
        for name, parameter in [*signature.parameters.items()][len(me) :]:
            one = bound.arguments.get(name, parameter.default)
            is_given = isinstance(one, ast.expr)
            given[name] = self.value(one) if is_given else self.constant(node, one)
        types = {name: value.type for name, value in given.items()}
        function = self.program.function(python, owner, types)
        parts = [self.flow(node, one, function.names[name]) for name, one in given.items()]
        for name, part in zip(given, parts, strict=True):
            self.program.sources[function, name].append(part)
        self.found.makes = self.found.makes or function.makes
        self.found.changes = self.found.changes or function.changes
        if function.changes and not alone:
            self.refuse(node, "changes something inside of a larger expression")
        place = (function, "") if function.result else None
        return Value("call", function.result or Type(), (*me, *parts), function, place)

    def built_in(self, node: ast.Call, name: str, alone: bool) -> Value:
        match name, node.args:
            case "len", [items]:
                found = self.value(items)
                if found.type.kind == LIST:
                    return Value("length", Type(NUMBER), (found,))
                return self.method(ast.Call(node.func, [], []), found, "__len__", alone)
            case "list", [items]:
                found = self.value(items)
                if found.type.kind == LIST:
                    return self.making("copy", found.type, (found,))
            case (("abs" | "int"), [one]):
                value = self.value(one)
                if (name, value.type) == ("int", Type(BOOL)):
                    return Value("number", Type(NUMBER), (value,))
                return Value(name, Type(NUMBER), (self.flow(node, value, Type(NUMBER)),))
            case (("min" | "max"), [one, other]):
                return Value(name, Type(NUMBER), (self.number(one), self.number(other)))
            case "bool", [one]:
                return self.condition(one)
        return self.refuse(node)
