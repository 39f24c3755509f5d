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

import inspect
import linecache
import re
from abc import ABC, abstractmethod
from ast import (
    AST,
    AnnAssign,
    Assign,
    Attribute,
    AugAssign,
    BinOp,
    BoolOp,
    Break,
    Call,
    Compare,
    Constant,
    Continue,
    Expr,
    For,
    FormattedValue,
    FunctionDef,
    If,
    IfExp,
    Is,
    IsNot,
    JoinedStr,
    List,
    Load,
    Mult,
    Name,
    Not,
    Or,
    Pass,
    Raise,
    Return,
    Store,
    Subscript,
    Tuple,
    UnaryOp,
    USub,
    While,
    arg,
    copy_location,
    expr,
    iter_child_nodes,
    parse,
    stmt,
    unparse,
    walk,
)
from collections import defaultdict
from collections.abc import Mapping, Sequence
from copy import copy
from functools import lru_cache
from importlib.resources import files
from types import FunctionType
from typing import ClassVar, NamedTuple, NoReturn

from hanoi_fsm.fsm.errors import ExportError, FsmError, shortened
from hanoi_fsm.fsm.memory import Memory

LIST, TUPLE, OBJECT = "list", "tuple", "object"


class Type(NamedTuple):
    """The type of a place.

    The `parts` are the types of the items: one of a list, one per item of a tuple. An object is
    `of` a class. The `kind` is "" if the type is unknown.
    """

    kind: str = ""
    parts: tuple[Type, ...] = ()
    of: type = object

    def __str__(self) -> str:
        name = self.of.__name__ if self.kind == OBJECT else self.kind
        return name or "value of no known type"


ANY, NUMBER, BOOL, TEXT = Type(), Type("number"), Type("bool"), Type("text")
OPTIONAL, VOID, TRUTH = Type("number or None"), Type("None"), Type("truth")
"""A condition has `TRUTH` as the wanted type: it may also be a number or a list."""
SCALARS: Mapping[type, Type] = {int: NUMBER, bool: BOOL, str: TEXT}
NOTED = {"int": NUMBER, "bool": BOOL, "str": TEXT, "int | None": OPTIONAL, "None": VOID}
"""Types by their annotations."""


class Value(NamedTuple):
    """An expression in the other language; or the default value of a field, perhaps none."""

    text: str
    type: Type


NOTHING, ZERO = Value("", ANY), Value("0", NUMBER)
Key = tuple[str, type | None]
"""The name of a function, and the class of a method."""


def text_of(package: str, *names: str) -> str:
    """The texts of these files in a package, one after the other."""
    folder = files(package)
    return "\n\n".join(folder.joinpath(name).read_text("ascii").strip() for name in names)


@lru_cache(1)
def operations() -> dict[tuple[str, str], dict[str, str]]:
    """The rows of operations.txt, by the name of the operation and the kind of its first part.

    A row has the kind of the second part that the operation `takes`, the kind of the value that it
    `gives` (`same` for the type of the first part, `item` for that of its items), its `effect`, and
    its form in each language.
    """
    lines = text_of(__package__, "operations.txt").splitlines()
    head, *rows = (re.split(" {2,}", line) for line in lines if line)
    named = [dict(zip(head, row, strict=True)) for row in rows]
    return {(row["name"], row["first"]): row for row in named}


def of_kind(word: str, first: Type) -> Type:
    """The type that a row names, of an operation on a value of the `first` type."""
    return {"same": first, "item": [*first.parts, ANY][0]}.get(word, Type(word))


def declared(note: expr | None, otherwise: Type = ANY) -> Type:
    """The type given by an annotation; `otherwise` if it is the name of a class."""
    if not isinstance(note, Subscript):
        return NOTED.get(unparse(note), otherwise) if note else otherwise
    parts = tuple(map(declared, getattr(note.slice, "elts", [note.slice])))
    kind = unparse(note.value)
    return Type(kind, parts) if kind in (LIST, TUPLE) and ANY not in parts else otherwise


@lru_cache(8)
def functions_in(text: str) -> list[FunctionDef]:
    """The syntax trees of all functions of a file."""
    return [node for node in walk(parse(text)) if isinstance(node, FunctionDef)]


def definition(python: FunctionType) -> FunctionDef:
    """The syntax tree of a function, by the line where it, or its first decorator, begins."""
    code = python.__code__
    text = "".join(linecache.getlines(code.co_filename, python.__globals__))
    for node in functions_in(text):
        first, *_ = (*node.decorator_list, node)
        if first.lineno == code.co_firstlineno:
            return node
    why = "it has no source, like `__init__` of a dataclass"
    raise ExportError(f"{python.__qualname__} cannot be translated: {why}")


class Plain:
    """A class that sets no fields."""

    def __init__(self) -> None:
        pass


class Translation(ABC):
    """The translation of some functions, each after the functions that it calls.

    `classes` has the fields of objects, and `types` the names of types that a language has to
    define. Lists of the types in `grown` change their lengths. The
    `effects` of the function that is being translated tell whether it "changes" a field or a list,
    and whether it "makes" a value that has to be freed.
    """

    language: ClassVar[str]
    """Its column in operations.txt."""
    me: ClassVar[str]
    """The name by which a method calls its object."""

    def __init__(self) -> None:
        self.functions: dict[Key, Function] = {}
        self.begun: set[Key] = set()
        self.classes: defaultdict[type, dict[str, Value]] = defaultdict(dict)
        self.types: dict[Type, str] = {}
        self.grown: set[Type] = set()
        self.effects: set[str] = set()

    @abstractmethod
    def named(self, name: str) -> str:
        """An identifier for a name that is not reserved by the language or the surrounding text."""

    @abstractmethod
    def type_name(self, of: Type) -> str:
        """The name of a type in the language, as used in forms."""

    @abstractmethod
    def constant(self, value: object) -> str:
        """A constant in the language: a number, a bool or a text."""

    def form(self, word: str, *parts: Value, of: Type = ANY, name: str = "", **about: str) -> Value:
        """The value of an operation, `of` a type unless its row gives that."""
        first = parts[0].type if parts else ANY
        row = operations().get((word, first.kind)) or operations()[word, "-"]
        self.effects.add(row["effect"])
        if row["gives"] != "-":
            of = of_kind(row["gives"], first)
        texts = [part.text for part in parts]
        text = row[self.language].format(
            *texts,
            of=self.type_name(of),
            first=self.type_name(first),
            parts=", ".join(texts),
            others=", ".join(texts[1:]),
            count=len(texts),
            line="\n",
            name=name,
            named=self.named(name),
            **about,
        )
        return Value(text, of)

    def function(
        self, python: FunctionType, owner: type | None, given: Mapping[str, Type], name: str = ""
    ) -> Function:
        """Translate a function, or a method of a class, called with such arguments."""
        name = name or python.__name__
        own = inspect.getattr_static(owner, name) if owner else python
        if isinstance(own, FunctionType) and own is not python:  # overridden in a subclass
            name = re.sub(r"\W+", "_", python.__qualname__)
        key = name, owner
        if key not in self.begun:
            self.begun.add(key)
            around, self.effects = self.effects, set()
            self.functions[key] = Function(self, python, owner, given, name)
            self.effects = around
        function = self.functions.get(key)
        if function is None or function.python is not python or name == "constructor":
            why = "it calls itself, or its name is that of another function, or `constructor`"
            raise ExportError(f"{python.__qualname__} cannot be translated: {why}")
        self.effects |= function.effects
        return function

    def word(self, memory: type[Memory], word: str) -> None:
        """Translate a guard or an action."""
        function = self.function(inspect.getattr_static(memory, word), memory, {}, word)
        if len(function.parameters) > 1:
            raise ExportError(f"{word} cannot be translated: nothing gives it arguments")
        is_question = function.result == BOOL and "changes" not in function.effects
        if word in memory.guards() and not is_question:
            why = "expected a guard that only returns a bool, without side effects"
            raise ExportError(f"the guard {word} cannot be translated: {why}")


class Function:
    """Translates a function, or a method of its `owner`, and refuses constructs outside the subset.

    In the end `places` has its parameters and other local names, and `lines` its body. Only an
    expression that is a `whole` statement may have the effect that it changes something.
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
        self.node = definition(python)
        self.is_init = python.__name__ == "__init__"
        self.result = declared(self.node.returns)
        self.lines: list[str] = []
        self.effects, self.form = program.effects, program.form
        self.whole: expr | None = None
        outside = inspect.getclosurevars(python)
        self.outside = {**outside.builtins, **outside.globals, **outside.nonlocals}
        parameters = [node for node in iter_child_nodes(self.node.args) if isinstance(node, arg)]
        self.parameters = [parameter.arg for parameter in parameters]
        self.itself = Value(program.me, Type(OBJECT, of=owner or object))
        self.places = dict.fromkeys(self.parameters[: bool(owner)], self.itself)
        for parameter in parameters[bool(owner) :]:
            of = declared(parameter.annotation, given.get(parameter.arg, ANY))
            place = Value(program.named(parameter.arg), of)
            self.places[parameter.arg] = self.fitted(parameter, place)
        self.statements(self.node.body)
        ends = isinstance(self.node.body[-1], Return | Raise)
        if self.result not in (ANY, VOID) and not ends:
            self.add("raise", Value(program.constant("a method ends without a value"), TEXT))

    def refuse(self, node: AST, why: str = "is outside the subset") -> NoReturn:
        """Raise `ExportError` with the fault of a construct, the method, and the line."""
        where = f"{self.python.__qualname__}, line {getattr(node, 'lineno', self.node.lineno)}"
        raise ExportError(f"`{shortened(unparse(node))[1:-1]}` {why} ({where})")

    def fitted(self, node: AST, value: Value, wanted: Type = ANY) -> Value:
        """A value as stored in a place of the wanted type."""
        if value.type in (ANY, VOID):
            self.refuse(node, "is of no known type: write it down, as in `x: list[int] = []`")
        if wanted in (ANY, value.type):
            return value
        word = f"to {wanted.kind}"
        if (word, value.type.kind) in operations():
            return self.form(word, value)
        if wanted == TRUTH:
            self.refuse(node, f"is a {value.type} in a condition: compare it")
        return self.refuse(node, f"is a {value.type} where a {wanted} is expected")

    def operation(self, node: expr, word: str, first: Value, *others: expr) -> Value:
        """An operation whose row has the types of its parts; numbers stand in for missing ones."""
        rows, is_compared = operations(), isinstance(node, Compare)
        may_convert = first.type == OPTIONAL or not is_compared
        if may_convert and (word, first.type.kind) not in rows and (word, "number") in rows:
            first = self.fitted(node, first, NUMBER)
        row = rows.get((word, first.type.kind))
        if row is None or len(others) != (row["takes"] != "-"):
            self.refuse(node, *["compares values that cannot be compared"][:is_compared])
        parts = [self.value(other, of_kind(row["takes"], first.type)) for other in others]
        return self.form(word, first, *parts)

    def check_whole(self, node: expr) -> None:
        """Refuse a side effect within a larger expression, which has an order of its own."""
        if node is not self.whole:
            self.refuse(node, "changes something inside a larger expression")

    # statements

    def add(self, word: str, *parts: Value) -> None:
        """Add a statement made from a form."""
        self.lines += self.form(word, *parts).text.splitlines()

    def statements(self, nodes: Sequence[stmt]) -> None:
        for node in nodes:
            self.whole = None if isinstance(node, AugAssign) else getattr(node, "value", None)
            self.statement(node)

    def block(self, head: str, nodes: Sequence[stmt]) -> None:
        self.lines.append(f"{head} {{")
        self.statements(nodes)
        self.lines.append("}")

    def statement(self, node: stmt) -> None:
        match node:
            case Pass() | Expr(value=Constant()) | AnnAssign(value=None):
                pass
            case Break() | Continue():
                self.lines.append(f"{type(node).__name__.lower()};")
            case Expr(value=value):
                if text := self.expression(value).text:
                    self.lines.append(f"{text};")
            case Assign(targets=targets, value=value):
                self.assign(targets, value)
            case AnnAssign(target=target, annotation=note, value=expr() as value):
                self.put(target, self.value(value, declared(note)))
            case AugAssign(target=target, op=op, value=value):
                before = copy(target)
                before.ctx = Load()
                self.put(target, self.value(copy_location(BinOp(before, op, value), node)))
            case _:
                self.compound(node)

    def compound(self, node: stmt) -> None:
        match node:
            case Return(value=None):
                if self.is_init or self.result != VOID:
                    self.refuse(node, "does not return what the annotation of its method says")
                self.lines.append("return;")
            case Return(value=expr() as value):
                given = self.value(value, self.result)
                self.result = given.type
                self.lines.append(f"return {given.text};")
            case Raise(exc=Call(func=Name(id=name), args=[text], keywords=[])):
                self.stop(node, name, text)
            case If(test=test, body=body, orelse=others):
                self.block(f"if ({self.value(test, TRUTH).text})", body)
                if others:
                    self.lines.pop()
                    self.block("} else", others)
            case While(test=test, body=body, orelse=[]):
                self.block(f"while ({self.value(test, TRUTH).text})", body)
            case For(target=Name(), orelse=[]):
                self.loop(node)
            case _:
                self.refuse(node)

    def assign(self, targets: list[expr], node: expr) -> None:
        """Set one or several targets, after evaluating all values."""
        places, values = targets, list[Value]()
        match targets, node:
            case [Tuple(elts=places)], Tuple(elts=items) if len(places) == len(items):
                for place, item in zip(places, items, strict=True):
                    values.append(self.new(self.value(item, self.expression(place).type)))
            case [Tuple(elts=places)], _:
                whole = self.new(self.value(node))
                if whole.type.kind != TUPLE or len(whole.type.parts) != len(places):
                    self.refuse(node, f"is not a tuple of {len(places)}")
                values += [self.part(whole, number) for number in range(len(places))]
            case [place], _:
                values.append(self.value(node, self.expression(place).type))
            case _:
                values += [self.new(self.value(node))] * len(places)
        for place, value in zip(places, values, strict=True):
            self.put(place, value)

    def part(self, of: Value, number: int) -> Value:
        return self.form("part", of, of=of.type.parts[number], name=str(number))

    def new(self, value: Value) -> Value:
        """Store a value under a new name."""
        new = Value(f"new_{len(self.places)}_", value.type)  # not a name that people use
        self.places[new.text] = new
        self.add("set", new, value)
        return new

    def put(self, target: expr, value: Value) -> None:
        """Give a value to a name, a field or an item of a list."""
        word, place = "set", self.expression(target)
        match target:
            case Name(id=name):
                self.places.setdefault(name, Value(place.text, value.type))
            case Attribute(value=whole, attr=name):
                me = self.value(whole)
                word = "put" if is_output(me, name) else "set"
                self.program.classes[me.type.of].setdefault(name, Value("", value.type))
                if not (self.is_init and me == self.itself):
                    self.effects.add("changes")
            case Subscript() if not re.fullmatch(r"\w+", value.text):
                value = self.new(value)  # its error comes before the place
        self.add(word, place, self.fitted(target, value, place.type))

    def stop(self, node: Raise, name: str, text: expr) -> None:
        """End the run with an error, in the words in which the package reports it."""
        error, effects = self.known(node, name), {*self.effects}
        words = self.value(text, TEXT)
        shows = inspect.getattr_static(error, "__str__", None)
        if not isinstance(error, type) or shows is not BaseException.__str__:  # as a KeyError does
            self.refuse(node)
        if not issubclass(error, FsmError):
            words = self.form("text", self.constant(node, f"{name}: "), words)
        self.add("raise", words)
        self.effects &= effects  # what it makes need not be freed

    def loop(self, node: For) -> None:
        """Repeat a block for each number of a range, or each item of a list."""
        step = "1"
        match node.iter:
            case Call(func=Name(id="range"), args=[_, *_] as ends, keywords=[]):
                first, last, *by = ends if len(ends) > 1 else [Constant(0), *ends]
                step = unparse(by[0]) if by else step
                start = self.value(first, NUMBER)
                stop = self.new(self.value(last, NUMBER))
                at = item = self.new(start)
            case over:
                items = self.new(self.value(over))
                if items.type.kind != LIST:
                    self.refuse(over, "is not a range or a list")
                at = self.new(ZERO)
                stop, item = self.form("len", items), self.form("item", items, at)
        if not re.fullmatch("-?[1-9][0-9]*", step):
            self.refuse(node, "needs a step that is a constant")
        sign = ">" if step[0] == "-" else "<"
        self.lines.append(f"for (; {at.text} {sign} {stop.text}; {at.text} += {step}) {{")
        self.put(node.target, item)
        self.statements(node.body)
        self.lines.append("}")

    # expressions

    def value(self, node: expr, wanted: Type = ANY) -> Value:
        """An expression as stored in a place of the wanted type."""
        return self.fitted(node, self.expression(node, wanted), wanted)

    def expression(self, node: expr, wanted: Type = ANY) -> Value:
        """An expression, perhaps of an unknown type: a new place, or a call without a value."""
        [inner] = wanted.parts if wanted.kind == LIST else [ANY]
        match node:
            case Constant(value=None) if wanted == OPTIONAL:
                return self.form("None")
            case Constant(value=constant):
                return self.constant(node, constant)
            case JoinedStr(values=[_, *_] as pieces):
                return self.form("text", *map(self.value, pieces))
            case Tuple(elts=items):
                return self.tuple_of(items, wanted.parts)
            case List(elts=[]):
                return self.form("no items", of=Type(LIST, (inner,)) if inner.kind else ANY)
            case List(elts=[first, *others]):
                parts = [self.value(first, inner)]
                parts += [self.value(other, parts[0].type) for other in others]
                return self.form("items", *parts, of=Type(LIST, (parts[0].type,)))
            case BinOp(left=List(elts=[item]), op=Mult(), right=times):
                part, number = self.value(item, inner), self.value(times, NUMBER)
                return self.form("repeated", part, number, of=Type(LIST, (part.type,)))
            case BoolOp(op=op, values=values):
                sign, of = "||" if isinstance(op, Or) else "&&", TRUTH if wanted == TRUTH else BOOL
                texts = [self.value(value, of).text for value in values]
                return Value(f"({f' {sign} '.join(texts)})", BOOL)
            case IfExp(test=test, body=body, orelse=orelse):
                condition, yes = self.value(test, TRUTH), self.value(body, wanted)
                no = self.value(orelse, wanted if wanted.kind else yes.type)
                return self.form("choose", condition, yes, no, of=yes.type)
            case _:
                return self.calculation(node)

    def calculation(self, node: expr) -> Value:
        """An expression whose parts tell its type."""
        match node:
            case FormattedValue(value=piece, conversion=-1, format_spec=None):
                return self.operation(node, "format", self.value(piece))
            case FormattedValue(
                value=piece, conversion=-1, format_spec=JoinedStr(values=[Constant(value=width)])
            ) if re.fullmatch("0[0-9]", str(width)):
                return self.form("digits", self.value(piece, NUMBER), name=str(width)[1])
            case BinOp(left=left, op=op, right=right):
                return self.operation(node, type(op).__name__, self.value(left), right)
            case UnaryOp(op=USub(), operand=operand):
                return self.operation(node, "Sub", ZERO, operand)
            case UnaryOp(op=Not(), operand=operand):
                return self.form("not", self.value(operand, TRUTH))
            case Compare(left=left, ops=[Is() | IsNot() as op], comparators=[Constant(value=None)]):
                return self.operation(node, type(op).__name__, self.value(left))
            case Compare(left=left, ops=[op, *_], comparators=others):
                return self.operation(node, type(op).__name__, self.value(left), *others)
            case Name():
                return self.name_of(node)
            case Attribute():
                return self.attribute(node)
            case Subscript():
                return self.subscript(node)
            case Call():
                return self.called(node)
            case _:
                return self.refuse(node)

    def name_of(self, node: Name) -> Value:
        """A local name, perhaps a new one, or a constant of the module."""
        if node.id in self.places:
            return self.places[node.id]
        if isinstance(node.ctx, Store):
            return Value(self.program.named(node.id), ANY)
        return self.constant(node, self.known(node, node.id))

    def constant(self, node: AST, constant: object) -> Value:
        if type(constant) not in SCALARS:
            self.refuse(node, "is not a number, a bool or a text")
        return Value(self.program.constant(constant), SCALARS[type(constant)])

    def known(self, node: AST, name: str) -> object:
        """The value of a name in the module, in the enclosing function, or in Python's builtins."""
        if name not in self.outside:
            self.refuse(node, "is not known")
        return inspect.unwrap(self.outside[name], stop=inspect.isfunction)  # if it is cached

    def tuple_of(self, nodes: Sequence[expr], types: Sequence[Type] = ()) -> Value:
        wanted = types if len(types) == len(nodes) else [ANY] * len(nodes)
        parts = list(map(self.value, nodes, wanted))
        return self.form("tuple", *parts, of=Type(TUPLE, tuple(part.type for part in parts)))

    def attribute(self, node: Attribute) -> Value:
        """A field of an object, or a constant of its class; a target may be a new field."""
        me, name, is_target = self.value(node.value), node.attr, isinstance(node.ctx, Store)
        if me.type.kind != OBJECT:
            self.refuse(node)
        fields = self.program.classes[me.type.of]
        default = inspect.getattr_static(me.type.of, name, None)
        if name not in fields and name.isupper() and not is_target:
            return self.constant(node, default)
        if type(default) in SCALARS and not name.isupper():
            fields.setdefault(name, self.constant(node, default))
        may_begin = is_target and me == self.itself and (self.is_init or is_output(me, name))
        if not may_begin and (name not in fields or is_output(me, name)):
            self.refuse(node, "has no value yet: set it in __init__")
        return self.form("field", me, of=fields.get(name, NOTHING).type, name=name)

    def subscript(self, node: Subscript) -> Value:
        """An item of a list, also as a target; a part of a tuple; or a tuple in a table."""
        match node:
            case Subscript(Subscript(Subscript(Name(id=name), first), second), third) if (
                name not in self.places and hasattr(self.outside.get(name), "__wrapped__")
            ):
                return self.tuple_of([first, second, third])
        of, word = self.value(node.value), "place" if isinstance(node.ctx, Store) else "item"
        match of.type.kind, node.slice:
            case "tuple", Constant(value=int(number)) if number < len(of.type.parts):
                if word == "item":
                    return self.part(of, number)
            case "list", UnaryOp(op=USub(), operand=Constant() as number):
                return self.operation(node, f"last {word}", of, number)
        return self.operation(node, word, of, node.slice)

    # calls

    def called(self, node: Call) -> Value:
        """A call of a method; or of what has a name."""
        match node.func:
            case Name(id=name) if name not in self.places:
                return self.called_by_name(node, name, self.known(node.func, name))
            case Attribute(value=Call(func=Name(id="super"), args=[]), attr=name):
                around: object = super(self.outside["__class__"], self.owner)
                python, me = getattr(around, name, None), self.itself
                if python is object.__init__:
                    return NOTHING
            case Attribute(value=whole, attr=name) if name != "__init__":
                me = self.value(whole)
                if me.type.kind == LIST:
                    self.check_whole(node)
                    self.program.grown.add(me.type)
                    return self.operation(node, f".{name}", me, *node.args)
                python = inspect.getattr_static(me.type.of, name, None)
            case _:
                self.refuse(node)
        return self.result_of(node, "method", python, me)

    def called_by_name(self, node: Call, name: str, python: object) -> Value:
        """A call of a plain function; or the making of an object or a named tuple."""
        if getattr(python, "__module__", "") == "builtins":
            return self.built_in(node, name)
        if not isinstance(python, type):
            return self.result_of(node, "function", python)
        if issubclass(python, tuple) and len(node.args) == len(getattr(python, "_fields", ())):
            return self.tuple_of(node.args)
        self.program.classes[python]  # also if it has no fields
        make = inspect.getattr_static(python, "__init__")
        if not isinstance(make, FunctionType):
            make = vars(Plain)["__init__"]
        return self.result_of(node, "object", make, Value("", Type(OBJECT, of=python)))

    def result_of(self, node: Call, word: str, python: object, *me: Value) -> Value:
        """The result of a function, which is translated, too, or the object that it sets up."""
        if not isinstance(python, FunctionType):
            self.refuse(node)
        keywords = {str(keyword.arg): self.value(keyword.value) for keyword in node.keywords}
        values = [*me, *map(self.value, node.args)]
        try:
            bound = inspect.signature(python).bind(*values, **keywords)
        except TypeError as error:
            self.refuse(node, f"cannot be called: {error}")
        bound.apply_defaults()
        given = {}
        for name, value in bound.arguments.items():
            given[name] = value if isinstance(value, Value) else self.constant(node, value)
        types = {name: value.type for name, value in given.items()}
        called = self.program.function(python, me[0].type.of if me else None, types)
        if "changes" in called.effects:
            self.check_whole(node)
        parts = [self.fitted(node, given[name], called.places[name].type) for name in given]
        of = me[0].type if word == "object" else called.result
        return self.form(word, *parts, of=of, name=called.name)

    def built_in(self, node: Call, name: str) -> Value:
        """A call of a function of Python, or of the method of an object that implements it."""
        if node.keywords or not node.args:
            self.refuse(node)
        first, *others = node.args
        value = self.value(first, TRUTH if name == "bool" else ANY)
        if value.type.kind == OBJECT:
            method = Call(Attribute(first, f"__{name}__", Load()), others, [])
            return self.called(copy_location(method, node))
        return self.operation(node, name, value, *others)


def is_output(me: Value, name: str) -> bool:
    """Whether a field is the output of a memory."""
    return name == "output" and issubclass(me.type.of, Memory)
