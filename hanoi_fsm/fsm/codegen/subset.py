"""The plain subset of Python in which a memory can be translated into other languages.

A memory is written once, in Python. To mean the same in C99 and in JavaScript, its methods may only
use:

- numbers, bools, texts; None for a missing number, but not as an argument. Numbers
  have 64 bits in C and are whole up to 2^53 in JavaScript: a program stops before one is
  larger. A bool is not a number: `int(...)` makes it one.
- lists of one type of items, and tuples; a list may have several names, and grows by `append`.
- objects of plain classes, such as the matrix of the pegs, whose `__init__` sets each field.
- types that are written down (`x: list[int] = []`, `y: int | None`), or else the type of the
  first value.
- local names; reading a name or a field without a value is an error in Python, but goes unnoticed
  here.
- assignments, `if`, `while`, `for` over a `range` or a list, `break`, `continue`, `return`, `pass`,
  and `raise` with a text: an error ends the run, so it cannot be caught.
- `+ - * // % << >> & | ^`, comparisons of two numbers, bools or texts, `and`, `or`, `not`, `x if c
  else y`; an index that counts from the end is a constant, as in `x[-1]`.
- `len abs min max int bool`, f-texts of numbers and texts, `append`, `pop`, `list(x)`.
- `TABLE[a][b][c]`, where `TABLE.__wrapped__` is the named tuple that the table keeps for a, b, c.
- calls of its own methods, of plain functions of the module, and of `super()`, without recursion,
  as C's stack is small. A call with side effects is a statement of its own: `self.f()`, `x =
  self.f()` or `return self.f()`; languages differ in the order in which they evaluate the parts of
  an expression.
- no `*args`, neither as parameters nor in calls; no properties, no dataclasses.

If a line has two errors, a C program may report the other one. A method that ends without an
expected value stops the program.

Everything else is refused with an error that names the construct, the method and the line.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType
from typing import Any, ClassVar, NamedTuple, NoReturn

from hanoi_fsm.fsm.codegen.python import INDENT, indented
from hanoi_fsm.fsm.errors import ExportError, FsmError, shortened
from hanoi_fsm.fsm.memory import Memory

LIST, TUPLE, OBJECT = "list", "tuple", "object"
_BUILT_IN = (len, abs, min, max, int, bool, list)
_OF_NUMBERS = {("abs", 1), ("min", 2), ("max", 2)}
_CONVERSIONS = {
    ("int", "bool"): "number",
    ("int", "number"): "int",
    ("len", "list"): "length",
    ("list", "list"): "copy",
}
_SIGNS: Mapping[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.LShift: "<<",
    ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.And: "&&", ast.Or: "||",
}  # fmt: skip
_MAKES = {"list", "no list", "repeat", "copy", "text", "digits", "make"}
"""The forms that allocate something."""


@dataclass(frozen=True)
class Type:
    """The type of a place.

    The `parts` are the types of the items: one of a list, one per item of a tuple. An object is
    `of` a class. The `kind` is "" if the type is unknown.
    """

    kind: str = ""
    parts: tuple[Type, ...] = ()
    of: type | None = None

    def __str__(self) -> str:
        return self.of.__name__ if self.of else self.kind or "value of no known type"


ANY, NUMBER, BOOL, TEXT = Type(), Type("number"), Type("bool"), Type("text")
OPTIONAL = Type("number or None")
_SCALARS = {int: NUMBER, bool: BOOL, str: TEXT}
_BY_NAME = {python.__name__: kind for python, kind in _SCALARS.items()}


class Value(NamedTuple):
    """An expression in the other language."""

    text: str
    type: Type


@lru_cache(8)
def _functions(text: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file, by the line where each, or its first decorator, begins."""
    functions = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            first = node.decorator_list[0] if node.decorator_list else node
            functions[first.lineno] = node
    return functions


class Translation(ABC):
    """The translation of some functions, each after the functions that it calls.

    `classes` has the types of their fields, and `defaults` the initial values. Lists of the types
    in `grown` change their lengths.

    A language adds to these `forms`, which C and JavaScript share: the text of each operation with
    its parts by number or all together, their count, and the names of the types `of` it and of its
    `first` part. A kind of the first part may have its own form.
    """

    forms: ClassVar[dict[str, str]] = {
        "not": "!{0}",
        "<": "({0} < {1})",
        "<=": "({0} <= {1})",
        ">": "({0} > {1})",
        ">=": "({0} >= {1})",
        "choose": "({0} ? {1} : {2})",
        "int": "{0}",
    }
    me: ClassVar[str]
    """The name by which a method calls its object."""

    def __init__(self) -> None:
        self.functions: dict[tuple[str, type | None], Function] = {}
        self.classes: dict[type, dict[str, Type]] = {}
        self.defaults: defaultdict[type, dict[str, str]] = defaultdict(dict)
        self.outputs = ANY
        self.grown: set[Type] = set()
        self.makes = False

    @abstractmethod
    def named(self, name: str) -> str:
        """An identifier for a name that is not reserved by the language or the surrounding text."""

    @abstractmethod
    def type_name(self, of: Type) -> str:
        """The name of a type in the language, as used in forms."""

    @abstractmethod
    def constant(self, value: object) -> str:
        """A constant in the language: a number, a bool or a text."""

    @abstractmethod
    def call(self, function: Function, parts: Sequence[str]) -> str:
        """A call with these parts; for a method, the first is its object."""

    def form(self, word: str, of: Type, *parts: Value, **about: object) -> Value:
        """An operation with its parts."""
        first = parts[0].type if parts else ANY
        texts = [part.text for part in parts]
        form = self.forms.get(f"{word} {first.kind}") or self.forms[word]
        about |= {"of": self.type_name(of), "first": self.type_name(first)}
        text = form.format(*texts, parts=", ".join(texts), count=len(texts), **about)
        return Value(text, of)

    def function(
        self,
        python: FunctionType,
        owner: type | None,
        given: Mapping[str, Type] = {},
        name: str = "",
    ) -> Function:
        """Translate a function, or a method of a class, called with such arguments."""
        name = name or python.__name__
        if owner and inspect.getattr_static(owner, name) is not python:  # overridden in a subclass
            name = re.sub(r"\W+", "_", python.__qualname__)
        function = self.functions.get((name, owner))
        if function is None:
            function = self.functions[name, owner] = Function(self, python, owner, given, name)
            function.read()
        if function.python is not python or not function.is_read:
            why = "it calls itself, or has the name of another function"
            raise ExportError(f"{python.__qualname__} cannot be translated: {why}")
        return function

    def word(self, memory: type[Memory], word: str) -> None:
        """Translate a guard or an action."""
        function = self.function(inspect.getattr_static(memory, word), memory, name=word)
        self.makes = self.makes or function.makes
        if word in memory.guards() and (function.result != BOOL or function.changes):
            why = "expected a guard that only returns a bool, without side effects"
            raise ExportError(f"the guard {word} cannot be translated: {why}")


class Function:
    """Translates a function, or a method of its `owner`, and refuses constructs outside the subset.

    In the end `names` has the types of its parameters and other local names, and `lines` its body.
    A function that `changes` sets a field or changes a list; one that `makes` allocates lists,
    texts or objects.

    While it is read, `lines` belong to the current block. Only an expression that is a `whole`
    statement may have side effects.
    """

    def __init__(
        self,
        program: Translation,
        python: FunctionType,
        owner: type | None,
        given: Mapping[str, Type],
        name: str,
    ) -> None:
        self.program, self.python, self.owner, self.name = program, python, owner, name
        self.node = self._source()
        self.parameters = [parameter.arg for parameter in self.node.args.args]
        self.me = self.parameters.pop(0) if owner else ""
        if name == "constructor" or self.node.args.vararg or self.node.args.kwonlyargs:
            self.refuse(self.node, "has a name, or parameters, that other languages lack")
        self.names: dict[str, Type] = {}
        for parameter in self.node.args.args[bool(owner) :]:
            known, name = self.declared(parameter.annotation), parameter.arg
            self.declare(self.node, name, known if known.kind else given.get(name, ANY))
        self.result = self.declared(self.node.returns)
        self.lines: list[str] = []
        self.whole: ast.expr | None = None
        outside = inspect.getclosurevars(python)
        self.outside = {**outside.builtins, **outside.globals, **outside.nonlocals}
        self.is_init = python.__name__ == "__init__"
        self.itself = Value(program.me, Type(OBJECT, of=owner))
        self.changes = self.makes = self.is_read = False

    def _source(self) -> ast.FunctionDef:
        code = self.python.__code__
        text = "".join(linecache.getlines(code.co_filename, self.python.__globals__))
        node = _functions(text).get(code.co_firstlineno)
        if node is None:
            why = "it has no source, like `__init__` of a dataclass"
            raise ExportError(f"{self.python.__qualname__} cannot be translated: {why}")
        return node

    def refuse(self, node: ast.AST, why: str = "is outside the subset") -> NoReturn:
        """Raise `ExportError` with the fault of a construct, the method, and the line."""
        where = f"{self.python.__qualname__}, line {getattr(node, 'lineno', self.node.lineno)}"
        raise ExportError(f"`{shortened(ast.unparse(node))[1:-1]}` {why} ({where})")

    def read(self) -> None:
        for node in self.node.body:
            self.statement(node)
        if self.result.kind and not isinstance(self.node.body[-1], ast.Return | ast.Raise):
            text = self.program.constant("a method ends without a value")
            self.add("raise", Value(text, TEXT))
        functions, key = self.program.functions, (self.name, self.owner)
        functions[key] = functions.pop(key)  # after the functions that it calls
        self.is_read = True

    # types

    def declared(self, note: ast.expr | None) -> Type:
        """The type given by an annotation; none if it is the name of a class."""
        known = ANY
        match note:
            case ast.Name(id=name):
                known = _BY_NAME.get(name, ANY)
            case ast.BinOp(left=ast.Name(id="int"), right=ast.Constant(value=None)):
                known = OPTIONAL
            case ast.Subscript(value=ast.Name(id="list"), slice=item):
                known = Type(LIST, (self.declared(item),))
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=items)):
                known = Type(TUPLE, tuple(map(self.declared, items)))
        return known if all(part.kind for part in known.parts) else ANY

    def known_type(self, node: ast.AST, of: Type) -> Type:
        if not of.kind:
            self.refuse(node, "is of no known type: write it down, as in `x: list[int] = []`")
        return of

    def declare(self, node: ast.AST, name: str, of: Type) -> Type:
        """Declare a local name with the type of its first value, and return its type."""
        return self.names.setdefault(name, self.known_type(node, of))

    def fitted(self, node: ast.AST, value: Value, wanted: Type) -> Value:
        """A value as stored in a place, with a check if the place must not hold None."""
        if not wanted.kind or value.type == wanted:
            return value
        if {value.type, wanted} != {NUMBER, OPTIONAL}:
            self.refuse(node, f"is a {value.type} where a {wanted} is expected")
        return self.form("known" if wanted == NUMBER else "present", wanted, value)

    # statements

    def statement(self, node: ast.stmt) -> None:
        self.whole = None if isinstance(node, ast.AugAssign) else getattr(node, "value", None)
        getattr(self, f"read_{type(node).__name__.lower()}", self.refuse)(node)

    def inside(self, nodes: Sequence[ast.stmt]) -> list[str]:
        """Translate the block in a statement to lines."""
        around, self.lines = self.lines, []
        for node in nodes:
            self.statement(node)
        block, self.lines = self.lines, around
        return [*indented(block)]

    def form(self, word: str, of: Type, *parts: Value, **about: object) -> Value:
        self.makes = self.makes or word in _MAKES
        return self.program.form(word, of, *parts, **about)

    def add(self, word: str, *parts: Value) -> None:
        """Add a statement made from a form."""
        self.lines += self.form(word, ANY, *parts).text.split("\n")

    def read_pass(self, node: ast.Pass) -> None:
        """Add nothing."""

    def read_expr(self, node: ast.Expr) -> None:
        is_said = isinstance(node.value, ast.Constant)  # such as a docstring
        if text := "" if is_said else self.value(node.value).text:
            self.lines.append(f"{text};")

    def read_assign(self, node: ast.Assign) -> None:
        match node.targets:
            case [ast.Tuple() as target]:
                self.unpack(target, node.value)
            case [target]:
                self.put(target, self.value(node.value, self.wanted(target)))
            case targets:
                value = self.new(node, self.value(node.value))
                for target in targets:
                    self.put(target, value)

    def read_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.put(node.target, self.value(node.value, self.declared(node.annotation)))

    def read_augassign(self, node: ast.AugAssign) -> None:
        whole = ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
        self.put(node.target, self.value(whole))

    def read_return(self, node: ast.Return) -> None:
        is_none = self.node.returns is not None and ast.unparse(self.node.returns) == "None"
        if self.is_init or (node.value is None) != is_none:
            self.refuse(node, "does not return what the annotation of its method says")
        if node.value is None:
            self.lines.append("return;")
            return
        value = self.value(node.value, self.result)
        self.result = self.known_type(node, value.type)
        self.lines.append(f"return {value.text};")

    def read_if(self, node: ast.If) -> None:
        condition = self.condition(node.test)
        self.lines += [f"if ({condition.text}) {{", *self.inside(node.body)]
        if node.orelse:
            self.lines += ["} else {", *self.inside(node.orelse)]
        self.lines.append("}")

    def read_while(self, node: ast.While) -> None:
        if node.orelse:
            self.refuse(node)
        condition = self.condition(node.test)
        self.lines += [f"while ({condition.text}) {{", *self.inside(node.body), "}"]

    def read_break(self, node: ast.Break | ast.Continue) -> None:
        self.lines.append(f"{type(node).__name__.lower()};")

    read_continue = read_break

    def read_raise(self, node: ast.Raise) -> None:
        """End the run with an error, in the words in which the package reports it."""
        match node.exc:
            case ast.Call(func=ast.Name(id=name), args=[text], keywords=[]):
                makes, error, said = self.makes, self.known(node, name), self.value(text, TEXT)
            case _:
                self.refuse(node)
        if error.__str__ is not Exception.__str__:  # as for a KeyError
            self.refuse(node)
        if not issubclass(error, FsmError):
            kind = self.constant(node, f"{error.__name__}: ")
            said = self.form("text", TEXT, kind, said)
        self.add("raise", said)
        self.makes = makes  # it need not be freed

    def read_for(self, node: ast.For) -> None:
        if node.orelse or not isinstance(node.target, ast.Name):
            self.refuse(node)
        name, zero, by = node.target.id, self.constant(node, 0), "1"
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=[_, *_] as ends, keywords=[]):
                by = ast.unparse(ends[2]) if len(ends) > 2 else by
                first = self.value(ends[0], NUMBER) if len(ends) > 1 else zero
                stop = self.new(node, self.value(ends[len(ends) > 1], NUMBER))
                at = item = self.new(node, first)
            case over:
                items = self.new(node, self.value(over))
                if items.type.kind != LIST:
                    self.refuse(over, "is not a range or a list")
                at, stop = self.new(node, zero), self.form("length", NUMBER, items)
                item = self.form("item", items.type.parts[0], items, at)
        if not re.fullmatch("-?[1-9][0-9]*", by):
            self.refuse(node, "needs a step that is a constant")
        sign = ">" if by[0] == "-" else "<"
        item = self.fitted(node, item, self.declare(node, name, item.type))
        body = self.inside(node.body)
        self.lines.append(f"for (; {at.text} {sign} {stop.text}; {at.text} += {by}) {{")
        self.lines += [f"{INDENT}{self.program.named(name)} = {item.text};", *body, "}"]

    def unpack(self, target: ast.Tuple, value: ast.expr) -> None:
        """Set several targets, after evaluating all parts."""
        parts = []
        if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
            for place, item in zip(target.elts, value.elts, strict=True):
                parts.append(self.new(item, self.value(item, self.wanted(place))))
        else:
            whole = self.new(value, self.value(value))
            if len(whole.type.parts) != len(target.elts) or whole.type.kind != TUPLE:
                self.refuse(value, f"is not a tuple of {len(target.elts)}")
            parts += [self.part(whole, number) for number in range(len(target.elts))]
        for place, part in zip(target.elts, parts, strict=True):
            self.put(place, part)

    def part(self, of: Value, number: int) -> Value:
        return self.form("part", of.type.parts[number], of, number=number)

    def new(self, node: ast.AST, value: Value) -> Value:
        """Store a value under a new name."""
        name = f"new_{len(self.names)}_"  # not a name that people use
        self.store(node, name, value)
        return value._replace(text=name)

    def store(self, node: ast.AST, name: str, value: Value) -> None:
        """Give a value to a local name."""
        value = self.fitted(node, value, self.declare(node, name, value.type))
        self.lines.append(f"{self.program.named(name)} = {value.text};")

    def wanted(self, target: ast.expr) -> Type:
        """The known type of a target, or none."""
        match target:
            case ast.Name(id=name):
                return self.names.get(name, ANY)
            case ast.Attribute() if self.is_output(target):
                return self.program.outputs
            case ast.Attribute(attr=name) if self.is_init and self.is_mine(target):
                return self.field(target, self.owner, name)
        return self.value(target).type

    def put(self, target: ast.expr, value: Value) -> None:
        """Give a value to a name, a field or an item of a list."""
        if isinstance(target, ast.Name):
            self.store(target, target.id, value)
            return
        begins = self.is_init and self.is_mine(target)
        self.changes = self.changes or not begins
        match target:
            case ast.Attribute() if self.is_output(target):
                if not self.program.outputs.kind:
                    known = self.known_type(target, value.type)
                    self.program.outputs = NUMBER if known == OPTIONAL else known
                self.add("put", self.itself, self.fitted(target, value, self.program.outputs))
                return
            case ast.Attribute(attr=name) if begins or not name.isupper():
                if begins:
                    self.field(target, self.owner, name, self.known_type(target, value.type))
                into = self.value(target)
            case ast.Subscript():
                if not re.fullmatch(r"\w+", value.text):
                    value = self.new(target, value)  # its error comes before the place
                into = self.value_of_subscript(target, "place")
            case _:
                self.refuse(target)
        self.lines.append(f"{into.text} = {self.fitted(target, value, into.type).text};")

    def is_mine(self, node: ast.expr) -> bool:
        """Whether it is an attribute of the method's own object."""
        whole = node.value if isinstance(node, ast.Attribute) else None
        return isinstance(whole, ast.Name) and whole.id == self.me

    def is_output(self, node: ast.Attribute) -> bool:
        is_memory = self.owner is not None and issubclass(self.owner, Memory)
        return is_memory and node.attr == "output" and self.is_mine(node)

    def field(self, node: ast.AST, of: type | None, name: str, first: Type = ANY) -> Type:
        """The type of a field, by its first value or a default in the class."""
        assert of is not None  # objects have a class
        fields = self.program.classes.setdefault(of, {})
        default = inspect.getattr_static(of, name, None)
        if name not in fields and type(default) in _SCALARS and not name.isupper():
            value = self.constant(node, default)
            self.program.defaults[of][name], fields[name] = value.text, value.type
        return fields.setdefault(name, first) if first.kind else fields.get(name, ANY)

    # expressions

    def condition(self, node: ast.expr) -> Value:
        """An expression of which only the truth matters."""
        match node:
            case ast.BoolOp():
                return self.joined(node, [*map(self.condition, node.values)])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.form("not", BOOL, self.condition(operand))
        value = self.value(node)
        if value.type == BOOL:
            return value
        if value.type != NUMBER and value.type.kind != LIST:
            self.refuse(node, f"is a {value.type} in a condition: compare it")
        return self.form("truth", BOOL, value)

    def joined(self, node: ast.BoolOp, parts: Sequence[Value]) -> Value:
        sign = f" {_SIGNS[type(node.op)]} "
        return Value(f"({sign.join(part.text for part in parts)})", BOOL)

    def value(self, node: ast.expr, wanted: Type = ANY) -> Value:
        """An expression as stored in a place of the wanted type."""
        match node:
            case ast.BoolOp():
                value = self.joined(node, [self.value(part, BOOL) for part in node.values])
            case ast.UnaryOp(op=ast.Not()):
                value = self.condition(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                zero = self.constant(node, 0)
                value = self.form("-", NUMBER, zero, self.value(operand, NUMBER))
            case ast.Constant(value=None) if wanted == OPTIONAL:
                value = self.form("nothing", OPTIONAL)
            case ast.Constant(value=constant):
                value = self.constant(node, constant)
            case ast.Tuple(elts=items):
                value = self.tuple_of(items, wanted)
            case ast.JoinedStr(values=[_, *_] as pieces):
                value = self.form("text", TEXT, *map(self.piece, pieces))
            case ast.List() | ast.IfExp() | ast.BinOp():
                value = getattr(self, f"value_of_{type(node).__name__.lower()}")(node, wanted)
            case ast.Name() | ast.Attribute() | ast.Subscript() | ast.Compare() | ast.Call():
                value = getattr(self, f"value_of_{type(node).__name__.lower()}")(node)
            case _:
                self.refuse(node)
        return self.fitted(node, value, wanted)

    def value_of_ifexp(self, node: ast.IfExp, wanted: Type) -> Value:
        condition, yes = self.condition(node.test), self.value(node.body, wanted)
        no = self.value(node.orelse, yes.type)
        return self.form("choose", yes.type, condition, yes, no)

    def value_of_list(self, node: ast.List, wanted: Type) -> Value:
        [item] = wanted.parts if wanted.kind == LIST else [ANY]
        parts: list[Value] = []
        for element in node.elts:
            parts.append(self.value(element, item))
            item = parts[0].type
        of = Type(LIST, (self.known_type(node, item),))
        return self.form("list" if parts else "no list", of, *parts)

    def tuple_of(self, nodes: Sequence[ast.expr], wanted: Type) -> Value:
        is_like = len(wanted.parts) == len(nodes)
        types = wanted.parts if is_like else [ANY] * len(nodes)
        parts = [self.value(part, of) for part, of in zip(nodes, types, strict=True)]
        of = Type(TUPLE, tuple(part.type for part in parts))
        return self.form("tuple", of, *parts)

    def constant(self, node: ast.AST, constant: object) -> Value:
        kind = _SCALARS.get(type(constant))
        if kind is None:
            self.refuse(node, "is not a number, a bool or a text")
        return Value(self.program.constant(constant), kind)

    def known(self, node: ast.AST, name: str) -> Any:  # any value that the name may have
        """The value of a name in the module, in the enclosing function, or in Python's builtins."""
        if name not in self.outside:
            self.refuse(node, "is not known")
        value = self.outside[name]  # cached functions, too
        return inspect.unwrap(value, stop=inspect.isfunction) if callable(value) else value

    def value_of_name(self, node: ast.Name) -> Value:
        name = node.id
        if name == self.me:
            return self.itself
        if name not in self.names:
            return self.constant(node, self.known(node, name))
        return Value(self.program.named(name), self.names[name])

    def value_of_attribute(self, node: ast.Attribute) -> Value:
        of, name = self.value(node.value), node.attr
        if of.type.kind != OBJECT:
            self.refuse(node)
        known = self.field(node, of.type.of, name)
        if not known.kind and name.isupper():  # a class constant
            return self.constant(node, inspect.getattr_static(of.type.of, name, None))
        if not known.kind:
            self.refuse(node, "has no value yet: set it in __init__")
        return self.form("field", known, of, name=name, named=self.program.named(name))

    def value_of_subscript(self, node: ast.Subscript, word: str = "item") -> Value:
        match node:
            case ast.Subscript(
                ast.Subscript(ast.Subscript(ast.Name(id=name), first), second), third
            ) if name not in self.names and hasattr(self.outside.get(name), "__wrapped__"):
                return self.tuple_of((first, second, third), ANY)
        of = self.value(node.value)
        match of.type.kind, node.slice:
            case "tuple", ast.Constant(value=int(number)) if number < len(of.type.parts):
                if word == "item":
                    return self.part(of, number)
            case "list", ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                if word == "item":
                    return self.form("from the end", of.type.parts[0], of, number=number)
            case "list", index:
                return self.form(word, of.type.parts[0], of, self.value(index, NUMBER))
        return self.refuse(node)

    def value_of_binop(self, node: ast.BinOp, wanted: Type) -> Value:
        match node:
            case ast.BinOp(left=ast.List(elts=[_]) as left, op=ast.Mult()):
                [item] = self.value(left, wanted).type.parts
                times = self.value(node.right, NUMBER)
                return self.form(
                    "repeat", Type(LIST, (item,)), self.value(left.elts[0], item), times
                )
        value = self.value(node.left)
        if value.type == TEXT and isinstance(node.op, ast.Add):
            return self.form("text", TEXT, value, self.value(node.right, TEXT))
        if type(node.op) not in _SIGNS:
            self.refuse(node)
        value = self.fitted(node, value, NUMBER)
        return self.form(_SIGNS[type(node.op)], NUMBER, value, self.value(node.right, NUMBER))

    def value_of_compare(self, node: ast.Compare) -> Value:
        left = self.value(node.left)
        of = NUMBER if left.type == OPTIONAL else left.type
        match node.ops, node.comparators:
            case [ast.Is() | ast.IsNot() as op], [ast.Constant(value=None)] if of == NUMBER:
                sign = "==" if isinstance(op, ast.Is) else "!="
                return self.form("missing", BOOL, left, sign=sign)
            case [ast.Eq() | ast.NotEq() as op], [other] if of in (BOOL, TEXT):
                return self.form(_SIGNS[type(op)], BOOL, left, self.value(other, of))
            case [op], [other] if of == NUMBER and type(op) in _SIGNS:
                left = self.fitted(node, left, NUMBER)
                return self.form(_SIGNS[type(op)], BOOL, left, self.value(other, NUMBER))
        return self.refuse(node, "compares values that cannot be compared")

    def piece(self, node: ast.expr) -> Value:
        """A piece of an f-string: a text, or a number with its width if zero-padded."""
        match node:
            case ast.Constant(value=text):
                return self.constant(node, text)
            case ast.FormattedValue(value=inner, conversion=-1, format_spec=spec):
                width = ast.unparse(spec)[2:-1] if spec else "00"
            case _:
                self.refuse(node)
        value = self.value(inner)
        if value.type == TEXT and not spec:
            return value
        if not re.fullmatch("0[0-9]", width):
            self.refuse(node)
        return self.form("digits", TEXT, self.fitted(node, value, NUMBER), width=width[1])

    # calls

    def value_of_call(self, node: ast.Call) -> Value:
        match node.func:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr=name):
                return self.of_super(node, name)
            case ast.Attribute(value=whole, attr=name):
                return self.method(node, self.value(whole), name)
            case ast.Name(id=name) if name not in self.names:
                target = self.known(node.func, name)
                if isinstance(target, FunctionType):
                    return self.called(node, target, None)
                if target in _BUILT_IN and not node.keywords:
                    return self.built_in(node, name)
                if isinstance(target, type) and target.__module__ != "builtins":
                    return self.made(node, target)
        return self.refuse(node)

    def of_super(self, node: ast.Call, name: str) -> Value:
        """A call of the overridden method."""
        around: object = super(self.outside["__class__"], self.owner)
        python = getattr(around, name, None)
        if python is object.__init__:
            return Value("", ANY)
        if not isinstance(python, FunctionType):
            self.refuse(node)
        return self.called(node, python, self.owner, self.itself)

    def made(self, node: ast.Call, of: type) -> Value:
        """An object, or a named tuple."""
        if issubclass(of, tuple) and len(node.args) == len(getattr(of, "_fields", ())):
            return self.tuple_of(node.args, ANY)
        self.program.classes.setdefault(of, {})
        me, make = Value("", Type(OBJECT, of=of)), inspect.getattr_static(of, "__init__")
        if not isinstance(make, FunctionType):
            return self.form("make", me.type)
        return self.form("make", me.type, *self.arguments(node, make, of, me)[1])

    def method(self, node: ast.Call, of: Value, name: str) -> Value:
        if of.type.kind == LIST and node is self.whole:
            self.changes = True
            self.program.grown.add(of.type)
            match name, node.args:
                case "append", [item]:
                    return self.form("append", ANY, of, self.value(item, of.type.parts[0]))
                case "pop", []:
                    return self.form("pop", of.type.parts[0], of)
        python = inspect.getattr_static(of.type.of, name, None)
        if of.type.kind != OBJECT or not isinstance(python, FunctionType) or name == "__init__":
            self.refuse(node)
        return self.called(node, python, of.type.of, of)

    def called(self, node: ast.Call, python: FunctionType, owner: type | None, *me: Value) -> Value:
        """A call of a function, which is translated, too."""
        function, parts = self.arguments(node, python, owner, *me)
        if function.changes and node is not self.whole:
            self.refuse(node, "changes something inside a larger expression")
        texts = [part.text for part in (*me, *parts)]
        return Value(self.program.call(function, texts), function.result)

    def arguments(
        self, node: ast.Call, python: FunctionType, owner: type | None, *me: Value
    ) -> tuple[Function, list[Value]]:
        """The function called, and a value for each of its parameters."""
        keywords = {str(keyword.arg): keyword.value for keyword in node.keywords}
        try:
            bound = inspect.signature(python).bind(*me, *node.args, **keywords)
        except TypeError as error:
            self.refuse(node, f"cannot be called: {error}")
        bound.apply_defaults()
        given = {}
        for name, argument in [*bound.arguments.items()][len(me) :]:
            is_here = isinstance(argument, ast.expr)
            given[name] = self.value(argument) if is_here else self.constant(node, argument)
        types = {name: value.type for name, value in given.items()}
        called = self.program.function(python, owner, types)
        self.makes, self.changes = self.makes or called.makes, self.changes or called.changes
        parts = []
        for name, value in given.items():
            parts.append(self.fitted(node, value, called.names[name]))
        return called, parts

    def built_in(self, node: ast.Call, name: str) -> Value:
        if (name, len(node.args)) in _OF_NUMBERS:
            return self.form(name, NUMBER, *(self.value(part, NUMBER) for part in node.args))
        if len(node.args) != 1:
            self.refuse(node)
        if name == "bool":
            return self.condition(node.args[0])
        value = self.value(node.args[0])
        if word := _CONVERSIONS.get((name, value.type.kind)):
            return self.form(word, value.type if word == "copy" else NUMBER, value)
        return self.method(ast.Call(node.func, [], []), value, f"__{name}__")
