"""C99: the functions and classes of the plain subset, with their types.

A list is a structure with its items and their number; one that never changes its length, such as
the three heights of the pegs, has its items in itself. An object is behind a pointer, so that what
else is in a memory can be in registers. Local names point to lists and objects, but for those that
a function makes: it frees them when it returns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hanoi_fsm.fsm.codegen.subset import (
    BOOL,
    BUILT,
    LIST,
    NUMBER,
    OBJECT,
    TEXT,
    TUPLE,
    Function,
    Program,
    Statement,
    Type,
    Value,
    core,
)
from hanoi_fsm.fsm.codegen.writer import INDENT, Writer, fixed, indented, is_small, is_within, kind
from hanoi_fsm.fsm.errors import ExportError
from hanoi_fsm.fsm.memory import Memory

SCALARS = {
    NUMBER: "int64_t",
    BOOL: "int",
    TEXT: "const char *",
    BUILT: "const char *",
    "": "int64_t",
}
WORDS = (
    "place within asm auto break case char const continue default do double else enum extern "
    "float for goto if inline int long register restrict return short signed sizeof static struct "
    "switch typedef union unsigned void volatile while NULL EOF stdin stdout stderr errno NAME "
    "USAGE INITIAL NONE add subtract multiply modulo quotient shifted shifted_back absolute least "
    "most known at text from_the_end stop die free self output has_output result event state "
    "memory m int8_t int16_t int32_t int64_t uint64_t size_t present strcmp strlen memcpy memset "
    "printf puts item index more fresh object resized unix linux list_of_numbers"
)
RESERVED = frozenset(WORDS.split())
"""The words of C, of its headers, and of the texts around, which no name may be."""
LARGEST = 2**63 - 1
IN_LITERAL = frozenset(map(chr, range(ord(" "), ord("~") + 1))) - set('"\\?')
"""The characters that stand for themselves in a C string."""


class Types:
    """The names of the types of a program in C, and their definitions in the order of need."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.definitions: list[str] = []

    def name(self, of: Type) -> str:
        """The type in C of the values in a place."""
        known = of.found()
        if known.kind in SCALARS:
            return SCALARS[known.kind]
        if known.kind == OBJECT:
            return f"struct {class_name(known.of)}"
        parts = [self.name(one) for one in known.parts]
        length = fixed(known)
        sign = f"{known.kind} {length} {parts}"
        if sign not in self.names:
            name = self.names[sign] = f"{known.kind}_{len(self.names)}"
            if known.kind == TUPLE:
                self.definitions += tuple_text(name, parts, known)
            elif length:
                fields = f"    {joined(parts[0], f'items[{length}]')};"
                self.definitions.append(f"struct {name} {{\n{fields}\n}};")
            else:
                inner = known.parts[0].found().kind == LIST and not fixed(known.parts[0].found())
                drop = f"drop_{parts[0].removeprefix('struct ')}(&list->items[index]);"
                text = LIST_TEXT.replace("NAME_OF", name).replace(
                    "DROP", drop if inner else "(void)index;"
                )
                self.definitions.append(text.replace("ITEM ", joined(parts[0], "")))
        return f"struct {self.names[sign]}"


def joined(of: str, name: str) -> str:
    """A declaration."""
    return f"{of}{name}" if of.endswith("*") else f"{of} {name}"


def class_name(of: type | None) -> str:
    """The name of a class in C."""
    return plain(of.__name__) if of else ""


def plain(name: str) -> str:
    """A name in C."""
    text = "".join(one if one.isascii() else f"u{ord(one):x}" for one in name)
    is_macro = len(text) > 1 and text.isupper()
    return f"{text}_" if is_macro or text.rstrip("_") in RESERVED else text


def literal(text: str) -> str:
    r"""A C string of the text, in ASCII and without trigraphs.

    >>> print(literal('say "é??/"'))
    "say \042\303\251\077\077/\042"
    """
    texts = (
        chr(byte) if chr(byte) in IN_LITERAL else f"\\{byte:03o}"
        for byte in text.encode("utf-8", "backslashreplace")
    )
    return f'"{"".join(texts)}"'


def tuple_text(name: str, parts: list[str], of: Type) -> Iterator[str]:
    """The definition of a tuple, and what compares two of them and refuses a missing one."""
    fields = "".join(f"    {joined(part, f'_{number}')};\n" for number, part in enumerate(parts))
    yield f"struct {name} {{\n{fields}}};"
    equal = []
    for number, part in enumerate(parts):
        one, other = f"a._{number}", f"b._{number}"
        if part.startswith("struct "):
            equal.append(f"same_{part.removeprefix('struct ')}({one}, {other})")
        else:
            is_text = part.endswith("*")
            equal.append(f"strcmp({one}, {other}) == 0" if is_text else f"{one} == {other}")
    yield (
        f"INLINE int same_{name}(struct {name} a, struct {name} b)\n"
        f"{{\n    return {' && '.join(equal)};\n}}"
    )
    if of.parts[0].found().kind == NUMBER:
        yield (
            f"INLINE struct {name} known_{name}(struct {name} tuple)\n"
            "{\n    known(tuple._0);\n    return tuple;\n}"
        )


LIST_TEXT = """
struct NAME_OF {
    ITEM *items;
    int64_t length, size;
};

static void drop_NAME_OF(struct NAME_OF *list)
{
    int64_t index;
    for (index = 0; index < list->length; index++)
        DROP
    free(list->items);
}

static struct NAME_OF new_NAME_OF(int64_t length)
{
    struct NAME_OF list;
    list.length = length < 0 ? 0 : length;
    list.size = list.length + 1;
    list.items = resized(NULL, (size_t)list.size, sizeof *list.items);
    return list;
}

static void append_NAME_OF(struct NAME_OF *list, ITEM item)
{
    if (list->length == list->size) {
        list->size *= 2;
        list->items = resized(list->items, (size_t)list->size, sizeof *list->items);
    }
    list->items[list->length++] = item;
}

static ITEM pop_NAME_OF(struct NAME_OF *list)
{
    if (list->length == 0)
        stop("IndexError: pop from empty list");
    return list->items[--list->length];
}

static struct NAME_OF repeated_NAME_OF(ITEM item, int64_t times)
{
    struct NAME_OF list = new_NAME_OF(times);
    int64_t index;
    for (index = 0; index < list.length; index++)
        list.items[index] = item;
    return list;
}

static struct NAME_OF copied_NAME_OF(const struct NAME_OF *from)
{
    struct NAME_OF list = new_NAME_OF(from->length);
    memcpy(list.items, from->items, (size_t)from->length * sizeof *list.items);
    return list;
}

static void extend_NAME_OF(struct NAME_OF *list, struct NAME_OF more)
{
    int64_t index;
    for (index = 0; index < more.length; index++)
        append_NAME_OF(list, more.items[index]);
    free(more.items);
}
""".strip()


KEPT = """
struct {name} {{
{fields}}};

INLINE struct {name} *kept_{name}(struct {name} object)
{{
    struct {name} *found = resized(NULL, 1, sizeof *found);
    *found = object;
    return found;
}}
""".strip()


class CWriter(Writer):
    """Writes the body of a function in C."""

    reserved = RESERVED
    forms: ClassVar = {
        "+": "add({0}, {1})",
        "-": "subtract({0}, {1})",
        "*": "multiply({0}, {1})",
        "//": "quotient({0}, {1})",
        "%": "modulo({0}, {1})",
        "<<": "shifted({0}, {1})",
        ">>": "shifted_back({0}, {1})",
        "&": "({0} & {1})",
        "|": "({0} | {1})",
        "^": "({0} ^ {1})",
        "~": "(~{0})",
        "abs": "absolute({0})",
        "int": "{0}",
        "min": "least({0}, {1})",
        "max": "most({0}, {1})",
        "number": "(int64_t){0}",
        "compare": "({0} {about} {1})",
        "not": "!{0}",
        "choose": "({0} ? {1} : {2})",
        "part": "{0}._{about[0]}",
        "digits": "(int64_t)({0})",  # a number as it is written may be an int
    }

    def __init__(self, function: Function, me: str, types: Types) -> None:
        super().__init__(function, me)
        self.types = types

    def value(self, one: Value) -> str:
        """The text of a value; what is done with small numbers needs no check."""
        if is_small(one):
            a, b = map(self.value, one.parts)
            return f"({a} {one.operation} {b})"
        return super().value(one)

    def local(self, name: str) -> str:
        return plain(name) if name in self.function.names else self.me

    def pointer(self, one: Value) -> str:
        """A list or an object, by a pointer to it."""
        if one.operation == "as":
            return self.pointer(one.parts[0])
        text = self.value(one)
        is_short = one.operation == "name" and one.about not in self.function.owned
        is_object = one.operation == "field" and one.type.found().kind == OBJECT
        return text if is_short or is_object else f"&{text}"

    def member(self, one: Value, name: str) -> str:
        pointer = self.pointer(one)
        return f"{pointer[1:]}.{name}" if pointer[0] == "&" else f"{pointer}->{name}"

    def length(self, one: Value) -> str:
        return str(fixed(one.type) or self.member(one, "length"))

    def write_constant(self, one: Value) -> str:
        if isinstance(one.about, str):
            return literal(one.about)
        if isinstance(one.about, bool):
            return str(int(one.about))
        if abs(one.about) > LARGEST:
            raise ExportError(f"{one.about} cannot be translated: numbers in C have 64 bits")
        return str(one.about) if abs(one.about) < 2**30 else f"INT64_C({one.about})"

    def write_nothing(self, one: Value) -> str:
        known = one.type.found()
        if known.kind != TUPLE:
            return "NONE"
        if known.parts[0].found().kind != NUMBER or known.parts[0].found().optional:
            raise ExportError("None for a tuple that begins with no number cannot be translated")
        zeros = "".join(", 0" for _ in known.parts[1:])
        return f"({self.types.name(known)}){{NONE{zeros}}}"

    def write_as(self, one: Value) -> str:
        [given] = one.parts
        text = self.value(given)
        is_optional, was_optional = one.type.found().optional, given.type.found().optional
        if is_optional and not was_optional and one.type.found().kind == NUMBER:
            return f"present({text})"
        if is_optional or not was_optional:
            return text
        return f"known{self.suffix(given)}({text})"

    def suffix(self, one: Value) -> str:
        """The end of the name of a function for this type."""
        name = self.types.name(one.type)
        return f"_{name.removeprefix('struct ')}" if name.startswith("struct ") else ""

    def write_missing(self, one: Value) -> str:
        first = "._0" * (kind(one) == TUPLE)
        return f"({self.value(one.parts[0])}{first} {one.about} NONE)"

    def write_same(self, one: Value) -> str:
        parts = ", ".join(map(self.value, one.parts))
        if kind(one) == TUPLE:
            return f"{'!' * (one.about == '!=')}same{self.suffix(one.parts[0])}({parts})"
        return f"(strcmp({parts}) {one.about} 0)"

    def write_truth(self, one: Value) -> str:
        [given] = one.parts
        if kind(one) == LIST:
            return f"({self.length(given)} != 0)"
        text = self.value(given)
        more = f" && {text} != NONE" * given.type.found().optional
        return f"({text} != 0{more})"

    def write_field(self, one: Value) -> str:
        return self.member(one.parts[0], plain(one.about))

    def write_item(self, one: Value, check: str = "at") -> str:
        items, index = one.parts
        at = self.value(index)
        if not is_within(items, index):
            at = f"{check}({at}, {self.length(items)})"
        return f"{self.member(items, 'items')}[{at}]"

    def write_from_the_end(self, one: Value) -> str:
        [items] = one.parts
        place = f"from_the_end({one.about}, {self.length(items)})"
        return f"{self.member(items, 'items')}[{place}]"

    def write_table(self, one: Value) -> str:
        name = plain(one.about)
        index, length = self.value(one.parts[0]), f"sizeof {name} / sizeof *{name}"
        return f'{name}[within({index}, {length}, "tuple")]'

    def write_length(self, one: Value) -> str:
        return self.length(one.parts[0])

    def write_pop(self, one: Value) -> str:
        return f"pop{self.suffix(one.parts[0])}({self.pointer(one.parts[0])})"

    def write_tuple(self, one: Value) -> str:
        return f"({self.types.name(one.type)}){{{', '.join(map(self.value, one.parts))}}}"

    def write_text(self, one: Value) -> str:
        formats = []
        for part in one.parts:
            width = f"0{part.about}" if part.about else ""
            formats.append(f'"%{width}" PRId64' if part.operation == "digits" else '"%s"')
        return f"text({', '.join([' '.join(formats), *map(self.value, one.parts)])})"

    def write_call(self, one: Value) -> str:
        return f"{function_name(one.about)}({', '.join(map(self.argument, one.parts))})"

    def write_make(self, one: Value) -> str:
        return f"make_{class_name(one.type.found().of)}({', '.join(map(self.argument, one.parts))})"

    def argument(self, one: Value) -> str:
        is_kept = one.type.found().kind in (LIST, OBJECT)
        return self.pointer(one) if is_kept else self.value(one)

    # statements

    def into(self, place: str, one: Value) -> Iterator[str]:
        """The lines that give a place a list or an object of its own, or any other value."""
        if one.type.found().kind in (LIST, OBJECT):
            one = core(one)
        suffix = self.suffix(one)
        match one.operation:
            case "list":
                if not fixed(one.type):
                    yield f"{place} = new{suffix}({len(one.parts)});"
                for number, part in enumerate(one.parts):
                    yield from self.into(f"{place}.items[{number}]", part)
            case "repeat":
                item, times = map(self.value, one.parts)
                yield f"{place} = repeated{suffix}({item}, {times});"
            case "copy" if fixed(one.type):
                pointer = self.pointer(one.parts[0])
                yield f"{place} = {pointer[1:] if pointer[0] == '&' else f'*{pointer}'};"
            case "copy":
                yield f"{place} = copied{suffix}({self.pointer(one.parts[0])});"
            case "join":
                yield "{"
                yield f"{INDENT}{self.types.name(one.type)} more;"
                first, second = one.parts
                yield from indented(self.whole(place, first))
                yield from indented(self.whole("more", second))
                yield f"{INDENT}extend{suffix}(&{place}, more);"
                yield "}"
            case _:
                yield f"{place} = {self.value(one)};"

    def whole(self, place: str, one: Value) -> Iterator[str]:
        """A part of a list that is joined: a list of its own, even if it is short."""
        given = core(one)
        if given.operation in ("name", "field", "item", "from the end"):
            yield f"{place} = copied{self.suffix(given)}({self.pointer(given)});"
        else:
            yield from self.into(place, given)

    def lines_of_put(self, one: Statement) -> Iterator[str]:
        [value] = one.values
        has_output = str(int(value.operation != "nothing"))
        if value.operation != "nothing":
            yield f"{self.me}->output = {self.value(value)};"
            if value.type.found().optional:
                first = "._0" * (value.type.found().kind == TUPLE)
                has_output = f"{self.me}->output{first} != NONE"
        yield f"{self.me}->has_output = {has_output};"

    def lines_of_set(self, one: Statement) -> Iterator[str]:
        place, value = one.values
        is_alias = place.operation == "name" and place.about not in self.function.owned
        is_item = place.operation == "item"
        into = self.write_item(place, "place") if is_item else self.value(place)
        if place.type.found().kind in (LIST, OBJECT) and is_alias:
            yield f"{self.value(place)} = {self.pointer(value)};"
        elif place.type.found().kind == OBJECT and place.operation == "field":
            name = class_name(place.type.found().of)
            yield f"{self.value(place)} = kept_{name}({self.value(core(value))});"
        elif place.type.found().kind == LIST and self.is_replaced(place):
            name = self.types.name(place.type)
            yield "{"
            yield f"{INDENT}{name} fresh;"
            yield from indented(self.into("fresh", value))
            yield f"{INDENT}drop_{name.removeprefix('struct ')}(&{into});"
            yield from [f"{INDENT}{into} = fresh;", "}"]
        else:
            yield from self.into(into, value)

    def is_replaced(self, place: Value) -> bool:
        """Whether there is a list already in a place that gets another one."""
        if place.operation == "name":
            return place.about in self.function.again and not fixed(place.type)
        return (
            place.type.found().kind == LIST
            and not fixed(place.type)
            and self.function.name != "__init__"
            and not self.function.name.endswith("___init__")
        )

    def lines_of_append(self, one: Statement) -> Iterator[str]:
        items, value = one.values
        item, suffix = value, self.suffix(items)
        if item.type.found().kind == LIST:
            name = self.types.name(item.type)
            yield "{"
            yield f"{INDENT}{joined(name, 'item')};"
            yield from indented(self.into("item", item))
            yield f"{INDENT}append{suffix}({self.pointer(items)}, item);"
            yield "}"
        else:
            yield f"append{suffix}({self.pointer(items)}, {self.value(value)});"

    def lines_of_return(self, one: Statement) -> Iterator[str]:
        value = one.values[0] if one.values else None
        kept = [name for name in sorted(self.function.owned) if not is_same(value, name)]
        drops = [*self.drops(kept)]
        if value is None:
            yield from [*drops, "return;"]
        elif value.type.found().kind in (LIST, OBJECT):
            yield from self.into("result", value)
            yield from [*drops, "return result;"]
        elif drops:
            yield f"result = {self.value(value)};"
            yield from [*drops, "return result;"]
        else:
            yield f"return {self.value(value)};"

    def drops(self, names: list[str]) -> Iterator[str]:
        for name in names:
            place = self.function.names[name].found()
            if place.kind == LIST and not fixed(place):
                yield f"drop_{self.types.name(place).removeprefix('struct ')}(&{plain(name)});"

    def lines_of_raise(self, one: Statement) -> Iterator[str]:
        [value] = one.values
        given = core(value)
        yield f'die(FAILED, NAME " stops: {one.about}%s", {self.value(given)});'

    def lines_of_count(self, one: Statement) -> Iterator[str]:
        (start, stop, step), (name, at) = map(self.value, one.values), one.about
        sign = "<" if one.values[2].about > 0 else ">"
        yield "{"
        on = f"{at} += {step}" if step in ("1", "-1") else f"{at} = add({at}, {step})"
        yield f"{INDENT}int64_t {at} = {start}, end_{at} = {stop};"
        yield f"{INDENT}for (; {at} {sign} end_{at}; {on}) {{"
        yield from indented([f"{self.local(name)} = {at};", *self.lines(one.blocks[0])], 2)
        yield from [f"{INDENT}}}", "}"]

    def lines_of_each(self, one: Statement) -> Iterator[str]:
        [items], (name, at) = one.values, one.about
        item = f"{self.member(items, 'items')}[{at}]"
        if items.type.found().parts[0].found().kind == LIST:
            item = f"&{item}"
        yield "{"
        yield f"{INDENT}int64_t {at};"
        yield f"{INDENT}for ({at} = 0; {at} < {self.length(items)}; {at}++) {{"
        yield from indented([f"{self.local(name)} = {item};", *self.lines(one.blocks[0])], 2)
        yield from [f"{INDENT}}}", "}"]


def is_same(value: Value | None, name: str) -> bool:
    """Whether a value is that of a local name."""
    made = value and core(value)
    return made is not None and (made.operation, made.about) == ("name", name)


def function_name(one: Function) -> str:
    """The name of a function in C, that of a method after its class."""
    if one.name == "__init__":
        return f"begin_{class_name(one.owner)}"
    owner = f"{class_name(one.owner)}_" if one.owner else "f_"
    return f"{owner}{plain(one.name)}"


def paragraphs(program: Program) -> Iterator[str]:
    """The types, the tables, the classes and the functions."""
    types = Types()
    later = [*_tables(program, types)]
    structures = {of: _structure(program, of, types) for of in program.classes}
    functions = [
        *(_maker(program, of, None, types) for of in program.classes if not makers_of(program, of)),
        *(text for one in program.functions.values() for text in _texts(program, one, types)),
    ]
    yield from types.definitions
    yield from structures.values()
    yield from later
    yield from functions
    for python in program.functions.values():
        for place in (python.names[name].found() for name in python.parameters if not python.owner):
            if place.kind == LIST:
                name = types.name(place).removeprefix("struct ")
                yield f"typedef struct {name} list_of_numbers;\n#define ZEROS repeated_{name}"
                return


def makers_of(program: Program, of: type) -> list[Function]:
    """The `__init__` of a class, if it has one of its own."""
    return [one for one in program.functions.values() if (one.owner, one.name) == (of, "__init__")]


def _texts(program: Program, one: Function, types: Types) -> Iterator[str]:
    """A function, and what makes an object by it."""
    yield _function(one, types)
    if one.owner and one.name == "__init__":
        yield _maker(program, one.owner, one, types)


def _maker(program: Program, of: type, one: Function | None, types: Types) -> str:
    """What makes an object: its fields have their defaults before `__init__` begins."""
    name, names = f"struct {class_name(of)}", one.parameters if one else []
    writer = CWriter(Function("", of, [], {}), "object", types)
    body = [f"{name} object;", "memset(&object, 0, sizeof object);"]
    for field, default in program.defaults.get(of, {}).items():
        body += writer.into(f"object.{plain(field)}", default)
    if one:
        body.append(f"{function_name(one)}({', '.join(['&object', *map(plain, names)])});")
    body.append("return object;")
    given = ", ".join(_declared(one, name, types) for name in names) if one else ""
    head = f"INLINE {name} make_{class_name(of)}({given or 'void'})"
    return "\n".join([head, "{", *indented(body), "}"])


def _tables(program: Program, types: Types) -> Iterator[str]:
    writer = CWriter(Function("", None, [], {}), "", types)
    for name, table in program.tables.items():
        item = joined(types.name(table.parts[0].type), f"{plain(name)}[]")
        items = ", ".join(map(writer.value, table.parts))
        yield f"static {item} = {{{items}}};"


def _structure(program: Program, of: type, types: Types) -> str:
    fields = [
        joined(types.name(one) + " *" * (one.found().kind == OBJECT), plain(name))
        for name, one in program.classes[of].items()
    ]
    if issubclass(of, Memory):
        fields += [joined(types.name(program.outputs), "output"), "int has_output"]
    lines = "".join(f"    {one};\n" for one in fields or ["int unused"])
    return KEPT.format(name=class_name(of), fields=lines)


def _function(one: Function, types: Types) -> str:
    """A function; that of a class gets a pointer to the object first."""
    me = [f"struct {class_name(one.owner)} *self"] if one.owner else []
    places = {name: _declared(one, name, types) for name in one.names}
    given = [places[name] for name in one.parameters]
    own = [
        text
        for name, text in places.items()
        if name not in one.parameters and name not in one.counters
    ]
    kept = one.result.found().kind
    result = types.name(one.result) if kept else "void"
    writer = CWriter(one, "self", types)
    body = [*writer.lines(one.body)]
    if any(line.strip() == "return result;" for line in body):
        own.append(joined(result, "result"))
    if not one.body or one.body[-1].word not in ("return", "raise"):
        body += writer.drops(sorted(one.owned))
    head = joined(result, f"{function_name(one)}({', '.join([*me, *given]) or 'void'})")
    lines = [f"INLINE {head}", "{", *indented(f"{line};" for line in own), *indented(body), "}"]
    return "\n".join(lines)


def _declared(one: Function, name: str, types: Types) -> str:
    """A local name with its type: a list or an object that is not made here is pointed to."""
    place = one.names[name]
    is_alias = place.found().kind in (LIST, OBJECT) and name not in one.owned
    text = types.name(place)
    if name in one.owned and place.found().kind == LIST and not fixed(place):
        return f"{text} {plain(name)} = {{NULL, 0, 0}}"
    return f"{text} *{plain(name)}" if is_alias else joined(text, plain(name))
